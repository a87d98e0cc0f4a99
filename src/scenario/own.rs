//! An option to own: servers that are bought, what stands around them, and what running them costs.

use super::document::{Given, Named, ScalarOr};
use super::line::{OneOff, OwnedLine};
use super::quantities::{
    AcceleratorsPerNode, Amount, Change, Gibibytes, Instances, KilogramsPerKilowattHour, Kilowatts, KilowattsPerNode,
    Months, Nodes, Pieces, PowerUsageEffectiveness, PricePerAccelerator, PricePerKilowatt, PricePerKilowattHour,
    PricePerNode, PricePerNodeMonth, PricePerPiece, Rate, Share, Term, Throughput,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::borrow::Cow;

/// The age in years that a member of `market_values` is of; none of any other path. Items of lists count from 0.
fn age(path: &str) -> Option<u64> {
    let (list, item) = path.rsplit_once('.')?;
    let item = item.parse::<u32>().ok().filter(|_| list.rsplit('.').next() == Some("market_values"))?;
    Some(u64::from(item) + 1)
}

/// A path, or the end of one, as people read it: that of a member of `market_values` says of which age it is.
///
/// ```
/// use rackrent::scenario::own::with_age;
/// assert_eq!(with_age("own.hgx.market_values.2"), "own.hgx.market_values.2 at age 3");
/// assert_eq!(with_age("own.hgx.purchases.2"), "own.hgx.purchases.2");
/// ```
#[must_use]
pub fn with_age(path: &str) -> Cow<'_, str> {
    age(path).map_or(path.into(), |age| format!("{path} at age {age}").into())
}

/// The same in a sentence, where the path can be copied.
///
/// ```
/// use rackrent::scenario::own::quoted_with_age;
/// assert_eq!(quoted_with_age("own.hgx.market_values.2"), "`own.hgx.market_values.2` at age 3");
/// assert_eq!(quoted_with_age("own.hgx.node.price"), "`own.hgx.node.price`");
/// ```
#[must_use]
pub fn quoted_with_age(path: &str) -> String {
    age(path).map_or_else(|| format!("`{path}`"), |age| format!("`{path}` at age {age}"))
}

/// A fleet of owned servers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// What the accelerators are called, `H100 SXM`.
    pub accelerator: Option<Given<String>>,
    /// Where the servers stand; `requires.location` is checked against it.
    pub location: Option<Given<String>>,
    /// Memory of one accelerator.
    pub accelerator_memory_gib: Option<Given<Gibibytes>>,
    /// What the option offers; `requires.features` is checked against it.
    pub features: Option<Vec<Given<String>>>,
    /// One server.
    pub node: HardwareNode,
    /// Servers bought at month 0; with neither `nodes` nor `purchases` the fleet is sized year by year.
    pub nodes: Option<Given<Nodes>>,
    /// Servers bought at several dates.
    pub purchases: Option<Vec<Purchase>>,
    /// Servers bought with the first purchase that neither serve nor draw power.
    pub spare_nodes: Given<Nodes>,
    /// Share of the hours in which the fleet is up.
    pub availability: Given<Share>,
    /// Useful work of one accelerator-hour against the reference; one number, or one by workload.
    pub relative_throughput: ScalarOr<Given<Throughput>, Named<Given<Throughput>>>,
    /// Months from the order to the first month of service, not counting it.
    pub lead_time_months: Given<Months>,
    /// The rent option that serves until the first delivery, or `wait`.
    pub until_delivery: Option<Given<String>>,
    /// The rent option that serves what the fleet does not, or `wait`.
    pub burst_to: Option<ScalarOr<Given<String>, Burst>>,
    /// When the price of servers and of capital entries is paid.
    pub payment: Option<Payment>,
    /// Months that a server serves before it is replaced.
    pub useful_life_months: Given<Term>,
    /// What a server is sold for at the end of its life, as a share of the price paid.
    pub residual_value: Given<Share>,
    /// What a server is worth at the age of 1, 2, … years, as shares of the price paid; replaces `residual_value`.
    pub market_values: Option<Vec<Given<Share>>>,
    /// What unexpired life counts for at the horizon.
    pub value_at_horizon: Given<HorizonValue>,
    /// Change of the price of replacements and later purchases.
    pub replacement_price_change_per_year: Given<Change>,
    /// Months of service that the warranty covers; lines with `after_warranty` begin after them.
    pub warranty_months: Option<Given<Months>>,
    /// Power that the site can deliver.
    pub available_power_kw: Option<Given<Kilowatts>>,
    /// Power usage effectiveness of the site.
    pub pue: Option<Given<PowerUsageEffectiveness>>,
    /// Price of metered electricity.
    pub electricity_per_kwh: Option<Given<PricePerKilowattHour>>,
    /// Change of the price of electricity.
    pub electricity_growth_per_year: Given<Change>,
    /// Carbon intensity of the electricity.
    pub carbon_kg_per_kwh: Option<Given<KilogramsPerKilowattHour>>,
    /// What is bought around the servers.
    #[serde(default)]
    pub capital: Named<CapitalEntry>,
    /// What running them costs.
    #[serde(default)]
    pub operating: Named<OwnedLine>,
    /// What is paid once.
    #[serde(default)]
    pub one_off: Named<ScalarOr<Given<Amount>, OneOff>>,
    /// Costs that do not arise here, each with the reason.
    #[serde(default)]
    pub not_applicable: Named<Given<String>>,
    /// Leases the nodes and spares of every purchase in place of their price.
    pub lease: Option<Lease>,
    /// Borrows a share of the first purchase; reported beside the result, which is before financing.
    pub loan: Option<Loan>,
    /// The workloads that it serves; all of them when absent.
    pub serves: Option<Vec<Given<String>>>,
}

/// A lease of the nodes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lease {
    /// Rate for each node and spare.
    pub per_node_month: Given<PricePerNodeMonth>,
    /// Months of a lease.
    pub term_months: Given<Term>,
    /// Share of the price for which the nodes are bought at the end of the term; without it they go back.
    pub buyout: Option<Given<Share>>,
    /// Whether a month is paid before it begins.
    pub in_advance: Given<bool>,
}

/// A loan with level payments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Loan {
    /// Share of the first purchase that is borrowed at month 0.
    pub financed_share: Given<Share>,
    /// Interest a year, a twelfth of it each month.
    pub rate: Given<Rate>,
    /// Months of level payments.
    pub term_months: Given<Term>,
}

/// One server with everything inside it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HardwareNode {
    /// List price of one server with everything inside it.
    /// One of `price` and `price_per_accelerator`.
    pub price: Option<Given<PricePerNode>>,
    /// List price of one server divided by its accelerators.
    pub price_per_accelerator: Option<Given<PricePerAccelerator>>,
    /// Taken off the list price.
    pub discount: Given<Share>,
    /// Accelerators in it.
    pub accelerators: Given<AcceleratorsPerNode>,
    /// Power it draws while it works.
    pub power_kw: Option<Given<KilowattsPerNode>>,
    /// Power it draws while it is idle; `power_kw` when absent.
    pub idle_power_kw: Option<Given<KilowattsPerNode>>,
}

/// Servers bought at one date.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// Month of the order.
    pub month: Given<Months>,
    /// Servers ordered.
    pub nodes: Given<Nodes>,
}

/// Where work above the capacity goes, with commitments made for it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// The rent option, or `wait`.
    pub option: Given<String>,
    /// Instances taken of each of its commitments.
    #[serde(default)]
    pub commitments: Named<Given<Instances>>,
}

/// How the price of the servers is split; the shares add up to 100 %, one alone implies the other.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// Share paid at the order.
    pub order: Option<Given<Share>>,
    /// Share paid at the delivery.
    pub delivery: Option<Given<Share>>,
}

/// What unexpired life counts for at the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HorizonValue {
    /// The book value: price less straight-line depreciation to the residual value.
    Book,
    /// The residual value.
    Residual,
    /// Nothing.
    None,
}

/// Something bought around the servers, with exactly one basis.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapitalEntry {
    /// Price for each node, spares not counted.
    pub per_node: Option<Given<PricePerNode>>,
    /// How many pieces, with `price`.
    pub count: Option<Given<Pieces>>,
    /// Price of one piece, with `count`.
    pub price: Option<Given<PricePerPiece>>,
    /// A sum, paid with the first purchase.
    pub amount: Option<Given<Amount>>,
    /// Price for each kilowatt of the nodes' rated power.
    pub per_kw: Option<Given<PricePerKilowatt>>,
    /// Share of what the nodes and spares of each purchase cost.
    pub share_of_nodes: Option<Given<Share>>,
    /// Months it serves before it is replaced; the option's own when absent.
    pub useful_life_months: Option<Given<Term>>,
    /// What it is sold for at the end of its life, as a share of the price paid.
    pub residual_value: Given<Share>,
    /// What its unexpired life counts for at the horizon; as the option says when absent.
    pub value_at_horizon: Option<Given<HorizonValue>>,
}

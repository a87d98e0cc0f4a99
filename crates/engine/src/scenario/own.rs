//! An option to own: servers that are bought, what stands around them, and what running them costs.

use super::demand::{Demand, Workload};
use super::document::{Given, Label, MonthByDate, Named, ScalarOr};
use super::exchange::{self, ExchangeRates};
use super::finance::{Lease, Loan};
use super::interruption::failing;
use super::limits::MOST_LINES;
use super::line::{OneOff, OwnedLine};
use super::option::{beside, invoiced, labelled, offered, served, throughput};
use super::price::{self, ElectricityStep, PriceMove};
use super::purchase::Purchase;
use super::quantities::{
    AcceleratorsPerNode, Amount, Change, Gibibytes, Instances, KilogramsPerKilowattHour, Kilowatts, KilowattsPerNode,
    Minutes, MinutesBetween, Months, NodeInterruptionsPerMonth, Nodes, Pieces, PowerUsageEffectiveness,
    PricePerAccelerator, PricePerKilowatt, PricePerKilowattHour, PricePerNode, PricePerPiece, Share, TaxRate, Term,
    Throughput, Weeks,
};
use super::rent::Rent;
use super::tax::{DepreciationMethod, depreciated};
use super::texts::{DEPRECIATION, EXCHANGE, INDIRECT_TAX, INFLATION, OF_WORKLOADS, TAX};
use language::choice::Choice;
use language::declaration::{Bound, Follows, KeyRole, Misplaced, Nature, StandsFor};
use language::quantity::Quantity;
use language::{one_of, part, words};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// What a member of a list of an owned option is, `age 3`, if its list is counted by something; none of any other path.
fn counted(path: &str) -> Option<String> {
    let (list, item) = path.rsplit_once('.')?;
    Own::PART.key(list.rsplit('.').next()?)?.counted(item)
}

/// A path, or the end of one, as people read it: that of a member of `market_values` says of which age it is.
///
/// ```
/// use engine::scenario::own::with_age;
/// assert_eq!(with_age("own.hgx.market_values.2"), "own.hgx.market_values.2 at age 3");
/// assert_eq!(with_age("own.hgx.purchases.2"), "own.hgx.purchases.2");
/// ```
#[must_use]
pub fn with_age(path: &str) -> Cow<'_, str> {
    counted(path).map_or(path.into(), |counted| format!("{path} at {counted}").into())
}

/// The same in a sentence, where the path can be copied.
///
/// ```
/// use engine::scenario::own::quoted_with_age;
/// assert_eq!(quoted_with_age("own.hgx.market_values.2"), "`own.hgx.market_values.2` at age 3");
/// assert_eq!(quoted_with_age("own.hgx.node.price"), "`own.hgx.node.price`");
/// ```
#[must_use]
pub fn quoted_with_age(path: &str) -> String {
    counted(path).map_or_else(|| format!("`{path}`"), |counted| format!("`{path}` at {counted}"))
}

part! {
    /// A fleet of owned servers.
    pub struct Own {
        include labelled;
        /// What the accelerators are called, `H100 SXM`.
        accelerator: Option<Given<String>>, also(&["gpu"]), role(KeyRole::Describes), stands_for(StandsFor::Accelerator);
        /// Where the servers stand; `requires.location` is checked against it.
        location: Option<Given<String>>, role(KeyRole::Describes);
        include offered;
        /// One server.
        node: HardwareNode, example("{ price: 289_000, accelerators: 8 }");
        /// Servers bought at month 0; with neither `nodes` nor `purchases` the fleet is sized year by year.
        nodes: Option<Given<Nodes>>, also(&["count", "quantity", "servers", "number_of_nodes", "node_count"]), called("number of nodes");
        /// Servers bought at several dates, also before the decision.
        purchases: Option<Vec<Purchase>>,
            example("[{ month: 0, nodes: 4 }]"),
            not_empty("add a purchase, or remove the key and the fleet is sized year by year"),
            each("purchase");
        /// Servers bought with the first purchase that neither serve nor draw power.
        spare_nodes: Given<Nodes> = "0", called("spare nodes");
        /// Share of the hours in which the fleet is up.
        availability: Given<Share> = "100%", called("availability");
        include failing;
        include throughput;
        include invoiced;
        include depreciated;
        /// Months from the order to the first month of service, not counting it.
        lead_time_months: Given<Months> = "0", within_horizon(), nature(Nature::Negotiated), called("lead time");
        /// Weeks from the order to the delivery, in place of months: servers serve from the month after the one in which they arrive.
        lead_time_weeks: Option<Given<Weeks>>,
            example("40"),
            also(&["delivery_weeks", "lead_weeks"]),
            nature(Nature::Negotiated),
            called("lead time in weeks");
        /// The rent option that serves until the first delivery, or `wait`.
        until_delivery: Option<Given<String>>, stands_for(StandsFor::RentOption), called("option until delivery");
        /// The rent option that serves what the fleet does not, or `wait`.
        burst_to: Option<ScalarOr<Given<String>, Burst>>,
            words("the name of a rent option, `wait`, or a part with `option` and `commitments`"),
            stands_for(StandsFor::RentOption),
            called("option for bursts");
        /// When the price of servers and of capital entries is paid.
        payment: Option<PaymentTiming>, example("{ order: 30%, delivery: 70% }"), nature(Nature::Negotiated), called("payment terms");
        /// Months that a server serves before it is replaced.
        useful_life_months: Given<Term>,
            example("60"),
            also(&["amortization_months", "lifetime_months", "life_months"]),
            called("useful life");
        /// What a server is sold for at the end of its life, as a share of the price paid.
        residual_value: Given<Share> = "0%",
            also(&["salvage_value", "salvage", "resale_value", "resale"]),
            nature(Nature::Negotiated),
            called("residual value");
        /// What a server is worth at the age of 1, 2, … years, as shares of the price paid; replaces `residual_value`.
        market_values: Option<Vec<Given<Share>>>,
            example("[65%, 42%, 30%]"),
            counted_by("age"),
            nature(Nature::Negotiated),
            not_empty("write what is left after 1, 2, … years, `[65%, 42%]`, or remove the key"),
            called("market values"),
            each("market value at age");
        /// What unexpired life counts for at the horizon.
        value_at_horizon: Given<HorizonValue> = "book", called("value at the horizon");
        /// Change of the price of replacements and later purchases.
        replacement_price_change_per_year: Given<Change> = "0%", nature(Nature::Negotiated), called("price change of replacements per year");
        /// Months of service that the warranty covers; lines with `after_warranty` begin after them.
        warranty_months: Option<Given<Months>>, within_horizon(), nature(Nature::Negotiated), called("warranty");
        /// The month with whose end the warranty of the servers is over, in place of its months; what replaces them has as many.
        warranty_until: Option<Given<MonthByDate>>,
            example("2030-03"),
            also(&["warranty_ends", "warranty_end", "warranty_end_date", "warranty_expires", "support_until"]),
            nature(Nature::Negotiated),
            called("end of the warranty");
        /// Power that the site can deliver.
        available_power_kw: Option<Given<Kilowatts>>, role(KeyRole::Judges), called("power that the site can deliver");
        /// Power usage effectiveness of the site.
        pue: Option<Given<PowerUsageEffectiveness>>, called("power usage effectiveness");
        /// Price of metered electricity.
        electricity_per_kwh: Option<Given<PricePerKilowattHour>>,
            also(&["electricity_price", "electricity_price_per_kwh", "power_price", "energy_price", "price_per_kwh", "electricity"]),
            with("pue"),
            called("price of electricity");
        /// Change of the price of electricity.
        electricity_growth_per_year: Given<Change> = "0%", nature(Nature::Negotiated), called("growth of the price of electricity per year");
        /// Change of that price each month from the second on, compounding; in place of the step at every anniversary.
        electricity_growth_per_month: Option<Given<Change>>, example("0.3%"), nature(Nature::Negotiated), called("growth of the price of electricity per month");
        /// What the price of electricity becomes, month by month; in place of a growth by a rate.
        electricity_price_path: Option<Vec<ElectricityStep>>,
            example("[{ month: 7, per_kwh: 0.12 }]"),
            nature(Nature::Negotiated),
            with("electricity_per_kwh"),
            not_empty("add a step such as `{ month: 7, per_kwh: 0.12 }`, or remove the key"),
            called("path of the price of electricity"),
            each("step of the price of electricity");
        /// Carbon intensity of the electricity.
        carbon_kg_per_kwh: Option<Given<KilogramsPerKilowattHour>>, role(KeyRole::Describes), called("carbon intensity of the electricity");
        /// What is bought around the servers.
        capital: Named<CapitalEntry>, one_by_one(), at_most(MOST_LINES), each("capital entry");
        /// What running them costs.
        operating: Named<OwnedLine>, one_by_one(), at_most(MOST_LINES), each("operating line");
        include beside;
        /// Leases the nodes and spares of every purchase in place of their price.
        lease: Option<Lease>, example("{ per_node_month: 7_900, term_months: 36 }"), nature(Nature::Negotiated);
        /// Borrows a share of the first purchase; reported beside the result unless `financing` is `inside`.
        loan: Option<Loan>, example("{ financed_share: 80%, rate: 7.5%, term_months: 36 }"), role(KeyRole::Beside);
        include served;
    }
    choices(&[
        Choice::at_most_one_of(&[&["nodes"], &["purchases"]]),
        Choice::at_most_one_of(&[&["residual_value"], &["market_values"]]),
        Choice::at_most_one_of(&[&["lead_time_months"], &["lead_time_weeks"]]),
        Choice::at_most_one_of(&[&["warranty_months"], &["warranty_until"]]),
        Choice::at_most_one_of(&[
            &["electricity_growth_per_year"],
            &["electricity_growth_per_month"],
            &["electricity_price_path"],
        ]),
    ]);
    misplaced(&[
        Misplaced::instead(
            &["colocation", "colo", "hosting"],
            "is no key of its own",
            "write it as a line: `operating: { colocation: { per_kw_month: 165 } }`, or `per_node_month`, `per_month`",
        ),
        Misplaced::of(&[HardwareNode::part], "belongs in `node`"),
        TAX,
        INDIRECT_TAX,
        INFLATION,
        EXCHANGE,
        DEPRECIATION,
        Misplaced::keys(&["interest_rate", "interest"], "belongs in `loan`, as `rate`"),
        Misplaced::of(&[Lease::part, Loan::part], "belongs in `lease` or in `loan`"),
        Misplaced::of(&[Lease::part], "belongs in `lease`"),
        Misplaced::of(&[Loan::part], "belongs in `loan`"),
        Misplaced::not_here(&[Rent::part], "is only for rented options"),
        Misplaced::of(&[Workload::part], OF_WORKLOADS),
        Misplaced::of(&[Demand::part], OF_WORKLOADS),
    ]);
}

impl Own {
    /// How the price of electricity moves.
    #[must_use]
    pub fn electricity_move(&self) -> PriceMove<'_, ElectricityStep> {
        let (month, path) = (self.electricity_growth_per_month.as_ref(), self.electricity_price_path.as_ref());
        PriceMove::of(&self.electricity_growth_per_year, month, path)
    }

    /// The months in which the price of electricity changes otherwise than at an anniversary.
    #[must_use]
    pub fn electricity_months(&self, horizon: u32) -> Vec<u32> {
        let steps = self.electricity_price_path.iter().flatten().map(|step| step.starts().first());
        price::months(self.electricity_growth_per_month.as_ref(), steps, horizon)
    }
}

one_of! {
    /// How the list price of a server is stated.
    pub enum NodePrice of HardwareNode by list_price {
        /// For the whole server.
        Node(price: Given<PricePerNode>);
        /// Divided by its accelerators.
        Accelerator(price_per_accelerator: Given<PricePerAccelerator>);
    }
}

part! {
    /// One server with everything inside it.
    pub struct HardwareNode {
        /// List price of one server with everything inside it.
        /// One of `price` and `price_per_accelerator`.
        price: Option<Given<PricePerNode>>, also(&["cost", "unit_price", "price_per_node", "price_per_server"]), price(""), called("price of a node");
        /// List price of one server divided by its accelerators.
        price_per_accelerator: Option<Given<PricePerAccelerator>>, also(&["price_per_gpu"]), price(""), called("price of an accelerator");
        /// Taken off the list price.
        discount: Given<Share> = "0%", example("12%"), nature(Nature::Negotiated), off(&["price", "price_per_accelerator"]), called("discount on the price of a node");
        /// Accelerators in it.
        accelerators: Given<AcceleratorsPerNode>, also(&["gpus"]), called("accelerators in a node");
        /// Power it draws while it works.
        power_kw: Option<Given<KilowattsPerNode>>, also(&["tdp_kw", "max_power_kw"]), bound(Bound::AtLeast("idle_power_kw")), called("power of a node at work");
        /// Power that its plate or data sheet says, for which space and supply are kept ready: what `per_kw`, `per_kw_month`
        /// and `available_power_kw` count. Energy counts `power_kw`, which may be measured.
        nameplate_kw: Option<Given<KilowattsPerNode>>,
            also(&["rated_power_kw", "nameplate_power_kw", "provisioned_kw"]),
            follows(Follows::Key("power_kw")),
            called("nameplate power of a node");
        /// Power it draws while it is idle; `power_kw` when absent.
        idle_power_kw: Option<Given<KilowattsPerNode>>,
            bound(Bound::AtMost("power_kw")),
            follows(Follows::Key("power_kw")),
            called("power of an idle node");
        /// Tax that is added to its price, its lease and its buyout and not recovered, as a share of the net price; where it is
        /// left out, that of the option.
        indirect_tax: Option<Given<TaxRate>>, example("19%"), follows(Follows::Around), called("indirect tax on nodes");
        /// How what was paid for it is allowed against profits: `straight_line`, a schedule by its name, or a list of yearly
        /// shares that add up to 100 %; where it is left out, as for the option.
        depreciation: Option<ScalarOr<Given<DepreciationMethod>, Vec<Given<Share>>>>,
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            follows(Follows::Around),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            called("depreciation of nodes for tax"),
            each("share of the price of nodes allowed in tax year");
        /// Months over which a straight line allows what was paid for it; where it is left out, as for the option.
        depreciation_months: Option<Given<Term>>,
            example("36"),
            follows(Follows::Around),
            called("months of depreciation of nodes for tax");
        /// Share of what was paid for it that is allowed at once, in the first month of service; where it is left out, as for
        /// the option.
        first_year_share: Option<Given<Share>>,
            example("100%"),
            follows(Follows::Around),
            called("share of the price of nodes allowed at once");
    }
    choices(&[
        Choice::one_of(
            NodePrice::KEYS,
            "has no price",
            "add `price: 289_000` for one node, or `price_per_accelerator: 36_125`",
        ),
    ]);
    misplaced(&[Misplaced::of(&[Own::part], "belongs beside `node`, not in it")]);
}

impl HardwareNode {
    /// The power for which space and supply are kept ready: that of the nameplate, else what the server draws at work.
    #[must_use]
    pub fn rated_power(&self) -> Option<&Given<KilowattsPerNode>> {
        self.nameplate_kw.as_ref().or(self.power_kw.as_ref())
    }

    /// List price of one server in the currency of the scenario, whether that is stated or the price of each of its
    /// accelerators; none beyond all decimals.
    #[must_use]
    pub fn server_list_price(&self, rates: &ExchangeRates) -> Option<Decimal> {
        match self.list_price() {
            NodePrice::Node(price) => exchange::at_the_decision(rates, &price.value),
            NodePrice::Accelerator(price) => {
                exchange::at_the_decision(rates, &price.value)?.checked_mul(self.accelerators.value.decimal())
            }
        }
    }
}

part! {
    /// Where work above the capacity goes, with commitments made for it.
    pub struct Burst {
        /// The rent option, or `wait`.
        option: Given<String>, example("aws-p5"), stands_for(StandsFor::RentOption), called("option for bursts");
        /// Instances taken of each of its commitments.
        commitments: Named<Given<Instances>>,
            one_by_one(),
            each("burst instances of commitment"),
            named_after(StandsFor::Commitment);
    }
}

part! {
    /// How the price of the servers is split; the shares add up to 100 %, one alone implies the other.
    pub struct PaymentTiming {
        /// Share paid at the order.
        order: Option<Given<Share>>, called("share paid at the order");
        /// Share paid at the delivery.
        delivery: Option<Given<Share>>, called("share paid at the delivery");
    }
}

words! {
    /// What unexpired life counts for at the horizon.
    pub enum HorizonValue {
        /// The book value: price less straight-line depreciation to the residual value.
        Book = "book";
        /// The residual value.
        Residual = "residual";
        /// Nothing.
        None = "none";
    }
}

one_of! {
    /// What the price of a capital entry follows from.
    pub enum CapitalBasis of CapitalEntry by basis {
        /// For each node.
        PerNode(per_node: Given<PricePerNode>);
        /// Pieces and what one costs.
        Pieces(count: Given<Pieces>, price: Given<PricePerPiece>);
        /// A sum.
        Amount(amount: Given<Amount>);
        /// For each kilowatt.
        PerKilowatt(per_kw: Given<PricePerKilowatt>);
        /// A share of what the nodes cost.
        ShareOfNodes(share_of_nodes: Given<Share>);
    }
}

part! {
    /// Something bought around the servers, with exactly one basis.
    pub struct CapitalEntry {
        include labelled;
        /// Price for each node, spares not counted.
        per_node: Option<Given<PricePerNode>>, called("price per node");
        /// How many pieces, with `price`.
        count: Option<Given<Pieces>>, called("number of pieces");
        /// Price of one piece, with `count`.
        price: Option<Given<PricePerPiece>>, called("price of a piece");
        /// A sum, paid with the first purchase.
        amount: Option<Given<Amount>>, called("amount");
        /// Price for each kilowatt of the nodes' rated power.
        per_kw: Option<Given<PricePerKilowatt>>, called("price per kilowatt");
        /// Share of what the nodes and spares of each purchase cost.
        share_of_nodes: Option<Given<Share>>, nature(Nature::Negotiated), called("share of the price of the nodes");
        /// Months it serves before it is replaced; the option's own when absent.
        useful_life_months: Option<Given<Term>>, example("60"), follows(Follows::Around), called("useful life");
        /// What it is sold for at the end of its life, as a share of the price paid.
        residual_value: Given<Share> = "0%", nature(Nature::Negotiated), called("residual value");
        /// What its unexpired life counts for at the horizon; as the option says when absent.
        value_at_horizon: Option<Given<HorizonValue>>, follows(Follows::Around), called("value at the horizon");
        include invoiced;
        include depreciated;
    }
    choices(&[
        Choice::one_of(
            CapitalBasis::KEYS,
            "does not say what it costs",
            "add what it costs, such as `amount: 220_000` or `per_node: 31_000`",
        ),
    ]);
}

//! Option to own: servers, equipment around them, and running costs.

use super::demand::{Demand, Workload};
use super::document::{Label, Located, MonthByDate, Named, ScalarOr};
use super::exchange::{self, ExchangeRates};
use super::finance::{Lease, Loan};
use super::interruption::failing;
use super::limits::{MOST_LINES, MOST_WORKLOADS};
use super::line::{OneOff, OwnedLine};
use super::option::{invoiced, labelled, offered, other_costs, served, throughput};
use super::price::{self, ElectricityStep, PriceMove};
use super::purchase::Purchase;
use super::quantities::{
    AcceleratorsPerNode, AcceleratorsPerReplica, Amount, Change, Gibibytes, HostCores, Instances,
    KilogramsPerKilowattHour, Kilowatts, KilowattsPerNode, LocalTerabytes, Minutes, MinutesBetween, Months,
    NodeInterruptionsPerMonth, Nodes, Pieces, PowerUsageEffectiveness, PricePerAccelerator, PricePerKilowatt,
    PricePerKilowattHour, PricePerNode, PricePerPiece, Share, TaxRate, Term, Throughput, Weeks,
};
use super::rent::Rent;
use super::schedules::DepreciationMethod;
use super::tax::{depreciated, depreciation_keys};
use super::texts::{DEPRECIATION, EXCHANGE, INDIRECT_TAX, INFLATION, OF_WORKLOADS, TAX};
use super::tokens::TokenThroughput;
use language::choice::Choice;
use language::declaration::{Bound, DefaultFrom, KeyRole, Misplaced, Nature, ReferenceKind};
use language::quantity::Quantity;
use language::{one_of, part, words};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// Position of a list item in words, such as `age 3`, if its list declares what it is counted by.
fn counted(path: &str) -> Option<String> {
    let (list, item) = path.rsplit_once('.')?;
    Own::PART.key(list.rsplit('.').next()?)?.counted(item)
}

/// A path, or the end of one, with the age for an item of `market_values`.
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

/// The same for sentences, with the path in backticks.
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
        /// Name of the accelerators, such as `H100 SXM`.
        accelerator: Option<Located<String>>, aliases(&["gpu"]), role(KeyRole::Describes), stands_for(ReferenceKind::Accelerator);
        /// Location of the servers, checked against `requires.location`.
        location: Option<Located<String>>, role(KeyRole::Describes);
        include offered;
        /// One server.
        node: HardwareNode, example("{ price: 289_000, accelerators: 8 }");
        /// Servers bought in month 0; with neither `nodes` nor `purchases` the fleet is sized year by year.
        nodes: Option<Located<Nodes>>, aliases(&["count", "quantity", "servers", "number_of_nodes", "node_count"]), display_name("number of nodes");
        /// Purchases of servers at several dates, including before the decision.
        purchases: Option<Vec<Purchase>>,
            example("[{ month: 0, nodes: 4 }]"),
            not_empty("add a purchase, or remove the key to size the fleet year by year"),
            each("purchase");
        /// Spare servers bought with the first purchase; they neither serve nor draw power.
        spare_nodes: Located<Nodes> = "0", display_name("spare nodes");
        /// Share of hours in which the fleet is up.
        availability: Located<Share> = "100%", display_name("availability");
        include failing;
        include throughput;
        include invoiced;
        include depreciated;
        /// Months from the order to the delivery; servers enter service in the following month.
        lead_time_months: Located<Months> = "0", within_horizon(), nature(Nature::Negotiated), display_name("lead time");
        /// Weeks from the order to the delivery, instead of months; servers enter service in the month after they arrive.
        lead_time_weeks: Option<Located<Weeks>>,
            within_horizon(),
            example("40"),
            aliases(&["delivery_weeks", "lead_weeks"]),
            nature(Nature::Negotiated),
            display_name("lead time in weeks");
        /// Rent option that serves until the first delivery, or `wait`.
        until_delivery: Option<Located<String>>, stands_for(ReferenceKind::RentOption), display_name("option until delivery");
        /// Rent option that serves demand above the fleet's capacity, or `wait`.
        burst_to: Option<ScalarOr<Located<String>, Burst>>,
            words("the name of a rent option, `wait`, or a part with `option` and `commitments`"),
            stands_for(ReferenceKind::RentOption),
            display_name("burst option");
        /// Payment terms for servers and capital entries.
        payment: Option<PaymentTiming>, example("{ order: 30%, delivery: 70% }"), nature(Nature::Negotiated), display_name("payment terms");
        /// Service life of a server in months, after which it is replaced.
        useful_life_months: Located<Term>,
            example("60"),
            aliases(&["amortization_months", "lifetime_months", "life_months"]),
            display_name("useful life");
        /// Resale value of a server at the end of its life, as a share of the price paid.
        residual_value: Located<Share> = "0%",
            aliases(&["salvage_value", "salvage", "resale_value", "resale"]),
            nature(Nature::Negotiated),
            display_name("residual value");
        /// Resale values of a server at the age of 1, 2, … years, as shares of the price paid; instead of `residual_value`.
        market_values: Option<Vec<Located<Share>>>,
            example("[65%, 42%, 30%]"),
            counted_by("age"),
            nature(Nature::Negotiated),
            not_empty("write the resale values after 1, 2, … years, `[65%, 42%]`, or remove the key"),
            display_name("market values"),
            each("market value at age");
        /// Valuation of remaining life at the horizon.
        value_at_horizon: Located<HorizonValue> = "book", display_name("value at the horizon");
        /// Annual price change of replacements and later purchases.
        replacement_price_change_per_year: Located<Change> = "0%", nature(Nature::Negotiated), display_name("replacement price change per year");
        /// Warranty in months of service; lines with `after_warranty` start after it.
        warranty_months: Option<Located<Months>>, within_horizon(), nature(Nature::Negotiated), display_name("warranty");
        /// Last month of the warranty, instead of `warranty_months`; replacements have a warranty of the same length.
        warranty_until: Option<Located<MonthByDate>>,
            example("2030-03"),
            aliases(&["warranty_ends", "warranty_end", "warranty_end_date", "warranty_expires", "support_until"]),
            nature(Nature::Negotiated),
            display_name("end of the warranty");
        /// Power available at the site in kW.
        available_power_kw: Option<Located<Kilowatts>>, role(KeyRole::Threshold), display_name("available site power");
        /// Power usage effectiveness (PUE) of the site.
        pue: Option<Located<PowerUsageEffectiveness>>, display_name("power usage effectiveness");
        /// Price of metered electricity.
        electricity_per_kwh: Option<Located<PricePerKilowattHour>>,
            aliases(&["electricity_price", "electricity_price_per_kwh", "power_price", "energy_price", "price_per_kwh", "electricity"]),
            with("pue"),
            display_name("electricity price");
        /// Annual change of the electricity price, as a step on every anniversary of the decision.
        electricity_growth_per_year: Located<Change> = "0%", nature(Nature::Negotiated), display_name("electricity price growth per year");
        /// Monthly change of the electricity price from month 2, compounding; instead of the annual step.
        electricity_growth_per_month: Option<Located<Change>>, example("0.3%"), nature(Nature::Negotiated), display_name("electricity price growth per month");
        /// Electricity price path: the price from given months; instead of a rate of change.
        electricity_price_path: Option<Vec<ElectricityStep>>,
            example("[{ month: 7, per_kwh: 0.12 }]"),
            nature(Nature::Negotiated),
            with("electricity_per_kwh"),
            not_empty("add a step such as `{ month: 7, per_kwh: 0.12 }`, or remove the key"),
            display_name("electricity price path"),
            each("electricity price step");
        /// Carbon intensity of the electricity.
        carbon_kg_per_kwh: Option<Located<KilogramsPerKilowattHour>>, role(KeyRole::Describes), display_name("carbon intensity of electricity");
        /// Equipment bought in addition to the servers.
        capital: Named<CapitalEntry>, one_by_one(), at_most(MOST_LINES), each("capital entry");
        /// Recurring costs.
        operating: Named<OwnedLine>, one_by_one(), at_most(MOST_LINES), each("operating line");
        include other_costs;
        /// Lease of the nodes and spares of every purchase, instead of buying them.
        lease: Option<Lease>, example("{ per_node_month: 7_900, term_months: 36 }"), nature(Nature::Negotiated);
        /// Loan for a share of the first purchase; reported separately from the result unless `financing` is `inside`.
        loan: Option<Loan>, example("{ financed_share: 80%, rate: 7.5%, term_months: 36 }"), role(KeyRole::Separate);
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
            "is not a key",
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

depreciation_keys!(Own, HardwareNode, CapitalEntry);

impl Own {
    /// Price changes of electricity.
    #[must_use]
    pub fn electricity_move(&self) -> PriceMove<'_, ElectricityStep> {
        let (month, path) = (self.electricity_growth_per_month.as_ref(), self.electricity_price_path.as_ref());
        PriceMove::of(&self.electricity_growth_per_year, month, path)
    }

    /// Months in which the electricity price changes, other than anniversaries.
    #[must_use]
    pub fn electricity_months(&self, horizon: u32) -> Vec<u32> {
        let steps = self.electricity_price_path.iter().flatten().map(|step| step.starts().first());
        price::months(self.electricity_growth_per_month.as_ref(), steps, horizon)
    }
}

one_of! {
    /// Basis of the list price of a server.
    pub enum NodePrice of HardwareNode by list_price {
        /// Price of the whole server.
        Node(price: Located<PricePerNode>);
        /// Price per accelerator of the server.
        Accelerator(price_per_accelerator: Located<PricePerAccelerator>);
    }
}

part! {
    /// A server with everything inside it.
    pub struct HardwareNode {
        /// List price of one server with everything inside it.
        price: Option<Located<PricePerNode>>, aliases(&["cost", "unit_price", "price_per_node", "price_per_server"]), price(""), display_name("price of a node");
        /// List price of one server per accelerator.
        price_per_accelerator: Option<Located<PricePerAccelerator>>, aliases(&["price_per_gpu"]), price(""), display_name("price of an accelerator");
        /// Discount on the list price.
        discount: Located<Share> = "0%", example("12%"), nature(Nature::Negotiated), off(&["price", "price_per_accelerator"]), display_name("discount on the price of a node");
        /// Accelerators per server.
        accelerators: Located<AcceleratorsPerNode>, aliases(&["gpus"]), display_name("accelerators per node");
        /// Power of a server under load in kW; may be measured.
        power_kw: Option<Located<KilowattsPerNode>>, aliases(&["tdp_kw", "max_power_kw"]), bound(Bound::AtLeast("idle_power_kw")), display_name("power of a node under load");
        /// Nameplate power in kW, for which space and supply are provisioned; used by `per_kw`, `per_kw_month` and
        /// `available_power_kw`, while energy uses `power_kw`. Default: `power_kw`.
        nameplate_kw: Option<Located<KilowattsPerNode>>,
            aliases(&["rated_power_kw", "nameplate_power_kw", "provisioned_kw"]),
            default_from(DefaultFrom::Key("power_kw")),
            display_name("nameplate power of a node");
        /// Power of an idle server in kW; default: `power_kw`.
        idle_power_kw: Option<Located<KilowattsPerNode>>,
            bound(Bound::AtMost("power_kw")),
            default_from(DefaultFrom::Key("power_kw")),
            display_name("power of an idle node");
        /// Non-recoverable tax on the price, lease and buyout of nodes, as a share of the net price; default: that of the option.
        indirect_tax: Option<Located<TaxRate>>, example("19%"), default_from(DefaultFrom::Around), display_name("indirect tax on nodes");
        /// Tax depreciation of nodes: `straight_line`, the name of a schedule, or yearly shares that add up to 100 %; default:
        /// that of the option.
        depreciation: Option<ScalarOr<Located<DepreciationMethod>, Vec<Located<Share>>>>,
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            default_from(DefaultFrom::Around),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            display_name("tax depreciation of nodes"),
            each("tax depreciation of nodes in year");
        /// Straight-line tax depreciation period of nodes in months; default: that of the option.
        depreciation_months: Option<Located<Term>>,
            example("36"),
            default_from(DefaultFrom::Around),
            display_name("tax depreciation period of nodes");
        /// Share of the price of nodes that is deducted in the first month of service (bonus depreciation, first-year allowance);
        /// default: that of the option.
        first_year_share: Option<Located<Share>>,
            example("100%"),
            default_from(DefaultFrom::Around),
            display_name("first-year depreciation of nodes");
    }
    choices(&[
        Choice::one_of(
            NodePrice::KEYS,
            "has no price",
            "add `price: 289_000` for one node, or `price_per_accelerator: 36_125`",
        ),
    ]);
    misplaced(&[Misplaced::of(&[Own::part], "belongs in the option, next to `node`")]);
}

impl HardwareNode {
    /// Power for which space and supply are provisioned: nameplate power, otherwise power under load.
    #[must_use]
    pub fn rated_power(&self) -> Option<&Located<KilowattsPerNode>> {
        self.nameplate_kw.as_ref().or(self.power_kw.as_ref())
    }

    /// List price of one server in the currency of the scenario, from either basis; none on decimal overflow.
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
    /// Option for demand above the fleet's capacity, with commitments for it.
    pub struct Burst {
        /// Rent option, or `wait`.
        option: Located<String>, example("aws-p5"), stands_for(ReferenceKind::RentOption), display_name("burst option");
        /// Number of instances in each commitment of the rent option.
        commitments: Named<Located<Instances>>,
            one_by_one(),
            each("burst instances of commitment"),
            named_after(ReferenceKind::Commitment);
    }
}

part! {
    /// Payment terms of the servers; the shares add up to 100 %, and one share implies the other.
    pub struct PaymentTiming {
        /// Share paid at the order.
        order: Option<Located<Share>>, display_name("share paid at order");
        /// Share paid at the delivery.
        delivery: Option<Located<Share>>, display_name("share paid at delivery");
    }
}

words! {
    /// Valuation of remaining life at the horizon.
    pub enum HorizonValue {
        /// Book value: price less straight-line depreciation to the residual value.
        Book = "book";
        /// Residual value.
        Residual = "residual";
        /// Nothing.
        None = "none";
    }
}

one_of! {
    /// Basis of the price of a capital entry.
    pub enum CapitalBasis of CapitalEntry by basis {
        /// Price per node.
        PerNode(per_node: Located<PricePerNode>);
        /// Pieces and price of one.
        Pieces(count: Located<Pieces>, price: Located<PricePerPiece>);
        /// Fixed amount.
        Amount(amount: Located<Amount>);
        /// Price per kilowatt.
        PerKilowatt(per_kw: Located<PricePerKilowatt>);
        /// Share of the price of the nodes.
        ShareOfNodes(share_of_nodes: Located<Share>);
    }
}

part! {
    /// Equipment bought in addition to the servers, with exactly one basis.
    pub struct CapitalEntry {
        include labelled;
        /// Price per node, spares excluded.
        per_node: Option<Located<PricePerNode>>, display_name("price per node");
        /// Number of pieces, with `price`.
        count: Option<Located<Pieces>>, display_name("number of pieces");
        /// Price of one piece, with `count`.
        price: Option<Located<PricePerPiece>>, display_name("price of a piece");
        /// Fixed amount, paid with the first purchase.
        amount: Option<Located<Amount>>, display_name("amount");
        /// Price per kilowatt of the nodes' rated power.
        per_kw: Option<Located<PricePerKilowatt>>, display_name("price per kilowatt");
        /// Share of the price of the nodes and spares of each purchase.
        share_of_nodes: Option<Located<Share>>, nature(Nature::Negotiated), display_name("share of the price of the nodes");
        /// Service life in months, after which it is replaced; default: that of the option.
        useful_life_months: Option<Located<Term>>, example("60"), default_from(DefaultFrom::Around), display_name("useful life");
        /// Resale value at the end of its life, as a share of the price paid.
        residual_value: Located<Share> = "0%", nature(Nature::Negotiated), display_name("residual value");
        /// Valuation of its remaining life at the horizon; default: that of the option.
        value_at_horizon: Option<Located<HorizonValue>>, default_from(DefaultFrom::Around), display_name("value at the horizon");
        include invoiced;
        include depreciated;
    }
    choices(&[
        Choice::one_of(
            CapitalBasis::KEYS,
            "has no cost",
            "add a cost, such as `amount: 220_000` or `per_node: 31_000`",
        ),
    ]);
}

//! A cost line: payments, their dates, and their amortization.

use crate::scenario::document::CurrencyCode;
use crate::scenario::rent::Meter;
use crate::sheet::{Figure, FigureId};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use serde::Serialize;

/// Name of the line of the tax on sale prices above the undepreciated price.
pub const TAX_ON_RESALE: &str = "tax on resale";

/// Kind of cost of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CostGroup {
    /// Purchases.
    Purchase,
    /// Leases of servers.
    Lease,
    /// Sale prices, or the remaining value at the horizon.
    Resale,
    /// Recurring costs.
    Operating,
    /// Charges for instances or units.
    Usage,
    /// One-time payments.
    OneOff,
    /// Rent for demand that an owned fleet does not serve.
    Burst,
    /// Rent until an owned fleet is delivered.
    UntilDelivery,
    /// Cost of unserved demand.
    Delay,
    /// Loans, if they are part of the result: borrowing, repayment and remaining balance.
    Financing,
    /// Tax paid or saved.
    Tax,
}

impl CostGroup {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CostGroup::Purchase => "purchase",
            CostGroup::Lease => "lease",
            CostGroup::Resale => "resale",
            CostGroup::Operating => "operating",
            CostGroup::Usage => "usage",
            CostGroup::OneOff => "one_off",
            CostGroup::Burst => "burst",
            CostGroup::UntilDelivery => "until_delivery",
            CostGroup::Delay => "delay",
            CostGroup::Financing => "financing",
            CostGroup::Tax => "tax",
        }
    }

    /// Whether it is a cost of an owned fleet itself, unlike rent in its place and cost of delay.
    #[must_use]
    pub fn is_of_the_fleet(self) -> bool {
        match self {
            CostGroup::Burst | CostGroup::UntilDelivery | CostGroup::Delay => false,
            CostGroup::Purchase
            | CostGroup::Lease
            | CostGroup::Resale
            | CostGroup::Operating
            | CostGroup::Usage
            | CostGroup::OneOff
            | CostGroup::Financing
            | CostGroup::Tax => true,
        }
    }

    /// Whether its payments are costs of their month, unlike purchases, sales and tax.
    #[must_use]
    pub fn is_cost_of_its_month(self) -> bool {
        match self {
            CostGroup::Lease
            | CostGroup::Operating
            | CostGroup::Usage
            | CostGroup::OneOff
            | CostGroup::Burst
            | CostGroup::UntilDelivery
            | CostGroup::Delay => true,
            CostGroup::Purchase | CostGroup::Resale | CostGroup::Financing | CostGroup::Tax => false,
        }
    }

    /// Whether it is operating expenditure, as budgets count it: leases, running and one-time costs, and rent.
    #[must_use]
    pub fn is_operating(self) -> bool {
        self.is_cost_of_its_month() && self != CostGroup::Delay
    }
}

/// A payment or a stream of payments; costs are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<F> {
    /// An amount at the end of every month, by period.
    Monthly(F),
    /// An amount at the end of the month before every month, by period.
    InAdvance(F),
    /// An amount at the end of the first month of each period.
    FirstMonth(F),
    /// An amount at the end of one month; month 0 is the moment of the decision.
    Once {
        /// The month.
        month: u32,
        /// The amount.
        amount: F,
    },
}

impl<F: Copy> Flow<F> {
    /// The amount: once, or by period.
    #[must_use]
    pub fn amount(self) -> F {
        match self {
            Flow::Monthly(amount) | Flow::InAdvance(amount) | Flow::FirstMonth(amount) | Flow::Once { amount, .. } => {
                amount
            }
        }
    }

    /// The same dates with another amount.
    #[must_use]
    pub fn map<G>(self, of: impl FnOnce(F) -> G) -> Flow<G> {
        match self {
            Flow::Monthly(amount) => Flow::Monthly(of(amount)),
            Flow::InAdvance(amount) => Flow::InAdvance(of(amount)),
            Flow::FirstMonth(amount) => Flow::FirstMonth(of(amount)),
            Flow::Once { month, amount } => Flow::Once { month, amount: of(amount) },
        }
    }
}

/// Step of a price that changes by a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PriceStepping {
    /// At every anniversary of the decision.
    Year,
    /// Each month, from the second.
    Month,
}

/// A rate at which a price, or the exchange rate of its currency, changes.
#[derive(Clone, Copy, Debug)]
pub struct PriceChange<F> {
    /// Rate of change per step.
    pub rate: F,
    /// Step length.
    pub every: PriceStepping,
    /// Currency whose exchange rate changes; none if the price itself changes.
    pub currency: Option<CurrencyCode>,
    /// First month in which the price no longer follows the rate; none if it always does.
    pub until: Option<u32>,
}

impl<'s> PriceChange<Figure<'s>> {
    /// A change at every anniversary of the decision.
    #[must_use]
    pub fn every_year(rate: Figure<'s>) -> PriceChange<Figure<'s>> {
        PriceChange { rate, every: PriceStepping::Year, currency: None, until: None }
    }
}

/// A cost line in the finished sheet.
#[derive(Clone, Debug)]
pub struct CostLine {
    /// Its name in the report.
    pub name: String,
    /// Kind of cost.
    pub group: CostGroup,
    /// Whether it is for assets bought before the decision; its name then says so.
    pub is_already_owned: bool,
    /// The price that meters it, if metered.
    pub meter: Option<Meter>,
    /// Payments and their dates.
    pub flows: Vec<Flow<FigureId>>,
    /// Changes of its prices; for a hybrid, those of every part.
    pub price_changes: Vec<PriceChange<FigureId>>,
    /// Monthly costs, to be added, if they differ from payments: capital amortized over its months of service.
    pub amortized: Vec<FigureId>,
    /// Tax by the months in which it accrues, if it is settled later, at the end of its tax year.
    pub accrued: Vec<Accrual>,
    /// Cash over the horizon.
    pub total: FigureId,
    /// Its present value.
    pub present_value: FigureId,
}

/// Tax as a share of amounts, in the months of those amounts.
#[derive(Clone, Debug)]
pub struct Accrual {
    /// Share of each amount; negative if tax is saved.
    pub share: FigureId,
    /// The amounts.
    pub flows: Vec<Flow<FigureId>>,
}

impl CostLine {
    /// All figures that it refers to.
    pub fn figures(&self) -> impl Iterator<Item = FigureId> {
        let accrued = self.accrued.iter();
        let accrued = accrued.flat_map(|Accrual { share, flows }| [*share].into_iter().chain(amounts(flows)));
        let own = [self.total, self.present_value].into_iter().chain(self.amortized.iter().copied());
        own.chain(amounts(&self.flows)).chain(accrued)
    }

    /// Whether it is a resale line or the tax on it.
    #[must_use]
    pub fn is_of_resale(&self) -> bool {
        self.group == CostGroup::Resale || self.group == CostGroup::Tax && self.name == TAX_ON_RESALE
    }
}

fn amounts(flows: &[Flow<FigureId>]) -> impl Iterator<Item = FigureId> {
    flows.iter().map(|flow| flow.amount())
}

/// A cost line with its figures, while the sheet is built.
#[derive(Clone, Debug)]
pub struct DraftLine<'s> {
    /// Cash over the horizon.
    pub total: Figure<'s>,
    /// Its present value.
    pub present_value: Figure<'s>,
    /// Its costs of the month, which are tax-deductible at once; purchases are not.
    pub costs: Vec<Flow<Figure<'s>>>,
    /// The line in the finished sheet.
    pub line: CostLine,
}

impl<'s> DraftLine<'s> {
    /// Line with these flows. Total = Σ flows; present value = Σ `flow · v^m`.
    ///
    /// # Panics
    /// If there is no flow, which is a bug: a line without flows must not exist.
    #[must_use]
    pub fn new(timeline: &Timeline<'s>, name: &str, group: CostGroup, flows: &[Flow<Figure<'s>>]) -> DraftLine<'s> {
        assert!(!flows.is_empty(), "line {name} has no flow");
        let total = timeline.draft.sum(Unit::MONEY, flows.iter().map(|flow| flow.total(timeline)));
        let present_value = timeline.draft.sum(Unit::MONEY, flows.iter().map(|flow| flow.present_value(timeline)));
        let line = CostLine {
            name: name.to_owned(),
            group,
            is_already_owned: false,
            meter: None,
            flows: flows.iter().map(Flow::finished).collect(),
            price_changes: Vec::new(),
            amortized: Vec::new(),
            accrued: Vec::new(),
            total: total.id(),
            present_value: present_value.id(),
        };
        let costs = if group.is_cost_of_its_month() { flows.to_vec() } else { Vec::new() };
        DraftLine { total, present_value, costs, line }
    }

    /// Restricts its costs of the month to these payments.
    #[must_use]
    pub fn with_costs(self, costs: Vec<Flow<Figure<'s>>>) -> DraftLine<'s> {
        DraftLine { costs, ..self }
    }

    /// Sum of both as one line, with the name and group of the first.
    #[must_use]
    pub fn and(&self, other: &DraftLine<'s>) -> DraftLine<'s> {
        let (total, present_value) = (self.total + other.total, self.present_value + other.present_value);
        let line = CostLine {
            flows: self.line.flows.iter().chain(&other.line.flows).copied().collect(),
            price_changes: self.line.price_changes.iter().chain(&other.line.price_changes).copied().collect(),
            amortized: self.line.amortized.iter().chain(&other.line.amortized).copied().collect(),
            accrued: self.line.accrued.iter().chain(&other.line.accrued).cloned().collect(),
            total: total.id(),
            present_value: present_value.id(),
            ..self.line.clone()
        };
        let costs = [self.costs.as_slice(), &other.costs].concat();
        DraftLine { total, present_value, costs, line }
    }

    /// Marks the line as for assets bought before the decision.
    #[must_use]
    pub fn already_owned(mut self) -> DraftLine<'s> {
        self.line.is_already_owned = true;
        self
    }

    /// Marks the line as metered by a price.
    #[must_use]
    pub fn metered(mut self, meter: Meter) -> DraftLine<'s> {
        self.line.meter = Some(meter);
        self
    }

    /// Adds a rate at which its price changes.
    #[must_use]
    pub fn changing(mut self, change: PriceChange<Figure<'s>>) -> DraftLine<'s> {
        let PriceChange { rate, every, currency, until } = change;
        self.line.price_changes.push(PriceChange { rate: rate.id(), every, currency, until });
        self
    }

    /// Lets its tax accrue as a share of these amounts before it is settled.
    #[must_use]
    pub fn accruing(mut self, share: Figure<'s>, flows: &[Flow<Figure<'s>>]) -> DraftLine<'s> {
        self.line.accrued.push(Accrual { share: share.id(), flows: flows.iter().map(Flow::finished).collect() });
        self
    }

    /// Amortizes the line as `amount` a month.
    #[must_use]
    pub fn amortized(mut self, amount: Figure<'s>) -> DraftLine<'s> {
        self.line.amortized = vec![amount.id()];
        self
    }
}

impl<'s> Flow<Figure<'s>> {
    fn total(&self, timeline: &Timeline<'s>) -> Figure<'s> {
        match *self {
            Flow::Monthly(amount) | Flow::InAdvance(amount) => amount.dot(timeline.months),
            Flow::FirstMonth(amount) => amount.dot(timeline.once),
            Flow::Once { amount, .. } => amount,
        }
    }

    fn present_value(&self, timeline: &Timeline<'s>) -> Figure<'s> {
        match *self {
            Flow::Monthly(amount) => amount.dot(timeline.discount),
            Flow::InAdvance(amount) => timeline.present_value_in_advance(amount),
            Flow::FirstMonth(amount) => amount.dot(timeline.first_discount),
            Flow::Once { month: 0, amount } => amount,
            Flow::Once { month, amount } => amount * timeline.discount_at(month),
        }
    }

    fn finished(&self) -> Flow<FigureId> {
        self.map(Figure::id)
    }
}

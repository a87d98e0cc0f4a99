//! Leases of servers: payments and their dates.

use super::capital::{Asset, spread};
use super::indirect_tax::IndirectTax;
use super::line::{CostGroup, DraftLine, Flow};
use super::quoted::Quoted;
use crate::inputs::Inputs as _;
use crate::scenario::dates::{DeliveryTerm, TermDuration};
use crate::scenario::document::NodeId;
use crate::scenario::finance::{Lease, LeaseRate};
use crate::sheet::Figure;
use crate::timeline::{Cuts, Timeline};
use crate::unit::{BaseUnits as _, Unit};

/// An order of leased servers.
#[derive(Clone, Copy, Debug)]
pub struct LeasedOrder<'s> {
    /// Servers and spares.
    pub count: Figure<'s>,
    /// Month at whose end they are delivered and the lease begins.
    pub delivered: u32,
    /// Months of service if they are bought at the end of the lease.
    pub life_months: u32,
}

/// One lease of an order, cut at the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    /// First month.
    first: u32,
    /// Last month.
    last: u32,
    /// Month at whose end it begins, for indexing the rate by full years; none for the first lease, which is at the
    /// given rate.
    moved: Option<u32>,
}

impl Term {
    /// First and last month of each of its years; the last one may be shorter.
    fn years(self) -> impl Iterator<Item = (u32, u32)> {
        (self.first..=self.last).step_by(12).map(move |first| (first, self.last.min(first + 11)))
    }
}

/// The leases of an order: with a buyout one for every generation of `life` months, otherwise back to back.
fn terms(lease: &Lease, delivered: u32, life: u32, horizon: u32) -> Vec<Term> {
    let length = TermDuration::from(lease.term()).months_after(delivered.cast_signed());
    if length == 0 {
        return Vec::new();
    }
    let after = if lease.buyout.is_some() { life } else { length };
    let begins = (delivered..horizon).step_by(after as usize);
    let term = |begins: u32| Term {
        first: begins + 1,
        last: (begins + length).min(horizon),
        moved: (begins != delivered).then_some(begins),
    };
    begins.map(term).collect()
}

/// The end of a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseEnd {
    /// First month after it.
    pub month: u32,
    /// Whether the next lease begins with that month.
    pub renewed: bool,
}

/// Ends of the leases of an order within the horizon.
#[must_use]
pub fn ends(lease: &Lease, delivered: u32, life: u32, horizon: u32) -> Vec<LeaseEnd> {
    let terms = terms(lease, delivered, life, horizon);
    let end =
        |term: &Term| LeaseEnd { month: term.last + 1, renewed: terms.iter().any(|next| next.first == term.last + 1) };
    terms.iter().map(end).filter(|end| end.month <= horizon).collect()
}

/// Cuts the periods where a lease, or a year of one that is paid yearly, begins or ends.
pub fn cut(cuts: &mut Cuts, lease: &Lease, delivered: u32, life: u32, horizon: u32) {
    for term in terms(lease, delivered, life, horizon) {
        match lease.rate() {
            LeaseRate::Monthly(_) => cuts.span(term.first, term.last),
            LeaseRate::Yearly(_) => term.years().for_each(|(first, last)| cuts.span(first, last)),
        }
    }
}

/// Line of payments and buyouts of leased servers. `nodes` is the asset as if purchased, `change` the price change per
/// year, `tax` the indirect tax.
#[must_use]
pub fn line<'s>(
    timeline: &Timeline<'s>,
    (lease, term): (&Lease, DeliveryTerm),
    nodes: &Asset<'s>,
    orders: &[LeasedOrder<'s>],
    (change, tax): (Figure<'s>, IndirectTax<'s>),
) -> Option<DraftLine<'s>> {
    let draft = timeline.draft;
    let year = || draft.constant(12, Unit::MONTH.per(Unit::YEAR), "months of a year");
    let (rate, is_yearly) = match lease.rate() {
        LeaseRate::Monthly(rate) => (Quoted::of(timeline, rate), false),
        LeaseRate::Yearly(rate) => (Quoted::of(timeline, rate) * (1 / year()), true),
    };
    let in_advance = draft.structural(&lease.in_advance);
    draft.shaped_by(term.lasts.at);
    let keys = [term.lasts.at, lease.in_advance.at];
    let because: Vec<NodeId> = nodes.dates.iter().copied().chain(keys).collect();
    let (mut flows, mut spreads): (Vec<Flow<Figure<'s>>>, Vec<Figure<'s>>) = (Vec::new(), Vec::new());
    for order in orders {
        for term in terms(lease, order.delivered, order.life_months, timeline.horizon) {
            let rate = term.moved.map_or(rate, |month| rate * timeline.price_index(change, month));
            let rate = order.count * rate;
            if !is_yearly {
                let payment = tax.on(rate.monthly(timeline)) * timeline.within(term.first, term.last, &because);
                flows.push(if in_advance { Flow::InAdvance(payment) } else { Flow::Monthly(payment) });
                spreads.push(payment);
                continue;
            }
            for (first, last) in term.years() {
                let month = if in_advance { first - 1 } else { last };
                let months = draft.constant(last + 1 - first, Unit::MONTH, "months of the lease year");
                let a_month = tax.on(rate.paid_in(timeline, month));
                let amount = a_month * months.decided_by(because.iter().copied());
                flows.push(Flow::Once { month, amount });
                spreads.push(a_month * timeline.within(first, last, &because));
            }
        }
    }
    let payments = flows.clone();
    if let Some(share) = &lease.buyout {
        for bought in &nodes.bought {
            let month = bought.generation.delivered + term.months(bought.order);
            if month <= timeline.horizon {
                let amount = bought.invoiced_when_ordered * draft.given(share);
                flows.push(Flow::Once { month, amount });
                spreads.push(spread(timeline, bought.generation, amount, &because));
            }
        }
    }
    let amortized = draft.sum(Unit::MONEY.per(Unit::MONTH), spreads);
    let line = || DraftLine::new(timeline, &nodes.name, CostGroup::Lease, &flows).with_costs(payments);
    (!flows.is_empty()).then(|| line().amortized(amortized))
}

//! Operating lines and one-time payments, computed alike for owning and renting.

use super::indirect_tax::IndirectTax;
use super::line::{CostGroup, DraftLine, Flow};
use super::quoted::{Quoted, monthly};
use crate::inputs::Inputs as _;
use crate::scenario::document::{Entry, Located, NodeId, ScalarOr};
use crate::scenario::line::{OneOff, OperatingBasis, Tier};
use crate::scenario::quantities::{Amount, Change, TaxRate, TerabytesPerMonth};
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// Quantities of an option that the bases of its operating lines apply to; absent if the option has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measures<'s> {
    /// Owned servers in service.
    pub nodes: Option<Figure<'s>>,
    /// Accelerators per server.
    pub accelerators_per_node: Option<Figure<'s>>,
    /// Rated power per server.
    pub power: Option<Figure<'s>>,
    /// Price of the assets in service.
    pub capital: Option<Figure<'s>>,
    /// Useful hours served by the option itself.
    pub useful: Option<Figure<'s>>,
    /// Metered charges of the month.
    pub bill: Option<Figure<'s>>,
}

/// Amount per month of a basis, before growth; `None` if the option has no such quantity.
#[must_use]
pub fn amount<'s>(timeline: &Timeline<'s>, basis: &OperatingBasis<'_>, of: &Measures<'s>) -> Option<Figure<'s>> {
    let draft = timeline.draft;
    let year = || draft.constant(12, Unit::MONTH.per(Unit::YEAR), "months of a year");
    Some(match basis {
        OperatingBasis::PerMonth(amount) => monthly(timeline, amount),
        OperatingBasis::PerYear(amount) => monthly(timeline, amount) / year(),
        OperatingBasis::Staff(fte, price) => draft.given(fte) * monthly(timeline, price) / year(),
        OperatingBasis::PerNodeMonth(price) => of.nodes? * monthly(timeline, price),
        OperatingBasis::PerNodeYear(price) => of.nodes? * monthly(timeline, price) / year(),
        OperatingBasis::PerAcceleratorMonth(price) => of.nodes? * of.accelerators_per_node? * monthly(timeline, price),
        OperatingBasis::PerKilowattMonth(price) => of.nodes? * of.power? * monthly(timeline, price),
        OperatingBasis::ShareOfCapital(share) => of.capital? * draft.given(share) / year(),
        OperatingBasis::PerUsefulHour(price) => of.useful? * monthly(timeline, price),
        OperatingBasis::ShareOfBill(share) => of.bill? * draft.given(share),
        OperatingBasis::Stored(volume, price) => draft.given(volume) * monthly(timeline, price),
        OperatingBasis::Moved(volume, price) => draft.given(volume) * monthly(timeline, price),
        OperatingBasis::Requests(volume, price) => draft.given(volume) * monthly(timeline, price),
        OperatingBasis::Tiers(volume, tiers) => tiered(timeline, volume, tiers)?,
    })
}

/// Marginal tiers: each price applies to the volume above the previous bound and up to its own.
fn tiered<'s>(timeline: &Timeline<'s>, volume: &Located<TerabytesPerMonth>, tiers: &[Tier]) -> Option<Figure<'s>> {
    let draft = timeline.draft;
    let volume = draft.given(volume);
    let mut below: Option<Figure<'s>> = None;
    let mut sum: Option<Figure<'s>> = None;
    for tier in tiers {
        let bound = tier.up_to_tb.as_ref().map(|bound| draft.given(bound));
        let reached = bound.map_or(volume, |bound| volume.min(bound));
        let inside = below.map_or(reached, |below| reached.positive_part_over(below));
        let charge = inside * monthly(timeline, &tier.per_tb);
        sum = Some(sum.map_or(charge, |sum| sum + charge));
        below = bound;
    }
    sum
}

/// Months and growth of a line.
#[derive(Clone, Debug)]
pub struct Span<'a> {
    /// Growth of the amount.
    pub growth: &'a Located<Change>,
    /// First month.
    pub first: u32,
    /// Last month.
    pub last: u32,
    /// Document nodes that determine these months.
    pub because: Vec<NodeId>,
}

/// Row of a line: amount × growth in the months of its span; `None` if the span is empty.
#[must_use]
pub fn row<'s>(timeline: &Timeline<'s>, amount: Figure<'s>, span: &Span<'_>) -> Option<Figure<'s>> {
    let last = span.last.min(timeline.horizon);
    if span.first > last {
        return None;
    }
    let grown = amount * timeline.growth(timeline.draft.given(span.growth));
    Some(timeline.limited(grown, span.first, last, &span.because))
}

/// Amount and month of a one-time payment; `option` is the rate of indirect tax on invoices of its option.
#[must_use]
pub fn one_off<'s>(
    timeline: &Timeline<'s>,
    entry: &ScalarOr<Located<Amount>, OneOff>,
    option: Option<&Located<TaxRate>>,
) -> (Quoted<'s>, u32) {
    let draft = timeline.draft;
    let (amount, month, dated) = match entry {
        ScalarOr::Scalar(amount) => (Quoted::of(timeline, amount), 0, None),
        ScalarOr::Part(dated) => {
            (Quoted::of(timeline, &dated.amount), draft.structural(&dated.month).count(), Some(dated))
        }
    };
    (IndirectTax::of_one_off(timeline, dated, option).on_quoted(amount), month)
}

/// Line of a one-time payment at its date; `None` if it is beyond the horizon.
#[must_use]
pub fn one_off_line<'s>(
    timeline: &Timeline<'s>,
    entry: &Entry<ScalarOr<Located<Amount>, OneOff>>,
    option: Option<&Located<TaxRate>>,
) -> Option<DraftLine<'s>> {
    let (amount, month) = one_off(timeline, &entry.value, option);
    let flow = Flow::Once { month, amount: amount.paid_in(timeline, month) };
    (month <= timeline.horizon).then(|| DraftLine::new(timeline, &entry.name, CostGroup::OneOff, &[flow]))
}

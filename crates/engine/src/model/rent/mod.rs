//! Rent options: their charges for a load, be it the whole demand or the part an owned fleet leaves.

mod commitments;
mod dedicated;
mod flexible;
mod metering;
mod on_demand;
mod spot;
mod usage;

pub use commitments::{COMMITTED, Committed, own_commitments, terms};
pub use usage::{CommitmentUse, Paid, TokenCharge, Usage, WorkHours, either};

use super::indirect_tax::IndirectTax;
use super::line::{CostGroup, DraftLine, Flow, PriceChange};
use super::load::OptionLoad;
use super::operating::{self, Measures, Span};
use super::quoted::Quoted;
use crate::demand::DraftDemand;
use crate::inputs::Inputs as _;
use crate::scenario::document::Entry;
use crate::scenario::rent::{Rent, Tariff};
use crate::sheet::Figure;
use crate::timeline::{Cuts, Timeline};
use metering::Metering;

/// Cuts the periods where charges for a load from `first` to `last` begin or end.
pub fn cut(cuts: &mut Cuts, committed: &[Committed<'_>], (first, last): (u32, u32), horizon: u32) {
    cuts.span(first, last);
    for committed in committed {
        for term in terms(committed, horizon) {
            cuts.span(term.first, term.last);
        }
    }
}

/// Charges of a rent option for a load: commitments first, the rest at its other prices. `group` is the group of its
/// lines.
#[must_use]
pub fn usage<'s>(
    timeline: &Timeline<'s>,
    demand: &DraftDemand<'s>,
    entry: &Entry<Rent>,
    load: &OptionLoad<'s>,
    committed: &[Committed<'_>],
    group: CostGroup,
) -> Usage<'s> {
    let rent = &entry.value;
    let metering = Metering { timeline, demand, entry, load, measure: demand.measure(rent.into()), group };
    match rent.tariff() {
        Tariff::OnDemandInstance(price) => {
            metering.on_demand(&metering.changing_price(Quoted::of(timeline, price)), committed)
        }
        Tariff::OnDemandAccelerator(price) => metering
            .on_demand(&metering.changing_price(Quoted::of(timeline, price) * metering.accelerators()), committed),
        Tariff::DedicatedInstance(price) => metering.dedicated(&metering.changing_price(Quoted::of(timeline, price))),
        Tariff::DedicatedAccelerator(price) => {
            metering.dedicated(&metering.changing_price(Quoted::of(timeline, price) * metering.accelerators()))
        }
        Tariff::PerUnit(price) => metering.per_unit(&metering.changing_price(Quoted::of(timeline, price))),
        Tariff::PerTokens(prices) => metering.per_tokens(prices),
    }
}

/// Operating lines of an option with a usage; `only` limits them to months in which it is 1.
#[must_use]
pub fn operating<'s>(
    timeline: &Timeline<'s>,
    rent: &Rent,
    usage: &Usage<'s>,
    group: CostGroup,
    only: Option<Figure<'s>>,
) -> Vec<DraftLine<'s>> {
    let measures = Measures { useful: Some(usage.useful), bill: Some(usage.bill), ..Measures::default() };
    let line = |entry: &Entry<crate::scenario::line::RentedLine>| {
        let amount = operating::amount(timeline, &entry.value.basis(), &measures)?;
        let span = Span {
            growth: &entry.value.growth_per_year,
            first: entry.value.starts_month.as_ref().map_or(1, |month| timeline.draft.structural(month).count()),
            last: entry
                .value
                .ends_month
                .as_ref()
                .map_or(timeline.horizon, |month| timeline.draft.structural(month).count()),
            because: [&entry.value.starts_month, &entry.value.ends_month].into_iter().flatten().map(|m| m.at).collect(),
        };
        let row = operating::row(timeline, amount, &span)?;
        let row = only.map_or(row, |only| row * only);
        let (stated, option) = (entry.value.indirect_tax.as_ref(), rent.indirect_tax.as_ref());
        let row = IndirectTax::of_line(timeline, &entry.value.basis(), stated, option).on(row);
        let line = DraftLine::new(timeline, &entry.name, group, &[Flow::Monthly(row)]);
        Some(line.changing(PriceChange::every_year(timeline.draft.given(&entry.value.growth_per_year))))
    };
    rent.operating.iter().filter_map(line).collect()
}

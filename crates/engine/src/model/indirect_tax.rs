//! Tax that is added to what others invoice and not recovered. It multiplies what is paid; shares of prices, and receipts, are of
//! net prices.

use super::quoted::Quoted;
use crate::inputs::Inputs as _;
use crate::scenario::document::Given;
use crate::scenario::line::{OneOff, OperatingBasis};
use crate::scenario::own::{CapitalEntry, Own};
use crate::scenario::quantities::TaxRate;
use crate::scenario::rent::Rent;
use crate::sheet::Figure;
use crate::timeline::Timeline;

/// A rate that an author stated.
type Stated<'a> = Option<&'a Given<TaxRate>>;

/// What a net price is multiplied with; nothing where no rate is stated.
#[derive(Clone, Copy, Debug)]
pub struct IndirectTax<'s> {
    factor: Option<Figure<'s>>,
}

impl<'s> IndirectTax<'s> {
    /// By the nearest of several rates, the nearest first; where none of them is stated, by that of the scenario.
    fn nearest(timeline: &Timeline<'s>, stated: &[Stated<'_>]) -> IndirectTax<'s> {
        let stated = stated.iter().copied().flatten().next().map(|rate| timeline.draft.given(rate));
        IndirectTax { factor: stated.or(timeline.indirect_tax).map(|rate| 1 + rate) }
    }

    /// Of what an owned option is invoiced, but for its servers, its entries and its lines.
    #[must_use]
    pub fn of_own(timeline: &Timeline<'s>, own: &Own) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[own.indirect_tax.as_ref()])
    }

    /// Of servers, bought or leased.
    #[must_use]
    pub fn of_nodes(timeline: &Timeline<'s>, own: &Own) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[own.node.indirect_tax.as_ref(), own.indirect_tax.as_ref()])
    }

    /// Of an entry of `capital`.
    #[must_use]
    pub fn of_entry(timeline: &Timeline<'s>, own: &Own, entry: &CapitalEntry) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[entry.indirect_tax.as_ref(), own.indirect_tax.as_ref()])
    }

    /// Of the instances or units of a rent option.
    #[must_use]
    pub fn of_rent(timeline: &Timeline<'s>, rent: &Rent) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[rent.indirect_tax.as_ref()])
    }

    /// Of an operating line of an option with a rate; nobody invoices one's own staff.
    #[must_use]
    pub fn of_line(
        timeline: &Timeline<'s>,
        basis: &OperatingBasis<'_>,
        line: Stated<'_>,
        option: Stated<'_>,
    ) -> IndirectTax<'s> {
        match basis {
            OperatingBasis::Staff(..) => IndirectTax { factor: None },
            OperatingBasis::PerMonth(_)
            | OperatingBasis::PerYear(_)
            | OperatingBasis::PerNodeMonth(_)
            | OperatingBasis::PerNodeYear(_)
            | OperatingBasis::PerAcceleratorMonth(_)
            | OperatingBasis::PerKilowattMonth(_)
            | OperatingBasis::ShareOfCapital(_)
            | OperatingBasis::PerUsefulHour(_)
            | OperatingBasis::ShareOfBill(_)
            | OperatingBasis::Stored(..)
            | OperatingBasis::Moved(..)
            | OperatingBasis::Requests(..)
            | OperatingBasis::Tiers(..) => IndirectTax::nearest(timeline, &[line, option]),
        }
    }

    /// Of a payment of an option with a rate; `dated` is the payment where more is said of it than an amount.
    #[must_use]
    pub fn of_one_off(timeline: &Timeline<'s>, dated: Option<&OneOff>, option: Stated<'_>) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[dated.and_then(|dated| dated.indirect_tax.as_ref()), option])
    }

    /// The same of a net price in the currency in which it is quoted.
    #[must_use]
    pub fn on_quoted(self, net: Quoted<'s>) -> Quoted<'s> {
        self.factor.map_or(net, |factor| net * factor)
    }

    /// What is paid for something at a net price: `net · (1 + rate)`.
    #[must_use]
    pub fn on(self, net: Figure<'s>) -> Figure<'s> {
        self.factor.map_or(net, |factor| net * factor)
    }
}

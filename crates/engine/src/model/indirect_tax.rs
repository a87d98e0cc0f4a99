//! Indirect tax that is not recovered. It applies to amounts paid; shares of prices, and receipts, are based on net
//! prices.

use super::quoted::Quoted;
use crate::inputs::Inputs as _;
use crate::scenario::document::Located;
use crate::scenario::line::{OneOff, OperatingBasis};
use crate::scenario::own::{CapitalEntry, Own};
use crate::scenario::quantities::TaxRate;
use crate::scenario::rent::Rent;
use crate::sheet::Figure;
use crate::timeline::Timeline;

/// A tax rate, if given.
type TaxRateInput<'a> = Option<&'a Located<TaxRate>>;

/// Factor for net prices; none if no rate is given.
#[derive(Clone, Copy, Debug)]
pub struct IndirectTax<'s> {
    factor: Option<Figure<'s>>,
}

impl<'s> IndirectTax<'s> {
    /// Tax at the first rate that is given, else at the scenario's rate.
    fn nearest(timeline: &Timeline<'s>, stated: &[TaxRateInput<'_>]) -> IndirectTax<'s> {
        let stated = stated.iter().copied().flatten().next().map(|rate| timeline.draft.given(rate));
        IndirectTax { factor: stated.or(timeline.indirect_tax).map(|rate| 1 + rate) }
    }

    /// Tax on invoices of an owned option, except its servers, entries and lines.
    #[must_use]
    pub fn of_own(timeline: &Timeline<'s>, own: &Own) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[own.indirect_tax.as_ref()])
    }

    /// Tax on servers, bought or leased.
    #[must_use]
    pub fn of_nodes(timeline: &Timeline<'s>, own: &Own) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[own.node.indirect_tax.as_ref(), own.indirect_tax.as_ref()])
    }

    /// Tax on an entry of `capital`.
    #[must_use]
    pub fn of_entry(timeline: &Timeline<'s>, own: &Own, entry: &CapitalEntry) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[entry.indirect_tax.as_ref(), own.indirect_tax.as_ref()])
    }

    /// Tax on the instances or units of a rent option.
    #[must_use]
    pub fn of_rent(timeline: &Timeline<'s>, rent: &Rent) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[rent.indirect_tax.as_ref()])
    }

    /// Tax on an operating line of an option with a rate; none on the salaries of one's own staff.
    #[must_use]
    pub fn of_line(
        timeline: &Timeline<'s>,
        basis: &OperatingBasis<'_>,
        line: TaxRateInput<'_>,
        option: TaxRateInput<'_>,
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

    /// Tax on a payment of an option with a rate; `dated` is the payment if it has more keys than an amount.
    #[must_use]
    pub fn of_one_off(timeline: &Timeline<'s>, dated: Option<&OneOff>, option: TaxRateInput<'_>) -> IndirectTax<'s> {
        IndirectTax::nearest(timeline, &[dated.and_then(|dated| dated.indirect_tax.as_ref()), option])
    }

    /// Gross price for a net price in its quoted currency.
    #[must_use]
    pub fn on_quoted(self, net: Quoted<'s>) -> Quoted<'s> {
        self.factor.map_or(net, |factor| net * factor)
    }

    /// Gross price for a net price: `net · (1 + rate)`.
    #[must_use]
    pub fn on(self, net: Figure<'s>) -> Figure<'s> {
        self.factor.map_or(net, |factor| net * factor)
    }
}

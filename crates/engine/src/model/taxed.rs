//! Tax lines of a part of an option.

use super::line::DraftLine;
use super::own::{Fleet, Plan};
use super::part::Writer;
use super::tax::{Depreciated, DraftTax};
use crate::scenario::tax::Tax;
use crate::sheet::Figure;

/// The tax settings of a scenario with their figures.
#[derive(Clone, Copy, Debug)]
pub struct Taxation<'a, 's> {
    /// Settings.
    pub settings: &'a Tax,
    /// Figures in the sheet.
    pub draft: &'a DraftTax<'s>,
}

impl<'s> Writer<'_, 's> {
    /// Adds the tax lines to the lines of a part; `owned` are its plan and fleet, if owned. Returns the present value
    /// of the tax on all receipts.
    pub(super) fn add_tax(
        &self,
        lines: &mut Vec<DraftLine<'s>>,
        owned: Option<(&Plan<'_>, &Fleet<'s>)>,
    ) -> Option<Figure<'s>> {
        let Taxation { settings, draft: tax } = self.tax?;
        let relief = tax.relief(self.timeline, lines);
        let depreciated = owned.map(|(plan, fleet)| depreciated(self, settings, plan, fleet)).unwrap_or_default();
        let on_capital = tax.on_capital(self.timeline, &depreciated);
        lines.extend(relief);
        lines.extend(on_capital.lines);
        on_capital.of_receipts
    }

    /// Cash over the horizon and present value of a line of costs, after tax if there is one.
    pub(super) fn after_tax(&self, line: &DraftLine<'s>) -> [Figure<'s>; 2] {
        let relief = self.tax.and_then(|tax| tax.draft.relief(self.timeline, std::slice::from_ref(line)));
        relief.map_or([line.total, line.present_value], |relief| {
            [line.total + relief.total, line.present_value + relief.present_value]
        })
    }
}

/// Purchases of a fleet, the servers first, with their depreciation terms.
fn depreciated<'a, 's>(
    writer: &Writer<'_, 's>,
    tax: &'a Tax,
    plan: &'a Plan<'_>,
    fleet: &Fleet<'s>,
) -> Vec<Depreciated<'a, 's>> {
    let own = &plan.entry.value;
    let of_option = own.depreciation_keys();
    let one = |(at, asset): (usize, &super::capital::Asset<'s>)| {
        let nearest = match own.capital.get(&asset.name).filter(|_| at > 0) {
            Some(entry) => entry.value.depreciation_keys(),
            None => own.node.depreciation_keys(),
        };
        let nearest = [nearest, of_option];
        let (terms, state_terms) = (tax.terms(&nearest), tax.state_terms(&nearest));
        let bought = asset.depreciables(writer.timeline).into_iter();
        bought.map(|bought| Depreciated { bought, terms, state_terms }).collect::<Vec<_>>()
    };
    fleet.assets.iter().enumerate().flat_map(one).collect()
}

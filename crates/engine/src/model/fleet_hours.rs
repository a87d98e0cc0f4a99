//! Cost per hour of a fleet.

use super::figures::FleetModel;
use super::line::{CostLine, DraftLine};
use super::part::{DraftPart, Writer};
use super::tax::RELIEF;

impl<'s> Writer<'_, 's> {
    /// Hours of a part's fleet, with the costs of the fleet itself and the other costs of its option. If both save tax,
    /// the tax shield is recomputed from the fleet's own costs.
    pub(super) fn fleet(&self, part: &DraftPart<'s>) -> Option<FleetModel> {
        let owned = part.owned.as_ref()?;
        let is_own = |line: &&DraftLine<'s>| line.line.group.is_of_the_fleet();
        let (own, separate_lines): (Vec<&DraftLine<'s>>, Vec<&DraftLine<'s>>) = part.lines.iter().partition(is_own);
        let mut lines: Vec<CostLine> = own.iter().map(|line| line.line.clone()).collect();
        if let Some(tax) = self.tax.filter(|_| !separate_lines.is_empty()) {
            let before_tax: Vec<DraftLine<'s>> = own.into_iter().cloned().collect();
            lines.retain(|line| line.name != RELIEF);
            lines.extend(tax.draft.relief(self.timeline, &before_tax).map(|line| line.line));
        }
        let (months, discount) = (self.timeline.months, self.timeline.discount);
        let (in_service, useful) = (owned.in_service, owned.worked);
        Some(FleetModel {
            lines,
            separate_lines: separate_lines.into_iter().map(|line| line.line.clone()).collect(),
            in_service: in_service.dot(months).named("accelerator-hours in service").id(),
            useful: useful.dot(months).named("useful accelerator-hours").id(),
            discounted_in_service: in_service.dot(discount).named("discounted hours in service").id(),
            discounted_useful: useful.dot(discount).named("discounted useful accelerator-hours").id(),
            in_service_by_month: in_service.id(),
            useful_by_month: useful.id(),
        })
    }
}

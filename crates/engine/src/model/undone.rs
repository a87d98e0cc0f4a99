//! Work that an owned option leaves undone, and what that costs.

use super::line::{CostGroup, DraftLine, Flow};
use super::load::OptionLoad;
use super::own::{Elsewhere, Fleet, Plan};
use super::part::Writer;
use super::quoted;
use crate::sheet::Figure;

/// Work left undone.
pub(super) struct Undone<'s> {
    /// Useful hours left undone.
    pub hours: Option<Figure<'s>>,
    /// Hours in which the work is done and its headroom is not held.
    pub without_headroom: Option<Figure<'s>>,
    /// What that costs.
    pub delay: Option<DraftLine<'s>>,
    /// What of the delay is due before the first delivery.
    pub delay_before: Option<DraftLine<'s>>,
}

impl<'s> Writer<'_, 's> {
    /// Useful firm hours that nobody serves while the fleet is down.
    pub(super) fn lost(&self, plan: &Plan<'_>, fleet: &Fleet<'s>) -> Option<Figure<'s>> {
        match plan.burst {
            Elsewhere::To(..) => None,
            Elsewhere::Unnamed | Elsewhere::Wait => {
                let lost = fleet.served.rest.lost.useful(self.timeline, self.demand);
                Some(lost.named("useful hours lost to downtime"))
            }
        }
    }

    /// What is left undone where work waits, and what that costs.
    pub(super) fn undone(&self, plan: &Plan<'_>, fleet: &Fleet<'s>) -> Undone<'s> {
        let rest = &fleet.served.rest;
        let useful = |load: &OptionLoad<'s>| load.useful(self.timeline, self.demand);
        let before = rest.before.as_ref().filter(|_| matches!(plan.until_delivery, Elsewhere::Wait)).map(useful);
        let beyond = matches!(plan.burst, Elsewhere::Wait).then(|| useful(&rest.beyond));
        let hours = [before, beyond].into_iter().flatten().reduce(|a, b| a + b);
        let without_headroom = fleet.served.without_headroom.filter(|_| matches!(plan.burst, Elsewhere::Wait));
        let without_headroom = without_headroom
            .map(|hours| self.timeline.limited(hours, plan.first_service, self.timeline.horizon, &plan.dates));
        Undone {
            hours,
            without_headroom,
            delay: self.delay(&[hours, without_headroom]),
            delay_before: self.delay(&[before]),
        }
    }

    /// Charged in every month with any of these hours.
    fn delay(&self, hours: &[Option<Figure<'s>>]) -> Option<DraftLine<'s>> {
        let any = hours.iter().flatten().map(|hours| hours.any()).reduce(Figure::max)?;
        let row = quoted::monthly(self.timeline, self.scenario.cost_of_delay_per_month.as_ref()?) * any;
        Some(DraftLine::new(self.timeline, "delay", CostGroup::Delay, &[Flow::Monthly(row)]))
    }
}

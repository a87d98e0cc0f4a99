//! Unserved work of an owned option, and its cost of delay.

use super::line::{CostGroup, DraftLine, Flow};
use super::load::OptionLoad;
use super::own::{Fleet, OverflowTarget, Plan};
use super::part::Writer;
use super::quoted;
use crate::sheet::Figure;

/// Unserved work.
pub(super) struct UnservedWork<'s> {
    /// Unserved useful hours.
    pub hours: Option<Figure<'s>>,
    /// Hours in which the work is served without its headroom.
    pub without_headroom: Option<Figure<'s>>,
    /// Cost of delay.
    pub delay: Option<DraftLine<'s>>,
    /// The part of the cost of delay before the first delivery.
    pub delay_before: Option<DraftLine<'s>>,
}

impl<'s> Writer<'_, 's> {
    /// Useful firm hours lost while the fleet is down, if no other option serves them.
    pub(super) fn lost(&self, plan: &Plan<'_>, fleet: &Fleet<'s>) -> Option<Figure<'s>> {
        match plan.burst {
            OverflowTarget::To(..) => None,
            OverflowTarget::Unnamed | OverflowTarget::Wait => {
                let lost = fleet.served.rest.lost.useful(self.timeline, self.demand);
                Some(lost.named("useful hours lost to downtime"))
            }
        }
    }

    /// Unserved work if work waits, with its cost of delay.
    pub(super) fn unserved(&self, plan: &Plan<'_>, fleet: &Fleet<'s>) -> UnservedWork<'s> {
        let rest = &fleet.served.rest;
        let useful = |load: &OptionLoad<'s>| load.useful(self.timeline, self.demand);
        let before = rest.before.as_ref().filter(|_| matches!(plan.until_delivery, OverflowTarget::Wait)).map(useful);
        let beyond = matches!(plan.burst, OverflowTarget::Wait).then(|| useful(&rest.beyond));
        let hours = [before, beyond].into_iter().flatten().reduce(|a, b| a + b);
        let without_headroom = fleet.served.without_headroom.filter(|_| matches!(plan.burst, OverflowTarget::Wait));
        let without_headroom = without_headroom
            .map(|hours| self.timeline.limited(hours, plan.first_service, self.timeline.horizon, &plan.dates));
        UnservedWork {
            hours,
            without_headroom,
            delay: self.delay(&[hours, without_headroom]),
            delay_before: self.delay(&[before]),
        }
    }

    /// Cost of delay, charged in every month with any of these hours.
    fn delay(&self, hours: &[Option<Figure<'s>>]) -> Option<DraftLine<'s>> {
        let any = hours.iter().flatten().map(|hours| hours.any()).reduce(Figure::max)?;
        let row = quoted::monthly(self.timeline, self.scenario.cost_of_delay_per_month.as_ref()?) * any;
        Some(DraftLine::new(self.timeline, "delay", CostGroup::Delay, &[Flow::Monthly(row)]))
    }
}

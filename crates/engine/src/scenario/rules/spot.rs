//! Rules of spot instances and of failures.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::OptionId;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::rent::{Rent, Spot};

impl Rules<'_> {
    pub(super) fn spot(&mut self, option: &Entry<Rent>, spot: &Spot) {
        let Some(at) = self.document.member(option.at, "spot").filter(|at| self.is_part(*at)) else { return };
        if !self.is_unclear(at) {
            self.checkpoints(spot);
        }
        let on_demand =
            option.value.on_demand_per_instance_hour.is_some() || option.value.on_demand_per_accelerator_hour.is_some();
        if on_demand && self.nothing_can_wait(option.value.serves.as_deref()) && !self.is_unclear(option.at) {
            let message = format!("`spot` has no effect: no workload that `rent.{}` serves can wait", option.name);
            let diagnostic = self.at_key(Code::NoEffect, at, message);
            self.found.push(diagnostic.label("remove it, or add `flexible: true` to a workload"));
        }
    }

    /// Whether all workloads of an option are firm.
    fn nothing_can_wait(&self, serves: Option<&[Located<String>]>) -> bool {
        let demand = self.document.member(NodeId::ROOT, "demand").filter(|demand| !self.is_unclear(*demand));
        let stated = self.scenario.demand.accelerators.is_some() || !self.scenario.demand.workloads.is_empty();
        let served = self.served(serves);
        let firm = served.iter().all(|workload| self.flexible(&workload.value) == Some(false));
        demand.is_some() && stated && firm
    }

    /// Failures of servers or on-demand instances have no effect without flexible work.
    pub(super) fn failures(
        &mut self,
        (name, option): (&OptionId, NodeId),
        at: NodeId,
        serves: Option<&[Located<String>]>,
    ) {
        if self.nothing_can_wait(serves) && !self.is_unclear(option) {
            let key = self.document.key(at);
            let message = format!("`{key}` has no effect: no workload that `{name}` serves can wait");
            let diagnostic = self.at_key(Code::NoEffect, at, message);
            self.found.push(diagnostic.label("remove it, or add `flexible: true` to a workload"));
        }
    }

    /// Checkpoint keys have no effect without interruptions.
    fn checkpoints(&mut self, spot: &Spot) {
        let interrupted = spot.interruptions_per_month.is_some() || spot.interruptions_per_hour.is_some();
        let interval = spot.checkpoint_interval_minutes.as_ref().map(|interval| interval.at);
        let (checkpoint, restart) = (spot.checkpoint_minutes.at, spot.restart_minutes.at);
        let (interruptions, add) = ("`interruptions_per_month`", "add `interruptions_per_month: 0.2` next to it");
        self.companions(&[
            (Some(restart), interrupted, interruptions, add),
            (Some(checkpoint), interrupted || interval.is_some(), interruptions, add),
            (interval, interrupted || self.is_given(checkpoint), interruptions, add),
        ]);
    }
}

//! Rules of workloads: basis of the demand, months, and keys without effect.

use super::super::limits::MOST_WORKLOADS;
use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::demand::{OutputUnit, Workload, WorkloadKind};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantities::ReferenceAccelerators;
use crate::scenario::reviews;
use rust_decimal::Decimal;

impl<'a> Rules<'a> {
    pub(super) fn workloads(&mut self) {
        let scenario = self.scenario;
        self.any_workload();
        self.replaced_by_all();
        for workload in scenario.demand.workloads.iter().take(MOST_WORKLOADS) {
            if self.is_part(workload.at) {
                self.workload(workload);
            }
        }
    }

    fn workload(&mut self, entry: &Entry<Workload>) {
        let workload = &entry.value;
        self.months(workload.starts_month.as_ref(), workload.ends_month.as_ref());
        for day in reviews::days(workload.review_by.as_ref()) {
            self.review(*day);
        }
        if let Some(trace) = &workload.trace {
            self.trace_path(trace);
        }
        self.profile(entry);
        self.unit_of_output(workload);
        self.tokens(entry);
        self.job_size(workload);
        self.replicas_of(entry);
        if !self.is_unclear(entry.at) {
            self.idle_keys(workload);
        }
    }

    /// `workloads` is not empty.
    fn any_workload(&mut self) {
        let Some(at) = self.workloads_key().filter(|at| self.is_part(*at)) else { return };
        if self.document.children(at).is_empty() {
            let diagnostic = self.at_key(Code::NoWorkload, at, "`workloads` has no entries, so there is no demand");
            let label = "add one, such as `chat: { kind: realtime_inference, accelerators: 8, utilization: 65% }`";
            self.found.push(diagnostic.label(label));
        }
    }

    /// Node of `workloads`.
    pub(super) fn workloads_key(&self) -> Option<NodeId> {
        let demand = self.document.member(NodeId::ROOT, "demand")?;
        self.document.member(demand, "workloads")
    }

    /// Keys of `demand` that every workload overrides.
    fn replaced_by_all(&mut self) {
        let demand = &self.scenario.demand;
        if demand.workloads.is_empty() {
            return;
        }
        let all = |states: fn(&Workload) -> bool| demand.workloads.iter().all(|workload| states(&workload.value));
        let growth = Some(demand.growth_per_year.at).filter(|_| all(|workload| workload.growth_per_year.is_some()));
        let unit = self.document.member(NodeId::ROOT, "demand").and_then(|at| self.document.member(at, "unit"));
        let unit = unit.filter(|_| all(|workload| workload.unit.is_some() || workload.tokens.is_some()));
        for at in [growth, unit].into_iter().flatten().filter(|at| self.is_given(*at)).collect::<Vec<_>>() {
            let message = format!("`{}` has no effect: every workload has its own", self.document.key(at));
            let diagnostic = self.at_key(Code::NoEffect, at, message);
            self.found.push(diagnostic.label("remove it here, or in the workloads that it should apply to"));
        }
    }

    /// Whether the work can wait; none if that cannot be read.
    pub(super) fn flexible(&self, workload: &Workload) -> Option<bool> {
        match &workload.flexible {
            Some(stated) => self.known(stated),
            None => self.known(&workload.kind).map(WorkloadKind::is_flexible),
        }
    }

    /// Output unit of a workload.
    pub(super) fn unit(&self, workload: &'a Workload) -> Option<&'a OutputUnit> {
        workload.unit.as_ref().or(self.scenario.demand.unit.as_ref())
    }

    /// A demand in units of output requires a unit with an output above zero.
    fn unit_of_output(&mut self, workload: &Workload) {
        let peak = workload.peak_units_per_hour.as_ref().map(|peak| peak.at);
        let Some(at) = peak.or(workload.units_per_month.as_ref().map(|units| units.at)) else { return };
        let Some(unit) = workload.unit.as_ref().or(self.scenario.demand.unit.as_ref()) else {
            let message = format!("`{}` requires a `unit`, which is missing", self.document.key(at));
            let diagnostic = self.at_key(Code::MissingKey, at, message);
            let label = "add `unit: { name: 1M tokens, per_accelerator_hour: 9.5 }` to the workload or to `demand`";
            self.found.push(diagnostic.label(label));
            return;
        };
        let rate = &unit.per_accelerator_hour;
        if self.known(rate).is_some_and(|rate| rate.0 == Decimal::ZERO) {
            let message =
                format!("`per_accelerator_hour` is 0, so no accelerators can produce `{}`", self.document.key(at));
            let diagnostic = self.at(Code::OutOfBounds, rate.at, message).label("write more than 0");
            self.found.push(diagnostic.related(self.document.key_place(at), "given in units"));
        }
    }

    /// A job takes a whole number of accelerators.
    fn job_size(&mut self, workload: &Workload) {
        let may_be = self.flexible(workload) == Some(true) && self.known(&workload.elastic) == Some(false);
        let Some(size) = workload.accelerators.as_ref().filter(|_| may_be) else { return };
        let Some(ReferenceAccelerators(value)) = self.known(size) else { return };
        let (code, near) = if value < Decimal::ONE {
            (Code::OutOfBounds, "1".to_owned())
        } else if !value.is_integer() {
            (Code::NotWhole, format!("{} or {}", value.floor(), value.ceil()))
        } else {
            return;
        };
        let (shown, label) =
            (value.normalize(), format!("write {near}, or add `elastic: true` if jobs run on fewer for longer"));
        let message = format!("`accelerators` is {shown}; a job needs a whole number of them, at least 1");
        self.found.push(self.at(code, size.at, message).label(label));
    }

    /// Keys that have no effect with the basis of the workload, or with flexible work.
    fn idle_keys(&mut self, workload: &Workload) {
        let flexible = self.flexible(workload);
        let runs = workload.runs_per_month.is_some() || workload.runs_per_year.is_some();
        let serving = workload.profile.is_some();
        let (headroom, warm, elastic) = (workload.headroom.at, workload.warm_accelerators.at, workload.elastic.at);
        let sized = match workload.accelerator_hours_per_month {
            Some(_) => "remove it, or add the size of a job",
            None => "remove it: without a job size, work packs perfectly",
        };
        self.companions(&[
            (Some(workload.failed_share.at), runs, "`runs_per_month`", "remove it, or add runs"),
            (Some(headroom), serving, "a `profile`", "remove it, or add `peak_accelerators` and `profile`"),
            (Some(warm), serving, "a `profile`", "remove it, or add `peak_accelerators` and `profile`"),
            (Some(elastic), workload.accelerators.is_some(), "`accelerators`", sized),
        ]);
        let mut without_effect: Vec<(NodeId, &str, &str)> = Vec::new();
        if serving && flexible == Some(true) {
            let why = "on work that can wait";
            without_effect.extend([headroom, warm].map(|at| (at, why, "remove it, or add `flexible: false`")));
        }
        if workload.accelerators.is_some() && flexible == Some(false) {
            without_effect.push((elastic, "on work that cannot wait", "remove it, or add `flexible: true`"));
        }
        if let Some(job) = &workload.accelerators
            && workload.accelerator_hours_per_month.is_some()
            && flexible == Some(false)
        {
            let why = "on accelerator-hours that cannot wait, which are a flat load";
            without_effect.push((job.at, why, "remove it, or add `flexible: true`"));
        }
        for (at, why, label) in without_effect {
            if self.is_given(at) {
                let message = format!("`{}` has no effect {why}", self.document.key(at));
                let diagnostic = self.at_key(Code::NoEffect, at, message);
                self.found.push(diagnostic.label(label));
            }
        }
    }
}

//! Rules of the workloads that an option serves: known names, values per workload, and work sent to rent options.

use super::Rules;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, Located, Named, NodeId, ScalarOr};
use crate::scenario::quantities::Throughput;
use crate::scenario::rent::Rent;
use language::suggest::{listed, nearest};

impl<'a> Rules<'a> {
    /// Rules of `serves`.
    pub(super) fn serves(&mut self, option: NodeId, serves: Option<&[Located<String>]>) {
        let (Some(serves), Some(list)) = (serves, self.document.member(option, "serves")) else { return };
        if self.placeholders.contains(&list) || self.lacks_workloads(list) {
            return;
        }
        for (number, name) in serves.iter().enumerate() {
            if self.placeholders.contains(&name.at) {
                continue;
            }
            if let Some(before) = serves[..number].iter().find(|before| before.value == name.value) {
                let message = format!("`{}` is already in the list", name.value);
                let diagnostic = self.at(Code::DuplicateEntry, name.at, message).label("remove it");
                let diagnostic = diagnostic.fix(self.without(serves[number - 1].at, name.at));
                self.found.push(diagnostic.related(self.document.place(before.at), "first here"));
            } else if let Some(diagnostic) =
                self.unknown_workload(&name.value, |rules, code, words| rules.at(code, name.at, words))
            {
                self.found.push(diagnostic);
            }
        }
    }

    /// Whether the scenario has no workloads although a key names some; adds a finding if so.
    pub(super) fn lacks_workloads(&mut self, at: NodeId) -> bool {
        let demand = self.document.member(NodeId::ROOT, "demand");
        let lacks = self.scenario.demand.workloads.is_empty();
        if lacks && self.workloads_key().is_none() && demand.is_some_and(|demand| !self.is_unclear(demand)) {
            let message = format!("`{}` names workloads, but `demand` has none", self.document.key(at));
            let label = "remove it, or use `workloads` instead of `accelerators` and `utilization`";
            self.found.push(self.at_key(Code::NoWorkload, at, message).label(label));
        }
        lacks
    }

    /// Finding about an unknown workload name.
    pub(super) fn unknown_workload(
        &self,
        name: &str,
        at: impl Fn(&Self, Code, String) -> Diagnostic,
    ) -> Option<Diagnostic> {
        let workloads = &self.scenario.demand.workloads;
        if workloads.get(name).is_some() {
            return None;
        }
        let names: Vec<&str> = workloads.iter().map(|workload| workload.name.as_str()).collect();
        let near = nearest(name, names.iter().copied());
        let label = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.len() == 1 => format!("the workload is {}", listed(&names, "and")),
            None if names.len() <= 5 => format!("the workloads are {}", listed(&names, "and")),
            None => format!(
                "the workloads are {} and others",
                names[..4].iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            ),
        };
        let finding = at(self, Code::UnknownWorkload, format!("there is no workload `{name}`"));
        Some(finding.label(label).suggestion(name, near))
    }

    /// Workloads that an option serves: those it names, or all.
    pub(super) fn served(&self, serves: Option<&[Located<String>]>) -> Vec<&'a Entry<Workload>> {
        let names = |workload: &&Entry<Workload>| {
            serves.is_none_or(|serves| serves.iter().any(|name| name.value == workload.name))
        };
        self.scenario.demand.workloads.iter().filter(names).collect()
    }

    /// Rules of throughput by workload.
    pub(super) fn throughput(
        &mut self,
        option: NodeId,
        throughput: &ScalarOr<Located<Throughput>, Named<Located<Throughput>>>,
        serves: Option<&[Located<String>]>,
    ) {
        let (ScalarOr::Part(by_workload), Some(at)) = (throughput, self.document.member(option, "relative_throughput"))
        else {
            return;
        };
        if self.placeholders.contains(&at) || self.lacks_workloads(at) {
            return;
        }
        if by_workload.is_empty() {
            let diagnostic = self.at_key(Code::EmptyList, at, "`relative_throughput` has no entries");
            self.found.push(diagnostic.label("write one number, or one per workload"));
        }
        let served = self.served(serves);
        for entry in by_workload {
            let unknown = self.unknown_workload(&entry.name, |rules, code, words| rules.at_key(code, entry.at, words));
            let is_served = served.iter().any(|workload| workload.name == entry.name);
            if let Some(diagnostic) = unknown {
                self.found.push(diagnostic);
            } else if !is_served {
                let message = format!("`{}` has no effect: the option does not serve it", entry.name);
                let diagnostic = self.at_key(Code::NoEffect, entry.at, message);
                self.found.push(diagnostic.label("remove it, or add it to `serves`"));
            }
        }
    }

    /// A rent option that serves until delivery, above capacity or above a quota, serves all workloads that are sent to it.
    pub(super) fn reaches(&mut self, name: &Located<String>, sends: Option<&[Located<String>]>, option: &Entry<Rent>) {
        let Some(serves) = option.value.serves.as_deref() else { return };
        let taken = self.served(Some(serves));
        if serves.is_empty()
            || serves.iter().any(|name| {
                self.unknown_workload(&name.value, |rules, code, words| rules.at(code, name.at, words)).is_some()
            })
        {
            return;
        }
        let left: Vec<&str> = self
            .served(sends)
            .into_iter()
            .filter(|workload| taken.iter().all(|taken| taken.name != workload.name))
            .map(|workload| workload.name.as_str())
            .collect();
        if left.is_empty() {
            return;
        }
        let message =
            format!("`rent.{}` does not serve {}, which can be sent to it", option.name, listed(&left, "and"));
        let place = self.document.member(option.at, "serves").and_then(|at| self.document.key_place(at));
        let diagnostic = self
            .at(Code::UnservedWorkload, name.at, message)
            .label("name an option that serves all workloads of this one");
        self.found.push(diagnostic.related(place, "or add it here"));
    }

    /// A price per unit requires a unit for every workload served.
    pub(super) fn units_of(&mut self, rent: &Rent) {
        let Some(price) = &rent.price_per_unit else { return };
        if self.scenario.demand.unit.is_some() {
            return;
        }
        let label = "add `unit: { name: 1M tokens, per_accelerator_hour: 9.5 }` to `demand`";
        if self.scenario.demand.workloads.is_empty() {
            let message = "`price_per_unit` requires `demand.unit`, which is missing";
            let diagnostic = self.at_key(Code::MissingKey, price.at, message);
            self.found.push(diagnostic.label(label));
            return;
        }
        let without: Vec<&str> = self
            .served(rent.serves.as_deref())
            .into_iter()
            .filter(|workload| {
                self.unit(&workload.value).is_none() && workload.value.tokens.is_none() && !self.is_unclear(workload.at)
            })
            .map(|workload| workload.name.as_str())
            .collect();
        if !without.is_empty() {
            let plural = if without.len() == 1 { "has" } else { "have" };
            let message = format!(
                "`price_per_unit` requires a `unit` for every workload served; {} {plural} none",
                listed(&without, "and")
            );
            let diagnostic = self.at_key(Code::MissingKey, price.at, message);
            self.found.push(diagnostic.label(format!("{label} or to the workload")));
        }
    }
}

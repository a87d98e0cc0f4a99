//! Rules of hybrids: for every workload, a hybrid names an option that serves it.

use super::super::limits::MOST_OPTIONS;
use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::hybrid::HybridParts;
use crate::scenario::{OptionId, OptionKind};
use language::suggest::{listed, nearest};

impl Rules<'_> {
    pub(super) fn hybrids(&mut self) {
        let scenario = self.scenario;
        let Some(at) = self.document.member(NodeId::ROOT, "hybrid").filter(|_| !scenario.hybrid.is_empty()) else {
            return;
        };
        if self.lacks_workloads(at) {
            return;
        }
        for hybrid in scenario.hybrid.iter().take(MOST_OPTIONS) {
            if self.is_part(hybrid.at) {
                self.hybrid(hybrid);
            }
        }
    }

    fn hybrid(&mut self, hybrid: &Entry<HybridParts>) {
        for part in &hybrid.value.parts {
            let unknown = self.unknown_workload(&part.name, |rules, code, words| rules.at_key(code, part.at, words));
            match unknown {
                Some(diagnostic) => self.found.push(diagnostic),
                None => self.part_of_hybrid(&part.name, &part.value),
            }
        }
        let missing: Vec<&str> = self
            .scenario
            .demand
            .workloads
            .iter()
            .filter(|workload| hybrid.value.parts.get(&workload.name).is_none())
            .map(|workload| workload.name.as_str())
            .collect();
        if let Some(first) = missing.first() {
            let message = format!("`hybrid.{}` names no option for {}", hybrid.name, listed(&missing, "and"));
            let diagnostic = self.at_key(Code::UnassignedWorkload, hybrid.at, message);
            let option = self.option_ids().into_iter().next().unwrap_or_else(|| OptionId::own("NAME"));
            self.found.push(diagnostic.label(format!("add `{first}: {option}`, or another option that serves it")));
        }
    }

    /// The option exists, and serves the workload.
    fn part_of_hybrid(&mut self, workload: &str, path: &Located<String>) {
        if self.placeholders.contains(&path.at) {
            return;
        }
        let scenario = self.scenario;
        let id: Option<OptionId> = path.value.parse().ok();
        let found = id.and_then(|id| match id.kind() {
            OptionKind::Own => scenario.own.get(id.name()).map(|own| (own.at, own.value.serves.as_deref())),
            OptionKind::Rent => scenario.rent.get(id.name()).map(|rent| (rent.at, rent.value.serves.as_deref())),
            OptionKind::Hybrid => None,
        });
        let Some((option, serves)) = found else {
            self.unknown_part(path);
            return;
        };
        if serves.is_some_and(|serves| serves.iter().all(|name| name.value != workload)) {
            let message = format!("`{}` does not serve `{workload}`", path.value);
            let place = self.document.member(option, "serves").and_then(|at| self.document.key_place(at));
            let diagnostic = self.at(Code::UnservedWorkload, path.at, message).label("name an option that serves it");
            self.found.push(diagnostic.related(place, "or add it here"));
        }
    }

    /// Finding about a path that names no option.
    fn unknown_part(&mut self, path: &Located<String>) {
        let (message, label, near) = unknown_option(&path.value, &self.option_ids());
        let finding = self.at(Code::UnknownOption, path.at, message).label(label);
        self.found.push(finding.suggestion(&path.value, near.as_deref()));
    }

    /// IDs of all options that a hybrid can combine.
    pub(super) fn option_ids(&self) -> Vec<OptionId> {
        let owned = self.scenario.own.iter().map(|option| OptionId::own(&option.name));
        owned.chain(self.scenario.rent.iter().map(|option| OptionId::rent(&option.name))).collect()
    }
}

/// Message and label for an unknown option path, and the suggested path if there is only one.
pub(super) fn unknown_option(path: &str, options: &[OptionId]) -> (String, String, Option<String>) {
    let (is_bare, name) = path.split_once('.').map_or((true, path), |(_, name)| (false, name));
    let named = |required: &str| options.iter().filter(|id| id.name() == required).map(OptionId::as_str).collect();
    let same: Vec<&str> = named(name);
    if is_bare && !same.is_empty() {
        let message = format!("`{path}` does not specify whether it is owned or rented");
        (message, format!("write {}", listed(&same, "or")), only(&same))
    } else {
        let near = nearest(path, options.iter().map(OptionId::as_str)).map(|near| vec![near]);
        let alike = || named(nearest(name, options.iter().map(OptionId::name)).unwrap_or_default());
        let likely = if same.is_empty() { near.unwrap_or_else(alike) } else { same };
        let label = if likely.is_empty() {
            let some: Vec<&str> = options.iter().take(4).map(OptionId::as_str).collect();
            format!("write the path of an option, such as {}", listed(&some, "or"))
        } else {
            format!("did you mean {}?", listed(&likely, "or"))
        };
        (format!("there is no option `{path}`"), label, only(&likely))
    }
}

/// The only element; none if there are several.
fn only(all: &[&str]) -> Option<String> {
    match all {
        [one] => Some((*one).to_owned()),
        [] | [_, ..] => None,
    }
}

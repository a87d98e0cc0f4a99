//! Rules of hybrids: for every workload, a hybrid names an option that serves it.

use super::super::limits::MOST_OPTIONS;
use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::hybrid::HybridParts;
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
            let option = self.paths().into_iter().next().unwrap_or_else(|| "own.NAME".to_owned());
            self.found.push(diagnostic.label(format!("add `{first}: {option}`, or another option that serves it")));
        }
    }

    /// The option exists, and serves the workload.
    fn part_of_hybrid(&mut self, workload: &str, path: &Located<String>) {
        if self.stand_ins.contains(&path.at) {
            return;
        }
        let scenario = self.scenario;
        let found = match path.value.split_once('.') {
            Some(("own", name)) => scenario.own.get(name).map(|option| (option.at, option.value.serves.as_deref())),
            Some(("rent", name)) => scenario.rent.get(name).map(|option| (option.at, option.value.serves.as_deref())),
            Some(_) | None => None,
        };
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
        let (message, label, near) = unknown_option(&path.value, &self.paths());
        let finding = self.at(Code::UnknownOption, path.at, message).label(label);
        self.found.push(finding.meant(&path.value, near.as_deref()));
    }

    /// Paths of all options that a hybrid can combine.
    pub(super) fn paths(&self) -> Vec<String> {
        let owned = self.scenario.own.iter().map(|option| format!("own.{}", option.name));
        owned.chain(self.scenario.rent.iter().map(|option| format!("rent.{}", option.name))).collect()
    }
}

/// Message and label for an unknown option path, and the suggested path if there is only one.
pub(super) fn unknown_option(path: &str, paths: &[String]) -> (String, String, Option<String>) {
    let (is_bare, name) = path.split_once('.').map_or((true, path), |(_, name)| (false, name));
    let names: Vec<(&str, &str)> =
        paths.iter().filter_map(|path| Some((path.split_once('.')?.1, path.as_str()))).collect();
    let called = |wanted: &str| names.iter().filter(|(name, _)| *name == wanted).map(|(_, path)| *path).collect();
    let same: Vec<&str> = called(name);
    if is_bare && !same.is_empty() {
        let message = format!("`{path}` does not specify whether it is owned or rented");
        (message, format!("write {}", listed(&same, "or")), only(&same))
    } else {
        let near = nearest(path, paths.iter().map(String::as_str)).map(|near| vec![near]);
        let alike = || called(nearest(name, names.iter().map(|(name, _)| *name)).unwrap_or_default());
        let likely = if same.is_empty() { near.unwrap_or_else(alike) } else { same };
        let label = if likely.is_empty() {
            let some: Vec<&str> = paths.iter().take(4).map(String::as_str).collect();
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

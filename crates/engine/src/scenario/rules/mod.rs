//! Rules between the keys of a scenario. Each is checked on the typed scenario and reports the node that breaks it; placeholders
//! are never checked.

mod allow;
mod correlation;
mod currencies;
mod expect;
mod finance;
mod hybrid;
mod labels;
mod lines;
mod names;
mod own;
mod price;
mod profile;
mod purchases;
mod rent;
mod replicas;
mod serving;
mod sources;
mod spot;
mod taxes;
mod terms;
mod tokens;
mod trace;
mod uncertainty;
mod workloads;

use super::calendar::{Calendar, DatedMonth};
use super::document::{Content, Date, Document, Located, Named, NodeId, Origin};
use super::limits::MOST_OPTIONS;
use super::paths::{is_reported_elsewhere, no_such_path};
use super::{Scenario, reviews};
use crate::diagnostic::{Code, Diagnostic, Fix, FixSafety, Place};
use std::collections::BTreeSet;

/// All findings of the rules.
pub(super) fn check(document: &Document, scenario: &Scenario, placeholders: &BTreeSet<NodeId>) -> Vec<Diagnostic> {
    let mut rules = Rules { document, scenario, placeholders, found: Vec::new() };
    rules.options();
    rules.dates();
    rules.currencies();
    rules.sources();
    rules.labels();
    rules.numbers();
    rules.found
}

/// Findings of the rules that depend on numbers, for a scenario that passes the other rules and has no placeholders.
pub(super) fn check_numbers(document: &Document, scenario: &Scenario) -> Vec<Diagnostic> {
    let mut rules = Rules { document, scenario, placeholders: &BTreeSet::new(), found: Vec::new() };
    rules.numbers();
    rules.found
}

/// Maximum number of findings; further unknown paths are not reported.
pub(super) const MOST_FOUND: usize = 100;

struct Rules<'a> {
    document: &'a Document,
    scenario: &'a Scenario,
    placeholders: &'a BTreeSet<NodeId>,
    found: Vec<Diagnostic>,
}

impl Rules<'_> {
    /// Rules that depend on numbers.
    fn numbers(&mut self) {
        self.tax();
        self.financing();
        self.uncertainty();
        self.correlated_inputs();
        self.allowances();
        self.workloads();
        self.hybrids();
        self.expectations();
        for option in self.scenario.own.iter().take(MOST_OPTIONS) {
            if self.is_part(option.at) {
                self.own(option);
            }
        }
        for option in self.scenario.rent.iter().take(MOST_OPTIONS) {
            if self.is_part(option.at) {
                self.rent(option);
            }
        }
    }

    /// A value, unless it is a placeholder.
    fn known<T: Copy>(&self, given: &Located<T>) -> Option<T> {
        (!self.placeholders.contains(&given.at)).then_some(given.value)
    }

    /// Fix that removes a list item with the comma before it; none if the previous item is on another line, because a comment
    /// could be removed with it.
    fn without(&self, before: NodeId, item: NodeId) -> Option<Fix> {
        let (before, item) = (self.document.place(before)?, self.document.place(item)?);
        let start = u32::try_from(before.end()).ok()?;
        // a comma and spaces, one byte each
        let between =
            item.start.checked_sub(start).filter(|_| before.line == item.line && before.source == item.source)?;
        let column = item.column.checked_sub(between)?;
        let place = Place { start, len: item.len + between, column, ..item };
        Fix::replace(FixSafety::Safe, Some(place), "")
    }

    /// Whether something in a part could not be read; it may be what seems to be missing.
    fn is_unclear(&self, part: NodeId) -> bool {
        self.placeholders.contains(&part)
            || self.document.children(part).iter().any(|at| self.placeholders.contains(at))
    }

    /// Whether a node is a part with keys.
    fn is_part(&self, at: NodeId) -> bool {
        matches!(self.document.node(at).content, Content::Map(_))
    }

    fn is_given(&self, at: NodeId) -> bool {
        self.document.origin(at) != Origin::Assumed
    }

    /// Keys that have no effect without another one: the key, whether the other exists, its name, and the label.
    fn companions(&mut self, rows: &[(Option<NodeId>, bool, &str, &str)]) {
        for (key, is_there, other, label) in rows {
            let Some(at) = key.filter(|at| !is_there && self.is_given(*at)) else { continue };
            let are = if other.contains(" and ") { "are" } else { "is" };
            let message = format!("`{}` has no effect without {other}, which {are} missing", self.document.key(at));
            let diagnostic = self.at_key(Code::NoEffect, at, message);
            self.found.push(diagnostic.label(*label));
        }
    }

    /// Costs that are listed as not applicable, but have a line.
    fn not_applicable(&mut self, stated: &Named<Located<String>>, lines: &[NodeId]) {
        for entry in stated {
            let line = lines.iter().copied().find(|line| self.document.key(*line) == entry.name);
            let Some(line) = line else { continue };
            let message = format!("`{}` is listed as not applicable, but has a line", entry.name);
            let diagnostic = self.at_key(Code::ExclusiveKeys, entry.at, message).label("remove this one");
            self.found.push(diagnostic.related(self.document.key_place(line), "or this one"));
        }
    }

    /// Horizon in months.
    fn horizon(&self) -> Option<u32> {
        self.known(&self.scenario.horizon_months).map(super::quantities::Term::count)
    }

    /// A month, with its date if the scenario has a `start`.
    fn month(&self, month: u32) -> DatedMonth {
        let calendar = self.scenario.start.as_ref().filter(|start| self.known(*start).is_some());
        DatedMonth::of(month, calendar.and(Calendar::of(self.scenario)).as_ref())
    }

    /// Finding at a value.
    fn at(&self, code: Code, at: NodeId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.document.path(at), self.document.place(at), message)
    }

    /// Finding at a key.
    fn at_key(&self, code: Code, at: NodeId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.document.path(at), self.document.key_place(at), message)
    }

    /// At least one option, and valid names.
    fn options(&mut self) {
        self.names();
        let root = NodeId::ROOT;
        let sides: Vec<NodeId> = ["own", "rent"].iter().filter_map(|key| self.document.member(root, key)).collect();
        let misread = sides.iter().any(|side| self.placeholders.contains(side));
        if self.scenario.own.is_empty() && self.scenario.rent.is_empty() && !misread {
            let at = sides.first().or(self.document.children(root).first()).copied().unwrap_or(root);
            let diagnostic = self.at_key(Code::NoOption, at, "the scenario has no options");
            self.found.push(diagnostic.label("add an option under `own` or `rent`"));
        }
    }

    fn dates(&mut self) {
        for day in reviews::days(self.scenario.review_by.as_ref()) {
            self.review(*day);
        }
    }

    /// A review is not before the date of the prices.
    fn review(&mut self, review_by: Located<Date>) {
        let Some(date) = &self.scenario.date else { return };
        let (Some(day), Some(review)) = (self.known(date), self.known(&review_by)) else {
            return;
        };
        if review < day {
            let message = format!("`review_by` is {review}, before the date of the prices, {day}");
            let diagnostic = self.at(Code::ReviewBeforeDate, review_by.at, message).label("write a later date");
            self.found.push(diagnostic.related(self.document.place(date.at), "the date of the prices"));
        }
    }

    /// Node that an entry names by its path; adds a finding if there is none.
    fn path_of(&mut self, path: &str, entry: NodeId, remove: &str) -> Option<NodeId> {
        if let Some(at) = self.document.find(path).filter(|at| *at != NodeId::ROOT) {
            return Some(at);
        }
        if !is_reported_elsewhere(self.document, path, self.placeholders) {
            self.found.push(no_such_path(self.document, path, entry, remove));
        }
        None
    }
}

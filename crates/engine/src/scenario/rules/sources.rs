//! Rules of sources: each names an existing path. After a rename the finding suggests the new path, so that no source is lost.

use super::{MOST_FOUND, Rules};
use crate::diagnostic::{Code, Diagnostic, Fix, FixSafety, TextEdit};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::paths::{absent_option, is_reported_elsewhere, no_such_path};
use crate::scenario::{OptionId, Provenance, Scenario};
use std::collections::BTreeSet;

/// Label for a source without a suggested path.
const REMOVE: &str = "remove this source, or write the path of an existing value";

impl Rules<'_> {
    /// Every source names an existing path.
    pub(super) fn sources(&mut self) {
        let mut absent = BTreeSet::new();
        for source in &self.scenario.sources {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let path = source.name.as_str();
            let stands = self.document.find(path).is_some_and(|at| at != NodeId::ROOT);
            if stands || is_reported_elsewhere(self.document, path, self.placeholders) {
                continue;
            }
            let finding = match absent_option(self.document, path) {
                Some(option) if absent.insert(option.clone()) => self.of_absent_option(&option, source),
                Some(_) => continue,
                None => self.of_nothing(source),
            };
            self.found.push(finding);
        }
    }

    /// Whether a path, or a part that contains it, has a source.
    fn has_source(&self, path: &str) -> bool {
        let is_around =
            |source: &str| path.strip_prefix(source).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.scenario.sources.iter().any(|entry| is_around(&entry.name))
    }

    /// Finding about a source of a missing key. Suggests the only price without a source in the same part.
    fn of_nothing(&self, source: &Entry<Provenance>) -> Diagnostic {
        let path = source.name.as_str();
        let finding = no_such_path(self.document, path, source.at, REMOVE);
        let around = path.rsplit_once('.').and_then(|(part, key)| Some((self.document.find(part)?, part, key)));
        let Some((part, around, key)) = around.filter(|_| finding.fix.is_none()) else { return finding };
        let is_price = |at: &NodeId| {
            let declared = Scenario::PART.along(self.document.keys(*at)).key();
            declared.is_some_and(|declared| declared.price.is_some())
        };
        let prices = self.document.children(part).iter().copied().filter(is_price);
        let mut unsourced = prices.map(|at| self.document.path(at)).filter(|price| !self.has_source(price));
        let (price, other) = (unsourced.next(), unsourced.next());
        let message = format!("`{around}` has no `{key}`");
        let finding = Diagnostic::new(Code::UnknownPath, finding.path, finding.place, message);
        match price.filter(|_| other.is_none()) {
            Some(price) => {
                finding.label(format!("did you mean `{price}`? it has no source")).instead(FixSafety::Unsafe, price)
            }
            None => finding.label(REMOVE),
        }
    }

    /// Finding about the sources of a missing option. Suggests the only option without sources that has all these paths.
    fn of_absent_option(&self, option: &OptionId, first: &Entry<Provenance>) -> Diagnostic {
        let below = |source: &'_ Entry<Provenance>| {
            Some(source.name.strip_prefix(option.as_str())?.strip_prefix('.')?.to_owned()).map(|rest| (source.at, rest))
        };
        let of_it: Vec<(NodeId, String)> = self.scenario.sources.iter().filter_map(below).collect();
        let named = self.document.member(NodeId::ROOT, option.kind().name());
        let options = named.into_iter().flat_map(|at| self.document.children(at)).map(|at| self.document.path(*at));
        let is_unsourced = |option: &String| {
            let is_of = |source: &str| source.strip_prefix(option.as_str()).is_some_and(|rest| rest.starts_with('.'));
            let has_all = of_it.iter().all(|(_, rest)| self.document.find(&format!("{option}.{rest}")).is_some());
            has_all && !self.scenario.sources.iter().any(|entry| is_of(&entry.name))
        };
        let mut alike = options.filter(is_unsourced);
        let suggestion = alike.next().filter(|_| alike.next().is_none());
        let message = match of_it.len() {
            0 | 1 => format!("there is no `{option}`"),
            sources => format!("there is no `{option}`, but {sources} sources refer to it"),
        };
        let finding = self.at_key(Code::UnknownPath, first.at, message);
        match suggestion {
            Some(suggestion) => {
                let edit = |(at, rest): &(NodeId, String)| {
                    Some(TextEdit::new(self.document.key_place(*at)?, format!("{suggestion}.{rest}")))
                };
                let edits = of_it.iter().filter_map(edit).collect();
                let label = format!("did you mean `{suggestion}`? it has all these values, and no sources");
                finding.label(label).fix(Fix::new(FixSafety::Unsafe, edits))
            }
            None if of_it.len() > 1 => finding.label("remove these sources, or write the path of an existing option"),
            None => finding.label(REMOVE),
        }
    }
}

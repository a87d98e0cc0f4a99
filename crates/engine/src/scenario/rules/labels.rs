//! Rules of labels: they are unique.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::labels::{Labels, scope};
use std::collections::BTreeMap;

impl Rules<'_> {
    /// Labels are unique among options and workloads, and among the lines of an option.
    pub(super) fn labels(&mut self) {
        let mut known: BTreeMap<(&str, String), &str> = BTreeMap::new();
        let labels = Labels::given(self.document);
        let options = self.all_option_ids();
        for (path, (at, text)) in &labels {
            if self.placeholders.contains(at) {
                continue;
            }
            if let Some(option) = options.iter().find(|option| **option == *text && **option != *path) {
                let message = format!("`{text}` is the path of another option");
                let place = self.document.find(option.as_str()).and_then(|at| self.document.key_place(at));
                let diagnostic = self.at(Code::SameLabel, *at, message).label("choose another label");
                self.found.push(diagnostic.related(place, "the option"));
            }
            match known.get(&(scope(path), text.clone())) {
                None => {
                    known.insert((scope(path), text.clone()), path);
                }
                Some(first) => {
                    let place = labels.get(*first).and_then(|(at, _)| self.document.place(*at));
                    let message = format!("`{first}` and `{path}` have the same label");
                    let diagnostic = self.at(Code::SameLabel, *at, message).label("choose another label here");
                    self.found.push(diagnostic.related(place, "or here"));
                }
            }
        }
    }
}

//! Rules of allowances: each names a rule that can be allowed and an existing path.

use super::super::document::NodeId;
use super::super::example_path;
use super::{MOST_FOUND, Rules};
use crate::diagnostic::Code;
use crate::scenario::Allowance;
use crate::scenario::texts::{may_be_allowed, not_allowed_because};
use language::suggest::nearest;

impl Rules<'_> {
    /// Every allowance names an existing rule.
    pub(super) fn allowances(&mut self) {
        for allowance in self.scenario.allow.iter().flatten() {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            self.place_of(allowance);
            let rule = &allowance.rule;
            if self.placeholders.contains(&rule.at) || Code::named(&rule.value).is_some_and(may_be_allowed) {
                continue;
            }
            let refused = Code::named(&rule.value).and_then(not_allowed_because);
            let near = near(&rule.value).filter(|_| refused.is_none());
            let (message, label) = match refused {
                Some((why, label)) => (format!("`{}` {why} and cannot be allowed", rule.value), label.to_owned()),
                None => (format!("`{}` is not a rule", rule.value), did_you_mean(near)),
            };
            let finding = self.at(Code::UnknownRule, rule.at, message);
            self.found.push(finding.label(label).suggestion(&rule.value, near));
        }
    }

    /// The path of an allowance exists.
    fn place_of(&mut self, allowance: &Allowance) {
        let Some(path) = allowance.path.as_ref().filter(|path| !self.placeholders.contains(&path.at)) else { return };
        if self.document.find(&path.value).is_some_and(|at| at != NodeId::ROOT) {
            return;
        }
        let near = self.document.nearest_path(&path.value).filter(|near| *near != path.value);
        let label = match &near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write a path such as `{}`, or remove the key", example_path(self.document)),
        };
        let finding = self.at(Code::UnknownPath, path.at, format!("`{}` is not a path of the scenario", path.value));
        self.found.push(finding.label(label).suggestion(&path.value, near.as_deref()));
    }
}

/// Rule with a name close to a word.
fn near(word: &str) -> Option<&'static str> {
    nearest(word, Code::ALL.iter().filter(|code| may_be_allowed(**code)).map(|code| code.text()))
}

fn did_you_mean(near: Option<&str>) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`rackrent check --explain rules` lists them".to_owned(),
    }
}

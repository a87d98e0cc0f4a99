//! Allowances: each is of a rule that may be allowed.

use super::{MOST_FOUND, Rules};
use crate::diagnostic::Code;
use language::suggest::nearest;

/// Why a scenario may not say that a finding does not apply to it.
fn not_allowed_because(code: Code) -> Option<(&'static str, &'static str)> {
    if matches!(code, Code::ExpiredAllowance | Code::UnusedAllowance) {
        Some(("is about allowances", "mend the allowance instead"))
    } else {
        (!code.may_be_set_aside()).then_some(("is an error", "mend it instead"))
    }
}

/// Whether a scenario may say that findings of a kind do not apply to it.
pub(crate) fn may_be_allowed(code: Code) -> bool {
    not_allowed_because(code).is_none()
}

impl Rules<'_> {
    /// Every allowance is of a rule that there is.
    pub(super) fn allowances(&mut self) {
        for allowance in self.scenario.allow.iter().flatten() {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let rule = &allowance.rule;
            if self.stand_ins.contains(&rule.at) || Code::named(&rule.value).is_some_and(may_be_allowed) {
                continue;
            }
            let refused = Code::named(&rule.value).and_then(not_allowed_because);
            let near = near(&rule.value).filter(|_| refused.is_none());
            let (message, label) = match refused {
                Some((why, label)) => (format!("`{}` {why}, and cannot be allowed", rule.value), label.to_owned()),
                None => (format!("`{}` is not a rule", rule.value), did_you_mean(near)),
            };
            let finding = self.at(Code::UnknownRule, rule.at, message);
            self.found.push(finding.label(label).meant(&rule.value, near));
        }
    }
}

/// The rule that is meant by a word.
fn near(word: &str) -> Option<&'static str> {
    nearest(word, Code::ALL.iter().filter(|code| may_be_allowed(**code)).map(|code| code.text()))
}

fn did_you_mean(near: Option<&str>) -> String {
    match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`rackrent check --explain rules` lists them".to_owned(),
    }
}

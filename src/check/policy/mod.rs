//! How much each rule weighs, and on which day a check is made.

mod read;

use super::rules;
use crate::diagnostic::{Code, Diagnostic, Severity, Sources};
use crate::scenario::{Date, Rejected};
use std::collections::BTreeMap;

/// What becomes of the findings of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleLevel {
    /// They are not reported.
    Off,
    /// They are reported with this weight.
    At(Severity),
}

/// How scenarios are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The version of the rule set: rules that came later are not applied.
    pub rules: u32,
    /// Rules that weigh something else than the table of rules says.
    pub levels: BTreeMap<Code, RuleLevel>,
    /// The day of the check; without it nothing is past.
    pub today: Option<Date>,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { rules: rules::VERSION, levels: BTreeMap::new(), today: None }
    }
}

impl Policy {
    /// Reads a `rackrent.toml`: `rules`, the version of the rule set, and under `[severity]` what rules weigh. The day of
    /// the check is not for a file to say.
    ///
    /// # Errors
    /// Everything that is wrong with it, each at its place.
    pub fn read(name: &str, text: &str) -> Result<Policy, Rejected> {
        read::policy(text).map_err(|diagnostics| Policy::refused(name, text, diagnostics))
    }

    /// A `rackrent.toml` that could not be read as text, with the reason.
    #[must_use]
    pub fn unreadable(name: &str, reason: &str) -> Rejected {
        let finding = Diagnostic::new(Code::InvalidConfiguration, String::new(), None, reason);
        Policy::refused(name, "", vec![finding])
    }

    fn refused(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Rejected {
        Rejected { diagnostics, sources: Sources::new(name, text, Vec::new()) }
    }

    /// What becomes of findings of a kind. What rejects a scenario always does, and so does an unmet
    /// expectation.
    #[must_use]
    pub fn level(&self, code: Code) -> RuleLevel {
        if rules::rule(code).is_some_and(|rule| rule.since > self.rules) {
            return RuleLevel::Off;
        }
        match code.severity() {
            Severity::Error => RuleLevel::At(Severity::Error),
            severity @ (Severity::Warning | Severity::Information) => {
                self.levels.get(&code).copied().unwrap_or(RuleLevel::At(severity))
            }
        }
    }
}

//! How scenarios are judged: how much each rule weighs, what every scenario has to say, and on which day a check is made.
//! The `rackrent.toml` files of a repository say it, each for its folder and below.

mod joined;
mod pattern;
mod read;
mod requirement;

pub use joined::{FolderPolicy, Policies};
pub use requirement::Requirement;

use super::rules;
use crate::analysis::Effort;
use crate::diagnostic::{Code, Diagnostic, Severity, Sources};
use crate::scenario::{Date, Rejected};
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of the findings of a rule, from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleLevel {
    /// They are not reported.
    Off,
    /// They are reported with this weight.
    At(Severity),
}

impl RuleLevel {
    /// Its place among the levels: 0 where nothing is reported, more the stricter it is.
    const fn strictness(self) -> u8 {
        match self {
            RuleLevel::Off => 0,
            RuleLevel::At(Severity::Information) => 1,
            RuleLevel::At(Severity::Warning) => 2,
            RuleLevel::At(Severity::Error) => 3,
        }
    }

    /// The word for it in a `rackrent.toml`.
    const fn text(self) -> &'static str {
        match self {
            RuleLevel::Off => "off",
            RuleLevel::At(severity) => severity.text(),
        }
    }
}

/// How scenarios are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The version of the rule set: rules that came later are not applied.
    pub rules: u32,
    /// Rules that weigh something else than the table of rules says.
    pub levels: BTreeMap<Code, RuleLevel>,
    /// What every scenario has to say.
    pub requires: BTreeSet<Requirement>,
    /// The day of the check; without it nothing is past.
    pub today: Option<Date>,
    /// How much is worked out for what rules and expectations ask.
    pub effort: Effort,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            rules: rules::VERSION,
            levels: BTreeMap::new(),
            requires: BTreeSet::new(),
            today: None,
            effort: Effort::USUAL,
        }
    }
}

impl Policy {
    /// What a `rackrent.toml` says of its own folder. The day of the check is not for a file to say.
    ///
    /// # Errors
    /// Everything that is wrong with it, each at its place.
    pub fn read(name: &str, text: &str) -> Result<Policy, Rejected> {
        let said = read::said(text).map_err(|found| refused(name, text, found))?;
        let mut policy = Policy::default();
        policy.decide(&said);
        Ok(policy)
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

    /// Takes over what a file says, whatever held before.
    fn decide(&mut self, said: &read::Said) {
        if let Some(rules) = &said.rules {
            self.rules = rules.value;
        }
        self.decide_section(&said.section);
    }

    /// Takes over what is said of a folder, whatever held before.
    fn decide_section(&mut self, section: &read::Section) {
        for (code, level) in &section.levels {
            self.levels.insert(*code, level.value);
        }
        self.requires.extend(section.require.iter().map(|one| one.value));
        for waived in &section.waive {
            self.requires.remove(&waived.value);
        }
    }
}

/// A file with what is wrong with it.
fn refused(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Rejected {
    Rejected { diagnostics, sources: Sources::new(name, text, Vec::new()) }
}

/// A file that cannot be read as text, with the reason.
fn unreadable(name: &str, reason: &str) -> Rejected {
    let message = format!("this cannot be read: {reason}");
    refused(name, "", vec![Diagnostic::new(Code::InvalidConfiguration, String::new(), None, message)])
}

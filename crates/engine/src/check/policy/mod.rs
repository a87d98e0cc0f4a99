//! Policies of checks: the severity of each rule, the requirements for every scenario, and the day of the check. The
//! `rackrent.toml` files of a repository define them, each for its folder and below.

mod joined;
mod pattern;
mod read;
mod requirement;

pub use joined::{FolderPolicy, Policies};
pub use requirement::Requirement;

use super::rules;
use crate::analysis::BudgetMultiple;
use crate::analysis::cash_plan::AnnualBudget;
use crate::catalog::OLD_AFTER_DAYS;
use crate::diagnostic::{Code, Diagnostic, Severity, Sources};
use crate::scenario::{Date, Rejected};
use std::collections::{BTreeMap, BTreeSet};

/// How the findings of a rule are reported, from mildest to strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleLevel {
    /// Not reported.
    Off,
    /// Reported with this severity.
    At(Severity),
}

impl RuleLevel {
    /// Rank of the level: 0 if off, higher if stricter.
    const fn strictness(self) -> u8 {
        match self {
            RuleLevel::Off => 0,
            RuleLevel::At(Severity::Information) => 1,
            RuleLevel::At(Severity::Warning) => 2,
            RuleLevel::At(Severity::Error) => 3,
        }
    }

    /// Its word in a `rackrent.toml`.
    const fn text(self) -> &'static str {
        match self {
            RuleLevel::Off => "off",
            RuleLevel::At(severity) => severity.text(),
        }
    }
}

/// Policy of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Version of the rule set; later rules are not applied.
    pub rules: u32,
    /// Levels that differ from the default of the rule.
    pub levels: BTreeMap<Code, RuleLevel>,
    /// Requirements for every scenario.
    pub requires: BTreeSet<Requirement>,
    /// Annual budgets of the scenarios of a folder together, if given.
    pub budget: Option<AnnualBudget>,
    /// Age in days above which `scan` and `catalog` mark a price as old.
    pub max_price_age_days: u32,
    /// Folder of the catalog pack of the repository, as a path below its root; the shipped catalog if there is none.
    pub catalog: Option<String>,
    /// Day of the check; without it nothing expires.
    pub today: Option<Date>,
    /// Effort of rules and expectations, which scales their work budget.
    pub effort: BudgetMultiple,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            rules: rules::VERSION,
            levels: BTreeMap::new(),
            requires: BTreeSet::new(),
            budget: None,
            max_price_age_days: OLD_AFTER_DAYS,
            catalog: None,
            today: None,
            effort: BudgetMultiple::USUAL,
        }
    }
}

impl Policy {
    /// Parses a `rackrent.toml` for its own folder. A file can't set the day of the check.
    ///
    /// # Errors
    /// All errors of the file, each at its place.
    pub fn read(name: &str, text: &str) -> Result<Policy, Rejected> {
        let file = read::policy_file(text).map_err(|found| refused(name, text, found))?;
        let mut policy = Policy::default();
        policy.decide(&file);
        Ok(policy)
    }

    /// Level of a finding code. Codes that reject a scenario are always errors, and so are unmet expectations.
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

    /// Applies a file, overriding what was set before.
    fn decide(&mut self, file: &read::PolicyFile) {
        if let Some(rules) = &file.rules {
            self.rules = rules.value;
        }
        if let Some(catalog) = &file.catalog {
            self.catalog = Some(catalog.value.clone());
        }
        self.decide_section(&file.section);
    }

    /// Applies the settings for a folder, overriding what was set before.
    fn decide_section(&mut self, section: &read::Section) {
        for (code, level) in &section.levels {
            self.levels.insert(*code, level.value);
        }
        self.requires.extend(section.require.iter().map(|one| one.value));
        for waived in &section.waive {
            self.requires.remove(&waived.value);
        }
        if let Some(days) = &section.max_price_age_days {
            self.max_price_age_days = days.value;
        }
        if let Some(budget) = &section.budget {
            self.budget = Some(budget.clone());
        }
    }
}

/// A file with its errors.
fn refused(name: &str, text: &str, diagnostics: Vec<Diagnostic>) -> Rejected {
    Rejected { diagnostics, sources: Sources::new(name, text, Vec::new()) }
}

/// A file that cannot be read as text, with the reason.
fn unreadable(name: &str, reason: &str) -> Rejected {
    let message = format!("cannot read this file: {reason}");
    refused(name, "", vec![Diagnostic::new(Code::InvalidConfiguration, String::new(), None, message)])
}

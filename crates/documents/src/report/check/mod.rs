//! Results of a check in every format: for people, programs and CI services.
//!
//! Scenario text is data in every format and escaped accordingly.

mod addresses;
mod concise;
mod finding;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod known;
mod markdown;
mod patch;
pub mod rules;
mod sarif;

pub use addresses::RulePages;
pub use finding::{CheckedFile, Excerpts, Finding};
pub use patch::patch;

#[cfg(feature = "schema")]
pub(super) use json::CheckJson;

pub use super::span::{SpanSource, TextSpan};
use super::{Canvas, Errors};
use crate::diagnostic::{CommandEscape, CommandFilter, Severity};
use std::io::{self, Write};

/// Results of a check.
#[derive(Debug)]
pub struct Checks {
    /// Checked files, sorted by path.
    pub files: Vec<CheckedFile>,
    /// YAML files in folders that were not checked.
    pub skipped: Vec<Skipped>,
    /// Requested paths that can't be checked: folders without a scenario.
    pub unanswered: Errors,
    /// Lowest severity that fails the check.
    pub fails_on: Severity,
    /// Findings displayed to people.
    pub shows: Verbosity,
    /// Date of the check, if given.
    pub today: Option<String>,
    /// Values set in every scenario, `PATH=VALUE`.
    pub settings: Vec<String>,
    /// Location of the rule pages.
    pub pages: RulePages,
}

/// A YAML file in a folder that was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Path.
    pub path: String,
    /// Reason, as text.
    pub because: String,
}

/// Findings displayed to people; programs get all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verbosity {
    /// Errors and warnings.
    Findings,
    /// Information and the name of every file, too.
    Everything,
}

/// Number of findings of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Number of information findings.
    pub information: usize,
    /// Number of allowed findings.
    pub allowed: usize,
    /// Number of findings in the baseline.
    pub known: usize,
}

/// Outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// No finding fails the check.
    Passed,
    /// A finding fails the check.
    Failed,
    /// A file can't be read.
    Unread,
}

impl Counts {
    /// Counts the findings of files.
    #[must_use]
    pub fn of<'a>(files: impl IntoIterator<Item = &'a CheckedFile>) -> Counts {
        let mut counts = Counts::default();
        for file in files {
            counts.allowed += file.allowed.len();
            counts.known += file.known.len();
            counts.information += file.counted_information;
            for finding in &file.findings {
                match finding.diagnostic.severity {
                    Severity::Error => counts.errors += 1,
                    Severity::Warning => counts.warnings += 1,
                    Severity::Information => counts.information += 1,
                }
            }
        }
        counts
    }
}

impl Checks {
    /// Outcome of the check.
    #[must_use]
    pub fn ended(&self) -> CheckOutcome {
        if self.files.iter().any(CheckedFile::is_unread) {
            CheckOutcome::Unread
        } else if self.files.iter().flat_map(|file| &file.findings).any(|finding| self.fails(finding)) {
            CheckOutcome::Failed
        } else {
            CheckOutcome::Passed
        }
    }

    /// Whether a finding fails the check.
    #[must_use]
    pub fn fails(&self, finding: &Finding) -> bool {
        finding.diagnostic.severity <= self.fails_on
    }

    /// Whether a finding is displayed to people.
    fn is_shown(&self, finding: &Finding) -> bool {
        match self.shows {
            Verbosity::Findings => finding.diagnostic.severity < Severity::Information,
            Verbosity::Everything => true,
        }
    }

    /// Displayed findings, grouped as in [`concise::groups`], each group with its file: most severe first, then by
    /// file.
    fn groups(&self) -> Vec<(&CheckedFile, Vec<&Finding>)> {
        let of_file = |file| concise::groups(file).into_iter().map(move |group| (file, group));
        let is_shown = |(_, group): &(&CheckedFile, Vec<&Finding>)| group.iter().any(|finding| self.is_shown(finding));
        let mut groups: Vec<_> = self.files.iter().flat_map(of_file).filter(is_shown).collect();
        groups.sort_by_key(|(_, group)| group.first().map(|first| first.diagnostic.severity));
        groups
    }

    /// Writes output for people: each finding with its source line, a line per file, and a summary.
    ///
    /// # Errors
    /// If writing fails.
    pub fn human(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        human::write(self, canvas, &mut CommandFilter::in_text(out))
    }

    /// Writes a line per error, and per rule and file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn concise(&self, out: &mut dyn Write) -> io::Result<()> {
        concise::write(self, &mut CommandFilter::in_text(out))
    }

    /// Writes JSON, `rackrent.check/1`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// Writes GitHub Actions annotations.
    ///
    /// # Errors
    /// If writing fails.
    pub fn github(&self, out: &mut dyn Write) -> io::Result<()> {
        github::write(self, out)
    }

    /// Writes a GitLab Code Quality report.
    ///
    /// # Errors
    /// If writing fails.
    pub fn gitlab(&self, out: &mut dyn Write) -> io::Result<()> {
        gitlab::write(self, out)
    }

    /// Writes `JUnit` test results.
    ///
    /// # Errors
    /// If writing fails.
    pub fn junit(&self, out: &mut dyn Write) -> io::Result<()> {
        junit::write(self, &mut CommandFilter::to(out, CommandEscape::Xml))
    }

    /// Writes SARIF 2.1.0.
    ///
    /// # Errors
    /// If writing fails.
    pub fn sarif(&self, out: &mut dyn Write) -> io::Result<()> {
        sarif::write(self, out)
    }

    /// Writes Markdown for a job summary or a merge request comment.
    ///
    /// # Errors
    /// If writing fails.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        markdown::write(self, &mut CommandFilter::in_text(out))
    }
}

/// A counted noun: `1 file`, `3 files`.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", crate::number::grouped(count.into(), 0), if count == 1 { one } else { several })
}

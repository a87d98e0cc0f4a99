//! What a check found, in every format: for people, for programs, and for the services that CI runs on.
//!
//! Text of a scenario is data in each of them, escaped as the format asks for.

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
mod span;

pub use addresses::RulePages;
pub use finding::{CheckedFile, Excerpts, Finding};
pub use patch::patch;
pub use span::{TextSpan, Where};

#[cfg(feature = "schema")]
pub(super) use json::WrittenCheck;

use super::{Canvas, Errors};
use crate::diagnostic::{CommandEscape, NoCommands, Severity};
use std::io::{self, Write};

/// Everything that a check found.
#[derive(Debug)]
pub struct Checks {
    /// The files, in the order of their paths.
    pub files: Vec<CheckedFile>,
    /// YAML files of folders that were not checked.
    pub skipped: Vec<Skipped>,
    /// What was asked and could not be looked at: folders without a scenario.
    pub unanswered: Errors,
    /// The least grave of the findings that fail a check: errors, or warnings too.
    pub fails_on: Severity,
    /// What people are shown.
    pub shows: Shows,
    /// The day of the check, where one was given.
    pub today: Option<String>,
    /// The values that were set in every scenario, `PATH=VALUE`.
    pub settings: Vec<String>,
    /// Where the pages of rules can be read.
    pub pages: RulePages,
}

/// A YAML file of a folder that was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its path.
    pub path: String,
    /// Why, in words.
    pub because: String,
}

/// What people are shown; programs get everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// Errors and warnings.
    Findings,
    /// Information too, and every file by its name.
    Everything,
}

/// How many of what there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Findings that are information.
    pub information: usize,
    /// Findings that authors allow.
    pub allowed: usize,
    /// Findings that a baseline knows.
    pub known: usize,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Nothing was found that fails it.
    Passed,
    /// Something was.
    Failed,
    /// A file could not be read.
    Unread,
}

impl Counts {
    /// What is counted in some files.
    #[must_use]
    pub fn of<'a>(files: impl IntoIterator<Item = &'a CheckedFile>) -> Counts {
        let mut counts = Counts::default();
        for file in files {
            counts.allowed += file.allowed.len();
            counts.known += file.known.len();
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
    /// How the check ended.
    #[must_use]
    pub fn ended(&self) -> Ended {
        if self.files.iter().any(CheckedFile::is_unread) {
            Ended::Unread
        } else if self.files.iter().flat_map(|file| &file.findings).any(|finding| self.fails(finding)) {
            Ended::Failed
        } else {
            Ended::Passed
        }
    }

    /// Whether a finding fails the check.
    #[must_use]
    pub fn fails(&self, finding: &Finding) -> bool {
        finding.diagnostic.severity <= self.fails_on
    }

    /// Whether people are shown a finding.
    fn is_shown(&self, finding: &Finding) -> bool {
        match self.shows {
            Shows::Findings => finding.diagnostic.severity < Severity::Information,
            Shows::Everything => true,
        }
    }

    /// What people are shown, each error and a group for each rule and file, with the file: the gravest first, then by file.
    fn groups(&self) -> Vec<(&CheckedFile, Vec<&Finding>)> {
        let of_file = |file| concise::groups(file).into_iter().map(move |group| (file, group));
        let is_shown = |(_, group): &(&CheckedFile, Vec<&Finding>)| group.iter().any(|finding| self.is_shown(finding));
        let mut groups: Vec<_> = self.files.iter().flat_map(of_file).filter(is_shown).collect();
        groups.sort_by_key(|(_, group)| group.first().map(|first| first.diagnostic.severity));
        groups
    }

    /// For people: every finding with the author's line, then a line for each file, then how many there are.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn human(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        human::write(self, canvas, &mut NoCommands::in_text(out))
    }

    /// A line for each error, and for each rule and file.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn concise(&self, out: &mut dyn Write) -> io::Result<()> {
        concise::write(self, &mut NoCommands::in_text(out))
    }

    /// For programs, `rackrent.check/1`.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// Annotations of GitHub Actions.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn github(&self, out: &mut dyn Write) -> io::Result<()> {
        github::write(self, out)
    }

    /// A Code Quality report of GitLab.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn gitlab(&self, out: &mut dyn Write) -> io::Result<()> {
        gitlab::write(self, out)
    }

    /// Test results, as `JUnit` writes them.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn junit(&self, out: &mut dyn Write) -> io::Result<()> {
        junit::write(self, &mut NoCommands::to(out, CommandEscape::Xml))
    }

    /// SARIF 2.1.0.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn sarif(&self, out: &mut dyn Write) -> io::Result<()> {
        sarif::write(self, out)
    }

    /// For a job summary or a comment on a merge request.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        markdown::write(self, &mut NoCommands::in_text(out))
    }
}

/// A number of things: `1 file`, `3 files`.
fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{} {}", crate::number::grouped(count.into(), 0), if count == 1 { one } else { several })
}

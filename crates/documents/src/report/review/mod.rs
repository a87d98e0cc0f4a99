//! Effect of a change on the decisions in a repository: all scenarios that differ between a revision and now, most
//! important first.

mod comment;
mod findings;
mod json;
mod page;

#[cfg(feature = "schema")]
pub(in crate::report) use json::ReviewJson;

pub use findings::{Exclusion, FoundIn, PolicyEffect, ReviewedFinding};

use super::page::Page;
use super::{Errors, LinkBase, Report};
use crate::amount::Ratio;
use crate::analysis::difference::{CurrenciesDiffer, DiffSide, Difference};
use rust_decimal::Decimal;
use serde::Serialize;
use std::cmp::Reverse;
use std::io::{self, Write};

/// Effect of a change on the scenarios of a repository.
#[derive(Debug)]
pub struct Review {
    base: BaseCommit,
    files: Vec<ReviewedFile>,
    unchanged: usize,
    policies: PolicyChange,
    links: LinkBase,
}

/// Changes of policies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyChange {
    /// Paths of every `rackrent.toml` that differs.
    pub paths: Vec<String>,
    /// Reasons why findings are not compared: policies that can't be used.
    pub unusable: Vec<String>,
}

/// Base of the comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BaseCommit {
    /// Requested revision.
    pub revision: String,
    /// Commit that the requested revision and the current state have in common.
    pub commit: String,
}

/// A scenario that differs.
#[derive(Debug)]
pub struct ReviewedFile {
    /// Path from the repository root; for a removed scenario the old path.
    pub path: String,
    /// Old path, if it differs.
    pub was: Option<String>,
    /// Change.
    pub change: FileChange,
    /// Effect of a policy change on its findings, if any.
    pub policy: Option<PolicyEffect>,
}

/// Change of a scenario.
#[derive(Debug)]
pub enum FileChange {
    /// Both versions have a result, and the results are compared.
    Compared(Box<Difference>),
    /// The versions can't be compared.
    Apart {
        /// Old version.
        then: FileVersion,
        /// New version.
        now: FileVersion,
        /// Currencies, if they are the reason.
        currencies: Option<CurrenciesDiffer>,
    },
}

/// A version of a scenario.
#[derive(Debug)]
pub enum FileVersion {
    /// The file does not exist.
    Absent,
    /// The decision.
    Stands(Box<DiffSide>),
    /// The errors.
    Refused(Errors),
}

/// Importance of a change for reviewers, highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Importance {
    /// Another option wins.
    Flipped,
    /// There is no result any more.
    Unanswered,
    /// The same option wins with another margin or other amounts.
    Moved,
    /// The scenario is new, removed or not comparable with the old version.
    Apart,
    /// Findings changed because of a policy.
    Judged,
    /// Inputs changed without effect on amounts.
    Inputs,
    /// Path or formatting changed.
    Unmoved,
}

impl Review {
    /// A review of the files that differ, in any order, and the number of the others.
    #[must_use]
    pub fn new(
        base: BaseCommit,
        mut files: Vec<ReviewedFile>,
        unchanged: usize,
        policies: PolicyChange,
        links: LinkBase,
    ) -> Review {
        files.sort_by_cached_key(|file| (file.gravity(), Reverse(file.margin_moved()), file.path.clone()));
        Review { base, files, unchanged, policies, links }
    }

    /// Whether a policy changed.
    #[must_use]
    pub fn has_other_policies(&self) -> bool {
        !self.policies.paths.is_empty()
    }

    /// Scenarios that differ, most important first.
    #[must_use]
    pub fn files(&self) -> &[ReviewedFile] {
        &self.files
    }

    /// Whether a verdict, amount, option, scenario or policy changed.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.has_other_policies() || self.files.iter().any(|file| file.gravity() < Importance::Inputs)
    }

    /// Number of scenarios with an importance.
    fn count(&self, gravity: Importance) -> usize {
        self.files.iter().filter(|file| file.gravity() == gravity).count()
    }
}

impl FileVersion {
    /// Decision, if there is one.
    fn stands(&self) -> Option<&DiffSide> {
        match self {
            FileVersion::Stands(side) => Some(side),
            FileVersion::Absent | FileVersion::Refused(_) => None,
        }
    }
}

impl ReviewedFile {
    /// Difference, if the versions are compared.
    #[must_use]
    pub fn difference(&self) -> Option<&Difference> {
        match &self.change {
            FileChange::Compared(difference) => Some(difference),
            FileChange::Apart { .. } => None,
        }
    }

    /// Whether it exists and has no result.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        match &self.change {
            FileChange::Compared(_) => false,
            FileChange::Apart { now, .. } => matches!(now, FileVersion::Refused(_)),
        }
    }

    fn gravity(&self) -> Importance {
        match &self.change {
            FileChange::Apart { .. } if self.is_unanswered() => Importance::Unanswered,
            FileChange::Apart { .. } => Importance::Apart,
            FileChange::Compared(difference) if difference.flipped() => Importance::Flipped,
            FileChange::Compared(difference) if difference.moved() => Importance::Moved,
            FileChange::Compared(_) if self.policy.is_some() => Importance::Judged,
            FileChange::Compared(difference) if !difference.changes.is_empty() => Importance::Inputs,
            FileChange::Compared(_) => Importance::Unmoved,
        }
    }

    /// Change of the winner's margin. A margin that only one version has counts as the largest change.
    fn margin_moved(&self) -> Ratio {
        let moved = self.difference().map(Difference::margin_moved);
        moved.map_or(Decimal::ZERO.into(), |moved| moved.unwrap_or(Decimal::MAX.into()))
    }
}

impl Report for Review {
    fn page(&self) -> Page {
        page::overview(self)
    }

    /// The overview, then each scenario with changed amounts.
    fn pages(&self) -> Vec<Page> {
        let moved = self.files.iter().filter(|file| file.gravity() <= Importance::Moved);
        std::iter::once(self.page()).chain(moved.filter_map(ReviewedFile::difference).map(Report::page)).collect()
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", comment::text(self))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}

//! What a change of a repository does to the decisions in it: every scenario that differs between a revision and now, the most
//! important first.

mod comment;
mod findings;
mod json;
mod page;

#[cfg(feature = "schema")]
pub(in crate::report) use json::WrittenReview;

pub use findings::{Exclusion, FoundIn, PolicyEffect, ReviewedFinding};

use super::page::Page;
use super::{Errors, LinkBase, Report};
use crate::amount::Ratio;
use crate::analysis::difference::{CurrenciesDiffer, DiffSide, Difference};
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::io::{self, Write};

/// What a change does to the scenarios of a repository.
#[derive(Debug)]
pub struct Review {
    base: BaseCommit,
    files: Vec<ReviewedFile>,
    unchanged: usize,
    policies: PolicyChange,
    links: LinkBase,
}

/// Which policies are others than they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyChange {
    /// The paths of those `rackrent.toml` that differ.
    pub paths: Vec<String>,
    /// Why the policies of then, or those of now, judge nothing: one of them cannot be used.
    pub unusable: Vec<String>,
}

/// What is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseCommit {
    /// The revision as it was asked for.
    pub revision: String,
    /// The commit that it and what is there now have in common.
    pub commit: String,
}

/// A scenario that differs.
#[derive(Debug)]
pub struct ReviewedFile {
    /// Its path from the top of the repository; of one that is gone the path that it had.
    pub path: String,
    /// The path that it had, where that was another.
    pub was: Option<String>,
    /// What became of it.
    pub change: FileChange,
    /// What its policy does to what `check` finds in it, where that is another and does something.
    pub policy: Option<PolicyEffect>,
}

/// What became of a scenario.
#[derive(Debug)]
pub enum FileChange {
    /// It could be answered then and now, and the answers are compared.
    Compared(Box<Difference>),
    /// It could not be compared.
    Apart {
        /// As it was.
        then: FileVersion,
        /// As it is.
        now: FileVersion,
        /// Its currencies, if these are why.
        currencies: Option<CurrenciesDiffer>,
    },
}

/// A scenario then, or now.
#[derive(Debug)]
pub enum FileVersion {
    /// There is none.
    Absent,
    /// What it decides.
    Stands(Box<DiffSide>),
    /// Why it has no answer.
    Refused(Errors),
}

/// How much a reviewer has to look at a scenario; the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gravity {
    /// Another option wins.
    Flipped,
    /// It has no answer now.
    Unanswered,
    /// The same option wins, by another margin or at other amounts.
    Moved,
    /// It came or went, or cannot be compared with what it was.
    Apart,
    /// By a policy that changed `check` finds something else in it.
    Judged,
    /// Inputs changed on which no amount depends.
    Inputs,
    /// It has another path, or is written in another way.
    Unmoved,
}

impl Review {
    /// A review of files that differ, in any order; of others how many they are.
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

    /// Whether a policy is another than it was.
    #[must_use]
    pub fn has_other_policies(&self) -> bool {
        !self.policies.paths.is_empty()
    }

    /// The scenarios that differ, the most important first.
    #[must_use]
    pub fn files(&self) -> &[ReviewedFile] {
        &self.files
    }

    /// Whether anything happened that matters: a verdict, an amount or an option moved, a scenario came, went or has no answer
    /// any more, or a policy is another.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.has_other_policies() || self.files.iter().any(|file| file.gravity() < Gravity::Inputs)
    }

    /// How many scenarios are of a gravity.
    fn count(&self, gravity: Gravity) -> usize {
        self.files.iter().filter(|file| file.gravity() == gravity).count()
    }
}

impl FileVersion {
    /// What it decides, where it stands.
    fn stands(&self) -> Option<&DiffSide> {
        match self {
            FileVersion::Stands(side) => Some(side),
            FileVersion::Absent | FileVersion::Refused(_) => None,
        }
    }
}

impl ReviewedFile {
    /// What differs, where it could be compared.
    #[must_use]
    pub fn difference(&self) -> Option<&Difference> {
        match &self.change {
            FileChange::Compared(difference) => Some(difference),
            FileChange::Apart { .. } => None,
        }
    }

    /// Whether it is there and has no answer.
    #[must_use]
    pub fn is_unanswered(&self) -> bool {
        match &self.change {
            FileChange::Compared(_) => false,
            FileChange::Apart { now, .. } => matches!(now, FileVersion::Refused(_)),
        }
    }

    fn gravity(&self) -> Gravity {
        match &self.change {
            FileChange::Apart { .. } if self.is_unanswered() => Gravity::Unanswered,
            FileChange::Apart { .. } => Gravity::Apart,
            FileChange::Compared(difference) if difference.flipped() => Gravity::Flipped,
            FileChange::Compared(difference) if difference.moved() => Gravity::Moved,
            FileChange::Compared(_) if self.policy.is_some() => Gravity::Judged,
            FileChange::Compared(difference) if !difference.changes.is_empty() => Gravity::Inputs,
            FileChange::Compared(_) => Gravity::Unmoved,
        }
    }

    /// By how much the margin of its winner moved. One that only one version has is above all that have both.
    fn margin_moved(&self) -> Ratio {
        let moved = self.difference().map(Difference::margin_moved);
        moved.map_or(Decimal::ZERO.into(), |moved| moved.unwrap_or(Decimal::MAX.into()))
    }
}

impl Report for Review {
    fn page(&self) -> Page {
        page::overview(self)
    }

    /// The overview, then each scenario whose amounts moved.
    fn pages(&self) -> Vec<Page> {
        let moved = self.files.iter().filter(|file| file.gravity() <= Gravity::Moved);
        std::iter::once(self.page()).chain(moved.filter_map(ReviewedFile::difference).map(Report::page)).collect()
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", comment::text(self))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}

//! A review for programs: `rackrent.diffs/1`; `docs/reference/json.md` documents it.

use super::super::json::{self, Contract};
use super::page::word;
use super::{FileChange, FileVersion, Gravity, Review, ReviewedFile};
use crate::amount::Ratio;
use crate::analysis::difference::{DiffSide, Difference};
use crate::report::Errors;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(review: &Review, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Diffs, &WrittenReview::from(review), out)
}

/// What a change does to the scenarios of a repository.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenReview<'a> {
    /// What is compared with.
    base: WrittenBase<'a>,
    /// Whether anything moved that matters: a verdict, an amount, an option, a scenario, or a policy.
    matters: bool,
    /// How many verdicts flipped.
    flipped: usize,
    /// How many scenarios have no answer now.
    unanswered: usize,
    /// How many scenarios are as they were.
    unchanged: usize,
    /// The paths of every `rackrent.toml` that differs.
    policies: &'a [String],
    /// The scenarios that differ, the most important first.
    files: Vec<WrittenFile<'a>>,
}

/// What is compared with.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WrittenBase<'a> {
    /// The revision as it was asked for.
    revision: &'a str,
    /// The commit that it and what is there now have in common.
    commit: &'a str,
}

/// A scenario that differs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WrittenFile<'a> {
    /// Its path from the top of the repository; of one that is gone the path that it had.
    path: &'a str,
    /// The path that it had, where that was another.
    was: Option<&'a str>,
    /// What became of it: `flipped`, `moved`, `no amount` (inputs changed on which none depends), `renamed`, `rewritten`,
    /// `new`, `gone`, `no answer`, `answered` (it had none before), or `not comparable`.
    what: &'static str,
    /// By how much the margin of the winner moved, as a share; none where another wins, or one of the margins is missing.
    margin_moved: Option<Ratio>,
    /// What differs, as `diff` of two files says it; none where the two versions are not compared.
    difference: Option<&'a Difference>,
    /// As it was; none where the two are compared.
    then: Option<WrittenVersion<'a>>,
    /// As it is; none where the two are compared.
    now: Option<WrittenVersion<'a>>,
}

/// A scenario then, or now.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WrittenVersion<'a> {
    /// `absent`, `stands` or `refused`.
    #[cfg_attr(test, schemars(extend("enum" = ["absent", "stands", "refused"])))]
    state: &'static str,
    /// What it decides; none unless it stands.
    decides: Option<&'a DiffSide>,
    /// Why it has no answer; none unless it is refused.
    refused: Option<&'a Errors>,
}

impl<'a> From<&'a Review> for WrittenReview<'a> {
    fn from(review: &'a Review) -> WrittenReview<'a> {
        WrittenReview {
            base: WrittenBase { revision: &review.base.revision, commit: &review.base.commit },
            matters: review.matters(),
            flipped: review.count(Gravity::Flipped),
            unanswered: review.count(Gravity::Unanswered),
            unchanged: review.unchanged,
            policies: &review.policies,
            files: review.files.iter().map(WrittenFile::of).collect(),
        }
    }
}

impl<'a> WrittenFile<'a> {
    fn of(file: &'a ReviewedFile) -> WrittenFile<'a> {
        let [then, now] = match &file.change {
            FileChange::Compared(_) => [None, None],
            FileChange::Apart { then, now, .. } => [then, now].map(|version| Some(WrittenVersion::of(version))),
        };
        WrittenFile {
            path: &file.path,
            was: file.was.as_deref(),
            what: word(file),
            margin_moved: file.difference().and_then(Difference::margin_moved),
            difference: file.difference(),
            then,
            now,
        }
    }
}

impl<'a> WrittenVersion<'a> {
    fn of(version: &'a FileVersion) -> WrittenVersion<'a> {
        let (state, decides, refused) = match version {
            FileVersion::Absent => ("absent", None, None),
            FileVersion::Stands(side) => ("stands", Some(side.as_ref()), None),
            FileVersion::Refused(errors) => ("refused", None, Some(errors)),
        };
        WrittenVersion { state, decides, refused }
    }
}

//! A review for programs, `rackrent.diffs/1`; documented in `docs/reference/json.md`.

use super::super::json::{self, Contract};
use super::page::word;
use super::{Exclusion, FileChange, FileVersion, Importance, PolicyEffect, Review, ReviewedFile, ReviewedFinding};
use crate::amount::Ratio;
use crate::analysis::difference::{DiffSide, Difference};
use crate::report::Errors;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(review: &Review, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Diffs, &WrittenReview::from(review), out)
}

/// Effect of a change on the scenarios of a repository.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenReview<'a> {
    /// Base of the comparison.
    base: WrittenBase<'a>,
    /// Whether a verdict, amount, option, scenario or policy changed.
    matters: bool,
    /// Number of verdicts that flipped.
    flipped: usize,
    /// Number of scenarios that no longer have a result.
    unanswered: usize,
    /// Number of unchanged scenarios.
    unchanged: usize,
    /// Paths of every `rackrent.toml` that differs.
    policies: &'a [String],
    /// Reasons why findings are not compared: policies that can't be used.
    unusable_policies: &'a [String],
    /// Scenarios that differ, most important first.
    files: Vec<WrittenFile<'a>>,
}

/// Base of the comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenBase<'a> {
    /// Requested revision.
    revision: &'a str,
    /// Commit that the requested revision and the current state have in common.
    commit: &'a str,
}

/// A scenario that differs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenFile<'a> {
    /// Path from the repository root; for a removed scenario the old path.
    path: &'a str,
    /// Old path, if it differs.
    was: Option<&'a str>,
    /// Kind of change: `flipped`, `moved` (other amounts), `judged` (other findings under a changed policy),
    /// `no amount` (changed inputs without effect on amounts), `renamed`, `rewritten`, `new`, `gone`, `no answer`,
    /// `answered` (no result before), or `not comparable`.
    what: &'static str,
    /// Change of the winner's margin, as a share; null if another option wins or a margin is missing.
    margin_moved: Option<Ratio>,
    /// Difference, as in the result of `diff` for two files; null if the versions can't be compared.
    difference: Option<&'a Difference>,
    /// Old version; null if the versions are compared.
    then: Option<WrittenVersion<'a>>,
    /// New version; null if the versions are compared.
    now: Option<WrittenVersion<'a>>,
    /// Effect of a policy change on its findings; null without a change or effect.
    policy: Option<WrittenEffect<'a>>,
}

/// Effect of a policy change on the findings of a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenEffect<'a> {
    /// New findings, most severe first.
    new: Vec<WrittenFinding<'a>>,
    /// Removed findings, most severe first.
    gone: Vec<WrittenFinding<'a>>,
    /// Findings that were added to the baseline and no longer fail the check, most severe first.
    known: Vec<WrittenFinding<'a>>,
    /// Change of the exclusion: `excluded` or `included`; null if unchanged.
    becomes: Option<&'static str>,
}

/// A finding of `check`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenFinding<'a> {
    /// Stable code of the rule.
    code: &'static str,
    /// Severity.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// Message in one sentence.
    message: &'a str,
    /// Path of the value; empty for a whole file.
    path: &'a str,
    /// File with the finding, by path from the repository root: the scenario, or a file that it extends.
    file: &'a str,
    /// Line, from 1, in the version with the finding; null for a whole file.
    line: Option<u32>,
}

/// A version of a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenVersion<'a> {
    /// State: `absent`, `stands` (has a result) or `refused` (has errors).
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["absent", "stands", "refused"])))]
    state: &'static str,
    /// Decision; null without a result.
    decides: Option<&'a DiffSide>,
    /// Errors; null without errors.
    refused: Option<&'a Errors>,
}

impl<'a> From<&'a Review> for WrittenReview<'a> {
    fn from(review: &'a Review) -> WrittenReview<'a> {
        WrittenReview {
            base: WrittenBase { revision: &review.base.revision, commit: &review.base.commit },
            matters: review.matters(),
            flipped: review.count(Importance::Flipped),
            unanswered: review.count(Importance::Unanswered),
            unchanged: review.unchanged,
            policies: &review.policies.paths,
            unusable_policies: &review.policies.unusable,
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
            policy: file.policy.as_ref().map(|effect| WrittenEffect::of(effect, file)),
        }
    }
}

impl<'a> WrittenEffect<'a> {
    fn of(effect: &'a PolicyEffect, file: &'a ReviewedFile) -> WrittenEffect<'a> {
        let was = file.was.as_deref().unwrap_or(&file.path);
        let all = |findings: &'a [ReviewedFinding], scenario: &'a str| {
            findings.iter().map(|finding| WrittenFinding::of(finding, scenario)).collect()
        };
        let becomes = match effect.exclusion {
            Exclusion::AsBefore => None,
            Exclusion::Begins => Some("excluded"),
            Exclusion::Ends => Some("included"),
        };
        let (new, known) = (all(&effect.new, &file.path), all(&effect.known, &file.path));
        WrittenEffect { new, gone: all(&effect.gone, was), known, becomes }
    }
}

impl<'a> WrittenFinding<'a> {
    fn of(finding: &'a ReviewedFinding, scenario: &'a str) -> WrittenFinding<'a> {
        WrittenFinding {
            code: finding.code.text(),
            severity: finding.severity.text(),
            message: &finding.message,
            path: &finding.path,
            file: finding.shared.as_deref().unwrap_or(scenario),
            line: finding.line,
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

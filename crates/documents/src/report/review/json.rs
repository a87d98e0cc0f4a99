//! A review for programs, `rackrent.diffs/1`; documented in `docs/reference/json.md`.

use super::super::json::{self, Contract};
use super::page::word;
use super::{
    BaseCommit, Exclusion, FileChange, FileVersion, Importance, PolicyEffect, Review, ReviewedFile, ReviewedFinding,
};
use crate::amount::Ratio;
use crate::analysis::difference::{DiffSide, Difference};
use crate::report::Errors;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(review: &Review, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Diffs, &ReviewJson::from(review), out)
}

/// Effect of a change on the scenarios of a repository.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct ReviewJson<'a> {
    /// Base of the comparison.
    base: &'a BaseCommit,
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
    files: Vec<ReviewedFileJson<'a>>,
}

/// A scenario that differs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ReviewedFileJson<'a> {
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
    then: Option<FileVersionJson<'a>>,
    /// New version; null if the versions are compared.
    now: Option<FileVersionJson<'a>>,
    /// Effect of a policy change on its findings; null without a change or effect.
    policy: Option<PolicyEffectJson<'a>>,
}

/// Effect of a policy change on the findings of a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PolicyEffectJson<'a> {
    /// New findings, most severe first.
    new: Vec<ReviewedFindingJson<'a>>,
    /// Removed findings, most severe first.
    gone: Vec<ReviewedFindingJson<'a>>,
    /// Findings that were added to the baseline and no longer fail the check, most severe first.
    known: Vec<ReviewedFindingJson<'a>>,
    /// Change of the exclusion: `excluded` or `included`; null if unchanged.
    becomes: Option<&'static str>,
}

/// A finding of `check`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ReviewedFindingJson<'a> {
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
struct FileVersionJson<'a> {
    /// State: `absent`, `stands` (has a result) or `refused` (has errors).
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["absent", "stands", "refused"])))]
    state: &'static str,
    /// Decision; null without a result.
    decides: Option<&'a DiffSide>,
    /// Errors; null without errors.
    refused: Option<&'a Errors>,
}

impl<'a> From<&'a Review> for ReviewJson<'a> {
    fn from(review: &'a Review) -> ReviewJson<'a> {
        ReviewJson {
            base: &review.base,
            matters: review.matters(),
            flipped: review.count(Importance::Flipped),
            unanswered: review.count(Importance::Unanswered),
            unchanged: review.unchanged,
            policies: &review.policies.paths,
            unusable_policies: &review.policies.unusable,
            files: review.files.iter().map(ReviewedFileJson::of).collect(),
        }
    }
}

impl<'a> ReviewedFileJson<'a> {
    fn of(file: &'a ReviewedFile) -> ReviewedFileJson<'a> {
        let [then, now] = match &file.change {
            FileChange::Compared(_) => [None, None],
            FileChange::Apart { then, now, .. } => [then, now].map(|version| Some(FileVersionJson::of(version))),
        };
        ReviewedFileJson {
            path: &file.path,
            was: file.was.as_deref(),
            what: word(file),
            margin_moved: file.difference().and_then(Difference::margin_moved),
            difference: file.difference(),
            then,
            now,
            policy: file.policy.as_ref().map(|effect| PolicyEffectJson::of(effect, file)),
        }
    }
}

impl<'a> PolicyEffectJson<'a> {
    fn of(effect: &'a PolicyEffect, file: &'a ReviewedFile) -> PolicyEffectJson<'a> {
        let was = file.was.as_deref().unwrap_or(&file.path);
        let all = |findings: &'a [ReviewedFinding], scenario: &'a str| {
            findings.iter().map(|finding| ReviewedFindingJson::of(finding, scenario)).collect()
        };
        let becomes = match effect.exclusion {
            Exclusion::AsBefore => None,
            Exclusion::Begins => Some("excluded"),
            Exclusion::Ends => Some("included"),
        };
        let (new, known) = (all(&effect.new, &file.path), all(&effect.known, &file.path));
        PolicyEffectJson { new, gone: all(&effect.gone, was), known, becomes }
    }
}

impl<'a> ReviewedFindingJson<'a> {
    fn of(finding: &'a ReviewedFinding, scenario: &'a str) -> ReviewedFindingJson<'a> {
        ReviewedFindingJson {
            code: finding.code.text(),
            severity: finding.severity.text(),
            message: &finding.message,
            path: &finding.path,
            file: finding.shared.as_deref().unwrap_or(scenario),
            line: finding.line,
        }
    }
}

impl<'a> FileVersionJson<'a> {
    fn of(version: &'a FileVersion) -> FileVersionJson<'a> {
        let (state, decides, refused) = match version {
            FileVersion::Absent => ("absent", None, None),
            FileVersion::Stands(side) => ("stands", Some(side.as_ref()), None),
            FileVersion::Refused(errors) => ("refused", None, Some(errors)),
        };
        FileVersionJson { state, decides, refused }
    }
}

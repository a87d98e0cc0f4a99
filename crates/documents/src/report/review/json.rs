//! A review for programs: `rackrent.diffs/1`; `docs/reference/json.md` documents it.

use super::super::json::{self, Contract};
use super::page::word;
use super::{Exclusion, FileChange, FileVersion, Gravity, PolicyEffect, Review, ReviewedFile, ReviewedFinding};
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Why the policies of then, or those of now, judge nothing: one of them cannot be used.
    unusable_policies: &'a [String],
    /// The scenarios that differ, the most important first.
    files: Vec<WrittenFile<'a>>,
}

/// What is compared with.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenBase<'a> {
    /// The revision as it was asked for.
    revision: &'a str,
    /// The commit that it and what is there now have in common.
    commit: &'a str,
}

/// A scenario that differs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenFile<'a> {
    /// Its path from the top of the repository; of one that is gone the path that it had.
    path: &'a str,
    /// The path that it had, where that was another.
    was: Option<&'a str>,
    /// What became of it: `flipped`, `moved`, `judged` (by another policy `check` finds something else), `no amount` (inputs
    /// changed on which none depends), `renamed`, `rewritten`, `new`, `gone`, `no answer`, `answered` (it had none before), or
    /// `not comparable`.
    what: &'static str,
    /// By how much the margin of the winner moved, as a share; none where another wins, or one of the margins is missing.
    margin_moved: Option<Ratio>,
    /// What differs, as `diff` of two files says it; none where the two versions are not compared.
    difference: Option<&'a Difference>,
    /// As it was; none where the two are compared.
    then: Option<WrittenVersion<'a>>,
    /// As it is; none where the two are compared.
    now: Option<WrittenVersion<'a>>,
    /// What its policy does to what `check` finds in it; none where it is the same policy, or does nothing.
    policy: Option<WrittenEffect<'a>>,
}

/// What a policy does to what `check` finds in a scenario.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenEffect<'a> {
    /// What is found now and was not before, the gravest first.
    new: Vec<WrittenFinding<'a>>,
    /// What was found before and is not now, the gravest first.
    gone: Vec<WrittenFinding<'a>>,
    /// What is found now and fails no check, because the baseline knows it and did not know it before, the gravest first.
    known: Vec<WrittenFinding<'a>>,
    /// Whether the scenario is `excluded` now, or `included`, which it was not; none where that is as before.
    becomes: Option<&'static str>,
}

/// A finding of `check`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenFinding<'a> {
    /// The rule.
    code: &'static str,
    /// How much it weighs.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// What is found, in a sentence.
    message: &'a str,
    /// The path of the value; empty for a whole file.
    path: &'a str,
    /// The file that it stands in, from the top of the repository: the scenario, or one that it extends.
    file: &'a str,
    /// Its line, from 1, in the version in which it is found; none for a whole file.
    line: Option<u32>,
}

/// A scenario then, or now.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenVersion<'a> {
    /// `absent`, `stands` or `refused`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["absent", "stands", "refused"])))]
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

//! Check output for programs, `rackrent.check/1`; documented in `docs/reference/json.md`.

use super::super::Errors;
use super::super::fix::LocatedFix;
use super::super::json::{self, Contract};
use super::{CheckOutcome, CheckedFile, Checks, Counts, Finding, SpanSource, TextSpan};
use crate::amount::Ratio;
use crate::check::NotApplicable;
use crate::model::OptionId;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let document = CheckJson {
        today: checks.today.as_deref(),
        fail_on: checks.fails_on.text(),
        set: &checks.settings,
        files: checks.files.iter().map(File::of).collect(),
        unanswered: &checks.unanswered,
        skipped: checks.skipped.iter().map(|one| SkippedFile { path: &one.path, because: &one.because }).collect(),
        summary: Summary::of(checks),
    };
    json::write(Contract::Check, &document, out)
}

/// Result of a check.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct CheckJson<'a> {
    /// Date of the check; null if not given.
    today: Option<&'a str>,
    /// Lowest severity that fails the check.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    fail_on: &'static str,
    /// Values set in every scenario, `PATH=VALUE`.
    set: &'a [String],
    /// Checked files, sorted by path.
    files: Vec<File<'a>>,
    #[serde(flatten)]
    unanswered: &'a Errors,
    /// YAML files in folders that were not checked.
    skipped: Vec<SkippedFile<'a>>,
    /// Outcome and counts.
    summary: Summary,
}

/// A checked file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct File<'a> {
    /// Path, with forward slashes.
    path: &'a str,
    /// SHA-256 of the file in hexadecimal; null if it can't be read.
    sha256: Option<&'a str>,
    /// Version of the applied rules.
    rules: u32,
    /// Applied `rackrent.toml` files, that of the repository root first; empty if the default rules apply.
    policies: &'a [String],
    /// Scenarios that extend this file; absent for scenarios. A shared file has no verdict of its own.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    shared_by: &'a [String],
    /// Whether the file is valid: a scenario has a result, a shared file has no errors.
    valid: bool,
    /// Winning option; null if there is none.
    winner: Option<&'a OptionId>,
    /// Saving of the winner as a share of the runner-up's present value.
    saving_share: Option<Ratio>,
    /// Whether the verdict is too close to call; null without a result.
    close: Option<bool>,
    /// Open findings, errors first, then by position.
    findings: Vec<Found<'a>>,
    /// Findings allowed by the author.
    allowed: Vec<Allowed<'a>>,
    /// Findings in the baseline. They don't fail the check.
    known: Vec<Found<'a>>,
    /// Costs declared as not applicable by the author.
    not_applicable: Vec<NotApplicableCost<'a>>,
}

impl<'a> File<'a> {
    fn of(file: &'a CheckedFile) -> File<'a> {
        let decided = file.decided.as_ref();
        let allowed = file.allowed.iter().map(|one| Allowed {
            finding: Found::of(file, &one.finding),
            reason: &one.reason,
            until: one.until.as_deref(),
        });
        File {
            path: &file.path,
            sha256: file.sha256.as_deref(),
            rules: file.rules,
            policies: &file.policies,
            shared_by: &file.shared_by,
            valid: file.is_valid(),
            winner: decided.and_then(|decided| decided.winner.as_ref()),
            saving_share: decided.and_then(|decided| decided.saving_share),
            close: decided.map(|decided| decided.close),
            findings: file.findings.iter().map(|finding| Found::of(file, finding)).collect(),
            allowed: allowed.collect(),
            known: file.known.iter().map(|finding| Found::of(file, finding)).collect(),
            not_applicable: file.not_applicable.iter().map(|cost| NotApplicableCost::of(file, cost)).collect(),
        }
    }
}

/// A finding.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Found<'a> {
    /// Stable code of the rule or error.
    code: &'static str,
    /// Severity.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// Message in one sentence.
    message: &'a str,
    /// Path of the value; empty for a whole file.
    path: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    /// What to type.
    label: Option<&'a str>,
    /// Advice.
    help: Option<&'a str>,
    /// Related positions.
    related: Vec<Related<'a>>,
    /// Edits that fix it, if they are unambiguous.
    fix: Option<&'a LocatedFix>,
    /// 64 hexadecimal digits, stable when lines move or amounts change.
    fingerprint: &'a str,
}

impl<'a> Found<'a> {
    fn of(file: &'a CheckedFile, finding: &'a Finding) -> Found<'a> {
        let diagnostic = &finding.diagnostic;
        let related = finding.related.iter().map(|(spot, label)| Related { place: Place::of(file, Some(spot)), label });
        Found {
            code: diagnostic.code.text(),
            severity: diagnostic.severity.text(),
            message: &diagnostic.message,
            path: &diagnostic.path,
            place: Place::of(file, finding.spot.as_ref()),
            label: Some(diagnostic.label.as_str()).filter(|label| !label.is_empty()),
            help: diagnostic.help.as_deref(),
            related: related.collect(),
            fix: finding.fix.as_ref(),
            fingerprint: &finding.fingerprint,
        }
    }
}

/// Position of a finding. `file` is null for a position in a `--set`; the other fields are null for a whole file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Place<'a> {
    /// File; null for a position in a `--set`.
    file: Option<&'a str>,
    /// Line, from 1; null for a whole file.
    line: Option<u32>,
    /// Column in characters (code points), from 1; null for a whole file.
    column: Option<u32>,
    /// Last line.
    end_line: Option<u32>,
    /// Column after the last character.
    end_column: Option<u32>,
}

impl<'a> Place<'a> {
    fn of(file: &'a CheckedFile, spot: Option<&'a TextSpan>) -> Place<'a> {
        let is_setting = spot.is_some_and(|spot| matches!(spot.place, SpanSource::Setting(_)));
        let path = spot.map_or(file.path.as_str(), |spot| spot.place.path(file));
        Place {
            file: (!is_setting).then_some(path),
            line: spot.map(|spot| spot.line),
            column: spot.map(|spot| spot.column),
            end_line: spot.map(|spot| spot.end_line),
            end_column: spot.map(|spot| spot.end_column),
        }
    }
}

/// A related position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Related<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    /// Label.
    label: &'a str,
}

/// A finding allowed by the author.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Allowed<'a> {
    #[serde(flatten)]
    finding: Found<'a>,
    /// Reason for allowing it.
    reason: &'a str,
    /// Expiry date (inclusive) of the allowance.
    until: Option<&'a str>,
}

/// A usual cost that the author declares as not applicable.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NotApplicableCost<'a> {
    /// Path of the option.
    option: &'a OptionId,
    /// Name of the cost.
    cost: &'a str,
    /// Reason.
    reason: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
}

impl<'a> NotApplicableCost<'a> {
    fn of(file: &'a CheckedFile, cost: &'a NotApplicable<Option<TextSpan>>) -> NotApplicableCost<'a> {
        let place = Place::of(file, cost.place.as_ref());
        NotApplicableCost { option: &cost.option, cost: &cost.cost, reason: &cost.reason, place }
    }
}

/// A YAML file that was not checked.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SkippedFile<'a> {
    /// Path.
    path: &'a str,
    /// Reason, as text.
    because: &'a str,
}

/// Outcome of a check and counts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Summary {
    /// Outcome: `passed` (exit status 0), `failed` (1) or `unread` (2).
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["passed", "failed", "unread"])))]
    ended: &'static str,
    /// Number of checked files.
    files: usize,
    /// Number of valid files: scenarios with a result, and shared files without errors.
    valid: usize,
    /// Number of files with a finding that fails the check.
    failed: usize,
    /// Number of errors.
    errors: usize,
    /// Number of warnings.
    warnings: usize,
    /// Number of information findings.
    information: usize,
    /// Number of allowed findings.
    allowed: usize,
    /// Number of findings in the baseline.
    known: usize,
    /// Number of files that were not checked.
    skipped: usize,
}

impl Summary {
    fn of(checks: &Checks) -> Summary {
        let counts = Counts::of(&checks.files);
        let fails = |file: &&CheckedFile| file.findings.iter().any(|finding| checks.fails(finding));
        Summary {
            ended: match checks.ended() {
                CheckOutcome::Passed => "passed",
                CheckOutcome::Failed => "failed",
                CheckOutcome::Unread => "unread",
            },
            files: checks.files.len(),
            valid: checks.files.iter().filter(|file| file.is_valid()).count(),
            failed: checks.files.iter().filter(fails).count(),
            errors: counts.errors,
            warnings: counts.warnings,
            information: counts.information,
            allowed: counts.allowed,
            known: counts.known,
            skipped: checks.skipped.len(),
        }
    }
}

//! A check for programs, `rackrent.check/1`; `docs/reference/json.md` documents it.

use super::super::Errors;
use super::super::fix::WrittenFix;
use super::super::json::{self, Contract};
use super::{CheckedFile, Checks, Counts, Ended, Finding, TextSpan, Where};
use crate::amount::Ratio;
use crate::check::NotApplicable;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let document = WrittenCheck {
        today: checks.today.as_deref(),
        fail_on: checks.fails_on.text(),
        set: &checks.settings,
        files: checks.files.iter().map(File::of).collect(),
        unanswered: &checks.unanswered,
        skipped: checks.skipped.iter().map(|one| Passed { path: &one.path, because: &one.because }).collect(),
        summary: Summary::of(checks),
    };
    json::write(Contract::Check, &document, out)
}

/// What a check found.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenCheck<'a> {
    /// The day of the check; none where none was given.
    today: Option<&'a str>,
    /// The least severity that fails it.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    fail_on: &'static str,
    /// The values that were set in every scenario, `PATH=VALUE`.
    set: &'a [String],
    /// The files, in the order of their paths.
    files: Vec<File<'a>>,
    #[serde(flatten)]
    unanswered: &'a Errors,
    /// YAML files of folders that were not checked.
    skipped: Vec<Passed<'a>>,
    /// How it ended, and how many there are of what.
    summary: Summary,
}

/// A file that was checked.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct File<'a> {
    /// Its path, with forward slashes.
    path: &'a str,
    /// The SHA-256 of its bytes, in hexadecimal; none of a file that could not be read.
    sha256: Option<&'a str>,
    /// The version of the rules that were applied.
    rules: u32,
    /// The `rackrent.toml` files that it was judged by, that of its repository first; none where the rules held as they are.
    policies: &'a [String],
    /// The scenarios that extend it; absent of a scenario. Such a file has no answer of its own.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    shared_by: &'a [String],
    /// Whether it has an answer; of a shared file, whether no error stands in it.
    valid: bool,
    /// The option that wins; none where none does.
    winner: Option<&'a str>,
    /// What it saves, as a share of the runner-up's present value.
    saving_share: Option<Ratio>,
    /// Whether that is too close to call; none without an answer.
    close: Option<bool>,
    /// Findings that stand, errors first, then by place.
    findings: Vec<Found<'a>>,
    /// Findings that its author allows.
    allowed: Vec<Allowed<'a>>,
    /// Findings that a baseline knows, and that fail no check.
    known: Vec<Found<'a>>,
    /// Costs that its author says do not arise.
    not_applicable: Vec<Silenced<'a>>,
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
            winner: decided.and_then(|decided| decided.winner.as_deref()),
            saving_share: decided.and_then(|decided| decided.saving_share),
            close: decided.map(|decided| decided.close),
            findings: file.findings.iter().map(|finding| Found::of(file, finding)).collect(),
            allowed: allowed.collect(),
            known: file.known.iter().map(|finding| Found::of(file, finding)).collect(),
            not_applicable: file.not_applicable.iter().map(|cost| Silenced::of(file, cost)).collect(),
        }
    }
}

/// A finding.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Found<'a> {
    /// The lasting name of the rule or error.
    code: &'static str,
    /// How much it weighs.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// What was found, in a sentence.
    message: &'a str,
    /// The path of the value; empty for a whole file.
    path: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    /// What to type.
    label: Option<&'a str>,
    /// Advice.
    help: Option<&'a str>,
    /// Other places that belong to it.
    related: Vec<Related<'a>>,
    /// The edits that settle it, where what to type is exact.
    fix: Option<&'a WrittenFix>,
    /// 64 hexadecimal digits that stay when lines move and amounts change.
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

/// Where a finding is: `file` is `null` for a place in a `--set`, the others too for a whole file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Place<'a> {
    /// The file that it stands in; none for a place in a `--set`.
    file: Option<&'a str>,
    /// Its line, from 1; none for a whole file.
    line: Option<u32>,
    /// Its column in characters (code points), from 1; none for a whole file.
    column: Option<u32>,
    /// The line in which it ends.
    end_line: Option<u32>,
    /// The column after its last.
    end_column: Option<u32>,
}

impl<'a> Place<'a> {
    fn of(file: &'a CheckedFile, spot: Option<&'a TextSpan>) -> Place<'a> {
        let is_setting = spot.is_some_and(|spot| matches!(spot.place, Where::Setting(_)));
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

/// Another place that belongs to a finding.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Related<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    /// What is said of it.
    label: &'a str,
}

/// A finding that its author allows.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Allowed<'a> {
    #[serde(flatten)]
    finding: Found<'a>,
    /// Why its author allows it.
    reason: &'a str,
    /// The last day on which it is allowed.
    until: Option<&'a str>,
}

/// A usual cost that does not arise, as the author of a scenario says.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Silenced<'a> {
    /// The option, by its path.
    option: &'a str,
    /// The name of the cost.
    cost: &'a str,
    /// Why it does not arise.
    reason: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
}

impl<'a> Silenced<'a> {
    fn of(file: &'a CheckedFile, cost: &'a NotApplicable<Option<TextSpan>>) -> Silenced<'a> {
        let place = Place::of(file, cost.place.as_ref());
        Silenced { option: &cost.option, cost: &cost.cost, reason: &cost.reason, place }
    }
}

/// A YAML file that was not checked.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Passed<'a> {
    /// Its path.
    path: &'a str,
    /// Why, in words.
    because: &'a str,
}

/// How a check ended, and how many there are of what.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Summary {
    /// Exit status 0, 1 or 2.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["passed", "failed", "unread"])))]
    ended: &'static str,
    /// Files that were checked.
    files: usize,
    /// Those that have an answer, and shared ones without an error.
    valid: usize,
    /// Those with a finding that fails the check.
    failed: usize,
    /// Findings that are errors.
    errors: usize,
    /// Findings that are warnings.
    warnings: usize,
    /// Findings that are information.
    information: usize,
    /// Findings that authors allow.
    allowed: usize,
    /// Findings that a baseline knows.
    known: usize,
    /// Files that were not checked.
    skipped: usize,
}

impl Summary {
    fn of(checks: &Checks) -> Summary {
        let counts = Counts::of(&checks.files);
        let fails = |file: &&CheckedFile| file.findings.iter().any(|finding| checks.fails(finding));
        Summary {
            ended: match checks.ended() {
                Ended::Passed => "passed",
                Ended::Failed => "failed",
                Ended::Unread => "unread",
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

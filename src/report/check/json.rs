//! A check for programs, `rackrent.check/1`; `docs/reference/json.md` documents it.

use super::super::Errors;
use super::super::json::pretty;
use super::{CheckedFile, Checks, Counts, Ended, Finding, TextSpan, Where};
use crate::amount::Ratio;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let document = Document {
        schema: "rackrent.check/1",
        today: checks.today.as_deref(),
        fail_on: checks.fails_on.text(),
        set: &checks.settings,
        files: checks.files.iter().map(File::of).collect(),
        unanswered: &checks.unanswered,
        skipped: checks.skipped.iter().map(|one| Passed { path: &one.path, because: one.because }).collect(),
        summary: Summary::of(checks),
    };
    pretty(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    today: Option<&'a str>,
    fail_on: &'static str,
    set: &'a [String],
    files: Vec<File<'a>>,
    #[serde(flatten)]
    unanswered: &'a Errors,
    skipped: Vec<Passed<'a>>,
    summary: Summary,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    sha256: Option<&'a str>,
    rules: u32,
    valid: bool,
    winner: Option<&'a str>,
    saving_share: Option<Ratio>,
    findings: Vec<Found<'a>>,
    allowed: Vec<Allowed<'a>>,
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
            valid: decided.is_some(),
            winner: decided.and_then(|decided| decided.winner.as_deref()),
            saving_share: decided.and_then(|decided| decided.saving_share),
            findings: file.findings.iter().map(|finding| Found::of(file, finding)).collect(),
            allowed: allowed.collect(),
        }
    }
}

#[derive(Serialize)]
struct Found<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    path: &'a str,
    #[serde(flatten)]
    place: Place<'a>,
    label: Option<&'a str>,
    help: Option<&'a str>,
    related: Vec<Related<'a>>,
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
            fingerprint: &finding.fingerprint,
        }
    }
}

/// Where a finding is: `file` is `null` for a place in a `--set`, the others too for a whole file.
#[derive(Serialize)]
struct Place<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
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

#[derive(Serialize)]
struct Related<'a> {
    #[serde(flatten)]
    place: Place<'a>,
    label: &'a str,
}

#[derive(Serialize)]
struct Allowed<'a> {
    #[serde(flatten)]
    finding: Found<'a>,
    reason: &'a str,
    until: Option<&'a str>,
}

#[derive(Serialize)]
struct Passed<'a> {
    path: &'a str,
    because: &'static str,
}

#[derive(Serialize)]
struct Summary {
    ended: &'static str,
    files: usize,
    valid: usize,
    failed: usize,
    errors: usize,
    warnings: usize,
    information: usize,
    allowed: usize,
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
            valid: checks.files.iter().filter(|file| file.decided.is_some()).count(),
            failed: checks.files.iter().filter(fails).count(),
            errors: counts.errors,
            warnings: counts.warnings,
            information: counts.information,
            allowed: counts.allowed,
            skipped: checks.skipped.len(),
        }
    }
}

//! Check output as a GitLab Code Quality report, with one entry per displayed finding.
//!
//! GitLab compares a merge request's report with its target's by fingerprint, so fingerprints are stable when lines
//! move or amounts change.

use super::super::json::pretty;
use super::{CheckedFile, Checks, Finding, concise};
use crate::diagnostic::{Severity, clean};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let entries: Vec<Entry<'_>> = checks
        .files
        .iter()
        .flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
        .filter(|(_, finding)| checks.is_shown(finding))
        .map(|(file, finding)| Entry::of(file, finding))
        .collect();
    pretty(&entries, out)
}

#[derive(Serialize)]
struct Entry<'a> {
    description: String,
    check_name: &'static str,
    fingerprint: &'a str,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

impl<'a> Entry<'a> {
    fn of(file: &'a CheckedFile, finding: &'a Finding) -> Entry<'a> {
        let (begin, end) = finding.in_file().map_or((1, 1), |spot| (spot.line, spot.end_line));
        Entry {
            description: clean(&concise::advised(finding, &[])),
            check_name: finding.diagnostic.code.text(),
            fingerprint: &finding.fingerprint,
            severity: match finding.diagnostic.severity {
                Severity::Error => "critical",
                Severity::Warning => "major",
                Severity::Information => "info",
            },
            location: Location { path: &file.from_root, lines: Lines { begin, end } },
        }
    }
}

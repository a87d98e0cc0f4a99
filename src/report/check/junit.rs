//! A check as test results in the dialect of `JUnit` that CI servers read: a suite for each file.
//!
//! The case `valid` fails with all errors of a file that has no answer, and is an error where the file could not be read. Each
//! rule that finds something that fails the check is a case that fails; each rule that the author allows is a case that is
//! skipped, with the reason. What does not fail the check is the output of the suite.

use super::{CheckedFile, Checks, Finding, concise};
use crate::check::Allowed;
use crate::diagnostic::{Severity, clean};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let mut report = Report::new("rackrent check");
    report.add_test_suites(checks.files.iter().map(|file| suite(checks, file)));
    let written = report.to_string().map_err(io::Error::other)?;
    // the schema of Jenkins knows of skipped cases in a suite, and not in all of them together
    let skipped = format!(" skipped=\"{}\"", report.skipped);
    out.write_all(written.replacen(&skipped, "", 1).as_bytes())
}

fn suite(checks: &Checks, file: &CheckedFile) -> TestSuite {
    let mut suite = TestSuite::new(text(&file.path));
    let (refusing, judged): (Vec<_>, Vec<_>) =
        concise::by_rule(file).into_iter().partition(|group| refuses(file, group));
    suite.add_test_case(valid(file, &refusing.concat()));
    let (failing, others): (Vec<_>, Vec<_>) =
        judged.into_iter().partition(|group| group.iter().any(|finding| checks.fails(finding)));
    suite.add_test_cases(failing.iter().filter_map(|group| failed(file, group)));
    suite.add_test_cases(file.allowed.iter().map(|allowed| skipped(file, allowed)));
    if !others.is_empty() {
        suite.set_system_out(listed(file, &others.concat()));
    }
    suite
}

/// Whether findings are why a file has no answer.
fn refuses(file: &CheckedFile, group: &[&Finding]) -> bool {
    file.decided.is_none() && group.iter().any(|finding| finding.diagnostic.severity == Severity::Error)
}

/// Whether a scenario has an answer.
fn valid(file: &CheckedFile, refusing: &[&Finding]) -> TestCase {
    let Some(first) = refusing.first() else { return case(file, "valid", TestCaseStatus::success()) };
    let kind = if file.is_unread() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    case(file, "valid", status(kind, file, first, refusing))
}

/// A rule that found something.
fn failed(file: &CheckedFile, group: &[&Finding]) -> Option<TestCase> {
    let first = group.first()?;
    Some(case(file, first.diagnostic.code.text(), status(NonSuccessKind::Failure, file, first, group)))
}

fn status(kind: NonSuccessKind, file: &CheckedFile, first: &Finding, all: &[&Finding]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status
        .set_type(first.diagnostic.code.text())
        .set_message(text(&first.sentence()))
        .set_description(listed(file, all));
    status
}

/// A finding that the author allows.
fn skipped(file: &CheckedFile, allowed: &Allowed<Finding>) -> TestCase {
    let mut status = TestCaseStatus::skipped();
    let code = allowed.finding.diagnostic.code.text();
    status.set_type(code).set_message(text(&format!("allowed: {}", concise::because(allowed))));
    status.set_description(listed(file, &[&allowed.finding]));
    case(file, code, status)
}

fn case(file: &CheckedFile, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(text(&file.path));
    case
}

/// Text as XML may have it: of what [`clean`] leaves, two code points are no characters to XML 1.0.
fn text(text: &str) -> String {
    clean(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Findings, one on a line.
fn listed(file: &CheckedFile, findings: &[&Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(|finding| text(&concise::line(file, finding, &[]))).collect();
    lines.join("\n")
}

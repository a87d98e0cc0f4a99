//! A check as test results in the dialect of `JUnit` that CI servers read: a suite for each file.
//!
//! The case `valid` fails with all errors of a file that has no answer, and is an error where the file could not be read. Each
//! rule that finds something that fails the check is a case that fails; each finding that the author allows, and each rule whose
//! findings a baseline knows, is a case that is skipped, with the reason. The case `valid` is, where all its errors are known. What does not fail the check is the output of the suite.

use super::{CheckedFile, Checks, Finding, concise};
use crate::check::AllowedFinding;
use crate::diagnostic::{Code, Severity, clean};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::{self, Write};

/// What is written to.
type Xml<'a> = Writer<&'a mut dyn Write>;

/// The cases of a file.
struct Suite {
    path: String,
    cases: Vec<Case>,
    output: Option<String>,
}

/// A question asked of a file; without a shortfall it passed.
struct Case {
    name: &'static str,
    shortfall: Option<Shortfall>,
}

/// Why a case did not pass.
struct Shortfall {
    ended: Ended,
    code: Code,
    message: String,
    listed: String,
}

/// How a case ended that did not pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Failure,
    Error,
    Skipped,
}

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let suites: Vec<Suite> = checks.files.iter().map(|file| suite(checks, file)).collect();
    let tests: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    let count = |ended| suites.iter().map(|suite| suite.count(ended)).sum::<usize>().to_string();
    let mut xml = Writer::new_with_indent(out, b' ', 4);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    // the schema of Jenkins knows of skipped cases in a suite, and not in all of them together
    let all = xml.create_element("testsuites").with_attributes([
        ("name", "rackrent check"),
        ("tests", &tests.to_string()),
        ("failures", &count(Ended::Failure)),
        ("errors", &count(Ended::Error)),
    ]);
    all.write_inner_content(|xml| suites.iter().try_for_each(|suite| suite.write(xml)))?;
    xml.write_indent()
}

impl Suite {
    fn count(&self, ended: Ended) -> usize {
        self.cases.iter().flat_map(|case| &case.shortfall).filter(|shortfall| shortfall.ended == ended).count()
    }

    fn write(&self, xml: &mut Xml<'_>) -> io::Result<()> {
        let suite = xml.create_element("testsuite").with_attributes([
            ("name", self.path.as_str()),
            ("tests", &self.cases.len().to_string()),
            ("skipped", &self.count(Ended::Skipped).to_string()),
            ("errors", &self.count(Ended::Error).to_string()),
            ("failures", &self.count(Ended::Failure).to_string()),
        ]);
        suite.write_inner_content(|xml| {
            self.cases.iter().try_for_each(|case| case.write(&self.path, xml))?;
            if let Some(output) = &self.output {
                xml.create_element("system-out").write_text_content(BytesText::new(output))?;
            }
            Ok(())
        })?;
        Ok(())
    }
}

impl Case {
    fn write(&self, path: &str, xml: &mut Xml<'_>) -> io::Result<()> {
        let case = xml.create_element("testcase").with_attributes([("name", self.name), ("classname", path)]);
        match &self.shortfall {
            None => case.write_empty()?,
            Some(shortfall) => case.write_inner_content(|xml| shortfall.write(xml))?,
        };
        Ok(())
    }
}

impl Shortfall {
    fn write(&self, xml: &mut Xml<'_>) -> io::Result<()> {
        let element = match self.ended {
            Ended::Failure => "failure",
            Ended::Error => "error",
            Ended::Skipped => "skipped",
        };
        let attributes = [("message", self.message.as_str()), ("type", self.code.text())];
        xml.create_element(element).with_attributes(attributes).write_text_content(BytesText::new(&self.listed))?;
        Ok(())
    }
}

fn suite(checks: &Checks, file: &CheckedFile) -> Suite {
    let apart = |findings| -> (Vec<_>, Vec<_>) {
        concise::by_rule(findings).into_iter().partition(|group| refuses(file, group))
    };
    let ((refusing, judged), (refusing_before, known)) = (apart(&file.findings), apart(&file.known));
    let (failing, others): (Vec<_>, Vec<_>) =
        judged.into_iter().partition(|group| group.iter().any(|finding| checks.fails(finding)));
    // what is refused for what a shared file says, fails there
    let is_unsaid =
        file.decided.is_none() && file.shared_by.is_empty() && refusing.is_empty() && refusing_before.is_empty();
    let mut cases = Vec::new();
    if !is_unsaid {
        cases.push(valid(file, &refusing.concat(), &refusing_before.concat()));
    }
    cases.extend(failing.iter().filter_map(|group| failed(file, group)));
    cases.extend(file.allowed.iter().map(|allowed| skipped(file, allowed)));
    cases.extend(known.iter().filter_map(|group| known_before(file, group)));
    let output = (!others.is_empty()).then(|| listed(file, &others.concat()));
    Suite { path: text(&file.path), cases, output }
}

/// Whether findings are why a file has no answer.
fn refuses(file: &CheckedFile, group: &[&Finding]) -> bool {
    file.decided.is_none() && group.iter().any(|finding| finding.diagnostic.severity == Severity::Error)
}

/// Whether a scenario has an answer; it is not asked again where all that refuses it is known.
fn valid(file: &CheckedFile, refusing: &[&Finding], known: &[&Finding]) -> Case {
    let ended = if file.is_unread() { Ended::Error } else { Ended::Failure };
    let shortfall = match refusing.first() {
        Some(first) => Some(found(ended, file, first, refusing)),
        None => known.first().map(|first| passed_over(file, first.diagnostic.code, known)),
    };
    Case { name: "valid", shortfall }
}

/// A rule that found something.
fn failed(file: &CheckedFile, group: &[&Finding]) -> Option<Case> {
    let first = group.first()?;
    let shortfall = found(Ended::Failure, file, first, group);
    Some(Case { name: shortfall.code.text(), shortfall: Some(shortfall) })
}

fn found(ended: Ended, file: &CheckedFile, first: &Finding, all: &[&Finding]) -> Shortfall {
    let (code, message) = (first.diagnostic.code, text(&first.sentence()));
    Shortfall { ended, code, message, listed: listed(file, all) }
}

/// A finding that the author allows.
fn skipped(file: &CheckedFile, allowed: &AllowedFinding<Finding>) -> Case {
    let code = allowed.finding.diagnostic.code;
    let message = text(&format!("allowed: {}", concise::because(allowed)));
    let listed = listed(file, &[&allowed.finding]);
    Case { name: code.text(), shortfall: Some(Shortfall { ended: Ended::Skipped, code, message, listed }) }
}

/// A rule whose findings a baseline knows.
fn known_before(file: &CheckedFile, all: &[&Finding]) -> Option<Case> {
    let code = all.first()?.diagnostic.code;
    Some(Case { name: code.text(), shortfall: Some(passed_over(file, code, all)) })
}

/// Why nobody is asked about findings that a baseline knows.
fn passed_over(file: &CheckedFile, code: Code, all: &[&Finding]) -> Shortfall {
    let message = text(&format!("known by {}", file.baseline.as_deref().unwrap_or_default()));
    Shortfall { ended: Ended::Skipped, code, message, listed: listed(file, all) }
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

//! Check output as `JUnit` XML for CI servers, with one suite per file.
//!
//! The case `valid` fails with all errors of a file that has no result; if the file can't be read, it is an error. Each
//! rule with a finding that fails the check is a failed case. Allowed findings and rules whose findings are in the
//! baseline are skipped cases with the reason; so is `valid` if all its errors are in the baseline. Findings that don't
//! fail the check are the output of the suite. A catalog pack is a property of the suite.

use super::{CheckedFile, Checks, Finding, concise};
use crate::catalog::catalog_pack;
use crate::check::AllowedFinding;
use crate::diagnostic::{Code, Severity, clean};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::{self, Write};

/// XML writer.
type Xml<'a> = Writer<&'a mut dyn Write>;

/// Test cases of a file.
struct Suite {
    path: String,
    cases: Vec<Case>,
    output: Option<String>,
}

/// A test case; it passed if there is no shortfall.
struct Case {
    name: &'static str,
    shortfall: Option<NotPassed>,
}

/// Reason why a case did not pass.
struct NotPassed {
    ended: Ended,
    code: Code,
    message: String,
    listed: String,
}

/// Outcome of a case that did not pass.
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
    // Jenkins' schema has `skipped` for a suite, not for all suites together
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
            if let Some(pack) = catalog_pack() {
                let property = [("name", "catalog"), ("value", &text(&pack.words()))];
                xml.create_element("properties").write_inner_content(|xml| {
                    xml.create_element("property").with_attributes(property).write_empty().map(drop)
                })?;
            }
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

impl NotPassed {
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
    // an error in a shared file fails there
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

/// Whether findings are errors that prevent a result.
fn refuses(file: &CheckedFile, group: &[&Finding]) -> bool {
    file.decided.is_none() && group.iter().any(|finding| finding.diagnostic.severity == Severity::Error)
}

/// Case of the validity of a scenario; skipped if all its errors are in the baseline.
fn valid(file: &CheckedFile, refusing: &[&Finding], known: &[&Finding]) -> Case {
    let ended = if file.is_unread() { Ended::Error } else { Ended::Failure };
    let shortfall = match refusing.first() {
        Some(first) => Some(found(ended, file, first, refusing)),
        None => known.first().map(|first| passed_over(file, first.diagnostic.code, known)),
    };
    Case { name: "valid", shortfall }
}

/// Case of a rule with findings.
fn failed(file: &CheckedFile, group: &[&Finding]) -> Option<Case> {
    let first = group.first()?;
    let shortfall = found(Ended::Failure, file, first, group);
    Some(Case { name: shortfall.code.text(), shortfall: Some(shortfall) })
}

fn found(ended: Ended, file: &CheckedFile, first: &Finding, all: &[&Finding]) -> NotPassed {
    let (code, message) = (first.diagnostic.code, text(&first.sentence()));
    NotPassed { ended, code, message, listed: listed(file, all) }
}

/// Case of an allowed finding.
fn skipped(file: &CheckedFile, allowed: &AllowedFinding<Finding>) -> Case {
    let code = allowed.finding.diagnostic.code;
    let message = text(&format!("allowed: {}", concise::because(allowed)));
    let listed = listed(file, &[&allowed.finding]);
    Case { name: code.text(), shortfall: Some(NotPassed { ended: Ended::Skipped, code, message, listed }) }
}

/// Case of a rule whose findings are in the baseline.
fn known_before(file: &CheckedFile, all: &[&Finding]) -> Option<Case> {
    let code = all.first()?.diagnostic.code;
    Some(Case { name: code.text(), shortfall: Some(passed_over(file, code, all)) })
}

/// Shortfall of findings that are in the baseline.
fn passed_over(file: &CheckedFile, code: Code, all: &[&Finding]) -> NotPassed {
    let message = text(&format!("in baseline {}", file.baseline.as_deref().unwrap_or_default()));
    NotPassed { ended: Ended::Skipped, code, message, listed: listed(file, all) }
}

/// Text that is valid XML: [`clean`] leaves two code points that XML 1.0 doesn't allow.
fn text(text: &str) -> String {
    clean(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Findings, one per line.
fn listed(file: &CheckedFile, findings: &[&Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(|finding| text(&concise::line(file, finding, &[]))).collect();
    lines.join("\n")
}

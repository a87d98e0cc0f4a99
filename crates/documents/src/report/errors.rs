//! Errors of a request as JSON, `rackrent.errors/1`; documented in `docs/reference/json.md`.

use super::fix::LocatedFix;
use super::json::{self, Contract};
use super::span::SpanSource;
use crate::diagnostic::{Code, Diagnostic, Place, SET, Severity, SourceId, Sources};
use serde::Serialize;
use std::io::{self, Write};

/// Errors of a request, in order of occurrence.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Errors {
    /// Errors and warnings of all files, in order.
    errors: Vec<Entry>,
}

/// Kind of an error outside a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A file that can't be read as text or in its expected format.
    File,
    /// An invalid command line.
    Usage,
    /// A valid request without a result; the message gives the reason.
    Question,
}

/// An error or warning.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Entry {
    /// Stable code of a scenario error; otherwise `unreadable-file`, `wrong-usage` or `no-answer`.
    code: &'static str,
    /// Severity; a warning does not make the scenario invalid.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// Message in one sentence.
    message: String,
    /// Path of the value; empty for a whole file.
    path: String,
    /// Scenario, trace, price list, or cell of an edited workbook; null for a position in a `--set` and for errors
    /// outside files.
    file: Option<String>,
    /// Line, from 1; null for a whole file.
    line: Option<u32>,
    /// Column in characters (code points), from 1; null for a whole file.
    column: Option<u32>,
    /// What to type.
    label: Option<String>,
    /// Advice.
    help: Option<String>,
    /// Edits that fix it, if they are unambiguous.
    fix: Option<LocatedFix>,
}

impl ErrorKind {
    fn code(self) -> &'static str {
        match self {
            ErrorKind::File => Code::UnreadableFile.text(),
            ErrorKind::Usage => "wrong-usage",
            ErrorKind::Question => "no-answer",
        }
    }
}

impl Errors {
    /// Adds findings in a scenario.
    pub fn found(&mut self, findings: &[Diagnostic], sources: &Sources) {
        self.errors.extend(findings.iter().map(|finding| Entry::of(finding, sources)));
    }

    /// Adds an error outside a scenario, with its file and advice.
    pub fn wrong(&mut self, wrong: ErrorKind, message: String, file: Option<String>, help: Option<String>) {
        self.add(wrong, message, (file, None), help);
    }

    /// Adds an error in a file that is not a scenario.
    pub fn wrong_at(&mut self, (file, line): (&str, Option<u64>), message: String) {
        let line = line.and_then(|line| u32::try_from(line).ok());
        self.add(ErrorKind::File, message, (Some(file.to_owned()), line), None);
    }

    fn add(
        &mut self,
        wrong: ErrorKind,
        message: String,
        (file, line): (Option<String>, Option<u32>),
        help: Option<String>,
    ) {
        self.errors.push(Entry {
            code: wrong.code(),
            severity: Severity::Error.text(),
            message,
            path: String::new(),
            file,
            line,
            column: None,
            label: None,
            help,
            fix: None,
        });
    }

    /// Whether there are no errors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// The first error on one line, with its line, its file if that differs from `scenario`, and the number of further
    /// errors.
    pub(super) fn in_a_line(&self, scenario: &str) -> String {
        let is_error = |entry: &&Entry| entry.severity == Severity::Error.text();
        let first = self.errors.iter().find(is_error).or(self.errors.first());
        let Some(first) = first else { return String::new() };
        let file = first.file.as_deref().filter(|file| *file != scenario);
        let line = match (file, first.line) {
            (Some(file), Some(line)) => format!("{file}, line {line}: "),
            (None, Some(line)) => format!("line {line}: "),
            (Some(_) | None, None) => String::new(),
        };
        let more = self.errors.len() - 1;
        let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        format!("{line}{}{more}", first.message)
    }

    /// Writes the errors as an object.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Errors, self, out)
    }

    /// The same object, as an array element.
    pub(super) fn document(&self) -> impl Serialize + '_ {
        json::Document::of(Contract::Errors, self)
    }
}

/// Workbook cell of a position, if it is in one.
fn cell_of(place: Place, sources: &Sources) -> Option<String> {
    let set = sources.written(place.source).filter(|_| matches!(place.source, SourceId::Setting(_)))?;
    (set.name != SET).then(|| set.name.to_owned())
}

impl Entry {
    fn of(finding: &Diagnostic, sources: &Sources) -> Entry {
        let file = finding.place.and_then(|place| match SpanSource::of(place.source, sources) {
            SpanSource::Scenario => sources.written(place.source).map(|written| written.name.to_owned()),
            SpanSource::Shared(path) | SpanSource::Trace(path) => Some(path),
            // a line of a `--set` is not a line of a file
            SpanSource::Setting(_) => cell_of(place, sources),
        });
        // neither is a workbook cell
        let place = finding.place.filter(|place| cell_of(*place, sources).is_none());
        let whole = || finding.place.is_none().then(|| sources.name().to_owned());
        Entry {
            code: finding.code.text(),
            severity: finding.severity.text(),
            message: finding.message.clone(),
            path: finding.path.clone(),
            file: file.or_else(whole),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            label: Some(finding.label.clone()).filter(|label| !label.is_empty()),
            help: finding.help.clone(),
            fix: finding.fix.as_ref().and_then(|fix| LocatedFix::of(fix, sources)),
        }
    }
}

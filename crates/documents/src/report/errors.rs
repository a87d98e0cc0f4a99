//! Why there is no answer, for programs: `rackrent.errors/1`; `docs/reference/json.md` documents it.

use super::check::Where;
use super::fix::WrittenFix;
use super::json::{self, Contract};
use crate::diagnostic::{Code, Diagnostic, Place, SET, Severity, SourceId, Sources};
use serde::Serialize;
use std::io::{self, Write};

/// Everything that stands between a question and its answer, in the order in which it was found.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Errors {
    /// Everything that was found, errors of all files in their order.
    errors: Vec<Entry>,
}

/// What is wrong that is not in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A file that cannot be read as text, or as what it has to be.
    File,
    /// A command line that the program does not understand.
    Usage,
    /// A question that is understood and has no answer; its message says why.
    Question,
}

/// Something that stands between a question and its answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Entry {
    /// The lasting name of an error of a scenario; `unreadable-file`, `wrong-usage`, or `no-answer`.
    code: &'static str,
    /// How much it weighs; a warning is of what does not refuse a scenario.
    #[cfg_attr(feature = "schema", schemars(with = "json::SeverityName"))]
    severity: &'static str,
    /// What is wrong, in a sentence.
    message: String,
    /// The path of the value; empty for a whole file.
    path: String,
    /// The scenario, a trace, a price list, or a cell of an edited workbook; none for a place in a `--set` and for what is in no file.
    file: Option<String>,
    /// Its line, from 1; none for a whole file.
    line: Option<u32>,
    /// Its column in characters (code points), from 1; none for a whole file.
    column: Option<u32>,
    /// What to type.
    label: Option<String>,
    /// Advice.
    help: Option<String>,
    /// The edits that settle it, where what to type is exact.
    fix: Option<WrittenFix>,
}

impl Wrong {
    fn code(self) -> &'static str {
        match self {
            Wrong::File => Code::UnreadableFile.text(),
            Wrong::Usage => "wrong-usage",
            Wrong::Question => "no-answer",
        }
    }
}

impl Errors {
    /// Adds what was found in a scenario.
    pub fn found(&mut self, findings: &[Diagnostic], sources: &Sources) {
        self.errors.extend(findings.iter().map(|finding| Entry::of(finding, sources)));
    }

    /// Adds what is wrong elsewhere, with the file that it is about and with advice.
    pub fn wrong(&mut self, wrong: Wrong, message: String, file: Option<String>, help: Option<String>) {
        self.add(wrong, message, (file, None), help);
    }

    /// Adds what is wrong with a file that is no scenario, at a line of it or as a whole.
    pub fn wrong_at(&mut self, (file, line): (&str, Option<u64>), message: String) {
        let line = line.and_then(|line| u32::try_from(line).ok());
        self.add(Wrong::File, message, (Some(file.to_owned()), line), None);
    }

    fn add(
        &mut self,
        wrong: Wrong,
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

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// The first error with its line, and its file where that is another than this scenario, and how many more there are.
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

    /// Writes them as an object.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Errors, self, out)
    }

    /// The same object, to stand in a list.
    pub(super) fn document(&self) -> impl Serialize + '_ {
        json::Document::of(Contract::Errors, self)
    }
}

/// The cell of a workbook that a place is in, if it is one.
fn cell_of(place: Place, sources: &Sources) -> Option<String> {
    let set = sources.written(place.source).filter(|_| matches!(place.source, SourceId::Setting(_)))?;
    (set.name != SET).then(|| set.name.to_owned())
}

impl Entry {
    fn of(finding: &Diagnostic, sources: &Sources) -> Entry {
        let file = finding.place.and_then(|place| match Where::of(place.source, sources) {
            Where::Scenario => sources.written(place.source).map(|written| written.name.to_owned()),
            Where::Shared(path) | Where::Trace(path) => Some(path),
            // a line of a `--set` is no line of a file
            Where::Setting(_) => cell_of(place, sources),
        });
        // neither is a cell of a workbook
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
            fix: finding.fix.as_ref().map(|fix| WrittenFix::of(fix, sources)),
        }
    }
}

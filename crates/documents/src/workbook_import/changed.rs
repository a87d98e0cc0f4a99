//! Inputs changed in a workbook, compared with the scenario. A value that has not changed since the workbook was written keeps
//! the value in the scenario, a changed value is taken, and a value that changed on both sides is an error at its cell.

use super::columns::{FACTOR, requested_options};
use super::workbook::{CellContent, InputCell, ReturnedWorkbook};
use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use crate::scenario::document::quoted;
use crate::scenario::quantity::ReadNumber;
use crate::scenario::{CellValue, CellValues, Loaded, Rejected, Setting};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;

/// Significant digits that spreadsheets keep.
const DIGITS: usize = 15;
/// Maximum number of paths named in a sentence.
const NAMED: usize = 5;

/// Values of a workbook that replace those of the scenario.
#[derive(Clone, Debug)]
pub struct ImportedChanges {
    /// Values.
    pub cells: CellValues,
    /// Notes for the reader, one sentence each.
    pub notes: Vec<String>,
}

/// Inputs changed in a workbook of a scenario.
///
/// # Errors
/// A sentence if the workbook belongs to another scenario or case; findings at cells if a cell is not a number, or an input also
/// changed in the scenario since the workbook was written.
pub fn changed(loaded: &Loaded, workbook: &ReturnedWorkbook) -> Result<ImportedChanges, ImportError> {
    is_of(loaded, workbook).map_err(ImportError::OtherScenario)?;
    let mut reading = Importer {
        loaded,
        workbook,
        sources: loaded.sources.clone(),
        values: Vec::new(),
        findings: Vec::new(),
        notes: Notes::default(),
    };
    reading.factor();
    let mut seen: BTreeMap<&str, &InputCell> = BTreeMap::new();
    for input in &workbook.inputs {
        match seen.get(input.path.as_str()) {
            None => {
                seen.insert(&input.path, input);
                reading.input(input);
            }
            Some(other) if other.content == input.content => {}
            Some(other) => reading.twice(input, other),
        }
    }
    reading.missing(&seen);
    reading.taken()
}

/// Why a workbook is not taken.
#[derive(Debug)]
pub enum ImportError {
    /// It belongs to another scenario or case.
    OtherScenario(String),
    /// Cells with invalid values.
    InvalidCells(Rejected),
}

/// Checks that a workbook was written from a scenario, in its current or an earlier state.
fn is_of(loaded: &Loaded, workbook: &ReturnedWorkbook) -> Result<(), String> {
    let (file, name) = (loaded.sources.name(), loaded.scenario.name.value.trim());
    let is_as_it_was = workbook.sha256.as_deref() == Some(loaded.sources.sha256().as_str());
    if let Some(other) = workbook.scenario.as_deref().filter(|other| *other != name && !is_as_it_was) {
        return Err(format!("it is a workbook of the scenario {}, but {file} is {}", quoted(other), quoted(name)));
    }
    let known = workbook.inputs.iter().filter(|input| number_at(loaded, &input.path).is_some()).count();
    if 2 * known < workbook.inputs.len() || workbook.inputs.is_empty() {
        let count = workbook.inputs.len();
        return Err(format!("it is a workbook of another scenario: {file} has only {known} of its {count} inputs"));
    }
    let requested = requested_options(loaded);
    match &workbook.requested_options {
        Some(written) if *written != requested => Err(format!(
            "it was written with {written}, and the scenario is now read with {requested}; use the same options"
        )),
        Some(_) | None => Ok(()),
    }
}

/// Import in progress.
struct Importer<'a> {
    loaded: &'a Loaded,
    workbook: &'a ReturnedWorkbook,
    sources: Sources,
    values: Vec<CellValue>,
    findings: Vec<Diagnostic>,
    notes: Notes,
}

/// Paths that the notes name.
#[derive(Default)]
struct Notes {
    formulas: Vec<String>,
    moved: Vec<String>,
    missing: Vec<String>,
}

impl Importer<'_> {
    /// Rejects a demand factor other than 1: it exists only in the workbook.
    fn factor(&mut self) {
        let Some(factor) = self.workbook.factor.as_ref().filter(|factor| factor.content != CellContent::Number(1.0))
        else {
            return;
        };
        let message = format!("`{FACTOR}` is {}, and a scenario has no demand factor", content_text(&factor.content));
        let finding = self.finding(Code::EditedCell, FACTOR, factor, message);
        self.findings.push(finding.label("set it to 1 and change the demand instead"));
    }

    fn input(&mut self, input: &InputCell) {
        let ours = number_at(self.loaded, &input.path);
        let base = input.as_written.or_else(|| ours.as_ref().and_then(|ours| ours.value.to_f64()));
        let is_base = |value: f64| base.is_some_and(|base| is_same(base, value));
        let our_value = ours.as_ref().and_then(|ours| ours.value.to_f64());
        match &input.content {
            CellContent::Number(value) if is_base(*value) => {
                if our_value.is_some_and(|ours| !is_base(ours)) {
                    self.notes.moved.push(input.path.clone());
                }
            }
            CellContent::Number(value) if our_value.is_some_and(|ours| is_same(ours, *value)) => {}
            CellContent::Text(text) if ours.as_ref().is_some_and(|ours| self.says(ours, text)) => {}
            CellContent::Number(_) | CellContent::Text(_) => match our_value {
                Some(value) if is_base(value) => self.take(input, ours.as_ref()),
                Some(_) | None => self.conflict(input, ours),
            },
            CellContent::Nothing | CellContent::Other(_) => self.no_number(input),
        }
    }

    /// Whether a text equals the number of the scenario, such as `70%` and 0.7.
    fn says(&self, ours: &ReadNumber, text: &str) -> bool {
        self.in_its_currency(ours, text).is_some_and(|value| value == ours.value)
    }

    /// Number in a text that has no other currency than the scenario's number.
    fn in_its_currency(&self, ours: &ReadNumber, text: &str) -> Option<Decimal> {
        ours.kind.read_in(text, ours.currency, self.loaded.scenario.currency.value.code()).ok()
    }

    /// Takes the value of a cell. Without a currency of its own it is in the currency of the scenario's number, which the row
    /// names.
    fn take(&mut self, input: &InputCell, ours: Option<&ReadNumber>) {
        let text = match &input.content {
            CellContent::Number(value) => digits(*value),
            CellContent::Text(text) => text.clone(),
            CellContent::Nothing | CellContent::Other(_) => return,
        };
        let coded = |ours: &ReadNumber| {
            let value = self.in_its_currency(ours, &text)?;
            Some(ours.kind.written_in(Some(ours.currency?), value))
        };
        let value = ours.and_then(coded).unwrap_or(text);
        if input.is_formula {
            self.notes.formulas.push(format!("{} ({})", input.path, input.cell));
        }
        let setting = Setting { path: input.path.clone(), value };
        self.values.push(CellValue { setting, cell: self.named(input) });
    }

    /// Adds a finding for a cell that is not a number.
    fn no_number(&mut self, input: &InputCell) {
        let written = input.as_written.map(digits);
        let label = match &written {
            Some(written) => format!("type a number; it was {written}"),
            None => "type a number".to_owned(),
        };
        let message = if input.is_formula && input.content == CellContent::Nothing {
            format!("`{}` is a formula without a computed value", input.path)
        } else {
            format!("`{}` is {}, not a number", input.path, content_text(&input.content))
        };
        let finding = self.finding(Code::EditedCell, &input.path, input, message);
        self.findings.push(finding.label(label));
    }

    /// Adds a finding for an input whose value in the scenario is neither the original nor the new value of the workbook.
    fn conflict(&mut self, input: &InputCell, ours: Option<ReadNumber>) {
        let (path, now) = (&input.path, content_text(&input.content));
        let was = input.as_written.map_or_else(|| "another value".to_owned(), digits);
        let message = match &ours {
            Some(ours) => format!(
                "`{path}` was {was} when the workbook was written; now it is {now} in the workbook and {} in the scenario",
                ours.value.normalize()
            ),
            None => format!("`{path}` was changed from {was} to {now}, but the scenario has no such number"),
        };
        let finding = self.finding(Code::EditedTwice, path, input, message);
        let place = ours.and_then(|ours| self.loaded.document.place(ours.at));
        let label = if place.is_some() { "type the value to keep" } else { "undo the change or write a new workbook" };
        self.findings.push(finding.label(label).related(place, "changed here"));
    }

    /// Adds a finding for an input with two different values.
    fn twice(&mut self, input: &InputCell, other: &InputCell) {
        let [one, two] = [other, input].map(|input| content_text(&input.content));
        let message = format!("`{}` has two rows: {one} in {}, and {two} here", input.path, other.cell);
        let finding = self.finding(Code::EditedTwice, &input.path, input, message);
        self.findings.push(finding.label("remove one of the rows"));
    }

    /// Collects inputs of the scenario that have no row.
    fn missing(&mut self, seen: &BTreeMap<&str, &InputCell>) {
        if self.workbook.sha256.as_deref() != Some(self.loaded.sources.sha256().as_str()) {
            return;
        }
        let numbers = super::columns::inputs(&self.loaded.document);
        let missing = numbers.into_iter().map(|at| self.loaded.document.path(at));
        self.notes.missing = missing.filter(|path| !seen.contains_key(path.as_str())).collect();
    }

    /// Name of workbook and cell.
    fn named(&self, input: &InputCell) -> String {
        format!("{} {}", self.workbook.name, input.cell)
    }

    /// Finding at a cell.
    fn finding(&mut self, code: Code, path: &str, input: &InputCell, message: String) -> Diagnostic {
        let value = match &input.content {
            CellContent::Number(value) => digits(*value),
            CellContent::Text(text) => text.clone(),
            CellContent::Nothing | CellContent::Other(_) => String::new(),
        };
        let source = SourceId::setting(self.sources.settings().len());
        let name = self.named(input);
        self.sources.add_setting(name, format!("{path}={value}"));
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let (start, column) = (count(path.len() + 1), count(path.chars().count() + 2));
        let place = Place { source, start, len: count(value.len()), line: 1, column };
        Diagnostic::new(code, path.to_owned(), Some(place), message)
    }

    fn taken(self) -> Result<ImportedChanges, ImportError> {
        if !self.findings.is_empty() {
            return Err(ImportError::InvalidCells(Rejected { diagnostics: self.findings, sources: self.sources }));
        }
        let file = self.loaded.sources.name();
        let said = [
            (&self.notes.formulas, "formulas replace inputs; their values are used"),
            (&self.notes.moved, &*format!("changed in {file} since the workbook was written, and kept")),
            (&self.notes.missing, &*format!("without a row in the workbook; values of {file} kept")),
        ];
        let notes = said.into_iter().filter(|(paths, _)| !paths.is_empty());
        let notes = notes.map(|(paths, what)| format!("{}: {what}: {}", self.workbook.name, named(paths))).collect();
        let cells = CellValues { workbook: self.workbook.name.clone(), values: self.values };
        Ok(ImportedChanges { cells, notes })
    }
}

/// Number of a scenario at a path.
fn number_at(loaded: &Loaded, path: &str) -> Option<ReadNumber> {
    loaded.document.number(loaded.document.find(path)?)
}

/// First paths, and how many more there are.
fn named(paths: &[String]) -> String {
    let first = paths.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match paths.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first}, and {more} more"),
    }
}

/// Content of a cell in words.
fn content_text(content: &CellContent) -> String {
    match content {
        CellContent::Number(value) => digits(*value),
        CellContent::Text(text) => quoted(text),
        CellContent::Nothing => "empty".to_owned(),
        CellContent::Other(what) => (*what).to_owned(),
    }
}

/// Whether two numbers are equal in a spreadsheet.
fn is_same(a: f64, b: f64) -> bool {
    digits(a) == digits(b)
}

/// Number with the digits that spreadsheets keep, without an exponent.
fn digits(value: f64) -> String {
    let rounded = format!("{value:.*e}", DIGITS - 1);
    match Decimal::from_scientific(&rounded) {
        Ok(value) => value.normalize().to_string(),
        // out of bounds for every input
        Err(_) => rounded,
    }
}

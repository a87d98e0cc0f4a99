//! What somebody has changed in a workbook, held against the scenario as it is now: a value that is as the workbook was written
//! stays what the scenario says, another one is taken, and what both have changed is refused at its cell.

use super::columns::{FACTOR, asked_with};
use super::workbook::{CellContent, EditedWorkbook, InputCell};
use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use crate::scenario::document::quoted;
use crate::scenario::quantity::ReadNumber;
use crate::scenario::{CellValue, CellValues, Loaded, Rejected, Setting};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;

/// Digits that spreadsheets keep of a number.
const DIGITS: usize = 15;
/// Paths that a sentence names.
const NAMED: usize = 5;

/// The values of a workbook that are to be read in place of the scenario's.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The values.
    pub cells: CellValues,
    /// What its reader should know, in sentences.
    pub notes: Vec<String>,
}

/// What was changed in a workbook of a scenario.
///
/// # Errors
/// In words, if it is a workbook of another scenario or of another case of it; with findings at their cells, if a cell says no
/// number, or an input was changed in the scenario too since the workbook was written.
pub fn changed(loaded: &Loaded, workbook: &EditedWorkbook) -> Result<Changed, NotTaken> {
    is_of(loaded, workbook).map_err(NotTaken::Another)?;
    let mut reading = Reading {
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

/// Why nothing is taken from a workbook.
#[derive(Debug)]
pub enum NotTaken {
    /// It is of another scenario, or of another case.
    Another(String),
    /// Cells that say nothing that could be taken.
    Cells(Rejected),
}

/// Looks whether a workbook was written of a scenario, as it is now or as it was.
fn is_of(loaded: &Loaded, workbook: &EditedWorkbook) -> Result<(), String> {
    let (file, name) = (loaded.sources.name(), loaded.scenario.name.value.trim());
    let is_as_it_was = workbook.sha256.as_deref() == Some(loaded.sources.sha256().as_str());
    if let Some(other) = workbook.scenario.as_deref().filter(|other| *other != name && !is_as_it_was) {
        return Err(format!("it is the workbook of {}, and {file} is {}", quoted(other), quoted(name)));
    }
    let known = workbook.inputs.iter().filter(|input| number_at(loaded, &input.path).is_some()).count();
    if 2 * known < workbook.inputs.len() || workbook.inputs.is_empty() {
        let count = workbook.inputs.len();
        return Err(format!("it is the workbook of another scenario: {file} has {known} of its {count} inputs"));
    }
    let asked = asked_with(loaded);
    match &workbook.asked_with {
        Some(written) if *written != asked => {
            Err(format!("its scenario was read with {written}, and is read with {asked} now; ask in the same way"))
        }
        Some(_) | None => Ok(()),
    }
}

/// A workbook while it is looked at.
struct Reading<'a> {
    loaded: &'a Loaded,
    workbook: &'a EditedWorkbook,
    sources: Sources,
    values: Vec<CellValue>,
    findings: Vec<Diagnostic>,
    notes: Notes,
}

/// Paths of which something is to be said.
#[derive(Default)]
struct Notes {
    formulas: Vec<String>,
    moved: Vec<String>,
    missing: Vec<String>,
}

impl Reading<'_> {
    /// What multiplies all demand is of the workbook alone.
    fn factor(&mut self) {
        let Some(factor) = self.workbook.factor.as_ref().filter(|factor| factor.content != CellContent::Number(1.0))
        else {
            return;
        };
        let message = format!("`{FACTOR}` is {}, and a scenario has no such number", said(&factor.content));
        let finding = self.finding(Code::EditedCell, FACTOR, factor, message);
        self.findings.push(finding.label("set it to 1 again, and change what is demanded"));
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

    /// Whether a text says what the scenario does, as `70%` of 0.7.
    fn says(&self, ours: &ReadNumber, text: &str) -> bool {
        self.in_its_currency(ours, text).is_some_and(|value| value == ours.value)
    }

    /// The number that a text says where it says no other currency than the scenario does.
    fn in_its_currency(&self, ours: &ReadNumber, text: &str) -> Option<Decimal> {
        ours.kind.read_in(text, ours.currency, self.loaded.scenario.currency.value.code()).ok()
    }

    /// Takes the value of a cell, in the currency of the scenario's own value where it says no other: the row names it.
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

    /// A cell that says no number.
    fn no_number(&mut self, input: &InputCell) {
        let written = input.as_written.map(digits);
        let label = match &written {
            Some(written) => format!("type a number; it was written as {written}"),
            None => "type a number".to_owned(),
        };
        let message = if input.is_formula && input.content == CellContent::Nothing {
            format!("`{}` is a formula that nobody has computed", input.path)
        } else {
            format!("`{}` is {}, not a number", input.path, said(&input.content))
        };
        let finding = self.finding(Code::EditedCell, &input.path, input, message);
        self.findings.push(finding.label(label));
    }

    /// An input that is neither in the scenario as the workbook was written of it, nor as the workbook has it.
    fn conflict(&mut self, input: &InputCell, ours: Option<ReadNumber>) {
        let (path, now) = (&input.path, said(&input.content));
        let was = input.as_written.map_or_else(|| "something else".to_owned(), digits);
        let message = match &ours {
            Some(ours) => format!(
                "`{path}` was {was} when the workbook was written, is {now} in it, and {} in the scenario",
                ours.value.normalize()
            ),
            None => format!("`{path}` was changed from {was} to {now}, and the scenario has no such number"),
        };
        let finding = self.finding(Code::EditedTwice, path, input, message);
        let place = ours.and_then(|ours| self.loaded.document.place(ours.at));
        let label = if place.is_some() { "type the one that holds" } else { "undo it, or write the workbook anew" };
        self.findings.push(finding.label(label).related(place, "changed here"));
    }

    /// An input with two values.
    fn twice(&mut self, input: &InputCell, other: &InputCell) {
        let [one, two] = [other, input].map(|input| said(&input.content));
        let message = format!("`{}` has two rows: {one} in {}, and {two} here", input.path, other.cell);
        let finding = self.finding(Code::EditedTwice, &input.path, input, message);
        self.findings.push(finding.label("remove one of the rows"));
    }

    /// Inputs of the scenario whose rows were removed.
    fn missing(&mut self, seen: &BTreeMap<&str, &InputCell>) {
        if self.workbook.sha256.as_deref() != Some(self.loaded.sources.sha256().as_str()) {
            return;
        }
        let numbers = super::columns::inputs(&self.loaded.document);
        let missing = numbers.into_iter().map(|at| self.loaded.document.path(at));
        self.notes.missing = missing.filter(|path| !seen.contains_key(path.as_str())).collect();
    }

    /// The name of a cell with that of its workbook.
    fn named(&self, input: &InputCell) -> String {
        format!("{} {}", self.workbook.name, input.cell)
    }

    /// A finding at a cell.
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

    fn taken(self) -> Result<Changed, NotTaken> {
        if !self.findings.is_empty() {
            return Err(NotTaken::Cells(Rejected { diagnostics: self.findings, sources: self.sources }));
        }
        let file = self.loaded.sources.name();
        let said = [
            (&self.notes.formulas, "a formula was typed over an input; its value is taken"),
            (
                &self.notes.moved,
                &*format!("changed in {file} since the workbook was written, and left as it says there"),
            ),
            (&self.notes.missing, &*format!("without a row in the workbook, and left as in {file}")),
        ];
        let notes = said.into_iter().filter(|(paths, _)| !paths.is_empty());
        let notes = notes.map(|(paths, what)| format!("{}: {what}: {}", self.workbook.name, named(paths))).collect();
        let cells = CellValues { workbook: self.workbook.name.clone(), values: self.values };
        Ok(Changed { cells, notes })
    }
}

/// The number of a scenario at a path.
fn number_at(loaded: &Loaded, path: &str) -> Option<ReadNumber> {
    loaded.document.number(loaded.document.find(path)?)
}

/// The first of several paths, and how many more there are.
fn named(paths: &[String]) -> String {
    let first = paths.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match paths.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first}, and {more} more"),
    }
}

/// What a cell says, in words.
fn said(content: &CellContent) -> String {
    match content {
        CellContent::Number(value) => digits(*value),
        CellContent::Text(text) => quoted(text),
        CellContent::Nothing => "empty".to_owned(),
        CellContent::Other(what) => (*what).to_owned(),
    }
}

/// Whether a spreadsheet shows two numbers as one.
fn is_same(a: f64, b: f64) -> bool {
    digits(a) == digits(b)
}

/// A number with the digits that spreadsheets keep, without an exponent.
fn digits(value: f64) -> String {
    let rounded = format!("{value:.*e}", DIGITS - 1);
    match Decimal::from_scientific(&rounded) {
        Ok(value) => value.normalize().to_string(),
        // beyond what any input may be
        Err(_) => rounded,
    }
}

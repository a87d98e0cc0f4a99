//! Check of the rows of a file, with the place of each error.

use super::finding;
use crate::catalog::last_day;
use crate::diagnostic::{Diagnostic, Place, SourceId};
use crate::number;
use csv::{ErrorKind, Reader, StringRecord};
use language::suggest::{display_text, shown};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Most errors that are listed for a file.
const MOST_FOUND: usize = 20;
/// Largest number in a cell.
const MOST: u32 = 1_000_000_000;

/// Columns that identify a row.
pub(super) struct Key {
    /// Columns that must not be blank.
    pub required: &'static [&'static str],
    /// Further columns by which rows differ.
    pub others: &'static [&'static str],
}

/// Rows of a file, or its errors, at most 20. The columns are those of the shipped file, in their order. A cell that is a number
/// is from 0 to 10^9, in a column of text too; a cell of a column `…as_of` is blank or a date, see [`is_dated`]. No two rows have
/// the same key. `is_wrong` returns what else is wrong with a row: the column, and what to write.
pub(super) fn checked<T: DeserializeOwned>(
    text: &str,
    shipped: &str,
    key: &Key,
    is_wrong: impl Fn(&T) -> Option<(&'static str, String)>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let header = shipped.lines().next().unwrap_or_default();
    let columns: Vec<&str> = header.split(',').collect();
    let mut reader = Reader::from_reader(text.as_bytes());
    if reader.headers().ok().is_none_or(|found| found != columns) {
        let place = Place::of(SourceId::FILE, text, 0..text.lines().next().unwrap_or_default().len());
        let message = "the columns are not those of this file".to_owned();
        return Err(vec![finding(Some(place), message, format!("write {header}"))]);
    }
    let mut file = Rows { text, columns, key, seen: BTreeMap::new() };
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    let mut record = StringRecord::new();
    while found.len() < MOST_FOUND {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => match file.row(&record, &is_wrong) {
                Ok(row) => rows.push(row),
                Err(wrong) => found.push(*wrong),
            },
            Err(error) => {
                found.push(malformed(text, &error));
                if !matches!(error.kind(), ErrorKind::UnequalLengths { .. }) {
                    break;
                }
            }
        }
    }
    if found.is_empty() { Ok(rows) } else { Err(found) }
}

/// Error for a row that is not CSV, or has too few or too many cells.
fn malformed(text: &str, error: &csv::Error) -> Diagnostic {
    let at = error.position().map(|position| usize::try_from(position.byte()).unwrap_or_default());
    let message = match error.kind() {
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("this row has {len} cells for {expected_len} columns")
        }
        _ => "this row is not CSV in UTF-8".to_owned(),
    };
    let place = place_of_cell(text, at.unwrap_or_default(), 0);
    finding(Some(place), message, "put text with a comma in quotes, and write a comma for every blank cell")
}

/// Check of the rows of a file, in order.
struct Rows<'t> {
    text: &'t str,
    columns: Vec<&'t str>,
    key: &'t Key,
    /// Line of each key.
    seen: BTreeMap<Vec<String>, u32>,
}

impl Rows<'_> {
    fn row<T: DeserializeOwned>(
        &mut self,
        record: &StringRecord,
        is_wrong: &impl Fn(&T) -> Option<(&'static str, String)>,
    ) -> Result<T, Box<Diagnostic>> {
        self.cells(record)?;
        let row: T = record.deserialize(None).map_err(|error| self.mistyped::<T>(record, &error))?;
        if let Some((column, label)) = is_wrong(&row) {
            return Err(self.wrong(record, self.cell(column), "", label));
        }
        self.repeated(record)?;
        Ok(row)
    }

    /// Checks blanks, dates and the range of numbers.
    fn cells(&self, record: &StringRecord) -> Result<(), Box<Diagnostic>> {
        for (cell, (said, column)) in record.iter().zip(&self.columns).enumerate() {
            if self.key.required.contains(column) && said.trim().is_empty() {
                let blank = format!("`{column}` is blank");
                let label = "write it; it identifies the row";
                return Err(Box::new(finding(Some(self.place(record, cell)), blank, label)));
            }
            if column.ends_with("as_of") && !said.is_empty() && !is_dated(said) {
                let label = "write a day, a month or a year: 2026-11-28, 2026-11 or 2026";
                return Err(self.wrong(record, cell, ", which is not a date", label));
            }
            if number::decimal(said).is_ok_and(|number| number.is_sign_negative() || number > Decimal::from(MOST)) {
                return Err(self.wrong(record, cell, "", "write a number from 0 to 1,000,000,000"));
            }
        }
        Ok(())
    }

    /// Error for a cell that does not have the type of its column: the last cell of the shortest beginning with the same error.
    fn mistyped<T: DeserializeOwned>(&self, record: &StringRecord, error: &csv::Error) -> Box<Diagnostic> {
        let said = |error: &csv::Error| match error.kind() {
            ErrorKind::Deserialize { err, .. } => err.kind().to_string(),
            _ => String::new(),
        };
        let fails_there = |end: &usize| {
            let beginning: StringRecord = record.iter().take(*end).collect();
            beginning.deserialize::<T>(None).is_err_and(|other| said(&other) == said(error))
        };
        let end = (1..=record.len()).find(fails_there).unwrap_or(1);
        let label = match error.kind() {
            ErrorKind::Deserialize { err, .. } => label_of(err.kind()),
            _ => "write a row as in the shipped file".to_owned(),
        };
        self.wrong(record, end - 1, "", label)
    }

    /// Checks that no earlier row has the key of a row.
    fn repeated(&mut self, record: &StringRecord) -> Result<(), Box<Diagnostic>> {
        let columns = self.key.required.iter().chain(self.key.others);
        let key = columns.map(|column| record.get(self.cell(column)).unwrap_or_default().to_owned()).collect();
        let first = self.key.required.first().map_or(0, |column| self.cell(column));
        let line = self.place(record, first).line;
        match self.seen.insert(key, line) {
            Some(before) => {
                let message = format!("this row describes the same entry as line {before}");
                Err(Box::new(finding(Some(self.place(record, first)), message, "remove one of the two rows")))
            }
            None => Ok(()),
        }
    }

    /// Error for a cell; `why` follows its text.
    fn wrong(&self, record: &StringRecord, cell: usize, why: &str, label: impl Into<String>) -> Box<Diagnostic> {
        let column = self.columns.get(cell).copied().unwrap_or_default();
        let message = format!("`{column}` is `{}`{why}", shown(record.get(cell).unwrap_or_default()));
        Box::new(finding(Some(self.place(record, cell)), message, label))
    }

    /// Index of a column.
    fn cell(&self, column: &str) -> usize {
        self.columns.iter().position(|name| *name == column).unwrap_or_default()
    }

    fn place(&self, record: &StringRecord, cell: usize) -> Place {
        let start = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or_default());
        place_of_cell(self.text, start, cell)
    }
}

/// Whether a text is a date, or a range of two: a day, a month, a year, a quarter (`2026-Q1`) or the middle of a year (`mid-2026`).
fn is_dated(text: &str) -> bool {
    let is_date = |date: &str| {
        let quarter = date.split_once("-Q").filter(|(_, quarter)| matches!(*quarter, "1" | "2" | "3" | "4"));
        let year = date.strip_prefix("mid-").or(quarter.map(|(year, _)| year));
        !date.contains("..") && last_day(year.unwrap_or(date)).is_some() && year.is_none_or(|year| !year.contains('-'))
    };
    text.split_once("..").map_or_else(|| is_date(text), |(from, to)| is_date(from) && is_date(to))
}

/// What to write instead, from what serde expected.
fn label_of(kind: &csv::DeserializeErrorKind) -> String {
    match kind {
        csv::DeserializeErrorKind::Message(said) if said.starts_with("unknown variant") => {
            // names are in backticks: the one in the cell, then the expected ones
            let names = said.rsplit_once("expected").map_or("", |(_, names)| names).split('`').skip(1).step_by(2);
            format!("write {}", display_text(&names.map(str::to_owned).collect::<Vec<String>>(), "or"))
        }
        csv::DeserializeErrorKind::Message(_) | csv::DeserializeErrorKind::ParseFloat(_) => "write a number".to_owned(),
        csv::DeserializeErrorKind::ParseInt(_) => "write a whole number".to_owned(),
        other => other.to_string(),
    }
}

/// Place of a cell of the record that starts at a byte.
fn place_of_cell(text: &str, start: usize, cell: usize) -> Place {
    let bytes = text.as_bytes();
    let (mut at, mut before, mut quoted) = (start.min(bytes.len()), 0, false);
    // blank lines between records
    while bytes.get(at).is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        at += 1;
    }
    while before < cell && at < bytes.len() {
        match bytes[at] {
            b'"' => quoted = !quoted,
            b',' if !quoted => before += 1,
            _ => {}
        }
        at += 1;
    }
    let (mut end, mut quoted) = (at, false);
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'"' => quoted = !quoted,
            b',' | b'\n' | b'\r' if !quoted => break,
            _ => {}
        }
        end += 1;
    }
    Place::of(SourceId::FILE, text, at..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_found_behind_quotes_and_line_ends() {
        let text = "a,b,c\n\"x, \"\"y\"\"\nz\",ü,3\n1,2,3\n";
        let place = |start, cell| {
            let place = place_of_cell(text, start, cell);
            (place.line, place.column, &text[place.start as usize..place.end()])
        };
        assert_eq!(place(6, 0), (2, 1, "\"x, \"\"y\"\"\nz\""));
        assert_eq!(place(6, 1), (3, 4, "ü"));
        assert_eq!(place(6, 2), (3, 6, "3"));
        assert_eq!(place(text.find("1,2").unwrap(), 2), (4, 5, "3"));
        assert_eq!(place(text.len(), 1), (5, 1, ""));
    }

    #[test]
    fn a_date_exists() {
        for date in ["2026-11-28", "2024-02-29", "2026-11", "2026", "2026-Q1", "mid-2026", "2024-12-17..2026-Q1"] {
            assert!(is_dated(date), "{date}");
        }
        for text in [
            "2026-99-99",
            "2026-02-29",
            "2026-13",
            "2026-foo",
            "2026.5",
            "26",
            "2026-Q5",
            "2026-11-Q1",
            "mid-2026-11",
            "mid-",
            "2026-11-01..",
            "..2026-11-01",
            "soon..2026",
            "2026-01..2026-02..2026-03",
        ] {
            assert!(!is_dated(text), "{text}");
        }
    }
}

//! Check of the rows of a file, with the place of each error.

use super::finding;
use crate::diagnostic::{Diagnostic, Place, SourceId};
use crate::number;
use csv::{ErrorKind, Reader, StringRecord};
use language::suggest::shown;
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;

/// Most errors that are listed for a file.
const MOST_FOUND: usize = 20;
/// Largest number in a cell.
const MOST: u32 = 1_000_000_000;

/// Rows of a file, or its errors. The columns must be those of the shipped file; numbers are from 0 to 10^9, and dates are days,
/// months or years. `is_wrong` says what else is wrong with a row, and in which column.
pub(super) fn checked<T: DeserializeOwned>(
    text: &str,
    shipped: &str,
    is_wrong: impl Fn(&T) -> Option<(&'static str, String)>,
) -> Result<Vec<T>, Vec<Diagnostic>> {
    let header = shipped.lines().next().unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    if first != header {
        let place = Place { source: SourceId::FILE, start: 0, len: length(first), line: 1, column: 1 };
        return Err(vec![finding(
            Some(place),
            "the columns are not those of this file".to_owned(),
            format!("write {header}"),
        )]);
    }
    let columns: Vec<&str> = header.split(',').collect();
    let (mut rows, mut found) = (Vec::new(), Vec::new());
    let mut reader = Reader::from_reader(text.as_bytes());
    let mut record = StringRecord::new();
    while found.len() < MOST_FOUND {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => match row(text, &columns, &record, &is_wrong) {
                Ok(row) => rows.push(row),
                Err(wrong) => found.push(*wrong),
            },
            Err(error) => {
                let at = error.position().map(|position| usize::try_from(position.byte()).unwrap_or_default());
                let message = match error.kind() {
                    ErrorKind::UnequalLengths { expected_len, len, .. } => {
                        format!("this row has {len} cells for {expected_len} columns")
                    }
                    _ => "this row is not CSV in UTF-8".to_owned(),
                };
                let place = place_of_cell(text, at.unwrap_or_default(), 0);
                found.push(finding(
                    Some(place),
                    message,
                    "put text with a comma in quotes, and write a comma for every blank cell",
                ));
                if !matches!(error.kind(), ErrorKind::UnequalLengths { .. }) {
                    break;
                }
            }
        }
    }
    if found.is_empty() { Ok(rows) } else { Err(found) }
}

fn row<T: DeserializeOwned>(
    text: &str,
    columns: &[&str],
    record: &StringRecord,
    is_wrong: &impl Fn(&T) -> Option<(&'static str, String)>,
) -> Result<T, Box<Diagnostic>> {
    let start = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or_default());
    let wrong = |cell: usize, why: String, label: &str| {
        let column = columns.get(cell).copied().unwrap_or_default();
        Box::new(finding(Some(place_of_cell(text, start, cell)), format!("`{column}` {why}"), label))
    };
    for (cell, said) in record.iter().enumerate() {
        let column = columns.get(cell).copied().unwrap_or_default();
        if column.ends_with("as_of") && !said.is_empty() && !is_dated(said) {
            return Err(wrong(
                cell,
                format!("is `{}`, which is no date", shown(said)),
                "write a day, a month or a year: 2026-11-28, 2026-11 or 2026",
            ));
        }
        if number::decimal(said).is_ok_and(|number| number.is_sign_negative() || number > Decimal::from(MOST)) {
            return Err(wrong(cell, format!("is {}", shown(said)), "write a number from 0 to 1,000,000,000"));
        }
    }
    let row: T = record.deserialize(None).map_err(|error| match error.kind() {
        ErrorKind::Deserialize { err, .. } => {
            let field = err.field().and_then(|field| usize::try_from(field).ok());
            let cell = field.or_else(|| changing::<T>(record, &err.to_string())).unwrap_or_default();
            wrong(cell, format!("is `{}`", shown(record.get(cell).unwrap_or_default())), &label_of(err.kind()))
        }
        _ => wrong(0, "cannot be read".to_owned(), "write a row as in the shipped file"),
    })?;
    match is_wrong(&row) {
        Some((column, why)) => {
            let cell = columns.iter().position(|name| *name == column).unwrap_or_default();
            Err(wrong(cell, format!("is `{}`", shown(record.get(cell).unwrap_or_default())), &why))
        }
        None => Ok(row),
    }
}

/// The cell on which an error depends: the first that leads to another one, or to none, with another text.
fn changing<T: DeserializeOwned>(record: &StringRecord, error: &str) -> Option<usize> {
    (0..record.len()).find(|cell| {
        let cells = record.iter().enumerate().map(|(at, said)| if at == *cell { "1" } else { said });
        match StringRecord::from(cells.collect::<Vec<&str>>()).deserialize::<T>(None).map_err(csv::Error::into_kind) {
            Err(ErrorKind::Deserialize { err, .. }) => err.to_string() != error,
            Ok(_) | Err(_) => true,
        }
    })
}

/// Whether a text begins with a year, as a day, a month and a quarter do.
fn is_dated(text: &str) -> bool {
    let (year, rest) = text.split_at_checked(4).unwrap_or_default();
    year.bytes().all(|byte| byte.is_ascii_digit())
        && !year.is_empty()
        && (rest.is_empty() || rest.starts_with(['-', '.']))
}

/// What to write instead, from what serde expected.
fn label_of(kind: &csv::DeserializeErrorKind) -> String {
    match kind {
        csv::DeserializeErrorKind::Message(said) => said.clone(),
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
    let above = text.get(..at).unwrap_or_default();
    let line = above.matches('\n').count() + 1;
    let column = above.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place {
        source: SourceId::FILE,
        start: number_of(at),
        len: number_of(end - at),
        line: number_of(line),
        column: number_of(column),
    }
}

fn length(text: &str) -> u32 {
    number_of(text.len())
}

fn number_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
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
}

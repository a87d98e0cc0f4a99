//! The data of a page as CSV, for spreadsheets: numbers without grouping, text from which no formula is made.

use super::{Cell, Data, Form};
use crate::number;
use std::io::{self, Write};

/// The names of the columns, then the rows.
///
/// # Errors
/// If nothing can be written.
pub(in crate::report) fn write(data: &Data, out: &mut dyn Write) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(data.columns.iter().map(|name| text(name))).map_err(unwritten)?;
    for row in &data.rows {
        csv.write_record(row.iter().map(cell)).map_err(unwritten)?;
    }
    csv.flush()
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Absent => String::new(),
        Cell::Text(words) => text(words),
        Cell::Number(value, Form::Fixed(decimals) | Form::Added(decimals)) => number::plain(*value, *decimals),
        Cell::Number(value, Form::Readable(_) | Form::Percent(_) | Form::Rate | Form::Exact) => value.to_string(),
    }
}

/// The error of the writer itself, so that a closed pipe is still known as one.
fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Text as a cell from which no spreadsheet makes a formula: what would start one is preceded by an apostrophe.
fn text(text: &str) -> String {
    let starts_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    if starts_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    #[test]
    fn text_starts_no_formula_and_numbers_are_numbers() {
        let texts = ["=HYPERLINK(\"x\")", "-cmd", "+1", "@own", "a,b"].map(Cell::from);
        let numbers = [Cell::fixed(Decimal::new(-12345, 1), 2), Cell::exact(Decimal::new(-5, 1)), Cell::Absent];
        let rows = texts.into_iter().chain(numbers).map(|cell| vec![cell]);
        let mut out = Vec::new();
        write(&Data::new(["=name"], rows), &mut out).unwrap();
        let expected = "'=name\n\"'=HYPERLINK(\"\"x\"\")\"\n'-cmd\n'+1\n'@own\n\"a,b\"\n-1234.50\n-0.5\n\"\"\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

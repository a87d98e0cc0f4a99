//! CSV output of a page's data: numbers without grouping, and text that spreadsheets don't read as formulas.

use super::{Cell, Data, Dialect, Notation};
use crate::number;
use std::io::{self, Write};

/// Byte order mark, by which Excel detects UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Writes a header row and the data rows.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write(data: &Data, dialect: Dialect, out: &mut dyn Write) -> io::Result<()> {
    let separator = match dialect {
        Dialect::Standard => b',',
        Dialect::ExcelEu => {
            out.write_all(BYTE_ORDER_MARK)?;
            b';'
        }
    };
    let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(out);
    csv.write_record(data.columns.iter().map(|name| text(name))).map_err(unwritten)?;
    for row in &data.rows {
        csv.write_record(row.iter().map(|cell| field(cell, dialect))).map_err(unwritten)?;
    }
    csv.flush()
}

fn field(cell: &Cell, dialect: Dialect) -> String {
    let number = match cell {
        Cell::Absent => return String::new(),
        Cell::Text(words) => return text(words),
        Cell::Number(value, Notation::Fixed(decimals) | Notation::Added(decimals)) => number::plain(*value, *decimals),
        Cell::Number(
            value,
            Notation::Readable(_)
            | Notation::Percent(_)
            | Notation::Rate
            | Notation::Rounded
            | Notation::Scaled(_)
            | Notation::Exact,
        ) => value.to_string(),
    };
    match dialect {
        Dialect::Standard => number,
        Dialect::ExcelEu => number.replace('.', ","),
    }
}

/// Unwraps I/O errors, so that a closed pipe is recognised.
fn unwritten(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Escapes text that a spreadsheet would read as a formula with an apostrophe.
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
        write(&Data::new(["=name"], rows), Dialect::Standard, &mut out).unwrap();
        let expected = "'=name\n\"'=HYPERLINK(\"\"x\"\")\"\n'-cmd\n'+1\n'@own\n\"a,b\"\n-1234.50\n-0.5\n\"\"\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn where_numbers_have_a_comma_fields_are_separated_by_semicolons() {
        let row = vec![Cell::from("a;b 1.5"), Cell::fixed(Decimal::new(-12345, 1), 2), Cell::Absent];
        let mut out = Vec::new();
        write(&Data::new(["name", "amount", "note"], [row]), Dialect::ExcelEu, &mut out).unwrap();
        let expected = "\u{feff}name;amount;note\n\"a;b 1.5\";-1234,50;\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}

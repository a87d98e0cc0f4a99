//! Cells of a trace row, and their numbers.

use super::fault::{Cell, Problem};
use crate::diagnostic::Code;
use crate::number::{NotANumber, decimal};
use memchr::memchr;
use rust_decimal::Decimal;

/// Maximum number of accelerators, as in a scenario.
const MOST_ACCELERATORS: i64 = 1_000_000;
/// Maximum number of hours in a row of a ready-made curve.
const MOST_HOURS: i64 = 1_000_000_000;

/// The two cells of a row, without quotes and surrounding spaces.
pub(super) fn cells(row: &[u8]) -> Result<(&[u8], &[u8]), Problem> {
    let Some(comma) = memchr(b',', row) else {
        return Err(Problem::new(
            Code::TraceFormat,
            "has one cell; a row needs two",
            "write two cells separated by a comma",
        ));
    };
    let (first, second) = (unquoted(&row[..comma]), unquoted(&row[comma + 1..]));
    if memchr(b',', second).is_some() {
        let count = row.split(|byte| *byte == b',').count();
        let message = format!("has {count} cells; a row needs two");
        return Err(Problem::new(Code::TraceFormat, message, "write two cells, with a point for decimals"));
    }
    Ok((first, second))
}

fn unquoted(cell: &[u8]) -> &[u8] {
    let cell = cell.trim_ascii();
    cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell)
}

/// Parses a level: accelerators from 0 to 1,000,000.
pub(super) fn accelerators(cell: &[u8], at: Cell) -> Result<Decimal, Problem> {
    bounded(cell, "accelerators", MOST_ACCELERATORS, "1,000,000").map_err(|problem| problem.cell(at))
}

/// Parses the duration of a level in hours.
pub(super) fn hours(cell: &[u8], at: Cell) -> Result<Decimal, Problem> {
    bounded(cell, "hours", MOST_HOURS, "1,000,000,000").map_err(|problem| problem.cell(at))
}

fn bounded(cell: &[u8], column: &str, most: i64, most_in_words: &str) -> Result<Decimal, Problem> {
    let value = match plain(cell) {
        Some(value) => value,
        None => number(cell, column)?,
    };
    if value < Decimal::ZERO {
        let message = format!("has {value} {column}; the minimum is 0");
        return Err(Problem::new(Code::TraceNegative, message, "write 0 where nothing is in use"));
    }
    if value > Decimal::from(most) {
        let message = format!("has {value} {column}; the maximum is {most_in_words}");
        return Err(Problem::new(Code::TraceFormat, message, format!("write a number from 0 to {most_in_words}")));
    }
    Ok(value)
}

/// Fast path for the common form: digits, optionally with a point between them, that fit a machine word.
pub(super) fn plain(cell: &[u8]) -> Option<Decimal> {
    let (mut digits, mut places, mut point) = (0_i64, 0, false);
    let well_formed = match cell {
        [b'0', b'0'..=b'9', ..] | [.., b'.'] | [b'.', ..] | [] => false,
        _ => cell.len() <= 18,
    };
    if !well_formed {
        return None;
    }
    for byte in cell {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + i64::from(byte - b'0');
                places += u32::from(point);
            }
            b'.' if !point => point = true,
            _ => return None,
        }
    }
    Some(Decimal::new(digits, places))
}

/// Parses a number in any usual notation, without the underscores allowed in scenarios.
pub(super) fn number(cell: &[u8], column: &str) -> Result<Decimal, Problem> {
    let text = String::from_utf8_lossy(cell);
    let read = if text.contains('_') { Err(NotANumber::Characters('_')) } else { decimal(&text) };
    read.map_err(|why| {
        let message = if text.is_empty() {
            format!("has no value for `{column}`")
        } else {
            format!("has `{text}` for `{column}`, not a number: {why}")
        };
        let instead = why.instead().map_or("write a number".to_owned(), |instead| format!("write {instead}"));
        Problem::new(Code::TraceFormat, message, instead)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_form_is_what_a_decimal_is() {
        for text in ["0", "7", "663", "0.5", "12.30", "999999999999999999", "1.00000000000000"] {
            assert_eq!(plain(text.as_bytes()), Some(decimal(text).unwrap()), "{text}");
        }
        for text in ["", ".", "1.", ".5", "007", "1.2.3", "1e3", "-1", "+1", " 1", "1_0", "1234567890123456789", "٣"] {
            assert_eq!(plain(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn cells_lose_their_quotes_and_spaces_alone() {
        assert_eq!(cells(b"a,b"), Ok((&b"a"[..], &b"b"[..])));
        assert_eq!(cells(b" \"a\" ,\"b\""), Ok((&b"a"[..], &b"b"[..])));
        assert_eq!(cells(b"a,"), Ok((&b"a"[..], &b""[..])));
        assert_eq!(cells(b"a").unwrap_err().message, "has one cell; a row needs two");
        assert_eq!(cells(b"a,b,").unwrap_err().message, "has 3 cells; a row needs two");
        assert_eq!(cells(b"a,\"1,5\"").unwrap_err().message, "has 3 cells; a row needs two");
    }

    #[test]
    fn numbers_are_exact_or_refused() {
        let read = |text: &str| accelerators(text.as_bytes(), Cell::Second).map_err(|problem| problem.message);
        assert_eq!(read("12.333333333333333333333333"), Ok(decimal("12.333333333333333333333333").unwrap()));
        assert_eq!(read("1e-3"), Ok(Decimal::new(1, 3)));
        assert_eq!(read("-0"), Ok(Decimal::ZERO));
        assert_eq!(read("NaN"), Err("has `NaN` for `accelerators`, not a number: it is not finite".into()));
        assert_eq!(read(""), Err("has no value for `accelerators`".into()));
        assert_eq!(
            read("1_000"),
            Err("has `1_000` for `accelerators`, not a number: `_` is not allowed in a number".into())
        );
        assert_eq!(read("-0.5"), Err("has -0.5 accelerators; the minimum is 0".into()));
        assert_eq!(read("1000000.1"), Err("has 1000000.1 accelerators; the maximum is 1,000,000".into()));
    }
}

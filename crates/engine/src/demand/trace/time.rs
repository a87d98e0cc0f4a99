//! Times of samples: RFC 3339 with any offset, or seconds.

use super::cells::{number, plain};
use super::fault::{Cell, Problem};
use crate::diagnostic::Code;
use jiff::civil::{Date, date};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

const NANOSECONDS: i128 = 1_000_000_000;
const DAY_SECONDS: i128 = 86_400;
/// Maximum distance of a time from 0 in seconds; also covers times in milliseconds or microseconds.
const MOST_SECONDS: i64 = 1_000_000_000_000_000_000;

/// Time format of a file, the same in all rows.
#[derive(Debug, Default)]
pub(super) enum Clock {
    /// Before the first row.
    #[default]
    Unknown,
    /// RFC 3339.
    Dates(Day),
    /// Seconds from an arbitrary origin.
    Seconds,
}

/// Cache of the day of the previous row, which is usually the same.
#[derive(Debug, Default)]
pub(super) struct Day {
    text: [u8; 10],
    /// Days since 1970.
    number: i128,
}

impl Clock {
    /// Parses a cell to nanoseconds.
    pub(super) fn nanoseconds(&mut self, cell: &[u8]) -> Result<i128, Problem> {
        if let Clock::Unknown = self {
            *self = if is_date(cell) { Clock::Dates(Day::default()) } else { Clock::Seconds };
        }
        match self {
            Clock::Dates(day) => day.rfc3339(cell).ok_or_else(|| no_date(cell)),
            Clock::Seconds | Clock::Unknown => seconds(cell),
        }
        .map_err(|problem| problem.cell(Cell::First))
    }
}

/// Whether a time begins with a date.
fn is_date(cell: &[u8]) -> bool {
    matches!(cell, [_, _, _, _, b'-', _, _, b'-', ..])
}

impl Day {
    /// Parses `2026-11-01T09:30:00.25+01:00` to nanoseconds since 1970.
    fn rfc3339(&mut self, cell: &[u8]) -> Option<i128> {
        let (day, rest) = cell.split_first_chunk::<10>()?;
        let &[b'T' | b't' | b' ', h1, h2, b':', m1, m2, b':', s1, s2, ref rest @ ..] = rest else { return None };
        let (hour, minute, second) = (below(h1, h2, 24)?, below(m1, m2, 60)?, below(s1, s2, 60)?);
        let (fraction, offset) = fraction(rest)?;
        let offset = match *offset {
            [b'Z' | b'z'] => 0,
            [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
                let offset = below(h1, h2, 24)? * 3_600 + below(m1, m2, 60)? * 60;
                if sign == b'+' { offset } else { -offset }
            }
            _ => return None,
        };
        let seconds = self.number(day)? * DAY_SECONDS + hour * 3_600 + minute * 60 + second - offset;
        Some(seconds * NANOSECONDS + fraction)
    }

    fn number(&mut self, day: &[u8; 10]) -> Option<i128> {
        if *day != self.text {
            self.number = days(day)?;
            self.text = *day;
        }
        Some(self.number)
    }
}

/// Days from 1970 to a day, `2026-11-01`.
fn days(text: &[u8; 10]) -> Option<i128> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
    let number = |tens, ones| i16::try_from(below(tens, ones, 100)?).ok();
    let year = number(y1, y2)? * 100 + number(y3, y4)?;
    let day = Date::new(year, i8::try_from(number(m1, m2)?).ok()?, i8::try_from(number(d1, d2)?).ok()?).ok()?;
    Some(i128::from(day.duration_since(date(1970, 1, 1)).as_hours() / 24))
}

/// Two-digit number, if below a bound.
fn below(tens: u8, ones: u8, bound: i128) -> Option<i128> {
    let digits = [tens, ones].iter().all(u8::is_ascii_digit);
    let value = i128::from(tens.wrapping_sub(b'0')) * 10 + i128::from(ones.wrapping_sub(b'0'));
    (digits && value < bound).then_some(value)
}

/// Optional fraction of a second in nanoseconds, and the rest; `None` if it is finer than a nanosecond.
fn fraction(text: &[u8]) -> Option<(i128, &[u8])> {
    let Some(rest) = text.strip_prefix(b".") else { return Some((0, text)) };
    let end = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(end);
    let (kept, finer) = digits.split_at(digits.len().min(9));
    if digits.is_empty() || finer.iter().any(|digit| *digit != b'0') {
        return None;
    }
    let padded = kept.iter().chain(std::iter::repeat(&b'0')).take(9);
    Some((padded.fold(0, |value, digit| value * 10 + i128::from(digit - b'0')), rest))
}

/// Problem of a cell that is not an RFC 3339 time.
fn no_date(cell: &[u8]) -> Problem {
    let text = String::from_utf8_lossy(cell);
    for (end, lacks) in [("Z", "a UTC offset"), (":00Z", "seconds and a UTC offset")] {
        if Day::default().rfc3339(&[cell, end.as_bytes()].concat()).is_some() {
            let message = format!("has the time `{text}` without {lacks}");
            return Problem::new(Code::TraceFormat, message, format!("write {text}{end} if it is in UTC"));
        }
    }
    let message = format!("has `{text}` for `timestamp`, not a time");
    Problem::new(Code::TraceFormat, message, "write a time such as 2026-11-01T00:00:00Z, the same way in every row")
}

/// Parses seconds to nanoseconds.
fn seconds(cell: &[u8]) -> Result<i128, Problem> {
    let value = match plain(cell) {
        Some(value) => value,
        None => number(cell, "timestamp").map_err(|problem| {
            let instead = "write a time such as 2026-11-01T00:00:00Z, or seconds, the same way in every row";
            Problem { instead: instead.to_owned(), ..problem }
        })?,
    };
    if value.abs() > Decimal::from(MOST_SECONDS) {
        let instead = "write seconds from a later origin";
        return Err(Problem::new(Code::TraceFormat, format!("is at {value} seconds, beyond 10^18"), instead));
    }
    // 10^18 seconds are 10^27 nanoseconds, and a decimal holds 7.9 · 10^28
    let nanoseconds = value.checked_mul(Decimal::from(1_000_000_000)).filter(Decimal::is_integer);
    nanoseconds.and_then(|exact| exact.to_i128()).ok_or_else(|| {
        let message = format!("is at {value} seconds, finer than a nanosecond");
        Problem::new(Code::TraceFormat, message, "round it to nanoseconds")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i128> {
        Clock::default().nanoseconds(text.as_bytes()).ok()
    }

    #[test]
    fn rfc3339_is_read_with_fractions_and_offsets() {
        // the first two are examples of RFC 3339, section 5.8; seconds by `date --utc --date=… +%s`
        assert_eq!(read("1985-04-12T23:20:50.52Z"), Some(482_196_050_520_000_000));
        assert_eq!(read("1996-12-19T16:39:57-08:00"), Some(851_042_397_000_000_000));
        assert_eq!(read("1996-12-20 00:39:57z"), Some(851_042_397_000_000_000));
        assert_eq!(read("1970-01-01T00:00:00.0000000010Z"), Some(1));
        assert_eq!(read("1969-12-31T23:59:59.5Z"), Some(-500_000_000));
        assert_eq!(read("2024-02-29T00:00:00+05:30"), Some(1_709_145_000_000_000_000));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-01-01T24:00:00Z",
            "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:00",
            "2024-01-01T00:00:00+0100",
            "2024-01-01T00:00:00.Z",
            "2024-01-01T00:00:00.0000000001Z",
            "2024-01-01T00:00:00Z ",
            "2024-01-01",
            "2024-1-1T00:00:00Z",
            "yesterday",
            "",
            "1e19",
            "0.0000000001",
            "1_000",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn seconds_are_exact() {
        assert_eq!(read("0"), Some(0));
        assert_eq!(read("1700000000.000000001"), Some(1_700_000_000_000_000_001));
        assert_eq!(read("-1.5"), Some(-1_500_000_000));
        assert_eq!(read("1.7e9"), Some(1_700_000_000_000_000_000));
    }

    #[test]
    fn a_file_says_the_time_in_one_way() {
        let mut clock = Clock::default();
        assert!(clock.nanoseconds(b"1700000000").is_ok() && clock.nanoseconds(b"2024-01-01T00:00:00Z").is_err());
        let mut clock = Clock::default();
        assert!(clock.nanoseconds(b"2024-01-01T00:00:00Z").is_ok() && clock.nanoseconds(b"1700000000").is_err());
        let said = clock.nanoseconds(b"2024-01-01T01:00:00").unwrap_err();
        assert_eq!(said.message, "has the time `2024-01-01T01:00:00` without a UTC offset");
        assert_eq!(said.instead, "write 2024-01-01T01:00:00Z if it is in UTC");
        let said = Clock::default().nanoseconds(b"2024-01-01 01:00").unwrap_err();
        assert_eq!(said.message, "has the time `2024-01-01 01:00` without seconds and a UTC offset");
        assert_eq!(said.instead, "write 2024-01-01 01:00:00Z if it is in UTC");
    }
}

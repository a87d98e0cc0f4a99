//! Calendar months.

use super::quoted;
use super::{Date, day};
use crate::declaration::Scalar;
use crate::diagnostic::{DocumentCode, FixSafety};
use crate::quantity::QuantityProblem;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::fmt;

/// Months in a year.
const OF_A_YEAR: u32 = 12;

/// A calendar month, `2027-04`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarMonth {
    /// Months since the first month of year 0.
    count: u32,
}

impl fmt::Display for CalendarMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year(), self.of_year())
    }
}

impl Serialize for CalendarMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl CalendarMonth {
    pub(crate) const SCALAR: Scalar = Scalar {
        name: "CalendarMonth",
        meaning: "A month, such as `2027-04`.",
        words: "a month such as 2027-04",
        example: "2027-04",
        schema: || json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$" }),
    };
    /// Placeholder for an invalid one.
    pub(crate) const PLACEHOLDER: CalendarMonth = CalendarMonth { count: 2000 * OF_A_YEAR };

    /// A month by year and number from 1 to 12; `None` if it does not exist.
    #[must_use]
    pub fn new(year: u32, of_year: u32) -> Option<CalendarMonth> {
        let known = (1..=9999).contains(&year) && (1..=OF_A_YEAR).contains(&of_year);
        known.then(|| CalendarMonth { count: year * OF_A_YEAR + of_year - 1 })
    }

    /// Year.
    #[must_use]
    pub fn year(self) -> u32 {
        self.count / OF_A_YEAR
    }

    /// Month of the year, from 1 to 12.
    #[must_use]
    pub fn of_year(self) -> u32 {
        self.count % OF_A_YEAR + 1
    }

    /// The month a number of months later.
    #[must_use]
    pub fn later(self, months: u32) -> CalendarMonth {
        CalendarMonth { count: self.count.saturating_add(months) }
    }

    /// Months since another one; `None` if it is earlier.
    #[must_use]
    pub fn months_since(self, other: CalendarMonth) -> Option<u32> {
        self.count.checked_sub(other.count)
    }

    /// The month a number of months later or earlier.
    pub(crate) fn moved(self, months: i32) -> CalendarMonth {
        CalendarMonth { count: self.count.saturating_add_signed(months) }
    }

    /// Months since another one, negative if it is earlier.
    pub(crate) fn months_from(self, other: CalendarMonth) -> i32 {
        self.count.cast_signed() - other.count.cast_signed()
    }

    /// Month of a day; `None` before year 1.
    #[must_use]
    pub fn of(day: Date) -> Option<CalendarMonth> {
        let (year, of_year) = (u32::try_from(day.0.year()).ok()?, u32::try_from(day.0.month()).ok()?);
        CalendarMonth::new(year, of_year)
    }

    /// Parses `YEAR-MONTH`.
    ///
    /// # Errors
    /// If it has another form or does not exist.
    pub fn read(text: &str) -> Result<CalendarMonth, QuantityProblem> {
        let shape =
            text.len() == 7 && text.char_indices().all(|(i, c)| if i == 4 { c == '-' } else { c.is_ascii_digit() });
        let number = |digits: &str| digits.parse::<u32>().ok();
        let read = text.split_once('-').filter(|_| shape);
        let read = read.and_then(|(year, month)| CalendarMonth::new(number(year)?, number(month)?));
        read.ok_or_else(|| not_a_month(text, shape))
    }
}

/// Error about an invalid month; `shape` is whether it has the right form.
fn not_a_month(text: &str, shape: bool) -> QuantityProblem {
    let why = if shape { "which is not in the calendar" } else { "which is not of the form YEAR-MONTH" };
    let message = format!("is {}, {why}", quoted(text));
    let problem = |label: String| QuantityProblem::new(DocumentCode::InvalidDate, message, label);
    match &day::suggested_months(text)[..] {
        [month] => problem(format!("write {month}")).instead(FixSafety::Safe, month.to_string()),
        [] | [_, _, ..] => problem("write year-month, such as 2027-04".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        CalendarMonth::read(text).map(|month| month.to_string()).map_err(|problem| problem.label)
    }

    #[test]
    fn a_month_is_read_and_what_is_meant_is_said() {
        assert_eq!(read("2027-04"), Ok("2027-04".to_owned()));
        for text in ["2027-04-01", "04/2027", "4.2027", "2027-4", "2027/04", "April 2027", "Apr 2027", "2027 April"] {
            assert_eq!(read(text), Err("write 2027-04".to_owned()), "{text}");
        }
        for text in ["2027-13", "0000-01", "2027", "soon", "", "-", "ä-ö"] {
            assert_eq!(read(text), Err("write year-month, such as 2027-04".to_owned()), "{text}");
        }
    }

    #[test]
    fn months_are_counted_over_the_years() {
        let start = CalendarMonth::new(2027, 4).unwrap();
        assert_eq!(start.later(8).to_string(), "2027-12");
        assert_eq!(start.later(9).to_string(), "2028-01");
        assert_eq!(start.later(9).months_since(start), Some(9));
        assert_eq!(start.months_since(start.later(9)), None);
    }
}

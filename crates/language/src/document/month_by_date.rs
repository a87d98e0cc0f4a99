//! Months that are written as dates and counted from the first month of the document.

use super::{CalendarMonth, Date};
use crate::declaration::Scalar;
use crate::quantity::QuantityProblem;
use serde_json::json;

/// A month by date, with its number in the document: 1 is the first month, 0 the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthByDate {
    /// Calendar month.
    pub date: CalendarMonth,
    /// Number in the document.
    pub number: i32,
}

impl MonthByDate {
    pub(crate) const SCALAR: Scalar = Scalar {
        name: "MonthByDate",
        meaning: "A month given by date, such as `2028-03`; requires `start`. A day stands for its whole month.",
        words: "a month such as 2028-03",
        example: "2028-03",
        schema: || json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?$" }),
    };

    /// The month in a document with a start.
    pub(crate) fn since(start: CalendarMonth, date: CalendarMonth) -> MonthByDate {
        MonthByDate { date, number: date.months_from(start) + 1 }
    }

    /// Date of another month of the same document, by its number.
    #[must_use]
    pub fn date_of(self, number: i32) -> CalendarMonth {
        self.date.moved(number.saturating_sub(self.number))
    }

    /// Parses `YEAR-MONTH`, or a day of the month.
    pub(crate) fn read(text: &str) -> Result<CalendarMonth, QuantityProblem> {
        CalendarMonth::read(text).or_else(|problem| {
            let day = Date::read(text).ok();
            day.and_then(CalendarMonth::of).ok_or(problem)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> CalendarMonth {
        CalendarMonth::read(text).unwrap()
    }

    #[test]
    fn a_month_is_numbered_from_the_start() {
        let number = |date: &str| MonthByDate::since(month("2027-04"), month(date)).number;
        assert_eq!([number("2027-04"), number("2028-03"), number("2028-04")], [1, 12, 13]);
        assert_eq!([number("2027-03"), number("2026-04")], [0, -11]);
    }

    #[test]
    fn a_day_stands_for_its_month() {
        let read = |text| MonthByDate::read(text).map(|month| month.to_string()).map_err(|problem| problem.label);
        assert_eq!(read("2028-03"), Ok("2028-03".to_owned()));
        assert_eq!(read("2028-03-31"), Ok("2028-03".to_owned()));
        assert_eq!(read("2028-02-30"), Err("write 2028-02".to_owned()));
        assert_eq!(read("03/2028"), Err("write 2028-03".to_owned()));
    }
}

//! Calendar months and fiscal years of a comparison.

use super::Scenario;
use super::document::CalendarMonth;
use super::quantities::MonthOfYear;
use serde::{Serialize, Serializer};
use std::fmt;

/// Months in a year and in a quarter.
const OF_A_YEAR: u32 = 12;
const OF_A_QUARTER: u32 = 3;

/// Calendar of a comparison: the date of each month, and the start of fiscal years.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Calendar {
    /// Calendar month of month 1, such as `2027-04`; absent if not given.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start: CalendarMonth,
    /// Month of the calendar year in which fiscal years begin, from 1 to 12; absent if not given.
    pub fiscal_year_starts: u32,
}

/// Month of a comparison, with its date if the comparison has a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatedMonth {
    /// Number; month 0 is the moment of the decision and has no calendar month.
    pub month: u32,
    /// Calendar month.
    pub date: Option<CalendarMonth>,
}

/// Range of consecutive months of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatedMonths {
    /// First month.
    pub first: DatedMonth,
    /// Last month.
    pub last: DatedMonth,
}

/// Fiscal year, cut off at the ends of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiscalYear {
    /// First month within the comparison, from 1.
    pub first: u32,
    /// Last month within the comparison.
    pub last: u32,
    /// Calendar year in which it begins.
    pub year: u32,
    /// Whether it ends in the same calendar year.
    is_calendar_year: bool,
}

/// Quarter of a fiscal year, cut off at the ends of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiscalQuarter {
    /// First month within the comparison, from 1.
    pub first: u32,
    /// Last month within the comparison.
    pub last: u32,
    /// Its fiscal year.
    pub year: FiscalYear,
    /// Number within the fiscal year, from 1 to 4.
    pub number: u32,
}

impl Calendar {
    /// Calendar of a scenario; none without a `start`.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Option<Calendar> {
        let starts = scenario.fiscal_year_starts.as_ref().map(|month| month.value);
        let fiscal_year_starts = starts.map_or(1, MonthOfYear::count);
        scenario.start.as_ref().map(|start| Calendar { start: start.value, fiscal_year_starts })
    }

    /// Calendar month of a month of the comparison; none for month 0, the moment of the decision.
    #[must_use]
    pub fn month(&self, month: u32) -> Option<CalendarMonth> {
        month.checked_sub(1).map(|later| self.start.later(later))
    }

    /// Month of the comparison, from 1, of a calendar month; none before the first.
    #[must_use]
    pub fn number(&self, month: CalendarMonth) -> Option<u32> {
        month.months_since(self.start).map(|later| later + 1)
    }

    /// Fiscal years of a horizon in months, in order.
    #[must_use]
    pub fn fiscal_years(&self, horizon: u32) -> Vec<FiscalYear> {
        let over = self.months_before();
        let year = |last: u32| {
            let first = (last + 1).saturating_sub(OF_A_YEAR).max(1);
            let month = self.start.later(first - 1);
            let begins_before = u32::from(month.of_year() < self.fiscal_year_starts);
            let is_calendar_year = self.fiscal_year_starts == 1;
            FiscalYear { first, last: last.min(horizon), year: month.year() - begins_before, is_calendar_year }
        };
        let lasts = (0..).map(|years| OF_A_YEAR - over + years * OF_A_YEAR);
        let mut found: Vec<FiscalYear> = lasts.take_while(|last| *last < horizon).map(year).collect();
        let next = found.last().map_or(OF_A_YEAR - over, |year| year.last + OF_A_YEAR);
        found.push(year(next));
        found
    }

    /// Quarters of the fiscal years of a horizon in months, in order.
    #[must_use]
    pub fn fiscal_quarters(&self, horizon: u32) -> Vec<FiscalQuarter> {
        let (over, quarters) = (self.months_before(), OF_A_YEAR / OF_A_QUARTER);
        let of_year = |year: FiscalYear| {
            // month of the comparison before the fiscal year; the first year can begin before month 1
            let before = if year.first == 1 { 0 } else { year.first - 1 + over };
            (0..quarters).filter_map(move |quarter| {
                let last = before + (quarter + 1) * OF_A_QUARTER;
                let first = (last - OF_A_QUARTER + 1).saturating_sub(over).max(year.first);
                let last = last.checked_sub(over)?.min(year.last);
                (first <= last).then_some(FiscalQuarter { first, last, year, number: quarter + 1 })
            })
        };
        self.fiscal_years(horizon).into_iter().flat_map(of_year).collect()
    }

    /// Months of the first fiscal year before the comparison begins.
    fn months_before(self) -> u32 {
        (self.start.of_year() + OF_A_YEAR - self.fiscal_year_starts) % OF_A_YEAR
    }
}

impl DatedMonth {
    /// Month with its date, if there is a calendar.
    #[must_use]
    pub fn of(month: u32, calendar: Option<&Calendar>) -> DatedMonth {
        DatedMonth { month, date: calendar.and_then(|calendar| calendar.month(month)) }
    }
}

impl From<u32> for DatedMonth {
    fn from(month: u32) -> DatedMonth {
        DatedMonth { month, date: None }
    }
}

/// Serialized as its number.
impl Serialize for DatedMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.month)
    }
}

impl fmt::Display for DatedMonth {
    /// `month 20`, or `month 20 (2028-11)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "month {}", self.month)?;
        self.date.map_or(Ok(()), |date| write!(f, " ({date})"))
    }
}

impl fmt::Display for DatedMonths {
    /// `months 1–12`, or `months 1–12 (2027-04 to 2028-03)`; a single month like [`DatedMonth`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DatedMonths { first, last } = self;
        if first.month == last.month {
            return first.fmt(f);
        }
        write!(f, "months {}–{}", first.month, last.month)?;
        match (first.date, last.date) {
            (Some(first), Some(last)) => write!(f, " ({first} to {last})"),
            (Some(_) | None, None) | (None, Some(_)) => Ok(()),
        }
    }
}

impl fmt::Display for FiscalYear {
    /// `2027`, or `2027/28` if it ends in the next calendar year.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.year)?;
        if self.is_calendar_year { Ok(()) } else { write!(f, "/{:02}", (self.year + 1) % 100) }
    }
}

impl fmt::Display for FiscalQuarter {
    /// `2027 Q3`, or `2027/28 Q3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Q{}", self.year, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn years(start: (u32, u32), fiscal_year_starts: u32, horizon: u32) -> Vec<(u32, u32, String)> {
        let start = CalendarMonth::new(start.0, start.1).unwrap();
        let years = Calendar { start, fiscal_year_starts }.fiscal_years(horizon);
        years.iter().map(|year| (year.first, year.last, year.to_string())).collect()
    }

    #[test]
    fn fiscal_years_begin_in_their_month_and_are_named_by_their_calendar_years() {
        let year = |first, last, name: &str| (first, last, name.to_owned());
        // January to March belong to the fiscal year that began the April before
        assert_eq!(years((2027, 2), 4, 20), [year(1, 2, "2026/27"), year(3, 14, "2027/28"), year(15, 20, "2028/29")]);
        assert_eq!(years((2027, 4), 4, 24), [year(1, 12, "2027/28"), year(13, 24, "2028/29")]);
        assert_eq!(years((2027, 4), 1, 12), [year(1, 9, "2027"), year(10, 12, "2028")]);
        assert_eq!(years((2099, 12), 10, 3), [year(1, 3, "2099/00")]);
        assert_eq!(years((2027, 1), 1, 1), [year(1, 1, "2027")]);
    }

    #[test]
    fn quarters_are_those_of_the_fiscal_years() {
        let quarters = |start: (u32, u32), fiscal_year_starts: u32, horizon: u32| -> Vec<(u32, u32, String)> {
            let start = CalendarMonth::new(start.0, start.1).unwrap();
            let found = Calendar { start, fiscal_year_starts }.fiscal_quarters(horizon);
            found.into_iter().map(|quarter| (quarter.first, quarter.last, quarter.to_string())).collect()
        };
        let named = |(first, last, name): (u32, u32, &str)| (first, last, name.to_owned());
        // February is in the last quarter of the fiscal year that began the April before
        let expected = [(1, 2, "2026/27 Q4"), (3, 5, "2027/28 Q1"), (6, 7, "2027/28 Q2")].map(named);
        assert_eq!(quarters((2027, 2), 4, 7), expected);
        // September is the last month of a fiscal year from October on
        let expected = [(1, 1, "2026/27 Q4"), (2, 4, "2027/28 Q1"), (5, 5, "2027/28 Q2")].map(named);
        assert_eq!(quarters((2027, 9), 10, 5), expected);
        let expected =
            [(1, 3, "2027 Q1"), (4, 6, "2027 Q2"), (7, 9, "2027 Q3"), (10, 12, "2027 Q4"), (13, 13, "2028 Q1")];
        assert_eq!(quarters((2027, 1), 1, 13), expected.map(named));
    }

    #[test]
    fn months_are_those_of_the_calendar_from_the_first_on() {
        let calendar = Calendar { start: CalendarMonth::new(2027, 4).unwrap(), fiscal_year_starts: 1 };
        assert_eq!(calendar.month(0), None);
        assert_eq!(calendar.month(10).unwrap().to_string(), "2028-01");
        assert_eq!(DatedMonth::of(10, Some(&calendar)).to_string(), "month 10 (2028-01)");
        assert_eq!(DatedMonth::of(0, Some(&calendar)).to_string(), "month 0");
        assert_eq!(DatedMonth::of(10, None).to_string(), "month 10");
        assert_eq!(calendar.number(calendar.start.later(9)), Some(10));
        assert_eq!(calendar.number(CalendarMonth::new(2027, 3).unwrap()), None);
    }
}

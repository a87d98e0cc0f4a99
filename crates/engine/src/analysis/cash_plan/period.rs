//! Calendar periods of a cash plan.

use crate::scenario::calendar::Calendar;
use crate::scenario::document::CalendarMonth;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Months in a year.
const OF_A_YEAR: u32 = 12;
/// Months in a quarter.
const OF_A_QUARTER: u32 = 3;

/// Length of the periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlanPeriod {
    /// Calendar years.
    Year,
    /// Fiscal years.
    FiscalYear,
    /// Calendar quarters.
    Quarter,
}

impl PlanPeriod {
    /// Its name on the command line and in machine-readable formats.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            PlanPeriod::Year => "year",
            PlanPeriod::FiscalYear => "fiscal-year",
            PlanPeriod::Quarter => "quarter",
        }
    }

    /// Months of a period.
    pub(super) fn months(self) -> u32 {
        match self {
            PlanPeriod::Year | PlanPeriod::FiscalYear => OF_A_YEAR,
            PlanPeriod::Quarter => OF_A_QUARTER,
        }
    }

    /// First month of the period that contains a month.
    fn first(self, month: CalendarMonth, fiscal_year_starts: u32) -> CalendarMonth {
        let starts = match self {
            PlanPeriod::FiscalYear => fiscal_year_starts,
            PlanPeriod::Year | PlanPeriod::Quarter => 1,
        };
        let over = (month.of_year() + OF_A_YEAR - starts) % self.months();
        let count = month.year() * OF_A_YEAR + month.of_year() - 1 - over;
        CalendarMonth::new(count / OF_A_YEAR, count % OF_A_YEAR + 1).unwrap_or(month)
    }

    /// Periods of a horizon in months: the first month of the whole period, and the months of the comparison within it. The first
    /// includes month 0, the moment of the decision.
    pub(super) fn of_horizon(self, horizon: u32, calendar: Calendar) -> Vec<(CalendarMonth, RangeInclusive<u32>)> {
        let mut periods: Vec<(CalendarMonth, RangeInclusive<u32>)> = Vec::new();
        for month in 1..=horizon {
            let date = calendar.start.later(month - 1);
            let first = self.first(date, calendar.fiscal_year_starts);
            match periods.last_mut() {
                Some((last, months)) if *last == first => *months = *months.start()..=month,
                Some(_) => periods.push((first, month..=month)),
                None => periods.push((first, 0..=month)),
            }
        }
        periods
    }

    /// Name of the period that begins with a month: `2027`, `2027/28`, `2027-Q2`.
    pub(super) fn name(self, first: CalendarMonth) -> String {
        let year = first.year();
        match self {
            PlanPeriod::Quarter => format!("{year}-Q{}", (first.of_year() - 1) / OF_A_QUARTER + 1),
            PlanPeriod::FiscalYear if first.of_year() > 1 => format!("{year}/{:02}", (year + 1) % 100),
            PlanPeriod::Year | PlanPeriod::FiscalYear => year.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(by: PlanPeriod, start: (u32, u32), fiscal_year_starts: u32, horizon: u32) -> Vec<(String, u32, u32)> {
        let calendar = Calendar { start: CalendarMonth::new(start.0, start.1).unwrap(), fiscal_year_starts };
        let periods = by.of_horizon(horizon, calendar).into_iter();
        periods.map(|(first, months)| (by.name(first), *months.start(), *months.end())).collect()
    }

    #[test]
    fn periods_are_those_of_the_calendar_and_the_first_has_the_decision() {
        let period = |name: &str, first, last| (name.to_owned(), first, last);
        // November and December 2027, then January 2028
        let years = named(PlanPeriod::Year, (2027, 11), 4, 3);
        assert_eq!(years, [period("2027", 0, 2), period("2028", 3, 3)]);
        // February and March belong to the fiscal year that began the April before
        let fiscal = named(PlanPeriod::FiscalYear, (2027, 2), 4, 3);
        assert_eq!(fiscal, [period("2026/27", 0, 2), period("2027/28", 3, 3)]);
        assert_eq!(named(PlanPeriod::FiscalYear, (2027, 2), 1, 1), [period("2027", 0, 1)]);
        let quarters = named(PlanPeriod::Quarter, (2027, 6), 4, 5);
        assert_eq!(quarters, [period("2027-Q2", 0, 1), period("2027-Q3", 2, 4), period("2027-Q4", 5, 5)]);
    }
}

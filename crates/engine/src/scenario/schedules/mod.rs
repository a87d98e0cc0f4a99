//! Named tax depreciation schedules, from `schedules.csv` in this folder. A change of law is added as a new schedule.

use language::quantity::Quantity as _;
use language::words;
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

const TABLE: &str = include_str!("schedules.csv");

static SCHEDULES: LazyLock<Vec<Schedule>> = LazyLock::new(|| {
    let mut schedules: Vec<Schedule> = Vec::new();
    for row in rows() {
        let share = share(&row);
        match schedules.iter_mut().find(|schedule| schedule.name == row.schedule) {
            Some(schedule) => schedule.yearly_shares.push(share),
            None => schedules.push(Schedule {
                name: row.schedule,
                yearly_shares: vec![share],
                source: row.source,
                date: row.date,
            }),
        }
    }
    schedules
});

words! {
    /// Tax depreciation method.
    pub enum DepreciationMethod {
        /// Straight line over `depreciation_months`, from the first month of service until the sale.
        StraightLine = "straight_line" aliases "linear", "sl", "afa";
        /// MACRS for three-year property (United States).
        Macrs3Year = "macrs_3_year" aliases "macrs_3", "macrs3";
        /// MACRS for five-year property (United States).
        Macrs5Year = "macrs_5_year" aliases "macrs", "macrs_5", "macrs5";
    }
}

/// Depreciation schedule: shares of the price by tax year, beginning with the year of the first month of service.
#[derive(Debug)]
pub struct Schedule {
    /// Name in scenarios.
    pub name: String,
    /// Shares, which add up to one.
    pub yearly_shares: Vec<Decimal>,
    /// Publication.
    pub source: String,
    /// Date of the publication.
    pub date: String,
}

/// Row of the data file: one tax year of a schedule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    schedule: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "a test checks that the years are in order"))]
    year: usize,
    share: String,
    source: String,
    date: String,
}

fn rows() -> Vec<Row> {
    let rows: Result<Vec<Row>, csv::Error> = csv::Reader::from_reader(TABLE.as_bytes()).deserialize().collect();
    rows.expect("schedules.csv is part of the program, and a test reads it")
}

fn share(row: &Row) -> Decimal {
    let share = super::quantities::Share::KIND.read(&row.share, "");
    share.expect("shares of schedules.csv are part of the program, and a test reads them")
}

/// All schedules, in the order of the data file.
#[must_use]
pub fn all() -> &'static [Schedule] {
    &SCHEDULES
}

/// Yearly shares of a method; none for the straight line, which is monthly.
///
/// ```
/// use engine::scenario::schedules::{DepreciationMethod, yearly_shares};
/// assert_eq!(yearly_shares(DepreciationMethod::Macrs5Year).unwrap().len(), 6);
/// assert!(yearly_shares(DepreciationMethod::StraightLine).is_none());
/// ```
#[must_use]
pub fn yearly_shares(method: DepreciationMethod) -> Option<&'static [Decimal]> {
    all().iter().find(|schedule| schedule.name == method.name()).map(|schedule| schedule.yearly_shares.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schedule_allows_the_whole_price_in_years_that_follow_each_other() {
        for schedule in all() {
            assert_eq!(schedule.yearly_shares.iter().sum::<Decimal>(), Decimal::ONE, "{}", schedule.name);
            let years: Vec<usize> =
                rows().iter().filter(|row| row.schedule == schedule.name).map(|row| row.year).collect();
            assert_eq!(years, (1..=schedule.yearly_shares.len()).collect::<Vec<_>>(), "{}", schedule.name);
            assert!(!schedule.source.is_empty() && schedule.date.len() == 10, "{}", schedule.name);
        }
    }

    #[test]
    fn every_method_but_the_straight_line_has_its_schedule() {
        let methods = DepreciationMethod::WORDS.names().into_iter();
        let named: Vec<&str> = methods.filter(|name| *name != DepreciationMethod::StraightLine.name()).collect();
        let schedules: Vec<&str> = all().iter().map(|schedule| schedule.name.as_str()).collect();
        assert_eq!(named, schedules);
    }
}

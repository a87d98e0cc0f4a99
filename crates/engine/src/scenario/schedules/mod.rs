//! Schedules of depreciation by their names: which share of a price is allowed in which tax year. They are data:
//! `schedules.csv` beside this file. A new law is a new schedule with a name of its own.

use super::tax::DepreciationMethod;
use language::quantity::Quantity as _;
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

/// Which share of a price is allowed in which tax year, from that of the first month of service on.
#[derive(Debug)]
pub struct Schedule {
    /// Its name in scenarios.
    pub name: String,
    /// The shares, which add up to one.
    pub yearly_shares: Vec<Decimal>,
    /// Where it was published.
    pub source: String,
    /// The day of that publication.
    pub date: String,
}

/// A tax year of a schedule as the data file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    schedule: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "the years stand in their order, which a test holds"))]
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

/// Every schedule, in the order of the data file.
#[must_use]
pub fn all() -> &'static [Schedule] {
    &SCHEDULES
}

/// The yearly shares of a method; none of the straight line, which goes by months.
///
/// ```
/// use engine::scenario::schedules::yearly_shares;
/// use engine::scenario::tax::DepreciationMethod;
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

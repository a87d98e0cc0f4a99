//! Published cases: printed figures of others, computed by running scenarios. Each test quotes the printed figure and its
//! tolerance: half of the last printed digit, unless the publication truncates, which the test notes. If a publication uses
//! another convention, the test notes it and how the scenario expresses it.

mod annuity;
mod commitments;
mod finance;
mod lenovo;
mod own_4xh100;
mod screening;
mod taxes;
mod tokens;

use crate::support::{answer_of, decimal, line, option};
use rackrent::analysis::Answer;
use rackrent::analysis::statement::{CrossingOutcome, PairResult, Winner};
use rackrent::model::{CostGroup, Flow};
use rackrent::sheet::{Draft, Figure, Period};
use rackrent::timeline::Timeline;
use rackrent::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

#[track_caller]
fn near(what: &str, found: Decimal, printed: &str, tolerance: &str) {
    let away = (found - decimal(printed)).abs();
    assert!(away <= decimal(tolerance), "{what}: found {found}, published {printed} within {tolerance}");
}

fn run(name: &str, settings: &[&str]) -> Answer {
    answer_of(format!("tests/published/{name}.yaml"), settings)
}

/// Pair of the only owned option and a rented option.
fn pair<'a>(answer: &'a Answer, rent: &str) -> &'a PairResult {
    answer.comparison.pairs.iter().find(|pair| pair.rent == rent).unwrap()
}

/// Utilization of demand above which owning wins: the only crossing, with renting winning below it.
#[track_caller]
fn break_even(answer: &Answer, rent: &str) -> Decimal {
    let found = &pair(answer, rent).break_even;
    assert_eq!((&found.outcome, found.points.len()), (&CrossingOutcome::Crosses, 1));
    assert_eq!(found.wins, [Winner::Rent, Winner::Own]);
    *found.points[0].demand_utilization.unwrap()
}

/// Hours of five years of 8,760 hours.
const FIVE_YEARS: Decimal = Decimal::from_parts(43_800, 0, 0, false, 0);

/// A figure over `periods` periods of one month each at `rate` a month. A month may represent a year: payments are then
/// yearly, as in textbooks, while a scenario has them at the end of every month.
fn over_periods(periods: u32, rate: Decimal, figure: impl for<'s> Fn(&Timeline<'s>) -> Figure<'s>) -> Decimal {
    let draft = Draft::new((1..=periods).map(|month| Period { first: month, last: month }).collect());
    let wanted = {
        let hours = draft.constant(8_760, Unit::HOUR.per(Unit::MONTH), "hours of a year that is one period");
        let yearly = (0..12).fold(Decimal::ONE, |power, _| power * (Decimal::ONE + rate)) - Decimal::ONE;
        let yearly = draft.constant(yearly, Unit::ONE, "its twelfth root is the rate of a period");
        figure(&Timeline::new(&draft, periods, hours, yearly)).id()
    };
    let sheet = draft.finish();
    let mut values = sheet.values::<Decimal>();
    sheet.evaluate(&sheet.all(), &mut values).unwrap();
    values[sheet.at(wanted, 0)]
}

/// Present value of 1 at the end of each of `periods` periods.
fn annuity(periods: u32, rate: Decimal) -> Decimal {
    over_periods(periods, rate, |timeline| timeline.once.dot(timeline.discount))
}

//! How many prices are within the 80 % range of an outlook twelve months before.
#![allow(clippy::float_arithmetic, reason = "ranges of a random walk are statistical")]

use super::{BacktestMonth, Coverage, Outlook, Past, PriceEstimate, Priced, YEAR};
use crate::scenario::price::PriceMove;
use crate::scenario::price_walk::P90;
use crate::scenario::quantity::Quantity as _;
use crate::scenario::{CalendarMonth, Scenario};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Prices within the ranges, of all options and months whose price twelve months later was observed; none without a range.
pub(super) fn of(outlook: Outlook, past: &Past<'_>, months: &[BacktestMonth]) -> Option<Coverage> {
    let scenario = past.variation.scenario();
    let pairs = past.priced.iter().flat_map(|one| months.iter().map(move |month| (one, month.month)));
    let judged = pairs.filter_map(|(one, month)| {
        let expected = expected(outlook, scenario, one, month)?;
        is_within(one.dated.list.within(month)?, one.dated.list.within(month.later(YEAR))?, expected)
    });
    let (within, prices) =
        judged.fold((0, 0), |(within, prices), is_within| (within + u32::from(is_within), prices + 1));
    (prices > 0).then_some(Coverage { within, prices })
}

/// What an outlook expects of the price of an option; none without a volatility.
fn expected(outlook: Outlook, scenario: &Scenario, one: &Priced<'_>, month: CalendarMonth) -> Option<PriceEstimate> {
    match outlook {
        Outlook::Stated => stated(scenario, one),
        Outlook::Flat | Outlook::Falling | Outlook::LastYear => None,
        Outlook::Estimated => one.dated.estimate(month),
    }
}

fn stated(scenario: &Scenario, one: &Priced<'_>) -> Option<PriceEstimate> {
    let entry = scenario.rent.iter().find(|entry| one.option.rented() == Some(entry.name.as_str()))?;
    let (key, change) = match entry.value.price_move() {
        PriceMove::EveryYear(change) => ("price_change_per_year", change.value.decimal()),
        PriceMove::EveryMonth(change) => {
            let year =
                (0..YEAR).try_fold(Decimal::ONE, |all, _| all.checked_mul(Decimal::ONE + change.value.decimal()));
            ("price_change_per_month", year? - Decimal::ONE)
        }
        PriceMove::Path(_) => return None,
    };
    let range = scenario.uncertainty.get(&one.option.path(key))?;
    Some(PriceEstimate { change, volatility: range.value.volatility_per_year.as_ref()?.value.decimal() })
}

/// Whether the price after a year is between the 10th and the 90th percentile: price · (1 + change) · e^(∓ 1.28 · volatility).
fn is_within(price: Decimal, later: Decimal, expected: PriceEstimate) -> Option<bool> {
    let median = price.checked_mul(Decimal::ONE + expected.change)?.to_f64()?;
    let reach = libm::exp(P90 * expected.volatility.to_f64()?);
    let later = later.to_f64()?;
    Some(median / reach <= later && later <= median * reach)
}

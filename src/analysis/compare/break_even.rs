//! From which demand on owning wins.

use super::at_demand::{budget, point};
use super::beyond_capacity::beyond_capacity;
use super::statement::{BreakEven, BreakEvenPoint, CrossingOutcome, NoBreakEven, Winner};
use crate::amount::Ratio;
use crate::model::{OptionModel, PairModel};
use crate::sheet::{SearchScope, ZeroSide, crossings};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// All points in (0, limit] of the demand factor at which the sign of PV(own) − PV(rent) changes.
#[must_use]
pub fn break_even(evaluated: &Evaluated, own: &OptionModel, pair: &PairModel) -> BreakEven {
    let model = &evaluated.model;
    let today = own.utilization.and_then(|figure| evaluated.ratio(figure)).map(Ratio::rounded);
    if evaluated.value(model.demanded).is_zero() {
        return BreakEven::none(NoBreakEven::NothingDemanded, today);
    }
    // where nothing is demanded while the fleet is in service, no demand would fill it
    let limit = own.factor_limit.and_then(|figure| evaluated.ratio(figure)).unwrap_or(Decimal::ONE);
    // two sides that are the same by other formulas differ in the last of their 28 digits
    let worth = |option: usize| evaluated.value(model.options[option].present_value).abs();
    let negligible = worth(pair.own).max(worth(pair.rent)) * Decimal::new(1, 18);
    let most = budget(model.pairs.len());
    let scope = SearchScope { range: (Decimal::ZERO, limit), negligible, most };
    let Ok(solution) = crossings(&model.sheet, &evaluated.values, model.factor, pair.difference, scope) else {
        return BreakEven::none(NoBreakEven::TooManyJumps, today);
    };
    let winner = |side: &ZeroSide| match side {
        ZeroSide::Below => Winner::Own,
        ZeroSide::Above => Winner::Rent,
    };
    let points: Vec<BreakEvenPoint> =
        solution.crossings.iter().map(|crossing| point(evaluated, own.utilization, crossing)).collect();
    let outcome = match (points.is_empty(), solution.sides.first()) {
        (false, _) => CrossingOutcome::Crosses,
        (true, Some(ZeroSide::Above)) => CrossingOutcome::AlwaysRent,
        (true, Some(ZeroSide::Below)) => CrossingOutcome::AlwaysOwn,
        (true, None) => CrossingOutcome::Equal,
    };
    let wins = if points.is_empty() { Vec::new() } else { solution.sides.iter().map(winner).collect() };
    let beyond_capacity = beyond_capacity(evaluated, own, pair, scope);
    BreakEven { outcome, points, wins, factor_limit: Some(Ratio::rounded(limit)), today, beyond_capacity }
}

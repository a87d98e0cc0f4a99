//! From which demand on owning wins.

use super::beyond_capacity::beyond_capacity;
use super::statement::{BreakEven, BreakEvenPoint, CrossingOutcome, NoBreakEven, Winner};
use crate::amount::Ratio;
use crate::model::{OptionModel, PairModel};
use crate::sheet::{FigureId, SearchScope, ZeroSide, crossings};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// So many numbers may be worked out for the break-evens of all pairs together, and for each of them at least so many: about
/// a second. Every honest scenario that we know needs a fraction of it; one whose costs jump a million times would take hours.
const MOST_IN_ALL: usize = 10_000_000;
const MOST_OF_ONE: usize = 500_000;

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
    let most = (MOST_IN_ALL / model.pairs.len().max(1)).max(MOST_OF_ONE);
    let scope = SearchScope { range: (Decimal::ZERO, limit), negligible, most };
    let Ok(solution) = crossings(&model.sheet, &evaluated.values, model.factor, pair.difference, scope) else {
        return BreakEven::none(NoBreakEven::TooManyJumps, today);
    };
    let winner = |side: &ZeroSide| match side {
        ZeroSide::Below => Winner::Own,
        ZeroSide::Above => Winner::Rent,
    };
    let points: Vec<BreakEvenPoint> = solution
        .crossings
        .iter()
        .map(|crossing| {
            let at = |figure| value_at(evaluated, crossing.at, figure);
            let demand = model.demand_utilization.and_then(at);
            BreakEvenPoint {
                factor: Ratio::rounded(crossing.at),
                utilization: own.utilization.and_then(at).map(Ratio::rounded),
                demand_utilization: demand.map(Ratio::rounded),
                hours_per_day: demand.map(|share| Ratio::rounded(share * Decimal::from(24))),
                jump: crossing.jump,
            }
        })
        .collect();
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

/// The value of a figure at another demand factor; `None` where it has none.
#[must_use]
pub fn value_at(evaluated: &Evaluated, factor: Decimal, figure: FigureId) -> Option<Decimal> {
    values_at(evaluated, factor, [figure]).map(|[value]| value)
}

/// The values of figures at another demand factor; `None` where one of them has none.
pub(super) fn values_at<const N: usize>(
    evaluated: &Evaluated,
    factor: Decimal,
    figures: [FigureId; N],
) -> Option<[Decimal; N]> {
    let sheet = &evaluated.model.sheet;
    let mut values = evaluated.values.clone();
    values[sheet.at(evaluated.model.factor, 0)] = factor;
    sheet.evaluate(&sheet.affected(&[evaluated.model.factor], &figures), &mut values).ok()?;
    Some(figures.map(|figure| values[sheet.at(figure, 0)]))
}

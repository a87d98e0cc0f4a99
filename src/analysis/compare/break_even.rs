//! From which demand on owning wins.

use super::statement::{BreakEven, BreakEvenPoint, CrossingOutcome, NoBreakEven, Winner};
use crate::amount::Ratio;
use crate::analysis::effort::Done;
use crate::model::PairModel;
use crate::sheet::{FigureId, SearchScope, Solution, TooManyIntervals, ZeroSide, crossings};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// So many numbers may be worked out for the break-evens of all pairs together: about a second. Every honest scenario that we
/// know needs a fraction of it; one whose costs jump a million times would take hours.
pub(in crate::analysis) const MOST_FOR_BREAK_EVENS: usize = 10_000_000;

/// All points in (0, limit] of the demand factor at which the sign of PV(own) − PV(rent) changes, unless that takes more than
/// `most`.
pub(in crate::analysis) fn break_even(evaluated: &Evaluated, pair: &PairModel, most: usize) -> Done<BreakEven> {
    let none = |why, worked, is_whole| Done { result: BreakEven::none(why, today(evaluated, pair)), worked, is_whole };
    if evaluated.value(evaluated.model.demanded).is_zero() {
        return none(NoBreakEven::NothingDemanded, 0, true);
    }
    match crossed(evaluated, pair, most) {
        Ok((solution, limit)) => {
            let worked = solution.worked;
            Done { result: stated(evaluated, pair, &solution, limit), worked, is_whole: true }
        }
        Err(TooManyIntervals { worked }) => none(NoBreakEven::TooManyJumps, worked, false),
    }
}

/// The fleet's utilization as stated.
fn today(evaluated: &Evaluated, pair: &PairModel) -> Option<Ratio> {
    let own = &evaluated.model.options[pair.own];
    own.utilization.and_then(|figure| evaluated.ratio(figure)).map(Ratio::rounded)
}

/// Where the difference changes its sign, and up to which factor it was looked.
fn crossed(evaluated: &Evaluated, pair: &PairModel, most: usize) -> Result<(Solution, Decimal), TooManyIntervals> {
    let model = &evaluated.model;
    let own = &model.options[pair.own];
    // where nothing is demanded while the fleet is in service, no demand would fill it
    let limit = own.factor_limit.and_then(|figure| evaluated.ratio(figure)).unwrap_or(Decimal::ONE);
    // two sides that are the same by other formulas differ in the last of their 28 digits
    let worth = |option: usize| evaluated.value(model.options[option].present_value).abs();
    let negligible = worth(pair.own).max(worth(pair.rent)) * Decimal::new(1, 18);
    let scope = SearchScope { range: (Decimal::ZERO, limit), negligible, most };
    crossings(&model.sheet, &evaluated.values, model.factor, pair.difference, scope).map(|solution| (solution, limit))
}

fn stated(evaluated: &Evaluated, pair: &PairModel, solution: &Solution, limit: Decimal) -> BreakEven {
    let model = &evaluated.model;
    let own = &model.options[pair.own];
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
    BreakEven { outcome, points, wins, factor_limit: Some(Ratio::rounded(limit)), today: today(evaluated, pair) }
}

/// The value of a figure at another demand factor; `None` where it has none.
#[must_use]
pub fn value_at(evaluated: &Evaluated, factor: Decimal, figure: FigureId) -> Option<Decimal> {
    let sheet = &evaluated.model.sheet;
    let mut values = evaluated.values.clone();
    values[sheet.at(evaluated.model.factor, 0)] = factor;
    sheet.evaluate(&sheet.affected(&[evaluated.model.factor], &[figure]), &mut values).ok()?;
    Some(values[sheet.at(figure, 0)])
}

//! Demand beyond capacity at which owning wins.

use super::at_demand::{always_at_work, values_at};
use super::statement::{BeyondCapacity, BreakEven, BreakEvenPoint, CrossingOutcome, Winner};
use crate::amount::Ratio;
use crate::model::PairModel;
use crate::sheet::{Crossing, DifferenceFigures, MovingInput, SearchScope, Subtrahend, ZeroSide, lowest_crossing};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// Largest demand tested, as a multiple of the capacity.
const MOST_SHARE: Decimal = Decimal::TEN;

/// Whether a break-even certainly shows that owning wins, or ties, at a tested demand.
fn always_wins(within: &BreakEven, demand: Decimal) -> bool {
    match within.outcome {
        CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => true,
        CrossingOutcome::AlwaysRent | CrossingOutcome::None(_) => false,
        CrossingOutcome::Crosses => {
            let is_at = |point: &BreakEvenPoint| (*point.factor - demand).abs() <= demand * Decimal::new(1, 6);
            let before = within.points.iter().filter(|point| *point.factor < demand).count();
            !within.points.iter().any(is_at) && within.wins.get(before) == Some(&Winner::Own)
        }
    }
}

/// Smallest multiple of the fleet's capacity at which owning would win, if the fleet could serve it at its cost when
/// full. The fleet is full at the demand that fills all its hours in service, or in the short form with work in every
/// hour, whichever is less. The cost of renting beyond that is computed by the model; beyond work in every hour, in
/// proportion. None if owning wins when the fleet is full, if there is no fleet or it has no servers, or if some jobs
/// never fit it.
pub(super) fn beyond_capacity(
    evaluated: &Evaluated,
    pair: &PairModel,
    scope: SearchScope,
    within: &BreakEven,
) -> Option<BeyondCapacity> {
    let model = &evaluated.model;
    let own = &model.options[pair.own];
    let filling = evaluated.ratio(own.filling_factor?)?;
    if filling.is_zero() || own.too_large.is_some_and(|hours| !evaluated.value(hours).is_zero()) {
        return None;
    }
    // the share of hours with work is at most 1
    let always = always_at_work(evaluated);
    let full = always.map_or(filling, |always| filling.min(always));
    if full <= scope.range.1 && always_wins(within, full) {
        return None;
    }
    let rented = model.options[pair.rent].present_value;
    let [more, rent] = values_at(evaluated, full, [pair.difference, rented])?;
    if more <= scope.negligible {
        return None;
    }
    let owned = rent.checked_add(more)?;
    let most = MOST_SHARE.checked_mul(filling)?;
    let limit = always.map_or(most, |always| most.min(always));
    let costs_more = DifferenceFigures { of: rented, less: Subtrahend::Constant(owned) };
    let beyond = SearchScope { range: (full, limit), ..scope };
    let found = if full < limit {
        let moving = MovingInput::new(&model.sheet, &evaluated.values, model.factor, beyond.range, &[rented]);
        let solution = lowest_crossing(&moving, costs_more, beyond).ok()?;
        match (solution.sides.first(), solution.crossings.first()) {
            // the cost of renting jumps as soon as the fleet is full
            (Some(ZeroSide::Above), _) => Some(full),
            (Some(ZeroSide::Below), crossing) => crossing.map(|Crossing { at, .. }| *at),
            (None, _) => None,
        }
    } else {
        None
    };
    let in_proportion = || {
        let always = always?;
        let [rent] = values_at(evaluated, always, [rented])?;
        always.checked_mul(owned)?.checked_div(rent).filter(|at| *at >= always && *at <= most)
    };
    let at = found.or_else(in_proportion);
    let share = at.and_then(|at| at.checked_div(filling));
    // a demand that cannot fill the fleet is not beyond its capacity
    if share.is_some_and(|share| share < Decimal::ONE) {
        return None;
    }
    Some(BeyondCapacity {
        share_of_capacity: share.map(Ratio::rounded),
        demand_factor: at.map(Ratio::rounded),
        looked_up_to: Ratio::from(MOST_SHARE),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::statement::NoBreakEven;

    #[test]
    fn a_break_even_says_who_wins_at_a_demand_unless_that_is_where_it_is() {
        let d = |text: &str| text.parse::<Decimal>().unwrap();
        let point = |factor: &str| BreakEvenPoint {
            factor: Ratio::from(d(factor)),
            utilization: None,
            demand_utilization: None,
            hours_per_day: None,
            replicas: [None, None],
            jump: false,
        };
        let crosses = BreakEven {
            outcome: CrossingOutcome::Crosses,
            points: vec![point("0.5"), point("0.8")],
            wins: vec![Winner::Rent, Winner::Own, Winner::Rent],
            ..BreakEven::none(NoBreakEven::NotRequested, None)
        };
        let wins = |demand: &str| always_wins(&crosses, d(demand));
        assert!(wins("0.51") && wins("0.79"));
        assert!(!wins("0.49") && !wins("0.81"));
        assert!(!wins("0.5") && !wins("0.5000001") && !wins("0.8"));
        let all = |outcome| BreakEven { outcome, ..BreakEven::none(NoBreakEven::NotRequested, None) };
        assert!(always_wins(&all(CrossingOutcome::AlwaysOwn), d("1")));
        assert!(always_wins(&all(CrossingOutcome::Equal), d("1")));
        assert!(!always_wins(&all(CrossingOutcome::AlwaysRent), d("1")));
        assert!(!always_wins(&all(CrossingOutcome::None(NoBreakEven::TooManyJumps)), d("1")));
    }
}

//! Break-evens by demand.

use super::at_demand::{largest_factor, point};
use super::beyond_capacity::beyond_capacity;
use super::statement::{BreakEven, BreakEvenPoint, CrossingOutcome, NoBreakEven, Winner};
use crate::amount::Ratio;
use crate::analysis::effort::{BudgetMultiple, Computed, shared};
use crate::model::PairModel;
use crate::sheet::{
    FigureId, MovingInput, SearchScope, Solution, WorkBudgetExceeded, ZeroSide, crossings, lowest_crossing,
};
use crate::variation::{Evaluated, has_limit, is_within_limits};
use rust_decimal::Decimal;

/// Most numbers computed for the break-evens of all pairs: about two seconds. Realistic scenarios need a fraction of it;
/// one whose costs jump a million times would take hours.
pub(in crate::analysis) const MOST_FOR_BREAK_EVENS: usize = 20_000_000;

/// Break-even of every pair, within a shared work budget.
pub(super) fn break_evens(evaluated: &Evaluated, effort: BudgetMultiple) -> Vec<BreakEven> {
    let pairs = &evaluated.model.pairs;
    let factor = DemandFactor::of(evaluated, pairs);
    shared(pairs, effort.of(MOST_FOR_BREAK_EVENS), |pair, most| break_even(&factor, pair, most))
}

/// The demand factor as the variable for the break-evens of some pairs.
pub(in crate::analysis) struct DemandFactor<'e> {
    evaluated: &'e Evaluated,
    /// None if nothing is demanded at any factor.
    moving: Option<MovingInput<'e>>,
}

impl<'e> DemandFactor<'e> {
    /// Demand factor up to the largest demand that a fleet of the pairs can serve.
    pub(in crate::analysis) fn of(evaluated: &'e Evaluated, pairs: &[PairModel]) -> DemandFactor<'e> {
        let model = &evaluated.model;
        let most = pairs.iter().map(|pair| limit(evaluated, pair)).max().unwrap_or(Decimal::ONE);
        let differences: Vec<FigureId> = pairs.iter().map(|pair| pair.difference).collect();
        let is_demanded = !evaluated.value(model.demanded).is_zero();
        let range = (Decimal::ZERO, most);
        let moving = || MovingInput::new(&model.sheet, &evaluated.values, model.factor, range, &differences);
        DemandFactor { evaluated, moving: is_demanded.then(moving) }
    }
}

/// Largest demand factor tested: the one that fills the fleet, or less if a quota or a limit of replicas is reached before; 1 if
/// nothing is demanded while the fleet is in service, since no demand would fill it.
fn limit(evaluated: &Evaluated, pair: &PairModel) -> Decimal {
    let both = [pair.own, pair.rent].map(|at| &evaluated.model.options[at]);
    let limit = both[0].factor_limit.and_then(|figure| evaluated.ratio(figure)).unwrap_or(Decimal::ONE);
    let limited: Vec<_> = both.into_iter().filter(|option| has_limit(&evaluated.model, option)).collect();
    largest_factor(limit, |factor| limited.iter().all(|option| is_within_limits(evaluated, option, factor)))
}

/// Break-even of a pair: all points in (0, limit] of the demand factor at which the sign of PV(own) − PV(rent) changes,
/// within the work budget `most`, and the demand beyond capacity at which owning wins.
pub(in crate::analysis) fn break_even(factor: &DemandFactor<'_>, pair: &PairModel, most: usize) -> Computed<BreakEven> {
    let found = within_capacity(factor, pair, most);
    if let CrossingOutcome::None(_) = found.result.outcome {
        return found;
    }
    let scope = scope(factor.evaluated, pair, most);
    let beyond_capacity = beyond_capacity(factor.evaluated, pair, scope, &found.result);
    Computed { result: BreakEven { beyond_capacity, ..found.result }, ..found }
}

fn scope(evaluated: &Evaluated, pair: &PairModel, most: usize) -> SearchScope {
    // two equal present values computed by different formulas differ in the last of 28 digits
    let present_value = |option: usize| evaluated.value(evaluated.model.options[option].present_value).abs();
    let negligible = present_value(pair.own).max(present_value(pair.rent)) * Decimal::new(1, 18);
    SearchScope { range: (Decimal::ZERO, limit(evaluated, pair)), negligible, most }
}

/// Break-even without demand beyond the capacity of the fleet.
pub(super) fn within_capacity(factor: &DemandFactor<'_>, pair: &PairModel, most: usize) -> Computed<BreakEven> {
    searched(factor, pair, most, crossings)
}

/// The first point of a break-even, with the winners on its two sides; without demand beyond the capacity of the fleet.
pub(in crate::analysis) fn lowest_break_even(
    factor: &DemandFactor<'_>,
    pair: &PairModel,
    most: usize,
) -> Computed<BreakEven> {
    searched(factor, pair, most, lowest_crossing)
}

fn searched(
    factor: &DemandFactor<'_>,
    pair: &PairModel,
    most: usize,
    search: fn(&MovingInput<'_>, FigureId, SearchScope) -> Result<Solution, WorkBudgetExceeded>,
) -> Computed<BreakEven> {
    let DemandFactor { evaluated, moving } = factor;
    let model = &evaluated.model;
    let both = [pair.own, pair.rent].map(|at| &model.options[at]);
    let own = both[0];
    let today = own.utilization.and_then(|figure| evaluated.ratio(figure)).map(Ratio::rounded);
    let Some(moving) = moving else {
        let result = BreakEven::none(NoBreakEven::NothingDemanded, today);
        return Computed { result, work: 0, is_whole: true };
    };
    let solution = match search(moving, pair.difference, scope(evaluated, pair, most)) {
        Ok(solution) => solution,
        Err(WorkBudgetExceeded { work }) => {
            let result = BreakEven::none(NoBreakEven::TooManyJumps, today);
            return Computed { result, work, is_whole: false };
        }
    };
    let winner = |side: &ZeroSide| match side {
        ZeroSide::Below => Winner::Own,
        ZeroSide::Above => Winner::Rent,
    };
    let points: Vec<BreakEvenPoint> =
        solution.crossings.iter().map(|crossing| point(evaluated, both, own.utilization, crossing)).collect();
    let outcome = match (points.is_empty(), solution.sides.first()) {
        (false, _) => CrossingOutcome::Crosses,
        (true, Some(ZeroSide::Above)) => CrossingOutcome::AlwaysRent,
        (true, Some(ZeroSide::Below)) => CrossingOutcome::AlwaysOwn,
        (true, None) => CrossingOutcome::Equal,
    };
    let wins = if points.is_empty() { Vec::new() } else { solution.sides.iter().map(winner).collect() };
    let factor_limit = Some(Ratio::rounded(limit(evaluated, pair)));
    let result = BreakEven { outcome, points, wins, factor_limit, today, beyond_capacity: None };
    Computed { result, work: solution.work, is_whole: true }
}

//! Break-even between two options of the same side.

use super::answer::Answer;
use super::at_demand::{always_at_work, largest_factor, point};
use super::statement::{
    BreakEvenPoint, NoBreakEven, OptionResult, PairHalf, RequestedPairs, SameSideBreakEven, SameSideOutcome,
    SameSidePair, Winner,
};
use crate::amount::Ratio;
use crate::model::{OptionId, OptionModel};
use crate::parallel::on_all_cores;
use crate::sheet::{Crossing, DifferenceFigures, MovingInput, SearchScope, Subtrahend, ZeroSide, crossings};
use crate::variation::compares_at;
use rust_decimal::Decimal;

/// Most numbers computed for the break-evens of all pairs of one side, about a second; each pair has a budget of
/// `MOST_OF_ONE` at least.
const MOST_IN_ALL: usize = 10_000_000;
const MOST_OF_ONE: usize = 500_000;

/// Largest demand tested without a fleet as the limit, as a multiple of the plan: in the short form beyond work in every hour
/// with more accelerators, each of them with work in every hour.
const MOST_FACTOR: Decimal = Decimal::TEN;

impl Answer {
    /// Adds the requested pairs.
    ///
    /// # Errors
    /// If a requested option does not exist: its name.
    pub fn with_pairs(mut self, requested: RequestedPairs) -> Result<Answer, UnknownOption> {
        if let RequestedPairs::Against(name) = &requested
            && !self.comparison.options.iter().any(|option| option.name == **name)
        {
            return Err(UnknownOption::new(name, self.comparison.options.iter().map(|option| &option.name)));
        }
        self.comparison.pairs.of_one_side = self.pairs_of_one_side(&requested);
        self.comparison.pairs.requested = requested;
        Ok(self)
    }

    fn pairs_of_one_side(&self, requested: &RequestedPairs) -> Vec<SameSidePair> {
        let options: Vec<(&OptionModel, &OptionResult)> =
            self.evaluated.model.options.iter().zip(&self.comparison.options).collect();
        let with = |id: &OptionId| match requested {
            RequestedPairs::AcrossSides => false,
            RequestedPairs::All => true,
            RequestedPairs::Against(requested) => *id == **requested,
        };
        let comparable: Vec<&OptionModel> =
            options.iter().filter(|(_, option)| option.comparable()).map(|(model, _)| *model).collect();
        let two = comparable.iter().enumerate().flat_map(|(at, first)| {
            let others = comparable[at + 1..].iter();
            let alike = others.filter(|second| Winner::of(first.id.kind()) == Winner::of(second.id.kind()));
            alike.filter(|second| with(&first.id) || with(&second.id)).map(|second| (*first, *second))
        });
        let two: Vec<(&OptionModel, &OptionModel)> = two.collect();
        let most = (MOST_IN_ALL / two.len().max(1)).max(MOST_OF_ONE);
        on_all_cores(&two, |(first, second)| SameSidePair {
            first: first.id.clone(),
            second: second.id.clone(),
            break_even: self.break_even_of_one_side([first, second], most),
        })
    }

    /// All points at which the sign of the difference of their present values changes, up to the largest demand both
    /// serve.
    fn break_even_of_one_side(&self, both: [&OptionModel; 2], most: usize) -> SameSideBreakEven {
        let evaluated = &self.evaluated;
        let model = &evaluated.model;
        if evaluated.value(model.demanded).is_zero() {
            return SameSideBreakEven::none(NoBreakEven::NothingDemanded);
        }
        let [first, second] = both.map(|option| option.present_value);
        let limit = self.largest_demand(both);
        let negligible = evaluated.value(first).abs().max(evaluated.value(second).abs()) * Decimal::new(1, 18);
        let scope = SearchScope { range: (Decimal::ZERO, limit), negligible, most };
        let difference = DifferenceFigures { of: first, less: Subtrahend::Figure(second) };
        let moving = MovingInput::new(&model.sheet, &evaluated.values, model.factor, scope.range, &[first, second]);
        let Ok(solution) = crossings(&moving, difference, scope) else {
            return SameSideBreakEven::none(NoBreakEven::TooManyJumps);
        };
        let half = |side: &ZeroSide| match side {
            ZeroSide::Below => PairHalf::First,
            ZeroSide::Above => PairHalf::Second,
        };
        let mut points: Vec<BreakEvenPoint> =
            solution.crossings.iter().map(|crossing| point(evaluated, both, None, crossing)).collect();
        let mut sides = solution.sides;
        let mut tested = limit;
        if let Some(beyond) = self.beyond_every_hour(both, scope, difference)
            && let (Some(last), Some(first)) = (sides.last().copied(), beyond.sides.first().copied())
        {
            if last == first {
                sides.pop();
            } else {
                // a cost jumps as soon as more accelerators are needed
                points.push(point(evaluated, both, None, &Crossing { at: limit, jump: true }));
            }
            points.extend(beyond.points);
            sides.extend(beyond.sides);
            tested = MOST_FACTOR;
        }
        let outcome = match (points.is_empty(), sides.first()) {
            (false, _) => SameSideOutcome::Crosses,
            (true, Some(side)) => SameSideOutcome::Always(half(side)),
            (true, None) => SameSideOutcome::Equal,
        };
        let wins = if points.is_empty() { Vec::new() } else { sides.iter().map(half).collect() };
        SameSideBreakEven { outcome, points, wins, factor_limit: Some(Ratio::rounded(tested)) }
    }

    /// Break-evens of two rented options of the short form beyond work in every hour: with more accelerators. None if the
    /// demand is limited, or one of them can't serve it.
    fn beyond_every_hour(
        &self,
        both: [&OptionModel; 2],
        scope: SearchScope,
        difference: DifferenceFigures,
    ) -> Option<BeyondEveryHour> {
        let (evaluated, scenario) = (&self.evaluated, &self.loaded.scenario);
        let (model, sheet) = (&evaluated.model, &evaluated.model.sheet);
        let always = always_at_work(evaluated).filter(|always| *always == scope.range.1 && *always < MOST_FACTOR)?;
        if both.iter().any(|option| option.factor_limit.is_some()) {
            return None;
        }
        let accelerators = sheet.input(scenario.demand.accelerators.as_ref()?.at)?;
        let at_plan = evaluated.value(accelerators);
        let most = at_plan.checked_mul(MOST_FACTOR)?.checked_div(always)?;
        let at = |count| evaluated.moved(&[(model.factor, always), (accelerators, count)]).ok();
        let largest = at(most)?;
        if !both.iter().all(|option| compares_at(scenario, &largest, option, always)) {
            return None;
        }
        let full = at(at_plan)?;
        let beyond = SearchScope { range: (at_plan, most), ..scope };
        let results = both.map(|option| option.present_value);
        let moving = MovingInput::new(sheet, &full.values, accelerators, beyond.range, &results);
        let solution = crossings(&moving, difference, beyond).ok()?;
        let point = |crossing: &Crossing| {
            let factor = crossing.at.checked_mul(always)?.checked_div(at_plan)?;
            Some(BreakEvenPoint {
                factor: Ratio::rounded(factor),
                utilization: None,
                demand_utilization: None,
                hours_per_day: None,
                replicas: [None, None],
                jump: crossing.jump,
            })
        };
        let points = solution.crossings.iter().map(point).collect::<Option<_>>()?;
        Some(BeyondEveryHour { points, sides: solution.sides })
    }

    /// Largest demand factor at which both do the same work: what fills the larger fleet, or less if the smaller one is
    /// full and no other option serves the rest; at least 1. For rented options ten times the plan, or in the short
    /// form work in every hour; more is tested with more accelerators.
    fn largest_demand(&self, both: [&OptionModel; 2]) -> Decimal {
        let evaluated = &self.evaluated;
        let fleets = both.iter().filter_map(|option| option.factor_limit);
        let fleets = fleets.map(|figure| evaluated.ratio(figure).unwrap_or(Decimal::ONE)).max();
        let limit = fleets.unwrap_or_else(|| always_at_work(evaluated).unwrap_or(MOST_FACTOR));
        let same_work =
            |factor: Decimal| both.iter().all(|option| compares_at(&self.loaded.scenario, evaluated, option, factor));
        largest_factor(limit, same_work)
    }
}

/// Break-evens beyond work in every hour.
struct BeyondEveryHour {
    points: Vec<BreakEvenPoint>,
    /// Below, between and above the points.
    sides: Vec<ZeroSide>,
}

/// An option name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOption {
    /// Requested name.
    pub name: String,
    /// Suggested name, if one is similar.
    pub nearest: Option<String>,
    /// All existing names.
    pub known: Vec<String>,
}

impl UnknownOption {
    /// A name with the existing options.
    pub(in crate::analysis) fn new<'o>(name: &str, options: impl Iterator<Item = &'o OptionId>) -> UnknownOption {
        let options: Vec<&OptionId> = options.collect();
        let ids = || options.iter().copied();
        let same = ids().find(|id| id.name() == name).map(OptionId::as_str);
        let nearest = same.or_else(|| language::suggest::nearest(name, ids().map(OptionId::as_str)));
        UnknownOption {
            name: name.to_owned(),
            nearest: nearest.map(ToOwned::to_owned),
            known: ids().map(ToString::to_string).collect(),
        }
    }
}

//! A race while one input varies.

use super::evaluation::{Candidates, Placing};
use super::factor::Factor;
use super::float_filter::CheckedPeriods;
use super::leader::{NEGLIGIBLE, NEGLIGIBLE_THROUGHOUT, Seen};
use crate::analysis::effort::NUMBERS_COPIED_AS_ONE;
use crate::sheet::{
    Ball, Bounds, FigureId, FloatFigures, Grid, Interval, MovingFigures, Number, Probe, ProbeResult, Values,
};
use crate::variation::Evaluated;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Mostly only the two ends of a range are evaluated.
const FIRST_LOOKS: usize = 2;

/// State for continuing a search: evaluations and the tape.
#[derive(Default)]
pub(super) struct EvaluationCache<'r> {
    seen: HashMap<Probe, ProbeResult<Seen>>,
    in_floats: Option<(MovingFigures<'r>, CheckedPeriods)>,
    /// Numbers computed.
    work: usize,
}

impl EvaluationCache<'_> {
    /// Begins another search, with a budget of its own.
    pub(super) fn for_another_search(&mut self) {
        self.work = 0;
    }
}

/// Maximum evaluations kept per input, of which there may be thousands: the nearest ones.
const MOST_KEPT: usize = 256;
/// Exact evaluations for which the work budget reserves room. A flip value takes up to eight to finish, but most searches find
/// none.
const TO_SETTLE: usize = 2;
/// Share of its values from which an interval is wide.
const WIDE: Decimal = Decimal::from_parts(1, 0, 0, false, 4);
/// Maximum exact evaluations skipped in a row.
const MOST_SPARED: u32 = 16;

/// Number of exact evaluations of wide intervals to skip while they are indecisive. Doubles after each indecisive one, and
/// resets after a decisive one.
#[derive(Default)]
struct ExactLooks {
    spared: u32,
    left: u32,
}

impl ExactLooks {
    /// Whether the next one is skipped.
    fn is_spared(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    /// Records whether an evaluation was decisive.
    fn record(&mut self, is_decisive: bool) {
        self.spared = if is_decisive { 0 } else { (self.spared * 2).clamp(1, MOST_SPARED) };
        self.left = self.spared;
    }
}

/// A race while the inputs of a factor vary.
pub(super) struct Moving<'r> {
    candidates: &'r Candidates<'r>,
    factor: &'r Factor,
    /// Figures that depend on them, in evaluation order.
    moved: Vec<FigureId>,
    /// Figures that decide the race, as floats.
    in_floats: MovingFigures<'r>,
    /// Periods in which conditions are checked in floats.
    periods: CheckedPeriods,
    /// Float values at a point.
    balls: FloatFigures<Ball>,
    /// Exact values at a point, if the float filter cannot decide.
    points: Option<Values<Decimal>>,
    /// Float bounds over an interval.
    bounds: FloatFigures<Bounds>,
    /// Exact intervals, if the float filter cannot decide.
    intervals: Option<Values<Interval>>,
    /// Skipping of exact intervals.
    exact_looks: ExactLooks,
    /// Evaluations so far.
    seen: HashMap<Probe, ProbeResult<Seen>>,
    /// Numbers computed in earlier runs, and the part of them for recording the tape.
    earlier: usize,
    recorded: usize,
    /// Work budget of the search, including earlier runs.
    most: usize,
    /// Whether the budget was too small.
    is_stopped: bool,
}

impl<'r> Moving<'r> {
    /// A race while the inputs of a factor vary, with the work budget `most`; none if they do not affect it. It continues
    /// after earlier runs, if `cache` is theirs.
    pub(super) fn of(
        candidates: &'r Candidates<'r>,
        factor: &'r Factor,
        most: usize,
        cache: EvaluationCache<'r>,
    ) -> Option<Moving<'r>> {
        let Evaluated { model, values, .. } = candidates.evaluated;
        let inputs: Vec<FigureId> = factor.inputs.iter().map(|input| input.figure).collect();
        let moved = model.sheet.affected_among(&inputs, &candidates.decisive);
        if moved.is_empty() {
            return None;
        }
        let copied = model.sheet.numbers() / NUMBERS_COPIED_AS_ONE;
        let to_settle = model.sheet.work_of(&moved, values.work()).saturating_mul(TO_SETTLE).saturating_add(copied);
        let decisive: Vec<FigureId> = candidates.decides.iter().map(|(figure, _)| *figure).collect();
        let anew = || {
            let ranges = factor.inputs.iter().map(|input| input.range(&factor.domain)).collect();
            let figures =
                MovingFigures::new(&model.sheet, values, inputs, ranges, candidates.decides.clone(), FIRST_LOOKS);
            (figures, CheckedPeriods::all(&model.sheet))
        };
        let EvaluationCache { seen, in_floats, work } = cache;
        let (in_floats, periods) = in_floats.unwrap_or_else(anew);
        Some(Moving {
            candidates,
            factor,
            moved,
            periods,
            balls: in_floats.values(&decisive),
            points: None,
            bounds: in_floats.values(&decisive),
            intervals: None,
            exact_looks: ExactLooks::default(),
            seen,
            earlier: work,
            recorded: in_floats.work_to_specialise(),
            in_floats,
            most: most.saturating_sub(to_settle),
            is_stopped: most < to_settle,
        })
    }

    /// State for continuing in another run.
    pub(super) fn into_cache(self) -> EvaluationCache<'r> {
        let work = self.earlier + self.work();
        EvaluationCache { seen: self.seen, in_floats: Some((self.in_floats, self.periods)), work }
    }

    /// Numbers computed in this run, including the analysis of dependents and of what to compute.
    pub(super) fn work(&self) -> usize {
        let recorded = self.in_floats.work_to_specialise() - self.recorded;
        let in_floats = self.balls.work() + self.bounds.work() + recorded + self.moved.len();
        let exactly = self.points.as_ref().map_or(0, Values::work) + self.intervals.as_ref().map_or(0, Values::work);
        // exact values start with a copy of all numbers; an interval is twice as long
        let copies = usize::from(self.points.is_some()) + 2 * usize::from(self.intervals.is_some());
        in_floats + exactly + copies * self.candidates.evaluated.model.sheet.numbers() / NUMBERS_COPIED_AS_ONE
    }

    /// Whether an evaluation was skipped, or will be, because the budget is too small.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Evaluates the winner over a range of values of the factor.
    pub(super) fn look(&mut self, segment: Probe) -> ProbeResult<Seen> {
        if let Some(outcome) = self.seen.get(&segment) {
            return *outcome;
        }
        if self.is_stopped || self.earlier + self.work() > self.most {
            self.is_stopped = true;
            return ProbeResult::Stopped;
        }
        let outcome = self.sight(segment);
        if self.seen.len() < MOST_KEPT {
            self.seen.insert(segment, outcome);
        }
        outcome
    }

    fn sight(&mut self, segment: Probe) -> ProbeResult<Seen> {
        match segment {
            Probe::Interval(a, b) => match self.filter_over(a, b) {
                Some(sight) => sight,
                // an exact line ends the search, and an exact tie its beginning
                None if self.is_wide(a, b) && self.exact_looks.is_spared() => ProbeResult::Uncounted,
                None => self.exactly(a, b),
            },
            Probe::At(at) => self.filter_at(at).unwrap_or_else(|| self.look(Probe::Lead(at))),
            Probe::Lead(at) => {
                let places = self.places(at);
                ProbeResult::Same(Seen {
                    leader: self.candidates.leader(&places),
                    difference: self.candidates.difference(&places),
                })
            }
        }
    }

    /// Whether an interval is wide, as a share of its values.
    fn is_wide(&self, a: Decimal, b: Decimal) -> bool {
        b - a > self.factor.domain.scale(b) * WIDE
    }

    /// Winner over the interval (a, b], by exact numbers.
    fn exactly(&mut self, a: Decimal, b: Decimal) -> ProbeResult<Seen> {
        let (candidates, grid) = (self.candidates, self.factor.domain.grid);
        // a varying curve may have too many levels, however narrow the interval is
        let Some(values) = self.over(a, b) else { return ProbeResult::Stopped };
        let sight = candidates.sight(
            (a, b),
            &|figure, period| values[candidates.evaluated.model.sheet.at(figure, period)],
            grid,
        );
        self.exact_looks.record(!matches!(sight, ProbeResult::Open { near: None }));
        sight
    }

    /// Outcome of every contender at a value of the factor.
    pub(super) fn places(&mut self, at: Decimal) -> Vec<(usize, Placing)> {
        let candidates = self.candidates;
        let sheet = &candidates.evaluated.model.sheet;
        if let Some(values) = self.at(at) {
            return candidates.places(&|figure, period| Interval::of(values[sheet.at(figure, period)]));
        }
        // if one figure cannot be computed, others may
        let values = self.over(at, at);
        candidates.places(&|figure, period| values.map_or(Interval::Unknown, |values| values[sheet.at(figure, period)]))
    }

    /// Winner over the interval (a, b], by the float filter.
    fn filter_over(&mut self, a: Decimal, b: Decimal) -> Option<ProbeResult<Seen>> {
        let (factor, grid) = (self.factor, self.factor.domain.grid);
        let negligible = if self.is_wide(a, b) { NEGLIGIBLE_THROUGHOUT } else { NEGLIGIBLE };
        let inputs: Vec<Bounds> = factor.inputs.iter().map(|input| Bounds::linear(input.at(a), input.at(b))).collect();
        let Moving { candidates, in_floats, bounds, periods, .. } = self;
        in_floats.look(&inputs, bounds)?;
        periods.reduce(candidates, in_floats);
        candidates.float_filter(
            &|figure, period| in_floats.value(figure, period, bounds).expect("what decides a race was asked for"),
            periods,
            negligible,
            grid,
        )
    }

    /// Winner at a value, by the float filter.
    fn filter_at(&mut self, at: Decimal) -> Option<ProbeResult<Seen>> {
        let factor = self.factor;
        let inputs: Vec<Ball> = factor.inputs.iter().map(|input| Ball::of(input.at(at))).collect();
        let Moving { candidates, in_floats, balls, periods, .. } = self;
        in_floats.look(&inputs, balls)?;
        candidates.float_filter(
            &|figure, period| in_floats.value(figure, period, balls).expect("what decides a race was asked for").into(),
            periods,
            NEGLIGIBLE,
            Grid::Line,
        )
    }

    /// All numbers at a value of the factor; none if one of them cannot be computed.
    fn at(&mut self, at: Decimal) -> Option<&Values<Decimal>> {
        let (candidates, sheet) = (self.candidates, &self.candidates.evaluated.model.sheet);
        let values = self.points.get_or_insert_with(|| candidates.evaluated.values.anew());
        for input in &self.factor.inputs {
            values[sheet.at(input.figure, 0)] = input.at(at);
        }
        sheet.evaluate(&self.moved, values).ok()?;
        Some(values)
    }

    /// All numbers over the interval (a, b], exactly; none if a curve has too many levels.
    fn over(&mut self, a: Decimal, b: Decimal) -> Option<&Values<Interval>> {
        let (candidates, sheet) = (self.candidates, &self.candidates.evaluated.model.sheet);
        let values = self.intervals.get_or_insert_with(|| sheet.values_of(&candidates.evaluated.values));
        for input in &self.factor.inputs {
            values[sheet.at(input.figure, 0)] = Interval::Linear { from: input.at(a), to: input.at(b) };
        }
        sheet.evaluate(&self.moved, values).ok()?;
        Some(values)
    }
}

//! Descending levels with running sums: the load above a level takes one binary search, or one for each level of an
//! independent load.

use super::float_filter::{FloatFilter, about};
use super::floats::Floats;
use super::joint::{State, merged};
use super::quantized::{Kept, Left, Level, Quantum};
use super::query::{Query, units_at};
use super::whole_units::{ScaleSide, WholeUnits};
use crate::arithmetic::{EvaluationErrorKind, Number, negligible};
use crate::ball::Ball;
use crate::float::float;
use crate::formula::Binary;
use crate::number;
use rust_decimal::Decimal;
use std::cell::OnceCell;
use std::sync::OnceLock;

/// Number of equal parts of the height in which sums of independent levels are grouped.
const GROUPS: u32 = 500;

/// Descending levels with running sums, or the sum of such levels and those of an independent load, the offsets: then
/// every level is added to every offset, and their weights are multiplied.
#[derive(Debug)]
pub struct DescendingLevels {
    levels: Vec<Decimal>,
    gauges: Option<Vec<Decimal>>,
    weights: Vec<Decimal>,
    /// Σ of the weights up to each level.
    longer: Vec<Decimal>,
    /// Σ of weight × level up to each level.
    areas: Vec<Decimal>,
    /// Descending; none if there is no independent load.
    offsets: Vec<Level>,
    pub(crate) whole: Decimal,
    /// Number of states visited to join its loads.
    pub(crate) met: usize,
    /// Cache of its levels in units.
    kept: Kept,
    /// The levels in binary floating point, once needed.
    floats: OnceLock<Floats>,
    /// The levels as balls, once needed.
    balls: OnceLock<Vec<State<Ball>>>,
}

/// Levels above a bound.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tail {
    /// Number of them.
    pub count: usize,
    /// Σ of their weights.
    pub longer: Decimal,
    /// Σ of weight × level.
    pub area: Decimal,
}

impl DescendingLevels {
    pub(crate) fn new<N: Number>(
        states: &[State<N>],
        whole: Decimal,
        gauged: bool,
    ) -> Result<DescendingLevels, EvaluationErrorKind> {
        let of = |part: &N| part.exact().unwrap_or_default();
        let mut falling = DescendingLevels {
            levels: states.iter().map(|s| of(&s.level)).collect(),
            gauges: gauged.then(|| states.iter().map(|s| s.gauge.as_ref().map(of).unwrap_or_default()).collect()),
            weights: states.iter().map(|s| of(&s.weight)).collect(),
            longer: Vec::with_capacity(states.len()),
            areas: Vec::with_capacity(states.len()),
            offsets: Vec::new(),
            whole,
            met: states.len(),
            kept: Kept::default(),
            floats: OnceLock::new(),
            balls: OnceLock::new(),
        };
        let (mut longer, mut area) = (Decimal::ZERO, Decimal::ZERO);
        for (level, weight) in falling.levels.iter().zip(&falling.weights) {
            longer = Number::binary(Binary::Add, &longer, weight)?;
            area = Number::binary(Binary::Add, &area, &Decimal::multiply(level, weight)?)?;
            falling.longer.push(longer);
            falling.areas.push(area);
        }
        Ok(falling)
    }

    /// The sum with independent levels, descending.
    pub(crate) fn with_offsets<N: Number>(self, offsets: &[State<N>]) -> DescendingLevels {
        let of = |part: &N| part.exact().unwrap_or_default();
        let offset = |state: &State<N>| Level { level: of(&state.level), weight: of(&state.weight) };
        DescendingLevels { offsets: offsets.iter().map(offset).collect(), ..self }
    }

    /// Descending levels from levels with weights in any order; the weights of equal levels are added.
    pub(crate) fn of_weighted(levels: Vec<(Decimal, Decimal)>) -> Option<DescendingLevels> {
        let state = |(level, weight)| State { level, gauge: None, weight };
        let states = merged(levels.into_iter().map(state).collect()).ok()?;
        DescendingLevels::new(&states, Decimal::ONE, false).ok()
    }

    pub(crate) fn floats(&self) -> &Floats {
        self.floats.get_or_init(|| Floats::of(&self.levels, &self.weights, &self.longer, &self.areas, &self.offsets))
    }

    /// The levels as balls; without offsets, descending.
    pub(crate) fn balls(&self) -> impl Iterator<Item = State<Ball>> {
        let ball = |level: Decimal, weight: Decimal, gauge: Option<Decimal>| State {
            level: Ball::exactly(level),
            gauge: gauge.map(Ball::exactly),
            weight: Ball::exactly(weight),
        };
        let base =
            self.balls.get_or_init(|| self.base().map(|(weight, level, gauge)| ball(level, weight, gauge)).collect());
        let offsets = self.offsets.iter().map(move |offset| Some(ball(offset.level, offset.weight, None)));
        let offsets = offsets.chain(self.offsets.is_empty().then_some(None));
        offsets.flat_map(move |offset| {
            base.iter().map(move |state| match &offset {
                None => state.clone(),
                Some(offset) => State {
                    level: state.level.plus(offset.level),
                    gauge: None,
                    weight: state.weight.times(offset.weight),
                },
            })
        })
    }

    /// Number of levels; equal sums are counted separately.
    pub(crate) fn len(&self) -> usize {
        self.levels.len().saturating_mul(self.searches())
    }

    /// Number of levels in memory.
    pub(crate) fn kept_levels(&self) -> usize {
        self.levels.len() + self.offsets.len()
    }

    /// Number of searches for the load above a level.
    pub(crate) fn searches(&self) -> usize {
        self.offsets.len().max(1)
    }

    /// Estimated number of levels visited to count whole units: all, or several dozen searches for each offset.
    pub(crate) fn for_units(&self) -> usize {
        const UNITS: usize = 64;
        if self.offsets.is_empty() { self.len() } else { self.len().min(UNITS * self.searches()) }
    }

    /// Highest level; zero if there is none.
    pub(crate) fn highest(&self) -> Decimal {
        self.first().unwrap_or_default()
    }

    /// Maximum number of units over the levels, level by level, for any kind of number.
    pub(crate) fn most_level_by_level<N: Number>(&self, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
        self.states().try_fold(N::of(Decimal::ZERO), |most, (_, level, gauge)| {
            N::binary(Binary::Maximum, &most, &units_at(&N::of(level), gauge.map(N::of).as_ref(), query)?)
        })
    }

    /// Levels with their shares of the hours, descending. Sums with an independent load are grouped: a share is that of
    /// the levels within a five-hundredth of the highest.
    ///
    /// # Errors
    /// If a share does not exist.
    pub fn shares(&self) -> Result<Vec<(Decimal, Decimal)>, EvaluationErrorKind> {
        if self.offsets.is_empty() {
            return Ok(self.base().map(|(weight, level, _)| (level, weight / self.whole)).collect());
        }
        let height = self.highest();
        let part = height / Decimal::from(GROUPS);
        let at = |group: u32| if group == GROUPS { height } else { part * Decimal::from(group) };
        let (mut shares, mut above) = (Vec::new(), Decimal::ZERO);
        for group in (0..=GROUPS).rev() {
            // zero is a level of its own
            let lower = group.checked_sub(1).map(at);
            let longer = match lower {
                Some(lower) => self.above(Decimal::ONE, lower)?.longer,
                None => self.whole,
            };
            if longer > above {
                shares.push((at(group), (longer - above) / self.whole));
            }
            above = longer;
        }
        Ok(shares)
    }

    /// Mean level.
    ///
    /// # Errors
    /// If it exceeds the range of numbers.
    pub fn mean(&self) -> Result<Decimal, EvaluationErrorKind> {
        Decimal::binary(Binary::Divide, &self.above(Decimal::ONE, Decimal::ZERO)?.area, &self.whole)
    }

    /// Numbers of levels of the parts, which are combined if there are two: the load with the most levels, and the other.
    #[must_use]
    pub fn parts(&self) -> (usize, Option<usize>) {
        (self.levels.len(), (!self.offsets.is_empty()).then_some(self.offsets.len()))
    }

    /// Weights, levels and gauges of the first part.
    fn base(&self) -> impl Iterator<Item = (Decimal, Decimal, Option<Decimal>)> {
        let gauge = |at: usize| self.gauges.as_ref().map(|gauges| gauges[at]);
        (0..self.levels.len()).map(move |at| (self.weights[at], self.levels[at], gauge(at)))
    }

    /// Weights, levels and gauges; without offsets, descending.
    pub(crate) fn states(&self) -> impl Iterator<Item = (Decimal, Decimal, Option<Decimal>)> {
        let offsets = self.offsets.iter().map(Some).chain(self.offsets.is_empty().then_some(None));
        offsets.flat_map(|offset| {
            self.base().map(move |(weight, level, gauge)| match offset {
                None => (weight, level, gauge),
                Some(offset) => (weight * offset.weight, level + offset.level, gauge),
            })
        })
    }

    /// For each offset, the number of levels, from the highest down, for which `holds` is true of the sum: it is true for
    /// all levels far above a bound, false for all far below it, and monotone between.
    fn counts(
        &self,
        bound: Option<f64>,
        holds: impl Fn(Decimal) -> bool,
    ) -> impl Iterator<Item = (Option<&Level>, usize)> {
        let offsets = self.offsets.iter().map(Some).chain(self.offsets.is_empty().then_some(None));
        offsets.map(move |offset| {
            let off = offset.map_or(Decimal::ZERO, |offset| offset.level);
            let near = self.near(bound, off);
            let sum = |level: Decimal| if off.is_zero() { level } else { level + off };
            (offset, near.start + self.levels[near].partition_point(|level| holds(sum(*level))))
        })
    }

    /// Σ of the weights of the levels for which `holds` is true; see `counts`.
    fn longer(&self, bound: Option<f64>, holds: impl Fn(Decimal) -> bool) -> Result<Decimal, EvaluationErrorKind> {
        self.counts(bound, holds).try_fold(Decimal::ZERO, |sum, (offset, count)| {
            let longer = up_to(&self.longer, count);
            let longer = offset.map_or(Ok(longer), |offset| Decimal::multiply(&longer, &offset.weight))?;
            Decimal::binary(Binary::Add, &sum, &longer)
        })
    }

    /// The levels for which `holds` is true; see `counts`.
    fn tail(&self, bound: Option<f64>, holds: impl Fn(Decimal) -> bool) -> Result<Tail, EvaluationErrorKind> {
        self.counts(bound, holds).try_fold(Tail::default(), |sum, (offset, count)| {
            let (longer, area) = (up_to(&self.longer, count), up_to(&self.areas, count));
            let Some(Level { level, weight }) = offset else { return Ok(Tail { count, longer, area }) };
            let raised = Decimal::binary(Binary::Add, &area, &Decimal::multiply(level, &longer)?)?;
            Ok(Tail {
                count: sum.count + count,
                longer: Decimal::binary(Binary::Add, &sum.longer, &Decimal::multiply(&longer, weight)?)?,
                area: Decimal::binary(Binary::Add, &sum.area, &Decimal::multiply(&raised, weight)?)?,
            })
        })
    }

    /// The levels that, times `scale`, lie above a level, without a gauge.
    pub(crate) fn above(&self, scale: Decimal, above: Decimal) -> Result<Tail, EvaluationErrorKind> {
        self.tail(about(above, scale), |level| product(scale, level) > above)
    }

    /// Σ of weight × units, level by level, for any kind of number.
    pub(crate) fn units_level_by_level<N: Number>(&self, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
        self.states().try_fold(N::of(Decimal::ZERO), |sum, (weight, level, gauge)| {
            let units = units_at(&N::of(level), gauge.map(N::of).as_ref(), query)?;
            N::binary(Binary::Add, &sum, &N::multiply(&units, &N::of(weight))?)
        })
    }

    /// Σ of weight × units, by a binary search in the running sums for each unit instead of a loop over the levels.
    pub(crate) fn units(&self, query: &Query<'_, Decimal>) -> Result<Decimal, EvaluationErrorKind> {
        if self.gauges.is_some() {
            return self.units_level_by_level(query);
        }
        let scale = query.scale.copied().unwrap_or(Decimal::ONE);
        let above = query.above.copied().unwrap_or_default();
        match (query.step, query.cap) {
            (None, None) => self.continuous(scale, above),
            (None, Some(cap)) => {
                let upper = Decimal::binary(Binary::Add, &above, &(*cap).max(Decimal::ZERO))?;
                let all = self.continuous(scale, above)?;
                Decimal::binary(Binary::Subtract, &all, &self.continuous(scale, upper)?)
            }
            (Some(_), Some(_)) if self.offsets.is_empty() => self.units_level_by_level(query),
            (Some(step), cap) => {
                let reserved = query.reserved.copied().unwrap_or_default();
                let units = WholeUnits { scale, above, step: *step, reserved, rest: ScaleSide::At };
                match cap {
                    Some(cap) => self.capped(&units, *cap),
                    None => self.stepped(&units),
                }
            }
        }
    }

    /// Σ of weight × max(0, scale · level − above); a level above it only by the residue of divisions does not count.
    fn continuous(&self, scale: Decimal, above: Decimal) -> Result<Decimal, EvaluationErrorKind> {
        let bound = above + negligible(above);
        let Tail { longer, area, .. } = self.tail(about(above, scale), |level| product(scale, level) > bound)?;
        Decimal::binary(Binary::Subtract, &Decimal::multiply(&scale, &area)?, &Decimal::multiply(&above, &longer)?)
    }

    /// Number of levels that, times `scale`, lie above a level; on a gauged curve, levels of the gauge.
    pub(crate) fn count_above(&self, scale: Decimal, above: Decimal) -> usize {
        let holds = |level: Decimal| product(scale, level) > above;
        match &self.gauges {
            Some(gauges) => gauges.iter().filter(|gauge| holds(**gauge)).count(),
            None => self.counts(about(above, scale), holds).map(|(_, count)| count).sum(),
        }
    }

    /// Σ of weight × max(0, units − reserved): the u-th unit is needed while the level needs at least u of them.
    pub(crate) fn stepped(&self, steps: &WholeUnits) -> Result<Decimal, EvaluationErrorKind> {
        if steps.step.is_zero() {
            return Err(EvaluationErrorKind::DivisionByZero);
        }
        let Some(highest) = self.first() else { return Ok(Decimal::ZERO) };
        let filter = FloatFilter::of(steps);
        let needed = |level: Decimal| match filter.and_then(|filter| filter.units(float(level))) {
            Some(units) => Ok(Decimal::from(units)),
            None => steps.units(level)?.positive_part_over(&steps.reserved),
        };
        let most = needed(highest)?;
        if most < Decimal::from(self.levels.len()) && steps.reserved.fract().is_zero() {
            return self.unit_by_unit(steps, filter, most);
        }
        self.states().try_fold(Decimal::ZERO, |sum, (weight, level, _)| {
            Decimal::binary(Binary::Add, &sum, &Decimal::multiply(&needed(level)?, &weight)?)
        })
    }

    /// The same for at most `cap` of the load.
    fn capped(&self, steps: &WholeUnits, cap: Decimal) -> Result<Decimal, EvaluationErrorKind> {
        let within = Decimal::binary(Binary::Divide, &cap.max(Decimal::ZERO), &steps.step)?;
        let most = number::ceil(within).positive_part_over(&steps.reserved)?;
        if most < Decimal::from(self.levels.len()) && steps.reserved.fract().is_zero() {
            return self.unit_by_unit(steps, FloatFilter::of(steps), most);
        }
        let WholeUnits { scale, above, step, reserved, .. } = steps;
        let (scale, above, reserved) = (Some(scale), Some(above), Some(reserved));
        self.units_level_by_level(&Query { scale, above, cap: Some(&cap), step: Some(step), reserved })
    }

    /// Σ of the durations for which each of the first `most` units beyond the reserved ones is needed.
    fn unit_by_unit(
        &self,
        steps: &WholeUnits,
        filter: Option<FloatFilter>,
        most: Decimal,
    ) -> Result<Decimal, EvaluationErrorKind> {
        let mut sum = Decimal::ZERO;
        let mut unit = Decimal::ONE;
        while unit <= most {
            let units = unit + steps.reserved;
            let near = filter.map(|filter| filter.threshold(units));
            // computed only if a level is close to it
            let bound = OnceCell::new();
            let longer = self.longer(near, |level| {
                let bound = bound.get_or_init(|| steps.threshold(units));
                bound.is_ok_and(|bound| bound.is_some_and(|bound| bound.holds(level)))
            })?;
            if let Some(Err(error)) = bound.get() {
                return Err(*error);
            }
            sum = Decimal::binary(Binary::Add, &sum, &longer)?;
            unit += Decimal::ONE;
        }
        Ok(sum)
    }

    /// Units of `quantum.step` for the load above `above`, beyond `reserved` units, an integer: Σ of weight × max(0,
    /// ⌈(scale · level − above) ÷ step⌉ − reserved), and Σ of the weights for which it is not zero.
    pub(crate) fn left(&self, quantum: Quantum, above: Decimal, reserved: Decimal) -> Option<Left> {
        let levels = || self.base().map(|(weight, level, _)| Level { level, weight });
        let quantized = self.kept.of(quantum, levels)?;
        let left = |above| quantized.left(quantum.step, above, reserved, |count| up_to(&self.longer, count));
        if self.offsets.is_empty() {
            return left(above);
        }
        let nothing = Left { units: Decimal::ZERO, weight: Decimal::ZERO };
        self.offsets.iter().try_fold(nothing, |sum, offset| {
            let of = left(above.checked_sub(quantum.scale.checked_mul(offset.level)?)?)?;
            Some(Left {
                units: sum.units.checked_add(of.units.checked_mul(offset.weight)?)?,
                weight: sum.weight.checked_add(of.weight.checked_mul(offset.weight)?)?,
            })
        })
    }

    /// Highest level, if there is one.
    pub(crate) fn first(&self) -> Option<Decimal> {
        let highest = *self.levels.first()?;
        Some(self.offsets.first().map_or(highest, |offset| highest + offset.level))
    }

    pub(crate) fn is_gauged(&self) -> bool {
        self.gauges.is_some()
    }
}

/// A running sum up to a number of levels.
fn up_to(sums: &[Decimal], count: usize) -> Decimal {
    count.checked_sub(1).map_or(Decimal::ZERO, |last| sums[last])
}

fn product(scale: Decimal, level: Decimal) -> Decimal {
    scale.checked_mul(level).unwrap_or(Decimal::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::joint::{Joint, Load};
    use super::super::{Counted, Levels};
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn quantized_units_equal_units_counted_one_by_one() {
        let levels = ["17.3", "16", "12.5", "12", "9.75", "8", "4.2", "4", "0.1", "0"];
        let states: Vec<State<Decimal>> = levels
            .iter()
            .zip(1..)
            .map(|(level, weight)| State { level: d(level), gauge: Some(d(level)), weight: Decimal::from(weight) })
            .collect();
        let joint = Joint { load: Load { states, whole: Decimal::from(55) }, offsets: Vec::new() };
        let Ok(Levels::Exact(falling)) = Levels::new(joint, false, 0) else { panic!("exact levels") };
        for step in ["4", "3", "0.7", "8"] {
            for above in ["0", "0.1", "4", "4.2", "5.5", "8", "20"] {
                for reserved in ["0", "1", "2", "7"] {
                    let (step, above, reserved) = (d(step), d(above), d(reserved));
                    let query = Query {
                        scale: None,
                        above: Some(&above),
                        cap: None,
                        step: Some(&step),
                        reserved: Some(&reserved),
                    };
                    let expected = falling.units_level_by_level(&query).unwrap();
                    let left = falling.left(Quantum { scale: Decimal::ONE, step }, above, reserved).unwrap();
                    assert_eq!(left.units, expected, "{step} {above} {reserved}");
                    assert_eq!(<Decimal as Counted>::units(&falling, &query).unwrap(), expected);
                }
            }
        }
    }
}

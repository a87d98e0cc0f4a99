//! Descending levels with running sums: the load above a level takes one binary search.

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
use rust_decimal::Decimal;
use std::ops::Range;
use std::sync::OnceLock;

/// Descending levels with running sums.
#[derive(Debug)]
pub struct DescendingLevels {
    levels: Vec<Decimal>,
    gauges: Option<Vec<Decimal>>,
    weights: Vec<Decimal>,
    /// Σ of the weights up to each level.
    longer: Vec<Decimal>,
    /// Σ of weight × level up to each level.
    areas: Vec<Decimal>,
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

    /// Descending levels from levels with weights in any order; the weights of equal levels are added.
    pub(crate) fn of_weighted(levels: Vec<(Decimal, Decimal)>) -> Option<DescendingLevels> {
        let state = |(level, weight)| State { level, gauge: None, weight };
        let states = merged(levels.into_iter().map(state).collect()).ok()?;
        DescendingLevels::new(&states, Decimal::ONE, false).ok()
    }

    pub(crate) fn floats(&self) -> &Floats {
        self.floats.get_or_init(|| Floats::of(&self.levels, &self.weights, &self.longer, &self.areas))
    }

    /// The levels as balls, descending.
    pub(crate) fn balls(&self) -> &[State<Ball>] {
        self.balls.get_or_init(|| {
            let state = |(weight, level, gauge): (Decimal, Decimal, Option<Decimal>)| State {
                level: Ball::exactly(level),
                gauge: gauge.map(Ball::exactly),
                weight: Ball::exactly(weight),
            };
            self.states().map(state).collect()
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.levels.len()
    }

    pub(crate) fn highest(&self) -> Decimal {
        self.levels.first().copied().unwrap_or_default()
    }

    /// Maximum number of units over the levels, level by level, for any kind of number.
    pub(crate) fn most_level_by_level<N: Number>(&self, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
        self.states().try_fold(N::of(Decimal::ZERO), |most, (_, level, gauge)| {
            N::binary(Binary::Maximum, &most, &units_at(&N::of(level), gauge.map(N::of).as_ref(), query)?)
        })
    }

    /// The levels with the share of the hours of each, descending.
    pub fn shares(&self) -> impl Iterator<Item = (Decimal, Decimal)> {
        self.levels.iter().zip(&self.weights).map(|(level, weight)| (*level, *weight / self.whole))
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (Decimal, Decimal, Option<Decimal>)> {
        let gauge = |at: usize| self.gauges.as_ref().map(|gauges| gauges[at]);
        (0..self.levels.len()).map(move |at| (self.weights[at], self.levels[at], gauge(at)))
    }

    /// Number of levels, from the highest down, for which `holds` is true: it is true for all levels before `near`,
    /// false for all after, and monotone between.
    fn count(&self, near: Range<usize>, holds: impl Fn(Decimal) -> bool) -> usize {
        near.start + self.levels[near].partition_point(|level| holds(*level))
    }

    pub(crate) fn longer(&self, count: usize) -> Decimal {
        count.checked_sub(1).map_or(Decimal::ZERO, |last| self.longer[last])
    }

    pub(crate) fn area(&self, count: usize) -> Decimal {
        count.checked_sub(1).map_or(Decimal::ZERO, |last| self.areas[last])
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
            (Some(_), Some(_)) => self.units_level_by_level(query),
            (Some(step), None) => {
                let reserved = query.reserved.copied().unwrap_or_default();
                self.stepped(&WholeUnits { scale, above, step: *step, reserved, rest: ScaleSide::At })
            }
        }
    }

    /// Σ of weight × max(0, scale · level − above); a level above it only by the residue of divisions does not count.
    fn continuous(&self, scale: Decimal, above: Decimal) -> Result<Decimal, EvaluationErrorKind> {
        let bound = above + negligible(above);
        let count = self.count(self.near(about(above, scale)), |level| product(scale, level) > bound);
        let area = Decimal::multiply(&scale, &self.area(count))?;
        Decimal::binary(Binary::Subtract, &area, &Decimal::multiply(&above, &self.longer(count))?)
    }

    /// Number of levels that, times `scale`, lie above a level; on a gauged curve, levels of the gauge.
    pub(crate) fn count_above(&self, scale: Decimal, above: Decimal) -> usize {
        match &self.gauges {
            Some(gauges) => gauges.iter().filter(|gauge| product(scale, **gauge) > above).count(),
            None => self.count(self.near(about(above, scale)), |level| product(scale, level) > above),
        }
    }

    /// Σ of weight × max(0, units − reserved): the u-th unit is needed while the level needs at least u of them.
    pub(crate) fn stepped(&self, steps: &WholeUnits) -> Result<Decimal, EvaluationErrorKind> {
        if steps.step.is_zero() {
            return Err(EvaluationErrorKind::DivisionByZero);
        }
        let Some(highest) = self.levels.first() else { return Ok(Decimal::ZERO) };
        let filter = FloatFilter::of(steps);
        let needed = |level: Decimal| match filter.and_then(|filter| filter.units(float(level))) {
            Some(units) => Ok(Decimal::from(units)),
            None => steps.units(level)?.positive_part_over(&steps.reserved),
        };
        let most = needed(*highest)?;
        let mut sum = Decimal::ZERO;
        if most < Decimal::from(self.levels.len()) && steps.reserved.fract().is_zero() {
            let mut unit = Decimal::ONE;
            while unit <= most {
                let units = unit + steps.reserved;
                let near = self.near(filter.map(|filter| filter.threshold(units)));
                let bound = if near.is_empty() { None } else { steps.threshold(units)? };
                let count = bound.map_or(near.start, |bound| self.count(near, |level| bound.holds(level)));
                sum = Decimal::binary(Binary::Add, &sum, &self.longer(count))?;
                unit += Decimal::ONE;
            }
        } else {
            for (level, weight) in self.levels.iter().zip(&self.weights) {
                sum = Decimal::binary(Binary::Add, &sum, &Decimal::multiply(&needed(*level)?, weight)?)?;
            }
        }
        Ok(sum)
    }

    /// Units of `quantum.step` for the load above `above`, beyond `reserved` units, an integer: Σ of weight × max(0,
    /// ⌈(scale · level − above) ÷ step⌉ − reserved), and Σ of the weights for which it is not zero.
    pub(crate) fn left(&self, quantum: Quantum, above: Decimal, reserved: Decimal) -> Option<Left> {
        let levels = || self.states().map(|(weight, level, _)| Level { level, weight });
        self.kept.of(quantum, levels)?.left(quantum.step, above, reserved, |count| self.longer(count))
    }

    pub(crate) fn count_of_levels(&self) -> usize {
        self.levels.len()
    }

    /// Highest level, if there is one.
    pub(crate) fn first(&self) -> Option<&Decimal> {
        self.levels.first()
    }

    pub(crate) fn is_gauged(&self) -> bool {
        self.gauges.is_some()
    }
}

fn product(scale: Decimal, level: Decimal) -> Decimal {
    scale.checked_mul(level).unwrap_or(Decimal::MAX)
}

#[cfg(test)]
mod tests {
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
        let Ok(Levels::Exact(falling)) = Levels::new(states, Decimal::from(55), false, 0) else {
            panic!("exact levels")
        };
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

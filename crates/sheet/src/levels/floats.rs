//! Descending levels with running sums in binary floating point, each the nearest float.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "zero errors are compared exactly")]

use super::falling::DescendingLevels;
use super::quantized::Level;
use crate::ball::Ball;
use crate::float::float;
use rust_decimal::Decimal;
use std::ops::Range;
use std::sync::Arc;

/// Maximum relative error of a varying level, so that floating point distinguishes most levels.
const MOST_OFF: f64 = 32.0 * f64::EPSILON;

/// Descending levels with running sums in binary floating point, with the offsets of [`DescendingLevels`].
#[derive(Debug)]
pub(crate) struct Floats {
    levels: Vec<f64>,
    weights: Vec<f64>,
    /// Σ of the weights up to each level.
    longer: Vec<f64>,
    /// Σ of weight × level up to each level.
    areas: Vec<f64>,
    /// Levels and weights of the offsets, descending; none if there is no independent load.
    offsets: Vec<(f64, f64)>,
    /// Relative error of each number beyond that of converting a decimal.
    off: f64,
}

/// Levels above a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloatTail {
    /// Number of them.
    pub(crate) count: usize,
    /// Σ of their weights.
    pub(crate) longer: Ball,
}

impl FloatTail {
    /// No level.
    pub(crate) const NOTHING: FloatTail = FloatTail { count: 0, longer: Ball::NOTHING };

    fn times(self, weight: Ball) -> FloatTail {
        FloatTail { longer: self.longer.times(weight), ..self }
    }

    fn plus(self, other: FloatTail) -> FloatTail {
        FloatTail { count: self.count + other.count, longer: self.longer.plus(other.longer) }
    }
}

/// Levels that vary over an interval, none of them below zero.
#[derive(Debug)]
pub(crate) struct RisingLevels {
    /// Linearly rising levels, at the lower and at the upper end.
    pub(crate) from: Floats,
    pub(crate) to: Floats,
    /// Bounds of the nonlinear levels.
    pub(crate) least: Floats,
    pub(crate) most: Floats,
    /// Constant levels.
    pub(crate) still: Arc<DescendingLevels>,
}

impl Floats {
    pub(super) fn of(
        levels: &[Decimal],
        weights: &[Decimal],
        longer: &[Decimal],
        areas: &[Decimal],
        offsets: &[Level],
    ) -> Floats {
        let floats = |of: &[Decimal]| of.iter().map(|value| float(*value)).collect();
        Floats {
            levels: floats(levels),
            weights: floats(weights),
            longer: floats(longer),
            areas: floats(areas),
            offsets: offsets.iter().map(|offset| (float(offset.level), float(offset.weight))).collect(),
            off: 0.0,
        }
    }

    /// Levels that are not below zero, with their weights, in any order; none if one of them is not known to most of
    /// its digits.
    pub(crate) fn of_balls(mut levels: Vec<(Ball, Ball)>) -> Option<Floats> {
        levels.sort_by(|(a, _), (b, _)| b.middle().total_cmp(&a.middle()));
        let share = |ball: Ball| if ball.radius() == 0.0 { 0.0 } else { ball.radius() / ball.middle() };
        let balls = || levels.iter().flat_map(|(level, weight)| [*level, *weight]);
        if balls().any(|ball| ball.middle() < 0.0 || share(ball) > MOST_OFF) {
            return None;
        }
        let mut floats = Floats {
            levels: levels.iter().map(|(level, _)| level.middle()).collect(),
            weights: levels.iter().map(|(_, weight)| weight.middle()).collect(),
            longer: Vec::with_capacity(levels.len()),
            areas: Vec::with_capacity(levels.len()),
            offsets: Vec::new(),
            // additions of nonnegative numbers have an error relative to the sum
            off: 4.0 * MOST_OFF + levels.iter().map(|_| f64::EPSILON).sum::<f64>(),
        };
        let (mut longer, mut area) = (0.0, 0.0);
        for (level, weight) in floats.levels.iter().zip(&floats.weights) {
            longer += weight;
            area += level * weight;
            floats.longer.push(longer);
            floats.areas.push(area);
        }
        Some(floats)
    }

    fn ball(&self, value: f64) -> Ball {
        let ball = Ball::near(value);
        if self.off == 0.0 { ball } else { ball.blurred(value * self.off) }
    }

    /// Relative error of a level beyond that of converting a decimal.
    pub(crate) fn off(&self) -> f64 {
        self.off
    }

    /// Number of levels of the first part.
    pub(crate) fn count(&self) -> usize {
        self.levels.len()
    }

    /// Levels of the first part between two bounds: all before them lie above both, none after them above either.
    pub(crate) fn between(&self, (low, high): (f64, f64)) -> Range<usize> {
        let end = self.levels.partition_point(|level| *level > low);
        // mostly there is no level between them
        let is_empty = end.checked_sub(1).is_none_or(|last| self.levels[last] > high);
        let start = if is_empty { end } else { self.levels[..end].partition_point(|level| *level > high) };
        start..end
    }

    /// The levels that lie above the higher of two bounds, and those above the lower one, as floats.
    pub(crate) fn passing(&self, (low, high): (f64, f64)) -> (FloatTail, FloatTail) {
        if self.offsets.is_empty() {
            let Range { start, end } = self.between((low, high));
            return (self.base_tail(start), self.base_tail(end));
        }
        let nothing = (FloatTail::NOTHING, FloatTail::NOTHING);
        self.offsets.iter().fold(nothing, |(above, rest), (level, weight)| {
            let Range { start, end } = self.between((low - level, high - level));
            let weight = Ball::near(*weight);
            let first = self.base_tail(end).times(weight);
            let sure = if start == end { first } else { self.base_tail(start).times(weight) };
            (above.plus(sure), rest.plus(first))
        })
    }

    /// Σ of the weights of the levels above a bound, and Σ of weight × level, as floats.
    pub(crate) fn area_above(&self, bound: f64) -> (Ball, Ball) {
        let base = |bound: f64| {
            let count = self.levels.partition_point(|level| *level > bound);
            let area = count.checked_sub(1).map_or(Ball::NOTHING, |last| self.ball(self.areas[last]));
            (self.base_tail(count).longer, area)
        };
        if self.offsets.is_empty() {
            return base(bound);
        }
        self.offsets.iter().fold((Ball::NOTHING, Ball::NOTHING), |(longer, area), (level, weight)| {
            let (base_longer, base_area) = base(bound - level);
            let (level, weight) = (Ball::near(*level), Ball::near(*weight));
            let raised = base_area.plus(base_longer.times(level));
            (longer.plus(base_longer.times(weight)), area.plus(raised.times(weight)))
        })
    }

    /// The first levels of the first part.
    fn base_tail(&self, count: usize) -> FloatTail {
        let longer = count.checked_sub(1).map_or(Ball::NOTHING, |last| self.ball(self.longer[last]));
        FloatTail { count, longer }
    }

    /// The levels with their weights, descending, as floats; without offsets only.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        debug_assert!(self.offsets.is_empty(), "varying levels are one part");
        self.levels.iter().copied().zip(self.weights.iter().copied())
    }

    /// The levels with their weights; without offsets, descending.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Ball, Ball)> {
        let base =
            || self.levels.iter().zip(&self.weights).map(|(level, weight)| (self.ball(*level), self.ball(*weight)));
        let offsets = self.offsets.iter().map(Some).chain(self.offsets.is_empty().then_some(None));
        offsets.flat_map(move |offset| {
            base().map(move |(level, weight)| match offset {
                None => (level, weight),
                Some((off, times)) => (level.plus(Ball::near(*off)), weight.times(Ball::near(*times))),
            })
        })
    }

    pub(crate) fn highest(&self) -> Option<Ball> {
        let highest = self.ball(*self.levels.first()?);
        Some(self.offsets.first().map_or(highest, |(level, _)| highest.plus(Ball::near(*level))))
    }
}

//! Descending levels with running sums in binary floating point, each the nearest float.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "zero errors are compared exactly")]

use super::falling::DescendingLevels;
use super::quantized::Level;
use crate::ball::Ball;
use crate::float::float;
use rust_decimal::Decimal;
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
    /// Σ of weight × level.
    pub(crate) area: Ball,
}

impl FloatTail {
    /// No level.
    pub(crate) const NOTHING: FloatTail = FloatTail { count: 0, longer: Ball::NOTHING, area: Ball::NOTHING };
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

    /// Number of levels of the first part above a bound, as floats.
    pub(crate) fn base_above(&self, bound: f64) -> usize {
        self.levels.partition_point(|level| *level > bound)
    }

    /// The levels above a bound, as floats.
    pub(crate) fn above(&self, bound: f64) -> FloatTail {
        if self.offsets.is_empty() {
            return self.base_tail(self.base_above(bound));
        }
        self.offsets.iter().fold(FloatTail::NOTHING, |sum, (level, weight)| {
            let of = self.base_tail(self.base_above(bound - level));
            let (level, weight) = (Ball::near(*level), Ball::near(*weight));
            FloatTail {
                count: sum.count + of.count,
                longer: sum.longer.plus(of.longer.times(weight)),
                area: sum.area.plus(of.area.plus(of.longer.times(level)).times(weight)),
            }
        })
    }

    /// The first levels of the first part.
    fn base_tail(&self, count: usize) -> FloatTail {
        let Some(last) = count.checked_sub(1) else { return FloatTail::NOTHING };
        FloatTail { count, longer: self.ball(self.longer[last]), area: self.ball(self.areas[last]) }
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

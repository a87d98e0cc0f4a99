//! Descending levels with running sums in binary floating point, each the nearest float.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "zero errors are compared exactly")]

use super::falling::DescendingLevels;
use crate::ball::Ball;
use crate::float::float;
use rust_decimal::Decimal;
use std::sync::Arc;

/// Maximum relative error of a varying level, so that floating point distinguishes most levels.
const MOST_OFF: f64 = 32.0 * f64::EPSILON;

/// Descending levels with running sums in binary floating point.
#[derive(Debug)]
pub(crate) struct Floats {
    levels: Vec<f64>,
    weights: Vec<f64>,
    /// Σ of the weights up to each level.
    longer: Vec<f64>,
    /// Σ of weight × level up to each level.
    areas: Vec<f64>,
    /// Relative error of each number beyond that of converting a decimal.
    off: f64,
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
    pub(super) fn of(levels: &[Decimal], weights: &[Decimal], longer: &[Decimal], areas: &[Decimal]) -> Floats {
        let floats = |of: &[Decimal]| of.iter().map(|value| float(*value)).collect();
        Floats {
            levels: floats(levels),
            weights: floats(weights),
            longer: floats(longer),
            areas: floats(areas),
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

    /// Number of levels.
    pub(crate) fn count(&self) -> usize {
        self.levels.len()
    }

    /// Number of levels above a bound, as floats.
    pub(crate) fn above(&self, bound: f64) -> usize {
        self.levels.partition_point(|level| *level > bound)
    }

    /// The levels with their weights, descending, as floats.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.levels.iter().copied().zip(self.weights.iter().copied())
    }

    /// The levels with their weights, descending.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Ball, Ball)> {
        self.levels.iter().zip(&self.weights).map(|(level, weight)| (self.ball(*level), self.ball(*weight)))
    }

    pub(crate) fn highest(&self) -> Option<Ball> {
        self.levels.first().map(|level| self.ball(*level))
    }

    pub(crate) fn longer(&self, count: usize) -> Ball {
        count.checked_sub(1).map_or(Ball::NOTHING, |last| self.ball(self.longer[last]))
    }

    pub(crate) fn area(&self, count: usize) -> Ball {
        count.checked_sub(1).map_or(Ball::NOTHING, |last| self.ball(self.areas[last]))
    }
}

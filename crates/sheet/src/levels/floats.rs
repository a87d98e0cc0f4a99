//! Falling levels with running sums in binary floating point, each as near to the exact one as a float can be.

#![allow(clippy::float_arithmetic, reason = "bounds look first in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "errors of nothing are told apart exactly")]

use super::falling::Falling;
use crate::ball::Ball;
use crate::float::float;
use rust_decimal::Decimal;
use std::sync::Arc;

/// By which share of itself a level that moves may be off, so that floats tell most of them apart.
const MOST_OFF: f64 = 32.0 * f64::EPSILON;

/// Falling levels with running sums in binary floating point.
#[derive(Debug)]
pub(crate) struct Floats {
    levels: Vec<f64>,
    weights: Vec<f64>,
    /// Σ of the weights up to each level.
    longer: Vec<f64>,
    /// Σ of weight × level up to each level.
    areas: Vec<f64>,
    /// By which share of itself each number may be off beyond what a decimal is in floats.
    off: f64,
}

/// Levels that move over an interval, none of which is below zero.
#[derive(Debug)]
pub(crate) struct RisingLevels {
    /// Those that rise in a line: at its lower end, and at its upper end.
    pub(crate) from: Floats,
    pub(crate) to: Floats,
    /// Those that bend: the least that each of them is, and the most.
    pub(crate) least: Floats,
    pub(crate) most: Floats,
    /// Those that stay.
    pub(crate) still: Arc<Falling>,
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

    /// Of levels that are not below zero, each with its weight, in any order; none where one of them is not known to most of
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
            // every addition of what is not below zero is off by a share of the sum
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

    /// By which share of itself a level may be off beyond what a decimal is in floats.
    pub(crate) fn off(&self) -> f64 {
        self.off
    }

    /// How many levels there are.
    pub(crate) fn count(&self) -> usize {
        self.levels.len()
    }

    /// How many levels lie above a bound, as floats.
    pub(crate) fn above(&self, bound: f64) -> usize {
        self.levels.partition_point(|level| *level > bound)
    }

    /// The levels with their weights, falling, as floats.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.levels.iter().copied().zip(self.weights.iter().copied())
    }

    /// The levels with their weights, falling.
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

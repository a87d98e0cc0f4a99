//! Falling levels with running sums in binary floating point, each as near to the exact one as a float can be.

use crate::ball::{Ball, float};
use rust_decimal::Decimal;

/// Falling levels with running sums in binary floating point.
#[derive(Debug)]
pub(crate) struct Floats {
    levels: Vec<f64>,
    weights: Vec<f64>,
    /// Σ of the weights up to each level.
    longer: Vec<f64>,
    /// Σ of weight × level up to each level.
    areas: Vec<f64>,
}

impl Floats {
    pub(super) fn of(levels: &[Decimal], weights: &[Decimal], longer: &[Decimal], areas: &[Decimal]) -> Floats {
        let floats = |of: &[Decimal]| of.iter().map(|value| float(*value)).collect();
        Floats { levels: floats(levels), weights: floats(weights), longer: floats(longer), areas: floats(areas) }
    }

    /// How many levels there are.
    pub(crate) fn count(&self) -> usize {
        self.levels.len()
    }

    /// How many levels lie above a bound, as floats.
    pub(crate) fn above(&self, bound: f64) -> usize {
        self.levels.partition_point(|level| *level > bound)
    }

    /// The levels with their weights, falling.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Ball, Ball)> {
        self.levels.iter().zip(&self.weights).map(|(level, weight)| (Ball::near(*level), Ball::near(*weight)))
    }

    pub(crate) fn highest(&self) -> Option<Ball> {
        self.levels.first().copied().map(Ball::near)
    }

    pub(crate) fn longer(&self, count: usize) -> Ball {
        count.checked_sub(1).map_or(Ball::NOTHING, |last| Ball::near(self.longer[last]))
    }

    pub(crate) fn area(&self, count: usize) -> Ball {
        count.checked_sub(1).map_or(Ball::NOTHING, |last| Ball::near(self.areas[last]))
    }
}

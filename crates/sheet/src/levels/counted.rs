//! Numbers that units of a curve can be counted with.

use super::MovingLevels;
use super::falling::DescendingLevels;
use super::query::Query;
use crate::arithmetic::{EvaluationErrorKind, Number};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::Arc;

/// A kind of number that units of a curve can be counted with: level by level, or by a specific method that is faster
/// or tighter.
pub trait Counted: Number {
    /// Σ of weight × units over descending levels.
    ///
    /// # Errors
    /// If the result does not exist.
    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        falling.units_level_by_level(query)
    }

    /// Σ of weight × units over varying levels, if there is a tighter method than level by level; none otherwise.
    #[must_use]
    fn moving_units(_: &MovingLevels<Self>, _: &Query<'_, Self>) -> Option<Self> {
        None
    }

    /// Maximum number of units over descending levels.
    ///
    /// # Errors
    /// If the result does not exist.
    fn most(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        falling.most_level_by_level(query)
    }

    /// A varying number, never below zero, of which all `numbers` are multiples up to rounding, and these multiples; none if
    /// there is no such number or if it is not searched for.
    #[must_use]
    fn common_factor(_: &[&Self]) -> Option<(Self, Vec<Decimal>)> {
        None
    }

    /// Estimated upper bound, for estimates of work; none if it is unknown.
    #[must_use]
    fn about_the_most(&self) -> Option<f64> {
        None
    }
}

impl Counted for Decimal {
    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        falling.units(query)
    }

    fn about_the_most(&self) -> Option<f64> {
        self.to_f64()
    }
}

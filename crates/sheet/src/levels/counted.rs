//! Numbers that the units of a curve can be counted with.

use super::MovingLevels;
use super::falling::Falling;
use super::query::Query;
use crate::arithmetic::{Number, Trouble};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::Arc;

/// A kind of number that the units of a curve can be counted with: level by level, or in a way of its own that is faster or
/// says more.
pub trait Counted: Number {
    /// Σ of weight × units over falling levels.
    ///
    /// # Errors
    /// If there is no such number.
    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        falling.units_level_by_level(query)
    }

    /// Σ of weight × units over levels that move, where more is known of them than level by level; none where there is not.
    #[must_use]
    fn moving_units(_: &MovingLevels<Self>, _: &Query<'_, Self>) -> Option<Self> {
        None
    }

    /// The most units at any of falling levels.
    ///
    /// # Errors
    /// If there is no such number.
    fn most(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        falling.most_level_by_level(query)
    }

    /// What numbers have in common that moves and is never below zero, and the exact multiple of it that each of them is;
    /// none where there is no such thing, or where it is not looked for.
    #[must_use]
    fn common_factor(_: &[&Self]) -> Option<(Self, Vec<Decimal>)> {
        None
    }

    /// About the most that it may be, by which it is told how much is to be counted; none where that is not known.
    #[must_use]
    fn about_the_most(&self) -> Option<f64> {
        None
    }
}

impl Counted for Decimal {
    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        falling.units(query)
    }

    fn about_the_most(&self) -> Option<f64> {
        self.to_f64()
    }
}

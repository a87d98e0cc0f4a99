//! Whole units of one level, and the level from which on one more is needed.

use crate::arithmetic::{EvaluationErrorKind, Number, negligible};
use crate::formula::Binary;
use crate::number;
use rust_decimal::Decimal;

/// Whether units are counted at a scale or just above it, where a level that exactly fills its units needs one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScaleSide {
    At,
    JustAbove,
}

/// Whole units above a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WholeUnits {
    pub scale: Decimal,
    pub above: Decimal,
    pub step: Decimal,
    pub reserved: Decimal,
    pub rest: ScaleSide,
}

/// The level from which on, or above which, a unit is needed.
#[derive(Clone, Copy)]
pub(crate) enum Threshold {
    From(Decimal),
    Above(Decimal),
}

impl Threshold {
    pub(crate) fn holds(self, level: Decimal) -> bool {
        match self {
            Threshold::From(least) => level >= least,
            Threshold::Above(bound) => level > bound,
        }
    }
}

impl WholeUnits {
    /// Threshold of the levels that need at least this many units; none if no level does, at scale zero.
    pub(crate) fn threshold(&self, units: Decimal) -> Result<Option<Threshold>, EvaluationErrorKind> {
        let below = Decimal::multiply(&(units - Decimal::ONE), &self.step)?;
        let reached = Decimal::binary(Binary::Add, &below, &self.above)?;
        if self.scale.is_zero() {
            let first = self.rest == ScaleSide::JustAbove && reached.is_zero();
            return Ok(first.then_some(Threshold::Above(Decimal::ZERO)));
        }
        let bound = Decimal::binary(Binary::Divide, &reached, &self.scale)?;
        Ok(Some(match self.rest {
            ScaleSide::JustAbove if !bound.is_zero() => Threshold::From(bound - negligible(bound)),
            ScaleSide::At | ScaleSide::JustAbove => Threshold::Above(bound + negligible(bound)),
        }))
    }

    pub(crate) fn units(&self, level: Decimal) -> Result<Decimal, EvaluationErrorKind> {
        let reached = Decimal::multiply(&self.scale, &level)?;
        let excess = reached.positive_part_over(&self.above)?;
        let units = Decimal::binary(Binary::Divide, &excess, &self.step)?;
        let moves = self.rest == ScaleSide::JustAbove && !level.is_zero();
        let touches = !excess.is_zero() || (reached - self.above).abs() <= negligible(reached);
        Ok(if moves && touches { number::floor(units) + Decimal::ONE } else { number::ceil(units) })
    }
}

//! Units of a curve whose levels all rise over an interval, or are nonlinear. Rising levels are bounded by both ends,
//! and linear if no level crosses a threshold between them; nonlinear levels are bounded by their bounds.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "counts are compared exactly")]

use super::in_floats::{Bound, Stepped, Units, lying_above, passing};
use super::known::{Bounds, KnownValue, known_number, line, within};
use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::formula::Binary;
use crate::levels::{DescendingLevels, Floats, MovingLevels, RisingLevels, ScaleSide};
use std::sync::Arc;

/// Levels over an interval, by their ends if they rise linearly and by their bounds if they are nonlinear; none if a
/// level is of another kind and not constant.
pub(super) fn levels_rising(moving: &MovingLevels<Bounds>) -> Option<RisingLevels> {
    let (mut from, mut to, mut still) = (Vec::new(), Vec::new(), Vec::new());
    let (mut least, mut most) = (Vec::new(), Vec::new());
    for (level, weight) in moving.ungauged()? {
        let (lower, upper, low, high) = match level.0 {
            KnownValue::Exact(level, _) => {
                still.push((level, weight.exact()?));
                continue;
            }
            // just after zero a level needs its first unit
            KnownValue::Line { from: low, to: high }
                if Ball::NOTHING.is_surely_below(low) && low.is_surely_below(high) =>
            {
                (&mut from, &mut to, low, high)
            }
            KnownValue::Within { low, high } if Ball::NOTHING.is_surely_at_most(low) => {
                (&mut least, &mut most, low, high)
            }
            // for a constant that is known only in floating point, both bounds are the same
            KnownValue::Still(level) if Ball::NOTHING.is_surely_at_most(level) => (&mut least, &mut most, level, level),
            KnownValue::Line { .. }
            | KnownValue::Still(_)
            | KnownValue::Nearly { .. }
            | KnownValue::Within { .. }
            | KnownValue::Nonlinear { .. }
            | KnownValue::MaybeLinear { .. }
            | KnownValue::Unknown => return None,
        };
        let weight = weight.constant()?;
        // levels that last no time have no effect
        if !weight.is_nothing() {
            weight.is_something().filter(|lasts| *lasts)?;
            lower.push((low, weight));
            upper.push((high, weight));
        }
    }
    let [from, to, least, most] = [from, to, least, most].map(Floats::of_balls);
    let still = Arc::new(DescendingLevels::of_weighted(still)?);
    Some(RisingLevels { from: from?, to: to?, least: least?, most: most?, still })
}

/// A query of varying levels over an interval.
pub(super) struct RisingEnds {
    pub(super) scale: Ball,
    pub(super) above: Ball,
    pub(super) cap: Option<Ball>,
    pub(super) step: Option<Ball>,
    pub(super) reserved: Ball,
}

impl RisingEnds {
    /// Units of all levels; none if floating point cannot decide whether they are linear.
    pub(super) fn units(&self, levels: &RisingLevels) -> Option<Bounds> {
        if self.scale.least() <= 0.0 || self.above.least() < 0.0 {
            return None;
        }
        let RisingLevels { from, to, least, most, .. } = levels;
        let rising = match self.step {
            Some(step) => self.whole_units(step, (from, ScaleSide::JustAbove), to)?,
            None => self.rising(from, to)?,
        };
        if most.count() == 0 {
            return Some(rising.into());
        }
        let nonlinear = match self.step {
            Some(step) => self.whole_units(step, (least, ScaleSide::At), most)?,
            None => self.nonlinear(least, most)?,
        };
        Bounds::binary(Binary::Add, &rising.into(), &nonlinear.into()).ok()
    }

    /// Units of the rising levels, from just after the lower end to the upper; none if floating point cannot decide
    /// whether they are linear.
    fn rising(&self, from: &Floats, to: &Floats) -> Option<KnownValue> {
        let (scale, above) = (self.scale, self.above);
        let upper = self.upper();
        let passed = |threshold: Ball| {
            let count = |floats: &Floats| {
                let (sure, possible) = passing(floats, Bound::of(threshold, scale)?);
                (sure.count == possible.count).then_some(sure.count)
            };
            Some(count(from)? != count(to)?)
        };
        let thresholds = [Some(above).filter(|above| !above.is_nothing()), upper];
        let mut is_nonlinear = false;
        for threshold in thresholds.into_iter().flatten() {
            is_nonlinear |= passed(threshold)?;
        }
        let (low, high) = (self.load(from)?, self.load(to)?);
        if is_nonlinear { surely_within(low, high) } else { Some(line(low, high)) }
    }

    /// Units of the constant levels; none if one of them is too close to a whole unit for floating point.
    pub(super) fn constant(&self, floats: &Floats) -> Option<KnownValue> {
        match self.step {
            _ if floats.count() == 0 => Some(known_number(Ball::NOTHING)),
            Some(step) => {
                let units = self.counted(step, floats, ScaleSide::At)?;
                units.is_sure().then_some(KnownValue::Still(units.ball().kept()?))
            }
            None if self.scale.least() <= 0.0 => None,
            None => self.load(floats).map(KnownValue::Still),
        }
    }

    /// Units of the nonlinear levels, from their bounds.
    fn nonlinear(&self, least: &Floats, most: &Floats) -> Option<KnownValue> {
        let may_count = passing(most, Bound::of(self.above, self.scale)?).1.count;
        let beyond = match self.upper() {
            Some(upper) => passing(least, Bound::of(upper, self.scale)?).0.count,
            None => 0,
        };
        Some(match (may_count, self.load(least)?) {
            (0, _) => known_number(Ball::NOTHING),
            // each of them counts in full throughout, or not at all
            (_, low) if may_count == beyond => KnownValue::Still(low),
            (_, low) => within(low, self.load(most)?),
        })
    }

    /// Whole units of levels at a lower and an upper end.
    fn whole_units(&self, step: Ball, (lower, rest): (&Floats, ScaleSide), upper: &Floats) -> Option<KnownValue> {
        bounded_by(self.counted(step, lower, rest)?, self.counted(step, upper, ScaleSide::At)?)
    }

    /// Whole units of levels.
    fn counted(&self, step: Ball, floats: &Floats, rest: ScaleSide) -> Option<Units> {
        if self.cap.is_some() {
            return None;
        }
        let (scale, above, reserved) = (self.scale, self.above, self.reserved);
        Stepped { floats, scale, above, cap: None, step, reserved, rest }.units()
    }

    /// The level up to which the load is counted, if there is one.
    fn upper(&self) -> Option<Ball> {
        self.cap.map(|cap| self.above.plus(cap.larger(Ball::NOTHING)))
    }

    /// Load between the lower and the upper level.
    fn load(&self, floats: &Floats) -> Option<Ball> {
        let below = lying_above(floats, self.scale, self.above)?;
        match self.upper() {
            None => below.kept(),
            Some(upper) => below.minus(lying_above(floats, self.scale, upper)?).kept(),
        }
    }
}

/// Bounds of whole units that never decrease from the first to the second.
pub(super) fn bounded_by(least: Units, most: Units) -> Option<KnownValue> {
    let (low, high) = (least.ball().kept()?, most.ball().kept()?);
    // if their number is the same, each level needs the same number
    let is_same = least.is_sure() && most.is_sure() && least.passed == most.passed;
    Some(if is_same { KnownValue::Still(low) } else { within(low, high) })
}

/// Bounds that are certainly different.
fn surely_within(low: Ball, high: Ball) -> Option<KnownValue> {
    low.is_surely_below(high).then_some(KnownValue::Within { low, high })
}

//! Units of a curve in binary floating point, counted as in [`crate::interval`], while its levels, its scale or its
//! query vary. Where a level is so close to a threshold that floating point cannot decide on which side it lies, both
//! cases are counted.

#![allow(clippy::float_cmp, reason = "counts are compared exactly")]

use super::in_floats::{Bound, Stepped, lying_above, passing};
use super::known::{Bounds, KnownValue, line, within};
use super::rising::{RisingEnds, bounded_by, levels_rising};
use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::ball::Ball;
use crate::formula::Binary;
use crate::levels::{Counted, DescendingLevels, MovingLevels, Query, ScaleSide, units_at};
use rust_decimal::Decimal;
use std::sync::Arc;

/// Maximum number of levels that are counted one by one at a value.
const FEW_LEVELS: usize = 8;

impl Counted for Bounds {
    fn moving_units(moving: &MovingLevels<Self>, query: &Query<'_, Self>) -> Option<Self> {
        let constant = |operand: Option<&Bounds>| match operand {
            None => Some(None),
            Some(bounds) => bounds.constant().map(Some),
        };
        let (above, step, cap) = (constant(query.above)?, constant(query.step)?, constant(query.cap)?);
        let (scale, reserved) = (constant(query.scale)?, constant(query.reserved)?);
        let rising = moving.rising(|| levels_rising(moving))?;
        let ends = RisingEnds {
            above: above.unwrap_or(Ball::NOTHING),
            step,
            cap,
            scale: scale.unwrap_or(Ball::whole(1.0)),
            reserved: reserved.unwrap_or(Ball::NOTHING),
        };
        let exactly = || query.exactly(|query| rising.still.units(query).ok())?.map(Bounds::of);
        let still = ends.constant(rising.still.floats()).map(Bounds::from).or_else(exactly)?;
        Bounds::binary(Binary::Add, &still, &ends.units(rising)?).ok()
    }

    fn about_the_most(&self) -> Option<f64> {
        self.limits().map(|(_, high)| high.most())
    }

    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        rising_units(falling, query).map_or_else(|| falling.units_level_by_level(query), Ok)
    }
}

/// Units at one value.
impl Counted for Ball {
    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        let nothing = Ball::NOTHING;
        let reserved = query.reserved.copied().unwrap_or(nothing);
        let rising = Rising {
            falling,
            above: query.above.copied(),
            cap: query.cap.copied(),
            step: query.step.copied(),
            reserved,
        };
        let units = rising.units(query.scale.copied().unwrap_or(Ball::whole(1.0)));
        units.ok_or(EvaluationErrorKind::TooLarge)
    }
}

/// A query while the scale rises.
struct Rising<'f> {
    falling: &'f DescendingLevels,
    above: Option<Ball>,
    cap: Option<Ball>,
    step: Option<Ball>,
    reserved: Ball,
}

fn rising_units(falling: &DescendingLevels, query: &Query<'_, Bounds>) -> Option<Bounds> {
    if let Some(units) = query.exactly(|query| falling.units(query)) {
        return Some(units.map_or(KnownValue::Unknown.into(), Bounds::of));
    }
    if let Some(units) = fewer_units(falling, query).or_else(|| load_between(falling, query)) {
        return Some(units.into());
    }
    let constant = |operand: Option<&Bounds>| match operand {
        None => Some(None),
        Some(bounds) => bounds.constant().map(Some),
    };
    let (above, step, cap) = (constant(query.above)?, constant(query.step)?, constant(query.cap)?);
    let reserved = constant(query.reserved)?.unwrap_or(Ball::NOTHING);
    let rising = Rising { falling, above, cap, step, reserved };
    let one = Bounds::of(Decimal::ONE);
    let scale = query.scale.unwrap_or(&one);
    let known = match (scale.constant(), scale.0) {
        (Some(scale), _) => KnownValue::Still(rising.units(scale)?),
        (None, KnownValue::Line { from, to }) if from.is_surely_below(to) => rising.between(from, to)?,
        (None, _) => return None,
    };
    Some(known.into())
}

/// Whole units while the size of a unit, or the level above which they are counted, rises: they never increase.
fn fewer_units(falling: &DescendingLevels, query: &Query<'_, Bounds>) -> Option<KnownValue> {
    let rising = |operand: &Bounds| match operand.0 {
        KnownValue::Line { from, to } if from.is_surely_below(to) => Some((from, to)),
        _ => operand.constant().map(|constant| (constant, constant)),
    };
    let or = |operand: Option<&Bounds>, other: Ball| operand.map_or(Some(other), Bounds::constant);
    let (scale, reserved) = (or(query.scale, Ball::whole(1.0))?, or(query.reserved, Ball::NOTHING)?);
    let (smallest, largest) = rising(query.step?)?;
    let (lowest, highest) = query.above.map_or(Some((Ball::NOTHING, Ball::NOTHING)), rising)?;
    let moves = [query.step, query.above].into_iter().flatten().any(|operand| operand.constant().is_none());
    let is_level_by_level = query.cap.is_some() && falling.searches() == 1;
    if !moves || is_level_by_level || falling.is_gauged() {
        return None;
    }
    let floats = falling.floats();
    let cap = match query.cap {
        None => None,
        Some(cap) => Some(cap.constant()?),
    };
    let units = |above, step| Stepped { floats, scale, above, cap, step, reserved, rest: ScaleSide::At }.units();
    bounded_by(units(highest, largest)?, units(lowest, smallest)?)
}

/// The load above a level, or between two, while one of them rises and nothing else varies; none for few levels, which
/// are counted one by one.
fn load_between(falling: &DescendingLevels, query: &Query<'_, Bounds>) -> Option<KnownValue> {
    if query.step.is_some() || falling.is_gauged() || falling.searches() == 1 {
        return None;
    }
    let constant = |operand: Option<&Bounds>, absent: Ball| operand.map_or(Some(absent), Bounds::constant);
    let rising = |operand: Option<&Bounds>| match operand?.0 {
        KnownValue::Line { from, to } if from.is_surely_below(to) && from.least() >= 0.0 => Some((from, to)),
        _ => None,
    };
    let (scale, floats) = (constant(query.scale, Ball::whole(1.0))?, falling.floats());
    // the level that rises, and the load above the other one
    let ((from, to), all) = match (rising(query.above), query.cap) {
        (Some(ends), None) => (ends, None),
        (None, Some(cap)) => {
            let above = constant(query.above, Ball::NOTHING)?;
            let (from, to) = rising(Some(cap))?;
            ((above.plus(from), above.plus(to)), Some(lying_above(floats, scale, above)?))
        }
        (Some(_) | None, _) => return None,
    };
    let load = |level: Ball| {
        let above = lying_above(floats, scale, level)?;
        all.map_or(Some(above), |all| Some(all.minus(above)))?.kept()
    };
    let (first, last) = (load(from)?, load(to)?);
    let (low, high) = if all.is_none() { (last, first) } else { (first, last) };
    let count = |level: Ball| {
        let (sure, possible) = passing(floats, Bound::of(level, scale)?);
        (sure.count == possible.count).then_some(sure.count)
    };
    Some(match (count(from), count(to)) {
        (Some(before), Some(after)) if before == after => line(first, last),
        (Some(_), Some(_)) => within(low, high),
        (_, _) => KnownValue::MaybeLinear { low, high },
    })
}

impl Rising<'_> {
    /// Units at a scale.
    fn units(&self, scale: Ball) -> Option<Ball> {
        let floats = self.falling.floats();
        let above = self.above.unwrap_or(Ball::NOTHING);
        let units = match (self.step, self.cap) {
            _ if self.falling.is_gauged() => self.level_by_level(scale),
            // level by level, integers that exactly fill whole units are distinguished from larger ones
            (Some(_), Some(_)) if self.falling.searches() == 1 => self.level_by_level(scale),
            (Some(_), None) if floats.count() <= FEW_LEVELS => self.level_by_level(scale),
            (Some(step), cap) => {
                let reserved = self.reserved;
                Some(Stepped { floats, scale, above, cap, step, reserved, rest: ScaleSide::At }.units()?.ball())
            }
            (None, None) => lying_above(floats, scale, above),
            (None, Some(cap)) => {
                let upper = above.plus(cap.larger(Ball::NOTHING));
                Some(lying_above(floats, scale, above)?.minus(lying_above(floats, scale, upper)?))
            }
        };
        units?.kept()
    }

    fn level_by_level(&self, scale: Ball) -> Option<Ball> {
        let (above, cap, step) = (self.above.as_ref(), self.cap.as_ref(), self.step.as_ref());
        let query = Query { scale: Some(&scale), above, cap, step, reserved: Some(&self.reserved) };
        self.falling.balls().try_fold(Ball::NOTHING, |sum, state| {
            let units = units_at(&state.level, state.gauge.as_ref(), &query).ok()?;
            sum.plus(units.times(state.weight).kept()?).kept()
        })
    }

    /// Units from just after one scale to a larger one.
    fn between(&self, from: Ball, to: Ball) -> Option<KnownValue> {
        let above = self.above.unwrap_or(Ball::NOTHING);
        if let (Some(step), None, false) = (self.step, self.cap, self.falling.is_gauged()) {
            let floats = self.falling.floats();
            let reserved = self.reserved;
            let at = |scale, rest| Stepped { floats, scale, above, cap: None, step, reserved, rest }.units();
            return bounded_by(at(from, ScaleSide::JustAbove)?, at(to, ScaleSide::At)?);
        }
        let (low, high) = (self.units(from)?, self.units(to)?);
        if self.step.is_some() {
            return Some(within(low, high));
        }
        let passed = |threshold: Ball| Some(self.count(from, threshold)? != self.count(to, threshold)?);
        let kinks = [
            if above.is_nothing() { Some(false) } else { passed(above) },
            self.cap.map_or(Some(false), |cap| passed(above.plus(cap.larger(Ball::NOTHING)))),
        ];
        Some(match kinks {
            [Some(true), _] | [_, Some(true)] => KnownValue::Within { low, high },
            [Some(false), Some(false)] => KnownValue::Line { from: low, to: high },
            [None, _] | [_, None] => KnownValue::MaybeLinear { low, high },
        })
    }

    /// Number of levels above a threshold at a scale; on a gauged curve, levels of the gauge. None if one is undecided.
    fn count(&self, scale: Ball, threshold: Ball) -> Option<usize> {
        if self.falling.is_gauged() {
            let mut count = 0;
            for gauge in self.falling.balls().filter_map(|state| state.gauge) {
                let reached = scale.times(gauge);
                if threshold.is_surely_below(reached) {
                    count += 1;
                } else if !reached.is_surely_at_most(threshold) {
                    return None;
                }
            }
            return Some(count);
        }
        if scale.is_nothing() {
            return Ball::NOTHING.is_surely_at_most(threshold).then_some(0);
        }
        let (sure, possible) = passing(self.falling.floats(), Bound::of(threshold, scale)?);
        (sure.count == possible.count).then_some(sure.count)
    }
}

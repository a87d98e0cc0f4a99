//! Units of a curve while nothing but its scale rises, as [`crate::interval`] counts them, in binary floating point: where a
//! level lies so near to a threshold that floats cannot tell on which side, both are counted.

#![allow(clippy::float_arithmetic, reason = "bounds look first in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "whole numbers, and errors of nothing, are told apart exactly")]

use super::known::{Bounds, Known, within};
use crate::arithmetic::{Number, Trouble};
use crate::ball::Ball;
use crate::levels::{Counted, Falling, Floats, Query, Rest, units_at};
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use std::sync::Arc;

/// Two numbers that are as near to each other as this share of them may be the same.
const NEAR: f64 = 16.0 * f64::EPSILON;
/// What the last digit of an exact decimal may decide.
const LAST_DIGIT: f64 = 1e-27;
/// So much of a unit divisions leave over; see [`crate::number::ceil`].
const LEFT_OVER: f64 = 1e-19;
/// Units of one level that are counted.
const MOST_UNITS: f64 = 1e12;

impl Counted for Bounds {
    fn about_the_most(&self) -> Option<Decimal> {
        self.limits().and_then(|(_, high)| Decimal::from_f64(high.most()))
    }

    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        rising_units(falling, query).map_or_else(|| falling.units_level_by_level(query), Ok)
    }
}

/// Units at one value.
impl Counted for Ball {
    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
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
        units.ok_or(Trouble::TooLarge)
    }
}

/// What is asked while the scale rises.
struct Rising<'f> {
    falling: &'f Falling,
    above: Option<Ball>,
    cap: Option<Ball>,
    step: Option<Ball>,
    reserved: Ball,
}

fn rising_units(falling: &Falling, query: &Query<'_, Bounds>) -> Option<Bounds> {
    if let Some(units) = query.exactly(|query| falling.units(query)) {
        return Some(units.map_or(Known::Unknown.into(), Bounds::of));
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
        (Some(scale), _) => Known::Still(rising.units(scale)?),
        (None, Known::Line { from, to }) if from.is_surely_below(to) => rising.between(from, to)?,
        (None, _) => return None,
    };
    Some(known.into())
}

impl Rising<'_> {
    /// At a scale.
    fn units(&self, scale: Ball) -> Option<Ball> {
        let floats = self.falling.floats();
        let above = self.above.unwrap_or(Ball::NOTHING);
        let units = match (self.step, self.cap) {
            _ if self.falling.is_gauged() => self.level_by_level(scale),
            (Some(_), Some(_)) => self.level_by_level(scale),
            (Some(step), None) => {
                let counted =
                    Stepped { floats, scale, above, step, reserved: self.reserved, rest: Rest::At }.units()?;
                Some(Ball::between(counted.least, counted.most))
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
        let is_gauged = self.falling.is_gauged();
        self.falling.balls().iter().try_fold(Ball::NOTHING, |sum, state| {
            let units = units_at(&state.level, is_gauged.then_some(&state.gauge), &query).ok()?;
            sum.plus(units.times(state.weight).kept()?).kept()
        })
    }

    /// Just after one scale and at a larger one.
    fn between(&self, from: Ball, to: Ball) -> Option<Known> {
        let above = self.above.unwrap_or(Ball::NOTHING);
        if let (Some(step), None, false) = (self.step, self.cap, self.falling.is_gauged()) {
            let floats = self.falling.floats();
            let at = |scale, rest| Stepped { floats, scale, above, step, reserved: self.reserved, rest }.units();
            let (low, high) = (at(from, Rest::JustAbove)?, at(to, Rest::At)?);
            // they never fall, so that as many of them are the same ones
            let is_same = low.is_sure() && high.is_sure() && low.passed == high.passed;
            let (low, high) = (Ball::between(low.least, low.most), Ball::between(high.least, high.most));
            return Some(if is_same { Known::Still(low) } else { within(low.kept()?, high.kept()?) });
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
            [Some(true), _] | [_, Some(true)] => Known::Within { low, high },
            [Some(false), Some(false)] => Known::Line { from: low, to: high },
            [None, _] | [_, None] => Known::Loose { low, high },
        })
    }

    /// How many levels at a scale lie above a threshold; of a gauged curve, of the gauge. None where one may or may not.
    fn count(&self, scale: Ball, threshold: Ball) -> Option<usize> {
        if self.falling.is_gauged() {
            let mut count = 0;
            for state in self.falling.balls() {
                let reached = scale.times(state.gauge);
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
        (sure == possible).then_some(sure)
    }
}

/// A level that lies above a threshold at a scale: surely from the higher value on, and surely not up to the lower one.
#[derive(Clone, Copy)]
struct Bound {
    low: f64,
    high: f64,
    ball: Ball,
}

impl Bound {
    fn of(threshold: Ball, scale: Ball) -> Option<Bound> {
        Bound::but_for(LAST_DIGIT, threshold, scale)
    }

    /// Where so little above the threshold is nothing.
    fn but_for(little: f64, threshold: Ball, scale: Ball) -> Option<Bound> {
        let ball = threshold.over(scale)?;
        let little = if scale.least() > 0.0 { little / scale.least() } else { return None };
        if ball.is_nothing() {
            return Some(Bound { low: 0.0, high: little, ball });
        }
        let slack = ball.middle().abs() * NEAR + ball.radius() * 2.0 + little;
        Some(Bound { low: ball.middle() - slack, high: ball.middle() + slack, ball })
    }
}

/// How many levels surely lie above a bound, and how many may.
fn passing(floats: &Floats, bound: Bound) -> (usize, usize) {
    (floats.above(bound.high), floats.above(bound.low))
}

/// Σ of weight × max(0, scale · level − above). Levels that floats put on the other side are as near to it as they can be off.
fn lying_above(floats: &Floats, scale: Ball, above: Ball) -> Option<Ball> {
    if above.least() < 0.0 {
        return None;
    }
    if scale.is_nothing() {
        return Some(Ball::NOTHING);
    }
    let bound = Bound::of(above, scale)?;
    let count = floats.above(bound.ball.middle());
    let lying = scale.times(floats.area(count)).minus(above.times(floats.longer(count)));
    if above.is_nothing() {
        return Some(lying);
    }
    let off = scale.most() * (bound.high - bound.low) + LAST_DIGIT;
    Some(lying.blurred(off * 2.0 * floats.longer(floats.count()).most()))
}

/// Whole units above a level; see [`crate::levels::WholeUnits`].
#[derive(Clone, Copy)]
struct Stepped<'f> {
    floats: &'f Floats,
    scale: Ball,
    above: Ball,
    step: Ball,
    reserved: Ball,
    rest: Rest,
}

/// Σ of weight × units, as many as there are at least and at most.
#[derive(Clone, Copy, Default)]
struct Units {
    least: f64,
    most: f64,
    /// Levels that need a unit, over all units; and how many more of them may.
    passed: f64,
    unsure: f64,
}

impl Units {
    fn is_sure(self) -> bool {
        self.unsure == 0.0
    }

    fn add(&mut self, (low, high): (Ball, Ball)) {
        self.least = Ball::near(self.least).plus(low).least();
        self.most = Ball::near(self.most).plus(high).most();
    }
}

impl Stepped<'_> {
    fn units(&self) -> Option<Units> {
        let mut units = Units::default();
        let Some(highest) = self.floats.highest() else { return Some(units) };
        if self.step.least() <= 0.0 || self.above.least() < 0.0 || self.reserved.least() < 0.0 {
            return None;
        }
        if self.scale.is_nothing() {
            let is_first = self.rest == Rest::JustAbove && self.above.is_nothing() && self.reserved.is_nothing();
            let count = if is_first { self.floats.above(0.0) } else { 0 };
            units.add((self.floats.longer(count), self.floats.longer(count)));
            units.passed = as_float(count);
            return Some(units);
        }
        let most = self.scale.times(highest).over(self.step)?.most();
        if most > MOST_UNITS {
            return None;
        }
        if most < as_float(self.floats.count()) && self.reserved.decimal().is_some() {
            self.unit_by_unit(&mut units)?;
        } else {
            self.level_by_level(&mut units)?;
        }
        Some(units)
    }

    /// The u-th unit is needed as long as the level needs at least u of them.
    fn unit_by_unit(&self, units: &mut Units) -> Option<()> {
        let mut before = self.reserved;
        let part = self.step.most() * LEFT_OVER;
        // there are fewer units than levels, but where a number is hardly known
        for _ in 0..=self.floats.count() {
            let reached = before.times(self.step).plus(self.above);
            let (sure, possible) = passing(self.floats, Bound::but_for(part, reached, self.scale)?);
            if possible == 0 {
                return Some(());
            }
            units.add((self.floats.longer(sure), self.floats.longer(possible)));
            units.passed += as_float(sure);
            units.unsure += as_float(possible - sure);
            before = before.plus(Ball::whole(1.0));
        }
        None
    }

    fn level_by_level(&self, units: &mut Units) -> Option<()> {
        for (level, weight) in self.floats.each() {
            let reached = self.scale.times(level);
            let excess = reached.positive_part_over(self.above);
            if excess.is_nothing() && reached.blurred(0.0).is_surely_below(self.above) {
                continue;
            }
            let parts = excess.over(self.step)?;
            let whole = match self.rest {
                Rest::At => parts.ceil(),
                Rest::JustAbove if level.is_nothing() => parts.ceil(),
                // where the level may not reach the threshold it may need none
                Rest::JustAbove if self.above.is_surely_at_most(reached) => parts.floor().plus(Ball::whole(1.0)),
                Rest::JustAbove => Ball::between(0.0, parts.floor().plus(Ball::whole(1.0)).most()),
            };
            let left = whole.positive_part_over(self.reserved);
            let (least, most) = (left.least().max(0.0), left.most());
            units.add((Ball::near(least).times(weight), Ball::near(most).times(weight)));
            units.passed += least;
            units.unsure += most - least;
        }
        Some(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "fewer levels than a float tells apart")]
fn as_float(count: usize) -> f64 {
    count as f64
}

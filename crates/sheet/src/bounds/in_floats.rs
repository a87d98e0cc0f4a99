//! Levels above a level, and whole units of them, in binary floating point with a proven error. Where a level is so
//! close to a threshold that floating point cannot decide on which side it lies, both cases are counted.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "integers and zero errors are compared exactly")]

use crate::ball::Ball;
use crate::levels::{FloatTail, Floats, ScaleSide};

/// Two numbers within this relative distance may be equal.
pub(super) const NEAR: f64 = 16.0 * f64::EPSILON;
/// Amount that the last digit of an exact decimal may decide.
pub(super) const LAST_DIGIT: f64 = 1e-27;
/// Residue of divisions in units; see [`crate::number::ceil`].
pub(super) const LEFT_OVER: f64 = 1e-19;
/// Maximum number of varying levels that are counted one by one.
const MOST_ROUGHLY: usize = 512;
/// Relative error of a few float operations.
const OFF_BY: f64 = 16.0 * f64::EPSILON;
/// Maximum number of units of one level that are counted.
const MOST_UNITS: f64 = 1e12;

/// Bound on the levels that lie above a threshold at a scale: certainly from `high` on, and certainly not up to `low`.
#[derive(Clone, Copy)]
pub(super) struct Bound {
    low: f64,
    high: f64,
    ball: Ball,
}

impl Bound {
    pub(super) fn of(threshold: Ball, scale: Ball) -> Option<Bound> {
        Bound::but_for(LAST_DIGIT, threshold, scale)
    }

    /// The bound for levels with a relative error.
    fn wider(self, off: f64) -> Bound {
        let slack = self.ball.middle().abs() * off * 2.0;
        Bound { low: self.low - slack, high: self.high + slack, ..self }
    }

    /// The bound, if up to `little` above the threshold counts as zero.
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

/// Levels that certainly lie above a bound, and levels that may.
pub(super) fn passing(floats: &Floats, bound: Bound) -> (FloatTail, FloatTail) {
    let bound = bound.wider(floats.off());
    floats.passing((bound.low, bound.high))
}

/// Σ of weight × max(0, scale · level − above). Levels that may be on the wrong side are as close to the threshold as their
/// error.
pub(super) fn lying_above(floats: &Floats, scale: Ball, above: Ball) -> Option<Ball> {
    if above.least() < 0.0 {
        return None;
    }
    if scale.is_nothing() {
        return Some(Ball::NOTHING);
    }
    let bound = Bound::of(above, scale)?.wider(floats.off());
    let (sure, possible) = floats.passing((bound.low, bound.high));
    if possible.count == 0 {
        return Some(Ball::NOTHING);
    }
    let (longer, area) = floats.area_above(bound.ball.middle());
    let lying = scale.times(area).minus(above.times(longer)).positive();
    if above.is_nothing() || sure.count == possible.count {
        return Some(lying);
    }
    let off = scale.most() * (bound.high - bound.low) + LAST_DIGIT;
    Some(lying.blurred(off * 2.0 * floats.area_above(f64::NEG_INFINITY).0.most()).positive())
}

/// Whole units above a level; see [`crate::levels::WholeUnits`].
#[derive(Clone, Copy)]
pub(super) struct Stepped<'f> {
    pub(super) floats: &'f Floats,
    pub(super) scale: Ball,
    pub(super) above: Ball,
    pub(super) cap: Option<Ball>,
    pub(super) step: Ball,
    pub(super) reserved: Ball,
    pub(super) rest: ScaleSide,
}

/// Lower and upper bound of Σ of weight × units.
#[derive(Clone, Copy, Default)]
pub(super) struct Units {
    pub(super) least: f64,
    pub(super) most: f64,
    /// Number of levels that certainly need each unit, summed over all units; and number of further ones that may.
    pub(super) passed: f64,
    unsure: f64,
}

impl Units {
    /// From the durations for which units are certainly and possibly needed, each with its number of levels summed over
    /// all units.
    pub(super) fn counted((sure, passed): (Ball, usize), (possible, may_pass): (Ball, usize)) -> Units {
        let unsure = as_float(may_pass - passed);
        Units { least: sure.least(), most: possible.most(), passed: as_float(passed), unsure }
    }

    pub(super) fn is_sure(self) -> bool {
        self.unsure == 0.0
    }

    pub(super) fn ball(self) -> Ball {
        Ball::between(self.least, self.most)
    }

    fn add(&mut self, (low, high): (Ball, Ball)) {
        self.least = Ball::near(self.least).plus(low).least();
        self.most = Ball::near(self.most).plus(high).most();
    }
}

impl Stepped<'_> {
    pub(super) fn units(&self) -> Option<Units> {
        let mut units = Units::default();
        let Some(highest) = self.floats.highest() else { return Some(units) };
        if self.step.least() <= 0.0 || self.above.least() < 0.0 || self.reserved.least() < 0.0 {
            return None;
        }
        if self.scale.is_nothing() {
            let is_first = self.rest == ScaleSide::JustAbove && self.above.is_nothing() && self.reserved.is_nothing();
            if is_first && self.cap.is_some() {
                return None;
            }
            let first = if is_first { self.floats.passing((0.0, 0.0)).0 } else { FloatTail::NOTHING };
            units.add((first.longer, first.longer));
            units.passed = as_float(first.count);
            return Some(units);
        }
        let most = self.scale.times(highest).over(self.step)?.most();
        if most > MOST_UNITS {
            return None;
        }
        let (_, within) = self.within()?;
        let most = most.min(within);
        // varying levels cannot be distinguished from a threshold that they meet, so a rough count loses nothing
        if self.floats.off() > 0.0 && self.cap.is_none() && self.floats.count() <= MOST_ROUGHLY {
            self.roughly(&mut units);
        } else if most < as_float(self.floats.count()) && self.reserved.decimal().is_some() {
            self.unit_by_unit(&mut units)?;
        } else {
            self.level_by_level(&mut units)?;
        }
        Some(units)
    }

    /// Least and largest number of units that the cap may allow.
    fn within(&self) -> Option<(f64, f64)> {
        let Some(cap) = self.cap else { return Some((f64::INFINITY, f64::INFINITY)) };
        let within = cap.larger(Ball::NOTHING).over(self.step)?.ceil();
        Some((within.least().ceil(), within.most().floor()))
    }

    /// The u-th unit is needed while the level needs at least u of them.
    fn unit_by_unit(&self, units: &mut Units) -> Option<()> {
        let mut before = self.reserved;
        let part = self.step.most() * LEFT_OVER;
        let (least, most) = self.within()?;
        // there are fewer units than levels, unless a number is hardly known
        for _ in 0..=self.floats.count() {
            let reached = before.times(self.step).plus(self.above);
            let (sure, possible) = passing(self.floats, Bound::but_for(part, reached, self.scale)?);
            if possible.count == 0 || before.middle() >= most {
                return Some(());
            }
            let sure = if before.middle() < least { sure } else { FloatTail::NOTHING };
            units.add((sure.longer, possible.longer));
            units.passed += as_float(sure.count);
            units.unsure += as_float(possible.count - sure.count);
            before = before.plus(Ball::whole(1.0));
        }
        None
    }

    /// Level by level, each with its error, in plain floats.
    fn roughly(&self, units: &mut Units) {
        let off = self.floats.off() + OFF_BY;
        let ends = |of: Ball| (of.least(), of.most());
        let ((scale_low, scale_high), (above_low, above_high)) = (ends(self.scale), ends(self.above));
        let ((step_low, step_high), (reserved_low, reserved_high)) = (ends(self.step), ends(self.reserved));
        let (mut least, mut most) = (0.0, 0.0);
        for (level, weight) in self.floats.pairs() {
            let (low, high) = (level * scale_low * (1.0 - off), level * scale_high * (1.0 + off));
            let slack = (high + above_high) * OFF_BY;
            let excess = high - above_low + slack;
            if excess <= 0.0 {
                // all later levels are lower
                break;
            }
            let parts_low = (low - above_high - slack).max(0.0) / step_high * (1.0 - OFF_BY) - LEFT_OVER;
            let parts_high = excess / step_low * (1.0 + OFF_BY) + LEFT_OVER;
            let (whole_low, whole_high) = match self.rest {
                ScaleSide::JustAbove if level > 0.0 => {
                    let reaches = above_high <= low;
                    (if reaches { parts_low.floor() + 1.0 } else { 0.0 }, parts_high.floor() + 1.0)
                }
                ScaleSide::At | ScaleSide::JustAbove => (parts_low.ceil(), parts_high.ceil()),
            };
            let (left_low, left_high) = ((whole_low - reserved_high).max(0.0), (whole_high - reserved_low).max(0.0));
            least += left_low * weight * (1.0 - off);
            most += left_high * weight * (1.0 + off);
            units.passed += left_low;
            units.unsure += left_high - left_low;
        }
        let added = as_float(self.floats.count()) * OFF_BY;
        units.least += least * (1.0 - added);
        units.most += most * (1.0 + added);
    }

    fn level_by_level(&self, units: &mut Units) -> Option<()> {
        let (least, most) = self.within()?;
        let within = Ball::between(least, most);
        for (level, weight) in self.floats.each() {
            let reached = self.scale.times(level);
            let excess = reached.positive_part_over(self.above);
            if excess.is_nothing() && reached.blurred(0.0).is_surely_below(self.above) {
                continue;
            }
            let parts = excess.over(self.step)?;
            let whole = match self.rest {
                ScaleSide::At => parts.ceil(),
                ScaleSide::JustAbove if level.is_nothing() => parts.ceil(),
                // if the level may not reach the threshold, it may need no unit
                ScaleSide::JustAbove if self.above.is_surely_at_most(reached) => parts.floor().plus(Ball::whole(1.0)),
                ScaleSide::JustAbove => Ball::between(0.0, parts.floor().plus(Ball::whole(1.0)).most()),
            };
            let whole = if self.cap.is_some() { whole.smaller(within) } else { whole };
            let left = whole.positive_part_over(self.reserved);
            let (least, most) = (left.least().max(0.0), left.most());
            units.add((Ball::near(least).times(weight), Ball::near(most).times(weight)));
            units.passed += least;
            units.unsure += most - least;
        }
        Some(())
    }
}

#[allow(clippy::cast_precision_loss, reason = "the number of levels is exact as a float")]
fn as_float(count: usize) -> f64 {
    count as f64
}

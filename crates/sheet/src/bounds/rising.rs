//! Units of a curve whose levels rise together over an interval: its two ends bound them, and where no level passes a
//! threshold between them they are straight.

#![allow(clippy::float_arithmetic, reason = "bounds look first in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "counts are told apart exactly")]

use super::in_floats::{Bound, Stepped, lying_above, passing};
use super::known::{Bounds, Known, line};
use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::levels::{Falling, Floats, MovingLevels, Rest, RisingLevels};
use std::sync::Arc;

/// Levels at both ends of an interval over which each of them rises in a line or stays; none where one does not.
pub(super) fn levels_rising(moving: &MovingLevels<Bounds>) -> Option<RisingLevels> {
    let (mut from, mut to, mut still) = (Vec::new(), Vec::new(), Vec::new());
    for (level, weight) in moving.ungauged()? {
        match level.0 {
            Known::Exact(level, _) => still.push((level, weight.exact()?)),
            // just after nothing a level needs its first unit
            Known::Line { from: low, to: high } if Ball::NOTHING.is_surely_below(low) && low.is_surely_below(high) => {
                let weight = weight.constant()?;
                match weight.is_something() {
                    // what lasts for no time bends nothing
                    _ if weight.is_nothing() => {}
                    Some(true) => {
                        from.push((low, weight));
                        to.push((high, weight));
                    }
                    Some(false) | None => return None,
                }
            }
            Known::Line { .. }
            | Known::Still(_)
            | Known::Nearly { .. }
            | Known::Within { .. }
            | Known::Loose { .. }
            | Known::Unknown => return None,
        }
    }
    let still = Arc::new(Falling::of_weighted(still)?);
    Some(RisingLevels { from: Floats::of_balls(from)?, to: Floats::of_balls(to)?, still })
}

/// What is asked of levels that rise over an interval.
pub(super) struct RisingEnds {
    pub(super) scale: Ball,
    pub(super) above: Ball,
    pub(super) cap: Option<Ball>,
    pub(super) step: Option<Ball>,
    pub(super) reserved: Ball,
}

impl RisingEnds {
    /// What comes of it from just after the lower end to the upper; none where floats do not tell whether it is straight.
    pub(super) fn between(&self, from: &Floats, to: &Floats) -> Option<Known> {
        let (scale, above) = (self.scale, self.above);
        if scale.least() <= 0.0 || above.least() < 0.0 {
            return None;
        }
        if let Some(step) = self.step {
            if self.cap.is_some() {
                return None;
            }
            let at = |floats, rest| Stepped { floats, scale, above, step, reserved: self.reserved, rest }.units();
            let (low, high) = (at(from, Rest::JustAbove)?, at(to, Rest::At)?);
            if !(low.is_sure() && high.is_sure()) {
                return None;
            }
            let is_same = low.passed == high.passed;
            let (low, high) = (Ball::between(low.least, low.most), Ball::between(high.least, high.most));
            return Some(if is_same { Known::Still(low.kept()?) } else { surely_within(low.kept()?, high.kept()?)? });
        }
        let upper = self.cap.map(|cap| above.plus(cap.larger(Ball::NOTHING)));
        let units = |floats: &Floats| match upper {
            None => lying_above(floats, scale, above)?.kept(),
            Some(upper) => lying_above(floats, scale, above)?.minus(lying_above(floats, scale, upper)?).kept(),
        };
        let passed = |threshold: Ball| {
            let count = |floats: &Floats| {
                let (sure, possible) = passing(floats, Bound::of(threshold, scale)?);
                (sure == possible).then_some(sure)
            };
            Some(count(from)? != count(to)?)
        };
        let thresholds = [Some(above).filter(|above| !above.is_nothing()), upper];
        let mut bends = false;
        for threshold in thresholds.into_iter().flatten() {
            bends |= passed(threshold)?;
        }
        let (low, high) = (units(from)?, units(to)?);
        if bends { surely_within(low, high) } else { Some(line(low, high)) }
    }
}

/// Between bounds that are surely apart.
fn surely_within(low: Ball, high: Ball) -> Option<Known> {
    low.is_surely_below(high).then_some(Known::Within { low, high })
}

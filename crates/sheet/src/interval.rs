//! A figure while one input runs over an interval: a line if it is linear, otherwise bounds.

use crate::arithmetic::{EvaluationErrorKind, Number, negligible};
use crate::formula::Binary;
use crate::levels::{Counted, DescendingLevels, Query, ScaleSide, WholeUnits};
use crate::number;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::Arc;

/// A figure while one input runs over the half-open interval (a, b].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    /// Linear over the interval; `from` is the limit just after a, `to` the value at b.
    Linear {
        /// Limit just after the lower end.
        from: Decimal,
        /// Value at the upper end.
        to: Decimal,
    },
    /// Only bounds are known.
    Within {
        /// Lower bound.
        low: Decimal,
        /// Upper bound.
        high: Decimal,
    },
    /// Unknown: it may divide by zero or exceed all bounds somewhere in the interval.
    Unknown,
}

/// Proven sign of a difference over an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProvenSign {
    /// Above zero throughout.
    Above,
    /// Below zero throughout.
    Below,
    /// Negligible throughout.
    Zero,
    /// Nonlinear, and its exact bounds do not decide the sign.
    Open,
}

impl Interval {
    pub(crate) fn linear(from: Decimal, to: Decimal) -> Interval {
        Interval::Linear { from, to }
    }

    fn constant(&self) -> Option<Decimal> {
        match *self {
            Interval::Linear { from, to } if from == to => Some(from),
            Interval::Linear { .. } | Interval::Within { .. } | Interval::Unknown => None,
        }
    }

    /// Known bounds.
    #[must_use]
    pub fn bounds(&self) -> Option<(Decimal, Decimal)> {
        match *self {
            Interval::Linear { from, to } => Some((from.min(to), from.max(to))),
            Interval::Within { low, high } => Some((low, high)),
            Interval::Unknown => None,
        }
    }

    /// Proven sign of a difference; none for a line that crosses zero.
    #[must_use]
    pub fn sure(&self, negligible: Decimal) -> Option<ProvenSign> {
        let (low, high) = self.bounds()?;
        if low > negligible {
            Some(ProvenSign::Above)
        } else if high < -negligible {
            Some(ProvenSign::Below)
        } else if -negligible <= low && high <= negligible {
            Some(ProvenSign::Zero)
        } else {
            matches!(self, Interval::Within { .. }).then_some(ProvenSign::Open)
        }
    }

    /// Operation on two lines whose result is linear again.
    fn exact(binary: Binary, a: &Interval, b: &Interval) -> Option<Interval> {
        let (Interval::Linear { from: a0, to: a1 }, Interval::Linear { from: b0, to: b1 }) = (a, b) else {
            return None;
        };
        let stays_linear = match binary {
            Binary::Add | Binary::Subtract => true,
            Binary::Multiply => a0 == a1 || b0 == b1,
            Binary::Divide => b0 == b1,
            Binary::Minimum | Binary::Maximum => a0 <= b0 && a1 <= b1 || a0 >= b0 && a1 >= b1,
            Binary::PositivePart => {
                let reaches = |a: &Decimal, b: &Decimal| *a >= *b - negligible(*a);
                reaches(a0, b0) && reaches(a1, b1) || reaches(b0, a0) && reaches(b1, a1)
            }
        };
        if !stays_linear {
            return None;
        }
        let end = |a: &Decimal, b: &Decimal| <Decimal as Number>::binary(binary, a, b).ok();
        Some(Interval::linear(end(a0, b0)?, end(a1, b1)?))
    }

    fn bounded(binary: Binary, a: &Interval, b: &Interval) -> Option<Interval> {
        let ((a0, a1), (b0, b1)) = (a.bounds()?, b.bounds()?);
        let end = |a, b| <Decimal as Number>::binary(binary, &a, &b).ok();
        let (low, high) = match binary {
            Binary::Add | Binary::Minimum | Binary::Maximum => (end(a0, b0)?, end(a1, b1)?),
            Binary::Subtract | Binary::PositivePart => (end(a0, b1)?, end(a1, b0)?),
            // zero divided by anything is zero
            Binary::Divide if a0.is_zero() && a1.is_zero() && b0 != b1 => (a0, a1),
            Binary::Divide if b0 <= Decimal::ZERO && b1 >= Decimal::ZERO => return None,
            Binary::Multiply | Binary::Divide => {
                let corners = [end(a0, b0)?, end(a0, b1)?, end(a1, b0)?, end(a1, b1)?];
                (*corners.iter().min()?, *corners.iter().max()?)
            }
        };
        // a larger constant hides a varying figure below it
        Some(if low == high { Interval::linear(low, high) } else { Interval::Within { low, high } })
    }

    /// A function that never decreases, or decreases only with its argument's bounds.
    fn monotone(&self, function: impl Fn(Decimal) -> Option<Decimal>) -> Interval {
        let known = || {
            if let Some(value) = self.constant() {
                let value = function(value)?;
                return Some(Interval::linear(value, value));
            }
            let (low, high) = self.bounds()?;
            Some(Interval::Within { low: function(low)?, high: function(high)? })
        };
        known().unwrap_or(Interval::Unknown)
    }
}

impl Number for Interval {
    fn of(value: Decimal) -> Self {
        Interval::linear(value, value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        Ok(Interval::exact(binary, a, b).or_else(|| Interval::bounded(binary, a, b)).unwrap_or(Interval::Unknown))
    }

    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, EvaluationErrorKind> {
        if b.exact().is_some_and(|divisor| divisor.is_zero()) {
            return Ok(*otherwise);
        }
        let quotient = Interval::binary(Binary::Divide, a, b)?;
        // the divisor may be zero somewhere
        let limits = otherwise.bounds().filter(|_| matches!(quotient, Interval::Unknown));
        let bounded =
            limits.map(|(low, high)| Interval::Within { low: low.min(Decimal::ZERO), high: high.max(Decimal::ZERO) });
        Ok(bounded.unwrap_or(quotient))
    }

    fn ceil(&self) -> Self {
        let (low, high) = match *self {
            Interval::Linear { from, to } if from == to => (number::ceil(from), number::ceil(to)),
            // just after the open end, a rising line that starts at an integer is above it
            Interval::Linear { from, to } if from < to => (number::floor(from) + Decimal::ONE, number::ceil(to)),
            Interval::Linear { from, to } => (number::ceil(to), number::ceil(from)),
            Interval::Within { low, high } => (number::ceil(low), number::ceil(high)),
            Interval::Unknown => return Interval::Unknown,
        };
        if low == high { Interval::linear(low, high) } else { Interval::Within { low, high } }
    }

    fn any(&self) -> Self {
        let something = number::is_something;
        let (always, never) = match *self {
            Interval::Linear { from, to } => {
                (from >= Decimal::ZERO && something(to), !something(from) && !something(to))
            }
            Interval::Within { low, high } => (something(low), !something(high)),
            Interval::Unknown => (false, false),
        };
        if always {
            Interval::linear(Decimal::ONE, Decimal::ONE)
        } else if never {
            Interval::linear(Decimal::ZERO, Decimal::ZERO)
        } else {
            Interval::Within { low: Decimal::ZERO, high: Decimal::ONE }
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind> {
        Ok(match exponent {
            0 => Interval::of(Decimal::ONE),
            1 => *self,
            // bases are 1 + growth, or a discount factor: never negative, so powers rise with them
            _ => self.monotone(|base| Number::power(&base, exponent).ok()),
        })
    }

    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        Ok(self.monotone(|value| Number::root(&value, degree).ok()))
    }

    fn exact(&self) -> Option<Decimal> {
        self.constant()
    }
}

impl Counted for Interval {
    fn about_the_most(&self) -> Option<f64> {
        self.bounds().and_then(|(_, high)| high.to_f64())
    }

    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        let units = rising_units(falling, query).or_else(|| units_by_ends(falling, query));
        units.map_or_else(|| falling.units_level_by_level(query), Ok)
    }
}

/// Units of independent loads while one operand other than the scale rises: they never increase or never
/// decrease, so their values at both ends are bounds. They are linear if no level crosses a threshold.
fn units_by_ends(falling: &DescendingLevels, query: &Query<'_, Interval>) -> Option<Interval> {
    let is_moving = |operand: &&Interval| operand.constant().is_none();
    let moving = [query.above, query.cap, query.step].into_iter().flatten().filter(is_moving).count();
    if falling.searches() == 1 || moving != 1 {
        return None;
    }
    let constant = |operand: Option<&Interval>, absent| operand.map_or(Some(absent), Interval::constant);
    let (scale, reserved) = (constant(query.scale, Decimal::ONE)?, constant(query.reserved, Decimal::ZERO)?);
    let ends = |operand: Option<&Interval>| match operand {
        None => Some([None, None]),
        Some(Interval::Linear { from, to }) if from <= to => Some([Some(*from), Some(*to)]),
        Some(_) => None,
    };
    let (above, cap, step) = (ends(query.above)?, ends(query.cap)?, ends(query.step)?);
    // just after its lower end, a cap may allow one more unit than at it, and below zero it allows none
    if cap[0] != cap[1] && (step[0].is_some() || cap[0].is_some_and(|cap| cap < Decimal::ZERO)) {
        return None;
    }
    let units = |end: usize| {
        let (above, cap, step) = (above[end].as_ref(), cap[end].as_ref(), step[end].as_ref());
        falling.units(&Query { scale: Some(&scale), above, cap, step, reserved: Some(&reserved) }).ok()
    };
    let (from, to) = (units(0)?, units(1)?);
    let bottom = |end: usize| above[end].unwrap_or_default();
    let top = |end: usize| bottom(end) + cap[end].unwrap_or_default().max(Decimal::ZERO);
    let crosses = |a, b| falling.count_above(scale, a) != falling.count_above(scale, b);
    let passed = || crosses(bottom(0), bottom(1)) || crosses(top(0), top(1));
    let is_linear = from == to || query.step.is_none() && !passed();
    Some(if is_linear {
        Interval::linear(from, to)
    } else {
        Interval::Within { low: from.min(to), high: from.max(to) }
    })
}

/// Units while only the scale of a curve rises. They never decrease, so their values at the ends of the interval are
/// bounds; they are linear if no level crosses a threshold in the interval.
fn rising_units(falling: &DescendingLevels, query: &Query<'_, Interval>) -> Option<Interval> {
    let constant = |operand: Option<&Interval>| match operand {
        None => Some(None),
        Some(interval) => interval.constant().map(Some),
    };
    let (above, step, cap) = (constant(query.above)?, constant(query.step)?, constant(query.cap)?);
    let reserved = constant(query.reserved)?.unwrap_or_default();
    let (from, to) = match query.scale {
        Some(Interval::Linear { from, to }) if from <= to => (*from, *to),
        None => (Decimal::ONE, Decimal::ONE),
        _ => return None,
    };
    let units = |scale: Decimal, rest| match step {
        // just after the lower end, a level that exactly fills its units needs one more
        Some(step) if !falling.is_gauged() && cap.is_none() => {
            let units = WholeUnits { scale, above: above.unwrap_or_default(), step, reserved, rest };
            falling.stepped(&units).ok()
        }
        step => {
            let (above, cap, step) = (above.as_ref(), cap.as_ref(), step.as_ref());
            falling.units(&Query { scale: Some(&scale), above, cap, step, reserved: Some(&reserved) }).ok()
        }
    };
    let rest = if from < to { ScaleSide::JustAbove } else { ScaleSide::At };
    let (low, high) = (units(from, rest)?, units(to, ScaleSide::At)?);
    if step.is_some() {
        return Some(if low == high { Interval::linear(low, high) } else { Interval::Within { low, high } });
    }
    let passed = |threshold: Decimal| falling.count_above(from, threshold) != falling.count_above(to, threshold);
    let bottom = above.unwrap_or_default();
    // at scale zero no level is above zero; just after it all nonzero levels are
    let kinked = !bottom.is_zero() && passed(bottom) || cap.is_some_and(|cap| passed(bottom + cap.max(Decimal::ZERO)));
    Some(if kinked { Interval::Within { low, high } } else { Interval::linear(low, high) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn dividing_by_an_interval_with_zero_is_unknown() {
        let through_zero = Interval::Linear { from: d("-1"), to: d("1") };
        let one = Interval::of(Decimal::ONE);
        assert_eq!(Interval::binary(Binary::Divide, &one, &through_zero), Ok(Interval::Unknown));
        let large = Interval::of(Decimal::MAX);
        assert_eq!(Interval::binary(Binary::Multiply, &large, &large), Ok(Interval::Unknown));
    }
}

//! Floating-point knowledge of an [`Interval`](crate::Interval): the same lines and bounds, each number with a proven
//! error. Exact intervals are evaluated only where these do not decide.

mod arithmetic;
mod counted;
mod in_floats;
mod kept_thresholds;
mod known;
mod linear;
mod rising;
#[cfg(test)]
pub(crate) mod tests;
mod thresholds;

use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::ball::Ball;
use crate::formula::Binary;
use crate::interval::ProvenSign;
use crate::number;
use arithmetic::arithmetic;
use known::{KnownValue, known_number, within};
use rust_decimal::Decimal;

pub(crate) use kept_thresholds::ThresholdCache;
pub use known::Bounds;
pub(crate) use thresholds::{Thresholds, WholeUnitsQuery};

use KnownValue::{Exact, Line, MaybeLinear, Nearly, Nonlinear, Still, Unknown, Within};

impl Bounds {
    /// Proven sign of a difference that counts as zero up to `negligible` in either direction.
    #[must_use]
    pub fn sure(&self, negligible: Decimal) -> Option<ProvenSign> {
        self.beyond(Ball::exactly(negligible))
    }

    fn beyond(&self, negligible: Ball) -> Option<ProvenSign> {
        let (low, high) = self.limits()?;
        let below = negligible.negated();
        if negligible.most() < low.least() {
            Some(ProvenSign::Above)
        } else if high.most() < below.least() {
            Some(ProvenSign::Below)
        } else if below.most() <= low.least() && high.most() <= negligible.least() {
            Some(ProvenSign::Zero)
        } else {
            let is_open = low.is_surely_at_most(negligible) && below.is_surely_at_most(high);
            let is_beyond = low.is_surely_below(below) || negligible.is_surely_below(high);
            (is_open && is_beyond && matches!(self.0, Within { .. })).then_some(ProvenSign::Open)
        }
    }

    /// Whether a difference, zero up to `negligible`, may cross zero within its bounds, and it is unknown whether it is
    /// linear.
    pub(crate) fn may_pass(&self, negligible: Decimal) -> bool {
        let MaybeLinear { low, high } = self.0 else { return false };
        let negligible = Ball::exactly(negligible);
        low.is_surely_at_most(negligible) && negligible.negated().is_surely_at_most(high)
    }

    /// Whether it is certainly nonlinear, though exact bounds may be tighter.
    pub(crate) fn is_bent(&self) -> bool {
        matches!(self.0, Nonlinear { .. })
    }

    /// Proven sign of this minus another, where a share of the larger one counts as zero.
    #[must_use]
    pub fn sign_of_difference(&self, other: &Bounds, share: Decimal) -> Option<ProvenSign> {
        let ((low, high), (other_low, other_high)) = (self.limits()?, other.limits()?);
        let least = |low: Ball, high: Ball| low.larger(high.negated()).larger(Ball::NOTHING);
        let most = |low: Ball, high: Ball| low.negated().larger(high);
        let larger = Ball::between(
            least(low, high).larger(least(other_low, other_high)).least(),
            most(low, high).larger(most(other_low, other_high)).most(),
        );
        arithmetic(Binary::Subtract, self, other).beyond(larger.times(Ball::exactly(share)))
    }

    /// Whether it exceeds a limit by more than a slack, if that is certain: everywhere, nowhere, or in part of the
    /// interval and nonlinear. If a line starts or ends within the slack, its other values decide, unless `last`
    /// requires the last value to decide.
    #[must_use]
    pub fn above(&self, limit: &Bounds, slack: &Bounds, last: LastValue) -> Option<Extent> {
        let slack = slack.constant()?;
        let over = arithmetic(Binary::Subtract, self, limit);
        let (low, high) = over.limits()?;
        if high.is_surely_at_most(slack) {
            return Some(Extent::Nowhere);
        }
        if slack.is_surely_below(low) {
            return Some(Extent::Everywhere);
        }
        let somewhere = slack.is_surely_below(high);
        match over.0 {
            Line { to, .. } => {
                let decided = last == LastValue::AsTheRest || slack.is_surely_below(to);
                let nowhere_below = slack.negated().is_surely_at_most(low);
                (somewhere && decided && nowhere_below).then_some(Extent::Everywhere)
            }
            Within { .. } => (somewhere && low.is_surely_at_most(slack)).then_some(Extent::InPart),
            Exact(..) | Still(_) | Nearly { .. } | Nonlinear { .. } | MaybeLinear { .. } | Unknown => None,
        }
    }

    /// A share of its lower bound, or of zero if that is negative: the amount that is negligible relative to it.
    #[must_use]
    pub fn share_of_least(&self, share: Decimal) -> Bounds {
        let least = match self.0 {
            Exact(..) | Still(_) | Line { .. } | Within { .. } => self.limits().map(|(low, _)| low),
            Nearly { .. } | Nonlinear { .. } | MaybeLinear { .. } | Unknown => None,
        };
        let share = least.map(|least| least.larger(Ball::NOTHING).times(Ball::exactly(share)));
        share.and_then(Ball::kept).map_or(Unknown, Still).into()
    }

    /// A function that never decreases, or decreases only with its argument's bounds.
    fn monotone(&self, function: impl Fn(Ball) -> Option<Ball>) -> Bounds {
        let of = |ball: Ball| function(ball).and_then(Ball::kept);
        let known = || match self.0 {
            Exact(_, value) | Still(value) => of(value).map(Still),
            Line { .. } | Nearly { .. } | Within { .. } | Nonlinear { .. } | MaybeLinear { .. } | Unknown => {
                let (low, high) = self.limits()?;
                let (low, high) = (of(low)?, of(high)?);
                Some(if self.moves() == Some(true) { Within { low, high } } else { MaybeLinear { low, high } })
            }
        };
        known().unwrap_or(Unknown).into()
    }
}

/// Whether the last value of an interval counts as its other values do, or decides, as for the last of several
/// integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastValue {
    /// As its other values.
    AsTheRest,
    /// The last value decides.
    Decides,
}

/// Part of an interval in which a statement holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// At all values.
    Everywhere,
    /// At no value.
    Nowhere,
    /// At some values, or undecided by exact bounds.
    InPart,
}

impl Number for Bounds {
    fn of(value: Decimal) -> Self {
        Exact(value, Ball::exactly(value)).into()
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        Ok(arithmetic(binary, a, b))
    }

    fn ceil(&self) -> Self {
        let one = Ball::whole(1.0);
        match self.0 {
            Exact(value, _) => return Bounds::of(number::ceil(value)),
            Still(value) => known_number(value.ceil()),
            // just after the open end, a rising line that starts at an integer is above it
            Line { from, to } if from.is_surely_below(to) => {
                // unless all of it is within the residue of divisions
                let most = to.ceil();
                within(from.floor().plus(one).smaller(most), most)
            }
            Line { from, to } if to.is_surely_below(from) => within(to.ceil(), from.ceil()),
            Line { from, to } => {
                let (first, last) = (from.ceil(), to.ceil());
                MaybeLinear { low: first.smaller(last), high: first.larger(last).larger(from.floor().plus(one)) }
            }
            Within { low, high } => within(low.ceil(), high.ceil()),
            Nearly { from, to } => MaybeLinear { low: from.smaller(to).ceil(), high: from.larger(to).ceil() },
            Nonlinear { low, high } | MaybeLinear { low, high } => MaybeLinear { low: low.ceil(), high: high.ceil() },
            Unknown => Unknown,
        }
        .into()
    }

    fn any(&self) -> Self {
        let (nothing, one) = (Ball::NOTHING, Ball::whole(1.0));
        // whether it is certainly positive at all values, and at none of them
        let (always, never) = match self.0 {
            Exact(_, value) | Still(value) => (value.is_something(), value.is_something().map(|is| !is)),
            Line { from, to } => {
                let falls_below = from.is_surely_below(nothing);
                let always = match to.is_something() {
                    Some(true) if nothing.is_surely_at_most(from) => Some(true),
                    Some(false) => Some(false),
                    _ if falls_below => Some(false),
                    Some(true) | None => None,
                };
                let never = match (from.is_something(), to.is_something()) {
                    (Some(true), _) | (_, Some(true)) => Some(false),
                    (Some(false), Some(false)) => Some(true),
                    (None, _) | (_, None) => None,
                };
                (always, never)
            }
            Within { low, high } => (low.is_something(), high.is_something().map(|is| !is)),
            Nearly { .. } | Nonlinear { .. } | MaybeLinear { .. } => {
                let (low, high) = self.limits().unwrap_or((nothing, one));
                let sure = |is: Option<bool>| is.filter(|is| *is);
                (sure(low.is_something()), sure(high.is_something().map(|is| !is)))
            }
            Unknown => (None, None),
        };
        match (always, never) {
            (Some(true), _) => Bounds::of(Decimal::ONE),
            (_, Some(true)) => Bounds::of(Decimal::ZERO),
            (Some(false), Some(false)) => Within { low: nothing, high: one }.into(),
            (None, _) | (_, None) => MaybeLinear { low: nothing, high: one }.into(),
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind> {
        Ok(match (exponent, self.0) {
            (0, _) => Bounds::of(Decimal::ONE),
            (1, _) => *self,
            (_, Exact(value, _)) => Number::power(&value, exponent).map_or(Unknown.into(), Bounds::of),
            (
                _,
                Still(_)
                | Line { .. }
                | Nearly { .. }
                | Within { .. }
                | Nonlinear { .. }
                | MaybeLinear { .. }
                | Unknown,
            ) => self.monotone(|base| Some(base.power(exponent))),
        })
    }

    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        Ok(match self.0 {
            Exact(value, _) => Number::root(&value, degree).map_or(Unknown.into(), Bounds::of),
            Still(_)
            | Line { .. }
            | Nearly { .. }
            | Within { .. }
            | Nonlinear { .. }
            | MaybeLinear { .. }
            | Unknown => self.monotone(|of| of.root(degree)),
        })
    }

    fn exact(&self) -> Option<Decimal> {
        match self.0 {
            Exact(value, _) => Some(value),
            Still(_)
            | Line { .. }
            | Nearly { .. }
            | Within { .. }
            | Nonlinear { .. }
            | MaybeLinear { .. }
            | Unknown => None,
        }
    }
}

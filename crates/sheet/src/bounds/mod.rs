//! What is sure of an [`Interval`](crate::Interval) in binary floating point: the same lines and bounds, each number with a
//! proven error, so that exact intervals are worked out only where these cannot tell.

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

use crate::arithmetic::{Number, Trouble};
use crate::ball::Ball;
use crate::formula::Binary;
use crate::interval::Sure;
use crate::number;
use arithmetic::arithmetic;
use known::{Known, known_number, within};
use rust_decimal::Decimal;

pub(crate) use kept_thresholds::KeptThresholds;
pub use known::Bounds;
pub(crate) use thresholds::{Thresholds, WholeUnitsOf};

use Known::{Bent, Exact, Line, Loose, Nearly, Still, Unknown, Within};

/// A good part of the width of bounds.
const WIDELY: f64 = 0.125;

impl Bounds {
    /// What is sure of a difference that is none up to `negligible` in either direction.
    #[must_use]
    pub fn sure(&self, negligible: Decimal) -> Option<Sure> {
        self.beyond(Ball::exactly(negligible))
    }

    fn beyond(&self, negligible: Ball) -> Option<Sure> {
        let (low, high) = self.limits()?;
        let below = negligible.negated();
        if negligible.most() < low.least() {
            Some(Sure::Above)
        } else if high.most() < below.least() {
            Some(Sure::Below)
        } else {
            let is_open = low.is_surely_at_most(negligible) && below.is_surely_at_most(high);
            (is_open && matches!(self.0, Within { .. })).then_some(Sure::Open)
        }
    }

    /// Whether it may pass a difference that is none up to `negligible`, as far as its bounds tell, and it is not known
    /// whether it is straight.
    pub(crate) fn may_pass(&self, negligible: Decimal) -> bool {
        let Loose { low, high } = self.0 else { return false };
        let negligible = Ball::exactly(negligible);
        low.is_surely_at_most(negligible) && negligible.negated().is_surely_at_most(high)
    }

    /// Whether it surely is not straight, though exact bounds may tell more of it.
    pub(crate) fn is_bent(&self) -> bool {
        matches!(self.0, Bent { .. })
    }

    /// What is sure of this less another, where 10^-18 of the larger one is nothing.
    #[must_use]
    pub fn beside(&self, other: &Bounds) -> Option<Sure> {
        let size = |of: &Bounds| of.limits().map(|(low, high)| low.larger(low.negated()).larger(high));
        let negligible = size(self)?.larger(size(other)?).times(Ball::near(2e-18));
        arithmetic(Binary::Subtract, self, other).beyond(negligible)
    }

    /// Whether this less another surely is not straight, and is below nothing as well as above it by a good part of its width, as
    /// far as bounds tell that exact ones may lie within.
    #[must_use]
    pub fn passes_widely(&self, other: &Bounds) -> bool {
        let Bent { low, high } = arithmetic(Binary::Subtract, self, other).0 else { return false };
        let part = high.minus(low).times(Ball::near(WIDELY));
        part.is_surely_below(low.negated()) && part.is_surely_below(high)
    }

    /// Whether it lies above a limit by more than a slack, where that is sure: everywhere, nowhere, or in a part that no line
    /// tells. Of a line that starts or ends within the slack the rest decides, unless its `last` value has to.
    #[must_use]
    pub fn above(&self, limit: &Bounds, slack: &Bounds, last: LastValue) -> Option<Reach> {
        let slack = slack.constant()?;
        let over = arithmetic(Binary::Subtract, self, limit);
        let (low, high) = over.limits()?;
        if high.is_surely_at_most(slack) {
            return Some(Reach::Nowhere);
        }
        if slack.is_surely_below(low) {
            return Some(Reach::Everywhere);
        }
        let somewhere = slack.is_surely_below(high);
        match over.0 {
            Line { to, .. } => {
                let decided = last == LastValue::AsTheRest || slack.is_surely_below(to);
                let nowhere_below = slack.negated().is_surely_at_most(low);
                (somewhere && decided && nowhere_below).then_some(Reach::Everywhere)
            }
            Within { .. } => (somewhere && low.is_surely_at_most(slack)).then_some(Reach::InPart),
            Exact(..) | Still(_) | Nearly { .. } | Bent { .. } | Loose { .. } | Unknown => None,
        }
    }

    /// A share of the least that it may be, if that is above zero: what of it is nothing.
    #[must_use]
    pub fn share_of_least(&self, share: Decimal) -> Bounds {
        let least = match self.0 {
            Exact(..) | Still(_) | Line { .. } | Within { .. } => self.limits().map(|(low, _)| low),
            Nearly { .. } | Bent { .. } | Loose { .. } | Unknown => None,
        };
        let share = least.map(|least| least.larger(Ball::NOTHING).times(Ball::exactly(share)));
        share.and_then(Ball::kept).map_or(Unknown, Still).into()
    }

    /// A function that never falls, or does so only with its argument's bounds.
    fn monotone(&self, function: impl Fn(Ball) -> Option<Ball>) -> Bounds {
        let of = |ball: Ball| function(ball).and_then(Ball::kept);
        let known = || match self.0 {
            Exact(_, value) | Still(value) => of(value).map(Still),
            Line { .. } | Nearly { .. } | Within { .. } | Bent { .. } | Loose { .. } | Unknown => {
                let (low, high) = self.limits()?;
                let (low, high) = (of(low)?, of(high)?);
                Some(if self.moves() == Some(true) { Within { low, high } } else { Loose { low, high } })
            }
        };
        known().unwrap_or(Unknown).into()
    }
}

/// Whether the last value of an interval counts as the rest of it does, or decides, as the last of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastValue {
    /// As the rest.
    AsTheRest,
    /// It decides.
    Decides,
}

/// Where over an interval something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// At all of its values.
    Everywhere,
    /// At none.
    Nowhere,
    /// At some of them, or the exact bounds do not tell.
    InPart,
}

impl Number for Bounds {
    fn of(value: Decimal) -> Self {
        Exact(value, Ball::exactly(value)).into()
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, Trouble> {
        Ok(arithmetic(binary, a, b))
    }

    fn ceil(&self) -> Self {
        let one = Ball::whole(1.0);
        match self.0 {
            Exact(value, _) => return Bounds::of(number::ceil(value)),
            Still(value) => known_number(value.ceil()),
            // just after the open end a rising line is above a whole number that it starts from
            Line { from, to } if from.is_surely_below(to) => {
                // but where all of it is less than divisions leave over
                let most = to.ceil();
                within(from.floor().plus(one).smaller(most), most)
            }
            Line { from, to } if to.is_surely_below(from) => within(to.ceil(), from.ceil()),
            Line { from, to } => {
                let (first, last) = (from.ceil(), to.ceil());
                Loose { low: first.smaller(last), high: first.larger(last).larger(from.floor().plus(one)) }
            }
            Within { low, high } => within(low.ceil(), high.ceil()),
            Nearly { from, to } => Loose { low: from.smaller(to).ceil(), high: from.larger(to).ceil() },
            Bent { low, high } | Loose { low, high } => Loose { low: low.ceil(), high: high.ceil() },
            Unknown => Unknown,
        }
        .into()
    }

    fn any(&self) -> Self {
        let (nothing, one) = (Ball::NOTHING, Ball::whole(1.0));
        // what is sure of whether it is something at all of its values, and at none of them
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
            Nearly { .. } | Bent { .. } | Loose { .. } => {
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
            (None, _) | (_, None) => Loose { low: nothing, high: one }.into(),
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, Trouble> {
        Ok(match (exponent, self.0) {
            (0, _) => Bounds::of(Decimal::ONE),
            (1, _) => *self,
            (_, Exact(value, _)) => Number::power(&value, exponent).map_or(Unknown.into(), Bounds::of),
            (_, Still(_) | Line { .. } | Nearly { .. } | Within { .. } | Bent { .. } | Loose { .. } | Unknown) => {
                self.monotone(|base| Some(base.power(exponent)))
            }
        })
    }

    fn root(&self, degree: u8) -> Result<Self, Trouble> {
        Ok(match self.0 {
            Exact(value, _) => Number::root(&value, degree).map_or(Unknown.into(), Bounds::of),
            Still(_) | Line { .. } | Nearly { .. } | Within { .. } | Bent { .. } | Loose { .. } | Unknown => {
                self.monotone(|of| of.root(degree))
            }
        })
    }

    fn exact(&self) -> Option<Decimal> {
        match self.0 {
            Exact(value, _) => Some(value),
            Still(_) | Line { .. } | Nearly { .. } | Within { .. } | Bent { .. } | Loose { .. } | Unknown => None,
        }
    }
}

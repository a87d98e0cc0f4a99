//! Knowledge of an exact interval.

use crate::arithmetic::Number;
use crate::ball::Ball;
use rust_decimal::Decimal;

/// Floating-point knowledge of a figure while one input runs over the half-open interval (a, b].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds(pub(super) KnownValue);

/// Knowledge of an exact interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum KnownValue {
    /// Constant, with this value.
    Exact(Decimal, Ball),
    /// Constant.
    Still(Ball),
    /// Linear, with these ends: the limit just after a, and the value at b.
    Line { from: Ball, to: Ball },
    /// Within the errors of its ends of the line between them, though possibly nonlinear: where two lines meet at an
    /// end, as far as floating point can tell, their minimum may be one of them or, by a little, the other.
    Nearly { from: Ball, to: Ball },
    /// Nonlinear, within these bounds, which are as tight as the exact ones.
    Within { low: Ball, high: Ball },
    /// Nonlinear, within these bounds; the exact ones may be tighter.
    Nonlinear { low: Ball, high: Ball },
    /// Possibly linear; between the least possible lower bound and the greatest possible upper bound.
    MaybeLinear { low: Ball, high: Ball },
    /// Unknown.
    Unknown,
}

use KnownValue::{Exact, Line, MaybeLinear, Nearly, Nonlinear, Still, Unknown, Within};

impl Bounds {
    /// An input that runs from just after the first value to the second.
    #[must_use]
    pub fn linear(from: Decimal, to: Decimal) -> Bounds {
        if from == to { Bounds::of(from) } else { line(Ball::exactly(from), Ball::exactly(to)).into() }
    }

    /// An input that takes any value from `low` to `high`.
    #[must_use]
    pub fn between(low: Decimal, high: Decimal) -> Bounds {
        MaybeLinear { low: Ball::exactly(low), high: Ball::exactly(high) }.into()
    }

    /// A drawn input that takes any value from `low` to `high`.
    #[must_use]
    pub(crate) fn any_between(low: f64, high: f64) -> Bounds {
        let is_known = low.is_finite() && high.is_finite();
        if is_known { MaybeLinear { low: Ball::near(low), high: Ball::near(high) }.into() } else { Unknown.into() }
    }

    /// Limit just after a and value at b, if it is linear.
    pub(super) fn ends(&self) -> Option<(Ball, Ball)> {
        match self.0 {
            Exact(_, value) | Still(value) => Some((value, value)),
            Line { from, to } | Nearly { from, to } => Some((from, to)),
            Within { .. } | Nonlinear { .. } | MaybeLinear { .. } | Unknown => None,
        }
    }

    /// Lower and upper bound.
    pub(crate) fn limits(&self) -> Option<(Ball, Ball)> {
        match self.0 {
            Exact(_, value) | Still(value) => Some((value, value)),
            Line { from, to } | Nearly { from, to } => Some(from.ordered(to)),
            Within { low, high } | Nonlinear { low, high } | MaybeLinear { low, high } => Some((low, high)),
            Unknown => None,
        }
    }

    /// Whether it certainly varies or is certainly constant; none if undecided.
    pub(super) fn moves(&self) -> Option<bool> {
        match self.0 {
            Exact(..) | Still(_) => Some(false),
            Line { from, to } => (from.is_surely_below(to) || to.is_surely_below(from)).then_some(true),
            Within { .. } => Some(true),
            Nearly { .. } | Nonlinear { .. } | MaybeLinear { .. } | Unknown => None,
        }
    }

    /// Whether it is certainly constant.
    pub(super) fn is_still(&self) -> bool {
        self.moves() == Some(false)
    }

    /// Its value, if it is constant.
    pub(super) fn constant(&self) -> Option<Ball> {
        match self.0 {
            Exact(_, value) | Still(value) => Some(value),
            Line { .. } | Nearly { .. } | Within { .. } | Nonlinear { .. } | MaybeLinear { .. } | Unknown => None,
        }
    }

    /// Whether it is zero throughout.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self.0, Exact(_, value) if value.is_nothing())
    }
}

/// A constant.
impl From<Ball> for Bounds {
    fn from(value: Ball) -> Bounds {
        Bounds(Still(value))
    }
}

impl From<KnownValue> for Bounds {
    fn from(known: KnownValue) -> Bounds {
        Bounds(known)
    }
}

/// A line, or a constant if its ends are equal.
pub(super) fn line(from: Ball, to: Ball) -> KnownValue {
    if from.is_surely(to) { known_number(from) } else { Line { from, to } }
}

/// A constant.
pub(super) fn known_number(value: Ball) -> KnownValue {
    value.decimal().map_or(Still(value), |decimal| Exact(decimal, value))
}

/// Bounds, or a constant if they are equal.
pub(super) fn within(low: Ball, high: Ball) -> KnownValue {
    if low.is_surely_below(high) {
        Within { low, high }
    } else if low.is_surely(high) {
        known_number(low)
    } else {
        MaybeLinear { low, high }
    }
}

//! What is known of an exact interval.

use crate::arithmetic::Number;
use crate::ball::Ball;
use rust_decimal::Decimal;

/// What is known of the interval that a figure is while one input runs over the half-open interval (a, b].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds(pub(super) Known);

/// What is known of an exact interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Known {
    /// It does not move, and is this.
    Exact(Decimal, Ball),
    /// It does not move.
    Still(Ball),
    /// It is linear, with these ends: the limit just after a, and the value at b.
    Line { from: Ball, to: Ball },
    /// It is within these ends' errors of a line between them all along, though it may be no line: where two lines meet at
    /// an end, as far as floats can tell, the smaller of them may be the one or, for a little, the other.
    Nearly { from: Ball, to: Ball },
    /// It is not linear, and lies within these bounds, as near to each other as exact ones.
    Within { low: Ball, high: Ball },
    /// It is not linear, and lies within these bounds, which exact ones may lie within.
    Bent { low: Ball, high: Ball },
    /// It may be linear or not, and lies between the least that one may be and the most that the other may be.
    Loose { low: Ball, high: Ball },
    /// Nothing.
    Unknown,
}

use Known::{Bent, Exact, Line, Loose, Nearly, Still, Unknown, Within};

impl Bounds {
    /// An input that runs from just after the first value to the second.
    #[must_use]
    pub fn linear(from: Decimal, to: Decimal) -> Bounds {
        if from == to { Bounds::of(from) } else { line(Ball::exactly(from), Ball::exactly(to)).into() }
    }

    /// The limit just after a and the value at b, where it is straight.
    pub(super) fn ends(&self) -> Option<(Ball, Ball)> {
        match self.0 {
            Exact(_, value) | Still(value) => Some((value, value)),
            Line { from, to } | Nearly { from, to } => Some((from, to)),
            Within { .. } | Bent { .. } | Loose { .. } | Unknown => None,
        }
    }

    /// The least and the most that it is known to be.
    pub(crate) fn limits(&self) -> Option<(Ball, Ball)> {
        match self.0 {
            Exact(_, value) | Still(value) => Some((value, value)),
            Line { from, to } | Nearly { from, to } => Some(from.ordered(to)),
            Within { low, high } | Bent { low, high } | Loose { low, high } => Some((low, high)),
            Unknown => None,
        }
    }

    /// Whether it surely does not move, or surely does; none where a line may or may not.
    pub(super) fn moves(&self) -> Option<bool> {
        match self.0 {
            Exact(..) | Still(_) => Some(false),
            Line { from, to } => (from.is_surely_below(to) || to.is_surely_below(from)).then_some(true),
            Within { .. } => Some(true),
            Nearly { .. } | Bent { .. } | Loose { .. } | Unknown => None,
        }
    }

    /// Whether it surely does not move.
    pub(super) fn is_still(&self) -> bool {
        self.moves() == Some(false)
    }

    /// The number that it is, if it does not move.
    pub(super) fn constant(&self) -> Option<Ball> {
        match self.0 {
            Exact(_, value) | Still(value) => Some(value),
            Line { .. } | Nearly { .. } | Within { .. } | Bent { .. } | Loose { .. } | Unknown => None,
        }
    }

    /// Whether it is zero throughout.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self.0, Exact(_, value) if value.is_nothing())
    }
}

/// What does not move.
impl From<Ball> for Bounds {
    fn from(value: Ball) -> Bounds {
        Bounds(Still(value))
    }
}

impl From<Known> for Bounds {
    fn from(known: Known) -> Bounds {
        Bounds(known)
    }
}

/// A line, or a number if its ends are one.
pub(super) fn line(from: Ball, to: Ball) -> Known {
    if from.is_surely(to) { known_number(from) } else { Line { from, to } }
}

/// A number that does not move.
pub(super) fn known_number(value: Ball) -> Known {
    value.decimal().map_or(Still(value), |decimal| Exact(decimal, value))
}

/// Between bounds that are one number if they are the same.
pub(super) fn within(low: Ball, high: Ball) -> Known {
    if low.is_surely_below(high) {
        Within { low, high }
    } else if low.is_surely(high) {
        known_number(low)
    } else {
        Loose { low, high }
    }
}

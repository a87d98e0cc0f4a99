//! What is sure of an [`Interval`](crate::Interval) in binary floating point: the same lines and bounds, each number with a
//! proven error, so that exact intervals are worked out only where these cannot tell.

mod counted;
#[cfg(test)]
mod tests;

use crate::arithmetic::{Number, Trouble};
use crate::ball::Ball;
use crate::formula::Binary;
use crate::interval::Sure;
use crate::number;
use rust_decimal::Decimal;

/// What is known of the interval that a figure is while one input runs over the half-open interval (a, b].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds(Known);

/// What is known of an exact interval.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
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
    /// It may be linear or not, and lies between the least that one may be and the most that the other may be.
    Loose { low: Ball, high: Ball },
    /// Nothing.
    Unknown,
}

use Known::{Exact, Line, Loose, Nearly, Still, Unknown, Within};

impl Bounds {
    /// An input that runs from just after the first value to the second.
    #[must_use]
    pub fn linear(from: Decimal, to: Decimal) -> Bounds {
        if from == to { Bounds::of(from) } else { line(Ball::exactly(from), Ball::exactly(to)).into() }
    }

    fn ends(&self) -> Option<(Ball, Ball)> {
        match self.0 {
            Exact(_, value) | Still(value) => Some((value, value)),
            Line { from, to } | Nearly { from, to } => Some((from, to)),
            Within { .. } | Loose { .. } | Unknown => None,
        }
    }

    /// The least and the most that it is known to be.
    fn limits(&self) -> Option<(Ball, Ball)> {
        match self.0 {
            Exact(_, value) | Still(value) => Some((value, value)),
            Line { from, to } | Nearly { from, to } => Some((from.smaller(to), from.larger(to))),
            Within { low, high } | Loose { low, high } => Some((low, high)),
            Unknown => None,
        }
    }

    /// Whether it surely does not move, or surely does; none where a line may or may not.
    fn moves(&self) -> Option<bool> {
        match self.0 {
            Exact(..) | Still(_) => Some(false),
            Line { from, to } => (from.is_surely_below(to) || to.is_surely_below(from)).then_some(true),
            Within { .. } => Some(true),
            Nearly { .. } | Loose { .. } | Unknown => None,
        }
    }

    fn is_still(&self) -> bool {
        self.moves() == Some(false)
    }

    /// The number that it is, if it does not move.
    fn constant(&self) -> Option<Ball> {
        match self.0 {
            Exact(_, value) | Still(value) => Some(value),
            Line { .. } | Nearly { .. } | Within { .. } | Loose { .. } | Unknown => None,
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self.0, Exact(_, value) if value.is_nothing())
    }

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

    /// What is sure of this less another, where 10^-18 of the larger one is nothing.
    #[must_use]
    pub fn beside(&self, other: &Bounds) -> Option<Sure> {
        let size = |of: &Bounds| of.limits().map(|(low, high)| low.larger(low.negated()).larger(high));
        let negligible = size(self)?.larger(size(other)?).times(Ball::near(2e-18));
        arithmetic(Binary::Subtract, self, other).beyond(negligible)
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
            Exact(..) | Still(_) | Nearly { .. } | Loose { .. } | Unknown => None,
        }
    }

    /// A share of the least that it may be, if that is above zero: what of it is nothing.
    #[must_use]
    pub fn share_of_least(&self, share: Decimal) -> Bounds {
        let least = match self.0 {
            Exact(..) | Still(_) | Line { .. } | Within { .. } => self.limits().map(|(low, _)| low),
            Nearly { .. } | Loose { .. } | Unknown => None,
        };
        let share = least.map(|least| least.larger(Ball::NOTHING).times(Ball::exactly(share)));
        share.and_then(Ball::kept).map_or(Unknown, Still).into()
    }

    /// A function that never falls, or does so only with its argument's bounds.
    fn monotone(&self, function: impl Fn(Ball) -> Option<Ball>) -> Bounds {
        let of = |ball: Ball| function(ball).and_then(Ball::kept);
        let known = || match self.0 {
            Exact(_, value) | Still(value) => of(value).map(Still),
            Line { .. } | Nearly { .. } | Within { .. } | Loose { .. } | Unknown => {
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

impl From<Known> for Bounds {
    fn from(known: Known) -> Bounds {
        Bounds(known)
    }
}

fn line(from: Ball, to: Ball) -> Known {
    if from.is_surely(to) { known_number(from) } else { Line { from, to } }
}

/// A number that does not move.
fn known_number(value: Ball) -> Known {
    value.decimal().map_or(Still(value), |decimal| Exact(decimal, value))
}

/// Between bounds that are one number if they are the same.
fn within(low: Ball, high: Ball) -> Known {
    if low.is_surely_below(high) {
        Within { low, high }
    } else if low.is_surely(high) {
        known_number(low)
    } else {
        Loose { low, high }
    }
}

/// What comes of two straight lines.
enum Straight {
    /// A line, or what is known of it.
    Is(Known),
    /// No line.
    IsNot,
    /// A line or none.
    MayBe,
}

/// Which of two lines lies below the other, where one does at both ends.
fn order((a0, a1): (Ball, Ball), (b0, b1): (Ball, Ball)) -> Order {
    if a0.is_surely_at_most(b0) && a1.is_surely_at_most(b1) {
        Order::Below
    } else if b0.is_surely_at_most(a0) && b1.is_surely_at_most(a1) {
        Order::Above
    } else if a0.is_surely_below(b0) && b1.is_surely_below(a1) || b0.is_surely_below(a0) && a1.is_surely_below(b1) {
        Order::Cross
    } else if b0.is_surely_below(a0) || b1.is_surely_below(a1) {
        Order::MeetAbove
    } else {
        Order::MeetBelow
    }
}

#[derive(Clone, Copy)]
enum Order {
    Below,
    Above,
    Cross,
    /// The first is below the other or meets it at an end, as far as floats can tell.
    MeetBelow,
    /// The first is above the other or meets it.
    MeetAbove,
}

/// What comes of two lines that meet at an end: one of them but for as much as the other may be beyond it there.
fn met(binary: Binary, order: Order, a: &Bounds, b: &Bounds) -> Option<Straight> {
    let ((a0, a1), (b0, b1)) = (a.ends()?, b.ends()?);
    let first = matches!((binary, order), (Binary::Minimum, Order::MeetBelow) | (Binary::Maximum, Order::MeetAbove));
    let nearly = |from: Ball, to: Ball| Some(Straight::Is(Nearly { from: from.kept()?, to: to.kept()? }));
    match binary {
        Binary::Minimum | Binary::Maximum => {
            let of = |line: Ball, other: Ball| line.blurred_by_meeting(other);
            if first { nearly(of(a0, b0), of(a1, b1)) } else { nearly(of(b0, a0), of(b1, a1)) }
        }
        Binary::PositivePart => {
            let rest = |a: Ball, b: Ball| a.positive_part_over(b).blurred_by_itself();
            nearly(rest(a0, b0), rest(a1, b1))
        }
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide => Some(Straight::MayBe),
    }
}

/// Arithmetic of two straight lines.
fn straight(binary: Binary, a: &Bounds, b: &Bounds) -> Option<Straight> {
    let (Some((a0, a1)), Some((b0, b1))) = (a.ends(), b.ends()) else { return Some(Straight::IsNot) };
    let is_linear = match binary {
        Binary::Add | Binary::Subtract => Some(true),
        Binary::Multiply => match (a.moves(), b.moves()) {
            (Some(false), _) | (_, Some(false)) => Some(true),
            (Some(true), Some(true)) => Some(false),
            (None, _) | (_, None) => None,
        },
        Binary::Divide => b.moves().map(|moves| !moves),
        Binary::Minimum | Binary::Maximum | Binary::PositivePart if a.is_still() && b.is_still() => Some(true),
        Binary::Minimum | Binary::Maximum | Binary::PositivePart => {
            let order = order((a0, a1), (b0, b1));
            return Some(match (binary, order) {
                (Binary::Minimum, Order::Below) | (Binary::Maximum, Order::Above) => Straight::Is(a.0),
                (Binary::Minimum, Order::Above) | (Binary::Maximum, Order::Below) => Straight::Is(b.0),
                (_, Order::Below) => Straight::Is(known_number(Ball::NOTHING)),
                (_, Order::Above) => Straight::Is(ends(binary, a, b)?),
                // what is left over of a part of the line is nothing, so that it may still be one
                (Binary::PositivePart, Order::Cross) if !cross_by_more((a0, a1), (b0, b1)) => Straight::MayBe,
                (_, Order::Cross) => Straight::IsNot,
                (_, Order::MeetBelow | Order::MeetAbove) => met(binary, order, a, b)?,
            });
        }
    };
    Some(match is_linear {
        Some(true) => Straight::Is(ends(binary, a, b)?),
        Some(false) => Straight::IsNot,
        None => Straight::MayBe,
    })
}

/// Whether two lines cross by more than what is left over of either.
fn cross_by_more((a0, a1): (Ball, Ball), (b0, b1): (Ball, Ball)) -> bool {
    // a blur is more than what is left over
    let is_below = |a: Ball, b: Ball| a.blurred(0.0).is_surely_below(b);
    is_below(a0, b0) && is_below(b1, a1) || is_below(b0, a0) && is_below(a1, b1)
}

/// The line between what comes of the ends of two.
fn ends(binary: Binary, a: &Bounds, b: &Bounds) -> Option<Known> {
    if let (Exact(a, _), Exact(b, _)) = (a.0, b.0) {
        return <Decimal as Number>::binary(binary, &a, &b).ok().map(|value| Bounds::of(value).0);
    }
    if binary == Binary::Multiply && (a.is_nothing() || b.is_nothing()) {
        return Some(known_number(Ball::NOTHING));
    }
    let ((a0, a1), (b0, b1)) = (a.ends()?, b.ends()?);
    let from = a0.binary(binary, b0)?;
    if a.is_still() && b.is_still() {
        return Some(Still(from));
    }
    let to = a1.binary(binary, b1)?;
    let is_nearly = matches!((a.0, b.0), (Nearly { .. }, _) | (_, Nearly { .. }));
    Some(if is_nearly { Nearly { from, to } } else { line(from, to) })
}

/// Bounds of what comes of two numbers.
fn bounded(binary: Binary, a: &Bounds, b: &Bounds) -> Option<(Ball, Ball)> {
    let ((a0, a1), (b0, b1)) = (a.limits()?, b.limits()?);
    let end = |a: Ball, b: Ball| a.binary(binary, b);
    Some(match binary {
        Binary::Add | Binary::Minimum | Binary::Maximum => (end(a0, b0)?, end(a1, b1)?),
        Binary::Subtract | Binary::PositivePart => (end(a0, b1)?, end(a1, b0)?),
        Binary::Divide if !(Ball::NOTHING.is_surely_below(b0) || b1.is_surely_below(Ball::NOTHING)) => return None,
        Binary::Multiply | Binary::Divide => {
            let corners = [end(a0, b1)?, end(a1, b0)?, end(a1, b1)?];
            let first = end(a0, b0)?;
            (corners.into_iter().fold(first, Ball::smaller), corners.into_iter().fold(first, Ball::larger))
        }
    })
}

fn arithmetic(binary: Binary, a: &Bounds, b: &Bounds) -> Bounds {
    let known = || match straight(binary, a, b)? {
        Straight::Is(known) => Some(known),
        Straight::MayBe => bounded(binary, a, b).map(|(low, high)| Loose { low, high }),
        Straight::IsNot => hidden(binary, a, b).or_else(|| {
            let (low, high) = bounded(binary, a, b)?;
            let is_loose = |of: &Bounds| matches!(of.0, Loose { .. } | Nearly { .. });
            let is_loose = is_loose(a) || is_loose(b);
            Some(if is_loose { Loose { low, high } } else { within(low, high) })
        }),
    };
    known().unwrap_or(Unknown).into()
}

/// A number that does not move and hides another that always lies above it, or below.
fn hidden(binary: Binary, a: &Bounds, b: &Bounds) -> Option<Known> {
    let hides = |still: &Bounds, other: &Bounds| {
        let (value, (low, high)) = (still.constant()?, other.limits()?);
        let hides = match binary {
            Binary::Minimum => value.is_surely_at_most(low),
            Binary::Maximum => high.is_surely_at_most(value),
            Binary::Multiply => value.is_nothing(),
            Binary::Add | Binary::Subtract | Binary::Divide | Binary::PositivePart => false,
        };
        hides.then_some(still.0)
    };
    hides(a, b).or_else(|| hides(b, a))
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
            Line { from, to } if from.is_surely_below(to) => within(from.floor().plus(one), to.ceil()),
            Line { from, to } if to.is_surely_below(from) => within(to.ceil(), from.ceil()),
            Line { from, to } => {
                let (first, last) = (from.ceil(), to.ceil());
                Loose { low: first.smaller(last), high: first.larger(last).larger(from.floor().plus(one)) }
            }
            Within { low, high } => within(low.ceil(), high.ceil()),
            Nearly { from, to } => Loose { low: from.smaller(to).ceil(), high: from.larger(to).ceil() },
            Loose { low, high } => Loose { low: low.ceil(), high: high.ceil() },
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
            Nearly { .. } | Loose { .. } => {
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
            (_, Still(_) | Line { .. } | Nearly { .. } | Within { .. } | Loose { .. } | Unknown) => {
                self.monotone(|base| Some(base.power(exponent)))
            }
        })
    }

    fn root(&self, degree: u8) -> Result<Self, Trouble> {
        Ok(match self.0 {
            Exact(value, _) => Number::root(&value, degree).map_or(Unknown.into(), Bounds::of),
            Still(_) | Line { .. } | Nearly { .. } | Within { .. } | Loose { .. } | Unknown => {
                self.monotone(|of| of.root(degree))
            }
        })
    }

    fn exact(&self) -> Option<Decimal> {
        match self.0 {
            Exact(value, _) => Some(value),
            Still(_) | Line { .. } | Nearly { .. } | Within { .. } | Loose { .. } | Unknown => None,
        }
    }
}

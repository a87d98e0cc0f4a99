//! Operations on two bounds: a line if both are linear and the result is, otherwise bounds from their bounds.

use super::known::{Bounds, KnownValue, known_number, line, within};
use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::formula::Binary;
use rust_decimal::Decimal;

use KnownValue::{Exact, MaybeLinear, Nearly, Nonlinear, Still, Unknown, Within};

/// Bounds of the result of an operation.
pub(super) fn arithmetic(binary: Binary, a: &Bounds, b: &Bounds) -> Bounds {
    let known = || match straight(binary, a, b)? {
        Straight::Is(known) => Some(known),
        Straight::MayBe => bounded(binary, a, b).map(|(low, high)| MaybeLinear { low, high }),
        Straight::IsNot => hidden(binary, a, b).or_else(|| {
            let (low, high) = bounded(binary, a, b)?;
            let is_loose = |of: &Bounds| matches!(of.0, Nonlinear { .. } | MaybeLinear { .. } | Nearly { .. });
            Some(match is_loose(a) || is_loose(b) {
                true if stays_bent(binary, a, b) => Nonlinear { low, high },
                true => MaybeLinear { low, high },
                false => within(low, high),
            })
        }),
    };
    known().unwrap_or(Unknown).into()
}

/// Whether the result is certainly nonlinear because an operand is.
fn stays_bent(binary: Binary, a: &Bounds, b: &Bounds) -> bool {
    let is_bent = |of: &Bounds| matches!(of.0, Within { .. } | Nonlinear { .. });
    let is_something = |of: &Bounds| of.constant().and_then(Ball::is_something) == Some(true);
    match binary {
        Binary::Add | Binary::Subtract => is_bent(a) || is_bent(b),
        Binary::Multiply => is_bent(a) && is_something(b) || is_something(a) && is_bent(b),
        Binary::Divide => is_bent(a) && is_something(b),
        Binary::Minimum | Binary::Maximum | Binary::PositivePart => false,
    }
}

/// Result of an operation on two lines.
enum Straight {
    /// Linear, or otherwise known.
    Is(KnownValue),
    /// Nonlinear.
    IsNot,
    /// Possibly linear.
    MayBe,
}

/// Order of two lines, from both ends.
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
    /// The first is below the other, or meets it at an end as far as floating point can tell.
    MeetBelow,
    /// The first is above the other, or meets it.
    MeetAbove,
}

/// Result for two lines that meet at an end: one of them, with its error increased by as much as the other may be
/// beyond it there.
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

/// An operation on two lines.
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
                // the result is zero on the part of the line within the residue of divisions, so it may still be linear
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

/// Whether two lines cross by more than the residue of divisions in either.
fn cross_by_more((a0, a1): (Ball, Ball), (b0, b1): (Ball, Ball)) -> bool {
    // blurring adds more than the residue
    let is_below = |a: Ball, b: Ball| a.blurred(0.0).is_surely_below(b);
    is_below(a0, b0) && is_below(b1, a1) || is_below(b0, a0) && is_below(a1, b1)
}

/// The line between the results at both ends.
fn ends(binary: Binary, a: &Bounds, b: &Bounds) -> Option<KnownValue> {
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

/// Bounds of the result from bounds of the operands.
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

/// A constant that hides another figure, which always lies above it or below it.
fn hidden(binary: Binary, a: &Bounds, b: &Bounds) -> Option<KnownValue> {
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

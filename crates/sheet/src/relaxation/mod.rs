//! Linear relaxation: a plane below and a plane above a figure while several integers run over a box.
//!
//! Sums of figures that rise in one integer and fall in another keep their slopes this way, so that the bound of a sum
//! is as tight as its figures are linear. If no integer varies, a relaxation is an exact value.

mod plane;
mod units;

pub use plane::{DIMENSIONS, Planes};

use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::formula::Binary;
use crate::number;
use plane::{Plane, wider};
use rust_decimal::Decimal;

/// A figure over a box of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relaxation {
    /// Constant.
    Fixed(Decimal),
    /// Between two planes.
    Moving(Box<Planes>),
    /// Unknown: it may divide by zero or exceed all bounds somewhere in the box.
    Unknown,
}

impl Relaxation {
    /// The integer in a dimension of the box, between two values.
    ///
    /// # Panics
    /// If the box has no such dimension.
    #[must_use]
    pub fn input(direction: usize, from: u32, to: u32) -> Relaxation {
        if from >= to {
            return Relaxation::Fixed(Decimal::from(from));
        }
        let (mut rises, mut widths) = ([Decimal::ZERO; DIMENSIONS], [0; DIMENSIONS]);
        rises[direction] = Decimal::from(to - from);
        widths[direction] = to - from;
        let plane = Plane { at: Decimal::from(from), rises };
        let (from, to) = (Decimal::from(from), Decimal::from(to));
        Relaxation::Moving(Box::new(Planes { below: plane, above: plane, from, to, widths }))
    }

    /// Lower and upper bound, if they are known.
    #[must_use]
    pub fn bounds(&self) -> Option<(Decimal, Decimal)> {
        match self {
            Relaxation::Fixed(value) => Some((*value, *value)),
            Relaxation::Moving(moving) => Some((moving.from, moving.to)),
            Relaxation::Unknown => None,
        }
    }

    /// Between two planes and within two values; the tighter of these apply.
    pub(crate) fn between(
        below: Plane,
        above: Plane,
        (from, to): (Decimal, Decimal),
        widths: [u32; DIMENSIONS],
    ) -> Option<Relaxation> {
        let (from, to) = (from.max(below.least()?), to.min(above.greatest()?));
        // rounding may reverse the order of the bounds
        let to = to.max(from);
        Some(if from == to {
            Relaxation::Fixed(from)
        } else {
            Relaxation::Moving(Box::new(Planes { below, above, from, to, widths }))
        })
    }

    /// Between two values.
    pub(crate) fn within(from: Decimal, to: Decimal) -> Option<Relaxation> {
        Relaxation::between(Plane::flat(from), Plane::flat(to), (from, to), [0; DIMENSIONS])
    }

    pub(crate) fn moving(&self) -> Option<Planes> {
        match self {
            Relaxation::Fixed(value) => Some(Planes::flat(*value)),
            Relaxation::Moving(moving) => Some((**moving).clone()),
            Relaxation::Unknown => None,
        }
    }

    fn combined(binary: Binary, a: &Relaxation, b: &Relaxation) -> Option<Relaxation> {
        if let (Relaxation::Fixed(a), Relaxation::Fixed(b)) = (a, b) {
            return <Decimal as Number>::binary(binary, a, b).ok().map(Relaxation::Fixed);
        }
        let nothing = || Relaxation::Fixed(Decimal::ZERO);
        match (binary, a, b) {
            (Binary::Multiply, Relaxation::Fixed(factor), of) | (Binary::Multiply, of, Relaxation::Fixed(factor)) => {
                scaled(&of.moving()?, *factor, Plane::times, Decimal::checked_mul)
            }
            (Binary::Divide, of, Relaxation::Fixed(divisor)) if !divisor.is_zero() => {
                scaled(&of.moving()?, *divisor, Plane::over, Decimal::checked_div)
            }
            (Binary::Add, _, _) => sum(&a.moving()?, &b.moving()?),
            (Binary::Subtract, _, _) => difference(&a.moving()?, &b.moving()?),
            (Binary::Multiply, _, _) => product(&a.moving()?, &b.moving()?),
            (Binary::Divide, _, _) => quotient(&a.moving()?, &b.moving()?),
            (Binary::Maximum, _, _) => maximum(&a.moving()?, &b.moving()?),
            (Binary::Minimum, _, _) => {
                let minus = |of: &Relaxation| difference(&Planes::flat(Decimal::ZERO), &of.moving()?);
                let larger = maximum(&minus(a)?.moving()?, &minus(b)?.moving()?)?;
                minus(&larger)
            }
            (Binary::PositivePart, _, _) => {
                let difference = difference(&a.moving()?, &b.moving()?)?;
                maximum(&difference.moving()?, &nothing().moving()?)
            }
        }
    }

    /// A function that never decreases.
    fn monotone(&self, of: impl Fn(Decimal) -> Option<Decimal>) -> Relaxation {
        let known = || match self {
            Relaxation::Fixed(value) => of(*value).map(Relaxation::Fixed),
            Relaxation::Moving(moving) => Relaxation::within(of(moving.from)?, of(moving.to)?),
            Relaxation::Unknown => None,
        };
        known().unwrap_or(Relaxation::Unknown)
    }
}

fn sum(a: &Planes, b: &Planes) -> Option<Relaxation> {
    let bounds = (a.from.checked_add(b.from)?, a.to.checked_add(b.to)?);
    Relaxation::between(a.below.plus(&b.below)?, a.above.plus(&b.above)?, bounds, wider(&a.widths, &b.widths))
}

fn difference(a: &Planes, b: &Planes) -> Option<Relaxation> {
    let bounds = (a.from.checked_sub(b.to)?, a.to.checked_sub(b.from)?);
    Relaxation::between(a.below.minus(&b.above)?, a.above.minus(&b.below)?, bounds, wider(&a.widths, &b.widths))
}

/// Product with or quotient by an exact number.
fn scaled(
    of: &Planes,
    by: Decimal,
    plane: fn(&Plane, Decimal) -> Option<Plane>,
    value: fn(Decimal, Decimal) -> Option<Decimal>,
) -> Option<Relaxation> {
    let (below, above) = (plane(&of.below, by)?, plane(&of.above, by)?);
    let (from, to) = (value(of.from, by)?, value(of.to, by)?);
    if by.is_sign_negative() {
        Relaxation::between(above, below, (to, from), of.widths)
    } else {
        Relaxation::between(below, above, (from, to), of.widths)
    }
}

/// A plane below or above `factor` times a figure.
fn times(of: &Planes, factor: Decimal, side: Side) -> Option<Plane> {
    let below = match side {
        Side::Below => !factor.is_sign_negative(),
        Side::Above => factor.is_sign_negative(),
    };
    if below { of.below.times(factor) } else { of.above.times(factor) }
}

#[derive(Clone, Copy)]
enum Side {
    Below,
    Above,
}

/// a · b lies above `a0·b + b0·a − a0·b0` at the corners of their bounds, and below it across them: G. P. `McCormick`,
/// Computability of global solutions to factorable nonconvex programs, Mathematical Programming 10 (1976).
fn product(a: &Planes, b: &Planes) -> Option<Relaxation> {
    let corner = |x: Decimal, y: Decimal| x.checked_mul(y);
    let corners = [corner(a.from, b.from)?, corner(a.from, b.to)?, corner(a.to, b.from)?, corner(a.to, b.to)?];
    let bounds = (*corners.iter().min()?, *corners.iter().max()?);
    let plane = |of_b: Decimal, of_a: Decimal, side| {
        let sum = times(b, of_b, side)?.plus(&times(a, of_a, side)?)?;
        sum.raised(-corner(of_b, of_a)?)
    };
    let below = [plane(a.from, b.from, Side::Below)?, plane(a.to, b.to, Side::Below)?];
    let above = [plane(a.to, b.from, Side::Above)?, plane(a.from, b.to, Side::Above)?];
    let below = below.into_iter().max_by_key(Plane::middle)?;
    let above = above.into_iter().min_by_key(Plane::middle)?;
    Relaxation::between(below, above, bounds, wider(&a.widths, &b.widths))
}

fn quotient(a: &Planes, b: &Planes) -> Option<Relaxation> {
    if b.from <= Decimal::ZERO && b.to >= Decimal::ZERO {
        return None;
    }
    let corner = |x: Decimal, y: Decimal| x.checked_div(y);
    let corners = [corner(a.from, b.from)?, corner(a.from, b.to)?, corner(a.to, b.from)?, corner(a.to, b.to)?];
    Relaxation::within(*corners.iter().min()?, *corners.iter().max()?)
}

/// Maximum of two: above each of them, and below the chord over the range of their difference.
fn maximum(a: &Planes, b: &Planes) -> Option<Relaxation> {
    let widths = wider(&a.widths, &b.widths);
    let whole = |of: &Planes| Relaxation::between(of.below, of.above, (of.from, of.to), widths);
    if a.from >= b.to || a.below.minus(&b.above)?.least()? >= Decimal::ZERO {
        return whole(a);
    }
    if b.from >= a.to || b.below.minus(&a.above)?.least()? >= Decimal::ZERO {
        return whole(b);
    }
    let below = if a.below.middle()? >= b.below.middle()? { a.below } else { b.below };
    let ahead = a.above.minus(&b.above)?;
    let (least, greatest) = (ahead.least()?, ahead.greatest()?);
    let above = if least >= Decimal::ZERO {
        a.above
    } else if greatest <= Decimal::ZERO {
        b.above
    } else {
        let share = greatest / (greatest - least);
        b.above.plus(&ahead.raised(-least)?.times(share)?)?
    };
    Relaxation::between(below, above, (a.from.max(b.from), a.to.max(b.to)), widths)
}

/// A plane below or above the ceiling of a plane: the plane itself, raised to its ceiling if it keeps its distance to
/// integers, or by at most one.
fn whole(plane: &Plane, widths: &[u32; DIMENSIONS], side: Side) -> Option<Plane> {
    if plane.keeps(Decimal::ONE, widths) {
        return Some(Plane { at: number::ceil(plane.at), rises: plane.rises });
    }
    match side {
        Side::Below => Some(*plane),
        Side::Above => plane.raised(Decimal::ONE),
    }
}

impl Number for Relaxation {
    fn of(value: Decimal) -> Self {
        Relaxation::Fixed(value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        Ok(Relaxation::combined(binary, a, b).unwrap_or(Relaxation::Unknown))
    }

    fn ceil(&self) -> Self {
        let known = || match self {
            Relaxation::Fixed(value) => Some(Relaxation::Fixed(number::ceil(*value))),
            Relaxation::Moving(moving) => Relaxation::between(
                whole(&moving.below, &moving.widths, Side::Below)?,
                whole(&moving.above, &moving.widths, Side::Above)?,
                (number::ceil(moving.from), number::ceil(moving.to)),
                moving.widths,
            ),
            Relaxation::Unknown => None,
        };
        known().unwrap_or(Relaxation::Unknown)
    }

    fn any(&self) -> Self {
        let (nothing, something) = (Decimal::ZERO, Decimal::ONE);
        match self.bounds() {
            Some((from, _)) if number::is_something(from) => Relaxation::Fixed(something),
            Some((_, to)) if !number::is_something(to) => Relaxation::Fixed(nothing),
            // a nonnegative figure divided by its upper bound is at most the result
            Some((from, to)) => {
                let of_largest = || match self {
                    Relaxation::Moving(moving) if from >= nothing => {
                        let above = Plane::flat(something);
                        Relaxation::between(moving.below.over(to)?, above, (nothing, something), moving.widths)
                    }
                    Relaxation::Moving(_) | Relaxation::Fixed(_) | Relaxation::Unknown => None,
                };
                of_largest().or_else(|| Relaxation::within(nothing, something)).unwrap_or(Relaxation::Unknown)
            }
            None => Relaxation::within(nothing, something).unwrap_or(Relaxation::Unknown),
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind> {
        Ok(match exponent {
            0 => Relaxation::Fixed(Decimal::ONE),
            1 => self.clone(),
            // bases are 1 + growth, or a discount factor: never negative, so powers rise with them
            _ => self.monotone(|base| Number::power(&base, exponent).ok()),
        })
    }

    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        Ok(self.monotone(|value| Number::root(&value, degree).ok()))
    }

    fn exact(&self) -> Option<Decimal> {
        match self {
            Relaxation::Fixed(value) => Some(*value),
            Relaxation::Moving(_) | Relaxation::Unknown => None,
        }
    }
}

//! Linear functions over a box of integers, and figures between two of them.

use crate::number;
use rust_decimal::Decimal;

/// Number of dimensions of a box.
pub const DIMENSIONS: usize = 5;

/// A linear function over the box: its value at the least corner, and its rise from there to the other end in each
/// dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plane {
    pub at: Decimal,
    pub rises: [Decimal; DIMENSIONS],
}

impl Plane {
    pub(crate) fn flat(at: Decimal) -> Plane {
        Plane { at, rises: [Decimal::ZERO; DIMENSIONS] }
    }

    fn each(&self, of: impl Fn(Decimal) -> Option<Decimal>) -> Option<Plane> {
        let mut plane = Plane::flat(of(self.at)?);
        for (rise, own) in plane.rises.iter_mut().zip(self.rises) {
            if !own.is_zero() {
                *rise = of(own)?;
            }
        }
        Some(plane)
    }

    fn with(&self, other: &Plane, of: impl Fn(Decimal, Decimal) -> Option<Decimal>) -> Option<Plane> {
        let mut plane = Plane::flat(of(self.at, other.at)?);
        for (rise, (own, others)) in plane.rises.iter_mut().zip(self.rises.iter().zip(&other.rises)) {
            if !own.is_zero() || !others.is_zero() {
                *rise = of(*own, *others)?;
            }
        }
        Some(plane)
    }

    pub(crate) fn plus(&self, other: &Plane) -> Option<Plane> {
        self.with(other, Decimal::checked_add)
    }

    pub(crate) fn minus(&self, other: &Plane) -> Option<Plane> {
        self.with(other, Decimal::checked_sub)
    }

    pub(crate) fn times(&self, factor: Decimal) -> Option<Plane> {
        self.each(|value| value.checked_mul(factor))
    }

    pub(crate) fn over(&self, divisor: Decimal) -> Option<Plane> {
        self.each(|value| value.checked_div(divisor))
    }

    pub(crate) fn raised(&self, by: Decimal) -> Option<Plane> {
        Some(Plane { at: self.at.checked_add(by)?, rises: self.rises })
    }

    /// Value at the corner where it is least.
    pub(crate) fn least(&self) -> Option<Decimal> {
        let falls = self.rises.iter().filter(|rise| rise.is_sign_negative());
        falls.copied().try_fold(self.at, Decimal::checked_add)
    }

    /// Value at the corner where it is greatest.
    pub(crate) fn greatest(&self) -> Option<Decimal> {
        let rises = self.rises.iter().filter(|rise| rise.is_sign_positive());
        rises.copied().try_fold(self.at, Decimal::checked_add)
    }

    pub(crate) fn middle(&self) -> Option<Decimal> {
        let twice = self.rises.iter().copied().try_fold(self.at.checked_mul(Decimal::TWO)?, Decimal::checked_add)?;
        Some(twice / Decimal::TWO)
    }

    /// Whether it rises by a multiple of `unit` with every step, so that whole units stay whole.
    pub(crate) fn keeps(&self, unit: Decimal, widths: &[u32; DIMENSIONS]) -> bool {
        self.rises.iter().zip(widths).all(|(rise, width)| {
            let steps = unit.checked_mul(Decimal::from(*width)).filter(|steps| !steps.is_zero());
            let units = steps.and_then(|steps| rise.checked_div(steps));
            rise.is_zero() || units.is_some_and(|units| number::ceil(units) == number::floor(units))
        })
    }
}

/// A figure between two planes and two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    pub(crate) below: Plane,
    pub(crate) above: Plane,
    /// Lower bound.
    pub(crate) from: Decimal,
    /// Upper bound.
    pub(crate) to: Decimal,
    /// Width of the box, in steps of one, in each dimension in which the planes rise or fall.
    pub(crate) widths: [u32; DIMENSIONS],
}

impl Planes {
    pub(crate) fn flat(value: Decimal) -> Planes {
        let plane = Plane::flat(value);
        Planes { below: plane, above: plane, from: value, to: value, widths: [0; DIMENSIONS] }
    }

    /// The plane, if both are the same.
    pub(crate) fn plane(&self) -> Option<&Plane> {
        (self.below == self.above).then_some(&self.below)
    }
}

/// Widths of a box in the dimensions in which either of two figures varies.
pub(crate) fn wider(a: &[u32; DIMENSIONS], b: &[u32; DIMENSIONS]) -> [u32; DIMENSIONS] {
    let mut widths = *a;
    widths.iter_mut().zip(b).for_each(|(width, other)| *width = (*width).max(*other));
    widths
}

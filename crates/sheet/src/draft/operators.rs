//! Arithmetic of figures. Mismatched units are a bug of the model and panic at the line that causes it.

use super::Figure;
use crate::formula::{Binary, Formula, Source};
use crate::unit::Unit;
use std::ops::{Add, Div, Mul, Sub};

impl<'s> Figure<'s> {
    #[track_caller]
    fn binary(self, binary: Binary, other: Figure<'s>) -> Figure<'s> {
        let (a, b, wide) = {
            let rows = self.draft.rows.borrow();
            let (a, b) = (&rows[self.id.index()], &rows[other.id.index()]);
            (a.unit, b.unit, a.wide || b.wide)
        };
        let unit = match binary {
            Binary::Multiply => a.times(b),
            Binary::Divide => a.per(b),
            Binary::Add | Binary::Subtract | Binary::Minimum | Binary::Maximum | Binary::PositivePart => {
                assert_eq!(a, b, "{binary:?} of different units");
                a
            }
        };
        self.draft.add(Formula::Binary(binary, self.id, other.id), unit, wide, &[])
    }

    /// Minimum of both.
    #[track_caller]
    #[must_use]
    pub fn min(self, other: Figure<'s>) -> Self {
        self.binary(Binary::Minimum, other)
    }

    /// Maximum of both.
    #[track_caller]
    #[must_use]
    pub fn max(self, other: Figure<'s>) -> Self {
        self.binary(Binary::Maximum, other)
    }

    /// Positive part of the difference to another: `max(0, a − b)`. Up to 10^-20 of a, the residue of divisions, it is
    /// zero, so that a test for zero is reliable.
    #[track_caller]
    #[must_use]
    pub fn positive_part_over(self, other: Figure<'s>) -> Self {
        self.binary(Binary::PositivePart, other)
    }

    /// Smallest integer that is not below.
    #[must_use]
    pub fn ceil(self) -> Self {
        self.draft.add(Formula::Ceil(self.id), self.unit(), self.is_row(), &[])
    }

    /// Largest integer that is not above: `−ceil(−a)`.
    #[must_use]
    pub fn floor(self) -> Self {
        let zero = self.draft.constant(0, self.unit(), "");
        zero.binary(Binary::Subtract, zero.binary(Binary::Subtract, self).ceil())
    }

    /// 1 if it is above zero, 0 otherwise.
    #[must_use]
    pub fn any(self) -> Self {
        self.draft.add(Formula::Any(self.id), Unit::ONE, self.is_row(), &[])
    }

    /// Power with an exponent that is a constant or a calendar row of integers.
    ///
    /// # Panics
    /// If the base or the exponent has a unit, or the exponent is not such a leaf: a bug of the model.
    #[track_caller]
    #[must_use]
    pub fn power(self, exponent: Figure<'s>) -> Self {
        assert_eq!(self.unit(), Unit::ONE, "the base of a power has no unit");
        assert_eq!(exponent.unit(), Unit::ONE, "an exponent has no unit");
        let leaf = matches!(
            self.draft.rows.borrow()[exponent.id.0 as usize].formula,
            Formula::Leaf(Source::Constant(_) | Source::Calendar(_))
        );
        assert!(leaf, "an exponent is a constant or a calendar row");
        self.draft.add(Formula::Power(self.id, exponent.id), Unit::ONE, self.wide(exponent), &[])
    }

    /// Square root.
    ///
    /// # Panics
    /// If it has a unit: a bug of the model.
    #[track_caller]
    #[must_use]
    pub fn square_root(self) -> Self {
        assert_eq!(self.unit(), Unit::ONE, "the argument of a root has no unit");
        self.draft.add(Formula::Root(self.id, 2), Unit::ONE, self.is_row(), &[])
    }

    /// Σ of `self^m` over the first `months` months, a constant number.
    #[must_use]
    pub fn series(self, months: u32) -> Self {
        let count = self.draft.constant(months, Unit::ONE, "n");
        self.draft.add(Formula::Series(self.id, count.id), Unit::ONE, self.is_row(), &[])
    }

    /// Twelfth root.
    #[must_use]
    pub fn twelfth_root(self) -> Self {
        self.draft.add(Formula::Root(self.id, 12), Unit::ONE, self.is_row(), &[])
    }

    /// Σ `v^m` over the months of each period, in the unit `month`.
    #[must_use]
    pub fn annuity(self, month: Unit) -> Self {
        self.draft.add(Formula::Annuity(self.id), month, true, &[])
    }

    /// Σ of the products over the periods.
    #[track_caller]
    #[must_use]
    pub fn dot(self, other: Figure<'s>) -> Self {
        assert!(self.is_row() || other.is_row(), "at least one row");
        self.draft.add(Formula::Dot(self.id, other.id), self.unit().times(other.unit()), false, &[])
    }

    /// Value in one period.
    #[must_use]
    pub fn pick(self, period: usize) -> Self {
        if self.is_row() { self.draft.add(Formula::Pick(self.id, period), self.unit(), false, &[]) } else { self }
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $binary:ident),*) => {$(
        impl<'s> $operator for Figure<'s> {
            type Output = Figure<'s>;
            #[track_caller]
            fn $method(self, other: Figure<'s>) -> Figure<'s> {
                self.binary(Binary::$binary, other)
            }
        }
        /// A bare number with a figure, such as `1 + growth`.
        impl<'s> $operator<Figure<'s>> for i64 {
            type Output = Figure<'s>;
            #[track_caller]
            fn $method(self, other: Figure<'s>) -> Figure<'s> {
                other.draft.constant(self, Unit::ONE, "").binary(Binary::$binary, other)
            }
        }
    )*};
}
operators!(Add add Add, Sub sub Subtract, Mul mul Multiply, Div div Divide);

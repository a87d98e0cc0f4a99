//! Arithmetic of figures; units that do not fit are a bug of whoever writes the sheet, at the line that did it.

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
                assert_eq!(a, b, "{binary:?} of unlike units");
                a
            }
        };
        self.draft.put(Formula::Binary(binary, self.id, other.id), unit, wide, &[])
    }

    /// The smaller of the two.
    #[track_caller]
    #[must_use]
    pub fn min(self, other: Figure<'s>) -> Self {
        self.binary(Binary::Minimum, other)
    }

    /// The larger of the two.
    #[track_caller]
    #[must_use]
    pub fn max(self, other: Figure<'s>) -> Self {
        self.binary(Binary::Maximum, other)
    }

    /// The positive part of it less another, what of it lies above the other: `max(0, a − b)`. What divisions left over, 10^-20 of it, is nothing, so that whether
    /// anything is left can be asked.
    #[track_caller]
    #[must_use]
    pub fn positive_part_over(self, other: Figure<'s>) -> Self {
        self.binary(Binary::PositivePart, other)
    }

    /// The smallest whole number that is not below.
    #[must_use]
    pub fn ceil(self) -> Self {
        self.draft.put(Formula::Ceil(self.id), self.unit(), self.is_row(), &[])
    }

    /// The largest whole number that is not above: `−ceil(−a)`.
    #[must_use]
    pub fn floor(self) -> Self {
        let zero = self.draft.constant(0, self.unit(), "");
        zero.binary(Binary::Subtract, zero.binary(Binary::Subtract, self).ceil())
    }

    /// 1 where it is above zero, 0 where it is not.
    #[must_use]
    pub fn any(self) -> Self {
        self.draft.put(Formula::Any(self.id), Unit::ONE, self.is_row(), &[])
    }

    /// To the power of whole numbers from the calendar or of a constant.
    ///
    /// # Panics
    /// If the base or the exponent has a unit, or the exponent is not such a leaf: a bug of the model.
    #[track_caller]
    #[must_use]
    pub fn power(self, exponent: Figure<'s>) -> Self {
        assert_eq!(self.unit(), Unit::ONE, "a power of a bare number");
        assert_eq!(exponent.unit(), Unit::ONE, "a bare exponent");
        let leaf = matches!(
            self.draft.rows.borrow()[exponent.id.0 as usize].formula,
            Formula::Leaf(Source::Constant(_) | Source::Calendar(_))
        );
        assert!(leaf, "an exponent follows from the calendar");
        self.draft.put(Formula::Power(self.id, exponent.id), Unit::ONE, self.wide(exponent), &[])
    }

    /// The square root.
    ///
    /// # Panics
    /// If it has a unit: a bug of the model.
    #[track_caller]
    #[must_use]
    pub fn square_root(self) -> Self {
        assert_eq!(self.unit(), Unit::ONE, "the root of a bare number");
        self.draft.put(Formula::Root(self.id, 2), Unit::ONE, self.is_row(), &[])
    }

    /// Σ over the first `months` of `self^m`, a constant number of them.
    #[must_use]
    pub fn series(self, months: u32) -> Self {
        let count = self.draft.constant(months, Unit::ONE, "so many");
        self.draft.put(Formula::Series(self.id, count.id), Unit::ONE, self.is_row(), &[])
    }

    /// The twelfth root.
    #[must_use]
    pub fn twelfth_root(self) -> Self {
        self.draft.put(Formula::Root(self.id, 12), Unit::ONE, self.is_row(), &[])
    }

    /// For each period Σ `v^m` over its months, counted in `month`.
    #[must_use]
    pub fn annuity(self, month: Unit) -> Self {
        self.draft.put(Formula::Annuity(self.id), month, true, &[])
    }

    /// Σ over the periods of the products.
    #[track_caller]
    #[must_use]
    pub fn dot(self, other: Figure<'s>) -> Self {
        assert!(self.is_row() || other.is_row(), "at least one row");
        self.draft.put(Formula::Dot(self.id, other.id), self.unit().times(other.unit()), false, &[])
    }

    /// Its value in one period.
    #[must_use]
    pub fn pick(self, period: usize) -> Self {
        if self.is_row() { self.draft.put(Formula::Pick(self.id, period), self.unit(), false, &[]) } else { self }
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

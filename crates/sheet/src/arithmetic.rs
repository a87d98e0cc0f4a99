//! Numbers that a sheet is evaluated with, and exact decimals as one kind of them.

use crate::formula::Binary;
use crate::number;
use rust_decimal::Decimal;

/// Why a figure has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationErrorKind {
    /// The result would exceed 10^27.
    TooLarge,
    /// Division by zero.
    DivisionByZero,
    /// Independent loads have more combinations of levels than can be evaluated.
    TooManyLevels,
}

/// A kind of number that a sheet can be evaluated with.
pub trait Number: Clone + PartialEq {
    /// An exact value.
    fn of(value: Decimal) -> Self;
    /// A binary operation.
    ///
    /// # Errors
    /// If the result does not exist.
    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind>;
    /// Smallest integer that is not below.
    #[must_use]
    fn ceil(&self) -> Self;
    /// 1 if it is above zero by more than the residue of divisions, 0 otherwise.
    #[must_use]
    fn any(&self) -> Self;
    /// Integer power.
    ///
    /// # Errors
    /// If the result does not exist.
    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind>;
    /// Root of a degree.
    ///
    /// # Errors
    /// If the result does not exist.
    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind>;
    /// Its value, if it is a constant.
    fn exact(&self) -> Option<Decimal>;

    /// Product.
    ///
    /// # Errors
    /// If the result does not exist.
    fn multiply(a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        Self::binary(Binary::Multiply, a, b)
    }

    /// Quotient, or another number if the divisor is zero. The quotient must lie between zero and that number.
    ///
    /// # Errors
    /// If the result does not exist.
    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, EvaluationErrorKind> {
        match b.exact() {
            Some(divisor) if divisor.is_zero() => Ok(otherwise.clone()),
            Some(_) | None => Self::binary(Binary::Divide, a, b),
        }
    }

    /// Positive part of the difference to another.
    ///
    /// # Errors
    /// If the result does not exist.
    fn positive_part_over(&self, above: &Self) -> Result<Self, EvaluationErrorKind> {
        Self::binary(Binary::PositivePart, self, above)
    }
}

/// Differences up to this are residue of divisions.
pub(crate) fn negligible(of: Decimal) -> Decimal {
    of.abs() * Decimal::new(1, 20)
}

/// Rejects figures above 10^27 in absolute value.
fn bounded(value: Option<Decimal>) -> Result<Decimal, EvaluationErrorKind> {
    const HIGHEST_BITS: u32 = 0x033B_2E3C;
    const LIMIT: Decimal = Decimal::from_parts(0xE800_0000, 0x9FD0_803C, HIGHEST_BITS, false, 0);
    let value = value.ok_or(EvaluationErrorKind::TooLarge)?;
    // with two or more decimals, that many digits before the point do not fit
    let may_exceed = value.scale() <= 1 && value.unpack().hi >= HIGHEST_BITS;
    if may_exceed && value.abs() > LIMIT { Err(EvaluationErrorKind::TooLarge) } else { Ok(value) }
}

impl Number for Decimal {
    #[inline]
    fn of(value: Decimal) -> Self {
        value
    }

    #[inline]
    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        bounded(match binary {
            Binary::Add => a.checked_add(*b),
            Binary::Subtract => a.checked_sub(*b),
            Binary::Multiply => a.checked_mul(*b),
            Binary::Divide if b.is_zero() => return Err(EvaluationErrorKind::DivisionByZero),
            Binary::Divide => a.checked_div(*b),
            Binary::Minimum => return Ok(*a.min(b)),
            Binary::Maximum => return Ok(*a.max(b)),
            Binary::PositivePart => {
                a.checked_sub(*b).map(|rest| if rest <= negligible(*a) { Decimal::ZERO } else { rest })
            }
        })
    }

    fn ceil(&self) -> Self {
        number::ceil(*self)
    }

    fn any(&self) -> Self {
        if number::is_something(*self) { Decimal::ONE } else { Decimal::ZERO }
    }

    fn power(&self, mut exponent: u32) -> Result<Self, EvaluationErrorKind> {
        let (mut result, mut base) = (Decimal::ONE, *self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = bounded(result.checked_mul(base))?;
            }
            exponent >>= 1;
            if exponent > 0 {
                base = bounded(base.checked_mul(base))?;
            }
        }
        Ok(result)
    }

    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        Ok(number::root(*self, degree))
    }

    #[inline]
    fn exact(&self) -> Option<Decimal> {
        Some(*self)
    }
}

/// Σ v^m over `months` months from `first` on, by Horner's rule: without a division, so it also holds at v = 1.
pub(crate) fn annuity<N: Number>(v: &N, first: u32, months: u32) -> Result<N, EvaluationErrorKind> {
    if months == 0 {
        return Ok(N::of(Decimal::ZERO));
    }
    let one = N::of(Decimal::ONE);
    let mut sum = one.clone();
    for _ in 1..months {
        sum = N::binary(Binary::Add, &N::multiply(&sum, v)?, &one)?;
    }
    N::multiply(&sum, &v.power(first)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_may_not_exceed_ten_to_the_27() {
        let limit: Decimal = "1000000000000000000000000000".parse().unwrap();
        assert_eq!(bounded(Some(limit)), Ok(limit));
        assert_eq!(bounded(Some(limit + Decimal::ONE)), Err(EvaluationErrorKind::TooLarge));
        assert_eq!(bounded(Some(-limit - Decimal::ONE)), Err(EvaluationErrorKind::TooLarge));
        assert_eq!(bounded(None), Err(EvaluationErrorKind::TooLarge));
    }
}

//! The interpreter: one walk over the formulas, for every kind of number.

use super::{Binary, CurveRow, FigureId, Formula, Hours, Sheet};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Why a figure has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It would exceed 10^27.
    TooLarge,
    /// It divides by zero.
    DivisionByZero,
}

/// A figure that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which figure.
    pub figure: FigureId,
    /// Why.
    pub trouble: Trouble,
}

/// A kind of number that a sheet can be evaluated with.
pub trait Number: Clone {
    /// An exact value.
    fn of(value: Decimal) -> Self;
    /// Arithmetic of two numbers.
    ///
    /// # Errors
    /// If there is no such number.
    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, Trouble>;
    /// The smallest whole number that is not below.
    #[must_use]
    fn ceil(&self) -> Self;
    /// 1 if it is above zero, 0 otherwise.
    #[must_use]
    fn any(&self) -> Self;
    /// To the power of a whole number.
    ///
    /// # Errors
    /// If there is no such number.
    fn power(&self, exponent: u32) -> Result<Self, Trouble>;
    /// The root of a degree.
    ///
    /// # Errors
    /// If there is no such number.
    fn root(&self, degree: u8) -> Result<Self, Trouble>;
}

impl Sheet {
    /// A place for every value, leaves filled in.
    #[must_use]
    pub fn values<N: Number>(&self) -> Vec<N> {
        self.leaves.iter().map(|leaf| N::of(*leaf)).collect()
    }

    /// Computes `figures`, which are in the order of evaluation, from the values before them.
    ///
    /// # Errors
    /// If a figure has no value.
    pub fn evaluate<N: Number>(&self, figures: &[FigureId], values: &mut [N]) -> Result<(), Fault> {
        for &figure in figures {
            if matches!(self.row(figure).formula, Formula::Leaf(_)) {
                continue;
            }
            for period in 0..self.width(figure) {
                let value = self.compute(figure, period, values).map_err(|trouble| Fault { figure, trouble })?;
                values[self.at(figure, period)] = value;
            }
        }
        Ok(())
    }

    fn compute<N: Number>(&self, figure: FigureId, period: usize, values: &[N]) -> Result<N, Trouble> {
        let value = |of: FigureId| &values[self.at(of, period)];
        match &self.row(figure).formula {
            Formula::Leaf(_) => Ok(value(figure).clone()),
            Formula::Binary(binary, a, b) => N::binary(*binary, value(*a), value(*b)),
            Formula::Ceil(a) => Ok(value(*a).ceil()),
            Formula::Any(a) => Ok(value(*a).any()),
            Formula::Power(base, exponent) => value(*base).power(self.whole(*exponent, period)),
            Formula::Root(a, degree) => value(*a).root(*degree),
            Formula::Annuity(v) => self.annuity(value(*v), period),
            Formula::Dot(a, b) => (0..self.periods.len()).try_fold(N::of(Decimal::ZERO), |sum, period| {
                let product = N::binary(Binary::Multiply, &values[self.at(*a, period)], &values[self.at(*b, period)])?;
                N::binary(Binary::Add, &sum, &product)
            }),
            Formula::Pick(row, period) => Ok(values[self.at(*row, *period)].clone()),
            Formula::Join(items) => Ok(value(items[period]).clone()),
            Formula::Hours(hours) => self.unit_hours(*hours, value),
            Formula::Peak(curve) => match self.curve(*curve) {
                CurveRow::TwoLevel { level, .. } => Ok(value(level).clone()),
            },
        }
    }

    /// An exponent: a whole number that follows from the calendar, whatever kind of number is computed with.
    fn whole(&self, exponent: FigureId, period: usize) -> u32 {
        self.leaves[self.at(exponent, period)].to_u32().expect("an exponent is a whole number")
    }

    /// Σ v^m over the months of a period, by Horner's rule: no division, so it holds at v = 1 too.
    fn annuity<N: Number>(&self, v: &N, period: usize) -> Result<N, Trouble> {
        let one = N::of(Decimal::ONE);
        let mut sum = one.clone();
        for _ in 1..self.periods[period].months() {
            sum = N::binary(Binary::Add, &N::binary(Binary::Multiply, &sum, v)?, &one)?;
        }
        N::binary(Binary::Multiply, &sum, &v.power(self.periods[period].first)?)
    }

    fn unit_hours<'v, N: Number + 'v>(&self, hours: Hours, value: impl Fn(FigureId) -> &'v N) -> Result<N, Trouble> {
        let CurveRow::TwoLevel { level, share, hours: month } = self.curve(hours.curve);
        let mut units = value(level).clone();
        if let Some(above) = hours.above {
            let rest = N::binary(Binary::Subtract, &units, value(above))?;
            units = N::binary(Binary::Maximum, &N::of(Decimal::ZERO), &rest)?;
        }
        if let Some(step) = hours.step {
            units = N::binary(Binary::Divide, &units, value(step))?.ceil();
        }
        if let Some(cap) = hours.cap {
            units = N::binary(Binary::Minimum, &units, value(cap))?;
        }
        let busy = N::binary(Binary::Multiply, value(share), value(month))?;
        N::binary(Binary::Multiply, &units, &busy)
    }
}

/// No figure may exceed 10^27 in either direction.
fn bounded(value: Option<Decimal>) -> Result<Decimal, Trouble> {
    const LIMIT: Decimal = Decimal::from_parts(0xE800_0000, 0x9FD0_803C, 0x033B_2E3C, false, 0);
    let value = value.ok_or(Trouble::TooLarge)?;
    if value.scale() <= 1 && value.abs() > LIMIT { Err(Trouble::TooLarge) } else { Ok(value) }
}

impl Number for Decimal {
    fn of(value: Decimal) -> Self {
        value
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, Trouble> {
        bounded(match binary {
            Binary::Add => a.checked_add(*b),
            Binary::Subtract => a.checked_sub(*b),
            Binary::Multiply => a.checked_mul(*b),
            Binary::Divide if b.is_zero() => return Err(Trouble::DivisionByZero),
            Binary::Divide => a.checked_div(*b),
            Binary::Minimum => return Ok(*a.min(b)),
            Binary::Maximum => return Ok(*a.max(b)),
        })
    }

    fn ceil(&self) -> Self {
        Decimal::ceil(self)
    }

    fn any(&self) -> Self {
        if *self > Decimal::ZERO { Decimal::ONE } else { Decimal::ZERO }
    }

    fn power(&self, mut exponent: u32) -> Result<Self, Trouble> {
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

    fn root(&self, degree: u8) -> Result<Self, Trouble> {
        Ok(crate::number::root(*self, degree))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_may_not_exceed_ten_to_the_27() {
        let limit: Decimal = "1000000000000000000000000000".parse().unwrap();
        assert_eq!(bounded(Some(limit)), Ok(limit));
        assert_eq!(bounded(Some(limit + Decimal::ONE)), Err(Trouble::TooLarge));
        assert_eq!(bounded(Some(-limit - Decimal::ONE)), Err(Trouble::TooLarge));
        assert_eq!(bounded(None), Err(Trouble::TooLarge));
    }
}

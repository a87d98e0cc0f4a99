//! The interpreter: one walk over the formulas, for every kind of number.

use super::levels::negligible;
use super::{Binary, CurveId, Falling, FigureId, Formula, Hours, Levels, Query, Sheet};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// Why a figure has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It would exceed 10^27.
    TooLarge,
    /// It divides by zero.
    DivisionByZero,
    /// A joint curve would have more than 200,000 levels.
    TooManyLevels,
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
pub trait Number: Clone + PartialEq {
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
    /// 1 if it is above zero by more than divisions leave over, 0 otherwise.
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
    /// Its value, if it does not move.
    fn exact(&self) -> Option<Decimal>;

    /// The product of two numbers.
    ///
    /// # Errors
    /// If there is no such number.
    fn multiply(a: &Self, b: &Self) -> Result<Self, Trouble> {
        Self::binary(Binary::Multiply, a, b)
    }

    /// The quotient of two numbers, or another number where the divisor is nothing.
    ///
    /// # Errors
    /// If there is no such number.
    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, Trouble> {
        match b.exact() {
            Some(divisor) if divisor.is_zero() => Ok(otherwise.clone()),
            Some(_) | None => Self::binary(Binary::Divide, a, b),
        }
    }

    /// What of it lies above another.
    ///
    /// # Errors
    /// If there is no such number.
    fn beyond(&self, above: &Self) -> Result<Self, Trouble> {
        Self::binary(Binary::Beyond, self, above)
    }

    /// Σ of weight × units over falling levels.
    ///
    /// # Errors
    /// If there is no such number.
    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        falling.units_level_by_level(query)
    }

    /// The most units at any of falling levels.
    ///
    /// # Errors
    /// If there is no such number.
    fn most(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        falling.most_level_by_level(query)
    }

    /// What numbers have in common that moves and is never below zero, and the exact multiple of it that each of them is;
    /// none where there is no such thing, or where it is not looked for.
    #[must_use]
    fn common_factor(_: &[&Self]) -> Option<(Self, Vec<Decimal>)> {
        None
    }
}

/// The values of a sheet: a number for every figure and period, and the levels of its curves.
#[derive(Clone, Debug)]
pub struct Values<N> {
    numbers: Vec<N>,
    curves: Vec<Option<Arc<Levels<N>>>>,
}

impl<N> Index<usize> for Values<N> {
    type Output = N;
    fn index(&self, at: usize) -> &N {
        &self.numbers[at]
    }
}

impl<N> IndexMut<usize> for Values<N> {
    fn index_mut(&mut self, at: usize) -> &mut N {
        &mut self.numbers[at]
    }
}

impl Sheet {
    /// A place for every value, leaves filled in.
    #[must_use]
    pub fn values<N: Number>(&self) -> Values<N> {
        Values {
            numbers: self.leaves.iter().map(|leaf| N::of(*leaf)).collect(),
            curves: vec![None; self.curves.len() * self.periods.len()],
        }
    }

    /// Exact values as another kind of number.
    #[must_use]
    pub fn values_of<N: Number>(&self, values: &Values<Decimal>) -> Values<N> {
        let curve = |levels: &Option<Arc<Levels<Decimal>>>| levels.as_ref().map(|levels| Arc::new(levels.of()));
        let mut curves: Vec<Option<Arc<Levels<N>>>> = Vec::with_capacity(values.curves.len());
        for (at, levels) in values.curves.iter().enumerate() {
            let same = at.checked_sub(1).filter(|before| same(values.curves[*before].as_ref(), levels.as_ref()));
            curves.push(same.map_or_else(|| curve(levels), |before| curves[before].clone()));
        }
        Values { numbers: values.numbers.iter().map(|value| N::of(*value)).collect(), curves }
    }

    /// The levels of a curve in a period; none before it is evaluated.
    #[must_use]
    pub fn levels<'v, N>(&self, curve: FigureId, period: usize, values: &'v Values<N>) -> Option<&'v Levels<N>> {
        let Formula::Curve(id) = self.row(curve).formula else { return None };
        values.curves[self.slot(id, curve, period)].as_deref()
    }

    fn slot(&self, id: CurveId, curve: FigureId, period: usize) -> usize {
        id.0 as usize * self.periods.len() + if self.is_row(curve) { period } else { 0 }
    }

    /// Computes `figures`, which are in the order of evaluation, from the values before them.
    ///
    /// # Errors
    /// If a figure has no value.
    pub fn evaluate<N: Number>(&self, figures: &[FigureId], values: &mut Values<N>) -> Result<(), Fault> {
        for &figure in figures {
            let fault = |trouble| Fault { figure, trouble };
            match &self.row(figure).formula {
                Formula::Leaf(_) => {}
                Formula::Curve(id) => {
                    for period in 0..self.width(figure) {
                        let levels = self.curve_levels(*id, figure, period, values).map_err(fault)?;
                        values.numbers[self.at(figure, period)] = levels.peak().map_err(fault)?;
                        values.curves[self.slot(*id, figure, period)] = Some(levels);
                    }
                }
                Formula::Hours(hours) | Formula::Most(hours) => {
                    for period in 0..self.width(figure) {
                        let before =
                            period.checked_sub(1).filter(|before| self.asks_alike(hours, *before, period, values));
                        values.numbers[self.at(figure, period)] = match before {
                            Some(before) => values[self.at(figure, before)].clone(),
                            None => self.compute(figure, period, values).map_err(fault)?,
                        };
                    }
                }
                _ => {
                    for period in 0..self.width(figure) {
                        let value = self.compute(figure, period, values).map_err(fault)?;
                        values.numbers[self.at(figure, period)] = value;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the same is asked of the same levels in two periods.
    fn asks_alike<N: Number>(&self, hours: &Hours, before: usize, period: usize, values: &Values<N>) -> bool {
        let alike = |operand: FigureId| {
            operand == hours.curve || values[self.at(operand, before)] == values[self.at(operand, period)]
        };
        let levels = |period| self.levels(hours.curve, period, values);
        matches!((levels(before), levels(period)), (Some(a), Some(b)) if std::ptr::eq(a, b))
            && hours.operands().all(alike)
    }

    /// The levels of a curve; those of the period before where nothing that they are computed from has changed.
    fn curve_levels<N: Number>(
        &self,
        id: CurveId,
        curve: FigureId,
        period: usize,
        values: &Values<N>,
    ) -> Result<Arc<Levels<N>>, Trouble> {
        let row = &self.curves[id.0 as usize];
        if let Some(before) = period.checked_sub(1) {
            let mut unchanged = true;
            row.each_operand(&mut |operand| {
                let exact = |period| values[self.at(operand, period)].exact();
                unchanged &= exact(before).is_some() && exact(before) == exact(period);
            });
            let levels = &values.curves[self.slot(id, curve, before)];
            if let Some(levels) = levels.as_ref().filter(|_| unchanged) {
                return Ok(Arc::clone(levels));
            }
        }
        if let Some(levels) = self.scaled_levels(id, curve, period, values) {
            return levels.map(Arc::new);
        }
        row.levels(&|of| &values[self.at(of, period)])
    }

    /// The levels of a curve all of which are multiples of one number that moves.
    fn scaled_levels<N: Number>(
        &self,
        id: CurveId,
        curve: FigureId,
        period: usize,
        values: &Values<N>,
    ) -> Option<Result<Levels<N>, Trouble>> {
        let row = &self.curves[id.0 as usize];
        let (by, factored) = row.factored(&|of| &values[self.at(of, period)])?;
        if let Some(before) = period.checked_sub(1)
            && let Some(Levels::Scaled(falling, _)) = values.curves[self.slot(id, curve, before)].as_deref()
            && row.factored(&|of| &values[self.at(of, before)]).is_some_and(|(_, other)| other == factored)
        {
            return Some(Ok(Levels::Scaled(Arc::clone(falling), by)));
        }
        let levels = row.levels::<Decimal>(&|of| &factored[&of]);
        Some(levels.and_then(|levels| match levels.as_ref() {
            Levels::Exact(falling) => Ok(Levels::Scaled(Arc::clone(falling), by)),
            // exact numbers have exact levels
            Levels::Scaled(..) | Levels::Moving(_) => Err(Trouble::TooManyLevels),
        }))
    }

    fn compute<N: Number>(&self, figure: FigureId, period: usize, values: &Values<N>) -> Result<N, Trouble> {
        let value = |of: FigureId| &values[self.at(of, period)];
        match &self.row(figure).formula {
            Formula::Leaf(_) | Formula::Curve(_) => Ok(value(figure).clone()),
            Formula::Binary(binary, a, b) => N::binary(*binary, value(*a), value(*b)),
            Formula::Ceil(a) => Ok(value(*a).ceil()),
            Formula::Any(a) => Ok(value(*a).any()),
            Formula::Power(base, exponent) => value(*base).power(self.whole(*exponent, period)),
            Formula::Root(a, degree) => value(*a).root(*degree),
            Formula::Annuity(v) => annuity(value(*v), self.periods[period].first, self.periods[period].months()),
            Formula::Series(v, count) => annuity(value(*v), 1, self.whole(*count, period)),
            Formula::Dot(a, b) => (0..self.periods.len()).try_fold(N::of(Decimal::ZERO), |sum, period| {
                let product = N::multiply(&values[self.at(*a, period)], &values[self.at(*b, period)])?;
                N::binary(Binary::Add, &sum, &product)
            }),
            Formula::Pick(row, period) => Ok(values[self.at(*row, *period)].clone()),
            Formula::Join(items) => Ok(value(items[period]).clone()),
            Formula::Hours(hours) => {
                let levels =
                    self.levels(hours.curve, period, values).expect("a curve stands before what is asked of it");
                N::multiply(&levels.mean_units(&hours.query(value))?, value(hours.month))
            }
            Formula::Most(hours) => {
                let levels =
                    self.levels(hours.curve, period, values).expect("a curve stands before what is asked of it");
                levels.most_units(&hours.query(value))
            }
        }
    }

    /// An exponent: a whole number that follows from the calendar, whatever kind of number is computed with.
    fn whole(&self, exponent: FigureId, period: usize) -> u32 {
        self.leaves[self.at(exponent, period)].to_u32().expect("an exponent is a whole number")
    }
}

fn same<N>(a: Option<&Arc<Levels<N>>>, b: Option<&Arc<Levels<N>>>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if Arc::ptr_eq(a, b))
}

/// Σ v^m over so many months from the first on, by Horner's rule: no division, so it holds at v = 1 too.
fn annuity<N: Number>(v: &N, first: u32, months: u32) -> Result<N, Trouble> {
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

impl Hours {
    fn query<'v, N>(&self, value: impl Fn(FigureId) -> &'v N) -> Query<'v, N> {
        let operand = |figure: Option<FigureId>| figure.map(&value);
        Query {
            scale: operand(self.scale),
            above: operand(self.above),
            cap: operand(self.cap),
            step: operand(self.step),
            reserved: operand(self.reserved),
        }
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
            Binary::Beyond => a.checked_sub(*b).map(|rest| if rest <= negligible(*a) { Decimal::ZERO } else { rest }),
        })
    }

    fn ceil(&self) -> Self {
        crate::number::ceil(*self)
    }

    fn any(&self) -> Self {
        if crate::number::is_something(*self) { Decimal::ONE } else { Decimal::ZERO }
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

    fn exact(&self) -> Option<Decimal> {
        Some(*self)
    }

    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        falling.units(query)
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

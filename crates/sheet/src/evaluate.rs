//! The interpreter: evaluates the formulas with any kind of number.

use crate::arithmetic::{EvaluationErrorKind, Number, annuity};
use crate::ball::Ball;
use crate::formula::{Binary, CurveId, FigureId, Formula, Hours};
use crate::levels::{Counted, CurveKey, Levels, MOST_STATES, Query};
use crate::sheet::Sheet;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// A figure that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationError {
    /// The figure.
    pub figure: FigureId,
    /// The reason.
    pub error: EvaluationErrorKind,
}

/// Work per state visited to join loads, relative to a number: it is added, multiplied and sorted.
const TO_JOIN: usize = 3;

/// Work per search for the load above a level, if there are several, relative to a number.
const TO_SEARCH: usize = 4;

/// Values of a sheet: a number for every figure and period, and the levels of its curves.
#[derive(Clone, Debug)]
pub struct Values<N> {
    numbers: Vec<N>,
    curves: Vec<Option<Arc<Levels<N>>>>,
    /// Work so far.
    work: usize,
    /// States visited to build curves in the current evaluation, and in place of states that are not built.
    built: usize,
}

/// Levels of the curves as another kind of number; equal ones in consecutive periods are shared.
fn curves_of<N: Number>(values: &Values<Decimal>) -> Vec<Option<Arc<Levels<N>>>> {
    let curve = |levels: &Option<Arc<Levels<Decimal>>>| levels.as_ref().map(|levels| Arc::new(levels.of()));
    let mut curves: Vec<Option<Arc<Levels<N>>>> = Vec::with_capacity(values.curves.len());
    for (at, levels) in values.curves.iter().enumerate() {
        let same = at.checked_sub(1).filter(|before| same(values.curves[*before].as_ref(), levels.as_ref()));
        curves.push(same.map_or_else(|| curve(levels), |before| curves[before].clone()));
    }
    curves
}

/// Values of an empty sheet.
impl<N> Default for Values<N> {
    fn default() -> Self {
        Values { numbers: Vec::new(), curves: Vec::new(), work: 0, built: 0 }
    }
}

impl<N> Values<N> {
    /// Work so far: each computation of a number counts one; a curve counts its levels each time it is computed or
    /// queried, and its parts and every state visited when it is built. It is the same on every machine.
    #[must_use]
    pub fn work(&self) -> usize {
        self.work
    }
}

impl<N> Values<N> {
    /// Counts states visited to combine independent loads.
    fn combine(&mut self, states: usize) -> Result<(), EvaluationErrorKind> {
        self.built += states;
        if self.built > MOST_STATES { Err(EvaluationErrorKind::TooManyLevels) } else { Ok(()) }
    }
}

impl<N: Clone> Values<N> {
    /// The same values with no work counted.
    #[must_use]
    pub fn anew(&self) -> Values<N> {
        Values { work: 0, ..self.clone() }
    }
}

impl<N> Index<usize> for Values<N> {
    type Output = N;
    #[inline]
    fn index(&self, at: usize) -> &N {
        &self.numbers[at]
    }
}

impl<N> IndexMut<usize> for Values<N> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut N {
        &mut self.numbers[at]
    }
}

impl Sheet {
    /// Storage for all values, with the leaves filled in.
    #[must_use]
    pub fn values<N: Number>(&self) -> Values<N> {
        self.values_before(self.numbers)
    }

    /// Storage for the values before an index, with the leaves filled in.
    fn values_before<N: Number>(&self, end: usize) -> Values<N> {
        let mut numbers = vec![N::of(Decimal::ZERO); end];
        for leaf in self.leaves.iter().take_while(|leaf| (leaf.at as usize) < end) {
            numbers[leaf.at as usize] = N::of(leaf.value);
        }
        Values { numbers, curves: vec![None; self.curves.len() * self.periods.len()], work: 0, built: 0 }
    }

    /// Exact values as another kind of number.
    #[must_use]
    pub fn values_of<N: Number>(&self, values: &Values<Decimal>) -> Values<N> {
        let numbers = values.numbers.iter().map(|value| N::of(*value)).collect();
        Values { numbers, curves: curves_of(values), work: 0, built: 0 }
    }

    /// The exact values that are read to compute `figures` again, and those of `results`, as another kind of number. Other
    /// values are undefined.
    pub(crate) fn values_for<N: Number>(
        &self,
        values: &Values<Decimal>,
        figures: &[FigureId],
        results: &[FigureId],
    ) -> Values<N> {
        let mut read = self.values::<N>();
        let mut is_known = self.marked(figures);
        let mut know = |figure: FigureId| {
            if !std::mem::replace(&mut is_known[figure.index()], true) {
                let first = self.at(figure, 0);
                (first..first + self.width(figure)).for_each(|at| read.numbers[at] = N::of(values.numbers[at]));
            }
        };
        for figure in figures {
            self.each_operand(*figure, &mut know);
        }
        results.iter().copied().for_each(know);
        read.curves = curves_of(values);
        read
    }

    /// Levels of a curve in a period; none before it is evaluated.
    #[must_use]
    pub fn levels<'v, N>(&self, curve: FigureId, period: usize, values: &'v Values<N>) -> Option<&'v Levels<N>> {
        let Formula::Curve(id) = self.row(curve).formula else { return None };
        values.curves[self.slot(id, curve, period)].as_deref()
    }

    /// Base-case values of some figures and of the figures they are computed from, in binary floating point. Curves and
    /// the figures they are built from are exact and shared.
    ///
    /// # Errors
    /// If a figure has no value, or is not known precisely enough.
    pub fn evaluated_in_floats(&self, figures: &[FigureId]) -> Result<Values<Ball>, EvaluationError> {
        let needed = self.ancestors(figures);
        let is_curve = |figure: &FigureId| matches!(self.row(*figure).formula, Formula::Curve(_));
        let curves: Vec<FigureId> = needed.iter().copied().filter(is_curve).collect();
        let exactly = self.ancestors(&curves);
        let places = |figure: FigureId| self.at(figure, 0)..self.at(figure, 0) + self.width(figure);
        let mut exact = self.values_before::<Decimal>(exactly.last().map_or(0, |last| places(*last).end));
        self.evaluate(&exactly, &mut exact)?;
        let mut values = self.values::<Ball>();
        for &figure in &exactly {
            places(figure).for_each(|at| values.numbers[at] = Ball::of(exact.numbers[at]));
        }
        values.curves = exact.curves.iter().map(|levels| levels.as_ref().map(|levels| Arc::new(levels.of()))).collect();
        let is_exact = self.marked(&exactly);
        let rest = needed.into_iter().filter(|figure| !is_exact[figure.index()]);
        self.evaluate(&rest.collect::<Vec<_>>(), &mut values)?;
        Ok(values)
    }

    fn slot(&self, id: CurveId, curve: FigureId, period: usize) -> usize {
        id.0 as usize * self.periods.len() + if self.is_row(curve) { period } else { 0 }
    }

    /// Evaluates `figures`, which are in the order of evaluation, from the values before them.
    ///
    /// # Errors
    /// If a figure has no value, or its curves need too many states.
    pub fn evaluate<N: Counted>(&self, figures: &[FigureId], values: &mut Values<N>) -> Result<(), EvaluationError> {
        values.built = 0;
        for &figure in figures {
            values.work += self.width(figure);
            self.compute(figure, values).map_err(|error| EvaluationError { figure, error })?;
        }
        Ok(())
    }

    /// Evaluates a figure in all its periods.
    fn compute<N: Counted>(&self, figure: FigureId, values: &mut Values<N>) -> Result<(), EvaluationErrorKind> {
        let places = |of: &FigureId| self.places(*of);
        match &self.row(figure).formula {
            Formula::Leaf(_) => Ok(()),
            Formula::Binary(binary, a, b) => {
                let (a, b) = (places(a), places(b));
                self.each_period(figure, values, |period, values| {
                    N::binary(*binary, &values[a.at(period)], &values[b.at(period)])
                })
            }
            Formula::Ceil(a) => {
                let a = places(a);
                self.each_period(figure, values, |period, values| Ok(values[a.at(period)].ceil()))
            }
            Formula::Any(a) => {
                let a = places(a);
                self.each_period(figure, values, |period, values| Ok(values[a.at(period)].any()))
            }
            Formula::Power(base, exponent) => {
                let (base, exponent) = (places(base), self.exponent(*exponent));
                self.each_period(figure, values, |period, values| values[base.at(period)].power(exponent(period)))
            }
            Formula::Root(a, degree) => {
                let a = places(a);
                self.each_period(figure, values, |period, values| values[a.at(period)].root(*degree))
            }
            Formula::Annuity(v) => {
                let v = places(v);
                self.each_period(figure, values, |period, values| {
                    annuity(&values[v.at(period)], self.periods[period].first, self.periods[period].months())
                })
            }
            Formula::Series(v, count) => {
                let (v, count) = (places(v), self.exponent(*count));
                self.each_period(figure, values, |period, values| annuity(&values[v.at(period)], 1, count(period)))
            }
            Formula::Dot(a, b) => {
                let (a, b) = (places(a), places(b));
                self.each_period(figure, values, |_, values| {
                    (0..self.periods.len()).try_fold(N::of(Decimal::ZERO), |sum, period| {
                        let product = N::multiply(&values[a.at(period)], &values[b.at(period)])?;
                        N::binary(Binary::Add, &sum, &product)
                    })
                })
            }
            Formula::Pick(row, picked) => {
                let at = self.at(*row, *picked);
                self.each_period(figure, values, |_, values| Ok(values[at].clone()))
            }
            Formula::Join(items) => {
                self.each_period(figure, values, |period, values| Ok(values[self.at(items[period], period)].clone()))
            }
            Formula::Hours(hours) => self.query_curve(figure, hours, values, |levels, query, month| {
                N::multiply(&levels.mean_units(query)?, month)
            }),
            Formula::Most(hours) => {
                self.query_curve(figure, hours, values, |levels, query, _| levels.most_units(query))
            }
            Formula::Curve(id) => self.compute_curve(*id, figure, values),
        }
    }

    fn each_period<N>(
        &self,
        figure: FigureId,
        values: &mut Values<N>,
        value: impl Fn(usize, &Values<N>) -> Result<N, EvaluationErrorKind>,
    ) -> Result<(), EvaluationErrorKind> {
        let places = self.places(figure);
        for period in 0..self.width(figure) {
            values.numbers[places.at(period)] = value(period, values)?;
        }
        Ok(())
    }

    /// Queries the levels of a curve. A period with the same query of the same levels as the period before reuses its
    /// result.
    fn query_curve<N: Counted>(
        &self,
        figure: FigureId,
        hours: &Hours,
        values: &mut Values<N>,
        answer: impl Fn(&Levels<N>, &Query<'_, N>, &N) -> Result<N, EvaluationErrorKind>,
    ) -> Result<(), EvaluationErrorKind> {
        for period in 0..self.width(figure) {
            let before = period.checked_sub(1).filter(|before| self.is_same_query(hours, *before, period, values));
            values.numbers[self.at(figure, period)] = if let Some(before) = before {
                values[self.at(figure, before)].clone()
            } else {
                let visited = self.levels_visited(hours, period, values);
                values.work += visited;
                // searches of independent loads replace combinations of their levels
                if self.levels(hours.curve, period, values).is_some_and(|levels| levels.searches() > 1) {
                    values.combine(visited / TO_JOIN)?;
                }
                let levels = self.levels(hours.curve, period, values);
                let levels = levels.expect("a curve is evaluated before its queries");
                let value = |of: FigureId| &values[self.at(of, period)];
                answer(levels, &hours.query(value), value(hours.month))?
            };
        }
        Ok(())
    }

    fn compute_curve<N: Counted>(
        &self,
        id: CurveId,
        figure: FigureId,
        values: &mut Values<N>,
    ) -> Result<(), EvaluationErrorKind> {
        for period in 0..self.width(figure) {
            let mut met = 0;
            let levels = self
                .curve_levels(id, figure, period, values, &mut met)
                .inspect_err(|_| values.work += TO_JOIN * met)?;
            let before = period.checked_sub(1).map(|before| self.slot(id, figure, before));
            let is_built = !before.is_some_and(|at| same(values.curves[at].as_ref(), Some(&levels)));
            if is_built {
                let joined = levels.met().saturating_sub(levels.states());
                values.work += levels.states() + TO_JOIN * joined + self.curves[id.0 as usize].parts();
                values.combine(levels.met())?;
            } else {
                values.work += levels.states();
            }
            values.numbers[self.at(figure, period)] = levels.peak()?;
            values.curves[self.slot(id, figure, period)] = Some(levels);
        }
        Ok(())
    }

    /// Number of levels visited to answer a query: all of them, or one for every whole unit if these are fewer, or
    /// the steps of a binary search in descending levels.
    #[allow(clippy::float_arithmetic, reason = "an estimate of work, not a figure")]
    fn levels_visited<N: Counted>(&self, hours: &Hours, period: usize, values: &Values<N>) -> usize {
        let Some(levels) = self.levels(hours.curve, period, values) else { return 0 };
        let states = levels.states();
        let about = |figure: FigureId| values[self.at(figure, period)].about_the_most();
        match (hours.step, hours.cap) {
            _ if !levels.is_falling() => states,
            (None, _) if levels.searches() > 1 => TO_SEARCH * levels.searches(),
            (None, _) => states.min(2 * usize::BITS as usize),
            (Some(_), Some(_)) if levels.searches() == 1 => states,
            (Some(step), cap) => {
                let scale = hours.scale.map_or(Some(1.0), about);
                let reached = || Some((about(hours.curve)? * scale?).min(cap.map_or(Some(f64::INFINITY), about)?));
                let units = || (reached()? / about(step)?).to_usize();
                levels.searches() * units().map_or(states, |units| states.min(units.saturating_add(1)))
            }
        }
    }

    /// Whether two periods have the same query of the same levels.
    fn is_same_query<N: Counted>(&self, hours: &Hours, before: usize, period: usize, values: &Values<N>) -> bool {
        let alike = |operand: FigureId| {
            operand == hours.curve || values[self.at(operand, before)] == values[self.at(operand, period)]
        };
        let levels = |period| self.levels(hours.curve, period, values);
        matches!((levels(before), levels(period)), (Some(a), Some(b)) if a.is_same_as(b)) && hours.operands().all(alike)
    }

    /// Levels of a curve; those of the period before if none of its operands has changed.
    fn curve_levels<N: Counted>(
        &self,
        id: CurveId,
        curve: FigureId,
        period: usize,
        values: &Values<N>,
        met: &mut usize,
    ) -> Result<Arc<Levels<N>>, EvaluationErrorKind> {
        let row = &self.curves[id.0 as usize];
        if let Some(before) = period.checked_sub(1) {
            let mut unchanged = true;
            row.each_operand(&mut |operand| {
                unchanged &=
                    !self.is_row(operand) || values[self.at(operand, before)] == values[self.at(operand, period)];
            });
            let levels = &values.curves[self.slot(id, curve, before)];
            if let Some(levels) = levels.as_ref().filter(|_| unchanged) {
                return Ok(Arc::clone(levels));
            }
        }
        if let Some(levels) = self.scaled_levels(id, curve, period, values, met) {
            return levels.map(Arc::new);
        }
        let number = |of| &values[self.at(of, period)];
        let Some(of) = CurveKey::numbers(row, &|operand| number(operand).exact()) else {
            return row.levels(&number, met);
        };
        if let Some(built) = self.built.get(&of) {
            return Ok(Arc::new(Levels::Exact(built)));
        }
        let levels = row.levels(&number, met)?;
        if let Levels::Exact(built) = levels.as_ref() {
            self.built.keep(of, built);
        }
        Ok(levels)
    }

    /// Levels of a curve that are all multiples of one varying number.
    fn scaled_levels<N: Counted>(
        &self,
        id: CurveId,
        curve: FigureId,
        period: usize,
        values: &Values<N>,
        met: &mut usize,
    ) -> Option<Result<Levels<N>, EvaluationErrorKind>> {
        let row = &self.curves[id.0 as usize];
        let (by, factored) = row.factored(&|of| &values[self.at(of, period)])?;
        if let Some(before) = period.checked_sub(1)
            && let Some(Levels::Scaled(falling, _)) = values.curves[self.slot(id, curve, before)].as_deref()
            && row.factored(&|of| &values[self.at(of, before)]).is_some_and(|(_, other)| other == factored)
        {
            return Some(Ok(Levels::Scaled(Arc::clone(falling), by)));
        }
        let levels = row.levels::<Decimal>(&|of| &factored[&of], met);
        Some(levels.and_then(|levels| match levels.as_ref() {
            Levels::Exact(falling) => Ok(Levels::Scaled(Arc::clone(falling), by)),
            // exact numbers have exact levels
            Levels::Scaled(..) | Levels::Moving(_) => Err(EvaluationErrorKind::TooManyLevels),
        }))
    }

    /// Exponent by period: an integer from the calendar, for all kinds of numbers.
    fn exponent(&self, figure: FigureId) -> impl Fn(usize) -> u32 {
        let (leaves, is_row) = (self.leaves(figure), self.is_row(figure));
        let value = move |period| leaves[if is_row { period } else { 0 }].value;
        move |period| value(period).to_u32().expect("an exponent is an integer")
    }

    fn places(&self, figure: FigureId) -> Places {
        let row = self.row(figure);
        Places { first: row.first as usize, wide: row.wide }
    }
}

/// Indices of the values of a figure among all values.
#[derive(Clone, Copy)]
struct Places {
    first: usize,
    wide: bool,
}

impl Places {
    fn at(self, period: usize) -> usize {
        if self.wide { self.first + period } else { self.first }
    }
}

fn same<N>(a: Option<&Arc<Levels<N>>>, b: Option<&Arc<Levels<N>>>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if Arc::ptr_eq(a, b))
}

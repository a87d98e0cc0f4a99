//! The finished figures and their dependencies.

use crate::bounds::ThresholdCache;
use crate::curve::{CurveRow, LevelStep, Shape, Term, Weight};
use crate::formula::{Binary, CurveId, FigureId, Formula, OriginId, RuleId, Source};
use crate::levels::CurveCache;
use crate::period::Period;
use crate::unit::Unit;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A figure of a sheet.
#[derive(Clone, Debug)]
pub struct FigureRow {
    /// Its formula.
    pub formula: Formula,
    /// Its unit.
    pub unit: Unit,
    /// Its name, if it ends a formula.
    pub name: Option<Cow<'static, str>>,
    /// Whether it is a row over the periods.
    pub(crate) wide: bool,
    /// Index of its first value.
    pub(crate) first: u32,
}

/// A rule that must hold in every evaluation: a figure that must not be above zero in any period. Violated in the base
/// case, it is an error at its location; violated while an input varies, the option is not possible.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// The figure that must not be above zero.
    pub not_above_zero: FigureId,
    /// The rule.
    pub rule: RuleId,
    /// Source of the value that violates it.
    pub at: OriginId,
}

/// For every figure of a sheet, whether results are computed from it.
#[derive(Clone, Debug)]
pub struct Ancestry(Vec<bool>);

impl Ancestry {
    /// Whether results are computed from a figure.
    #[must_use]
    pub fn contains(&self, figure: FigureId) -> bool {
        self.0[figure.index()]
    }
}

/// Value of a leaf, in one period if it is a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeafValue {
    /// Index among all numbers of the sheet.
    pub(crate) at: u32,
    pub(crate) value: Decimal,
}

/// The finished figures.
#[derive(Debug)]
pub struct Sheet {
    pub(crate) rows: Vec<FigureRow>,
    pub(crate) curves: Vec<CurveRow>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) periods: Vec<Period>,
    /// Values of leaves, in ascending order of their indices among all numbers.
    pub(crate) leaves: Vec<LeafValue>,
    /// Number of numbers.
    pub(crate) numbers: usize,
    /// Figures of inputs.
    pub(crate) inputs: BTreeMap<OriginId, FigureId>,
    /// Inputs that determine the structure of the sheet: months, counts, choices.
    pub(crate) structural: Vec<OriginId>,
    /// Inputs that determine a calendar row.
    pub(crate) decided: BTreeMap<FigureId, Vec<OriginId>>,
    /// Curves built by this sheet or by others of the same run.
    pub(crate) built: Arc<CurveCache>,
    /// Cached scales at which levels need one more unit.
    pub(crate) thresholds: Arc<ThresholdCache>,
}

impl Sheet {
    /// Periods of its rows.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// Number of numbers: one for every figure, and one per period for a row.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// Value of a leaf.
    ///
    /// # Panics
    /// If the figure is computed.
    #[must_use]
    pub fn leaf(&self, figure: FigureId, period: usize) -> Decimal {
        self.leaves(figure)[if self.is_row(figure) { period } else { 0 }].value
    }

    /// Values of a leaf: one, or one for each period.
    pub(crate) fn leaves(&self, figure: FigureId) -> &[LeafValue] {
        let found = self.leaves.binary_search_by_key(&self.row(figure).first, |leaf| leaf.at);
        let first = found.expect("a leaf has a value");
        &self.leaves[first..first + self.width(figure)]
    }

    /// Rules that must hold in every evaluation.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// A figure.
    #[must_use]
    #[inline]
    pub fn row(&self, figure: FigureId) -> &FigureRow {
        &self.rows[figure.0 as usize]
    }

    /// A curve.
    #[must_use]
    pub fn curve(&self, curve: CurveId) -> &CurveRow {
        &self.curves[curve.0 as usize]
    }

    /// All figures, each after those it is computed from.
    #[must_use]
    pub fn all(&self) -> Vec<FigureId> {
        (0..).map(FigureId).take(self.rows.len()).collect()
    }

    /// Inputs that determine the structure of the sheet.
    #[must_use]
    pub fn structural(&self) -> &[OriginId] {
        &self.structural
    }

    /// Whether an input determines the structure of the sheet.
    #[must_use]
    pub fn is_structural(&self, given: impl Into<OriginId>) -> bool {
        self.structural.contains(&given.into())
    }

    /// Inputs that determine a calendar row.
    #[must_use]
    pub fn decided_by(&self, figure: FigureId) -> &[OriginId] {
        self.decided.get(&figure).map_or(&[], Vec::as_slice)
    }

    /// Figure of an input, if a formula uses it.
    #[must_use]
    pub fn input(&self, given: impl Into<OriginId>) -> Option<FigureId> {
        self.inputs.get(&given.into()).copied()
    }

    /// Argument of a figure made by [`Figure::floor`](crate::Figure::floor).
    pub(crate) fn floored(&self, figure: FigureId) -> Option<FigureId> {
        let negated = |figure: FigureId| match self.row(figure).formula {
            Formula::Binary(Binary::Subtract, zero, of) => {
                let is_zero = matches!(self.row(zero).formula, Formula::Leaf(Source::Constant(_)))
                    && self.leaf(zero, 0).is_zero();
                is_zero.then_some(of)
            }
            _ => None,
        };
        match self.row(negated(figure)?).formula {
            Formula::Ceil(of) => negated(of),
            _ => None,
        }
    }

    /// The only step of a curve that has no other term.
    pub(crate) fn only_step(&self, curve: FigureId) -> Option<LevelStep> {
        let Formula::Curve(id) = self.row(curve).formula else { return None };
        match self.curve(id).terms.as_slice() {
            [Term { shape: Shape::Steps(steps), weight: Weight { factor: None, whole: None }, gauge: None }] => {
                match steps.as_slice() {
                    [step] => Some(*step),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a figure has a value for each period.
    #[must_use]
    #[inline]
    pub fn is_row(&self, figure: FigureId) -> bool {
        self.row(figure).wide
    }

    /// Number of numbers of some figures.
    #[must_use]
    pub fn numbers_of(&self, figures: &[FigureId]) -> usize {
        figures.iter().map(|figure| self.width(*figure)).sum()
    }

    /// Estimated work to evaluate some figures again: if a curve is among them, as much as for the `whole` sheet.
    #[must_use]
    pub fn work_of(&self, figures: &[FigureId], whole: usize) -> usize {
        let is_curve = |figure: &FigureId| matches!(self.row(*figure).formula, Formula::Curve(_));
        if figures.iter().any(is_curve) { whole } else { self.numbers_of(figures) }
    }

    pub(crate) fn width(&self, figure: FigureId) -> usize {
        if self.row(figure).wide { self.periods.len() } else { 1 }
    }

    /// Index of the value of a figure in a period among all values.
    #[must_use]
    #[inline]
    pub fn at(&self, figure: FigureId, period: usize) -> usize {
        let row = self.row(figure);
        row.first as usize + if row.wide { period } else { 0 }
    }

    /// Figures that `figure` is computed from.
    #[must_use]
    pub fn operands(&self, figure: FigureId) -> Vec<FigureId> {
        let mut found = Vec::new();
        self.each_operand(figure, |operand| found.push(operand));
        found
    }

    pub(crate) fn each_operand(&self, figure: FigureId, mut visit: impl FnMut(FigureId)) {
        match &self.row(figure).formula {
            Formula::Leaf(_) => {}
            Formula::Ceil(a) | Formula::Any(a) | Formula::Root(a, _) | Formula::Annuity(a) | Formula::Pick(a, _) => {
                visit(*a);
            }
            Formula::Binary(_, a, b) | Formula::Power(a, b) | Formula::Series(a, b) | Formula::Dot(a, b) => {
                visit(*a);
                visit(*b);
            }
            Formula::Join(items) => items.iter().copied().for_each(visit),
            Formula::Hours(hours) | Formula::Most(hours) => hours.operands().for_each(visit),
            Formula::Curve(curve) => self.curve(*curve).each_operand(&mut visit),
        }
    }

    /// Figures that change with `inputs`, in the order of evaluation, without the inputs.
    #[must_use]
    pub fn dependents(&self, inputs: &[FigureId]) -> Vec<FigureId> {
        self.moved_among(inputs, self.all())
    }

    /// The given figures, in the order of evaluation, that change with `inputs`; they must contain all intermediate
    /// figures.
    fn moved_among(&self, inputs: &[FigureId], figures: impl IntoIterator<Item = FigureId>) -> Vec<FigureId> {
        let mut moved = self.marked(inputs);
        let mut found = Vec::new();
        for figure in figures {
            let mut moves = false;
            self.each_operand(figure, |operand| moves |= moved[operand.index()]);
            if moves && !moved[figure.index()] {
                moved[figure.index()] = true;
                found.push(figure);
            }
        }
        found
    }

    /// Figures that `results` are computed from, in the order of evaluation, including the results.
    #[must_use]
    pub fn ancestors(&self, results: &[FigureId]) -> Vec<FigureId> {
        let Ancestry(needed) = self.needed(results);
        self.all().into_iter().filter(|figure| needed[figure.index()]).collect()
    }

    /// Figures that `results` are computed from and that are not `known`, in the order of evaluation, including the
    /// results. All operands of a known figure are known as well.
    #[must_use]
    pub fn unknown_ancestors(&self, results: &[FigureId], known: &[bool]) -> Vec<FigureId> {
        let (mut met, mut found) = (self.marked(&[]), Vec::new());
        // figures that are reached and whose operands are not yet visited
        let mut open = 0;
        let meet = |figure: FigureId, met: &mut [bool]| {
            let is_new = !known[figure.index()] && !std::mem::replace(&mut met[figure.index()], true);
            usize::from(is_new)
        };
        for result in results {
            open += meet(*result, &mut met);
        }
        // operands of a figure come before it
        let last = results.iter().max().map_or(0, |figure| figure.0 + 1);
        for figure in (0..last).rev().map(FigureId) {
            if open == 0 {
                break;
            }
            if met[figure.index()] {
                open -= 1;
                found.push(figure);
                self.each_operand(figure, |operand| open += meet(operand, &mut met));
            }
        }
        found.reverse();
        found
    }

    /// Figures through which `results` change with `inputs`, in the order of evaluation.
    #[must_use]
    pub fn affected(&self, inputs: &[FigureId], results: &[FigureId]) -> Vec<FigureId> {
        self.affected_among(inputs, &self.needed(results))
    }

    /// [`Sheet::affected`] with the ancestry of the results, which is computed once for many inputs.
    #[must_use]
    pub fn affected_among(&self, inputs: &[FigureId], needed: &Ancestry) -> Vec<FigureId> {
        let Some(first) = inputs.iter().min() else { return Vec::new() };
        // every figure between an input and a needed figure is needed itself
        let later = (first.0 + 1..).map(FigureId).zip(&needed.0[first.index() + 1..]);
        self.moved_among(inputs, later.filter(|(_, is_needed)| **is_needed).map(|(figure, _)| figure))
    }

    /// Figures that `results` are computed from.
    #[must_use]
    pub fn needed(&self, results: &[FigureId]) -> Ancestry {
        let mut needed = self.marked(results);
        let last = results.iter().max().map_or(0, |figure| figure.0 + 1);
        for figure in (0..last).rev().map(FigureId) {
            if needed[figure.index()] {
                self.each_operand(figure, |operand| needed[operand.index()] = true);
            }
        }
        Ancestry(needed)
    }

    pub(crate) fn marked(&self, figures: &[FigureId]) -> Vec<bool> {
        let mut marked = vec![false; self.rows.len()];
        for figure in figures {
            marked[figure.index()] = true;
        }
        marked
    }
}

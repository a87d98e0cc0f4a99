//! The finished figures, and which of them follow from which.

use crate::bounds::KeptThresholds;
use crate::curve::{CurveRow, LevelStep, Shape, Term};
use crate::formula::{Binary, CurveId, FigureId, Formula, OriginId, RuleId, Source};
use crate::levels::BuiltCurves;
use crate::period::Period;
use crate::unit::Unit;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One figure of a sheet.
#[derive(Clone, Debug)]
pub struct FigureRow {
    /// How it is computed.
    pub formula: Formula,
    /// What it counts.
    pub unit: Unit,
    /// Its name, if it ends a formula.
    pub name: Option<Cow<'static, str>>,
    /// Whether it is a row over the periods.
    pub(crate) wide: bool,
    /// Index of its first value.
    pub(crate) first: u32,
}

/// A rule that must hold wherever the sheet is evaluated: a figure that must not be above zero in any period.
/// Broken at the stated values it is an error at its place; broken while a value moves, the option is not possible.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// What must not be above zero.
    pub not_above_zero: FigureId,
    /// Which rule it is.
    pub rule: RuleId,
    /// Where it was stated what breaks it.
    pub at: OriginId,
}

/// For every figure of a sheet, whether results are computed from it.
#[derive(Clone, Debug)]
pub struct Ancestry(Vec<bool>);

/// The value of a leaf, in one period if it is a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeafValue {
    /// Its place among all numbers of the sheet.
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
    /// The values of leaves, by their places among all numbers, rising.
    pub(crate) leaves: Vec<LeafValue>,
    /// How many numbers there are.
    pub(crate) numbers: usize,
    /// The figures of given numbers.
    pub(crate) inputs: BTreeMap<OriginId, FigureId>,
    /// Given values that shaped the sheet: months, counts, choices.
    pub(crate) structural: Vec<OriginId>,
    /// Given values that decided a calendar row.
    pub(crate) decided: BTreeMap<FigureId, Vec<OriginId>>,
    /// Curves that were built, by this sheet or others of the same answer.
    pub(crate) built: Arc<BuiltCurves>,
    /// From which scales on levels need a unit more, as it was asked for.
    pub(crate) thresholds: Arc<KeptThresholds>,
}

impl Sheet {
    /// The periods of its rows.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// How many numbers it has: one for every figure, and of a row one for every period.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// The value of a figure that is not computed.
    ///
    /// # Panics
    /// If it is computed.
    #[must_use]
    pub fn leaf(&self, figure: FigureId, period: usize) -> Decimal {
        self.leaves(figure)[if self.is_row(figure) { period } else { 0 }].value
    }

    /// The values of a figure that is not computed: one, or one for each period.
    pub(crate) fn leaves(&self, figure: FigureId) -> &[LeafValue] {
        let found = self.leaves.binary_search_by_key(&self.row(figure).first, |leaf| leaf.at);
        let first = found.expect("a leaf has a value");
        &self.leaves[first..first + self.width(figure)]
    }

    /// The rules that hold wherever it is evaluated.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// One figure.
    #[must_use]
    #[inline]
    pub fn row(&self, figure: FigureId) -> &FigureRow {
        &self.rows[figure.0 as usize]
    }

    /// One curve.
    #[must_use]
    pub fn curve(&self, curve: CurveId) -> &CurveRow {
        &self.curves[curve.0 as usize]
    }

    /// All figures, each after those it is computed from.
    #[must_use]
    pub fn all(&self) -> Vec<FigureId> {
        (0..).map(FigureId).take(self.rows.len()).collect()
    }

    /// Given values that decided the shape of the sheet.
    #[must_use]
    pub fn structural(&self) -> &[OriginId] {
        &self.structural
    }

    /// Whether a given value decided the shape of the sheet.
    #[must_use]
    pub fn is_structural(&self, given: impl Into<OriginId>) -> bool {
        self.structural.contains(&given.into())
    }

    /// The given values that decided a calendar row.
    #[must_use]
    pub fn decided_by(&self, figure: FigureId) -> &[OriginId] {
        self.decided.get(&figure).map_or(&[], Vec::as_slice)
    }

    /// The figure of an input, if a formula uses it.
    #[must_use]
    pub fn input(&self, given: impl Into<OriginId>) -> Option<FigureId> {
        self.inputs.get(&given.into()).copied()
    }

    /// What a figure made by [`Figure::floor`](crate::Figure::floor) is the largest whole number of.
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

    /// The one step of a curve that has no other term.
    pub(crate) fn only_step(&self, curve: FigureId) -> Option<LevelStep> {
        let Formula::Curve(id) = self.row(curve).formula else { return None };
        match self.curve(id).terms.as_slice() {
            [Term { shape: Shape::Steps(steps), weight: None, gauge: None }] => match steps.as_slice() {
                [step] => Some(*step),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a figure has a value for each period.
    #[must_use]
    #[inline]
    pub fn is_row(&self, figure: FigureId) -> bool {
        self.row(figure).wide
    }

    /// How many numbers some figures have.
    #[must_use]
    pub fn numbers_of(&self, figures: &[FigureId]) -> usize {
        figures.iter().map(|figure| self.width(*figure)).sum()
    }

    /// About how much it takes to work out some figures again: a curve among them may take as much as the `whole` sheet did.
    #[must_use]
    pub fn work_of(&self, figures: &[FigureId], whole: usize) -> usize {
        let is_curve = |figure: &FigureId| matches!(self.row(*figure).formula, Formula::Curve(_));
        if figures.iter().any(is_curve) { whole } else { self.numbers_of(figures) }
    }

    pub(crate) fn width(&self, figure: FigureId) -> usize {
        if self.row(figure).wide { self.periods.len() } else { 1 }
    }

    /// Where the value of a figure in a period stands among all values.
    #[must_use]
    #[inline]
    pub fn at(&self, figure: FigureId, period: usize) -> usize {
        let row = self.row(figure);
        row.first as usize + if row.wide { period } else { 0 }
    }

    /// The figures that `figure` is computed from.
    #[must_use]
    pub fn operands(&self, figure: FigureId) -> Vec<FigureId> {
        let mut found = Vec::new();
        self.each_operand(figure, |operand| found.push(operand));
        found
    }

    fn each_operand(&self, figure: FigureId, mut visit: impl FnMut(FigureId)) {
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

    /// The figures that change when `inputs` do, in the order of evaluation, without the inputs themselves.
    #[must_use]
    pub fn dependents(&self, inputs: &[FigureId]) -> Vec<FigureId> {
        self.moved_among(inputs, self.all())
    }

    /// Those of some figures, in the order of evaluation, that change when `inputs` do; what moves one of them is among them.
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

    /// The figures that `results` are computed from, in the order of evaluation, with the results themselves.
    #[must_use]
    pub fn ancestors(&self, results: &[FigureId]) -> Vec<FigureId> {
        let Ancestry(needed) = self.needed(results);
        self.all().into_iter().filter(|figure| needed[figure.index()]).collect()
    }

    /// Those of the figures that `results` are computed from which are not `known`, in the order of evaluation, with the
    /// results themselves; whatever a known figure is computed from is known as well.
    #[must_use]
    pub fn unknown_ancestors(&self, results: &[FigureId], known: &[bool]) -> Vec<FigureId> {
        let (mut met, mut found) = (self.marked(&[]), Vec::new());
        // those that are met, and whose operands are not
        let mut open = 0;
        let meet = |figure: FigureId, met: &mut [bool]| {
            let is_new = !known[figure.index()] && !std::mem::replace(&mut met[figure.index()], true);
            usize::from(is_new)
        };
        for result in results {
            open += meet(*result, &mut met);
        }
        // what a figure is computed from stands before it
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

    /// The figures by which `results` change when `inputs` do, in the order of evaluation.
    #[must_use]
    pub fn affected(&self, inputs: &[FigureId], results: &[FigureId]) -> Vec<FigureId> {
        self.affected_among(inputs, &self.needed(results))
    }

    /// The same by what the results are computed from, which is asked for once where many inputs are.
    #[must_use]
    pub fn affected_among(&self, inputs: &[FigureId], needed: &Ancestry) -> Vec<FigureId> {
        let Some(first) = inputs.iter().min() else { return Vec::new() };
        // what moves a figure that is needed is needed itself
        let later = (first.0 + 1..).map(FigureId).zip(&needed.0[first.index() + 1..]);
        self.moved_among(inputs, later.filter(|(_, is_needed)| **is_needed).map(|(figure, _)| figure))
    }

    /// What `results` are computed from.
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

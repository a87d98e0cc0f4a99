//! The sheet: every figure of a comparison, computed once, in one place, from figures before it.
//!
//! A figure is one number, or a row of numbers, one for each period. The model writes figures into a [`Draft`] and
//! finishes it into an immutable [`Sheet`]. One interpreter evaluates a sheet with different kinds of [`Number`]:
//! [`Decimal`] for exact values, [`Piece`] while an input runs over an interval. [`Sheet::expression`] writes the same
//! formulas as text, so that an explanation cannot disagree with a result.

mod band_units;
mod bands;
mod course;
mod curve;
mod draft;
mod evaluate;
mod expression;
mod lanes;
mod levels;
mod nearest;
mod pieces;
mod stairs;
mod symbol;
mod tape;

pub use bands::{Band, DIMENSIONS};
pub use curve::{CurveRow, Shape, Step, Term};
pub use draft::{Curve, Draft, DraftShape, DraftTerm, Figure, Query as CurveQuery};
pub use evaluate::{Fault, Number, Trouble, Values};
pub use lanes::{Drawn, LANES, Lanes, Tape};
pub use levels::{Falling, Levels, Query};
pub use nearest::{Direction, Grid, Mover, Search, Sight, Stance, Stretch, Turn};
pub use pieces::{Crossing, Piece, Scope, Side, Solution, TooManyPieces, crossings};

use crate::diagnostic::Code;
use crate::scenario::document::NodeId;
use crate::unit::Unit;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A figure of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FigureId(u32);

impl FigureId {
    /// Its place among all figures of its sheet.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A load-duration curve of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveId(u32);

/// Months between which nothing changes, at most a contract year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// First month.
    pub first: u32,
    /// Last month.
    pub last: u32,
}

impl Period {
    /// How many months it has.
    #[must_use]
    pub fn months(self) -> u32 {
        self.last - self.first + 1
    }

    /// The contract year it lies in, `ceil(m / 12)`.
    #[must_use]
    pub fn year(self) -> u32 {
        self.first.div_ceil(12)
    }
}

/// Where a value that is not computed comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The scenario: the file, the command line, or an assumed default; the document knows which.
    Given(NodeId),
    /// A constant of the model, with the reason for it.
    Constant(&'static str),
    /// A row that follows from the calendar of the scenario.
    Calendar(&'static str),
    /// What a solver moves; at its neutral value otherwise.
    Variable(&'static str),
}

/// Arithmetic of two figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// a + b
    Add,
    /// a − b
    Subtract,
    /// a × b
    Multiply,
    /// a ÷ b
    Divide,
    /// The smaller of a and b.
    Minimum,
    /// The larger of a and b.
    Maximum,
    /// What of a lies above b, where 10^-20 of a is nothing: so much divisions leave over.
    Beyond,
}

/// How a figure follows from figures before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Not computed.
    Leaf(Source),
    /// Arithmetic; a number is broadcast over a row.
    Binary(Binary, FigureId, FigureId),
    /// The smallest whole number that is not below.
    Ceil(FigureId),
    /// 1 if above zero, 0 otherwise.
    Any(FigureId),
    /// The first figure to the power of the second, a leaf of whole numbers.
    Power(FigureId, FigureId),
    /// The root of this degree.
    Root(FigureId, u8),
    /// For each period Σ `v^m` over its months, of a number `v`.
    Annuity(FigureId),
    /// Σ `v^m` over the first so many months, a leaf of whole numbers.
    Series(FigureId, FigureId),
    /// Σ a × b over the periods, of two rows.
    Dot(FigureId, FigureId),
    /// One period of a row.
    Pick(FigureId, usize),
    /// A row of numbers.
    Join(Vec<FigureId>),
    /// Unit-hours a month that serve what lies between levels of a load-duration curve; see [`Draft::hours`].
    Hours(Hours),
    /// The most units at any time that serve what lies between levels of a curve.
    Most(Hours),
    /// A load-duration curve; its number is its highest level.
    Curve(CurveId),
}

/// The operands of [`Draft::hours`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    curve: FigureId,
    month: FigureId,
    scale: Option<FigureId>,
    above: Option<FigureId>,
    cap: Option<FigureId>,
    step: Option<FigureId>,
    reserved: Option<FigureId>,
}

impl Hours {
    /// Whether they are those of the levels as they are.
    fn is_plain(&self) -> bool {
        [self.scale, self.above, self.cap, self.step, self.reserved].iter().all(Option::is_none)
    }

    fn operands(&self) -> impl Iterator<Item = FigureId> {
        let query = [self.scale, self.above, self.cap, self.step, self.reserved];
        [self.curve].into_iter().chain(query.into_iter().flatten()).chain([self.month])
    }
}

/// One figure of a sheet.
#[derive(Clone, Debug)]
pub struct Row {
    /// How it is computed.
    pub formula: Formula,
    /// What it counts.
    pub unit: Unit,
    /// Its name, if it ends a formula.
    pub name: Option<Cow<'static, str>>,
    /// Whether it is a row over the periods.
    wide: bool,
    /// Index of its first value.
    first: u32,
}

/// A rule that must hold wherever the sheet is evaluated: a figure that must not be above zero in any period.
/// Broken at the stated values it is an error at its place; broken while a value moves, the option is not possible.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// What must not be above zero.
    pub not_above_zero: FigureId,
    /// The diagnostic of the broken rule.
    pub code: Code,
    /// The part of the scenario that breaks it.
    pub at: NodeId,
}

/// The finished figures.
#[derive(Debug)]
pub struct Sheet {
    rows: Vec<Row>,
    curves: Vec<CurveRow>,
    conditions: Vec<Condition>,
    periods: Vec<Period>,
    /// Values of leaves at their places, zero elsewhere.
    leaves: Vec<Decimal>,
    /// The figures of numbers of the scenario.
    inputs: BTreeMap<NodeId, FigureId>,
    /// Nodes of the document that shaped the sheet: months, counts, choices.
    structural: Vec<NodeId>,
    /// Nodes that decided a calendar row.
    decided: BTreeMap<FigureId, Vec<NodeId>>,
}

impl Sheet {
    /// The periods of its rows.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    /// The rules that hold wherever it is evaluated.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// One figure.
    #[must_use]
    pub fn row(&self, figure: FigureId) -> &Row {
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

    /// Nodes of the document that decided the shape of the sheet.
    #[must_use]
    pub fn structural(&self) -> &[NodeId] {
        &self.structural
    }

    /// The nodes of the document that decided a calendar row.
    #[must_use]
    pub fn decided_by(&self, figure: FigureId) -> &[NodeId] {
        self.decided.get(&figure).map_or(&[], Vec::as_slice)
    }

    /// The figure of an input, if a formula uses it.
    #[must_use]
    pub fn input(&self, node: NodeId) -> Option<FigureId> {
        self.inputs.get(&node).copied()
    }

    /// Whether a figure has a value for each period.
    #[must_use]
    pub fn is_row(&self, figure: FigureId) -> bool {
        self.row(figure).wide
    }

    fn width(&self, figure: FigureId) -> usize {
        if self.row(figure).wide { self.periods.len() } else { 1 }
    }

    /// Where the value of a figure in a period stands among all values.
    #[must_use]
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
        let mut moved = self.marked(inputs);
        let mut found = Vec::new();
        for figure in self.all() {
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
        let needed = self.needed(results);
        self.all().into_iter().filter(|figure| needed[figure.index()]).collect()
    }

    /// Those of the figures that `result` is computed from which are not `known`, in the order of evaluation, with the result
    /// itself; whatever a known figure is computed from is known as well.
    #[must_use]
    pub fn unknown_ancestors(&self, result: FigureId, known: &[bool]) -> Vec<FigureId> {
        let (mut open, mut found) = (vec![result], BTreeSet::new());
        while let Some(figure) = open.pop() {
            if !known[figure.index()] && found.insert(figure) {
                self.each_operand(figure, |operand| open.push(operand));
            }
        }
        found.into_iter().collect()
    }

    /// The figures by which `results` change when `inputs` do, in the order of evaluation.
    #[must_use]
    pub fn affected(&self, inputs: &[FigureId], results: &[FigureId]) -> Vec<FigureId> {
        let needed = self.needed(results);
        self.dependents(inputs).into_iter().filter(|figure| needed[figure.index()]).collect()
    }

    fn needed(&self, results: &[FigureId]) -> Vec<bool> {
        let mut needed = self.marked(results);
        let last = results.iter().max().map_or(0, |figure| figure.0 + 1);
        for figure in (0..last).rev().map(FigureId) {
            if needed[figure.index()] {
                self.each_operand(figure, |operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    fn marked(&self, figures: &[FigureId]) -> Vec<bool> {
        let mut marked = vec![false; self.rows.len()];
        for figure in figures {
            marked[figure.index()] = true;
        }
        marked
    }
}

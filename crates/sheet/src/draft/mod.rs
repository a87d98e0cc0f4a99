//! Construction of a sheet: figures are handles with operators.

mod curves;
mod leaves;
mod operators;

pub use curves::{Curve, CurveQuery, DraftShape, DraftTerm};

use crate::curve::CurveRow;
use crate::formula::{FigureId, Formula, OriginId, RuleId};
use crate::levels::CurveCache;
use crate::period::Period;
use crate::sheet::{Condition, FigureRow, LeafValue, Sheet};
use crate::unit::Unit;
use foldhash::fast::FixedState;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Typical number of figures.
const USUAL_FIGURES: usize = 1 << 11;

/// A sheet under construction.
#[derive(Debug, Default)]
pub struct Draft {
    rows: RefCell<Vec<FigureRow>>,
    curves: RefCell<Vec<CurveRow>>,
    /// Figure of each curve.
    curve_figures: RefCell<HashMap<CurveRow, FigureId, FixedState>>,
    chosen: RefCell<HashMap<Chosen, FigureId, FixedState>>,
    constants: RefCell<HashMap<Constant, FigureId, FixedState>>,
    reciprocals: RefCell<BTreeMap<FigureId, FigureId>>,
    conditions: RefCell<Vec<Condition>>,
    leaves: RefCell<Vec<LeafValue>>,
    /// Count of numbers so far.
    numbers: Cell<u32>,
    inputs: RefCell<BTreeMap<OriginId, FigureId>>,
    structural: RefCell<Vec<OriginId>>,
    deciding_inputs: RefCell<BTreeMap<FigureId, Vec<OriginId>>>,
    /// Curves built by the sheets of the same run.
    built_curves: Arc<CurveCache>,
    periods: Vec<Period>,
    /// Whether explanations are omitted.
    without_explanations: bool,
}

/// A constant: its digits, its reason and its unit.
type Constant = ([u8; 16], Reason, Unit);

/// A constant selected by an input.
type Chosen = (Constant, OriginId);

/// The reason of a constant. Most are the same literal, whose text need not be read.
#[derive(Clone, Copy, Debug, Eq)]
struct Reason(&'static str);

impl PartialEq for Reason {
    fn eq(&self, other: &Reason) -> bool {
        std::ptr::eq(self.0, other.0) || self.0 == other.0
    }
}

/// Hashes the length alone: few constants have the same digits, unit and length of reason.
impl Hash for Reason {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
    }
}

/// A figure of a draft: one number, or a row of numbers, one for each period.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'s> {
    draft: &'s Draft,
    id: FigureId,
}

impl Draft {
    /// A draft over these periods.
    #[must_use]
    pub fn new(periods: Vec<Period>) -> Draft {
        let (rows, leaves) = (Vec::with_capacity(USUAL_FIGURES), Vec::with_capacity(USUAL_FIGURES));
        Draft { periods, rows: RefCell::new(rows), leaves: RefCell::new(leaves), ..Draft::default() }
    }

    /// The draft, sharing built curves with other sheets.
    #[must_use]
    pub fn sharing_curves(self, built: &Arc<CurveCache>) -> Draft {
        Draft { built_curves: Arc::clone(built), ..self }
    }

    /// The draft without what only explanations need: names of figures, and inputs that determine calendar rows.
    #[must_use]
    pub fn without_explanations(self) -> Draft {
        Draft { without_explanations: true, ..self }
    }

    /// Periods of its rows.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    fn add(&self, formula: Formula, unit: Unit, wide: bool, values: &[Decimal]) -> Figure<'_> {
        let mut rows = self.rows.borrow_mut();
        let id = FigureId(u32::try_from(rows.len()).expect("fewer figures than u32 counts"));
        let first = self.numbers.get();
        let width = if wide { self.periods.len() } else { 1 };
        let next = u32::try_from(width).ok().and_then(|width| first.checked_add(width));
        self.numbers.set(next.expect("fewer values than u32 counts"));
        if !values.is_empty() {
            let leaves = (first..).zip(values).map(|(at, value)| LeafValue { at, value: *value });
            self.leaves.borrow_mut().extend(leaves);
        }
        rows.push(FigureRow { formula, unit, name: None, wide, first });
        Figure { draft: self, id }
    }

    /// One divided by a figure; the same figure returns the same reciprocal, so that curves with such weights are equal
    /// too.
    #[track_caller]
    pub fn reciprocal<'s>(&'s self, of: Figure<'s>) -> Figure<'s> {
        if let Some(id) = self.reciprocals.borrow().get(&of.id) {
            return self.figure(*id);
        }
        let figure = 1 / of;
        self.reciprocals.borrow_mut().insert(of.id, figure.id);
        figure
    }

    /// A row of numbers, one for each period.
    #[track_caller]
    pub fn join(&self, items: &[Figure<'_>]) -> Figure<'_> {
        assert_eq!(items.len(), self.periods.len(), "one number for each period");
        let unit = items[0].unit();
        for item in items {
            assert_eq!(item.unit(), unit, "the numbers of a row have one unit");
        }
        self.add(Formula::Join(items.iter().map(|item| item.id).collect()), unit, true, &[])
    }

    /// Sum of figures of one unit; zero of `unit` if there are none.
    #[track_caller]
    pub fn sum<'s>(&'s self, unit: Unit, items: impl IntoIterator<Item = Figure<'s>>) -> Figure<'s> {
        items.into_iter().reduce(|a, b| a + b).unwrap_or_else(|| self.nothing(unit))
    }

    /// Adds a rule: `figure` must not be above zero in any period.
    pub fn condition(&self, figure: Figure<'_>, rule: impl Into<RuleId>, at: impl Into<OriginId>) {
        let condition = Condition { not_above_zero: figure.id, rule: rule.into(), at: at.into() };
        self.conditions.borrow_mut().push(condition);
    }

    /// Number of rules so far.
    #[must_use]
    pub fn conditions(&self) -> usize {
        self.conditions.borrow().len()
    }

    fn figure(&self, id: FigureId) -> Figure<'_> {
        Figure { draft: self, id }
    }

    /// Finishes the immutable sheet.
    #[must_use]
    pub fn finish(self) -> Sheet {
        Sheet {
            rows: self.rows.into_inner(),
            curves: self.curves.into_inner(),
            conditions: self.conditions.into_inner(),
            periods: self.periods,
            leaves: self.leaves.into_inner(),
            numbers: self.numbers.get() as usize,
            inputs: self.inputs.into_inner(),
            structural: self.structural.into_inner(),
            decided: self.deciding_inputs.into_inner(),
            built: self.built_curves,
            thresholds: Arc::default(),
        }
    }
}

impl<'s> Figure<'s> {
    /// Its id in the finished sheet.
    #[must_use]
    pub fn id(self) -> FigureId {
        self.id
    }

    /// Its unit.
    #[must_use]
    pub fn unit(self) -> Unit {
        self.draft.rows.borrow()[self.id.0 as usize].unit
    }

    fn is_row(self) -> bool {
        self.draft.rows.borrow()[self.id.0 as usize].wide
    }

    fn wide(self, other: Figure<'s>) -> bool {
        self.is_row() || other.is_row()
    }

    /// Ends a formula: explanations show the figure on a separate line, under this name.
    #[must_use]
    pub fn named(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.named_with(|| name)
    }

    /// Like `named`; the name is composed only if the sheet has explanations.
    #[must_use]
    pub fn named_with<N: Into<Cow<'static, str>>>(self, name: impl FnOnce() -> N) -> Self {
        if !self.draft.without_explanations {
            self.draft.rows.borrow_mut()[self.id.0 as usize].name = Some(name().into());
        }
        self
    }

    /// Records the inputs that determine a calendar row, for explanations.
    #[must_use]
    pub fn decided_by(self, given: impl IntoIterator<Item = impl Into<OriginId>>) -> Self {
        if !self.draft.without_explanations {
            self.draft.deciding_inputs.borrow_mut().insert(self.id, given.into_iter().map(Into::into).collect());
        }
        self
    }
}

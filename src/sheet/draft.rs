//! Writing a sheet: figures as handles with operators.

use super::{Binary, Condition, CurveId, CurveRow, FigureId, Formula, Hours, Period, Row, Sheet, Source};
use crate::diagnostic::Code;
use crate::scenario::document::{Given, NodeId};
use crate::scenario::quantity::Quantity;
use crate::unit::Unit;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Add, Div, Mul, Sub};

/// A sheet under construction.
#[derive(Debug, Default)]
pub struct Draft {
    rows: RefCell<Vec<Row>>,
    curves: RefCell<Vec<CurveRow>>,
    conditions: RefCell<Vec<Condition>>,
    leaves: RefCell<Vec<Decimal>>,
    inputs: RefCell<BTreeMap<NodeId, FigureId>>,
    structural: RefCell<Vec<NodeId>>,
    decided: RefCell<BTreeMap<FigureId, Vec<NodeId>>>,
    periods: Vec<Period>,
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
        Draft { periods, ..Draft::default() }
    }

    /// The periods of its rows.
    #[must_use]
    pub fn periods(&self) -> &[Period] {
        &self.periods
    }

    fn put(&self, formula: Formula, unit: Unit, wide: bool, values: &[Decimal]) -> Figure<'_> {
        let (mut rows, mut leaves) = (self.rows.borrow_mut(), self.leaves.borrow_mut());
        let id = FigureId(u32::try_from(rows.len()).expect("fewer figures than u32 counts"));
        let first = u32::try_from(leaves.len()).expect("fewer values than u32 counts");
        let width = if wide { self.periods.len() } else { 1 };
        leaves.extend_from_slice(values);
        leaves.resize(first as usize + width, Decimal::ZERO);
        rows.push(Row { formula, unit, name: None, wide, first });
        Figure { draft: self, id }
    }

    /// A number of the scenario. The same place is the same figure.
    pub fn given<Q: Quantity>(&self, given: &Given<Q>) -> Figure<'_> {
        if let Some(id) = self.inputs.borrow().get(&given.at) {
            return Figure { draft: self, id: *id };
        }
        let formula = Formula::Leaf(Source::Given(given.at));
        let figure = self.put(formula, Q::UNIT, false, &[given.value.decimal()]);
        self.inputs.borrow_mut().insert(given.at, figure.id);
        figure
    }

    /// A value of the scenario that decides the shape of the sheet: a month, a choice.
    pub fn structural<T: Copy>(&self, given: &Given<T>) -> T {
        self.structural.borrow_mut().push(given.at);
        given.value
    }

    /// A constant of the model and the reason for it.
    pub fn constant(&self, value: impl Into<Decimal>, unit: Unit, why: &'static str) -> Figure<'_> {
        self.put(Formula::Leaf(Source::Constant(why)), unit, false, &[value.into()])
    }

    /// Nothing, of some unit.
    pub fn nothing(&self, unit: Unit) -> Figure<'_> {
        self.constant(0, unit, "")
    }

    /// A row that follows from the calendar.
    pub fn calendar(&self, what: &'static str, unit: Unit, of: impl Fn(Period) -> Decimal) -> Figure<'_> {
        let values: Vec<Decimal> = self.periods.iter().map(|period| of(*period)).collect();
        self.put(Formula::Leaf(Source::Calendar(what)), unit, true, &values)
    }

    /// A number that a solver moves, at its neutral value.
    pub fn variable(&self, what: &'static str, value: Decimal) -> Figure<'_> {
        self.put(Formula::Leaf(Source::Variable(what)), Unit::ONE, false, &[value])
    }

    /// A curve of `level` for the share `share` of the month's `hours`, and nothing for the rest.
    pub fn two_level(&self, level: Figure<'_>, share: Figure<'_>, hours: Figure<'_>) -> CurveId {
        let mut curves = self.curves.borrow_mut();
        curves.push(CurveRow::TwoLevel { level: level.id, share: share.id, hours: hours.id });
        CurveId(u32::try_from(curves.len() - 1).expect("fewer curves than u32 counts"))
    }

    fn curve(&self, curve: CurveId) -> CurveRow {
        self.curves.borrow()[curve.0 as usize]
    }

    /// Unit-hours a month needed when units of `step` serve what lies above `above`, at most `cap` of them:
    /// Σ over the levels of the curve of hours × min(cap, ceil(max(0, level − above) ÷ step)).
    /// Without a step the units are continuous and are counted as the curve's levels are.
    #[track_caller]
    pub fn hours<'s>(
        &'s self,
        curve: CurveId,
        above: Option<Figure<'s>>,
        step: Option<Figure<'s>>,
        cap: Option<Figure<'s>>,
    ) -> Figure<'s> {
        let CurveRow::TwoLevel { level, share, hours } = self.curve(curve);
        let levels = self.figure(level).unit();
        if let Some(above) = above {
            assert_eq!(above.unit(), levels, "what lies above is counted as the curve's levels are");
        }
        let units = step.map_or(levels, |step| levels.per(step.unit()));
        if let Some(cap) = cap {
            assert_eq!(cap.unit(), units, "the cap counts units");
        }
        let unit = units.times(self.figure(hours).unit());
        let operands = [Some(self.figure(level)), Some(self.figure(share)), above, step, cap];
        let wide = operands.into_iter().flatten().any(Figure::is_row);
        let id = |figure: Option<Figure<'s>>| figure.map(|figure| figure.id);
        self.put(Formula::Hours(Hours { curve, above: id(above), step: id(step), cap: id(cap) }), unit, wide, &[])
    }

    /// The highest level of a curve.
    pub fn peak(&self, curve: CurveId) -> Figure<'_> {
        let CurveRow::TwoLevel { level, .. } = self.curve(curve);
        let level = self.figure(level);
        self.put(Formula::Peak(curve), level.unit(), level.is_row(), &[])
    }

    /// A row of numbers, one for each period.
    #[track_caller]
    pub fn join(&self, items: &[Figure<'_>]) -> Figure<'_> {
        assert_eq!(items.len(), self.periods.len(), "one number for each period");
        let unit = items[0].unit();
        for item in items {
            assert_eq!(item.unit(), unit, "a row of one unit");
        }
        self.put(Formula::Join(items.iter().map(|item| item.id).collect()), unit, true, &[])
    }

    /// The sum of figures of one unit; nothing of `unit` when there are none.
    #[track_caller]
    pub fn sum<'s>(&'s self, unit: Unit, items: impl IntoIterator<Item = Figure<'s>>) -> Figure<'s> {
        items.into_iter().reduce(|a, b| a + b).unwrap_or_else(|| self.nothing(unit))
    }

    /// A rule: `figure` must not be above zero in any period.
    pub fn condition(&self, figure: Figure<'_>, code: Code, at: NodeId) {
        self.conditions.borrow_mut().push(Condition { not_above_zero: figure.id, code, at });
    }

    fn figure(&self, id: FigureId) -> Figure<'_> {
        Figure { draft: self, id }
    }

    /// The immutable sheet.
    #[must_use]
    pub fn finish(self) -> Sheet {
        Sheet {
            rows: self.rows.into_inner(),
            curves: self.curves.into_inner(),
            conditions: self.conditions.into_inner(),
            periods: self.periods,
            leaves: self.leaves.into_inner(),
            structural: self.structural.into_inner(),
            decided: self.decided.into_inner(),
        }
    }
}

impl<'s> Figure<'s> {
    /// Its identity in the finished sheet.
    #[must_use]
    pub fn id(self) -> FigureId {
        self.id
    }

    /// What it counts.
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

    /// Ends a formula: explanations show it on a line of its own, under this name.
    #[must_use]
    pub fn named(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.draft.rows.borrow_mut()[self.id.0 as usize].name = Some(name.into());
        self
    }

    /// Notes the values of the scenario that decided it, for explanations: those that a calendar row follows from.
    #[must_use]
    pub fn decided_by(self, nodes: &[NodeId]) -> Self {
        self.draft.decided.borrow_mut().insert(self.id, nodes.to_vec());
        self
    }

    #[track_caller]
    fn binary(self, binary: Binary, other: Figure<'s>) -> Figure<'s> {
        let (a, b) = (self.unit(), other.unit());
        let unit = match binary {
            Binary::Multiply => a.times(b),
            Binary::Divide => a.per(b),
            Binary::Add | Binary::Subtract | Binary::Minimum | Binary::Maximum => {
                assert_eq!(a, b, "{binary:?} of unlike units");
                a
            }
        };
        self.draft.put(Formula::Binary(binary, self.id, other.id), unit, self.wide(other), &[])
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

    /// What is above zero of it.
    #[must_use]
    pub fn above_zero(self) -> Self {
        self.draft.nothing(self.unit()).max(self)
    }

    /// The smallest whole number that is not below.
    #[must_use]
    pub fn ceil(self) -> Self {
        self.draft.put(Formula::Ceil(self.id), self.unit(), self.is_row(), &[])
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

    /// The twelfth root.
    #[must_use]
    pub fn twelfth_root(self) -> Self {
        self.draft.put(Formula::Root(self.id, 12), Unit::ONE, self.is_row(), &[])
    }

    /// For each period Σ `v^m` over its months.
    #[must_use]
    pub fn annuity(self) -> Self {
        self.draft.put(Formula::Annuity(self.id), Unit::MONTH, true, &[])
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

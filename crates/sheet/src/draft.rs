//! Writing a sheet: figures as handles with operators.

use crate::curve::{CurveRow, Shape, Step, Term};
use crate::formula::{Binary, CurveId, FigureId, Formula, Hours, Provenance, RuleId, Source};
use crate::period::Period;
use crate::sheet::{Condition, Row, Sheet};
use crate::unit::Unit;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Add, Div, Mul, Sub};
use std::sync::Arc;

/// A sheet under construction.
#[derive(Debug, Default)]
pub struct Draft {
    rows: RefCell<Vec<Row>>,
    curves: RefCell<Vec<CurveRow>>,
    /// The figure of each curve.
    curve_figures: RefCell<Vec<FigureId>>,
    constants: RefCell<BTreeMap<(Decimal, &'static str), Vec<FigureId>>>,
    reciprocals: RefCell<BTreeMap<FigureId, FigureId>>,
    conditions: RefCell<Vec<Condition>>,
    leaves: RefCell<Vec<Decimal>>,
    inputs: RefCell<BTreeMap<Provenance, FigureId>>,
    structural: RefCell<Vec<Provenance>>,
    decided: RefCell<BTreeMap<FigureId, Vec<Provenance>>>,
    periods: Vec<Period>,
}

/// A figure of a draft: one number, or a row of numbers, one for each period.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'s> {
    draft: &'s Draft,
    id: FigureId,
}

/// A load-duration curve of a draft.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'s> {
    /// The curve; its number is its highest level.
    pub levels: Figure<'s>,
    month: Figure<'s>,
}

/// The load of one kind of work over an average month; see [`Shape`].
#[derive(Clone, Debug)]
pub enum DraftShape<'s> {
    /// Levels, each held for a share of the hours.
    Steps(Vec<(Figure<'s>, Figure<'s>)>),
    /// Slots of a clock.
    Clock {
        /// A share for each slot.
        shares: Vec<Figure<'s>>,
        /// What the shares are of.
        height: Figure<'s>,
        /// The least level.
        floor: Option<Figure<'s>>,
    },
    /// Measured levels with their weights, times a factor.
    Measured {
        /// The levels.
        levels: Arc<[(Decimal, Decimal)]>,
        /// Multiplies them.
        factor: Figure<'s>,
    },
}

/// A shape as it counts in a curve; see [`Term`].
#[derive(Clone, Debug)]
pub struct DraftTerm<'s> {
    /// Its levels.
    pub shape: DraftShape<'s>,
    /// Multiplies them.
    pub weight: Option<Figure<'s>>,
    /// Multiplies them on the gauge.
    pub gauge: Option<Figure<'s>>,
}

/// Which units of a curve are counted; see [`Draft::hours`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Query<'s> {
    /// Multiplies every level.
    pub scale: Option<Figure<'s>>,
    /// Only what lies above this.
    pub above: Option<Figure<'s>>,
    /// Only so much of it.
    pub cap: Option<Figure<'s>>,
    /// The size of a unit.
    pub step: Option<Figure<'s>>,
    /// Units that are there already.
    pub reserved: Option<Figure<'s>>,
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

    /// A given number. Of the same provenance always the same figure.
    pub fn input(&self, from: impl Into<Provenance>, value: Decimal, unit: Unit) -> Figure<'_> {
        let from = from.into();
        if let Some(id) = self.inputs.borrow().get(&from) {
            return self.figure(*id);
        }
        let figure = self.put(Formula::Leaf(Source::Given(from)), unit, false, &[value]);
        self.inputs.borrow_mut().insert(from, figure.id);
        figure
    }

    /// Notes a given value that decides the shape of the sheet: a month, a choice.
    pub fn shaped_by(&self, from: impl Into<Provenance>) {
        self.structural.borrow_mut().push(from.into());
    }

    /// A constant of the model and the reason for it; the same one is the same figure.
    pub fn constant(&self, value: impl Into<Decimal>, unit: Unit, why: &'static str) -> Figure<'_> {
        let value = value.into();
        if let Some(known) = self.constants.borrow().get(&(value, why)) {
            let same = known.iter().map(|id| self.figure(*id)).find(|figure| figure.unit() == unit);
            if let Some(figure) = same {
                return figure;
            }
        }
        let figure = self.put(Formula::Leaf(Source::Constant(why)), unit, false, &[value]);
        self.constants.borrow_mut().entry((value, why)).or_default().push(figure.id);
        figure
    }

    /// A constant that a given value stands for, such as a share of a profile by its name.
    pub fn chosen(&self, value: Decimal, unit: Unit, why: &'static str, by: impl Into<Provenance>) -> Figure<'_> {
        self.put(Formula::Leaf(Source::Constant(why)), unit, false, &[value]).decided_by([by])
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

    /// The curve of shapes that add up over the hours of a month; of the same shapes always the same. What lies above a level is judged on the gauge if any
    /// term has a weight there.
    ///
    /// # Panics
    /// If levels of unlike units are added, a bug of the model.
    #[track_caller]
    pub fn curve<'s>(&'s self, month: Figure<'s>, terms: &[DraftTerm<'s>]) -> Curve<'s> {
        let unit = terms.first().expect("a curve is of something").unit();
        assert!(terms.iter().all(|term| term.unit() == unit), "levels of one unit");
        let row = CurveRow {
            terms: terms.iter().map(DraftTerm::finished).collect(),
            gauged: terms.iter().any(|term| term.gauge.is_some()),
        };
        let mut wide = false;
        row.each_operand(&mut |operand| wide |= self.figure(operand).is_row());
        let known = self.curves.borrow().iter().position(|other| *other == row);
        if let Some(levels) = known.and_then(|at| self.curve_figures.borrow().get(at).copied()) {
            return Curve { levels: self.figure(levels), month };
        }
        let id = {
            let mut curves = self.curves.borrow_mut();
            curves.push(row);
            CurveId(u32::try_from(curves.len() - 1).expect("fewer curves than u32 counts"))
        };
        let levels = self.put(Formula::Curve(id), unit, wide, &[]);
        self.curve_figures.borrow_mut().push(levels.id);
        Curve { levels, month }
    }

    /// One divided by a figure; of the same figure always the same, so that curves with such weights are.
    #[track_caller]
    pub fn reciprocal<'s>(&'s self, of: Figure<'s>) -> Figure<'s> {
        if let Some(id) = self.reciprocals.borrow().get(&of.id) {
            return self.figure(*id);
        }
        let figure = 1 / of;
        self.reciprocals.borrow_mut().insert(of.id, figure.id);
        figure
    }

    /// Unit-hours a month of what lies above `above` and is at most `cap` of that, in units of `step` beyond `reserved`:
    /// Σ over the levels of the curve of hours × max(0, ceil(min(cap, max(0, scale · level − above)) ÷ step) − reserved).
    /// Without a step the units are continuous and are counted as the curve's levels are. On a gauged curve `above` and
    /// `cap` are levels of the gauge, and each level is cut in proportion.
    ///
    /// # Panics
    /// If units of measure do not fit, a bug of the model.
    #[track_caller]
    pub fn hours<'s>(&'s self, curve: Curve<'s>, of: Query<'s>) -> Figure<'s> {
        let (hours, units, wide) = self.query(curve, of);
        self.put(Formula::Hours(hours), units.times(curve.month.unit()), wide || curve.month.is_row(), &[])
    }

    /// The most units at any time; of the whole curve its highest level.
    ///
    /// # Panics
    /// If units of measure do not fit, a bug of the model.
    #[track_caller]
    pub fn most<'s>(&'s self, curve: Curve<'s>, of: Query<'s>) -> Figure<'s> {
        let (hours, units, wide) = self.query(curve, of);
        self.put(Formula::Most(hours), units, wide, &[])
    }

    #[track_caller]
    fn query<'s>(&'s self, curve: Curve<'s>, of: Query<'s>) -> (Hours, Unit, bool) {
        let levels = curve.levels.unit();
        let units = of.step.map_or(levels, |step| levels.per(step.unit()));
        if !self.is_gauged(curve) {
            for cut in [of.above, of.cap].into_iter().flatten() {
                assert_eq!(cut.unit(), levels, "a curve is cut at a level");
            }
        }
        if let Some(reserved) = of.reserved {
            assert_eq!(reserved.unit(), units, "what is there already counts units");
        }
        let operands = [Some(curve.levels), of.scale, of.above, of.cap, of.step, of.reserved];
        let wide = operands.into_iter().flatten().any(Figure::is_row);
        let id = |figure: Option<Figure<'s>>| figure.map(|figure| figure.id);
        let hours = Hours {
            curve: curve.levels.id,
            month: curve.month.id,
            scale: id(of.scale),
            above: id(of.above),
            cap: id(of.cap),
            step: id(of.step),
            reserved: id(of.reserved),
        };
        (hours, units, wide)
    }

    fn is_gauged(&self, curve: Curve<'_>) -> bool {
        match self.rows.borrow()[curve.levels.id.index()].formula {
            Formula::Curve(id) => self.curves.borrow()[id.0 as usize].gauged,
            _ => false,
        }
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
    pub fn condition(&self, figure: Figure<'_>, rule: impl Into<RuleId>, at: impl Into<Provenance>) {
        let condition = Condition { not_above_zero: figure.id, rule: rule.into(), at: at.into() };
        self.conditions.borrow_mut().push(condition);
    }

    /// How many rules there are so far.
    #[must_use]
    pub fn conditions(&self) -> usize {
        self.conditions.borrow().len()
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
            inputs: self.inputs.into_inner(),
            structural: self.structural.into_inner(),
            decided: self.decided.into_inner(),
        }
    }
}

impl<'s> DraftTerm<'s> {
    /// What its levels count.
    #[must_use]
    pub fn unit(&self) -> Unit {
        let levels = match &self.shape {
            DraftShape::Steps(steps) => steps.first().map_or(Unit::ONE, |(level, _)| level.unit()),
            DraftShape::Clock { height, .. } => height.unit(),
            DraftShape::Measured { factor, .. } => factor.unit(),
        };
        self.weight.map_or(levels, |weight| levels.times(weight.unit()))
    }

    fn finished(&self) -> Term {
        let id = |figure: Option<Figure<'s>>| figure.map(|figure| figure.id);
        let shape = match &self.shape {
            DraftShape::Steps(steps) => {
                Shape::Steps(steps.iter().map(|(level, share)| Step { level: level.id, share: share.id }).collect())
            }
            DraftShape::Clock { shares, height, floor } => Shape::Clock {
                shares: shares.iter().map(|share| share.id).collect(),
                height: height.id,
                floor: id(*floor),
            },
            DraftShape::Measured { levels, factor } => {
                Shape::Measured { levels: Arc::clone(levels), factor: factor.id }
            }
        };
        Term { shape, weight: id(self.weight), gauge: id(self.gauge) }
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

    /// Notes the given values that decided it, for explanations: those that a calendar row follows from.
    #[must_use]
    pub fn decided_by(self, given: impl IntoIterator<Item = impl Into<Provenance>>) -> Self {
        self.draft.decided.borrow_mut().insert(self.id, given.into_iter().map(Into::into).collect());
        self
    }

    #[track_caller]
    fn binary(self, binary: Binary, other: Figure<'s>) -> Figure<'s> {
        let (a, b) = (self.unit(), other.unit());
        let unit = match binary {
            Binary::Multiply => a.times(b),
            Binary::Divide => a.per(b),
            Binary::Add | Binary::Subtract | Binary::Minimum | Binary::Maximum | Binary::Beyond => {
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

    /// What of it lies above another: `max(0, a − b)`. What divisions left over, 10^-20 of it, is nothing, so that whether
    /// anything is left can be asked.
    #[track_caller]
    #[must_use]
    pub fn beyond(self, other: Figure<'s>) -> Self {
        self.binary(Binary::Beyond, other)
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

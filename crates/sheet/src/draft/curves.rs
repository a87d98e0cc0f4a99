//! Load-duration curves of a draft, and queries of them.

use super::{Draft, Figure};
use crate::curve::{CurveRow, Cut, LevelStep, Shape, Term, Weight};
use crate::formula::{CurveId, FigureId, Formula, Hours};
use crate::slots::SlotCache;
use crate::unit::Unit;
use rust_decimal::Decimal;
use std::sync::Arc;

/// A load-duration curve of a draft.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'s> {
    /// The curve; its number is its highest level.
    pub levels: Figure<'s>,
    month: Figure<'s>,
}

/// Load of one kind of work over an average month; see [`Shape`].
#[derive(Clone, Debug)]
pub enum DraftShape<'s> {
    /// Levels, each with its share of the hours.
    Steps(Vec<(Figure<'s>, Figure<'s>)>),
    /// Slots of a clock.
    Clock {
        /// Figure of the share of each slot.
        shares: Arc<[FigureId]>,
        /// Multiplies the shares.
        height: Figure<'s>,
        /// Minimum level.
        floor: Option<Figure<'s>>,
    },
    /// Measured levels with their weights, times a factor.
    Measured {
        /// The levels.
        levels: Arc<[(Decimal, Decimal)]>,
        /// Multiplies the levels.
        factor: Figure<'s>,
    },
}

/// A shape with its weights in a curve; see [`Term`].
#[derive(Clone, Debug)]
pub struct DraftTerm<'s> {
    /// Its levels.
    pub shape: DraftShape<'s>,
    /// Converts the levels to those of the curve.
    pub weight: Weight<Figure<'s>>,
    /// Converts the levels to those on the gauge.
    pub gauge: Option<Weight<Figure<'s>>>,
}

/// Units of a curve that are counted; see [`Draft::hours`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CurveQuery<'s> {
    /// Multiplies every level.
    pub scale: Option<Figure<'s>>,
    /// Counts only the load above this.
    pub above: Option<Figure<'s>>,
    /// Counts at most this much of it.
    pub cap: Option<Figure<'s>>,
    /// Size of a unit.
    pub step: Option<Figure<'s>>,
    /// Units that exist already.
    pub reserved: Option<Figure<'s>>,
}

impl Draft {
    /// The sum of shapes over the hours of a month; equal shapes return the same curve. Loads above a level are
    /// determined on the gauge if any term has a weight there.
    ///
    /// # Panics
    /// If levels of different units are added, a bug of the model.
    #[track_caller]
    pub fn curve<'s>(&'s self, month: Figure<'s>, terms: &[DraftTerm<'s>]) -> Curve<'s> {
        self.curve_of(month, terms, (false, None))
    }

    /// Like `curve`, with the higher of the levels of each slot of the clock and of the next one; see [`CurveRow::with_next`].
    ///
    /// # Panics
    /// If levels of different units are added, a bug of the model.
    #[track_caller]
    pub fn curve_with_next<'s>(&'s self, month: Figure<'s>, terms: &[DraftTerm<'s>]) -> Curve<'s> {
        self.curve_of(month, terms, (true, None))
    }

    /// The part of `scale` times a gauged curve above a level of the gauge, as a separate curve: each level is reduced
    /// in proportion to the gauge, `level · max(0, scale · gauge − above) / gauge`. `with_next` as in [`CurveRow::with_next`].
    ///
    /// # Panics
    /// If levels of different units are added, a bug of the model.
    #[track_caller]
    pub fn curve_above<'s>(
        &'s self,
        month: Figure<'s>,
        terms: &[DraftTerm<'s>],
        (scale, above): (Option<Figure<'s>>, Figure<'s>),
        with_next: bool,
    ) -> Curve<'s> {
        self.curve_of(month, terms, (with_next, Some(Cut { scale: scale.map(Figure::id), above: above.id })))
    }

    #[track_caller]
    fn curve_of<'s>(
        &'s self,
        month: Figure<'s>,
        terms: &[DraftTerm<'s>],
        (with_next, cut): (bool, Option<Cut>),
    ) -> Curve<'s> {
        let unit = terms.first().expect("a curve has at least one term").unit();
        assert!(terms.iter().all(|term| term.unit() == unit), "the levels of a curve have one unit");
        let steps = terms.iter().filter_map(|term| term.weight.whole);
        assert!(steps.into_iter().all(|whole| whole.step.unit() == unit), "a whole step has the unit of the levels");
        let row = CurveRow {
            terms: terms.iter().map(DraftTerm::finished).collect(),
            gauged: terms.iter().any(|term| term.gauge.is_some()),
            cut,
            with_next,
            slots: SlotCache::default(),
        };
        if let Some(levels) = self.curve_figures.borrow().get(&row) {
            return Curve { levels: self.figure(*levels), month };
        }
        let mut wide = false;
        row.each_operand(&mut |operand| wide |= self.figure(operand).is_row());
        let id = {
            let mut curves = self.curves.borrow_mut();
            curves.push(row.clone());
            CurveId(u32::try_from(curves.len() - 1).expect("fewer curves than u32 counts"))
        };
        let levels = self.add(Formula::Curve(id), unit, wide, &[]);
        self.curve_figures.borrow_mut().insert(row, levels.id);
        Curve { levels, month }
    }

    /// Unit-hours per month for the load above `above`, up to `cap` of it, in units of `step` beyond `reserved`: Σ over
    /// the levels of the curve of hours × max(0, ceil(min(cap, max(0, scale · level − above)) ÷ step) − reserved).
    /// Without a step, units are continuous and have the unit of the curve's levels. On a gauged curve, `above` and
    /// `cap` are levels of the gauge, and each level is cut in proportion.
    ///
    /// # Panics
    /// If the units of measure do not match, a bug of the model.
    #[track_caller]
    pub fn hours<'s>(&'s self, curve: Curve<'s>, of: CurveQuery<'s>) -> Figure<'s> {
        let (hours, units, wide) = self.query(curve, of);
        self.add(Formula::Hours(Box::new(hours)), units.times(curve.month.unit()), wide || curve.month.is_row(), &[])
    }

    /// Maximum number of units at any time; for the whole curve its highest level.
    ///
    /// # Panics
    /// If the units of measure do not match, a bug of the model.
    #[track_caller]
    pub fn most<'s>(&'s self, curve: Curve<'s>, of: CurveQuery<'s>) -> Figure<'s> {
        let (hours, units, wide) = self.query(curve, of);
        self.add(Formula::Most(Box::new(hours)), units, wide, &[])
    }

    #[track_caller]
    fn query<'s>(&'s self, curve: Curve<'s>, of: CurveQuery<'s>) -> (Hours, Unit, bool) {
        let levels = curve.levels.unit();
        let units = of.step.map_or(levels, |step| levels.per(step.unit()));
        if !self.is_gauged(curve) {
            for cut in [of.above, of.cap].into_iter().flatten() {
                assert_eq!(cut.unit(), levels, "a level that cuts a curve has the unit of its levels");
            }
        }
        if let Some(reserved) = of.reserved {
            assert_eq!(reserved.unit(), units, "reserved units have the unit of the query");
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
            Formula::Curve(id) => self.curves.borrow()[id.0 as usize].is_gauged(),
            _ => false,
        }
    }
}

impl<'s> DraftTerm<'s> {
    /// Unit of its levels.
    #[must_use]
    pub fn unit(&self) -> Unit {
        let levels = match &self.shape {
            DraftShape::Steps(steps) => steps.first().map_or(Unit::ONE, |(level, _)| level.unit()),
            DraftShape::Clock { height, .. } => height.unit(),
            DraftShape::Measured { factor, .. } => factor.unit(),
        };
        self.weight.factor.map_or(levels, |factor| levels.times(factor.unit()))
    }

    fn finished(&self) -> Term {
        let id = |figure: Option<Figure<'s>>| figure.map(|figure| figure.id);
        let shape = match &self.shape {
            DraftShape::Steps(steps) => Shape::Steps(
                steps.iter().map(|(level, share)| LevelStep { level: level.id, share: share.id }).collect(),
            ),
            DraftShape::Clock { shares, height, floor } => {
                Shape::Clock { shares: Arc::clone(shares), height: height.id, floor: id(*floor) }
            }
            DraftShape::Measured { levels, factor } => {
                Shape::Measured { levels: Arc::clone(levels), factor: factor.id }
            }
        };
        Term { shape, weight: self.weight.map(Figure::id), gauge: self.gauge.map(|gauge| gauge.map(Figure::id)) }
    }
}

//! Load-duration curves as functions of figures: levels of a load, each with its share of the hours.

use crate::formula::FigureId;
use crate::slots::SlotCache;
use rust_decimal::Decimal;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Load of one kind of work over an average month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Levels, each with its share of the hours; zero for the remaining hours.
    Steps(Vec<LevelStep>),
    /// 1, 24 or 168 slots of equal length (168 slots begin on Monday 00:00): share × height, and never below the floor.
    /// Shapes on this clock are added slot by slot.
    Clock {
        /// Share of each slot.
        shares: Arc<[FigureId]>,
        /// Multiplies the shares.
        height: FigureId,
        /// Minimum level.
        floor: Option<FigureId>,
    },
    /// Measured levels times a factor.
    Measured {
        /// The levels with their weights, the measured durations.
        levels: Arc<[(Decimal, Decimal)]>,
        /// Multiplies every level.
        factor: FigureId,
    },
}

/// A level and its share of the hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelStep {
    /// The level.
    pub level: FigureId,
    /// The share.
    pub share: FigureId,
}

/// A shape with its weights in a curve.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Its levels.
    pub shape: Shape,
    /// Multiplies the levels; 1 if absent.
    pub weight: Option<FigureId>,
    /// Multiplies the levels on the gauge of the curve; 1 if absent.
    pub gauge: Option<FigureId>,
}

/// The part of the levels of a gauged curve above a level of the gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// Multiplies the levels and the gauge first; 1 if absent.
    pub scale: Option<FigureId>,
    /// The level of the gauge.
    pub above: FigureId,
}

/// A curve: a sum of shapes. Those on the clock are added slot by slot; all others are independent of it and of each
/// other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CurveRow {
    /// The shapes.
    pub terms: Vec<Term>,
    /// Whether loads above a level are determined on a gauge, a second load in the same hours; each level then counts
    /// in proportion.
    pub gauged: bool,
    /// Only the part above a level of the gauge: `level · max(0, scale · gauge − above) / gauge`.
    pub cut: Option<Cut>,
    /// Which slots of its clocks are equal.
    pub(crate) slots: SlotCache,
}

/// Hashes only the number of measured levels and of clock slots: there are many of them, and most shapes differ in
/// their factors.
impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Shape::Steps(steps) => steps.hash(state),
            Shape::Clock { shares, height, floor } => (shares.len(), height, floor).hash(state),
            Shape::Measured { levels, factor } => (levels.len(), factor).hash(state),
        }
    }
}

impl Shape {
    fn each(&self, visit: &mut dyn FnMut(FigureId)) {
        match self {
            Shape::Steps(steps) => steps.iter().for_each(|step| {
                visit(step.level);
                visit(step.share);
            }),
            Shape::Clock { shares, height, floor } => {
                shares.iter().chain([height]).chain(floor).copied().for_each(visit);
            }
            Shape::Measured { factor, .. } => visit(*factor),
        }
    }
}

impl CurveRow {
    /// Whether queries use the gauge: not for levels that are cut already.
    #[must_use]
    pub fn is_gauged(&self) -> bool {
        self.gauged && self.cut.is_none()
    }

    /// Number of levels combined to build it: for shapes on the clock, one for every slot.
    pub(crate) fn parts(&self) -> usize {
        let slots = |term: &Term| match &term.shape {
            Shape::Clock { shares, .. } => shares.len(),
            Shape::Steps(_) | Shape::Measured { .. } => 0,
        };
        let slots = self.terms.iter().map(slots).max().unwrap_or_default();
        let parts = |term: &Term| match &term.shape {
            Shape::Steps(steps) => steps.len(),
            Shape::Clock { .. } => slots,
            Shape::Measured { levels, .. } => levels.len(),
        };
        self.terms.iter().map(parts).sum()
    }

    /// Visits every figure that it depends on.
    pub(crate) fn each_operand(&self, visit: &mut dyn FnMut(FigureId)) {
        for term in &self.terms {
            term.shape.each(visit);
            term.weight.into_iter().chain(term.gauge).for_each(&mut *visit);
        }
        self.cut.into_iter().flat_map(|cut| cut.scale.into_iter().chain([cut.above])).for_each(visit);
    }
}

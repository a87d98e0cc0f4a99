//! Load-duration curves as functions of figures: how high a load is, and for which share of the hours.

use crate::formula::FigureId;
use crate::levels::KeptSlots;
use rust_decimal::Decimal;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The load of one kind of work over an average month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Levels, each held for a share of the hours; nothing for the rest of them.
    Steps(Vec<LevelStep>),
    /// 1, 24 or 168 slots of equal length, the last from Monday 00:00 on: share × height, and never below the floor.
    /// Shapes on this clock are added slot by slot.
    Clock {
        /// A share for each slot.
        shares: Arc<[FigureId]>,
        /// What the shares are of.
        height: FigureId,
        /// The least level.
        floor: Option<FigureId>,
    },
    /// Measured levels times a factor.
    Measured {
        /// The levels with their weights: how long they were measured.
        levels: Arc<[(Decimal, Decimal)]>,
        /// Multiplies every level.
        factor: FigureId,
    },
}

/// A level that is held for a share of the hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LevelStep {
    /// The level.
    pub level: FigureId,
    /// The share.
    pub share: FigureId,
}

/// A shape as it counts in a curve.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Its levels.
    pub shape: Shape,
    /// Multiplies them; 1 if absent.
    pub weight: Option<FigureId>,
    /// Multiplies them on the gauge of the curve; 1 if absent.
    pub gauge: Option<FigureId>,
}

/// What of the levels of a gauged curve is left above a level of the gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// Multiplies the levels and the gauge first; 1 if absent.
    pub scale: Option<FigureId>,
    /// The level of the gauge.
    pub above: FigureId,
}

/// A curve: shapes that add up. Those on the clock are added slot by slot, all others as independent of it and of each
/// other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CurveRow {
    /// What is added.
    pub terms: Vec<Term>,
    /// Whether what lies above a level is judged on a gauge, a second load of the same hours, of which each level is then
    /// a part in proportion.
    pub gauged: bool,
    /// Only what lies above a level of the gauge, which the levels then are: `level · max(0, scale · gauge − above) / gauge`.
    pub cut: Option<Cut>,
    /// Which slots of its clocks are alike.
    pub(crate) slots: KeptSlots,
}

/// Of measured levels and of the slots of a clock only how many there are: they are many, and most shapes differ in what
/// multiplies them.
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
    /// Whether what is asked of its levels is judged on a gauge: not of those that are cut already.
    #[must_use]
    pub fn is_gauged(&self) -> bool {
        self.gauged && self.cut.is_none()
    }

    /// How many levels are put together to build it: of shapes on the clock one for every slot.
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

    /// Visits every figure that it is a function of.
    pub(crate) fn each_operand(&self, visit: &mut dyn FnMut(FigureId)) {
        for term in &self.terms {
            term.shape.each(visit);
            term.weight.into_iter().chain(term.gauge).for_each(&mut *visit);
        }
        self.cut.into_iter().flat_map(|cut| cut.scale.into_iter().chain([cut.above])).for_each(visit);
    }
}

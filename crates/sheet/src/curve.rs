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
    /// Converts the levels to those of the curve.
    pub weight: Weight<FigureId>,
    /// Converts the levels to those on the gauge of the curve; none without a gauge.
    pub gauge: Option<Weight<FigureId>>,
}

/// Conversion of the levels of a shape: `level × factor`, or in whole steps `step × max(least, ceil(level × factor ÷ step))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weight<F> {
    /// Multiplies the levels; 1 if absent.
    pub factor: Option<F>,
    /// Rounds them up.
    pub whole: Option<WholeSteps<F>>,
}

/// Levels in whole steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WholeSteps<F> {
    /// Size of a step, above zero.
    pub step: F,
    /// Minimum number of steps; 0 if absent.
    pub least: Option<F>,
}

impl<F> Default for Weight<F> {
    fn default() -> Weight<F> {
        Weight { factor: None, whole: None }
    }
}

impl<F> From<Option<F>> for Weight<F> {
    fn from(factor: Option<F>) -> Weight<F> {
        Weight { factor, whole: None }
    }
}

impl<F: Copy> Weight<F> {
    /// The same conversion with other figures.
    pub fn map<G>(&self, of: impl Fn(F) -> G) -> Weight<G> {
        let whole = self.whole.as_ref();
        Weight {
            factor: self.factor.map(&of),
            whole: whole.map(|whole| WholeSteps { step: of(whole.step), least: whole.least.map(&of) }),
        }
    }

    /// Its figures.
    pub(crate) fn figures(self) -> impl Iterator<Item = F> {
        let whole = self.whole.into_iter().flat_map(|whole| [Some(whole.step), whole.least]).flatten();
        self.factor.into_iter().chain(whole)
    }
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
    /// Whether each slot of the clock has the higher of its own level and that of the next slot. Unit-hours of this curve minus
    /// those of the plain one are the units that start: `Σ hours · max(0, n(t + 1) − n(t))`.
    pub with_next: bool,
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

impl Term {
    /// Conversions of its levels: to the curve, and to its gauge.
    pub(crate) fn weights(&self) -> impl Iterator<Item = Weight<FigureId>> {
        [self.weight].into_iter().chain(self.gauge)
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
            term.weights().flat_map(Weight::figures).for_each(&mut *visit);
        }
        self.cut.into_iter().flat_map(|cut| cut.scale.into_iter().chain([cut.above])).for_each(visit);
    }
}

//! Load-duration curves as functions of figures: how high a load is, and for which share of the hours.

use super::levels::{State, added, joined};
use super::{FigureId, Levels, Number, Trouble};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The load of one kind of work over an average month.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Levels, each held for a share of the hours; nothing for the rest of them.
    Steps(Vec<Step>),
    /// 1, 24 or 168 slots of equal length, the last from Monday 00:00 on: share × height, and never below the floor.
    /// Shapes on this clock are added slot by slot.
    Clock {
        /// A share for each slot.
        shares: Vec<FigureId>,
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The level.
    pub level: FigureId,
    /// The share.
    pub share: FigureId,
}

/// A shape as it counts in a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its levels.
    pub shape: Shape,
    /// Multiplies them; 1 if absent.
    pub weight: Option<FigureId>,
    /// Multiplies them on the gauge of the curve; 1 if absent.
    pub gauge: Option<FigureId>,
}

/// A curve: shapes that add up. Those on the clock are added slot by slot, all others as independent of it and of each
/// other.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveRow {
    /// What is added.
    pub terms: Vec<Term>,
    /// Whether what lies above a level is judged on a gauge, a second load of the same hours, of which each level is then
    /// a part in proportion.
    pub gauged: bool,
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
    /// Visits every figure that it is a function of.
    pub(super) fn each_operand(&self, visit: &mut dyn FnMut(FigureId)) {
        for term in &self.terms {
            term.shape.each(visit);
            term.weight.into_iter().chain(term.gauge).for_each(&mut *visit);
        }
    }

    /// The figures that its levels are multiples of.
    fn heights(&self) -> Vec<FigureId> {
        let of = |term: &Term| match &term.shape {
            Shape::Steps(steps) => steps.iter().map(|step| step.level).collect(),
            Shape::Clock { height, floor, .. } => [*height].into_iter().chain(*floor).collect(),
            Shape::Measured { factor, .. } => vec![*factor],
        };
        self.terms.iter().flat_map(|term: &Term| -> Vec<FigureId> { of(term) }).collect()
    }

    /// What all its levels are multiples of, and every operand with that taken out of it; none if there is no such thing.
    pub(super) fn factored<'v, N: Number + 'v>(
        &self,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Option<(N, BTreeMap<FigureId, Decimal>)> {
        let heights = self.heights();
        let (by, factors) = N::common_factor(&heights.iter().map(|height| value(*height)).collect::<Vec<_>>())?;
        let mut operands: BTreeMap<FigureId, Decimal> = heights.iter().copied().zip(factors).collect();
        let (mut others, mut exact) = (Vec::new(), true);
        for term in &self.terms {
            match &term.shape {
                Shape::Steps(steps) => others.extend(steps.iter().map(|step| step.share)),
                Shape::Clock { shares, .. } => others.extend(shares),
                Shape::Measured { .. } => {}
            }
            others.extend(term.weight.into_iter().chain(term.gauge));
        }
        for other in others {
            match value(other).exact() {
                Some(value) if !heights.contains(&other) => {
                    exact &= operands.insert(other, value).is_none_or(|known| known == value);
                }
                Some(_) | None => exact = false,
            }
        }
        exact.then_some((by, operands))
    }

    /// Its levels, from the values of figures.
    pub(super) fn levels<'v, N: Number + 'v>(
        &self,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Arc<Levels<N>>, Trouble> {
        let mut parts = Vec::new();
        parts.extend(self.clock(value)?);
        for term in &self.terms {
            match &term.shape {
                Shape::Clock { .. } => {}
                Shape::Steps(steps) => parts.push(self.steps(term, steps, value)?),
                Shape::Measured { levels, factor } => parts.push(self.measured(term, levels, *factor, value)?),
            }
        }
        let (states, whole) = joined(parts)?;
        Ok(Arc::new(Levels::new(states, whole, self.gauged)?))
    }

    fn state<'v, N: Number + 'v>(
        &self,
        term: &Term,
        level: &N,
        share: N,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<State<N>, Trouble> {
        let times = |weight: Option<FigureId>| match weight {
            Some(weight) => N::multiply(level, value(weight)),
            None => Ok(level.clone()),
        };
        let gauge = if self.gauged { times(term.gauge)? } else { N::of(Decimal::ZERO) };
        Ok(State { level: times(term.weight)?, gauge, weight: share })
    }

    /// The slots of the clock, all shapes on it added up.
    fn clock<'v, N: Number + 'v>(&self, value: &dyn Fn(FigureId) -> &'v N) -> Result<Option<Part<N>>, Trouble> {
        let mut slots: Vec<State<N>> = Vec::new();
        for count in [1, 24, 168] {
            let fits = |term: &Term| !matches!(&term.shape, Shape::Clock { shares, .. } if shares.len() > count);
            if self.terms.iter().all(fits) {
                slots = vec![State::nothing(); count];
                break;
            }
        }
        let mut any = false;
        for term in &self.terms {
            let Shape::Clock { shares, height, floor } = &term.shape else { continue };
            any = true;
            for (slot, share) in slots.iter_mut().zip(shares.iter().cycle()) {
                let mut level = N::multiply(value(*share), value(*height))?;
                if let Some(floor) = floor {
                    level = N::binary(super::Binary::Maximum, &level, value(*floor))?;
                }
                *slot = added(slot, &self.state(term, &level, N::of(Decimal::ONE), value)?)?;
            }
        }
        let whole = Decimal::from(slots.len());
        if !any {
            return Ok(None);
        }
        let states = match super::levels::merged(slots) {
            Ok(states) => states,
            Err(slots) => super::levels::grouped(slots)?,
        };
        Ok(Some((states, N::of(whole))))
    }

    fn steps<'v, N: Number + 'v>(
        &self,
        term: &Term,
        steps: &[Step],
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Part<N>, Trouble> {
        let (mut states, mut rest) = (Vec::new(), N::of(Decimal::ONE));
        for step in steps {
            let share = value(step.share);
            rest = N::binary(super::Binary::Subtract, &rest, share)?;
            states.push(self.state(term, value(step.level), share.clone(), value)?);
        }
        states.push(State { weight: rest, ..State::nothing() });
        Ok((states, N::of(Decimal::ONE)))
    }

    fn measured<'v, N: Number + 'v>(
        &self,
        term: &Term,
        levels: &[(Decimal, Decimal)],
        factor: FigureId,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Part<N>, Trouble> {
        let factor = value(factor);
        let states = levels.iter().map(|(level, weight)| {
            let level = N::multiply(&N::of(*level), factor)?;
            self.state(term, &level, N::of(*weight), value)
        });
        let whole = levels.iter().map(|(_, weight)| *weight).sum();
        Ok((states.collect::<Result<_, _>>()?, N::of(whole)))
    }
}

/// States of a month and the sum of their weights.
pub(super) type Part<N> = (Vec<State<N>>, N);

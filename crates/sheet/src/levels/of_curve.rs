//! The levels of a curve from the values of the figures that it is a function of.

use super::joint::{Load, State, added, grouped, joined, merged};
use super::{Counted, Levels};
use crate::arithmetic::{Number, Trouble};
use crate::curve::{CurveRow, LevelStep, Shape, Term};
use crate::formula::{Binary, FigureId};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::sync::Arc;

impl CurveRow {
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
    pub(crate) fn factored<'v, N: Counted + 'v>(
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
    pub(crate) fn levels<'v, N: Number + 'v>(
        &self,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Arc<Levels<N>>, Trouble> {
        let mut loads = Vec::new();
        loads.extend(self.clock(value)?);
        for term in &self.terms {
            match &term.shape {
                Shape::Clock { .. } => {}
                Shape::Steps(steps) => loads.push(self.steps(term, steps, value)?),
                Shape::Measured { levels, factor } => loads.push(self.measured(term, levels, *factor, value)?),
            }
        }
        let Load { states, whole } = joined(loads)?;
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
    fn clock<'v, N: Number + 'v>(&self, value: &dyn Fn(FigureId) -> &'v N) -> Result<Option<Load<N>>, Trouble> {
        let clocks = || {
            self.terms.iter().filter_map(|term| match &term.shape {
                Shape::Clock { shares, height, floor } => Some((term, shares, (*height, *floor))),
                Shape::Steps(_) | Shape::Measured { .. } => None,
            })
        };
        let Some(count) = clocks().map(|(_, shares, _)| shares.len()).max() else { return Ok(None) };
        let mut slots = vec![State::nothing(); count];
        for (term, shares, (height, floor)) in clocks() {
            for (slot, share) in slots.iter_mut().zip(shares.iter().cycle()) {
                let mut level = N::multiply(value(*share), value(height))?;
                if let Some(floor) = floor {
                    level = N::binary(Binary::Maximum, &level, value(floor))?;
                }
                *slot = added(slot, &self.state(term, &level, N::of(Decimal::ONE), value)?)?;
            }
        }
        let states = match merged(slots) {
            Ok(states) => states,
            Err(slots) => grouped(slots)?,
        };
        Ok(Some(Load { states, whole: N::of(Decimal::from(count)) }))
    }

    fn steps<'v, N: Number + 'v>(
        &self,
        term: &Term,
        steps: &[LevelStep],
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Load<N>, Trouble> {
        let (mut states, mut rest) = (Vec::new(), N::of(Decimal::ONE));
        for step in steps {
            let share = value(step.share);
            rest = N::binary(Binary::Subtract, &rest, share)?;
            states.push(self.state(term, value(step.level), share.clone(), value)?);
        }
        states.push(State { weight: rest, ..State::nothing() });
        Ok(Load { states, whole: N::of(Decimal::ONE) })
    }

    fn measured<'v, N: Number + 'v>(
        &self,
        term: &Term,
        levels: &[(Decimal, Decimal)],
        factor: FigureId,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Load<N>, Trouble> {
        let factor = value(factor);
        let states = levels.iter().map(|(level, weight)| {
            let level = N::multiply(&N::of(*level), factor)?;
            self.state(term, &level, N::of(*weight), value)
        });
        let whole = levels.iter().map(|(_, weight)| *weight).sum();
        Ok(Load { states: states.collect::<Result<_, _>>()?, whole: N::of(whole) })
    }
}

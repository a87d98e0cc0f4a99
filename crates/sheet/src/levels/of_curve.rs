//! Levels of a curve from the values of its operands.

use super::joint::{Joint, Load, State, added, grouped, joined, merged};
use super::{Counted, Levels, Query, units_at};
use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::curve::{CurveRow, LevelStep, Shape, Term, Weight};
use crate::formula::{Binary, FigureId};
use crate::slots::slots_of;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A shape on the clock.
struct OnClock<'t> {
    term: &'t Term,
    shares: &'t [FigureId],
    height: FigureId,
    floor: Option<FigureId>,
}

impl OnClock<'_> {
    fn of(term: &Term) -> Option<OnClock<'_>> {
        match &term.shape {
            Shape::Clock { shares, height, floor } => Some(OnClock { term, shares, height: *height, floor: *floor }),
            Shape::Steps(_) | Shape::Measured { .. } => None,
        }
    }
}

/// The shares of the next slots.
fn rotated(shares: &[FigureId]) -> Vec<FigureId> {
    shares.iter().cycle().skip(1).take(shares.len()).copied().collect()
}

/// The higher levels of two states that last as long.
fn higher<N: Number>(a: &State<N>, b: &State<N>) -> Result<State<N>, EvaluationErrorKind> {
    let gauges = a.gauge.as_ref().zip(b.gauge.as_ref());
    let gauge = gauges.map(|(a, b)| N::binary(Binary::Maximum, a, b)).transpose()?;
    Ok(State { level: N::binary(Binary::Maximum, &a.level, &b.level)?, gauge, weight: a.weight.clone() })
}

impl CurveRow {
    /// Figures that its levels are multiples of.
    fn heights(&self) -> Vec<FigureId> {
        let of = |term: &Term| match &term.shape {
            Shape::Steps(steps) => steps.iter().map(|step| step.level).collect(),
            Shape::Clock { height, floor, .. } => [*height].into_iter().chain(*floor).collect(),
            Shape::Measured { factor, .. } => vec![*factor],
        };
        self.terms.iter().flat_map(|term: &Term| -> Vec<FigureId> { of(term) }).collect()
    }

    /// Common factor of all its levels, and the operands divided by it; none if there is no such factor.
    pub(crate) fn factored<'v, N: Counted + 'v>(
        &self,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Option<(N, BTreeMap<FigureId, Decimal>)> {
        let is_rounded = |term: &Term| term.weights().any(|weight| weight.whole.is_some());
        if self.cut.is_some() || self.terms.iter().any(is_rounded) {
            return None;
        }
        let heights = self.heights();
        let (by, factors) = N::common_factor(&heights.iter().map(|height| value(*height)).collect::<Vec<_>>())?;
        let mut operands: BTreeMap<FigureId, Decimal> = heights.iter().copied().zip(factors).collect();
        let (mut others, mut exact) = (Vec::new(), true);
        for term in &self.terms {
            match &term.shape {
                Shape::Steps(steps) => others.extend(steps.iter().map(|step| step.share)),
                Shape::Clock { shares, .. } => others.extend(shares.iter()),
                Shape::Measured { .. } => {}
            }
            others.extend(term.weights().flat_map(Weight::figures));
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

    /// Its levels, from the values of figures; `met` is the number of states visited, even if there are too many.
    pub(crate) fn levels<'v, N: Number + 'v>(
        &self,
        value: &dyn Fn(FigureId) -> &'v N,
        met: &mut usize,
    ) -> Result<Arc<Levels<N>>, EvaluationErrorKind> {
        let mut loads = Vec::new();
        loads.extend(self.clock(value)?);
        for term in &self.terms {
            match &term.shape {
                Shape::Clock { .. } => {}
                Shape::Steps(steps) => loads.push(self.steps(term, steps, value)?),
                Shape::Measured { levels, factor } => loads.push(self.measured(term, levels, *factor, value)?),
            }
        }
        let joint = joined(loads, self.gauged, met)?;
        let Some(cut) = self.cut else { return Ok(Arc::new(Levels::new(joint, self.gauged, *met)?)) };
        let (scale, above) = (cut.scale.map(value), value(cut.above));
        let query = Query { scale, above: Some(above), cap: None, step: None, reserved: None };
        let left = |state: State<N>| {
            let level = units_at(&state.level, state.gauge.as_ref(), &query)?;
            Ok(State { level, gauge: None, weight: state.weight })
        };
        debug_assert!(joint.offsets.is_empty(), "a curve with a cut has a gauge, so its loads are combined");
        let Load { states, whole } = joint.load;
        let states = states.into_iter().map(left).collect::<Result<_, _>>()?;
        let joint = Joint { load: Load { states, whole }, offsets: Vec::new() };
        Ok(Arc::new(Levels::new(joint, false, *met)?))
    }

    fn state<'v, N: Number + 'v>(
        &self,
        term: &Term,
        level: &N,
        share: N,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<State<N>, EvaluationErrorKind> {
        let converted = |weight: Weight<FigureId>| {
            let level = match weight.factor {
                Some(factor) => N::multiply(level, value(factor))?,
                None => level.clone(),
            };
            let Some(whole) = weight.whole else { return Ok(level) };
            let step = value(whole.step);
            let steps = N::binary(Binary::Divide, &level, step)?.ceil();
            let steps = match whole.least {
                Some(least) => N::binary(Binary::Maximum, &steps, value(least))?,
                None => steps,
            };
            N::multiply(&steps, step)
        };
        let gauge = if self.gauged { Some(converted(term.gauge.unwrap_or_default())?) } else { None };
        Ok(State { level: converted(term.weight)?, gauge, weight: share })
    }

    /// Slots of the clock, with all shapes on it added up; slots with equal shares are one state that lasts as long as
    /// all of them.
    fn clock<'v, N: Number + 'v>(
        &self,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Option<Load<N>>, EvaluationErrorKind> {
        let clocks: Vec<OnClock<'_>> = self.terms.iter().filter_map(OnClock::of).collect();
        let shares: Vec<&[FigureId]> = clocks.iter().map(|clock| clock.shares).collect();
        let count = slots_of(&shares);
        if count == 0 {
            return Ok(None);
        }
        let in_slot = |slot: usize, times: usize| {
            let mut sum: Option<State<N>> = None;
            for OnClock { term, shares, height, floor } in &clocks {
                let mut level = N::multiply(value(shares[slot % shares.len()]), value(*height))?;
                if let Some(floor) = floor {
                    level = N::binary(Binary::Maximum, &level, value(*floor))?;
                }
                let state = self.state(term, &level, N::of(Decimal::from(times)), value)?;
                sum = Some(match sum {
                    Some(sum) => added(&sum, &state, state.weight.clone())?,
                    None => state,
                });
            }
            Ok(sum.expect("a clock has a shape"))
        };
        let mut slots = Vec::new();
        if self.with_next {
            let next: Vec<Vec<FigureId>> = shares.iter().map(|shares| rotated(shares)).collect();
            let pairs: Vec<&[FigureId]> = shares.iter().copied().chain(next.iter().map(Vec::as_slice)).collect();
            for (slot, times) in self.slots.of(&pairs, &|share| value(share).exact()).iter().copied() {
                slots.push(higher(&in_slot(slot, times)?, &in_slot(slot + 1, times)?)?);
            }
        } else {
            for (slot, times) in self.slots.of(&shares, &|share| value(share).exact()).iter().copied() {
                slots.push(in_slot(slot, times)?);
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
    ) -> Result<Load<N>, EvaluationErrorKind> {
        let (mut states, mut rest) = (Vec::new(), N::of(Decimal::ONE));
        for step in steps {
            let share = value(step.share);
            rest = N::binary(Binary::Subtract, &rest, share)?;
            states.push(self.state(term, value(step.level), share.clone(), value)?);
        }
        states.push(State { weight: rest, ..State::nothing(self.gauged) });
        Ok(Load { states, whole: N::of(Decimal::ONE) })
    }

    fn measured<'v, N: Number + 'v>(
        &self,
        term: &Term,
        levels: &[(Decimal, Decimal)],
        factor: FigureId,
        value: &dyn Fn(FigureId) -> &'v N,
    ) -> Result<Load<N>, EvaluationErrorKind> {
        let factor = value(factor);
        let states = levels.iter().map(|(level, weight)| {
            let level = N::multiply(&N::of(*level), factor)?;
            self.state(term, &level, N::of(*weight), value)
        });
        let whole = levels.iter().map(|(_, weight)| *weight).sum();
        Ok(Load { states: states.collect::<Result<_, _>>()?, whole: N::of(whole) })
    }
}

//! A curve at some values: descending levels with running sums, and the units that serve the load between two levels.

mod built;
mod counted;
mod falling;
mod float_filter;
mod floats;
mod joint;
mod of_curve;
mod quantized;
mod query;
#[cfg(test)]
mod tests;
mod whole_units;

pub use built::CurveCache;
pub(crate) use built::CurveKey;
pub use counted::Counted;
pub use falling::DescendingLevels;
pub(crate) use falling::Tail;
pub(crate) use floats::{FloatTail, Floats, RisingLevels};
pub(crate) use joint::MOST_STATES;
pub(crate) use quantized::Quantum;
pub use query::Query;
pub(crate) use whole_units::{ScaleSide, WholeUnits};

use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::formula::Binary;
use crate::number;
use joint::{Joint, Load, State, merged};
use query::scaled;
pub(crate) use query::units_at;
use rust_decimal::Decimal;
use std::sync::{Arc, OnceLock};

/// Levels of a curve in a month.
#[derive(Debug)]
pub enum Levels<N> {
    /// All levels are exact.
    Exact(Arc<DescendingLevels>),
    /// All levels are exact multiples of a varying number that is never below zero.
    Scaled(Arc<DescendingLevels>, N),
    /// At least one level varies.
    Moving(MovingLevels<N>),
}

/// Levels in any order; some may last no time.
#[derive(Debug)]
pub struct MovingLevels<N> {
    states: Vec<State<N>>,
    gauged: bool,
    whole: N,
    /// The levels in floating point over an interval, once needed.
    rising: OnceLock<Option<Box<RisingLevels>>>,
}

impl<N: Number> Levels<N> {
    /// Levels of a sum of loads; `met` states were visited to build it.
    pub(crate) fn new(joint: Joint<N>, gauged: bool, met: usize) -> Result<Levels<N>, EvaluationErrorKind> {
        let Joint { load: Load { states, whole }, offsets } = joint;
        match (merged(states), whole.exact()) {
            (Ok(states), Some(whole)) => {
                let mut falling = DescendingLevels::new(&states, whole, gauged)?.with_offsets(&offsets);
                falling.met = met;
                Ok(Levels::Exact(Arc::new(falling)))
            }
            (Ok(states) | Err(states), _) => {
                Ok(Levels::Moving(MovingLevels { states, gauged, whole, rising: OnceLock::new() }))
            }
        }
    }

    /// Number of states visited to build them; for varying levels the number of levels.
    pub(crate) fn met(&self) -> usize {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => falling.met,
            Levels::Moving(moving) => moving.states.len(),
        }
    }

    /// Highest level; zero if there is none.
    pub(crate) fn peak(&self) -> Result<N, EvaluationErrorKind> {
        match self {
            Levels::Exact(falling) => Ok(N::of(falling.highest())),
            Levels::Scaled(falling, by) => N::multiply(&N::of(falling.highest()), by),
            Levels::Moving(moving) => moving.most(|state| Ok(state.level.clone())),
        }
    }

    /// Whether they are the same object, not only equal.
    pub(crate) fn is_same_as(&self, other: &Levels<N>) -> bool {
        match (self, other) {
            (Levels::Exact(falling), Levels::Exact(other)) => Arc::ptr_eq(falling, other),
            (_, _) => std::ptr::eq(self, other),
        }
    }

    /// Number of levels in memory; equal ones are counted separately if they vary.
    pub(crate) fn states(&self) -> usize {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => falling.kept_levels(),
            Levels::Moving(moving) => moving.states.len(),
        }
    }

    /// Number of searches for the load above a level: one for each level of a separate part.
    pub(crate) fn searches(&self) -> usize {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => falling.searches(),
            Levels::Moving(_) => 1,
        }
    }

    /// Whether they are sorted, with running sums, and without a gauge: then not all of them are visited.
    pub(crate) fn is_falling(&self) -> bool {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => !falling.is_gauged(),
            Levels::Moving(_) => false,
        }
    }

    /// The levels, if all are constant.
    #[must_use]
    pub fn exact(&self) -> Option<&DescendingLevels> {
        match self {
            Levels::Exact(falling) => Some(falling),
            Levels::Scaled(..) | Levels::Moving(_) => None,
        }
    }
}

impl<N: Counted> Levels<N> {
    /// Σ over the month of weight × units, divided by the sum of the weights: units on average.
    pub(crate) fn mean_units(&self, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
        match self {
            Levels::Exact(falling) => mean_units(falling, query),
            Levels::Scaled(falling, by) => {
                let scale = scaled(by, query.scale)?;
                mean_units(falling, &Query { scale: Some(&scale), ..*query })
            }
            Levels::Moving(moving) => N::binary(Binary::Divide, &moving.units(query)?, &moving.whole),
        }
    }

    /// Maximum number of units at any time.
    pub(crate) fn most_units(&self, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
        match self {
            Levels::Exact(falling) => most_units(falling, query),
            Levels::Scaled(falling, by) => {
                let scale = scaled(by, query.scale)?;
                most_units(falling, &Query { scale: Some(&scale), ..*query })
            }
            Levels::Moving(moving) => moving.most(|state| units_at(&state.level, state.gauge.as_ref(), query)),
        }
    }
}

impl Levels<Decimal> {
    /// The same levels for another kind of number.
    pub(crate) fn of<N: Number>(&self) -> Levels<N> {
        match self {
            Levels::Exact(falling) => Levels::Exact(Arc::clone(falling)),
            Levels::Scaled(falling, by) => Levels::Scaled(Arc::clone(falling), N::of(*by)),
            Levels::Moving(moving) => Levels::Moving(MovingLevels {
                states: moving
                    .states
                    .iter()
                    .map(|s| State { level: N::of(s.level), gauge: s.gauge.map(N::of), weight: N::of(s.weight) })
                    .collect(),
                gauged: moving.gauged,
                whole: N::of(moving.whole),
                rising: OnceLock::new(),
            }),
        }
    }
}

impl<N: Counted> MovingLevels<N> {
    /// Σ over the month of weight × units.
    pub(crate) fn units(&self, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
        if let Some(sum) = N::moving_units(self, query) {
            return Ok(sum);
        }
        self.states.iter().try_fold(N::of(Decimal::ZERO), |sum, state| {
            let units = units_at(&state.level, state.gauge.as_ref(), query)?;
            N::binary(Binary::Add, &sum, &N::multiply(&units, &state.weight)?)
        })
    }
}

impl<N> MovingLevels<N> {
    /// Visits all numbers.
    pub(crate) fn each_number(&self, visit: &mut impl FnMut(&N)) {
        for state in &self.states {
            [Some(&state.level), state.gauge.as_ref(), Some(&state.weight)].into_iter().flatten().for_each(&mut *visit);
        }
        visit(&self.whole);
    }

    /// The levels with each number replaced; none if `number` returns none for one of them.
    pub(crate) fn with<M>(&self, number: impl Fn(&N) -> Option<M>) -> Option<MovingLevels<M>> {
        let state = |state: &State<N>| {
            let gauge = match &state.gauge {
                None => None,
                Some(gauge) => Some(number(gauge)?),
            };
            Some(State { level: number(&state.level)?, gauge, weight: number(&state.weight)? })
        };
        let states = self.states.iter().map(state).collect::<Option<Vec<_>>>()?;
        Some(MovingLevels { states, gauged: self.gauged, whole: number(&self.whole)?, rising: OnceLock::new() })
    }

    /// Number of levels; equal ones are counted separately.
    pub(crate) fn count(&self) -> usize {
        self.states.len()
    }

    /// Levels with their weights; none for a gauged curve.
    pub(crate) fn ungauged(&self) -> Option<impl Iterator<Item = (&N, &N)>> {
        (!self.gauged).then(|| self.states.iter().map(|state| (&state.level, &state.weight)))
    }

    /// Its levels at both ends of an interval, computed once.
    pub(crate) fn rising(&self, made: impl FnOnce() -> Option<RisingLevels>) -> Option<&RisingLevels> {
        self.rising.get_or_init(|| made().map(Box::new)).as_deref()
    }
}

impl<N: Number> MovingLevels<N> {
    /// The constant levels, and the others; none if all vary, and for a gauged curve.
    pub(crate) fn parted(&self) -> Option<(DescendingLevels, MovingLevels<N>)> {
        let still = |state: &State<N>| state.level.exact().zip(state.weight.exact());
        let stays: Vec<(Decimal, Decimal)> = self.states.iter().filter_map(still).collect();
        if self.gauged || stays.is_empty() {
            return None;
        }
        let states = self.states.iter().filter(|state| still(state).is_none()).cloned().collect();
        let others = MovingLevels { states, gauged: false, whole: self.whole.clone(), rising: OnceLock::new() };
        Some((DescendingLevels::of_weighted(stays)?, others))
    }

    /// Largest value of any state, 0 for those that last no time.
    fn most(&self, value: impl Fn(&State<N>) -> Result<N, EvaluationErrorKind>) -> Result<N, EvaluationErrorKind> {
        self.states.iter().try_fold(N::of(Decimal::ZERO), |most, state| {
            let value = value(state)?;
            let lasting = match state.weight.exact() {
                _ if value.exact() == Some(Decimal::ZERO) => return Ok(most),
                Some(weight) if !number::is_something(weight) => return Ok(most),
                Some(_) => value,
                None => N::multiply(&value, &state.weight.any())?,
            };
            N::binary(Binary::Maximum, &most, &lasting)
        })
    }
}

fn mean_units<N: Counted>(falling: &Arc<DescendingLevels>, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
    let sum = N::units(falling, query)?;
    if falling.whole == Decimal::ONE { Ok(sum) } else { N::binary(Binary::Divide, &sum, &N::of(falling.whole)) }
}

/// Maximum number of units at any time: for a load without a gauge those of its highest level.
fn most_units<N: Counted>(falling: &Arc<DescendingLevels>, query: &Query<'_, N>) -> Result<N, EvaluationErrorKind> {
    match falling.first() {
        _ if falling.is_gauged() => N::most(falling, query),
        Some(level) => units_at(&N::of(level), None, query),
        None => Ok(N::of(Decimal::ZERO)),
    }
}

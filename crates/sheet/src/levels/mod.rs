//! A curve at some values: falling levels with running sums, and the units that serve what lies between two levels.

mod built;
mod counted;
mod falling;
mod floats;
mod joint;
mod of_curve;
mod quantized;
mod query;
mod told;
mod whole_units;

pub use built::BuiltCurves;
pub(crate) use built::BuiltOf;
pub use counted::Counted;
pub use falling::Falling;
pub(crate) use floats::{Floats, RisingLevels};
pub(crate) use joint::MOST_STATES;
pub(crate) use of_curve::KeptSlots;
pub(crate) use quantized::Quantum;
pub use query::Query;
pub(crate) use whole_units::{Rest, WholeUnits};

use crate::arithmetic::{Number, Trouble};
use crate::formula::Binary;
use crate::number;
use joint::{State, merged};
use query::scaled;
pub(crate) use query::units_at;
use rust_decimal::Decimal;
use std::sync::{Arc, OnceLock};

/// The levels of a curve in a month.
#[derive(Debug)]
pub enum Levels<N> {
    /// Every level is exact.
    Exact(Arc<Falling>),
    /// Every level is an exact multiple of a number that moves and is never below zero.
    Scaled(Arc<Falling>, N),
    /// A level moves.
    Moving(MovingLevels<N>),
}

/// Levels in no order, of which some may last for no time.
#[derive(Debug)]
pub struct MovingLevels<N> {
    states: Vec<State<N>>,
    gauged: bool,
    whole: N,
    /// The same in floats, as bounds see them over an interval, once anybody asks.
    rising: OnceLock<Option<Box<RisingLevels>>>,
}

impl<N: Number> Levels<N> {
    /// Of states for which `met` were looked at.
    pub(crate) fn new(states: Vec<State<N>>, whole: N, gauged: bool, met: usize) -> Result<Levels<N>, Trouble> {
        match (merged(states), whole.exact()) {
            (Ok(states), Some(whole)) => {
                let mut falling = Falling::new(&states, whole, gauged)?;
                falling.met = met;
                Ok(Levels::Exact(Arc::new(falling)))
            }
            (Ok(states) | Err(states), _) => {
                Ok(Levels::Moving(MovingLevels { states, gauged, whole, rising: OnceLock::new() }))
            }
        }
    }

    /// How many states were looked at to build them; of levels that move as many as there are.
    pub(crate) fn met(&self) -> usize {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => falling.met,
            Levels::Moving(moving) => moving.states.len(),
        }
    }

    /// The highest level; nothing where there is none.
    pub(crate) fn peak(&self) -> Result<N, Trouble> {
        match self {
            Levels::Exact(falling) => Ok(N::of(falling.highest())),
            Levels::Scaled(falling, by) => N::multiply(&N::of(falling.highest()), by),
            Levels::Moving(moving) => moving.most(|state| Ok(state.level.clone())),
        }
    }

    /// Whether they are the same levels as others, not only equal ones.
    pub(crate) fn is_same_as(&self, other: &Levels<N>) -> bool {
        match (self, other) {
            (Levels::Exact(falling), Levels::Exact(other)) => Arc::ptr_eq(falling, other),
            (_, _) => std::ptr::eq(self, other),
        }
    }

    /// How many levels there are, equal ones counted as often as they are met while they move.
    pub(crate) fn states(&self) -> usize {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => falling.len(),
            Levels::Moving(moving) => moving.states.len(),
        }
    }

    /// Whether they are in their order, with running sums, and without a gauge: not all of them are looked at then.
    pub(crate) fn is_falling(&self) -> bool {
        match self {
            Levels::Exact(falling) | Levels::Scaled(falling, _) => !falling.is_gauged(),
            Levels::Moving(_) => false,
        }
    }

    /// The levels, if none of them moves.
    #[must_use]
    pub fn exact(&self) -> Option<&Falling> {
        match self {
            Levels::Exact(falling) => Some(falling),
            Levels::Scaled(..) | Levels::Moving(_) => None,
        }
    }
}

impl<N: Counted> Levels<N> {
    /// Σ over the month of weight × units, over the sum of the weights: units on average.
    pub(crate) fn mean_units(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
        match self {
            Levels::Exact(falling) => mean_units(falling, query),
            Levels::Scaled(falling, by) => {
                let scale = scaled(by, query.scale)?;
                mean_units(falling, &Query { scale: Some(&scale), ..*query })
            }
            Levels::Moving(moving) => N::binary(Binary::Divide, &moving.units(query)?, &moving.whole),
        }
    }

    /// The most units at any time.
    pub(crate) fn most_units(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
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
    pub(crate) fn units(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
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
    /// Every number of them.
    pub(crate) fn each_number(&self, visit: &mut impl FnMut(&N)) {
        for state in &self.states {
            [Some(&state.level), state.gauge.as_ref(), Some(&state.weight)].into_iter().flatten().for_each(&mut *visit);
        }
        visit(&self.whole);
    }

    /// The same of other numbers; none where one of these has none.
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

    /// How many levels there are, equal ones counted as often as they are met.
    pub(crate) fn count(&self) -> usize {
        self.states.len()
    }

    /// Each level with its weight; none of a gauged curve.
    pub(crate) fn ungauged(&self) -> Option<impl Iterator<Item = (&N, &N)>> {
        (!self.gauged).then(|| self.states.iter().map(|state| (&state.level, &state.weight)))
    }

    /// Its levels at both ends of an interval, made once.
    pub(crate) fn rising(&self, made: impl FnOnce() -> Option<RisingLevels>) -> Option<&RisingLevels> {
        self.rising.get_or_init(|| made().map(Box::new)).as_deref()
    }
}

impl<N: Number> MovingLevels<N> {
    /// Those that stay, and the others; none where none of them stays, and of a gauged curve.
    pub(crate) fn parted(&self) -> Option<(Falling, MovingLevels<N>)> {
        let still = |state: &State<N>| state.level.exact().zip(state.weight.exact());
        let stays: Vec<(Decimal, Decimal)> = self.states.iter().filter_map(still).collect();
        if self.gauged || stays.is_empty() {
            return None;
        }
        let states = self.states.iter().filter(|state| still(state).is_none()).cloned().collect();
        let others = MovingLevels { states, gauged: false, whole: self.whole.clone(), rising: OnceLock::new() };
        Some((Falling::of_weighted(stays)?, others))
    }

    /// The largest value of any state, 0 of those that last for no time.
    fn most(&self, value: impl Fn(&State<N>) -> Result<N, Trouble>) -> Result<N, Trouble> {
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

fn mean_units<N: Counted>(falling: &Arc<Falling>, query: &Query<'_, N>) -> Result<N, Trouble> {
    let sum = N::units(falling, query)?;
    if falling.whole == Decimal::ONE { Ok(sum) } else { N::binary(Binary::Divide, &sum, &N::of(falling.whole)) }
}

/// The most units at any time: of a load without a gauge those of its highest level.
fn most_units<N: Counted>(falling: &Arc<Falling>, query: &Query<'_, N>) -> Result<N, Trouble> {
    match falling.first() {
        _ if falling.is_gauged() => N::most(falling, query),
        Some(level) => units_at(&N::of(*level), None, query),
        None => Ok(N::of(Decimal::ZERO)),
    }
}

//! Loads of the same hours added up, and loads that are independent of each other.

use crate::arithmetic::{Number, Trouble};
use crate::formula::Binary;
use crate::number;
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// Levels that a joint curve may have.
const MOST_LEVELS: usize = 200_000;
/// States that are looked at to join two curves.
const MOST_STATES: usize = 20_000_000;
/// States after which equal ones are merged.
const MERGED_AT: usize = 1_000_000;

/// How a load stands in some of the hours.
#[derive(Clone, Debug)]
pub(crate) struct State<N> {
    /// How high it is.
    pub level: N,
    /// How high it is on the gauge.
    pub gauge: N,
    /// How long it is so, in a measure of its curve.
    pub weight: N,
}

impl<N: Number> State<N> {
    pub(crate) fn nothing() -> State<N> {
        State { level: N::of(Decimal::ZERO), gauge: N::of(Decimal::ZERO), weight: N::of(Decimal::ONE) }
    }
}

/// A load over a month.
#[derive(Clone, Debug)]
pub(crate) struct Load<N> {
    /// How it stands, in no order.
    pub states: Vec<State<N>>,
    /// Σ of their weights.
    pub whole: N,
}

impl<N: Number> Load<N> {
    fn is_exact(&self) -> bool {
        let numbers = |state: &State<N>| [state.level.exact(), state.gauge.exact(), state.weight.exact()];
        self.states.iter().flat_map(numbers).all(|number| number.is_some())
    }
}

/// Two states of the same hours, and as long as the first.
pub(crate) fn added<N: Number>(a: &State<N>, b: &State<N>) -> Result<State<N>, Trouble> {
    Ok(State {
        level: N::binary(Binary::Add, &a.level, &b.level)?,
        gauge: N::binary(Binary::Add, &a.gauge, &b.gauge)?,
        weight: a.weight.clone(),
    })
}

/// Loads that are independent of each other, added: each state of one meets each of the other. Those that do not move come
/// first, for their equal levels are one: `n` loads of a level that repeats have `n + 1` levels together, and only what moves
/// multiplies them.
pub(crate) fn joined<N: Number>(loads: Vec<Load<N>>) -> Result<Load<N>, Trouble> {
    let mut sum = Load { states: vec![State::nothing()], whole: N::of(Decimal::ONE) };
    let (still, moving): (Vec<Load<N>>, Vec<Load<N>>) = loads.into_iter().partition(Load::is_exact);
    for load in still.into_iter().chain(moving) {
        if sum.states.len().saturating_mul(load.states.len()) > MOST_STATES {
            return Err(Trouble::TooManyLevels);
        }
        let mut met = Vec::new();
        for a in &sum.states {
            for b in &load.states {
                let weight = N::multiply(&a.weight, &b.weight)?;
                met.push(State { weight, ..added(a, b)? });
            }
            if met.len() > MERGED_AT {
                met = limited(met)?;
            }
        }
        sum = Load { states: limited(met)?, whole: N::multiply(&sum.whole, &load.whole)? };
    }
    Ok(sum)
}

fn limited<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Trouble> {
    let states = merged(states).unwrap_or_else(|states| states);
    if states.len() > MOST_LEVELS { Err(Trouble::TooManyLevels) } else { Ok(states) }
}

/// Falling levels, equal ones merged, without those that last for no time; the states unchanged if one of them is not exact.
pub(crate) fn merged<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Vec<State<N>>> {
    let exact = |state: &State<N>| Some((state.level.exact()?, state.gauge.exact()?, state.weight.exact()?));
    let Some(mut exact) = states.iter().map(exact).collect::<Option<Vec<_>>>() else {
        return Err(states);
    };
    exact.sort_unstable_by_key(|(level, gauge, _)| Reverse((*level, *gauge)));
    exact.dedup_by(|later, kept| {
        let equal = later.0 == kept.0 && later.1 == kept.1;
        if equal {
            kept.2 += later.2;
        }
        equal
    });
    exact.retain(|(_, _, weight)| number::is_something(*weight));
    let state = |(level, gauge, weight)| State { level: N::of(level), gauge: N::of(gauge), weight: N::of(weight) };
    Ok(exact.into_iter().map(state).collect())
}

/// States with those that are the same in one, as far as they can be told apart while they move: the hours of a clock
/// repeat themselves, and every state of one load meets each of another.
pub(crate) fn grouped<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Trouble> {
    let mut groups: Vec<State<N>> = Vec::new();
    for state in states {
        match groups.iter_mut().find(|group| group.level == state.level && group.gauge == state.gauge) {
            Some(group) => group.weight = N::binary(Binary::Add, &group.weight, &state.weight)?,
            None => groups.push(state),
        }
    }
    Ok(groups)
}

//! Sums of loads in the same hours, and of independent loads.

use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::formula::Binary;
use crate::number;
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// Maximum number of levels of a joint curve.
const MOST_LEVELS: usize = 200_000;
/// Maximum number of levels if one of them varies: equal ones are not merged, and each is a formula.
const MOST_MOVING: usize = 20_000;
/// Maximum number of states visited to join the loads of a curve, and to build all curves of one evaluation: about a
/// second.
pub(crate) const MOST_STATES: usize = 4_000_000;
/// Number of states from which equal ones are merged.
const MERGED_AT: usize = 2 * MOST_LEVELS;
/// Maximum number of combined levels of two loads that are combined; with more of them, both loads are kept.
/// Few in unit tests, so that small random loads reach it.
const MOST_COMBINED: usize = if cfg!(test) { 12 } else { 8_192 };
/// Maximum number of levels of the smaller of two kept loads, which every query visits, also that of a simulated draw. With more of
/// them, the loads are combined within the limits of combinations.
const MOST_OFFSETS: usize = 50;

/// State of a load in some of the hours.
#[derive(Clone, Debug)]
pub(crate) struct State<N> {
    /// Level.
    pub level: N,
    /// Level of the gauge, if there is one.
    pub gauge: Option<N>,
    /// Duration, in a unit of its curve.
    pub weight: N,
}

impl<N: Number> State<N> {
    pub(crate) fn nothing(gauged: bool) -> State<N> {
        let nothing = || N::of(Decimal::ZERO);
        State { level: nothing(), gauge: gauged.then(nothing), weight: N::of(Decimal::ONE) }
    }

    /// Level, gauge and weight, if all of them are known exactly.
    fn exact(&self) -> Option<(Decimal, Option<Decimal>, Decimal)> {
        let gauge = self.gauge.as_ref().map(N::exact);
        Some((self.level.exact()?, gauge.map_or(Some(None), |gauge| gauge.map(Some))?, self.weight.exact()?))
    }
}

/// A load over a month.
#[derive(Clone, Debug)]
pub(crate) struct Load<N> {
    /// States in any order.
    pub states: Vec<State<N>>,
    /// Σ of the weights.
    pub whole: N,
}

/// Sum of independent loads.
#[derive(Debug)]
pub(crate) struct Joint<N> {
    /// The sum, or a part of it with the duration of the sum.
    pub load: Load<N>,
    /// Descending levels of the other part, independent of the first; none if there is one part.
    pub offsets: Vec<State<N>>,
}

impl<N: Number> Load<N> {
    fn is_exact(&self) -> bool {
        self.states.iter().all(|state| state.exact().is_some())
    }
}

/// Sum of two states of the same hours, which last for `weight`.
pub(crate) fn added<N: Number>(a: &State<N>, b: &State<N>, weight: N) -> Result<State<N>, EvaluationErrorKind> {
    let gauges = a.gauge.as_ref().zip(b.gauge.as_ref());
    let gauge = gauges.map(|(a, b)| N::binary(Binary::Add, a, b)).transpose()?;
    Ok(State { level: N::binary(Binary::Add, &a.level, &b.level)?, gauge, weight })
}

/// Sum of independent loads. The load with the most levels stays separate from the others if they are constant, without a
/// gauge, and have many combinations.
pub(crate) fn joined<N: Number>(
    mut loads: Vec<Load<N>>,
    gauged: bool,
    met: &mut usize,
) -> Result<Joint<N>, EvaluationErrorKind> {
    let largest = (0..loads.len()).max_by_key(|at| loads[*at].states.len());
    let combined = loads.iter().fold(1_usize, |count, load| count.saturating_mul(load.states.len()));
    let may_be_kept = loads.len() > 1 && !gauged && combined > MOST_COMBINED && loads.iter().all(Load::is_exact);
    let Some(largest) = largest.filter(|_| may_be_kept) else {
        return Ok(Joint { load: combinations(loads, gauged, met)?, offsets: Vec::new() });
    };
    let load = loads.remove(largest);
    let load = Load { states: limited(load.states)?, ..load };
    let others = combinations(loads, gauged, met)?;
    let combined = load.states.len().saturating_mul(others.states.len());
    let fewer = load.states.len().min(others.states.len());
    let is_kept = (2..=MOST_OFFSETS).contains(&fewer) && combined > MOST_COMBINED && lasting(&load, &others);
    if !is_kept {
        return Ok(Joint { load: combinations(vec![others, load], gauged, met)?, offsets: Vec::new() });
    }
    *met += load.states.len();
    let whole = N::multiply(&load.whole, &others.whole)?;
    let (mut base, mut offsets) = (load.states, others.states);
    if base.len() < offsets.len() {
        std::mem::swap(&mut base, &mut offsets);
    }
    Ok(Joint { load: Load { states: base, whole }, offsets })
}

/// Whether every combination of their states lasts for some time.
fn lasting<N: Number>(a: &Load<N>, b: &Load<N>) -> bool {
    let least = |load: &Load<N>| load.states.iter().filter_map(|state| state.weight.exact()).min();
    let product = least(a).zip(least(b)).and_then(|(a, b)| a.checked_mul(b));
    product.is_some_and(number::is_something)
}

/// Sum of independent loads: every state of one is combined with every state of the others. Constant loads come first,
/// because their equal levels merge: `n` loads of a repeated level have `n + 1` levels together, and only varying loads
/// multiply the number. `met` grows by the number of states visited, even if there are too many.
fn combinations<N: Number>(loads: Vec<Load<N>>, gauged: bool, met: &mut usize) -> Result<Load<N>, EvaluationErrorKind> {
    let (still, moving): (Vec<Load<N>>, Vec<Load<N>>) = loads.into_iter().partition(Load::is_exact);
    // the number of varying levels is known before any work
    let times = moving.iter().fold(1_usize, |times, load| times.saturating_mul(load.states.len()));
    let first_moving = still.len();
    if !moving.is_empty() && times > MOST_MOVING {
        return Err(EvaluationErrorKind::TooManyLevels);
    }
    let mut loads = still.into_iter().chain(moving).enumerate();
    let Some((_, Load { states, whole })) = loads.next() else {
        return Ok(Load { states: vec![State::nothing(gauged)], whole: N::of(Decimal::ONE) });
    };
    *met += states.len();
    let mut sum = Load { states: limited(states)?, whole };
    for (at, load) in loads {
        if at == first_moving && sum.states.len().saturating_mul(times) > MOST_MOVING {
            return Err(EvaluationErrorKind::TooManyLevels);
        }
        let more = sum.states.len().saturating_mul(load.states.len());
        if more > MOST_STATES.saturating_sub(*met) {
            return Err(EvaluationErrorKind::TooManyLevels);
        }
        *met += more;
        let mut joint = Vec::new();
        // descending levels, one sorted run after another: quick to sort
        for b in &load.states {
            for a in &sum.states {
                joint.push(added(a, b, N::multiply(&a.weight, &b.weight)?)?);
            }
            if joint.len() > MERGED_AT {
                joint = limited(joint)?;
            }
        }
        sum = Load { states: limited(joint)?, whole: N::multiply(&sum.whole, &load.whole)? };
    }
    Ok(sum)
}

fn limited<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, EvaluationErrorKind> {
    let states = merged(states).unwrap_or_else(|states| states);
    if states.len() > MOST_LEVELS { Err(EvaluationErrorKind::TooManyLevels) } else { Ok(states) }
}

/// Descending levels, with equal ones merged and without those that last no time; the states unchanged if one is not
/// exact.
pub(crate) fn merged<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Vec<State<N>>> {
    let Some(mut exact) = states.iter().map(State::exact).collect::<Option<Vec<_>>>() else {
        return Err(states);
    };
    // a stable sort finds sorted runs
    exact.sort_by_key(|(level, gauge, _)| Reverse((*level, *gauge)));
    exact.dedup_by(|later, kept| {
        let equal = later.0 == kept.0 && later.1 == kept.1;
        if equal {
            kept.2 += later.2;
        }
        equal
    });
    exact.retain(|(_, _, weight)| number::is_something(*weight));
    let state = |(level, gauge, weight): (Decimal, Option<Decimal>, Decimal)| State {
        level: N::of(level),
        gauge: gauge.map(N::of),
        weight: N::of(weight),
    };
    Ok(exact.into_iter().map(state).collect())
}

/// Merges states that are equal, also while they vary: the hours of a clock repeat, and every state of one load is
/// combined with every state of another.
pub(crate) fn grouped<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, EvaluationErrorKind> {
    let mut groups: Vec<State<N>> = Vec::new();
    for state in states {
        match groups.iter_mut().find(|group| group.level == state.level && group.gauge == state.gauge) {
            Some(group) => group.weight = N::binary(Binary::Add, &group.weight, &state.weight)?,
            None => groups.push(state),
        }
    }
    Ok(groups)
}

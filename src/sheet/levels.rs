//! A curve at some values: falling levels with running sums, and the units that serve what lies between two levels.

use super::stairs::Kept;
use super::{Binary, Number, Trouble};
use crate::number;
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::sync::Arc;

/// Levels that a joint curve may have.
const MOST_LEVELS: usize = 200_000;
/// States that are looked at to join two curves.
const MOST_STATES: usize = 20_000_000;
/// States after which equal ones are merged.
const MERGED_AT: usize = 1_000_000;

/// How a load stands in some of the hours.
#[derive(Clone, Debug)]
pub(super) struct State<N> {
    /// How high it is.
    pub level: N,
    /// How high it is on the gauge.
    pub gauge: N,
    /// How long it is so, in a measure of its curve.
    pub weight: N,
}

impl<N: Number> State<N> {
    pub(super) fn nothing() -> State<N> {
        State { level: N::of(Decimal::ZERO), gauge: N::of(Decimal::ZERO), weight: N::of(Decimal::ONE) }
    }
}

/// Two states of the same hours, and as long as the first.
pub(super) fn added<N: Number>(a: &State<N>, b: &State<N>) -> Result<State<N>, Trouble> {
    Ok(State {
        level: N::binary(Binary::Add, &a.level, &b.level)?,
        gauge: N::binary(Binary::Add, &a.gauge, &b.gauge)?,
        weight: a.weight.clone(),
    })
}

/// Curves that are independent of each other, added: each state of one meets each of the other.
pub(super) fn joined<N: Number>(parts: Vec<(Vec<State<N>>, N)>) -> Result<(Vec<State<N>>, N), Trouble> {
    let mut sum = (vec![State::nothing()], N::of(Decimal::ONE));
    for (states, whole) in parts {
        if sum.0.len().saturating_mul(states.len()) > MOST_STATES {
            return Err(Trouble::TooManyLevels);
        }
        let mut met = Vec::new();
        for a in &sum.0 {
            for b in &states {
                let weight = N::multiply(&a.weight, &b.weight)?;
                met.push(State { weight, ..added(a, b)? });
            }
            if met.len() > MERGED_AT {
                met = limited(met)?;
            }
        }
        sum = (limited(met)?, N::multiply(&sum.1, &whole)?);
    }
    Ok(sum)
}

fn limited<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Trouble> {
    let states = merged(states).unwrap_or_else(|states| states);
    if states.len() > MOST_LEVELS { Err(Trouble::TooManyLevels) } else { Ok(states) }
}

/// Falling levels, equal ones merged, without those that last for no time; the states unchanged if one of them is not exact.
pub(super) fn merged<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Vec<State<N>>> {
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
pub(super) fn grouped<N: Number>(states: Vec<State<N>>) -> Result<Vec<State<N>>, Trouble> {
    let mut groups: Vec<State<N>> = Vec::new();
    for state in states {
        match groups.iter_mut().find(|group| group.level == state.level && group.gauge == state.gauge) {
            Some(group) => group.weight = N::binary(Binary::Add, &group.weight, &state.weight)?,
            None => groups.push(state),
        }
    }
    Ok(groups)
}

/// The levels of a curve in a month.
#[derive(Debug)]
pub enum Levels<N> {
    /// Every level is exact.
    Exact(Arc<Falling>),
    /// Every level is an exact multiple of a number that moves and is never below zero.
    Scaled(Arc<Falling>, N),
    /// A level moves.
    Moving(Moving<N>),
}

/// Falling levels with running sums.
#[derive(Debug)]
pub struct Falling {
    levels: Vec<Decimal>,
    gauges: Option<Vec<Decimal>>,
    weights: Vec<Decimal>,
    /// Σ of the weights up to each level.
    longer: Vec<Decimal>,
    /// Σ of weight × level up to each level.
    areas: Vec<Decimal>,
    whole: Decimal,
    /// Its levels in units, as they were asked for.
    pub(super) kept: Kept,
}

/// A level in binary floating point: how long it is held, where it is on the gauge, and which share of that it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FloatLevel {
    pub weight: f64,
    pub gauge: f64,
    pub share: f64,
}

/// Levels in no order, of which some may last for no time.
#[derive(Debug)]
pub struct Moving<N> {
    states: Vec<State<N>>,
    gauged: bool,
    whole: N,
}

/// What of `scale` times a curve is counted: what lies above `above` and is at most `cap` of that, in units of `step`
/// beyond `reserved` of them. What is absent is 1, nothing, without a limit, continuous, none. On a gauged curve `above`
/// and `cap` are levels of the gauge.
#[derive(Clone, Copy, Debug)]
pub struct Query<'v, N> {
    /// Multiplies every level.
    pub scale: Option<&'v N>,
    /// Only what lies above this.
    pub above: Option<&'v N>,
    /// Only so much of it.
    pub cap: Option<&'v N>,
    /// The size of a unit.
    pub step: Option<&'v N>,
    /// Units that are there already.
    pub reserved: Option<&'v N>,
}

impl<N: Number> Levels<N> {
    pub(super) fn new(states: Vec<State<N>>, whole: N, gauged: bool) -> Result<Levels<N>, Trouble> {
        match (merged(states), whole.exact()) {
            (Ok(states), Some(whole)) => Ok(Levels::Exact(Arc::new(Falling::new(&states, whole, gauged)?))),
            (Ok(states) | Err(states), _) => Ok(Levels::Moving(Moving { states, gauged, whole })),
        }
    }

    /// The highest level; nothing where there is none.
    pub(super) fn peak(&self) -> Result<N, Trouble> {
        match self {
            Levels::Exact(falling) => Ok(N::of(falling.highest())),
            Levels::Scaled(falling, by) => N::multiply(&N::of(falling.highest()), by),
            Levels::Moving(moving) => moving.most(|state| Ok(state.level.clone())),
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

    /// Σ over the month of weight × units, over the sum of the weights: units on average.
    pub(super) fn mean_units(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
        match self {
            Levels::Exact(falling) => falling.mean_units(query),
            Levels::Scaled(falling, by) => {
                let scale = scaled(by, query.scale)?;
                falling.mean_units(&Query { scale: Some(&scale), ..*query })
            }
            Levels::Moving(moving) => {
                let sum = sum_of_units(moving.states.iter().map(|s| (&s.weight, &s.level, moving.gauge(s))), query)?;
                N::binary(Binary::Divide, &sum, &moving.whole)
            }
        }
    }

    /// The most units at any time.
    pub(super) fn most_units(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
        match self {
            Levels::Exact(falling) => falling.most_units(query),
            Levels::Scaled(falling, by) => {
                let scale = scaled(by, query.scale)?;
                falling.most_units(&Query { scale: Some(&scale), ..*query })
            }
            Levels::Moving(moving) => moving.most(|state| units_at(&state.level, moving.gauge(state), query)),
        }
    }
}

impl Levels<Decimal> {
    /// The same levels for another kind of number.
    pub(super) fn of<N: Number>(&self) -> Levels<N> {
        match self {
            Levels::Exact(falling) => Levels::Exact(Arc::clone(falling)),
            Levels::Scaled(falling, by) => Levels::Scaled(Arc::clone(falling), N::of(*by)),
            Levels::Moving(moving) => Levels::Moving(Moving {
                states: moving
                    .states
                    .iter()
                    .map(|s| State { level: N::of(s.level), gauge: N::of(s.gauge), weight: N::of(s.weight) })
                    .collect(),
                gauged: moving.gauged,
                whole: N::of(moving.whole),
            }),
        }
    }
}

impl<N> Moving<N> {
    fn gauge<'s>(&self, state: &'s State<N>) -> Option<&'s N> {
        self.gauged.then_some(&state.gauge)
    }
}

impl<N: Number> Moving<N> {
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

impl Falling {
    fn new<N: Number>(states: &[State<N>], whole: Decimal, gauged: bool) -> Result<Falling, Trouble> {
        let of = |part: &N| part.exact().unwrap_or_default();
        let mut falling = Falling {
            levels: states.iter().map(|s| of(&s.level)).collect(),
            gauges: gauged.then(|| states.iter().map(|s| of(&s.gauge)).collect()),
            weights: states.iter().map(|s| of(&s.weight)).collect(),
            longer: Vec::with_capacity(states.len()),
            areas: Vec::with_capacity(states.len()),
            whole,
            kept: Kept::default(),
        };
        let (mut longer, mut area) = (Decimal::ZERO, Decimal::ZERO);
        for (level, weight) in falling.levels.iter().zip(&falling.weights) {
            longer = Number::binary(Binary::Add, &longer, weight)?;
            area = Number::binary(Binary::Add, &area, &Decimal::multiply(level, weight)?)?;
            falling.longer.push(longer);
            falling.areas.push(area);
        }
        Ok(falling)
    }

    fn highest(&self) -> Decimal {
        self.levels.first().copied().unwrap_or_default()
    }

    fn mean_units<N: Number>(self: &Arc<Falling>, query: &Query<'_, N>) -> Result<N, Trouble> {
        let sum = N::units(self, query)?;
        if self.whole == Decimal::ONE { Ok(sum) } else { N::binary(Binary::Divide, &sum, &N::of(self.whole)) }
    }

    /// The most units at any time: of a load without a gauge those of its highest level.
    fn most_units<N: Number>(self: &Arc<Falling>, query: &Query<'_, N>) -> Result<N, Trouble> {
        match self.levels.first() {
            _ if self.is_gauged() => N::most(self, query),
            Some(level) => units_at(&N::of(*level), None, query),
            None => Ok(N::of(Decimal::ZERO)),
        }
    }

    /// The most units at any level for numbers of any kind, level by level.
    pub(super) fn most_level_by_level<N: Number>(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
        self.states().try_fold(N::of(Decimal::ZERO), |most, (_, level, gauge)| {
            N::binary(Binary::Maximum, &most, &units_at(&N::of(level), gauge.map(N::of).as_ref(), query)?)
        })
    }

    /// The levels in binary floating point; none where something is demanded of which the gauge shows nothing.
    pub(super) fn floats(&self) -> Option<Vec<FloatLevel>> {
        let states = self.states().filter(|(weight, level, _)| !weight.is_zero() && !level.is_zero());
        let float = |state: (Decimal, Decimal, Option<Decimal>)| {
            let (weight, level, gauge) = state;
            let share = match gauge {
                None => Some(Decimal::ONE),
                Some(gauge) => level.checked_div(gauge),
            };
            let float = super::symbol::float;
            Some(FloatLevel { weight: float(weight), gauge: float(gauge.unwrap_or(level)), share: float(share?) })
        };
        states.map(float).collect()
    }

    /// The levels with the share of the hours of each, falling.
    pub fn shares(&self) -> impl Iterator<Item = (Decimal, Decimal)> {
        self.levels.iter().zip(&self.weights).map(|(level, weight)| (*level, *weight / self.whole))
    }

    pub(super) fn states(&self) -> impl Iterator<Item = (Decimal, Decimal, Option<Decimal>)> {
        let gauge = |at: usize| self.gauges.as_ref().map(|gauges| gauges[at]);
        (0..self.levels.len()).map(move |at| (self.weights[at], self.levels[at], gauge(at)))
    }

    /// Levels from the highest down for which `holds`, which holds for no level below one for which it does not.
    fn count(&self, holds: impl Fn(Decimal) -> bool) -> usize {
        self.levels.partition_point(|level| holds(*level))
    }

    pub(super) fn longer(&self, count: usize) -> Decimal {
        count.checked_sub(1).map_or(Decimal::ZERO, |last| self.longer[last])
    }

    pub(super) fn area(&self, count: usize) -> Decimal {
        count.checked_sub(1).map_or(Decimal::ZERO, |last| self.areas[last])
    }

    /// Σ of weight × units for numbers of any kind, level by level.
    pub(super) fn units_level_by_level<N: Number>(&self, query: &Query<'_, N>) -> Result<N, Trouble> {
        self.states().try_fold(N::of(Decimal::ZERO), |sum, (weight, level, gauge)| {
            let units = units_at(&N::of(level), gauge.map(N::of).as_ref(), query)?;
            N::binary(Binary::Add, &sum, &N::multiply(&units, &N::of(weight))?)
        })
    }

    /// Σ of weight × units, by a search on the running sums for each unit rather than a loop over the levels.
    pub(super) fn units(&self, query: &Query<'_, Decimal>) -> Result<Decimal, Trouble> {
        if self.gauges.is_some() {
            return self.units_level_by_level(query);
        }
        let scale = query.scale.copied().unwrap_or(Decimal::ONE);
        let above = query.above.copied().unwrap_or_default();
        match (query.step, query.cap) {
            (None, None) => self.continuous(scale, above),
            (None, Some(cap)) => {
                let upper = Decimal::binary(Binary::Add, &above, &(*cap).max(Decimal::ZERO))?;
                let all = self.continuous(scale, above)?;
                Decimal::binary(Binary::Subtract, &all, &self.continuous(scale, upper)?)
            }
            (Some(_), Some(_)) => self.units_level_by_level(query),
            (Some(step), None) => {
                let reserved = query.reserved.copied().unwrap_or_default();
                self.stepped(&Steps { scale, above, step: *step, reserved, rest: Rest::At })
            }
        }
    }

    /// Σ of weight × max(0, scale · level − above); a level that divisions left just above it does not lie above.
    fn continuous(&self, scale: Decimal, above: Decimal) -> Result<Decimal, Trouble> {
        let bound = above + negligible(above);
        let count = self.count(|level| product(scale, level) > bound);
        let area = Decimal::multiply(&scale, &self.area(count))?;
        Decimal::binary(Binary::Subtract, &area, &Decimal::multiply(&above, &self.longer(count))?)
    }

    /// How many levels, times `scale`, lie above a level; of a gauged curve, how many of the gauge.
    pub(super) fn count_above(&self, scale: Decimal, above: Decimal) -> usize {
        match &self.gauges {
            Some(gauges) => gauges.iter().filter(|gauge| product(scale, **gauge) > above).count(),
            None => self.count(|level| product(scale, level) > above),
        }
    }

    /// Σ of weight × max(0, units − reserved): the u-th unit is needed as long as the level needs at least u of them.
    pub(super) fn stepped(&self, steps: &Steps) -> Result<Decimal, Trouble> {
        if steps.step.is_zero() {
            return Err(Trouble::DivisionByZero);
        }
        let Some(highest) = self.levels.first() else { return Ok(Decimal::ZERO) };
        let most = steps.units(*highest)?.beyond(&steps.reserved)?;
        let mut sum = Decimal::ZERO;
        if most < Decimal::from(self.levels.len()) && steps.reserved.fract().is_zero() {
            let mut unit = Decimal::ONE;
            while unit <= most {
                let count =
                    steps.threshold(unit + steps.reserved)?.map_or(0, |bound| self.count(|level| bound.holds(level)));
                sum = Decimal::binary(Binary::Add, &sum, &self.longer(count))?;
                unit += Decimal::ONE;
            }
        } else {
            for (level, weight) in self.levels.iter().zip(&self.weights) {
                let units = steps.units(*level)?.beyond(&steps.reserved)?;
                sum = Decimal::binary(Binary::Add, &sum, &Decimal::multiply(&units, weight)?)?;
            }
        }
        Ok(sum)
    }

    pub(super) fn is_gauged(&self) -> bool {
        self.gauges.is_some()
    }
}

/// Whether units are counted at a scale or just above it, where a level that fills its units needs one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    At,
    JustAbove,
}

/// Whole units above a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub scale: Decimal,
    pub above: Decimal,
    pub step: Decimal,
    pub reserved: Decimal,
    pub rest: Rest,
}

/// The level from which on, or above which, a unit is needed.
#[derive(Clone, Copy)]
enum Threshold {
    From(Decimal),
    Above(Decimal),
}

impl Threshold {
    fn holds(self, level: Decimal) -> bool {
        match self {
            Threshold::From(least) => level >= least,
            Threshold::Above(bound) => level > bound,
        }
    }
}

impl Steps {
    /// Levels that need at least so many units; none do where nothing is scaled to nothing.
    fn threshold(&self, units: Decimal) -> Result<Option<Threshold>, Trouble> {
        let below = Decimal::multiply(&(units - Decimal::ONE), &self.step)?;
        let reached = Decimal::binary(Binary::Add, &below, &self.above)?;
        if self.scale.is_zero() {
            let first = self.rest == Rest::JustAbove && reached.is_zero();
            return Ok(first.then_some(Threshold::Above(Decimal::ZERO)));
        }
        let bound = Decimal::binary(Binary::Divide, &reached, &self.scale)?;
        Ok(Some(match self.rest {
            Rest::JustAbove if !bound.is_zero() => Threshold::From(bound - negligible(bound)),
            Rest::At | Rest::JustAbove => Threshold::Above(bound + negligible(bound)),
        }))
    }

    pub(super) fn units(&self, level: Decimal) -> Result<Decimal, Trouble> {
        let reached = Decimal::multiply(&self.scale, &level)?;
        let excess = reached.beyond(&self.above)?;
        let units = Decimal::binary(Binary::Divide, &excess, &self.step)?;
        let moves = self.rest == Rest::JustAbove && !level.is_zero();
        let touches = !excess.is_zero() || (reached - self.above).abs() <= negligible(reached);
        Ok(if moves && touches { number::floor(units) + Decimal::ONE } else { number::ceil(units) })
    }
}

fn product(scale: Decimal, level: Decimal) -> Decimal {
    scale.checked_mul(level).unwrap_or(Decimal::MAX)
}

/// Differences up to this are what divisions left over.
pub(super) fn negligible(of: Decimal) -> Decimal {
    of.abs() * Decimal::new(1, 20)
}

fn sum_of_units<'v, N: Number + 'v>(
    mut states: impl Iterator<Item = (&'v N, &'v N, Option<&'v N>)>,
    query: &Query<'_, N>,
) -> Result<N, Trouble> {
    states.try_fold(N::of(Decimal::ZERO), |sum, (weight, level, gauge)| {
        N::binary(Binary::Add, &sum, &N::multiply(&units_at(level, gauge, query)?, weight)?)
    })
}

/// The units of one level. On a gauge, a level is cut where the gauge is: in proportion.
fn units_at<N: Number>(level: &N, gauge: Option<&N>, query: &Query<'_, N>) -> Result<N, Trouble> {
    let cut = |of: &N| at_most(beyond(scaled(of, query.scale)?, query.above)?, query.cap);
    let units = match gauge {
        None => cut(level)?,
        Some(gauge) => N::quotient_or(&N::multiply(level, &cut(gauge)?)?, gauge, &scaled(level, query.scale)?)?,
    };
    match query.step {
        Some(step) => beyond(N::binary(Binary::Divide, &units, step)?.ceil(), query.reserved),
        None => Ok(units),
    }
}

fn scaled<N: Number>(level: &N, scale: Option<&N>) -> Result<N, Trouble> {
    scale.map_or_else(|| Ok(level.clone()), |scale| N::multiply(level, scale))
}

fn beyond<N: Number>(level: N, above: Option<&N>) -> Result<N, Trouble> {
    match above {
        Some(above) => level.beyond(above),
        None => Ok(level),
    }
}

fn at_most<N: Number>(units: N, cap: Option<&N>) -> Result<N, Trouble> {
    match cap {
        Some(cap) => N::binary(Binary::Minimum, &units, cap),
        None => Ok(units),
    }
}

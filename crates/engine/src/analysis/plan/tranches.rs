//! Tranches of a plan: busy hours and break-even hours of each node and committed instance.

use super::space::{Look, Space};
use super::variant::{OwnedServers, Pair};
use crate::amount::{self, Amount, Ratio};
use crate::model::OptionKind;
use crate::number;
use crate::scenario::quantity::Quantity;
use crate::serialized::serialized_as;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Nodes are listed singly up to this number, and in this number of steps beyond.
const STEPS: u32 = 12;

/// Kind of the units of a tranche.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrancheKind {
    /// Owned nodes.
    Nodes,
    /// Instances of a commitment.
    Committed(String),
}

/// Consecutive units of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tranche {
    /// Kind of the units.
    #[serde(flatten)]
    pub kind: TrancheKind,
    /// Number of the first unit, from 1.
    pub first: u32,
    /// Number of the last unit.
    pub last: u32,
    /// Whether the plan includes them.
    pub planned: bool,
    /// Mean busy hours per month of one unit: of a node while in service, of an instance while committed. Null if not
    /// known.
    pub busy_hours: Option<Ratio>,
    /// Break-even hours per month: fixed cost of a unit divided by its saving per busy hour against renting the hour
    /// otherwise, all other units of the plan fixed. Null if no hour saves anything.
    pub break_even_hours: Option<Ratio>,
    /// Present value of the fixed cost of one unit, which it costs even when idle.
    pub fixed: Amount,
    /// Present value of the savings of one unit.
    pub saves: Amount,
}

/// Load-duration curve of the firm load in the months in service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadCurve {
    /// Level up to which nodes serve it.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub owned: Decimal,
    /// Level up to which committed instances serve the rest; null if they are counted in other accelerators.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub committed: Option<Decimal>,
    /// Falling levels in accelerators of the demand, each with its share of the hours.
    #[serde(serialize_with = "levels")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Level>"))]
    pub levels: Vec<(Decimal, Decimal)>,
}

/// A level of a curve.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Level {
    /// Level, in accelerators of the demand.
    level: Ratio,
    /// Share of the hours at this level.
    share: Ratio,
}

/// Serializes the levels of a curve.
fn levels<S: Serializer>(levels: &[(Decimal, Decimal)], serializer: S) -> Result<S::Ok, S::Error> {
    let level = |(level, share): &(Decimal, Decimal)| Level { level: (*level).into(), share: (*share).into() };
    serializer.collect_seq(levels.iter().map(level))
}

serialized_as! {
    TrancheKind => TrancheKindJson<'_>;
}

/// Kind of units, with their commitment.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TrancheKindJson<'a> {
    /// `nodes` for owned nodes, or `committed` for instances of a commitment.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["nodes", "committed"])))]
    kind: &'static str,
    /// Name of the commitment; null for nodes.
    commitment: Option<&'a str>,
}

impl<'a> From<&'a TrancheKind> for TrancheKindJson<'a> {
    fn from(kind: &'a TrancheKind) -> TrancheKindJson<'a> {
        match kind {
            TrancheKind::Nodes => TrancheKindJson { kind: "nodes", commitment: None },
            TrancheKind::Committed(name) => TrancheKindJson { kind: "committed", commitment: Some(name) },
        }
    }
}

/// Figures at a point, as needed for tranches.
#[derive(Clone, Copy)]
struct Reading {
    /// Present value.
    present_value: Decimal,
    /// Present value without demand.
    standing: Decimal,
    /// Utilization of the units of the kind, times their number.
    busy: Option<Decimal>,
}

/// Units of measurement for tranches.
#[derive(Clone, Copy)]
struct Measures {
    hours_per_month: Decimal,
    minor_digits: u32,
}

/// The model without owned nodes, the one with only already owned nodes, and the one with bought nodes.
#[derive(Debug)]
pub(super) struct Spaces {
    pub rented: Space,
    pub owned: Space,
    /// Already owned nodes, which a plan keeps, with the model of these alone.
    pub kept: Option<(OwnedServers, Space)>,
}

impl Spaces {
    /// Model of a mix, and the mix as a point in it.
    pub(super) fn at(&mut self, nodes: u32, committed: &[u32]) -> (&mut Space, Vec<u32>) {
        if nodes == 0 {
            (self.without_purchases(), committed.to_vec())
        } else {
            (&mut self.owned, std::iter::once(nodes).chain(committed.iter().copied()).collect())
        }
    }

    /// Model without bought nodes.
    pub(super) fn without_purchases(&mut self) -> &mut Space {
        self.kept.as_mut().map_or(&mut self.rented, |(_, kept)| kept)
    }

    /// Already owned nodes.
    pub(super) fn already_owned(&self) -> Option<OwnedServers> {
        self.kept.as_ref().map(|(already_owned, _)| *already_owned)
    }

    /// Numbers in the sheets of all models.
    pub(super) fn numbers(&self) -> usize {
        let kept = self.kept.as_ref().map_or(0, |(_, kept)| kept.sheet().numbers());
        self.rented.sheet().numbers() + self.owned.sheet().numbers() + kept
    }

    /// Numbers computed so far.
    pub(super) fn work(&self) -> usize {
        self.rented.work() + self.owned.work() + self.kept.as_ref().map_or(0, |(_, kept)| kept.work())
    }
}

/// Tranches of a plan, and the first ones beyond it.
pub(super) fn tranches(
    pair: &Pair<'_>,
    spaces: &mut Spaces,
    (nodes, committed): (u32, &[u32]),
    nodes_max: u32,
) -> Vec<Tranche> {
    let scenario = pair.variation.scenario();
    let measures = Measures {
        hours_per_month: scenario.hours_per_month.value.decimal(),
        minor_digits: scenario.currency.value.minor_digits(),
    };
    let readings =
        node_marks(nodes, nodes_max).into_iter().map(|mark| (mark, reading(spaces, (mark, committed), None)));
    let mut found = steps(&TrancheKind::Nodes, &readings.collect::<Vec<_>>(), nodes, measures);
    for (at, name) in pair.commitments().enumerate() {
        let readings = commitment_marks(committed[at]).into_iter().map(|mark| {
            let mut others = committed.to_vec();
            others[at] = mark;
            (mark, reading(spaces, (nodes, &others), Some(at)))
        });
        let kind = TrancheKind::Committed(name.to_owned());
        found.extend(steps(&kind, &readings.collect::<Vec<_>>(), committed[at], measures));
    }
    found
}

/// Steps between consecutive readings; none next to a reading that is not possible.
fn steps(kind: &TrancheKind, readings: &[(u32, Option<Reading>)], planned: u32, measures: Measures) -> Vec<Tranche> {
    let pairs = readings.iter().zip(readings.iter().skip(1));
    let both = pairs.filter_map(|((from, before), (to, after))| Some(((*from, *to), ((*before)?, (*after)?))));
    both.map(|(ends, readings)| step(kind, ends, planned, readings, measures)).collect()
}

/// Ends of steps: for few nodes all, for many the planned number, its neighbours, and a dozen between.
fn node_marks(planned: u32, nodes_max: u32) -> BTreeSet<u32> {
    if nodes_max <= STEPS {
        return (0..=nodes_max).collect();
    }
    let even = (1..=STEPS).map(|step| u32::try_from(u64::from(nodes_max) * u64::from(step) / u64::from(STEPS)));
    let near = [0, 1, planned.saturating_sub(1), planned, planned + 1];
    even.flatten().chain(near).filter(|mark| *mark <= nodes_max).collect()
}

fn commitment_marks(planned: u32) -> BTreeSet<u32> {
    [0, planned.saturating_sub(1), planned, planned + 1].into_iter().collect()
}

/// Cost of a mix and use of its nodes, or of its instances of a commitment; none if not possible.
fn reading(spaces: &mut Spaces, (nodes, committed): (u32, &[u32]), commitment: Option<usize>) -> Option<Reading> {
    let already = spaces.already_owned().map_or(Decimal::ZERO, |already_owned| already_owned.as_bought);
    let (space, point) = spaces.at(nodes, committed);
    space.present_value(&point)?;
    let present_value = space.option().present_value;
    let standing = space.look(&point, Decimal::ZERO).value(present_value)?;
    let look = space.look(&point, Decimal::ONE);
    let (units, share) = match commitment {
        None => (already + Decimal::from(nodes), look.option().utilization.and_then(|share| look.value(share))),
        Some(at) => (Decimal::from(committed[at]), used_share(&look, at)),
    };
    let busy = if units.is_zero() { Some(Decimal::ZERO) } else { share.map(|share| share * units) };
    Some(Reading { present_value: look.value(present_value)?, standing, busy })
}

/// Share of the hours of a commitment that are used.
fn used_share(look: &Look<'_>, at: usize) -> Option<Decimal> {
    let option = look.option();
    let bursts = option.parts.iter().flat_map(|part| &part.burst_commitments);
    let commitment = option.commitments.iter().chain(bursts).nth(at)?;
    look.value(commitment.used_share)
}

fn step(
    kind: &TrancheKind,
    (from, to): (u32, u32),
    planned: u32,
    (before, after): (Reading, Reading),
    Measures { hours_per_month: hours, minor_digits: digits }: Measures,
) -> Tranche {
    let units = Decimal::from(to - from);
    let fixed = (after.standing - before.standing) / units;
    // a node that is idle until other nodes for a job exist saves nothing; ignore rounding residue
    let something = |value: Decimal| if number::is_something(value.abs()) { value } else { Decimal::ZERO };
    let saves = something(fixed - (after.present_value - before.present_value) / units);
    let busy = before.busy.zip(after.busy).map(|(before, after)| something((after - before) / units * hours));
    let break_even =
        busy.filter(|_| saves > Decimal::ZERO).and_then(|busy| busy.checked_mul(fixed)?.checked_div(saves));
    // a negative fixed cost breaks even at once
    let break_even = break_even.map(|hours| hours.max(Decimal::ZERO));
    Tranche {
        kind: kind.clone(),
        first: from + 1,
        last: to,
        planned: to <= planned,
        busy_hours: busy.map(Ratio::rounded),
        break_even_hours: break_even.map(Ratio::rounded),
        fixed: Amount::new(number::ratio(fixed), digits),
        saves: Amount::new(number::ratio(saves), digits),
    }
}

/// Firm load in the months in which the plan serves it, with `already` owned nodes.
pub(super) fn curve(space: &mut Space, point: &[u32], already: u32) -> Option<LoadCurve> {
    let owned = space.owned();
    let look = space.look(point, Decimal::ONE);
    let sizing = look.option().parts.iter().find_map(|part| part.sizing)?;
    let (space, option) = (look.space(), look.option());
    let in_service = |period: usize| {
        let nodes = option.nodes.and_then(|nodes| look.value_in(nodes, period));
        space.kind == OptionKind::Rent || nodes.is_some_and(|nodes| !nodes.is_zero())
    };
    let periods = space.sheet().periods().iter().enumerate().filter(|(at, _)| in_service(*at));
    let months: u32 = periods.clone().map(|(_, period)| period.months()).sum();
    let mut levels: Vec<(Decimal, Decimal)> = Vec::new();
    for (at, period) in periods {
        let share = Decimal::from(period.months()) / Decimal::from(months);
        let falling = space.levels(sizing.curve, at)?;
        levels.extend(falling.shares().ok()?.into_iter().map(|(level, hours)| (level, hours * share)));
    }
    levels.sort_by_key(|(level, _)| Reverse(*level));
    levels.dedup_by(|later, kept| {
        let equal = later.0 == kept.0;
        if equal {
            kept.1 += later.1;
        }
        equal
    });
    levels.retain(|(_, share)| !share.is_zero());
    levels.first().filter(|(peak, _)| !peak.is_zero())?;
    let (nodes, committed) = point.split_at(owned);
    let committed: u32 = committed.iter().sum();
    let capacity = |unit, count: u32| look.value(unit).map(|unit| unit * Decimal::from(count));
    // instances of the same measure are on the same curve
    let rented = space
        .model
        .options
        .iter()
        .flat_map(|option| &option.parts)
        .filter(|part| part.option.kind() == OptionKind::Rent);
    let rented = rented.filter_map(|part| part.sizing).find(|rented| rented.curve == sizing.curve);
    let owned = nodes.first().copied().unwrap_or_default().saturating_add(already);
    let owned = if owned == 0 { Some(Decimal::ZERO) } else { capacity(sizing.unit, owned) }?;
    let committed = if committed == 0 {
        Some(owned)
    } else {
        rented.and_then(|rented| Some(owned + capacity(rented.unit, committed)?))
    };
    Some(LoadCurve { owned, committed, levels })
}

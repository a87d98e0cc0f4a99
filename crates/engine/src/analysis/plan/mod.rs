//! The cheapest mix: for each owned and rented option the nodes to buy at month 0 and the instances of each commitment to
//! take that minimise present value, the rest by the rented option's other prices.
//!
//! It is the screening-curve method of power planning: the k-th unit is bought if it is busy for more hours than the
//! break-even of its step of the load-duration curve. Whole nodes, job sizes, minimum terms and one-offs bend those curves,
//! so the least is searched for exactly, on the same sheet that a comparison evaluates.

mod change;
mod result;
pub(crate) mod search;
pub(crate) mod space;
mod tranches;
pub(crate) mod variant;

pub use change::{Planned, PlannedChange, PlannedPurchase, yaml};
pub use result::{Cost, CostOf, LargeJob, LeftOut, Mix, NodesAre, NotPlanned, PairPlan, Plans, Selling, StatedOptions};
pub use tranches::{LoadCurve, Tranche, TrancheKind};

use super::effort::{Done, Effort, shared};
use super::header::header;
use crate::amount::Amount;
use crate::demand;
use crate::demand::trace::Traces;
use crate::model::{CostGroup, OptionKind};
use crate::number;
use crate::scenario::document::{Entry, Given};
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use crate::scenario::{Loaded, Rejected, Scenario};
use crate::sheet::DIMENSIONS;
use crate::variation::{CannotWin, Decision, Impossible, Variation, comparable, eligible};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use search::{Least, TooMuch, least};
use space::{Region, Space};
use tranches::Spaces;
use variant::{Bought, Pair};

/// Commitments of an option that are searched over; every one more makes the search longer by its instances.
pub const MOST_COMMITMENTS: usize = DIMENSIONS - 1;

/// Nodes, and instances of a commitment, that a scenario may state.
const MOST_UNITS: u32 = 1_000_000;

/// Numbers that may be worked out to plan all pairs: about two seconds of one core.
const MOST_FOR_PLANS: usize = 20_000_000;

/// Looks at the whole of a model that it takes to tell a plan that was found: three at each of some dozen mixes near it.
const TO_TELL: usize = 60;

/// Plans every pair of an owned and a rented option, with so much effort.
#[must_use]
pub fn plan(loaded: &Loaded, traces: &Traces, effort: Effort) -> Plans {
    let scenario = &loaded.scenario;
    let variation = &Variation::of(loaded, traces);
    let pairs = scenario.own.iter().flat_map(|own| scenario.rent.iter().map(move |rent| Pair { variation, own, rent }));
    let pairs: Vec<Pair<'_>> = pairs.collect();
    let decision = variation.stated();
    let planned = shared(&pairs, effort.of(MOST_FOR_PLANS), |pair, most| {
        let (own, rent) = (format!("own.{}", pair.own.name), format!("rent.{}", pair.rent.name));
        let stated = StatedOptions { own: stated(&decision, &own), rent: stated(&decision, &rent) };
        let (worked, planned) = of_pair(pair, traces, stated, most);
        let is_whole = !matches!(planned, Err(NotPlanned::TooMuch));
        Done { result: planned.map_err(|because| LeftOut { own, rent, because }), worked, is_whole }
    });
    let (mut pairs, mut left_out) = (Vec::new(), Vec::new());
    for planned in planned {
        match planned {
            Ok(planned) => pairs.push(planned),
            Err(pair) => left_out.push(pair),
        }
    }
    let may_win = pairs.iter().enumerate().filter(|(_, pair): &(usize, &PairPlan)| pair.cannot_win_because.is_empty());
    let best = may_win.min_by_key(|(_, pair)| pair.plan.present_value).map(|(at, _)| at);
    let hours_per_month = scenario.hours_per_month.value.decimal();
    let flexible = scenario.demand.workloads.iter().filter(|entry| entry.value.is_flexible());
    let flexible = flexible.map(|entry| entry.name.clone()).collect();
    Plans { header: header(loaded), hours_per_month, flexible, pairs, best, left_out }
}

/// The plan of one owned and one rented option, for which so much may be worked out.
pub(crate) fn plan_of(
    variation: &Variation<'_>,
    traces: &Traces,
    (own, rent): (&Entry<Own>, &Entry<Rent>),
    most: usize,
) -> Result<PairPlan, NotPlanned> {
    let decision = variation.stated();
    let stated = StatedOptions {
        own: stated(&decision, &format!("own.{}", own.name)),
        rent: stated(&decision, &format!("rent.{}", rent.name)),
    };
    of_pair(&Pair { variation, own, rent }, traces, stated, most).1
}

/// What an option comes to as the scenario states it.
fn stated(decision: &Decision, name: &str) -> Result<Amount, Impossible> {
    let standing = decision.option(name).expect("every option of a scenario is decided on");
    standing.worth.as_ref().map(|worth| worth.present_value).map_err(Impossible::clone)
}

/// The plan of a pair, or why there is none, and how much was worked out for it.
fn of_pair(
    pair: &Pair<'_>,
    traces: &Traces,
    stated: StatedOptions,
    most: usize,
) -> (usize, Result<PairPlan, NotPlanned>) {
    match pair_is_planned(pair).and_then(|()| Search::new(pair, traces, most)) {
        Ok(mut search) => {
            let to_tell = search.spaces.numbers().saturating_mul(TO_TELL);
            let planned = if most < to_tell { Err(NotPlanned::TooMuch) } else { searched(&mut search, stated) };
            (search.spaces.worked() + search.spaces.numbers(), planned)
        }
        Err(why) => (0, Err(why)),
    }
}

fn searched(search: &mut Search<'_>, stated: StatedOptions) -> Result<PairPlan, NotPlanned> {
    let pair = search.pair;
    let rented = search.rented_alone()?;
    let all_rent_best = rented.as_ref().and_then(|least| search.rented_mix(&least.point));
    let without = search.without_bought(rented)?;
    let owned = search.owning(search.nodes_max, without.as_ref())?;
    let plan = search.cheaper(owned, without.as_ref()).ok_or(NotPlanned::NoMix)?;
    let powered = search.nodes_powered().filter(|nodes| plan.nodes > *nodes);
    let within_power = match powered {
        Some(nodes) => {
            let owned = search.owning(nodes, without.as_ref())?;
            search.cheaper(owned, without.as_ref())
        }
        None => None,
    };
    let nothing = vec![0; search.commitments];
    let all_own = (search.nodes_max > 0).then(|| search.mix(search.nodes_max, &nothing)).flatten();
    let committed = plan.instances();
    let already = search.spaces.beside().map_or(0, |beside| beside.nodes);
    let selling = all_rent_best.as_ref().filter(|_| already > 0).and_then(|rented| search.selling(rented, &plan));
    let (space, point) = search.spaces.at(plan.nodes, &committed);
    Ok(PairPlan {
        own: format!("own.{}", pair.own.name),
        rent: format!("rent.{}", pair.rent.name),
        changes: change::planned(pair, space, &plan),
        cannot_win_because: cannot_win_because(space, &point),
        costs: costs(space, &point),
        curve: tranches::curve(space, &point, already),
        large_jobs: search.large_jobs(),
        tranches: tranches::tranches(pair, &mut search.spaces, (plan.nodes, &committed), search.nodes_max),
        all_rent_on_demand: search.rented_mix(&nothing),
        all_rent_best,
        nodes_are: if pair.own.value.lease.is_some() { NodesAre::Leased } else { NodesAre::Bought },
        nodes_owned_already: already,
        selling,
        all_own,
        within_power,
        stated,
        nodes_max: search.nodes_max,
        commitments_max: search.commitments_max,
        looked_at: search.looked_at,
        plan,
    })
}

impl From<TooMuch> for NotPlanned {
    fn from(_: TooMuch) -> NotPlanned {
        NotPlanned::TooMuch
    }
}

impl Mix {
    fn instances(&self) -> Vec<u32> {
        self.commitments.iter().map(|(_, count)| *count).collect()
    }
}

/// The search for the plan of a pair.
struct Search<'a> {
    pair: &'a Pair<'a>,
    spaces: Spaces,
    /// How many commitments there are.
    commitments: usize,
    nodes_max: u32,
    commitments_max: u32,
    looked_at: usize,
    /// So much may be worked out in each space.
    most: usize,
}

impl<'a> Search<'a> {
    fn new(pair: &'a Pair<'a>, traces: &Traces, most: usize) -> Result<Search<'a>, NotPlanned> {
        let refused = |rejected: Rejected| match rejected.diagnostics.into_iter().next() {
            Some(finding) => NotPlanned::Refused(Box::new(finding)),
            None => NotPlanned::NoMix,
        };
        let fault = NotPlanned::NoValue;
        let mut rented = Space::new(pair.rented().map_err(refused)?, traces, OptionKind::Rent).map_err(fault)?;
        let mut owned =
            Space::new(pair.owned(Bought::Nodes).map_err(refused)?, traces, OptionKind::Own).map_err(fault)?;
        let commitments = pair.commitments().count();
        let kept = match pair.beside() {
            None => None,
            Some(beside) => {
                let kept = pair.owned(Bought::Nothing).map_err(refused)?;
                Some((beside, Space::new(kept, traces, OptionKind::Own).map_err(fault)?))
            }
        };
        let already = kept.as_ref().map_or(0, |(beside, _)| beside.nodes);
        let nodes_max = owned.enough().saturating_sub(already);
        let commitments_max = if commitments == 0 { 0 } else { rented.enough() };
        let spaces = Spaces { rented, owned, kept };
        let most = most.saturating_sub(spaces.numbers().saturating_mul(TO_TELL)) / 2;
        Ok(Search { pair, spaces, commitments, nodes_max, commitments_max, looked_at: 0, most })
    }

    /// The cheapest commitments of the rented option alone.
    fn rented_alone(&mut self) -> Result<Option<Least>, TooMuch> {
        let all = self.all_commitments();
        least(&mut self.spaces.rented, all, None, (&mut self.looked_at, self.most))
    }

    /// The cheapest commitments where no node is bought: beside what is owned already, or else as everything is rented.
    fn without_bought(&mut self, rented: Option<Least>) -> Result<Option<Least>, TooMuch> {
        if self.spaces.kept.is_none() {
            return Ok(rented);
        }
        let all = self.all_commitments();
        least(self.spaces.without_bought(), all, None, (&mut self.looked_at, self.most))
    }

    fn all_commitments(&self) -> Region {
        Region { from: vec![0; self.commitments], to: vec![self.commitments_max; self.commitments] }
    }

    /// The cheapest mix of up to so many nodes and any commitments; none if it does not come to less than one without nodes.
    fn owning(&mut self, nodes: u32, without: Option<&Least>) -> Result<Option<Least>, TooMuch> {
        let commitments = || std::iter::repeat_n(self.commitments_max, self.commitments);
        let all = Region {
            from: std::iter::once(1).chain(commitments().map(|_| 0)).collect(),
            to: std::iter::once(nodes).chain(commitments()).collect(),
        };
        let below = without.map(|least| least.present_value);
        if nodes == 0 {
            return Ok(None);
        }
        least(&mut self.spaces.owned, all, below, (&mut self.looked_at, self.most))
    }

    /// A mix with nodes that comes to less than any without, or the cheapest without.
    fn cheaper(&mut self, owned: Option<Least>, without: Option<&Least>) -> Option<Mix> {
        match owned {
            Some(Least { point, .. }) => self.mix(point[0], &point[1..]),
            None => self.mix(0, &without?.point),
        }
    }

    /// Everything rented, with commitments.
    fn rented_mix(&mut self, committed: &[u32]) -> Option<Mix> {
        stated_mix(self.pair, &mut self.spaces.rented, (0, committed), committed)
    }

    /// Everything rented, what is owned already sold; none where that costs no less than the plan or may not be chosen.
    fn selling(&mut self, rented: &Mix, plan: &Mix) -> Option<Selling> {
        let saving = plan.present_value - rented.present_value;
        let because = cannot_win_because(&mut self.spaces.rented, &rented.instances());
        (*saving > Decimal::ZERO && because.is_empty()).then(|| Selling { mix: rented.clone(), saving })
    }

    /// A mix with what it comes to; none where it is not possible.
    fn mix(&mut self, nodes: u32, committed: &[u32]) -> Option<Mix> {
        let (space, point) = self.spaces.at(nodes, committed);
        stated_mix(self.pair, space, (nodes, committed), &point)
    }

    /// Jobs that no single node is large enough for, with the nodes that they take.
    fn large_jobs(&mut self) -> Vec<LargeJob> {
        let (space, point) = self.spaces.at(1, &vec![0; self.commitments]);
        let look = space.look(&point, Decimal::ONE);
        let per_node = self.pair.own.value.node.accelerators.value.decimal();
        let jobs = look.option().parts.iter().flat_map(|part| &part.jobs);
        let nodes = jobs.filter_map(|job| {
            let nodes = number::ceil(look.value(job.size)?.checked_div(per_node)?).to_u32()?;
            let workload = look.space().model.workloads.get(job.workload)?.name.clone();
            (nodes > 1).then_some(LargeJob { workload, nodes })
        });
        nodes.collect()
    }

    /// Nodes that the site can power; none where it says nothing of its power.
    fn nodes_powered(&mut self) -> Option<u32> {
        let available = self.pair.own.value.available_power_kw.as_ref()?.value.decimal();
        let (space, point) = self.spaces.at(1, &vec![0; self.commitments]);
        let look = space.look(&point, Decimal::ONE);
        let site = look.option().parts.iter().find_map(|part| part.site_power)?;
        number::floor(available.checked_div(look.largest(site))?).to_u32()
    }
}

/// A mix of nodes and committed instances with what it comes to at its point in a space; none where it is not possible.
fn stated_mix(pair: &Pair<'_>, space: &mut Space, (nodes, committed): (u32, &[u32]), point: &[u32]) -> Option<Mix> {
    space.worth(point)?;
    let look = space.look(point, Decimal::ONE);
    let total = look.option().lines.iter().map(|line| look.money(line.total)).sum::<Option<Decimal>>()?;
    let digits = pair.variation.scenario().currency.value.minor_digits();
    Some(Mix {
        nodes,
        commitments: pair.commitments().map(str::to_owned).zip(committed.iter().copied()).collect(),
        present_value: Amount::new(look.printed()?, digits),
        total: Amount::new(total, digits),
    })
}

/// Whether both options serve everything, and their commitments can be searched over.
pub(crate) fn pair_is_planned(pair: &Pair<'_>) -> Result<(), NotPlanned> {
    let scenario = pair.variation.scenario();
    serves_all(scenario, &format!("own.{}", pair.own.name), pair.own.value.serves.as_deref())?;
    serves_all(scenario, &format!("rent.{}", pair.rent.name), pair.rent.value.serves.as_deref())?;
    let commitments = pair.commitments().count();
    if commitments > MOST_COMMITMENTS {
        return Err(NotPlanned::TooManyCommitments { rent: format!("rent.{}", pair.rent.name), commitments });
    }
    Ok(())
}

fn serves_all(scenario: &Scenario, option: &str, serves: Option<&[Given<String>]>) -> Result<(), NotPlanned> {
    let names = serves.map(|names| names.iter().map(|name| name.value.as_str()).collect::<Vec<_>>());
    let served = demand::set_of(scenario, names.as_deref());
    let all = demand::set_of(scenario, None);
    let missing = all.iter().filter(|at| !served.contains(at));
    let missing = missing.filter_map(|at| scenario.demand.workloads.iter().nth(*at)).map(|entry| entry.name.clone());
    let workloads: Vec<String> = missing.collect();
    if workloads.is_empty() { Ok(()) } else { Err(NotPlanned::DoesNotServe { option: option.to_owned(), workloads }) }
}

impl Space {
    /// Nodes or instances that are enough for all of the demand.
    pub(crate) fn enough(&mut self) -> u32 {
        let (nodes, commitments) = (self.variant.nodes.iter(), self.variant.commitments.iter());
        let point: Vec<u32> = nodes.map(|_| 1).chain(commitments.map(|_| 0)).collect();
        let look = self.look(&point, Decimal::ONE);
        let sizing = look.option().parts.iter().find_map(|part| part.sizing);
        sizing.map_or(0, |sizing| look.whole(sizing.units)).min(MOST_UNITS)
    }
}

/// What keeps the planned option from being chosen.
pub(crate) fn cannot_win_because(space: &mut Space, point: &[u32]) -> Vec<CannotWin> {
    let look = space.look(point, Decimal::ONE);
    let (space, option) = (look.space(), look.option());
    let scenario = &space.variant.loaded.scenario;
    let value = |figure| look.value(figure).unwrap_or_default();
    CannotWin::all(
        eligible::ineligible_because(scenario, option, &|row| look.largest(row)),
        comparable::not_comparable_because(scenario, &space.model, option, &value),
    )
}

/// The present value of the fleet and of each line of what is rented beside it.
fn costs(space: &mut Space, point: &[u32]) -> Vec<Cost> {
    let look = space.look(point, Decimal::ONE);
    let digits = look.space().variant.loaded.scenario.currency.value.minor_digits();
    let mut costs: Vec<Cost> = Vec::new();
    for line in &look.option().lines {
        let (of, meter) = match (look.space().kind, line.group) {
            (OptionKind::Rent, _) | (_, CostGroup::Burst) => (CostOf::Line(line.name.clone()), line.meter),
            (_, CostGroup::UntilDelivery) => (CostOf::UntilDelivery, None),
            (_, _) => (CostOf::Owned, None),
        };
        let present_value = Amount::new(look.money(line.present_value).unwrap_or_default(), digits);
        match costs.iter_mut().find(|cost| cost.of == of) {
            Some(cost) => cost.present_value = cost.present_value + present_value,
            None => costs.push(Cost { of, meter, present_value }),
        }
    }
    costs
}

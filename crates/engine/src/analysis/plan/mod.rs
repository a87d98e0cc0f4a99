//! Plan: the cheapest mix. For each pair of an owned and a rented option it finds the number of nodes to buy at month 0
//! and the instances of each commitment that minimise present value; the rest is rented at the option's other prices.
//!
//! It follows the screening-curve method of power planning: the k-th unit is bought if its busy hours exceed the
//! break-even of its step of the load-duration curve. Whole nodes, job sizes, minimum terms and one-time payments
//! distort these curves, so the minimum is searched exactly, with the same sheet as a comparison.

mod change;
mod result;
pub(crate) mod search;
pub(crate) mod space;
mod tranches;
pub(crate) mod variant;

pub use change::{Planned, PlannedChange, PlannedPurchase};
pub use result::{
    BaseCaseOptions, Cost, CostOf, LargeJob, LeftOut, Mix, NodesAre, NotPlanned, PairPlan, Plans, Selling,
};
pub use tranches::{LoadCurve, Tranche, TrancheKind};

use super::effort::{BudgetMultiple, Computed, shared};
use super::header::header;
use crate::amount::Amount;
use crate::demand;
use crate::demand::trace::Traces;
use crate::model::{CostGroup, OptionId, OptionKind};
use crate::number;
use crate::scenario::document::{Entry, Located};
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
use variant::{Pair, PlannedNodes};

/// Maximum commitments of an option that are searched; each multiplies the search by its instances.
pub const MOST_COMMITMENTS: usize = DIMENSIONS - 1;

/// Maximum nodes, or instances of a commitment, allowed in a scenario.
const MOST_UNITS: u32 = 1_000_000;

/// Work budget for the plans of all pairs: about two seconds of one core.
const MOST_FOR_PLANS: usize = 20_000_000;

/// Model evaluations needed to report a plan: three at each of some dozen nearby mixes.
const TO_TELL: usize = 60;

/// Plans every pair of an owned and a rented option, with a work budget.
#[must_use]
pub fn plan(loaded: &Loaded, traces: &Traces, effort: BudgetMultiple) -> Plans {
    let scenario = &loaded.scenario;
    let variation = &Variation::of(loaded, traces);
    let pairs = scenario.own.iter().flat_map(|own| scenario.rent.iter().map(move |rent| Pair { variation, own, rent }));
    let pairs: Vec<Pair<'_>> = pairs.collect();
    let decision = variation.base_case();
    let planned = shared(&pairs, effort.of(MOST_FOR_PLANS), |pair, most| {
        let (own, rent) = (pair.own_id(), pair.rent_id());
        let base_case =
            BaseCaseOptions { own: present_value_of(&decision, &own), rent: present_value_of(&decision, &rent) };
        let (work, planned) = of_pair(pair, traces, base_case, most);
        let is_whole = !matches!(planned, Err(NotPlanned::TooMuch));
        Computed { result: planned.map_err(|because| LeftOut { own, rent, because }), work, is_whole }
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

/// Plan of one owned and one rented option, with a work budget.
pub(crate) fn plan_of(
    variation: &Variation<'_>,
    traces: &Traces,
    (own, rent): (&Entry<Own>, &Entry<Rent>),
    most: usize,
) -> Result<PairPlan, NotPlanned> {
    let decision = variation.base_case();
    let pair = Pair { variation, own, rent };
    let base_case = BaseCaseOptions {
        own: present_value_of(&decision, &pair.own_id()),
        rent: present_value_of(&decision, &pair.rent_id()),
    };
    of_pair(&pair, traces, base_case, most).1
}

/// Present value of an option in the scenario.
fn present_value_of(decision: &Decision, id: &OptionId) -> Result<Amount, Impossible> {
    let outcome = decision.option(id).expect("every option of a scenario is decided on");
    outcome.cost.as_ref().map(|cost| cost.present_value).map_err(Impossible::clone)
}

/// Plan of a pair, or why there is none, with the work done.
fn of_pair(
    pair: &Pair<'_>,
    traces: &Traces,
    base_case: BaseCaseOptions,
    most: usize,
) -> (usize, Result<PairPlan, NotPlanned>) {
    match pair_is_planned(pair).and_then(|()| Search::new(pair, traces, most)) {
        Ok(mut search) => {
            let to_tell = search.spaces.numbers().saturating_mul(TO_TELL);
            let planned = if most < to_tell { Err(NotPlanned::TooMuch) } else { searched(&mut search, base_case) };
            (search.spaces.work() + search.spaces.numbers(), planned)
        }
        Err(why) => (0, Err(why)),
    }
}

fn searched(search: &mut Search<'_>, base_case: BaseCaseOptions) -> Result<PairPlan, NotPlanned> {
    let pair = search.pair;
    let rented = search.rented_alone()?;
    let all_rent_best = rented.as_ref().and_then(|least| search.rented_mix(&least.point));
    let without = search.without_purchases(rented)?;
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
    let already = search.spaces.already_owned().map_or(0, |already_owned| already_owned.nodes);
    let selling = all_rent_best.as_ref().filter(|_| already > 0).and_then(|rented| search.selling(rented, &plan));
    let (space, point) = search.spaces.at(plan.nodes, &committed);
    let changes = change::planned(pair, space, &plan);
    Ok(PairPlan {
        own: pair.own_id(),
        rent: pair.rent_id(),
        yaml: change::yaml(&changes).join("\n"),
        changes,
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
        base_case,
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

/// Search for the plan of a pair.
struct Search<'a> {
    pair: &'a Pair<'a>,
    spaces: Spaces,
    /// Number of commitments.
    commitments: usize,
    nodes_max: u32,
    commitments_max: u32,
    looked_at: usize,
    /// Work budget in each space.
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
            Space::new(pair.owned(PlannedNodes::Nodes).map_err(refused)?, traces, OptionKind::Own).map_err(fault)?;
        let commitments = pair.commitments().count();
        let kept = match pair.already_owned() {
            None => None,
            Some(already_owned) => {
                let kept = pair.owned(PlannedNodes::Nothing).map_err(refused)?;
                Some((already_owned, Space::new(kept, traces, OptionKind::Own).map_err(fault)?))
            }
        };
        let already = kept.as_ref().map_or(0, |(already_owned, _)| already_owned.nodes);
        let nodes_max = owned.enough().saturating_sub(already);
        let commitments_max = if commitments == 0 { 0 } else { rented.enough() };
        let spaces = Spaces { rented, owned, kept };
        let most = most.saturating_sub(spaces.numbers().saturating_mul(TO_TELL)) / 2;
        Ok(Search { pair, spaces, commitments, nodes_max, commitments_max, looked_at: 0, most })
    }

    /// Cheapest commitments of the rented option alone.
    fn rented_alone(&mut self) -> Result<Option<Least>, TooMuch> {
        let all = self.all_commitments();
        least(&mut self.spaces.rented, all, None, (&mut self.looked_at, self.most))
    }

    /// Cheapest commitments without buying nodes: in addition to already owned servers, or with everything rented.
    fn without_purchases(&mut self, rented: Option<Least>) -> Result<Option<Least>, TooMuch> {
        if self.spaces.kept.is_none() {
            return Ok(rented);
        }
        let all = self.all_commitments();
        least(self.spaces.without_purchases(), all, None, (&mut self.looked_at, self.most))
    }

    fn all_commitments(&self) -> Region {
        Region { from: vec![0; self.commitments], to: vec![self.commitments_max; self.commitments] }
    }

    /// Cheapest mix of up to `nodes` nodes and any commitments; none if it is not cheaper than one without nodes.
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

    /// Mix with nodes that is cheaper than any without, or the cheapest without.
    fn cheaper(&mut self, owned: Option<Least>, without: Option<&Least>) -> Option<Mix> {
        match owned {
            Some(Least { point, .. }) => self.mix(point[0], &point[1..]),
            None => self.mix(0, &without?.point),
        }
    }

    /// Everything rented, with commitments.
    fn rented_mix(&mut self, committed: &[u32]) -> Option<Mix> {
        base_case_mix(self.pair, &mut self.spaces.rented, (0, committed), committed)
    }

    /// Everything rented and already owned servers sold; none if that is not cheaper than the plan or can't be chosen.
    fn selling(&mut self, rented: &Mix, plan: &Mix) -> Option<Selling> {
        let saving = plan.present_value - rented.present_value;
        let because = cannot_win_because(&mut self.spaces.rented, &rented.instances());
        (*saving > Decimal::ZERO && because.is_empty()).then(|| Selling { mix: rented.clone(), saving })
    }

    /// A mix with its cost; none if it is not possible.
    fn mix(&mut self, nodes: u32, committed: &[u32]) -> Option<Mix> {
        let (space, point) = self.spaces.at(nodes, committed);
        base_case_mix(self.pair, space, (nodes, committed), &point)
    }

    /// Jobs larger than a node, with the nodes that they need.
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

    /// Nodes that the site can power; none if its power is not given.
    fn nodes_powered(&mut self) -> Option<u32> {
        let available = self.pair.own.value.available_power_kw.as_ref()?.value.decimal();
        let (space, point) = self.spaces.at(1, &vec![0; self.commitments]);
        let look = space.look(&point, Decimal::ONE);
        let site = look.option().parts.iter().find_map(|part| part.site_power)?;
        number::floor(available.checked_div(look.largest(site))?).to_u32()
    }
}

/// A mix of nodes and committed instances with its cost at its point in a space; none if it is not possible.
fn base_case_mix(pair: &Pair<'_>, space: &mut Space, (nodes, committed): (u32, &[u32]), point: &[u32]) -> Option<Mix> {
    space.present_value(point)?;
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

/// Checks that both options serve everything, and that their commitments can be searched.
pub(crate) fn pair_is_planned(pair: &Pair<'_>) -> Result<(), NotPlanned> {
    let scenario = pair.variation.scenario();
    serves_all(scenario, pair.own_id(), pair.own.value.serves.as_deref())?;
    serves_all(scenario, pair.rent_id(), pair.rent.value.serves.as_deref())?;
    let commitments = pair.commitments().count();
    if commitments > MOST_COMMITMENTS {
        return Err(NotPlanned::TooManyCommitments { rent: pair.rent_id(), commitments });
    }
    Ok(())
}

fn serves_all(scenario: &Scenario, option: OptionId, serves: Option<&[Located<String>]>) -> Result<(), NotPlanned> {
    let names = serves.map(|names| names.iter().map(|name| name.value.as_str()).collect::<Vec<_>>());
    let served = demand::set_of(scenario, names.as_deref());
    let all = demand::set_of(scenario, None);
    let missing = all.iter().filter(|at| !served.contains(at));
    let missing = missing.filter_map(|at| scenario.demand.workloads.iter().nth(*at)).map(|entry| entry.name.clone());
    let workloads: Vec<String> = missing.collect();
    if workloads.is_empty() { Ok(()) } else { Err(NotPlanned::DoesNotServe { option, workloads }) }
}

impl Space {
    /// Nodes or instances needed for the whole demand.
    pub(crate) fn enough(&mut self) -> u32 {
        let (nodes, commitments) = (self.variant.nodes.iter(), self.variant.commitments.iter());
        let point: Vec<u32> = nodes.map(|_| 1).chain(commitments.map(|_| 0)).collect();
        let look = self.look(&point, Decimal::ONE);
        let sizing = look.option().parts.iter().find_map(|part| part.sizing);
        sizing.map_or(0, |sizing| look.whole(sizing.units)).min(MOST_UNITS)
    }
}

/// Reasons why the planned option cannot win.
pub(crate) fn cannot_win_because(space: &mut Space, point: &[u32]) -> Vec<CannotWin> {
    let look = space.look(point, Decimal::ONE);
    let (space, option) = (look.space(), look.option());
    let scenario = &space.variant.loaded.scenario;
    let value = |figure| look.value(figure).unwrap_or_default();
    CannotWin::all(
        eligible::ineligible_because(scenario, option, &|row| look.largest(row)),
        comparable::not_comparable_because(scenario, option, space.model.demanded, &value),
    )
}

/// Present value of the fleet and of each line of rented capacity.
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

//! An option with the workloads that it serves: its lines, its work, and its other figures. A hybrid has several parts.

use super::events::Event;
use super::figures::{CommitmentFigures, Sizing};
use super::line::{CostGroup, DraftLine, Flow};
use super::load::{Capacity, OptionLoad};
use super::loan::DraftLoan;
use super::own::{self, DemandedHours, Fleet, FleetJob, OverflowTarget, Plan};
use super::rent::{self, Committed, TokenCharge, Usage, WorkHours};
use super::taxed::Taxation;
use super::unserved::UnservedWork;
use super::{operating, schedule};
use crate::demand::{DraftDemand, FirmLevel, OptionThroughput, Work};
use crate::inputs::{FigureRule, Inputs as _};
use crate::scenario::conventions::Financing;
use crate::scenario::document::{Entry, Located, Named, NodeId, ScalarOr};
use crate::scenario::line::OneOff;
use crate::scenario::quantities::{Amount, TaxRate};
use crate::scenario::rent::Rent;
use crate::scenario::{OptionId, Scenario};
use crate::sheet::Figure;
use crate::timeline::Timeline;

/// Context for building options.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a, 's> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Calendar.
    pub timeline: &'a Timeline<'s>,
    /// Demand.
    pub demand: &'a DraftDemand<'s>,
    /// Tax, if any.
    pub tax: Option<Taxation<'a, 's>>,
}

/// An option with the workloads that it serves, while the sheet is built. Rows are amounts per month.
#[derive(Clone, Debug)]
pub struct DraftPart<'s> {
    /// `own.NAME` or `rent.NAME`.
    pub option: OptionId,
    /// Its node in the document.
    pub at: NodeId,
    /// Indices of the workloads in the demand.
    pub set: Vec<usize>,
    /// Its lines.
    pub lines: Vec<DraftLine<'s>>,
    /// Present value of the tax on all receipts from sales.
    pub tax_on_receipts: Option<Figure<'s>>,
    /// Useful hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// Unserved useful hours, in reference accelerator-hours.
    pub unserved: Option<Figure<'s>>,
    /// Hours in which the work lacks its headroom, if no other option provides it.
    pub without_headroom: Option<Figure<'s>>,
    /// Useful hours lost to downtime of the fleet, in reference accelerator-hours.
    pub lost: Option<Figure<'s>>,
    /// Hours owned or paid for, in its own accelerators; none with a price per unit.
    pub paid: Option<Figure<'s>>,
    /// Breakdown of the hours with work.
    pub work: Option<WorkHours<'s>>,
    /// Work served of each workload.
    pub done: Vec<ServedWorkload<'s>>,
    /// Metered energy.
    pub energy: Option<Figure<'s>>,
    /// CO2 equivalent of that energy.
    pub carbon: Option<Figure<'s>>,
    /// Use of its commitments.
    pub commitments: Vec<CommitmentFigures>,
    /// Units needed for the whole demand; none with a price per unit.
    pub sizing: Option<Sizing<Figure<'s>>>,
    /// Replicas at the peak of each month, by firm workload that is served in whole replicas.
    pub replicas: Vec<(usize, Figure<'s>)>,
    /// Events within the horizon.
    pub events: Vec<Event>,
    /// Useful hours served in its place by other options.
    pub elsewhere: Vec<ServedElsewhere<'s>>,
    /// Figures of an owned option.
    pub owned: Option<Owned<'s>>,
}

/// Useful hours of a workload served by an option.
#[derive(Clone, Copy, Debug)]
pub struct ServedWorkload<'s> {
    /// Index of the workload in the demand.
    pub workload: usize,
    /// Useful hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// Useful hours, in the option's own accelerators.
    pub own: Figure<'s>,
    /// Charge of an endpoint for it, if its prices depend on the workload.
    pub charge: Option<TokenCharge<'s>>,
    /// Share of the time of accelerators in which they read tokens; none if their rate is the same for all tokens.
    pub reading: Option<Figure<'s>>,
}

/// Figures that only an owned option has.
#[derive(Clone, Debug)]
pub struct Owned<'s> {
    /// Servers in service.
    pub nodes: Figure<'s>,
    /// Power that the site must deliver.
    pub site_power: Option<Figure<'s>>,
    /// Accelerators of the fleet.
    pub accelerators: Figure<'s>,
    /// Flexible workloads with a job size.
    pub jobs: Vec<FleetJob<'s>>,
    /// Month of the last payment for the first purchase.
    pub paid_in: u32,
    /// Hours in service, in its own accelerators.
    pub in_service: Figure<'s>,
    /// Useful hours, in its own accelerators.
    pub worked: Figure<'s>,
    /// Useful hours demanded of it while it is in service.
    pub demanded: DemandedHours<'s>,
    /// The part of the resale that is book value of unexpired life.
    pub book_resale: Option<Figure<'s>>,
    /// The loan on the first purchase.
    pub loan: Option<DraftLoan<'s>>,
    /// Use of the commitments for its bursts.
    pub burst_commitments: Vec<CommitmentFigures>,
    /// Unserved work after the first delivery, if no option is named for it.
    pub waiting: Option<DeferredWork<'s>>,
}

/// Work that another option serves in place of a fleet, or above a quota.
#[derive(Clone, Debug)]
pub struct ServedElsewhere<'s> {
    /// `burst` or `until_delivery`.
    pub group: CostGroup,
    /// `rent.NAME`.
    pub option: OptionId,
    /// Useful hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
}

/// Work beyond a fleet without an option to serve it.
#[derive(Clone, Debug)]
pub struct DeferredWork<'s> {
    /// Its load.
    pub load: OptionLoad<'s>,
    /// Present value of the cost of delay it causes, without that before the first delivery.
    pub delay: Option<Figure<'s>>,
}

/// An option that serves the rest of a fleet's work or the load above a quota, with its usage.
type Role<'a, 's> = (&'a Entry<Rent>, Usage<'s>);

impl<'s> Writer<'_, 's> {
    /// Part of a rent option that serves a set of workloads.
    #[must_use]
    pub fn rent(&self, entry: &Entry<Rent>, set: &[usize]) -> DraftPart<'s> {
        let (timeline, rent) = (self.timeline, &entry.value);
        let whole = OptionLoad::whole(timeline, self.demand, set);
        let (load, burst) = match self.quota(rent) {
            None => (whole, None),
            Some((capacity, target)) => {
                let (load, rest) = whole.split(capacity);
                (load, Some((target, self.role(target, &rest, &[], CostGroup::Burst))))
            }
        };
        let mut usage = self.role(entry, &load, &rent::own_commitments(rent), CostGroup::Usage);
        let replicas = if rent.is_endpoint() { Vec::new() } else { self.replicas(rent.into(), &load) };
        self.within_limits(&replicas);
        let mut lines = std::mem::take(&mut usage.lines);
        lines.extend(rent::operating(timeline, rent, &usage, CostGroup::Operating, None));
        self.role_lines(&mut lines, None, burst.as_ref());
        lines.extend(self.one_offs(&rent.one_off, rent.indirect_tax.as_ref()));
        let tax_on_receipts = self.add_tax(&mut lines, None);
        let mut done = self.done(rent.into(), set, &[]);
        done.iter_mut().zip(&usage.charges).for_each(|(done, charge)| done.charge = Some(*charge));
        let energy = self.rented_energy(rent, &usage);
        let carbon = energy.zip(rent.carbon_kg_per_kwh.as_ref());
        let usages = || [&usage].into_iter().chain(burst.as_ref().map(|(_, usage)| usage));
        let paid = usages().filter_map(|usage| usage.paid).map(|paid| paid.instance_hours * paid.accelerators);
        DraftPart {
            option: OptionId::rent(&entry.name),
            at: entry.at,
            set: set.to_vec(),
            lines,
            tax_on_receipts,
            useful: usages().map(|usage| usage.useful).reduce(|a, b| a + b).unwrap_or(usage.useful),
            unserved: None,
            without_headroom: None,
            lost: None,
            paid: paid.reduce(|a, b| a + b),
            work: usages().filter_map(|usage| usage.work).reduce(|sum, work| sum.and(&work)),
            done,
            energy,
            carbon: carbon.map(|(energy, carbon)| energy * timeline.draft.given(carbon)),
            commitments: commitment_figures(&usage),
            sizing: usage.sizing,
            replicas,
            events: schedule::of_rented(entry, burst.as_ref().map(|(to, _)| *to), &self.firsts(), timeline.horizon),
            elsewhere: burst.iter().map(|role| served_elsewhere(role, CostGroup::Burst)).collect(),
            owned: None,
        }
    }

    /// Capacity of a quota, and the option that serves the load above it.
    fn quota<'a>(&'a self, rent: &Rent) -> Option<(Capacity<'s>, &'a Entry<Rent>)> {
        let (quota, target) = (rent.max_instances.as_ref()?, self.scenario.rent.get(&rent.burst_to.as_ref()?.value)?);
        let draft = self.timeline.draft;
        let measure = self.demand.measure(rent.into());
        let instance = measure.capacity(draft.given(rent.accelerators_per_instance.as_ref()?));
        let level = (draft.given(quota) * instance).named("capacity of the quota");
        Some((Capacity { level, measure }, target))
    }

    /// Replicas at the peak of each month, by firm workload of a load that is served in whole replicas.
    fn replicas(&self, throughput: OptionThroughput<'_>, load: &OptionLoad<'s>) -> Vec<(usize, Figure<'s>)> {
        let (timeline, demand) = (self.timeline, self.demand);
        let measure = demand.measure(throughput);
        let of_one = |at: &usize| {
            let workload = &demand.workloads[*at];
            let size = measure.replica(*at).filter(|_| matches!(workload.work, Work::Firm(_)))?;
            let peak = load.firm_most(timeline, |part| {
                let (curve, query) = part.of(demand, &[*at], FirmLevel::Needed, Some(&measure));
                timeline.draft.most(curve, query)
            });
            let replicas =
                (peak / size).named_with(|| format!("replicas of {}", workload.name.as_deref().unwrap_or_default()));
            Some((*at, replicas))
        };
        load.set.iter().filter_map(of_one).collect()
    }

    /// Adds the conditions that no workload needs more replicas than the autoscaler's limit.
    fn within_limits(&self, replicas: &[(usize, Figure<'s>)]) {
        let draft = self.timeline.draft;
        for (at, replicas) in replicas {
            let workload = self.demand.workloads[*at].name.as_deref();
            let workload = workload.and_then(|name| self.scenario.demand.workloads.get(name));
            let Some(limit) = workload.and_then(|entry| entry.value.max_replicas.as_ref()) else { continue };
            let missing = replicas.positive_part_over(draft.given(limit));
            draft.condition(missing.named("missing replicas"), FigureRule::LimitExceeded, limit.at);
        }
    }

    /// Lines of the one-time payments of an option; `tax` is the rate on its invoices.
    fn one_offs(
        &self,
        one_offs: &Named<ScalarOr<Located<Amount>, OneOff>>,
        tax: Option<&Located<TaxRate>>,
    ) -> Vec<DraftLine<'s>> {
        one_offs.iter().filter_map(|entry| operating::one_off_line(self.timeline, entry, tax)).collect()
    }

    /// First months of all periods.
    fn firsts(&self) -> Vec<u32> {
        self.timeline.draft.periods().iter().map(|period| period.first).collect()
    }

    /// Work served by an option for each workload of a set: the demand minus the `missed` loads.
    fn done(
        &self,
        throughput: OptionThroughput<'_>,
        set: &[usize],
        missed: &[&OptionLoad<'s>],
    ) -> Vec<ServedWorkload<'s>> {
        let measure = self.demand.measure(throughput);
        let one = |at: &usize| {
            let demanded = self.demand.workloads[*at].useful;
            let of_one = |load: &&OptionLoad<'s>| load.useful_of(self.timeline, self.demand, *at);
            let missed = missed.iter().map(of_one).reduce(|a, b| a + b);
            let useful = missed.map_or(demanded, |missed| demanded.positive_part_over(missed));
            let workload = &self.demand.workloads[*at];
            let tokens = workload.tokens.as_ref().zip(workload.name.as_deref());
            let reading =
                tokens.and_then(|(tokens, name)| tokens.share_of_reading(self.timeline.draft, throughput.rate(name)));
            ServedWorkload { workload: *at, useful, own: measure.own_accelerators(*at, useful), charge: None, reading }
        };
        set.iter().map(one).collect()
    }

    /// Work that no option serves: deferred work, and work lost to downtime.
    fn missed<'f>(&self, plan: &Plan<'_>, fleet: &'f Fleet<'s>) -> Vec<&'f OptionLoad<'s>> {
        // the short form has no separate workloads
        if self.demand.is_short() {
            return Vec::new();
        }
        let rest = &fleet.served.rest;
        let before = rest.before.as_ref().filter(|_| matches!(plan.until_delivery, OverflowTarget::Wait));
        let beyond = match plan.burst {
            OverflowTarget::To(..) => Vec::new(),
            OverflowTarget::Unnamed => vec![&rest.lost],
            OverflowTarget::Wait => vec![&rest.lost, &rest.beyond],
        };
        before.into_iter().chain(beyond).collect()
    }

    /// Metered energy of the instances paid for, if their power is given; without a PUE only that of the servers.
    fn rented_energy(&self, rent: &Rent, usage: &Usage<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let servers = usage.paid?.instance_hours * draft.given(rent.power_kw.as_ref()?);
        let energy = rent.pue.as_ref().map_or(servers, |pue| servers * draft.given(pue));
        Some(energy.named("energy"))
    }

    /// Part of an owned option, including the options that serve its bursts and the time until delivery.
    #[must_use]
    pub fn own(&self, plan: &Plan<'_>) -> DraftPart<'s> {
        let set = plan.set.as_slice();
        let (timeline, own) = (self.timeline, &plan.entry.value);
        let mut fleet = own::fleet(timeline, self.demand, plan);
        let mut lines = std::mem::take(&mut fleet.lines);
        let rest = &fleet.served.rest;
        let before = rest.before.as_ref().zip(plan.until_delivery.to());
        let until = before
            .map(|(load, (entry, committed))| (entry, self.role(entry, load, committed, CostGroup::UntilDelivery)));
        let burst = plan
            .burst
            .to()
            .map(|(entry, committed)| (entry, self.role(entry, &rest.burst, committed, CostGroup::Burst)));
        lines.extend(own::operating_lines(timeline, plan, &fleet, burst.as_ref().map(|(_, usage)| usage.bill)));
        self.role_lines(&mut lines, until.as_ref(), burst.as_ref());
        lines.extend(self.one_offs(&own.one_off, own.indirect_tax.as_ref()));
        let unserved = self.unserved(plan, &fleet);
        lines.extend(unserved.delay.clone());
        let tax_on_receipts = self.add_tax(&mut lines, Some((plan, &fleet)));
        if let (Financing::Inside, Some(loan)) = (self.scenario.financing(), &fleet.loan) {
            lines.extend(loan.lines(timeline, self.tax.map(|tax| tax.draft)));
        }
        let until_delivery = until.as_ref().map(|role| served_elsewhere(role, CostGroup::UntilDelivery));
        let bursts = burst.as_ref().map(|role| served_elsewhere(role, CostGroup::Burst));
        let elsewhere = until_delivery.into_iter().chain(bursts).collect();
        let burst_commitments = burst.as_ref().map(|(_, usage)| commitment_figures(usage)).unwrap_or_default();
        let usages: Vec<&Usage<'s>> = [&until, &burst].into_iter().flatten().map(|(_, usage)| usage).collect();
        let rented = usages.iter().filter_map(|usage| usage.paid);
        let paid = rented.fold(fleet.in_service, |sum, paid| sum + paid.instance_hours * paid.accelerators);
        let carbon = fleet.energy.zip(own.carbon_kg_per_kwh.as_ref());
        let replicas = self.replicas(own.into(), &OptionLoad::whole(timeline, self.demand, set));
        DraftPart {
            option: OptionId::own(&plan.entry.name),
            at: plan.entry.at,
            set: set.to_vec(),
            useful: usages.iter().fold(fleet.served.useful, |sum, usage| sum + usage.useful),
            unserved: unserved.hours,
            without_headroom: unserved.without_headroom,
            lost: self.lost(plan, &fleet),
            paid: Some(paid),
            work: Some(
                usages.iter().filter_map(|usage| usage.work).fold(fleet.served.work(), |sum, work| sum.and(&work)),
            ),
            done: self.done(own.into(), set, &self.missed(plan, &fleet)),
            energy: fleet.energy,
            carbon: carbon.map(|(energy, carbon)| energy * timeline.draft.given(carbon)),
            commitments: Vec::new(),
            sizing: Some(fleet.sizing),
            replicas,
            events: schedule::of_owned(plan, &self.firsts(), timeline.horizon),
            elsewhere,
            owned: Some(Owned { burst_commitments, ..self.owned(plan, fleet, &unserved) }),
            lines,
            tax_on_receipts,
        }
    }

    fn owned(&self, plan: &Plan<'_>, fleet: Fleet<'s>, unserved: &UnservedWork<'s>) -> Owned<'s> {
        let timeline = self.timeline;
        // in the short form the factor changes the share of hours; work that fits does so at every factor
        let waits = match plan.burst {
            OverflowTarget::Wait => true,
            OverflowTarget::Unnamed => !self.demand.is_short(),
            OverflowTarget::To(..) => false,
        };
        let kept = |line: &DraftLine<'s>| self.after_tax(line)[1];
        let delay = match (&unserved.delay, &unserved.delay_before) {
            (Some(all), Some(before)) => Some(kept(all) - kept(before)),
            (Some(all), None) => Some(kept(all)),
            (None, _) => None,
        };
        let in_service = |hours| timeline.limited(hours, plan.first_service, timeline.horizon, &plan.dates);
        Owned {
            nodes: fleet.nodes,
            site_power: fleet.site_power,
            accelerators: fleet.accelerators,
            jobs: fleet.served.jobs,
            paid_in: plan.paid(),
            in_service: fleet.in_service,
            worked: fleet.served.useful_accelerators,
            demanded: DemandedHours {
                within: in_service(fleet.demanded.within),
                too_large: fleet.demanded.too_large.map(in_service),
            },
            book_resale: fleet.book_resale,
            loan: match self.tax {
                Some(tax) => fleet.loan.map(|loan| loan.after_tax(timeline, tax.draft)),
                None => fleet.loan,
            },
            burst_commitments: Vec::new(),
            waiting: waits.then_some(DeferredWork { load: fleet.served.rest.beyond, delay }),
        }
    }

    /// Usage of a rented option for a load, within its quota.
    fn role(
        &self,
        entry: &Entry<Rent>,
        load: &OptionLoad<'s>,
        committed: &[Committed<'_>],
        group: CostGroup,
    ) -> Usage<'s> {
        let usage = rent::usage(self.timeline, self.demand, entry, load, committed, group);
        if let (Some(quota), Some(sizing)) = (&entry.value.max_instances, &usage.sizing) {
            let draft = self.timeline.draft;
            let missing = sizing.units.positive_part_over(draft.given(quota));
            draft.condition(missing.named("missing instances"), FigureRule::LimitExceeded, quota.at);
        }
        usage
    }

    /// Adds usage, operating lines and one-time payments of the options that serve the rest of a fleet's work. An
    /// option in both roles pays its one-time payments once. They are due at the end of the first month with rented
    /// capacity.
    fn role_lines(&self, lines: &mut Vec<DraftLine<'s>>, until: Option<&Role<'_, 's>>, burst: Option<&Role<'_, 's>>) {
        let roles = [(until, CostGroup::UntilDelivery), (burst, CostGroup::Burst)];
        for (role, group) in roles {
            let Some((entry, usage)) = role else { continue };
            lines.extend(usage.lines.clone());
            lines.extend(rent::operating(self.timeline, &entry.value, usage, group, Some(usage.rented)));
            let earlier = until.filter(|(other, _)| group == CostGroup::Burst && other.at == entry.at);
            let first = self.first_rented(usage.rented, earlier.map(|(_, usage)| usage.rented));
            for one_off in &entry.value.one_off {
                let tax = entry.value.indirect_tax.as_ref();
                let (amount, _) = operating::one_off(self.timeline, &one_off.value, tax);
                let amount = amount.paid_in_first_months(self.timeline) * first;
                lines.push(DraftLine::new(self.timeline, &one_off.name, group, &[Flow::FirstMonth(amount)]));
            }
        }
    }

    /// 1 in the first period in which `rented` is 1, unless `earlier` was 1 before.
    fn first_rented(&self, rented: Figure<'s>, earlier: Option<Figure<'s>>) -> Figure<'s> {
        let periods = 0..self.timeline.draft.periods().len();
        let mut before = earlier.and_then(|row| periods.clone().map(|at| row.pick(at)).reduce(|a, b| a.max(b)));
        let mut firsts = Vec::new();
        for at in periods {
            let now = rented.pick(at);
            firsts.push(before.map_or(now, |before| now * (1 - before)));
            before = Some(before.map_or(now, |before| before.max(now)));
        }
        self.timeline.draft.join(&firsts).named("first month in which anything is rented")
    }
}

fn served_elsewhere<'s>((entry, usage): &Role<'_, 's>, group: CostGroup) -> ServedElsewhere<'s> {
    ServedElsewhere { group, option: OptionId::rent(&entry.name), useful: usage.useful }
}

fn commitment_figures(usage: &Usage<'_>) -> Vec<CommitmentFigures> {
    usage.commitments.iter().map(rent::CommitmentUse::finished).collect()
}

impl<'a> OverflowTarget<'a> {
    fn to(&self) -> Option<(&'a Entry<Rent>, &[Committed<'a>])> {
        match self {
            OverflowTarget::To(entry, committed) => Some((entry, committed)),
            OverflowTarget::Unnamed | OverflowTarget::Wait => None,
        }
    }
}

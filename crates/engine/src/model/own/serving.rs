//! Work that a fleet serves, and work that it leaves.

use crate::demand::{CapacityMeasure, DemandPoint, DraftDemand, DraftWorkload, FirmLevel, LostHours, Pool};
use crate::model::figures::{JobModel, Sizing};
use crate::model::goodput::{Interrupted, Interruptions};
use crate::model::load::{Capacity, LoadLimit, LoadPart, LoadPool, OptionLoad};
use crate::model::rent::either;
use crate::model::whole_jobs::{Enough, JobNeed, Shared, Sized, WholeUnit};
use crate::scenario::document::NodeId;
use crate::sheet::{CurveQuery, Figure, Weight};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// Work that a fleet serves per month.
#[derive(Clone, Debug)]
pub struct FleetServed<'s> {
    /// Useful hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// Useful hours, in the fleet's own accelerators.
    pub useful_accelerators: Figure<'s>,
    /// Busy hours: spent on firm and flexible work, in the measure.
    pub busy: Figure<'s>,
    /// Hours of failed runs, in the fleet's own accelerators.
    pub failed: Option<Figure<'s>>,
    /// Hours in which its accelerators wait for data.
    pub stalled: Option<Figure<'s>>,
    /// Hours of headroom and warm capacity, in the fleet's own accelerators.
    pub ready: Option<Figure<'s>>,
    /// Hours lost to checkpoints, interruptions and restarts, in the fleet's own accelerators.
    pub interrupted: Option<Figure<'s>>,
    /// Hours per month in which the firm work fits but its headroom does not; none if it has no headroom.
    pub without_headroom: Option<Figure<'s>>,
    /// Flexible workloads with a job size.
    pub jobs: Vec<FleetJob<'s>>,
    /// Work that it leaves.
    pub rest: RemainingLoads<'s>,
}

/// A flexible workload with a job size, on a fleet.
#[derive(Clone, Copy, Debug)]
pub struct FleetJob<'s> {
    /// Index of the workload in the demand.
    workload: usize,
    /// Accelerators per job, in the fleet's own.
    size: Figure<'s>,
    /// Hours per month available for whole jobs next to firm work, in the measure.
    room: Figure<'s>,
}

impl FleetJob<'_> {
    /// The job by figure IDs.
    #[must_use]
    pub fn finished(&self) -> JobModel {
        JobModel { workload: self.workload, size: self.size.id(), room: self.room.id() }
    }
}

/// Loads that a fleet leaves for others.
#[derive(Clone, Debug)]
pub struct RemainingLoads<'s> {
    /// Load before the first delivery; none if service begins in month 1.
    pub before: Option<OptionLoad<'s>>,
    /// Load for a rent option from the first delivery on: levels above the capacity while up, every level while down,
    /// and flexible work that does not fit.
    pub burst: OptionLoad<'s>,
    /// Load that does not fit while up: it waits if no option serves it.
    pub beyond: OptionLoad<'s>,
    /// Firm load while down: lost if no option serves it.
    pub lost: OptionLoad<'s>,
}

/// A flexible workload on a fleet.
struct PoolServed<'s> {
    /// Its jobs, if they have a size.
    job: Option<FleetJob<'s>>,
    /// Hours spent on it, including those lost to interruptions, in the measure.
    taken: Figure<'s>,
    /// Hours lost to interruptions, in the fleet's own accelerators.
    interrupted: Option<Figure<'s>>,
    /// Useful hours among them.
    gained: Figure<'s>,
    /// The other hours, in the fleet's own accelerators.
    lost: LostHours<'s>,
    /// Work that does not fit.
    left: LoadPool<'s>,
}

/// Servers subject to failures.
#[derive(Clone, Copy, Debug)]
pub struct Failing<'s> {
    /// Rate and cost of the failures.
    pub interruptions: Interruptions<'s>,
    /// Capacity of a server, in the measure.
    pub per_node: Figure<'s>,
}

impl<'s> Failing<'s> {
    /// A flexible workload with `work` hours, subject to interruptions: a job needs `ceil(size / capacity of a server)`
    /// servers; work without a job size runs on one at a time.
    fn interrupted<'a>(
        &self,
        (timeline, measure): (&Timeline<'s>, &CapacityMeasure<'s>),
        (at, workload, pool): (usize, &'a DraftWorkload<'s>, &Pool<'s>),
        work: Figure<'s>,
    ) -> Interrupted<'a, 's> {
        let units = match pool.job {
            None => timeline.draft.constant(1, Unit::NODE, "work without a job size"),
            Some(size) => (measure.measured(at, size) / self.per_node).ceil(),
        };
        Interrupted { units, name: name(workload), work }
    }
}

/// Useful hours per month demanded of a fleet, in its own accelerators.
#[derive(Clone, Copy, Debug)]
pub struct DemandedHours<'s> {
    /// Hours of work that can run on it, whether or not all of it fits.
    pub within: Figure<'s>,
    /// Hours of jobs larger than the fleet, which never run on it; none if no job has a size.
    pub too_large: Option<Figure<'s>>,
}

/// A fleet and the work demanded of it.
#[derive(Clone, Copy, Debug)]
pub struct Serving<'a, 's> {
    /// Calendar.
    pub timeline: &'a Timeline<'s>,
    /// Demand.
    pub demand: &'a DraftDemand<'s>,
    /// The workloads that it serves.
    pub set: &'a [usize],
    /// Measure of its capacity.
    pub measure: &'a CapacityMeasure<'s>,
    /// Capacity while it is up.
    pub capacity: Figure<'s>,
    /// Share of the hours in which it is up.
    pub availability: Figure<'s>,
    /// Failures of its servers, if specified.
    pub failing: Option<Failing<'s>>,
    /// First month of service.
    pub first_service: u32,
    /// Document nodes that determine that month.
    pub dates: &'a [NodeId],
}

impl<'s> Serving<'_, 's> {
    /// Work that the fleet serves: firm work up to the capacity while up; then flexible work, in the order of the file,
    /// in the up hours left by the needed levels.
    #[must_use]
    pub fn served(&self) -> FleetServed<'s> {
        let (demand, measure) = (self.demand, self.measure);
        let spent = self.up_to_capacity(FirmLevel::Spent);
        let (fails, stalls) = (demand.has_failing_firm_work(self.set), demand.has_stalled_firm_work(self.set));
        let finished = if fails { self.of_spent(demand.finished_level(self.set)) } else { spent };
        let firm = if stalls { self.of_spent(FirmLevel::Useful) } else { finished };
        let firm = firm.named("useful firm hours of the fleet");
        let mut failed =
            fails.then(|| measure.accelerators(spent.named("firm hours at work").positive_part_over(finished)));
        let mut stalled = stalls.then(|| measure.accelerators(finished.positive_part_over(firm)));
        let (mut busy, mut worked) = (spent, firm);
        let mut useful = if measure.is_in_reference() { firm } else { self.availability * self.in_reference() };
        let (mut ready, mut interrupted, mut left_over, mut jobs) = (None, None, Vec::new(), Vec::new());
        let (flexible, headroom) = (demand.pools(self.set).next().is_some(), demand.has_headroom(self.set, measure));
        if flexible || headroom {
            let needed = self.up_to_capacity(FirmLevel::Needed).named("firm hours of the fleet, with headroom");
            ready = headroom.then(|| measure.accelerators(needed.positive_part_over(spent)));
            for pool in self.pools((self.availability * self.capacity * self.timeline.hours).positive_part_over(needed))
            {
                busy = busy + pool.taken;
                worked = worked + pool.gained;
                useful = useful + measure.reference(pool.left.workload, pool.gained);
                failed = either(failed, pool.lost.failed);
                stalled = either(stalled, pool.lost.stalled);
                interrupted = either(interrupted, pool.interrupted);
                left_over.push(pool.left);
                jobs.extend(pool.job);
            }
        }
        FleetServed {
            useful: useful.named("useful hours of the fleet"),
            useful_accelerators: measure.accelerators(worked),
            busy,
            failed,
            stalled,
            ready,
            interrupted,
            without_headroom: headroom.then(|| self.without_headroom()),
            jobs,
            rest: self.rest(left_over),
        }
    }

    /// Firm hours up to the capacity while up, in the measure.
    fn up_to_capacity(&self, level: FirmLevel) -> Figure<'s> {
        let (curve, query) = LoadPart::default().of(self.demand, self.set, level, Some(self.measure));
        self.availability * self.timeline.draft.hours(curve, CurveQuery { cap: Some(self.capacity), ..query })
    }

    /// Useful firm hours, or those of runs that do not fail, up to the capacity while up, in the measure: of
    /// `min(spent, capacity)` the same share is useful as of the whole level.
    fn of_spent(&self, level: FirmLevel) -> Figure<'s> {
        let weight = |at: usize| self.measure.weight(self.timeline.draft, at, level);
        let (curve, query) = self.demand.curve(self.set, level.into(), &weight, Some(&weight));
        self.availability * self.timeline.draft.hours(curve, CurveQuery { cap: Some(self.capacity), ..query })
    }

    /// Hours per month, while up, in which the busy level is within the capacity and the needed level is not.
    fn without_headroom(&self) -> Figure<'s> {
        let draft = self.timeline.draft;
        let above = |level: FirmLevel| {
            let (curve, query) = LoadPart::default().of(self.demand, self.set, level, Some(self.measure));
            // a fraction of an accelerator above the capacity counts as one
            let one = draft.constant(1, curve.levels.unit(), "whether a level lies above the capacity");
            draft.hours(curve, CurveQuery { above: Some(self.capacity), cap: Some(one), step: Some(one), ..query })
        };
        let hours = self.availability * above(FirmLevel::Needed).positive_part_over(above(FirmLevel::Spent));
        hours.named("hours without headroom")
    }

    /// Serves flexible work, in the order of the file, in hours left idle by firm work; in whole jobs if they have a
    /// size.
    fn pools(&self, mut idle: Figure<'s>) -> Vec<PoolServed<'s>> {
        let measure = self.measure;
        let (whole, mut served) = ([LoadPart::default()], Vec::new());
        let Serving { timeline, demand, set, .. } = *self;
        let shared = Shared { timeline, demand, set, firm: &whole, measure, at: DemandPoint::Factor };
        for (at, workload, pool) in self.demand.pools(self.set) {
            let spent = measure.measured(at, pool.spent);
            let most = pool.job.map(|size| {
                let most = self.availability * shared.most(Sized { workload: at, size }, self.capacity);
                most.named_with(|| format!("hours available for whole jobs of {}", name(workload)))
            });
            let goodput = self.failing.map(|failing| {
                let work = most.map_or(spent, |most| spent * most.any());
                let job = failing.interrupted((self.timeline, measure), (at, workload, &pool), work);
                failing.interruptions.finishing(self.timeline, &job)
            });
            let finished = |hours: Figure<'s>| goodput.map_or(hours, |goodput| hours * goodput);
            let with_lost = |hours: Figure<'s>| goodput.map_or(hours, |goodput| hours / goodput);
            let fitting = most.map_or(spent, |most| {
                spent
                    .min(finished(most))
                    .named_with(|| format!("hours of {} that can run on the fleet", name(workload)))
            });
            let taken = fitting.min(finished(idle)).named_with(|| format!("hours of {} on the fleet", name(workload)));
            let gained = workload.useful_share.map_or(taken, |share| taken * share);
            let lost = workload.lost(taken, gained);
            let lost = LostHours {
                failed: lost.failed.map(|hours| measure.accelerators(hours)),
                stalled: lost.stalled.map(|hours| measure.accelerators(hours)),
            };
            let left = measure
                .reference(at, spent.positive_part_over(taken))
                .named_with(|| format!("unserved hours of {}", name(workload)));
            idle = idle
                .positive_part_over(with_lost(fitting))
                .named_with(|| format!("hours left after {}", name(workload)));
            let interrupted = goodput.map(|_| measure.accelerators(with_lost(taken) - taken));
            let taken = with_lost(taken);
            let job = pool.job.zip(most).map(|(size, room)| FleetJob {
                workload: at,
                size: measure.own_accelerators(at, size),
                room,
            });
            let left = LoadPool { workload: at, spent: left };
            served.push(PoolServed { job, taken, interrupted, gained, lost, left });
        }
        served
    }

    /// 1 if a job of a workload is larger than the fleet, else 0.
    fn is_larger(&self, at: usize, size: Figure<'s>) -> Figure<'s> {
        self.measure.measured(at, size).positive_part_over(self.capacity).any()
    }

    /// Useful hours per month demanded of the fleet, in its own accelerators.
    #[must_use]
    pub fn demanded(&self) -> DemandedHours<'s> {
        let own_hours = |at: usize| self.measure.own_accelerators(at, self.demand.workloads[at].useful);
        let all = self.set.iter().map(|at| own_hours(*at)).reduce(|a, b| a + b).expect("an option serves something");
        let larger = self.demand.pools(self.set).filter_map(|(at, workload, pool)| {
            let hours = own_hours(at) * self.is_larger(at, pool.job?);
            Some(hours.named_with(|| format!("hours of {}, if its jobs are larger than the fleet", name(workload))))
        });
        match larger.reduce(|a, b| a + b) {
            None => DemandedHours { within: all, too_large: None },
            Some(too_large) => {
                let within = (all - too_large).named("useful hours demanded in jobs that fit the fleet");
                DemandedHours { within, too_large: Some(too_large) }
            }
        }
    }

    /// Useful firm hours up to the capacity while up, in reference accelerator-hours, if the capacity is in own
    /// accelerators: each workload has its own throughput, and shares the capacity in proportion.
    fn in_reference(&self) -> Figure<'s> {
        let level = FirmLevel::Useful;
        let gauge = |at: usize| self.measure.weight(self.timeline.draft, at, level);
        let weight = |_: usize| Weight::default();
        let (curve, query) = self.demand.curve(self.set, level.into(), &weight, Some(&gauge));
        self.timeline.draft.hours(curve, CurveQuery { cap: Some(self.capacity), ..query })
    }

    fn rest(&self, pools: Vec<LoadPool<'s>>) -> RemainingLoads<'s> {
        let (first, horizon) = (self.first_service, self.timeline.horizon);
        let capacity = Capacity { level: self.capacity, measure: self.measure.clone() };
        let above = LoadPart { limit: Some(LoadLimit::Above(capacity)), share: Some(self.availability) };
        let down =
            LoadPart { share: Some((1 - self.availability).named("share of hours down")), ..LoadPart::default() };
        let load = |firm: Vec<LoadPart<'s>>, pools: Vec<LoadPool<'s>>| OptionLoad {
            set: self.set.to_vec(),
            firm,
            pools,
            first,
            last: horizon,
            because: self.dates.to_vec(),
        };
        let before = || {
            let whole = OptionLoad::whole(self.timeline, self.demand, self.set);
            OptionLoad { last: first - 1, because: self.dates.to_vec(), ..whole }
        };
        RemainingLoads {
            before: (first > 1).then(before),
            burst: load(vec![above.clone(), down.clone()], pools.clone()),
            beyond: load(vec![above], pools),
            lost: load(vec![down], Vec::new()),
        }
    }
}

/// Requirements for the size of a fleet.
#[derive(Clone, Copy, Debug)]
pub struct Needed<'a, 's> {
    /// Calendar.
    pub timeline: &'a Timeline<'s>,
    /// Demand.
    pub demand: &'a DraftDemand<'s>,
    /// The workloads that it serves.
    pub set: &'a [usize],
    /// Measure of its capacity.
    pub measure: &'a CapacityMeasure<'s>,
    /// Share of the hours in which it is up.
    pub availability: Figure<'s>,
    /// Failures of its servers, if specified.
    pub failing: Option<Failing<'s>>,
    /// One of its servers.
    pub node: WholeUnit<'s>,
}

impl<'s> Needed<'_, 's> {
    /// Capacity that is enough at a demand, in each period: the peak fits, whole jobs of each workload fit, and all
    /// hours fit, `max(peak, (needed firm hours + flexible hours spent / a) / h)`. With failures, flexible hours are
    /// divided by their goodput.
    #[must_use]
    pub fn enough(&self, at: DemandPoint) -> Enough<'s> {
        let Needed { timeline, demand, set, measure, availability, failing, node } = *self;
        let whole = [LoadPart::default()];
        let shared = Shared { timeline, demand, set, firm: &whole, measure, at };
        let (curve, query) = shared.levels(&whole[0]);
        let peak = timeline.draft.most(curve, query);
        let (mut spent, mut jobs): (Option<Figure<'s>>, Vec<JobNeed<'s>>) = (None, Vec::new());
        for (workload, stated, pool) in demand.pools(set) {
            let hours = match at {
                DemandPoint::Plan => pool.at_plan,
                DemandPoint::Factor => pool.spent,
            };
            let measured = measure.measured(workload, hours);
            let measured = failing.map_or(measured, |failing| {
                let job = failing.interrupted((timeline, measure), (workload, stated, &pool), measured);
                measured / failing.interruptions.goodput(timeline, &job)
            });
            spent = Some(spent.map_or(measured, |sum| sum + measured));
            let while_up = measured / availability;
            jobs.extend(pool.job.map(|size| JobNeed { job: Sized { workload, size }, hours: while_up }));
        }
        let Some(spent) = spent else { return shared.enough(peak, &[], node) };
        let hours = timeline.draft.hours(curve, query) + spent / availability;
        shared.enough(peak.max(hours / timeline.hours).named("capacity for all hours"), &jobs, node)
    }

    /// Servers needed for all of it, in each period.
    #[must_use]
    pub fn sizing(&self, enough: Enough<'s>) -> Sizing<Figure<'s>> {
        let (curve, _) = LoadPart::default().of(self.demand, self.set, FirmLevel::Needed, Some(self.measure));
        let units = enough.units.named("nodes needed for the whole demand");
        Sizing { units, unit: self.node.capacity, curve: curve.levels }
    }
}

fn name<'a>(workload: &'a DraftWorkload<'_>) -> &'a str {
    workload.name.as_deref().unwrap_or("the demand")
}

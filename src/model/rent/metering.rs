//! What is metered for a load: firm hours, flexible hours, and what is on demand.

use super::commitments::{COMMITTED, CommitmentUse, Committed, Scheduled};
use super::{Paid, Usage, WorkHours};
use crate::demand::{CapacityMeasure, DraftDemand, FirmLevel, Work};
use crate::inputs::Inputs as _;
use crate::model::figures::Sizing;
use crate::model::line::{CostGroup, DraftLine, Flow};
use crate::model::load::{LoadPart, LoadPool, OptionLoad};
use crate::scenario::document::Entry;
use crate::scenario::rent::{Meter, Rent, Scaling};
use crate::sheet::{CurveQuery, Figure};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// A rent option and the load that is asked of it.
pub(super) struct Metering<'a, 's> {
    pub timeline: &'a Timeline<'s>,
    pub demand: &'a DraftDemand<'s>,
    pub entry: &'a Entry<Rent>,
    pub load: &'a OptionLoad<'s>,
    pub measure: CapacityMeasure<'s>,
    pub group: CostGroup,
}

/// A flexible workload as it runs on instances.
#[derive(Clone, Copy)]
pub(super) struct Job<'s> {
    /// Instances of one job.
    pub instances: Figure<'s>,
    /// Instance-hours a month.
    pub hours: Figure<'s>,
}

/// The instance-hours of firm work a month, and which of them commitments cover.
struct Covered<'s> {
    /// All of them.
    needed: Figure<'s>,
    /// Those that each commitment covers, in their order.
    by_commitment: Vec<Figure<'s>>,
    /// Those that are left.
    left: Figure<'s>,
    /// Instance-hours committed to; none without a commitment.
    reserved_hours: Option<Figure<'s>>,
}

/// Where the instance-hours of flexible work go.
struct Placed<'s> {
    /// Of idle commitments.
    committed: Option<Figure<'s>>,
    /// On demand.
    on_demand: Option<Figure<'s>>,
    /// On spot: instance-hours with what is lost, and the part that is lost.
    spot: Option<(Figure<'s>, Figure<'s>)>,
}

impl<'s> Metering<'_, 's> {
    pub(super) fn rent(&self) -> &Rent {
        &self.entry.value
    }

    pub(super) fn accelerators(&self) -> Figure<'s> {
        let given = self.rent().accelerators_per_instance.as_ref().expect("a rule: instances have accelerators");
        self.timeline.draft.given(given)
    }

    /// What an instance holds, in the measure of the option's capacity.
    pub(super) fn step(&self) -> Figure<'s> {
        self.measure.capacity(self.accelerators()).named("capacity of an instance")
    }

    /// A figure by its name, with what the option is rented for where that is not the whole demand: an owned option may rent
    /// the same one twice.
    pub(super) fn called(&self, name: &str) -> String {
        match self.group {
            CostGroup::Burst => format!("{name} for bursts"),
            CostGroup::UntilDelivery => format!("{name} until delivery"),
            CostGroup::Purchase
            | CostGroup::Lease
            | CostGroup::Resale
            | CostGroup::Operating
            | CostGroup::Usage
            | CostGroup::OneOff
            | CostGroup::Delay => name.to_owned(),
        }
    }

    pub(super) fn list_less_discount(&self, list: Figure<'s>) -> Figure<'s> {
        list * (1 - self.timeline.draft.given(&self.rent().discount))
    }

    pub(super) fn growth(&self) -> Figure<'s> {
        self.timeline.growth(self.timeline.draft.given(&self.rent().price_change_per_year))
    }

    pub(super) fn line(&self, meter: Meter, monthly: Figure<'s>) -> DraftLine<'s> {
        let change = self.timeline.draft.given(&self.rent().price_change_per_year);
        let line = DraftLine::new(self.timeline, meter.name(), self.group, &[Flow::Monthly(monthly)]);
        line.metered(meter).changing(change)
    }

    /// A flexible workload: a job of A accelerators takes `ceil(A / g)` instances; without a size it packs perfectly.
    pub(super) fn job(&self, pool: &LoadPool<'s>) -> Job<'s> {
        let (step, workload) = (self.step(), &self.demand.workloads[pool.workload]);
        let spent = self.load.limited(self.timeline, pool.spent);
        let size = match &workload.work {
            Work::Flexible(pool) => pool.job,
            Work::Firm(_) => None,
        };
        let job = match size {
            None => Job {
                instances: self.timeline.draft.constant(1, Unit::INSTANCE, "work without a job size"),
                hours: self.measure.measured(pool.workload, spent) / step,
            },
            Some(size) => {
                let instances = (self.measure.measured(pool.workload, size) / step).ceil();
                Job { instances, hours: spent / size * instances }
            }
        };
        let hours = job
            .hours
            .named(self.called(&format!("instance-hours of {}", workload.name.as_deref().unwrap_or("the demand"))));
        Job { hours, ..job }
    }

    /// Instance-hours a month that the firm load needs beyond `reserved` instances.
    pub(super) fn firm_needed(&self, step: Figure<'s>, reserved: Option<Figure<'s>>) -> Figure<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        let of = |part: &LoadPart<'s>| {
            let (curve, query) = part.of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
            (curve, CurveQuery { step: Some(step), reserved, ..query })
        };
        match draft.structural(&self.rent().scaling) {
            Scaling::Autoscale => self.load.firm_hours(timeline, |part| {
                let (curve, query) = of(part);
                draft.hours(curve, query)
            }),
            Scaling::AlwaysOn => {
                let most = self.load.firm_most(timeline, |part| {
                    let (curve, query) = of(part);
                    draft.most(curve, query)
                });
                most * timeline.hours
            }
        }
    }

    /// Commitments first, for firm work and then for flexible work in the order of the file; of the rest of the flexible
    /// work a share on spot; what is left on demand.
    pub(super) fn on_demand(&self, list: Figure<'s>, committed: &[Committed<'_>]) -> Usage<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        let scheduled: Vec<Scheduled<'s>> = committed.iter().map(|c| self.schedule(c, list)).collect();
        let Covered { needed, by_commitment, left: firm, reserved_hours } = self.covered(&scheduled);
        let idle = reserved_hours
            .map(|hours| hours.positive_part_over(needed - firm).named(self.called("idle committed hours")));
        let jobs: Vec<Job<'s>> = self.load.pools.iter().map(|pool| self.job(pool)).collect();
        let placed = self.placed(&jobs, idle);
        let commitments = self.commitment_uses(&scheduled, &by_commitment, &jobs, &placed, needed);
        let left = placed.on_demand.map_or(firm, |flexible| firm + flexible);
        let overhead = draft.given(&self.rent().idle_overhead);
        let metered = (left * (1 + overhead)).named(self.called("instance-hours on demand"));
        let charge = (metered * self.list_less_discount(list) * self.growth()).named("on-demand charge");
        let mut lines = Vec::new();
        let flows: Vec<Flow<Figure<'s>>> = scheduled.iter().flat_map(|schedule| schedule.flows.clone()).collect();
        if !flows.is_empty() {
            lines.push(DraftLine::new(timeline, COMMITTED, self.group, &flows));
        }
        let spot = self.spot_charge(placed.spot.map(|(hours, _)| hours), list);
        lines.extend(spot.map(|charge| self.line(Meter::Spot, charge)));
        lines.push(self.line(Meter::OnDemand, charge));
        let bill = scheduled.iter().fold(charge, |sum, schedule| sum + schedule.charge);
        let bill = spot.map_or(bill, |spot| bill + spot);
        let parts = [reserved_hours, Some(metered), placed.spot.map(|(hours, _)| hours)];
        let paid = parts.into_iter().flatten().reduce(|a, b| a + b).unwrap_or(metered);
        let paid = if paid.id() == metered.id() { paid } else { paid.named(self.called("instance-hours paid for")) };
        let interrupted = placed.spot.map(|(_, lost)| lost * self.accelerators());
        Usage {
            lines,
            bill: bill.named("metered charges"),
            rented: paid.any().named(self.called("whether anything is rented")),
            useful: self.load.useful(timeline, self.demand),
            paid: Some(Paid { instance_hours: paid, accelerators: self.accelerators() }),
            work: Some(self.work(interrupted)),
            commitments,
            sizing: Some(self.sizing(self.instances_needed().named("instances enough for all of the load"))),
        }
    }

    /// What all of the load needs, with the instances that are enough for it.
    pub(super) fn sizing(&self, units: Figure<'s>) -> Sizing<Figure<'s>> {
        let (curve, _) = LoadPart::default().of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
        Sizing { units, unit: self.step(), curve: curve.levels }
    }

    /// Firm hours on commitments, one after the other.
    fn covered(&self, scheduled: &[Scheduled<'s>]) -> Covered<'s> {
        let step = self.step();
        let needed = self.firm_needed(step, None);
        let (mut reserved, mut left): (Option<Figure<'s>>, _) = (None, needed);
        let mut by_commitment = Vec::new();
        for schedule in scheduled {
            let total = reserved.map_or(schedule.instances, |sum| sum + schedule.instances);
            let rest = self.firm_needed(step, Some(total));
            by_commitment.push(left - rest);
            (reserved, left) = (Some(total), rest);
        }
        let reserved_hours = reserved.map(|reserved| reserved * self.timeline.hours);
        Covered { needed, by_commitment, left, reserved_hours }
    }

    /// Flexible work in the order of the file on idle commitments, then on spot and on demand.
    fn placed(&self, jobs: &[Job<'s>], idle: Option<Figure<'s>>) -> Placed<'s> {
        let add = |sum: Option<Figure<'s>>, figure: Figure<'s>| Some(sum.map_or(figure, |sum| sum + figure));
        let mut placed = Placed { committed: None, on_demand: None, spot: None };
        let mut idle = idle;
        for (job, pool) in jobs.iter().zip(&self.load.pools) {
            let name = self.demand.workloads[pool.workload].name.as_deref().unwrap_or("the demand");
            let mut left = job.hours;
            if let Some(free) = idle {
                let taken = left.min(free).named(self.called(&format!("instance-hours of {name} on commitments")));
                idle = Some(
                    free.positive_part_over(left).named(self.called(&format!("idle committed hours beside {name}"))),
                );
                left = left
                    .positive_part_over(free)
                    .named(self.called(&format!("instance-hours of {name} beside commitments")));
                placed.committed = add(placed.committed, taken);
            }
            let Some(spot) = &self.rent().spot else {
                placed.on_demand = add(placed.on_demand, left);
                continue;
            };
            let share = self.timeline.draft.given(&spot.share);
            let work = left * share;
            let hours = (work / self.goodput(spot, (job, name), work))
                .named(self.called(&format!("instance-hours of {name} on spot")));
            let (sum, lost) =
                placed.spot.map_or((hours, hours - work), |(sum, lost)| (sum + hours, lost + hours - work));
            placed.spot = Some((sum, lost));
            placed.on_demand = add(placed.on_demand, left * (1 - share));
        }
        placed.spot = placed.spot.map(|(hours, lost)| (hours.named(self.called("instance-hours on spot")), lost));
        placed
    }

    /// Firm hours by commitment as they are covered one after the other; flexible hours fill the idle ones in that order.
    fn commitment_uses(
        &self,
        scheduled: &[Scheduled<'s>],
        firm_used: &[Figure<'s>],
        jobs: &[Job<'s>],
        placed: &Placed<'s>,
        needed: Figure<'s>,
    ) -> Vec<CommitmentUse<'s>> {
        let needed = jobs.iter().fold(needed, |sum, job| sum + job.hours);
        let mut flexible = placed.committed;
        let mut uses = Vec::new();
        for (schedule, firm) in scheduled.iter().zip(firm_used) {
            let mut used = *firm;
            if let Some(left) = flexible {
                let taken = left.min(schedule.instances * self.timeline.hours - *firm);
                used = used + taken;
                flexible = Some(left - taken);
            }
            uses.push(self.commitment_use(schedule, used, needed));
        }
        uses
    }

    /// The hours in which the option's accelerators work.
    pub(super) fn work(&self, interrupted: Option<Figure<'s>>) -> WorkHours<'s> {
        let (timeline, demand, measure) = (self.timeline, self.demand, &self.measure);
        let firm = |level| {
            self.load.firm_hours(timeline, |part| {
                let (curve, query) = part.of(demand, &self.load.set, level, Some(measure));
                timeline.draft.hours(curve, query)
            })
        };
        let useful_firm = measure.accelerators(firm(FirmLevel::Useful));
        let fails = demand.has_failing_firm_work(&self.load.set);
        let spent_firm = if fails { measure.accelerators(firm(FirmLevel::Spent)) } else { useful_firm };
        let mut useful = useful_firm;
        let mut failed = fails.then(|| spent_firm.positive_part_over(useful_firm));
        for pool in &self.load.pools {
            let spent = measure.own_accelerators(pool.workload, self.load.limited(timeline, pool.spent));
            let gained = measure.own_accelerators(pool.workload, self.load.useful_of_pool(timeline, demand, pool));
            useful = useful + gained;
            if demand.workloads[pool.workload].useful_share.is_some() {
                let lost = spent - gained;
                failed = Some(failed.map_or(lost, |sum| sum + lost));
            }
        }
        let headroom = demand.has_headroom(&self.load.set);
        let ready = headroom.then(|| measure.accelerators(firm(FirmLevel::Needed)).positive_part_over(spent_firm));
        WorkHours { useful, failed, ready, interrupted }
    }

    /// A managed endpoint: price × useful output of every workload.
    pub(super) fn per_unit(&self, list: Figure<'s>) -> Usage<'s> {
        let (timeline, demand) = (self.timeline, self.demand);
        let output = |at: &usize| {
            let output = demand.workloads[*at].output.as_ref().expect("a rule: a price per unit needs a unit");
            self.load.useful_of(timeline, demand, *at) * output.per_hour
        };
        let output = self.load.set.iter().map(output).reduce(|a, b| a + b).expect("a load is of something");
        let useful = self.load.useful(timeline, demand);
        let charge = output * self.list_less_discount(list) * self.growth();
        let charge = charge.named("endpoint charge");
        Usage {
            lines: vec![self.line(Meter::Endpoint, charge)],
            bill: charge,
            rented: useful.any().named(self.called("whether anything is rented")),
            useful,
            paid: None,
            work: None,
            commitments: Vec::new(),
            sizing: None,
        }
    }
}

//! What is metered for a load: firm hours, flexible hours, and units of output.

use super::usage::{Usage, WorkHours, either};
use crate::demand::{CapacityMeasure, DraftDemand, FirmLevel, Work};
use crate::inputs::Inputs as _;
use crate::model::figures::Sizing;
use crate::model::indirect_tax::IndirectTax;
use crate::model::line::{CostGroup, DraftLine, Flow};
use crate::model::load::{LoadPart, LoadPool, OptionLoad};
use crate::model::price::MovingPrice;
use crate::model::quoted::Quoted;
use crate::scenario::document::Entry;
use crate::scenario::price::{NextPrice, PriceStep};
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
            | CostGroup::Delay
            | CostGroup::Financing
            | CostGroup::Tax => name.to_owned(),
        }
    }

    /// The list price as it moves; of an instance, or of a unit of output.
    pub(super) fn moving(&self, today: Quoted<'s>) -> MovingPrice<'s> {
        MovingPrice::new(self.timeline, today, &self.rent().price_move(), |step| {
            (step.starts().first(), self.next_price(step))
        })
    }

    /// What a step of a path states: the price of an instance, or of a unit of output.
    pub(super) fn next_price(&self, step: &PriceStep) -> Quoted<'s> {
        match step.price() {
            NextPrice::InstanceHour(price) => Quoted::of(self.timeline, price),
            NextPrice::AcceleratorHour(price) => Quoted::of(self.timeline, price) * self.accelerators(),
            NextPrice::InstanceMonth(price) => Quoted::of(self.timeline, price),
            NextPrice::AcceleratorMonth(price) => Quoted::of(self.timeline, price) * self.accelerators(),
            NextPrice::PerUnit(price) => Quoted::of(self.timeline, price),
        }
    }

    /// What `amount` of instances or output costs at the list price less the discount.
    pub(super) fn at_list_price(&self, amount: Figure<'s>, list: &MovingPrice<'s>) -> Figure<'s> {
        let price = list.stated * (1 - self.timeline.draft.given(&self.rent().discount));
        list.moved((amount * price).monthly(self.timeline))
    }

    /// What is paid for a net charge.
    pub(super) fn invoiced(&self, charge: Figure<'s>) -> Figure<'s> {
        IndirectTax::of_rent(self.timeline, self.rent()).on(charge)
    }

    /// The line of a charge by a price that moves.
    pub(super) fn line(&self, meter: Meter, monthly: Figure<'s>, price: &MovingPrice<'s>) -> DraftLine<'s> {
        let invoiced = self.invoiced(monthly);
        let line = DraftLine::new(self.timeline, meter.name(), self.group, &[Flow::Monthly(invoiced)]);
        price.change().into_iter().fold(line.metered(meter), DraftLine::changing)
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

    /// What all of the load needs, with the instances that are enough for it.
    pub(super) fn sizing(&self, units: Figure<'s>) -> Sizing<Figure<'s>> {
        let (curve, _) = LoadPart::default().of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
        Sizing { units, unit: self.step(), curve: curve.levels }
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
        let set = &self.load.set;
        let (fails, stalls) = (demand.has_failing_firm_work(set), demand.has_stalled_firm_work(set));
        let spent_firm =
            if demand.loses_firm_work(set) { measure.accelerators(firm(FirmLevel::Spent)) } else { useful_firm };
        let finished_firm = match (fails, stalls) {
            (true, true) => measure.accelerators(firm(FirmLevel::Finished)),
            (true, false) => useful_firm,
            (false, _) => spent_firm,
        };
        let mut useful = useful_firm;
        let mut failed = fails.then(|| spent_firm.positive_part_over(finished_firm));
        let mut stalled = stalls.then(|| finished_firm.positive_part_over(useful_firm));
        for pool in &self.load.pools {
            let workload = &demand.workloads[pool.workload];
            let spent = measure.own_accelerators(pool.workload, self.load.limited(timeline, pool.spent));
            let gained = measure.own_accelerators(pool.workload, self.load.useful_of_pool(timeline, demand, pool));
            let lost = workload.lost(spent, gained);
            useful = useful + gained;
            failed = either(failed, lost.failed);
            stalled = either(stalled, lost.stalled);
        }
        let headroom = demand.has_headroom(&self.load.set);
        let ready = headroom.then(|| measure.accelerators(firm(FirmLevel::Needed)).positive_part_over(spent_firm));
        WorkHours { useful, failed, stalled, ready, interrupted }
    }

    /// A managed endpoint: price × useful output of every workload.
    pub(super) fn per_unit(&self, list: &MovingPrice<'s>) -> Usage<'s> {
        let (timeline, demand) = (self.timeline, self.demand);
        let output = |at: &usize| {
            let output = demand.workloads[*at].output.as_ref().expect("a rule: a price per unit needs a unit");
            self.load.useful_of(timeline, demand, *at) * output.per_hour
        };
        let output = self.load.set.iter().map(output).reduce(|a, b| a + b).expect("a load is of something");
        let useful = self.load.useful(timeline, demand);
        let charge = self.at_list_price(output, list).named("endpoint charge");
        Usage {
            lines: vec![self.line(Meter::Endpoint, charge, list)],
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

//! Metered quantities of a load: firm hours, flexible hours, and units of output.

use super::usage::{TokenCharge, Usage, WorkHours, either};
use crate::demand::{CapacityMeasure, DemandPoint, DraftDemand, FirmLevel, Work};
use crate::inputs::Inputs as _;
use crate::model::figures::Sizing;
use crate::model::indirect_tax::IndirectTax;
use crate::model::line::{CostGroup, DraftLine, Flow};
use crate::model::load::{LoadPart, LoadPool, OptionLoad};
use crate::model::price::ChangingPrice;
use crate::model::quoted::Quoted;
use crate::model::whole_jobs::{Shared, Sized, WholeUnit};
use crate::scenario::document::Entry;
use crate::scenario::price::{NextPrice, PriceStep};
use crate::scenario::rent::{Meter, Rent, Scaling};
use crate::scenario::tokens::TokenPrices;
use crate::sheet::{CurveQuery, Figure};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

const SOMETHING: &str = "a load is of something";

/// A rent option and its load.
pub(super) struct Metering<'a, 's> {
    pub timeline: &'a Timeline<'s>,
    pub demand: &'a DraftDemand<'s>,
    pub entry: &'a Entry<Rent>,
    pub load: &'a OptionLoad<'s>,
    pub measure: CapacityMeasure<'s>,
    pub group: CostGroup,
}

/// A flexible workload on its own instances.
#[derive(Clone, Copy)]
pub(super) struct Job<'s> {
    /// Its jobs; none if work packs freely.
    pub sized: Option<Sized<'s>>,
    /// Accelerator-hours spent on it per month, in the measure.
    pub accelerator_hours: Figure<'s>,
    /// Instances per job.
    pub instances: Figure<'s>,
    /// Instance-hours per accelerator-hour, in the measure: `⌈A / g⌉ / A`, for jobs smaller than an instance
    /// `1 / (⌊g / A⌋ · A)`, for work that packs freely `1 / g`.
    per_hour: InstancesPerAccelerator<'s>,
}

/// Instances that work needs if it shares them with no other work.
#[derive(Clone, Copy)]
enum InstancesPerAccelerator<'s> {
    /// In proportion to the capacity of an instance.
    Packed { step: Figure<'s> },
    /// A number of instances for each job of a size.
    Whole { instances: Figure<'s>, size: Figure<'s> },
}

impl<'s> Job<'s> {
    /// Instance-hours for accelerator-hours, in the measure.
    pub(super) fn instance_hours(&self, spent: Figure<'s>) -> Figure<'s> {
        match self.per_hour {
            InstancesPerAccelerator::Packed { step } => spent / step,
            InstancesPerAccelerator::Whole { instances, size } => spent / size * instances,
        }
    }
}

impl<'s> Metering<'_, 's> {
    pub(super) fn rent(&self) -> &Rent {
        &self.entry.value
    }

    pub(super) fn accelerators(&self) -> Figure<'s> {
        let given = self.rent().accelerators_per_instance.as_ref().expect("a rule: instances have accelerators");
        self.timeline.draft.given(given)
    }

    /// Capacity of an instance, in the option's measure.
    pub(super) fn step(&self) -> Figure<'s> {
        self.measure.capacity(self.accelerators()).named("capacity of an instance")
    }

    /// Name of a figure, with the purpose of the rental unless that is the whole demand: an owned option may rent the
    /// same option twice.
    pub(super) fn display_name(&self, name: &str) -> String {
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

    /// List price, per instance or unit of output, with its changes.
    pub(super) fn changing_price(&self, today: Quoted<'s>) -> ChangingPrice<'s> {
        let price = ChangingPrice::new(self.timeline, today, &self.rent().price_move(), |step| {
            (step.starts().first(), self.next_price(step))
        });
        let walk = self.timeline.walks.iter().find(|walk| walk.rent == self.entry.at);
        walk.map_or(price.clone(), |walk| price.walking(walk))
    }

    /// Price of a step of a path, per instance or unit of output.
    pub(super) fn next_price(&self, step: &PriceStep) -> Quoted<'s> {
        match step.price() {
            NextPrice::InstanceHour(price) => Quoted::of(self.timeline, price),
            NextPrice::AcceleratorHour(price) => Quoted::of(self.timeline, price) * self.accelerators(),
            NextPrice::InstanceMonth(price) => Quoted::of(self.timeline, price),
            NextPrice::AcceleratorMonth(price) => Quoted::of(self.timeline, price) * self.accelerators(),
            NextPrice::PerUnit(price) => Quoted::of(self.timeline, price),
        }
    }

    /// Cost of an `amount` of instances or output at list price after discount.
    pub(super) fn at_list_price(&self, amount: Figure<'s>, list: &ChangingPrice<'s>) -> Figure<'s> {
        let price = list.quoted * (1 - self.timeline.draft.given(&self.rent().discount));
        list.moved((amount * price).monthly(self.timeline))
    }

    /// Invoiced amount for a net charge.
    pub(super) fn invoiced(&self, charge: Figure<'s>) -> Figure<'s> {
        IndirectTax::of_rent(self.timeline, self.rent()).on(charge)
    }

    /// Line of a charge whose price may change.
    pub(super) fn line(&self, meter: Meter, monthly: Figure<'s>, price: &ChangingPrice<'s>) -> DraftLine<'s> {
        let invoiced = self.invoiced(monthly);
        let line = DraftLine::new(self.timeline, meter.name(), self.group, &[Flow::Monthly(invoiced)]);
        price.change().into_iter().fold(line.metered(meter), DraftLine::changing)
    }

    /// A flexible workload: a job of A accelerators needs `⌈A / g⌉` instances, or `⌊g / A⌋` smaller jobs share one;
    /// without a job size it packs freely.
    pub(super) fn job(&self, pool: &LoadPool<'s>) -> Job<'s> {
        let (step, workload) = (self.step(), &self.demand.workloads[pool.workload]);
        let spent = self.measure.measured(pool.workload, self.load.limited(self.timeline, pool.spent));
        let size = match &workload.work {
            Work::Flexible(pool) => pool.job,
            Work::Firm(_) => None,
        };
        let Some(size) = size else {
            let instances = self.timeline.draft.constant(1, Unit::INSTANCE, "work without a job size");
            return Job {
                sized: None,
                accelerator_hours: spent,
                instances,
                per_hour: InstancesPerAccelerator::Packed { step },
            };
        };
        let measured = self.measure.measured(pool.workload, size);
        let instances = (measured / step).ceil();
        let one = self.timeline.draft.constant(1, Unit::INSTANCE, "jobs that share an instance");
        let per_instance = (self.measure.reference(pool.workload, step * one) / size).floor();
        let on_one = per_instance.max(self.timeline.draft.constant(1, Unit::ONE, "at least one job"));
        let per_hour = InstancesPerAccelerator::Whole { instances: instances / on_one, size: measured };
        Job { sized: Some(Sized { workload: pool.workload, size }), accelerator_hours: spent, instances, per_hour }
    }

    /// Name of a workload.
    pub(super) fn name_of(&self, workload: usize) -> &str {
        self.demand.workloads[workload].name.as_deref().unwrap_or("the demand")
    }

    /// Instances that the load needs regardless of flexible work, and its firm work.
    pub(super) fn shared(&self) -> Shared<'_, 's> {
        let Metering { timeline, demand, load, measure, .. } = self;
        Shared { timeline, demand, set: &load.set, firm: &load.firm, measure, at: DemandPoint::Factor }
    }

    /// An instance as the unit for whole jobs.
    pub(super) fn instance(&self) -> WholeUnit<'s> {
        WholeUnit { accelerators: self.accelerators(), capacity: self.step() }
    }

    /// Maximum instances that firm work needs at any time of a month.
    pub(super) fn firm_peak(&self, step: Figure<'s>, reserved: Option<Figure<'s>>) -> Figure<'s> {
        self.load.firm_most(self.timeline, |part| {
            let (curve, query) = part.of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
            self.timeline.draft.most(curve, CurveQuery { step: Some(step), reserved, ..query })
        })
    }

    /// Instance-hours per month that the firm load needs beyond `reserved` instances.
    pub(super) fn firm_needed(&self, step: Figure<'s>, reserved: Option<Figure<'s>>) -> Figure<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        match draft.structural(&self.rent().scaling) {
            Scaling::Autoscale => self.load.firm_hours(timeline, |part| {
                let (curve, query) = part.of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
                draft.hours(curve, CurveQuery { step: Some(step), reserved, ..query })
            }),
            Scaling::AlwaysOn => self.firm_peak(step, reserved) * timeline.hours,
        }
    }

    /// Sizing for the whole load, given the instances that are enough.
    pub(super) fn sizing(&self, units: Figure<'s>) -> Sizing<Figure<'s>> {
        let (curve, _) = LoadPart::default().of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
        Sizing { units, unit: self.step(), curve: curve.levels }
    }

    /// Breakdown of the hours in which the option's accelerators work.
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
        let headroom = demand.has_headroom(&self.load.set, measure);
        let ready = headroom.then(|| measure.accelerators(firm(FirmLevel::Needed)).positive_part_over(spent_firm));
        WorkHours { useful, failed, stalled, ready, interrupted }
    }

    /// Usage of a managed endpoint: price × useful output of every workload.
    pub(super) fn per_unit(&self, list: &ChangingPrice<'s>) -> Usage<'s> {
        let output = self.load.set.iter().map(|at| self.output(*at)).reduce(|a, b| a + b);
        let charge = self.at_list_price(output.expect(SOMETHING), list);
        self.of_output(charge.named("endpoint charge"), list)
    }

    /// Usage of a managed endpoint: every workload's tokens by their price.
    pub(super) fn per_tokens(&self, prices: &TokenPrices) -> Usage<'s> {
        let draft = self.timeline.draft;
        let price = |price| self.changing_price(Quoted::of(self.timeline, price));
        let (input, output) = (price(&prices.input), price(&prices.output));
        let cached = prices.cached_input.as_ref().map_or_else(|| input.clone(), price);
        let charge = |at: &usize| {
            let workload = &self.demand.workloads[*at];
            let shares = workload.tokens.as_ref().expect("a rule: a price per token needs tokens").shares();
            let tokens = self.output(*at).named_with(|| self.display_name(&format!("output of {}", self.name_of(*at))));
            let kinds = [(shares.input, &input), (shares.cached, &cached), (shares.output, &output)];
            let kinds = kinds.map(|(share, list)| self.at_list_price(tokens * share, list));
            let charge = kinds.into_iter().reduce(|a, b| a + b).expect(SOMETHING);
            let charge = match workload.work {
                Work::Firm(_) => charge,
                Work::Flexible(_) => charge * (1 - draft.given(&prices.batch_discount)),
            };
            let all = charge.named_with(|| self.display_name(&format!("charge for {}", self.name_of(*at))));
            TokenCharge { all, kinds }
        };
        let charges: Vec<TokenCharge<'s>> = self.load.set.iter().map(charge).collect();
        let charge = charges.iter().map(|charge| charge.all).reduce(|a, b| a + b).expect(SOMETHING);
        Usage { charges, ..self.of_output(charge.named("endpoint charge"), &input) }
    }

    /// Useful output of a workload per month.
    fn output(&self, workload: usize) -> Figure<'s> {
        let output =
            self.demand.workloads[workload].output.as_ref().expect("a rule: an endpoint needs a unit of output");
        self.load.useful_of(self.timeline, self.demand, workload) * output.per_hour
    }

    /// Usage of an endpoint for a monthly charge.
    fn of_output(&self, charge: Figure<'s>, list: &ChangingPrice<'s>) -> Usage<'s> {
        let useful = self.load.useful(self.timeline, self.demand);
        Usage {
            lines: vec![self.line(Meter::Endpoint, charge, list)],
            bill: charge,
            rented: useful.any().named_with(|| self.display_name("whether anything is rented")),
            useful,
            paid: None,
            work: None,
            commitments: Vec::new(),
            sizing: None,
            charges: Vec::new(),
        }
    }
}

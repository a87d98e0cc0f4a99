//! Whole jobs: the flexible work that fits on accelerators next to firm work, which has priority. The rule is the same
//! for the servers of a fleet and for instances that are paid for anyway.

use super::load::LoadPart;
use crate::demand::{CapacityMeasure, DemandPoint, DraftDemand, FirmLevel, FirmLevels};
use crate::number;
use crate::sheet::{Curve, CurveQuery, Figure};
use crate::timeline::Timeline;
use rust_decimal::prelude::ToPrimitive;

/// Firm work on accelerators available in every hour; flexible work can use the rest.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a, 's> {
    /// Calendar.
    pub timeline: &'a Timeline<'s>,
    /// Demand.
    pub demand: &'a DraftDemand<'s>,
    /// Workloads.
    pub set: &'a [usize],
    /// Parts of the firm work served here; their shares of the hours add up to 1.
    pub firm: &'a [LoadPart<'s>],
    /// Measure of the accelerators.
    pub measure: &'a CapacityMeasure<'s>,
    /// Demand at which figures are evaluated.
    pub at: DemandPoint,
}

/// A flexible workload with a job size.
#[derive(Clone, Copy, Debug)]
pub struct Sized<'s> {
    /// Index of the workload in the demand.
    pub workload: usize,
    /// Reference accelerators per job.
    pub size: Figure<'s>,
}

/// Capacity that flexible work needs on accelerators shared with firm work.
#[derive(Clone, Copy, Debug)]
pub struct JobNeed<'s> {
    /// Its jobs.
    pub job: Sized<'s>,
    /// Accelerator-hours that they need per month of uptime, in the measure.
    pub hours: Figure<'s>,
}

/// A node or an instance.
#[derive(Clone, Copy, Debug)]
pub struct WholeUnit<'s> {
    /// Its accelerators, as given.
    pub accelerators: Figure<'s>,
    /// Its capacity, in the measure.
    pub capacity: Figure<'s>,
}

/// Capacity that is enough for some work.
#[derive(Clone, Copy, Debug)]
pub struct Enough<'s> {
    /// Accelerators, in the measure; if jobs need whole units to fit next to firm work, the capacity of these units.
    pub capacity: Figure<'s>,
    /// Nodes or instances.
    pub units: Figure<'s>,
}

impl<'s> Shared<'_, 's> {
    /// Jobs that run at the same time in a capacity without firm work, `⌊C / A⌋`. The capacity is multiplied by the
    /// throughput before it is divided by the size, so integer results stay exact.
    fn at_once(&self, job: Sized<'s>, capacity: Figure<'s>) -> Figure<'s> {
        (self.measure.reference(job.workload, capacity) / job.size).floor()
    }

    /// Accelerators per job, in the measure.
    #[must_use]
    pub fn size(&self, job: Sized<'s>) -> Figure<'s> {
        self.measure.measured(job.workload, job.size)
    }

    /// Hours per month of whole jobs that fit in a capacity C plus `more` that is reserved for jobs: with the firm
    /// levels x held for `hours` each, `Σ hours · ⌊(C + more − min(x, C)) / A⌋`. With `J = ⌊(C + more) / A⌋` it is
    /// `J · h` minus the hours in which jobs are displaced one by one, by levels above `C + more − J · A` in steps of
    /// A.
    ///
    /// `more` must be smaller than a job, so that firm work above C displaces no job that would fit next to C.
    #[must_use]
    pub fn job_hours(&self, job: Sized<'s>, capacity: Figure<'s>, more: Option<Figure<'s>>) -> Figure<'s> {
        let capacity = more.map_or(capacity, |more| capacity + more);
        let most = self.at_once(job, capacity);
        let all = most * self.timeline.hours;
        if !self.demand.has_firm_work(self.set) {
            return all;
        }
        let size = self.size(job);
        let left = capacity.positive_part_over(most * size);
        let displaced = |reserved: Option<Figure<'s>>| {
            self.firm_hours(|query| {
                let above = query.above.map_or(left, |above| above + left);
                let cap = query.cap.map(|cap| cap.positive_part_over(left));
                CurveQuery { above: Some(above), cap, step: Some(size), reserved, ..query }
            })
        };
        // each level displaces at most all jobs: the difference of two counts, which needs no pass over the levels
        let displaced = displaced(None).positive_part_over(displaced(Some(most)));
        all.positive_part_over(displaced)
    }

    /// Maximum accelerator-hours per month of whole jobs next to firm work in a capacity, in the measure.
    #[must_use]
    pub fn most(&self, job: Sized<'s>, capacity: Figure<'s>) -> Figure<'s> {
        self.job_hours(job, capacity, None) * self.size(job)
    }

    /// Accelerator-hours of a capacity left by firm work, in the measure: `Σ hours · (C − min(x, C))`.
    #[must_use]
    pub fn room(&self, capacity: Figure<'s>) -> Figure<'s> {
        let all = capacity * self.timeline.hours;
        if !self.demand.has_firm_work(self.set) {
            return all;
        }
        all.positive_part_over(
            self.firm_hours(|query| CurveQuery {
                cap: Some(query.cap.map_or(capacity, |cap| cap.min(capacity))),
                ..query
            }),
        )
    }

    /// Smallest number of units that hold `capacity` and fit the jobs of every workload next to the firm work, each
    /// workload alone, as in `most`.
    ///
    /// Jobs of A need at least `⌈hours / (A · h)⌉ · A`. If firm work shares the units, a capacity of all hours plus one
    /// job is always enough, and the smallest number is found by bisection. It starts at a multiple of a power of two,
    /// which seldom changes, so the results of the bisection have known bounds over intervals.
    #[must_use]
    pub fn enough(&self, capacity: Figure<'s>, jobs: &[JobNeed<'s>], unit: WholeUnit<'s>) -> Enough<'s> {
        let sizes: Vec<Figure<'s>> = jobs.iter().map(|need| self.size(need.job)).collect();
        let at_least = jobs.iter().zip(&sizes).fold(capacity, |most, (JobNeed { hours, .. }, size)| {
            most.max((*hours / (*size * self.timeline.hours)).ceil() * *size)
        });
        let Some(largest) = sizes.into_iter().reduce(Figure::max) else {
            return Enough { capacity, units: (capacity / unit.capacity).ceil() };
        };
        let at_least = at_least.named("capacity needed");
        let fewest = (at_least / unit.capacity).ceil();
        if !self.demand.has_firm_work(self.set) {
            return Enough { capacity: at_least, units: fewest };
        }
        let (draft, fewest) = (self.timeline.draft, fewest.named("units for all hours"));
        let of_a_job = jobs.iter().map(|need| self.units_of_a_job(need.job, unit)).max().unwrap_or(1);
        // four times the units of a job, since the throughput may vary
        let bits = (u64::BITS - of_a_job.leading_zeros() + 2).min(40);
        let count = |units: i64| draft.constant(units, fewest.unit(), "bisection step");
        let multiple = draft.constant(1_i64 << bits, fewest.unit(), "start of the bisection");
        let mut units = (fewest / multiple).floor() * multiple;
        for bit in (0..=bits).rev() {
            let tried = units + count((1 << bit) - 1);
            let lacks = jobs.iter().fold(fewest.positive_part_over(tried).any(), |lacks, JobNeed { job, hours }| {
                let room = self.most(*job, tried * unit.capacity);
                lacks.max(hours.positive_part_over(room).any())
            });
            units = (units + count(1 << bit) * lacks)
                .named_with(|| format!("units that fit every job, in steps of {}", 1_i64 << bit));
        }
        let most = ((at_least + largest) / unit.capacity).ceil();
        let units = units.max(fewest).min(most).named("units that fit every job");
        let with_room = units * unit.capacity * units.positive_part_over(fewest).any();
        Enough { capacity: at_least.max(with_room).named("capacity needed for whole jobs"), units }
    }

    /// Units per job in the base case; it determines the structure of the sheet for this size of a job and of a unit.
    pub(super) fn units_of_a_job(&self, job: Sized<'s>, unit: WholeUnit<'s>) -> u64 {
        let draft = self.timeline.draft;
        let known = |figure: Figure<'s>| draft.known_value(figure).expect("sizes and throughputs are stated");
        let ((size, of_size), (accelerators, of_unit)) = (known(job.size), known(unit.accelerators));
        [of_size, of_unit].into_iter().flatten().for_each(|given| draft.shaped_by(given));
        let (throughput, _) = known(self.measure.throughput(job.workload));
        let units = accelerators.checked_mul(throughput).and_then(|held| size.checked_div(held));
        units.and_then(|units| number::ceil(units).to_u64()).unwrap_or(u64::MAX).max(1)
    }

    fn firm_hours(&self, query: impl Fn(CurveQuery<'s>) -> CurveQuery<'s>) -> Figure<'s> {
        let hours = |part: &LoadPart<'s>| {
            let (curve, level) = self.levels(part);
            let hours = self.timeline.draft.hours(curve, query(level));
            part.share.map_or(hours, |share| share * hours)
        };
        self.firm.iter().map(hours).reduce(|a, b| a + b).expect("a load has a firm part")
    }

    /// Curve and query of a part of the firm work.
    #[must_use]
    pub fn levels(&self, part: &LoadPart<'s>) -> (Curve<'s>, CurveQuery<'s>) {
        let levels = FirmLevels { at: self.at, ..FirmLevel::Needed.into() };
        part.levels(self.demand, self.set, levels, Some(self.measure))
    }
}

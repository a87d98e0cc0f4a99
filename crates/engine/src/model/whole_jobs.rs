//! Whole jobs: how much flexible work finds room in accelerators that are there anyway, beside the firm work that goes first.
//! The rule is the same for the servers of a fleet and for instances that are paid for.

use super::load::LoadPart;
use crate::demand::{At, CapacityMeasure, DraftDemand, FirmLevel};
use crate::number;
use crate::sheet::{Curve, CurveQuery, Figure};
use crate::timeline::Timeline;
use rust_decimal::prelude::ToPrimitive;

/// Firm work on accelerators that are there in every hour: what it leaves of so many is for flexible work.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a, 's> {
    /// The calendar.
    pub timeline: &'a Timeline<'s>,
    /// What is demanded.
    pub demand: &'a DraftDemand<'s>,
    /// The workloads.
    pub set: &'a [usize],
    /// What of the firm ones is served here: parts whose shares of the hours add up to all of them.
    pub firm: &'a [LoadPart<'s>],
    /// What accelerators are counted in.
    pub measure: &'a CapacityMeasure<'s>,
    /// At which demand.
    pub at: At,
}

/// A flexible workload whose jobs have a size.
#[derive(Clone, Copy, Debug)]
pub struct Sized<'s> {
    /// The workload, by its place in the demand.
    pub workload: usize,
    /// Reference accelerators of a job.
    pub size: Figure<'s>,
}

/// What flexible work needs of accelerators that are there for it and for firm work.
#[derive(Clone, Copy, Debug)]
pub struct JobNeed<'s> {
    /// Its jobs.
    pub job: Sized<'s>,
    /// Hours of accelerators a month that they take while these are up, in the measure.
    pub hours: Figure<'s>,
}

/// A node or an instance.
#[derive(Clone, Copy, Debug)]
pub struct WholeUnit<'s> {
    /// Its accelerators, as stated.
    pub accelerators: Figure<'s>,
    /// What it holds, in the measure.
    pub capacity: Figure<'s>,
}

/// What is enough for some work.
#[derive(Clone, Copy, Debug)]
pub struct Enough<'s> {
    /// Accelerators, in the measure; where jobs find no room beside firm work in fewer, those of whole units.
    pub capacity: Figure<'s>,
    /// Nodes or instances.
    pub units: Figure<'s>,
}

impl<'s> Shared<'_, 's> {
    /// Jobs that run at once in so much capacity without firm work, `⌊C / A⌋`: the capacity is multiplied with the throughput
    /// before it is divided by the size, so that what is whole stays whole.
    fn at_once(&self, job: Sized<'s>, capacity: Figure<'s>) -> Figure<'s> {
        (self.measure.reference(job.workload, capacity) / job.size).floor()
    }

    /// Accelerators of a job, in the measure.
    #[must_use]
    pub fn size(&self, job: Sized<'s>) -> Figure<'s> {
        self.measure.measured(job.workload, job.size)
    }

    /// Hours of whole jobs a month that find room in a capacity C, and in `more` that is there for jobs alone: with the firm
    /// levels x that last `hours` each, `Σ hours · ⌊(C + more − min(x, C)) / A⌋`. With `J = ⌊(C + more) / A⌋` it is `J · h`
    /// less the hours in which jobs give way one by one, to levels from `C + more − J · A` on in steps of A.
    ///
    /// `more` is less than a job, so that what of the firm work lies above C displaces none that would run beside C.
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
                CurveQuery { above: Some(above), step: Some(size), reserved, ..query }
            })
        };
        // of each level at most all of the jobs, by the difference of two counts that are searched and not made level by level
        let displaced = displaced(None).positive_part_over(displaced(Some(most)));
        all.positive_part_over(displaced)
    }

    /// The most that whole jobs can do beside the firm work in a capacity: hours of accelerators a month, in the measure.
    #[must_use]
    pub fn most(&self, job: Sized<'s>, capacity: Figure<'s>) -> Figure<'s> {
        self.job_hours(job, capacity, None) * self.size(job)
    }

    /// Hours of accelerators that the firm work leaves of a capacity, in the measure: `Σ hours · (C − min(x, C))`.
    #[must_use]
    pub fn room(&self, capacity: Figure<'s>) -> Figure<'s> {
        let all = capacity * self.timeline.hours;
        if !self.demand.has_firm_work(self.set) {
            return all;
        }
        all.positive_part_over(self.firm_hours(|query| CurveQuery { cap: Some(capacity), ..query }))
    }

    /// The least number of units that hold `capacity` and in which the jobs of every workload find room beside the firm work:
    /// each alone, as `most` has it.
    ///
    /// Jobs of A need `⌈hours / (A · h)⌉ · A` at the least. Where firm work shares the units, a capacity that is larger by a job
    /// than what all hours add up to has room for them in any case, and the least number between is found by halving: from a
    /// multiple of a power of two, which seldom moves, so that what follows from the halves is known over intervals.
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
        let (draft, fewest) = (self.timeline.draft, fewest.named("units that hold all hours"));
        let of_a_job = jobs.iter().map(|need| self.units_of_a_job(need.job, unit)).max().unwrap_or(1);
        // four times the units of a job: the throughput may move
        let bits = (u64::BITS - of_a_job.leading_zeros() + 2).min(40);
        let count = |units: i64| draft.constant(units, fewest.unit(), "halving");
        let multiple = draft.constant(1_i64 << bits, fewest.unit(), "a multiple of it to begin with");
        let mut units = (fewest / multiple).floor() * multiple;
        for bit in (0..=bits).rev() {
            let tried = units + count((1 << bit) - 1);
            let lacks = jobs.iter().fold(fewest.positive_part_over(tried).any(), |lacks, JobNeed { job, hours }| {
                let room = self.most(*job, tried * unit.capacity);
                lacks.max(hours.positive_part_over(room).any())
            });
            units = (units + count(1 << bit) * lacks)
                .named(format!("units with room for every job, by steps of {}", 1_i64 << bit));
        }
        let most = ((at_least + largest) / unit.capacity).ceil();
        let units = units.max(fewest).min(most).named("units with room for every job");
        let with_room = units * unit.capacity * units.positive_part_over(fewest).any();
        Enough { capacity: at_least.max(with_room).named("capacity needed, by whole jobs"), units }
    }

    /// Units that one job takes as it is stated: the sheet is written for this size of a job and of a unit.
    pub(super) fn units_of_a_job(&self, job: Sized<'s>, unit: WholeUnit<'s>) -> u64 {
        let draft = self.timeline.draft;
        let stated = |figure: Figure<'s>| draft.stated(figure).expect("sizes and throughputs are stated");
        let ((size, of_size), (accelerators, of_unit)) = (stated(job.size), stated(unit.accelerators));
        [of_size, of_unit].into_iter().flatten().for_each(|given| draft.shaped_by(given));
        let (throughput, _) = stated(self.measure.throughput(job.workload));
        let units = accelerators.checked_mul(throughput).and_then(|held| size.checked_div(held));
        units.and_then(|units| number::ceil(units).to_u64()).unwrap_or(u64::MAX).max(1)
    }

    fn firm_hours(&self, query: impl Fn(CurveQuery<'s>) -> CurveQuery<'s>) -> Figure<'s> {
        let hours = |part: &LoadPart<'s>| {
            let (curve, asked) = self.levels(part);
            let hours = self.timeline.draft.hours(curve, query(asked));
            part.share.map_or(hours, |share| share * hours)
        };
        self.firm.iter().map(hours).reduce(|a, b| a + b).expect("a load has a firm part")
    }

    /// The levels of a part of the firm work, and where they are cut.
    #[must_use]
    pub fn levels(&self, part: &LoadPart<'s>) -> (Curve<'s>, CurveQuery<'s>) {
        let (curve, query) = part.of(self.demand, self.set, FirmLevel::Needed, Some(self.measure));
        match self.at {
            At::Stated => (curve, CurveQuery { scale: None, ..query }),
            At::Factor => (curve, query),
        }
    }
}

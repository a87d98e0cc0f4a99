//! Flexible work on instances: it first uses instances that are paid for anyway, in whole jobs; a share of the rest
//! runs on spot, the remainder on demand.

use super::commitments::Scheduled;
use super::metering::{Job, Metering};
use super::usage::either;
use crate::demand::FirmLevel;
use crate::inputs::Inputs as _;
use crate::model::goodput::{Interrupted, Interruptions};
use crate::model::whole_jobs::Sized;
use crate::scenario::rent::Scaling;
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

/// Maximum number of bundles for a job. A job of more instances is counted in bundles of several, and may pay for up to
/// one bundle too many.
const MOST_BUNDLES: u64 = 256;

/// Instance-hours of flexible work by price.
#[derive(Default)]
pub(super) struct Placed<'s> {
    /// On baseline instances, which run in every hour.
    pub baseline: Option<Figure<'s>>,
    /// On demand, including hours lost.
    pub on_demand: Option<Figure<'s>>,
    /// Hours lost to interruptions on demand.
    pub lost_on_demand: Option<Figure<'s>>,
    /// On spot: instance-hours including hours lost, and hours lost.
    pub spot: Option<(Figure<'s>, Figure<'s>)>,
}

/// Capacity paid for anyway that firm work leaves idle, in accelerator-hours per month.
struct IdleCapacity<'s> {
    /// Baseline instances: committed or always on.
    baseline: Option<Baseline<'s>>,
    /// Idle parts of the instances rented for firm work.
    rest: Option<Figure<'s>>,
}

/// Instances that run in every hour.
#[derive(Clone, Copy)]
struct Baseline<'s> {
    /// Their accelerators, C, in the measure.
    capacity: Figure<'s>,
    /// Their hours left by firm work and earlier pools.
    room: Figure<'s>,
}

impl<'s> Metering<'_, 's> {
    /// Places flexible work, in the order of the file. `firm` are the instance-hours of firm work beyond commitments.
    pub(super) fn placed(&self, jobs: &[Job<'s>], scheduled: &[Scheduled<'s>], firm: Figure<'s>) -> Placed<'s> {
        let mut placed = Placed::default();
        if jobs.is_empty() {
            return placed;
        }
        let mut paid = self.paid_anyway(scheduled, firm);
        // no job shares an on-demand instance with capacity that a whole job of another workload takes
        let left: Vec<Figure<'s>> =
            self.pools_of(jobs).map(|(job, name)| paid.take(self, job, name, &mut placed)).collect();
        for ((job, name), left) in self.pools_of(jobs).zip(left) {
            let on_demand = match &self.rent().spot {
                None => left,
                Some(spot) => {
                    let share = self.timeline.draft.given(&spot.share);
                    let work = job.instance_hours(left) * share;
                    let interruptions = Interruptions::of_spot(self.timeline, spot);
                    let interrupted = Interrupted { units: job.instances, name, work };
                    let hours = (work / interruptions.finishing(self.timeline, &interrupted))
                        .named_with(|| self.display_name(&format!("instance-hours of {name} on spot")));
                    placed.spot = Some(
                        placed.spot.map_or((hours, hours - work), |(sum, lost)| (sum + hours, lost + hours - work)),
                    );
                    left * (1 - share)
                }
            };
            let hours = self.against_baseline((job, name), on_demand, &mut paid, &mut placed);
            self.place_on_demand(&mut placed, (job, name), hours);
        }
        placed.spot =
            placed.spot.map(|(hours, lost)| (hours.named_with(|| self.display_name("instance-hours on spot")), lost));
        placed.baseline = placed.baseline.map(|hours| hours / self.step());
        placed
    }

    fn pools_of<'j>(&'j self, jobs: &'j [Job<'s>]) -> impl Iterator<Item = (&'j Job<'s>, &'j str)> {
        jobs.iter().zip(&self.load.pools).map(|(job, pool)| (job, self.name_of(pool.workload)))
    }

    /// Committed instances run in every hour, and with `always_on` so do those of the peak. Otherwise firm work rents
    /// what it needs beyond them; the idle part of that is `g · D − Σ hours · max(0, x − C)`, with D the
    /// instance-hours.
    fn paid_anyway(&self, scheduled: &[Scheduled<'s>], firm: Figure<'s>) -> IdleCapacity<'s> {
        let (draft, step, shared) = (self.timeline.draft, self.step(), self.shared());
        let has_firm_work = self.demand.has_firm_work(&self.load.set);
        let committed = scheduled.iter().map(|schedule| schedule.instances).reduce(|a, b| a + b);
        let scaling = draft.structural(&self.rent().scaling);
        let instances = match scaling {
            Scaling::AlwaysOn if has_firm_work => {
                let peak = self.firm_peak(step, None);
                Some(committed.map_or(peak, |committed| committed.max(peak)))
            }
            Scaling::AlwaysOn | Scaling::Autoscale => committed,
        };
        let baseline = instances.map(|instances| {
            let capacity = (instances * step).named_with(|| self.display_name("accelerators of baseline instances"));
            let room = shared.room(capacity).named_with(|| self.display_name("baseline hours left by firm work"));
            Baseline { capacity, room }
        });
        let rest = match scaling {
            Scaling::Autoscale if has_firm_work => {
                let needed = self.load.firm_hours(self.timeline, |part| {
                    let (curve, query) = part.of(self.demand, &self.load.set, FirmLevel::Needed, Some(&self.measure));
                    draft.hours(curve, query)
                });
                let beyond_baseline = baseline.map_or(needed, |Baseline { capacity, room }| {
                    needed.positive_part_over(capacity * self.timeline.hours - room)
                });
                let rest = (firm * step).positive_part_over(beyond_baseline);
                Some(rest.named_with(|| self.display_name("idle hours of instances rented for firm work")))
            }
            Scaling::Autoscale | Scaling::AlwaysOn => None,
        };
        IdleCapacity { baseline, rest }
    }

    /// On-demand instance-hours for the accelerator-hours `left` of a pool: a job rents the fewest instances that hold
    /// it together with free capacity of the [`Baseline`].
    ///
    /// With j more instances, `E_j` more job-hours fit than in whole jobs on the baseline alone,
    /// `Σ hours · (⌊(C − min(x, C) + j · g) / A⌋ − ⌊(C − min(x, C)) / A⌋)`, at most `room / (A − j · g)`. Of q
    /// job-hours `min(q, E_j)` need at most j instances, so `k · q` instance-hours decrease by `Σ min(q, E_j)` over
    /// `j = 1..k − 1`.
    fn against_baseline(
        &self,
        (job, name): (&Job<'s>, &str),
        left: Figure<'s>,
        paid: &mut IdleCapacity<'s>,
        placed: &mut Placed<'s>,
    ) -> Figure<'s> {
        let alone = job.instance_hours(left);
        let (Some(sized), Some(baseline)) = (job.sized, &mut paid.baseline) else { return alone };
        let (draft, step, shared) = (self.timeline.draft, self.step(), self.shared());
        let units = shared.units_of_a_job(sized, self.instance());
        let bundle = units.div_ceil(MOST_BUNDLES);
        let bundles = (units + (units / 4).max(1)).div_ceil(bundle).min(MOST_BUNDLES);
        let size = shared.size(sized);
        let jobs = (left / size).named_with(|| self.display_name(&format!("job-hours of {name} on demand")));
        let whole = shared.job_hours(sized, baseline.capacity, None);
        let least = draft.constant(Decimal::new(1, 9), Unit::ONE, "smallest fraction of a job that counts");
        let (mut saved, mut used, mut before): (Option<Figure<'s>>, Option<Figure<'s>>, Option<Figure<'s>>) =
            (None, None, None);
        for at in 1..bundles {
            let count = draft.constant(at * bundle, Unit::INSTANCE, "instances next to free capacity");
            let (more, open) = (count * step, job.instances.positive_part_over(count));
            let free = size.positive_part_over(more);
            // avoids a division by zero where no job takes anything
            let divisor = free.max(size * least);
            let found = shared.job_hours(sized, baseline.capacity, Some(more)).positive_part_over(whole);
            let held = jobs.min((found * divisor).min(baseline.room) / divisor);
            let held = held.named_with(|| {
                self.display_name(&format!("job-hours of {name} on at most {} more instances", at * bundle))
            });
            let last = at + 1 == bundles;
            let width = if last { open } else { open.min(draft.constant(bundle, Unit::INSTANCE, "")) };
            saved = either(saved, Some(width * held));
            let more = before.map_or(held, |before| held - before) * free;
            (used, before) = (either(used, Some(more)), Some(held));
        }
        let (Some(saved), Some(used)) = (saved, used) else { return alone };
        let used = used.named_with(|| self.display_name(&format!("hours of {name} on free baseline capacity")));
        baseline.room = baseline.room.positive_part_over(used);
        placed.baseline = either(placed.baseline, Some(used));
        alone
            .positive_part_over(saved)
            .named_with(|| self.display_name(&format!("instance-hours of {name} next to free capacity")))
    }

    /// Adds flexible work on demand; interruptions increase its instance-hours.
    fn place_on_demand(&self, placed: &mut Placed<'s>, (job, name): (&Job<'s>, &str), work: Figure<'s>) {
        let Some(stated) = &self.rent().on_demand else {
            placed.on_demand = either(placed.on_demand, Some(work));
            return;
        };
        let interruptions = Interruptions::on_demand(self.timeline, stated);
        let interrupted = Interrupted { units: job.instances, name, work };
        let hours = work / interruptions.finishing(self.timeline, &interrupted);
        let hours = hours
            .named_with(|| self.display_name(&format!("instance-hours of {name} on demand, including interruptions")));
        placed.on_demand = either(placed.on_demand, Some(hours));
        placed.lost_on_demand = either(placed.lost_on_demand, Some(hours - work));
    }
}

impl<'s> IdleCapacity<'s> {
    /// Work of a pool left after using capacity that is paid for anyway. Work without a job size first fills idle parts
    /// of instances, then free capacity of the baseline; whole jobs use only the latter.
    fn take(&mut self, metering: &Metering<'_, 's>, job: &Job<'s>, name: &str, placed: &mut Placed<'s>) -> Figure<'s> {
        let mut left = job.accelerator_hours;
        if let (None, Some(rest)) = (job.sized, self.rest) {
            let beyond_idle = left.positive_part_over(rest);
            self.rest = Some(rest.positive_part_over(left));
            left = beyond_idle
                .named_with(|| metering.display_name(&format!("hours of {name} beyond idle parts of instances")));
        }
        let Some(baseline) = &mut self.baseline else { return left };
        let most = |sized: Sized<'s>| {
            let most = metering.shared().most(sized, baseline.capacity);
            most.named_with(|| metering.display_name(&format!("hours available for whole jobs of {name}")))
        };
        let fitting = job.sized.map_or(left, |sized| left.min(most(sized)));
        let taken = fitting.min(baseline.room);
        let taken = taken.named_with(|| metering.display_name(&format!("hours of {name} on baseline instances")));
        baseline.room = baseline.room.positive_part_over(fitting);
        placed.baseline = either(placed.baseline, Some(taken));
        let left = left.positive_part_over(taken);
        left.named_with(|| metering.display_name(&format!("hours of {name} beyond baseline instances")))
    }
}

//! Instances for firm and for flexible work: commitments first, the rest on spot and on demand.

use super::commitments::{COMMITTED, Committed, Scheduled};
use super::metering::{Job, Metering};
use super::usage::{CommitmentUse, Paid, Usage, either};
use crate::inputs::Inputs as _;
use crate::model::goodput::{Interrupted, Interruptions};
use crate::model::line::{DraftLine, Flow};
use crate::model::price::MovingPrice;
use crate::scenario::rent::Meter;
use crate::sheet::Figure;

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
    /// On demand, with what is lost.
    on_demand: Option<Figure<'s>>,
    /// What is lost of that to interruptions.
    lost_on_demand: Option<Figure<'s>>,
    /// On spot: instance-hours with what is lost, and the part that is lost.
    spot: Option<(Figure<'s>, Figure<'s>)>,
}

impl<'s> Metering<'_, 's> {
    /// Commitments first, for firm work and then for flexible work in the order of the file; of the rest of the flexible
    /// work a share on spot; what is left on demand.
    pub(super) fn on_demand(&self, list: &MovingPrice<'s>, committed: &[Committed<'_>]) -> Usage<'s> {
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
        let charge = self.at_list_price(metered, list).named("on-demand charge");
        let mut lines = Vec::new();
        let flows: Vec<Flow<Figure<'s>>> = scheduled.iter().flat_map(|schedule| schedule.flows.clone()).collect();
        if !flows.is_empty() {
            lines.push(DraftLine::new(timeline, COMMITTED, self.group, &flows));
        }
        let spot = self.spot_charge(placed.spot.map(|(hours, _)| hours), list);
        let (spot, spot_line) = spot.unzip();
        lines.extend(spot_line);
        lines.push(self.line(Meter::OnDemand, charge, list));
        let bill = scheduled.iter().fold(charge, |sum, schedule| sum + schedule.charge);
        let bill = spot.map_or(bill, |spot| bill + spot);
        let parts = [reserved_hours, Some(metered), placed.spot.map(|(hours, _)| hours)];
        let paid = parts.into_iter().flatten().reduce(|a, b| a + b).unwrap_or(metered);
        let paid = if paid.id() == metered.id() { paid } else { paid.named(self.called("instance-hours paid for")) };
        let lost = either(placed.spot.map(|(_, lost)| lost), placed.lost_on_demand);
        let interrupted = lost.map(|lost| lost * self.accelerators());
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
        let mut placed = Placed { committed: None, on_demand: None, lost_on_demand: None, spot: None };
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
                self.place_on_demand(&mut placed, (job, name), left);
                continue;
            };
            let share = self.timeline.draft.given(&spot.share);
            let work = left * share;
            let interruptions = Interruptions::of_spot(self.timeline, spot);
            let interrupted = Interrupted { units: job.instances, name, work };
            let hours = (work / interruptions.finishing(self.timeline, &interrupted))
                .named(self.called(&format!("instance-hours of {name} on spot")));
            let (sum, lost) =
                placed.spot.map_or((hours, hours - work), |(sum, lost)| (sum + hours, lost + hours - work));
            placed.spot = Some((sum, lost));
            self.place_on_demand(&mut placed, (job, name), left * (1 - share));
        }
        placed.spot = placed.spot.map(|(hours, lost)| (hours.named(self.called("instance-hours on spot")), lost));
        placed
    }

    /// Flexible work on demand: more instance-hours than it has where instances fail.
    fn place_on_demand(&self, placed: &mut Placed<'s>, (job, name): (&Job<'s>, &str), work: Figure<'s>) {
        let add = |sum: Option<Figure<'s>>, figure: Figure<'s>| Some(sum.map_or(figure, |sum| sum + figure));
        let Some(stated) = &self.rent().on_demand else {
            placed.on_demand = add(placed.on_demand, work);
            return;
        };
        let interruptions = Interruptions::on_demand(self.timeline, stated);
        let interrupted = Interrupted { units: job.instances, name, work };
        let hours = work / interruptions.finishing(self.timeline, &interrupted);
        let hours =
            hours.named(self.called(&format!("instance-hours of {name} on demand, with what interruptions cost")));
        placed.on_demand = add(placed.on_demand, hours);
        placed.lost_on_demand = add(placed.lost_on_demand, hours - work);
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
}

//! Instances for firm and flexible work: commitments first, the rest on spot and on demand.

use super::commitments::{COMMITTED, Committed, Scheduled};
use super::flexible::Placed;
use super::metering::{Job, Metering};
use super::usage::{CommitmentUse, Paid, Usage, either};
use crate::demand::{FirmLevel, FirmLevels};
use crate::inputs::Inputs as _;
use crate::model::goodput::in_hours;
use crate::model::line::{DraftLine, Flow};
use crate::model::price::ChangingPrice;
use crate::scenario::rent::{Meter, Scaling};
use crate::sheet::{CurveQuery, Figure};
use crate::unit::{BaseUnits as _, Unit};

/// Instance-hours of firm work per month, and the part covered by commitments.
struct Covered<'s> {
    /// All instance-hours.
    needed: Figure<'s>,
    /// Hours covered by each commitment, in order.
    by_commitment: Vec<Figure<'s>>,
    /// The rest.
    left: Figure<'s>,
    /// Instance-hours committed to; none without commitments.
    reserved_hours: Option<Figure<'s>>,
}

impl<'s> Metering<'_, 's> {
    /// Usage: commitments first, for firm work; then flexible work, in the order of the file, on capacity that is paid
    /// for anyway; a share of its rest on spot; the remainder on demand.
    pub(super) fn on_demand(&self, list: &ChangingPrice<'s>, committed: &[Committed<'_>]) -> Usage<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        let scheduled: Vec<Scheduled<'s>> = committed.iter().map(|c| self.schedule(c, list)).collect();
        let Covered { needed, by_commitment, left: firm, reserved_hours } = self.covered(&scheduled);
        let jobs: Vec<Job<'s>> = self.load.pools.iter().map(|pool| self.job(pool)).collect();
        let placed = self.placed(&jobs, &scheduled, firm);
        let commitments = self.commitment_uses(&scheduled, &by_commitment, &jobs, &placed, needed);
        let left = placed.on_demand.map_or(firm, |flexible| firm + flexible);
        let overhead = draft.given(&self.rent().idle_overhead);
        let metered = left * (1 + overhead);
        let metered = self.started(&scheduled).map_or(metered, |started| metered + started);
        let metered = metered.named_with(|| self.display_name("instance-hours on demand"));
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
        let paid = if paid.id() == metered.id() {
            paid
        } else {
            paid.named_with(|| self.display_name("instance-hours paid for"))
        };
        let lost = either(placed.spot.map(|(_, lost)| lost), placed.lost_on_demand);
        let interrupted = lost.map(|lost| lost * self.accelerators());
        Usage {
            lines,
            bill: bill.named("metered charges"),
            rented: paid.any().named_with(|| self.display_name("whether anything is rented")),
            useful: self.load.useful(timeline, self.demand),
            paid: Some(Paid { instance_hours: paid, accelerators: self.accelerators() }),
            work: Some(self.work(interrupted)),
            commitments,
            sizing: Some(self.sizing(self.instances_needed().named("instances needed for the whole load"))),
            charges: Vec::new(),
        }
    }

    /// Instance-hours per month until started instances serve, if they are counted. Instances start in an hour of the profile that
    /// needs more of them, beyond commitments, than the hour before.
    fn started(&self, scheduled: &[Scheduled<'s>]) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let minutes = draft.given(self.rent().cold_start_minutes.as_ref()?);
        let Scaling::Autoscale = draft.structural(&self.rent().scaling) else { return None };
        let step = self.step();
        let reserved = scheduled.iter().map(|schedule| schedule.instances).reduce(|a, b| a + b);
        let with_next = self.load.firm_hours(self.timeline, |part| {
            let levels = FirmLevels { with_next: true, ..FirmLevel::Needed.into() };
            let (curve, query) = part.levels(self.demand, &self.load.set, levels, Some(&self.measure));
            draft.hours(curve, CurveQuery { step: Some(step), reserved, ..query })
        });
        let hour = draft.constant(1, Unit::HOUR, "an hour of a profile");
        let starts = with_next.positive_part_over(self.firm_needed(step, reserved)) / hour;
        let starts = starts.named_with(|| self.display_name("instances started"));
        let hours = starts * in_hours(self.timeline, minutes);
        Some(hours.named_with(|| self.display_name("instance-hours of cold starts")))
    }

    /// Firm hours on commitments, filled in order.
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

    /// Use of each commitment: firm hours fill them in order; flexible hours fill the idle rest in the same order.
    fn commitment_uses(
        &self,
        scheduled: &[Scheduled<'s>],
        firm_used: &[Figure<'s>],
        jobs: &[Job<'s>],
        placed: &Placed<'s>,
        needed: Figure<'s>,
    ) -> Vec<CommitmentUse<'s>> {
        let needed = jobs.iter().fold(needed, |sum, job| sum + job.instance_hours(job.accelerator_hours));
        let mut flexible = placed.baseline;
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

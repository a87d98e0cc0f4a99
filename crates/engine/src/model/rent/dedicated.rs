//! Dedicated instances by the month.

use super::metering::Metering;
use super::usage::{Paid, Usage};
use crate::inputs::Inputs as _;
use crate::model::price::ChangingPrice;
use crate::model::whole_jobs::JobNeed;
use crate::scenario::rent::Meter;
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};

impl<'s> Metering<'_, 's> {
    /// Usage of dedicated instances: enough for the peak of the month, the largest job and all hours of work, kept for
    /// a minimum term.
    pub(super) fn dedicated(&self, list: &ChangingPrice<'s>) -> Usage<'s> {
        let timeline = self.timeline;
        let need = self.instances_needed().named_with(|| self.display_name("instances needed"));
        let paid = self.paid_dedicated(need).named_with(|| self.display_name("instances paid for"));
        let charge = self.at_list_price(paid, list).named("dedicated charge");
        let instance_hours = paid * timeline.hours;
        Usage {
            lines: vec![self.line(Meter::Dedicated, charge, list)],
            bill: charge,
            rented: paid.any().named_with(|| self.display_name("whether anything is rented")),
            useful: self.load.useful(timeline, self.demand),
            paid: Some(Paid { instance_hours, accelerators: self.accelerators() }),
            work: Some(self.work(None)),
            commitments: Vec::new(),
            sizing: Some(self.sizing(need)),
            charges: Vec::new(),
        }
    }

    /// Smallest number of instances that fits the peak of a month and all flexible work, in whole jobs.
    pub(super) fn instances_needed(&self) -> Figure<'s> {
        let (timeline, shared, step) = (self.timeline, self.shared(), self.step());
        let jobs: Vec<_> = self.load.pools.iter().map(|pool| self.job(pool)).collect();
        if jobs.is_empty() {
            return self.firm_peak(step, None);
        }
        let peak = self.load.firm_most(timeline, |part| {
            let (curve, query) = shared.levels(part);
            timeline.draft.most(curve, query)
        });
        let firm = self.load.firm_hours(timeline, |part| {
            let (curve, query) = shared.levels(part);
            timeline.draft.hours(curve, query)
        });
        let hours = jobs.iter().fold(firm, |sum, job| sum + job.accelerator_hours);
        let sized: Vec<JobNeed<'s>> =
            jobs.iter().filter_map(|job| Some(JobNeed { job: job.sized?, hours: job.accelerator_hours })).collect();
        let all = peak.max(hours / timeline.hours).named_with(|| self.display_name("capacity for all hours"));
        self.load.limited(timeline, shared.enough(all, &sized, self.instance()).units)
    }

    /// `paid(m) = max(need(m), Σ starts of the last minimum-term months)`, `starts(m) = max(0, need(m) − paid(m−1))`.
    /// The need rises only at the start of a period, so starts belong to the first month of a period.
    fn paid_dedicated(&self, need: Figure<'s>) -> Figure<'s> {
        let draft = self.timeline.draft;
        let Some(term) = &self.rent().minimum_term_months else {
            return need;
        };
        let term = draft.structural(term).count();
        let (mut starts, mut paid): (Vec<Figure<'s>>, Vec<Figure<'s>>) = (Vec::new(), Vec::new());
        for (at, period) in draft.periods().iter().enumerate() {
            // each figure has a name; otherwise its formula would contain those of all earlier periods twice
            let display_name =
                |what: &str| self.display_name(&format!("instances {what} from month {} on", period.first));
            let needed = need.pick(at);
            let start = paid
                .last()
                .map_or(needed, |before| needed.positive_part_over(*before).named_with(|| display_name("started")));
            starts.push(start);
            let bound = draft.periods().iter().zip(&starts).filter(|(begun, _)| begun.first + term > period.first);
            let bound = draft.sum(Unit::INSTANCE, bound.map(|(_, start)| *start));
            paid.push(needed.max(bound).named_with(|| display_name("paid for")));
        }
        draft.join(&paid)
    }
}

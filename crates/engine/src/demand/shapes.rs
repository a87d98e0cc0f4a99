//! Conversion of a workload's basis to a load shape or a pool of work.

use super::{DraftWorkload, Firm, Output, Pool, Replicas, TokenWork, Work, hours_of};
use crate::demand::trace::Traces;
use crate::inputs::Inputs as _;
use crate::scenario::bases::{DemandBasis, Height, Runs};
use crate::scenario::demand::{Demand, Workload as Located};
use crate::scenario::document::{Entry, Located as Value, ScalarOr};
use crate::scenario::profiles;
use crate::scenario::quantities::Share;
use crate::scenario::tokens::Tokens;
use crate::sheet::{DraftShape, Figure, FigureId};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Profile in a scenario: a name or shares.
type Profile = ScalarOr<Value<String>, Vec<Value<Share>>>;

/// First and last month of a workload.
pub(super) fn months(workload: &Located, horizon: u32) -> (u32, u32) {
    let first = workload.starts_month.as_ref().map_or(1, |month| month.value.count());
    let last = workload.ends_month.as_ref().map_or(horizon, |month| month.value.count());
    (first, last)
}

/// Builder of one workload.
pub(super) struct Writer<'a, 's> {
    pub timeline: &'a Timeline<'s>,
    pub demand: &'a Demand,
    pub entry: &'a Entry<Located>,
    pub factor: Figure<'s>,
    pub output: Option<Output<'s>>,
    pub tokens: Option<TokenWork<'s>>,
}

impl<'s> Writer<'_, 's> {
    /// Builds the load or the pool of the workload.
    pub(super) fn workload(self, traces: &Traces) -> DraftWorkload<'s> {
        let grown = self.grown();
        match self.entry.value.basis() {
            DemandBasis::Level(accelerators, utilization) => {
                let (level, share) = (self.timeline.draft.given(accelerators), self.timeline.draft.given(utilization));
                let needed =
                    DraftShape::Steps(vec![((level * grown).named_with(|| self.name("accelerators needed")), share)]);
                let useful = level * grown * share * self.timeline.hours;
                self.finished(Firm { needed, spent: None }, WorkloadHours { useful, job: Some(level), kept: None })
            }
            DemandBasis::Runs(runs, hours, accelerators) => {
                let draft = self.timeline.draft;
                let year = || draft.constant(12, Unit::MONTH.per(Unit::YEAR), "months of a year");
                let runs = match runs {
                    Runs::PerMonth(runs) => draft.given(runs),
                    Runs::PerYear(runs) => draft.given(runs) / year(),
                };
                let (hours, accelerators) = (draft.given(hours), draft.given(accelerators));
                let run = self.kept_from_stalling().map_or(hours * accelerators, |kept| hours * accelerators * kept);
                let run = run.named_with(|| self.name("useful hours of a run"));
                DraftWorkload { run: Some(run), ..self.runs(runs * hours * grown, accelerators) }
            }
            DemandBasis::Serving(height, profile) => self.serving(&height, profile, grown),
            DemandBasis::Hours(hours, job) => {
                let draft = self.timeline.draft;
                let job = job.map(|job| draft.given(job));
                self.flat(draft.given(hours) * grown, job)
            }
            DemandBasis::Tokens(tokens) => {
                let hours = self.hours_of_tokens(tokens) * grown;
                self.flat(hours, None)
            }
            DemandBasis::Trace(path) => {
                let levels =
                    traces.get(&self.entry.name).map_or_else(|| Arc::from([]), |trace| Arc::clone(&trace.levels));
                let why = "a reference accelerator of the trace";
                let one = self.timeline.draft.chosen(Decimal::ONE, Unit::REFERENCE, why, path.at);
                let factor = (one * grown).named_with(|| self.name("factor of the trace"));
                let needed = DraftShape::Measured { levels, factor };
                let useful = hours_of(self.timeline, &needed);
                self.finished(Firm { needed, spent: None }, WorkloadHours { useful, job: None, kept: None })
            }
        }
    }

    fn name(&self, what: &str) -> String {
        format!("{what} by {}", self.entry.name)
    }

    /// Growth of the workload, 0 outside its months.
    fn grown(&self) -> Figure<'s> {
        let (timeline, workload) = (self.timeline, &self.entry.value);
        let growth = workload.growth_per_year.as_ref().unwrap_or(&self.demand.growth_per_year);
        self.within_months(timeline.growth(timeline.draft.given(growth)))
    }

    /// A figure, 0 outside the months of the workload.
    fn within_months(&self, figure: Figure<'s>) -> Figure<'s> {
        let (timeline, workload) = (self.timeline, &self.entry.value);
        let keys = [&workload.starts_month, &workload.ends_month].into_iter().flatten();
        let because: Vec<_> = keys
            .map(|month| {
                timeline.draft.structural(month);
                month.at
            })
            .collect();
        let (first, last) = months(workload, timeline.horizon);
        timeline.limited(figure, first, last.min(timeline.horizon), &because)
    }

    /// Load of runs on `accelerators` with `hours` useful hours per month: the average number of concurrent runs rounded down,
    /// and one more for the fraction of the hours. Failed runs are included in the hours spent.
    fn runs(self, hours: Figure<'s>, accelerators: Figure<'s>) -> DraftWorkload<'s> {
        let kept = 1 - self.timeline.draft.given(&self.entry.value.failed_share);
        let at_once = (hours / kept / self.timeline.hours).named_with(|| self.name("average concurrent runs"));
        let more = at_once.ceil().named_with(|| self.name("maximum concurrent runs"));
        let fewer = more.positive_part_over(one(self.timeline));
        let share = (at_once - (more - one(self.timeline)))
            .named_with(|| self.name("share of hours with the maximum concurrent runs"));
        let rest = 1 - share;
        let needed = DraftShape::Steps(vec![(more * accelerators, share), (fewer * accelerators, rest)]);
        let firm = Firm { needed, spent: None };
        let useful = hours * accelerators;
        self.finished(firm, WorkloadHours { useful, job: Some(accelerators), kept: Some(kept) })
    }

    /// Load of accelerator-hours per month, the same in every hour.
    fn flat(self, useful: Figure<'s>, job: Option<Figure<'s>>) -> DraftWorkload<'s> {
        let always = self.timeline.draft.constant(1, Unit::ONE, "constant level in all hours");
        let height = (useful / self.timeline.hours).named_with(|| self.name("accelerators needed"));
        let needed = DraftShape::Clock { shares: Arc::new([always.id()]), height, floor: None };
        self.finished(Firm { needed, spent: None }, WorkloadHours { useful, job, kept: None })
    }

    /// Hours at work per month of requests in tokens: useful hours, and those that wait for data.
    fn hours_of_tokens(&self, stated: &Tokens) -> Figure<'s> {
        let tokens = self.tokens.as_ref().expect("a workload in tokens has them");
        let useful = tokens.hours_per_month(self.timeline.draft, stated);
        self.kept_from_stalling()
            .map_or(useful, |kept| useful / kept)
            .named_with(|| self.name("accelerator-hours per month"))
    }

    /// Output of a busy hour: a demand in units is useful output, and waiting for data comes on top.
    fn output_per_busy_hour(&self) -> Figure<'s> {
        let at_work = self.output.as_ref().map(|output| output.per_hour).expect("the rules guarantee a unit");
        self.kept_from_stalling()
            .map_or(at_work, |kept| (at_work * kept).named_with(|| self.name("output per busy hour")))
    }

    fn serving(self, height: &Height<'_>, profile: &Profile, grown: Figure<'s>) -> DraftWorkload<'s> {
        let (draft, workload) = (self.timeline.draft, &self.entry.value);
        let shares: Vec<Figure<'s>> = match profile {
            ScalarOr::Scalar(name) => {
                let named = profiles::named(&name.value).expect("the rules guarantee a known profile");
                draft.structural(name);
                let chosen = |share| draft.chosen(share, Unit::ONE, "share of a named profile", name.at);
                // a week has few distinct shares, each in many hours
                let mut drafted: BTreeMap<Decimal, Figure<'s>> = BTreeMap::new();
                let shares = named.shares().iter();
                shares.map(|share| *drafted.entry(*share).or_insert_with(|| chosen(*share))).collect()
            }
            ScalarOr::Part(shares) => shares.iter().map(|share| draft.given(share)).collect(),
        };
        let at_peak = |at_work: Figure<'s>| {
            let slots = draft.constant(Decimal::from(shares.len()), Unit::ONE, "slots of the profile");
            let mean = draft.sum(Unit::ONE, shares.iter().copied()) / slots;
            let hours = (mean * self.timeline.hours).named_with(|| self.name("equivalent peak hours per month"));
            at_work / hours
        };
        let peak = match height {
            Height::Accelerators(peak) => draft.given(peak),
            Height::OutputAtPeak(rate) => draft.given(rate) / self.output_per_busy_hour(),
            Height::OutputPerMonth(output) => at_peak(draft.given(output) / self.output_per_busy_hour()),
            Height::Tokens(tokens) => at_peak(self.hours_of_tokens(tokens)),
        };
        let peak = (peak * grown).named_with(|| self.name("accelerators at the peak"));
        let headroom = 1 + draft.given(&workload.headroom);
        let warm = draft.given(&workload.warm_accelerators) * grown;
        let shares: Arc<[FigureId]> = shares.into_iter().map(Figure::id).collect();
        let needed = DraftShape::Clock { shares: Arc::clone(&shares), height: peak * headroom, floor: Some(warm) };
        let shape = DraftShape::Clock { shares, height: peak, floor: None };
        let useful = hours_of(self.timeline, &shape);
        self.finished(Firm { needed, spent: Some(shape) }, WorkloadHours { useful, job: None, kept: None })
    }

    /// Share of busy hours in which accelerators do not wait for data.
    fn kept_from_stalling(&self) -> Option<Figure<'s>> {
        let stalled = self.entry.value.stalled_share.as_ref()?;
        Some(1 - self.timeline.draft.given(stalled))
    }

    /// Builds the workload: firm with this load, or flexible with the pool of its hours.
    fn finished(self, firm: Firm<'s>, of: WorkloadHours<'s>) -> DraftWorkload<'s> {
        let stalling = self.kept_from_stalling();
        let finished = of.useful * self.factor;
        let useful =
            stalling.map_or(finished, |kept| finished * kept).named_with(|| self.name("useful hours demanded"));
        let spent = match (of.kept, stalling) {
            (None, None) => useful,
            (None, Some(_)) => finished.named_with(|| self.name("hours spent")),
            (Some(kept), _) => (finished / kept).named_with(|| self.name("hours spent")),
        };
        let at_plan = of.kept.map_or(of.useful, |kept| of.useful / kept);
        let useful_share = [of.kept, stalling].into_iter().flatten().reduce(|a, b| a * b);
        let work = if self.entry.value.is_flexible() {
            let is_whole = |_: &Figure<'s>| !self.timeline.draft.structural(&self.entry.value.elastic);
            Work::Flexible(Pool { at_plan, spent, job: of.job.filter(is_whole) })
        } else {
            Work::Firm(firm)
        };
        let (name, replicas) = (Some(self.entry.name.clone()), self.replicas());
        DraftWorkload {
            name,
            work,
            useful,
            spent,
            useful_share,
            finished_share: of.kept,
            stalls: stalling.is_some(),
            output: self.output,
            run: None,
            tokens: self.tokens,
            replicas,
        }
    }

    /// Replicas of the workload, if its work is served on arrival.
    fn replicas(&self) -> Replicas<'s> {
        let (draft, workload) = (self.timeline.draft, &self.entry.value);
        if workload.is_flexible() {
            return Replicas::default();
        }
        let least = workload.min_replicas.as_ref().map(|least| self.within_months(draft.given(least)));
        Replicas {
            accelerators: workload.replica_accelerators.as_ref().map(|accelerators| draft.given(accelerators)),
            least: least.map(|least| least.named_with(|| self.name("minimum number of replicas"))),
        }
    }
}

/// Hours and job size of a workload, in addition to its load shape.
#[derive(Clone, Copy)]
struct WorkloadHours<'s> {
    /// Hours per month in the plan, without failed runs and with hours that wait for data.
    useful: Figure<'s>,
    /// Accelerators per job.
    job: Option<Figure<'s>>,
    /// Share of the hours spent on runs that do not fail, if runs fail.
    kept: Option<Figure<'s>>,
}

fn one<'s>(timeline: &Timeline<'s>) -> Figure<'s> {
    timeline.draft.constant(1, Unit::ONE, "")
}

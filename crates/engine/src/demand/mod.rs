//! Demand in reference accelerators: for every workload either a firm load, as a curve, or flexible work, as a pool.

mod curves;
mod measure;
mod shapes;
mod tokens;
pub mod trace;

pub use curves::Weights;
pub use measure::{CapacityMeasure, OptionThroughput};
pub use tokens::{TokenShares, TokenWork};
pub use trace::{Trace, Traces};

use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::demand::{OutputUnit, Workload as Located};
use crate::scenario::document::{self, Entry};
use crate::scenario::quantities::PricePerOutput;
use crate::sheet::{CurveQuery, Draft, DraftShape, DraftTerm, Figure, Weight};
use crate::timeline::{Cuts, Timeline};
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

/// Demand of a scenario.
#[derive(Debug)]
pub struct DraftDemand<'s> {
    /// Draft of the figures.
    pub draft: &'s Draft,
    /// Hours in an average month.
    pub hours: Figure<'s>,
    /// Workloads in the order of the file; the short form is one workload.
    pub workloads: Vec<DraftWorkload<'s>>,
    /// Demand factor, which break-evens vary; 1 for the plan.
    pub factor: Figure<'s>,
    /// Factor on every level; none in the short form, where the demand factor acts on the share of hours.
    pub scale: Option<Figure<'s>>,
    /// Figures of the short form.
    pub short: Option<ShortForm<'s>>,
}

/// Figures of a demand in the short form.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm<'s> {
    /// Largest possible demand factor, `1 / U`.
    pub factor_limit: Figure<'s>,
    /// Share of hours with work, at the demand factor.
    pub utilization: Figure<'s>,
}

/// Demand of one workload.
#[derive(Debug)]
pub struct DraftWorkload<'s> {
    /// Name; none in the short form.
    pub name: Option<String>,
    /// Firm load or flexible work.
    pub work: Work<'s>,
    /// Useful reference accelerator-hours per month, at the demand factor.
    pub useful: Figure<'s>,
    /// Hours spent on them per month, including failed runs.
    pub spent: Figure<'s>,
    /// Useful share of the hours spent, if runs fail or accelerators wait for data.
    pub useful_share: Option<Figure<'s>>,
    /// Share of the hours spent on runs that do not fail, if runs fail.
    pub finished_share: Option<Figure<'s>>,
    /// Whether accelerators wait for data in some hours.
    pub stalls: bool,
    /// Useful output per reference accelerator-hour.
    pub output: Option<Output<'s>>,
    /// Useful reference accelerator-hours of a run, if its demand is given in runs.
    pub run: Option<Figure<'s>>,
    /// Tokens of its requests, if its demand is given in tokens.
    pub tokens: Option<TokenWork<'s>>,
    /// Its replicas.
    pub replicas: Replicas<'s>,
}

/// Replicas of a workload: copies of its model, which occupy whole accelerators.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replicas<'s> {
    /// Accelerators of a replica on options that state no other number.
    pub accelerators: Option<Figure<'s>>,
    /// Minimum number, 0 outside the months of the workload.
    pub least: Option<Figure<'s>>,
}

/// Lost hours of flexible work.
#[derive(Clone, Copy, Debug)]
pub struct LostHours<'s> {
    /// Hours of failed runs, if runs fail.
    pub failed: Option<Figure<'s>>,
    /// Hours in which accelerators wait for data, if they do.
    pub stalled: Option<Figure<'s>>,
}

impl<'s> DraftWorkload<'s> {
    /// Lost hours of `spent` hours, of which `gained` are useful.
    #[must_use]
    pub fn lost(&self, spent: Figure<'s>, gained: Figure<'s>) -> LostHours<'s> {
        let finished = match (self.finished_share, self.stalls) {
            (Some(share), true) => spent * share,
            (Some(_), false) => gained,
            (None, _) => spent,
        };
        LostHours {
            failed: self.finished_share.map(|_| spent - finished),
            stalled: self.stalls.then(|| finished - gained),
        }
    }
}

/// Useful output of a workload.
#[derive(Clone, Debug)]
pub struct Output<'s> {
    /// Name of the unit.
    pub name: String,
    /// Units per useful reference accelerator-hour.
    pub per_hour: Figure<'s>,
    /// Value of a unit, if given.
    pub value: Option<document::Located<PricePerOutput>>,
}

/// Firm load or flexible work.
#[derive(Debug)]
pub enum Work<'s> {
    /// Served on arrival.
    Firm(Firm<'s>),
    /// Served within its month; it can wait and be interrupted.
    Flexible(Pool<'s>),
}

/// Firm load, served on arrival.
#[derive(Clone, Debug)]
pub struct Firm<'s> {
    /// Levels of capacity needed, including headroom and warm accelerators.
    pub needed: DraftShape<'s>,
    /// Busy levels, if different; the useful levels are the workload's useful share of them.
    pub spent: Option<DraftShape<'s>>,
}

/// Pool of flexible work, which can wait and be interrupted.
#[derive(Clone, Copy, Debug)]
pub struct Pool<'s> {
    /// Reference accelerator-hours spent per month, in the plan.
    pub at_plan: Figure<'s>,
    /// Reference accelerator-hours spent per month, at the demand factor.
    pub spent: Figure<'s>,
    /// Reference accelerators per job; without a job size the work packs perfectly.
    pub job: Option<Figure<'s>>,
}

/// Demand at which figures are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemandPoint {
    /// Plan: sized fleets do not follow the demand factor.
    Plan,
    /// Plan times the demand factor of break-evens.
    Factor,
}

/// Level of firm work: needed ≥ spent ≥ finished ≥ useful at every moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirmLevel {
    /// Accelerators needed, including headroom and warm accelerators.
    Needed,
    /// Busy accelerators, including failed runs.
    Spent,
    /// Busy accelerators without failed runs, including those that wait for data.
    Finished,
    /// Accelerators doing useful work.
    Useful,
}

/// Levels of firm work that a curve has.
#[derive(Clone, Copy, Debug)]
pub struct FirmLevels {
    /// The level.
    pub level: FirmLevel,
    /// Demand at which it is evaluated.
    pub at: DemandPoint,
    /// Whether each hour of a profile has the higher of its own level and that of the next hour, to count what starts.
    pub with_next: bool,
}

impl From<FirmLevel> for FirmLevels {
    /// A level at the demand factor.
    fn from(level: FirmLevel) -> FirmLevels {
        FirmLevels { level, at: DemandPoint::Factor, with_next: false }
    }
}

impl<'s> DraftDemand<'s> {
    /// Demand of a scenario with its traces.
    #[must_use]
    pub fn new(timeline: &Timeline<'s>, scenario: &Scenario, traces: &Traces) -> DraftDemand<'s> {
        let (draft, demand) = (timeline.draft, &scenario.demand);
        let factor = draft.variable("demand factor", Decimal::ONE);
        let output = |unit: Option<&OutputUnit>| {
            unit.map(|unit| Output {
                name: unit.name.value.clone(),
                per_hour: draft.given(&unit.per_accelerator_hour),
                value: unit.value_per_unit,
            })
        };
        if let (Some(accelerators), Some(utilization)) = (&demand.accelerators, &demand.utilization) {
            let stated = draft.given(utilization);
            let growth = timeline.growth(draft.given(&demand.growth_per_year));
            let level = (draft.given(accelerators) * growth).named("accelerators needed");
            let utilization = (stated * factor).named("share of hours with work");
            let firm = Firm { needed: DraftShape::Steps(vec![(level, utilization)]), spent: None };
            let useful = hours_of(timeline, &firm.needed).named("useful hours demanded");
            let workload = DraftWorkload {
                name: None,
                work: Work::Firm(firm),
                useful,
                spent: useful,
                useful_share: None,
                finished_share: None,
                stalls: false,
                output: output(demand.unit.as_ref()),
                run: None,
                tokens: None,
                replicas: Replicas::default(),
            };
            let short = ShortForm { factor_limit: 1 / stated, utilization };
            let (workloads, hours) = (vec![workload], timeline.hours);
            return DraftDemand { draft, hours, workloads, factor, scale: None, short: Some(short) };
        }
        let workload = |entry: &Entry<Located>| {
            let stated = entry.value.tokens.as_ref();
            let tokens = stated.map(|stated| TokenWork::of(draft, scenario, &entry.name, stated));
            let output = match tokens.as_ref().zip(stated) {
                Some((tokens, stated)) => Some(tokens.reference_output(draft, stated)),
                None => output(entry.value.unit.as_ref().or(demand.unit.as_ref())),
            };
            shapes::Writer { timeline, demand, entry, factor, output, tokens }.workload(traces)
        };
        let workloads = demand.workloads.iter().map(workload).collect();
        DraftDemand { draft, hours: timeline.hours, workloads, factor, scale: Some(factor), short: None }
    }

    /// Useful hours demanded per month by all workloads.
    #[must_use]
    pub fn useful(&self) -> Figure<'s> {
        let sum = self.draft.sum(reference_hours(), self.workloads.iter().map(|workload| workload.useful));
        if self.short.is_some() { sum } else { sum.named("useful hours demanded") }
    }

    /// Capacity measure of an option with this throughput.
    #[must_use]
    pub fn measure(&self, throughput: OptionThroughput<'_>) -> CapacityMeasure<'s> {
        CapacityMeasure::of(self.draft, throughput, &self.workloads)
    }

    /// Flexible workloads of a set, in the order of the file, with their places.
    pub fn pools<'a>(&'a self, set: &'a [usize]) -> impl Iterator<Item = (usize, &'a DraftWorkload<'s>, Pool<'s>)> {
        set.iter().filter_map(|at| match &self.workloads[*at].work {
            Work::Flexible(pool) => Some((*at, &self.workloads[*at], *pool)),
            Work::Firm(_) => None,
        })
    }

    /// Whether the demand is in the short form, without named workloads.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.short.is_some()
    }

    /// Whether firm work in a set loses hours to failed runs or to waiting for data, so that not all busy hours are useful.
    #[must_use]
    pub fn loses_firm_work(&self, set: &[usize]) -> bool {
        self.firm(set).any(|(workload, _)| workload.useful_share.is_some())
    }

    /// Whether runs of firm work in a set fail.
    #[must_use]
    pub fn has_failing_firm_work(&self, set: &[usize]) -> bool {
        self.firm(set).any(|(workload, _)| workload.finished_share.is_some())
    }

    /// Whether firm work in a set waits for data.
    #[must_use]
    pub fn has_stalled_firm_work(&self, set: &[usize]) -> bool {
        self.firm(set).any(|(workload, _)| workload.stalls)
    }

    /// Level of firm work without failed runs; the useful level if nothing waits for data.
    #[must_use]
    pub fn finished_level(&self, set: &[usize]) -> FirmLevel {
        if self.has_stalled_firm_work(set) { FirmLevel::Finished } else { FirmLevel::Useful }
    }

    /// The only firm workload of a set, by its place; none without firm work or with several.
    #[must_use]
    pub fn only_firm_work(&self, set: &[usize]) -> Option<usize> {
        let mut firm = set.iter().filter(|at| matches!(self.workloads[**at].work, Work::Firm(_)));
        let first = firm.next();
        first.copied().filter(|_| firm.next().is_none())
    }

    /// Whether a set has firm work.
    #[must_use]
    pub fn has_firm_work(&self, set: &[usize]) -> bool {
        self.firm(set).next().is_some()
    }

    /// Whether firm work in a set has headroom, warm accelerators or whole replicas, so that not all needed accelerators are
    /// busy.
    #[must_use]
    pub fn has_headroom(&self, set: &[usize], measure: &CapacityMeasure<'s>) -> bool {
        self.has_firm_work(set) && measure.has_replicas(set) || self.firm(set).any(|(_, firm)| firm.spent.is_some())
    }

    /// Firm workloads of a set.
    fn firm<'a>(&'a self, set: &'a [usize]) -> impl Iterator<Item = (&'a DraftWorkload<'s>, &'a Firm<'s>)> {
        set.iter().filter_map(|at| match &self.workloads[*at].work {
            Work::Firm(firm) => Some((&self.workloads[*at], firm)),
            Work::Flexible(_) => None,
        })
    }
}

/// Unit: reference accelerator-hours per month.
#[must_use]
pub fn reference_hours() -> Unit {
    Unit::REFERENCE.times(Unit::HOUR).per(Unit::MONTH)
}

/// Hours per month of a shape.
fn hours_of<'s>(timeline: &Timeline<'s>, shape: &DraftShape<'s>) -> Figure<'s> {
    let term = DraftTerm { shape: shape.clone(), weight: Weight::default(), gauge: None };
    let curve = timeline.draft.curve(timeline.hours, &[term]);
    timeline.draft.hours(curve, CurveQuery::default())
}

/// Places of the named workloads in the demand; all without a list.
#[must_use]
pub fn set_of(scenario: &Scenario, names: Option<&[&str]>) -> Vec<usize> {
    let workloads = &scenario.demand.workloads;
    if workloads.is_empty() {
        return vec![0];
    }
    let named =
        workloads.iter().enumerate().filter(|(_, entry)| names.is_none_or(|n| n.contains(&entry.name.as_str())));
    named.map(|(at, _)| at).collect()
}

/// Whether any workload of a set has demand in these months.
#[must_use]
pub fn is_requested(scenario: &Scenario, set: &[usize], (first, last): (u32, u32)) -> bool {
    let workloads = &scenario.demand.workloads;
    let overlaps = |entry: &Entry<Located>| {
        let (starts, ends) = shapes::months(&entry.value, last);
        starts <= last && ends >= first
    };
    workloads.is_empty() || workloads.iter().enumerate().any(|(at, entry)| set.contains(&at) && overlaps(entry))
}

/// Number of months of the horizon in which a workload has demand.
#[must_use]
pub fn months_of(entry: &Entry<Located>, horizon: u32) -> u32 {
    let (first, last) = shapes::months(&entry.value, horizon);
    (last.min(horizon) + 1).saturating_sub(first)
}

/// Splits the periods where a workload starts or ends.
pub fn cut(cuts: &mut Cuts, scenario: &Scenario) {
    for workload in &scenario.demand.workloads {
        let (first, last) = shapes::months(&workload.value, u32::MAX - 1);
        cuts.span(first, last);
    }
}

//! What is demanded: of every workload the load that must be served when it comes, as a curve, or the work that can wait, as
//! a pool; in reference accelerators.

mod curves;
mod measure;
mod shapes;
pub mod trace;

pub use measure::{CapacityMeasure, Throughput};
pub use trace::{Trace, Traces};

use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::demand::{OutputUnit, Workload as Given};
use crate::scenario::document::{self, Entry};
use crate::scenario::quantities::PricePerOutput;
use crate::sheet::{CurveQuery, Draft, DraftShape, DraftTerm, Figure};
use crate::timeline::{Cuts, Timeline};
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

/// Everything that is demanded.
#[derive(Debug)]
pub struct DraftDemand<'s> {
    /// The draft that it is written in.
    pub draft: &'s Draft,
    /// Hours of an average month.
    pub hours: Figure<'s>,
    /// The workloads in the order of the file; the short form is one.
    pub workloads: Vec<DraftWorkload<'s>>,
    /// The factor that a break-even moves demand with; 1 as stated.
    pub factor: Figure<'s>,
    /// What multiplies every level: the factor, but in the short form, where it acts on the share of the hours.
    pub scale: Option<Figure<'s>>,
    /// What only the short form has.
    pub short: Option<Short<'s>>,
}

/// What the short form says of the demand as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Short<'s> {
    /// The largest factor that its statement allows, `1 / U`.
    pub factor_limit: Figure<'s>,
    /// Share of the hours with work, at the factor.
    pub utilization: Figure<'s>,
}

/// What is demanded of one kind.
#[derive(Debug)]
pub struct DraftWorkload<'s> {
    /// Its name; the short form has none.
    pub name: Option<String>,
    /// How it must be served.
    pub work: Work<'s>,
    /// Useful hours a month, in reference accelerator-hours, at the factor.
    pub useful: Figure<'s>,
    /// Hours spent on them a month: with those of runs that fail.
    pub spent: Figure<'s>,
    /// Share of the hours spent that is useful, where runs fail or accelerators wait for data.
    pub useful_share: Option<Figure<'s>>,
    /// Share of the hours spent that runs do not lose by failing, where they fail.
    pub finished_share: Option<Figure<'s>>,
    /// Whether its accelerators wait for data in some of the hours.
    pub stalls: bool,
    /// Useful output of a reference accelerator-hour.
    pub output: Option<Output<'s>>,
}

/// What of the hours spent on flexible work is not useful.
#[derive(Clone, Copy, Debug)]
pub struct LostHours<'s> {
    /// Hours of runs that fail, where they fail.
    pub failed: Option<Figure<'s>>,
    /// Hours in which accelerators wait for data, where they wait.
    pub stalled: Option<Figure<'s>>,
}

impl<'s> DraftWorkload<'s> {
    /// What of `spent` hours is lost if `gained` of them are useful.
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
    /// What is counted.
    pub name: String,
    /// Units that a reference accelerator produces in a useful hour.
    pub per_hour: Figure<'s>,
    /// What a unit is worth, if that is stated.
    pub value: Option<document::Given<PricePerOutput>>,
}

/// How a workload must be served.
#[derive(Debug)]
pub enum Work<'s> {
    /// When it comes.
    Firm(Firm<'s>),
    /// Within its month; it can wait and be interrupted.
    Flexible(Pool<'s>),
}

/// A load that must be served when it comes.
#[derive(Clone, Debug)]
pub struct Firm<'s> {
    /// Levels that capacity is needed for, with headroom and warm accelerators.
    pub needed: DraftShape<'s>,
    /// Levels at work, where they are others; the useful ones are the workload's useful share of them.
    pub spent: Option<DraftShape<'s>>,
}

/// Work that can wait and be interrupted.
#[derive(Clone, Copy, Debug)]
pub struct Pool<'s> {
    /// Hours spent a month, in reference accelerator-hours, as stated.
    pub stated: Figure<'s>,
    /// Hours spent a month, in reference accelerator-hours, at the factor.
    pub spent: Figure<'s>,
    /// Reference accelerators of one job; without a size the work packs perfectly.
    pub job: Option<Figure<'s>>,
}

/// At which demand something is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// As stated: what the program sizes does not follow the factor.
    Stated,
    /// At the factor that a break-even moves.
    Factor,
}

/// Which levels of firm work are meant: needed ≥ spent ≥ finished ≥ useful at every moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirmLevel {
    /// Accelerators that must be there, those of headroom and warm ones among them.
    Needed,
    /// Accelerators at work, on runs that fail among others.
    Spent,
    /// Accelerators at work on runs that do not fail, those that wait for data among them.
    Finished,
    /// Accelerators whose work counts.
    Useful,
}

impl<'s> DraftDemand<'s> {
    /// The demand of a scenario whose traces are measured.
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
            };
            let short = Short { factor_limit: 1 / stated, utilization };
            let (workloads, hours) = (vec![workload], timeline.hours);
            return DraftDemand { draft, hours, workloads, factor, scale: None, short: Some(short) };
        }
        let workload = |entry: &Entry<Given>| {
            let output = output(entry.value.unit.as_ref().or(demand.unit.as_ref()));
            shapes::Writer { timeline, demand, entry, factor, output }.workload(traces)
        };
        let workloads = demand.workloads.iter().map(workload).collect();
        DraftDemand { draft, hours: timeline.hours, workloads, factor, scale: Some(factor), short: None }
    }

    /// Useful hours demanded a month, of all workloads.
    #[must_use]
    pub fn useful(&self) -> Figure<'s> {
        let sum = self.draft.sum(reference_hours(), self.workloads.iter().map(|workload| workload.useful));
        if self.short.is_some() { sum } else { sum.named("useful hours demanded") }
    }

    /// What the capacity of an option with this throughput is counted in.
    #[must_use]
    pub fn measure(&self, throughput: &Throughput) -> CapacityMeasure<'s> {
        CapacityMeasure::of(self.draft, throughput, self.workloads.iter().map(|workload| workload.name.as_deref()))
    }

    /// The flexible workloads of a set, in the order of the file, with their places.
    pub fn pools<'a>(&'a self, set: &'a [usize]) -> impl Iterator<Item = (usize, &'a DraftWorkload<'s>, Pool<'s>)> {
        set.iter().filter_map(|at| match &self.workloads[*at].work {
            Work::Flexible(pool) => Some((*at, &self.workloads[*at], *pool)),
            Work::Firm(_) => None,
        })
    }

    /// Whether the form of the demand has no names for its parts.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.short.is_some()
    }

    /// Whether some hours of firm work in a set are lost, to runs that fail or to waiting for data: then not all of what is at
    /// work is useful.
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

    /// The level of firm work in a set that does not fail: the useful one where nothing waits for data.
    #[must_use]
    pub fn finished_level(&self, set: &[usize]) -> FirmLevel {
        if self.has_stalled_firm_work(set) { FirmLevel::Finished } else { FirmLevel::Useful }
    }

    /// Whether anything in a set must be served when it comes.
    #[must_use]
    pub fn has_firm_work(&self, set: &[usize]) -> bool {
        self.firm(set).next().is_some()
    }

    /// Whether firm work in a set has headroom or warm accelerators: then not all of what is needed is at work.
    #[must_use]
    pub fn has_headroom(&self, set: &[usize]) -> bool {
        self.firm(set).any(|(_, firm)| firm.spent.is_some())
    }

    /// The firm workloads of a set.
    fn firm<'a>(&'a self, set: &'a [usize]) -> impl Iterator<Item = (&'a DraftWorkload<'s>, &'a Firm<'s>)> {
        set.iter().filter_map(|at| match &self.workloads[*at].work {
            Work::Firm(firm) => Some((&self.workloads[*at], firm)),
            Work::Flexible(_) => None,
        })
    }

    /// A query of the whole demand, at the factor.
    #[must_use]
    pub fn whole(&self) -> CurveQuery<'s> {
        CurveQuery { scale: self.scale, ..CurveQuery::default() }
    }
}

/// Reference accelerator-hours a month.
#[must_use]
pub fn reference_hours() -> Unit {
    Unit::REFERENCE.times(Unit::HOUR).per(Unit::MONTH)
}

/// Hours a month of a shape.
fn hours_of<'s>(timeline: &Timeline<'s>, shape: &DraftShape<'s>) -> Figure<'s> {
    let term = DraftTerm { shape: shape.clone(), weight: None, gauge: None };
    let curve = timeline.draft.curve(timeline.hours, &[term]);
    timeline.draft.hours(curve, CurveQuery::default())
}

/// The workloads of a list of names, by their place in the demand; all of them without a list.
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

/// Whether any workload of a set is demanded in some of these months.
#[must_use]
pub fn is_asked(scenario: &Scenario, set: &[usize], (first, last): (u32, u32)) -> bool {
    let workloads = &scenario.demand.workloads;
    let asked = |entry: &Entry<Given>| {
        let (starts, ends) = shapes::months(&entry.value, last);
        starts <= last && ends >= first
    };
    workloads.is_empty() || workloads.iter().enumerate().any(|(at, entry)| set.contains(&at) && asked(entry))
}

/// Months of the horizon in which a workload is demanded.
#[must_use]
pub fn months_of(entry: &Entry<Given>, horizon: u32) -> u32 {
    let (first, last) = shapes::months(&entry.value, horizon);
    (last.min(horizon) + 1).saturating_sub(first)
}

/// Cuts the periods where a workload starts or ends.
pub fn cut(cuts: &mut Cuts, scenario: &Scenario) {
    for workload in &scenario.demand.workloads {
        let (first, last) = shapes::months(&workload.value, u32::MAX - 1);
        cuts.span(first, last);
    }
}

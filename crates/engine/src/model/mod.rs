//! The cost model: from a scenario to a sheet of figures and the cost lines of every option. All amounts of money are
//! computed here.

pub mod asset_lot;
mod assumed;
mod candidate;
pub mod capital;
pub mod events;
pub mod figures;
pub mod finance;
mod fleet_hours;
pub mod goodput;
pub mod indirect_tax;
pub mod lease;
pub mod line;
pub mod load;
pub mod loan;
pub mod operating;
pub mod option;
pub mod own;
pub mod part;
mod present_values;
mod price;
pub mod quoted;
mod rates;
pub mod rent;
pub mod schedule;
pub mod tax;
mod taxed;
mod unserved;
pub mod waste;
mod whole_jobs;

pub use crate::scenario::{OptionId, OptionKind};
pub use candidate::{Candidate, CandidatePart};
pub use events::{CommitmentName, Event, EventKind, Touches};
pub use figures::{
    CommitmentFigures, CostAllocation, ElsewhereModel, FleetModel, JobModel, OptionModel, PairModel, PartModel,
    TokenCosts, WasteModel, WorkValue, WorkloadCost, WorkloadModel,
};
pub use line::{CostGroup, CostLine, Flow, PriceChange, PriceStepping};
pub use option::PresentValueModel;
pub use present_values::PresentValues;

use crate::demand::trace::Traces;
use crate::demand::{self, DraftDemand, FirmLevel, Work};
use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::conventions::FlowDates;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::exchange;
use crate::scenario::hybrid::HybridParts;
use crate::scenario::rent::Rent;
use crate::sheet::{Draft, Figure, FigureId, Period, Sheet, Weight};
use crate::timeline::{Cuts, PriceWalk, Timeline};
use crate::unit::{BaseUnits as _, Unit};
use option::{DraftOption, Titled};
use own::{OverflowTarget, Plan};
use part::{DraftPart, Writer};
use std::collections::BTreeSet;
use std::ops::Range;
use tax::DraftTax;
use taxed::Taxation;

/// The figures of a scenario.
#[derive(Debug)]
pub struct Model {
    /// Every figure.
    pub sheet: Sheet,
    /// Options in the order of the file: owned options, rented options, hybrids.
    pub options: Vec<OptionModel>,
    /// Pairs of an owned option or hybrid with a rented one, if both serve every workload.
    pub pairs: Vec<PairModel>,
    /// Workloads; empty in the short form.
    pub workloads: Vec<WorkloadModel>,
    /// Months of the comparison.
    pub horizon: u32,
    /// Demand factor, which break-evens vary.
    pub factor: FigureId,
    /// Share of hours with work, at the demand factor; only in the short form.
    pub demand_utilization: Option<FigureId>,
    /// Useful hours demanded over the horizon.
    pub demanded: FigureId,
    /// `(1 + r)^(−1/12)`.
    pub monthly_discount: FigureId,
    /// Dates at which payments count for discounting.
    pub flows: FlowDates,
    /// Last months of the tax years, in which tax is settled; empty without a tax or if it is settled each month.
    pub tax_year_ends: Vec<u32>,
    /// Ratios: figures that may have no value if nothing is demanded or owned.
    pub ratios: Vec<FigureId>,
    /// Random walks of rental prices, in a simulation.
    pub walks: Vec<WalkModel>,
    /// Non-numeric defaults: the part of the document, the missing key, and the assumption.
    pub assumptions: Vec<(NodeId, &'static str, &'static str)>,
}

/// Random walk of a rental price.
#[derive(Clone, Debug)]
pub struct WalkModel {
    /// Node of the rented option.
    pub rent: NodeId,
    /// Factor of the price in each month from the second on.
    pub factors: Vec<FigureId>,
}

/// Builds the figures of a scenario over its own horizon. The scenario must pass the rules of `scenario::rules`;
/// `traces` hold the levels of its traces.
#[must_use]
pub fn build(scenario: &Scenario, traces: &Traces) -> Model {
    build_over(scenario, traces, scenario.horizon_months.value.count())
}

/// Like `build`, over another number of months.
#[must_use]
pub fn build_over(scenario: &Scenario, traces: &Traces, months: u32) -> Model {
    written(scenario, traces, months, None, &[])
}

/// Like `build_over`, with only the options in `required` and no pairs. It keeps the calendar of all options, so every
/// row has the same numbers as in a full comparison.
#[must_use]
pub fn build_some(scenario: &Scenario, traces: &Traces, months: u32, required: &BTreeSet<OptionId>) -> Model {
    written(scenario, traces, months, Some(required), &[])
}

/// Like `build`, or `build_some`, with the prices of `walking` rented options as inputs of every month.
#[must_use]
pub fn build_walking(
    scenario: &Scenario,
    traces: &Traces,
    walking: &[NodeId],
    required: Option<&BTreeSet<OptionId>>,
) -> Model {
    written(scenario, traces, scenario.horizon_months.value.count(), required, walking)
}

fn written(
    scenario: &Scenario,
    traces: &Traces,
    months: u32,
    required: Option<&BTreeSet<OptionId>>,
    walking: &[NodeId],
) -> Model {
    let plans = Plans::new(scenario, months);
    let draft = Draft::new(periods(scenario, &plans, months, walking)).sharing_curves(traces.curves());
    let timeline = timeline(&draft, scenario, months);
    let walks: Vec<PriceWalk<'_>> = walking.iter().map(|rent| PriceWalk::new(&timeline, *rent)).collect();
    let timeline = timeline.with_walks(&walks);
    draft.structural(&scenario.horizon_months);
    let demand = DraftDemand::new(&timeline, scenario, traces);
    let tax = DraftTax::of(&timeline, scenario);
    let tax = taxation(scenario, tax.as_ref());
    let writer = Writer { scenario, timeline: &timeline, demand: &demand, tax };
    let plans = plans.only(required);
    let options = options(&writer, &plans);
    let pairs = if required.is_some() { Vec::new() } else { pairs(&writer, &options) };
    let demanded = demanded(&demand, &timeline).id();
    let (factor, demand_utilization) = (demand.factor.id(), demand.short.map(|short| short.utilization.id()));
    let monthly_discount = timeline.monthly_discount.id();
    let workloads = workloads(&timeline, scenario, &demand);
    let mut options: Vec<OptionModel> = options.into_iter().map(DraftOption::finish).collect();
    let ratios =
        options.iter().flat_map(OptionModel::ratios).chain(pairs.iter().flat_map(|pair| pair.resale_needed.clone()));
    let ratios = ratios.collect();
    let assumptions = assumed::assumptions(scenario);
    let tax_year_ends = tax.map(|tax| tax.draft.year_ends()).unwrap_or_default();
    let flows = timeline.flows();
    let walk = |walk: &PriceWalk<'_>| WalkModel {
        rent: walk.rent,
        factors: walk.factors.iter().map(|factor| factor.id()).collect(),
    };
    let walks = walks.iter().map(walk).collect();
    let sheet = draft.finish();
    for (currency, change) in exchange::moving(&scenario.exchange_rates) {
        if let Some(rate) = sheet.input(change.at) {
            quote_in(
                &sheet,
                &mut options,
                PriceChange { rate, every: PriceStepping::Year, currency: Some(currency), until: None },
            );
        }
    }
    Model {
        options,
        pairs,
        workloads,
        horizon: months,
        factor,
        demand_utilization,
        demanded,
        monthly_discount,
        flows,
        tax_year_ends,
        ratios,
        walks,
        assumptions,
        sheet,
    }
}

/// Useful hours demanded over the horizon.
fn demanded<'s>(demand: &DraftDemand<'s>, timeline: &Timeline<'s>) -> Figure<'s> {
    demand.useful().dot(timeline.months).named("useful hours demanded over the horizon")
}

/// Periods of a scenario over a number of months.
#[must_use]
pub fn calendar(scenario: &Scenario, months: u32) -> Vec<Period> {
    periods(scenario, &Plans::new(scenario, months), months, &[])
}

/// Adds an exchange-rate change to the lines with monthly payments that depend on it.
fn quote_in(sheet: &Sheet, options: &mut [OptionModel], change: PriceChange<FigureId>) {
    let moved: BTreeSet<FigureId> = sheet.dependents(&[change.rate]).into_iter().collect();
    let is_moved = |flow: &Flow<FigureId>| match flow {
        Flow::Monthly(row) | Flow::InAdvance(row) => moved.contains(row),
        Flow::FirstMonth(_) | Flow::Once { .. } => false,
    };
    let lines = options.iter_mut().flat_map(|option| &mut option.lines);
    for line in lines.filter(|line| line.flows.iter().any(is_moved)) {
        line.price_changes.push(change);
    }
}

/// Rows shared by all lines.
fn timeline<'s>(draft: &'s Draft, scenario: &'s Scenario, months: u32) -> Timeline<'s> {
    let indirect_tax = scenario.indirect_tax.as_ref().map(|rate| draft.given(rate));
    Timeline::of(scenario, draft, months).with_indirect_tax(indirect_tax)
}

/// The tax settings of the scenario with their figures.
fn taxation<'a, 's>(scenario: &'a Scenario, draft: Option<&'a DraftTax<'s>>) -> Option<Taxation<'a, 's>> {
    Some(Taxation { settings: scenario.tax.as_ref()?, draft: draft? })
}

/// Structure of the options of a scenario.
struct Plans<'a> {
    owned: Vec<Plan<'a>>,
    rented: Vec<Rented<'a>>,
    hybrids: Vec<Hybrid<'a>>,
}

/// A rent option and the workloads that it serves.
struct Rented<'a> {
    entry: &'a Entry<Rent>,
    set: Vec<usize>,
}

/// The options of a hybrid, each with the workloads assigned to it.
struct Hybrid<'a> {
    entry: &'a Entry<HybridParts>,
    owned: Vec<Plan<'a>>,
    rented: Vec<Rented<'a>>,
}

impl<'a> Plans<'a> {
    /// Options that can be delivered within the horizon.
    fn new(scenario: &'a Scenario, months: u32) -> Plans<'a> {
        let set = |serves: &Option<Vec<Located<String>>>| {
            let names = serves.as_ref().map(|names| names.iter().map(|name| name.value.as_str()).collect::<Vec<_>>());
            demand::set_of(scenario, names.as_deref())
        };
        let owned = scenario.own.iter().map(|entry| Plan::new(scenario, entry, set(&entry.value.serves), months));
        let rented = scenario.rent.iter().map(|entry| Rented { entry, set: set(&entry.value.serves) });
        let hybrids = scenario.hybrid.iter().map(|entry| Hybrid::new(scenario, entry, months));
        let in_time = |plan: &Plan<'_>| plan.first_service <= months;
        Plans {
            owned: owned.filter(in_time).collect(),
            rented: rented.collect(),
            hybrids: hybrids.filter(|hybrid| hybrid.owned.iter().all(in_time)).collect(),
        }
    }

    /// Only the options in `required`, if given.
    fn only(mut self, required: Option<&BTreeSet<OptionId>>) -> Plans<'a> {
        let Some(required) = required else { return self };
        self.owned.retain(|plan| required.contains(&OptionId::own(&plan.entry.name)));
        self.rented.retain(|rented| required.contains(&OptionId::rent(&rented.entry.name)));
        self.hybrids.retain(|hybrid| required.contains(&OptionId::hybrid(&hybrid.entry.name)));
        self
    }

    /// All fleets, including those in hybrids.
    fn fleets(&self) -> impl Iterator<Item = &Plan<'a>> {
        self.owned.iter().chain(self.hybrids.iter().flat_map(|hybrid| &hybrid.owned))
    }
}

impl<'a> Hybrid<'a> {
    fn new(scenario: &'a Scenario, entry: &'a Entry<HybridParts>, months: u32) -> Hybrid<'a> {
        let set = |id: OptionId| {
            let assigned = entry.value.parts.iter().filter(|assigned| id == *assigned.value.value);
            let names: Vec<&str> = assigned.map(|assigned| assigned.name.as_str()).collect();
            (!names.is_empty()).then(|| demand::set_of(scenario, Some(&names)))
        };
        let own = |entry| Some(Plan::new(scenario, entry, set(OptionId::own(&entry.name))?, months));
        let rent = |entry: &'a Entry<Rent>| Some(Rented { entry, set: set(OptionId::rent(&entry.name))? });
        Hybrid {
            entry,
            owned: scenario.own.iter().filter_map(own).collect(),
            rented: scenario.rent.iter().filter_map(rent).collect(),
        }
    }
}

/// Options: owned options, rented options, hybrids.
fn options<'s>(writer: &Writer<'_, 's>, plans: &Plans<'_>) -> Vec<DraftOption<'s>> {
    let options = each_option(writer, plans, &|titled, parts| writer.option(titled, parts));
    options.into_iter().map(|(option, rules)| option.ruled_by(rules)).collect()
}

/// Applies `of` to the parts of every option. Each result comes with the range of the conditions added for it.
fn each_option<'s, T>(
    writer: &Writer<'_, 's>,
    plans: &Plans<'_>,
    of: &dyn Fn(Titled, &[DraftPart<'s>]) -> T,
) -> Vec<(T, Range<usize>)> {
    let draft = writer.timeline.draft;
    let ruled = |write: &dyn Fn() -> T| {
        let before = draft.conditions();
        let written = write();
        (written, before..draft.conditions())
    };
    let alone = |part: DraftPart<'s>| of(Titled { id: part.option.clone(), at: part.at }, &[part]);
    let own = |plan: &Plan<'_>| alone(writer.own(plan));
    let rent = |rented: &Rented<'_>| alone(writer.rent(rented.entry, &rented.set));
    let hybrid = |hybrid: &Hybrid<'_>| {
        for assigned in &hybrid.entry.value.parts {
            writer.timeline.draft.structural(&assigned.value);
        }
        let owned = hybrid.owned.iter().map(|plan| writer.own(plan));
        let rented = hybrid.rented.iter().map(|rented| writer.rent(rented.entry, &rented.set));
        let parts: Vec<DraftPart<'s>> = owned.chain(rented).collect();
        let titled = Titled { id: OptionId::hybrid(&hybrid.entry.name), at: hybrid.entry.at };
        of(titled, &parts)
    };
    let owned = plans.owned.iter().map(|plan| ruled(&|| own(plan)));
    let rented = plans.rented.iter().map(|rented| ruled(&|| rent(rented)));
    owned.chain(rented).chain(plans.hybrids.iter().map(|mix| ruled(&|| hybrid(mix)))).collect()
}

/// Pairs of an owned option or hybrid with a rented one, if both serve every workload.
fn pairs<'s>(writer: &Writer<'_, 's>, options: &[DraftOption<'s>]) -> Vec<PairModel> {
    let halves = || options.iter().enumerate().filter(|(_, option)| option.serves_all());
    let owned = halves().filter(|(_, option)| !option.is_rented());
    owned
        .flat_map(|own| halves().filter(|(_, option)| option.is_rented()).map(move |rent| writer.pair(own, rent)))
        .collect()
}

/// Figures of the workloads.
fn workloads(timeline: &Timeline<'_>, scenario: &Scenario, demand: &DraftDemand<'_>) -> Vec<WorkloadModel> {
    let months = timeline.months;
    let one = |(at, entry): (usize, &Entry<crate::scenario::demand::Workload>)| {
        let workload = &demand.workloads[at];
        let peak = match &workload.work {
            Work::Firm(_) => {
                let (curve, query) = demand.curve(&[at], FirmLevel::Needed.into(), &|_| Weight::default(), None);
                Some(timeline.draft.most(curve, query).named_with(|| format!("peak of {}", entry.name)).id())
            }
            Work::Flexible(_) => None,
        };
        let spent = workload.spent.dot(months).named_with(|| format!("hours spent on {} over the horizon", entry.name));
        let demanded = timeline.draft.constant(
            // a workload that starts after the horizon spends nothing; its mean is 0
            demand::months_of(entry, timeline.horizon).max(1),
            Unit::MONTH,
            "months in which it is demanded",
        );
        WorkloadModel {
            name: entry.name.clone(),
            at: entry.at,
            kind: entry.value.kind.value.name(),
            flexible: entry.value.is_flexible(),
            output: workload.output.as_ref().map(|output| output.name.clone()),
            peak,
            mean: (spent / demanded / timeline.hours).named_with(|| format!("mean of {}", entry.name)).id(),
            useful_hours: workload.useful.dot(months).named_with(|| format!("useful hours of {}", entry.name)).id(),
            spent_hours: spent.id(),
        }
    };
    scenario.demand.workloads.iter().enumerate().map(one).collect()
}

/// Periods, cut at every anniversary and at every date where something begins or ends.
fn periods(scenario: &Scenario, plans: &Plans<'_>, horizon: u32, walking: &[NodeId]) -> Vec<Period> {
    let mut cuts = Cuts::anniversaries(horizon);
    if !walking.is_empty() {
        cuts.begin_all(2..=horizon);
    }
    demand::cut(&mut cuts, scenario);
    for plan in plans.fleets() {
        plan.cut(&mut cuts, horizon);
    }
    for entry in &scenario.rent {
        rent::cut(&mut cuts, &rent::own_commitments(&entry.value), (1, horizon), horizon);
        cuts.begin_all(entry.value.price_months(horizon));
        // in a break-even it serves the deferred work
        for plan in plans.fleets().filter(|plan| matches!(plan.burst, OverflowTarget::Wait | OverflowTarget::Unnamed)) {
            rent::cut(&mut cuts, &[], (plan.first_service, horizon), horizon);
        }
        for line in &entry.value.operating {
            let first = line.value.starts_month.as_ref().map_or(1, |month| month.value.count());
            let last = line.value.ends_month.as_ref().map_or(horizon, |month| month.value.count());
            cuts.span(first, last);
        }
    }
    // the need for dedicated instances rises only where a period begins; instances that start there end a term later
    let begins: Vec<u32> = cuts.firsts().collect();
    for term in scenario.rent.iter().filter_map(|entry| entry.value.minimum_term_months.as_ref()) {
        for begin in &begins {
            cuts.begin(begin + term.value.count());
        }
    }
    cuts.periods()
}

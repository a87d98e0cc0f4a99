//! The figures of options and pairs, by their identity in the finished sheet.

use super::events::Event;
use super::line::{CostGroup, CostLine};
use super::loan::LoanModel;
use crate::scenario::document::NodeId;
use crate::sheet::{Figure, FigureId};
use serde::Serialize;
use std::ops::Range;

/// Owned, rented or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// A fleet of one's own.
    Own,
    /// Rented.
    Rent,
    /// Made of others, each for some of the workloads.
    Hybrid,
}

impl OptionKind {
    /// Its name in paths and in every machine-readable format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OptionKind::Own => "own",
            OptionKind::Rent => "rent",
            OptionKind::Hybrid => "hybrid",
        }
    }

    /// The kind that the name of an option says, and the name that its author gave it.
    #[must_use]
    pub fn of(option: &str) -> Option<(OptionKind, &str)> {
        let (kind, name) = option.split_once('.')?;
        let all = [OptionKind::Own, OptionKind::Rent, OptionKind::Hybrid];
        Some((all.into_iter().find(|one| one.name() == kind)?, name))
    }

    /// Whether an option is of this kind, by its name.
    #[must_use]
    pub fn is_of(self, option: &str) -> bool {
        OptionKind::of(option).is_some_and(|(kind, _)| kind == self)
    }

    /// The name of an option of this kind, `own.NAME`.
    #[must_use]
    pub fn named(self, name: &str) -> String {
        format!("{}.{name}", self.name())
    }
}

/// The figures of an option.
#[derive(Clone, Debug)]
pub struct OptionModel {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Its part of the document.
    pub at: NodeId,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Its lines.
    pub lines: Vec<CostLine>,
    /// Cash over the horizon.
    pub total: FigureId,
    /// Present value of it.
    pub present_value: FigureId,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
    /// Useful hours demanded over the horizon of the workloads that it serves.
    pub demanded: FigureId,
    /// The same a month, by period.
    pub demand: FigureId,
    /// Useful hours that are left undone (`wait`).
    pub undone: FigureId,
    /// Hours over the horizon in which the work is done and its headroom is not held (`wait`), where it has any.
    pub without_headroom: Option<FigureId>,
    /// Useful hours lost because the fleet is down.
    pub lost: FigureId,
    /// Servers in service, by period.
    pub nodes: Option<FigureId>,
    /// Metered energy, an average year.
    pub energy: Option<FigureId>,
    /// CO2 equivalent of it.
    pub carbon: Option<FigureId>,
    /// What of the resale is the book value of unexpired life at the horizon.
    pub book_resale: Option<FigureId>,
    /// The largest demand factor that a break-even looks at; a ratio.
    pub factor_limit: Option<FigureId>,
    /// The demand factor at which as many hours are demanded, but in jobs larger than the fleets, as these are in service; a
    /// ratio. None where nothing is owned.
    pub filling_factor: Option<FigureId>,
    /// Useful hours demanded while the fleets are in service in jobs larger than they are, of their own accelerators. None
    /// where no job has a size.
    pub too_large: Option<FigureId>,
    /// Present value of costs over present value of useful hours; a ratio.
    pub per_useful_hour: FigureId,
    /// What its output is counted in, where that is the same for all its workloads.
    pub output: Option<String>,
    /// The same for a unit of output; a ratio.
    pub per_unit: Option<FigureId>,
    /// What its output is worth, where its author says so.
    pub value: Option<WorkValue>,
    /// Useful hours of the fleet over its hours in service; a ratio.
    pub utilization: Option<FigureId>,
    /// Useful hours over hours owned or paid for; a ratio.
    pub useful_share: Option<FigureId>,
    /// Where the other hours go.
    pub waste: Option<WasteModel>,
    /// The loan on what is bought first; of an owned option.
    pub loan: Option<LoanModel>,
    /// How its commitments are used; ratios.
    pub commitments: Vec<CommitmentFigures>,
    /// What each workload costs; none in the short form.
    pub workloads: Vec<WorkloadCost>,
    /// The options that it is made of: itself, or several.
    pub parts: Vec<PartModel>,
    /// The rules of the sheet without which it is not possible, by their place among all of them.
    pub conditions: Range<usize>,
}

/// What the work of an option is worth: Σ useful hours · output of an hour · value of a unit, of every workload that has one.
#[derive(Clone, Copy, Debug)]
pub struct WorkValue {
    /// Over the horizon.
    pub total: FigureId,
    /// Its present value, as that of a payment at the end of the month of the work.
    pub present_value: FigureId,
    /// That less the present value of the costs.
    pub less_cost: FigureId,
}

/// Where the hours paid for go: hours over the horizon, of the accelerators that are paid for.
#[derive(Clone, Copy, Debug)]
pub struct WasteModel {
    /// All of them.
    pub paid: FigureId,
    /// The useful share of them; a ratio.
    pub useful_share: FigureId,
    /// Idle ones: not needed, down, or more than whole instances and nodes can be filled with.
    pub idle: FigureId,
    /// Headroom and warm capacity.
    pub ready: Option<FigureId>,
    /// Those of runs that fail.
    pub failed: Option<FigureId>,
    /// Those in which accelerators wait for data.
    pub stalled: Option<FigureId>,
    /// Checkpoints, interruptions and restarts on spot.
    pub interrupted: Option<FigureId>,
}

/// What a workload costs with an option; ratios.
#[derive(Clone, Copy, Debug)]
pub struct WorkloadCost {
    /// The workload, by its place in the demand.
    pub workload: usize,
    /// The present value that it has a share of: that of the option which serves it.
    pub whole: FigureId,
    /// Useful hours of it that the option does, over the horizon.
    pub useful_hours: FigureId,
    /// The same, discounted.
    pub done: FigureId,
    /// Its share of the cash over the horizon.
    pub total: FigureId,
    /// Its share of the present value.
    pub cost: FigureId,
    /// That over the present value of its units of output.
    pub per_unit: Option<FigureId>,
}

/// An option with the workloads that it serves.
#[derive(Clone, Debug)]
pub struct PartModel {
    /// `own.NAME` or `rent.NAME`.
    pub option: String,
    /// Its part of the document.
    pub at: NodeId,
    /// The workloads, by their place in the demand.
    pub workloads: Vec<usize>,
    /// Power that its site has to deliver, by period.
    pub site_power: Option<FigureId>,
    /// Accelerators of its fleet, by period.
    pub accelerators: Option<FigureId>,
    /// Flexible workloads whose jobs have a size, on its fleet.
    pub jobs: Vec<JobModel>,
    /// The month of the last payment for the first purchase of its fleet.
    pub paid_in: Option<u32>,
    /// Useful hours over the horizon that options named for them serve in the place of its fleet.
    pub elsewhere: Vec<ElsewhereModel>,
    /// What the whole demand needs of it; none where units are not counted.
    pub sizing: Option<Sizing<FigureId>>,
    /// How the commitments are used that are made for its bursts; ratios.
    pub burst_commitments: Vec<CommitmentFigures>,
    /// What begins or ends within the horizon.
    pub events: Vec<Event>,
    /// Its fleet, by what an hour of it costs; of an owned option.
    pub fleet: Option<FleetModel>,
}

/// A flexible workload whose jobs have a size, on a fleet.
#[derive(Clone, Copy, Debug)]
pub struct JobModel {
    /// The workload, by its place in the demand.
    pub workload: usize,
    /// Accelerators of a job, of the fleet's own.
    pub size: FigureId,
    /// Hours of whole jobs a month that find room beside firm work, by period; nothing where none ever does.
    pub room: FigureId,
}

/// A fleet by what an hour of it costs: its lines, and its hours over the horizon, of its own accelerators. Nothing else follows from
/// its hours, so that they are computed where they are asked for.
#[derive(Clone, Debug)]
pub struct FleetModel {
    /// What it costs itself.
    pub lines: Vec<CostLine>,
    /// What its option costs beside that: what is rented in its place, and what it costs to wait.
    pub beside: Vec<CostLine>,
    /// Hours in service.
    pub in_service: FigureId,
    /// Hours in which it works usefully.
    pub useful: FigureId,
    /// Hours in service, discounted as costs are.
    pub discounted_in_service: FigureId,
    /// Hours in which it works usefully, discounted as costs are.
    pub discounted_useful: FigureId,
    /// Hours in service of a month, by period.
    pub in_service_by_month: FigureId,
    /// Hours of a month in which it works usefully, by period.
    pub useful_by_month: FigureId,
}

impl FleetModel {
    /// Every figure of it.
    #[must_use]
    pub fn asked(&self) -> Vec<FigureId> {
        let hours = [self.in_service, self.useful, self.discounted_in_service, self.discounted_useful];
        hours.into_iter().chain(self.lines.iter().map(|line| line.present_value)).collect()
    }
}

/// What the whole demand of an option needs, whatever it has.
#[derive(Clone, Copy, Debug)]
pub struct Sizing<F> {
    /// Nodes or instances that are enough, by period.
    pub units: F,
    /// What one of them holds, in the measure of the curve.
    pub unit: F,
    /// Firm levels needed, over an average month.
    pub curve: F,
}

impl Sizing<Figure<'_>> {
    /// By identity in the finished sheet.
    pub(super) fn finished(&self) -> Sizing<FigureId> {
        Sizing { units: self.units.id(), unit: self.unit.id(), curve: self.curve.id() }
    }
}

/// What an option serves in the place of a fleet.
#[derive(Clone, Debug)]
pub struct ElsewhereModel {
    /// `burst` or `until_delivery`.
    pub group: CostGroup,
    /// `rent.NAME`.
    pub option: String,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
}

/// What is demanded of one kind; the short form has none.
#[derive(Clone, Debug)]
pub struct WorkloadModel {
    /// Its name.
    pub name: String,
    /// Its part of the document.
    pub at: NodeId,
    /// What it does.
    pub kind: &'static str,
    /// Whether it can wait.
    pub flexible: bool,
    /// What its output is counted in.
    pub output: Option<String>,
    /// Accelerators needed at its peak, by period; none of a pool.
    pub peak: Option<FigureId>,
    /// Accelerators that it works on, on average over the months in which it is demanded.
    pub mean: FigureId,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
    /// Those with the hours of runs that fail.
    pub spent_hours: FigureId,
}

/// How a commitment is used.
#[derive(Clone, Debug)]
pub struct CommitmentFigures {
    /// Its name.
    pub name: String,
    /// Instances committed to, by period.
    pub instances: FigureId,
    /// Hours used over hours paid for.
    pub used_share: FigureId,
    /// Hours used over all hours needed.
    pub covered_share: FigureId,
}

impl OptionModel {
    /// Figures that divide by something that may be nothing.
    pub fn ratios(&self) -> impl Iterator<Item = FigureId> {
        let commitments = self.commitments.iter().flat_map(|c| [c.used_share, c.covered_share]);
        let optional = [self.per_unit, self.utilization, self.useful_share, self.factor_limit, self.filling_factor];
        let workloads = self.workloads.iter().flat_map(|w| {
            [Some(w.useful_hours), Some(w.done), Some(w.total), Some(w.cost), w.per_unit].into_iter().flatten()
        });
        let optional = optional.into_iter().flatten();
        [self.per_useful_hour].into_iter().chain(optional).chain(commitments).chain(workloads)
    }
}

/// An owned option or a hybrid against a rented one.
#[derive(Clone, Debug)]
pub struct PairModel {
    /// Index of the owned option or hybrid.
    pub own: usize,
    /// Index of the rented option.
    pub rent: usize,
    /// Present value of owning less that of renting, as a function of the demand factor.
    pub difference: FigureId,
    /// Present values beside its lines that the owned side is compared with: work that waits is served by the other
    /// option, and no delay is paid for it.
    pub adjustments: Vec<(&'static str, FigureId)>,
    /// Resale that owning needs to win, at the dates at which it is counted, then at the horizon, for where nothing is
    /// resold; ratios, of which the first that has a value counts.
    pub resale_needed: Vec<FigureId>,
}

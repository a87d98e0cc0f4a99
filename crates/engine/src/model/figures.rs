//! Figures of options and pairs, by their IDs in the finished sheet.

use super::events::Event;
use super::line::{CostGroup, CostLine};
use super::loan::LoanModel;
use crate::scenario::OptionId;
use crate::scenario::document::NodeId;
use crate::sheet::{Figure, FigureId};
use std::ops::Range;

/// The figures of an option.
#[derive(Clone, Debug)]
pub struct OptionModel {
    /// Its ID.
    pub id: OptionId,
    /// Its node in the document.
    pub at: NodeId,
    /// Its lines.
    pub lines: Vec<CostLine>,
    /// Cash over the horizon.
    pub total: FigureId,
    /// Present value of its cash.
    pub present_value: FigureId,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
    /// Useful hours over the horizon demanded by the workloads that it serves.
    pub demanded: FigureId,
    /// Useful hours demanded a month, by period.
    pub demand: FigureId,
    /// Unserved useful hours (`wait`).
    pub unserved: FigureId,
    /// Hours over the horizon in which the work is served without its headroom (`wait`); none if it has no headroom.
    pub without_headroom: Option<FigureId>,
    /// Useful hours lost to downtime of the fleet.
    pub lost: FigureId,
    /// Servers in service, by period.
    pub nodes: Option<FigureId>,
    /// Replicas at the peak of each month, by period; none without work that is served in whole replicas.
    pub replicas: Option<FigureId>,
    /// Metered energy of an average year.
    pub energy: Option<FigureId>,
    /// CO2 equivalent of that energy.
    pub carbon: Option<FigureId>,
    /// The part of the resale that is the book value of unexpired life at the horizon.
    pub book_resale: Option<FigureId>,
    /// Largest demand factor tested for a break-even; a ratio.
    pub factor_limit: Option<FigureId>,
    /// Demand factor at which the hours demanded, except in jobs larger than the fleets, equal their hours in service; a
    /// ratio. None if nothing is owned.
    pub filling_factor: Option<FigureId>,
    /// Useful hours demanded while the fleets are in service by jobs larger than the fleet, in its own accelerators.
    /// None if no job has a size.
    pub too_large: Option<FigureId>,
    /// Present value of costs divided by present value of useful hours; a ratio.
    pub per_useful_hour: FigureId,
    /// Unit of its output, if all its workloads share it.
    pub output: Option<String>,
    /// Cost per unit of output; a ratio.
    pub per_unit: Option<FigureId>,
    /// Value of its output, if given.
    pub value: Option<WorkValue>,
    /// Useful hours of the fleet divided by its hours in service; a ratio.
    pub utilization: Option<FigureId>,
    /// Useful hours divided by hours owned or paid for; a ratio.
    pub useful_share: Option<FigureId>,
    /// Breakdown of the other hours.
    pub waste: Option<WasteModel>,
    /// Loan on the first purchase; only for an owned option.
    pub loan: Option<LoanModel>,
    /// Use of its commitments; ratios.
    pub commitments: Vec<CommitmentFigures>,
    /// Cost of each workload; empty in the short form.
    pub workloads: Vec<WorkloadCost>,
    /// The options that it consists of: itself, or several for a hybrid.
    pub parts: Vec<PartModel>,
    /// Conditions of the sheet that make it impossible if broken, as a range of indices.
    pub conditions: Range<usize>,
}

/// Value of the work of an option: Σ useful hours · output per hour · value per unit, over every workload with a value.
#[derive(Clone, Copy, Debug)]
pub struct WorkValue {
    /// Over the horizon.
    pub total: FigureId,
    /// Present value; the value counts at the end of the month of the work.
    pub present_value: FigureId,
    /// Present value of the work minus present value of the costs.
    pub less_cost: FigureId,
}

/// Breakdown of the hours paid for: accelerator-hours over the horizon.
#[derive(Clone, Copy, Debug)]
pub struct WasteModel {
    /// All hours paid for.
    pub paid: FigureId,
    /// Useful share of the hours paid for; a ratio.
    pub useful_share: FigureId,
    /// Idle hours: not needed, down, or lost to rounding up to whole instances and nodes.
    pub idle: FigureId,
    /// Hours of headroom and warm capacity.
    pub ready: Option<FigureId>,
    /// Hours of failed runs.
    pub failed: Option<FigureId>,
    /// Hours in which accelerators wait for data.
    pub stalled: Option<FigureId>,
    /// Hours lost to checkpoints, interruptions and restarts on spot.
    pub interrupted: Option<FigureId>,
}

/// Cost of a workload with an option; ratios.
#[derive(Clone, Copy, Debug)]
pub struct WorkloadCost {
    /// Index of the workload in the demand.
    pub workload: usize,
    /// Present value that is split between workloads: that of the option that serves it.
    pub whole: FigureId,
    /// Useful hours of the workload served by the option over the horizon.
    pub useful_hours: FigureId,
    /// Discounted useful hours.
    pub done: FigureId,
    /// Its share of the cash over the horizon.
    pub total: FigureId,
    /// Its share of the present value.
    pub cost: FigureId,
    /// That share divided by the present value of its units of output.
    pub per_unit: Option<FigureId>,
    /// That share divided by the present value of its runs.
    pub per_run: Option<FigureId>,
    /// Cost of a million tokens by kind; none if one rate applies to all tokens.
    pub per_kind: Option<TokenCosts>,
    /// What its share is measured by.
    pub allocation: CostAllocation,
}

/// Cost of a million tokens by kind: input, cached input, output; ratios.
#[derive(Clone, Copy, Debug)]
pub struct TokenCosts {
    /// Read, and not in the cache.
    pub input: FigureId,
    /// Read from the cache; none of accelerators, which spend no time on them.
    pub cached: Option<FigureId>,
    /// Written.
    pub output: FigureId,
}

/// Measure of the share of a workload in the cost of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CostAllocation {
    /// Useful hours in the option's own accelerators.
    UsefulHours,
    /// Charges of an endpoint with a price for each kind of token.
    Charges,
}

/// An option within a comparison, with the workloads that it serves.
#[derive(Clone, Debug)]
pub struct PartModel {
    /// `own.NAME` or `rent.NAME`.
    pub option: OptionId,
    /// Its node in the document.
    pub at: NodeId,
    /// Indices of the workloads in the demand.
    pub workloads: Vec<usize>,
    /// Power that its site must deliver, by period.
    pub site_power: Option<FigureId>,
    /// Accelerators of its fleet, by period.
    pub accelerators: Option<FigureId>,
    /// Flexible workloads with a job size, on its fleet.
    pub jobs: Vec<JobModel>,
    /// Month of the last payment for the first purchase of its fleet.
    pub paid_in: Option<u32>,
    /// Useful hours over the horizon served by other options in place of its fleet.
    pub elsewhere: Vec<ElsewhereModel>,
    /// Units needed for the whole demand; none if units are not counted.
    pub sizing: Option<Sizing<FigureId>>,
    /// Use of the commitments for its bursts; ratios.
    pub burst_commitments: Vec<CommitmentFigures>,
    /// Events within the horizon.
    pub events: Vec<Event>,
    /// Its fleet with its cost per hour; only for an owned option.
    pub fleet: Option<FleetModel>,
}

/// A flexible workload with a job size, on a fleet.
#[derive(Clone, Copy, Debug)]
pub struct JobModel {
    /// Index of the workload in the demand.
    pub workload: usize,
    /// Accelerators of a job, counted in those of the fleet.
    pub size: FigureId,
    /// Hours a month available for whole jobs next to firm work, by period; zero if no job ever fits.
    pub room: FigureId,
}

/// A fleet with its cost per hour: its cost lines, and its hours over the horizon in its own accelerators. No other
/// figure depends on these hours, so they are evaluated on request.
#[derive(Clone, Debug)]
pub struct FleetModel {
    /// Cost lines of the fleet itself.
    pub lines: Vec<CostLine>,
    /// Other cost lines of its option: rent in its place and cost of delay.
    pub separate_lines: Vec<CostLine>,
    /// Hours in service.
    pub in_service: FigureId,
    /// Useful hours.
    pub useful: FigureId,
    /// Hours in service, discounted like costs.
    pub discounted_in_service: FigureId,
    /// Useful hours, discounted like costs.
    pub discounted_useful: FigureId,
    /// Hours in service a month, by period.
    pub in_service_by_month: FigureId,
    /// Useful hours a month, by period.
    pub useful_by_month: FigureId,
}

impl FleetModel {
    /// All its figures.
    #[must_use]
    pub fn result_figures(&self) -> Vec<FigureId> {
        let hours = [self.in_service, self.useful, self.discounted_in_service, self.discounted_useful];
        hours.into_iter().chain(self.lines.iter().map(|line| line.present_value)).collect()
    }
}

/// Units needed for the whole demand of an option, whatever it has.
#[derive(Clone, Copy, Debug)]
pub struct Sizing<F> {
    /// Number of nodes or instances needed, by period.
    pub units: F,
    /// Capacity of one unit, in the measure of the curve.
    pub unit: F,
    /// Curve of the firm levels needed, over an average month.
    pub curve: F,
}

impl Sizing<Figure<'_>> {
    /// The sizing by figure IDs.
    pub(super) fn finished(&self) -> Sizing<FigureId> {
        Sizing { units: self.units.id(), unit: self.unit.id(), curve: self.curve.id() }
    }
}

/// Work that another option serves in place of a fleet.
#[derive(Clone, Debug)]
pub struct ElsewhereModel {
    /// `burst` or `until_delivery`.
    pub group: CostGroup,
    /// `rent.NAME`.
    pub option: OptionId,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
}

/// A workload; the short form has none.
#[derive(Clone, Debug)]
pub struct WorkloadModel {
    /// Its name.
    pub name: String,
    /// Its node in the document.
    pub at: NodeId,
    /// Its kind.
    pub kind: &'static str,
    /// Whether it can wait.
    pub flexible: bool,
    /// Unit of its output.
    pub output: Option<String>,
    /// Accelerators needed at its peak, by period; none for a flexible workload.
    pub peak: Option<FigureId>,
    /// Mean accelerators in use over the months in which it is demanded.
    pub mean: FigureId,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
    /// Useful hours plus the hours of failed runs.
    pub spent_hours: FigureId,
}

/// Use of a commitment.
#[derive(Clone, Debug)]
pub struct CommitmentFigures {
    /// Its name.
    pub name: String,
    /// Instances committed to, by period.
    pub instances: FigureId,
    /// Hours used divided by hours paid for.
    pub used_share: FigureId,
    /// Hours used divided by all hours needed.
    pub covered_share: FigureId,
}

impl OptionModel {
    /// Figures that divide by a figure that may be zero.
    pub fn ratios(&self) -> impl Iterator<Item = FigureId> {
        let commitments = self.commitments.iter().flat_map(|c| [c.used_share, c.covered_share]);
        let optional = [self.per_unit, self.utilization, self.useful_share, self.factor_limit, self.filling_factor];
        let workloads = self.workloads.iter().flat_map(|w| {
            [Some(w.useful_hours), Some(w.done), Some(w.total), Some(w.cost), w.per_unit, w.per_run]
                .into_iter()
                .flatten()
        });
        let kinds = self.workloads.iter().filter_map(|w| w.per_kind);
        let kinds = kinds.flat_map(|of| [Some(of.input), of.cached, Some(of.output)]).flatten();
        let optional = optional.into_iter().flatten().chain(kinds);
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
    /// Present value of owning minus that of renting, as a function of the demand factor.
    pub difference: FigureId,
    /// Present values besides its lines on the owned side of the comparison: waiting work is served by the other
    /// option, and no delay is charged for it.
    pub adjustments: Vec<(&'static str, FigureId)>,
    /// Resale that owning needs to win, valued at the dates of the resale; then valued at the horizon, for use if
    /// nothing is resold. Ratios; the first that has a value counts.
    pub resale_needed: Vec<FigureId>,
}

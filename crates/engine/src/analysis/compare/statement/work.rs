//! Workloads, and the options that serve them.

use super::LineResult;
use crate::amount::{Amount, Ratio};
use crate::analysis::header::Tags;
use crate::model::{CostAllocation, CostGroup, OptionId};
use crate::scenario::rent::Meter;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// A workload with its cost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkloadResult {
    /// Name of the workload.
    pub name: String,
    /// Label given by the author; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its owner; absent if none is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Its tags, without those of the scenario; absent if there are none.
    #[serde(skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// Kind of the workload.
    pub kind: &'static str,
    /// How its load combines with that of others; serialized as whether it is flexible.
    #[serde(rename = "flexible", serialize_with = "flexible")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub load: LoadJoining,
    /// Unit of its output; null if none is given.
    #[serde(rename = "unit")]
    pub output_unit: Option<String>,
    /// Reference accelerators needed at its highest peak; null for flexible work.
    pub peak: Option<Ratio>,
    /// Mean reference accelerators in use over the months in which it is demanded.
    pub mean: Ratio,
    /// Useful reference accelerator-hours over the horizon.
    pub useful_hours: Ratio,
    /// Useful hours plus the hours of failed runs.
    pub spent_hours: Ratio,
    /// Its cost with every option that serves it.
    pub costs: Vec<WorkloadCostResult>,
}

impl WorkloadResult {
    /// Display name.
    #[must_use]
    pub fn display_name(&self) -> &str {
        self.label.as_ref().unwrap_or(&self.name)
    }

    /// Whether it can wait.
    #[must_use]
    pub fn flexible(&self) -> bool {
        self.load == LoadJoining::Flexible
    }
}

/// How the load of a workload combines with that of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadJoining {
    /// Firm, by hour of the week: such loads are added hour by hour.
    Clock,
    /// Firm, without hours of the week: it is added as independent of all other loads.
    Independent,
    /// Flexible: it fills the hours that are left.
    Flexible,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
fn flexible<S: Serializer>(load: &LoadJoining, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*load == LoadJoining::Flexible)
}

/// Demand as planned, in the number that its author states; for several workloads, the accelerators that they use on average.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedDemand {
    /// The number, of the first year.
    pub amount: Ratio,
    /// What it measures.
    pub measure: DemandMeasure,
    /// Unit of output, for a measure in units; null otherwise.
    pub unit: Option<String>,
    /// Tokens read and written per request; null if the demand is not in tokens.
    pub tokens_per_request: Option<Ratio>,
}

/// What the number of a planned demand measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DemandMeasure {
    /// Reference accelerators needed while there is work.
    Accelerators,
    /// Reference accelerators needed at the peak.
    PeakAccelerators,
    /// Reference accelerators in use on average.
    MeanAccelerators,
    /// Reference accelerator-hours per month.
    AcceleratorHoursPerMonth,
    /// Units of output per hour at the peak.
    PeakUnitsPerHour,
    /// Units of output per month.
    UnitsPerMonth,
    /// Requests per month, each with the same tokens.
    RequestsPerMonth,
    /// Runs per month.
    RunsPerMonth,
    /// Runs per year.
    RunsPerYear,
}

/// Cost of a workload with an option.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkloadCostResult {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: OptionId,
    /// Its share of the cash over the horizon; null if none of it is served.
    pub total: Option<Amount>,
    /// Its share of the present value; null if none of it is served.
    pub cost: Option<Amount>,
    /// Present value divided by the present value of its units of output; null without a unit or output.
    pub per_unit: Option<Ratio>,
    /// Present value divided by the present value of its runs; null if its demand is not given in runs, or none is served.
    pub per_run: Option<Ratio>,
    /// Its share of the present value by kind of token; null if the work is not in tokens, or one rate applies to all tokens.
    pub per_million_tokens: Option<TokenCostsResult>,
    /// What its share of the cost is measured by.
    pub allocation: CostAllocation,
}

/// Cost of a million tokens, levelized: present value divided by the present value of the tokens.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TokenCostsResult {
    /// Read, and not in the cache; null if there are none.
    pub input: Option<Ratio>,
    /// Read from the cache; null if there are none, or the option spends no time on them.
    pub cached_input: Option<Ratio>,
    /// Written; null if there are none.
    pub output: Option<Ratio>,
}

/// One option of a hybrid.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartResult {
    /// `own.NAME` or `rent.NAME`.
    pub option: OptionId,
    /// Workloads that it serves; empty in the short form.
    pub workloads: Vec<String>,
}

/// Work that another option serves in place of a fleet, or above a quota.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ElsewhereResult {
    /// `burst` or `until_delivery`.
    pub group: CostGroup,
    /// The rent option, `rent.NAME`.
    pub option: OptionId,
    /// Useful reference accelerator-hours.
    pub useful_hours: Ratio,
    /// Share in the useful hours demanded of the option; null if nothing is demanded.
    pub share: Option<Ratio>,
    /// The fleet in whose place they are served, if the option is a hybrid.
    #[serde(skip)]
    pub fleet: Option<OptionId>,
    /// Kind of these hours.
    #[serde(skip)]
    pub which: ElsewhereHours,
}

/// Hours that a fleet or the instances of a quota do not serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElsewhereHours {
    /// Hours before its first delivery.
    BeforeFirstDelivery,
    /// Hours beyond its accelerators.
    BeyondAccelerators {
        /// Smallest and largest number of accelerators in service; none if not known.
        counts: Option<(Decimal, Decimal)>,
        /// Whether it is ever down.
        availability: Availability,
    },
    /// Hours beyond a quota of instances.
    BeyondQuota(Decimal),
}

/// Whether a fleet is ever down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// Never down.
    Always,
    /// Down at times; the hours include those it would have served.
    AtTimesDown,
}

/// Cash cost of an option except for charges per unit of output, which have no idle hours.
#[must_use]
pub fn cash_by_the_hour(total: Amount, lines: &[LineResult]) -> Amount {
    lines.iter().filter(|line| line.name == Meter::Endpoint.name()).fold(total, |cash, line| cash - line.total)
}

/// Hours owned or paid for that are not useful.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WasteResult {
    /// Cause.
    pub cause: Waste,
    /// Number of hours, of the accelerators paid for.
    pub hours: Ratio,
    /// Share in the hours owned or paid for.
    pub share: Ratio,
    /// That share of the cash over the horizon.
    pub cost: Amount,
}

/// Cause of hours that are not useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Waste {
    /// Not needed, down, or lost to rounding up to whole instances and nodes.
    Idle,
    /// Headroom and warm capacity.
    WarmAndHeadroom,
    /// Failed runs.
    Failed,
    /// Waiting for data.
    Stalled,
    /// Checkpoints, interruptions and restarts.
    Interrupted,
}

impl Waste {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Waste::Idle => "idle",
            Waste::WarmAndHeadroom => "warm_and_headroom",
            Waste::Failed => "failed",
            Waste::Stalled => "stalled",
            Waste::Interrupted => "interrupted",
        }
    }
}

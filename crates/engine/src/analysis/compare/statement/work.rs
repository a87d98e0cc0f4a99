//! What is demanded, and where it is served.

use super::LineStatement;
use crate::amount::{Amount, Ratio};
use crate::analysis::header::Tags;
use crate::model::CostGroup;
use crate::scenario::rent::Meter;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// What is demanded of one kind, and what it costs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkloadStatement {
    /// Its name.
    pub name: String,
    /// What its author calls it; absent where that is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Who answers for it; absent where that is not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Its tags, without those of the scenario; absent where there are none.
    #[serde(skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// What it does.
    pub kind: &'static str,
    /// How its load joins that of others.
    #[serde(rename = "flexible", serialize_with = "flexible")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub load: LoadJoining,
    /// What its output is counted in.
    #[serde(rename = "unit")]
    pub output_unit: Option<String>,
    /// Reference accelerators needed at its highest peak; none of flexible work.
    pub peak: Option<Ratio>,
    /// Reference accelerators that it works on, on average over the months in which it is demanded.
    pub mean: Ratio,
    /// Useful reference hours over the horizon.
    pub useful_hours: Ratio,
    /// Those with the hours of runs that fail.
    pub spent_hours: Ratio,
    /// What it costs with every option that serves it.
    pub costs: Vec<WorkloadCostStatement>,
}

impl WorkloadStatement {
    /// What people call it.
    #[must_use]
    pub fn called(&self) -> &str {
        self.label.as_ref().unwrap_or(&self.name)
    }

    /// Whether it can wait.
    #[must_use]
    pub fn flexible(&self) -> bool {
        self.load == LoadJoining::Flexible
    }
}

/// How the load of a workload joins that of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadJoining {
    /// Firm, on the clock of the week: loads on it are added hour by hour.
    Clock,
    /// Firm, without a clock: it is added as independent of every other load.
    Independent,
    /// It can wait: it fills hours that are left.
    Flexible,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
fn flexible<S: Serializer>(load: &LoadJoining, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*load == LoadJoining::Flexible)
}

/// What a workload costs with an option: by its useful hours in the option's own accelerators.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkloadCostStatement {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: String,
    /// Its share of the cash over the horizon.
    pub total: Option<Amount>,
    /// Its share of the present value.
    pub cost: Option<Amount>,
    /// Present value over the present value of its units of output.
    pub per_unit: Option<Ratio>,
}

/// One option of a hybrid.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartStatement {
    /// `own.NAME` or `rent.NAME`.
    pub option: String,
    /// The workloads that it serves; none in the short form.
    pub workloads: Vec<String>,
}

/// What an option serves that a fleet does not.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ElsewhereStatement {
    /// `burst` or `until_delivery`.
    pub group: CostGroup,
    /// The rent option, `rent.NAME`.
    pub option: String,
    /// Useful reference hours.
    pub useful_hours: Ratio,
    /// Their share of the useful hours demanded of the fleet's option.
    pub share: Option<Ratio>,
    /// The fleet that does not serve them, where the option is a hybrid.
    #[serde(skip)]
    pub fleet: Option<String>,
    /// Which hours they are.
    #[serde(skip)]
    pub which: ElsewhereHours,
}

/// Which hours a fleet does not serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElsewhereHours {
    /// Those before its first delivery.
    BeforeFirstDelivery,
    /// Those beyond its accelerators.
    BeyondAccelerators {
        /// The fewest and the most accelerators that it has in service; none where that is not known.
        counts: Option<(Decimal, Decimal)>,
        /// Whether it is ever down.
        availability: Availability,
    },
}

/// Whether a fleet is ever down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It never is.
    Always,
    /// It is at times, and what it would have served is among the hours.
    AtTimesDown,
}

/// What an option costs in cash but for the units of output that it pays for: what of those hours is idle, their price hides.
#[must_use]
pub fn cash_by_the_hour(total: Amount, lines: &[LineStatement]) -> Amount {
    lines.iter().filter(|line| line.name == Meter::Endpoint.name()).fold(total, |cash, line| cash - line.total)
}

/// Hours owned or paid for that are not useful.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WasteStatement {
    /// What they go to.
    pub cause: Waste,
    /// How many, of the accelerators that are paid for.
    pub hours: Ratio,
    /// Their share of the hours owned or paid for.
    pub share: Ratio,
    /// That share of the cash over the horizon.
    pub cost: Amount,
}

/// What hours go to that are not useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Waste {
    /// Not needed, down, or more than whole instances and nodes can be filled with.
    Idle,
    /// Headroom and warm capacity.
    WarmAndHeadroom,
    /// Runs that fail.
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

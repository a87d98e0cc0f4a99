//! What is demanded, and where it is served.

use crate::model::Group;
use rust_decimal::Decimal;

/// What is demanded of one kind, and what it costs.
#[derive(Debug)]
pub struct WorkloadStatement {
    /// Its name.
    pub name: String,
    /// What it does.
    pub kind: &'static str,
    /// How its load joins that of others.
    pub load: Load,
    /// What its output is counted in.
    pub output_unit: Option<String>,
    /// Reference accelerators needed at its highest peak; none of flexible work.
    pub peak: Option<Decimal>,
    /// Reference accelerators that it works on, on average over the months in which it is demanded.
    pub mean: Decimal,
    /// Useful reference hours over the horizon.
    pub useful_hours: Decimal,
    /// Those with the hours of runs that fail.
    pub spent_hours: Decimal,
    /// What it costs with every option that serves it.
    pub costs: Vec<WorkloadCostStatement>,
}

impl WorkloadStatement {
    /// Whether it can wait.
    #[must_use]
    pub fn flexible(&self) -> bool {
        self.load == Load::Flexible
    }
}

/// How the load of a workload joins that of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// Firm, on the clock of the week: loads on it are added hour by hour.
    Clock,
    /// Firm, without a clock: it is added as independent of every other load.
    Independent,
    /// It can wait: it fills hours that are left.
    Flexible,
}

/// What a workload costs with an option: by its useful hours in the option's own accelerators.
#[derive(Debug)]
pub struct WorkloadCostStatement {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub option: String,
    /// Its share of the cash over the horizon.
    pub total: Option<Decimal>,
    /// Its share of the present value.
    pub cost: Option<Decimal>,
    /// Present value over the present value of its units of output.
    pub per_unit: Option<Decimal>,
}

/// One option of a hybrid.
#[derive(Debug)]
pub struct PartStatement {
    /// `own.NAME` or `rent.NAME`.
    pub option: String,
    /// The workloads that it serves; none in the short form.
    pub workloads: Vec<String>,
}

/// What an option serves that a fleet does not.
#[derive(Debug)]
pub struct ElsewhereStatement {
    /// `burst` or `until_delivery`.
    pub group: Group,
    /// The rent option, `rent.NAME`.
    pub option: String,
    /// Useful reference hours.
    pub useful_hours: Decimal,
    /// Their share of the useful hours demanded of the fleet's option.
    pub share: Option<Decimal>,
    /// The fleet that does not serve them, where the option is a hybrid.
    pub fleet: Option<String>,
    /// Which hours they are.
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

/// Hours owned or paid for that are not useful.
#[derive(Debug)]
pub struct WasteStatement {
    /// What they go to.
    pub cause: Waste,
    /// How many, of the accelerators that are paid for.
    pub hours: Decimal,
    /// Their share of the hours owned or paid for.
    pub share: Decimal,
    /// That share of the cash over the horizon.
    pub cost: Decimal,
}

/// What hours go to that are not useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waste {
    /// Not needed, down, or more than whole instances and nodes can be filled with.
    Idle,
    /// Headroom and warm capacity.
    WarmAndHeadroom,
    /// Runs that fail.
    Failed,
    /// Checkpoints, interruptions and restarts on spot.
    Interrupted,
}

impl Waste {
    /// Its name in reports for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Waste::Idle => "idle",
            Waste::WarmAndHeadroom => "warm and headroom",
            Waste::Failed => "failed",
            Waste::Interrupted => "interrupted",
        }
    }

    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Waste::Idle => "idle",
            Waste::WarmAndHeadroom => "warm_and_headroom",
            Waste::Failed => "failed",
            Waste::Interrupted => "interrupted",
        }
    }
}

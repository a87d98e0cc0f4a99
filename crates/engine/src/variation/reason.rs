//! Reasons why an option cannot win, or is not possible.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::calendar::DatedMonth;
use crate::sheet::EvaluationErrorKind;
use rust_decimal::Decimal;

/// Reason why a possible option cannot win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotWin {
    /// It can't be chosen.
    Ineligible(Ineligible),
    /// Its cost is not for the same work.
    NotComparable(NotComparable),
}

/// Reason why an option can't be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ineligible {
    /// The part concerned of a hybrid.
    pub part: Option<OptionId>,
    /// The workload with the requirement; none for a requirement of the scenario.
    pub workload: Option<String>,
    /// The unmet requirement.
    pub lacks: Lacks,
}

/// An unmet requirement. Unknown attributes do not meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// Its location is not specified.
    LocationUnstated {
        /// Locations of which one is required.
        required: Vec<String>,
    },
    /// It is in another location.
    Location {
        /// Its location.
        actual: String,
        /// Locations of which one is required.
        required: Vec<String>,
    },
    /// It does not list a required feature.
    Feature(String),
    /// It is available too late.
    Availability {
        /// Months until it is available.
        after: Decimal,
        /// Months within which it is required.
        within: Decimal,
    },
    /// The memory of its accelerators is not specified.
    MemoryUnstated {
        /// Required memory in GiB.
        required: Decimal,
    },
    /// Its accelerators have too little memory.
    Memory {
        /// Their memory in GiB.
        actual: Decimal,
        /// Required memory in GiB.
        required: Decimal,
    },
    /// Its servers or instances have too few accelerators.
    Accelerators {
        /// Accelerators of a server or an instance.
        actual: Decimal,
        /// Required accelerators.
        required: Decimal,
    },
    /// All accelerators of a server or an instance together have too little memory.
    InstanceMemory {
        /// Their memory in GiB.
        actual: Decimal,
        /// Required memory in GiB.
        required: Decimal,
    },
    /// The accelerators of a replica together have too little memory.
    ReplicaMemory {
        /// Accelerators of a replica.
        accelerators: Decimal,
        /// Their memory in GiB.
        actual: Decimal,
        /// Required memory in GiB.
        required: Decimal,
    },
    /// Its servers have too little of a resource beside the accelerators, or do not specify it.
    Host {
        /// The resource.
        resource: HostResource,
        /// Amount per accelerator, if specified.
        actual: Option<Decimal>,
        /// Required amount per accelerator.
        required: Decimal,
    },
    /// Its site does not deliver the power of its servers.
    Power {
        /// Available power in kW.
        delivered: Decimal,
        /// Power needed in kW.
        needed: Decimal,
        /// Whether the power needed includes cooling.
        cooling: Cooling,
    },
}

/// Resource of a server beside its accelerators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostResource {
    /// CPU cores.
    CpuCores,
    /// Main memory in GiB.
    Memory,
    /// Local solid-state storage in terabytes.
    Storage,
}

/// Whether the power of servers includes cooling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cooling {
    /// It does.
    With,
    /// It does not, because the PUE is not specified.
    Without,
}

/// Reason why the cost of an option is not comparable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotComparable {
    /// It does not serve these workloads.
    DoesNotServe(Vec<String>),
    /// It leaves this number of useful hours unserved, and no cost of delay is given.
    LeavesUnserved(Decimal),
    /// It lacks its headroom in this number of hours, and no cost of delay is given.
    HoldsNoHeadroom(Decimal),
}

/// Reason why an option is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// It breaks bounds of a quantity or rules between keys.
    Refused(Box<Diagnostic>),
    /// It is not delivered within this number of months.
    NotDeliveredWithin(u32),
    /// A condition of its figures is broken.
    Breaks(Broken),
    /// One of its figures cannot be computed.
    NoValue(NoValue),
}

/// A broken condition of the figures, at its worst.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Demand exceeds a fleet, and no option serves the rest.
    DemandExceedsFleet {
        /// `own.NAME`.
        option: String,
        /// Number of missing nodes.
        nodes: Decimal,
        /// First month of the period with the most missing nodes.
        month: DatedMonth,
    },
    /// Interruptions, checkpoints and restarts leave no time for work.
    SpotCannotFinish {
        /// Path of the spot price.
        spot: String,
    },
    /// A load needs more instances than a quota, or more replicas than the limit of the autoscaler.
    LimitExceeded {
        /// Path of the limit.
        limit: String,
        /// The limit.
        most: Decimal,
        /// Instances or replicas needed.
        needed: Decimal,
        /// First month of the period that needs the most.
        month: DatedMonth,
    },
}

/// A figure that cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue {
    /// Its name, or that of the first named figure that depends on it.
    pub name: Option<String>,
    /// Reason.
    pub error: EvaluationErrorKind,
}

impl CannotWin {
    /// All reasons, those for ineligibility first.
    #[must_use]
    pub fn all(ineligible: Vec<Ineligible>, not_comparable: Vec<NotComparable>) -> Vec<CannotWin> {
        let ineligible = ineligible.into_iter().map(CannotWin::Ineligible);
        ineligible.chain(not_comparable.into_iter().map(CannotWin::NotComparable)).collect()
    }
}

impl Impossible {
    /// Code of the finding if a scenario contained these values.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Impossible::Refused(finding) => finding.code,
            Impossible::NotDeliveredWithin(_) => Code::DeliveryBeyondHorizon,
            Impossible::Breaks(broken) => broken.code(),
            Impossible::NoValue(no_value) => no_value.code(),
        }
    }
}

impl Broken {
    /// Code of its finding.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Broken::DemandExceedsFleet { .. } => Code::DemandExceedsFleet,
            Broken::SpotCannotFinish { .. } => Code::SpotCannotFinish,
            Broken::LimitExceeded { .. } => Code::LimitExceeded,
        }
    }
}

impl NoValue {
    /// Code of its finding.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.error {
            EvaluationErrorKind::TooLarge | EvaluationErrorKind::DivisionByZero => Code::TooLarge,
            EvaluationErrorKind::TooManyLevels => Code::TooManyLevels,
        }
    }
}

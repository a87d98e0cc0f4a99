//! Why an option cannot win, or is not possible.

use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::calendar::DatedMonth;
use crate::sheet::Trouble;
use rust_decimal::Decimal;

/// Why an option that is possible cannot win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotWin {
    /// It may not be chosen.
    Ineligible(Ineligible),
    /// Its cost is not that of the same work.
    NotComparable(NotComparable),
}

/// Why an option may not be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ineligible {
    /// The option of a hybrid that it is about.
    pub part: Option<String>,
    /// The workload that requires it; the scenario does where there is none.
    pub workload: Option<String>,
    /// What it lacks.
    pub lacks: Lacks,
}

/// What an option lacks. Unknown is not yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lacks {
    /// It does not say where it stands.
    LocationUnstated {
        /// Locations of which one is required.
        required: Vec<String>,
    },
    /// It stands elsewhere.
    Location {
        /// Where it stands.
        stated: String,
        /// Locations of which one is required.
        required: Vec<String>,
    },
    /// It does not state a required feature.
    Feature(String),
    /// It can be had too late.
    Availability {
        /// Months after which it can be had.
        after: Decimal,
        /// Months within which it is required.
        within: Decimal,
    },
    /// It does not state the memory of its accelerators.
    MemoryUnstated {
        /// What is required, GiB.
        required: Decimal,
    },
    /// Its accelerators have too little memory.
    Memory {
        /// What they have, GiB.
        stated: Decimal,
        /// What is required, GiB.
        required: Decimal,
    },
    /// Its site does not deliver the power of its servers.
    Power {
        /// What it delivers, kW.
        delivered: Decimal,
        /// What they need, kW.
        needed: Decimal,
        /// Whether that counts their cooling.
        cooling: Cooling,
    },
}

/// Whether the power of servers counts their cooling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cooling {
    /// It does.
    With,
    /// It does not, since nothing is said of cooling.
    Without,
}

/// Why the cost of an option does not compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotComparable {
    /// It does not serve these workloads.
    DoesNotServe(Vec<String>),
    /// It leaves so many useful hours undone, and nothing says what that costs.
    LeavesUndone(Decimal),
    /// It does not hold its headroom in so many hours, and nothing says what that costs.
    HoldsNoHeadroom(Decimal),
}

/// Why an option is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// The bounds of a quantity or the rules between keys refuse it.
    Refused(Box<Diagnostic>),
    /// Nothing of it is delivered within so many months.
    NotDeliveredWithin(u32),
    /// A rule of its figures is broken.
    Breaks(Broken),
    /// A figure of it has no value.
    NoValue(NoValue),
}

/// A rule of the figures that is broken where it is so the most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Demand outgrows a fleet and nothing serves the rest.
    DemandExceedsFleet {
        /// `own.NAME`.
        option: String,
        /// Nodes that are missing.
        nodes: Decimal,
        /// The first month of the period in which the most are.
        month: DatedMonth,
    },
    /// Interruptions, checkpoints and restarts leave no time for work.
    SpotCannotFinish {
        /// The path of the spot price.
        spot: String,
    },
}

/// A figure that has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoValue {
    /// Its name, or that of the first figure that follows from it and has one.
    pub name: Option<String>,
    /// Why.
    pub trouble: Trouble,
}

impl CannotWin {
    /// Every reason: first those for which an option may not be chosen.
    #[must_use]
    pub fn all(ineligible: Vec<Ineligible>, not_comparable: Vec<NotComparable>) -> Vec<CannotWin> {
        let ineligible = ineligible.into_iter().map(CannotWin::Ineligible);
        ineligible.chain(not_comparable.into_iter().map(CannotWin::NotComparable)).collect()
    }
}

impl Impossible {
    /// The kind of finding that it would be in a scenario that states these values.
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
    /// The kind of finding that it is.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Broken::DemandExceedsFleet { .. } => Code::DemandExceedsFleet,
            Broken::SpotCannotFinish { .. } => Code::SpotCannotFinish,
        }
    }
}

impl NoValue {
    /// The kind of finding that it is.
    #[must_use]
    pub fn code(&self) -> Code {
        match self.trouble {
            Trouble::TooLarge | Trouble::DivisionByZero => Code::TooLarge,
            Trouble::TooManyLevels => Code::TooManyLevels,
        }
    }
}

//! Sides of the decision: owning and renting.

use crate::model::OptionKind;
use serde::Serialize;

/// Side of the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// Owning.
    Own,
    /// Renting.
    Rent,
}

impl Winner {
    /// Side of an option; a hybrid counts as owned.
    #[must_use]
    pub fn of(kind: OptionKind) -> Winner {
        match kind {
            OptionKind::Own | OptionKind::Hybrid => Winner::Own,
            OptionKind::Rent => Winner::Rent,
        }
    }
}

impl Winner {
    /// Position in a pair of an owned and a rented option: the owned option is first.
    #[must_use]
    pub fn half(self) -> PairHalf {
        match self {
            Winner::Own => PairHalf::First,
            Winner::Rent => PairHalf::Second,
        }
    }
}

/// One of the two options of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PairHalf {
    /// The first.
    First,
    /// The second.
    Second,
}

impl PairHalf {
    /// The other one.
    #[must_use]
    pub fn other(self) -> PairHalf {
        match self {
            PairHalf::First => PairHalf::Second,
            PairHalf::Second => PairHalf::First,
        }
    }
}

//! The two sides of the question.

use crate::model::OptionKind;
use serde::Serialize;

/// One side of a pair.
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
    /// The side of an option: a hybrid is compared with renting, as owning is.
    #[must_use]
    pub fn of(kind: OptionKind) -> Winner {
        match kind {
            OptionKind::Own | OptionKind::Hybrid => Winner::Own,
            OptionKind::Rent => Winner::Rent,
        }
    }
}

impl Winner {
    /// Which of an owned and a rented option is of the side: the owned one is the first.
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
    /// The earlier.
    First,
    /// The later.
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

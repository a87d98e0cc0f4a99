//! Which option wins, and which yardsticks point elsewhere.

use crate::amount::{Amount, Ratio};
use crate::scenario::calendar::DatedMonth;
use serde::{Serialize, Serializer};

/// Which option wins.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The eligible and comparable option with the least present value.
    pub winner: Option<String>,
    /// Whether that is too close to call.
    pub close: bool,
    /// Difference of the two printed present values.
    pub saving: Option<Amount>,
    /// As a share of the runner-up's.
    pub saving_share: Option<Ratio>,
    /// The next one.
    pub runner_up: Option<String>,
    /// Other yardsticks that point elsewhere.
    #[serde(flatten, serialize_with = "disagreements")]
    #[cfg_attr(feature = "schema", schemars(with = "Disagreements<'static>"))]
    pub disagreements: Vec<Disagreement>,
}

/// A yardstick that points to another option than the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The option it points to.
    pub option: String,
    /// Which it is, and what it says.
    pub yardstick: Yardstick,
}

/// A yardstick beside present value, with what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Cash over the horizon.
    Total {
        /// Of the option that it points to.
        least: Amount,
        /// Of the winner.
        of_winner: Amount,
    },
    /// Levelized cost of a useful accelerator-hour.
    LevelizedCost {
        /// Of the option that it points to.
        least: Ratio,
        /// Of the winner.
        of_winner: Ratio,
    },
    /// Payback of owning against renting, in cash and without resale.
    Payback {
        /// The owned option.
        own: String,
        /// The rented option.
        rent: String,
        /// The month of it; none where owning wins and does not pay back.
        month: Option<DatedMonth>,
        /// Months compared.
        horizon_months: u32,
        /// Whether the difference of the two turns without what is sold or still worth something.
        needs_resale: bool,
    },
}

impl Disagreement {
    /// `total`, `levelized_cost` or `payback`.
    #[must_use]
    pub fn metric(&self) -> &'static str {
        match self.yardstick {
            Yardstick::Total { .. } => "total",
            Yardstick::LevelizedCost { .. } => "levelized_cost",
            Yardstick::Payback { .. } => "payback",
        }
    }
}

/// The yardsticks that point elsewhere, by name and in a sentence each.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Disagreements<'a> {
    /// Which yardsticks point to another option.
    disagreements: Vec<Metric>,
    /// What each of them says, in a sentence.
    disagreement_messages: &'a [Disagreement],
}

fn disagreements<S: Serializer>(all: &[Disagreement], serializer: S) -> Result<S::Ok, S::Error> {
    let disagreements = all.iter().map(Metric::of).collect();
    Disagreements { disagreements, disagreement_messages: all }.serialize(serializer)
}

/// A yardstick by name.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum Metric {
    /// Cash over the horizon.
    Total,
    /// Levelized cost of a useful accelerator-hour.
    LevelizedCost,
    /// Payback of owning against renting, in cash and without resale.
    Payback,
}

impl Metric {
    fn of(disagreement: &Disagreement) -> Metric {
        match disagreement.yardstick {
            Yardstick::Total { .. } => Metric::Total,
            Yardstick::LevelizedCost { .. } => Metric::LevelizedCost,
            Yardstick::Payback { .. } => Metric::Payback,
        }
    }
}

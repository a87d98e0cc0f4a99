//! The verdict, and the metrics that disagree with it.

use crate::amount::{Amount, Ratio};
use crate::model::OptionId;
use crate::scenario::calendar::DatedMonth;
use serde::{Serialize, Serializer};

/// The verdict.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Eligible and comparable option with the lowest present value of costs; null if there is none.
    pub winner: Option<OptionId>,
    /// Whether the difference to the runner-up is too small to decide.
    pub close: bool,
    /// Difference of the two printed present values; null without a runner-up.
    pub saving: Option<Amount>,
    /// `saving` as a share of the runner-up's present value; null without a runner-up.
    pub saving_share: Option<Ratio>,
    /// Eligible and comparable option with the second-lowest present value; null if there is none.
    pub runner_up: Option<OptionId>,
    /// Metrics that favour another option.
    #[serde(flatten, serialize_with = "disagreements")]
    #[cfg_attr(feature = "schema", schemars(with = "Disagreements<'static>"))]
    pub disagreements: Vec<Disagreement>,
}

impl Verdict {
    /// Winner, unless the decision is too close to call or tied.
    #[must_use]
    pub fn clear_winner(&self) -> Option<&OptionId> {
        self.winner.as_ref().filter(|_| !self.close)
    }
}

/// A metric that favours another option than the verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The option it favours.
    pub option: OptionId,
    /// The metric with its values.
    pub yardstick: Yardstick,
}

/// A metric other than present value, with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// Cash over the horizon.
    Total {
        /// Value of the option it favours.
        least: Amount,
        /// Value of the winner.
        of_winner: Amount,
    },
    /// Levelized cost per useful accelerator-hour.
    LevelizedCost {
        /// Value of the option it favours.
        least: Ratio,
        /// Value of the winner.
        of_winner: Ratio,
    },
    /// Payback of owning against renting, in cash without resale.
    Payback {
        /// The owned option.
        own: OptionId,
        /// The rented option.
        rent: OptionId,
        /// Payback month; none if owning wins without paying back.
        month: Option<DatedMonth>,
        /// Months compared.
        horizon_months: u32,
        /// Whether owning wins only with its resale or remaining value.
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

/// Metrics that disagree with the verdict, by name and as a sentence each.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Disagreements<'a> {
    /// Metrics that favour another option.
    disagreements: Vec<Metric>,
    /// Explanation of each, as a sentence.
    disagreement_messages: &'a [Disagreement],
}

fn disagreements<S: Serializer>(all: &[Disagreement], serializer: S) -> Result<S::Ok, S::Error> {
    let disagreements = all.iter().map(Metric::of).collect();
    Disagreements { disagreements, disagreement_messages: all }.serialize(serializer)
}

/// Name of a metric.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum Metric {
    /// Cash over the horizon.
    Total,
    /// Levelized cost per useful accelerator-hour.
    LevelizedCost,
    /// Payback of owning against renting, in cash without resale.
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

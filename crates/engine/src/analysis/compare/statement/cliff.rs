//! Cliffs: months with a large change in the monthly cost of an option.

use crate::amount::{Amount, Ratio};
use crate::model::{CostGroup, EventKind, PriceStepping};
use serde::Serialize;

/// A large change in the monthly cost of an option. Only monthly payments count, not one-time payments.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cliff {
    /// First month at the new amount.
    pub month: u32,
    /// Amount per month before.
    pub from: Amount,
    /// Amount per month from then on.
    pub to: Amount,
    /// Lines that explain at least a tenth of the change, largest change first.
    pub lines: Vec<CliffLine>,
    /// Causes of the change.
    pub causes: Vec<CliffCause>,
}

/// A line of a cliff.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CliffLine {
    /// Name of the line.
    pub name: String,
    /// Kind of cost.
    pub group: CostGroup,
    /// Its amount per month before.
    pub from: Amount,
    /// Its amount per month from then on.
    pub to: Amount,
}

/// Cause of a cliff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum CliffCause {
    /// The demand on the option changes.
    Demand {
        /// Change of its useful hours as a share of those before; null if nothing was demanded before.
        change: Option<Ratio>,
    },
    /// The price of a line changes by its rate.
    Price {
        /// Name of the line.
        line: String,
        /// Step length.
        every: PriceStepping,
        /// Change per step.
        change: Ratio,
        /// Share of today's price that remains after the last step; null if it is at least a tenth.
        left: Option<Ratio>,
    },
    /// The exchange rate of a currency of a line changes by its rate, on an anniversary of the decision.
    ExchangeRate {
        /// Code of the currency.
        currency: &'static str,
        /// Change per step.
        change: Ratio,
    },
    /// An event.
    #[serde(untagged)]
    Event(EventKind),
}

impl Cliff {
    /// Change as a share of the amount before; none if that is zero.
    #[must_use]
    pub fn change(&self) -> Option<Ratio> {
        (*self.to - *self.from).checked_div(*self.from).map(Ratio::rounded)
    }

    /// Whether all its causes are paths of demand or prices, not dates.
    #[must_use]
    pub fn is_on_a_path(&self) -> bool {
        let is_path = |cause: &CliffCause| match cause {
            CliffCause::Demand { .. }
            | CliffCause::Price { .. }
            | CliffCause::ExchangeRate { .. }
            | CliffCause::Event(EventKind::NextPrice) => true,
            CliffCause::Event(_) => false,
        };
        !self.causes.is_empty() && self.causes.iter().all(is_path)
    }
}

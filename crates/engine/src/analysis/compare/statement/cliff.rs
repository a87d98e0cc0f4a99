//! Cliffs: months in which what an option costs a month changes by much.

use crate::amount::{Amount, Ratio};
use crate::model::{CostGroup, EventKind, PriceStepping};
use serde::Serialize;

/// A month from which on an option costs another amount a month. Only what is paid month by month counts, not what is paid
/// once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cliff {
    /// The first month at the new amount.
    pub month: u32,
    /// The amount a month before.
    pub from: Amount,
    /// The amount a month from then on.
    pub to: Amount,
    /// The lines that change by a tenth of that or more, the largest change first.
    pub lines: Vec<CliffLine>,
    /// Why: what the scenario says of that month.
    pub causes: Vec<CliffCause>,
}

/// A line at a cliff.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CliffLine {
    /// Its name.
    pub name: String,
    /// What kind of cost it is.
    pub group: CostGroup,
    /// Its amount a month before.
    pub from: Amount,
    /// Its amount a month from then on.
    pub to: Amount,
}

/// Why there is a cliff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "cause", rename_all = "snake_case")]
pub enum CliffCause {
    /// More or less work is demanded of the option.
    Demand {
        /// The change of its useful hours as a share of those before; none where nothing was demanded before.
        change: Option<Ratio>,
    },
    /// The price of a line steps by its rate.
    Price {
        /// The line.
        line: String,
        /// How often it steps.
        every: PriceStepping,
        /// The change of a step.
        change: Ratio,
        /// What is left of today's price after the last step, where that is less than a tenth.
        left: Option<Ratio>,
    },
    /// The exchange rate of a currency in which a line is quoted steps by its rate, on an anniversary of the decision.
    ExchangeRate {
        /// The currency.
        currency: &'static str,
        /// The change of a step.
        change: Ratio,
    },
    /// Something begins or ends.
    #[serde(untagged)]
    Event(EventKind),
}

impl Cliff {
    /// The change as a share of the amount before; none where that is nothing.
    #[must_use]
    pub fn change(&self) -> Option<Ratio> {
        (*self.to - *self.from).checked_div(*self.from).map(Ratio::rounded)
    }

    /// Whether it comes of a path that the author wrote, of demand or of prices, and not of a date.
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

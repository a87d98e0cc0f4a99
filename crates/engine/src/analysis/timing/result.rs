//! Results of timing a purchase.

use super::outlook::Outlook;
use crate::amount::{Amount, Ratio};
use crate::analysis::UnknownOption;
use crate::analysis::header::Header;
use crate::model::{CostGroup, OptionId};
use crate::variation::{CannotWin, Impossible, PrintedLine};
use serde::Serialize;

/// When to order the servers of an owned option: now, later or never.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timing {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// `own.NAME`: the option whose purchases are moved.
    pub option: OptionId,
    /// Month in which the scenario orders first; 0 is the decision.
    pub stated_month: u32,
    /// Months from an order to its delivery.
    pub lead_time_months: u32,
    /// Option that is ordered instead where it costs less; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successor: Option<Successor>,
    /// Months between two rows of `months`.
    pub every: u32,
    /// The choice, and its margin.
    #[serde(flatten)]
    pub choice: TimingChoice,
    /// Month of ordering with the lowest present value among those that can be chosen, the earliest if several are
    /// equal; null if there is none.
    pub best_month: Option<u32>,
    /// The best rented option, which is the alternative of never ordering; null if none can be chosen.
    pub never: Option<Never>,
    /// Every month of ordering, in order.
    pub months: Vec<OrderMonth>,
    /// Causes of the differences between the best month and the alternatives.
    pub reasons: Vec<Reason>,
    /// Expected costs with rental prices that walk; absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outlook: Option<Outlook>,
}

/// An option that is ordered instead of another one where it costs less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Successor {
    /// `own.NAME`.
    pub option: OptionId,
    /// First month in which it can be ordered: that of its first purchase in the scenario.
    pub first_month: u32,
    /// Months from an order to its delivery.
    pub lead_time_months: u32,
}

/// The cheapest of ordering now, ordering later and never ordering, and its margin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimingChoice {
    /// The choice; null if nothing can be chosen.
    pub choice: Option<When>,
    /// The second-cheapest of the three; null if there is none. Ordering later counts only with a month that costs less than
    /// the row before, or that follows a month that can't be chosen: a month usually costs about as much as the next.
    pub runner_up: Option<When>,
    /// Present value of the runner-up less that of the choice; null without a runner-up.
    pub saving: Option<Amount>,
    /// `saving` as a share of the runner-up's present value; null without a runner-up.
    pub saving_share: Option<Ratio>,
    /// Whether the saving is too small to decide.
    pub close: bool,
}

/// When to order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// In month 0.
    Now,
    /// In a later month.
    Wait,
    /// Never: rent.
    Never,
}

/// The alternative of never ordering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Never {
    /// `rent.NAME`: the rented option with the lowest present value among those that can be chosen.
    pub option: OptionId,
    /// Its present value.
    pub present_value: Amount,
    /// Its lines.
    #[serde(skip)]
    pub lines: Vec<PrintedLine>,
}

/// The option with its first order in one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderMonth {
    /// Month of the first order; 0 is the decision.
    pub month: u32,
    /// `own.NAME`: the option that is ordered.
    pub option: OptionId,
    /// First month in which the ordered servers serve.
    pub first_month_of_service: u32,
    /// `rent.NAME`: the rented option that serves until the delivery, the cheapest that can be chosen; null if the
    /// scenario decides it.
    pub until_delivery: Option<OptionId>,
    /// Reason why the option is not possible, as a sentence; null if it is.
    pub impossible_because: Option<Impossible>,
    /// Reasons why it cannot be chosen, one sentence each; empty if it can, or if it is not possible.
    pub cannot_win_because: Vec<CannotWin>,
    /// Cash over the horizon; null if not possible.
    pub total: Option<Amount>,
    /// Present value of its cash; null if not possible.
    pub present_value: Option<Amount>,
    /// Present value less that of ordering in month 0; null if one of them can't be chosen.
    pub against_now: Option<Amount>,
    /// Present value less that of the row before: the cost of waiting, a saving if negative; null in the first row, or
    /// if one of them can't be chosen.
    pub against_before: Option<Amount>,
    /// Its lines; empty if not possible.
    #[serde(skip)]
    pub lines: Vec<PrintedLine>,
}

impl OrderMonth {
    /// Whether it is possible and can be chosen.
    #[must_use]
    pub fn can_win(&self) -> bool {
        self.present_value.is_some() && self.cannot_win_because.is_empty()
    }
}

/// Difference between the best month and an alternative, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The alternative. The other month is month 0, or if that is the best, the cheapest later month that costs less than the row
    /// before; without one, the next that can be chosen.
    pub against: Alternative,
    /// Present value of the best month less that of the alternative: the sum of its lines.
    pub difference: Amount,
    /// Lines that differ.
    pub lines: Vec<LineDifference>,
}

/// Ordering in a month, or never.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Alternative {
    /// An order.
    Order {
        /// Its month; 0 is the decision.
        month: u32,
    },
    /// Never ordering.
    Never {
        /// `rent.NAME`.
        option: OptionId,
    },
}

/// Difference of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineDifference {
    /// Group of the line.
    pub group: CostGroup,
    /// Name of the line.
    pub name: String,
    /// Whether it is the resale value of assets already owned.
    #[serde(skip)]
    pub is_already_owned: bool,
    /// Present value in the best month; null if it has no such line.
    pub best: Option<Amount>,
    /// Present value of the alternative; null if it has no such line.
    pub other: Option<Amount>,
    /// `best` less `other`; null counts as 0.
    pub difference: Amount,
}

/// Reason why there is nothing to time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimingError {
    /// No option has the name.
    Unknown(UnknownOption),
    /// The option is not an owned one.
    NotOwned {
        /// `rent.NAME` or `hybrid.NAME`.
        option: OptionId,
        /// Owned options.
        owned: Vec<OptionId>,
    },
    /// The program sizes the fleet year by year.
    Sized {
        /// `own.NAME`.
        option: OptionId,
    },
    /// All servers are already owned.
    OwnedAlready {
        /// `own.NAME`.
        option: OptionId,
    },
    /// The second month to evaluate is beyond the last in which an order is delivered.
    Sparse {
        /// Months between two rows.
        every: u32,
        /// Last month with a delivery within the horizon.
        last: u32,
    },
    /// The successor is the option itself.
    OwnSuccessor {
        /// `own.NAME`.
        option: OptionId,
    },
    /// Draws or a seed are requested, and no rental price walks.
    NoWalk,
    /// Too many draws to keep.
    TooManyDraws {
        /// Requested draws.
        draws: usize,
        /// Most that are kept.
        most: usize,
    },
    /// Too many months and rented options to evaluate.
    TooMany {
        /// Scenarios to evaluate.
        evaluations: usize,
        /// Most that are evaluated.
        most: usize,
    },
}

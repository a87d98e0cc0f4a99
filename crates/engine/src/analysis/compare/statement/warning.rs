//! Caveats of a comparison, as values.

use super::Reversal;
use crate::amount::Amount;
use crate::diagnostic::Place;
use crate::model::OptionId;
use crate::scenario::calendar::{DatedMonth, FiscalYear};
use rust_decimal::Decimal;

/// A caveat of a comparison, with the place in the scenario to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Path of its subject.
    pub path: String,
    /// Position in the file; none if the value was assumed.
    pub place: Option<Place>,
    /// Kind of the caveat.
    pub concern: Concern,
}

/// Kind of a caveat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concern {
    /// Owning falls behind again after its payback.
    PaybackReversals {
        /// The owned option.
        own: OptionId,
        /// The rented option.
        rent: OptionId,
        /// Payback month.
        month: DatedMonth,
        /// The reversal.
        reversal: Reversal,
    },
    /// The resale of an option is a book value, not a market price.
    BookResale {
        /// The option.
        option: OptionId,
        /// Unexpired book value in its resale.
        book: Amount,
        /// That as a share of its purchases.
        share: Decimal,
        /// The month of the resale.
        month: DatedMonth,
        /// Present value of the amount, to the minor unit.
        at_stake: Decimal,
        /// How to fix it.
        remedy: BookRemedy,
    },
    /// The cost of an option or a workload exceeds its budget.
    OverBudget {
        /// The budget.
        whose: BudgetOf,
        /// The cost.
        total: Amount,
        /// The excess over the budget.
        over: Amount,
    },
    /// A job needs more accelerators than a fleet has in service, or than firm work leaves idle, so it does not run
    /// there.
    JobLargerThanFleet {
        /// Workload of the job.
        workload: String,
        /// Accelerators per job.
        size: Decimal,
        /// The owned option.
        option: OptionId,
        /// Accelerators of its fleet, in the last month in which there are too few.
        fleet: Decimal,
        /// The months with too few.
        months: ShortMonths,
        /// Where the work goes instead.
        instead: Instead,
    },
}

/// Months in which a fleet has no capacity for a job, among those with both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortMonths {
    /// All months.
    All,
    /// Up to this month.
    Until(DatedMonth),
    /// Some months.
    Some,
}

/// How to replace a book value by a market price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookRemedy {
    /// Give `market_values` of the servers.
    MarketValues,
    /// Give a resale value of zero for other assets, as the servers already have market values.
    Nothing,
}

/// The budget that is exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BudgetOf {
    /// The scenario's budget, by an option.
    Scenario {
        /// The option.
        option: OptionId,
        /// The part of its cash that is limited.
        spending: Spending,
        /// Value of its already owned assets, which counts as paid in its total but is not spent. None if it is not in
        /// the limited part.
        owned: Option<Amount>,
    },
    /// The budget of a workload, with an option.
    Workload {
        /// The workload.
        workload: String,
        /// The option.
        option: OptionId,
    },
}

impl BudgetOf {
    /// The option that exceeds the budget.
    #[must_use]
    pub fn option(&self) -> &OptionId {
        match self {
            BudgetOf::Scenario { option, .. } | BudgetOf::Workload { option, .. } => option,
        }
    }
}

/// Part of an option's cash that a budget limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spending {
    /// All cash over the horizon.
    Everything,
    /// The year with the highest cash.
    Year(BudgetYear),
    /// Purchases.
    Capital,
    /// Running costs, rent and leases.
    Operating,
}

/// A year limited by a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetYear {
    /// A contract year by its number, from 1.
    Contract(u32),
    /// A fiscal year.
    Fiscal(FiscalYear),
}

impl BudgetYear {
    /// Whether it is the first year, which includes payments at the decision.
    #[must_use]
    pub fn is_first(self) -> bool {
        match self {
            BudgetYear::Contract(year) => year == 1,
            BudgetYear::Fiscal(year) => year.first == 1,
        }
    }
}

impl Spending {
    /// Whether it includes purchases.
    #[must_use]
    pub fn has_what_is_bought(self) -> bool {
        match self {
            Spending::Everything | Spending::Capital => true,
            Spending::Year(year) => year.is_first(),
            Spending::Operating => false,
        }
    }
}

/// Destination of work that an owned option does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Not specified.
    Nothing,
    /// It waits and stays unserved.
    Unserved,
    /// A rented option with this name.
    Rented(String),
}

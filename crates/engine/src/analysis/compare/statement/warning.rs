//! What a reader of a comparison should know beside its figures, as values.

use super::Reversal;
use crate::amount::Amount;
use crate::diagnostic::Place;
use crate::scenario::calendar::{DatedMonth, FiscalYear};
use rust_decimal::Decimal;

/// What a reader should know beside the figures, and where in the scenario it could be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The path of what it is about.
    pub path: String,
    /// Where that was written; nowhere if it was assumed.
    pub place: Option<Place>,
    /// What it is.
    pub concern: Concern,
}

/// What there is to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concern {
    /// Owning falls behind again after it has paid back.
    PaybackTurns {
        /// The owned option.
        own: String,
        /// The rented option.
        rent: String,
        /// The month in which owning has paid back.
        month: DatedMonth,
        /// How long it is behind after that.
        reversal: Reversal,
    },
    /// The resale of an option is what its books say and not what somebody pays.
    BookResale {
        /// The option.
        option: String,
        /// How much of its resale is unexpired book value.
        book: Amount,
        /// That as a share of what was bought.
        share: Decimal,
        /// The month of the resale.
        month: DatedMonth,
        /// What the amount is worth today, to the minor unit.
        at_stake: Decimal,
        /// What would mend it.
        remedy: BookRemedy,
    },
    /// An option costs more than the budget, or a workload more than its own.
    OverBudget {
        /// Whose budget it is.
        whose: BudgetOf,
        /// What is spent.
        total: Amount,
        /// By how much that is above the budget.
        over: Amount,
    },
    /// A job needs more accelerators than a fleet has in service, or than firm work leaves of it, and does not run on it.
    JobLargerThanFleet {
        /// The workload that the job is of.
        workload: String,
        /// Accelerators that it takes.
        size: Decimal,
        /// The owned option.
        option: String,
        /// Accelerators that its fleet has, in the last of the months in which they are too few.
        fleet: Decimal,
        /// Which months these are.
        months: ShortMonths,
        /// What becomes of the work.
        instead: Instead,
    },
}

/// In which of the months in which a fleet and a job are there the fleet has no room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortMonths {
    /// In all of them.
    All,
    /// Until this month.
    Until(DatedMonth),
    /// In some of them.
    Some,
}

/// What turns a book value into a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookRemedy {
    /// To state what servers are sold for at an age.
    MarketValues,
    /// To state that nobody buys what stands around the servers, whose prices are stated.
    Nothing,
}

/// Whose budget is exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BudgetOf {
    /// That of the scenario, by an option.
    Scenario {
        /// The option.
        option: String,
        /// What of its cash is limited.
        spending: Spending,
        /// What it has that is owned already is worth this, which counts as paid for in its total and is not spent. None where it
        /// would not be part of what is limited.
        owned: Option<Amount>,
    },
    /// That of a workload, with an option.
    Workload {
        /// The workload.
        workload: String,
        /// The option.
        option: String,
    },
}

/// What of an option's cash a budget limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spending {
    /// All of it, over the whole horizon.
    Everything,
    /// That of this year, in which it is most.
    Year(BudgetYear),
    /// What is bought.
    Capital,
    /// Running costs, rent and leases.
    Operating,
}

/// A year that a budget limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetYear {
    /// A contract year by its number, from 1 on.
    Contract(u32),
    /// A fiscal year.
    Fiscal(FiscalYear),
}

impl BudgetYear {
    /// Whether it is the first, to which belongs what is paid at the decision.
    #[must_use]
    pub fn is_first(self) -> bool {
        match self {
            BudgetYear::Contract(year) => year == 1,
            BudgetYear::Fiscal(year) => year.first == 1,
        }
    }
}

impl Spending {
    /// Whether what is bought is part of it.
    #[must_use]
    pub fn has_what_is_bought(self) -> bool {
        match self {
            Spending::Everything | Spending::Capital => true,
            Spending::Year(year) => year.is_first(),
            Spending::Operating => false,
        }
    }
}

/// What becomes of work that an owned option does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Nothing is named to run it.
    Nothing,
    /// It waits, and is not done.
    Undone,
    /// A rented option of this name runs it.
    Rented(String),
}

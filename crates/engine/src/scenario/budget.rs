//! Budgets: over the horizon, per year, for purchases and for operating costs.

use super::document::{Located, ScalarOr};
use super::quantities::Amount;
use language::declaration::KeyRole;
use language::part;

part! {
    /// Budgets, nominal.
    pub struct Budget {
        /// Total over the whole horizon, net of resale; after tax if there is a `tax`.
        total: Option<Located<Amount>>, role(KeyRole::Threshold), display_name("total budget");
        /// Maximum for any one year, net of resale; payments at the decision count in the first year. A year is a fiscal year if
        /// `fiscal_year_starts` is set, otherwise a contract year. After tax if there is a `tax`.
        per_year: Option<Located<Amount>>, aliases(&["annual", "yearly"]), role(KeyRole::Threshold), display_name("annual budget");
        /// Purchases, before resale and before tax.
        capital: Option<Located<Amount>>, aliases(&["capex"]), role(KeyRole::Threshold), display_name("capital budget");
        /// All other costs, before tax: running costs, rent, leases, one-time payments.
        operating: Option<Located<Amount>>, aliases(&["opex"]), role(KeyRole::Threshold), display_name("operating budget");
    }
}

/// Part of an option's cash that a budget limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetScope {
    /// All cash over the whole horizon.
    Horizon,
    /// Cash of any one year, a fiscal year if `fiscal_year_starts` is set; payments at the decision count in the first year.
    Year,
    /// Purchases.
    Capital,
    /// All cash except purchases, resale, tax, and the cost of unserved demand.
    Operating,
}

/// Each given budget with its scope.
pub fn budgets(budget: &ScalarOr<Located<Amount>, Budget>) -> impl Iterator<Item = (BudgetScope, &Located<Amount>)> {
    let amounts = match budget {
        ScalarOr::Scalar(total) => [Some(total), None, None, None],
        ScalarOr::Part(part) => {
            [part.total.as_ref(), part.per_year.as_ref(), part.capital.as_ref(), part.operating.as_ref()]
        }
    };
    let scopes = [BudgetScope::Horizon, BudgetScope::Year, BudgetScope::Capital, BudgetScope::Operating];
    scopes.into_iter().zip(amounts).filter_map(|(scope, amount)| Some((scope, amount?)))
}

/// Budget for the whole horizon, if given.
#[must_use]
pub fn of_horizon(budget: &ScalarOr<Located<Amount>, Budget>) -> Option<&Located<Amount>> {
    budgets(budget).find(|(scope, _)| *scope == BudgetScope::Horizon).map(|(_, amount)| amount)
}

//! What may be spent: over the horizon, in a year, on what is bought, and on everything else.

use super::document::{Given, ScalarOr};
use super::quantities::Amount;
use language::declaration::KeyRole;
use language::part;

part! {
    /// What may be spent, nominal.
    pub struct Budget {
        /// What may be spent over the whole horizon, resale taken off; after tax where there is a tax.
        total: Option<Given<Amount>>, role(KeyRole::Judges), called("budget over the horizon");
        /// What may be spent in any one year, resale taken off; what is paid at the decision belongs to the first. A year is a fiscal
        /// year where `fiscal_year_starts` says when these begin, else a contract year. After tax where there is a tax.
        per_year: Option<Given<Amount>>, also(&["annual", "yearly"]), role(KeyRole::Judges), called("budget of a year");
        /// What may be spent on what is bought, before resale and before tax.
        capital: Option<Given<Amount>>, also(&["capex"]), role(KeyRole::Judges), called("budget for what is bought");
        /// What may be spent on all else, before tax: running costs, rent, leases, what is paid once.
        operating: Option<Given<Amount>>, also(&["opex"]), role(KeyRole::Judges), called("budget for running costs and rent");
    }
}

/// What of the cash of an option a budget limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetScope {
    /// All of it, over the whole horizon.
    Horizon,
    /// That of any one year, fiscal where the scenario says when these begin; what is paid at the decision belongs to the first.
    Year,
    /// Purchases.
    Capital,
    /// All but purchases, resale, tax, and the cost of work that is not done.
    Operating,
}

/// Each budget that is stated, with what it limits.
pub fn stated(budget: &ScalarOr<Given<Amount>, Budget>) -> impl Iterator<Item = (BudgetScope, &Given<Amount>)> {
    let amounts = match budget {
        ScalarOr::Scalar(total) => [Some(total), None, None, None],
        ScalarOr::Part(part) => {
            [part.total.as_ref(), part.per_year.as_ref(), part.capital.as_ref(), part.operating.as_ref()]
        }
    };
    let scopes = [BudgetScope::Horizon, BudgetScope::Year, BudgetScope::Capital, BudgetScope::Operating];
    scopes.into_iter().zip(amounts).filter_map(|(scope, amount)| Some((scope, amount?)))
}

/// What may be spent over the whole horizon, if that is stated.
#[must_use]
pub fn of_horizon(budget: &ScalarOr<Given<Amount>, Budget>) -> Option<&Given<Amount>> {
    stated(budget).find(|(scope, _)| *scope == BudgetScope::Horizon).map(|(_, amount)| amount)
}

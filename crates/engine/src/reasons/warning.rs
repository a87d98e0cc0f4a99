//! Warnings of a comparison, at the places where they can be fixed.

use crate::analysis::Answer;
use crate::analysis::statement::{
    BookRemedy, BudgetOf, BudgetYear, Concern, Instead, Reversal, ReversalCause, ShortMonths, Spending, Warning,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::number;
use rust_decimal::Decimal;

impl Answer {
    /// All warnings of a comparison: those from reading the scenario, and those about the result.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let said = self.comparison.warnings.iter().map(warning);
        self.loaded.warnings.iter().cloned().chain(said).collect()
    }
}

/// A warning as a finding.
#[must_use]
pub fn warning(warning: &Warning) -> Diagnostic {
    let at = |code, message: String| Diagnostic::new(code, warning.path.clone(), warning.place, message);
    match &warning.concern {
        Concern::PaybackReversals { own, rent, month, reversal } => {
            let (behind, why) = (falls_behind(reversal), turned(reversal.cause));
            let message = format!("{own} pays back against {rent} in {month}, then falls behind again {behind}: {why}");
            at(Code::PaybackReversals, message).label("`--by month` shows when")
        }
        Concern::BookResale { option, book, share, month, at_stake, remedy } => {
            let message = format!(
                "{} of the resale value of {option} at {month} is unexpired book value ({} of the purchases), not a market \
                 price",
                book.grouped(),
                number::percent(*share, 0)
            );
            let label = match remedy {
                BookRemedy::MarketValues => "add `market_values` to use market prices",
                BookRemedy::Nothing => "write `value_at_horizon: none` if it has no resale value",
            };
            at(Code::BookResale, message).label(label).at_stake(*at_stake)
        }
        Concern::OverBudget { whose, total, over } => {
            let (total, over) = (total.grouped(), over.grouped());
            let message = match whose {
                BudgetOf::Scenario { option, spending, .. } => match spending {
                    Spending::Everything => format!("{option} costs {total}, {over} above the budget"),
                    Spending::Year(year) => {
                        let year = match year {
                            BudgetYear::Contract(year) => format!("year {year}"),
                            BudgetYear::Fiscal(year) => format!("fiscal year {year}"),
                        };
                        format!("{option} costs {total} in {year}, {over} above the yearly budget")
                    }
                    Spending::Capital => {
                        format!("{option} has purchases of {total}, {over} above the capital budget")
                    }
                    Spending::Operating => {
                        format!("{option} spends {total} on running costs and rent, {over} above the operating budget")
                    }
                },
                BudgetOf::Workload { workload, option } => {
                    format!("{workload} costs {total} with {option}, {over} above its budget")
                }
            };
            let limits = match whose {
                BudgetOf::Scenario { spending: Spending::Year(BudgetYear::Contract(_)), .. } => {
                    "in any one year, nominal; payments at the decision belong to the first"
                }
                BudgetOf::Scenario { spending: Spending::Year(BudgetYear::Fiscal(_)), .. } => {
                    "in any one fiscal year, nominal; payments at the decision belong to the first"
                }
                BudgetOf::Scenario { spending: Spending::Capital, .. } => {
                    "over the whole horizon, nominal, before resale"
                }
                BudgetOf::Scenario { spending: Spending::Everything | Spending::Operating, .. }
                | BudgetOf::Workload { .. } => "over the whole horizon, nominal",
            };
            let owned = match whose {
                BudgetOf::Scenario { owned: Some(owned), .. } => {
                    format!("; existing assets, {}, are not included", owned.grouped())
                }
                BudgetOf::Scenario { owned: None, .. } | BudgetOf::Workload { .. } => String::new(),
            };
            at(Code::OverBudget, message).label(format!("{limits}{owned}"))
        }
        Concern::JobLargerThanFleet { workload, size, option, fleet, months, instead: runs } => {
            let has = if size > fleet { "" } else { ", which firm work never leaves free" };
            let [size, fleet] = [size, fleet].map(|accelerators: &Decimal| number::readable(*accelerators, 6));
            let (months, then) = match months {
                ShortMonths::All => (String::new(), ""),
                ShortMonths::Until(month) => (format!(" until {month}"), " until then"),
                ShortMonths::Some => (" in some months".to_owned(), " then"),
            };
            let message = format!(
                "a job of {workload} needs {size} accelerators{has}, and {option} has {fleet}{months}; {}",
                instead(runs, then)
            );
            at(Code::JobLargerThanFleet, message)
                .label("add `elastic: true` if it can run longer on fewer, use a smaller job, or add nodes")
        }
    }
}

/// What happens to work that a fleet cannot run, permanently or for a time.
fn instead(runs: &Instead, then: &str) -> String {
    match runs {
        Instead::Nothing => "no option is named to run it".to_owned(),
        Instead::Unserved => format!("its work is not served{then}"),
        Instead::Rented(option) => format!("its work goes to rent.{option}{then}"),
    }
}

/// Reason why owning falls behind again.
fn turned(cause: ReversalCause) -> &'static str {
    match cause {
        ReversalCause::Purchase => "servers or other assets are replaced or bought",
        ReversalCause::Loan => "its loan is repaid",
        ReversalCause::RunningCosts => "its running costs exceed the rent",
    }
}

/// How long owning is behind again after payback: `for 4 months, until month 28`, `2 times, for 7 months in total, until month
/// 41`, `for 12 months, to the end`.
#[must_use]
pub fn falls_behind(Reversal { months, times, until, cause: _ }: &Reversal) -> String {
    let months = number::counted(*months, "month");
    let long = if *times > 1 { format!("{times} times, for {months} in total") } else { format!("for {months}") };
    match until {
        Some(month) => format!("{long}, until {month}"),
        None => format!("{long}, to the end"),
    }
}

//! What a reader of a comparison should know beside its figures, said at the place where it could be mended.

use crate::analysis::Answer;
use crate::analysis::statement::{
    BookRemedy, BudgetOf, BudgetYear, Concern, Instead, Reversal, ShortMonths, Spending, TurnCause, Warning,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::number;
use rust_decimal::Decimal;

impl Answer {
    /// Every warning of a comparison: what was found when the scenario was read, and what is said beside the figures.
    #[must_use]
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let said = self.comparison.warnings.iter().map(warning);
        self.loaded.warnings.iter().cloned().chain(said).collect()
    }
}

/// What there is to know, as a finding.
#[must_use]
pub fn warning(warning: &Warning) -> Diagnostic {
    let at = |code, message: String| Diagnostic::new(code, warning.path.clone(), warning.place, message);
    match &warning.concern {
        Concern::PaybackTurns { own, rent, month, reversal } => {
            let (behind, why) = (falls_behind(reversal), turned(reversal.cause));
            let message =
                format!("{own} pays back against {rent} in {month} and then costs more again {behind}: {why}");
            at(Code::PaybackTurns, message).label("`--by month` shows when")
        }
        Concern::BookResale { option, book, share, month, at_stake, remedy } => {
            let message = format!(
                "{} of the resale of {option} at {month} is unexpired book value ({} of what was bought), not a market \
                 price",
                book.grouped(),
                number::percent(*share, 0)
            );
            let label = match remedy {
                BookRemedy::MarketValues => "state `market_values` to use prices",
                BookRemedy::Nothing => "write `value_at_horizon: none` for what nobody buys",
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
                        format!("{option} costs {total} in {year}, {over} above the budget of a year")
                    }
                    Spending::Capital => {
                        format!("{option} buys for {total}, {over} above the budget for what is bought")
                    }
                    Spending::Operating => {
                        format!("{option} spends {total} on running costs and rent, {over} above the budget for them")
                    }
                },
                BudgetOf::Workload { workload, option } => {
                    format!("{workload} costs {total} with {option}, {over} above its budget")
                }
            };
            let limits = match whose {
                BudgetOf::Scenario { spending: Spending::Year(BudgetYear::Contract(_)), .. } => {
                    "for any one year, nominal; what is paid at the decision belongs to the first"
                }
                BudgetOf::Scenario { spending: Spending::Year(BudgetYear::Fiscal(_)), .. } => {
                    "for any one fiscal year, nominal; what is paid at the decision belongs to the first"
                }
                BudgetOf::Scenario { spending: Spending::Capital, .. } => {
                    "for the whole horizon, nominal, before resale"
                }
                BudgetOf::Scenario { spending: Spending::Everything | Spending::Operating, .. }
                | BudgetOf::Workload { .. } => "for the whole horizon, nominal",
            };
            let owned = match whose {
                BudgetOf::Scenario { owned: Some(owned), .. } => {
                    format!("; what is owned already, {}, is not spent", owned.grouped())
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
                "a job of {workload} takes {size} accelerators{has}, and {option} has {fleet}{months}; {}",
                instead(runs, then)
            );
            at(Code::JobLargerThanFleet, message)
                .label("`elastic: true` if it runs on fewer for longer; a smaller job, or more nodes")
        }
    }
}

/// What becomes of work that a fleet does not run, for good or for a time.
fn instead(runs: &Instead, then: &str) -> String {
    match runs {
        Instead::Nothing => "nothing is named to run it".to_owned(),
        Instead::Undone => format!("its work is not done{then}"),
        Instead::Rented(option) => format!("its work goes to rent.{option}{then}"),
    }
}

/// What makes owning fall behind again.
fn turned(cause: TurnCause) -> &'static str {
    match cause {
        TurnCause::Purchase => "something is replaced or bought",
        TurnCause::Loan => "its loan is paid back",
        TurnCause::RunningCosts => "running it costs more than renting",
    }
}

/// How long owning is behind again after it has paid back: `for 4 months, until month 28`,
/// `2 times, for 7 months in all, until month 41`, `for 12 months, to the end`.
#[must_use]
pub fn falls_behind(Reversal { months, times, until, cause: _ }: &Reversal) -> String {
    let months = number::counted(*months, "month");
    let long = if *times > 1 { format!("{times} times, for {months} in all") } else { format!("for {months}") };
    match until {
        Some(month) => format!("{long}, until {month}"),
        None => format!("{long}, to the end"),
    }
}

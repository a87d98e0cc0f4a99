//! Analyses of a model, one module per question. They add, compare and solve figures, never compute prices, and return
//! values; sentences are written in `reasons` and in the reports.

pub mod backtest;
pub mod cases;
pub mod cash_plan;
mod compare;
pub mod difference;
mod effort;
pub mod flip;
pub mod groups;
mod header;
mod line_and_column;
pub mod plan;
pub mod portfolio;
pub mod rate;
mod rented;
pub mod sensitivity;
pub mod simulate;
pub mod sweep;
pub mod timing;
mod winner;

pub use compare::{
    Answer, BudgetedResult, Cashflow, Depth, FirmLoad, MAINTENANCE, NoAnswer, PairQuery, Payback, TooVaried,
    UnknownOption, answer, answer_to, settled, statement, usual_costs, usual_costs_of_line, value_at,
};
pub use effort::BudgetMultiple;
pub(crate) use effort::NUMBERS_FOR_A_VALUE;
pub use header::header;
pub use rented::{NoHourlyPrice, rented};

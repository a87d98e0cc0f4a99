//! Comparison of options: cost, winner, and the conditions under which it wins.

pub(super) mod answer;
mod assumed;
mod at_demand;
mod beyond_capacity;
pub(super) mod break_even;
mod cashflow;
mod chart_data;
mod cliffs;
pub(super) mod comparison;
mod context;
mod horizon;
mod left_out;
mod on_request;
mod option;
mod pair;
mod same_side;
pub mod statement;
mod too_varied;
mod verdict;
mod view;
mod warnings;
mod work;

pub use answer::{Answer, Depth, NoAnswer};
pub use at_demand::value_at;
pub use cashflow::{Cashflow, Payback};
pub use chart_data::FirmLoad;
pub use comparison::{answer, answer_to};
pub use left_out::{MAINTENANCE, usual_costs, usual_costs_of_line};
pub use on_request::{BudgetedResult, PairQuery};
pub use same_side::UnknownOption;
pub use too_varied::TooVaried;
pub use view::settled;

//! What a model says: the statement, the verdict, the break-even. Adds, compares and solves; never multiplies a price.

mod break_even;
mod cashflow;
mod compare;
pub mod difference;
pub mod flip;
mod horizon;
mod left_out;
mod option;
pub mod plan;
pub mod sensitivity;
pub mod simulate;
pub mod statement;
pub mod sweep;
mod too_varied;
mod verdict;
mod view;
mod warnings;
mod work;

pub use break_even::value_at;
pub use cashflow::Cashflow;
pub use compare::{Answer, Depth, NoAnswer, answer, answer_to, header};
pub use left_out::usual_costs;
pub use too_varied::TooVaried;
pub use view::{settled, view};

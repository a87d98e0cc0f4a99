//! What a model says: the statement, the verdict, the break-even. Adds, compares and solves; never multiplies a price.

mod break_even;
mod cashflow;
mod compare;
mod evaluated;
mod explain;
mod explanation;
mod horizon;
mod inputs;
mod left_out;
mod option;
mod requirements;
pub mod statement;
mod unanswered;
mod verdict;
mod view;
mod warnings;
mod work;

pub use break_even::value_at;
pub use compare::{Answer, answer};
pub use evaluated::Evaluated;
pub use explain::{Explained, Sums, Topic};
pub use explanation::{Explanation, Leaf, Payment, Step, StepValue};
pub use view::view;

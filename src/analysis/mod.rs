//! What a model says: the statement, the verdict, the break-even. Adds, compares and solves; never multiplies a price.

mod break_even;
mod cashflow;
mod comparable;
mod compare;
mod decision;
pub mod difference;
mod evaluated;
mod explain;
mod explanation;
pub mod flip;
mod horizon;
mod inputs;
mod left_out;
mod option;
pub mod plan;
mod requirements;
pub mod sensitivity;
mod sides;
pub mod simulate;
pub mod statement;
pub mod sweep;
mod unanswered;
mod verdict;
mod view;
mod warnings;
mod work;

pub use break_even::value_at;
pub use compare::{Answer, Depth, answer, answer_to, header};
pub use decision::{Decision, Impossible, Standing, Worth, decide, decide_over, decide_with, present_values};
pub use evaluated::Evaluated;
pub use explain::{Explained, Sums, Topic};
pub use explanation::{Explanation, Leaf, Payment, Step, StepValue};
pub use left_out::usual_costs;
pub use sides::Sides;
pub use view::view;

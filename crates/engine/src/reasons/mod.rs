//! Reasons in words: why an option cannot win or is not possible, why a question has no answer for a scenario, and warnings.
//! Used by reports and by the findings of a check.

mod backtest;
mod cliff;
mod difference;
mod flip;
mod nothing;
mod pair;
mod plan;
mod sentence;
mod standing;
mod sweep;
mod timing;
mod unanswered;
mod warning;

pub use cliff::cliff;
pub use difference::group_name;
pub use flip::{limit, out, undecided};
pub use nothing::{NO_DIFFERENCE, nothing_to_plan, nothing_uncertain};
pub use pair::{disagreement, disagreement_with, no_break_even, no_return};
pub use plan::{cost_of, not_planned};
pub use standing::{
    broken, cannot_win, impossible, ineligible, joined, listed, no_value, not_comparable, not_possible,
};
pub use unanswered::{refused, unanswered};
pub use warning::{falls_behind, warning};

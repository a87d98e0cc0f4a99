//! Reasons in words: why an option cannot win or is not possible, and what of a scenario has no answer. Reports say them, and
//! so do the findings of a check.

mod cliff;
mod flip;
mod pair;
mod plan;
mod sentence;
mod standing;
mod unanswered;

pub use cliff::cliff;
pub use flip::{limit, out, undecided};
pub use pair::{disagreement, no_break_even, no_return};
pub use plan::not_planned;
pub use standing::{broken, cannot_win, impossible, ineligible, joined, no_value, not_comparable, not_possible};
pub use unanswered::{refused, unanswered};

//! Findings that several reports say in the same words.

use super::statement::{BreakEvenPoint, Outcome, PairStatement, Winner};
use crate::number;
use std::fmt::Write as _;

/// What a search without a crossing found.
#[must_use]
pub fn no_crossing(pair: &PairStatement) -> String {
    match &pair.break_even.outcome {
        Outcome::AlwaysOwn => format!("Owning {} costs less than {} at any demand.", pair.own, pair.rent),
        Outcome::AlwaysRent => format!("Renting {} costs less than {} at any demand.", pair.rent, pair.own),
        Outcome::None(reason) => format!("There is no break-even: {reason}."),
        Outcome::Crosses => String::new(),
    }
}

/// Where one crossing lies and who wins on its two sides.
#[must_use]
pub fn crossing(point: &BreakEvenPoint, below: Option<Winner>, above: Option<Winner>) -> String {
    let mut text = format!("At {} times the stated demand", number::readable(point.factor, 6));
    if let Some(utilization) = point.utilization {
        let _ = write!(text, ", where the servers are busy {} of the time", number::percent(utilization, 1));
    }
    if point.jump {
        text.push_str(", cost jumps from one side to the other");
    } else {
        text.push_str(", both sides cost the same");
    }
    if let (Some(below), Some(above)) = (below, above) {
        let _ = write!(text, ": below {} wins, above {}", below.text(), above.text());
    }
    text.push('.');
    text
}

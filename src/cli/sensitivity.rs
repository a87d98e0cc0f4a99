//! `sensitivity`: ranks uncertain inputs by their effect on the decision.

use super::Status;
use super::console::Console;
use super::question::{Question, Searched};
use crate::analysis::sensitivity::{EndBreakEvens, Moved, sensitivity};
use crate::reasons;
use crate::report::{Format, WithCaveats};
use crate::scenario::quantities::Share;
use crate::scenario::quantity::Quantity;
use anyhow::{Context as _, Result};
use clap::Args;
use rust_decimal::Decimal;

/// Rank uncertain inputs by their effect on the decision.
///
/// Use it to decide where an hour spent on a better quote is worth it. Every input that the scenario lists under `uncertainty`
/// takes its low and then its high value (P10 and P90 if it is lognormal), while all others keep their base case values; inputs
/// that one draw moves (`with: NAME`) move together. The bars show the present value of the best owned option minus that of the
/// best rented option: the longest bar is the input that matters most; `│` marks the base case, `┼` marks equal cost. A bar that
/// crosses `┼` changes which of the two is cheaper. Below are the figures, and the break-even at both ends. Amounts are exact, as
/// in `compare`.
///
/// Without `uncertainty`, or with `--range`, every number that affects one of the two options moves by the same share of its
/// value, 10 % unless `--range` says otherwise: this shows what to check, not how uncertain it is. The shares of a profile move
/// together, and so do the numbers of any other list.
///
/// Everything except the one input is fixed: the two options that are compared, fleets of stated size, prices, commitments.
/// Months and other whole numbers do not move; use `sweep` for those. For all inputs at once, with probabilities, use `simulate`.
///
/// Example: rackrent sensitivity quote.yaml --range 15%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Move every number by this share of its value in both directions, whatever the scenario lists as uncertain.
    #[arg(long, value_name = "SHARE", value_parser = range)]
    range: Option<Decimal>,
    #[command(flatten)]
    searched: Searched,
}

/// Parses a share above zero.
fn range(text: &str) -> Result<Decimal, String> {
    let share = Share::KIND.read(text, "").map_err(|problem| problem.label)?;
    if share.is_zero() { Err("write a share above 0 %, such as 10%".to_owned()) } else { Ok(share) }
}

/// Runs the sensitivity analysis of a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = arguments.question.decided(arguments.searched.effort(), console)? else {
        return Ok(Status::NoAnswer);
    };
    let moved = arguments.range.map_or_else(|| Moved::usual(&answer), Moved::Every);
    // every other format shows the first point of each break-even
    let break_evens = if arguments.question.writes(Format::Json) { EndBreakEvens::All } else { EndBreakEvens::Lowest };
    let found = sensitivity(&answer, moved, break_evens).context(reasons::NO_DIFFERENCE)?;
    let with_caveats = WithCaveats::of_sensitivity(&answer, &found);
    arguments.question.write_with_caveats(&with_caveats, &answer.loaded.sources, console)?;
    Ok(Status::Fine)
}

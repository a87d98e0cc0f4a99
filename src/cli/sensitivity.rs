//! `sensitivity`: which uncertain number matters most.

use super::Status;
use super::console::Console;
use super::question::{Question, Searched};
use crate::analysis::sensitivity::{Moved, sensitivity};
use crate::reasons;
use crate::report::Weighed;
use crate::scenario::quantities::Share;
use crate::scenario::quantity::Quantity;
use anyhow::{Context as _, Result};
use clap::Args;
use rust_decimal::Decimal;

/// Which number matters most: each uncertain one alone at its low and its high value.
///
/// Use it to know where to spend an hour on a better quote. Every input that the scenario lists under `uncertainty` goes to its
/// low and then to its high value (P10 and P90 of a lognormal one), while all else stays as stated; those that the scenario
/// moves by one draw (`with: NAME`) go together. The bars show the present
/// value of the best option to own less that of the best to rent: the longest bar is the input that matters most; `│` is the
/// difference as stated, `┼` where both cost the same. A bar that reaches over `┼` changes which of the two is cheaper. Below
/// are the figures, and the break-even at both ends. Amounts are exact, as in `compare`.
///
/// A scenario without `uncertainty`, or `--range`, moves every number that one of the two options depends on by the same share
/// of itself, 10 % unless `--range` says otherwise: that shows what to look at, not how sure it is.
///
/// It holds fixed everything but the one input: the two options that are compared, fleets of stated size, prices, commitments.
/// Months and other whole numbers are not moved; `sweep` tries those. Everything at once, with chances: `simulate`.
///
/// Example: rackrent sensitivity quote.yaml --range 15%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Moves every number by this share of itself either way, whatever the scenario calls uncertain.
    #[arg(long, value_name = "SHARE", value_parser = range)]
    range: Option<Decimal>,
    #[command(flatten)]
    searched: Searched,
}

/// A share above nothing.
fn range(text: &str) -> Result<Decimal, String> {
    let share = Share::KIND.read(text, "").map_err(|problem| problem.label)?;
    if share.is_zero() { Err("write a share above 0 %, such as 10%".to_owned()) } else { Ok(share) }
}

/// Moves each input of a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = arguments.question.decided(arguments.searched.effort(), console)? else {
        return Ok(Status::NoAnswer);
    };
    let moved = arguments.range.map_or_else(|| Moved::usual(&answer), Moved::Every);
    let found = sensitivity(&answer, moved).context(reasons::NO_DIFFERENCE)?;
    let weighed = Weighed::of_sensitivity(&answer, &found);
    arguments.question.write_weighed(&weighed, &answer.loaded.sources, console)?;
    Ok(Status::Fine)
}

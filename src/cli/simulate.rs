//! `simulate`: how sure is it.

use super::Status;
use super::console::Console;
use super::question::Question;
use crate::analysis::Effort;
use crate::analysis::simulate::{Sampling, simulate};
use crate::reasons;
use crate::report::Weighed;
use anyhow::{Result, bail};
use clap::Args;

/// How sure is it: the chance that each option wins, with everything uncertain drawn at once.
///
/// Use it when several numbers are not sure at the same time. The scenario says between which values they lie, under
/// `uncertainty`: `{ low, high }` where all are alike (uniform), `{ low, likely, high }` where some are likelier (PERT), or
/// `{ p10, p90 }` for prices and volumes (lognormal). Every draw takes one value of each and decides anew.
///
/// `wins` is the share of the draws in which an option is the cheapest of those that can be chosen. P1 to P99 are
/// percentiles of its present value: in 90 of 100 draws it lies between P5 and P95. The `mean of worst 5 %` is how dear it
/// becomes, on average, in the 5 of 100 draws in which it is dearest (expected shortfall). `expected regret` is what a choice
/// costs on average above what turns out best: the choice with the least of it is the safest. An option is `not possible` in
/// draws in which the scenario would be refused (demand outgrows a fleet, spot cannot finish); it cannot win them.
///
/// It holds fixed everything that is not under `uncertainty`. The inputs are independent of each other, unless the scenario
/// says `with: NAME` (one draw moves all of that name) or `correlation: { PATH: 0.6 }`. The same seed gives the same result
/// on any machine. Which input matters most, `sensitivity` says.
///
/// Example: rackrent simulate quote.yaml --draws 1000000
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// How many draws.
    #[arg(long, value_name = "N", default_value_t = Sampling::USUAL_DRAWS, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    draws: u32,
    /// What the random numbers follow from: another seed makes other draws.
    #[arg(long, value_name = "N", default_value_t = Sampling::USUAL.seed)]
    seed: u64,
}

/// Simulates a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = arguments.question.decided(Effort::USUAL, console)? else { return Ok(Status::NoAnswer) };
    let sampling = Sampling { draws: arguments.draws as usize, seed: arguments.seed };
    let bar = console.progress(u64::from(arguments.draws), "draws");
    let simulated = simulate(&answer, sampling, &|draws| bar.inc(draws as u64));
    bar.finish_and_clear();
    match simulated {
        Ok(Some(simulation)) => {
            arguments.question.write_weighed(&Weighed::of(&answer, &simulation), &answer.loaded.sources, console)?;
            Ok(Status::Fine)
        }
        Ok(None) => bail!("{}", reasons::nothing_uncertain(&answer.loaded.document)),
        Err(why) => {
            console.refuse(&reasons::unanswered(&answer.loaded, &why), &answer.loaded.sources);
            Ok(Status::NoAnswer)
        }
    }
}

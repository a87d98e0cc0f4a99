//! `simulate`: the probability that each option wins.

use super::Status;
use super::console::Console;
use super::question::Question;
use crate::analysis::BudgetMultiple;
use crate::analysis::simulate::{Sampling, simulate};
use crate::reasons;
use crate::report::WithCaveats;
use anyhow::{Result, bail};
use clap::Args;

/// Compute the probability that each option wins.
///
/// Use it when several numbers are uncertain at the same time. The scenario states their ranges under `uncertainty`: `{ low, high
/// }` if all values are equally likely (uniform), `{ low, likely, high }` if some are more likely (PERT), or `{ p10, p90 }` for
/// prices and volumes (lognormal). Every simulation draws one value of each and repeats the decision.
///
/// `wins` is the share of simulations in which an option is the cheapest of those that can be chosen. P1 to P99 are percentiles
/// of its present value: in 90 % of simulations it lies between P5 and P95. The `mean of worst 5 %` is the average present value
/// in the 5 % of simulations in which the option is most expensive (expected shortfall). `expected regret` is the average cost of
/// a choice above that of the option that turns out cheapest: the choice with the lowest regret is the safest. An option is `not
/// possible` in simulations in which the scenario would be refused (demand exceeds the capacity of a fleet, spot cannot finish);
/// it cannot win them.
///
/// Everything that is not under `uncertainty` is fixed. Inputs are independent of each other, unless the scenario says `with:
/// NAME` (one draw moves all inputs of that name) or `correlation: { PATH: 0.6 }`. The same seed gives the same result on any
/// machine. For the input that matters most, use `sensitivity`.
///
/// Example: rackrent simulate quote.yaml --draws 1000000
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Number of simulations.
    #[arg(long, value_name = "N", default_value_t = Sampling::USUAL_DRAWS, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    draws: u32,
    /// Seed of the random numbers; another seed gives other draws.
    #[arg(long, value_name = "N", default_value_t = Sampling::USUAL.seed)]
    seed: u64,
}

/// Simulates a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = arguments.question.decided(BudgetMultiple::USUAL, console)? else { return Ok(Status::NoAnswer) };
    let sampling = Sampling { draws: arguments.draws as usize, seed: arguments.seed };
    let bar = console.progress(u64::from(arguments.draws), "draws");
    let simulated = simulate(&answer, sampling, &|draws| bar.inc(draws as u64));
    bar.finish_and_clear();
    match simulated {
        Ok(Some(simulation)) => {
            arguments.question.write_with_caveats(
                &WithCaveats::of(&answer, &simulation),
                &answer.loaded.sources,
                console,
            )?;
            Ok(Status::Fine)
        }
        Ok(None) => bail!("{}", reasons::nothing_uncertain(&answer.loaded.document)),
        Err(why) => {
            console.refuse(&reasons::unanswered(&answer.loaded, &why), &answer.loaded.sources);
            Ok(Status::NoAnswer)
        }
    }
}

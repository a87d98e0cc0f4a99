//! `timing`: when to order the servers of an owned option, and how long to keep them.

use super::Status;
use super::console::Console;
use super::question::{Question, from_one};
use crate::analysis::timing::{OrderRequest, replacement, timing};
use anyhow::Result;
use clap::Args;
use std::num::NonZeroU32;

/// Find the month to order servers: now, later or never.
///
/// Use it when prices move: are the servers worth buying today, or cheaper after a year of rent? Every row is the option with its
/// first order in that month: rented capacity serves until the delivery, then the servers do, at the price of that month
/// (`replacement_price_change_per_year`), and they are younger at the horizon. `Timing` states the best month, and its margin over
/// ordering now and never ordering, which is the best rented option. A difference to the month before is what this month of
/// waiting costs; a negative one is what it saves.
///
/// `Reasons` and the last table attribute the differences to the costs of the option. All its purchases move together, with their
/// lead time. Servers that are already owned stay. Until the delivery, the option of `until_delivery` serves; if there is none, the
/// cheapest rented option that can be chosen. Everything else is fixed, above all the horizon: a later order serves for fewer
/// months, and the value of its servers at the horizon decides much; see `value_at_horizon` and `market_values`.
///
/// A next generation of servers is another owned option of the file, whose first purchase is in the month from which it can be
/// ordered. With `--successor` every row orders the cheaper of the two.
///
/// If the scenario states the volatility of a rental price (`uncertainty`), `Outlook` adds expected values over simulated prices: the
/// best choice of today, the best rule that decides month by month ("order when on demand is above 3.40"), and what deciding later
/// saves.
///
/// With `--keep` it finds how long to keep servers instead: new ones are replaced after the number of years with the lowest annual
/// equivalent cost (their economic life); those that are owned already are kept for the number of years at the lowest present value.
///
/// Example: rackrent timing quote.yaml own.hgx
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Owned option to order, such as `own.hgx`.
    #[arg(value_name = "OPTION")]
    option: String,
    /// Evaluate only every so many months.
    #[arg(long, value_name = "MONTHS", default_value = "1", value_parser = from_one::<NonZeroU32>)]
    every: NonZeroU32,
    /// With rental prices that walk: number of simulations that evaluate, as many again choose the rule; default: 20,000.
    #[arg(long, value_name = "N", conflicts_with = "keep", value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    draws: Option<u32>,
    /// Seed of their random numbers; another seed gives other simulations. Default: 1.
    #[arg(long, value_name = "N", conflicts_with = "keep")]
    seed: Option<u64>,
    /// Find how long to keep the servers, instead of when to order them.
    #[arg(long, conflicts_with = "every")]
    keep: bool,
    /// Owned option to order instead where it costs less, from the month of its first purchase on; with --keep the option whose new
    /// servers replace those of OPTION, by default OPTION itself.
    #[arg(long, value_name = "OPTION")]
    successor: Option<String>,
}

/// Evaluates every month of ordering, or every number of years.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some((loaded, traces)) = arguments.question.loaded(console)? else { return Ok(Status::NoAnswer) };
    if arguments.keep {
        let found = replacement(&loaded, &traces, &arguments.option, arguments.successor.as_deref())?;
        arguments.question.write(&found, console)?;
        return Ok(Status::Fine);
    }
    let draws = arguments.draws.map(|draws| draws as usize);
    let (option, successor) = (arguments.option.as_str(), arguments.successor.as_deref());
    let request = OrderRequest { option, successor, every: arguments.every, draws, seed: arguments.seed };
    let found = timing(&loaded, &traces, &request)?;
    arguments.question.write(&found, console)?;
    Ok(Status::Fine)
}

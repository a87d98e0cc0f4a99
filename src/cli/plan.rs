//! `plan`: how many nodes to own, how much to commit, what to leave on demand.

use super::Status;
use super::console::Console;
use super::question::{Question, Searched};
use crate::analysis::plan;
use crate::reasons;
use anyhow::{Result, ensure};
use clap::Args;

/// How many nodes to own, how much to commit to, and what to leave on demand: the cheapest mix, with proof.
///
/// Use it before a comparison is argued about: options are only as good as their sizes. For each owned and each rented
/// option it finds the nodes to buy at month 0 and the instances of each commitment to take that have the least present
/// value, the rest rented at the option's other prices. Every mix is ruled out or looked at, so none is cheaper.
///
/// `Plan` says what to do, the first table what else was possible. The drawing is the load over the hours of a month, highest
/// first: what nodes serve, what committed instances do, what is left on demand. Below it, a node or an instance pays if it is
/// busy for more hours than it pays from. `Paste` is the plan as a piece of the scenario: with it, `rackrent compare`
/// shows the plan's number to the cent.
///
/// It holds fixed: prices, demand, growth, the horizon, everything else the scenario states. Nodes are bought at month 0 only,
/// in the place of `nodes` and `purchases`; hybrids, and options that do not serve every workload, are not planned.
///
/// Example: rackrent plan quote.yaml --set demand.utilization=45%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    searched: Searched,
}

/// Plans every pair of an owned and a rented option.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some((loaded, traces)) = arguments.question.loaded(console)? else {
        return Ok(Status::NoAnswer);
    };
    let plans = plan::plan(&loaded, &traces, arguments.searched.effort());
    ensure!(!plans.pairs.is_empty(), reasons::nothing_to_plan(&plans));
    arguments.question.write(&plans, console)?;
    Ok(Status::Fine)
}

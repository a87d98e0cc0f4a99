//! `plan`: the number of nodes to own, the commitments, and the on-demand rest.

use super::Status;
use super::console::Console;
use super::question::{Question, Searched};
use crate::analysis::plan;
use crate::reasons;
use anyhow::{Result, ensure};
use clap::Args;

/// Find the cheapest mix of owned nodes, commitments and on-demand.
///
/// Use it before you argue about a comparison: options are only as good as their sizes. For each owned and each rented option it
/// finds the nodes to buy at month 0 and the instances of each commitment that have the lowest present value; the rest is rented
/// at the option's other prices. Every mix is evaluated or ruled out, so none is cheaper.
///
/// `Plan` states the result, and the first table the alternatives. The chart shows the load over the hours of a month, highest
/// first: the part that nodes serve, the part that committed instances serve, and the part left on demand. Below it, a node or an
/// instance pays off when its busy hours exceed its break-even hours. `Paste` is the plan as a piece of the scenario: with it,
/// `rackrent compare` shows the amount of the plan to the cent.
///
/// Prices, demand, growth, the horizon and everything else that the scenario states are fixed. Nodes are bought at month 0 only,
/// in place of `nodes` and `purchases`; hybrids, and options that do not serve every workload, are not planned.
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

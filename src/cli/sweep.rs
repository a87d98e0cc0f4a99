//! `sweep`: the same comparison along one or two inputs.

use super::Status;
use super::console::Console;
use super::question::Question;
use crate::analysis::sweep::{Vary, sweep};
use anyhow::{Result, ensure};
use clap::Args;

/// The same comparison along one or two inputs.
///
/// Use it when a number is a matter of opinion: it shows what each option costs over the whole range of it, and where the
/// winner changes. Along one input the table has a row for each value: the present value of every option, `▸` before the one
/// that wins, a line across where another begins to win, `today` beside the scenario's own value; the chart below shows the
/// same, `┼` where the winner changes. Along two inputs a map shows the winner at every pair of values; the amounts are in
/// `--format csv` and `json`. An option is `not possible` where the scenario would be refused with that value.
///
/// It holds fixed everything else in the scenario: prices, commitments, and the size of a fleet whose `nodes` are stated (one
/// that is sized by the program is sized anew at every value). For the exact value at which the winner changes use `flip`.
///
/// Example: rackrent sweep quote.yaml --vary demand.utilization=40%..90%:5%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// An input and its values, from FROM in steps of STEP up to TO, or one by one as in `horizon_months=24,36,60`. Any number
    /// of the scenario, months and counts too, also one that is assumed. Twice for two inputs; at most 10,000 points.
    #[arg(long, required = true, value_name = "PATH=FROM..TO:STEP", value_parser = Vary::parse)]
    vary: Vec<Vary>,
}

/// Sweeps a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let inputs = &arguments.vary;
    ensure!(inputs.len() <= 2, "--vary is given {} times; a sweep runs along one or two inputs", inputs.len());
    let Some((loaded, traces)) = arguments.question.loaded(console)? else { return Ok(Status::NoAnswer) };
    let swept = sweep(&loaded, &traces, inputs)?;
    arguments.question.write(&swept, console)?;
    Ok(Status::Fine)
}

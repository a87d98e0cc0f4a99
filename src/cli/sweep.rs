//! `sweep`: the comparison along one or two inputs.

use super::Status;
use super::compare::no_such_option;
use super::console::Console;
use super::question::Question;
use crate::analysis::sweep::{PointFigure, Vary, sweep};
use anyhow::{Result, ensure};
use clap::Args;

/// Repeat the comparison along one or two inputs.
///
/// Use it when a number is a matter of opinion: it shows the cost of each option over the whole range of the number, and where
/// the winner changes. Along one input, the table has a row for each value: the present value of every option, `▸` before the
/// winner, a line where another option starts to win, and `today` beside the scenario's own value; the chart below shows the
/// same, with `┼` where the winner changes. Along two inputs, a table has the values of the first down and of the second across:
/// each cell has the letter of the winner, `~` if it is too close to call, and what it saves over the runner-up, or what `--show`
/// selects. An option is `not possible` where the scenario would be refused with that value.
///
/// Everything else in the scenario is fixed: prices, commitments, and the size of a fleet with stated `nodes` (a fleet that the
/// program sizes is sized again for every value). For the exact value at which the winner changes, use `flip`.
///
/// Example: rackrent sweep quote.yaml --vary demand.utilization=40%..90%:5%
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    question: Question,
    /// Input and its values: from FROM to TO in steps of STEP, or a list as in `horizon_months=24,36,60`. Any number of the
    /// scenario, including months, counts and assumed values. Repeat it for a second input; at most 10,000 points.
    #[arg(long, required = true, value_name = "PATH=FROM..TO:STEP", value_parser = Vary::parse)]
    vary: Vec<Vary>,
    /// Figure in the cells of a table of two inputs: `saving` of the winner over the runner-up, `present-value` of the winner,
    /// the present value of an option such as `own.hgx`, or the `winner` alone; default: `saving`.
    #[arg(long, value_name = "FIGURE", value_parser = figure)]
    show: Option<PointFigure>,
}

fn figure(text: &str) -> std::result::Result<PointFigure, &'static str> {
    match text {
        "saving" => Ok(PointFigure::Saving),
        "present-value" => Ok(PointFigure::PresentValue),
        "winner" => Ok(PointFigure::Winner),
        option => option
            .parse()
            .map(PointFigure::PresentValueOf)
            .map_err(|_| "write saving, present-value, winner, or an option such as own.hgx"),
    }
}

/// Sweeps a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let inputs = &arguments.vary;
    ensure!(inputs.len() <= 2, "--vary is given {} times, but a sweep has one or two inputs", inputs.len());
    ensure!(
        arguments.show.is_none() || inputs.len() == 2,
        "--show applies to the table of two inputs; along one input, the table has the present value of every option"
    );
    let Some((loaded, traces)) = arguments.question.loaded(console)? else { return Ok(Status::NoAnswer) };
    let figure = arguments.show.clone().unwrap_or_default();
    let swept = sweep(&loaded, &traces, inputs)?.showing(figure).map_err(|unknown| no_such_option(&unknown))?;
    arguments.question.write(&swept, console)?;
    Ok(Status::Fine)
}

//! `explain`: where does this figure come from.

use super::answers::answer;
use super::console::Console;
use super::input::StandardInput;
use super::question::Values;
use super::{Status, unwritten};
use crate::report;
use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;

/// Where a figure comes from: its formula, its values, and the line of the file of every input.
///
/// Use it when somebody asks "why?". Without LINE it lists what can be explained. An explanation reads from the result down:
/// the formula with names, the same with values, and at the end where each number was written or what was assumed.
///
/// Example: rackrent explain quote.yaml own.hgx.electricity
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scenario; `-` is standard input.
    file: PathBuf,
    /// What to explain, as in `own.hgx.electricity`, `rent.cloud` or `verdict`.
    line: Option<String>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Explains a line, or lists what can be explained.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let Some(answer) = answer(&arguments.file, &arguments.standard_input, &arguments.values, console) else {
        return Ok(Status::NoAnswer);
    };
    let Some(line) = &arguments.line else {
        report::explain::topics(&answer.topics(), &mut console.output).map_err(unwritten)?;
        return Ok(Status::Fine);
    };
    let explained = match answer.explain(line) {
        Ok(explained) => explained,
        Err(near) if near.is_empty() => {
            bail!("`{line}` is nothing that can be explained; without LINE the command lists what can be")
        }
        Err(near) => bail!("`{line}` is nothing that can be explained; did you mean `{}`?", near.join("` or `")),
    };
    let canvas = console.canvas();
    report::explain::write(&explained, answer.comparison.header.minor_digits, &canvas, &mut console.output)?;
    Ok(Status::Fine)
}

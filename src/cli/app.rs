//! `app`: the program as one file for a browser.

use super::console::Console;
use super::replace;
use super::{Status, unwritten};
use crate::report;
use anyhow::{Context as _, Result};
use clap::Args;
use std::path::PathBuf;

/// The examples that it begins with, by the names of their files.
const EXAMPLES: [(&str, &str); 4] = [
    ("serving-8xh100.yaml", include_str!("../../scenarios/serving-8xh100.yaml")),
    ("vendor-quote.yaml", include_str!("../../scenarios/vendor-quote.yaml")),
    ("market-that-moves.yaml", include_str!("../../scenarios/market-that-moves.yaml")),
    ("training-team.yaml", include_str!("../../scenarios/training-team.yaml")),
];

/// The program as one file for a browser, for people who install nothing.
///
/// Use it to hand the calculator on: the file is opened from a disk, loads nothing and sends nothing. It begins a scenario from the
/// questions of `new`, from an example, or from a file that is dropped on it; compares it, moves and edits it, asks what would turn
/// it, what matters, how sure it is and how many to own, and ranks the offers of a price list. It saves the scenario, a page and
/// a workbook.
///
/// Example: rackrent app --output rackrent.html
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The file to write; without it the page goes to standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the file.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let examples = serde_json::to_string(&EXAMPLES.into_iter().collect::<std::collections::BTreeMap<_, _>>())
        .context("texts are JSON")?;
    match &arguments.output {
        Some(path) => replace::replace(path, |out| report::app(&examples, out))?,
        None => report::app(&examples, &mut console.output).map_err(unwritten)?,
    }
    Ok(Status::Fine)
}

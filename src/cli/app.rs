//! `app`: writes the calculator as one HTML file.

use super::console::Console;
use super::replace;
use super::{Status, unwritten};
use crate::catalog::catalog_pack;
use crate::{report, template};
use anyhow::{Result, ensure};
use clap::Args;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Examples on the start screen.
const EXAMPLES: [(&str, &str); 4] = [
    ("serving-8xh100.yaml", include_str!("../../scenarios/serving-8xh100.yaml")),
    ("vendor-quote.yaml", include_str!("../../scenarios/vendor-quote.yaml")),
    ("market-that-moves.yaml", include_str!("../../scenarios/market-that-moves.yaml")),
    ("training-team.yaml", include_str!("../../scenarios/training-team.yaml")),
];

/// Write the calculator as one HTML file for the browser.
///
/// Use it to share rackrent with people who do not install programs. The file opens from disk, loads nothing and sends nothing.
/// Start from a decision, an example or a scenario file; change inputs and edit the text; view the comparison, the values that
/// would reverse it, sensitivity, simulation and sizing; rank offers of the catalog or of a price list. Save the scenario, a page
/// or a workbook.
///
/// Example: rackrent app --output rackrent.html
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// File to write; default: standard output.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the file.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    ensure!(catalog_pack().is_none(), "the app computes with the shipped catalog; omit --catalog");
    let is_shown = arguments.output.is_some() || !console.is_looked_at();
    ensure!(is_shown, "the app cannot be shown on a terminal; write it to a file: --output rackrent.html");
    let (form, examples) = (template::form(), BTreeMap::from(EXAMPLES));
    match &arguments.output {
        Some(path) => replace::replace(path, |out| report::app(&form, &examples, out))?,
        None => report::app(&form, &examples, &mut console.output).map_err(unwritten)?,
    }
    Ok(Status::Fine)
}

//! `flatten`: merges a scenario and the files that it extends into one file.

use super::console::Console;
use super::folder::Folder;
use super::input::{self, StandardInput};
use super::{Status, unwritten};
use crate::api::ScenarioText;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Merge a scenario and the files that it extends.
///
/// The result is one file with the same meaning. Use it to read a scenario as a whole, to send it without its shared files, or to
/// archive the basis of a decision. Values from another file are marked with that file and line. Comments of the files are not
/// kept; a scenario that extends nothing is printed unchanged.
///
/// Example: `rackrent flatten scenarios/search-team.yaml`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario file; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Prints the merged file.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let text = match input::read(&arguments.file, &arguments.standard_input, &mut console.input) {
        Ok(text) => text,
        Err(error) => {
            console.unreadable(&arguments.file, &arguments.standard_input, &error);
            return Ok(Status::NoAnswer);
        }
    };
    let folder = Folder::of(&text.name);
    match ScenarioText::new(&text.text, &folder).named(&text.name).flattened() {
        Ok(flat) => {
            console.output.write_all(flat.as_bytes()).map_err(unwritten)?;
            Ok(Status::Fine)
        }
        Err(rejected) => {
            console.refuse(&rejected.diagnostics, &rejected.sources);
            Ok(Status::NoAnswer)
        }
    }
}

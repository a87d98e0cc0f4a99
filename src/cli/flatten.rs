//! `flatten`: a scenario and what it extends as one file.

use super::console::Console;
use super::folder::Folder;
use super::input::{self, StandardInput};
use super::{Status, unwritten};
use crate::door::ScenarioText;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// A scenario with all that it extends, as one file that means the same.
///
/// Use it to see what a scenario says as a whole, to send it to somebody without the files that it shares, or to keep what a
/// decision was made on. What stands in another file is marked with that file and its line. Comments of the files are not kept; a
/// scenario that extends nothing is printed as it is.
///
/// Example: `rackrent flatten scenarios/search-team.yaml`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scenario; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Prints one file.
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

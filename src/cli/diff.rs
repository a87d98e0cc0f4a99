//! `diff`: what a change of the file does to the decision.

use super::Status;
use super::answers::loaded;
use super::console::Console;
use super::input::{self, StandardInput};
use super::question::Written;
use super::values::Values;
use crate::analysis::difference::{Difference, difference};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What a change of the file does to the decision, attributed to each changed input.
///
/// Use it when somebody has edited a scenario: a new quote, next year's prices, a pull request. It lists every input that says
/// something else, as the program reads it: digits, order of keys, comments and defaults written out are no change, another
/// content of a trace is. Below stands what each change adds to the present value of each option: read it from the value before
/// down to the value after. The parts add up to the cent and do not depend on any order: each is what the change adds on average
/// over all orders in which the changes could be made (the Shapley value), so what two changes do only together is shared
/// equally. Changes that are not possible without each other are one; more than twelve are attributed by section of the file.
///
/// It holds nothing fixed: each file is compared as a whole. An option that only one file has is listed and not attributed.
///
/// Example: git show main:quote.yaml | rackrent diff - quote.yaml --stdin-name quote.yaml --fail-on flip
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scenario as it was; `-` is standard input.
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The scenario as it is; `-` is standard input.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    #[command(flatten)]
    values: Values,
    /// What ends the program with exit status 1.
    #[arg(long, value_name = "WHAT")]
    fail_on: Option<FailOn>,
    #[command(flatten)]
    written: Written,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// What is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Another option wins, or one does where none did.
    Flip,
    /// Any input changed, also one that no amount depends on.
    Any,
}

impl FailOn {
    fn found(self, difference: &Difference) -> Status {
        let found = match self {
            FailOn::Flip => difference.flipped(),
            FailOn::Any => !difference.changes.is_empty(),
        };
        if found { Status::Finding } else { Status::Fine }
    }
}

/// Compares two versions of a scenario.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let files = [&arguments.old, &arguments.new];
    let from_input = files.iter().filter(|file| input::is_standard_input(file)).count();
    ensure!(from_input <= 1, "standard input can be read only once; give `-` once");
    arguments.written.check(&files.map(PathBuf::as_path), console)?;
    let [old, new] = files.map(|file| loaded(file, &arguments.standard_input, &arguments.values, console));
    let (Some(old), Some(new)) = (old, new) else { return Ok(Status::NoAnswer) };
    let difference = difference(old, new)?;
    arguments.written.write(&difference, console)?;
    Ok(arguments.fail_on.map_or(Status::Fine, |what| what.found(&difference)))
}

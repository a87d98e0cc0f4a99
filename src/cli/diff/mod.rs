//! `diff`: what a change of a file, or of a repository, does to the decision.

mod fail_on;
mod format;
mod judged;
mod renames;
mod review;
mod two;
mod wanted;
mod written;

use super::Status;
use super::console::Console;
use super::input::StandardInput;
use super::values::Values;
use crate::report::LinkBase;
use anyhow::Result;
use clap::Args;
use fail_on::FailOn;
use std::path::PathBuf;
use written::DiffWritten;

/// What a change of a scenario does to the decision, attributed to each changed input; with `--base`, of all scenarios of a
/// repository.
///
/// Use it when somebody has edited a scenario: a new quote, next year's prices, a pull request. It lists every input that says
/// something else, as the program reads it: digits, order of keys, comments and defaults written out are no change, another
/// content of a trace is. Below stands what each change adds to the present value of each option: read it from the value before
/// down to the value after. The parts add up to the cent and do not depend on any order: each is what the change adds on average
/// over all orders in which the changes could be made (the Shapley value), so what two changes do only together is shared
/// equally. Changes that are not possible without each other are one; more than twelve are attributed by section of the file.
///
/// NEW may be a workbook that `compare OLD --output FILE.xlsx` wrote and in whose sheet of inputs somebody has typed other values:
/// they are read as `--set` reads them, and `--format yaml` prints OLD with them, every other byte as it was. What the scenario
/// says otherwise since then stays; an input that both have changed is refused at its cell.
///
/// It holds nothing fixed: each file is compared as a whole. An option that only one file has is listed and not attributed.
///
/// With `--base REV` it compares every scenario in PATH (else in the repository), as it stands in the working tree, with what it
/// was where REV and HEAD part, traces included, without a checkout. Git is asked for that. Scenarios that came, went, were
/// renamed or have no answer are said and do not stop the rest; status 2 is of those without an answer now.
///
/// Example: rackrent diff --base origin/main --format markdown --fail-on flip
#[derive(Debug, Args)]
#[command(
    override_usage = "rackrent diff [OPTIONS] <OLD> <NEW>\n       rackrent diff [OPTIONS] --base <REV> [PATH]..."
)]
pub(super) struct Arguments {
    /// The scenario as it was; `-` is standard input. With `--base` a scenario or a folder.
    #[arg(value_name = "OLD", required_unless_present = "base")]
    old: Option<PathBuf>,
    /// The scenario as it is, or its workbook with changed inputs; `-` is standard input. With `--base` one more path.
    #[arg(value_name = "NEW", required_unless_present = "base")]
    new: Option<PathBuf>,
    /// Only with `--base`: more scenarios and folders.
    #[arg(value_name = "PATH", requires = "base")]
    more: Vec<PathBuf>,
    /// Compares the scenarios of the repository with what they were where this revision and HEAD part: `origin/main`.
    #[arg(long, value_name = "REV", conflicts_with = "stdin_name")]
    base: Option<String>,
    /// What ends the program with exit status 1; may be repeated.
    #[arg(long, value_name = "WHAT", value_parser = FailOn::parse, help = fail_on::HELP)]
    fail_on: Vec<FailOn>,
    /// Only with `--base`: a scenario that is gone is nothing that `flip` and `margin` look for, in a change that retires some.
    #[arg(long, requires = "base")]
    allow_gone: bool,
    /// What links of Markdown begin with, as `https://HOST/OWNER/NAME/blob/COMMIT`; they are relative without it.
    #[arg(long, value_name = "URL", value_parser = LinkBase::parse)]
    link_base: Option<LinkBase>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    written: DiffWritten,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Compares two versions of a scenario, or of all in a repository.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    match (&arguments.base, &arguments.old, &arguments.new) {
        (Some(base), _, _) => review::run(arguments, base, console),
        (None, Some(old), Some(new)) => two::run([old, new], arguments, console),
        (None, _, _) => Ok(Status::NoAnswer),
    }
}

impl Arguments {
    /// The scenarios and folders that were asked for.
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.old.iter().chain(&self.new).chain(&self.more)
    }
}

/// The status of a difference, by whether something was found that was asked for.
fn status(found: bool) -> Status {
    if found { Status::Finding } else { Status::Fine }
}

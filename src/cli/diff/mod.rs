//! `diff`: the effect of a change of a scenario, or of a repository, on the decision.

mod fail_on;
mod format;
mod judged;
mod output;
mod renames;
mod requested;
mod review;
mod two;

use super::Status;
use super::console::Console;
use super::input::StandardInput;
use super::values::Values;
use crate::report::LinkBase;
use anyhow::Result;
use clap::Args;
use fail_on::FailOn;
use output::DiffOutput;
use std::path::PathBuf;

/// Attribute a change of the decision to each changed input.
///
/// Use it when somebody has edited a scenario: a new quote, next year's prices, a pull request. With `--base`, it covers all
/// scenarios of a repository. It lists every input whose value changed, as the program reads it: notation of numbers, order of
/// keys, comments and explicitly written defaults are not changes; changed content of a trace is. Below, it shows how much each
/// change adds to the present value of each option, from the old value down to the new value. The parts add up to the cent and do
/// not depend on an order: each part is the average effect of the change over all orders in which the changes could be made (the
/// Shapley value), so a joint effect of two changes is shared equally. Changes that are not possible without each other count as
/// one; more than twelve changes are attributed by section of the file.
///
/// NEW may be a workbook that `compare OLD --output FILE.xlsx` wrote and in which somebody edited the sheet of inputs: its values
/// are read as `--set` reads them, and `--format yaml` prints OLD with these values and every other byte unchanged. Later changes
/// of OLD are kept; an input that both have changed is refused, with its cell.
///
/// No input is held fixed: each file is compared as a whole. An option that only one file has is listed but not attributed.
///
/// With `--base REV`, every scenario in PATH (default: the repository) in the working tree is compared with its version at the
/// merge base of REV and HEAD, including traces, without a checkout. This requires git. Scenarios that were added, removed or
/// renamed, or that have no result, are listed and do not stop the others; exit status 2 means that a scenario has no result now.
///
/// Example: rackrent diff --base origin/main --format markdown --fail-on flip
#[derive(Debug, Args)]
#[command(
    override_usage = "rackrent diff [OPTIONS] <OLD> <NEW>\n       rackrent diff [OPTIONS] --base <REV> [PATH]..."
)]
pub(super) struct Arguments {
    /// Old scenario; `-` reads standard input. With `--base`, a scenario or a folder.
    #[arg(value_name = "OLD", required_unless_present = "base")]
    old: Option<PathBuf>,
    /// New scenario, or an edited workbook of OLD; `-` reads standard input. With `--base`, one more path.
    #[arg(value_name = "NEW", required_unless_present = "base")]
    new: Option<PathBuf>,
    /// More scenarios and folders, only with `--base`.
    #[arg(value_name = "PATH", requires = "base")]
    more: Vec<PathBuf>,
    /// Compare the scenarios of the repository with their versions at the merge base of this revision and HEAD, such as
    /// `origin/main`.
    #[arg(long, value_name = "REV", conflicts_with = "stdin_name")]
    base: Option<String>,
    /// Condition for exit status 1. Repeatable.
    #[arg(long, value_name = "CONDITION", value_parser = FailOn::parse, help = fail_on::HELP)]
    fail_on: Vec<FailOn>,
    /// With `--base`: do not count a removed scenario for `flip` and `margin`, for changes that retire scenarios.
    #[arg(long, requires = "base")]
    allow_gone: bool,
    /// Base URL of links in Markdown, such as `https://HOST/OWNER/NAME/blob/COMMIT`; default: relative links.
    #[arg(long, value_name = "URL", value_parser = LinkBase::parse)]
    link_base: Option<LinkBase>,
    #[command(flatten)]
    values: Values,
    #[command(flatten)]
    written: DiffOutput,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Compares two versions of a scenario, or of all scenarios of a repository.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    match (&arguments.base, &arguments.old, &arguments.new) {
        (Some(base), _, _) => review::run(arguments, base, console),
        (None, Some(old), Some(new)) => two::run([old, new], arguments, console),
        (None, _, _) => Ok(Status::NoAnswer),
    }
}

impl Arguments {
    /// Scenarios and folders named on the command line.
    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.old.iter().chain(&self.new).chain(&self.more)
    }
}

/// Exit status of a difference: a finding if a `--fail-on` condition holds.
fn status(found: bool) -> Status {
    if found { Status::Finding } else { Status::Fine }
}

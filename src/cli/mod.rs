//! The command line: a file per command. The only room that opens files, reads the terminal, or prints.

mod answers;
mod app;
mod by;
mod catalog;
mod check;
mod choice;
mod compare;
mod completions;
mod console;
mod diff;
mod explain;
mod files_read;
mod flatten;
mod flip;
mod folder;
mod git;
mod input;
mod lists;
mod lsp;
mod man;
mod new;
mod output;
mod plan;
mod portfolio;
mod profiles;
mod question;
mod rate;
mod replace;
mod report;
mod scan;
mod schema;
mod sensitivity;
mod simulate;
mod sweep;
mod trace;
mod values;

pub use console::Console;
pub use folder::Folder;

use clap::{Args, Parser, Subcommand};
use console::ColourChoice;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

/// How a run of the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every question was answered: exit status 0.
    Fine,
    /// Something was found that the user wanted to be told of by the status: exit status 1.
    Finding,
    /// A question was not: an invalid scenario, wrong usage, an unreadable file. Exit status 2.
    NoAnswer,
}

impl Status {
    /// The exit status of the process.
    #[must_use]
    pub fn code(self) -> ExitCode {
        match self {
            Status::Fine => ExitCode::SUCCESS,
            Status::Finding => ExitCode::from(1),
            Status::NoAnswer => ExitCode::from(2),
        }
    }
}

/// Own or rent AI accelerators?
///
/// Compares owning with renting, from a scenario in YAML, down to the cent and to the line of the file where each number
/// was written. Results go to standard output, findings to standard error. Exit status: 0 fine,
/// 1 a finding that was asked for, 2 no answer.
#[derive(Debug, Parser)]
#[command(name = "rackrent", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shown: Shown,
}

/// How text is shown.
#[derive(Debug, Args)]
struct Shown {
    /// Columns of text; otherwise those of the terminal, or of `COLUMNS` where there is none, or 100.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(40..=1000))]
    width: Option<u16>,
    /// Whether to use colour; `auto` does so on a terminal, unless `NO_COLOR` is set.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColourChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    App(app::Arguments),
    Catalog(catalog::Arguments),
    Check(check::Arguments),
    Compare(compare::Arguments),
    Completions(completions::Arguments),
    Diff(diff::Arguments),
    Explain(explain::Arguments),
    Flatten(flatten::Arguments),
    Flip(flip::Arguments),
    Lsp(lsp::Arguments),
    Man(man::Arguments),
    New(new::Arguments),
    Plan(plan::Arguments),
    Profiles(profiles::Arguments),
    Rate(rate::Arguments),
    Report(report::Arguments),
    Scan(scan::Arguments),
    Schema(schema::Arguments),
    Sensitivity(sensitivity::Arguments),
    Simulate(simulate::Arguments),
    Sweep(sweep::Arguments),
    Trace(trace::Arguments),
}

/// Runs the program on its arguments, the first of which is its own name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, mut console: Console<'_>) -> Status {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = answer(&arguments, &mut console);
    if status == Status::NoAnswer && asks_for_json(&arguments) {
        console.answer_with_errors();
    }
    status
}

/// Whether a command line asks for JSON on standard output, as far as that can be said of one that is not understood.
fn asks_for_json(arguments: &[OsString]) -> bool {
    let mut before: &str = "";
    for argument in arguments.iter().map(|argument| argument.to_str().unwrap_or_default()) {
        match argument {
            "--" => return false,
            "--format=json" => return true,
            "json" if before == "--format" => return true,
            _ => before = argument,
        }
    }
    false
}

/// Answers a command line; what stands in the way has then been said to people.
fn answer(arguments: &[OsString], console: &mut Console<'_>) -> Status {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, console),
    };
    console.choose(arguments.shown.width.map(usize::from), arguments.shown.color);
    let ended = start_threads().and_then(|()| run_command(&arguments.command, console));
    let ended = ended.and_then(|status| written(console.flush()).map(|()| status));
    match ended {
        Ok(status) => status,
        Err(error) if is_closed_pipe(&error) => Status::Fine,
        Err(error) => {
            console.complain(&error);
            Status::NoAnswer
        }
    }
}

/// Runs a command.
fn run_command(command: &Command, console: &mut Console<'_>) -> anyhow::Result<Status> {
    match command {
        Command::App(arguments) => app::run(arguments, console),
        Command::Catalog(arguments) => catalog::run(arguments, console),
        Command::Check(arguments) => check::run(arguments, console),
        Command::Compare(arguments) => compare::run(arguments, console),
        Command::Completions(arguments) => completions::run(arguments, console),
        Command::Diff(arguments) => diff::run(arguments, console),
        Command::Explain(arguments) => explain::run(arguments, console),
        Command::Flatten(arguments) => flatten::run(arguments, console),
        Command::Flip(arguments) => flip::run(arguments, console),
        Command::Lsp(arguments) => lsp::run(arguments, console),
        Command::Man(arguments) => man::run(arguments, console),
        Command::New(arguments) => new::run(arguments, console),
        Command::Plan(arguments) => plan::run(arguments, console),
        Command::Profiles(arguments) => profiles::run(arguments, console),
        Command::Rate(arguments) => rate::run(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Scan(arguments) => scan::run(arguments, console),
        Command::Schema(arguments) => schema::run(arguments, console),
        Command::Sensitivity(arguments) => sensitivity::run(arguments, console),
        Command::Simulate(arguments) => simulate::run(arguments, console),
        Command::Sweep(arguments) => sweep::run(arguments, console),
        Command::Trace(arguments) => trace::run(arguments, console),
    }
}

/// Starts the threads that work is divided among.
///
/// # Errors
/// If the system has no room for them: asked for later, they would be missed in the middle of an answer.
fn start_threads() -> anyhow::Result<()> {
    let Err(error) = rayon::ThreadPoolBuilder::new().build_global() else { return Ok(()) };
    match std::error::Error::source(&error) {
        Some(why) => Err(anyhow::anyhow!(
            "cannot start threads to compute with: {why}; set RAYON_NUM_THREADS to fewer, or allow this user more"
        )),
        // they run already
        None => Ok(()),
    }
}

/// Help and version are answers; a wrong argument is not.
fn usage(error: &clap::Error, console: &mut Console<'_>) -> Status {
    if error.use_stderr() {
        console.misused(error);
        return Status::NoAnswer;
    }
    let said = write!(console.output, "{}", error.render()).and_then(|()| console.flush());
    match written(said) {
        Ok(()) => Status::Fine,
        Err(error) => {
            console.complain(&error);
            Status::NoAnswer
        }
    }
}

/// Results that were written, also if whoever read them has stopped: what was found stays found, and so does the exit status.
fn written(results: io::Result<()>) -> anyhow::Result<()> {
    match results {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        results => results.map_err(unwritten),
    }
}

/// The error of results that cannot be written.
fn unwritten(error: io::Error) -> anyhow::Error {
    let full = error.kind() == io::ErrorKind::StorageFull;
    let error = if full { anyhow::anyhow!("the disk is full") } else { anyhow::Error::new(error) };
    error.context("cannot write the results")
}

/// Whether whoever reads the results has stopped reading, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests;

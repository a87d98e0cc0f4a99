//! Command line: one file per command. The only module that opens files, reads the terminal and prints.

mod answers;
mod app;
mod backtest;
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
mod fit;
mod flatten;
mod flip;
mod folder;
mod git;
mod history;
mod input;
mod lists;
mod lsp;
mod man;
mod new;
mod output;
mod packs;
mod plan;
mod portfolio;
mod profiles;
mod question;
mod rate;
mod replace;
mod report;
mod reprice;
mod scan;
mod schema;
mod sensitivity;
mod simulate;
mod sweep;
mod throughput;
mod timing;
mod trace;
mod values;

pub use console::Console;
pub use folder::Folder;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use console::ColourChoice;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Exit status 0: success.
    Fine,
    /// Exit status 1: findings that the user asked to fail on.
    Finding,
    /// Exit status 2: invalid scenario, wrong usage, or an unreadable file.
    NoAnswer,
}

impl Status {
    /// Exit status of the process.
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
/// Compares the cost of owning and renting from a scenario in YAML, and traces every figure to the line of the file that it comes
/// from. Results go to standard output, findings to standard error. Exit status: 0: success; 1: findings at or above --fail-on;
/// 2: could not run.
#[derive(Debug, Parser)]
#[command(name = "rackrent", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shown: Shown,
    /// Catalog pack in place of the shipped catalog: a folder with its files and `catalog.toml`.
    #[arg(long, global = true, value_name = "DIR")]
    catalog: Option<PathBuf>,
}

/// Options for text output.
#[derive(Debug, Args)]
struct Shown {
    /// Text width in columns. Default: the terminal's width, `COLUMNS`, or 100.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(40..=1000))]
    width: Option<u16>,
    /// When to use colour.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColourChoice,
}

/// The options of a command are defined only when it is called.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    App(app::Arguments),
    Backtest(backtest::Arguments),
    Catalog(catalog::Arguments),
    Check(check::Arguments),
    Compare(compare::Arguments),
    Completions(completions::Arguments),
    Diff(diff::Arguments),
    Explain(explain::Arguments),
    Fit(fit::Arguments),
    Flatten(flatten::Arguments),
    Flip(flip::Arguments),
    History(history::Arguments),
    Lsp(lsp::Arguments),
    Man(man::Arguments),
    New(new::Arguments),
    Plan(plan::Arguments),
    Profiles(profiles::Arguments),
    Rate(rate::Arguments),
    Report(report::Arguments),
    Reprice(reprice::Arguments),
    Scan(scan::Arguments),
    Schema(schema::Arguments),
    Sensitivity(sensitivity::Arguments),
    Simulate(simulate::Arguments),
    Sweep(sweep::Arguments),
    Throughput(throughput::Arguments),
    Timing(timing::Arguments),
    Trace(trace::Arguments),
}

/// Commands by group on the help screen. Commands in no group are listed by name only.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Decide", &["compare", "flip", "plan", "timing", "backtest", "scan", "report"]),
    ("Understand", &["explain", "diff", "sweep", "sensitivity", "simulate", "rate"]),
    ("Keep", &["check", "new", "catalog", "reprice", "history", "fit", "throughput", "trace"]),
];

/// The command line with the grouped help screen.
fn program() -> clap::Command {
    let mut command = Arguments::command();
    command.build();
    let styles = command.get_styles();
    let (header, literal) = (*styles.get_header(), *styles.get_literal());
    let about = |name: &str| command.find_subcommand(name).and_then(clap::Command::get_about);
    let mut groups = String::new();
    for (group, names) in GROUPS {
        let _ = writeln!(groups, "{header}{group}:{header:#}");
        for name in names {
            let about = about(name).expect("a command has a description");
            let _ = writeln!(groups, "  {literal}{name:<12}{literal:#} {about}");
        }
        groups.push('\n');
    }
    let is_grouped = |name: &str| name == "help" || GROUPS.iter().any(|(_, names)| names.contains(&name));
    let others = command.get_subcommands().map(clap::Command::get_name).filter(|name| !is_grouped(name));
    let others: Vec<&str> = others.collect();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}More:{header:#} {}\n\n\
         {header}Options:{header:#}\n{{options}}",
        others.join(", ")
    );
    command.help_template(template)
}

/// Runs the program. The first argument is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>, mut console: Console<'_>) -> Status {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let status = answer(&arguments, &mut console);
    if status == Status::NoAnswer && requests_json(&arguments) {
        console.answer_with_errors();
    }
    status
}

/// Whether a command line asks for JSON on standard output; it may be invalid otherwise.
fn requests_json(arguments: &[OsString]) -> bool {
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

/// Runs a command line. Errors have been printed.
fn answer(arguments: &[OsString], console: &mut Console<'_>) -> Status {
    // some arguments name facts of the catalog, so it is chosen before they are parsed
    let catalog = named_catalog(arguments);
    match catalog.map_or(Ok(true), |folder| packs::install(Path::new(folder), console)) {
        Ok(true) => {}
        Ok(false) => return Status::NoAnswer,
        Err(error) => {
            console.complain(&error);
            return Status::NoAnswer;
        }
    }
    // the grouped help is built only if it may be shown
    let again = |_| program().try_get_matches_from(arguments).and_then(|found| Arguments::from_arg_matches(&found));
    let parsed = Arguments::try_parse_from(arguments).or_else(again);
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, console),
    };
    if arguments.catalog.as_deref().map(Path::as_os_str) != catalog {
        let message = "cannot tell which catalog to use; begin with it: rackrent --catalog DIR COMMAND";
        console.complain(&anyhow::anyhow!(message));
        return Status::NoAnswer;
    }
    console.choose(arguments.shown.width.map(usize::from), arguments.shown.color);
    // on Windows, the first thread of a process has a small stack
    let submits_alone = console.is_of_process && !matches!(arguments.command, Command::Lsp(_)) && !cfg!(windows);
    let ended = start_threads(submits_alone).and_then(|()| run_command(&arguments.command, console));
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

/// Catalog pack of a command line, which may be invalid otherwise. It misses `--catalog=DIR` if DIR is not UTF-8, and takes
/// `--catalog` for the option where it is the value of another one: the parsed arguments then differ.
fn named_catalog(arguments: &[OsString]) -> Option<&OsStr> {
    const NAME: &str = "--catalog";
    let mut options = arguments.iter().take_while(|argument| *argument != "--");
    let (name, values) = (|argument: &&OsString| *argument == NAME, arguments.iter().skip(1));
    let separate = options.clone().zip(values).find(|(argument, _)| name(argument)).map(|(_, value)| value.as_os_str());
    let joined = options.find_map(|argument| argument.to_str()?.strip_prefix(NAME)?.strip_prefix('='));
    separate.or(joined.map(OsStr::new))
}

/// Runs a command.
fn run_command(command: &Command, console: &mut Console<'_>) -> anyhow::Result<Status> {
    match command {
        Command::App(arguments) => app::run(arguments, console),
        Command::Backtest(arguments) => backtest::run(arguments, console),
        Command::Catalog(arguments) => catalog::run(arguments, console),
        Command::Check(arguments) => check::run(arguments, console),
        Command::Compare(arguments) => compare::run(arguments, console),
        Command::Completions(arguments) => completions::run(arguments, console),
        Command::Diff(arguments) => diff::run(arguments, console),
        Command::Explain(arguments) => explain::run(arguments, console),
        Command::Fit(arguments) => fit::run(arguments, console),
        Command::Flatten(arguments) => flatten::run(arguments, console),
        Command::Flip(arguments) => flip::run(arguments, console),
        Command::History(arguments) => history::run(arguments, console),
        Command::Lsp(arguments) => lsp::run(arguments, console),
        Command::Man(arguments) => man::run(arguments, console),
        Command::New(arguments) => new::run(arguments, console),
        Command::Plan(arguments) => plan::run(arguments, console),
        Command::Profiles(arguments) => profiles::run(arguments, console),
        Command::Rate(arguments) => rate::run(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Reprice(arguments) => reprice::run(arguments, console),
        Command::Scan(arguments) => scan::run(arguments, console),
        Command::Schema(arguments) => schema::run(arguments, console),
        Command::Sensitivity(arguments) => sensitivity::run(arguments, console),
        Command::Simulate(arguments) => simulate::run(arguments, console),
        Command::Sweep(arguments) => sweep::run(arguments, console),
        Command::Throughput(arguments) => throughput::run(arguments, console),
        Command::Timing(arguments) => timing::run(arguments, console),
        Command::Trace(arguments) => trace::run(arguments, console),
    }
}

/// Starts the thread pool. If only this thread submits work, it joins the pool: one thread fewer is started, and memory that
/// it has used is used again.
///
/// # Errors
/// If the system can't start the threads. Checked early because rayon panics when it starts its pool later.
fn start_threads(submits_alone: bool) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new();
    let pool = if submits_alone { pool.use_current_thread() } else { pool };
    let Err(error) = pool.build_global() else { return Ok(()) };
    match std::error::Error::source(&error) {
        Some(why) => Err(anyhow::anyhow!(
            "can't start threads: {why}; set RAYON_NUM_THREADS to a lower number, or raise the thread limit of this user"
        )),
        // already running
        None => Ok(()),
    }
}

/// Prints help and version to standard output, and wrong usage to standard error.
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

/// Ignores a closed pipe, so that the exit status stays that of the results.
fn written(results: io::Result<()>) -> anyhow::Result<()> {
    match results {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        results => results.map_err(unwritten),
    }
}

/// Error for results that can't be written.
fn unwritten(error: io::Error) -> anyhow::Error {
    let full = error.kind() == io::ErrorKind::StorageFull;
    let error = if full { anyhow::anyhow!("the disk is full") } else { anyhow::Error::new(error) };
    error.context("cannot write the results")
}

/// Whether the reader has closed the pipe, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    io.into_iter().any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests;

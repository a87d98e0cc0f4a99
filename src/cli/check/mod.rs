//! `check`: validity, rules and the expectations of scenarios, for CI.

mod baseline;
mod explain;
pub(super) mod files;
mod fixing;
mod format;
pub(super) mod policies;
mod roots;
mod scenarios;
pub(super) mod shared;
mod typed;

use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, Output};
use super::packs;
use super::question::Searched;
use super::{Status, written};
use crate::check::Policy;
use crate::diagnostic::Severity;
use crate::report::check::{CheckOutcome, CheckedFile, Checks, Excerpts, RulePages, Skipped, Verbosity};
use crate::report::{Errors, LinkBase};
use crate::scenario::{Date, Setting};
use anyhow::{Result, anyhow};
use baseline::{Baselining, Looked};
use clap::{Args, ValueEnum};
use files::{File, InclusionReason, RequestedFolder, RequestedPaths};
use fixing::{CheckSettings, Completion, FixOptions, FixOutcome};
use format::CheckFormat;
use policies::FilePolicies;
use roots::InRepository;
use std::path::{Path, PathBuf};

pub(super) use typed::{TypedText, typed};

/// Validate scenarios in CI: errors, rules and expectations.
///
/// Use it on the scenarios of a repository. It reports everything that `compare` would refuse; it applies rules to valid
/// scenarios (missing costs, commitments above demand, prices without a source …), each documented on a page; and it compares
/// each scenario with its own `expect`. The last lines list the files with findings, and the counts.
///
/// A folder stands for the scenarios in it and below it, except files that `.gitignore` excludes and git does not track.
/// Scenarios are files that end in .yaml or .yml and have `demand`, `own`, `rent`, `horizon_months` or `discount_rate` at the top
/// level, or `extends` and `name`. A file that is named explicitly is always checked. Findings in a shared file are reported
/// once, in that file, with the scenarios that extend it; a shared file is not checked on its own.
///
/// The `rackrent.toml` at the root of the repository sets the severity of rules and the requirements for scenarios; one in a
/// subfolder may be stricter. A scenario accepts findings with `allow`, and a baseline lists known findings. No date counts as
/// past unless `--today` is given, so a check of the same files always has the same result.
///
/// Exit status: 0 no failing finding, 1 at least one, 2 a file could not be read or the command line is invalid.
///
/// Example: rackrent check scenarios --output sarif=rackrent.sarif
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario files and folders; `-` reads standard input.
    #[arg(required_unless_present = "explain", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Explain a rule: what it finds, why it matters and how to fix it; `rules` lists all rules.
    #[arg(long, value_name = "RULE", conflicts_with_all = ["paths", "output", "set", "config", "today"])]
    explain: Option<String>,
    /// Lowest severity that leads to exit status 1.
    #[arg(long, value_name = "SEVERITY", default_value = "warning")]
    fail_on: FailOn,
    /// Date of the check, such as 2026-11-21; reviews, prices and allowances can then be past.
    #[arg(long, value_name = "DATE", value_parser = day)]
    today: Option<Date>,
    /// Policy for all scenarios, instead of the `rackrent.toml` files of their repository.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Also show information, accepted findings with their reasons, every checked file, and files skipped in folders.
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    baselining: Baselining,
    #[command(flatten)]
    fix_options: FixOptions,
    /// Base URL of rule pages in SARIF and explanations, such as `https://HOST/OWNER/rackrent/blob/REVISION`; default: the pages
    /// of the published version.
    #[arg(long, value_name = "URL", value_parser = LinkBase::parse)]
    pages_at: Option<LinkBase>,
    /// Override a value in every scenario, such as `discount_rate=12%`. Repeatable.
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    set: Vec<Setting>,
    /// Format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: CheckFormat,
    /// Files written in addition to standard output.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<CheckFormat>::parse, help = output::help::<CheckFormat>())]
    output: Vec<Output<CheckFormat>>,
    #[command(flatten)]
    searched: Searched,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Note on files that a check of a folder skips.
const LEFT_OUT: &str = "files excluded by .gitignore or rackrent.toml are skipped";

/// Lowest severity that fails a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Errors only.
    Error,
    /// Errors and warnings.
    Warning,
}

impl FailOn {
    /// Lowest severity that fails the check.
    fn severity(self) -> Severity {
        match self {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
        }
    }
}

pub(super) fn day(text: &str) -> Result<Date, String> {
    Date::parse(text)
}

impl Arguments {
    fn shows(&self) -> Verbosity {
        if self.verbose { Verbosity::Everything } else { Verbosity::Findings }
    }

    /// Addresses of the rule pages.
    fn pages(&self) -> RulePages {
        self.pages_at.clone().map(RulePages::in_repository).unwrap_or_default()
    }

    /// Requested formats.
    fn formats(&self) -> impl Iterator<Item = CheckFormat> {
        self.output.iter().map(|output| output.format).chain([self.format])
    }

    /// Whether only the number of information findings is needed.
    fn counts_information(&self) -> bool {
        self.shows() == Verbosity::Findings && self.formats().all(CheckFormat::counts_information)
    }

    /// Source excerpts that the requested formats need.
    fn excerpts(&self) -> Excerpts {
        match (self.formats().any(CheckFormat::shows_lines), self.shows()) {
            (false, _) => Excerpts::None,
            (true, Verbosity::Findings) => Excerpts::OfFindings,
            (true, Verbosity::Everything) => Excerpts::OfEverything,
        }
    }
}

/// Checks scenarios, or explains a rule.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    if let Some(rule) = &arguments.explain {
        return explain::run(rule, arguments.format, &arguments.pages(), console);
    }
    input::once(&arguments.paths)?;
    let mut requested = files::find(&arguments.paths, &arguments.standard_input, &mut console.input);
    for note in &requested.notes {
        console.note(note);
    }
    shared::find(&mut requested);
    let mut places = roots::of(&requested);
    let Some(policies) = policies(arguments, &mut requested, &mut places, console)? else {
        return Ok(Status::NoAnswer);
    };
    let mut baselines = arguments.baselining.read(&places)?;
    let of_baselines = baselines.paths().map(Path::to_path_buf);
    let kept: Vec<PathBuf> = kept(&requested.files, &policies).into_iter().chain(of_baselines).collect();
    output::check(&arguments.output, &kept)?;
    let fails_on = arguments.fail_on.severity();
    let held = CheckSettings { policies: &policies, baselines: &baselines, places: &places, fails_on };
    let written = match fixing::run(&arguments.fix_options, &requested.files, &held, console)? {
        FixOutcome::Shown(status) => return Ok(status),
        FixOutcome::Written(written) => written,
    };
    // a baseline may list information
    let counts_information = arguments.counts_information() && baselines.paths().next().is_none();
    let mut checked = checked(arguments, counts_information, &requested, &policies, console);
    baselines.hold_shared(looked(&mut checked, &places));
    if arguments.baselining.writes() {
        baselines.write(&looked(&mut checked, &places), fails_on, &policies, console)?;
    }
    baselines.hold(looked(&mut checked, &places), &policies, console);
    let alone = shared::alone(&requested.files);
    let (mut checks, empty) = checks(arguments, requested, checked);
    for name in &alone {
        let said = format!("{name}: {}", shared::WITHOUT_SCENARIO);
        if checks.files.is_empty() {
            console.complain(&anyhow!("{said}; nothing was checked"));
        } else {
            console.note(&said);
        }
    }
    for folder in &empty {
        console.complain(&anyhow!("{folder}"));
    }
    if checks.files.is_empty() {
        return Ok(Status::NoAnswer);
    }
    checks.unanswered = console.unanswered();
    write(arguments, &checks, console)?;
    Ok(match checks.ended() {
        CheckOutcome::Unread => Status::NoAnswer,
        CheckOutcome::Passed | CheckOutcome::Failed if !empty.is_empty() || written == Completion::NotAll => {
            Status::NoAnswer
        }
        CheckOutcome::Failed => Status::Finding,
        CheckOutcome::Passed => Status::Fine,
    })
}

/// Reads the policy of each file; `None` if one is invalid (already reported).
fn policies(
    arguments: &Arguments,
    requested: &mut RequestedPaths,
    places: &mut Vec<InRepository>,
    console: &mut Console<'_>,
) -> Result<Option<FilePolicies>> {
    let before = Policy { today: arguments.today, effort: arguments.searched.effort(), ..Policy::default() };
    match FilePolicies::of(requested, places, arguments.config.as_deref(), &before)? {
        Ok(policies) => {
            let of_file = |(at, place): (usize, &InRepository)| packs::of_policy(&place.root, policies.of_file(at));
            let packs = places.iter().enumerate().map(of_file).collect();
            Ok(packs::install_of_policies(packs, console)?.then_some(policies))
        }
        Err(all) => {
            for rejected in all {
                console.refuse(&rejected.diagnostics, &rejected.sources);
            }
            Ok(None)
        }
    }
}

/// Files that reports must not overwrite.
fn kept(files: &[File], policies: &FilePolicies) -> Vec<PathBuf> {
    files.iter().map(|file| file.path.as_path()).chain(policies.paths()).map(PathBuf::from).collect()
}

/// Checks all files in parallel, in order of their names; `None` for a file that is not a scenario.
fn checked(
    arguments: &Arguments,
    counts_information: bool,
    requested: &RequestedPaths,
    policies: &FilePolicies,
    console: &Console<'_>,
) -> Vec<Option<CheckedFile>> {
    let bar = console.progress(requested.files.len() as u64, "files");
    let excerpts = arguments.excerpts();
    let convert = |at: usize, checked| {
        let file = &requested.files[at];
        let checked = CheckedFile::of(checked, policies.of_file(at).rules, policies.policy_files(at), excerpts);
        let checked = if counts_information { checked.counting_information() } else { checked };
        checked.in_repository(file.path_in_repository()).shared_by(&file.shared_by)
    };
    let checked =
        scenarios::check_all(&requested.files, &arguments.set, policies, &console.files_read, convert, || bar.inc(1));
    bar.finish_and_clear();
    checked
}

/// Checked files with their locations.
fn looked<'a>(checked: &'a mut [Option<CheckedFile>], places: &'a [InRepository]) -> Vec<Looked<'a>> {
    let all = checked.iter_mut().zip(places).enumerate();
    all.filter_map(|(at, (file, place))| Some(Looked { file: file.as_mut()?, place, at })).collect()
}

/// Builds the report, and the messages about folders without a scenario.
fn checks(
    arguments: &Arguments,
    requested: RequestedPaths,
    checked: Vec<Option<CheckedFile>>,
) -> (Checks, Vec<String>) {
    let empty = empty(&requested, &checked);
    let other = requested.files.iter().zip(&checked).filter(|(_, checked)| checked.is_none());
    let because = |file: &File| {
        if file.inclusion == InclusionReason::Shared { shared::WITHOUT_SCENARIO } else { "not a scenario" }
    };
    let other = other.map(|(file, _)| Skipped { path: file.name.clone(), because: because(file).to_owned() });
    let mut skipped: Vec<Skipped> = other.chain(requested.skipped).collect();
    skipped.sort_by(|a, b| a.path.cmp(&b.path));
    let checks = Checks {
        files: checked.into_iter().flatten().collect(),
        skipped,
        unanswered: Errors::default(),
        fails_on: arguments.fail_on.severity(),
        shows: arguments.shows(),
        today: arguments.today.map(|day| day.to_string()),
        settings: arguments.set.iter().map(Setting::text).collect(),
        pages: arguments.pages(),
    };
    (checks, empty)
}

/// Messages about folders without a scenario.
fn empty(requested: &RequestedPaths, checked: &[Option<CheckedFile>]) -> Vec<String> {
    let of_folder = |folder: usize| {
        let met = requested.files.iter().zip(checked).filter(move |(file, _)| file.met_in.contains(&folder));
        met.map(|(_, checked)| checked.is_some())
    };
    let said = |(at, folder): (usize, &RequestedFolder)| {
        let (others, scenarios): (Vec<bool>, Vec<bool>) = of_folder(at).partition(|is_scenario| !is_scenario);
        let others = match others.len() {
            0 => String::new(),
            1 => " (1 other YAML file)".to_owned(),
            others => format!(" ({others} other YAML files)"),
        };
        scenarios.is_empty().then(|| format!("there is no scenario in {}{others}; {LEFT_OUT}", folder.name))
    };
    requested.folders.iter().enumerate().filter_map(said).collect()
}

fn write(arguments: &Arguments, checks: &Checks, console: &mut Console<'_>) -> Result<()> {
    let canvas = console.file_canvas();
    output::write_files(&arguments.output, &console.files_read, |format, out| format.write(checks, &canvas, out))?;
    let canvas = console.canvas();
    written(arguments.format.write(checks, &canvas, &mut console.output))
}

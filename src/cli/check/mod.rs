//! `check`: for CI, is every scenario valid, sensible, and does it still say what its `expect` says.

mod baseline;
mod explain;
pub(super) mod files;
mod format;
mod mend;
mod policies;
mod roots;
mod scenarios;
pub(super) mod shared;
mod typed;

use super::console::Console;
use super::input::{self, StandardInput};
use super::output::{self, Output};
use super::question::Searched;
use super::{Status, written};
use crate::check::Policy;
use crate::diagnostic::Severity;
use crate::report::check::{CheckedFile, Checks, Ended, Excerpts, RulePages, Shows, Skipped};
use crate::report::{Errors, LinkBase};
use crate::scenario::{Date, Setting};
use anyhow::{Result, anyhow};
use baseline::{Baselining, Looked};
use clap::{Args, ValueEnum};
use files::{Asked, AskedFolder, File, Meant};
use format::CheckFormat;
use mend::{HeldTo, Mended, Mending, Written};
use policies::FilePolicies;
use roots::InRepository;
use std::path::{Path, PathBuf};

pub(super) use typed::{TypedText, typed};

/// Is every scenario valid, sensible, and does it still say what was decided: what CI runs.
///
/// Use it over the scenarios of a repository. It finds everything that `compare` would refuse; it judges what is valid by
/// rules (costs that are left out, commitments above the demand, prices without a source …), each with a page; and it holds
/// a scenario to its own `expect`. The last lines name the files in which something was found, and count.
///
/// A folder means the scenarios in it and below, without what `.gitignore` names and git does not track: the files that end
/// in .yaml or .yml and have `demand`, `own`, `rent`, `horizon_months` or `discount_rate` at their top level, or `extends` and
/// `name`. A file that is named is checked whatever it is. What is wrong in a file that scenarios share is said once, in that
/// file, with the scenarios that extend it; it is not checked on its own.
///
/// What rules weigh and what scenarios have to say stands in `rackrent.toml` at the root of the repository; one further down
/// may tighten it. A scenario says by `allow` what does not apply to it, and a baseline what is known from before. Nothing is
/// past unless `--today` says which day it is, so that a check of the same files always ends the same.
///
/// Exit status: 0 nothing found that fails it, 1 something, 2 a file could not be read or the command is wrong.
///
/// Example: rackrent check scenarios --output sarif=rackrent.sarif
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenarios and folders of scenarios; `-` is standard input.
    #[arg(required_unless_present = "explain", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Says what a rule finds, why that is wrong and how to mend it; `rules` lists all of them.
    #[arg(long, value_name = "RULE", conflicts_with_all = ["paths", "output", "set", "config", "today"])]
    explain: Option<String>,
    /// What ends the program with exit status 1.
    #[arg(long, value_name = "SEVERITY", default_value = "warning")]
    fail_on: FailOn,
    /// The day of the check, as in 2026-11-21: reviews, prices and allowances can then be past.
    #[arg(long, value_name = "DATE", value_parser = day)]
    today: Option<Date>,
    /// Says what rules weigh in every scenario, instead of the files of its repository.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Shows information too, what is allowed and why, every file that was checked, and what was skipped in folders.
    #[arg(long)]
    verbose: bool,
    #[command(flatten)]
    baselining: Baselining,
    #[command(flatten)]
    mending: Mending,
    /// What the addresses of rules' pages begin with in SARIF and in explanations, as `https://HOST/OWNER/rackrent/blob/REVISION`;
    /// otherwise they are those of the published version.
    #[arg(long, value_name = "URL", value_parser = LinkBase::parse)]
    pages_at: Option<LinkBase>,
    /// Replaces a value of every scenario, as in `discount_rate=12%`; may be repeated.
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    set: Vec<Setting>,
    /// The format of standard output.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: CheckFormat,
    /// The files that are written beside it.
    #[arg(long, value_name = "[FORMAT=]FILE", value_parser = Output::<CheckFormat>::parse, help = output::help::<CheckFormat>())]
    output: Vec<Output<CheckFormat>>,
    #[command(flatten)]
    searched: Searched,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// What a check of a folder does not look at.
const LEFT_OUT: &str = "what .gitignore names or rackrent.toml excludes is not looked at";

/// What fails a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Errors alone.
    Error,
    /// Errors and warnings.
    Warning,
}

impl FailOn {
    /// The least grave of what fails it.
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
    fn shows(&self) -> Shows {
        if self.verbose { Shows::Everything } else { Shows::Findings }
    }

    /// Where the pages of rules can be read.
    fn pages(&self) -> RulePages {
        self.pages_at.clone().map(RulePages::in_repository).unwrap_or_default()
    }

    /// Whether lines of the authors' texts are shown anywhere.
    fn excerpts(&self) -> Excerpts {
        let formats = self.output.iter().map(|output| output.format).chain([self.format]);
        match (formats.into_iter().any(CheckFormat::shows_lines), self.shows()) {
            (false, _) => Excerpts::None,
            (true, Shows::Findings) => Excerpts::OfFindings,
            (true, Shows::Everything) => Excerpts::OfEverything,
        }
    }
}

/// Checks scenarios, or explains a rule.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    if let Some(rule) = &arguments.explain {
        return explain::run(rule, arguments.format, &arguments.pages(), console);
    }
    input::once(&arguments.paths)?;
    let mut meant = files::find(&arguments.paths, &arguments.standard_input, &mut console.input);
    for note in &meant.notes {
        console.note(note);
    }
    shared::find(&mut meant);
    let mut places = roots::of(&meant);
    let Some(policies) = policies(arguments, &mut meant, &mut places, console)? else { return Ok(Status::NoAnswer) };
    let mut baselines = arguments.baselining.read(&places)?;
    let of_baselines = baselines.paths().map(Path::to_path_buf);
    let kept: Vec<PathBuf> = kept(&meant.files, &policies).into_iter().chain(of_baselines).collect();
    output::check(&arguments.output, &kept)?;
    let fails_on = arguments.fail_on.severity();
    let held = HeldTo { policies: &policies, baselines: &baselines, places: &places, fails_on };
    let written = match mend::run(&arguments.mending, &meant.files, &held, console)? {
        Mended::Shown(status) => return Ok(status),
        Mended::Written(written) => written,
    };
    let mut checked = checked(arguments, &meant, &policies, console);
    baselines.hold_shared(looked(&mut checked, &places));
    if arguments.baselining.writes() {
        baselines.write(&looked(&mut checked, &places), fails_on, &policies, console)?;
    }
    baselines.hold(looked(&mut checked, &places), &policies, console);
    let alone = shared::alone(&meant.files);
    let (mut checks, empty) = checks(arguments, meant, checked);
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
        Ended::Unread => Status::NoAnswer,
        Ended::Passed | Ended::Failed if !empty.is_empty() || written == Written::NotAll => Status::NoAnswer,
        Ended::Failed => Status::Finding,
        Ended::Passed => Status::Fine,
    })
}

/// The policy for each file; `None` if one cannot be used, which has then been said.
fn policies(
    arguments: &Arguments,
    meant: &mut Meant,
    places: &mut Vec<InRepository>,
    console: &mut Console<'_>,
) -> Result<Option<FilePolicies>> {
    let before = Policy { today: arguments.today, effort: arguments.searched.effort(), ..Policy::default() };
    match FilePolicies::of(meant, places, arguments.config.as_deref(), &before)? {
        Ok(policies) => Ok(Some(policies)),
        Err(all) => {
            for rejected in all {
                console.refuse(&rejected.diagnostics, &rejected.sources);
            }
            Ok(None)
        }
    }
}

/// Files that no report may overwrite.
fn kept(files: &[File], policies: &FilePolicies) -> Vec<PathBuf> {
    files.iter().map(|file| file.path.as_path()).chain(policies.paths()).map(PathBuf::from).collect()
}

/// Checks every file on all cores; the order is that of their names. None of a file that is no scenario.
fn checked(
    arguments: &Arguments,
    meant: &Meant,
    policies: &FilePolicies,
    console: &Console<'_>,
) -> Vec<Option<CheckedFile>> {
    let bar = console.progress(meant.files.len() as u64, "files");
    let excerpts = arguments.excerpts();
    let checked = scenarios::check_all(&meant.files, &arguments.set, policies, &console.files_read, || bar.inc(1));
    bar.finish_and_clear();
    let written = meant.files.iter().zip(checked).enumerate().map(|(at, (file, checked))| {
        let checked = CheckedFile::of(checked?, policies.of_file(at).rules, policies.said_by(at), excerpts);
        Some(checked.in_repository(file.path_in_repository()).shared_by(&file.shared_by))
    });
    written.collect()
}

/// Scenarios by where they are.
fn looked<'a>(checked: &'a mut [Option<CheckedFile>], places: &'a [InRepository]) -> Vec<Looked<'a>> {
    let all = checked.iter_mut().zip(places).enumerate();
    all.filter_map(|(at, (file, place))| Some(Looked { file: file.as_mut()?, place, at })).collect()
}

/// What is reported of the files, and what is to be said of folders without a scenario.
fn checks(arguments: &Arguments, meant: Meant, checked: Vec<Option<CheckedFile>>) -> (Checks, Vec<String>) {
    let empty = empty(&meant, &checked);
    let other = meant.files.iter().zip(&checked).filter(|(_, checked)| checked.is_none());
    let because = |file: &File| if file.asked == Asked::Shared { shared::WITHOUT_SCENARIO } else { "no scenario" };
    let other = other.map(|(file, _)| Skipped { path: file.name.clone(), because: because(file).to_owned() });
    let mut skipped: Vec<Skipped> = other.chain(meant.skipped).collect();
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

/// What is to be said of the folders in which there is no scenario.
fn empty(meant: &Meant, checked: &[Option<CheckedFile>]) -> Vec<String> {
    let of_folder = |folder: usize| {
        let met = meant.files.iter().zip(checked).filter(move |(file, _)| file.met_in.contains(&folder));
        met.map(|(_, checked)| checked.is_some())
    };
    let said = |(at, folder): (usize, &AskedFolder)| {
        let (others, scenarios): (Vec<bool>, Vec<bool>) = of_folder(at).partition(|is_scenario| !is_scenario);
        let others = match others.len() {
            0 => String::new(),
            1 => " (1 other YAML file)".to_owned(),
            others => format!(" ({others} other YAML files)"),
        };
        scenarios.is_empty().then(|| format!("there is no scenario in {}{others}; {LEFT_OUT}", folder.name))
    };
    meant.folders.iter().enumerate().filter_map(said).collect()
}

fn write(arguments: &Arguments, checks: &Checks, console: &mut Console<'_>) -> Result<()> {
    let canvas = console.file_canvas();
    output::write_files(&arguments.output, &console.files_read, |format, out| format.write(checks, &canvas, out))?;
    let canvas = console.canvas();
    written(arguments.format.write(checks, &canvas, &mut console.output))
}

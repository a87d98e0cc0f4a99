//! `compare` of several scenarios: the aggregate of all of them by owner or tag, or their cash plan by calendar period.

use super::Status;
use super::by::no_such_tag;
use super::check::files::{self, File, InclusionReason, RequestedPaths};
use super::check::{policies, shared};
use super::compare::Arguments;
use super::console::Console;
use super::files_read::FilesRead;
use super::folder::Folder;
use super::input::StandardInput;
use crate::analysis::Answer;
use crate::analysis::cash_plan::{CashMember, CashPlan, PlanPeriod};
use crate::analysis::groups::Grouping;
use crate::analysis::portfolio::{Member, Portfolio};
use crate::api::ScenarioText;
use crate::check;
use crate::report::{CashPlanReport, PortfolioReport, UnansweredFile};
use crate::scenario::Rejected;
use anyhow::{Result, anyhow, ensure};
use engine::parallel::on_all_cores;
use std::path::{Path, PathBuf};

/// Outcome for a file.
enum Outcome<M> {
    /// Contribution to the aggregate.
    Member(Box<M>),
    /// The scenario has a result, but cannot contribute.
    LeftOut(&'static str),
    /// The scenario is refused.
    Refused(Box<Rejected>),
    /// The file cannot be read.
    Unreadable(String),
}

/// Aggregates all scenarios by owner or tag; those without a result are reported and left out.
pub(super) fn run(arguments: &Arguments, by: &Grouping, console: &mut Console<'_>) -> Result<Status> {
    let meant = requested(&arguments.files, &arguments.standard_input, console);
    let scenarios = checked(arguments, &meant, console)?;
    let (members, unanswered) = added(arguments, &scenarios, console, |answer| Ok(Member::of(answer, by)));
    let portfolio = Portfolio::of(by.clone(), members).map_err(|unknown| no_such_tag(&unknown))?;
    let report = PortfolioReport { portfolio, unanswered };
    arguments.written.write(&report, console)?;
    Ok(status(&report.unanswered))
}

/// Cash plan of all scenarios; those without a result or a start month are reported and left out.
pub(super) fn run_cash_plan(arguments: &Arguments, by: PlanPeriod, console: &mut Console<'_>) -> Result<Status> {
    let meant = requested(&arguments.files, &arguments.standard_input, console);
    let scenarios = checked(arguments, &meant, console)?;
    let policy = match policies::of_folder(&meant) {
        Ok(policy) => policy,
        Err(rejected) => {
            for one in &rejected {
                console.refuse(&one.diagnostics, &one.sources);
            }
            return Ok(Status::NoAnswer);
        }
    };
    let member = |answer| CashMember::of(answer, by).ok_or(NO_START);
    let (members, unanswered) = added(arguments, &scenarios, console, member);
    let plan = CashPlan::of(by, members, policy.policy.budget).map_err(|unlike| {
        let [(first, month), (other, other_month)] = unlike.starts;
        anyhow!(
            "fiscal years begin in month {month} in {first} and in month {other_month} in {other}; \
             give both the same `fiscal_year_starts`, or use --by year"
        )
    })?;
    let report = CashPlanReport { plan, policies: policy.files, unanswered };
    arguments.written.write(&report, console)?;
    Ok(status(&report.unanswered))
}

/// Error for a scenario that a cash plan cannot place in the calendar.
const NO_START: &str = "add its first month, such as `start: 2027-04`";

fn status(unanswered: &[UnansweredFile]) -> Status {
    if unanswered.is_empty() { Status::Fine } else { Status::NoAnswer }
}

/// The requested files and those in folders.
pub(super) fn requested(paths: &[PathBuf], named: &StandardInput, console: &mut Console<'_>) -> RequestedPaths {
    let mut meant = files::find(paths, named, &mut console.input);
    for note in &meant.notes {
        console.note(note);
    }
    shared::find(&mut meant);
    meant
}

/// The scenarios, none of which an output overwrites.
fn checked<'m>(arguments: &Arguments, meant: &'m RequestedPaths, console: &Console<'_>) -> Result<Vec<&'m File>> {
    let scenarios = scenarios(meant)?;
    arguments.written.check(&scenarios.iter().map(|file| file.path.as_path()).collect::<Vec<_>>(), console)?;
    Ok(scenarios)
}

/// Scenarios among the files: all that are named, and the scenarios in folders.
///
/// # Errors
/// If there is none.
pub(super) fn scenarios(meant: &RequestedPaths) -> Result<Vec<&File>> {
    let is_scenario = |file: &&File| match file.inclusion {
        InclusionReason::File => true,
        InclusionReason::Folder => {
            file.text().map_or(true, |text| check::is_scenario(&text) || check::is_emptied(&text))
        }
        InclusionReason::Extended | InclusionReason::Shared => false,
    };
    let scenarios: Vec<&File> = meant.files.iter().filter(is_scenario).collect();
    ensure!(!scenarios.is_empty(), "there is no scenario in {}", named(meant));
    Ok(scenarios)
}

fn named(meant: &RequestedPaths) -> String {
    meant.folders.iter().map(|folder| folder.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Evaluates all scenarios in parallel; returns their contributions and the files without one, in the order of the files.
fn added<M: Send>(
    arguments: &Arguments,
    scenarios: &[&File],
    console: &mut Console<'_>,
    member: impl Fn(Answer) -> std::result::Result<M, &'static str> + Sync,
) -> (Vec<M>, Vec<UnansweredFile>) {
    let bar = console.progress(scenarios.len() as u64, "scenarios");
    let read = console.files_read.clone();
    let outcomes: Vec<Outcome<M>> = on_all_cores(scenarios, |file| {
        let outcome = outcome(arguments, (file, &read), &member);
        bar.inc(1);
        outcome
    });
    bar.finish_and_clear();
    let (mut members, mut unanswered) = (Vec::new(), Vec::new());
    for (file, outcome) in scenarios.iter().zip(outcomes) {
        let error = match outcome {
            Outcome::Member(member) => {
                members.push(*member);
                continue;
            }
            Outcome::Refused(rejected) => {
                console.refuse(&rejected.diagnostics, &rejected.sources);
                None
            }
            Outcome::LeftOut(reason) => Some(anyhow!("cannot place {} in the calendar: {reason}", file.name)),
            Outcome::Unreadable(reason) => Some(anyhow!("cannot read {}: {reason}", file.name)),
        };
        if let Some(error) = error {
            console.unreadable(Path::new(&file.name), &arguments.standard_input, &error);
        }
        unanswered.push(UnansweredFile { file: file.name.clone(), errors: console.unanswered() });
    }
    (members, unanswered)
}

fn outcome<M>(
    arguments: &Arguments,
    (file, read): (&File, &FilesRead),
    member: impl Fn(Answer) -> std::result::Result<M, &'static str>,
) -> Outcome<M> {
    let text = match file.text() {
        Ok(text) => text,
        Err(reason) => return Outcome::Unreadable(reason),
    };
    let folder = Folder::of_file(&file.path).noted_in(read);
    let scenario = arguments.values.of(ScenarioText::new(&text, &folder).named(&file.name));
    match scenario.with(arguments.searched.effort()).decide() {
        Ok(answer) => member(answer).map_or_else(Outcome::LeftOut, |member| Outcome::Member(Box::new(member))),
        Err(rejected) => Outcome::Refused(Box::new(rejected)),
    }
}

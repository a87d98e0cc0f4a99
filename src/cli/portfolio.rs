//! `compare` of several scenarios by owner or tag: the aggregate of all of them.

use super::Status;
use super::by::no_such_tag;
use super::check::files::{self, File, InclusionReason, RequestedPaths};
use super::check::shared;
use super::compare::Arguments;
use super::console::Console;
use super::files_read::FilesRead;
use super::folder::Folder;
use crate::analysis::BudgetMultiple;
use crate::analysis::groups::Grouping;
use crate::analysis::portfolio::{Member, Portfolio};
use crate::api::ScenarioText;
use crate::check;
use crate::report::{PortfolioReport, UnansweredFile};
use crate::scenario::Rejected;
use anyhow::{Result, anyhow, ensure};
use rayon::prelude::*;
use std::path::Path;

/// Outcome for a file.
enum Outcome {
    /// Contribution to the aggregate.
    Member(Box<Member>),
    /// The scenario is refused.
    Refused(Box<Rejected>),
    /// The file cannot be read.
    Unreadable(String),
}

/// Aggregates all scenarios; those without a result are reported and left out.
pub(super) fn run(arguments: &Arguments, by: &Grouping, console: &mut Console<'_>) -> Result<Status> {
    let mut meant = files::find(&arguments.files, &arguments.standard_input, &mut console.input);
    for note in &meant.notes {
        console.note(note);
    }
    shared::find(&mut meant);
    let scenarios = scenarios(&meant);
    ensure!(!scenarios.is_empty(), "there is no scenario in {}", named(&meant));
    arguments.written.check(&scenarios.iter().map(|file| file.path.as_path()).collect::<Vec<_>>(), console)?;
    let (members, unanswered) = added(arguments, by, &scenarios, console);
    let portfolio = Portfolio::of(by.clone(), members).map_err(|unknown| no_such_tag(&unknown))?;
    let report = PortfolioReport { portfolio, unanswered };
    arguments.written.write(&report, console)?;
    Ok(if report.unanswered.is_empty() { Status::Fine } else { Status::NoAnswer })
}

/// Scenarios among the files: all that are named, and the scenarios in folders.
fn scenarios(meant: &RequestedPaths) -> Vec<&File> {
    let is_scenario = |file: &&File| match file.asked {
        InclusionReason::File => true,
        InclusionReason::Folder => {
            file.text().map_or(true, |text| check::is_scenario(&text) || check::is_emptied(&text))
        }
        InclusionReason::Extended | InclusionReason::Shared => false,
    };
    meant.files.iter().filter(is_scenario).collect()
}

fn named(meant: &RequestedPaths) -> String {
    meant.folders.iter().map(|folder| folder.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Evaluates all scenarios in parallel; returns their contributions and the files without a result, in the order of the files.
fn added(
    arguments: &Arguments,
    by: &Grouping,
    scenarios: &[&File],
    console: &mut Console<'_>,
) -> (Vec<Member>, Vec<UnansweredFile>) {
    let bar = console.progress(scenarios.len() as u64, "scenarios");
    let effort = arguments.searched.effort();
    let read = console.files_read.clone();
    let outcomes: Vec<Outcome> = scenarios
        .par_iter()
        .map(|file| {
            let outcome = outcome(arguments, by, effort, (file, &read));
            bar.inc(1);
            outcome
        })
        .collect();
    bar.finish_and_clear();
    let (mut members, mut unanswered) = (Vec::new(), Vec::new());
    for (file, outcome) in scenarios.iter().zip(outcomes) {
        match outcome {
            Outcome::Member(member) => {
                members.push(*member);
                continue;
            }
            Outcome::Refused(rejected) => console.refuse(&rejected.diagnostics, &rejected.sources),
            Outcome::Unreadable(reason) => {
                let error = anyhow!("cannot read {}: {reason}", file.name);
                console.unreadable(Path::new(&file.name), &arguments.standard_input, &error);
            }
        }
        unanswered.push(UnansweredFile { file: file.name.clone(), errors: console.unanswered() });
    }
    (members, unanswered)
}

fn outcome(arguments: &Arguments, by: &Grouping, effort: BudgetMultiple, (file, read): (&File, &FilesRead)) -> Outcome {
    let text = match file.text() {
        Ok(text) => text,
        Err(reason) => return Outcome::Unreadable(reason),
    };
    let folder = Folder::beside(&file.path).noted_in(read);
    let scenario = arguments.values.of(ScenarioText::new(&text, &folder).named(&file.name)).with(effort);
    match scenario.decide() {
        Ok(answer) => Outcome::Member(Box::new(Member::of(answer, by))),
        Err(rejected) => Outcome::Refused(Box::new(rejected)),
    }
}

//! Evaluates a scenario file named on the command line, or reports why it has no result.

use super::console::Console;
use super::folder::Folder;
use super::input::{self, StandardInput, Text};
use super::values::Values;
use crate::analysis::cases::CaseResult;
use crate::analysis::{Answer, BudgetMultiple};
use crate::api::ScenarioText;
use crate::demand::trace::Traces;
use crate::report::FullReport;
use crate::scenario::{CellValues, Loaded, Rejected};
use std::path::Path;

/// Evaluates the decision of a scenario; `None` if it has no result (already reported).
pub(super) fn decided(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    effort: BudgetMultiple,
    console: &mut Console<'_>,
) -> Option<Answer> {
    answered(path, named, values, console, |scenario| scenario.clone().with(effort).decide())
}

/// Reads a scenario with its traces; `None` if it is invalid (already reported).
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method path is not general over lifetimes")]
pub(super) fn loaded(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    console: &mut Console<'_>,
) -> Option<(Loaded, Traces)> {
    answered(path, named, values, console, |scenario| scenario.read())
}

/// Compares a scenario and each of its cases; `None` if it has no result (already reported).
pub(super) fn with_cases(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    effort: BudgetMultiple,
    console: &mut Console<'_>,
) -> Option<(Answer, Vec<CaseResult>)> {
    answered(path, named, values, console, |scenario| {
        let answer = scenario.clone().with(effort).compare()?;
        let cases = scenario.cases(&answer.loaded);
        Ok((answer, cases))
    })
}

/// Builds the full report of a scenario; `None` if it has no result (already reported).
pub(super) fn full_report(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    effort: BudgetMultiple,
    console: &mut Console<'_>,
) -> Option<FullReport> {
    answered(path, named, values, console, |scenario| scenario.clone().with(effort).report())
}

/// Reads a file and evaluates it with `ask`; `None` if there is no result (already reported).
fn answered<T>(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    console: &mut Console<'_>,
    ask: impl FnOnce(&ScenarioText<'_>) -> Result<T, Rejected>,
) -> Option<T> {
    let text = match input::read(path, named, &mut console.input) {
        Ok(text) => text,
        Err(error) => {
            console.unreadable(path, named, &error);
            return None;
        }
    };
    answered_from(&text, values, console, ask)
}

/// Evaluates a text with `ask`; `None` if there is no result (already reported).
fn answered_from<T>(
    text: &Text,
    values: &Values,
    console: &mut Console<'_>,
    ask: impl FnOnce(&ScenarioText<'_>) -> Result<T, Rejected>,
) -> Option<T> {
    let folder = Folder::of(&text.name).noted_in(&console.files_read);
    let scenario = values.of(ScenarioText::new(&text.text, &folder).named(&text.name));
    ask(&scenario).map_err(|rejected| console.refuse(&rejected.diagnostics, &rejected.sources)).ok()
}

/// Parses a text that was read, with its traces; `None` if it is invalid (already reported).
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method path is not general over lifetimes")]
pub(super) fn loaded_from(text: &Text, values: &Values, console: &mut Console<'_>) -> Option<(Loaded, Traces)> {
    answered_from(text, values, console, |scenario| scenario.read())
}

/// Same as `loaded_from`, with the values of a workbook applied.
pub(super) fn loaded_with(
    text: &Text,
    values: &Values,
    cells: &CellValues,
    console: &mut Console<'_>,
) -> Option<(Loaded, Traces)> {
    answered_from(text, values, console, |scenario| scenario.clone().edited(cells).read())
}

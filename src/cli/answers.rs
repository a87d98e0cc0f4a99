//! From a file of the command line to an answer, or to what is wrong with it.

use super::console::Console;
use super::folder::Folder;
use super::input::{self, StandardInput, Text};
use super::values::Values;
use crate::analysis::cases::CaseStatement;
use crate::analysis::{Answer, Effort};
use crate::demand::trace::Traces;
use crate::door::ScenarioText;
use crate::report::Dossier;
use crate::scenario::{CellValues, Loaded, Rejected};
use std::path::Path;

/// The answer to a scenario; `None` if there is none, which has then been said.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method itself is of one lifetime, not of any")]
pub(super) fn answer(path: &Path, named: &StandardInput, values: &Values, console: &mut Console<'_>) -> Option<Answer> {
    asked(path, named, values, console, |scenario| scenario.compare())
}

/// What a scenario decides; `None` if it has no answer, which has then been said.
pub(super) fn decided(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    effort: Effort,
    console: &mut Console<'_>,
) -> Option<Answer> {
    asked(path, named, values, console, |scenario| scenario.clone().with(effort).decide())
}

/// A scenario with its traces; `None` if it is not valid, which has then been said.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method itself is of one lifetime, not of any")]
pub(super) fn loaded(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    console: &mut Console<'_>,
) -> Option<(Loaded, Traces)> {
    asked(path, named, values, console, |scenario| scenario.read())
}

/// The answer to a scenario and what each of its cases says; `None` if there is none, which has then been said.
pub(super) fn with_cases(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    effort: Effort,
    console: &mut Console<'_>,
) -> Option<(Answer, Vec<CaseStatement>)> {
    asked(path, named, values, console, |scenario| {
        let answer = scenario.clone().with(effort).compare()?;
        let cases = scenario.cases(&answer.loaded);
        Ok((answer, cases))
    })
}

/// Everything about a scenario; `None` if it has no answer, which has then been said.
pub(super) fn dossier(
    path: &Path,
    named: &StandardInput,
    values: &Values,
    effort: Effort,
    console: &mut Console<'_>,
) -> Option<Dossier> {
    asked(path, named, values, console, |scenario| scenario.clone().with(effort).report())
}

/// What is asked of a file; `None` if there is no answer, which has then been said.
fn asked<T>(
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
    asked_of(&text, values, console, ask)
}

/// What is asked of a text; `None` if there is no answer, which has then been said.
fn asked_of<T>(
    text: &Text,
    values: &Values,
    console: &mut Console<'_>,
    ask: impl FnOnce(&ScenarioText<'_>) -> Result<T, Rejected>,
) -> Option<T> {
    let folder = Folder::of(&text.name).noted_in(&console.files_read);
    let scenario = values.of(ScenarioText::new(&text.text, &folder).named(&text.name));
    ask(&scenario).map_err(|rejected| console.refuse(&rejected.diagnostics, &rejected.sources)).ok()
}

/// A scenario that was read, with its traces; `None` if it is not valid, which has then been said.
#[allow(clippy::redundant_closure_for_method_calls, reason = "the method itself is of one lifetime, not of any")]
pub(super) fn loaded_from(text: &Text, values: &Values, console: &mut Console<'_>) -> Option<(Loaded, Traces)> {
    asked_of(text, values, console, |scenario| scenario.read())
}

/// The same with the values of a workbook.
pub(super) fn loaded_with(
    text: &Text,
    values: &Values,
    cells: &CellValues,
    console: &mut Console<'_>,
) -> Option<(Loaded, Traces)> {
    asked_of(text, values, console, |scenario| scenario.clone().edited(cells).read())
}

//! `diff` of two files: two scenarios, or a scenario and an edited workbook of it.

use super::super::Status;
use super::super::answers::{loaded_from, loaded_with};
use super::super::console::Console;
use super::super::input::{self, Bytes, Text};
use super::output::Moved;
use super::{Arguments, status};
use crate::analysis::difference::difference;
use crate::demand::trace::Traces;
use crate::report::LinkedDifference;
use crate::scenario::Loaded;
use crate::workbook_import::{ImportError, ReturnedWorkbook, changed, is_workbook, rewritten};
use anyhow::{Result, anyhow, bail, ensure};
use std::path::{Path, PathBuf};

/// Old and new scenario.
struct Pair {
    old: (Loaded, Traces),
    new: (Loaded, Traces),
    /// Text of the new scenario, if requested.
    scenario: Option<String>,
}

/// Compares two versions of a scenario.
pub(super) fn run(files: [&PathBuf; 2], arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    input::once(files)?;
    arguments.written.check(&files.map(PathBuf::as_path), Some(files[0]), console)?;
    let [old, new] = files.map(|file| bytes(file, arguments, console));
    let (Some(old), Some(new)) = (old, new) else { return Ok(Status::NoAnswer) };
    let pair = if is_workbook(&new.bytes) {
        edited(files, (old, new), arguments, console)?
    } else {
        ensure!(
            !arguments.written.requests_yaml(),
            "format `yaml` writes a scenario with the values of a workbook; pass the workbook as NEW"
        );
        two_scenarios(files, (old, new), arguments, console)
    };
    let Some(Pair { old, new, scenario }) = pair else { return Ok(Status::NoAnswer) };
    let difference = difference(old, new)?;
    let links = arguments.link_base.clone().unwrap_or_default();
    let report = LinkedDifference { difference: &difference, links: &links };
    let moved = Moved { report: &report, moved: difference.moved() };
    arguments.written.write(moved, scenario.as_deref(), console)?;
    Ok(status(arguments.fail_on.iter().any(|what| what.is_found_in(&difference))))
}

fn bytes(file: &Path, arguments: &Arguments, console: &mut Console<'_>) -> Option<Bytes> {
    let named = &arguments.standard_input;
    let read = input::read_bytes(file, named, &mut console.input);
    read.map_err(|error| console.unreadable(file, named, &error)).ok()
}

fn text(file: &Path, bytes: Bytes, arguments: &Arguments, console: &mut Console<'_>) -> Option<Text> {
    bytes.text().map_err(|error| console.unreadable(file, &arguments.standard_input, &error)).ok()
}

fn two_scenarios(
    files: [&PathBuf; 2],
    (old, new): (Bytes, Bytes),
    arguments: &Arguments,
    console: &mut Console<'_>,
) -> Option<Pair> {
    let mut read = |file: &Path, bytes: Bytes| {
        let text = text(file, bytes, arguments, console)?;
        loaded_from(&text, &arguments.values, console)
    };
    let [old, new] = [read(files[0], old), read(files[1], new)];
    Some(Pair { old: old?, new: new?, scenario: None })
}

/// Scenario, and the same scenario with the values of an edited workbook; `None` if there is no result (already reported).
fn edited(
    files: [&PathBuf; 2],
    (old, workbook): (Bytes, Bytes),
    arguments: &Arguments,
    console: &mut Console<'_>,
) -> Result<Option<Pair>> {
    let Some(text) = text(files[0], old, arguments, console) else { return Ok(None) };
    let Some(old) = loaded_from(&text, &arguments.values, console) else { return Ok(None) };
    let Bytes { name, bytes } = workbook;
    let workbook = match ReturnedWorkbook::read(&name, &bytes) {
        Ok(workbook) => workbook,
        Err(why) => {
            console.unreadable(files[1], &arguments.standard_input, &anyhow!("cannot read {name}: {why}"));
            return Ok(None);
        }
    };
    let changed = match changed(&old.0, &workbook) {
        Ok(changed) => changed,
        Err(ImportError::OtherScenario(why)) => bail!("{name}: {why}"),
        Err(ImportError::InvalidCells(rejected)) => {
            console.refuse(&rejected.diagnostics, &rejected.sources);
            return Ok(None);
        }
    };
    for note in &changed.notes {
        console.note(note);
    }
    let Some(new) = loaded_with(&text, &arguments.values, &changed.cells, console) else { return Ok(None) };
    if !arguments.written.requests_yaml() {
        return Ok(Some(Pair { old, new, scenario: None }));
    }
    if changed.cells.values.is_empty() {
        console.note(&format!("{name}: no input was changed"));
    }
    let scenario = rewritten(&old.0, &new.0, &changed.cells);
    let scenario = scenario.map_err(|paths| {
        let shared = if old.0.shared.is_empty() { "" } else { "a file that it extends, " };
        anyhow!(
            "cannot update {}: these values are in {shared}an anchor or a merge, or were set by an option: {}; change them there",
            text.name,
            paths.join(", ")
        )
    })?;
    Ok(Some(Pair { old, new, scenario: Some(scenario) }))
}

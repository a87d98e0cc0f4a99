//! From a file of the command line to an answer, or to what is wrong with it.

use super::console::Console;
use super::folder::Folder;
use super::input::{self, StandardInput};
use crate::analysis::{self, Answer};
use crate::demand::trace::Traces;
use crate::scenario::{self, Loaded, Rejected, Setting};
use std::path::Path;

/// The answer to a scenario; `None` if there is none, which has then been said.
pub(super) fn answer(
    path: &Path,
    named: &StandardInput,
    settings: &[Setting],
    console: &mut Console<'_>,
) -> Option<Answer> {
    let (loaded, traces) = self::loaded(path, named, settings, console)?;
    let answer = analysis::answer(loaded, traces).map_err(Rejected::from);
    answer.map_err(|rejected| console.tell(&rejected.diagnostics, &rejected.sources)).ok()
}

/// A scenario with its traces; `None` if it is not valid, which has then been said.
pub(super) fn loaded(
    path: &Path,
    named: &StandardInput,
    settings: &[Setting],
    console: &mut Console<'_>,
) -> Option<(Loaded, Traces)> {
    let text = match input::read(path, named, &mut console.input) {
        Ok(text) => text,
        Err(error) => {
            console.complain(&error);
            return None;
        }
    };
    let read = read(&text.name, &text.text, settings);
    read.map_err(|rejected| console.tell(&rejected.diagnostics, &rejected.sources)).ok()
}

fn read(name: &str, text: &str, settings: &[Setting]) -> Result<(Loaded, Traces), Rejected> {
    let loaded = scenario::load(name, text, settings)?;
    let traces = Traces::read(&loaded, &Folder::of(name))?;
    Ok((loaded, traces))
}

/// The answer to the text of a scenario; its traces are read from the folder that `name` lies in.
///
/// # Errors
/// If the scenario or a trace is not valid, or asks for something impossible.
pub fn ask(name: &str, text: &str, settings: &[Setting]) -> Result<Answer, Rejected> {
    let (loaded, traces) = read(name, text, settings)?;
    Ok(analysis::answer(loaded, traces)?)
}

//! From a file of the command line to an answer, or to what is wrong with it.

use super::console::Console;
use super::folder::Folder;
use super::input::{self, StandardInput};
use crate::analysis::{self, Answer};
use crate::demand::trace::Traces;
use crate::door::ScenarioText;
use crate::scenario::{Loaded, Rejected, Setting};
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
    let folder = Folder::of(&text.name);
    let read = ScenarioText::new(&text.text, &folder).named(&text.name).set(settings).read();
    read.map_err(|rejected| console.tell(&rejected.diagnostics, &rejected.sources)).ok()
}

//! From a file of the command line to an answer, or to what is wrong with it.

use super::console::Console;
use super::input::{self, StandardInput};
use crate::analysis::{self, Answer};
use crate::scenario::{self, Setting};
use std::path::Path;

/// The answer to a scenario; `None` if there is none, which has then been said.
pub(super) fn answer(
    path: &Path,
    named: &StandardInput,
    settings: &[Setting],
    console: &mut Console<'_>,
) -> Option<Answer> {
    let text = match input::read(path, named, &mut console.input) {
        Ok(text) => text,
        Err(error) => {
            console.complain(&error);
            return None;
        }
    };
    match scenario::load(&text.name, &text.text, settings) {
        Ok(loaded) => analysis::answer(loaded),
        Err(rejected) => Err(rejected),
    }
    .map_err(|rejected| console.tell(&rejected.diagnostics, &rejected.sources))
    .ok()
}

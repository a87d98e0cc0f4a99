//! Background thread that checks texts, one at a time.

use super::super::check::{TypedText, typed};
use super::super::folder::Folder;
use super::wire::Event;
use crate::scenario::document::Document;
use crate::scenario::with_shared;
use anyhow::Result;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Stack size of the checking thread in bytes: same as the main thread.
const STACK: usize = 8 << 20;

/// Text to check.
#[derive(Debug)]
pub(super) struct TextToCheck {
    /// URI of the text.
    pub(super) uri: String,
    /// Revision number of the text.
    pub(super) revision: u64,
    /// Path of its file.
    pub(super) path: PathBuf,
    /// Folder open in the editor that contains it.
    pub(super) workspace: Option<PathBuf>,
    /// Content.
    pub(super) text: String,
}

/// Checked text.
#[derive(Debug)]
pub(super) struct CheckedText {
    /// URI of the text.
    pub(super) uri: String,
    /// Revision number of the text.
    pub(super) revision: u64,
    /// Findings, `None` for a text that is not a scenario, or the reason why it cannot be checked.
    pub(super) found: Result<Option<TypedText>, String>,
    /// Syntax tree, if it is YAML.
    pub(super) document: Option<Document>,
    /// Syntax tree with everything that it extends, if it extends anything and can be merged.
    pub(super) with_shared: Option<Document>,
}

/// Handle of the checking thread.
#[derive(Debug)]
pub(super) struct Checker {
    texts: Sender<TextToCheck>,
    work: Work,
}

/// Whether a check is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    UnderWay,
    None,
}

impl Checker {
    /// Starts the thread, which sends an event for each checked text.
    pub(super) fn started(events: Sender<Event>) -> Result<Checker> {
        let (texts, received) = mpsc::channel::<TextToCheck>();
        let work = move || {
            for text in received {
                if events.send(Event::Checked(Box::new(checked(text)))).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("checker".to_owned()).stack_size(STACK).spawn(work)?;
        Ok(Checker { texts, work: Work::None })
    }

    /// Whether the thread is idle.
    pub(super) fn is_free(&self) -> bool {
        self.work == Work::None
    }

    /// Passes a text to the thread.
    pub(super) fn take(&mut self, text: TextToCheck) {
        if self.texts.send(text).is_ok() {
            self.work = Work::UnderWay;
        }
    }

    /// Marks the current check as finished.
    pub(super) fn done(&mut self) {
        self.work = Work::None;
    }
}

/// Checks a text. A panic ends only this check: the user is still editing.
fn checked(text: TextToCheck) -> CheckedText {
    let TextToCheck { uri, revision, path, workspace, text } = text;
    let document = Document::parse(&text).ok();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let with_shared = with_shared(&name, &text, &Folder::of_file(&path));
    let look = AssertUnwindSafe(|| typed(&path, text, workspace.as_deref()));
    let found = match panic::catch_unwind(look) {
        Ok(found) => found.map_err(|error| format!("{error:#}")),
        Err(_) => Err("internal error: this file cannot be checked; please report the error with the file".to_owned()),
    };
    CheckedText { uri, revision, found, document, with_shared }
}

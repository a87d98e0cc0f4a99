//! Checks beside the thread that answers: one at a time.

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

/// Bytes of the stack of the thread that checks: as many as the thread of the program has.
const STACK: usize = 8 << 20;

/// A text to be checked.
#[derive(Debug)]
pub(super) struct TextToCheck {
    /// Its address.
    pub(super) uri: String,
    /// Which of its changes it is.
    pub(super) revision: u64,
    /// Where its file lies.
    pub(super) path: PathBuf,
    /// The folder that is open and holds it.
    pub(super) workspace: Option<PathBuf>,
    /// What it says.
    pub(super) text: String,
}

/// A text that was checked.
#[derive(Debug)]
pub(super) struct CheckedText {
    /// Its address.
    pub(super) uri: String,
    /// Which of its changes it is.
    pub(super) revision: u64,
    /// What was found, nothing of what is no scenario; or why it cannot be checked.
    pub(super) found: Result<Option<TypedText>, String>,
    /// Its tree, if it is YAML.
    pub(super) document: Option<Document>,
    /// Its tree with all that it extends, if it extends anything and can be put together.
    pub(super) with_shared: Option<Document>,
}

/// The thread that checks.
#[derive(Debug)]
pub(super) struct Checker {
    texts: Sender<TextToCheck>,
    work: Work,
}

/// Whether a check is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    UnderWay,
    None,
}

impl Checker {
    /// Starts the thread, which says when it has checked a text.
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

    /// Whether a text can be taken.
    pub(super) fn is_free(&self) -> bool {
        self.work == Work::None
    }

    /// Takes a text.
    pub(super) fn take(&mut self, text: TextToCheck) {
        if self.texts.send(text).is_ok() {
            self.work = Work::UnderWay;
        }
    }

    /// What was taken is checked.
    pub(super) fn done(&mut self) {
        self.work = Work::None;
    }
}

/// Checks a text. What would end the program ends this check alone: somebody is writing.
fn checked(text: TextToCheck) -> CheckedText {
    let TextToCheck { uri, revision, path, workspace, text } = text;
    let document = Document::parse(&text).ok();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let with_shared = with_shared(&name, &text, &Folder::beside(&path));
    let look = AssertUnwindSafe(|| typed(&path, text, workspace.as_deref()));
    let found = match panic::catch_unwind(look) {
        Ok(found) => found.map_err(|error| format!("{error:#}")),
        Err(_) => {
            Err("the program has a mistake, and this cannot be checked; please report it with the file".to_owned())
        }
    };
    CheckedText { uri, revision, found, document, with_shared }
}

//! What is answered.

use crate::beginning::Beginnings;
use crate::findings::Found;
use rackrent::Rejected;
use rackrent::diagnostic::{Style, render};
use rackrent::report::PanelInputs;
use serde::Serialize;

/// An answer, as JSON: an object with one key.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reply {
    /// It is done.
    Done(()),
    /// The numbers that can be moved.
    Inputs(PanelInputs),
    /// What a scenario can begin with.
    Beginnings(Beginnings),
    /// A page.
    Page(Answered),
    /// JSON as the program writes it, byte for byte.
    Json(String),
    /// What was found.
    Findings(Vec<Found>),
    /// A text file.
    Text(String),
    /// Another file, in the letters of base 64.
    Bytes(String),
    /// The scenario has no answer.
    Refused(Refused),
    /// The question makes no sense.
    Wrong(String),
}

/// What a page shows.
#[derive(Debug, Serialize)]
pub(crate) struct Answered {
    /// The article, or what it says first.
    pub(crate) html: String,
    /// Which option wins, as a sentence.
    pub(crate) verdict: String,
}

/// Why a scenario has no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    /// As the program says it on standard error.
    text: String,
    /// One by one.
    findings: Vec<Found>,
}

impl Refused {
    pub(crate) fn of(rejected: &Rejected) -> Refused {
        let Rejected { diagnostics, sources } = rejected;
        Refused { text: render(diagnostics, sources, Style::default()), findings: Found::all(diagnostics, sources) }
    }
}

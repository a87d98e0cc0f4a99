//! Replies of the engine to a page, in JSON.

use crate::findings::Finding;
use rackrent::Rejected;
use rackrent::diagnostic::{Style, render};
use rackrent::report::{PanelInputs, PanelTurn};
use serde::Serialize;

/// A reply in JSON: an object with one key.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reply {
    /// The scenario is open or edited.
    Done(()),
    /// Adjustable inputs.
    Inputs(PanelInputs),
    /// Values of inputs at which the verdict turns.
    Turns(Vec<PanelTurn>),
    /// HTML of a report.
    Page(PageReply),
    /// Output of `compare --format json`, byte for byte.
    Json(String),
    /// Findings of `check`.
    Findings(Vec<Finding>),
    /// Contents of a text file.
    Text(String),
    /// Contents of a binary file in base64.
    Bytes(String),
    /// The scenario is invalid.
    Refused(Refused),
    /// The scenario is valid and the request has no result.
    Wrong(String),
}

/// HTML of a report.
#[derive(Debug, Serialize)]
pub(crate) struct PageReply {
    /// The `article` element, or its `answer` section at depth `verdict`.
    pub(crate) html: String,
    /// The verdict in a sentence.
    pub(crate) verdict: String,
}

/// Why a scenario is invalid.
#[derive(Debug, Serialize)]
pub(crate) struct Refused {
    /// Text that the program writes to standard error.
    text: String,
    /// Findings.
    findings: Vec<Finding>,
}

impl Refused {
    pub(crate) fn of(rejected: &Rejected) -> Refused {
        let Rejected { diagnostics, sources } = rejected;
        Refused { text: render(diagnostics, sources, Style::default()), findings: Finding::all(diagnostics, sources) }
    }
}

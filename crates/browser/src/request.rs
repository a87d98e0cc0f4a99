//! Requests.

use rackrent::report::PageScenario;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Path and value, as in `--set PATH=VALUE`.
pub type PathAndValue = (String, String);

/// A request in JSON: `{"ask":"page","set":[["discount_rate","9%"]],"depth":"whole"}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Request {
    /// Opens a scenario. Later requests are about it.
    Open {
        /// The scenario of a page.
        scenario: Box<PageScenario>,
    },
    /// Opens a scenario file.
    Read {
        /// File name.
        name: String,
        /// File contents.
        text: String,
        /// Contents of the files that it uses, by path from its folder or by file name.
        #[serde(default)]
        files: BTreeMap<String, String>,
    },
    /// Replaces the text of the open scenario.
    Edit {
        /// New text.
        text: String,
    },
    /// Adjustable inputs.
    Inputs,
    /// Values of inputs at which the verdict turns.
    Turns {
        /// Settings on top of those of the page.
        #[serde(default)]
        set: Vec<PathAndValue>,
        /// Paths of the inputs.
        inputs: Vec<String>,
    },
    /// HTML of the page's article.
    Page {
        /// Settings on top of those of the page.
        #[serde(default)]
        set: Vec<PathAndValue>,
        /// How much of it to compute.
        depth: Depth,
        /// Which report; ignored at depth `verdict`.
        #[serde(default)]
        view: View,
    },
    /// Creates a scenario like `rackrent new`, opens it, and returns its text.
    Begin(Answers),
    /// Output of `compare --format json`.
    Json {
        /// Settings on top of those of the page.
        #[serde(default)]
        set: Vec<PathAndValue>,
    },
    /// Findings of `check`.
    Check {
        /// Settings on top of those of the page.
        #[serde(default)]
        set: Vec<PathAndValue>,
    },
    /// File contents for saving.
    Save {
        /// Settings on top of those of the page.
        #[serde(default)]
        set: Vec<PathAndValue>,
        /// File format.
        format: SaveFormat,
    },
}

/// How much of a page to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// Verdict and present values only.
    Verdict,
    /// Everything.
    Whole,
}

/// A report on the scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The report that the page was written with.
    #[default]
    Own,
    /// `compare`.
    Compare,
    /// `report`.
    Report,
    /// `flip`.
    Flip,
    /// `plan`.
    Plan,
    /// `sensitivity`.
    Sensitivity,
    /// `simulate`.
    Simulate,
    /// `scan`.
    Scan {
        /// Name and contents of a price list; the catalog if absent.
        list: Option<(String, String)>,
    },
}

/// Answers to the questions of `rackrent new`, as typed.
#[derive(Debug, Deserialize)]
pub struct Answers {
    /// Template name.
    pub decision: String,
    /// Accelerator name.
    pub accelerator: String,
    /// Number of accelerators.
    pub count: String,
    /// Utilization.
    pub utilization: String,
    /// Location.
    pub place: String,
    /// Quoted price of a server; may be empty.
    #[serde(default)]
    pub price: String,
}

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SaveFormat {
    /// HTML page, with `(the program)` as the placeholder of the engine.
    Html,
    /// Excel workbook.
    Xlsx,
    /// Scenario.
    Yaml,
}

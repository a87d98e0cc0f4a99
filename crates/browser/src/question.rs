//! What may be asked.

use rackrent::report::PageScenario;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A path and the text of its value, as `--set PATH=VALUE`.
pub type Move = (String, String);

/// A question, as JSON: `{"ask":"page","set":[["discount_rate","9%"]],"depth":"whole"}`.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// Takes a scenario, about which everything else is asked, and says which numbers of it can be moved.
    Open {
        /// The scenario.
        scenario: Box<PageScenario>,
    },
    /// The same of the text of a file, with the files beside it.
    Read {
        /// What the file is called.
        name: String,
        /// Its text.
        text: String,
        /// The texts of files beside it, by their paths from its folder.
        #[serde(default)]
        files: BTreeMap<String, String>,
    },
    /// Replaces the text of the scenario.
    Edit {
        /// The new text.
        text: String,
    },
    /// The numbers that can be moved.
    Inputs,
    /// The article of the page.
    Page {
        /// What is moved.
        #[serde(default)]
        set: Vec<Move>,
        /// How much of it.
        depth: Depth,
        /// What is asked of the scenario, other than what its page shows.
        #[serde(default)]
        view: View,
    },
    /// What a scenario can begin with: decisions, accelerators, places.
    Beginnings,
    /// A scenario of a few answers, which is then the one that is asked about; the answer is its text.
    Begin(Answers),
    /// What `compare --format json` writes.
    Json {
        /// What is moved.
        #[serde(default)]
        set: Vec<Move>,
    },
    /// What a check finds.
    Check {
        /// What is moved.
        #[serde(default)]
        set: Vec<Move>,
    },
    /// A file to keep.
    Save {
        /// What is moved.
        #[serde(default)]
        set: Vec<Move>,
        /// Of what kind.
        format: SaveFormat,
    },
}

/// How much of a page is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// What each option costs and which wins.
    Verdict,
    /// Everything.
    Whole,
}

/// What is asked of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// What its page shows.
    #[default]
    Own,
    /// Everything, as `report`.
    Report,
    /// What would turn the verdict.
    Flip,
    /// How many to own and to commit to.
    Plan,
    /// What matters most.
    Sensitivity,
    /// How sure it is.
    Simulate,
    /// Which offer does the work for the least.
    Scan {
        /// What the price list is called; without one the offers of the catalog are ranked.
        name: Option<String>,
        /// Its text.
        #[serde(default)]
        list: String,
    },
}

/// The answers that a scenario begins with, as they are typed.
#[derive(Debug, Deserialize)]
pub struct Answers {
    /// Which decision it is, by the name of its template.
    pub decision: String,
    /// What the work runs on.
    pub accelerator: String,
    /// How many of them.
    pub count: String,
    /// The share of the time that they are busy.
    pub utilization: String,
    /// Where.
    pub place: String,
    /// What a server costs by a quote; empty where nobody says so.
    #[serde(default)]
    pub price: String,
}

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SaveFormat {
    /// A page like the one that asks. Where the program belongs in it stands `(the program)`.
    Html,
    /// A workbook.
    Xlsx,
    /// The scenario.
    Yaml,
}

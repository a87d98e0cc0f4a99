//! Column heads and labels of the inputs sheet, shared by the writer and the reader of workbooks.

use crate::diagnostic::SET;
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{Loaded, keys_about_others};

/// Head of the paths, as in `--set`.
pub const PATH: &str = "path";
/// Head of the changeable values.
pub const VALUE: &str = "value";
/// Head of the values in the scenario.
pub const AS_WRITTEN: &str = "as written";
/// Head of the defined names.
pub const NAME: &str = "name in formulas";
/// Name of the demand factor, which exists only in the workbook.
pub const FACTOR: &str = "demand_factor";
/// Label of the scenario's name.
pub const SCENARIO: &str = "scenario";
/// Label of the scenario's fingerprint.
pub const FINGERPRINT: &str = "sha256 of the scenario";
/// Label of the case and the settings.
pub const REQUESTED_OPTIONS: &str = "read with";

/// Case and settings of a scenario: `--case downside --set discount_rate=8%`, or `no --case or --set`.
#[must_use]
pub fn requested_options(loaded: &Loaded) -> String {
    let case = loaded.case.iter().map(|case| format!("--case {case}"));
    let set = loaded.sources.settings().filter(|set| set.name == SET).map(|set| format!("{SET} {}", set.text));
    let requested: Vec<String> = case.chain(set).collect();
    if requested.is_empty() { NOTHING.to_owned() } else { requested.join(" ") }
}

/// Text without case and settings.
const NOTHING: &str = "no --case or --set";

/// Numbers of a scenario on the inputs sheet: all except those about other numbers, such as uncertainty.
#[must_use]
pub fn inputs(document: &Document) -> Vec<NodeId> {
    let others: Vec<&str> = keys_about_others().chain(["cases"]).collect();
    let is_input = |at: &NodeId| {
        let path = document.path(*at);
        !others.contains(&path.split('.').next().unwrap_or_default())
    };
    document.numbers().into_iter().map(|number| number.at).filter(is_input).collect()
}

//! What the sheet of inputs calls its columns and cells: written by the one who writes a workbook, looked for by the one who
//! reads it when it comes back.

use crate::diagnostic::SET;
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{Loaded, beside};

/// The column of paths, as `--set` takes them.
pub const PATH: &str = "path";
/// The column of values that may be changed.
pub const VALUE: &str = "value";
/// The column of the values with which the workbook was written.
pub const AS_WRITTEN: &str = "as written";
/// The column of defined names.
pub const NAME: &str = "name in formulas";
/// The name of what multiplies all demand, which no scenario has.
pub const FACTOR: &str = "demand_factor";
/// What stands before the name of the scenario.
pub const SCENARIO: &str = "scenario";
/// What stands before the fingerprint of the scenario.
pub const FINGERPRINT: &str = "sha256 of the scenario";
/// What stands before the case and the values with which the scenario was read.
pub const ASKED_WITH: &str = "read with";

/// With which case and values a scenario was read: `--case downside --set discount_rate=8%`; none of the file as it stands.
#[must_use]
pub fn asked_with(loaded: &Loaded) -> String {
    let case = loaded.case.iter().map(|case| format!("--case {case}"));
    let set = loaded.sources.settings().filter(|set| set.name == SET).map(|set| format!("{SET} {}", set.text));
    let asked: Vec<String> = case.chain(set).collect();
    if asked.is_empty() { NOTHING.to_owned() } else { asked.join(" ") }
}

/// The file as it stands.
const NOTHING: &str = "nothing: as the file stands";

/// The numbers of a scenario that a sheet of inputs has: all but those that speak of others.
#[must_use]
pub fn inputs(document: &Document) -> Vec<NodeId> {
    let others: Vec<&str> = beside().chain(["cases"]).collect();
    let is_input = |at: &NodeId| {
        let path = document.path(*at);
        !others.contains(&path.split('.').next().unwrap_or_default())
    };
    document.numbers().into_iter().map(|number| number.at).filter(is_input).collect()
}

//! Cost lines of an answer that depend on a number of the scenario.

use crate::analysis::Answer;
use crate::analysis::statement::LineResult;
use crate::scenario::document::NodeId;

/// Cost line that depends on a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct DependentLine<'a> {
    /// Option.
    pub(super) option: &'a str,
    /// Cost line.
    pub(super) line: &'a LineResult,
}

/// Cost lines that depend on a number, in report order.
pub(super) fn moved_by(answer: &Answer, at: NodeId) -> Vec<DependentLine<'_>> {
    let model = &answer.evaluated.model;
    let Some(input) = model.sheet.input(at) else { return Vec::new() };
    let moved = model.sheet.dependents(&[input]);
    let mut found = Vec::new();
    for option in &model.options {
        let Some(result) = answer.comparison.option(&option.id) else { continue };
        for line in option.lines.iter().filter(|line| moved.binary_search(&line.total).is_ok()) {
            let same = |one: &&LineResult| one.name == line.name && one.group == line.group;
            found.extend(
                result.lines.iter().find(same).map(|line| DependentLine { option: result.name.as_str(), line }),
            );
        }
    }
    found
}

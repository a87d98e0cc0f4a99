//! In which lines of an answer a number of the scenario ends.

use crate::analysis::Answer;
use crate::analysis::statement::LineStatement;
use crate::scenario::document::NodeId;

/// A line that changes when a number does.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovedLine<'a> {
    /// The option.
    pub(super) option: &'a str,
    /// The line, as it is stated.
    pub(super) line: &'a LineStatement,
}

/// The lines that a number is in, in the order of the report; none where no line follows from it.
pub(super) fn moved_by(answer: &Answer, at: NodeId) -> Vec<MovedLine<'_>> {
    let model = &answer.evaluated.model;
    let Some(input) = model.sheet.input(at) else { return Vec::new() };
    let moved = model.sheet.dependents(&[input]);
    let mut found = Vec::new();
    for option in &model.options {
        let Some(stated) = answer.comparison.option(&option.name) else { continue };
        for line in option.lines.iter().filter(|line| moved.binary_search(&line.total).is_ok()) {
            let same = |one: &&LineStatement| one.name == line.name && one.group == line.group;
            found.extend(stated.lines.iter().find(same).map(|line| MovedLine { option: &stated.name, line }));
        }
    }
    found
}

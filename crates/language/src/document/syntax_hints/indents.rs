//! Lines that are indented more or less than the lines they belong to.

use super::super::yaml::{YamlSource, quoted};
use super::{Line, at};
use crate::diagnostic::{Diagnostic, Fix, FixSafety, TextEdit};

/// Error about lines that are indented differently from their neighbours, if that is why the parser stopped at a line.
pub(super) fn indented(written: &YamlSource<'_>, lines: &[Line<'_>], stopped: usize) -> Option<Diagnostic> {
    let filled: Vec<&Line<'_>> = lines.iter().filter(|line| !line.is_blank()).collect();
    let here = filled.iter().position(|line| line.start == lines[stopped].start)?;
    if filled[..=here].iter().any(|line| line.text.contains('\t')) || filled[here].key_and_rest(':').is_none() {
        return None;
    }
    let before = filled.get(here.checked_sub(1)?)?;
    let next = filled.get(here + 1).map(|line| line.indent());
    if next == Some(before.indent()) && before.indent() != filled[here].indent() {
        return Some(one_line(written, filled[here], before.indent()));
    }
    let is_deeper = before.has_value() && before.indent() < filled[here].indent();
    is_deeper.then(|| run_before(written, &filled, here)).flatten()
}

/// Error about a line that is indented differently from the lines before and after it.
fn one_line(written: &YamlSource<'_>, line: &Line<'_>, indent: usize) -> Diagnostic {
    let side = if line.indent() > indent { "more" } else { "less" };
    let message = format!("{} is indented {side} than the lines before and after it", key(line));
    at(written, (line.content_start(), line.content().len()), message)
        .label(format!("indent it by {indent} spaces, like its neighbours"))
        .fix(Fix::new(FixSafety::Safe, vec![reindented(written, line, indent)]))
}

/// Error about the lines before one that is indented further though a line with a value cannot have nested lines: the lines
/// of an option at the option's own level, or lines moved out of their part.
fn run_before(written: &YamlSource<'_>, lines: &[&Line<'_>], here: usize) -> Option<Diagnostic> {
    let (level, indent) = (lines[here - 1].indent(), lines[here].indent());
    let length = lines[..here].iter().rev().take_while(|line| line.indent() == level && line.has_value()).count();
    let run = lines.get(here - length..here)?;
    let above = lines.get((here - length).checked_sub(1)?)?;
    let belongs = (above.opens() && above.indent() == level) || above.indent() == indent;
    let first = run.first().filter(|_| belongs)?;
    let message = match run {
        [_] => format!("{} is indented less than the lines it belongs to", key(first)),
        _ => format!("{} and the lines below it are indented less than the lines they belong to", key(first)),
    };
    let of_part = if above.opens() { format!(", below {}", key(above)) } else { String::new() };
    let label = match run {
        [_] => format!("indent it by {indent} spaces{of_part}"),
        _ => format!("indent these {} lines by {indent} spaces{of_part}", run.len()),
    };
    let edits = run.iter().map(|line| reindented(written, line, indent)).collect();
    let finding = at(written, (first.content_start(), first.content().len()), message).label(label);
    Some(finding.fix(Fix::new(FixSafety::Safe, edits)))
}

fn key(line: &Line<'_>) -> String {
    quoted(line.key_and_rest(':').map_or(line.content(), |(key, _)| key))
}

/// Edit that changes the indentation of a line.
fn reindented(written: &YamlSource<'_>, line: &Line<'_>, indent: usize) -> TextEdit {
    TextEdit::new(written.place(line.start, line.indent()), " ".repeat(indent))
}

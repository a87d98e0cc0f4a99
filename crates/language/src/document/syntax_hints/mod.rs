//! Syntax hints: typical mistakes in texts that are not valid YAML, found where the parser stopped, so that the advice is
//! about the mistake rather than about its consequence.

mod indents;
mod lines;
mod quotes;
mod spaces;

use lines::{Line, lines};
pub(crate) use quotes::without_typographic;
pub(crate) use spaces::without_odd;

use super::yaml::{YamlSource, quoted};
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixSafety, TextEdit};

/// The known mistake that explains why the parser stopped at a byte.
pub(super) fn slip(written: &YamlSource<'_>, stopped: usize) -> Option<Diagnostic> {
    let lines = lines(written.text);
    let at = lines.partition_point(|line| line.start <= stopped).checked_sub(1)?;
    merge_marker(written, &lines)
        .or_else(|| fence(written, &lines, at))
        .or_else(|| spaces::odd(written, &lines, at))
        .or_else(|| quotes::typographic(written, &lines[at]))
        .or_else(|| around(&lines, at).find_map(|line| no_space_after_colon(written, line)))
        .or_else(|| around(&lines, at).find_map(|line| equals_sign(written, line)))
        .or_else(|| word_alone(written, &lines[at]))
        .or_else(|| indents::indented(written, &lines, at))
        .or_else(|| quotes::colon_in_text(written, &lines[at], stopped))
        .or_else(|| percent_first(written, &lines[at], stopped))
        .or_else(|| quotes::unclosed(written, &lines, at))
}

/// The line at which the parser stopped, and the non-blank line before it.
fn around<'l, 't>(lines: &'l [Line<'t>], at: usize) -> impl Iterator<Item = &'l Line<'t>> {
    let before = lines[..at].iter().rev().find(|line| !line.is_blank());
    before.into_iter().chain(lines.get(at))
}

/// Error at a range of the text.
fn at(written: &YamlSource<'_>, (start, len): (usize, usize), message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(DocumentCode::InvalidYaml, String::new(), Some(written.place(start, len)), message)
}

/// Error about a merge conflict marker of git.
fn merge_marker(written: &YamlSource<'_>, lines: &[Line<'_>]) -> Option<Diagnostic> {
    let is_marker = |line: &&Line<'_>| {
        let marker = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().find_map(|it| line.text.strip_prefix(it));
        marker.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let marker = lines.iter().find(is_marker)?;
    let message = "unresolved merge conflict: git left this marker";
    let label = "keep the right lines of the two sides, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`";
    Some(at(written, (marker.start, marker.text.len()), message).label(label))
}

/// Error about a Markdown code fence around the file.
fn fence(written: &YamlSource<'_>, lines: &[Line<'_>], stopped: usize) -> Option<Diagnostic> {
    let is_fence = |line: &&Line<'_>| line.text.starts_with("```");
    let fence = lines.get(stopped).filter(is_fence)?;
    let removed =
        lines.iter().filter(is_fence).map(|line| TextEdit::new(written.place(line.start, line.len_with_end()), ""));
    let message = "the line with ``` is Markdown, not YAML";
    let finding = at(written, (fence.start, fence.text.len()), message).label("remove the line with ```");
    Some(finding.fix(Fix::new(FixSafety::Safe, removed.collect())))
}

/// Error about a missing space after a colon: `useful_life_months:60`.
fn no_space_after_colon(written: &YamlSource<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let (key, value) = line.key_and_rest(':')?;
    let value = value.strip_prefix(|c: char| !c.is_whitespace() && c != '/').map(|_| value)?;
    let colon = line.content_start() + key.len();
    let message = format!("the space after the colon of {} is missing", quoted(key));
    let finding = at(written, (line.content_start(), key.len() + 1), message);
    let space = Fix::new(FixSafety::Safe, vec![TextEdit::new(written.place(colon + 1, 0), " ")]);
    Some(finding.label(format!("write {}", quoted(&format!("{key}: {value}")))).fix(space))
}

/// Error about an equals sign: `useful_life_months = 60`.
fn equals_sign(written: &YamlSource<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let (key, value) = line.key_and_rest('=')?;
    let (key, value) = (key.trim_end(), value.trim());
    if value.is_empty() {
        return None;
    }
    let length = line.content().len() - line.content().split_once('=')?.1.trim_start().len();
    let colon = Fix::replace(FixSafety::Safe, Some(written.place(line.content_start(), length)), format!("{key}: "));
    let message = format!("{} is followed by an equals sign instead of a colon", quoted(key));
    let label = format!("write {}", quoted(&format!("{key}: {value}")));
    Some(at(written, (line.content_start(), length), message).label(label).fix(colon))
}

/// Error about a word without a colon.
fn word_alone(written: &YamlSource<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let word = line.content().trim_end();
    let is_key = word.contains(|c: char| c.is_ascii_alphabetic()) && word.chars().all(lines::is_of_key);
    is_key.then(|| {
        let message = format!("{} is alone on its line", quoted(word));
        let label = format!("write its key and a colon before it, or a colon and its value after it: `{word}: …`");
        at(written, (line.content_start(), word.len()), message).label(label)
    })
}

/// Error about a leading percent sign: `%65`.
fn percent_first(written: &YamlSource<'_>, line: &Line<'_>, stopped: usize) -> Option<Diagnostic> {
    let rest = line.from(stopped)?.strip_prefix('%')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let number = rest.get(..digits).filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))?;
    let finding = at(written, (stopped, digits + 1), "the percent sign is before its number");
    Some(finding.label(format!("write {number}%")).instead(FixSafety::Safe, format!("{number}%")))
}

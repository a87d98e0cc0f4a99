//! What authors do to a text so that it is no YAML, looked for where the parser gave up: the advice is then on what was done, and
//! not on what the parser met because of it.

mod indents;
mod lines;
mod quotes;
mod spaces;

use lines::{Line, lines};
pub(crate) use quotes::without_typographic;
pub(crate) use spaces::without_odd;

use super::yaml::{Written, quoted};
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixMeaning, TextEdit};

/// The slip that explains why the parser gave up at a byte of the text, if one is known.
pub(super) fn slip(written: &Written<'_>, stopped: usize) -> Option<Diagnostic> {
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

/// The line at which the parser stopped, and the one before that says something.
fn around<'l, 't>(lines: &'l [Line<'t>], at: usize) -> impl Iterator<Item = &'l Line<'t>> {
    let before = lines[..at].iter().rev().find(|line| !line.is_blank());
    before.into_iter().chain(lines.get(at))
}

/// What is wrong at a stretch of a line, and what to type.
fn at(written: &Written<'_>, (start, len): (usize, usize), message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(DocumentCode::InvalidYaml, String::new(), Some(written.place(start, len)), message)
}

/// A line that git leaves where two changes have to be put together.
fn merge_marker(written: &Written<'_>, lines: &[Line<'_>]) -> Option<Diagnostic> {
    let is_marker = |line: &&Line<'_>| {
        let marker = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().find_map(|it| line.text.strip_prefix(it));
        marker.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let marker = lines.iter().find(is_marker)?;
    let message = "a merge is not finished: this line is a marker that git left";
    let label = "keep what holds of the two sides, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`";
    Some(at(written, (marker.start, marker.text.len()), message).label(label))
}

/// Three backticks, with which Markdown begins and ends what is to be copied.
fn fence(written: &Written<'_>, lines: &[Line<'_>], stopped: usize) -> Option<Diagnostic> {
    let is_fence = |line: &&Line<'_>| line.text.starts_with("```");
    let fence = lines.get(stopped).filter(is_fence)?;
    let removed =
        lines.iter().filter(is_fence).map(|line| TextEdit::new(written.place(line.start, line.len_with_end()), ""));
    let message = "the line with ``` is Markdown around the file, and no part of it";
    let finding = at(written, (fence.start, fence.text.len()), message).label("remove the line with ```");
    Some(finding.fix(Fix::new(FixMeaning::Kept, removed.collect())))
}

/// `useful_life_months:60`.
fn no_space_after_colon(written: &Written<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let (key, value) = line.key_and_rest(':')?;
    let value = value.strip_prefix(|c: char| !c.is_whitespace() && c != '/').map(|_| value)?;
    let colon = line.said_from() + key.len();
    let message = format!("no space follows the colon of {}", quoted(key));
    let finding = at(written, (line.said_from(), key.len() + 1), message);
    let space = Fix::new(FixMeaning::Kept, vec![TextEdit::new(written.place(colon + 1, 0), " ")]);
    Some(finding.label(format!("write {}", quoted(&format!("{key}: {value}")))).fix(space))
}

/// `useful_life_months = 60`.
fn equals_sign(written: &Written<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let (key, value) = line.key_and_rest('=')?;
    let (key, value) = (key.trim_end(), value.trim());
    if value.is_empty() {
        return None;
    }
    let length = line.said().len() - line.said().split_once('=')?.1.trim_start().len();
    let colon = Fix::replace(FixMeaning::Kept, Some(written.place(line.said_from(), length)), format!("{key}: "));
    let message = format!("an equals sign follows {}, where a colon is expected", quoted(key));
    let label = format!("write {}", quoted(&format!("{key}: {value}")));
    Some(at(written, (line.said_from(), length), message).label(label).fix(colon))
}

/// A key without its colon, as where the end of a line is lost.
fn word_alone(written: &Written<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let word = line.said().trim_end();
    let is_key = word.contains(|c: char| c.is_ascii_alphabetic()) && word.chars().all(lines::is_of_key);
    is_key.then(|| {
        let message = format!("{} stands alone on its line", quoted(word));
        let label = format!("write its key and a colon before it, or a colon and its value after it: `{word}: …`");
        at(written, (line.said_from(), word.len()), message).label(label)
    })
}

/// `%65`.
fn percent_first(written: &Written<'_>, line: &Line<'_>, stopped: usize) -> Option<Diagnostic> {
    let rest = line.from(stopped)?.strip_prefix('%')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let number = rest.get(..digits).filter(|number| number.starts_with(|c: char| c.is_ascii_digit()))?;
    let finding = at(written, (stopped, digits + 1), "the percent sign stands before its number");
    Some(finding.label(format!("write {number}%")).instead(FixMeaning::Kept, format!("{number}%")))
}

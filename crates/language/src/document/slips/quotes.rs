//! Texts that need quotation marks, and marks that are none to YAML.

use super::super::yaml::{Written, quoted};
use super::{Line, at};
use crate::diagnostic::{Diagnostic, FixMeaning};

/// Marks that word processors make of `"` and `'`.
const TYPOGRAPHIC: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

/// A text without the typographic marks around it; nothing where it has none at both ends.
pub(crate) fn without_typographic(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(TYPOGRAPHIC)?.strip_suffix(TYPOGRAPHIC)?;
    (!inner.contains(TYPOGRAPHIC)).then_some(inner)
}

/// A text in straight marks, where it needs no escapes within them.
fn in_quotes(text: &str) -> Option<String> {
    let is_plain = !text.is_empty() && !text.contains(['"', '\\']);
    is_plain.then(|| format!("\"{text}\""))
}

/// A value that begins with a typographic mark, in the line at which the parser stopped.
pub(super) fn typographic(written: &Written<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let starts = |before: &str| line.text.find(before).map(|at| at + before.len());
    let opening =
        TYPOGRAPHIC.iter().filter_map(|mark| starts(&format!(": {mark}")).map(|end| (end - mark.len_utf8(), *mark)));
    let (start, _) = opening.min()?;
    let rest = line.text.get(start..)?;
    let end = rest.char_indices().skip(1).find(|(_, c)| TYPOGRAPHIC.contains(c)).map(|(byte, c)| byte + c.len_utf8());
    let whole = rest.get(..end.unwrap_or(rest.len()))?;
    let straight = without_typographic(whole).and_then(in_quotes);
    let message = "typographic quotation marks are a part of the text to YAML";
    let finding = at(written, (line.start + start, whole.len()), message);
    Some(match straight {
        Some(straight) => {
            finding.label(format!("write straight quotes: {straight}")).instead(FixMeaning::Kept, straight)
        }
        None => finding.label("write straight quotes: \"…\""),
    })
}

/// A text with a colon and a space in it, which needs quotes: the parser stops at the second colon of its line, or at the one
/// behind it within braces.
pub(super) fn colon_in_text(written: &Written<'_>, line: &Line<'_>, stopped: usize) -> Option<Diagnostic> {
    let stop = stopped.checked_sub(line.start)?;
    let is_colon = line.text.get(stop..)?.starts_with(':');
    // within braces the value begins after the last colon before, and ends at a comma or a brace
    let before = line.text.get(..stop)?;
    let start = before.rfind(": ").map(|colon| colon + 2).filter(|_| is_colon)?;
    let start = start + before.get(start..)?.find(|c: char| c != ' ')?;
    if before.get(start..)?.starts_with(['"', '\'', '{', '['])
        || before.get(start..)?.contains([',', '{', '}', '[', ']'])
    {
        return None;
    }
    let in_braces = before.matches(['{', '[']).count() > before.matches(['}', ']']).count();
    let rest = line.text.get(start..)?;
    let ends = if in_braces { rest.find([',', '}', ']', '{', '[']) } else { rest.find(" #") };
    let text = rest.get(..ends.unwrap_or(rest.len()))?.trim_end();
    let first_word = before.get(start..)?.split(char::is_whitespace).count() == 1;
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        // no text, but a number with something else than a comma behind it
        return semicolon(written, line, start, stop);
    }
    let meaning = FixMeaning::kept_if(first_word || !in_braces);
    let straight = in_quotes(text)?;
    let finding = at(written, (line.start + start, text.len()), format!("{} has a colon in it", quoted(text)));
    Some(finding.label(format!("put the text in quotes: {straight}")).instead(meaning, straight))
}

/// A semicolon between a number and the next key.
fn semicolon(written: &Written<'_>, line: &Line<'_>, start: usize, stop: usize) -> Option<Diagnostic> {
    let semicolon = start + line.text.get(start..stop)?.find(';')?;
    let finding = at(written, (line.start + semicolon, 1), "a semicolon stands between two keys");
    Some(finding.label("write a comma").instead(FixMeaning::Kept, ","))
}

/// The line whose quotation mark is not closed on it, before the one at which the parser stopped.
pub(super) fn unclosed(written: &Written<'_>, lines: &[Line<'_>], stopped: usize) -> Option<Diagnostic> {
    let odd = |line: &&Line<'_>| !line.is_blank() && line.text.matches('"').count() % 2 == 1;
    let line = lines.get(..=stopped)?.iter().find(odd)?;
    let mark = line.text.rfind('"')?;
    let message = "a quotation mark has no other one on its line";
    Some(at(written, (line.start + mark, 1), message).label("close the quotation with another one, or remove this"))
}

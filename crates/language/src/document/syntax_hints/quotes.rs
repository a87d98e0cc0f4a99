//! Texts that need quotes, and typographic quotation marks.

use super::super::yaml::{YamlSource, quoted};
use super::{Line, at};
use crate::diagnostic::{Diagnostic, FixSafety};

/// Typographic marks that word processors write for `"` and `'`.
const TYPOGRAPHIC: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

/// A text without the typographic marks around it; `None` unless it has them at both ends.
pub(crate) fn without_typographic(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(TYPOGRAPHIC)?.strip_suffix(TYPOGRAPHIC)?;
    (!inner.contains(TYPOGRAPHIC)).then_some(inner)
}

/// A text in straight quotes, if it needs no escapes.
fn in_quotes(text: &str) -> Option<String> {
    let is_plain = !text.is_empty() && !text.contains(['"', '\\']);
    is_plain.then(|| format!("\"{text}\""))
}

/// Error about a value that begins with a typographic mark, in the line at which the parser stopped.
pub(super) fn typographic(written: &YamlSource<'_>, line: &Line<'_>) -> Option<Diagnostic> {
    let starts = |before: &str| line.text.find(before).map(|at| at + before.len());
    let opening =
        TYPOGRAPHIC.iter().filter_map(|mark| starts(&format!(": {mark}")).map(|end| (end - mark.len_utf8(), *mark)));
    let (start, _) = opening.min()?;
    let rest = line.text.get(start..)?;
    let end = rest.char_indices().skip(1).find(|(_, c)| TYPOGRAPHIC.contains(c)).map(|(byte, c)| byte + c.len_utf8());
    let whole = rest.get(..end.unwrap_or(rest.len()))?;
    let straight = without_typographic(whole).and_then(in_quotes);
    let message = "YAML reads typographic quotation marks as text";
    let finding = at(written, (line.start + start, whole.len()), message);
    Some(match straight {
        Some(straight) => {
            finding.label(format!("write straight quotes: {straight}")).instead(FixSafety::Safe, straight)
        }
        None => finding.label("write straight quotes: \"…\""),
    })
}

/// Error about an unquoted text with a colon: the parser stops at the second colon of its line, or at the colon after it
/// within braces.
pub(super) fn colon_in_text(written: &YamlSource<'_>, line: &Line<'_>, stopped: usize) -> Option<Diagnostic> {
    let stop = stopped.checked_sub(line.start)?;
    let is_colon = line.text.get(stop..)?.starts_with(':');
    // within braces the value begins after the last colon, and ends at a comma or a brace
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
        // not a text, but a number with a wrong separator after it
        return semicolon(written, line, start, stop);
    }
    let meaning = FixSafety::safe_if(first_word || !in_braces);
    let straight = in_quotes(text)?;
    let finding = at(written, (line.start + start, text.len()), format!("{} contains a colon", quoted(text)));
    Some(finding.label(format!("put the text in quotes: {straight}")).instead(meaning, straight))
}

/// Error about a semicolon between a number and the next key.
fn semicolon(written: &YamlSource<'_>, line: &Line<'_>, start: usize, stop: usize) -> Option<Diagnostic> {
    let semicolon = start + line.text.get(start..stop)?.find(';')?;
    let finding = at(written, (line.start + semicolon, 1), "a semicolon separates two keys");
    Some(finding.label("write a comma").instead(FixSafety::Safe, ","))
}

/// Error about the first quotation mark that is not closed on its line, up to the line at which the parser stopped.
pub(super) fn unclosed(written: &YamlSource<'_>, lines: &[Line<'_>], stopped: usize) -> Option<Diagnostic> {
    let odd = |line: &&Line<'_>| !line.is_blank() && line.text.matches('"').count() % 2 == 1;
    let line = lines.get(..=stopped)?.iter().find(odd)?;
    let mark = line.text.rfind('"')?;
    let message = "a quotation mark is not closed on its line";
    Some(at(written, (line.start + mark, 1), message).label("close the quotation with another one, or remove this"))
}

//! Special spaces, which YAML reads as text.

use super::super::yaml::YamlSource;
use super::{Line, at, lines};
use crate::diagnostic::{Diagnostic, Fix, FixSafety, TextEdit};

/// Typographic spaces that word processors and web pages write.
const ODD: [char; 8] = ['\u{a0}', '\u{2007}', '\u{2009}', '\u{202f}', '\u{3000}', '\u{200b}', '\u{2060}', '\u{feff}'];

/// Those of zero width.
const INVISIBLE: [char; 3] = ['\u{200b}', '\u{2060}', '\u{feff}'];

/// Name of such a space.
fn character_name(c: char) -> &'static str {
    if INVISIBLE.contains(&c) { "an invisible character" } else { "a no-break space" }
}

/// A text without such spaces, and the name of the first one; `None` if it has none.
pub(crate) fn without_odd(text: &str) -> Option<(String, &'static str)> {
    let first = text.chars().find(|c| ODD.contains(c))?;
    Some((text.chars().filter(|c| !ODD.contains(c)).collect(), character_name(first)))
}

/// Such spaces before the key of a line, and around its colon.
fn places<'l>(line: &'l Line<'_>) -> impl Iterator<Item = (usize, char)> + 'l {
    let is_space = |c: char| c == ' ' || ODD.contains(&c);
    let begins = line.text.find(|c| !is_space(c)).unwrap_or(line.text.len());
    let after_key = line.text.get(begins..).and_then(|said| said.find(|c| !lines::is_of_key(c) && c != '.'));
    let key_ends = begins + after_key.unwrap_or(0);
    let from_key = line.text.get(key_ends..).unwrap_or_default();
    let value = from_key.find(|c: char| !is_space(c) && c != ':').unwrap_or(from_key.len());
    let around_colon = from_key.get(..value).filter(|around| around.contains(':')).unwrap_or_default();
    let before = line.text.get(..begins).unwrap_or_default().char_indices();
    let around = around_colon.char_indices().map(move |(byte, c)| (key_ends + byte, c));
    before.chain(around).filter(|(_, c)| ODD.contains(c)).map(|(byte, c)| (line.start + byte, c))
}

/// Error about the first such space where YAML expects its own, up to the line at which the parser stopped.
pub(super) fn odd(written: &YamlSource<'_>, lines: &[Line<'_>], stopped: usize) -> Option<Diagnostic> {
    let (first, c) = lines.get(..=stopped)?.iter().flat_map(places).next()?;
    let plain = |(byte, c): (usize, char)| {
        let space = if INVISIBLE.contains(&c) { "" } else { " " };
        TextEdit::new(written.place(byte, c.len_utf8()), space)
    };
    let edits = lines.iter().flat_map(places).map(plain).collect();
    let message = format!("found {} (U+{:04X}), which YAML reads as text", character_name(c), u32::from(c));
    let label = if INVISIBLE.contains(&c) { "remove it" } else { "write an ordinary space" };
    Some(at(written, (first, c.len_utf8()), message).label(label).fix(Fix::new(FixSafety::Safe, edits)))
}

//! Text in HTML and SVG: whatever its author wrote, it stays text.

use crate::diagnostic::clean;

/// Text that no browser takes for an element, an attribute's end or a reference.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for character in clean(text).chars() {
        match character {
            // what stands behind two of them could be a command to what runs CI
            '#' if before == '#' => escaped.push_str("&#35;"),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
        before = character;
    }
    escaped
}

/// JSON that no browser takes for the end of the element that it stands in, nor for a comment in it.
pub(in crate::report) fn embedded(json: &str) -> String {
    let mut embedded = String::with_capacity(json.len());
    let mut before = ' ';
    for character in json.chars() {
        match character {
            '#' if before == '#' => embedded.push_str("\\u0023"),
            // within a string of JSON these may be written by their number, and nowhere else do they stand
            '<' => embedded.push_str("\\u003c"),
            '>' => embedded.push_str("\\u003e"),
            '&' => embedded.push_str("\\u0026"),
            _ => embedded.push(character),
        }
        before = character;
    }
    embedded
}

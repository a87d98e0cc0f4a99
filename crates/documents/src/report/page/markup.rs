//! Escaping of text in HTML and SVG.

use crate::diagnostic::clean;

/// Escapes text for HTML and SVG elements and attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    for character in clean(text).chars() {
        match character {
            // text after `##` could be a command for CI runners
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

/// Escapes JSON inside a script element: it can't end the element or start a comment.
pub(in crate::report) fn embedded(json: &str) -> String {
    let mut embedded = String::with_capacity(json.len());
    let mut before = ' ';
    for character in json.chars() {
        match character {
            '#' if before == '#' => embedded.push_str("\\u0023"),
            // these characters occur only in JSON strings, where they may be written as numbers
            '<' => embedded.push_str("\\u003c"),
            '>' => embedded.push_str("\\u003e"),
            '&' => embedded.push_str("\\u0026"),
            _ => embedded.push(character),
        }
        before = character;
    }
    embedded
}

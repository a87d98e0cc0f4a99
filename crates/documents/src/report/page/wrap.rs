//! Text wrapping.

use super::Canvas;
use crate::diagnostic::clean;
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Wraps text, each line after the indent. Lines don't break between a number and its unit, or at a hyphen of a name.
pub(super) fn wrap(text: &str, indent: &str, canvas: &Canvas) -> Vec<String> {
    let room = canvas.width.saturating_sub(indent.width());
    // a word has at least as many bytes as cells
    let is_too_long = |word: &str| word.len() > room && word.width() > room;
    let mut together = clean(text).replace(" %", "\u{a0}%");
    // an empty text is its indent only if words may break
    let breaks_words = text.is_empty() || together.split(' ').any(is_too_long);
    if breaks_words {
        // a word that is too long for a line can break at any of its no-break spaces
        let parts = |word: &str| if is_too_long(word) { word.replace('\u{a0}', " ") } else { word.to_owned() };
        together = together.split(' ').map(parts).collect::<Vec<_>>().join(" ");
    }
    let options = Options::new(canvas.width).initial_indent(indent).subsequent_indent(indent);
    let options = options.word_splitter(WordSplitter::NoHyphenation).break_words(breaks_words);
    let lines = textwrap::wrap(&together, options);
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

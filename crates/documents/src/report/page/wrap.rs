//! Text wrapping.

use super::Canvas;
use crate::diagnostic::clean;
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Wraps text, each line after the indent. Lines don't break between a number and its unit, or at a hyphen of a name.
pub(super) fn wrap(text: &str, indent: &str, canvas: &Canvas) -> Vec<String> {
    let options = Options::new(canvas.width).initial_indent(indent).subsequent_indent(indent);
    let room = canvas.width.saturating_sub(indent.width());
    let together = clean(text).replace(" %", "\u{a0}%");
    // a word that is too long for a line can break at any of its no-break spaces
    let words =
        together.split(' ').map(|word| if word.width() > room { word.replace('\u{a0}', " ") } else { word.to_owned() });
    let together = words.collect::<Vec<_>>().join(" ");
    let lines = textwrap::wrap(&together, options.word_splitter(WordSplitter::NoHyphenation));
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

//! Text in lines.

use super::Canvas;
use crate::diagnostic::clean;
use textwrap::{Options, WordSplitter};
use unicode_width::UnicodeWidthStr;

/// Text in lines, each after the indent. No line ends within a number and its unit, nor at a hyphen of a name.
pub(super) fn wrap(text: &str, indent: &str, canvas: &Canvas) -> Vec<String> {
    let options = Options::new(canvas.width).initial_indent(indent).subsequent_indent(indent);
    let room = canvas.width.saturating_sub(indent.width());
    let together = clean(text).replace(" %", "\u{a0}%");
    // what is too long for a line may end at any space in it
    let words =
        together.split(' ').map(|word| if word.width() > room { word.replace('\u{a0}', " ") } else { word.to_owned() });
    let together = words.collect::<Vec<_>>().join(" ");
    let lines = textwrap::wrap(&together, options.word_splitter(WordSplitter::NoHyphenation));
    lines.iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

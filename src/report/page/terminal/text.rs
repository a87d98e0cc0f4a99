//! Text in lines of a terminal.

use super::super::{Canvas, Colour, Meaning};
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

/// The entries of a legend in lines, none of them cut in two.
pub(super) fn legend(entries: &[String], indent: &str, canvas: &Canvas) -> Vec<String> {
    let entries: Vec<String> = entries.iter().map(|entry| entry.replace(' ', "\u{a0}")).collect();
    wrap(&entries.join("   "), indent, canvas)
}

/// The letter of an option in a picture.
pub(super) fn letter(at: usize) -> char {
    ('a'..='z').chain('A'..='Z').nth(at).unwrap_or('?')
}

/// Which letter is which option: `a own.hgx`.
pub(super) fn letters<'a>(options: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    options.into_iter().enumerate().map(|(at, option)| format!("{} {}", letter(at), clean(option))).collect()
}

/// A picture's cells, those where the winner changes coloured.
pub(super) fn painted(cells: &[char], colour: Colour) -> String {
    let painted = |cell: &char| match cell {
        '┼' => colour.paint("┼", Meaning::Crossing),
        cell => cell.to_string(),
    };
    cells.iter().map(painted).collect()
}

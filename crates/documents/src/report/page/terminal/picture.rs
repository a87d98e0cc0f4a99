//! What pictures in a terminal have in common: letters for options, their legend, cells in colour.

use super::super::wrap::wrap;
use super::super::{Canvas, Colour, Meaning};
use crate::diagnostic::clean;

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

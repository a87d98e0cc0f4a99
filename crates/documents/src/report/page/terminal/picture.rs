//! Common parts of terminal drawings: letters of options, legend, and coloured cells.

use super::super::chart::letter;
use super::super::wrap::wrap;
use super::super::{Canvas, Colour, Meaning};
use crate::diagnostic::clean;

/// Wraps a legend without breaking its entries.
pub(super) fn legend(entries: &[String], indent: &str, canvas: &Canvas) -> Vec<String> {
    let entries: Vec<String> = entries.iter().map(|entry| entry.replace(' ', "\u{a0}")).collect();
    wrap(&entries.join("   "), indent, canvas)
}

/// Legend of the letters: `a own.hgx`.
pub(super) fn letters<'a>(options: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    options.into_iter().enumerate().map(|(at, option)| format!("{} {}", letter(at), clean(option))).collect()
}

/// Cells of a drawing, with coloured changes of the winner.
pub(super) fn painted(cells: &[char], colour: Colour) -> String {
    let painted = |cell: &char| match cell {
        '┼' => colour.paint("┼", Meaning::Crossing),
        cell => cell.to_string(),
    };
    cells.iter().map(painted).collect()
}

//! A file per format: from results to a `Write` it is given. Computes nothing, opens nothing, and knows of the terminal
//! only what a [`Canvas`] says.

mod assumed;
mod axis;
pub mod check;
pub mod csv;
mod difference;
pub mod explain;
mod figures;
pub mod flip;
mod grid;
mod holds;
pub mod json;
pub mod markdown;
mod plan;
pub mod profiles;
mod rows;
mod said;
mod sensitivity;
mod service;
mod simulate;
mod split;
mod stretches;
mod sweep;
pub mod table;
mod verdict;
pub mod words;
mod workloads;

#[cfg(test)]
mod example;

use crate::analysis::statement::{Comparison, View};
use std::io::{self, Write};

/// What a report knows of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Terminal cells in a line.
    pub width: usize,
    /// Whether meaning may be coloured.
    pub colour: Colour,
}

/// Whether meaning may be coloured; the text is the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// ANSI colours.
    Ansi,
    /// Text alone.
    Plain,
}

/// What stands in a cell to which nothing applies.
const ABSENT: &str = "—";

/// A comparison, with its lines over time where they were asked for.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// Its lines over time.
    pub view: Option<View>,
}

/// An answer that can be written in every format.
pub trait Report {
    /// Aligned text for a terminal.
    ///
    /// # Errors
    /// If nothing can be written.
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()>;

    /// For programs: every figure under its documented name.
    ///
    /// # Errors
    /// If nothing can be written.
    fn json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// For spreadsheets.
    ///
    /// # Errors
    /// If nothing can be written.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()>;

    /// For merge requests, wikis and tickets.
    ///
    /// # Errors
    /// If nothing can be written.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// What a stretch of text means, where that deserves a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The option that wins.
    Winner,
    /// Where the winner changes.
    Crossing,
    /// Something the reader should look at.
    Warning,
}

impl Colour {
    /// The text, coloured by what it means.
    fn paint(self, text: &str, meaning: Meaning) -> String {
        let code = match (self, meaning) {
            (Colour::Plain, _) => return text.to_owned(),
            (Colour::Ansi, Meaning::Winner) => "32",
            (Colour::Ansi, Meaning::Crossing) => "1;36",
            (Colour::Ansi, Meaning::Warning) => "33",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

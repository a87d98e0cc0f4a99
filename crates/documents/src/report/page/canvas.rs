//! What a format that is looked at knows of the place it is written to.

use super::picture::ChartOf;
use crate::diagnostic::MessageLines;
use anstyle::AnsiColor;

/// What a page knows of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Terminal cells in a line.
    pub width: usize,
    /// Whether meaning may be coloured.
    pub colour: Colour,
    /// How a spreadsheet there reads data.
    pub dialect: Dialect,
    /// Which chart is written where a format is of one; the first where none is asked for.
    pub chart: Option<ChartOf>,
    /// In how many lines what is found is said.
    pub messages: MessageLines,
    /// Whether HTML pages are live.
    pub page: PageKind,
}

impl Canvas {
    /// A place with so many columns, where data are read by the standard.
    #[must_use]
    pub const fn new(width: usize, colour: Colour) -> Canvas {
        Canvas {
            width,
            colour,
            dialect: Dialect::Standard,
            chart: None,
            messages: MessageLines::One,
            page: PageKind::Live,
        }
    }
}

/// Whether the inputs of an HTML page can be changed in the browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageKind {
    /// They can: the page contains the scenario and the engine.
    #[default]
    Live,
    /// They cannot: the page contains neither.
    Static,
}

/// How data are separated, and how their numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// RFC 4180: commas between fields, and a decimal point.
    Standard,
    /// What Excel opens without questions where numbers have a decimal comma: semicolons between fields, and the mark by
    /// which it knows UTF-8.
    ExcelEu,
}

/// Whether meaning may be coloured; the text is the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// ANSI colours.
    Ansi,
    /// Text alone.
    Plain,
}

/// What a stretch of text means, where that deserves a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Meaning {
    /// The option that wins.
    Winner,
    /// Where the winner changes.
    Crossing,
    /// Something the reader should look at.
    Warning,
}

impl Colour {
    /// The text, coloured by what it means.
    pub(in crate::report) fn paint(self, text: &str, meaning: Meaning) -> String {
        let style = match (self, meaning) {
            (Colour::Plain, _) => return text.to_owned(),
            (Colour::Ansi, Meaning::Winner) => AnsiColor::Green.on_default(),
            (Colour::Ansi, Meaning::Crossing) => AnsiColor::Cyan.on_default().bold(),
            (Colour::Ansi, Meaning::Warning) => AnsiColor::Yellow.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}

//! Display settings of output formats.

use super::picture::ChartOf;
use super::table::MapColour;
use crate::diagnostic::MessageLines;
use anstyle::AnsiColor;

/// Display settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Line width in terminal cells.
    pub width: usize,
    /// Whether colours are used.
    pub colour: Colour,
    /// CSV dialect.
    pub dialect: Dialect,
    /// Requested chart for chart formats; none for the first one.
    pub chart: Option<ChartOf>,
    /// Length of messages.
    pub messages: MessageLines,
    /// Whether HTML pages are live.
    pub page: PageKind,
}

impl Canvas {
    /// Settings with standard CSV.
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

/// CSV dialect: separator and decimal mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// RFC 4180: commas between fields, decimal point.
    Standard,
    /// Excel in locales with a decimal comma: semicolons between fields, decimal comma, byte order mark.
    ExcelEu,
}

/// Use of colours; the text is the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// ANSI colours.
    Ansi,
    /// No colours.
    Plain,
}

/// Meaning of text that has a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Meaning {
    /// Winning option.
    Winner,
    /// Point at which the winner changes.
    Crossing,
    /// Warning.
    Warning,
}

impl Colour {
    /// Colours a text by its meaning.
    pub(in crate::report) fn paint(self, text: &str, meaning: Meaning) -> String {
        let style = match (self, meaning) {
            (Colour::Plain, _) => return text.to_owned(),
            (Colour::Ansi, Meaning::Winner) => AnsiColor::Green.on_default(),
            (Colour::Ansi, Meaning::Crossing) => AnsiColor::Cyan.on_default().bold(),
            (Colour::Ansi, Meaning::Warning) => AnsiColor::Yellow.on_default(),
        };
        format!("{style}{text}{style:#}")
    }

    /// Colours a text of an option that wins.
    pub(super) fn paint_option(self, text: &str, option: MapColour) -> String {
        const OTHERS: [AnsiColor; 4] = [AnsiColor::Cyan, AnsiColor::Magenta, AnsiColor::BrightBlue, AnsiColor::Yellow];
        match (self, option) {
            (_, MapColour::Winner) => self.paint(text, Meaning::Winner),
            (Colour::Plain, MapColour::Other(_)) => text.to_owned(),
            (Colour::Ansi, MapColour::Other(at)) => {
                let style = OTHERS[at % OTHERS.len()].on_default();
                format!("{style}{text}{style:#}")
            }
        }
    }
}

//! What answers to other questions than a comparison have in common: sections in words, and values of inputs.

use super::grid::{Grid, Row};
use super::markdown::{self, escape};
use super::table::wrap;
use super::{Canvas, Meaning, figures};
use crate::diagnostic::clean;
use crate::number;
use crate::scenario::quantity::{Form, Kind};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Cells before the text of a section: the heading stands there.
const MARGIN: usize = 12;

/// What is said under a heading.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) heading: &'static str,
    pub(super) meaning: Option<Meaning>,
    pub(super) texts: Vec<String>,
}

impl Said {
    /// Said without colour; nothing where there is nothing to say.
    pub(super) fn plain(heading: &'static str, texts: Vec<String>) -> Option<Said> {
        (!texts.is_empty()).then_some(Said { heading, meaning: None, texts })
    }

    /// The heading in the margin, and beside it what is said.
    pub(super) fn lines(&self, canvas: &Canvas) -> Vec<String> {
        let margin = " ".repeat(MARGIN);
        let mut lines: Vec<String> = self.texts.iter().flat_map(|text| wrap(&clean(text), &margin, canvas)).collect();
        let heading = self.heading;
        let shown = self.meaning.map_or_else(|| heading.to_owned(), |meaning| canvas.colour.paint(heading, meaning));
        if let Some(first) = lines.first_mut() {
            let rest = first.get(1 + heading.len()..).unwrap_or_default();
            *first = format!(" {shown}{rest}");
        }
        lines
    }

    /// The heading, and below it what is said as a list.
    pub(super) fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n**{}**\n", self.heading)?;
        self.texts.iter().try_for_each(|text| writeln!(out, "- {}", escape(text)))
    }
}

/// A grid as a table in Markdown, with its title.
pub(super) fn markdown_grid(title: &str, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{}\n", escape(title))?;
    markdown::head(grid.heads.iter().map(|head| escape(head)), out)?;
    for row in &grid.rows {
        if let Row::Cells(label, cells) = row {
            markdown::cells(&escape(label.trim()), cells, out)?;
        }
    }
    Ok(())
}

/// A value of an input as people read it: `65 %`, `289,000`.
pub(super) fn value(kind: &Kind, value: Decimal) -> String {
    match kind.form {
        Form::Share => figures::rate(value),
        Form::Number | Form::Count => number::readable(value, 8),
    }
}

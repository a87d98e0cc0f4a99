//! Explanations, and what can be explained: as text that reads like a proof, as JSON, as Markdown.

mod html;
mod json;
mod markdown;
mod rows;
mod text;

pub(super) use html::explained as in_html;
#[cfg(feature = "schema")]
pub(super) use json::WrittenExplanations;

use super::Canvas;
use crate::analysis::statement::Header;
use crate::diagnostic::NoCommands;
use crate::explain::{Explained, Topic};
use std::io::{self, Write};

/// What was asked about the figures of a scenario, and the answer.
#[derive(Debug)]
pub enum Explanations<'a> {
    /// What can be explained.
    Topics(&'a Header, Vec<Topic>),
    /// What one of them comes from, by the name that was asked for.
    Of(&'a Header, &'a str, Vec<Explained>),
}

impl Explanations<'_> {
    /// Writes text for people.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn text(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let out = &mut NoCommands::in_text(out);
        match self {
            Explanations::Topics(_, topics) => text::topics(topics, canvas, out),
            Explanations::Of(header, _, explained) => text::write(explained, header.minor_digits, canvas, out),
        }
    }

    /// Writes Markdown: formulas as nested lists.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let out = &mut NoCommands::in_text(out);
        match self {
            Explanations::Topics(header, topics) => markdown::topics(header, topics, out),
            Explanations::Of(header, _, explained) => markdown::write(header, explained, out),
        }
    }

    /// Writes JSON, schema `rackrent.explain/1`.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Explanations::Topics(header, topics) => json::write(header, None, &[], topics, out),
            Explanations::Of(header, asked, explained) => json::write(header, Some(asked), explained, &[], out),
        }
    }
}

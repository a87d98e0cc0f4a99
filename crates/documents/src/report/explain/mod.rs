//! Explanations, and the topics that can be explained: as text, JSON and Markdown.

mod html;
mod json;
mod markdown;
mod rows;
mod text;

pub(super) use html::explained as in_html;
#[cfg(feature = "schema")]
pub(super) use json::ExplanationsJson;

use super::Canvas;
use crate::analysis::statement::Header;
use crate::diagnostic::CommandFilter;
use crate::explain::{Explained, Topic};
use std::io::{self, Write};

/// Explanations of figures of a scenario, or the topics that can be explained.
#[derive(Debug)]
pub enum Explanations<'a> {
    /// The topics that can be explained.
    Topics(&'a Header, Vec<Topic>),
    /// The explanations of a topic, by the requested name.
    Of(&'a Header, &'a str, Vec<Explained>),
}

impl Explanations<'_> {
    /// Writes text.
    ///
    /// # Errors
    /// If writing fails.
    pub fn text(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let out = &mut CommandFilter::in_text(out);
        match self {
            Explanations::Topics(_, topics) => text::topics(topics, canvas, out),
            Explanations::Of(header, _, explained) => text::write(explained, header.minor_digits, canvas, out),
        }
    }

    /// Writes Markdown: formulas as nested lists.
    ///
    /// # Errors
    /// If writing fails.
    pub fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let out = &mut CommandFilter::in_text(out);
        match self {
            Explanations::Topics(header, topics) => markdown::topics(header, topics, out),
            Explanations::Of(header, _, explained) => markdown::write(header, explained, out),
        }
    }

    /// Writes JSON, schema `rackrent.explain/1`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Explanations::Topics(header, topics) => json::write(header, None, &[], topics, out),
            Explanations::Of(header, requested, explained) => json::write(header, Some(requested), explained, &[], out),
        }
    }
}

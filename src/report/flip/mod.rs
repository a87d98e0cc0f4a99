//! Flip values: which single number would reverse the decision, as text, JSON, CSV and Markdown.

mod csv;
mod json;
mod markdown;
mod table;
pub(super) mod words;

pub(super) use json::Reversal;

use super::{Canvas, Report};
use crate::analysis::flip::Flips;
use std::io::{self, Write};

impl Report for Flips {
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        table::write(self, canvas, out)
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        csv::write(self, out)
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        markdown::write(self, out)
    }
}

//! A portfolio: what several scenarios come to a month, by owner or tag, what is looked at next, and what would turn the verdict
//! of each.

mod data;
mod json;
mod page;

#[cfg(feature = "schema")]
pub(super) use json::WrittenPortfolio;

use super::Report;
use super::errors::Errors;
use super::page::Page;
use crate::analysis::portfolio::Portfolio;
use std::io::{self, Write};

/// A portfolio with the scenarios of which nothing could be added.
#[derive(Debug)]
pub struct PortfolioReport {
    /// The scenarios that have an answer.
    pub portfolio: Portfolio,
    /// Those that have none.
    pub unanswered: Vec<UnansweredFile>,
}

/// A scenario that has no answer.
#[derive(Debug)]
pub struct UnansweredFile {
    /// Its file.
    pub file: String,
    /// Why.
    pub errors: Errors,
}

impl Report for PortfolioReport {
    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}

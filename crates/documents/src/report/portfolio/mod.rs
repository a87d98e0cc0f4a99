//! A portfolio: monthly cost of several scenarios by owner or tag, next reviews, and inputs that change each verdict.

mod data;
mod json;
mod page;

#[cfg(feature = "schema")]
pub(super) use json::PortfolioJson;

pub(super) use page::{no_answer, scenarios_counted};

use super::Report;
use super::errors::Errors;
use super::page::Page;
use crate::analysis::portfolio::Portfolio;
use serde::Serialize;
use std::io::{self, Write};

/// A portfolio, with the scenarios that have no result.
#[derive(Debug)]
pub struct PortfolioReport {
    /// Scenarios with a result.
    pub portfolio: Portfolio,
    /// Scenarios without a result.
    pub unanswered: Vec<UnansweredFile>,
}

/// A scenario without a result.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnansweredFile {
    /// File.
    pub file: String,
    /// Errors.
    #[serde(flatten)]
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

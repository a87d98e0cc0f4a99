//! Rejection of an invalid scenario.

use crate::diagnostic::{Diagnostic, Sources, Style, render};
use std::error::Error;
use std::fmt;

/// Invalid scenario, with all findings.
#[derive(Debug)]
pub struct Rejected {
    /// Findings in the order of the file; at least one is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// Texts that places refer to.
    pub sources: Sources,
}

impl fmt::Display for Rejected {
    /// All findings with their source lines, as printed without a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(render(&self.diagnostics, &self.sources, Style::default()).trim_end())
    }
}

impl Error for Rejected {}

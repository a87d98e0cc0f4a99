//! What a report is made of.

use crate::analysis::statement::{Comparison, View};

/// A comparison, with its lines over time where they were asked for.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// Its lines over time.
    pub view: Option<View>,
}

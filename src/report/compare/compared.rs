//! What a report is made of.

use crate::analysis::cases::CaseStatement;
use crate::analysis::statement::{Comparison, View};
use crate::check::Weighing;

/// A comparison, with its lines over time where they were asked for.
#[derive(Debug)]
pub struct Compared<'a> {
    /// The comparison.
    pub comparison: &'a Comparison,
    /// What weighs against its verdict.
    pub weighing: Vec<Weighing>,
    /// Every case of the scenario, beside the file as it stands.
    pub cases: &'a [CaseStatement],
    /// How much of it people see.
    pub extent: Extent,
    /// Its lines over time.
    pub view: Option<View>,
}

/// How much of a comparison people see; programs see all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The answer, what it holds under, and what weighs against it.
    Brief,
    /// That, and then every line and what the figures rest on.
    Whole,
}

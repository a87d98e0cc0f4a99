//! Rules between the keys of a scenario.

use super::Scenario;
use super::document::{Document, NodeId};
use crate::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// Everything that breaks a rule.
pub(super) fn check(_: &Document, _: &Scenario, _: &BTreeSet<NodeId>) -> Vec<Diagnostic> {
    Vec::new()
}

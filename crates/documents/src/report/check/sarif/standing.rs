//! Baseline state and suppression of findings in SARIF.

use super::super::{Finding, concise};
use crate::check::AllowedFinding;
use crate::diagnostic::clean;
use serde::Serialize;

/// Review state of a finding.
#[derive(Clone, Copy)]
pub(super) enum ReviewState<'a> {
    /// Open.
    Open,
    /// Allowed by the author.
    Allowed(&'a AllowedFinding<Finding>),
    /// In the baseline with this path.
    Known(&'a str),
}

impl ReviewState<'_> {
    /// Baseline state.
    pub(super) fn against_baseline(self) -> &'static str {
        match self {
            ReviewState::Open | ReviewState::Allowed(_) => "new",
            ReviewState::Known(_) => "unchanged",
        }
    }

    /// Suppression; none for open findings.
    pub(super) fn suppression(self) -> Option<Suppression> {
        let (kind, because) = match self {
            ReviewState::Open => return None,
            ReviewState::Allowed(allowed) => ("inSource", concise::because(allowed)),
            ReviewState::Known(baseline) => ("external", format!("in baseline {baseline}")),
        };
        Some(Suppression { kind, status: "accepted", justification: clean(&because) })
    }
}

/// Suppression of a result.
#[derive(Serialize)]
pub(super) struct Suppression {
    kind: &'static str,
    status: &'static str,
    justification: String,
}

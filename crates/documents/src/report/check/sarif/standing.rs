//! What somebody has said of a finding already, as SARIF has it.

use super::super::{Finding, concise};
use crate::check::AllowedFinding;
use crate::diagnostic::clean;
use serde::Serialize;

/// Whether somebody has judged a finding already.
#[derive(Clone, Copy)]
pub(super) enum Standing<'a> {
    /// Nobody has.
    Open,
    /// Its author allows it.
    Allowed(&'a AllowedFinding<Finding>),
    /// A baseline knows it, which is called so.
    Known(&'a str),
}

impl Standing<'_> {
    /// What it is beside the findings of a baseline.
    pub(super) fn beside_baseline(self) -> &'static str {
        match self {
            Standing::Open | Standing::Allowed(_) => "new",
            Standing::Known(_) => "unchanged",
        }
    }

    /// Why nobody has to look at it; none where somebody has.
    pub(super) fn suppression(self) -> Option<Suppression> {
        let (kind, because) = match self {
            Standing::Open => return None,
            Standing::Allowed(allowed) => ("inSource", concise::because(allowed)),
            Standing::Known(baseline) => ("external", format!("known by {baseline}")),
        };
        Some(Suppression { kind, status: "accepted", justification: clean(&because) })
    }
}

/// That nobody has to look at a result.
#[derive(Serialize)]
pub(super) struct Suppression {
    kind: &'static str,
    status: &'static str,
    justification: String,
}

//! A scenario read again with other values, without the options that then break rules between keys.

use super::reason::Impossible;
use crate::diagnostic::{Diagnostic, Severity};
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{self, Loaded, Rejected};

/// Part of a scenario that remains valid with other values.
pub(super) struct Allowed {
    /// The scenario without invalid options, if anything is left.
    pub(super) loaded: Option<Loaded>,
    /// Invalid options with the reason.
    pub(super) refused: Vec<(String, Impossible)>,
    /// Reason that concerns no single option, and so makes all invalid.
    pub(super) all: Option<Impossible>,
}

impl Allowed {
    /// Reads the scenario after a change of its document.
    pub(super) fn after(loaded: &Loaded, change: impl Fn(&mut Document)) -> Allowed {
        let mut refused: Vec<(String, Impossible)> = Vec::new();
        loop {
            let rejected = match loaded.again(|document| vary(document, &change, &refused)) {
                Ok(loaded) => return Allowed { loaded: Some(loaded), refused, all: None },
                Err(rejected) => rejected,
            };
            let before = refused.len();
            let all = refuse(&rejected, &mut refused);
            // every round removes an option or ends
            if all.is_some() || refused.len() == before {
                return Allowed { loaded: None, refused, all };
            }
        }
    }

    /// Reason why an option is missing; none if it is valid.
    pub(super) fn why_not(&self, option: &str) -> Option<&Impossible> {
        let refused = self.refused.iter().find(|(name, _)| name == option).map(|(_, why)| why);
        refused.or(self.all.as_ref())
    }
}

/// Records the options that the findings concern; returns the first finding that concerns no option.
fn refuse(rejected: &Rejected, refused: &mut Vec<(String, Impossible)>) -> Option<Impossible> {
    let errors = rejected.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let mut all = None;
    for finding in errors {
        let why = Impossible::Refused(Box::new(finding.clone()));
        match option_of(finding) {
            Some(option) if refused.iter().all(|(other, _)| *other != option) => refused.push((option, why)),
            Some(_) => {}
            None => all = all.or(Some(why)),
        }
    }
    all
}

/// Option that a finding concerns, by its path.
pub(super) fn option_of(finding: &Diagnostic) -> Option<String> {
    let mut keys = finding.path.split('.');
    let (side, name) = (keys.next()?, keys.next()?);
    matches!(side, "own" | "rent" | "hybrid").then(|| format!("{side}.{name}"))
}

/// Changes a document, and removes options and all parts that do not affect decisions.
fn vary(document: &mut Document, change: impl Fn(&mut Document), refused: &[(String, Impossible)]) {
    change(document);
    let refused = refused.iter().map(|(option, _)| option.clone());
    let paths = refused.chain(scenario::beside().map(str::to_owned));
    let nodes: Vec<NodeId> = paths.filter_map(|path| document.find(&path)).collect();
    for node in nodes {
        document.remove(node);
    }
}

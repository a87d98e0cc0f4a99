//! A scenario read again with other values, without the options that the rules between keys refuse then.

use super::reason::Impossible;
use crate::diagnostic::{Diagnostic, Severity};
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{self, Loaded, Rejected};

/// What of a scenario the rules between keys allow with other values.
pub(super) struct Allowed {
    /// The scenario without what is refused, if any of it is allowed.
    pub(super) loaded: Option<Loaded>,
    /// The options that are refused, each with the reason.
    pub(super) refused: Vec<(String, Impossible)>,
    /// What concerns no option in particular, and refuses all.
    pub(super) all: Option<Impossible>,
}

impl Allowed {
    /// After a change of the tree of what the author of a scenario wrote.
    pub(super) fn after(loaded: &Loaded, change: impl Fn(&mut Document)) -> Allowed {
        let mut refused: Vec<(String, Impossible)> = Vec::new();
        loop {
            let rejected = match loaded.again(|document| vary(document, &change, &refused)) {
                Ok(loaded) => return Allowed { loaded: Some(loaded), refused, all: None },
                Err(rejected) => rejected,
            };
            let before = refused.len();
            let all = refuse(&rejected, &mut refused);
            // every round takes out an option or ends
            if all.is_some() || refused.len() == before {
                return Allowed { loaded: None, refused, all };
            }
        }
    }

    /// Why an option is not there; none where it is allowed.
    pub(super) fn why_not(&self, option: &str) -> Option<&Impossible> {
        let refused = self.refused.iter().find(|(name, _)| name == option).map(|(_, why)| why);
        refused.or(self.all.as_ref())
    }
}

/// Notes the options that the findings concern; the first finding that concerns none.
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

/// The option that a finding concerns, by its path.
pub(super) fn option_of(finding: &Diagnostic) -> Option<String> {
    let mut keys = finding.path.split('.');
    let (side, name) = (keys.next()?, keys.next()?);
    matches!(side, "own" | "rent" | "hybrid").then(|| format!("{side}.{name}"))
}

/// Changes a tree, and takes out what decides nothing, and options.
fn vary(document: &mut Document, change: impl Fn(&mut Document), refused: &[(String, Impossible)]) {
    change(document);
    let refused = refused.iter().map(|(option, _)| option.clone());
    let paths = refused.chain(scenario::beside().map(str::to_owned));
    let nodes: Vec<NodeId> = paths.filter_map(|path| document.find(&path)).collect();
    for node in nodes {
        document.remove(node);
    }
}

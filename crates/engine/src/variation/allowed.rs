//! A scenario read again with other values, without the options that then break rules between keys.

use super::reason::Impossible;
use crate::diagnostic::{Diagnostic, Severity};
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{self, Loaded, OptionId, Rejected};

/// Part of a scenario that remains valid with other values.
pub(super) struct Allowed {
    /// The scenario without invalid options, if anything is left.
    pub(super) loaded: Option<Loaded>,
    /// Invalid options with the reason.
    pub(super) refused: Vec<(OptionId, Impossible)>,
    /// Reason that concerns no single option, and so makes all invalid.
    pub(super) all: Option<Impossible>,
}

impl Allowed {
    /// Reads the scenario after a change of its document.
    pub(super) fn after(loaded: &Loaded, change: impl Fn(&mut Document)) -> Allowed {
        let mut refused: Vec<(OptionId, Impossible)> = Vec::new();
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
    pub(super) fn why_not(&self, option: &OptionId) -> Option<&Impossible> {
        let refused = self.refused.iter().find(|(name, _)| name == option).map(|(_, why)| why);
        refused.or(self.all.as_ref())
    }
}

/// Records the options that the findings concern; returns the first finding that concerns no option.
fn refuse(rejected: &Rejected, refused: &mut Vec<(OptionId, Impossible)>) -> Option<Impossible> {
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
pub(super) fn option_of(finding: &Diagnostic) -> Option<OptionId> {
    OptionId::of_path(&finding.path)
}

/// Changes a document, and removes options and all parts that do not affect decisions.
fn vary(document: &mut Document, change: impl Fn(&mut Document), refused: &[(OptionId, Impossible)]) {
    change(document);
    let refused = refused.iter().filter_map(|(option, _)| document.find(option.as_str()));
    let nodes = refused.chain(scenario::keys_about_others().filter_map(|path| document.find(path)));
    for node in nodes.collect::<Vec<NodeId>>() {
        document.remove(node);
    }
}

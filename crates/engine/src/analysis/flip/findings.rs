//! Findings that concern the input of a flip.

use super::result::{Flip, Flips};
use crate::diagnostic::Diagnostic;
use std::collections::BTreeSet;

impl Flips {
    /// Adds to each flip the codes of the findings that concern its input.
    #[must_use]
    pub fn with_findings<'a>(mut self, findings: impl IntoIterator<Item = &'a Diagnostic>) -> Flips {
        let findings: Vec<&Diagnostic> = findings.into_iter().collect();
        for flip in self.found.iter_mut().chain(self.same_side.iter_mut().flat_map(|rival| &mut rival.found)) {
            let mut seen = BTreeSet::new();
            let codes = findings.iter().filter(|it| concerns(it, flip)).map(|it| it.code);
            flip.findings = codes.filter(|code| seen.insert(*code)).collect();
        }
        self
    }
}

/// Whether a finding is about the input, a value inside it, or the part or option that contains it.
fn concerns(finding: &Diagnostic, flip: &Flip) -> bool {
    let (of, number) = (finding.path.as_str(), flip.number.path.as_str());
    let within = |path: &str, part: &str| {
        !part.is_empty() && path.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    within(number, of) || within(of, number)
}

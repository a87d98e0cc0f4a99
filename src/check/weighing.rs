//! What weighs against a verdict, for those who are about to rely on it.

use super::rules::{self, Subject};
use super::{Allowed, sifted};
use crate::analysis::Answer;
use crate::diagnostic::{Diagnostic, Severity};

/// A finding that weighs against a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighing {
    /// The finding.
    pub finding: Diagnostic,
    /// Why the author of the scenario accepts it; nothing where nobody has.
    pub accepted_because: Option<String>,
}

/// The warnings of a comparison, and what the rules of costs and of comparisons warn of; what the most rests on first, then
/// what nobody has accepted. A close call is not among them, because the verdict says it itself.
#[must_use]
pub fn weighing(answer: &Answer) -> Vec<Weighing> {
    let subject = Subject { answer, today: None };
    let found = answer.comparison.warnings.iter().cloned().chain(rules::against_the_verdict(&subject));
    let warned = found.filter(|finding| finding.severity <= Severity::Warning).collect();
    let (stand, allowed) = sifted(warned, &subject);
    let stand = stand.into_iter().map(|finding| Weighing { finding, accepted_because: None });
    let accepted =
        allowed.into_iter().map(|Allowed { finding, reason, .. }| Weighing { finding, accepted_because: Some(reason) });
    let mut all: Vec<Weighing> = stand.chain(accepted).collect();
    all.sort_by_key(|weighing| std::cmp::Reverse(weighing.finding.at_stake));
    all
}

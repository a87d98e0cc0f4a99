//! Effect of a policy change on the findings of a scenario.

use crate::diagnostic::{Code, Diagnostic, Severity, SourceId, Sources};
use std::collections::BTreeMap;

/// Findings of `check` in a scenario that differ between the old and the new policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyEffect {
    /// New findings, most severe first.
    pub new: Vec<ReviewedFinding>,
    /// Removed findings, most severe first.
    pub gone: Vec<ReviewedFinding>,
    /// Findings that were added to the baseline and no longer fail the check, most severe first.
    pub known: Vec<ReviewedFinding>,
    /// Change of the exclusion.
    pub exclusion: Exclusion,
}

/// A finding of `check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedFinding {
    /// Severity.
    pub severity: Severity,
    /// Rule.
    pub code: Code,
    /// Path of the value; empty for a whole file.
    pub path: String,
    /// Message.
    pub message: String,
    /// Shared file with the finding, by path from the repository root; none if it is in the scenario itself.
    pub shared: Option<String>,
    /// Line, from 1; none for a whole file.
    pub line: Option<u32>,
}

/// Findings in a scenario, with the texts of their positions.
#[derive(Debug)]
pub struct FoundIn {
    /// Open findings.
    pub findings: Vec<Diagnostic>,
    /// Findings that were added to the baseline.
    pub known: Vec<Diagnostic>,
    /// Texts.
    pub sources: Sources,
}

/// Change of the exclusion of a scenario from checks of folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// Unchanged.
    AsBefore,
    /// Newly excluded.
    Begins,
    /// No longer excluded.
    Ends,
}

impl PolicyEffect {
    /// Effect between two versions of a scenario's findings; an excluded scenario has none. None without differences.
    /// Findings are compared by rule, severity and path, not by message.
    #[must_use]
    pub fn between(then: Option<&FoundIn>, now: Option<&FoundIn>) -> Option<PolicyEffect> {
        let exclusion = match (then, now) {
            (Some(_), None) => Exclusion::Begins,
            (None, Some(_)) => Exclusion::Ends,
            (Some(_), Some(_)) | (None, None) => Exclusion::AsBefore,
        };
        let open = |found: Option<&FoundIn>| found.map_or(Vec::new(), |found| found.findings.clone());
        let known = now.map_or(Vec::new(), |now| now.known.clone());
        let effect = PolicyEffect {
            new: beyond(now, &open(then)),
            // a finding added to the baseline is not gone
            gone: beyond(then, &[open(now), known].concat()),
            known: now.map_or(Vec::new(), becoming_known),
            exclusion,
        };
        let is_any = effect.exclusion != Exclusion::AsBefore || effect.all().next().is_some();
        is_any.then_some(effect)
    }

    /// Effect on a new scenario: findings in the baseline; none without them.
    #[must_use]
    pub fn of_new(found: &FoundIn) -> Option<PolicyEffect> {
        let known = becoming_known(found);
        let effect = PolicyEffect { new: Vec::new(), gone: Vec::new(), known, exclusion: Exclusion::AsBefore };
        (!effect.known.is_empty()).then_some(effect)
    }

    /// Exclusion and number of new, removed and newly known findings:
    /// `1 error and 2 warnings new, 1 warning gone, 1 finding added to the baseline`.
    pub(super) fn in_words(&self) -> String {
        let exclusion = match self.exclusion {
            Exclusion::AsBefore => None,
            Exclusion::Begins => Some("newly excluded".to_owned()),
            Exclusion::Ends => Some("no longer excluded".to_owned()),
        };
        let said = [exclusion, counted(&self.new, "new"), counted(&self.gone, "gone"), become_known(self.known.len())];
        said.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// All findings with their change.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &ReviewedFinding)> {
        let (new, gone) = (self.new.iter().map(|one| ("new", one)), self.gone.iter().map(|one| ("gone", one)));
        new.chain(gone).chain(self.known.iter().map(|one| ("added to the baseline", one)))
    }
}

impl ReviewedFinding {
    fn of(finding: &Diagnostic, sources: &Sources) -> ReviewedFinding {
        let shared = finding.place.filter(|place| place.source != SourceId::FILE);
        let shared = shared.and_then(|place| sources.file_of(place)).map(|file| file.name.to_owned());
        ReviewedFinding {
            shared,
            severity: finding.severity,
            code: finding.code,
            path: finding.path.clone(),
            message: finding.message.clone(),
            line: finding.place.map(|place| place.line),
        }
    }
}

/// Findings that are not among others, most severe first.
fn beyond(those: Option<&FoundIn>, others: &[Diagnostic]) -> Vec<ReviewedFinding> {
    let kind = |finding: &Diagnostic| (finding.severity, finding.code, finding.path.clone());
    let mut left: BTreeMap<_, usize> = BTreeMap::new();
    for other in others {
        *left.entry(kind(other)).or_default() += 1;
    }
    let mut beyond = Vec::new();
    let those = those.into_iter().flat_map(|those| those.findings.iter().map(|finding| (finding, &those.sources)));
    for (finding, sources) in those {
        match left.get_mut(&kind(finding)).filter(|left| **left > 0) {
            Some(left) => *left -= 1,
            None => beyond.push(ReviewedFinding::of(finding, sources)),
        }
    }
    beyond.sort_by_key(|finding| finding.severity);
    beyond
}

/// Findings added to the baseline, most severe first.
fn becoming_known(found: &FoundIn) -> Vec<ReviewedFinding> {
    let mut known: Vec<ReviewedFinding> =
        found.known.iter().map(|finding| ReviewedFinding::of(finding, &found.sources)).collect();
    known.sort_by_key(|finding| finding.severity);
    known
}

/// `1 finding added to the baseline`; none for zero.
pub(super) fn become_known(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 finding added to the baseline".to_owned()),
        count => Some(format!("{count} findings added to the baseline")),
    }
}

/// `2 errors and 1 warning new`; none without findings.
fn counted(findings: &[ReviewedFinding], word: &str) -> Option<String> {
    let of = |severity: Severity, one: &str, several: &str| {
        let count = findings.iter().filter(|finding| finding.severity == severity).count();
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { several }))
    };
    let counts = [
        of(Severity::Error, "error", "errors"),
        of(Severity::Warning, "warning", "warnings"),
        of(Severity::Information, "information", "information"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    (!counts.is_empty()).then(|| format!("{} {word}", counts.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: Code, severity: Severity, path: &str) -> Diagnostic {
        Diagnostic { severity, ..Diagnostic::new(code, path.to_owned(), None, "it is so") }
    }

    fn found_in(findings: &[Diagnostic]) -> FoundIn {
        FoundIn { findings: findings.to_vec(), known: Vec::new(), sources: Sources::new("a.yaml", "", Vec::new()) }
    }

    #[test]
    fn a_finding_of_another_weight_is_another() {
        let warning = found(Code::OverBudget, Severity::Warning, "budget");
        let error = found(Code::OverBudget, Severity::Error, "budget");
        let other = found(Code::NoOwner, Severity::Information, "owner");
        let then = [warning.clone(), warning.clone(), other.clone()];
        let now = [error.clone(), Diagnostic { message: "by another amount".to_owned(), ..warning }, other];
        let (then, now) = (found_in(&then), found_in(&now));
        let effect = PolicyEffect::between(Some(&then), Some(&now)).unwrap();
        assert_eq!(effect.new, [ReviewedFinding::of(&error, &now.sources)]);
        assert_eq!(effect.gone.len(), 1);
        assert_eq!(effect.in_words(), "1 error new, 1 warning gone");
        assert_eq!(PolicyEffect::between(Some(&then), Some(&then)), None);
    }

    #[test]
    fn what_becomes_known_is_neither_new_nor_gone() {
        let [one, other] = ["budget", "owner"].map(|path| found(Code::OverBudget, Severity::Warning, path));
        let now = FoundIn { known: vec![one.clone(), other.clone()], ..found_in(&[]) };
        let effect = PolicyEffect::between(Some(&found_in(&[one])), Some(&now)).unwrap();
        assert_eq!(effect.in_words(), "2 findings added to the baseline");
        let now = FoundIn { known: vec![other], ..found_in(&[]) };
        assert_eq!(PolicyEffect::of_new(&now).unwrap().in_words(), "1 finding added to the baseline");
        assert_eq!(PolicyEffect::of_new(&found_in(&[])), None);
    }

    #[test]
    fn what_is_excluded_is_said_even_where_nothing_was_found() {
        let effect = PolicyEffect::between(Some(&found_in(&[])), None).unwrap();
        assert_eq!((effect.exclusion, effect.in_words().as_str()), (Exclusion::Begins, "newly excluded"));
        let found = [found(Code::OverBudget, Severity::Warning, "budget")];
        let effect = PolicyEffect::between(None, Some(&found_in(&found))).unwrap();
        assert_eq!(effect.in_words(), "no longer excluded, 1 warning new");
        assert_eq!(PolicyEffect::between(None, None), None);
    }
}

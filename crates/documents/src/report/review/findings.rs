//! What a policy that changed does to what `check` finds in a scenario.

use crate::diagnostic::{Code, Diagnostic, Severity, SourceId, Sources};
use std::collections::BTreeMap;

/// What `check` finds in a scenario by the policy that it has now and not by the one that it had, and the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyEffect {
    /// What is found now and was not before, the gravest first.
    pub new: Vec<ReviewedFinding>,
    /// What was found before and is not now, the gravest first.
    pub gone: Vec<ReviewedFinding>,
    /// What is found now and fails no check, because the baseline knows it and did not know it before, the gravest first.
    pub known: Vec<ReviewedFinding>,
    /// Whether it is looked at in a folder.
    pub exclusion: Exclusion,
}

/// A finding of `check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedFinding {
    /// How much it weighs.
    pub severity: Severity,
    /// The rule.
    pub code: Code,
    /// The path of the value; empty for a whole file.
    pub path: String,
    /// What is found.
    pub message: String,
    /// The file that the scenario extends in which it stands, from the top of the repository; none of the scenario itself.
    pub shared: Option<String>,
    /// Its line, from 1; none for a whole file.
    pub line: Option<u32>,
}

/// What is found in a scenario, with the texts that places refer to.
#[derive(Debug)]
pub struct FoundIn {
    /// The findings.
    pub findings: Vec<Diagnostic>,
    /// Findings that the baseline knows, and did not know before.
    pub known: Vec<Diagnostic>,
    /// The texts.
    pub sources: Sources,
}

/// What became of whether a scenario is looked at in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It is as it was.
    AsBefore,
    /// It is excluded now.
    Begins,
    /// It was excluded before.
    Ends,
}

impl PolicyEffect {
    /// What was found then and is found now in a scenario; nothing was, or is, looked for where it is excluded. None where
    /// nothing differs: findings are told by rule, weight and path, and not by what they say of amounts.
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
            // what becomes known is found all the same
            gone: beyond(then, &[open(now), known].concat()),
            known: now.map_or(Vec::new(), becoming_known),
            exclusion,
        };
        let is_any = effect.exclusion != Exclusion::AsBefore || effect.all().next().is_some();
        is_any.then_some(effect)
    }

    /// What becomes known of a scenario that was not there; none where nothing does.
    #[must_use]
    pub fn of_new(found: &FoundIn) -> Option<PolicyEffect> {
        let known = becoming_known(found);
        let effect = PolicyEffect { new: Vec::new(), gone: Vec::new(), known, exclusion: Exclusion::AsBefore };
        (!effect.known.is_empty()).then_some(effect)
    }

    /// Whether it is looked at, and how many findings are new, gone or known from now on: `1 error and 2 warnings new, 1 warning
    /// gone, 1 finding becomes known`.
    pub(super) fn in_words(&self) -> String {
        let exclusion = match self.exclusion {
            Exclusion::AsBefore => None,
            Exclusion::Begins => Some("excluded now".to_owned()),
            Exclusion::Ends => Some("not excluded any more".to_owned()),
        };
        let said = [exclusion, counted(&self.new, "new"), counted(&self.gone, "gone"), become_known(self.known.len())];
        said.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Every finding with whether it is new, gone or known from now on.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &ReviewedFinding)> {
        let (new, gone) = (self.new.iter().map(|one| ("new", one)), self.gone.iter().map(|one| ("gone", one)));
        new.chain(gone).chain(self.known.iter().map(|one| ("becomes known", one)))
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

/// What of some findings is not among others, the gravest first.
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

/// What becomes known, the gravest first.
fn becoming_known(found: &FoundIn) -> Vec<ReviewedFinding> {
    let mut known: Vec<ReviewedFinding> =
        found.known.iter().map(|finding| ReviewedFinding::of(finding, &found.sources)).collect();
    known.sort_by_key(|finding| finding.severity);
    known
}

/// `1 finding becomes known`; none of nothing.
pub(super) fn become_known(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 finding becomes known".to_owned()),
        count => Some(format!("{count} findings become known")),
    }
}

/// `2 errors and 1 warning new`; none of nothing.
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
        assert_eq!(effect.in_words(), "2 findings become known");
        let now = FoundIn { known: vec![other], ..found_in(&[]) };
        assert_eq!(PolicyEffect::of_new(&now).unwrap().in_words(), "1 finding becomes known");
        assert_eq!(PolicyEffect::of_new(&found_in(&[])), None);
    }

    #[test]
    fn what_is_excluded_is_said_even_where_nothing_was_found() {
        let effect = PolicyEffect::between(Some(&found_in(&[])), None).unwrap();
        assert_eq!((effect.exclusion, effect.in_words().as_str()), (Exclusion::Begins, "excluded now"));
        let found = [found(Code::OverBudget, Severity::Warning, "budget")];
        let effect = PolicyEffect::between(None, Some(&found_in(&found))).unwrap();
        assert_eq!(effect.in_words(), "not excluded any more, 1 warning new");
        assert_eq!(PolicyEffect::between(None, None), None);
    }
}

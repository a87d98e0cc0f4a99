//! What is known of a file by a baseline: findings that fail no check, and what is missed of them.

use super::finding::{CheckedFile, Finding};
use super::span::{TextSpan, Where};
use crate::check::rules::awaits_a_day;
use crate::check::{Baseline, Completeness, KnownFindings};
use crate::diagnostic::{Code, Diagnostic, Severity};
use std::collections::BTreeMap;

impl CheckedFile {
    /// Takes the findings that are known by a baseline out of those that stand. What the baseline knows and is not found any
    /// more is a finding of a weight, unless its rule waits for a day that was not given.
    pub fn know(&mut self, mut known: KnownFindings, baseline: &str, stale: Option<Severity>, without_a_day: bool) {
        let is_known = |finding: &Finding, known: &mut KnownFindings| {
            let diagnostic = &finding.diagnostic;
            may_be_known(diagnostic.code) && known.meets(diagnostic.code, &diagnostic.path)
        };
        self.baseline = Some(baseline.to_owned());
        for finding in std::mem::take(&mut self.findings) {
            if is_known(&finding, &mut known) {
                self.known.push(finding);
            } else {
                self.findings.push(finding);
            }
        }
        // of what is not valid no rule was asked, so that nothing of it is gone
        let Some(severity) = stale.filter(|_| self.extent == Completeness::Whole) else { return };
        for (rule, path) in known.left() {
            if without_a_day && Code::named(rule).is_some_and(awaits_a_day) {
                continue;
            }
            let at = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
            let message = format!("{baseline} knows `{rule}`{at}, which is not found any more");
            let finding = Diagnostic::new(Code::StaleBaseline, path.to_owned(), None, message);
            let finding = Diagnostic { severity, ..finding.help("`rackrent check --write-baseline` takes it out") };
            self.findings.push(Finding::of_file(finding, &self.path));
        }
        self.findings.sort_by_key(|finding| (finding.diagnostic.severity, finding.diagnostic.place));
    }

    /// Takes those findings out that stand in files which this one extends, and that a baseline knows of these.
    pub fn know_of_shared(&mut self, known_of: impl Fn(&str) -> KnownFindings) {
        let mut known: BTreeMap<String, KnownFindings> = BTreeMap::new();
        for finding in std::mem::take(&mut self.findings) {
            let is_known = match &finding.spot {
                Some(TextSpan { place: Where::Shared(path), .. }) => {
                    let known = known.entry(path.clone()).or_insert_with(|| known_of(path));
                    known.meets(finding.diagnostic.code, &finding.diagnostic.path)
                }
                Some(_) | None => false,
            };
            if is_known { self.known.push(finding) } else { self.findings.push(finding) }
        }
    }

    /// Writes what fails a check of this file, which is called so in its repository, into a baseline. What waits for a day that
    /// was not given stays as it was before, and so does all of a file of which a part alone was asked.
    pub fn become_known(
        &self,
        name: &str,
        fails_on: Severity,
        without_a_day: bool,
        before: &Baseline,
        now: &mut Baseline,
    ) {
        now.forget(name);
        let mut left = before.of_file(name);
        for finding in &self.findings {
            let diagnostic = &finding.diagnostic;
            if diagnostic.severity <= fails_on && may_be_known(diagnostic.code) {
                now.add(name, diagnostic.code.text(), &diagnostic.path);
                left.meets(diagnostic.code, &diagnostic.path);
            }
        }
        for (rule, path) in left.left() {
            let waits = without_a_day && Code::named(rule).is_some_and(awaits_a_day);
            if waits || self.extent == Completeness::Part {
                now.add(name, rule, path);
            }
        }
    }
}

/// Whether a finding may be known: a file that cannot be read is not known at all.
fn may_be_known(code: Code) -> bool {
    !matches!(code, Code::UnreadableFile | Code::StaleBaseline)
}

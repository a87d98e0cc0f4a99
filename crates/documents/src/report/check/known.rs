//! Findings in a baseline, and baseline entries that no longer occur.

use super::finding::{CheckedFile, Finding};
use crate::check::rules::awaits_a_day;
use crate::check::{Baseline, Completeness, KnownFindings};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::report::span::{SpanSource, TextSpan};
use std::collections::BTreeMap;

impl CheckedFile {
    /// Moves findings that are in the baseline from `findings` to `known`. A baseline entry that no longer occurs is a
    /// finding of severity `stale`, unless its rule needs a date and none was given.
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
        // an invalid file is only partly checked, so nothing can be missing from it
        let Some(severity) = stale.filter(|_| self.extent == Completeness::Whole) else { return };
        for (rule, path) in known.left() {
            if without_a_day && Code::named(rule).is_some_and(awaits_a_day) {
                continue;
            }
            let at = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
            let message = format!("{baseline} lists `{rule}`{at}, which no longer occurs");
            let finding = Diagnostic::new(Code::StaleBaseline, path.to_owned(), None, message);
            let finding = Diagnostic { severity, ..finding.help("`rackrent check --write-baseline` removes it") };
            self.findings.push(Finding::of_file(finding, &self.path));
        }
        self.findings.sort_by_key(|finding| (finding.diagnostic.severity, finding.diagnostic.place));
    }

    /// Moves findings in shared files that are in the baseline of those files from `findings` to `known`.
    pub fn know_of_shared(&mut self, known_of: impl Fn(&str) -> KnownFindings) {
        let mut known: BTreeMap<String, KnownFindings> = BTreeMap::new();
        for finding in std::mem::take(&mut self.findings) {
            let is_known = match &finding.spot {
                Some(TextSpan { place: SpanSource::Shared(path), .. }) => {
                    let known = known.entry(path.clone()).or_insert_with(|| known_of(path));
                    known.meets(finding.diagnostic.code, &finding.diagnostic.path)
                }
                Some(_) | None => false,
            };
            if is_known { self.known.push(finding) } else { self.findings.push(finding) }
        }
    }

    /// Adds the findings of this file that fail the check to the baseline `now`, under its repository path `name`.
    /// Entries of the baseline `before` stay if their rule needs a date and none was given, or if only part of the file
    /// was checked.
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

/// Whether a finding can be in a baseline.
fn may_be_known(code: Code) -> bool {
    !matches!(code, Code::UnreadableFile | Code::StaleBaseline)
}

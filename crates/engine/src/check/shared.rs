//! Shared files: a finding in one is reported once, at its place in that file, with the scenarios that it concerns.

use super::{Checked, Completeness};
use crate::diagnostic::{Code, Diagnostic, Fix, Place, SourceId, Sources};

/// Number of scenarios named in a finding; the others are counted.
const MOST_NAMED: usize = 2;

/// A file that scenarios extend, and the findings in it.
#[derive(Debug)]
pub struct SharedFile {
    sources: Sources,
    /// Number of checked scenarios that extend it.
    scenarios: usize,
    /// Number of those that were checked completely.
    judged: usize,
    found: Vec<SharedFinding>,
}

/// A finding in a shared file, and the scenarios that it concerns.
#[derive(Debug)]
struct SharedFinding {
    finding: Diagnostic,
    scenarios: Vec<String>,
}

impl SharedFile {
    /// Creates a file, with its name and text, that so many scenarios extend.
    #[must_use]
    pub fn new(name: &str, text: &str, scenarios: usize) -> SharedFile {
        SharedFile { sources: Sources::new(name, text, Vec::new()), scenarios, judged: 0, found: Vec::new() }
    }

    /// Moves the findings in this file out of the result of a scenario.
    pub fn take_from(&mut self, scenario: &mut Checked) {
        let Some(number) = scenario.sources.files().position(|file| file.name == self.sources.name()) else { return };
        self.judged += usize::from(scenario.extent == Completeness::Whole);
        let here = SourceId::file(number);
        let is_here = |finding: &Diagnostic| finding.place.is_some_and(|place| place.source == here);
        let (taken, kept) = std::mem::take(&mut scenario.findings).into_iter().partition(is_here);
        scenario.findings = kept;
        let taken: Vec<Diagnostic> = taken;
        for finding in taken {
            self.take(finding, scenario);
        }
    }

    fn take(&mut self, finding: Diagnostic, scenario: &Checked) {
        let name = scenario.sources.name();
        let finding = self.rebased(finding, &scenario.sources);
        let is_same = |one: &SharedFinding| {
            let other = &one.finding;
            (other.code, other.place, &other.message) == (finding.code, finding.place, &finding.message)
        };
        match self.found.iter_mut().find(|one| is_same(one)) {
            Some(known) => {
                known.finding.severity = known.finding.severity.min(finding.severity);
                known.scenarios.push(name.to_owned());
            }
            None => self.found.push(SharedFinding { finding, scenarios: vec![name.to_owned()] }),
        }
    }

    /// A finding with its places among the texts of this file; places in `--set` and traces are dropped.
    fn rebased(&mut self, mut finding: Diagnostic, from: &Sources) -> Diagnostic {
        finding.place = finding.place.and_then(|place| self.place(place, from));
        let related = std::mem::take(&mut finding.related).into_iter();
        finding.related = related.filter_map(|(place, label)| Some((self.place(place, from)?, label))).collect();
        finding.fix = finding.fix.and_then(|Fix { meaning, edits }| {
            let edits = edits.into_iter().filter_map(|mut edit| {
                edit.place = self.place(edit.place, from)?;
                Some(edit)
            });
            Fix::new(meaning, edits.collect())
        });
        finding
    }

    /// The same place among the texts of this file.
    fn place(&mut self, place: Place, from: &Sources) -> Option<Place> {
        let file = from.file_of(place)?;
        let known = self.sources.files().position(|known| known.name == file.name);
        let source = known.map_or_else(|| self.sources.add_file(file.name, file.text), SourceId::file);
        Some(Place { source, ..place })
    }

    /// Result of checking the file.
    #[must_use]
    pub fn checked(self) -> Checked {
        let SharedFile { sources, scenarios: all, judged, found } = self;
        // a value without effect in one scenario may have an effect in another
        let is_so_with_all = |one: &SharedFinding| !is_of_one(one.finding.code) || one.scenarios.len() >= all;
        let mut findings: Vec<Diagnostic> =
            found.into_iter().filter(is_so_with_all).map(|one| one.with_scenarios(all)).collect();
        findings.sort_by_key(|finding| (finding.severity, finding.place));
        let extent = if judged == all { Completeness::Whole } else { Completeness::Part };
        Checked { extent, ..Checked::refused(findings, sources) }
    }
}

impl SharedFinding {
    /// The finding, with the scenarios that it concerns unless these are all.
    fn with_scenarios(self, all: usize) -> Diagnostic {
        let SharedFinding { finding, scenarios } = self;
        if scenarios.len() >= all {
            return finding;
        }
        let named = scenarios.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = scenarios.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let with = format!("found in {named}{more}");
        let help = finding.help.as_ref().map_or_else(|| with.clone(), |help| format!("{help}; {with}"));
        finding.help(help)
    }
}

/// Whether a finding says that a value has no effect, which may be so in some scenarios only.
fn is_of_one(code: Code) -> bool {
    [Code::NoEffect, Code::BeyondHorizon, Code::UnusedAllowance].contains(&code)
}

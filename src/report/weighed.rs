//! Findings beside a result, for those who are about to rely on it.

use super::page::{Meaning, Section};
use crate::analysis::Answer;
use crate::analysis::statement::Header;
use crate::check::{self, Weighing};
use crate::diagnostic::{Diagnostic, SourceId};

/// A result that follows from the ranges of uncertain numbers, with what these have against them.
#[derive(Debug)]
pub struct Weighed<'a, R> {
    /// The result.
    pub result: &'a R,
    /// What weighs against it.
    pub weighing: Vec<Weighing>,
}

impl<'a, R> Weighed<'a, R> {
    /// A result of the uncertain numbers of an answer.
    #[must_use]
    pub fn of(answer: &Answer, result: &'a R) -> Weighed<'a, R> {
        Weighed { result, weighing: check::weighing_of_uncertainty(answer) }
    }

    /// The findings that nobody has accepted.
    pub fn standing(&self) -> impl Iterator<Item = &Diagnostic> {
        self.weighing.iter().filter(|weighing| weighing.accepted_because.is_none()).map(|weighing| &weighing.finding)
    }

    /// What weighs against it, in words; nothing where nothing does.
    pub(super) fn beware(&self, header: &Header) -> Option<Section> {
        let said = self.weighing.iter().map(|weighing| finding(header, weighing)).collect();
        Section::detail("Beware", said).map(|section| section.meaning(Meaning::Warning))
    }
}

/// A finding in one line, with why it is accepted, and its place.
pub(super) fn finding(header: &Header, Weighing { finding, accepted_because }: &Weighing) -> String {
    let place = finding.place.map(|place| {
        let name = match place.source {
            SourceId::File(_) | SourceId::Trace(_) => header.file.as_str(),
            SourceId::Setting(_) => "--set",
        };
        format!(" ({name}:{}:{})", place.line, place.column)
    });
    let accepted = accepted_because.as_ref().map(|reason| format!("; accepted because: {reason}")).unwrap_or_default();
    format!("{}: {}{accepted}{}", finding.code.text(), finding.message, place.unwrap_or_default())
}

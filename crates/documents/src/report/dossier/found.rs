//! What a check of the file found beside what weighs against the verdict, which a comparison says itself.

use crate::check::{AllowedFinding, Checked, Weighing};
use crate::diagnostic::Diagnostic;
use crate::report::Compared;
use crate::report::page::{Block, Chapter, Meaning, Section};
use crate::report::weighed::finding;

/// Everything that a check found, what is accepted with its reason.
pub(super) fn all(checked: &Checked) -> Vec<Weighing> {
    let stands = checked.findings.iter().map(|finding| Weighing { finding: finding.clone(), accepted_because: None });
    let accepted = checked.allowed.iter().map(|AllowedFinding { finding, reason, .. }| Weighing {
        finding: finding.clone(),
        accepted_because: Some(reason.clone()),
    });
    stands.chain(accepted).collect()
}

/// What of that a comparison does not say, and which usual costs do not arise.
pub(super) fn chapter(compared: &Compared<'_>, checked: &Checked) -> Option<Chapter> {
    let header = &compared.comparison.header;
    let is_same = |one: &Diagnostic, other: &Diagnostic| one.code == other.code && one.place == other.place;
    let is_said = |one: &Weighing| compared.weighing.iter().any(|said| is_same(&said.finding, &one.finding));
    let (stands, accepted): (Vec<Weighing>, Vec<Weighing>) =
        all(checked).into_iter().filter(|one| !is_said(one)).partition(|one| one.accepted_because.is_none());
    let said = |all: &[Weighing]| all.iter().map(|one| finding(header, one)).collect();
    let none = checked.not_applicable.iter().map(|one| format!("{}: no {}: {}", one.option, one.cost, one.reason));
    let sections = [
        Section::detail("Found", said(&stands)).map(|section| section.meaning(Meaning::Warning)),
        Section::detail("Accepted", said(&accepted)),
        Section::detail("No cost", none.collect()),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    let blocks = if sections.is_empty() { Vec::new() } else { vec![Block::Sections(sections)] };
    Chapter::of("What a check finds", None, blocks)
}

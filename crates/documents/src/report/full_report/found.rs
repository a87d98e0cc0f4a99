//! Findings of a check other than the caveats in the comparison.

use crate::check::{AllowedFinding, Caveat, Checked};
use crate::diagnostic::Diagnostic;
use crate::report::Compared;
use crate::report::caveats::finding;
use crate::report::page::{Block, Chapter, Meaning, Section};

/// All findings of a check, with the reasons of accepted ones.
pub(super) fn all(checked: &Checked) -> Vec<Caveat> {
    let stands = checked.findings.iter().map(|finding| Caveat { finding: finding.clone(), accepted_because: None });
    let accepted = checked.allowed.iter().map(|AllowedFinding { finding, reason, .. }| Caveat {
        finding: finding.clone(),
        accepted_because: Some(reason.clone()),
    });
    stands.chain(accepted).collect()
}

/// Chapter of findings that are not in the comparison, and of costs that are not applicable.
pub(super) fn chapter(compared: &Compared<'_>, checked: &Checked) -> Option<Chapter> {
    let header = &compared.comparison.header;
    let is_same = |one: &Diagnostic, other: &Diagnostic| one.code == other.code && one.place == other.place;
    let is_said = |one: &Caveat| compared.caveats.iter().any(|said| is_same(&said.finding, &one.finding));
    let (stands, accepted): (Vec<Caveat>, Vec<Caveat>) =
        all(checked).into_iter().filter(|one| !is_said(one)).partition(|one| one.accepted_because.is_none());
    let said = |all: &[Caveat]| all.iter().map(|one| finding(header, one)).collect();
    let none = checked.not_applicable.iter().map(|one| format!("{}: no {}: {}", one.option, one.cost, one.reason));
    let sections = [
        Section::detail("Open", said(&stands)).map(|section| section.meaning(Meaning::Warning)),
        Section::detail("Accepted", said(&accepted)),
        Section::detail("No cost", none.collect()),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    let blocks = if sections.is_empty() { Vec::new() } else { vec![Block::Sections(sections)] };
    Chapter::of("Findings", None, blocks)
}

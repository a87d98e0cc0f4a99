//! Check output with one line per error and one per rule and file, in the format of compilers and editors.

use super::{CheckedFile, Checks, Finding, SpanSource, TextSpan, Verbosity};
use crate::check::{AllowedFinding, NotApplicable};
use crate::diagnostic::{Severity, clean};
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    for file in &checks.files {
        for group in groups(file) {
            if let Some((first, rest)) = group.split_first().filter(|(first, _)| checks.is_shown(first)) {
                writeln!(out, "{}", line(file, first, rest))?;
            }
        }
        if checks.shows == Verbosity::Everything {
            for group in allowances(file) {
                if let Some((first, rest)) = group.split_first() {
                    writeln!(out, "{}", allowance(file, first, rest))?;
                }
            }
            for cost in &file.not_applicable {
                writeln!(out, "{}", not_applicable(file, cost))?;
            }
        }
    }
    Ok(())
}

/// Groups the findings of a file for people: each error alone, because each needs its own fix; other findings by rule
/// and severity, in the order of their first occurrence.
pub(super) fn groups(file: &CheckedFile) -> Vec<Vec<&Finding>> {
    let mut groups = Vec::new();
    for group in by_rule(&file.findings) {
        if group.iter().any(|finding| finding.diagnostic.severity == Severity::Error) {
            groups.extend(group.into_iter().map(|finding| vec![finding]));
        } else {
            groups.push(group);
        }
    }
    groups
}

/// Groups findings by rule and severity, in the order of their first occurrence.
pub(super) fn by_rule(findings: &[Finding]) -> Vec<Vec<&Finding>> {
    let mut groups: Vec<Vec<&Finding>> = Vec::new();
    for finding in findings {
        let kind = |finding: &Finding| (finding.diagnostic.code, finding.diagnostic.severity);
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| kind(first) == kind(finding))) {
            Some(group) => group.push(finding),
            None => groups.push(vec![finding]),
        }
    }
    groups
}

/// Groups the allowed findings of a file by rule, reason and expiry date, in the order of their first occurrence.
pub(super) fn allowances(file: &CheckedFile) -> Vec<Vec<&AllowedFinding<Finding>>> {
    let mut groups: Vec<Vec<&AllowedFinding<Finding>>> = Vec::new();
    for allowed in &file.allowed {
        let kind = |one: &AllowedFinding<Finding>| (one.finding.diagnostic.code, one.reason.clone(), one.until.clone());
        match groups.iter_mut().find(|group| group.first().is_some_and(|first| kind(first) == kind(allowed))) {
            Some(group) => group.push(allowed),
            None => groups.push(vec![allowed]),
        }
    }
    groups
}

/// `path:line:col: severity[code] message; what to type (and 2 more, in lines 7 and 9); advice`
pub(super) fn line(file: &CheckedFile, first: &Finding, rest: &[&Finding]) -> String {
    let diagnostic = &first.diagnostic;
    let (severity, code) = (diagnostic.severity.text(), diagnostic.code.text());
    clean(&format!("{}: {severity}[{code}] {}", located(file, first), advised(first, rest)))
}

/// `path:line:col: allowed[code] message (and 2 more) because: reason, until 2027-01-31`
fn allowance(file: &CheckedFile, first: &AllowedFinding<Finding>, rest: &[&AllowedFinding<Finding>]) -> String {
    let place = located(file, &first.finding);
    let diagnostic = &first.finding.diagnostic;
    let rest: Vec<&Finding> = rest.iter().map(|one| &one.finding).collect();
    let found = format!("{}{}", diagnostic.message, more(&rest));
    clean(&format!("{place}: allowed[{}] {found}; because: {}", diagnostic.code.text(), because(first)))
}

/// `path:line:col: not applicable: staff of rent.aws-p5 because: reason`
fn not_applicable(file: &CheckedFile, cost: &NotApplicable<Option<TextSpan>>) -> String {
    let place = located_at(file, cost.place.as_ref());
    clean(&format!("{place}: not applicable: {} of {}; because: {}", cost.cost, cost.option, cost.reason))
}

/// Reason of an allowance, with its expiry date.
pub(super) fn because(allowed: &AllowedFinding<Finding>) -> String {
    let until = allowed.until.as_ref().map_or(String::new(), |day| format!(" (until {day})"));
    format!("{}{until}", allowed.reason)
}

/// `path:line:col`. A finding in a `--set` has no line in the file: it gets line 1, so that editors open the file; its
/// message names the `--set`.
fn located(file: &CheckedFile, finding: &Finding) -> String {
    located_at(file, finding.spot.as_ref())
}

fn located_at(file: &CheckedFile, spot: Option<&TextSpan>) -> String {
    match spot {
        Some(spot) if matches!(spot.place, SpanSource::Setting(_)) => format!("{}:1:1", file.path),
        Some(spot) => format!("{}:{}:{}", spot.place.path(file), spot.line, spot.column),
        None => file.path.clone(),
    }
}

/// Message, other lines and advice on one line.
pub(super) fn advised(first: &Finding, rest: &[&Finding]) -> String {
    let help = first.diagnostic.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
    format!("{}{}{help}", first.sentence(), more(rest))
}

/// Number and lines of the other findings of a rule.
pub(super) fn more(rest: &[&Finding]) -> String {
    /// Maximum number of lines listed.
    const MOST: usize = 5;
    if rest.is_empty() {
        return String::new();
    }
    let mut lines: Vec<u32> = rest.iter().filter_map(|finding| finding.in_file()).map(|spot| spot.line).collect();
    lines.dedup();
    let named: Vec<String> = lines.iter().take(MOST).map(u32::to_string).collect();
    let among = match (named.len(), lines.len() > MOST) {
        (0, _) => String::new(),
        (1, _) => format!(", in line {}", named.concat()),
        (_, false) => format!(", in lines {}", named.join(", ")),
        (_, true) => format!(", in lines {} …", named.join(", ")),
    };
    format!(" (and {} more{among})", rest.len())
}

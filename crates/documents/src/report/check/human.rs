//! Check output for people.

use super::{CheckedFile, Checks, Counts, Finding, Verbosity, concise, counted};
use crate::amount::Ratio;
use crate::catalog::catalog_pack;
use crate::check::Decided;
use crate::diagnostic::{Diagnostic, Severity, Style, clean, render};
use crate::number;
use crate::report::page::{Canvas, Colour, Meaning};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) fn write(checks: &Checks, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for file in &checks.files {
        excerpts(checks, file, canvas, out)?;
    }
    let mut listed: Vec<&CheckedFile> = checks.files.iter().filter(|file| is_listed(checks, file)).collect();
    listed.sort_by_key(|file| rank(file));
    let width = listed.iter().map(|file| width(&clean(&file.path))).max().unwrap_or_default();
    for file in &listed {
        let path = clean(&file.path);
        let gap = " ".repeat(width - self::width(&path));
        writeln!(out, "{path}{gap}  {}", file_summary(checks, file, canvas.colour))?;
        if checks.shows == Verbosity::Everything {
            allowances(file, canvas, out)?;
            not_applicable(file, canvas, out)?;
            known(file, canvas, out)?;
        }
    }
    if checks.shows == Verbosity::Everything {
        for skipped in &checks.skipped {
            writeln!(out, "{}  skipped: {}", clean(&skipped.path), skipped.because)?;
        }
    }
    if !listed.is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", total(checks))?;
    match policies(checks) {
        Some(policies) => writeln!(out, "{}", clean(&policies)),
        None => Ok(()),
    }
}

/// Applied policies with the number of scenarios, and the catalog if it is a pack; none if the default rules apply everywhere.
pub(super) fn policies(checks: &Checks) -> Option<String> {
    let mut by_policy: BTreeMap<&[String], usize> = BTreeMap::new();
    // findings in a shared file count with the scenarios that extend it
    for file in checks.files.iter().filter(|file| file.shared_by.is_empty()) {
        *by_policy.entry(&file.policies).or_default() += 1;
    }
    let line = |(policy, count): (&&[String], &usize)| {
        let files = counted(*count, "scenario", "scenarios");
        if policy.is_empty() {
            format!("no policy for {files}")
        } else {
            format!("policy {} applied to {files}", policy.join(" + "))
        }
    };
    let is_any = by_policy.keys().any(|policy| !policy.is_empty());
    let policies = is_any.then(|| by_policy.iter().map(line).collect::<Vec<String>>().join("; "));
    let catalog = catalog_pack().map(|pack| format!("catalog {}", pack.words()));
    let all: Vec<String> = [policies, catalog].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// Writes the findings of a file with their source lines.
fn excerpts(checks: &Checks, file: &CheckedFile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let shown: Vec<Diagnostic> = file
        .findings
        .iter()
        .filter(|finding| checks.is_shown(finding))
        .map(|finding| named(checks, file, finding))
        .collect();
    let style = Style { width: canvas.width, colour: canvas.colour == Colour::Ansi, messages: canvas.messages };
    match file.sources() {
        Some(sources) => write!(out, "{}", render(&shown, sources, style)),
        None => Ok(()),
    }
}

/// A finding that names its file, if it is about a `--set` that applies to several files.
fn named(checks: &Checks, file: &CheckedFile, finding: &Finding) -> Diagnostic {
    let mut diagnostic = finding.diagnostic.clone();
    if finding.setting().is_some() && checks.files.len() > 1 {
        diagnostic.message = format!("{}: {}", file.path, diagnostic.message);
    }
    diagnostic
}

/// Sort key of a file: errors first, then warnings.
fn rank(file: &CheckedFile) -> u8 {
    match file.findings.iter().map(|finding| finding.diagnostic.severity).min() {
        Some(Severity::Error) => 0,
        Some(Severity::Warning) => 1,
        Some(Severity::Information) | None => 2,
    }
}

/// Writes allowed findings with their reasons.
fn allowances(file: &CheckedFile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for group in concise::allowances(file) {
        let Some((first, rest)) = group.split_first() else { continue };
        let rest: Vec<&Finding> = rest.iter().map(|one| &one.finding).collect();
        let line = first.finding.in_file().map_or(String::new(), |spot| format!(", line {}", spot.line));
        let rule = format!("{}{line}{}", first.finding.diagnostic.code.text(), concise::more(&rest));
        below_file(&format!("allowed: {rule}: {}", concise::because(first)), canvas, out)?;
    }
    Ok(())
}

/// Writes costs that are not applicable, with their reasons.
fn not_applicable(file: &CheckedFile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for cost in &file.not_applicable {
        let line = cost.place.as_ref().map_or(String::new(), |spot| format!(", line {}", spot.line));
        below_file(&format!("not applicable: {} of {}{line}: {}", cost.cost, cost.option, cost.reason), canvas, out)?;
    }
    Ok(())
}

/// Writes findings in the baseline.
fn known(file: &CheckedFile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for finding in &file.known {
        let line = finding.in_file().map_or(String::new(), |spot| format!(", line {}", spot.line));
        let diagnostic = &finding.diagnostic;
        below_file(&format!("in baseline: {}{line}: {}", diagnostic.code.text(), diagnostic.message), canvas, out)?;
    }
    Ok(())
}

/// Writes indented text below the line of a file.
fn below_file(text: &str, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let options = textwrap::Options::new(canvas.width).initial_indent("  ").subsequent_indent("    ");
    writeln!(out, "{}", textwrap::fill(&clean(text), options))
}

/// Whether a file is listed: files with displayed findings, or all files in verbose mode.
fn is_listed(checks: &Checks, file: &CheckedFile) -> bool {
    match checks.shows {
        Verbosity::Everything => true,
        Verbosity::Findings => file.findings.iter().any(|finding| checks.is_shown(finding)),
    }
}

/// Summary of a file: number of findings and verdict.
fn file_summary(checks: &Checks, file: &CheckedFile, colour: Colour) -> String {
    let counts = Counts::of([file]);
    let mut summary = found(counts, checks.shows);
    if counts.errors + counts.warnings > 0 {
        let found = summary.join(", ");
        summary = vec![colour.paint(&found, Meaning::Warning)];
    }
    if let Some(decided) = &file.decided {
        summary.push(decision(decided));
    }
    if !file.shared_by.is_empty() {
        summary.push(format!("shared by {}", counted(file.shared_by.len(), "scenario", "scenarios")));
    }
    summary.join(" · ")
}

fn decision(decided: &Decided) -> String {
    let percent = |share: Ratio| number::readable(*share * Decimal::ONE_HUNDRED, 2);
    match (&decided.winner, decided.saving_share) {
        (Some(winner), Some(share)) if decided.close => {
            format!("too close to call: {} % in favour of {}", percent(share), clean(winner.as_str()))
        }
        (Some(winner), None) if decided.close => format!("too close to call, in favour of {}", clean(winner.as_str())),
        (Some(winner), Some(share)) => format!("{} wins by {} %", clean(winner.as_str()), percent(share)),
        (Some(winner), None) => format!("{} wins", clean(winner.as_str())),
        (None, _) => "no option can be chosen".to_owned(),
    }
}

/// Number of findings of each kind, without zeros.
fn found(counts: Counts, shows: Verbosity) -> Vec<String> {
    let information = match shows {
        Verbosity::Everything => counts.information,
        Verbosity::Findings => 0,
    };
    [
        (counts.errors, "error", "errors"),
        (counts.warnings, "warning", "warnings"),
        (information, "information", "information"),
        (counts.allowed, "allowed", "allowed"),
        (counts.known, "in baseline", "in baseline"),
    ]
    .into_iter()
    .filter(|(count, _, _)| *count > 0)
    .map(|(count, one, several)| counted(count, one, several))
    .collect()
}

/// Number of findings in all files, including hidden information.
fn found_in_all(counts: Counts, shows: Verbosity) -> String {
    let mut all = found(counts, shows);
    if shows == Verbosity::Findings && counts.information > 0 {
        let them = if counts.information == 1 { "it" } else { "them" };
        let information = counted(counts.information, "information", "information");
        all.push(format!("{information} (--verbose shows {them})"));
    }
    match (all.is_empty(), counts.errors + counts.warnings) {
        (true, _) => "no findings".to_owned(),
        (false, 0) => format!("no errors or warnings; {}", all.join(", ")),
        (false, _) => all.join(", "),
    }
}

/// Summary line: number of files and findings.
pub(super) fn total(checks: &Checks) -> String {
    let counts = Counts::of(&checks.files);
    let found = found_in_all(counts, checks.shows);
    let skipped = match checks.skipped.len() {
        0 => String::new(),
        count => format!("; {} skipped", counted(count, "other YAML file", "other YAML files")),
    };
    let tolerated = counts.warnings > 0 && counts.errors == 0 && checks.fails_on == Severity::Error;
    let tolerated = if tolerated { "; warnings do not fail the check" } else { "" };
    format!("{} checked: {found}{skipped}{tolerated}", counted(checks.files.len(), "file", "files"))
}

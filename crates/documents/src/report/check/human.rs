//! A check for people.

use super::{CheckedFile, Checks, Counts, Finding, Shows, concise, counted};
use crate::amount::Ratio;
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
        writeln!(out, "{path}{gap}  {}", said(checks, file, canvas.colour))?;
        if checks.shows == Shows::Everything {
            allowances(file, canvas, out)?;
            not_applicable(file, canvas, out)?;
            known(file, canvas, out)?;
        }
    }
    if checks.shows == Shows::Everything {
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

/// Which policy is that of how many files; nothing where the rules hold as they are everywhere.
pub(super) fn policies(checks: &Checks) -> Option<String> {
    let mut by_policy: BTreeMap<&[String], usize> = BTreeMap::new();
    // what is found in a shared file is weighed with the scenarios that extend it
    for file in checks.files.iter().filter(|file| file.shared_by.is_empty()) {
        *by_policy.entry(&file.policies).or_default() += 1;
    }
    let said = |(policy, count): (&&[String], &usize)| {
        let files = counted(*count, "file", "files");
        if policy.is_empty() {
            format!("no rackrent.toml: {files}")
        } else {
            format!("{}: {files}", policy.join(" + "))
        }
    };
    let is_any = by_policy.keys().any(|policy| !policy.is_empty());
    is_any.then(|| format!("judged by {}", by_policy.iter().map(said).collect::<Vec<String>>().join("; ")))
}

fn width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// The findings of a file with the author's lines.
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

/// A finding that says which file it is about: a `--set` does not, where it holds in several.
fn named(checks: &Checks, file: &CheckedFile, finding: &Finding) -> Diagnostic {
    let mut diagnostic = finding.diagnostic.clone();
    if finding.setting().is_some() && checks.files.len() > 1 {
        diagnostic.message = format!("{}: {}", file.path, diagnostic.message);
    }
    diagnostic
}

/// Where a file stands in the list: those with errors first, then those with warnings.
fn rank(file: &CheckedFile) -> u8 {
    match file.findings.iter().map(|finding| finding.diagnostic.severity).min() {
        Some(Severity::Error) => 0,
        Some(Severity::Warning) => 1,
        Some(Severity::Information) | None => 2,
    }
}

/// What is allowed in a file, and why.
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

/// The costs that do not arise in a file, and why.
fn not_applicable(file: &CheckedFile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for cost in &file.not_applicable {
        let line = cost.place.as_ref().map_or(String::new(), |spot| format!(", line {}", spot.line));
        below_file(&format!("not applicable: {} of {}{line}: {}", cost.cost, cost.option, cost.reason), canvas, out)?;
    }
    Ok(())
}

/// What a baseline knows of a file.
fn known(file: &CheckedFile, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for finding in &file.known {
        let line = finding.in_file().map_or(String::new(), |spot| format!(", line {}", spot.line));
        let diagnostic = &finding.diagnostic;
        below_file(&format!("known: {}{line}: {}", diagnostic.code.text(), diagnostic.message), canvas, out)?;
    }
    Ok(())
}

/// What is said below the line of a file.
fn below_file(said: &str, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let options = textwrap::Options::new(canvas.width).initial_indent("  ").subsequent_indent("    ");
    writeln!(out, "{}", textwrap::fill(&clean(said), options))
}

/// Files of which there is something to say; all of them, where everything is shown.
fn is_listed(checks: &Checks, file: &CheckedFile) -> bool {
    match checks.shows {
        Shows::Everything => true,
        Shows::Findings => file.findings.iter().any(|finding| checks.is_shown(finding)),
    }
}

/// What is said of a file on its line: what was found, and what it decides.
fn said(checks: &Checks, file: &CheckedFile, colour: Colour) -> String {
    let counts = Counts::of([file]);
    let mut said = found(counts, checks.shows);
    if counts.errors + counts.warnings > 0 {
        let found = said.join(", ");
        said = vec![colour.paint(&found, Meaning::Warning)];
    }
    if let Some(decided) = &file.decided {
        said.push(decision(decided));
    }
    if !file.shared_by.is_empty() {
        said.push(format!("shared by {}", counted(file.shared_by.len(), "scenario", "scenarios")));
    }
    said.join(" · ")
}

fn decision(decided: &Decided) -> String {
    let percent = |share: Ratio| number::readable(*share * Decimal::ONE_HUNDRED, 2);
    match (&decided.winner, decided.saving_share) {
        (Some(winner), Some(share)) if decided.close => {
            format!("too close to call: {} % in favour of {}", percent(share), clean(winner))
        }
        (Some(winner), None) if decided.close => format!("too close to call, in favour of {}", clean(winner)),
        (Some(winner), Some(share)) => format!("{} wins by {} %", clean(winner), percent(share)),
        (Some(winner), None) => format!("{} wins", clean(winner)),
        (None, _) => "no option can be chosen".to_owned(),
    }
}

/// How many of each kind there are, without those of which there are none.
fn found(counts: Counts, shows: Shows) -> Vec<String> {
    let information = match shows {
        Shows::Everything => counts.information,
        Shows::Findings => 0,
    };
    [
        (counts.errors, "error", "errors"),
        (counts.warnings, "warning", "warnings"),
        (information, "information", "information"),
        (counts.allowed, "allowed", "allowed"),
        (counts.known, "known", "known"),
    ]
    .into_iter()
    .filter(|(count, _, _)| *count > 0)
    .map(|(count, one, several)| counted(count, one, several))
    .collect()
}

/// What was found in all files; information is counted where it is not shown too.
fn found_in_all(counts: Counts, shows: Shows) -> String {
    let mut all = found(counts, shows);
    if shows == Shows::Findings && counts.information > 0 {
        let them = if counts.information == 1 { "it" } else { "them" };
        let information = counted(counts.information, "information", "information");
        all.push(format!("{information} (--verbose shows {them})"));
    }
    match (all.is_empty(), counts.errors + counts.warnings) {
        (true, _) => "nothing found".to_owned(),
        (false, 0) => format!("no errors or warnings; {}", all.join(", ")),
        (false, _) => all.join(", "),
    }
}

/// The last line: how many files, and what was found in them.
pub(super) fn total(checks: &Checks) -> String {
    let counts = Counts::of(&checks.files);
    let found = found_in_all(counts, checks.shows);
    let skipped = match checks.skipped.len() {
        0 => String::new(),
        count => format!("; {} skipped", counted(count, "other YAML file", "other YAML files")),
    };
    let tolerated = counts.warnings > 0 && counts.errors == 0 && checks.fails_on == Severity::Error;
    let tolerated = if tolerated { "; warnings do not fail it" } else { "" };
    format!("{} checked: {found}{skipped}{tolerated}", counted(checks.files.len(), "file", "files"))
}

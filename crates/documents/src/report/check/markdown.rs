//! Check output in Markdown, for a job summary or a merge request comment: a row per error, and per rule and file,
//! errors first; then allowed findings with their reasons.

use super::{CheckedFile, Checks, Finding, TextSpan, concise, human};
use crate::check::{AllowedFinding, NotApplicable};
use crate::report::page::markdown::escape;
use std::io::{self, Write};

/// Maximum number of rows: services limit the length of a text.
const MOST: usize = 500;

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "**rackrent check** · {}", escape(&human::total(checks)))?;
    let groups = checks.groups();
    let rows = groups.iter().filter_map(|(file, group)| Some(row(file, group.first()?, group.get(1..)?)));
    table(["", "file", "line", "rule", "finding"], &rows.collect::<Vec<_>>(), out)?;
    let allowances = |file| concise::allowances(file).into_iter().map(move |group| (file, group));
    let allowed: Vec<_> = checks.files.iter().flat_map(allowances).collect();
    let rows = allowed.iter().filter_map(|(file, group)| Some(allowance(file, group.first()?, group.get(1..)?)));
    table(["file", "line", "allowed rule", "reason", "until"], &rows.collect::<Vec<_>>(), out)?;
    let silenced = checks.files.iter().flat_map(|file| file.not_applicable.iter().map(move |cost| (file, cost)));
    let rows: Vec<_> = silenced.map(|(file, cost)| not_applicable(file, cost)).collect();
    table(["file", "line", "not applicable", "option", "reason"], &rows, out)?;
    match human::policies(checks) {
        Some(policies) => writeln!(out, "\n{}", escape(&policies)),
        None => Ok(()),
    }
}

/// Row of a cost that is not applicable.
fn not_applicable(file: &CheckedFile, cost: &NotApplicable<Option<TextSpan>>) -> [String; 5] {
    let line = cost.place.as_ref().map_or(String::new(), |place| place.line.to_string());
    [file.path.clone(), line, cost.cost.clone(), cost.option.to_string(), cost.reason.clone()]
}

/// Writes a table of at most [`MOST`] rows; nothing without rows.
fn table(heads: [&str; 5], rows: &[[String; 5]], out: &mut dyn Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let rule = heads.map(|head| if head == "line" { "---:" } else { ":---" }).join("|");
    let heads = heads.join(" | ");
    writeln!(out, "\n| {} |\n|{rule}|", heads.trim_start())?;
    for row in rows.iter().take(MOST) {
        writeln!(out, "| {} |", row.each_ref().map(|cell| escape(cell)).join(" | "))?;
    }
    match rows.len().checked_sub(MOST) {
        Some(left) if left > 0 => writeln!(out, "\nand {left} more"),
        Some(_) | None => Ok(()),
    }
}

fn row(file: &CheckedFile, first: &Finding, rest: &[&Finding]) -> [String; 5] {
    let diagnostic = &first.diagnostic;
    let found = concise::advised(first, rest);
    [diagnostic.severity.text().to_owned(), file.path.clone(), line(first), diagnostic.code.text().to_owned(), found]
}

/// Row of allowed findings.
fn allowance(file: &CheckedFile, first: &AllowedFinding<Finding>, rest: &[&AllowedFinding<Finding>]) -> [String; 5] {
    let rest: Vec<&Finding> = rest.iter().map(|one| &one.finding).collect();
    let rule = format!("{}{}", first.finding.diagnostic.code.text(), concise::more(&rest));
    let until = first.until.clone().unwrap_or_default();
    [file.path.clone(), line(&first.finding), rule, first.reason.clone(), until]
}

/// Line of a finding in its file.
fn line(finding: &Finding) -> String {
    finding.in_file().map_or(String::new(), |spot| spot.line.to_string())
}

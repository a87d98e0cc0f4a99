//! Explanations as Markdown: payments as a table, formulas as nested lists of code.

use super::super::header::footer;
use super::super::page::markdown::escape;
use super::rows;
use crate::analysis::statement::Header;
use crate::diagnostic::clean;
use crate::explain::{Explained, Explanation, FormulaStep, Leaf, PaymentStep, Sums, Topic};
use crate::number::grouped;
use std::io::{self, Write};

/// Writes explanations, one after another.
pub(super) fn write(header: &Header, explained: &[Explained], out: &mut dyn Write) -> io::Result<()> {
    let mut parts: Vec<String> = Vec::new();
    for one in explained {
        match one {
            Explained::Formulas(explanation) => formulas(explanation, header.minor_digits, &mut parts),
            Explained::Sums(sums) => sums_parts(sums, header.minor_digits, &mut parts),
        }
    }
    parts.push(escape(&footer(header)));
    writeln!(out, "{}", parts.join("\n\n"))
}

/// Writes the topics that can be explained.
pub(super) fn topics(header: &Header, topics: &[Topic], out: &mut dyn Write) -> io::Result<()> {
    let item = |topic: &Topic| format!("- {}: {}", code(&topic.name), escape(&topic.meaning));
    let items: Vec<String> = topics.iter().map(item).collect();
    writeln!(out, "{}\n\n{}", items.join("\n"), escape(&footer(header)))
}

fn formulas(explanation: &Explanation, minor_digits: u32, parts: &mut Vec<String>) {
    heading(&explanation.title, &explanation.sentences, parts);
    if !explanation.payments.is_empty() {
        parts.push(payments(&explanation.payments, minor_digits));
    }
    let steps: Vec<String> = explanation.steps.iter().map(step).collect();
    parts.push(steps.join("\n"));
    if !explanation.leaves.is_empty() {
        let inputs: Vec<String> = explanation.leaves.iter().map(input).collect();
        parts.push(format!("**Inputs**\n\n{}", inputs.join("\n")));
    }
}

fn heading(title: &str, sentences: &[String], parts: &mut Vec<String>) {
    parts.push(format!("## {}", escape(title)));
    parts.extend(sentences.iter().map(|sentence| escape(sentence)));
}

fn payments(payments: &[PaymentStep], minor_digits: u32) -> String {
    let rows = rows::payments(payments, minor_digits).map(Vec::from);
    table(&rows::PAYMENTS.map(ToOwned::to_owned), rows)
}

fn step(step: &FormulaStep) -> String {
    let mut lines = vec![format!("- {}", escape(&step.name)), format!("  - {}", code(&step.formula))];
    lines.extend(step.values.iter().map(|value| {
        let when = if value.when.is_empty() { String::new() } else { format!("{}: ", escape(&value.when)) };
        format!("    - {when}{}", code(&rows::worked_out(value)))
    }));
    lines.join("\n")
}

fn input(leaf: &Leaf) -> String {
    let place = escape(rows::place(&leaf.place));
    let words = leaf.words.as_ref().map(|words| format!("{}, ", escape(words))).unwrap_or_default();
    let line = format!("- {words}{}: {} ({place})", code(&leaf.name), escape(&leaf.value));
    if leaf.source.is_empty() { line } else { format!("{line}\n  - {}", escape(&leaf.source)) }
}

fn sums_parts(sums: &Sums, minor_digits: u32, parts: &mut Vec<String>) {
    heading(&sums.title, &sums.sentences, parts);
    if sums.rows.is_empty() {
        return;
    }
    let heads: Vec<String> = std::iter::once(String::new()).chain(sums.columns.iter().cloned()).collect();
    let amount = |amount: &Option<_>| amount.map_or_else(|| "—".to_owned(), |amount| grouped(amount, minor_digits));
    let rows = sums
        .rows
        .iter()
        .map(|(label, amounts)| [label.clone()].into_iter().chain(amounts.iter().map(amount)).collect());
    let totals = sums.totals.iter().map(|(label, totals)| {
        [label.clone()].into_iter().chain(totals.iter().map(|total| grouped(*total, minor_digits))).collect()
    });
    parts.push(table(&heads, rows.chain(totals)));
}

/// A table whose first column is text and whose others are numbers.
fn table(heads: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let row =
        |cells: &[String]| format!("| {} |", cells.iter().map(|cell| escape(cell)).collect::<Vec<_>>().join(" | "));
    let rule = (0..heads.len()).map(|at| if at == 0 { "---" } else { "---:" }).collect::<Vec<_>>().join(" | ");
    let lines = [row(heads), format!("| {rule} |")].into_iter().chain(rows.map(|cells| row(&cells)));
    lines.collect::<Vec<_>>().join("\n")
}

/// Text as inline code; backticks become apostrophes.
fn code(text: &str) -> String {
    format!("`{}`", clean(text).replace('`', "'"))
}

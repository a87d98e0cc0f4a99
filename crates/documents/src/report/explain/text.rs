//! Explanations as text: sentences, payments, formulas with names and with values, and the place of each input.

use super::super::Canvas;
use super::rows;
use crate::diagnostic::clean;
use crate::explain::{Explained, Explanation, FormulaStep, Leaf, PaymentStep, Sums, Topic};
use crate::number::grouped;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Minimum width of the meaning of a topic, in cells.
const LEAST_MEANING: usize = 24;

/// Writes explanations, one after another.
pub(super) fn write(
    explained: &[Explained],
    minor_digits: u32,
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (at, one) in explained.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        match one {
            Explained::Formulas(explanation) => formulas(explanation, minor_digits, canvas, out)?,
            Explained::Sums(sums) => write_sums(sums, minor_digits, canvas, out)?,
        }
    }
    Ok(())
}

/// Writes the topics that can be explained. Names are not wrapped, so that they can be copied.
pub(super) fn topics(topics: &[Topic], canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let names = topics.iter().map(|topic| clean(&topic.name)).collect::<Vec<_>>();
    let widest = names.iter().map(|name| name.width()).max().unwrap_or_default();
    let mut table = columns(canvas.width.max(widest + LEAST_MEANING));
    for (name, topic) in names.into_iter().zip(topics) {
        table.add_row([name, topic.meaning.clone()]);
    }
    if let Some(column) = table.column_mut(0) {
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    indented(&table, "", out)
}

fn formulas(explanation: &Explanation, minor_digits: u32, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", clean(&explanation.title))?;
    sentences(&explanation.sentences, canvas, out)?;
    if !explanation.payments.is_empty() {
        writeln!(out)?;
        payments(&explanation.payments, minor_digits, canvas, out)?;
    }
    writeln!(out)?;
    for step in &explanation.steps {
        write_step(step, canvas, out)?;
    }
    if !explanation.leaves.is_empty() {
        writeln!(out)?;
        leaves(&explanation.leaves, canvas, out)?;
    }
    Ok(())
}

fn sentences(sentences: &[String], canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    for sentence in sentences {
        hanging("  ", "  ", &clean(sentence), canvas, out)?;
    }
    Ok(())
}

fn payments(payments: &[PaymentStep], minor_digits: u32, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let mut table = columns(canvas.width.saturating_sub(2));
    table.set_header(rows::PAYMENTS);
    for row in rows::payments(payments, minor_digits) {
        table.add_row(row);
    }
    right_aligned(&mut table, 1..6);
    indented(&table, "  ", out)
}

fn write_step(step: &FormulaStep, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {}", clean(&step.name))?;
    hanging("    = ", "        ", &clean(&step.formula), canvas, out)?;
    for value in &step.values {
        let when = if value.when.is_empty() { String::new() } else { format!("{}: ", value.when) };
        let text = format!("{when}{}", rows::worked_out(value));
        hanging("    = ", "        ", &clean(&text), canvas, out)?;
    }
    Ok(())
}

/// Writes inputs in columns: display name and value (on the next line after a long name), then the path, the place and the
/// source. The last part of the path is the name in the formulas. A value that is not an input has its kind on the same line, if
/// it fits.
fn leaves(leaves: &[Leaf], canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = leaves.iter().map(|leaf| clean(leaf.words.as_ref().unwrap_or(&leaf.name))).collect();
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(UnicodeWidthStr::width).max().unwrap_or(0);
    let name_width = widest(&mut names.iter().map(String::as_str)).min(canvas.width / 2);
    let value_width = widest(&mut leaves.iter().map(|leaf| leaf.value.as_str())).min(canvas.width / 4);
    for (leaf, name) in leaves.iter().zip(&names) {
        let padding = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
        let (after_name, before_value) = (padding(name, name_width), padding(&leaf.value, value_width));
        let line = format!("  {name}{after_name}  {before_value}{}", leaf.value);
        let place = clean(rows::place(&leaf.place));
        let is_beside = leaf.words.is_none() && line.width() + 2 + place.width() <= canvas.width;
        let is_one_line = line.width() <= canvas.width;
        if is_beside {
            writeln!(out, "{line}  {place}")?;
        } else if is_one_line {
            writeln!(out, "{line}")?;
        } else {
            hanging("  ", "    ", name, canvas, out)?;
        }
        let value = (!is_one_line).then_some(leaf.value.as_str());
        let path = leaf.words.as_ref().map(|_| leaf.name.as_str());
        let place = Some(place.as_str()).filter(|_| !is_beside);
        let source = Some(leaf.source.as_str()).filter(|source| !source.is_empty());
        let below: Vec<&str> = value.into_iter().chain(path).chain(place).chain(source).collect();
        if !below.is_empty() {
            hanging("      ", "      ", &clean(&below.join(" · ")), canvas, out)?;
        }
    }
    Ok(())
}

fn write_sums(sums: &Sums, minor_digits: u32, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", clean(&sums.title))?;
    sentences(&sums.sentences, canvas, out)?;
    if sums.rows.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut table = columns(canvas.width.saturating_sub(2));
    table.set_header([String::new()].into_iter().chain(sums.columns.iter().map(|head| clean(head))));
    let amount = |amount: &Option<_>| amount.map_or_else(|| "—".to_owned(), |amount| grouped(amount, minor_digits));
    for (label, amounts) in &sums.rows {
        table.add_row([clean(label)].into_iter().chain(amounts.iter().map(amount)));
    }
    if let Some((label, totals)) = &sums.totals {
        table.add_row([label.clone()].into_iter().chain(totals.iter().map(|total| grouped(*total, minor_digits))));
    }
    right_aligned(&mut table, 1..sums.columns.len() + 1);
    indented(&table, "  ", out)
}

/// A table without rules, limited to a width.
fn columns(width: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table
}

fn right_aligned(table: &mut Table, columns: std::ops::Range<usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn indented(table: &Table, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{indent}{}", line.trim_end().strip_prefix(' ').unwrap_or(&line))?;
    }
    Ok(())
}

fn hanging(first: &str, next: &str, text: &str, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let options = textwrap::Options::new(canvas.width).initial_indent(first).subsequent_indent(next).break_words(false);
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation);
    for line in textwrap::wrap(text, options) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

//! Documents in HTML: what an answer says, with where each of its figures comes from.

use super::explain;
use super::format::Report;
use super::levers::Constants;
use super::live;
use super::page::html::{self, Opened, Part};
use super::page::{Block, Chart, IllustratedPage, TableRow};
use crate::analysis::Answer;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Writes answers as one document, a part for each.
///
/// # Errors
/// If nothing can be written.
pub(super) fn write(reports: &[&dyn Report], out: &mut dyn Write) -> io::Result<()> {
    let parts: Vec<Part> = reports.iter().map(|report| part(*report)).collect::<io::Result<_>>()?;
    html::write(&parts, out)
}

/// Writes answers as one document, below a page about all of them.
///
/// # Errors
/// If nothing can be written.
pub(super) fn write_below(page: IllustratedPage, reports: &[&dyn Report], out: &mut dyn Write) -> io::Result<()> {
    let first = Part { document: page.labelled(), explained: BTreeMap::new(), data: Vec::new() };
    let parts = reports.iter().map(|report| part(*report));
    html::write(&std::iter::once(Ok(first)).chain(parts).collect::<io::Result<Vec<Part>>>()?, out)
}

fn part(report: &dyn Report) -> io::Result<Part> {
    let document = report.document().labelled();
    let explained = report.answer().map(|answer| explained(answer, &document)).unwrap_or_default();
    let data = report.answer().map(|answer| data(report, answer)).transpose()?.unwrap_or_default();
    Ok(Part { document, explained, data })
}

/// What the script of a document reads: the result as programs get it, and what it may move.
fn data(report: &dyn Report, answer: &Answer) -> io::Result<Vec<(&'static str, String)>> {
    let mut result = Vec::new();
    report.moved(&mut result)?;
    let result: serde_json::Value = serde_json::from_slice(&result)?;
    let constants = serde_json::to_string(&Constants::of(answer))?;
    let sheet = serde_json::to_string(&live::sheet(answer))?;
    Ok(vec![("result", serde_json::to_string(&result)?), ("sheet", sheet), ("page", constants)])
}

/// Where every figure of a document comes from that can be explained.
fn explained(answer: &Answer, document: &IllustratedPage) -> BTreeMap<String, Vec<Opened>> {
    let digits = answer.comparison.header.minor_digits;
    let names = names(document).into_iter();
    let known = names.filter_map(|name| {
        let explained = answer.explain(name).ok()?;
        Some((name.to_owned(), explain::in_html(&explained, digits, 3)))
    });
    known.collect()
}

/// The names by which the figures of a document are explained.
fn names(document: &IllustratedPage) -> BTreeSet<&str> {
    let blocks = document.page.blocks.iter().chain(document.chapters.iter().flat_map(|chapter| &chapter.blocks));
    let names = blocks.flat_map(|block| -> Vec<&str> {
        match block {
            Block::Table(table) => {
                let lines = table.rows.iter().flat_map(|row| match row {
                    TableRow::Cells(line) => line.explained.as_slice(),
                    TableRow::Title(_) | TableRow::Rule => &[],
                });
                lines.flatten().map(String::as_str).collect()
            }
            Block::Chart(Chart::Bars(bars)) => {
                bars.options.iter().filter_map(|option| option.explained.as_deref()).collect()
            }
            Block::Heading(_)
            | Block::Lead(_)
            | Block::Sections(_)
            | Block::Moves(_)
            | Block::Chart(_)
            | Block::Remarks(_)
            | Block::Snippet(_) => Vec::new(),
        }
    });
    names.collect()
}

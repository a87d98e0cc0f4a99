//! Documents in HTML: what an answer says, with where each of its figures comes from.

use super::carried::PageScenario;
use super::explain;
use super::format::Report;
use super::page::html::{self, Opened, Part};
use super::page::{Block, Chart, IllustratedPage, TableRow};
use crate::analysis::Answer;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Whether a page can be answered again with other values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageKind {
    /// It carries its scenario and the program.
    #[default]
    Live,
    /// It is as it was written, and does not hold the file of the scenario.
    Static,
}

/// Writes answers as one document, a part for each. A single one can be answered again in it, unless it is to stay as it is.
///
/// # Errors
/// If nothing can be written.
pub(super) fn write(reports: &[&dyn Report], page: PageKind, out: &mut dyn Write) -> io::Result<()> {
    let parts: Vec<Part> = reports.iter().map(|report| part(*report)).collect();
    let carried = match (reports, page) {
        ([report], PageKind::Live) => carried(*report)?,
        _ => None,
    };
    html::write(&parts, carried.as_deref(), out)
}

/// The article of an answer: what of a document changes with its inputs.
///
/// # Errors
/// If nothing can be written.
pub fn article(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    html::write_article(&part(report), out)
}

/// What the article of an answer says first, before what takes longer to work out.
///
/// # Errors
/// If nothing can be written.
pub fn first_answer(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    let document = IllustratedPage::of(report.document().page).labelled();
    let explained = report.answer().map(|answer| explained(answer, &document)).unwrap_or_default();
    html::write_answer(&Part { document, explained }, out)
}

/// Writes the page of an answer, which can be answered again in it.
///
/// # Errors
/// If nothing can be written.
pub fn live_page(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    write(&[report], PageKind::Live, out)
}

/// Writes the program as a page that begins without a scenario; `examples` is JSON of their texts by the names of their files.
///
/// # Errors
/// If nothing can be written.
pub fn app(examples: &str, out: &mut dyn Write) -> io::Result<()> {
    html::write_app(examples, out)
}

/// Writes answers as one document, below a page about all of them.
///
/// # Errors
/// If nothing can be written.
pub(super) fn write_below(page: IllustratedPage, reports: &[&dyn Report], out: &mut dyn Write) -> io::Result<()> {
    let first = Part { document: page.labelled(), explained: BTreeMap::new() };
    let parts = reports.iter().map(|report| part(*report));
    html::write(&std::iter::once(first).chain(parts).collect::<Vec<Part>>(), None, out)
}

fn part(report: &dyn Report) -> Part {
    let document = report.document().labelled();
    let explained = report.answer().map(|answer| explained(answer, &document)).unwrap_or_default();
    Part { document, explained }
}

/// The scenario that a page carries, as JSON.
fn carried(report: &dyn Report) -> io::Result<Option<String>> {
    let carried = report.answer().zip(report.page_of()).map(|(answer, page)| PageScenario::of(answer, page));
    Ok(carried.map(|scenario| serde_json::to_string(&scenario)).transpose()?)
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

//! HTML documents with explanations of their figures.

use super::explain;
use super::page::html::{self, Opened, Part};
use super::page::{Block, Chart, IllustratedPage, PageKind, TableRow};
use super::page_scenario::PageScenario;
use super::result::Report;
use crate::analysis::Answer;
use crate::catalog::catalog_pack;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Writes reports as one HTML document. A single report becomes a live page, unless `page` is static or the catalog is a pack: the
/// engine of a live page has the shipped catalog.
///
/// # Errors
/// If writing fails.
pub(super) fn write(reports: &[&dyn Report], page: PageKind, out: &mut dyn Write) -> io::Result<()> {
    let parts: Vec<Part> = reports.iter().map(|report| part(*report)).collect();
    let data = match (reports, page) {
        ([report], PageKind::Live) if catalog_pack().is_none() => live_data(*report)?,
        _ => None,
    };
    html::write(&parts, data.as_deref(), out)
}

/// Writes the `article` element of a report: the part of a page that changes with its inputs.
///
/// # Errors
/// If writing fails.
pub fn article(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    html::write_article(&part(report), out)
}

/// Writes the `answer` section with verdict and options only, which takes the least time to compute.
///
/// # Errors
/// If writing fails.
pub fn first_answer(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    let mut page = report.document().page;
    page.blocks.retain(|block| !matches!(block, Block::Sections(_)));
    let document = IllustratedPage::of(page).labelled();
    let explained = report.answer().map(|answer| explained(answer, &document)).unwrap_or_default();
    html::write_answer(&Part { document, explained }, out)
}

/// Writes a live page.
///
/// # Errors
/// If writing fails.
pub fn live_page(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    write(&[report], PageKind::Live, out)
}

/// Writes the app: a live page with a start screen instead of a scenario. `form` is the HTML form for new scenarios,
/// and `examples` are file names with scenario texts.
///
/// # Errors
/// If writing fails.
pub fn app(form: &str, examples: &BTreeMap<&str, &str>, out: &mut dyn Write) -> io::Result<()> {
    html::write_app(form, examples, out)
}

/// Writes reports as one document, below an overview page.
///
/// # Errors
/// If writing fails.
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

/// JSON data of a live page; none if the report cannot be live.
fn live_data(report: &dyn Report) -> io::Result<Option<String>> {
    let data = report.answer().zip(report.page_of()).map(|(answer, page)| PageScenario::of(answer, page));
    Ok(data.map(|scenario| serde_json::to_string(&scenario)).transpose()?)
}

/// Explanations of the figures of a document, by name.
fn explained(answer: &Answer, document: &IllustratedPage) -> BTreeMap<String, Vec<Opened>> {
    let digits = answer.comparison.header.minor_digits;
    let names = names(document).into_iter();
    let known = names.filter_map(|name| {
        let explained = answer.explain(name).ok()?;
        Some((name.to_owned(), explain::in_html(&explained, digits, 3)))
    });
    known.collect()
}

/// Names of figures with an explanation.
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

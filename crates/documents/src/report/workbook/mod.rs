//! Excel workbooks: the figures of an answer as formulas, from inputs to the verdict, each with the value that the program
//! computed. A report without figures of its own is written as cells.

mod break_even;
mod canvas;
mod cash_plan;
mod comparison;
mod cover;
mod demand;
mod figures;
mod grid;
mod inputs;
mod layout;
mod load;
mod names;
mod notes;
mod option;
mod page;
mod styles;
mod titles;

use super::page::{Block, Data, Page};
use super::result::Report;
use crate::analysis::Answer;
use canvas::SheetWriter;
use comparison::ComparisonSheet;
use grid::Grid;
use layout::Layout;
use names::Names;
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};
use std::io::{self, Write};
use styles::Styles;

/// Writes a report.
///
/// # Errors
/// If writing fails.
pub fn write(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    let page = report.page().labelled();
    let mut workbook = Workbook::new();
    let mut names = Names::default();
    let cover = names.sheet("Cover");
    let figures = report.answer().and_then(|answer| Some((answer, Layout::of(answer, &mut names)?)));
    let written = match (figures, report.cash_plan()) {
        (Some((answer, layout)), _) => write_answer(&mut workbook, answer, &page, &layout, (cover, names)),
        (None, Some(plan)) => cash_plan::write(&mut workbook, plan, &page),
        (None, None) => write_page(&mut workbook, &page),
    };
    written.and_then(|()| properties(&mut workbook, &page.name, &page.footer)).map_err(unwritten)?;
    saved(workbook, out)
}

/// Writes the data of several answers as one table.
///
/// # Errors
/// If writing fails.
pub(super) fn write_data(data: &Data, out: &mut dyn Write) -> io::Result<()> {
    let mut workbook = Workbook::new();
    let written = page::write_data(workbook.add_worksheet(), &Styles::new(), data);
    written.and_then(|()| properties(&mut workbook, "Data", "")).map_err(unwritten)?;
    saved(workbook, out)
}

fn saved(mut workbook: Workbook, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&workbook.save_to_buffer().map_err(unwritten)?)
}

fn write_answer(
    workbook: &mut Workbook,
    answer: &Answer,
    page: &Page,
    layout: &Layout<'_>,
    (cover, mut names): (String, Names),
) -> Result<(), XlsxError> {
    let styles = Styles::new();
    let [comparison, whole, notes] = ["Comparison", "As written", "Notes"].map(|name| names.sheet(name));
    let comparison = ComparisonSheet::new(layout, &styles, comparison);
    let statement = &answer.comparison;
    let first = workbook.add_worksheet();
    first.set_name(&cover)?;
    cover::write(first, &comparison, &statement.options, page, &styles, (&whole, statement.header.minor_digits))?;
    inputs::write(workbook, layout, &styles)?;
    let grids = Grid::all(layout, &styles);
    comparison.write(workbook, grids.last().map(Grid::cumulative).as_ref())?;
    // years first: the fewest columns
    grids.iter().rev().try_for_each(|grid| grid.write(workbook))?;
    for at in 0..layout.options().len() {
        option::write(workbook, layout, &styles, at)?;
    }
    demand::write(workbook, layout, &styles)?;
    demand::write_loads(workbook, layout, &styles)?;
    break_even::write(workbook, layout, &styles, &mut names, &comparison)?;
    cover::write_whole(workbook.add_worksheet().set_name(&whole)?, page, &styles)?;
    notes::write(workbook, &notes, &styles)
}

/// Writes a report without figures, or with more load levels than a workbook can hold.
fn write_page(workbook: &mut Workbook, page: &Page) -> Result<(), XlsxError> {
    let styles = Styles::new();
    let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name("Report")? };
    writer.text((0, 0), &page.name, &styles.title)?;
    writer.text((1, 0), &page.conventions, &styles.subtitle)?;
    let blocks: Vec<&Block> = page.blocks.iter().collect();
    page::write_report(&mut writer, &styles, (&blocks, &page.footer), 3)?;
    page::write_data(workbook.add_worksheet(), &styles, &page.data)
}

/// Sets the document properties. The creation date is fixed, so that the same input gives the same bytes.
fn properties(workbook: &mut Workbook, title: &str, comment: &str) -> Result<(), XlsxError> {
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new().set_title(title).set_comment(comment).set_creation_datetime(&date);
    workbook.set_properties(&properties);
    Ok(())
}

fn unwritten(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

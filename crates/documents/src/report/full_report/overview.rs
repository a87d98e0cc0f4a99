//! Several scenarios in one document: an overview table, then the report on each.

use super::board::write_boards;
use super::{FullReport, ReportOrErrors, json};
use crate::analysis::statement::Comparison;
use crate::number;
use crate::report::page::{
    Align, Block, Canvas, Cell, Column, IllustratedPage, Page, PageContext, Table, TableRow, csv, markdown, terminal,
    text,
};
use crate::report::result::one_after_another;
use crate::report::{Compared, Format, Report, chart, compare, figures, html, workbook};
use crate::scenario::Labels;
use std::io::{self, Write};

/// Length of the reports on several files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Everything.
    Whole,
    /// A board page for each, in formats for people.
    Board,
}

/// Writes the reports on several files: text formats one after another below an overview, data formats as one table
/// with the file of each row. JSON includes the errors of files without a result.
///
/// # Errors
/// If writing fails.
pub fn write_several(
    format: Format,
    all: &[ReportOrErrors],
    length: Length,
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dossiers: Vec<&FullReport> = all.iter().filter_map(|request| request.as_ref().ok()).collect();
    let data = || {
        let compared: Vec<Compared<'_>> = dossiers.iter().map(|full_report| full_report.compared()).collect();
        compare::data_of_several(compared.iter())
    };
    let pages =
        || std::iter::once(overview(&dossiers)).chain(dossiers.iter().map(|full_report| full_report.page())).collect();
    let out = &mut format.lines(out);
    match format {
        Format::Html | Format::Table | Format::Markdown | Format::Text if length == Length::Board => {
            write_boards(format, &dossiers, canvas, out)
        }
        Format::Json => json::write_several(all, out),
        Format::Csv => csv::write(&data(), canvas.dialect, out),
        Format::Xlsx => workbook::write_data(&data(), out),
        Format::Html => {
            let reports: Vec<&dyn Report> = dossiers.iter().map(|full_report| *full_report as &dyn Report).collect();
            html::write_below(IllustratedPage::of(overview(&dossiers)), &reports, out)
        }
        Format::Svg | Format::Png => Err(chart::of_several()),
        Format::Table => one_after_another(pages(), out, |page, out| terminal::write(page, canvas, out)),
        Format::Markdown => one_after_another(pages(), out, markdown::write),
        Format::Text => one_after_another(pages(), out, |page, out| text::write(page, canvas, out)),
    }
}

/// Overview page: winner and margin of each scenario.
fn overview(dossiers: &[&FullReport]) -> Page {
    let count = u32::try_from(dossiers.len()).unwrap_or(u32::MAX);
    let row = |full_report: &&FullReport| {
        let comparison = &full_report.answer.comparison;
        TableRow::plain(&comparison.header.name, cells(comparison))
    };
    let columns = [
        ("wins", Align::Left),
        ("present value", Align::Right),
        ("currency", Align::Left),
        ("below runner-up", Align::Right),
        ("break-even", Align::Left),
        ("file", Align::Left),
    ];
    let table = Table {
        columns: columns.into_iter().map(|(name, align)| Column::new(name, align)).collect(),
        corner: "scenario".to_owned(),
        ..Table::new(<[&str; 0]>::default(), dossiers.iter().map(row).collect())
    };
    Page {
        name: number::counted(count, "scenario"),
        conventions: "winner and margin of each scenario".to_owned(),
        request: None,
        notes: Vec::new(),
        read: PageContext::Alone,
        blocks: vec![Block::Table(table)],
        margin: 0,
        footer: concat!("rackrent ", env!("CARGO_PKG_VERSION")).to_owned(),
        data: compare::data_of_several(std::iter::empty()),
        labels: Labels::default(),
    }
}

fn cells(comparison: &Comparison) -> [Cell; 6] {
    let verdict = &comparison.verdict;
    let winner = verdict.winner.as_ref().and_then(|winner| comparison.option(winner));
    let display_name = winner.map(|winner| winner.label.as_deref().unwrap_or(winner.name.as_str()));
    let close = if verdict.close { ", too close to call" } else { "" };
    let share = verdict.saving_share.map(|share| format!("{}{close}", figures::share(*share)));
    [
        display_name.unwrap_or("none").into(),
        Cell::amount(winner.map(|winner| winner.present_value), comparison.header.minor_digits),
        comparison.header.currency.as_str().into(),
        share.into(),
        comparison.best_pair().and_then(compare::short).into(),
        comparison.header.file.as_str().into(),
    ]
}

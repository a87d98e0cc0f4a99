//! Output formats.

use super::chart::{self, ChartFormat};
use super::compare::{self, ComparedOrErrors};
use super::html;
use super::page::{Canvas, csv, terminal, text};
use super::result::{Report, one_after_another};
use super::workbook;
use crate::diagnostic::{CommandEscape, CommandFilter};
use std::io::{self, Write};

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned text for terminals.
    Table,
    /// Complete results for programs.
    Json,
    /// Data rows for spreadsheets.
    Csv,
    /// Text and tables for merge requests, wikis and tickets.
    Markdown,
    /// Report with charts in one file.
    Html,
    /// Plain text without tables and drawings.
    Text,
    /// Excel workbook with live formulas.
    Xlsx,
    /// One chart as vector graphics.
    Svg,
    /// One chart as pixels.
    Png,
}

/// Properties of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// Name.
    pub name: &'static str,
    /// Help text without a final period.
    pub what: &'static str,
    /// File extensions.
    pub endings: &'static [&'static str],
    /// Where warnings are shown.
    pub warnings: Warnings,
}

/// Where warnings of a comparison are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warnings {
    /// In the output.
    Within,
    /// On standard error, because the format has no place for them.
    Separate,
}

impl Format {
    /// All formats, in the order of the help text.
    pub const ALL: &[Format] = &[
        Format::Table,
        Format::Json,
        Format::Csv,
        Format::Markdown,
        Format::Html,
        Format::Text,
        Format::Xlsx,
        Format::Svg,
        Format::Png,
    ];

    /// Properties of the format.
    #[must_use]
    pub fn about(self) -> FormatInfo {
        let about = |name, endings, what| FormatInfo { name, what, endings, warnings: Warnings::Within };
        match self {
            Format::Table => about("table", &["txt"], "Aligned text for terminals"),
            Format::Json => about("json", &["json"], "Complete results for programs"),
            Format::Csv => {
                let what = "Data rows for spreadsheets";
                FormatInfo { warnings: Warnings::Separate, ..about("csv", &["csv"], what) }
            }
            Format::Markdown => {
                about("markdown", &["md", "markdown"], "Text and tables for merge requests, wikis and tickets")
            }
            Format::Html => {
                about("html", &["html", "htm"], "Report with charts in one file, for browsers, print and mail")
            }
            Format::Text => about("text", &[], "Plain text without tables and drawings, for mail and screen readers"),
            Format::Xlsx => about("xlsx", &["xlsx"], "Excel workbook with live formulas from inputs to verdict"),
            Format::Svg => about("svg", &["svg"], "One chart as vector graphics, for slides"),
            Format::Png => about("png", &["png"], "One chart as pixels, for slides"),
        }
    }

    /// Writes a result.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(self, report: &dyn Report, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let out = &mut self.lines(out);
        match self {
            Format::Table => one_after_another(report.pages(), out, |page, out| terminal::write(page, canvas, out)),
            Format::Json => report.json(out),
            Format::Csv => csv::write(&report.page().data, canvas.dialect, out),
            Format::Markdown => report.markdown(out),
            Format::Html => html::write(&[report], canvas.page, out),
            Format::Text => one_after_another(report.pages(), out, |page, out| text::write(page, canvas, out)),
            Format::Xlsx => workbook::write(report, out),
            Format::Svg => chart::write(report, canvas.chart, ChartFormat::Svg, out),
            Format::Png => chart::write(report, canvas.chart, ChartFormat::Png, out),
        }
    }

    /// Writer that escapes lines that CI runners would read as commands. JSON strings and text in HTML and SVG are
    /// escaped elsewhere.
    pub(super) fn lines<W: Write>(self, out: W) -> CommandFilter<W> {
        let escape = match self {
            Format::Table | Format::Csv | Format::Markdown | Format::Text => CommandEscape::Space,
            Format::Json | Format::Html | Format::Xlsx | Format::Svg | Format::Png => CommandEscape::Nothing,
        };
        CommandFilter::to(out, escape)
    }

    /// Whether the format is a single chart.
    #[must_use]
    pub fn is_chart(self) -> bool {
        match self {
            Format::Svg | Format::Png => true,
            Format::Table
            | Format::Json
            | Format::Csv
            | Format::Markdown
            | Format::Html
            | Format::Text
            | Format::Xlsx => false,
        }
    }

    /// Whether the format is text; other formats are not written to a terminal.
    #[must_use]
    pub fn is_text(self) -> bool {
        match self {
            Format::Table
            | Format::Json
            | Format::Csv
            | Format::Markdown
            | Format::Html
            | Format::Text
            | Format::Svg => true,
            Format::Xlsx | Format::Png => false,
        }
    }
}

/// Writes the comparisons of several files: text formats one after another, data formats as one table with the file of
/// each row. JSON includes the errors of files without a result.
///
/// # Errors
/// If writing fails.
pub fn write_several(
    format: Format,
    all: &[ComparedOrErrors<'_>],
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    let answered = all.iter().filter_map(|result| result.as_ref().ok());
    let out = &mut format.lines(out);
    match format {
        Format::Json => compare::write_several(all, out),
        Format::Csv => csv::write(&compare::data_of_several(answered), canvas.dialect, out),
        Format::Html => {
            html::write(&answered.map(|compared| compared as &dyn Report).collect::<Vec<_>>(), canvas.page, out)
        }
        Format::Xlsx => workbook::write_data(&compare::data_of_several(answered), out),
        Format::Svg | Format::Png => Err(chart::of_several()),
        Format::Table | Format::Markdown | Format::Text => answered.enumerate().try_for_each(|(at, compared)| {
            if at > 0 {
                writeln!(out)?;
            }
            format.write(compared, canvas, out)
        }),
    }
}

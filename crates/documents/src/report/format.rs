//! The formats of answers.

use super::chart::{self, ChartFormat};
use super::compare::{self, ComparedOrErrors};
use super::html;
use super::page::{Canvas, IllustratedPage, Page, csv, markdown, terminal, text};
use super::page_scenario::PageOf;
use super::workbook;
use crate::analysis::Answer;
use crate::diagnostic::{CommandEscape, NoCommands};
use std::io::{self, Write};

/// An answer that can be written in every format.
pub trait Report {
    /// What it says.
    fn page(&self) -> Page;

    /// The pages that people read one after another: the one, unless there are more.
    fn pages(&self) -> Vec<Page> {
        vec![self.page()]
    }

    /// In Markdown: its pages, unless it is written for those who discuss it.
    ///
    /// # Errors
    /// If nothing can be written.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        one_after_another(self.pages(), out, markdown::write)
    }

    /// The same for those who look at it: with pictures, and with what it rests on. The page alone where that is all there is.
    fn document(&self) -> IllustratedPage {
        IllustratedPage::of(self.page())
    }

    /// What it rests on, for documents that show more than a page says: figures, explanations, pictures. None where the page
    /// is all that there is.
    fn answer(&self) -> Option<&Answer> {
        None
    }

    /// The report as a live page can compute it again; none if its inputs cannot be changed in a page.
    fn page_of(&self) -> Option<PageOf> {
        None
    }

    /// For programs: every figure under its documented name.
    ///
    /// # Errors
    /// If nothing can be written.
    fn json(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// A format of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned text for a terminal.
    Table,
    /// For programs: every figure under its documented name.
    Json,
    /// For spreadsheets: one kind of row, columns with names, numbers without grouping.
    Csv,
    /// For merge requests, wikis and tickets.
    Markdown,
    /// For people who decide: one file with pictures, opened in a browser, printed, or sent.
    Html,
    /// Sentences and lists without columns and drawings, for mails, tickets and reading aloud.
    Text,
    /// A workbook of live formulas.
    Xlsx,
    /// A chart for slides, which is sharp in any size.
    Svg,
    /// The same in pixels.
    Png,
}

/// What there is to know of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub name: &'static str,
    /// What it is for, as a sentence without a point.
    pub what: &'static str,
    /// How the names of its files end.
    pub endings: &'static [&'static str],
    /// Whether a reader finds the warnings in it.
    pub warnings: Warnings,
}

/// Where warnings of a comparison are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warnings {
    /// In the format itself.
    Within,
    /// Beside it: it has no room for them.
    Beside,
}

impl Format {
    /// Every format, in the order in which they are listed.
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

    /// What there is to know of it.
    #[must_use]
    pub fn about(self) -> About {
        let about = |name, endings, what| About { name, what, endings, warnings: Warnings::Within };
        match self {
            Format::Table => about("table", &["txt"], "Aligned text for a terminal"),
            Format::Json => about("json", &["json"], "For programs: every figure under its documented name"),
            Format::Csv => {
                let what = "For spreadsheets: one kind of row, columns with names, numbers without grouping";
                About { warnings: Warnings::Beside, ..about("csv", &["csv"], what) }
            }
            Format::Markdown => about("markdown", &["md", "markdown"], "For merge requests, wikis and tickets"),
            Format::Html => about(
                "html",
                &["html", "htm"],
                "For people who decide: one file with pictures, opened in a browser, printed, or sent",
            ),
            Format::Text => about(
                "text",
                &[],
                "Sentences and lists without columns and drawings, for mails, tickets and reading aloud",
            ),
            Format::Xlsx => about("xlsx", &["xlsx"], "A workbook for finance: live formulas from inputs to verdict"),
            Format::Svg => about("svg", &["svg"], "One chart, for slides: sharp in any size"),
            Format::Png => about("png", &["png"], "One chart, for slides, in pixels"),
        }
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// If nothing can be written.
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

    /// A writer of its lines, of which none is a command to what runs CI, whatever stands in a scenario. Strings of JSON, and text
    /// in HTML and SVG, are escaped where they are put together.
    pub(super) fn lines<W: Write>(self, out: W) -> NoCommands<W> {
        let escape = match self {
            Format::Table | Format::Csv | Format::Markdown | Format::Text => CommandEscape::Space,
            Format::Json | Format::Html | Format::Xlsx | Format::Svg | Format::Png => CommandEscape::Nothing,
        };
        NoCommands::to(out, escape)
    }

    /// Whether it is one chart of an answer.
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

    /// Whether it is text; what is not has no place on a terminal.
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

/// Writes pages with an empty line between.
pub(super) fn one_after_another(
    pages: Vec<Page>,
    out: &mut dyn Write,
    mut write: impl FnMut(&Page, &mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    pages.into_iter().enumerate().try_for_each(|(at, page)| {
        if at > 0 {
            writeln!(out)?;
        }
        write(&page.labelled(), out)
    })
}

/// Writes the comparisons of several files: texts one after another, data as one, with the file of each. JSON says in their
/// place why others have none.
///
/// # Errors
/// If nothing can be written.
pub fn write_several(
    format: Format,
    all: &[ComparedOrErrors<'_>],
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    let answered = all.iter().filter_map(|asked| asked.as_ref().ok());
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

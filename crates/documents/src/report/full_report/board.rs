//! Board page: the report on one side of paper.

use super::FullReport;
use crate::amount::Amount;
use crate::analysis::Answer;
use crate::analysis::flip::Flip;
use crate::analysis::sensitivity::{EndBreakEvens, Moved, Sensitivity, sensitivity};
use crate::analysis::statement::{By, View, ViewOption};
use crate::report::compare::{self, BoardParts};
use crate::report::figures::AmountScale;
use crate::report::page::{Canvas, Cell, Notation, Page, Table, TableLine, TableRow, Title, markdown, terminal, text};
use crate::report::result::one_after_another;
use crate::report::{Format, Report, html, sensitivity as sensitivities};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Number of assumptions.
const ASSUMPTIONS: usize = 3;
/// Maximum number of options in the table of cash.
const OPTIONS: usize = 8;
/// Change of every input, in percent, if the scenario states no uncertainty.
const CHANGE: Decimal = Decimal::TEN;

/// Board page of a report; for programs it is the report.
#[derive(Debug)]
pub struct Board<'a>(pub &'a FullReport);

impl Report for Board<'_> {
    fn page(&self) -> Page {
        let report = self.0;
        let cash = report.by_year().map(|view| cash(&view, report));
        compare::board(
            &report.compared(),
            BoardParts { cash, flips: report.turning(), assumptions: report.assumptions() },
        )
    }

    fn answer(&self) -> Option<&Answer> {
        self.0.answer()
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.json(out)
    }
}

impl FullReport {
    /// Inputs that make the runner-up win, nearest first; if it is of the winner's side and none does, those that reverse the
    /// decision between the sides.
    fn turning(&self) -> &[Flip] {
        let runner_up = self.answer.comparison.verdict.runner_up.as_ref();
        let same_side = self.flips.same_side.iter().find(|pair| Some(&pair.candidate) == runner_up);
        same_side.map(|rival| rival.found.as_slice()).filter(|found| !found.is_empty()).unwrap_or(&self.flips.found)
    }

    /// The inputs with the largest effect between their ranges; without ranges, all changed by the same share.
    fn assumptions(&self) -> Vec<String> {
        let lines = |found: &Sensitivity| -> Vec<String> {
            found.swings.iter().take(ASSUMPTIONS).map(|swing| sensitivities::in_a_line(found, swing)).collect()
        };
        if let Some(stated) = self.uncertain.alone(&self.answer) {
            return lines(stated);
        }
        let share = CHANGE / Decimal::ONE_HUNDRED;
        let Some(found) = sensitivity(&self.answer, Moved::Every(share), EndBreakEvens::None) else {
            return Vec::new();
        };
        let mut lines = lines(&found);
        if !lines.is_empty() {
            lines.push(format!("each changed by ±{CHANGE} %, because the scenario states no uncertainty"));
        }
        lines
    }
}

/// Cash of each option by year, in thousands or millions.
fn cash(view: &View, report: &FullReport) -> Table {
    let comparison = &report.answer.comparison;
    let ranked = compare::ranking(comparison).into_iter().take(OPTIONS);
    let named = ranked.filter_map(|at| view.options.iter().find(|shown| shown.name == comparison.options[at].name));
    let options: Vec<&ViewOption> = named.collect();
    let all: Vec<Decimal> = options.iter().flat_map(|option| amounts(option)).map(|amount| **amount).collect();
    let scale = AmountScale::of_all(&all);
    let row = |option: &&ViewOption| {
        let scaled = amounts(option).map(|amount| Cell::Number(**amount, Notation::Scaled(scale)));
        TableRow::Cells(TableLine::new(option.name.to_string(), scaled))
    };
    let by = match view.by {
        By::FiscalYear => "fiscal year",
        By::Year | By::Quarter | By::Month => "contract year; year 0 is the decision",
    };
    let cheapest = if options.len() < view.options.len() { " of the cheapest options" } else { "" };
    let title = Title::Words(format!("Cash{cheapest} by {by}, {}{}", comparison.header.currency, scale.unit()));
    Table { title: Some(title), ..Table::new(compare::column_heads(view), options.iter().map(row).collect()) }
}

/// Amounts of the columns, total last.
fn amounts(option: &ViewOption) -> impl Iterator<Item = &Amount> {
    option.totals.iter().chain([&option.total])
}

/// Writes the board pages of several reports, each on its own side of paper.
///
/// # Errors
/// If writing fails.
pub(super) fn write_boards(
    format: Format,
    reports: &[&FullReport],
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    let boards: Vec<Board<'_>> = reports.iter().map(|report| Board(report)).collect();
    let pages = || boards.iter().map(Report::page).collect();
    match format {
        Format::Html => {
            html::write(&boards.iter().map(|board| board as &dyn Report).collect::<Vec<_>>(), canvas.page, out)
        }
        Format::Table => one_after_another(pages(), out, |page, out| terminal::write(page, canvas, out)),
        Format::Markdown => one_after_another(pages(), out, markdown::write),
        Format::Text => one_after_another(pages(), out, |page, out| text::write(page, canvas, out)),
        Format::Json | Format::Csv | Format::Xlsx | Format::Svg | Format::Png => Ok(()),
    }
}

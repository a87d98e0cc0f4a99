//! Rows of workings: every figure with its name, its formula in words, its unit, and a formula for every period.

use super::canvas::{Cached, NO_VALUE, Printed, SheetWriter};
use super::layout::{BODY, HEAD, Layout, PERIODS, Place, Seen, VALUE, option_rows};
use super::names::letters;
use super::styles::{self, Styles};
use super::titles::Titles;
use crate::number;
use crate::sheet::{Cells as _, FigureId, Formula, Period, Source};
use rust_decimal::Decimal;
use rust_xlsxwriter::XlsxError;

/// Maximum number of characters of a formula in words; longer ones are cut.
const MOST_WORDS: usize = 400;

/// Column widths of sheets with figures: name, kind, unit, value, present value, month 0.
const WIDTHS: [u16; 6] = [50, 14, 24, 18, 18, 18];

/// Column width of a period, without and with dates.
const PERIOD_WIDTH: u16 = 16;
const DATED_WIDTH: u16 = 34;

impl Layout<'_> {
    /// Formula of a figure in words.
    pub(super) fn in_words(&self, figure: FigureId, period: usize) -> String {
        let (sheet, header) = (self.sheet(), &self.answer.comparison.header);
        let say = |of: FigureId, period: usize| {
            let row = sheet.row(of);
            match (&row.name, &row.formula) {
                _ if of == figure && !matches!(row.formula, Formula::Leaf(_)) => None,
                (Some(name), _) => Some(name.to_string()),
                (None, Formula::Leaf(Source::Given(given))) => {
                    let path = self.answer.loaded.document.path((*given).into());
                    Some(header.labels.words(&path).display_name)
                }
                (None, Formula::Leaf(Source::Calendar(what) | Source::Variable(what))) => Some((*what).to_owned()),
                (None, Formula::Leaf(Source::Constant(_))) => {
                    Some(number::readable(self.answer.evaluated.values[sheet.at(of, period)], 10))
                }
                (None, _) => None,
            }
        };
        let text = sheet.expression(figure, period, &say);
        if text.chars().count() <= MOST_WORDS {
            return text;
        }
        text.chars().take(MOST_WORDS - 1).chain(['…']).collect()
    }

    /// Value of a figure in a period; none if it has no value.
    pub(super) fn value(&self, figure: FigureId, period: usize) -> Option<Decimal> {
        let evaluated = &self.answer.evaluated;
        evaluated.is_known(figure).then(|| evaluated.value_in(figure, period))
    }

    /// Writes the head rows of a sheet with figures: column names, and the months and contract year of every period.
    pub(super) fn write_heads(
        &self,
        writer: &mut SheetWriter<'_>,
        styles: &Styles,
        heads: [&str; 6],
    ) -> Result<(), XlsxError> {
        for (column, head) in (0..).zip(heads) {
            let style = if column < VALUE { &styles.head } else { &styles.head_right };
            writer.text((HEAD, column), head, style)?;
        }
        writer.text((HEAD + 1, 0), "months in the period", &styles.faint)?;
        writer.text((HEAD + 2, 0), "contract year", &styles.faint)?;
        let whole = styles::plain("0");
        for (column, period) in (PERIODS..).zip(self.periods()) {
            writer.text((HEAD, column), &self.period_name(*period), &styles.head_right)?;
            writer.number((HEAD + 1, column), period.months().into(), &whole)?;
            writer.number((HEAD + 2, column), period.year().into(), &whole)?;
            writer.sheet.set_column_width(column, self.period_width())?;
        }
        writer.text((HEAD, self.words_column()), "in words", &styles.head)?;
        writer.sheet.set_column_width(self.words_column(), 80)?;
        writer.widths(&WIDTHS)?;
        // hide columns without a head: they are empty
        for (column, _) in (0..).zip(heads).filter(|(_, head)| head.is_empty()) {
            writer.sheet.set_column_hidden(column)?;
        }
        writer.sheet.set_freeze_panes(HEAD + 3, 1)?;
        Ok(())
    }

    /// Sets up printing of a sheet with figures, without the formulas in words. An option is printed without its workings.
    fn print(&self, writer: &mut SheetWriter<'_>, place: Place, last_row: u32) -> Result<(), XlsxError> {
        let mut widths = WIDTHS.to_vec();
        let last_row = match place {
            Place::Option(at) => option_rows(&self.options()[at]).workings - 2,
            Place::Demand | Place::Pair => {
                // hidden columns take no width
                for column in [1, 4, 5] {
                    widths[column] = 0;
                }
                last_row
            }
        };
        widths.resize(widths.len() + self.periods().len(), PERIOD_WIDTH);
        writer.print(&Printed { widths: &widths, last_row, head: Some(HEAD) })
    }

    /// Writes the workings of a sheet.
    pub(super) fn write_workings(
        &self,
        writer: &mut SheetWriter<'_>,
        styles: &Styles,
        place: Place,
        titles: &Titles<'_, '_>,
    ) -> Result<(), XlsxError> {
        for (figure, row) in self.workings(place) {
            let words = self.in_words(figure, 0);
            let (name, is_own) = titles.of(figure);
            writer.text((row, 0), &name, if is_own { &styles.text } else { &styles.faint })?;
            writer.text((row, self.words_column()), &words, &styles.faint)?;
            self.write_figure(writer, styles, place, figure, row)?;
        }
        let last = self.workings(place).last().map_or(BODY, |(_, row)| *row);
        self.print(writer, place, last)
    }

    /// Writes the unit and the cells of a figure.
    fn write_figure(
        &self,
        writer: &mut SheetWriter<'_>,
        styles: &Styles,
        place: Place,
        figure: FigureId,
        row: u32,
    ) -> Result<(), XlsxError> {
        let (sheet, header) = (self.sheet(), &self.answer.comparison.header);
        let output = header.output_unit.as_deref().unwrap_or("unit");
        let of = sheet.row(figure);
        writer.text((row, 2), &of.unit.plural(&header.currency, output), &styles.faint)?;
        let count = if sheet.is_row(figure) { self.periods().len() } else { 1 };
        let seen = self.seen_from(Some(place));
        for period in 0..count {
            let column = if sheet.is_row(figure) { PERIODS + u16::try_from(period).unwrap_or_default() } else { VALUE };
            let value = self.value(figure, period);
            if let Formula::Leaf(_) = of.formula {
                let format = styles::fixed(&styles::of_unit(of.unit, header.minor_digits));
                writer.number((row, column), value.unwrap_or_default(), &format)?;
                continue;
            }
            let format = styles::plain(&styles::of_unit(of.unit, header.minor_digits));
            let formula = sheet.spreadsheet_formula(figure, period, &seen);
            if self.is_needed(figure) {
                writer.formula((row, column), &formula, value.unwrap_or_default(), &format)?;
            } else {
                let formula = format!("IFERROR({formula},\"{NO_VALUE}\")");
                writer.formula((row, column), &formula, Cached::from(value), &format)?;
            }
        }
        Ok(())
    }

    /// Column of the formulas in words, after the periods.
    fn words_column(&self) -> u16 {
        PERIODS + u16::try_from(self.periods().len()).unwrap_or_default()
    }

    /// Cell with the number of months of a period.
    pub(super) fn months_of(period: usize) -> String {
        let column = PERIODS + u16::try_from(period).unwrap_or_default();
        format!("{}${}", letters(column), HEAD + 2)
    }

    /// Name of a period: its months.
    pub(super) fn period_name(&self, period: Period) -> String {
        self.answer.comparison.header.dated_months(period.first, period.last).to_string()
    }

    fn period_width(&self) -> u16 {
        if self.answer.comparison.header.calendar.is_some() { DATED_WIDTH } else { PERIOD_WIDTH }
    }

    /// Cell of a figure for formulas of a sheet, or its formula if it has no cell.
    pub(super) fn cell_of(&self, place: Place, figure: FigureId, period: usize) -> String {
        self.seen_or_inlined(&self.seen_from(Some(place)), figure, period)
    }

    /// The same for formulas of sheets without figures.
    pub(super) fn anywhere(&self, figure: FigureId, period: usize) -> String {
        self.seen_or_inlined(&self.seen_from(None), figure, period)
    }

    fn seen_or_inlined(&self, seen: &Seen<'_, '_>, figure: FigureId, period: usize) -> String {
        seen.cell(figure, period).unwrap_or_else(|| self.sheet().spreadsheet_formula(figure, period, seen))
    }
}

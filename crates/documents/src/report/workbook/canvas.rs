//! Cells of one sheet. Text is never a formula, and every formula carries the value that the program computed.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{Format, Formula, Worksheet, XlsxError};

/// Value that the program computed for a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cached {
    /// Number.
    Number(Decimal),
    /// Text.
    Text(String),
}

/// Text of a ratio without a value.
pub(super) const NO_VALUE: &str = "—";

impl From<Decimal> for Cached {
    fn from(value: Decimal) -> Cached {
        Cached::Number(value)
    }
}

impl From<&str> for Cached {
    fn from(text: &str) -> Cached {
        Cached::Text(text.to_owned())
    }
}

impl From<Option<Decimal>> for Cached {
    fn from(value: Option<Decimal>) -> Cached {
        value.map_or_else(|| NO_VALUE.into(), Cached::Number)
    }
}

/// Writer for one sheet.
pub(super) struct SheetWriter<'w> {
    pub sheet: &'w mut Worksheet,
}

impl SheetWriter<'_> {
    /// Writes text, never as a formula.
    pub(super) fn text(&mut self, (row, column): (u32, u16), text: &str, format: &Format) -> Result<(), XlsxError> {
        // maximum length of a cell
        let text: String = text.chars().take(32_000).collect();
        self.sheet.write_string_with_format(row, column, text, format).map(|_| ())
    }

    /// Writes a number.
    pub(super) fn number(
        &mut self,
        (row, column): (u32, u16),
        value: Decimal,
        format: &Format,
    ) -> Result<(), XlsxError> {
        let value = value.to_f64().unwrap_or_default();
        self.sheet.write_number_with_format(row, column, value, format).map(|_| ())
    }

    /// Writes a formula, without its equals sign, with its computed value.
    pub(super) fn formula(
        &mut self,
        (row, column): (u32, u16),
        formula: &str,
        value: impl Into<Cached>,
        format: &Format,
    ) -> Result<(), XlsxError> {
        let value = match value.into() {
            Cached::Number(value) if value.is_zero() => "0".to_owned(),
            Cached::Number(value) => value.normalize().to_string(),
            Cached::Text(text) => text,
        };
        if value.is_empty() {
            // a formula without a value has this one, which is 0 unless it is set
            self.sheet.set_formula_result_default("");
        }
        let formula = Formula::new(format!("={formula}")).set_result(value);
        self.sheet.write_formula_with_format(row, column, formula, format).map(|_| ())
    }

    /// Sets column widths in characters, from the first column.
    pub(super) fn widths(&mut self, widths: &[u16]) -> Result<(), XlsxError> {
        for (column, width) in (0..).zip(widths) {
            self.sheet.set_column_width(column, *width)?;
        }
        Ok(())
    }

    /// Sets the height of a row so that wrapped text fits in columns of these widths; not every viewer does so.
    pub(super) fn lines<const N: usize>(&mut self, row: u32, words: [(&str, u16); N]) -> Result<(), XlsxError> {
        let lines = |(text, width): (&str, u16)| textwrap::wrap(text, usize::from(width.saturating_sub(3))).len();
        let most = words.into_iter().map(lines).max().unwrap_or(1).max(1);
        if most > 1 {
            self.sheet.set_row_height(row, LINE * u32::try_from(most).unwrap_or(1))?;
        }
        Ok(())
    }

    /// Sets up printing: landscape, split over as many pages as columns and rows need to be readable. Each page repeats the first
    /// column and the head row.
    pub(super) fn print(&mut self, printed: &Printed<'_>) -> Result<(), XlsxError> {
        let width: u32 = printed.widths.iter().map(|width| u32::from(*width)).sum();
        let pages = u16::try_from(width.div_ceil(CHARACTERS_OF_A_PAGE).max(1)).unwrap_or(u16::MAX);
        let last = u16::try_from(printed.widths.len().saturating_sub(1)).unwrap_or(u16::MAX);
        self.sheet.set_print_area(0, 0, printed.last_row, last)?;
        if pages > 1 {
            self.sheet.set_repeat_columns(0, 0)?;
        }
        if let Some(head) = printed.head {
            self.sheet.set_repeat_rows(head, head)?;
        }
        self.paper();
        let rows = printed.last_row + 1;
        let down = u16::try_from(rows.div_ceil(ROWS_OF_A_PAGE)).unwrap_or(u16::MAX);
        self.sheet.set_print_fit_to_pages(pages, down);
        Ok(())
    }

    /// Sets landscape A4 with narrow margins; the footer has the sheet name and the page number.
    pub(super) fn paper(&mut self) {
        self.sheet.set_landscape().set_paper_size(A4).set_margins(0.4, 0.4, 0.5, 0.6, 0.3, 0.3);
        self.sheet.set_footer("&L&8&A&R&8&P / &N");
    }
}

/// Height of a line of text, in points.
const LINE: u32 = 15;
/// Workbook code of A4 paper.
const A4: u8 = 9;
/// Characters of columns, and rows, that are readable on one landscape page.
const CHARACTERS_OF_A_PAGE: u32 = 290;
const ROWS_OF_A_PAGE: u32 = 75;

/// Print area of a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed<'w> {
    /// Column widths, from the first column.
    pub widths: &'w [u16],
    /// Last row.
    pub last_row: u32,
    /// Head row that every page repeats.
    pub head: Option<u32>,
}

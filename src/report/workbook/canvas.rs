//! Writing cells of one sheet: texts stay texts, and every formula carries the value that the program computed.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{Format, Formula, Worksheet, XlsxError};

/// What a formula comes to, as the program computed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cached {
    /// A number.
    Number(Decimal),
    /// Words.
    Text(String),
}

/// What stands where a ratio has no value.
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

/// A sheet that is written.
pub(super) struct SheetWriter<'w> {
    pub sheet: &'w mut Worksheet,
}

impl SheetWriter<'_> {
    /// Words, which are never a formula.
    pub(super) fn text(&mut self, (row, column): (u32, u16), text: &str, format: &Format) -> Result<(), XlsxError> {
        // a cell holds no more
        let text: String = text.chars().take(32_000).collect();
        self.sheet.write_string_with_format(row, column, text, format).map(|_| ())
    }

    /// A number that nothing computes.
    pub(super) fn number(
        &mut self,
        (row, column): (u32, u16),
        value: Decimal,
        format: &Format,
    ) -> Result<(), XlsxError> {
        let value = value.to_f64().unwrap_or_default();
        self.sheet.write_number_with_format(row, column, value, format).map(|_| ())
    }

    /// A formula, without its equals sign, and what it comes to.
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
        let formula = Formula::new(format!("={formula}")).set_result(value);
        self.sheet.write_formula_with_format(row, column, formula, format).map(|_| ())
    }

    /// The widths of columns from the first on, in characters.
    pub(super) fn widths(&mut self, widths: &[u16]) -> Result<(), XlsxError> {
        for (column, width) in (0..).zip(widths) {
            self.sheet.set_column_width(column, *width)?;
        }
        Ok(())
    }
}

//! Rows of a price list, with cells by column name.

use crate::number;
use csv::{ByteRecord, StringRecord};
use language::suggest::shown;
use rust_decimal::Decimal;

/// Error in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// Line of the row, from 1.
    pub line: u64,
    /// Column, if the error is in a cell.
    pub column: Option<String>,
    /// Error, as the rest of a sentence about the cell or the row.
    pub message: String,
}

/// A row with its header.
#[derive(Debug)]
pub(super) struct Row<'a> {
    header: &'a StringRecord,
    cells: StringRecord,
    line: u64,
}

impl<'a> Row<'a> {
    /// A row of valid text with a cell for every column.
    pub(super) fn of(header: &'a StringRecord, bytes: &ByteRecord) -> Result<Row<'a>, RowError> {
        let line = bytes.position().map_or(0, csv::Position::line);
        let fault = |message: String| RowError { line, column: None, message };
        let cells = StringRecord::from_byte_record(bytes.clone());
        let cells = cells.map_err(|_| fault("it is not UTF-8 text".to_owned()))?;
        if cells.len() == header.len() {
            return Ok(Row { header, cells, line });
        }
        let (has, columns) = (cells.len(), header.len());
        let advice = if has > columns {
            "put text with a comma in quotes"
        } else {
            "write a comma for every blank cell, and close all quotes"
        };
        let cells = number::counted(has, "cell");
        Err(fault(format!("it has {cells} for {columns} columns; {advice}")))
    }

    /// Line of the row.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Text of a cell; `None` if it is blank or there is no such column.
    pub(super) fn text(&self, column: &str) -> Option<&str> {
        let at = self.header.iter().position(|name| name.trim() == column)?;
        self.cells.get(at).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Whether the column exists.
    pub(super) fn has(&self, column: &str) -> bool {
        self.header.iter().any(|name| name.trim() == column)
    }

    /// Text of a cell, owned.
    pub(super) fn owned(&self, column: &str) -> Option<String> {
        self.text(column).map(str::to_owned)
    }

    /// Text of a required cell.
    pub(super) fn needed(&self, column: &str) -> Result<&str, RowError> {
        self.text(column).ok_or_else(|| self.fault(column, "is blank"))
    }

    /// A number of at least zero; `None` if the cell is blank.
    pub(super) fn number(&self, column: &str) -> Result<Option<Decimal>, RowError> {
        let Some(text) = self.text(column) else { return Ok(None) };
        let said = shown(text);
        match number::decimal(text) {
            Ok(value) if value >= Decimal::ZERO => Ok(Some(value.normalize())),
            Ok(_) => Err(self.fault(column, format!("is `{said}`, which is negative"))),
            Err(_) => Err(self.fault(column, format!("is `{said}`; write a number such as 12.34, or leave it blank"))),
        }
    }

    /// Error in a cell.
    pub(super) fn fault(&self, column: &str, message: impl Into<String>) -> RowError {
        RowError { line: self.line, column: Some(column.to_owned()), message: message.into() }
    }
}

impl RowError {
    /// Error with its cell: `` `Price` is blank ``.
    #[must_use]
    pub fn text(&self) -> String {
        let cell = self.column.as_ref().map(|column| format!("`{column}` ")).unwrap_or_default();
        format!("{cell}{}", self.message)
    }
}

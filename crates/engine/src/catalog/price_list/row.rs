//! A row of a price list: its cells by the names of their columns.

use crate::number;
use csv::{ByteRecord, StringRecord};
use language::suggest::shown;
use rust_decimal::Decimal;

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// The line at which the row begins, from 1.
    pub line: u64,
    /// The column, where it is one cell.
    pub column: Option<String>,
    /// What is wrong, as the rest of a sentence about the cell or the row.
    pub message: String,
}

/// A row below a header.
#[derive(Debug)]
pub(super) struct Row<'a> {
    header: &'a StringRecord,
    cells: StringRecord,
    line: u64,
}

impl<'a> Row<'a> {
    /// A row that is text and has a cell for every column.
    pub(super) fn of(header: &'a StringRecord, bytes: &ByteRecord) -> Result<Row<'a>, RowFault> {
        let line = bytes.position().map_or(0, csv::Position::line);
        let fault = |message: String| RowFault { line, column: None, message };
        let cells = StringRecord::from_byte_record(bytes.clone());
        let cells = cells.map_err(|_| fault("it is not UTF-8 text".to_owned()))?;
        if cells.len() == header.len() {
            return Ok(Row { header, cells, line });
        }
        let (has, columns) = (cells.len(), header.len());
        let advice = if has > columns {
            "put text with a comma in quotes"
        } else {
            "write a comma for every cell that is blank, and close quotes that are opened"
        };
        let cells = number::counted(u32::try_from(has).unwrap_or(u32::MAX), "cell");
        Err(fault(format!("it has {cells}, and there are {columns} columns; {advice}")))
    }

    /// The line at which it begins.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// What a cell says; none where it is blank, or there is no such column.
    pub(super) fn text(&self, column: &str) -> Option<&str> {
        let at = self.header.iter().position(|name| name.trim() == column)?;
        self.cells.get(at).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Whether there is such a column.
    pub(super) fn has(&self, column: &str) -> bool {
        self.header.iter().any(|name| name.trim() == column)
    }

    /// What a cell says as text of its own.
    pub(super) fn owned(&self, column: &str) -> Option<String> {
        self.text(column).map(str::to_owned)
    }

    /// What a cell has to say.
    pub(super) fn needed(&self, column: &str) -> Result<&str, RowFault> {
        self.text(column).ok_or_else(|| self.fault(column, "is blank"))
    }

    /// A number of nothing or more; none where the cell is blank.
    pub(super) fn number(&self, column: &str) -> Result<Option<Decimal>, RowFault> {
        let Some(text) = self.text(column) else { return Ok(None) };
        let said = shown(text);
        match number::decimal(text) {
            Ok(value) if value >= Decimal::ZERO => Ok(Some(value.normalize())),
            Ok(_) => Err(self.fault(column, format!("is `{said}`, which is below nothing"))),
            Err(_) => Err(self.fault(column, format!("is `{said}`; write a number such as 12.34, or leave it blank"))),
        }
    }

    /// What is wrong with a cell.
    pub(super) fn fault(&self, column: &str, message: impl Into<String>) -> RowFault {
        RowFault { line: self.line, column: Some(column.to_owned()), message: message.into() }
    }
}

impl RowFault {
    /// What is wrong, with the cell: `` `Price` is blank ``.
    #[must_use]
    pub fn said(&self) -> String {
        let cell = self.column.as_ref().map(|column| format!("`{column}` ")).unwrap_or_default();
        format!("{cell}{}", self.message)
    }
}

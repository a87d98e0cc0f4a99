//! Reader of the inputs sheet: rows by column head, wherever the columns are.

use super::columns::{AS_WRITTEN, FACTOR, FINGERPRINT, NAME, PATH, REQUESTED_OPTIONS, SCENARIO, VALUE};
use super::unpacked::{broken, check};
use calamine::{DataRef, Reader as _, Xlsx, XlsxCellReader, XlsxFormulaMetadata, open_workbook_from_rs};
use std::collections::BTreeMap;
use std::io::Cursor;

/// Maximum number of rows above the column heads.
const MOST_ABOVE: u32 = 60;
/// Maximum number of rows that are read; a scenario has fewer values.
const MOST_ROWS: u32 = 400_000;

/// Inputs sheet of a returned workbook.
#[derive(Clone, Debug, Default)]
pub struct ReturnedWorkbook {
    /// File name.
    pub name: String,
    /// Name of the scenario, if still there.
    pub scenario: Option<String>,
    /// Fingerprint of the scenario, if still there.
    pub sha256: Option<String>,
    /// Case and settings of the scenario.
    pub requested_options: Option<String>,
    /// Demand factor.
    pub factor: Option<InputCell>,
    /// Inputs.
    pub inputs: Vec<InputCell>,
}

/// Row of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct InputCell {
    /// Path.
    pub path: String,
    /// Cell of the value: `Inputs!C12`.
    pub cell: String,
    /// Content of the cell.
    pub content: CellContent,
    /// Whether the cell has a formula.
    pub is_formula: bool,
    /// Value in the scenario when the workbook was written; none if that cell was removed.
    pub as_written: Option<f64>,
}

/// Content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum CellContent {
    /// Number.
    Number(f64),
    /// Text.
    Text(String),
    /// Empty.
    Nothing,
    /// Anything else: a date, a boolean, an error.
    Other(&'static str),
}

/// Cell of a row.
#[derive(Clone, Debug)]
struct Found {
    content: CellContent,
    is_formula: bool,
}

/// Cells of a row by column.
type Row = BTreeMap<u32, Found>;

/// Positions of the columns.
#[derive(Clone, Copy, Debug)]
struct Columns {
    path: u32,
    value: u32,
    as_written: u32,
    name: Option<u32>,
}

impl ReturnedWorkbook {
    /// Reads a workbook.
    ///
    /// # Errors
    /// A sentence if it is not a workbook of a scenario.
    pub fn read(name: &str, bytes: &[u8]) -> Result<ReturnedWorkbook, String> {
        check(bytes)?;
        let mut xlsx: Xlsx<_> =
            open_workbook_from_rs(Cursor::new(bytes)).map_err(|error: calamine::XlsxError| broken(&error))?;
        for sheet in xlsx.sheet_names() {
            // chart sheets have no cells
            let Ok(cells) = xlsx.worksheet_cells_reader(&sheet) else { continue };
            let found = SheetOfInputs { name, sheet: &sheet };
            if let Some(workbook) = found.read(cells)? {
                return Ok(workbook);
            }
        }
        Err(format!(
            "it has no inputs sheet with the columns `{PATH}`, `{VALUE}` and `{AS_WRITTEN}`; write one with `compare --output FILE.xlsx`"
        ))
    }
}

/// Sheet that may be the inputs sheet.
struct SheetOfInputs<'a> {
    name: &'a str,
    sheet: &'a str,
}

impl SheetOfInputs<'_> {
    /// Reads the sheet; none if it has other columns.
    fn read(&self, mut cells: XlsxCellReader<'_, Cursor<&[u8]>>) -> Result<Option<ReturnedWorkbook>, String> {
        let mut workbook = ReturnedWorkbook { name: self.name.to_owned(), ..ReturnedWorkbook::default() };
        let mut columns: Option<Columns> = None;
        let (mut at, mut row) = (0, Row::new());
        loop {
            let next = cells.next_cell_with_formula_metadata().map_err(|error| broken(&error))?;
            let position = next.as_ref().map(|cell| cell.pos);
            if position.is_none_or(|(next_row, _)| next_row != at) {
                let cells = std::mem::take(&mut row);
                if let Some(columns) = columns {
                    self.take(&mut workbook, columns, at, &cells);
                } else {
                    workbook.note(&cells);
                    columns = Columns::of(&cells);
                }
            }
            let Some(cell) = next else { break };
            at = cell.pos.0;
            if at > MOST_ROWS || (columns.is_none() && at > MOST_ABOVE) {
                break;
            }
            row.insert(
                cell.pos.1,
                Found { content: content(cell.value), is_formula: is_formula(cell.formula.as_ref()) },
            );
        }
        Ok(columns.map(|_| workbook))
    }

    /// Adds the input of a row, if it has one.
    fn take(&self, workbook: &mut ReturnedWorkbook, columns: Columns, at: u32, row: &Row) {
        let path = text(row, columns.path).unwrap_or_default();
        let found = row.get(&columns.value).cloned();
        let Found { content, is_formula } = found.unwrap_or(Found { content: CellContent::Nothing, is_formula: false });
        let as_written = match row.get(&columns.as_written).map(|found| &found.content) {
            Some(CellContent::Number(value)) => Some(*value),
            Some(CellContent::Text(_) | CellContent::Nothing | CellContent::Other(_)) | None => None,
        };
        let cell = format!("{}!{}{}", self.sheet, letters(columns.value), at + 1);
        let is_factor = match columns.name {
            Some(name) => text(row, name) == Some(FACTOR),
            // without that column: the row above all inputs, which has a value and no path
            None => path.is_empty() && as_written.is_some() && workbook.inputs.is_empty(),
        };
        let input = InputCell { path: path.to_owned(), cell, content, is_formula, as_written };
        if is_factor {
            workbook.factor = Some(input);
        } else if !path.is_empty() {
            workbook.inputs.push(input);
        }
    }
}

impl ReturnedWorkbook {
    /// Reads the labels above the columns.
    fn note(&mut self, row: &Row) {
        let mut cells = row.keys().filter_map(|column| text(row, *column));
        let (label, said) = (cells.next(), cells.next().map(str::to_owned));
        match label {
            Some(SCENARIO) => self.scenario = said,
            Some(FINGERPRINT) => self.sha256 = said,
            Some(REQUESTED_OPTIONS) => self.requested_options = said,
            Some(_) | None => {}
        }
    }
}

impl Columns {
    /// Columns by their heads; none if the row is not the head row.
    fn of(row: &Row) -> Option<Columns> {
        let column = |head: &str| row.keys().copied().find(|column| text(row, *column) == Some(head));
        let (path, value, as_written) = (column(PATH)?, column(VALUE)?, column(AS_WRITTEN)?);
        Some(Columns { path, value, as_written, name: column(NAME) })
    }
}

/// Text in a column of a row.
fn text(row: &Row, column: u32) -> Option<&str> {
    match &row.get(&column)?.content {
        CellContent::Text(text) => Some(text.trim()),
        CellContent::Number(_) | CellContent::Nothing | CellContent::Other(_) => None,
    }
}

/// Content of a cell.
fn content(value: DataRef<'_>) -> CellContent {
    let words = |text: &str| match text.trim() {
        "" => CellContent::Nothing,
        text => CellContent::Text(text.to_owned()),
    };
    match value {
        DataRef::Float(number) if number.is_finite() => CellContent::Number(number),
        #[allow(clippy::cast_precision_loss, reason = "a spreadsheet has no other numbers")]
        DataRef::Int(number) => CellContent::Number(number as f64),
        DataRef::String(text) => words(&text),
        DataRef::SharedString(text) => words(text),
        DataRef::Bool(_) => CellContent::Other("a boolean"),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) => CellContent::Other("a date"),
        DataRef::DurationIso(_) => CellContent::Other("a time"),
        DataRef::Float(_) | DataRef::Error(_) => CellContent::Other("an error"),
        DataRef::Empty => CellContent::Nothing,
    }
}

/// Whether a cell has a formula; some writers store an empty formula for none.
fn is_formula(formula: Option<&XlsxFormulaMetadata>) -> bool {
    formula.is_some_and(|formula| !matches!(formula, XlsxFormulaMetadata::Normal { formula } if formula.is_empty()))
}

/// Letters of a column.
fn letters(column: u32) -> String {
    let last = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    (column / 26).checked_sub(1).map_or_else(|| last.to_string(), |before| format!("{}{last}", letters(before)))
}

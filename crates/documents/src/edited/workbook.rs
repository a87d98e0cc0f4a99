//! What stands in the sheet of inputs of a workbook, row by row: found by the names of its columns, wherever they are.

use super::columns::{AS_WRITTEN, ASKED_WITH, FACTOR, FINGERPRINT, NAME, PATH, SCENARIO, VALUE};
use super::unpacked::{broken, check};
use calamine::{DataRef, Reader as _, Xlsx, XlsxCellReader, XlsxFormulaMetadata, open_workbook_from_rs};
use std::collections::BTreeMap;
use std::io::Cursor;

/// Rows above the heads of columns: what is said of the sheet.
const MOST_ABOVE: u32 = 60;
/// Rows that are read; a scenario has no more values.
const MOST_ROWS: u32 = 400_000;

/// A workbook of a scenario, as somebody has left it.
#[derive(Clone, Debug, Default)]
pub struct EditedWorkbook {
    /// Its name.
    pub name: String,
    /// The name of the scenario that it was written of, if it still says it.
    pub scenario: Option<String>,
    /// The fingerprint of the scenario that it was written of, if it still says it.
    pub sha256: Option<String>,
    /// With which case and values that was read.
    pub asked_with: Option<String>,
    /// What multiplies all demand.
    pub factor: Option<InputCell>,
    /// Its inputs.
    pub inputs: Vec<InputCell>,
}

/// An input in its row.
#[derive(Clone, Debug, PartialEq)]
pub struct InputCell {
    /// Its path.
    pub path: String,
    /// Where its value stands: `Inputs!C12`.
    pub cell: String,
    /// What stands there.
    pub content: CellContent,
    /// Whether a formula was typed there.
    pub is_formula: bool,
    /// The value with which the workbook was written; none where somebody has removed it.
    pub as_written: Option<f64>,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum CellContent {
    /// A number.
    Number(f64),
    /// Words.
    Text(String),
    /// Nothing.
    Nothing,
    /// What is neither: a date, an error.
    Other(&'static str),
}

/// A cell of a row.
#[derive(Clone, Debug)]
struct Found {
    content: CellContent,
    is_formula: bool,
}

/// The cells of a row by their columns.
type Row = BTreeMap<u32, Found>;

/// The columns that are looked for.
#[derive(Clone, Copy, Debug)]
struct Columns {
    path: u32,
    value: u32,
    as_written: u32,
    name: Option<u32>,
}

impl EditedWorkbook {
    /// Reads a workbook.
    ///
    /// # Errors
    /// In words, if it is none of a scenario.
    pub fn read(name: &str, bytes: &[u8]) -> Result<EditedWorkbook, String> {
        check(bytes)?;
        let mut xlsx: Xlsx<_> =
            open_workbook_from_rs(Cursor::new(bytes)).map_err(|error: calamine::XlsxError| broken(&error))?;
        for sheet in xlsx.sheet_names() {
            // a sheet of a chart alone has no cells
            let Ok(cells) = xlsx.worksheet_cells_reader(&sheet) else { continue };
            let found = SheetOfInputs { name, sheet: &sheet };
            if let Some(workbook) = found.read(cells)? {
                return Ok(workbook);
            }
        }
        Err(format!(
            "it has no sheet of inputs, with columns `{PATH}`, `{VALUE}` and `{AS_WRITTEN}`, as `compare --output FILE.xlsx` writes one"
        ))
    }
}

/// A sheet that may be that of inputs.
struct SheetOfInputs<'a> {
    name: &'a str,
    sheet: &'a str,
}

impl SheetOfInputs<'_> {
    /// What it says; none if it has other columns.
    fn read(&self, mut cells: XlsxCellReader<'_, Cursor<&[u8]>>) -> Result<Option<EditedWorkbook>, String> {
        let mut workbook = EditedWorkbook { name: self.name.to_owned(), ..EditedWorkbook::default() };
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
    fn take(&self, workbook: &mut EditedWorkbook, columns: Columns, at: u32, row: &Row) {
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
            // where that column was removed: the row above all inputs, which has a value and no path
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

impl EditedWorkbook {
    /// What a row above the columns says of the scenario.
    fn note(&mut self, row: &Row) {
        let mut cells = row.keys().filter_map(|column| text(row, *column));
        let (label, said) = (cells.next(), cells.next().map(str::to_owned));
        match label {
            Some(SCENARIO) => self.scenario = said,
            Some(FINGERPRINT) => self.sha256 = said,
            Some(ASKED_WITH) => self.asked_with = said,
            Some(_) | None => {}
        }
    }
}

impl Columns {
    /// Those of a row of heads; none of any other row.
    fn of(row: &Row) -> Option<Columns> {
        let column = |head: &str| row.keys().copied().find(|column| text(row, *column) == Some(head));
        let (path, value, as_written) = (column(PATH)?, column(VALUE)?, column(AS_WRITTEN)?);
        Some(Columns { path, value, as_written, name: column(NAME) })
    }
}

/// The words in a column of a row.
fn text(row: &Row, column: u32) -> Option<&str> {
    match &row.get(&column)?.content {
        CellContent::Text(text) => Some(text.trim()),
        CellContent::Number(_) | CellContent::Nothing | CellContent::Other(_) => None,
    }
}

/// What a cell says.
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
        DataRef::Bool(_) => CellContent::Other("a truth value"),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) => CellContent::Other("a date"),
        DataRef::DurationIso(_) => CellContent::Other("a time"),
        DataRef::Float(_) | DataRef::Error(_) => CellContent::Other("an error"),
        DataRef::Empty => CellContent::Nothing,
    }
}

/// Whether somebody typed a formula; some writers have an empty one for none.
fn is_formula(formula: Option<&XlsxFormulaMetadata>) -> bool {
    formula.is_some_and(|formula| !matches!(formula, XlsxFormulaMetadata::Normal { formula } if formula.is_empty()))
}

/// The letters of a column.
fn letters(column: u32) -> String {
    let last = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    (column / 26).checked_sub(1).map_or_else(|| last.to_string(), |before| format!("{}{last}", letters(before)))
}

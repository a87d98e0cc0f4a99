//! Edits of the inputs sheet of a workbook, written with a separate library.

use calamine::{Data, Reader, Xlsx, open_workbook};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use std::path::Path;

/// Content that a test types into a cell.
#[derive(Clone, Debug)]
pub enum Typed {
    Number(f64),
    Text(String),
    Formula(&'static str, &'static str),
    Truth,
    Date,
    Nothing,
}

/// Cells of an inputs sheet, row by row.
pub struct Inputs {
    rows: Vec<Vec<Typed>>,
}

/// Columns of paths and values.
const PATH: usize = 1;
const VALUE: usize = 2;

impl Inputs {
    /// Reads the inputs sheet of a workbook.
    pub fn of(path: &Path) -> Inputs {
        let mut book: Xlsx<_> = open_workbook(path).unwrap();
        let typed = |data: &Data| match data {
            Data::Float(value) => Typed::Number(*value),
            Data::String(text) => Typed::Text(text.clone()),
            Data::Empty => Typed::Nothing,
            other => panic!("{other:?}"),
        };
        let range = book.worksheet_range("Inputs").unwrap();
        assert_eq!(range.start(), Some((0, 0)));
        Inputs { rows: range.rows().map(|row| row.iter().map(typed).collect()).collect() }
    }

    fn row(&self, path: &str) -> usize {
        let is_of = |row: &Vec<Typed>| row.iter().any(|cell| matches!(cell, Typed::Text(text) if text == path));
        self.rows.iter().position(is_of).unwrap_or_else(|| panic!("{path} has no row"))
    }

    /// Replaces the value of an input, given by its path or its defined name.
    pub fn set(mut self, input: &str, typed: Typed) -> Inputs {
        let row = self.row(input);
        self.rows[row][VALUE] = typed;
        self
    }

    /// Replaces the cell next to a label above the table.
    pub fn with_header(mut self, label: &str, typed: Typed) -> Inputs {
        let row = self.row(label);
        self.rows[row][PATH] = typed;
        self
    }

    /// Removes the row of an input.
    pub fn without(mut self, path: &str) -> Inputs {
        let row = self.row(path);
        self.rows.remove(row);
        self
    }

    /// Clears a column and its header.
    pub fn without_column(mut self, head: &str) -> Inputs {
        let heads = self.row(head);
        let is_head = |cell: &Typed| matches!(cell, Typed::Text(text) if text == head);
        let column = self.rows[heads].iter().position(is_head).unwrap();
        for row in &mut self.rows[heads..] {
            if let Some(cell) = row.get_mut(column) {
                *cell = Typed::Nothing;
            }
        }
        self
    }

    /// Appends a copy of the row of an input.
    pub fn twice(mut self, path: &str) -> Inputs {
        self.rows.push(self.rows[self.row(path)].clone());
        self
    }

    /// Reverses the order of inputs, with an empty row and a heading between them.
    pub fn sorted(mut self) -> Inputs {
        let mut inputs = self.rows.split_off(9);
        inputs.reverse();
        inputs.insert(3, Vec::new());
        inputs.insert(5, vec![Typed::Text("a heading".to_owned())]);
        self.rows.insert(2, Vec::new());
        self.rows.extend(inputs);
        self
    }

    /// Writes a workbook with the sheet.
    pub fn write(&self, path: &Path) {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().set_name("Another").unwrap().write(0, 0, "path").unwrap();
        let sheet = workbook.add_worksheet().set_name("My inputs").unwrap();
        let money = Format::new().set_num_format("#,##0.00 [$€-407]");
        for (row, cells) in (0..).zip(&self.rows) {
            for (column, typed) in (0..).zip(cells) {
                match typed {
                    Typed::Number(value) => sheet.write_with_format(row, column, *value, &money).unwrap(),
                    Typed::Text(text) => sheet.write(row, column, text).unwrap(),
                    Typed::Formula(formula, value) => {
                        sheet.write(row, column, Formula::new(*formula).set_result(*value)).unwrap()
                    }
                    Typed::Truth => sheet.write(row, column, true).unwrap(),
                    Typed::Date => {
                        let day = ExcelDateTime::from_ymd(2026, 11, 22).unwrap();
                        sheet.write_with_format(row, column, &day, &Format::new().set_num_format("yyyy-mm-dd")).unwrap()
                    }
                    Typed::Nothing => continue,
                };
            }
        }
        workbook.save(path).unwrap();
    }
}

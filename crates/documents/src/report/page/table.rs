//! Tables of a page: labels, columns and cells.

use super::cell::Cell;

/// A table with row labels and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Title, if needed.
    pub(in crate::report) title: Option<Title>,
    /// Heading of the labels.
    pub(in crate::report) corner: String,
    /// Alignment of the labels.
    pub(in crate::report) labels: Align,
    /// Columns.
    pub(in crate::report) columns: Vec<Column>,
    /// Column of the winning option.
    pub(in crate::report) winner: Option<usize>,
    /// Rows.
    pub(in crate::report) rows: Vec<TableRow>,
    /// Notes below the table.
    pub(in crate::report) notes: Vec<String>,
    /// Whether the table can be collapsed.
    pub(in crate::report) fold: Fold,
}

/// Title of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Title {
    /// Words, which start with a capital letter where formats need one.
    Words(String),
    /// Name of the subject, which keeps its case, and description.
    Of(String, String),
}

/// Horizontal alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left, for text.
    Left,
    /// Right, for numbers.
    Right,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name.
    pub(in crate::report) name: String,
    /// Alignment of the cells, in formats that support both.
    pub(in crate::report) align: Align,
    /// Width.
    pub(in crate::report) room: ColumnWidth,
}

/// Width of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnWidth {
    /// As wide as its cells.
    Own,
    /// Shares the remaining space with columns of its kind; longer text is cut.
    Shared,
}

/// Whether content can be collapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Always shown.
    Open,
    /// Can be collapsed or moved to the end.
    Folded,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRow {
    /// Title of the following rows.
    Title(RowsTitle),
    /// Label and cells.
    Cells(TableLine),
    /// Horizontal rule, for example above totals.
    Rule,
}

/// Title of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsTitle {
    /// Title above the rows.
    pub(in crate::report) title: String,
    /// Prefix of row labels in formats without titles; none if the labels need no prefix.
    pub(in crate::report) prefix: Option<String>,
}

/// A label with its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Label.
    pub(in crate::report) label: Cell,
    /// Path of the input.
    pub(in crate::report) path: Option<String>,
    /// Remark after the label: `today`.
    pub(in crate::report) remark: Option<&'static str>,
    /// Indentation level.
    pub(in crate::report) depth: usize,
    /// Emphasis.
    pub(in crate::report) weight: Weight,
    /// One cell per column.
    pub(in crate::report) cells: Vec<Cell>,
    /// Highlighted cell.
    pub(in crate::report) marked: Option<Marked>,
    /// Names under which cells are explained; empty if none is.
    pub(in crate::report) explained: Vec<Option<String>>,
    /// Marks of cells; empty if none has one.
    pub(in crate::report) marks: Vec<Option<CellMark>>,
}

/// Colour of an option that wins in a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapColour {
    /// Colour of the current winner.
    Winner,
    /// One of the colours of the other options, from 0 to 7.
    Other(usize),
}

/// Mark of a cell: the option that wins there, as a letter and a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellMark {
    /// Text before the cell.
    pub(in crate::report) text: String,
    /// Colour; none if the winner is not clear.
    pub(in crate::report) colour: Option<MapColour>,
}

/// A highlighted cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Column.
    pub(in crate::report) at: usize,
    /// Meaning, in one word.
    pub(in crate::report) means: &'static str,
}

/// Emphasis of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Normal.
    Plain,
    /// Strong.
    Strong,
}

impl Table {
    /// A table of numbers with column names.
    pub(in crate::report) fn new<N: Into<String>>(heads: impl IntoIterator<Item = N>, rows: Vec<TableRow>) -> Table {
        Table {
            title: None,
            corner: String::new(),
            labels: Align::Left,
            columns: heads.into_iter().map(|name| Column::new(name, Align::Right)).collect(),
            winner: None,
            rows,
            notes: Vec::new(),
            fold: Fold::Open,
        }
    }

    /// The table with its columns in another order, given by their indices.
    pub(in crate::report) fn in_order(self, order: &[usize]) -> Table {
        fn reordered<T: Clone>(items: &[T], order: &[usize]) -> Vec<T> {
            if items.len() == order.len() {
                order.iter().map(|at| items[*at].clone()).collect()
            } else {
                items.to_vec()
            }
        }
        let place = |at: usize| order.iter().position(|from| *from == at).unwrap_or(at);
        let row = |row: TableRow| match row {
            TableRow::Cells(line) => TableRow::Cells(TableLine {
                cells: reordered(&line.cells, order),
                explained: reordered(&line.explained, order),
                marks: reordered(&line.marks, order),
                marked: line.marked.map(|marked| Marked { at: place(marked.at), ..marked }),
                ..line
            }),
            TableRow::Title(_) | TableRow::Rule => row,
        };
        Table {
            columns: reordered(&self.columns, order),
            winner: self.winner.map(place),
            rows: self.rows.into_iter().map(row).collect(),
            ..self
        }
    }

    /// All lines, each with the title of its rows.
    pub(super) fn lines(&self) -> impl Iterator<Item = (Option<&str>, &TableLine)> {
        let mut prefix = None;
        self.rows.iter().filter_map(move |row| {
            match row {
                TableRow::Title(part) => prefix = part.prefix.as_deref(),
                TableRow::Rule => prefix = None,
                TableRow::Cells(line) => return Some((prefix, line)),
            }
            None
        })
    }

    /// Sets a title of words.
    pub(in crate::report) fn titled(self, title: impl Into<String>) -> Table {
        Table { title: Some(Title::Words(title.into())), ..self }
    }
}

impl Title {
    /// The title as one text.
    pub(in crate::report) fn text(&self) -> String {
        match self {
            Title::Words(words) => words.clone(),
            Title::Of(name, what) => format!("{name}: {what}"),
        }
    }
}

impl Column {
    /// A column as wide as its cells.
    pub(in crate::report) fn new(name: impl Into<String>, align: Align) -> Column {
        Column { name: name.into(), align, room: ColumnWidth::Own }
    }
}

impl TableRow {
    /// A row without emphasis.
    pub(in crate::report) fn plain<C: Into<Cell>>(
        label: impl Into<Cell>,
        cells: impl IntoIterator<Item = C>,
    ) -> TableRow {
        TableRow::Cells(TableLine::new(label, cells))
    }
}

impl TableLine {
    /// A label with its cells.
    pub(in crate::report) fn new<C: Into<Cell>>(
        label: impl Into<Cell>,
        cells: impl IntoIterator<Item = C>,
    ) -> TableLine {
        TableLine {
            label: label.into(),
            path: None,
            remark: None,
            depth: 0,
            weight: Weight::Plain,
            cells: cells.into_iter().map(Into::into).collect(),
            marked: None,
            explained: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Sets the path, unless it is the label.
    pub(in crate::report) fn at(self, path: &str) -> TableLine {
        TableLine { path: Some(path.to_owned()).filter(|path| *path != self.label.text()), ..self }
    }

    /// Indents the line by one level.
    pub(in crate::report) fn below(self) -> TableLine {
        TableLine { depth: self.depth + 1, ..self }
    }

    /// Highlights a cell, if any.
    pub(in crate::report) fn marked(self, at: Option<usize>, means: &'static str) -> TableLine {
        TableLine { marked: at.map(|at| Marked { at, means }), ..self }
    }

    /// Sets the names under which cells are explained.
    pub(in crate::report) fn explained_by(self, names: impl IntoIterator<Item = Option<String>>) -> TableLine {
        TableLine { explained: names.into_iter().collect(), ..self }
    }

    /// Mark of a cell.
    pub(in crate::report) fn mark(&self, at: usize) -> Option<&CellMark> {
        self.marks.get(at).and_then(Option::as_ref)
    }

    /// Text of a cell after its mark.
    pub(super) fn text(&self, at: usize, cell: &Cell) -> String {
        match self.mark(at) {
            Some(mark) => format!("{} {}", mark.text, cell.text()),
            None => cell.text(),
        }
    }

    /// Whether a cell is highlighted.
    pub(super) fn is_marked(&self, at: usize) -> bool {
        self.marked.is_some_and(|marked| marked.at == at)
    }

    /// Label with prefix, path and remark, for formats without titles of rows.
    pub(in crate::report) fn whole_label(&self, prefix: Option<&str>) -> String {
        let before = prefix.map(|prefix| format!("{prefix}: ")).unwrap_or_default();
        let path = self.path.as_ref().map(|path| format!(" ({path})")).unwrap_or_default();
        let remark = self.remark.map(|remark| format!(", {remark}")).unwrap_or_default();
        format!("{before}{}{path}{remark}", self.label.text())
    }

    /// Whether any cell has a value.
    pub(in crate::report) fn says_something(&self) -> bool {
        self.cells.iter().any(|cell| !cell.is_absent())
    }
}

/// Data of a result for programs: one kind of row, columns with documented names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// Column names.
    pub(in crate::report) columns: Vec<String>,
    /// Rows with one cell per column.
    pub(in crate::report) rows: Vec<Vec<Cell>>,
}

impl Data {
    /// Rows with column names.
    pub(in crate::report) fn new<N: Into<String>>(
        columns: impl IntoIterator<Item = N>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Data {
        Data { columns: columns.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }

    /// Joins the rows of several results with the same columns, each row after the name of its result.
    pub(in crate::report) fn joined(name: &str, all: impl IntoIterator<Item = (String, Data)>) -> Data {
        let mut columns = vec![name.to_owned()];
        let mut rows = Vec::new();
        for (of, data) in all {
            columns.truncate(1);
            columns.extend(data.columns);
            rows.extend(data.rows.into_iter().map(|row| [vec![Cell::from(&of)], row].concat()));
        }
        Data { columns, rows }
    }
}

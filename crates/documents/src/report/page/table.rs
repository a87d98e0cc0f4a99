//! Tables of a page: labels, columns, and cells that are values.

use super::cell::Cell;

/// A table of labels and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it shows, where that has to be said.
    pub(in crate::report) title: Option<Title>,
    /// What the labels are, where a format has a head above them.
    pub(in crate::report) corner: String,
    /// Where the labels stand.
    pub(in crate::report) labels: Align,
    /// What stands above the columns, and how the cells below stand.
    pub(in crate::report) columns: Vec<Column>,
    /// The column of the option that wins.
    pub(in crate::report) winner: Option<usize>,
    /// The rows.
    pub(in crate::report) rows: Vec<TableRow>,
    /// What keeps a reader from misreading it, below.
    pub(in crate::report) notes: Vec<String>,
    /// Whether a reader needs it at once.
    pub(in crate::report) fold: Fold,
}

/// What stands above a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Title {
    /// Words.
    Words(String),
    /// The name of what the table is about, which begins with the letter it begins with, and what is shown of it.
    Of(String, String),
}

/// On which side text stands in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// What stands above a column, and how its cells stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub(in crate::report) name: String,
    /// On which side its cells stand, where a format shows columns of both kinds.
    pub(in crate::report) align: Align,
    /// How wide it may be.
    pub(in crate::report) room: Room,
}

/// How wide a column may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// As wide as its cells.
    Own,
    /// It shares what the others leave with the columns of its kind; what is longer is cut.
    Shared,
}

/// Whether a reader needs something at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// It belongs to what is said.
    Open,
    /// It may be folded, or stand last.
    Folded,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableRow {
    /// What the rows below are about.
    Title(RowsTitle),
    /// A label with its cells.
    Cells(TableLine),
    /// A line across: something else follows, such as the sum of what precedes.
    Rule,
}

/// What rows are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowsTitle {
    /// As it stands above them.
    pub(in crate::report) title: String,
    /// What stands before each of their labels where nothing stands above them; nothing where the labels say it themselves.
    pub(in crate::report) prefix: Option<String>,
}

/// A label with its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// What it is about.
    pub(in crate::report) label: Cell,
    /// The path of what it is about, for those who are about to type it.
    pub(in crate::report) path: Option<String>,
    /// What else is said of it: `today`.
    pub(in crate::report) remark: Option<&'static str>,
    /// How deep it stands below what it belongs to.
    pub(in crate::report) depth: usize,
    /// How much depends on it.
    pub(in crate::report) weight: Weight,
    /// A cell for each column.
    pub(in crate::report) cells: Vec<Cell>,
    /// The cell that stands out, if one does.
    pub(in crate::report) marked: Option<Marked>,
    /// By which name each cell is explained, where one is; empty where none is.
    pub(in crate::report) explained: Vec<Option<String>>,
}

/// A cell that stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Its column.
    pub(in crate::report) at: usize,
    /// What that means, in a word.
    pub(in crate::report) means: &'static str,
}

/// How much depends on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It is one of many.
    Plain,
    /// A decision looks at it.
    Strong,
}

impl Table {
    /// A table of numbers, below names.
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

    /// Its lines, each with the title of its kind, where its label does not say that itself.
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

    /// The same below words.
    pub(in crate::report) fn titled(self, title: impl Into<String>) -> Table {
        Table { title: Some(Title::Words(title.into())), ..self }
    }
}

impl Title {
    /// The whole title.
    pub(in crate::report) fn text(&self) -> String {
        match self {
            Title::Words(words) => words.clone(),
            Title::Of(name, what) => format!("{name}: {what}"),
        }
    }
}

impl Column {
    /// A column that is as wide as its cells.
    pub(in crate::report) fn new(name: impl Into<String>, align: Align) -> Column {
        Column { name: name.into(), align, room: Room::Own }
    }
}

impl TableRow {
    /// A row of which nothing more is said.
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
        }
    }

    /// The same about what stands at a path, where the label is not the path itself.
    pub(in crate::report) fn at(self, path: &str) -> TableLine {
        TableLine { path: Some(path.to_owned()).filter(|path| *path != self.label.text()), ..self }
    }

    /// The same one step below what it belongs to.
    pub(in crate::report) fn below(self) -> TableLine {
        TableLine { depth: self.depth + 1, ..self }
    }

    /// The same with a cell that stands out, if one does.
    pub(in crate::report) fn marked(self, at: Option<usize>, means: &'static str) -> TableLine {
        TableLine { marked: at.map(|at| Marked { at, means }), ..self }
    }

    /// The same whose cells are explained by these names.
    pub(in crate::report) fn explained_by(self, names: impl IntoIterator<Item = Option<String>>) -> TableLine {
        TableLine { explained: names.into_iter().collect(), ..self }
    }

    /// Whether a cell stands out.
    pub(super) fn is_marked(&self, at: usize) -> bool {
        self.marked.is_some_and(|marked| marked.at == at)
    }

    /// What the line is about, where nothing stands above lines of a kind: their title stands before the label.
    pub(in crate::report) fn whole_label(&self, prefix: Option<&str>) -> String {
        let before = prefix.map(|prefix| format!("{prefix}: ")).unwrap_or_default();
        let path = self.path.as_ref().map(|path| format!(" ({path})")).unwrap_or_default();
        let remark = self.remark.map(|remark| format!(", {remark}")).unwrap_or_default();
        format!("{before}{}{path}{remark}", self.label.text())
    }

    /// Whether it says anything of any column.
    pub(in crate::report) fn says_something(&self) -> bool {
        self.cells.iter().any(|cell| !cell.is_absent())
    }
}

/// What programs get of an answer: one kind of row, columns with documented names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The names of the columns.
    pub(in crate::report) columns: Vec<String>,
    /// The rows, a cell for each column.
    pub(in crate::report) rows: Vec<Vec<Cell>>,
}

impl Data {
    /// Rows below the names of their columns.
    pub(in crate::report) fn new<N: Into<String>>(
        columns: impl IntoIterator<Item = N>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Data {
        Data { columns: columns.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }

    /// The rows of several answers with the same columns, each after the name of its own.
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

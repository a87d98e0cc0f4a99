//! Terminal layout of a table: blocks of columns that fit the canvas, each with the labels.

use super::super::cell::ABSENT;
use super::super::{Align, Canvas, Cell, ColumnWidth, Meaning, Table, TableLine, TableRow};
use crate::diagnostic::clean;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width};
use textwrap::core::Word;
use textwrap::{WordSeparator, WordSplitter};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Cells between two columns.
const GAP: usize = 3;
/// Maximum width of labels; longer ones are wrapped.
const LABEL: usize = 44;
/// Maximum width to which a name widens its column; longer names are wrapped.
const HEAD: usize = 20;
/// Minimum width of names, if columns fit next to each other only with narrower names.
const NARROW_HEAD: usize = 12;

/// Minimum and maximum characters of a cut text.
const CUT: (usize, usize) = (10, 120);
/// Mark before the winning amount.
const WINS: &str = "▸ ";

/// A row of the layout.
#[derive(Debug)]
enum GridRow {
    /// Title of the following rows.
    Title(String),
    /// Label and cells.
    Cells(String, Vec<Option<String>>),
    /// Path of the row above; it can extend below the columns.
    Path(String),
    /// Horizontal rule.
    Rule,
}

/// Layout of a table.
#[derive(Debug)]
pub(super) struct Grid {
    /// Column names.
    heads: Vec<String>,
    /// Column of the winner.
    winner: Option<usize>,
    /// Rows.
    rows: Vec<GridRow>,
}

impl Grid {
    /// Layout of a table with its cells as text.
    pub(super) fn of(table: &Table, canvas: &Canvas) -> Grid {
        let heads = table.columns.iter().map(|column| clean(&column.name)).collect();
        let labels = width_of_labels(table);
        let mut grid = Grid {
            heads,
            winner: table.winner,
            rows: table.rows.iter().flat_map(|row| grid_rows(row, labels)).collect(),
        };
        grid.cut(table, canvas);
        grid
    }

    /// Cuts the texts of columns that share space, so that the columns fit next to each other.
    fn cut(&mut self, table: &Table, canvas: &Canvas) {
        let all = table.columns.iter().enumerate();
        let (shared, others): (Vec<_>, Vec<_>) = all.partition(|(_, column)| column.room == ColumnWidth::Shared);
        if shared.is_empty() {
            return;
        }
        let used: usize = others.iter().map(|(at, _)| self.widest_cell(*at)).sum();
        let labels = self.label_width(canvas);
        let left = |taken: usize| canvas.width.saturating_sub(labels + taken + GAP * table.columns.len());
        let with_heads =
            others.iter().map(|(at, _)| self.widest_cell(*at).max(self.heads[*at].width().min(NARROW_HEAD)));
        let fits = left(with_heads.sum()) >= CUT.0 * shared.len();
        // if columns are in blocks anyway, a cut column has a block of its own
        let room = if fits { left(used) / shared.len() } else { canvas.width.saturating_sub(labels + GAP) };
        let most = room.clamp(CUT.0, CUT.1);
        for row in &mut self.rows {
            let GridRow::Cells(_, cells) = row else { continue };
            for (at, _) in &shared {
                if let Some(Some(text)) = cells.get_mut(*at) {
                    *text = shortened(text, most);
                }
            }
        }
    }

    fn widest_cell(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| match row {
            GridRow::Cells(_, cells) => cells.get(column)?.as_ref().map(|cell| cell.width()),
            GridRow::Title(_) | GridRow::Path(_) | GridRow::Rule => None,
        });
        cells.max().unwrap_or(1)
    }

    /// Lines of the table: blocks of columns one below the other, separated by an empty line; none is wider than the
    /// canvas unless a single amount is.
    pub(super) fn lines(&self, canvas: &Canvas) -> Vec<String> {
        let labels = self.label_width(canvas);
        let widths = self.column_widths(canvas, labels);
        let mut lines = Vec::new();
        let mut first = 0;
        while first < widths.len() {
            let mut used = labels;
            let fitting = widths.iter().skip(first).take_while(|width| {
                used += **width;
                used <= canvas.width
            });
            let next = first + fitting.count().max(1);
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(self.block(canvas, labels, &widths, first..next));
            first = next;
        }
        lines
    }

    /// Width of the first block.
    pub(super) fn width(&self, canvas: &Canvas) -> usize {
        let labels = self.label_width(canvas);
        let within = self.column_widths(canvas, labels).into_iter().scan(labels, |used, width| {
            *used += width;
            Some(*used)
        });
        within.take_while(|used| *used <= canvas.width).last().unwrap_or(labels)
    }

    fn label_width(&self, canvas: &Canvas) -> usize {
        let labels = self.rows.iter().map(|row| match row {
            GridRow::Title(text) | GridRow::Cells(text, _) => text.width(),
            GridRow::Path(_) | GridRow::Rule => 0,
        });
        labels.max().unwrap_or(0).min(LABEL.min(canvas.width / 2))
    }

    /// Width of every column. Names are narrower if all columns then fit next to each other.
    fn column_widths(&self, canvas: &Canvas, labels: usize) -> Vec<usize> {
        let of = |head: usize| -> Vec<usize> {
            let room = canvas.width.saturating_sub(labels + GAP).min(head);
            let width = |column: usize| self.widest_cell(column).max(self.heads[column].width().min(room)) + GAP;
            (0..self.heads.len()).map(width).collect()
        };
        let fit = |widths: &Vec<usize>| labels + widths.iter().sum::<usize>() <= canvas.width;
        (NARROW_HEAD..=HEAD).rev().map(of).find(fit).unwrap_or_else(|| of(HEAD))
    }

    fn block(&self, canvas: &Canvas, labels: usize, widths: &[usize], columns: std::ops::Range<usize>) -> Vec<String> {
        let heads = columns.clone().map(|column| head(&self.heads[column], widths[column] - GAP));
        let mut rows = vec![std::iter::once(String::new()).chain(heads).collect()];
        let mut lines = Vec::new();
        for row in self.rows_of(&columns) {
            match row {
                GridRow::Path(path) => {
                    lines.extend(self.row_lines(std::mem::take(&mut rows), canvas, labels, widths, &columns));
                    lines.push(path.clone());
                }
                GridRow::Title(_) | GridRow::Cells(..) | GridRow::Rule => {
                    rows.push(cells(row, labels, widths, &columns));
                }
            }
        }
        lines.extend(self.row_lines(rows, canvas, labels, widths, &columns));
        lines
    }

    /// Lines of consecutive rows.
    fn row_lines(
        &self,
        rows: Vec<Vec<String>>,
        canvas: &Canvas,
        labels: usize,
        widths: &[usize],
        columns: &std::ops::Range<usize>,
    ) -> Vec<String> {
        if rows.is_empty() {
            return Vec::new();
        }
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.add_rows(rows);
        let all = std::iter::once(labels).chain(columns.clone().map(|column| widths[column]));
        for (column, width) in table.column_iter_mut().zip(all) {
            column.set_padding((0, 0));
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(u16::try_from(width).unwrap_or(u16::MAX))));
            column.set_cell_alignment(if column.index == 0 { CellAlignment::Left } else { CellAlignment::Right });
        }
        let before =
            |column: usize| labels + columns.clone().take_while(|c| *c < column).map(|c| widths[c]).sum::<usize>();
        let winner = self.winner.filter(|winner| columns.contains(winner));
        let marked = winner.map(|winner| before(winner)..before(winner) + widths[winner]);
        table.lines().map(|line| paint(line.trim_end(), marked.as_ref(), canvas)).collect()
    }

    /// Rows with content in these columns; titles without rows are left out.
    fn rows_of(&self, columns: &std::ops::Range<usize>) -> Vec<&GridRow> {
        let mut kept: Vec<&GridRow> = Vec::new();
        for row in &self.rows {
            let has_content = match row {
                GridRow::Title(_) | GridRow::Rule => true,
                GridRow::Cells(_, cells) => {
                    cells.get(columns.clone()).is_some_and(|cells| cells.iter().any(Option::is_some))
                }
                // a path is shown once, below its row
                GridRow::Path(_) => columns.start == 0 && matches!(kept.last(), Some(GridRow::Cells(..))),
            };
            if has_content {
                if matches!(row, GridRow::Title(_) | GridRow::Rule) && matches!(kept.last(), Some(GridRow::Title(_))) {
                    kept.pop();
                }
                kept.push(row);
            }
        }
        if matches!(kept.last(), Some(GridRow::Title(_))) {
            kept.pop();
        }
        kept
    }
}

fn cells(row: &GridRow, labels: usize, widths: &[usize], columns: &std::ops::Range<usize>) -> Vec<String> {
    match row {
        GridRow::Title(title) | GridRow::Path(title) => vec![wrapped(title, labels, "   ")],
        GridRow::Cells(label, cells) => {
            let indent: String = label.chars().take_while(|c| *c == ' ').chain("  ".chars()).collect();
            let label = wrapped(label, labels, &indent);
            let cells = columns.clone().map(|c| cells.get(c).cloned().flatten().unwrap_or_else(|| ABSENT.to_owned()));
            std::iter::once(label).chain(cells).collect()
        }
        GridRow::Rule => {
            let label = format!(" {}", "─".repeat(labels.saturating_sub(1)));
            std::iter::once(label).chain(columns.clone().map(|column| "─".repeat(widths[column]))).collect()
        }
    }
}

/// Wraps text at spaces; words are broken only if they don't fit.
fn wrapped(text: &str, width: usize, indent: &str) -> String {
    // leading spaces belong to the first line; textwrap would drop them at a break
    let start: String = text.chars().take_while(|c| *c == ' ').collect();
    let options = textwrap::Options::new(width.max(1)).initial_indent(&start).subsequent_indent(indent);
    textwrap::wrap(text.trim_start(), options.word_splitter(WordSplitter::NoHyphenation)).join("\n")
}

/// Wraps a name after a period or hyphen; parts are broken only if they don't fit.
fn head(name: &str, width: usize) -> String {
    fn parts(name: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
        Box::new(name.split_inclusive(['.', '-', ' ']).map(Word::from))
    }
    let options = textwrap::Options::new(width.max(1)).word_separator(WordSeparator::Custom(parts));
    textwrap::wrap(name, options.word_splitter(WordSplitter::NoHyphenation)).join("\n")
}

/// Width of right-aligned labels; zero for left-aligned ones.
fn width_of_labels(table: &Table) -> usize {
    match table.labels {
        Align::Left => 0,
        Align::Right => table.lines().map(|(_, line)| clean(&line.label.text()).width()).max().unwrap_or_default(),
    }
}

/// Layout of a row with labels of at least a width, and its path below.
fn grid_rows(row: &TableRow, labels: usize) -> Vec<GridRow> {
    match row {
        TableRow::Title(part) => vec![GridRow::Title(format!(" {}", clean(&part.title)))],
        TableRow::Cells(line) => {
            let cells = line.cells.iter().enumerate().map(cell_of(line)).collect();
            let path = line.path.as_ref().map(|path| format!("{}{}", " ".repeat(3 + 2 * line.depth), clean(path)));
            [GridRow::Cells(label(line, labels), cells)].into_iter().chain(path.map(GridRow::Path)).collect()
        }
        TableRow::Rule => vec![GridRow::Rule],
    }
}

/// Indented label of a row.
fn label(line: &TableLine, width: usize) -> String {
    let indent = " ".repeat(1 + 2 * line.depth);
    let (text, remark) =
        (clean(&line.label.text()), line.remark.map(|remark| format!("  {remark}")).unwrap_or_default());
    let before = " ".repeat(width.saturating_sub(text.width()));
    format!("{indent}{before}{text}{remark}")
}

/// Text of the cells of a row.
fn cell_of(line: &TableLine) -> impl Fn((usize, &Cell)) -> Option<String> {
    |(at, cell)| {
        let mark = if line.is_marked(at) { WINS } else { "" };
        (!cell.is_absent()).then(|| format!("{mark}{}", clean(&cell.text())))
    }
}

/// Cuts a text that is too long.
fn shortened(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    format!("{}…", &text[..byte_at(text, most.saturating_sub(1))])
}

/// Byte index of the character at a cell, or of the next one.
fn byte_at(line: &str, cell: usize) -> usize {
    let mut taken = 0;
    let starts = line.char_indices().find(|(_, character)| {
        taken += character.width().unwrap_or_default();
        taken > cell
    });
    starts.map_or(line.len(), |(at, _)| at)
}

/// Colours the winner of a line: the marked cell, or the winner's column.
fn paint(line: &str, marked: Option<&std::ops::Range<usize>>, canvas: &Canvas) -> String {
    let Some((before, rest)) = line.split_once(WINS) else { return paint_column(line, marked, canvas) };
    let (amount, after) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
    format!("{before}{}{after}", canvas.colour.paint(&format!("{WINS}{amount}"), Meaning::Winner))
}

/// Colours the winner's column of a line.
fn paint_column(line: &str, marked: Option<&std::ops::Range<usize>>, canvas: &Canvas) -> String {
    let Some(marked) = marked else { return line.to_owned() };
    let (before, rest) = line.split_at(byte_at(line, marked.start));
    let (within, after) = rest.split_at(byte_at(rest, marked.end - marked.start));
    let amount = within.trim_start();
    if amount.is_empty() || amount.starts_with('─') {
        return line.to_owned();
    }
    let gap = &within[..within.len() - amount.len()];
    let (amount, rest) = amount.split_at(amount.trim_end().len());
    format!("{before}{gap}{}{rest}{after}", canvas.colour.paint(amount, Meaning::Winner))
}

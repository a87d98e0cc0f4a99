//! A table of labels and columns: laid out in blocks of columns that fit the canvas, the labels repeated.

use super::{ABSENT, Canvas, Meaning};
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use unicode_width::UnicodeWidthStr;

/// Cells between two columns.
const GAP: usize = 3;
/// A label column is at most this wide; longer labels are continued below.
const LABEL: usize = 44;
/// A name above a column may widen the column to this much; longer names are continued below.
const HEAD: usize = 20;

/// A row of a grid.
#[derive(Debug)]
pub(super) enum Row {
    /// What the rows below are about.
    Title(String),
    /// A label with its cells.
    Cells(String, Vec<Option<String>>),
    /// A line across: what follows is the sum of what precedes.
    Rule,
}

/// A table of labels and columns.
#[derive(Debug)]
pub(super) struct Grid {
    /// The names above the columns.
    pub(super) heads: Vec<String>,
    /// The column that wins.
    pub(super) winner: Option<usize>,
    /// The rows.
    pub(super) rows: Vec<Row>,
}

impl Grid {
    /// The lines of the grid, blocks of columns one below the other with an empty line between; none wider than the canvas
    /// unless a single amount is.
    pub(super) fn lines(&self, canvas: &Canvas) -> Vec<String> {
        let labels = self.label_width(canvas);
        let widths: Vec<usize> =
            (0..self.heads.len()).map(|column| self.column_width(column, canvas, labels)).collect();
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

    /// Cells that the first block takes.
    pub(super) fn width(&self, canvas: &Canvas) -> usize {
        let labels = self.label_width(canvas);
        let widths = (0..self.heads.len()).map(|column| self.column_width(column, canvas, labels));
        let within = widths.scan(labels, |used, width| {
            *used += width;
            Some(*used)
        });
        within.take_while(|used| *used <= canvas.width).last().unwrap_or(labels)
    }

    fn label_width(&self, canvas: &Canvas) -> usize {
        let labels = self.rows.iter().map(|row| match row {
            Row::Title(text) | Row::Cells(text, _) => text.width(),
            Row::Rule => 0,
        });
        labels.max().unwrap_or(0).min(LABEL.min(canvas.width / 2))
    }

    fn column_width(&self, column: usize, canvas: &Canvas, labels: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| match row {
            Row::Cells(_, cells) => cells.get(column)?.as_ref().map(|cell| cell.width()),
            Row::Title(_) | Row::Rule => None,
        });
        let amounts = cells.max().unwrap_or(1);
        let room = canvas.width.saturating_sub(labels + GAP).min(HEAD);
        amounts.max(self.heads[column].width().min(room)) + GAP
    }

    fn block(&self, canvas: &Canvas, labels: usize, widths: &[usize], columns: std::ops::Range<usize>) -> Vec<String> {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        let heads = columns.clone().map(|column| below_each_other(&self.heads[column], widths[column] - GAP, ""));
        table.add_row(std::iter::once(String::new()).chain(heads));
        for row in self.rows_of(&columns) {
            table.add_row(cells(row, labels, widths, &columns));
        }
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

    /// The rows that say something of these columns; a title without rows says nothing.
    fn rows_of(&self, columns: &std::ops::Range<usize>) -> Vec<&Row> {
        let mut kept: Vec<&Row> = Vec::new();
        for row in &self.rows {
            let says = match row {
                Row::Title(_) | Row::Rule => true,
                Row::Cells(_, cells) => {
                    cells.get(columns.clone()).is_some_and(|cells| cells.iter().any(Option::is_some))
                }
            };
            if says {
                if matches!(row, Row::Title(_) | Row::Rule) && matches!(kept.last(), Some(Row::Title(_))) {
                    kept.pop();
                }
                kept.push(row);
            }
        }
        if matches!(kept.last(), Some(Row::Title(_))) {
            kept.pop();
        }
        kept
    }
}

fn cells(row: &Row, labels: usize, widths: &[usize], columns: &std::ops::Range<usize>) -> Vec<String> {
    match row {
        Row::Title(title) => vec![below_each_other(title, labels, "   ")],
        Row::Cells(label, cells) => {
            let indent: String = label.chars().take_while(|c| *c == ' ').chain("  ".chars()).collect();
            let label = below_each_other(label, labels, &indent);
            let cells = columns.clone().map(|c| cells.get(c).cloned().flatten().unwrap_or_else(|| ABSENT.to_owned()));
            std::iter::once(label).chain(cells).collect()
        }
        Row::Rule => {
            let label = format!(" {}", "─".repeat(labels.saturating_sub(1)));
            std::iter::once(label).chain(columns.clone().map(|column| "─".repeat(widths[column]))).collect()
        }
    }
}

/// Text in lines of a width, broken at spaces and hyphens, and within a word only where nothing else fits.
fn below_each_other(text: &str, width: usize, indent: &str) -> String {
    // leading spaces are part of the first line; textwrap would drop them at a break
    let start: String = text.chars().take_while(|c| *c == ' ').collect();
    let options = textwrap::Options::new(width.max(1)).initial_indent(&start).subsequent_indent(indent);
    textwrap::wrap(text.trim_start(), options).join("\n")
}

/// The line with the winner's column coloured. Rows hold names and amounts: every character takes one cell.
fn paint(line: &str, marked: Option<&std::ops::Range<usize>>, canvas: &Canvas) -> String {
    let Some(marked) = marked else { return line.to_owned() };
    let taken = |from: usize, to: usize| -> String { line.chars().skip(from).take(to - from).collect() };
    let (before, within) = (taken(0, marked.start), taken(marked.start, marked.end));
    let after: String = line.chars().skip(marked.end).collect();
    let amount = within.trim_start();
    if amount.is_empty() || amount.starts_with('─') {
        return line.to_owned();
    }
    let gap = &within[..within.len() - amount.len()];
    let (amount, rest) = amount.split_at(amount.trim_end().len());
    format!("{before}{gap}{}{rest}{after}", canvas.colour.paint(amount, Meaning::Winner))
}

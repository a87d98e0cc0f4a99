//! Terminal output of a page: section headings in the margin, tables in columns, and drawn charts.

mod axis;
mod bars;
mod grid;
mod lines;
mod load;
mod map;
mod moves;
mod picture;

mod tornado;

use super::wrap::wrap;
use super::{Block, Canvas, Chart, Page, Say, Section, Snippet, Table};
use crate::diagnostic::clean;
use grid::Grid;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Writes a page: name, facts and blocks, each block after an empty line.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write(page: &Page, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = head(page, canvas);
    lines.extend(page.request.iter().chain(&page.notes).flat_map(|text| wrap(text, "", canvas)));
    for block in page.blocks.iter().filter_map(|block| block_lines(block, page, canvas)) {
        lines.push(String::new());
        lines.extend(block);
    }
    if let Some(Block::Snippet(_)) = page.blocks.last() {
        // text to copy is separated from the footer
        lines.push(String::new());
    }
    lines.extend(wrap(&page.footer, " ", canvas));
    lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// Name on the left and conventions on the right, on one line if they fit.
fn head(page: &Page, canvas: &Canvas) -> Vec<String> {
    let tables = page.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(Grid::of(table, canvas).width(canvas)),
        Block::Heading(_)
        | Block::Lead(_)
        | Block::Sections(_)
        | Block::Moves(_)
        | Block::Chart(_)
        | Block::Remarks(_)
        | Block::Snippet(_) => None,
    });
    let widest = tables.max().unwrap_or(canvas.width);
    let (name, facts) = (clean(&page.name), &page.conventions);
    let together = name.width() + 4 + facts.width();
    if together <= canvas.width {
        let gap = widest.max(together).min(canvas.width) - name.width() - facts.width();
        return vec![format!("{name}{}{facts}", " ".repeat(gap))];
    }
    [&name, facts].into_iter().flat_map(|text| wrap(text, "", canvas)).collect()
}

/// Lines of a block; none for a chart that doesn't fit.
fn block_lines(block: &Block, page: &Page, canvas: &Canvas) -> Option<Vec<String>> {
    match block {
        Block::Heading(heading) => Some(vec![heading_line(heading, canvas)]),
        Block::Lead(text) => Some(wrap(text, "", canvas)),
        Block::Sections(sections) => {
            Some(sections.iter().flat_map(|section| section_lines(section, page.margin, canvas)).collect())
        }
        Block::Table(table) => Some(table_lines(table, canvas)),
        Block::Moves(moves) => Some(moves::lines(moves, canvas)),
        Block::Chart(Chart::Bars(bars)) => Some(bars::lines(bars, canvas)),
        Block::Chart(Chart::Tornado(tornado)) => Some(tornado::lines(tornado, canvas)),
        Block::Chart(Chart::Lines(chart)) => lines::lines(chart, canvas),
        Block::Chart(Chart::Map(map)) => Some(map::lines(map, canvas)),
        Block::Chart(Chart::Load(load)) => Some(load::lines(load, canvas.width)),
        Block::Remarks(remarks) => {
            Some(remarks.iter().flat_map(|remark| wrap(&format!("{remark}."), " ", canvas)).collect())
        }
        Block::Snippet(snippet) => Some(snippet_lines(snippet, page.margin)),
    }
}

/// A heading with a rule to the end of the line.
fn heading_line(heading: &str, canvas: &Canvas) -> String {
    format!("{heading} {}", "─".repeat(canvas.width.saturating_sub(heading.len() + 1)))
}

fn table_lines(table: &Table, canvas: &Canvas) -> Vec<String> {
    let mut lines: Vec<String> = table.title.iter().flat_map(|title| wrap(&title.text(), "", canvas)).collect();
    lines.extend(Grid::of(table, canvas).lines(canvas));
    lines.extend(table.notes.iter().flat_map(|note| wrap(note, " ", canvas)));
    lines
}

/// A heading in the margin, with wrapped texts next to it.
fn section_lines(section: &Section, margin: usize, canvas: &Canvas) -> Vec<String> {
    let blank = " ".repeat(margin);
    let mut lines: Vec<String> = Vec::new();
    for say in &section.says {
        match say {
            Say::Text(text) => lines.extend(wrap(text, &blank, canvas)),
            Say::Axis(axis) => {
                lines.push(format!("{blank}{}", axis::line(axis, canvas.width.saturating_sub(margin), canvas.colour)));
            }
        }
    }
    let heading = section.heading;
    let shown = section.meaning.map_or_else(|| heading.to_owned(), |meaning| canvas.colour.paint(heading, meaning));
    in_the_margin(heading, &shown, lines)
}

/// Puts a heading into the margin of the first line.
fn in_the_margin(heading: &str, shown: &str, mut lines: Vec<String>) -> Vec<String> {
    if let Some(first) = lines.first_mut() {
        let rest = first.get(1 + heading.len()..).unwrap_or_default();
        *first = format!(" {shown}{rest}");
    }
    lines
}

/// Text to copy, which is not wrapped.
fn snippet_lines(snippet: &Snippet, margin: usize) -> Vec<String> {
    let blank = " ".repeat(margin);
    let nothing = [clean(&snippet.nothing)];
    let said = if snippet.lines.is_empty() { nothing.as_slice() } else { snippet.lines.as_slice() };
    in_the_margin(snippet.heading, snippet.heading, said.iter().map(|line| format!("{blank}{line}")).collect())
}

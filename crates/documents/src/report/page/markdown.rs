//! Markdown output of a page, for a merge request, a wiki or a ticket: the answer first, then figures as tables, then
//! conditions as lists.

use super::{Align, Block, Cell, Column, Fold, Page, PageContext, Snippet, Table, TableLine, Title, Weight};
use crate::diagnostic::clean;
use std::io::{self, Write};

/// Writes a page; its parts are separated by empty lines.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let answers = page.answers().into_iter().map(|answer| strong(&escape(&answer)));
    let mut parts: Vec<String> = match page.read {
        PageContext::Alone | PageContext::Board => alone(page, answers),
        PageContext::InDiscussion => answers.chain(without_answers(page)).collect(),
    };
    parts.push(escape(&page.footer));
    writeln!(out, "{}", parts.join("\n\n"))
}

/// Parts of a page with its name: answer, request and conventions, then all blocks.
fn alone(page: &Page, answers: impl Iterator<Item = String>) -> Vec<String> {
    let facts = page.facts().into_iter().map(escape);
    let name = std::iter::once(format!("## {}", escape(&page.name)));
    name.chain(answers).chain(facts).chain(page.blocks.iter().flat_map(block_parts)).collect()
}

/// Parts of a page without its name, after the answer: sentences, tables, and collapsible tables last.
pub(in crate::report) fn without_answers(page: &Page) -> impl Iterator<Item = String> {
    let details = page.sections().filter(|section| section.is_detail());
    let details =
        details.flat_map(|section| section.texts().map(|text| format!("- {}: {}", section.heading, escape(text))));
    let details: Vec<String> = details.collect();
    let (mut tables, mut folded) = (Vec::new(), Vec::new());
    for block in &page.blocks {
        match block {
            Block::Sections(_) => {}
            Block::Table(Table { fold: Fold::Folded, .. }) => folded.extend(block_parts(block)),
            Block::Heading(_)
            | Block::Lead(_)
            | Block::Table(_)
            | Block::Moves(_)
            | Block::Chart(_)
            | Block::Remarks(_)
            | Block::Snippet(_) => tables.extend(block_parts(block)),
        }
    }
    (!details.is_empty()).then(|| details.join("\n")).into_iter().chain(tables).chain(folded)
}

/// Parts of a block; leads are written elsewhere.
fn block_parts(block: &Block) -> Vec<String> {
    match block {
        Block::Heading(heading) => vec![format!("### {heading}")],
        Block::Lead(_) => Vec::new(),
        Block::Sections(sections) => {
            let details = sections.iter().filter(|section| section.is_detail());
            details.flat_map(|section| [strong(section.heading), list(section.texts())]).collect()
        }
        Block::Table(table) => table_parts(table),
        Block::Moves(moves) if moves.groups.is_empty() => vec![escape(moves.none)],
        Block::Moves(moves) => moves.tables().flat_map(|table| table_parts(&table)).collect(),
        Block::Chart(chart) => chart.table().iter().flat_map(table_parts).collect(),
        Block::Remarks(remarks) if remarks.is_empty() => Vec::new(),
        Block::Remarks(remarks) => vec![list(remarks.iter().map(String::as_str))],
        Block::Snippet(snippet) => snippet_parts(snippet),
    }
}

fn list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.map(|text| format!("- {}", escape(text))).collect::<Vec<_>>().join("\n")
}

fn snippet_parts(snippet: &Snippet) -> Vec<String> {
    let Snippet { heading, language, lines, nothing } = snippet;
    let said = match lines.as_slice() {
        [] => format!("{}.", sentence(&escape(nothing))),
        lines => format!("~~~{language}\n{}\n~~~", lines.join("\n")),
    };
    vec![strong(heading), said]
}

fn table_parts(table: &Table) -> Vec<String> {
    let title = table.title.as_ref().map(|title| match title {
        Title::Words(words) => sentence(&escape(words)),
        Title::Of(name, what) => escape(&format!("{name}: {what}")),
    });
    let notes = table.notes.iter().map(|note| escape(note));
    title.into_iter().chain([rows(table)]).chain(notes).collect()
}

/// Table head and rows; the title of a group of rows becomes a prefix of their labels.
fn rows(table: &Table) -> String {
    let side = |align| match align {
        Align::Left => ":---|",
        Align::Right => "---:|",
    };
    let name = |(at, column): (usize, &Column)| {
        let name = escape(&column.name);
        if table.winner == Some(at) { strong(&name) } else { name }
    };
    let rule: String = table.columns.iter().map(|column| side(column.align)).collect();
    let names: Vec<String> = table.columns.iter().enumerate().map(name).collect();
    let mut lines = vec![row(&escape(&table.corner), &names), format!("|{}{rule}", side(table.labels))];
    lines.extend(table.lines().map(|(prefix, line)| cells(line, prefix)));
    lines.join("\n")
}

fn cells(line: &TableLine, prefix: Option<&str>) -> String {
    let label = escape(&line.whole_label(prefix));
    let label = match line.weight {
        Weight::Strong => strong(&label),
        Weight::Plain => label,
    };
    let cell = |(at, cell): (usize, &Cell)| {
        let text = escape(&line.text(at, cell));
        if line.is_marked(at) { strong(&text) } else { text }
    };
    let cells: Vec<String> = line.cells.iter().enumerate().map(cell).collect();
    row(&label, &cells)
}

fn row(label: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().flat_map(|cell| [" ", cell, " |"]).collect();
    let label = if label.is_empty() { " ".to_owned() } else { format!(" {label} ") };
    format!("|{label}|{cells}")
}

/// Bold text.
pub(in crate::report) fn strong(text: &str) -> String {
    format!("**{text}**")
}

/// Text with a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Escapes Markdown and HTML.
pub(in crate::report) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in clean(text).chars() {
        match character {
            '\u{a0}' => escaped.push(' '),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // a backslash does not prevent mentions and bare links
            '@' => escaped.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '$' => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

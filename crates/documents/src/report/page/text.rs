//! Plain text output of a page, for mail, tickets and screen readers: nothing is drawn, and no meaning depends on
//! position.

use super::wrap::wrap;
use super::{Block, Canvas, Page, Snippet, Table, TableLine, Title};
use std::io::{self, Write};

/// Writes a page: name, answer, facts and blocks, separated by empty lines.
///
/// # Errors
/// If writing fails.
pub(in crate::report) fn write(page: &Page, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let mut parts = vec![wrap(&page.name, "", canvas)];
    let answers = page.answers();
    parts.extend(answers.iter().map(String::as_str).chain(page.facts()).map(|text| wrap(text, "", canvas)));
    parts.extend(page.blocks.iter().flat_map(|block| block_parts(block, canvas)));
    parts.push(wrap(&page.footer, "", canvas));
    let parts: Vec<String> = parts.into_iter().map(|lines| lines.join("\n")).collect();
    writeln!(out, "{}", parts.join("\n\n"))
}

/// Parts of a block, each as lines. Leads are written elsewhere, and pure drawings are left out.
fn block_parts(block: &Block, canvas: &Canvas) -> Vec<Vec<String>> {
    match block {
        Block::Heading(heading) => vec![vec![(*heading).to_owned()]],
        Block::Lead(_) => Vec::new(),
        Block::Sections(sections) => sections
            .iter()
            .filter(|section| section.is_detail())
            .map(|section| headed(section.heading, section.texts(), canvas))
            .collect(),
        Block::Table(table) => table_parts(table, canvas),
        Block::Moves(moves) if moves.groups.is_empty() => vec![wrap(moves.none, "", canvas)],
        Block::Moves(moves) => moves.tables().flat_map(|table| table_parts(&table, canvas)).collect(),
        Block::Chart(chart) => chart.table().iter().flat_map(|table| table_parts(table, canvas)).collect(),
        Block::Remarks(remarks) if remarks.is_empty() => Vec::new(),
        Block::Remarks(remarks) => vec![remarks.iter().flat_map(|remark| item(remark, canvas)).collect()],
        Block::Snippet(snippet) => vec![snippet_lines(snippet, canvas)],
    }
}

/// A heading with texts below it as a list.
fn headed<'a>(heading: &str, texts: impl Iterator<Item = &'a str>, canvas: &Canvas) -> Vec<String> {
    std::iter::once(format!("{heading}:")).chain(texts.flat_map(|text| item(text, canvas))).collect()
}

fn item(text: &str, canvas: &Canvas) -> Vec<String> {
    let mut lines = wrap(text, "  ", canvas);
    if let Some(first) = lines.first_mut() {
        first.replace_range(..2, "- ");
    }
    lines
}

/// A list with an item per row below the title, and the notes.
fn table_parts(table: &Table, canvas: &Canvas) -> Vec<Vec<String>> {
    let corner = Some(&table.corner).filter(|corner| !corner.is_empty());
    let title = table.title.as_ref().map(Title::text).or(corner.cloned());
    let mut rows: Vec<String> = title.iter().flat_map(|title| wrap(&format!("{title}:"), "", canvas)).collect();
    rows.extend(table.lines().flat_map(|(prefix, line)| item(&row(table, prefix, line), canvas)));
    let notes = table.notes.iter().map(|note| wrap(note, "", canvas));
    std::iter::once(rows).chain(notes).collect()
}

/// `nodes, purchase: own.hgx: 1,192,000.00`: the label, and each cell after its column name. Absent cells are left out.
fn row(table: &Table, prefix: Option<&str>, line: &TableLine) -> String {
    let cells: Vec<String> = table
        .columns
        .iter()
        .zip(&line.cells)
        .enumerate()
        .filter(|(at, (_, cell))| !cell.is_absent() || line.mark(*at).is_some())
        .map(|(at, (column, cell))| {
            let means = line.marked.filter(|marked| marked.at == at).map(|marked| format!(" ({})", marked.means));
            format!("{}: {}{}", column.name, line.text(at, cell), means.unwrap_or_default())
        })
        .collect();
    let label = line.whole_label(prefix);
    if cells.is_empty() { label } else { format!("{label}: {}", cells.join("; ")) }
}

/// Text to copy below its instruction; it is not wrapped.
fn snippet_lines(snippet: &Snippet, canvas: &Canvas) -> Vec<String> {
    if snippet.lines.is_empty() {
        return headed(snippet.heading, std::iter::once(snippet.nothing.as_str()), canvas);
    }
    let lines = snippet.lines.iter().map(|line| format!("    {line}"));
    std::iter::once(format!("{}:", snippet.heading)).chain(lines).collect()
}

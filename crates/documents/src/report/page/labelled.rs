//! Labels of options. Results name an option by its path, as commands do; pages show its label. The replacement is made
//! here for all texts of a page.

use super::{Block, Cell, Chart, Move, MoveRows, Moves, Page, PageContext, Say, Section, Table, TableRow, Title};
use crate::scenario::Labels;

impl Page {
    /// Replaces the paths of options by their labels, and adds a list of labels and paths. Names and notes of the
    /// author, paths of inputs and snippets are not changed.
    pub(in crate::report) fn labelled(mut self) -> Page {
        let labels = std::mem::take(&mut self.labels);
        if labels.is_empty() {
            return self;
        }
        each(&mut self.request, &labels);
        for block in &mut self.blocks {
            in_block(block, &labels);
        }
        if self.read != PageContext::Board {
            self.say_paths(&labels);
        }
        self
    }

    /// Lists the path of each option and workload with a label, before the first heading.
    fn say_paths(&mut self, labels: &Labels) {
        let paths = labels.named().map(|(path, label)| format!("{label}: {path}")).collect();
        let Some(section) = Section::detail("Labels", paths) else { return };
        if self.margin == 0 {
            // a page without margin headings lists them in sentences
            let texts = section.texts().map(str::to_owned).collect();
            match self.blocks.last_mut() {
                Some(Block::Remarks(remarks)) => remarks.extend::<Vec<String>>(texts),
                Some(_) | None => self.blocks.push(Block::Remarks(texts)),
            }
            return;
        }
        let end = self.blocks.iter().position(|block| matches!(block, Block::Heading(_))).unwrap_or(self.blocks.len());
        let said = self.blocks[..end].iter_mut().rev().find_map(|block| match block {
            Block::Sections(sections) => Some(sections),
            Block::Heading(_)
            | Block::Lead(_)
            | Block::Table(_)
            | Block::Moves(_)
            | Block::Chart(_)
            | Block::Remarks(_)
            | Block::Snippet(_) => None,
        });
        match said {
            Some(sections) => sections.push(section),
            None => self.blocks.push(Block::Sections(vec![section])),
        }
    }
}

/// Replaces paths by labels in texts.
fn each<'t>(texts: impl IntoIterator<Item = &'t mut String>, labels: &Labels) {
    for text in texts {
        *text = labels.display_text(text);
    }
}

pub(super) fn in_block(block: &mut Block, labels: &Labels) {
    match block {
        Block::Lead(text) => each([text], labels),
        Block::Sections(sections) => each(sections.iter_mut().flat_map(texts), labels),
        Block::Table(table) => in_table(table, labels),
        Block::Moves(moves) => in_moves(moves, labels),
        Block::Chart(chart) => in_chart(chart, labels),
        Block::Remarks(remarks) => each(remarks, labels),
        Block::Heading(_) | Block::Snippet(_) => {}
    }
}

fn texts(section: &mut Section) -> impl Iterator<Item = &mut String> {
    section.says.iter_mut().filter_map(|say| match say {
        Say::Text(text) => Some(text),
        Say::Axis(_) => None,
    })
}

pub(super) fn in_table(table: &mut Table, labels: &Labels) {
    let title = table.title.as_mut().map(|title| match title {
        Title::Words(words) => vec![words],
        Title::Of(name, what) => vec![name, what],
    });
    each(title.into_iter().flatten(), labels);
    each([&mut table.corner], labels);
    each(table.columns.iter_mut().map(|column| &mut column.name), labels);
    each(&mut table.notes, labels);
    for row in &mut table.rows {
        match row {
            TableRow::Title(part) => each([&mut part.title].into_iter().chain(&mut part.prefix), labels),
            TableRow::Cells(line) => {
                in_cells([&mut line.label].into_iter().chain(&mut line.cells), labels);
            }
            TableRow::Rule => {}
        }
    }
}

fn in_cells<'c>(cells: impl IntoIterator<Item = &'c mut Cell>, labels: &Labels) {
    let texts = cells.into_iter().filter_map(|cell| match cell {
        Cell::Text(text) => Some(text),
        Cell::Absent | Cell::Number(..) => None,
    });
    each(texts, labels);
}

fn in_moves(moves: &mut Moves, labels: &Labels) {
    for group in &mut moves.groups {
        each([&mut group.title], labels);
        match &mut group.rows {
            MoveRows::Moves(all) => {
                each(all.iter_mut().flat_map(|Move { name, says, .. }| [name, says]), labels);
            }
            MoveRows::Limits(all) => each(all.iter_mut().flat_map(|limit| [&mut limit.name, &mut limit.says]), labels),
        }
    }
}

fn in_chart(chart: &mut Chart, labels: &Labels) {
    match chart {
        Chart::Bars(bars) => each(bars.options.iter_mut().map(|option| &mut option.name), labels),
        Chart::Tornado(tornado) => each(tornado.bars.iter_mut().map(|bar| &mut bar.label), labels),
        Chart::Lines(lines) => each(lines.options.iter_mut().map(|line| &mut line.name), labels),
        Chart::Map(map) => {
            let amounts = map.amounts.iter_mut().map(|amounts| &mut amounts.name);
            each(map.options.iter_mut().chain([&mut map.down.name, &mut map.across.name]).chain(amounts), labels);
        }
        Chart::Load(_) => {}
    }
}

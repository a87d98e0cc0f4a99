//! A comparison as a document: the answer, what shows it, and what it rests on.

use super::Compared;
use super::pictures::pictures;
use super::{cases, costs, sections, split, workloads};
use crate::analysis::Answer;
use crate::analysis::sensitivity::{Moved, sensitivity};
use crate::analysis::simulate::{Sampling, simulate};
use crate::explain::Leaf;
use crate::report::page::{
    Align, Block, Cell, Chapter, Column, IllustratedPage, Page, Picture, Section, Table, TableLine, TableRow,
};
use crate::report::simulate::spreads;
use crate::report::{Report, Weighed};

/// What is unfolded by those who want to know.
const EXPLAINED: &str = "Every underlined figure opens where it comes from: its formula, its values, and the line of the \
                         file in which each of them was written.";

/// As `simulate` draws where nothing else is asked.
const SAMPLING: Sampling = Sampling { draws: 100_000, seed: 1 };

/// The document of a comparison, on the page that begins with its answer.
pub(super) fn document(compared: &Compared<'_>, page: Page) -> IllustratedPage {
    let comparison = compared.comparison;
    let said = |sections: Vec<Section>| (!sections.is_empty()).then_some(Block::Sections(sections));
    let tables = match &compared.view {
        Some(view) => split::tables(view, comparison),
        None => std::iter::once(costs(comparison)).chain(workloads::tables(comparison)).collect(),
    };
    let lead = compared.answer.is_some() && compared.view.is_none();
    let chapter = |heading, lead, blocks: Vec<Block>| (!blocks.is_empty()).then_some(Chapter { heading, lead, blocks });
    let cases = [cases::table(compared).map(Block::Table), said(cases::values(compared))];
    let chapters = [
        chapter("Cases", None, cases.into_iter().flatten().collect()),
        chapter("Every cost", lead.then_some(EXPLAINED), tables.into_iter().map(Block::Table).collect()),
        chapter("What follows", None, said(sections::details(comparison)).into_iter().collect()),
        chapter("What it rests on", None, said(sections::grounds(compared)).into_iter().collect()),
        chapter("Inputs", None, compared.answer.map(inputs).map(Block::Table).into_iter().collect()),
    ];
    let mut shown = compared.answer.map(|answer| pictures(answer, comparison)).unwrap_or_default();
    let (unsure, spread) = compared.answer.map(unsure).unwrap_or_default();
    shown.extend(spread);
    let unsure = chapter("How sure it is", None, unsure);
    let [cases, costs, follows, rests, inputs] = chapters;
    let chapters = [cases, unsure, costs, follows, rests, inputs].into_iter().flatten().collect();
    IllustratedPage { page, pictures: shown, chapters }
}

/// What uncertain numbers do, each alone and all at once, with a picture; nothing where none is uncertain.
fn unsure(answer: &Answer) -> (Vec<Block>, Option<Picture>) {
    let alone = sensitivity(answer, Moved::Uncertain).filter(|alone| !alone.swings.is_empty());
    let alone = alone.map(|alone| Weighed::of(answer, &alone).page().blocks).unwrap_or_default();
    // a scenario that has an answer as it is stated may have none whatever is drawn; then there is nothing to show
    let drawn = simulate(answer, SAMPLING, &|_| {}).ok().flatten();
    let together = drawn.as_ref().map(|drawn| Weighed::of(answer, drawn).page().blocks).unwrap_or_default();
    (alone.into_iter().chain(together).collect(), drawn.as_ref().and_then(spreads))
}

/// Every number that a figure follows from, in the order of the file, with its place and its source.
fn inputs(answer: &Answer) -> Table {
    let row = |leaf: Leaf| {
        let path = leaf.name;
        let cells: [Cell; 3] = [leaf.value.into(), in_file(&leaf.place).into(), leaf.source.into()];
        TableRow::Cells(TableLine::new(leaf.words.unwrap_or_else(|| path.clone()), cells).at(&path))
    };
    let columns = [("value", Align::Right), ("written", Align::Left), ("source", Align::Left)];
    Table {
        columns: columns.into_iter().map(|(name, align)| Column::new(name, align)).collect(),
        corner: "input".to_owned(),
        ..Table::new(<[&str; 0]>::default(), answer.inputs().into_iter().map(row).collect())
    }
    .titled("every number that was written or assumed, with its place and its source")
}

/// A place without the folder of its file: there is one file, which the footer names.
fn in_file(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}

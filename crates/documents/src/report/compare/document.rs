//! A comparison as a document: the answer, what shows it, and what it rests on.

use super::Compared;
use super::pictures::pictures;
use super::{cases, said, sections};
use crate::analysis::Answer;
use crate::explain::Leaf;
use crate::report::page::{Align, Block, Cell, Chapter, Column, IllustratedPage, Page, Table, TableLine, TableRow};
use crate::report::uncertain::Uncertain;

/// What is unfolded by those who want to know.
const EXPLAINED: &str = "Every underlined figure opens where it comes from: its formula, its values, and the line of the \
                         file in which each of them was written.";

/// What other questions say of the same scenario, each at its place in the order of a reader.
#[derive(Debug, Default)]
pub(in crate::report) struct Further {
    /// What would turn the verdict.
    pub(in crate::report) turns: Option<Chapter>,
    /// How many to own and to commit to.
    pub(in crate::report) plan: Option<Chapter>,
    /// The costs by year.
    pub(in crate::report) years: Option<Chapter>,
    /// What was found beside what weighs against the verdict.
    pub(in crate::report) found: Option<Chapter>,
}

/// The document of a comparison, on the page that begins with its answer.
pub(super) fn document(compared: &Compared<'_>, page: Page) -> IllustratedPage {
    let uncertain = compared.answer.map(Uncertain::of).unwrap_or_default();
    illustrated(compared, page, &uncertain, Further::default())
}

/// The same with what its uncertain numbers do, and with what other questions say.
pub(in crate::report) fn illustrated(
    compared: &Compared<'_>,
    page: Page,
    uncertain: &Uncertain,
    further: Further,
) -> IllustratedPage {
    let comparison = compared.comparison;
    let tables = compared.tables();
    let lead = compared.answer.is_some() && compared.split.is_none();
    let of_cases = [cases::table(compared).map(Block::Table), said(cases::values(compared))];
    let chapters = [
        Chapter::of("Cases", None, of_cases.into_iter().flatten().collect()),
        further.turns,
        compared.answer.and_then(|answer| uncertain.chapter(answer)),
        further.plan,
        Chapter::of("Every cost", lead.then_some(EXPLAINED), tables.into_iter().map(Block::Table).collect()),
        further.years,
        Chapter::of("What follows", None, said(sections::details(compared)).into_iter().collect()),
        Chapter::of("What it rests on", None, said(sections::grounds(compared)).into_iter().collect()),
        further.found,
        compared.answer.and_then(inputs),
    ];
    let pictures = compared.answer.map(|answer| pictures(answer, comparison)).unwrap_or_default();
    let pictures = pictures.into_iter().chain(cases::picture(compared)).chain(uncertain.picture()).collect();
    IllustratedPage { page, pictures, chapters: chapters.into_iter().flatten().collect() }
}

/// Every number that a figure follows from, in the order of the file, with its place and its source.
fn inputs(answer: &Answer) -> Option<Chapter> {
    let row = |leaf: Leaf| {
        let path = leaf.name;
        let cells: [Cell; 3] = [leaf.value.into(), in_file(&leaf.place).into(), leaf.source.into()];
        TableRow::Cells(TableLine::new(leaf.words.unwrap_or_else(|| path.clone()), cells).at(&path))
    };
    let columns = [("value", Align::Right), ("written", Align::Left), ("source", Align::Left)];
    let table = Table {
        columns: columns.into_iter().map(|(name, align)| Column::new(name, align)).collect(),
        corner: "input".to_owned(),
        ..Table::new(<[&str; 0]>::default(), answer.inputs().into_iter().map(row).collect())
    };
    let title = "every number that was written or assumed, with its place and its source";
    Chapter::of("Inputs", None, vec![Block::Table(table.titled(title))])
}

/// The same in sentences, each without a point at its end, for those who read on rather than look something up.
pub(in crate::report) fn inputs_in_words(answer: &Answer) -> Vec<String> {
    let said = |leaf: Leaf| {
        let Leaf { name, words, value, place, source, .. } = leaf;
        let called = words.filter(|words| *words != name).map_or(String::new(), |words| format!("{words}: "));
        let source = if source.is_empty() { source } else { format!("; {source}") };
        format!("{called}{name} = {value} ({}{source})", in_file(&place))
    };
    answer.inputs().into_iter().map(said).collect()
}

/// A place without the folder of its file: there is one file, which the footer names.
fn in_file(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}

//! A comparison as a document: verdict, pictures, and chapters with details.

use super::Compared;
use super::pictures::pictures;
use super::{cases, sections, sections_block};
use crate::analysis::Answer;
use crate::explain::Leaf;
use crate::report::page::{Align, Block, Cell, Chapter, Column, IllustratedPage, Page, Table, TableLine, TableRow};
use crate::report::uncertain::Uncertain;

/// Lead of the chapter with all costs.
const EXPLAINED: &str = "Select an underlined figure to see its formula, its values, and the line of the \
                         scenario that gives each value.";

/// Chapters from other commands, placed in the reading order of the document.
#[derive(Debug, Default)]
pub(in crate::report) struct ExtraChapters {
    /// Inputs that change the verdict.
    pub(in crate::report) turns: Option<Chapter>,
    /// Number of servers to own and to commit to.
    pub(in crate::report) plan: Option<Chapter>,
    /// Costs by year.
    pub(in crate::report) years: Option<Chapter>,
    /// Findings other than the caveats of the verdict.
    pub(in crate::report) found: Option<Chapter>,
}

/// Document of a comparison; its first page is the verdict.
pub(super) fn document(compared: &Compared<'_>, page: Page) -> IllustratedPage {
    let uncertain = Uncertain::of(compared.simulation().cloned());
    illustrated(compared, page, &uncertain, ExtraChapters::default())
}

/// Document of a comparison with uncertainty and chapters from other commands.
pub(in crate::report) fn illustrated(
    compared: &Compared<'_>,
    page: Page,
    uncertain: &Uncertain,
    further: ExtraChapters,
) -> IllustratedPage {
    let comparison = compared.comparison;
    let tables = compared.tables();
    let lead = compared.answer.is_some() && compared.split.is_none();
    let of_cases = [cases::table(compared).map(Block::Table), sections_block(cases::values(compared))];
    let chapters = [
        Chapter::of("Cases", None, of_cases.into_iter().flatten().collect()),
        further.turns,
        compared.answer.and_then(|answer| uncertain.chapter(answer)),
        further.plan,
        Chapter::of("All costs", lead.then_some(EXPLAINED), tables.into_iter().map(Block::Table).collect()),
        further.years,
        Chapter::of("Details", None, sections_block(sections::details(compared)).into_iter().collect()),
        Chapter::of("Basis", None, sections_block(sections::grounds(compared)).into_iter().collect()),
        further.found,
        compared.answer.and_then(inputs),
    ];
    let pictures = compared.answer.map(|answer| pictures(answer, comparison)).unwrap_or_default();
    let pictures = pictures.into_iter().chain(cases::picture(compared)).chain(uncertain.pictures()).collect();
    IllustratedPage { page, pictures, chapters: chapters.into_iter().flatten().collect() }
}

/// All inputs in scenario order, with location and source.
fn inputs(answer: &Answer) -> Option<Chapter> {
    let row = |leaf: Leaf| {
        let path = leaf.name;
        let cells: [Cell; 3] = [leaf.value.into(), in_file(&leaf.place).into(), leaf.source.into()];
        TableRow::Cells(TableLine::new(leaf.words.unwrap_or_else(|| path.clone()), cells).at(&path))
    };
    let columns = [("value", Align::Right), ("location", Align::Left), ("source", Align::Left)];
    let table = Table {
        columns: columns.into_iter().map(|(name, align)| Column::new(name, align)).collect(),
        corner: "input".to_owned(),
        ..Table::new(<[&str; 0]>::default(), answer.inputs().into_iter().map(row).collect())
    };
    let title = "all inputs, given or assumed, with location and source";
    Chapter::of("Inputs", None, vec![Block::Table(table.titled(title))])
}

/// All inputs as sentences without a final period.
pub(in crate::report) fn inputs_in_words(answer: &Answer) -> Vec<String> {
    let said = |leaf: Leaf| {
        let Leaf { name, words, value, place, source, .. } = leaf;
        let display_name = words.filter(|words| *words != name).map_or(String::new(), |words| format!("{words}: "));
        let source = if source.is_empty() { source } else { format!("; {source}") };
        format!("{display_name}{name} = {value} ({}{source})", in_file(&place))
    };
    answer.inputs().into_iter().map(said).collect()
}

/// A location without folders: the footer names the file.
fn in_file(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}

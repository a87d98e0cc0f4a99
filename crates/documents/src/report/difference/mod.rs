//! A difference between two scenarios: the verdicts, and the effect of each change on the present values.

mod comment;
mod links;
mod words;

pub(super) use comment::{Comment, cut, lead};
pub use links::LinkBase;

use super::json::{self, Contract};
use super::page::{
    Block, Cell, Column, ColumnWidth, Data, Fold, Meaning, Page, PageContext, Section, Table, TableLine, TableRow,
};
use super::{Report, header};
use crate::analysis::difference::{Difference, Effect, InputChange, OptionDifference};
use crate::number;
use crate::reasons;
use crate::variation::OptionOutcome;
use rust_decimal::Decimal;
use std::io::{self, Write};
use words::ScenarioSide;

/// Width of the column of section headings, in cells.
const MARGIN: usize = 13;

impl Report for Difference {
    /// The verdict, the changes with their lines, and the effect of each on the present value of each option.
    fn page(&self) -> Page {
        let mut page = header::page(&self.new.header, MARGIN, data(self));
        page.read = PageContext::InDiscussion;
        page.conventions = header::conventions_of_both(&self.old.header, &self.new.header);
        page.footer = header::footer_of_both(&self.old.header, &self.new.header);
        let meaning = if self.flipped() { Meaning::Warning } else { Meaning::Winner };
        let verdict = Section::answer("Verdict", meaning, vec![words::verdict(self)]);
        page.blocks.push(Block::Sections(vec![verdict]));
        page.blocks.extend([changes(self), effects(self)].into_iter().flatten().map(Block::Table));
        page.blocks.push(Block::Sections(words::sections(self)));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Diff, self, out)
    }
}

/// A difference whose Markdown links to the lines of the files.
#[derive(Clone, Copy, Debug)]
pub struct LinkedDifference<'a> {
    /// The difference.
    pub difference: &'a Difference,
    /// The base of its links.
    pub links: &'a LinkBase,
}

impl Report for LinkedDifference<'_> {
    fn page(&self) -> Page {
        self.difference.page()
    }

    /// Writes the comment for a merge request or a ticket.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let file = &self.difference.new.header.file;
        writeln!(out, "{}", Comment { difference: self.difference, file, links: self.links }.whole())
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.difference.json(out)
    }
}

/// Table of the changes with their values and lines, before and after, without those of `sources`.
fn changes(difference: &Difference) -> Option<Table> {
    let row = |change: &InputChange| {
        let value = |side| Cell::from(words::value(change, side));
        let cells = [value(ScenarioSide::Old), value(ScenarioSide::New), words::lines(change).into()];
        TableRow::Cells(TableLine::new(words::display_name(difference, change), cells).at(&change.path))
    };
    let rows: Vec<TableRow> = words::shown(difference).map(row).collect();
    let title = number::counted(rows.len(), "changed input");
    let mut table = Table::new(["before", "after", "line"], rows).titled(title);
    let column = |column: Column, room| Column { room, ..column };
    let rooms = [ColumnWidth::Shared, ColumnWidth::Shared, ColumnWidth::Own];
    table.columns = table.columns.into_iter().zip(rooms).map(|(found, room)| column(found, room)).collect();
    table.fold = Fold::Folded;
    (!table.rows.is_empty()).then_some(table)
}

/// Table of the present values before, the effect of each change, and the present values after.
fn effects(difference: &Difference) -> Option<Table> {
    let shown = ShownOptions::of(difference)?;
    let present_value = |side: fn(&OptionDifference) -> Option<&OptionOutcome>| {
        shown.cells(
            |at| side(&difference.options[at]).and_then(OptionOutcome::present_value).map(Decimal::from),
            Cell::amount,
        )
    };
    let effect = |effect: &Effect| {
        let cells = shown.cells(|at| effect.amounts[at].map(Decimal::from), Cell::added);
        TableRow::Cells(TableLine::new(words::effect(difference, &effect.group), cells).below())
    };
    let mut rows = vec![TableRow::plain("present value before", present_value(|option| option.old.as_ref()))];
    rows.extend(difference.effects.iter().map(effect));
    rows.push(TableRow::Rule);
    rows.push(TableRow::plain("present value after", present_value(|option| option.new.as_ref())));
    rows.push(TableRow::plain(
        "change",
        shown.cells(|at| difference.options[at].change.map(Decimal::from), Cell::added),
    ));
    let names = shown.options.iter().map(|at| difference.options[*at].name.to_string());
    let (mut title, mut heads) = ("Effect of each change on the present value".to_owned(), names.collect::<Vec<_>>());
    if let Some([own, rent]) = shown.less.map(|pair| pair.map(|at| difference.options[at].name.as_str())) {
        title = format!("{title}; difference: {own} minus {rent}");
        heads.push("difference".to_owned());
    }
    Some(Table::new(heads, rows).titled(title))
}

/// The options whose change is attributed, and the two whose difference is shown.
struct ShownOptions {
    options: Vec<usize>,
    less: Option<[usize; 2]>,
    digits: u32,
}

impl ShownOptions {
    /// `None` if no option's change is attributed.
    fn of(difference: &Difference) -> Option<ShownOptions> {
        let all = difference.options.iter().enumerate();
        let options: Vec<usize> = all.filter(|(_, option)| option.change.is_some()).map(|(at, _)| at).collect();
        let less = words::set_against(difference);
        (!options.is_empty()).then_some(ShownOptions { options, less, digits: difference.new.header.minor_digits })
    }

    /// A cell per option, and one for the difference, which is absent if neither of the two has an amount.
    fn cells(&self, of: impl Fn(usize) -> Option<Decimal>, cell: fn(Option<Decimal>, u32) -> Cell) -> Vec<Cell> {
        let less = self.less.map(|[own, rent]| match (of(own), of(rent)) {
            (None, None) => None,
            (own, rent) => Some(own.unwrap_or_default() - rent.unwrap_or_default()),
        });
        let amounts = self.options.iter().map(|at| of(*at)).chain(less);
        amounts.map(|amount| cell(amount, self.digits)).collect()
    }
}

/// `change, before, after, line_before, line_after, option, present_value, option_label`: one row per attributed change, or
/// group of changes, and affected option, with the effect on its present value; and one without option per change that affects
/// no amount. Values and lines are only given for a single change.
pub(super) fn data(difference: &Difference) -> Data {
    let columns = ["change", "before", "after", "line_before", "line_after", "option", "present_value", "option_label"];
    let digits = difference.new.header.minor_digits;
    let mut rows = Vec::new();
    for effect in &difference.effects {
        let single = match effect.group.changes.as_slice() {
            [only] => Some(&difference.changes[*only]),
            _ => None,
        };
        for (option, amount) in difference.options.iter().zip(&effect.amounts) {
            let Some(amount) = amount else { continue };
            let label = difference.new.header.labels.of(option.name.as_str());
            let end = [Cell::from(&option.name), Cell::fixed(*amount, digits), label.into()];
            let start = std::iter::once(Cell::from(&*reasons::group_name(&effect.group.name)));
            rows.push(start.chain(value_cells(single)).chain(end).collect());
        }
    }
    let attributed: Vec<usize> = difference
        .effects
        .iter()
        .filter(|effect| effect.amounts.iter().any(Option::is_some))
        .flat_map(|effect| effect.group.changes.iter().copied())
        .collect();
    let rest = difference.changes.iter().enumerate().filter(|(at, _)| !attributed.contains(at));
    for (_, change) in rest {
        let start = std::iter::once(Cell::from(&change.path));
        rows.push(start.chain(value_cells(Some(change))).chain([Cell::Absent, Cell::Absent, Cell::Absent]).collect());
    }
    Data::new(columns, rows)
}

/// The values of a change before and after, and their lines.
fn value_cells(change: Option<&InputChange>) -> [Cell; 4] {
    let value = |side| change.map_or(Cell::Absent, |change| words::exact(change, side));
    let line = |side| change.map_or(Cell::Absent, |change| words::line(change, side));
    [value(ScenarioSide::Old), value(ScenarioSide::New), line(ScenarioSide::Old), line(ScenarioSide::New)]
}

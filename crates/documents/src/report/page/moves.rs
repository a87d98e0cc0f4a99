//! Numbers that would have to move: a line for each where a format has no columns to spare, a row where it has.

use super::cell::Cell;
use super::table::{Align, Column, Table, TableLine, TableRow};

/// Numbers in groups, each with its value and the value it would have to move to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The groups, of which none is empty.
    pub(in crate::report) groups: Vec<MoveGroup>,
    /// What is said where there are none.
    pub(in crate::report) none: &'static str,
}

/// Numbers of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGroup {
    /// What they are.
    pub(in crate::report) title: String,
    /// The numbers, one at least.
    pub(in crate::report) rows: MoveRows,
}

/// The numbers of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRows {
    /// What would have to change, and by how much.
    Moves(Vec<Move>),
    /// What ends somewhere.
    Limits(Vec<Limit>),
}

/// A number that would have to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number.
    pub(in crate::report) name: String,
    /// Its path, for those who are about to type it.
    pub(in crate::report) path: String,
    /// Its value today.
    pub(in crate::report) today: Cell,
    /// Where something else begins.
    pub(in crate::report) at: Cell,
    /// From today's to that, as a share or in points.
    pub(in crate::report) change: Cell,
    /// What is so beyond it.
    pub(in crate::report) says: String,
    /// Where it was written.
    pub(in crate::report) place: String,
}

/// A number with values for which something ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number.
    pub(in crate::report) name: String,
    /// Its path, for those who are about to type it.
    pub(in crate::report) path: String,
    /// Those values, and today's: `above 8 (today)`.
    pub(in crate::report) beyond: String,
    /// What ends, and what follows.
    pub(in crate::report) says: String,
    /// Where it was written.
    pub(in crate::report) place: String,
}

impl Moves {
    /// The same in columns, a table for each group.
    pub(in crate::report) fn tables(&self) -> impl Iterator<Item = Table> {
        self.groups.iter().map(MoveGroup::table)
    }
}

impl MoveGroup {
    fn table(&self) -> Table {
        let (numbers, rows): (&[(&str, Align)], Vec<TableRow>) = match &self.rows {
            MoveRows::Moves(all) => {
                let heads = &[("today", Align::Right), ("flips at", Align::Right), ("change", Align::Right)];
                (heads, all.iter().map(Move::row).collect())
            }
            MoveRows::Limits(all) => (&[("where", Align::Left)], all.iter().map(Limit::row).collect()),
        };
        let words = [("what then", Align::Left), ("written", Align::Left)];
        let columns = numbers.iter().copied().chain(words).map(|(name, align)| Column::new(name, align)).collect();
        let table = Table { columns, corner: "number".to_owned(), ..Table::new(<[&str; 0]>::default(), rows) };
        table.titled(self.title.clone())
    }
}

impl Move {
    fn row(&self) -> TableRow {
        let Move { name, path, today, at, change, says, place } = self.clone();
        TableRow::Cells(TableLine::new(name, [today, at, change, says.into(), place.into()]).at(&path))
    }
}

impl Limit {
    fn row(&self) -> TableRow {
        let Limit { name, path, beyond, says, place } = self.clone();
        TableRow::Cells(TableLine::new(name, [beyond, says, place]).at(&path))
    }
}

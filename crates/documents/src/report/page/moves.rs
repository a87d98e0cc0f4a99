//! Inputs with the values to which they would have to change: as lines or as table rows, depending on the format.

use super::cell::Cell;
use super::table::{Align, Column, Table, TableLine, TableRow};

/// Groups of inputs, each with its current value and the value to which it would have to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Groups; none is empty.
    pub(in crate::report) groups: Vec<MoveGroup>,
    /// Text without groups.
    pub(in crate::report) none: &'static str,
}

/// Inputs of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGroup {
    /// Title.
    pub(in crate::report) title: String,
    /// Inputs, at least one.
    pub(in crate::report) rows: MoveRows,
}

/// Inputs of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRows {
    /// Values at which the decision changes.
    Moves(Vec<Move>),
    /// Limits of the possible values.
    Limits(Vec<Limit>),
}

/// An input that would have to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Name.
    pub(in crate::report) name: String,
    /// Path.
    pub(in crate::report) path: String,
    /// Current value.
    pub(in crate::report) today: Cell,
    /// Value at which the decision changes.
    pub(in crate::report) at: Cell,
    /// Change from the current value, as a share or in points.
    pub(in crate::report) change: Cell,
    /// Effect beyond that value.
    pub(in crate::report) says: String,
    /// Location.
    pub(in crate::report) place: String,
}

/// An input with limits of its possible values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Name.
    pub(in crate::report) name: String,
    /// Path.
    pub(in crate::report) path: String,
    /// Values beyond the limit, and the current value: `above 8 (today)`.
    pub(in crate::report) beyond: String,
    /// Effect beyond the limit.
    pub(in crate::report) says: String,
    /// Location.
    pub(in crate::report) place: String,
}

impl Moves {
    /// One table per group.
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
            MoveRows::Limits(all) => (&[("range", Align::Left)], all.iter().map(Limit::row).collect()),
        };
        let words = [("effect", Align::Left), ("location", Align::Left)];
        let columns = numbers.iter().copied().chain(words).map(|(name, align)| Column::new(name, align)).collect();
        let table = Table { columns, corner: "input".to_owned(), ..Table::new(<[&str; 0]>::default(), rows) };
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

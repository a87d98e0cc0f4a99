//! Numbers that would have to move: a line for each where a format has no columns to spare, a row where it has.

use super::cell::Cell;
use super::table::{Align, Column, Row, Table};

/// Numbers, each with its value and the value it would have to move to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The numbers.
    pub(in crate::report) all: Vec<Move>,
    /// What is said where there are none.
    pub(in crate::report) none: &'static str,
}

/// A number that would have to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number.
    pub(in crate::report) name: String,
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

impl Moves {
    /// The same in columns.
    pub(super) fn table(&self) -> Table {
        let row = |moved: &Move| {
            let Move { name, today, at, change, says, place } = moved.clone();
            Row::plain(name, [today, at, change, says.into(), place.into()])
        };
        let numbers = ["today", "flips at", "change"].map(|name| Column::new(name, Align::Right));
        let words = ["what then", "written"].map(|name| Column::new(name, Align::Left));
        let columns = numbers.into_iter().chain(words).collect();
        let rows = self.all.iter().map(row).collect();
        Table { corner: "number".to_owned(), columns, ..Table::new(<[&str; 0]>::default(), rows) }
    }
}

//! A comparison: what each option costs, which one wins, and what that holds under; or its lines over time, with the verdict.

mod assumed;
mod compared;
mod data;
mod demand;
mod holds;
mod json;
mod payback;
mod rows;
mod sections;
mod service;
mod split;
mod stretches;
mod verdict;
mod workloads;

#[cfg(test)]
mod tests;

pub use compared::Compared;
pub(super) use json::write_several;
pub(super) use payback::in_a_line;

use super::Report;
use super::header;
use super::page::{Block, Data, Page, Row, Table};
use crate::analysis::statement::{Comparison, Header};
use std::io::{self, Write};

/// Cells that the headings of sections take.
const MARGIN: usize = 11;

impl Report for Compared<'_> {
    fn page(&self) -> Page {
        let comparison = self.comparison;
        let mut page = header::page(&comparison.header, MARGIN, data::data(self));
        page.notes = provenance(&comparison.header).into_iter().chain(comparison.header.notes.clone()).collect();
        let tables = match &self.view {
            Some(view) => split::tables(view, comparison),
            None => std::iter::once(costs(comparison)).chain(workloads::tables(comparison)).collect(),
        };
        page.blocks = tables.into_iter().map(Block::Table).collect();
        let mut decisive = sections::sections(comparison);
        let rest = decisive.split_off(sections::decisive(&decisive));
        let said = [decisive, rest].into_iter().filter(|sections| !sections.is_empty());
        page.blocks.extend(said.map(Block::Sections));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}

/// What programs get of several comparisons, with the `file` of each before its rows.
pub(super) fn data_of_several(all: &[Compared<'_>]) -> Data {
    Data::joined("file", all.iter().map(|compared| (compared.comparison.header.file.clone(), data::data(compared))))
}

/// Every line of every option, and what they add up to.
fn costs(comparison: &Comparison) -> Table {
    let lines = rows::lines(comparison).into_iter().chain([Row::Rule]);
    let rows = lines.chain(rows::totals(comparison)).chain(rows::loans(comparison)).collect();
    rows::of_options(comparison, rows)
}

/// Whose scenario it is and of when, if that is known.
fn provenance(header: &Header) -> Option<String> {
    let known = [
        header.owner.clone(),
        header.date.as_ref().map(|date| format!("prices of {date}")),
        header.review_by.as_ref().map(|date| format!("review by {date}")),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    (!known.is_empty()).then(|| known.join(" · "))
}

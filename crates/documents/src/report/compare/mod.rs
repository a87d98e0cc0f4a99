//! A comparison: cost of each option, verdict and conditions; or its lines over time.

mod assumed;
mod axis;
mod bars;
mod board;
mod cases;
mod cliffs;
mod compared;
mod data;
mod demand;
mod document;
mod groups;
mod holds;
mod json;
mod pairs;
mod payback;
mod pictures;
pub(super) mod planned;
mod rows;
mod sections;
mod segments;
mod service;
mod split;
mod verdict;
mod workloads;

#[cfg(test)]
mod tests;

pub(super) use bars::{common_output_unit, ranking};
pub(super) use board::{BoardParts, board};
pub use compared::{Compared, ComparedOrErrors, Extent, SplitCosts};
pub(super) use demand::short;
pub(super) use document::{ExtraChapters, illustrated, inputs_in_words};
pub(super) use groups::display_name as group_name;
pub(super) use holds::flips_of;
pub(super) use json::{ComparisonJson, write_several};
pub(super) use payback::in_a_line;
pub(super) use rows::{Key, after_tax, in_sections, label as line_label};
pub(super) use split::{heads as column_heads, tables as over_time};
pub use verdict::verdict_text;

use super::Report;
use super::header;
use super::page::{Block, Chart, Data, IllustratedPage, Page, Section, Table, TableRow};
use super::page_scenario::PageOf;
use crate::analysis::Answer;
use crate::analysis::cases::CaseResult;
use crate::analysis::statement::{Comparison, Header};
use crate::check;
use std::cell::OnceCell;
use std::io::{self, Write};

/// Width of section headings in terminal cells.
const MARGIN: usize = 11;

impl Report for Compared<'_> {
    fn page(&self) -> Page {
        let mut page = self.brief();
        if self.extent == Extent::Whole {
            page.blocks.extend(self.proof());
        }
        page
    }

    fn document(&self) -> IllustratedPage {
        match self.extent {
            Extent::Verdict | Extent::Brief => IllustratedPage::of(self.brief()),
            Extent::Whole => document::document(self, self.brief()),
        }
    }

    fn answer(&self) -> Option<&Answer> {
        match self.extent {
            Extent::Brief => None,
            Extent::Verdict | Extent::Whole => self.answer,
        }
    }

    fn page_of(&self) -> Option<PageOf> {
        let over_time = self.view().map(|view| (view.by, view.basis));
        let by_group = self.groups().map(|groups| groups.by.clone());
        Some(PageOf::Compare { pairs: self.comparison.pairs.requested.clone(), over_time, by_group })
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}

impl<'a> Compared<'a> {
    /// A result with the caveats of its verdict.
    #[must_use]
    pub fn of(answer: &'a Answer, extent: Extent, split: Option<SplitCosts>) -> Compared<'a> {
        let caveats = check::caveats(answer);
        Compared {
            comparison: &answer.comparison,
            answer: Some(answer),
            caveats,
            cases: &[],
            extent,
            split,
            plan: None,
            simulation: OnceCell::new(),
        }
    }

    /// Adds the cases of the scenario.
    #[must_use]
    pub fn with_cases(self, cases: &'a [CaseResult]) -> Compared<'a> {
        Compared { cases, ..self }
    }

    /// Adds a section about a plan that costs less than the winner.
    #[must_use]
    pub(super) fn with_plan(self, plan: Option<Section>) -> Compared<'a> {
        Compared { plan, ..self }
    }

    /// Page without tables and details.
    pub(super) fn brief(&self) -> Page {
        let header = &self.comparison.header;
        let mut page = header::page(header, MARGIN, data::data(self));
        page.notes = provenance(header).into_iter().chain(header.notes.clone()).collect();
        page.blocks = self.above();
        page
    }

    /// Verdict, cost of each option, conditions and caveats.
    fn above(&self) -> Vec<Block> {
        let verdict = Block::Sections(vec![sections::answer(self.comparison)]);
        let bars = bars::bars(self.comparison).map(|bars| Block::Chart(Chart::Bars(bars)));
        let conditions = match self.extent {
            Extent::Verdict => None,
            Extent::Brief | Extent::Whole => sections_block(sections::conditions(self)),
        };
        [Some(verdict), bars, conditions].into_iter().flatten().collect()
    }

    /// Cases side by side, all lines of all options, then details.
    fn proof(&self) -> impl Iterator<Item = Block> {
        let cases = [cases::table(self).map(Block::Table), sections_block(cases::values(self))];
        let tables = self.tables();
        let sections = [sections::details(self), sections::grounds(self)].into_iter().filter_map(sections_block);
        cases.into_iter().flatten().chain(tables.into_iter().map(Block::Table)).chain(sections)
    }
}

impl Compared<'_> {
    /// Cost of each option: lines and workloads, or the requested view.
    fn tables(&self) -> Vec<Table> {
        let comparison = self.comparison;
        match &self.split {
            Some(SplitCosts::OverTime(view)) => split::tables(view, comparison),
            Some(SplitCosts::ByGroup(groups)) => groups::tables(groups, comparison),
            None => std::iter::once(costs(comparison)).chain(workloads::tables(comparison)).collect(),
        }
    }
}

/// Sections as a block; none without sections.
fn sections_block(sections: Vec<Section>) -> Option<Block> {
    (!sections.is_empty()).then_some(Block::Sections(sections))
}

/// Data rows of several comparisons, with the `file` of each.
pub(super) fn data_of_several<'a>(all: impl Iterator<Item = &'a Compared<'a>>) -> Data {
    Data::joined("file", all.map(|compared| (compared.comparison.header.file.clone(), data::data(compared))))
}

/// All lines of all options, with totals.
fn costs(comparison: &Comparison) -> Table {
    let lines = rows::lines(comparison).into_iter().chain([TableRow::Rule]);
    let rows = lines.chain(rows::totals(comparison)).chain(rows::loans(comparison)).collect();
    rows::of_options(comparison, rows)
}

/// Owner, date of prices, review date and case, if given.
fn provenance(header: &Header) -> Option<String> {
    let known = [
        header.owner.clone(),
        header.date.as_ref().map(|date| format!("prices of {date}")),
        header.review_by.as_ref().filter(|_| header.reviews.is_empty()).map(|date| format!("review by {date}")),
        (!header.reviews.is_empty()).then(|| format!("reviews by {}", header.reviews.join(", "))),
        header.case.as_ref().map(|case| format!("case {case}")),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    (!known.is_empty()).then(|| known.join(" · "))
}

//! Chapters from other commands.

use super::FullReport;
use crate::report::page::{Block, COSTS_BY_YEAR, Chapter, Section, SectionRole};
use crate::report::{Report, compare, plan};

/// Width of section headings in terminal cells: the longest of all included commands.
pub(super) const MARGIN: usize = 12;

impl FullReport {
    /// Inputs that change the verdict.
    pub(super) fn turns(&self) -> Option<Chapter> {
        Chapter::of("What would change the decision", None, self.flips_with_caveats().page().blocks)
    }

    /// Number of servers to own and to commit to, or why none is planned; none if there is nothing to own or rent.
    pub(super) fn plan(&self) -> Option<Chapter> {
        let blocks = if self.plans.pairs.is_empty() {
            Section::detail("Not planned", plan::not_planned(&self.plans))
                .map(|section| Block::Sections(vec![section]))
                .into_iter()
                .collect()
        } else {
            self.plans.page().blocks
        };
        Chapter::of("How many to own", None, blocks)
    }

    /// Costs by year.
    pub(super) fn years(&self) -> Option<Chapter> {
        let tables = compare::over_time(&self.by_year()?, &self.answer.comparison);
        Chapter::of(COSTS_BY_YEAR, None, tables.into_iter().map(Block::Table).collect())
    }
}

/// Converts a block of another command's page to a chapter block: a lead and answers become details.
pub(super) fn read_on(block: Block) -> Block {
    match block {
        Block::Lead(text) => Block::Sections(Section::detail("Decision", vec![text]).into_iter().collect()),
        Block::Sections(sections) => {
            let said = sections.into_iter().map(|section| Section { role: SectionRole::Detail, ..section });
            Block::Sections(said.collect())
        }
        Block::Heading(_)
        | Block::Table(_)
        | Block::Moves(_)
        | Block::Chart(_)
        | Block::Remarks(_)
        | Block::Snippet(_) => block,
    }
}

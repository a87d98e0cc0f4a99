//! What other questions say of a scenario, below headings.

use super::Dossier;
use crate::report::page::{Block, Chapter, Section, SectionRole};
use crate::report::{Report, compare, plan};

/// Cells that the headings of sections take: those of the question that has the longest.
pub(super) const MARGIN: usize = 12;

impl Dossier {
    /// Which single number would turn the verdict.
    pub(super) fn turns(&self) -> Option<Chapter> {
        Chapter::of("What would turn it", None, self.weighed_flips().page().blocks)
    }

    /// How many to own and to commit to, or why that is not said; nothing where there is nothing to own or to rent.
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

    /// Every cost by year.
    pub(super) fn years(&self) -> Option<Chapter> {
        let tables = compare::over_time(&self.by_year()?, &self.answer.comparison);
        Chapter::of("Every year", None, tables.into_iter().map(Block::Table).collect())
    }
}

/// A block of another question within a page that has its own answer and its own lead: what would stand before everything there
/// is said where it stands.
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

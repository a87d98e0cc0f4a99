//! What uncertain numbers do to an answer, each alone and all at once: a chapter of every document about it.

use super::page::{Block, Chapter, Picture};
use super::simulate::spreads;
use super::{Report, Weighed};
use crate::analysis::Answer;
use crate::analysis::sensitivity::{Moved, Sensitivity, sensitivity};
use crate::analysis::simulate::{Sampling, Simulation, simulate};

/// What the uncertain numbers of an answer do; nothing where none is uncertain.
#[derive(Debug, Default)]
pub(super) struct Uncertain {
    /// Each alone; none where no difference follows them.
    pub(super) alone: Option<Sensitivity>,
    /// All at once; none where a figure has no value whatever is drawn.
    pub(super) together: Option<Simulation>,
}

impl Uncertain {
    /// What the uncertain numbers of an answer do.
    pub(super) fn of(answer: &Answer) -> Uncertain {
        let alone = sensitivity(answer, Moved::Uncertain).filter(|alone| !alone.swings.is_empty());
        // a scenario that has an answer as it is stated may have none whatever is drawn; then there is nothing to show
        Uncertain { alone, together: simulate(answer, Sampling::USUAL, &|_| {}).ok().flatten() }
    }

    /// Both in words and rows, below a heading.
    pub(super) fn chapter(&self, answer: &Answer) -> Option<Chapter> {
        let alone = self.alone.as_ref().map(|alone| Weighed::of(answer, alone).page().blocks);
        let together = self.together.as_ref().map(|together| Weighed::of(answer, together).page().blocks);
        let blocks: Vec<Block> = alone.into_iter().chain(together).flatten().collect();
        Chapter::of("How sure it is", None, blocks)
    }

    /// Between which present values each option lies.
    pub(super) fn picture(&self) -> Option<Picture> {
        self.together.as_ref().and_then(spreads)
    }
}

//! Effect of uncertain inputs on a result, each alone and all together: a chapter of documents.

use super::page::{Block, Chapter, Picture};
use super::simulate::pictures;
use super::{Report, WithCaveats};
use crate::analysis::Answer;
use crate::analysis::sensitivity::{EndBreakEvens, Moved, Sensitivity, sensitivity};
use crate::analysis::simulate::{Sampling, Simulation, simulate};
use std::cell::OnceCell;
use std::sync::Arc;

/// Simulation of the uncertain inputs of a result; none without any. A scenario with a base-case result can be without a
/// result in all simulations; then there is none either.
pub(super) fn simulated(answer: &Answer) -> Option<Arc<Simulation>> {
    simulate(answer, Sampling::USUAL, &|_| {}).ok().flatten().map(Arc::new)
}

/// Effect of the uncertain inputs of one result; each input alone is analysed on first use.
#[derive(Debug, Default)]
pub(super) struct Uncertain {
    /// Each input alone with the lowest break-evens, on first use; none if they affect no difference.
    alone: OnceCell<Option<Sensitivity>>,
    /// The same with all break-evens.
    with_all_break_evens: OnceCell<Option<Sensitivity>>,
    /// All inputs together; none if a figure has no value in any simulation.
    pub(super) together: Option<Arc<Simulation>>,
}

impl Uncertain {
    /// Uncertain inputs of a result, with their simulation.
    pub(super) fn of(together: Option<Arc<Simulation>>) -> Uncertain {
        Uncertain { together, ..Uncertain::default() }
    }

    /// Effect of each uncertain input alone; none if they affect no difference.
    pub(super) fn alone(&self, answer: &Answer) -> Option<&Sensitivity> {
        self.alone.get_or_init(|| each_alone(answer, EndBreakEvens::Lowest)).as_ref()
    }

    /// Effect of each uncertain input alone, with all break-evens; none if they affect no difference.
    pub(super) fn with_all_break_evens(&self, answer: &Answer) -> Option<&Sensitivity> {
        self.with_all_break_evens.get_or_init(|| each_alone(answer, EndBreakEvens::All)).as_ref()
    }

    /// Chapter with both analyses.
    pub(super) fn chapter(&self, answer: &Answer) -> Option<Chapter> {
        let alone = self.alone(answer).map(|alone| WithCaveats::of(answer, alone).page().blocks);
        let together = self.together.as_deref().map(|together| WithCaveats::of(answer, together).page().blocks);
        let blocks: Vec<Block> = alone.into_iter().chain(together).flatten().collect();
        Chapter::of("Uncertainty", None, blocks)
    }

    /// Ranges of the present value of each option, and of prices that walk.
    pub(super) fn pictures(&self) -> impl Iterator<Item = Picture> {
        self.together.as_deref().into_iter().flat_map(pictures)
    }
}

/// Effect of each uncertain input of a result; none if they affect no difference.
fn each_alone(answer: &Answer, break_evens: EndBreakEvens) -> Option<Sensitivity> {
    sensitivity(answer, Moved::Uncertain, break_evens).filter(|alone| !alone.swings.is_empty())
}

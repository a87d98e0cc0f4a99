//! Costs of options in draws of rental prices that walk. All other inputs are fixed, except those that share the name of a walk.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::programs::Program;
use super::tally::DrawCounts;
use super::{BLOCK, Sampled, Sampling, inputs, size_of};
use crate::demand::trace::Traces;
use crate::model::OptionId;
use crate::parallel::on_all_cores;
use crate::scenario::Loaded;
use crate::scenario::price_walk::RandomWalk;
use crate::variation::Unanswered;
use rayon::prelude::*;

/// Rental prices that walk, and the other inputs that share the name of one.
pub(in crate::analysis) struct Walks(Sampled);

impl Walks {
    /// Those of a scenario; none if no price walks.
    pub(in crate::analysis) fn of(loaded: &Loaded) -> Option<Walks> {
        let mut inputs = inputs(loaded);
        let is_walk = |input: &super::Input| input.uncertain.spread.walk().is_some();
        let names: Vec<String> =
            inputs.iter().filter(|input| is_walk(input)).filter_map(|input| input.uncertain.with.clone()).collect();
        let shares = |name: &String| names.contains(name);
        inputs.retain(|input| {
            is_walk(input) || (!input.uncertain.is_whole && input.uncertain.with.as_ref().is_some_and(shares))
        });
        inputs.iter().any(is_walk).then(|| Walks(Sampled::new(inputs, &loaded.scenario)))
    }

    /// Months of all walks: the numbers that a draw has.
    pub(in crate::analysis) fn months(&self) -> usize {
        self.0.inputs.iter().filter_map(|input| input.uncertain.spread.walk()).map(|walk| walk.steps() as usize).sum()
    }

    /// Draws all of them.
    pub(in crate::analysis) fn draws(self, sampling: Sampling) -> WalkDraws {
        let block = |block: usize| self.0.draws(sampling.seed, block, size_of(block, sampling));
        let blocks = on_all_cores(0..sampling.draws.div_ceil(BLOCK), block);
        WalkDraws { sampled: self.0, blocks, draws: sampling.draws }
    }
}

/// Draws of the walks of a scenario, the same for every option and every change of it.
pub(in crate::analysis) struct WalkDraws {
    sampled: Sampled,
    /// For each block the draws of the inputs, and then of each walk those of every month.
    blocks: Vec<Vec<Vec<f64>>>,
    draws: usize,
}

impl WalkDraws {
    /// Number of draws.
    pub(in crate::analysis) fn count(&self) -> usize {
        self.draws
    }

    /// Rented options whose prices walk, in the order of their paths.
    pub(in crate::analysis) fn walks(&self) -> impl Iterator<Item = (OptionId, &RandomWalk)> {
        self.sampled.inputs.iter().filter_map(|input| {
            let walk = input.uncertain.spread.walk()?;
            Some((OptionId::of_path(&input.uncertain.path)?, walk))
        })
    }

    /// Paths of other inputs, which follow the last month of a walk of the same name.
    pub(in crate::analysis) fn followers(&self) -> impl Iterator<Item = &str> {
        let others = self.sampled.inputs.iter().filter(|input| input.uncertain.spread.walk().is_none());
        others.map(|input| input.uncertain.path.as_str())
    }

    /// List price of a walking option some months after the first, relative to that of the first, in every draw; that of the last
    /// month beyond it. None if the price does not walk.
    pub(in crate::analysis) fn prices(&self, option: &OptionId, after: u32) -> Option<Vec<f64>> {
        let mut first = self.sampled.inputs.len();
        for (id, walk) in self.walks() {
            let steps = walk.steps() as usize;
            if id == *option {
                let after = after.min(walk.steps());
                let Some(month) = (after as usize).checked_sub(1) else { return Some(vec![1.0; self.draws]) };
                let stated = walk.stated_after(after);
                let of_block = |drawn: &Vec<Vec<f64>>| drawn[first + month].clone();
                return Some(self.blocks.iter().flat_map(of_block).map(|factor| stated * factor).collect());
            }
            first += steps;
        }
        None
    }

    /// Present value of an option of a scenario in every draw; none if it is not possible in one of them. The scenario may be a
    /// changed one, without its uncertainty.
    ///
    /// # Errors
    /// If a figure cannot be computed in any draw.
    pub(in crate::analysis) fn present_values(
        &self,
        loaded: &Loaded,
        traces: &Traces,
        option: &OptionId,
    ) -> Result<Option<Vec<f64>>, Unanswered> {
        let Some(program) = Program::of_option(loaded, traces, option, &self.sampled.inputs)? else { return Ok(None) };
        let minor_units = libm::pow(10.0, f64::from(loaded.scenario.currency.value.minor_digits()));
        let play = |lanes: &mut _, drawn: &Vec<Vec<f64>>| {
            let draws: Vec<usize> = (0..drawn.iter().map(Vec::len).max().unwrap_or_default()).collect();
            let mut tally = DrawCounts::new(1, draws.len());
            program.play((drawn, &draws), lanes, minor_units, &mut tally);
            tally.options.remove(0).present_values
        };
        let values: Vec<Vec<f64>> =
            self.blocks.par_iter().map_init(|| program.lanes(), |lanes, drawn| play(lanes, drawn)).collect();
        let values = values.concat();
        Ok(values.iter().all(|value| value.is_finite()).then_some(values))
    }
}

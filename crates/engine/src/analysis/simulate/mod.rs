//! Monte Carlo simulation: all uncertain inputs are drawn many times, and the options are evaluated for every draw.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

mod beta;
mod distribution;
mod judge;
mod normal;
mod programs;
mod quantiles;
mod ranked;
mod result;
mod stream;
mod summary;
mod tally;
mod together;
mod walk_draws;
mod walks;

pub use distribution::Distribution;
pub(super) use quantiles::decimal;
pub use quantiles::{PERCENTS, Quantiles, WORST_PERCENT};
pub(super) use ranked::Ranked;
pub use result::{
    CorrelatedWith, DrawnDifference, DrawnInput, DrawnOption, MovesWith, Sampling, Shortfalls, Simulation,
};
pub use stream::Stream;
pub(super) use walk_draws::{WalkDraws, Walks};

use super::compare::answer::Answer;
use super::header::header;
use crate::amount::Ratio;
use crate::parallel::on_all_cores;
use crate::scenario::uncertainty::{Uncertain, uncertain};
use crate::scenario::{Loaded, Scenario};
use crate::sheet::{LANES, Lanes};
use crate::variation::{Decision, Unanswered, Variation};
use programs::Programs;
use rayon::prelude::*;
use summary::summarize;
use tally::DrawCounts;
use together::{DrawGroup, moves_with, together};
use walks::{WalkGroup, factors};

/// Draws per block; each block is computed together and has its own random numbers.
pub const BLOCK: usize = 8 * LANES;

/// Maximum number of draws of inputs that are kept for their quantiles, 128 MiB; more are drawn again, except correlated ones.
const MOST_KEPT: usize = 1 << 24;

/// Receives the number of draws completed, from any thread.
pub type Progress<'a> = &'a (dyn Fn(usize) + Sync);

/// Simulates a scenario; none if no input is uncertain.
///
/// # Errors
/// If a figure cannot be computed in any draw.
pub fn simulate(answer: &Answer, sampling: Sampling, progress: Progress<'_>) -> Result<Option<Simulation>, Unanswered> {
    let inputs = inputs(&answer.loaded);
    if inputs.is_empty() {
        return Ok(None);
    }
    let programs = Programs::new(answer, &inputs)?;
    let sampled = Sampled::new(inputs, &answer.loaded.scenario);
    let blocks = play(&programs, &sampled, sampling, progress);
    Ok(Some(result(answer, sampling, &programs, &sampled, &blocks)))
}

/// An uncertain input with its distribution.
struct Input {
    uncertain: Uncertain,
    distribution: Distribution,
}

impl Input {
    /// Its draws of a block, if it is drawn independently of the others.
    fn draws(&self, seed: u64, block: usize, count: usize) -> Vec<f64> {
        let mut stream = Stream::new(seed, &self.uncertain.path, block as u64);
        (0..count).map(|_| self.distribution.draw(&mut stream)).collect()
    }
}

/// The uncertain inputs, by path.
fn inputs(loaded: &Loaded) -> Vec<Input> {
    let input = |uncertain: Uncertain| {
        let distribution = Distribution::of(&uncertain.spread, uncertain.kind, uncertain.is_whole);
        Input { uncertain, distribution }
    };
    uncertain(&loaded.document, &loaded.scenario).into_iter().map(input).collect()
}

/// The uncertain inputs with their correlations.
struct Sampled {
    inputs: Vec<Input>,
    moves_with: Vec<MovesWith>,
    together: Vec<DrawGroup>,
    walks: Vec<WalkGroup>,
}

impl Sampled {
    fn new(inputs: Vec<Input>, scenario: &Scenario) -> Sampled {
        let uncertain: Vec<Uncertain> = inputs.iter().map(|input| input.uncertain.clone()).collect();
        let walks = WalkGroup::all(&inputs);
        let walked: Vec<usize> = walks.iter().flat_map(WalkGroup::members).copied().collect();
        let together = together(&uncertain, scenario, |at| walked.contains(&at));
        Sampled { moves_with: moves_with(&uncertain, scenario), together, walks, inputs }
    }

    /// Whether an input is drawn independently of the others.
    fn is_alone(&self, input: usize) -> bool {
        self.moves_with[input] == MovesWith::Nothing && self.inputs[input].uncertain.spread.walk().is_none()
    }

    /// Whether the draws of an input are kept until its quantiles are computed.
    fn keeps(&self, input: usize, draws: usize) -> bool {
        !self.is_alone(input) || self.inputs.len().saturating_mul(draws) <= MOST_KEPT
    }

    /// Draws of a block, for each input, and then for each walk those of the factor of every month.
    fn draws(&self, seed: u64, block: usize, count: usize) -> Vec<Vec<f64>> {
        let alone = |at| if self.is_alone(at) { self.inputs[at].draws(seed, block, count) } else { Vec::new() };
        let mut drawn: Vec<Vec<f64>> = (0..self.inputs.len()).map(alone).collect();
        for (at, scores) in self.together.iter().flat_map(|group| group.scores(seed, block as u64, count)) {
            drawn[at] = scores.into_iter().map(|score| self.inputs[at].distribution.at(score)).collect();
        }
        let mut of_walks: Vec<Vec<Vec<f64>>> = vec![Vec::new(); self.inputs.len()];
        for group in &self.walks {
            let sums = group.sums(seed, block as u64, count);
            let scores = group.scores(&sums);
            for at in group.members().iter().copied() {
                let input = &self.inputs[at];
                drawn[at] = scores.iter().map(|score| input.distribution.at(*score)).collect();
                let months = input
                    .uncertain
                    .spread
                    .walk()
                    .into_iter()
                    .flat_map(|walk| sums.iter().map(|sums| factors(walk, sums).collect()));
                of_walks[at] = months.collect();
            }
        }
        drawn.extend(of_walks.into_iter().flatten());
        drawn
    }
}

/// Draws of a block.
struct Block {
    /// Draws of each input; empty if they are not kept.
    inputs: Vec<Vec<f64>>,
    /// Their evaluation.
    tally: DrawCounts,
}

/// Evaluates all blocks in parallel, with results in order.
fn play(programs: &Programs, sampled: &Sampled, sampling: Sampling, progress: Progress<'_>) -> Vec<Block> {
    let blocks: Vec<usize> = (0..sampling.draws.div_ceil(BLOCK)).collect();
    let block = |lanes: &mut Vec<Box<Lanes>>, block: &usize| {
        let count = size_of(*block, sampling);
        let drawn = sampled.draws(sampling.seed, *block, count);
        let mut tally = DrawCounts::new(programs.options(), count);
        programs.play(&drawn, count, lanes, &mut tally);
        progress(count);
        let kept = |(at, draws)| if sampled.keeps(at, sampling.draws) { draws } else { Vec::new() };
        Block { inputs: drawn.into_iter().take(sampled.inputs.len()).enumerate().map(kept).collect(), tally }
    };
    blocks.par_iter().map_init(|| programs.lanes(), block).collect()
}

/// Number of draws of a block.
fn size_of(block: usize, sampling: Sampling) -> usize {
    BLOCK.min(sampling.draws - block * BLOCK)
}

fn result(answer: &Answer, sampling: Sampling, programs: &Programs, sampled: &Sampled, blocks: &[Block]) -> Simulation {
    let decision: Decision = Variation::of(&answer.loaded, &answer.traces).base_case();
    let currency = answer.loaded.scenario.currency.value.code();
    let drawn_input = |(at, input): (usize, &Input)| {
        let again: Vec<f64> = if sampled.keeps(at, sampling.draws) {
            Vec::new()
        } else {
            let draws = |block| input.draws(sampling.seed, block, size_of(block, sampling));
            (0..blocks.len()).flat_map(draws).collect()
        };
        let kept = blocks.iter().flat_map(|block| block.inputs[at].iter().copied());
        let draws = kept.chain(again.iter().copied());
        DrawnInput {
            path: input.uncertain.path.clone(),
            kind: input.uncertain.kind,
            currency: input.uncertain.currency,
            unit: input.uncertain.kind.unit_text_in(input.uncertain.currency, currency),
            base_value: input.uncertain.base_value,
            spread: input.uncertain.spread.clone(),
            moves_with: sampled.moves_with[at].clone(),
            quantiles: Ranked::of(draws.clone()).map(|draws| Quantiles::of(&draws, Ratio::from)),
            clipped: draws.filter(input.distribution.is_clipped()).count(),
        }
    };
    let tallies: Vec<&DrawCounts> = blocks.iter().map(|block| &block.tally).collect();
    let sides = decision.best_of_each();
    let (options, difference, nobody) = summarize(&tallies, sampling.draws, programs, &decision, sides.as_ref());
    Simulation {
        header: header(&answer.loaded),
        sampling,
        inputs: on_all_cores(sampled.inputs.iter().enumerate(), drawn_input),
        options,
        difference,
        nobody,
    }
}

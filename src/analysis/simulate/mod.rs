//! How sure a decision is: every uncertain input is drawn at once, many times over, and what each option comes to is told
//! for every draw.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

mod distribution;
mod judge;
mod stream;
mod summary;

pub use distribution::Distribution;
pub use stream::Stream;
pub use summary::{PERCENTS, Quantiles};

use super::Answer;
use super::compare::header;
use super::statement::Header;
use crate::model::OptionKind;
use crate::scenario::quantity::Kind;
use crate::scenario::uncertainty::{Spread, Uncertain, uncertain};
use crate::sheet::{Drawn, LANES, Lanes, Tape};
use crate::variation::{CannotWin, Decision, Unanswered, Variation};
use judge::Judge;
use rayon::prelude::*;
use rust_decimal::Decimal;
use summary::{Tally, told};

/// Draws of a block: what is computed together and has random numbers of its own.
pub const BLOCK: usize = 8 * LANES;

/// What is asked of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many draws.
    pub draws: usize,
    /// What the random numbers follow from.
    pub seed: u64,
}

/// What a simulation says.
#[derive(Debug)]
pub struct Simulation {
    /// What was asked.
    pub header: Header,
    /// How many draws, and what their random numbers followed from.
    pub plan: Plan,
    /// What was drawn.
    pub inputs: Vec<DrawnInput>,
    /// Every option, in the order of the file: owned ones, rented ones, hybrids.
    pub options: Vec<DrawnOption>,
    /// The best option to own less the best to rent; none where one of the two is missing.
    pub difference: Option<Difference>,
    /// Share of the draws in which no option can win.
    pub nobody: Decimal,
}

/// An input that is drawn.
#[derive(Clone, Debug)]
pub struct DrawnInput {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    pub kind: &'static Kind,
    /// What the scenario states.
    pub stated: Decimal,
    /// How its cases are spread.
    pub spread: Spread,
    /// Percentiles of its draws.
    pub quantiles: Quantiles,
}

/// What an option comes to over the draws.
#[derive(Debug)]
pub struct DrawnOption {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Its printed present value at the stated values.
    pub stated: Option<Decimal>,
    /// Why it cannot win whatever is drawn.
    pub cannot_win_because: Vec<CannotWin>,
    /// Share of the draws in which it wins.
    pub wins: Decimal,
    /// Share of the draws in which it is not possible.
    pub not_possible: Decimal,
    /// Share of the draws in which it is possible, and cannot win for what is drawn: it lacks power, or leaves work undone.
    pub cannot_win: Decimal,
    /// Percentiles of its present value in the draws in which it is possible; none where it never is.
    pub present_value: Option<Quantiles>,
    /// What it costs on average to have chosen it and not what turns out to be best, over the draws in which it can win;
    /// none where it never can.
    pub regret: Option<Decimal>,
}

/// The present value of the best option to own less that of the best to rent, as stated.
#[derive(Debug)]
pub struct Difference {
    /// The option to own.
    pub own: String,
    /// The option to rent.
    pub rent: String,
    /// At the stated values, of printed present values.
    pub stated: Decimal,
    /// Percentiles in the draws in which both are possible; none where they never are.
    pub quantiles: Option<Quantiles>,
    /// Share of these draws in which owning costs less.
    pub own_costs_less: Option<Decimal>,
}

/// Told how many draws are done, from any thread.
pub type Progress<'a> = &'a (dyn Fn(usize) + Sync);

/// What the draws of a scenario say; none where nothing of it is uncertain.
///
/// # Errors
/// If a figure has no value whatever is drawn.
pub fn simulate(answer: &Answer, plan: Plan, progress: Progress<'_>) -> Result<Option<Simulation>, Unanswered> {
    let inputs = inputs(answer);
    if inputs.is_empty() {
        return Ok(None);
    }
    let judge = Judge::new(answer);
    let drawn: Vec<Drawn> = inputs.iter().filter_map(|input| input.drawn(answer)).collect();
    let sheet = &answer.evaluated.model.sheet;
    let tape = sheet
        .tape(&answer.evaluated.values, &drawn, judge.results())
        .map_err(|fault| Unanswered::fault(sheet, fault))?;
    let blocks = play(&tape, &judge, &inputs, plan, progress);
    Ok(Some(stated(answer, plan, &judge, &inputs, &blocks)))
}

/// An uncertain number with its distribution.
struct Input {
    uncertain: Uncertain,
    distribution: Distribution,
    /// Its place among those that figures depend on; none where none does.
    place: Option<usize>,
}

impl Input {
    fn drawn(&self, answer: &Answer) -> Option<Drawn> {
        let figure = answer.evaluated.model.sheet.input(self.uncertain.at)?;
        let (low, high) = self.distribution.support();
        Some(Drawn { figure, low, high })
    }
}

/// The uncertain numbers, by their path.
fn inputs(answer: &Answer) -> Vec<Input> {
    let mut places = 0;
    let input = |uncertain: Uncertain| {
        let moves = answer.evaluated.model.sheet.input(uncertain.at).is_some();
        let place = moves.then_some(places);
        places += usize::from(moves);
        Input { distribution: Distribution::of(uncertain.spread, uncertain.kind), uncertain, place }
    };
    uncertain(&answer.loaded.document, &answer.loaded.scenario).into_iter().map(input).collect()
}

/// The draws of a block.
struct Block {
    /// The draws of each input.
    inputs: Vec<Vec<f64>>,
    /// What was told of them.
    tally: Tally,
}

/// Every block, in order, on all cores.
fn play(tape: &Tape, judge: &Judge<'_>, inputs: &[Input], plan: Plan, progress: Progress<'_>) -> Vec<Block> {
    let blocks: Vec<usize> = (0..plan.draws.div_ceil(BLOCK)).collect();
    let workspace = || tape.lanes();
    let block = |lanes: &mut Vec<Box<Lanes>>, block: &usize| {
        let count = BLOCK.min(plan.draws - block * BLOCK);
        let drawn = draws(inputs, plan.seed, *block, count);
        let mut tally = Tally::new(judge.options(), count);
        for first in (0..count).step_by(LANES) {
            tape.play(&lanes_of(inputs, &drawn, first), lanes);
            judge.tell(tape, lanes, LANES.min(count - first), &mut tally);
        }
        progress(count);
        Block { inputs: drawn, tally }
    };
    blocks.par_iter().map_init(workspace, block).collect()
}

/// The draws of a block, for each input.
fn draws(inputs: &[Input], seed: u64, block: usize, count: usize) -> Vec<Vec<f64>> {
    let draws = |input: &Input| {
        let mut stream = Stream::new(seed, &input.uncertain.path, block as u64);
        (0..count).map(|_| input.distribution.draw(&mut stream)).collect()
    };
    inputs.iter().map(draws).collect()
}

/// Lanes of the draws from `first` on, of the inputs that figures depend on; the last draw again where there are fewer.
fn lanes_of(inputs: &[Input], drawn: &[Vec<f64>], first: usize) -> Vec<Lanes> {
    let moving = inputs.iter().zip(drawn).filter(|(input, _)| input.place.is_some());
    let lanes = |draws: &Vec<f64>| {
        let mut lanes = [0.0; LANES];
        for (lane, to) in lanes.iter_mut().enumerate() {
            *to = draws.get(first + lane).or(draws.last()).copied().unwrap_or_default();
        }
        lanes
    };
    moving.map(|(_, draws)| lanes(draws)).collect()
}

fn stated(answer: &Answer, plan: Plan, judge: &Judge<'_>, inputs: &[Input], blocks: &[Block]) -> Simulation {
    let decision: Decision = Variation::of(&answer.loaded, &answer.traces).stated();
    let drawn_input = |(at, input): (usize, &Input)| DrawnInput {
        path: input.uncertain.path.clone(),
        kind: input.uncertain.kind,
        stated: input.uncertain.stated,
        spread: input.uncertain.spread,
        quantiles: Quantiles::of(blocks.iter().flat_map(|block| block.inputs[at].iter().copied()).collect())
            .expect("there is a draw"),
    };
    let tallies: Vec<&Tally> = blocks.iter().map(|block| &block.tally).collect();
    let sides = decision.best_of_each();
    let (options, difference, nobody) = told(&tallies, plan.draws, judge, &decision, sides.as_ref());
    Simulation {
        header: header(&answer.loaded),
        plan,
        inputs: inputs.par_iter().enumerate().map(drawn_input).collect(),
        options,
        difference,
        nobody,
    }
}

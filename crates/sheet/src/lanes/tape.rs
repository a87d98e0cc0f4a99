//! A tape: what has to be done for each draw of some inputs, to be played for many draws at a time.

use super::play::{LANES, Lanes, Place, compute};
use super::recording::{Cell, Operation, Recording, placed, read};
use super::symbol::Symbol;
use crate::evaluate::{Fault, Values};
use crate::formula::FigureId;
use crate::sheet::Sheet;
use rust_decimal::Decimal;
use std::cell::RefCell;
use std::rc::Rc;

/// An input that is drawn: between which values.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// The input.
    pub figure: FigureId,
    /// The least draw.
    pub low: f64,
    /// The largest draw.
    pub high: f64,
}

/// What has to be done for each draw of some inputs to know some results.
#[derive(Debug)]
pub struct Tape {
    steps: Vec<Step>,
    /// Places for lanes, used again where a number is not needed any more.
    places: usize,
    inputs: Vec<Option<Place>>,
    results: Vec<Result<Place, f64>>,
}

#[derive(Debug)]
struct Step {
    operation: Operation,
    to: Place,
}

impl Sheet {
    /// Writes down what has to be done for each draw: of `results` each in one period. `values` are those stated.
    ///
    /// # Errors
    /// If a figure has no value whatever is drawn.
    pub fn tape(
        &self,
        values: &Values<Decimal>,
        drawn: &[Drawn],
        results: &[(FigureId, usize)],
    ) -> Result<Tape, Fault> {
        let recording = Rc::new(RefCell::new(Recording::default()));
        let mut symbols: Values<Symbol> = self.values_of(values);
        for input in drawn {
            symbols[self.at(input.figure, 0)] = Symbol::input(&recording, input.low, input.high);
        }
        let inputs: Vec<FigureId> = drawn.iter().map(|input| input.figure).collect();
        let wanted: Vec<FigureId> = results.iter().map(|(figure, _)| *figure).collect();
        self.evaluate(&self.affected(&inputs, &wanted), &mut symbols)?;
        let cells: Vec<Result<Cell, f64>> =
            results.iter().map(|(figure, period)| symbols[self.at(*figure, *period)].cell()).collect();
        let recording = recording.borrow();
        Ok(Tape::new(recording.operations(), drawn.len(), &cells))
    }
}

impl Tape {
    /// Of the operations that the results need, each cell in a place that is free for as long as it is needed.
    fn new(operations: &[Operation], inputs: usize, results: &[Result<Cell, f64>]) -> Tape {
        let last_use = last_uses(operations, results);
        let (mut place_of, mut free, mut places) = (vec![None; operations.len()], Vec::new(), 0);
        let mut steps = Vec::new();
        for (cell, operation) in operations.iter().enumerate() {
            let Some(last) = last_use[cell] else { continue };
            let to: Place = free.pop().unwrap_or_else(|| {
                places += 1;
                places - 1
            });
            place_of[cell] = Some(to);
            if !matches!(operation, Operation::Input) {
                let place = |cell: Cell| place_of[cell as usize].expect("a cell stands before what reads it");
                steps.push(Step { operation: placed(operation, &place), to });
            }
            let mut reads = read(operation);
            reads.sort_unstable();
            reads.dedup();
            for done in reads.into_iter().filter(|done| last_use[*done as usize] == Some(cell)) {
                free.extend(place_of[done as usize]);
            }
            debug_assert!(last >= cell);
        }
        let results = results.iter().map(|result| match result {
            Ok(cell) => Ok(place_of[*cell as usize].expect("a result is kept")),
            Err(constant) => Err(*constant),
        });
        Tape { results: results.collect(), inputs: place_of[..inputs].to_vec(), places: places as usize, steps }
    }

    /// Places for the lanes of a tape that is played.
    #[must_use]
    pub fn lanes(&self) -> Vec<Box<Lanes>> {
        // one more, which a step writes while others are read
        (0..=self.places).map(|_| Box::new([0.0; LANES])).collect()
    }

    /// Operations for each draw.
    #[must_use]
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Computes the results of a block of draws, one lanes of draws for each input.
    pub fn play(&self, drawn: &[Lanes], lanes: &mut [Box<Lanes>]) {
        for (place, draws) in self.inputs.iter().zip(drawn) {
            if let Some(place) = place {
                *lanes[*place as usize] = *draws;
            }
        }
        let spare = self.places;
        for step in &self.steps {
            lanes.swap(step.to as usize, spare);
            let (places, written) = lanes.split_at_mut(spare);
            compute(&step.operation, places, &mut written[0]);
            lanes.swap(step.to as usize, spare);
        }
    }

    /// The draws of a result, after the tape was played.
    #[must_use]
    pub fn result(&self, at: usize, lanes: &[Box<Lanes>]) -> Lanes {
        match self.results[at] {
            Ok(place) => *lanes[place as usize],
            Err(constant) => [constant; LANES],
        }
    }

    /// What a result always is, if it does not move.
    #[must_use]
    pub fn constant(&self, at: usize) -> Option<f64> {
        self.results[at].err()
    }
}

/// The last cell that reads each cell; of those that a result needs.
fn last_uses(operations: &[Operation], results: &[Result<Cell, f64>]) -> Vec<Option<usize>> {
    let mut last = vec![None; operations.len()];
    for cell in results.iter().flatten() {
        last[*cell as usize] = Some(usize::MAX);
    }
    for (at, operation) in operations.iter().enumerate().rev() {
        if last[at].is_some() {
            for cell in read(operation) {
                last[cell as usize].get_or_insert(at);
            }
        }
    }
    last
}

//! A tape: the operations that compute some figures from some inputs, recorded once while the interpreter walks the
//! sheet. Constants are folded, a linear combination is one operation, and operations shared by several periods are
//! recorded once. A tape is played with [`Bounds`] over intervals, with [`Ball`] at values, and in
//! [lanes](crate::lanes) for many draws.

mod moving_figures;
mod operation;
mod recorder;
mod tracer;

pub use moving_figures::{FloatFigures, MovingFigures};
pub use operation::TapeNumber;
pub(crate) use operation::{LevelsOf, Operand, Operation, Queried};
pub(crate) use recorder::{Function, Purpose};

use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::{EvaluationError, Values};
use crate::formula::FigureId;
use crate::linear::CellId;
use crate::sheet::Sheet;
use operation::Cells;
use recorder::Recorder;
use rust_decimal::Decimal;
use std::cell::RefCell;
use std::rc::Rc;
use tracer::Traced;

/// Recorded operations with their results.
#[derive(Debug)]
pub(crate) struct Tape {
    /// Each computes the cell of its index. The first ones are the inputs.
    pub(crate) operations: Vec<Operation>,
    pub(crate) inputs: usize,
    /// Results in the order of the request.
    pub(crate) results: Vec<Operand>,
    /// Bounds of every cell, if the ranges of the inputs are known.
    pub(crate) bounds: Option<Vec<Bounds>>,
}

/// A tape for [`Bounds`] and [`Ball`].
#[derive(Debug)]
pub(crate) struct FloatTape {
    operations: Vec<Operation>,
    inputs: usize,
    /// Each figure in a period, by its index among all numbers of the sheet, ascending.
    results: Vec<(usize, Operand)>,
}

/// Shares of an interval that differ by less are taken as one.
const SAME_SHARE: f64 = 1e-9;
/// Relative error of the values at which figures jump.
const JUMP_ERROR: f64 = 32.0 * f64::EPSILON;

/// Estimate of a figure that takes whole units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    cell: CellId,
    units: f64,
    /// Value of the operand at whose thresholds it jumps; none if these are not known.
    jumps_with: Option<f64>,
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.units == other.units
    }
}

/// Numbers of a tape for some of its figures, and the work spent on them.
#[derive(Debug)]
pub(crate) struct FloatTapeValues<N> {
    cells: Cells<N>,
    /// Cells to compute, in order.
    needed: Vec<CellId>,
    /// Work of each play.
    work_per_play: usize,
    work: usize,
}

impl<N> FloatTapeValues<N> {
    /// Work so far, in numbers of a sheet.
    #[must_use]
    pub(crate) fn work(&self) -> usize {
        self.work
    }
}

impl Sheet {
    /// Records how `results`, each in one period, follow from `inputs`, which stay within `ranges` if these are known.
    /// All other inputs are constant. `work` becomes the work of recording, even if it fails.
    ///
    /// # Errors
    /// If a figure has no value, independently of the inputs.
    pub(crate) fn record(
        &self,
        purpose: Purpose,
        values: &Values<Decimal>,
        inputs: &[FigureId],
        ranges: Option<&[Bounds]>,
        results: &[(FigureId, usize)],
        work: &mut usize,
    ) -> Result<Tape, EvaluationError> {
        let recorder = Rc::new(RefCell::new(Recorder::new(purpose, inputs.len(), ranges, &self.thresholds)));
        let required: Vec<FigureId> = results.iter().map(|(figure, _)| *figure).collect();
        let moved = self.affected(inputs, &required);
        let mut traced: Values<Traced> = self.values_for(values, &moved, &required);
        for (cell, input) in (0..).zip(inputs) {
            traced[self.at(*input, 0)] = Traced::of(&recorder, Operand::Cell(cell));
        }
        let evaluated = self.evaluate(&moved, &mut traced);
        *work = traced.work();
        evaluated?;
        let operand = |(figure, period): &(FigureId, usize)| traced[self.at(*figure, *period)].operand();
        let results = results.iter().map(operand).collect();
        drop(traced);
        let (operations, bounds) = Rc::into_inner(recorder).expect("no traced number is left").into_inner().finish();
        let bounds = bounds.map(Cells::into_numbers);
        Ok(Tape { operations, inputs: inputs.len(), results, bounds })
    }

    /// A tape for numbers with a proven error.
    ///
    /// # Errors
    /// If a figure has no value, independently of the inputs.
    pub(crate) fn float_tape(
        &self,
        values: &Values<Decimal>,
        inputs: &[FigureId],
        ranges: &[Bounds],
        results: &[(FigureId, usize)],
        work: &mut usize,
    ) -> Result<FloatTape, EvaluationError> {
        let tape = self.record(Purpose::Proof, values, inputs, Some(ranges), results, work)?;
        let indices = results.iter().map(|(figure, period)| self.at(*figure, *period));
        let mut results: Vec<(usize, Operand)> = indices.zip(tape.results).collect();
        results.sort_unstable_by_key(|(at, _)| *at);
        results.dedup_by_key(|(at, _)| *at);
        Ok(FloatTape { operations: tape.operations, inputs: tape.inputs, results })
    }
}

impl FloatTape {
    /// Storage for the numbers that some figures need, by their indices among all numbers of the sheet.
    #[must_use]
    pub(crate) fn values_for<N: TapeNumber>(&self, places: &[usize]) -> FloatTapeValues<N> {
        let mut is_needed = vec![false; self.operations.len()];
        for (_, operand) in self.results.iter().filter(|(at, _)| places.contains(at)) {
            if let Operand::Cell(cell) = operand {
                is_needed[*cell as usize] = true;
            }
        }
        for at in (0..self.operations.len()).rev() {
            if is_needed[at] {
                self.operations[at].read(|cell| is_needed[cell as usize] = true);
            }
        }
        let cells = (0..).zip(&is_needed).skip(self.inputs);
        let needed: Vec<CellId> = cells.filter(|(_, is_needed)| **is_needed).map(|(cell, _)| cell).collect();
        let work_per_play = needed.iter().map(|cell| self.operations[*cell as usize].work()).sum();
        let cells = Cells::of(&vec![N::of(Decimal::ZERO); self.operations.len()]);
        FloatTapeValues { cells, needed, work_per_play, work: 0 }
    }

    /// Evaluates the figures for numbers of the inputs; none if one of them does not exist.
    pub(crate) fn play<N: TapeNumber>(&self, inputs: &[N], values: &mut FloatTapeValues<N>) -> Option<()> {
        debug_assert_eq!(inputs.len(), self.inputs, "a number for each input");
        values.work += values.work_per_play;
        for (cell, number) in (0..).zip(inputs) {
            values.cells.set(cell, *number);
        }
        for cell in &values.needed {
            values.cells.play(*cell, &self.operations[*cell as usize]).ok()?;
        }
        Some(())
    }

    /// Estimates of all figures that take whole units.
    fn steps(&self, values: &FloatTapeValues<Ball>) -> Vec<Step> {
        let number = |operand| values.cells.operand(&operand).middle();
        let step = |cell: &CellId| {
            let operation = &self.operations[*cell as usize];
            let jumps_with = operation.jumps_with().map(number);
            operation.is_in_steps().then(|| Step { cell: *cell, units: number(Operand::Cell(*cell)), jumps_with })
        };
        values.needed.iter().filter_map(step).collect()
    }

    /// Share of an interval at which figures that take whole units jump, if they jump once; `before` and `after` are
    /// estimates at its ends, in which what they jump with is taken as linear.
    #[allow(clippy::float_arithmetic, reason = "an estimate that never decides the result")]
    fn only_jump(&self, before: &[Step], after: &[Step]) -> Option<f64> {
        let mut only: Option<f64> = None;
        for (before, after) in before.iter().zip(after).filter(|(before, after)| before != after) {
            let (from, to) = (before.jumps_with?, after.jumps_with?);
            let (fewer, more) = (before.units.min(after.units), before.units.max(after.units));
            let at = self.operations[before.cell as usize].only_jump((from.min(to), from.max(to)), (fewer, more))?;
            let share = (at - from) / (to - from);
            let same = SAME_SHARE.max(JUMP_ERROR * from.abs().max(to.abs()) / (to - from).abs());
            if !(0.0..=1.0).contains(&share) || only.is_some_and(|only| (only - share).abs() > same) {
                return None;
            }
            only = Some(share);
        }
        only
    }

    /// A figure in a period by its index among all numbers of the sheet; none if it is not among the requested ones.
    #[must_use]
    pub(crate) fn value<N: TapeNumber>(&self, at: usize, values: &FloatTapeValues<N>) -> Option<N> {
        Some(values.cells.operand(&self.operand(at)?))
    }

    /// The recorded number of a figure in a period.
    fn operand(&self, at: usize) -> Option<Operand> {
        let found = self.results.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        Some(self.results[found].1)
    }
}

#[cfg(test)]
mod tests;

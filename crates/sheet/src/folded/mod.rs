//! A sheet folded to what moves: what is left to be worked out of some figures while some inputs move and all else stays as it
//! is. It is written down once, while the interpreter walks the sheet with numbers that note what is done with them; what stays
//! is then a constant, additions and multiples of whatever length are one sum, and what is worked out in several periods alike is
//! worked out once. It is good for binary floating point with its proven error alone: [`Bounds`] over an interval, and
//! [`Ball`](crate::Ball) at a value.

mod moving_figures;
mod operation;
mod recording;
mod traced;

pub use moving_figures::{FirstLooks, FloatFigures, MovingFigures, StatedInFloats};
pub use operation::Foldable;

use crate::bounds::Bounds;
use crate::evaluate::{Fault, Values};
use crate::formula::FigureId;
use crate::linear::CellId;
use crate::sheet::Sheet;
use operation::{Cells, Operand, Operation};
use recording::Recording;
use rust_decimal::Decimal;
use std::cell::RefCell;
use std::rc::Rc;
use traced::Traced;

/// What is left to be worked out of some figures while some inputs move.
#[derive(Debug)]
pub(crate) struct Folded {
    operations: Vec<Operation>,
    inputs: usize,
    /// Each figure in a period, by its place among all numbers of the sheet, rising.
    results: Vec<(usize, Operand)>,
}

/// The numbers of a folded sheet that some of its figures need, and how much was worked out for them.
#[derive(Debug)]
pub(crate) struct FoldedValues<N> {
    cells: Cells<N>,
    /// The operations that are worked out, in their order.
    needed: Vec<CellId>,
    /// About how much that is each time.
    work: usize,
    worked: usize,
}

impl<N> FoldedValues<N> {
    /// About how much was worked out so far, counted as the numbers of a sheet are.
    #[must_use]
    pub(crate) fn worked(&self) -> usize {
        self.worked
    }
}

impl Sheet {
    /// What is left to be worked out of `results`, each in one period, while `inputs` move: over ranges that they do not leave,
    /// from just after the first value to the second, or anywhere. `values` are those stated, and `worked` is how much was worked out
    /// for it, whether or not it can be folded.
    ///
    /// # Errors
    /// If a figure has no value whatever the inputs are.
    pub(crate) fn folded(
        &self,
        values: &Values<Decimal>,
        inputs: &[FigureId],
        ranges: Option<&[(Decimal, Decimal)]>,
        results: &[(FigureId, usize)],
        worked: &mut usize,
    ) -> Result<Folded, Fault> {
        let ranges =
            ranges.map(|ranges| ranges.iter().map(|(from, to)| Bounds::linear(*from, *to)).collect::<Vec<_>>());
        let recording = Rc::new(RefCell::new(Recording::new(inputs.len(), ranges.as_deref(), &self.thresholds)));
        let mut traced: Values<Traced> = self.values_of(values);
        for (cell, input) in (0..).zip(inputs) {
            traced[self.at(*input, 0)] = Traced::of(&recording, Operand::Cell(cell));
        }
        let wanted: Vec<FigureId> = results.iter().map(|(figure, _)| *figure).collect();
        let evaluated = self.evaluate(&self.affected(inputs, &wanted), &mut traced);
        *worked = traced.worked();
        evaluated?;
        let mut results: Vec<(usize, Operand)> = results
            .iter()
            .map(|(figure, period)| self.at(*figure, *period))
            .map(|at| (at, traced[at].operand()))
            .collect();
        results.sort_unstable_by_key(|(at, _)| *at);
        results.dedup_by_key(|(at, _)| *at);
        drop(traced);
        let recording = Rc::into_inner(recording).expect("nothing that was traced is kept").into_inner();
        Ok(Folded { operations: recording.into_operations(), inputs: inputs.len(), results })
    }
}

impl Folded {
    /// A place for every number that some figures need, by their places among all numbers of the sheet.
    #[must_use]
    pub(crate) fn values_for<N: Foldable>(&self, places: &[usize]) -> FoldedValues<N> {
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
        let work = needed.iter().map(|cell| self.operations[*cell as usize].work()).sum();
        let cells = Cells::of(&vec![N::of(Decimal::ZERO); self.operations.len()]);
        FoldedValues { cells, needed, work, worked: 0 }
    }

    /// Works out figures at numbers for the inputs; none where one of them has no such number.
    pub(crate) fn play<N: Foldable>(&self, inputs: &[N], values: &mut FoldedValues<N>) -> Option<()> {
        debug_assert_eq!(inputs.len(), self.inputs, "a number for each input");
        values.worked += values.work;
        for (cell, number) in (0..).zip(inputs) {
            values.cells.set(cell, *number);
        }
        for cell in &values.needed {
            values.cells.play(*cell, &self.operations[*cell as usize]).ok()?;
        }
        Some(())
    }

    /// A figure in a period by its place among all numbers of the sheet; none if it is not one of those asked for.
    #[must_use]
    pub(crate) fn value<N: Foldable>(&self, at: usize, values: &FoldedValues<N>) -> Option<N> {
        let found = self.results.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        Some(values.cells.operand(&self.results[found].1))
    }
}

#[cfg(test)]
mod tests;

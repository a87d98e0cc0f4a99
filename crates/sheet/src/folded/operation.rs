//! What is left to be worked out, and how it is worked out with numbers of a kind.

use super::moving_figures::{FirstLooks, StatedInFloats};
use super::recording::Function;
use crate::arithmetic::Trouble;
use crate::ball::Ball;
use crate::bounds::{Bounds, Thresholds, WholeUnitsOf};
use crate::evaluate::Values;
use crate::formula::Binary;
use crate::levels::{Counted, Falling, MovingLevels, Query};
use crate::linear::{CellId, Linear};
use rust_decimal::Decimal;
use std::sync::{Arc, OnceLock};

/// A number that moves, or one that does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operand {
    Cell(CellId),
    Exact(Decimal),
}

/// A number that does not move, or a sum of those that do.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Exact(Decimal),
    Sum(Linear),
}

/// What is asked of levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queried {
    pub(super) scale: Option<Operand>,
    pub(super) above: Option<Operand>,
    pub(super) cap: Option<Operand>,
    pub(super) step: Option<Operand>,
    pub(super) reserved: Option<Operand>,
}

/// Which levels are asked.
#[derive(Debug)]
pub(super) enum LevelsOf {
    /// Some that stay, with the scales from which on a unit more is needed, where these are listed.
    Still(Arc<Falling>, Option<Arc<Thresholds>>),
    /// Some that move, by the cell that stands for them.
    Moving(CellId),
}

/// What is done with cells before.
#[derive(Debug)]
pub(super) enum Operation {
    Input,
    Linear(Linear),
    Two(Binary, Operand, Operand),
    /// The quotient of the first two, or the third where the second is nothing.
    QuotientOr([Operand; 3]),
    One(Function, CellId),
    /// Levels that move.
    Levels(MovingLevels<Value>),
    /// Σ of weight × units of levels.
    Units(LevelsOf, Queried),
}

impl Queried {
    pub(super) fn operands(&self) -> [Option<Operand>; 5] {
        [self.scale, self.above, self.cap, self.step, self.reserved]
    }

    /// The scale and what is asked, if nothing moves but the scale and whole units are counted.
    pub(super) fn of_scale(&self) -> Option<(CellId, WholeUnitsOf)> {
        let exact = |operand: Option<Operand>| match operand {
            None => Some(None),
            Some(Operand::Exact(value)) => Some(Some(value)),
            Some(Operand::Cell(_)) => None,
        };
        let Some(Operand::Cell(scale)) = self.scale else { return None };
        let (above, reserved) = (exact(self.above)?.unwrap_or_default(), exact(self.reserved)?.unwrap_or_default());
        Some((scale, WholeUnitsOf { above, cap: exact(self.cap)?, step: exact(self.step)??, reserved }))
    }
}

impl Operation {
    /// The cells that it reads.
    pub(super) fn read(&self, mut visit: impl FnMut(CellId)) {
        let mut operand = |operand: &Operand| match operand {
            Operand::Cell(cell) => visit(*cell),
            Operand::Exact(_) => {}
        };
        match self {
            Operation::Input => {}
            Operation::Linear(linear) => linear.multiples.iter().for_each(|multiple| visit(multiple.cell)),
            Operation::Two(_, a, b) => [a, b].into_iter().for_each(operand),
            Operation::QuotientOr(operands) => operands.iter().for_each(operand),
            Operation::One(_, of) => visit(*of),
            Operation::Levels(levels) => levels.each_number(&mut |value: &Value| match value {
                Value::Exact(_) => {}
                Value::Sum(linear) => linear.multiples.iter().for_each(|multiple| visit(multiple.cell)),
            }),
            Operation::Units(levels, query) => {
                query.operands().iter().flatten().for_each(&mut operand);
                if let LevelsOf::Moving(cell) = levels {
                    visit(*cell);
                }
            }
        }
    }

    /// About how much is worked out for it.
    pub(super) fn work(&self) -> usize {
        match self {
            Operation::Input => 0,
            Operation::Linear(_)
            | Operation::Two(..)
            | Operation::QuotientOr(_)
            | Operation::One(..)
            | Operation::Units(LevelsOf::Still(_, Some(_)), _) => 1,
            Operation::Levels(levels) => levels.count(),
            Operation::Units(LevelsOf::Still(falling, None), query) if query.step.is_none() => {
                falling.count_of_levels().min(8)
            }
            Operation::Units(LevelsOf::Still(falling, None), _) => falling.count_of_levels(),
            Operation::Units(LevelsOf::Moving(_), _) => 8,
        }
    }
}

/// A kind of number that what is left of a sheet is worked out with.
pub trait Foldable: Counted + Copy {
    /// So often figures are looked at before the sheet is folded.
    fn first_looks(of: &FirstLooks) -> usize;

    /// The stated values as such numbers.
    fn stated(of: &StatedInFloats) -> &OnceLock<Values<Self>>;

    /// A sum of multiples of cells; none where there is no such number.
    fn sum(linear: &Linear, cells: &[Self]) -> Option<Self>;

    /// Units at a scale; none where it is not one that is listed.
    fn units_from(thresholds: &Thresholds, scale: &Self) -> Option<Self>;
}

impl Foldable for Bounds {
    fn first_looks(of: &FirstLooks) -> usize {
        of.over_intervals
    }

    fn stated(of: &StatedInFloats) -> &OnceLock<Values<Self>> {
        &of.bounds
    }

    fn sum(linear: &Linear, cells: &[Self]) -> Option<Self> {
        Some(Bounds::of_sum(linear, cells))
    }

    fn units_from(thresholds: &Thresholds, scale: &Self) -> Option<Self> {
        thresholds.over(scale)
    }
}

impl Foldable for Ball {
    fn first_looks(of: &FirstLooks) -> usize {
        of.at_values
    }

    fn stated(of: &StatedInFloats) -> &OnceLock<Values<Self>> {
        &of.balls
    }

    fn sum(linear: &Linear, cells: &[Self]) -> Option<Self> {
        linear.at_value(|cell| cells[cell as usize])
    }

    fn units_from(thresholds: &Thresholds, scale: &Self) -> Option<Self> {
        thresholds.at(*scale)
    }
}

/// The numbers of all cells.
#[derive(Debug)]
pub(super) struct Cells<N> {
    numbers: Vec<N>,
    levels: Vec<(CellId, MovingLevels<N>)>,
}

impl<N: Foldable> Cells<N> {
    /// Of the first ones, which are given.
    pub(super) fn of(given: &[N]) -> Cells<N> {
        Cells { numbers: given.to_vec(), levels: Vec::new() }
    }

    pub(super) fn numbers(&self) -> &[N] {
        &self.numbers
    }

    pub(super) fn operand(&self, operand: &Operand) -> N {
        match operand {
            Operand::Cell(cell) => self.numbers[*cell as usize],
            Operand::Exact(value) => N::of(*value),
        }
    }

    fn value(&self, value: &Value) -> Option<N> {
        match value {
            Value::Exact(value) => Some(N::of(*value)),
            Value::Sum(linear) => N::sum(linear, &self.numbers),
        }
    }

    pub(super) fn set(&mut self, cell: CellId, number: N) {
        self.numbers[cell as usize] = number;
    }

    /// Works out an operation on cells before.
    ///
    /// # Errors
    /// If there is no such number.
    pub(super) fn play(&mut self, cell: CellId, operation: &Operation) -> Result<(), Trouble> {
        let number = self.worked_out(cell, operation)?;
        let at = cell as usize;
        if at >= self.numbers.len() {
            self.numbers.resize(at + 1, N::of(Decimal::ZERO));
        }
        self.numbers[at] = number;
        Ok(())
    }

    fn worked_out(&mut self, cell: CellId, operation: &Operation) -> Result<N, Trouble> {
        match operation {
            Operation::Input => Ok(self.numbers[cell as usize]),
            Operation::Linear(linear) => N::sum(linear, &self.numbers).ok_or(Trouble::TooLarge),
            Operation::Two(binary, a, b) => N::binary(*binary, &self.operand(a), &self.operand(b)),
            Operation::QuotientOr([a, b, other]) => {
                N::quotient_or(&self.operand(a), &self.operand(b), &self.operand(other))
            }
            Operation::One(function, of) => function.of(&self.numbers[*of as usize]),
            Operation::Levels(levels) => {
                let levels = levels.with(|value| self.value(value)).ok_or(Trouble::TooLarge)?;
                self.levels.retain(|(other, _)| *other != cell);
                self.levels.push((cell, levels));
                Ok(N::of(Decimal::ZERO))
            }
            Operation::Units(levels, query) => self.units(levels, query),
        }
    }

    fn units(&self, levels: &LevelsOf, query: &Queried) -> Result<N, Trouble> {
        if let LevelsOf::Still(_, Some(thresholds)) = levels
            && let Some(scale) = query.scale.map(|of| self.operand(&of))
            && let Some(units) = N::units_from(thresholds, &scale)
        {
            return Ok(units);
        }
        let [scale, above, cap, step, reserved] = query.operands().map(|of| of.map(|of| self.operand(&of)));
        let query = Query {
            scale: scale.as_ref(),
            above: above.as_ref(),
            cap: cap.as_ref(),
            step: step.as_ref(),
            reserved: reserved.as_ref(),
        };
        match levels {
            LevelsOf::Still(falling, _) => N::units(falling, &query),
            LevelsOf::Moving(cell) => {
                let levels = self.levels.iter().find(|(other, _)| other == cell);
                levels.expect("levels stand before what is asked of them").1.units(&query)
            }
        }
    }
}

//! Operations of a tape, and playing them with any kind of number.

use super::recorder::Function;
use crate::arithmetic::EvaluationErrorKind;
use crate::ball::Ball;
use crate::bounds::{Bounds, Thresholds, WholeUnitsQuery};
use crate::formula::Binary;
use crate::levels::{Counted, DescendingLevels, MovingLevels, Query};
use crate::linear::{CellId, Linear};
use rust_decimal::Decimal;
use std::sync::Arc;

/// A cell or a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operand {
    Cell(CellId),
    Exact(Decimal),
}

/// A constant or a linear combination of cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Exact(Decimal),
    Sum(Linear),
}

/// Operands of a query of levels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queried {
    pub(crate) scale: Option<Operand>,
    pub(crate) above: Option<Operand>,
    pub(crate) cap: Option<Operand>,
    pub(crate) step: Option<Operand>,
    pub(crate) reserved: Option<Operand>,
}

/// Levels of a query.
#[derive(Debug)]
pub(crate) enum LevelsOf {
    /// Constant levels, with the thresholds of their units if these are known.
    Still(Arc<DescendingLevels>, Option<Arc<Thresholds>>),
    /// Varying levels, by their cell.
    Moving(CellId),
}

/// Computes a cell from cells before it.
#[derive(Debug)]
pub(crate) enum Operation {
    Input,
    Linear(Linear),
    Two(Binary, Operand, Operand),
    /// Quotient of the first two; the third if the second is zero.
    QuotientOr([Operand; 3]),
    One(Function, CellId),
    /// Varying levels.
    Levels(MovingLevels<Value>),
    /// Σ weight × units of levels.
    Units(LevelsOf, Queried),
    /// Maximum number of units over levels.
    Most(Arc<DescendingLevels>, Queried),
}

impl Queried {
    pub(crate) fn operands(&self) -> [Option<Operand>; 5] {
        [self.scale, self.above, self.cap, self.step, self.reserved]
    }

    /// Scale and query, if only the scale varies and the query counts whole units.
    pub(crate) fn of_scale(&self) -> Option<(CellId, WholeUnitsQuery)> {
        let exact = |operand: Option<Operand>| match operand {
            None => Some(None),
            Some(Operand::Exact(value)) => Some(Some(value)),
            Some(Operand::Cell(_)) => None,
        };
        let Some(Operand::Cell(scale)) = self.scale else { return None };
        let (above, reserved) = (exact(self.above)?.unwrap_or_default(), exact(self.reserved)?.unwrap_or_default());
        Some((scale, WholeUnitsQuery { above, cap: exact(self.cap)?, step: exact(self.step)??, reserved }))
    }
}

impl Operation {
    /// Visits the cells that it reads.
    pub(crate) fn read(&self, mut visit: impl FnMut(CellId)) {
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
            Operation::Most(_, query) => query.operands().iter().flatten().for_each(operand),
        }
    }

    /// Whether its result jumps while its operands vary continuously.
    pub(super) fn is_in_steps(&self) -> bool {
        match self {
            Operation::One(function, _) => matches!(function, Function::Ceil | Function::Any),
            Operation::Units(_, query) => query.step.is_some(),
            Operation::Input
            | Operation::Linear(_)
            | Operation::Two(..)
            | Operation::QuotientOr(_)
            | Operation::Levels(_)
            | Operation::Most(..) => false,
        }
    }

    /// The operand at whose thresholds its result jumps, if these are known.
    pub(super) fn jumps_with(&self) -> Option<Operand> {
        match self {
            Operation::One(Function::Ceil | Function::Any, of) => Some(Operand::Cell(*of)),
            Operation::Units(LevelsOf::Still(_, Some(_)), query) => query.scale,
            _ => None,
        }
    }

    /// The only threshold between two numbers of this operand, where the result is `fewer` and `more`; none if there is
    /// none or there are several.
    #[allow(clippy::float_arithmetic, reason = "an estimate that never decides the result")]
    pub(super) fn only_jump(&self, between: (f64, f64), (fewer, more): (f64, f64)) -> Option<f64> {
        match self {
            Operation::Units(LevelsOf::Still(_, Some(thresholds)), _) => thresholds.only_within(between),
            // a number is rounded up to the next integer above the lower one
            Operation::One(..) => (more - fewer <= 1.0).then_some(fewer),
            _ => None,
        }
    }

    /// Estimated work.
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
                falling.len().min(8 * falling.searches())
            }
            Operation::Units(LevelsOf::Still(falling, None), _) | Operation::Most(falling, _) => falling.for_units(),
            Operation::Units(LevelsOf::Moving(_), _) => 8,
        }
    }
}

/// A kind of number that a tape is played with.
pub trait TapeNumber: Counted + Copy {
    /// Number of evaluations in the sheet before a tape is recorded, from that at single values.
    fn first_looks(at_values: usize) -> usize;

    /// Value of a linear combination; none if it is out of range.
    fn sum(linear: &Linear, cells: &[Self]) -> Option<Self>;

    /// Units at a scale; none if it is outside the range of the thresholds.
    fn units_from(thresholds: &Thresholds, scale: &Self) -> Option<Self>;
}

impl TapeNumber for Bounds {
    fn first_looks(_: usize) -> usize {
        0
    }

    fn sum(linear: &Linear, cells: &[Self]) -> Option<Self> {
        Some(Bounds::of_sum(linear, cells))
    }

    fn units_from(thresholds: &Thresholds, scale: &Self) -> Option<Self> {
        thresholds.over(scale)
    }
}

impl TapeNumber for Ball {
    fn first_looks(at_values: usize) -> usize {
        at_values
    }

    fn sum(linear: &Linear, cells: &[Self]) -> Option<Self> {
        linear.at_value(|cell| cells[cell as usize])
    }

    fn units_from(thresholds: &Thresholds, scale: &Self) -> Option<Self> {
        thresholds.at(*scale)
    }
}

/// Numbers of all cells.
#[derive(Debug)]
pub(super) struct Cells<N> {
    numbers: Vec<N>,
    levels: Vec<(CellId, MovingLevels<N>)>,
}

impl<N: TapeNumber> Cells<N> {
    /// Starts with the numbers of the inputs.
    pub(super) fn of(given: &[N]) -> Cells<N> {
        Cells { numbers: given.to_vec(), levels: Vec::new() }
    }

    pub(super) fn numbers(&self) -> &[N] {
        &self.numbers
    }

    pub(super) fn into_numbers(self) -> Vec<N> {
        self.numbers
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

    /// Computes the cell of an operation from cells before it.
    ///
    /// # Errors
    /// If the result does not exist.
    pub(super) fn play(&mut self, cell: CellId, operation: &Operation) -> Result<(), EvaluationErrorKind> {
        let number = self.computed(cell, operation)?;
        let at = cell as usize;
        if at >= self.numbers.len() {
            self.numbers.resize(at + 1, N::of(Decimal::ZERO));
        }
        self.numbers[at] = number;
        Ok(())
    }

    fn computed(&mut self, cell: CellId, operation: &Operation) -> Result<N, EvaluationErrorKind> {
        match operation {
            Operation::Input => Ok(self.numbers[cell as usize]),
            Operation::Linear(linear) => N::sum(linear, &self.numbers).ok_or(EvaluationErrorKind::TooLarge),
            Operation::Two(binary, a, b) => N::binary(*binary, &self.operand(a), &self.operand(b)),
            Operation::QuotientOr([a, b, other]) => {
                N::quotient_or(&self.operand(a), &self.operand(b), &self.operand(other))
            }
            Operation::One(function, of) => function.of(&self.numbers[*of as usize]),
            Operation::Levels(levels) => {
                let levels = levels.with(|value| self.value(value)).ok_or(EvaluationErrorKind::TooLarge)?;
                self.levels.retain(|(other, _)| *other != cell);
                self.levels.push((cell, levels));
                Ok(N::of(Decimal::ZERO))
            }
            Operation::Units(levels, query) => self.units(levels, query),
            Operation::Most(falling, query) => self.query(query, |query| N::most(falling, query)),
        }
    }

    /// Evaluates a query at the numbers of its operands.
    fn query<R>(&self, query: &Queried, evaluate: impl FnOnce(&Query<'_, N>) -> R) -> R {
        let [scale, above, cap, step, reserved] = query.operands().map(|of| of.map(|of| self.operand(&of)));
        evaluate(&Query {
            scale: scale.as_ref(),
            above: above.as_ref(),
            cap: cap.as_ref(),
            step: step.as_ref(),
            reserved: reserved.as_ref(),
        })
    }

    fn units(&self, levels: &LevelsOf, query: &Queried) -> Result<N, EvaluationErrorKind> {
        if let LevelsOf::Still(_, Some(thresholds)) = levels
            && let Some(scale) = query.scale.map(|of| self.operand(&of))
            && let Some(units) = N::units_from(thresholds, &scale)
        {
            return Ok(units);
        }
        self.query(query, |query| match levels {
            LevelsOf::Still(falling, _) => N::units(falling, query),
            LevelsOf::Moving(cell) => {
                let levels = self.levels.iter().find(|(other, _)| other == cell);
                levels.expect("levels are recorded before their queries").1.units(query)
            }
        })
    }
}

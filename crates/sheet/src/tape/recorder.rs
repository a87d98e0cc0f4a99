//! A tape while it is recorded.

use super::operation::{Cells, LevelsOf, Operand, Operation, Queried, Value};
use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::ball::Ball;
use crate::bounds::{Bounds, ThresholdCache, Thresholds};
use crate::formula::Binary;
use crate::levels::{DescendingLevels, MovingLevels};
use crate::linear::{CellId, Linear};
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::sync::Arc;

/// Identity of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Linear(Vec<u64>),
    Two(Binary, [Digits; 2]),
    QuotientOr([Digits; 3]),
    One(Function, CellId),
    Units(usize, [Option<Digits>; 5]),
    Most(usize, [Option<Digits>; 5]),
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    /// Smallest integer that is not below.
    Ceil,
    /// 1 if above zero, 0 otherwise.
    Any,
    /// Power with an integer exponent.
    Power(u32),
    /// Root of a degree.
    Root(u8),
}

impl Function {
    /// Value of the function.
    ///
    /// # Errors
    /// If it has none.
    pub(crate) fn of<N: Number>(self, number: &N) -> Result<N, EvaluationErrorKind> {
        match self {
            Function::Ceil => Ok(number.ceil()),
            Function::Any => Ok(number.any()),
            Function::Power(exponent) => number.power(exponent),
            Function::Root(degree) => number.root(degree),
        }
    }
}

/// Identity of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Digits {
    Cell(CellId),
    Exact([u8; 16]),
}

impl From<&Operand> for Digits {
    fn from(operand: &Operand) -> Digits {
        match operand {
            Operand::Cell(cell) => Digits::Cell(*cell),
            Operand::Exact(value) => Digits::Exact(value.serialize()),
        }
    }
}

/// A tape while it is recorded: each operation once, with its bounds over the ranges of the inputs.
#[derive(Debug)]
pub(super) struct Recorder {
    purpose: Purpose,
    operations: Vec<Operation>,
    known: HashMap<Key, Operand, FixedState>,
    /// Bounds of every cell over the ranges of the inputs, if these are known.
    range: Option<Cells<Bounds>>,
    /// Recorded levels by address. Their owners are kept, so that an address is not used again.
    met: Vec<(usize, PartedLevels)>,
    /// Thresholds of other tapes of the same sheet.
    kept: Arc<ThresholdCache>,
}

/// Kind of numbers that a tape is played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Numbers with a proven error: [`Bounds`] and [`Ball`].
    Proof,
    /// Floats for many draws.
    Draws,
}

/// Levels split into constant and varying ones.
#[derive(Clone, Debug)]
pub(super) struct PartedLevels {
    /// Constant levels, if there are any.
    pub(super) still: Option<Arc<DescendingLevels>>,
    /// Cell of the varying levels.
    pub(super) moving: CellId,
}

impl Recorder {
    /// A tape of `inputs`, with their ranges if these are known.
    pub(super) fn new(
        purpose: Purpose,
        inputs: usize,
        ranges: Option<&[Bounds]>,
        kept: &Arc<ThresholdCache>,
    ) -> Recorder {
        let range = ranges.map(Cells::of);
        let operations = (0..inputs).map(|_| Operation::Input).collect();
        Recorder { purpose, operations, known: HashMap::default(), range, met: Vec::new(), kept: Arc::clone(kept) }
    }

    /// The operations, and the bounds of every cell if the ranges of the inputs are known.
    pub(super) fn finish(self) -> (Vec<Operation>, Option<Cells<Bounds>>) {
        (self.operations, self.range)
    }

    pub(super) fn is_for_draws(&self) -> bool {
        self.purpose == Purpose::Draws
    }

    /// Bounds of a sum, if they are known.
    pub(super) fn limits_of(&self, linear: &Linear) -> Option<(Ball, Ball)> {
        Bounds::of_sum(linear, self.range.as_ref()?.numbers()).limits()
    }

    /// Largest absolute value of a cell, if it is known.
    pub(super) fn reach_of(&self, cell: CellId) -> Option<f64> {
        let (low, high) = self.range.as_ref()?.numbers()[cell as usize].limits()?;
        Some(low.least().abs().max(high.most().abs()))
    }

    pub(super) fn linear(&mut self, linear: &Linear) -> Operand {
        if let Some(cell) = linear.only_cell() {
            return Operand::Cell(cell);
        }
        self.keep(Key::Linear(linear.digits()), || Operation::Linear(linear.clone()))
    }

    pub(super) fn two(&mut self, binary: Binary, a: Operand, b: Operand) -> Operand {
        let key = Key::Two(binary, [Digits::from(&a), Digits::from(&b)]);
        self.keep(key, || Operation::Two(binary, a, b))
    }

    /// The minimum of the other operands, if `of` is a minimum of several and `operand` is among them.
    pub(super) fn minimum_without(&mut self, of: Operand, operand: Operand) -> Option<Operand> {
        let Operand::Cell(cell) = of else { return None };
        let Operation::Two(Binary::Minimum, a, b) = self.operations[cell as usize] else { return None };
        if a == operand {
            return Some(b);
        }
        if b == operand {
            return Some(a);
        }
        if let Some(a) = self.minimum_without(a, operand) {
            return Some(self.two(Binary::Minimum, a, b));
        }
        let b = self.minimum_without(b, operand)?;
        Some(self.two(Binary::Minimum, a, b))
    }

    pub(super) fn quotient_or(&mut self, operands: [Operand; 3]) -> Operand {
        self.keep(Key::QuotientOr(operands.each_ref().map(Digits::from)), || Operation::QuotientOr(operands))
    }

    pub(super) fn one(&mut self, function: Function, of: CellId) -> Operand {
        self.keep(Key::One(function, of), || Operation::One(function, of))
    }

    /// Σ weight × units of constant levels with a varying query.
    pub(super) fn units(&mut self, falling: &Arc<DescendingLevels>, query: Queried) -> Operand {
        let key = Key::Units(Arc::as_ptr(falling) as usize, query.operands().map(|of| of.as_ref().map(Digits::from)));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let thresholds = self.thresholds(falling, &query);
        // the operation owns the levels, so that their address is not used again
        let levels = LevelsOf::Still(Arc::clone(falling), thresholds);
        self.keep(key, || Operation::Units(levels, query))
    }

    /// Maximum number of units over constant levels with a varying query.
    pub(super) fn most(&mut self, falling: &Arc<DescendingLevels>, query: Queried) -> Operand {
        let key = Key::Most(Arc::as_ptr(falling) as usize, query.operands().map(|of| of.as_ref().map(Digits::from)));
        self.keep(key, || Operation::Most(Arc::clone(falling), query))
    }

    /// Thresholds of whole units, if only the scale varies and its largest value is known.
    fn thresholds(&self, falling: &Arc<DescendingLevels>, query: &Queried) -> Option<Arc<Thresholds>> {
        if self.is_for_draws() {
            return None;
        }
        let (scale, whole_units) = query.of_scale()?;
        let (_, most) = self.range.as_ref()?.numbers()[scale as usize].limits()?;
        self.kept.of(falling, whole_units, most)
    }

    /// Records varying levels, once.
    pub(super) fn parted(
        &mut self,
        at: usize,
        part: impl FnOnce() -> (Option<Arc<DescendingLevels>>, MovingLevels<Value>),
    ) -> PartedLevels {
        if let Some((_, parted)) = self.met.iter().find(|(met, _)| *met == at) {
            return parted.clone();
        }
        let (still, moving) = part();
        let parted = PartedLevels { still, moving: self.put(Operation::Levels(moving)) };
        self.met.push((at, parted.clone()));
        parted
    }

    /// Σ weight × units of varying levels.
    pub(super) fn moving_units(&mut self, levels: CellId, query: Queried) -> Operand {
        Operand::Cell(self.put(Operation::Units(LevelsOf::Moving(levels), query)))
    }

    /// The operand of a known or new operation; a constant if its bounds are one number.
    fn keep(&mut self, key: Key, operation: impl FnOnce() -> Operation) -> Operand {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let cell = self.put(operation());
        let still = self.range.as_ref().and_then(|range| range.numbers()[cell as usize].exact());
        let operand = still.map_or(Operand::Cell(cell), Operand::Exact);
        self.known.insert(key, operand);
        operand
    }

    fn put(&mut self, operation: Operation) -> CellId {
        let cell = CellId::try_from(self.operations.len()).expect("fewer cells than u32 counts");
        if let Some(range) = &mut self.range {
            range.play(cell, &operation).expect("bounds are unknown instead of an error");
        }
        self.operations.push(operation);
        cell
    }
}

//! What is left to be worked out of a sheet, while it is written down.

use super::operation::{Cells, LevelsOf, Operand, Operation, Queried, Value};
use crate::arithmetic::{Number, Trouble};
use crate::ball::Ball;
use crate::bounds::{Bounds, KeptThresholds, Thresholds};
use crate::formula::Binary;
use crate::levels::{Falling, MovingLevels};
use crate::linear::{CellId, Linear};
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::sync::Arc;

/// By which an operation is known again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Linear(Vec<u64>),
    Two(Binary, [Digits; 2]),
    QuotientOr([Digits; 3]),
    One(Function, CellId),
    Units(usize, [Option<Digits>; 5]),
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Function {
    /// The smallest whole number that is not below.
    Ceil,
    /// 1 if above zero, 0 otherwise.
    Any,
    /// To the power of a whole number.
    Power(u32),
    /// The root of a degree.
    Root(u8),
}

impl Function {
    /// Of a number.
    ///
    /// # Errors
    /// If there is no such number.
    pub(super) fn of<N: Number>(self, number: &N) -> Result<N, Trouble> {
        match self {
            Function::Ceil => Ok(number.ceil()),
            Function::Any => Ok(number.any()),
            Function::Power(exponent) => number.power(exponent),
            Function::Root(degree) => number.root(degree),
        }
    }
}

/// By which an operand is known again.
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

/// What is left to be worked out, while it is written down: each operation once, with what is sure of it over all values that the
/// inputs may take.
#[derive(Debug)]
pub(super) struct Recording {
    operations: Vec<Operation>,
    known: HashMap<Key, Operand, FixedState>,
    /// What is sure over all values of the inputs, where these are known.
    range: Option<Cells<Bounds>>,
    /// Levels that were met, by their addresses: one is known again as long as what stands there is kept.
    met: Vec<(usize, PartedLevels)>,
    /// Thresholds that were listed before, for others that were written down of the same sheet.
    kept: Arc<KeptThresholds>,
}

/// Levels of which some move.
#[derive(Clone, Debug)]
pub(super) struct PartedLevels {
    /// Those that stay, if there are any.
    pub(super) still: Option<Arc<Falling>>,
    /// The cell of the others.
    pub(super) moving: CellId,
}

impl Recording {
    /// Of so many inputs, or of as many as have a range that they run over.
    pub(super) fn new(inputs: usize, ranges: Option<&[Bounds]>, kept: &Arc<KeptThresholds>) -> Recording {
        let range = ranges.map(Cells::of);
        let operations = (0..inputs).map(|_| Operation::Input).collect();
        Recording { operations, known: HashMap::default(), range, met: Vec::new(), kept: Arc::clone(kept) }
    }

    pub(super) fn into_operations(self) -> Vec<Operation> {
        self.operations
    }

    /// The least and the most that a sum may be over all values of the inputs, where that is known.
    pub(super) fn limits_of(&self, linear: &Linear) -> Option<(Ball, Ball)> {
        Bounds::of_sum(linear, self.range.as_ref()?.numbers()).limits()
    }

    /// How far a cell may be from zero over all values of the inputs, where that is known.
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

    pub(super) fn quotient_or(&mut self, operands: [Operand; 3]) -> Operand {
        self.keep(Key::QuotientOr(operands.each_ref().map(Digits::from)), || Operation::QuotientOr(operands))
    }

    pub(super) fn one(&mut self, function: Function, of: CellId) -> Operand {
        self.keep(Key::One(function, of), || Operation::One(function, of))
    }

    /// Σ of weight × units of levels that stay, of which what is asked moves.
    pub(super) fn units(&mut self, falling: &Arc<Falling>, query: Queried) -> Operand {
        let key = Key::Units(Arc::as_ptr(falling) as usize, query.operands().map(|of| of.as_ref().map(Digits::from)));
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let thresholds = self.thresholds(falling, &query);
        // what is kept holds the levels, so that no others come to stand at their place
        let levels = LevelsOf::Still(Arc::clone(falling), thresholds);
        self.keep(key, || Operation::Units(levels, query))
    }

    /// Where one more unit is needed while nothing but the scale rises, and no further than it is known to.
    fn thresholds(&self, falling: &Arc<Falling>, query: &Queried) -> Option<Arc<Thresholds>> {
        let (scale, asked) = query.of_scale()?;
        let (_, most) = self.range.as_ref()?.numbers()[scale as usize].limits()?;
        self.kept.of(falling, asked, most)
    }

    /// Levels of which some move, noted once.
    pub(super) fn parted(
        &mut self,
        at: usize,
        part: impl FnOnce() -> (Option<Arc<Falling>>, MovingLevels<Value>),
    ) -> PartedLevels {
        if let Some((_, parted)) = self.met.iter().find(|(met, _)| *met == at) {
            return parted.clone();
        }
        let (still, moving) = part();
        let parted = PartedLevels { still, moving: self.put(Operation::Levels(moving)) };
        self.met.push((at, parted.clone()));
        parted
    }

    /// Σ of weight × units of levels that move.
    pub(super) fn moving_units(&mut self, levels: CellId, query: Queried) -> Operand {
        Operand::Cell(self.put(Operation::Units(LevelsOf::Moving(levels), query)))
    }

    /// An operation that is known already, or a new one; the number, where it does not move.
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
            range.play(cell, &operation).expect("bounds are unknown rather than at fault");
        }
        self.operations.push(operation);
        cell
    }
}

//! A tape while it is written: what has to be done for each draw of some inputs, written down once while the interpreter walks
//! the sheet with symbols.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::course::{Asked, Course, FloatLevel};
use crate::levels::Falling;
use std::collections::HashMap;
use std::sync::Arc;

/// A number of a tape: a draw of an input, or what follows from others before it.
pub(super) type Cell = u32;

/// The relative error of one operation in binary floating point, with a reserve.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// What is done with cells before.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    /// The draw of an input.
    Input,
    /// constant + Σ factor × cell.
    Sum(f64, Vec<(Cell, f64)>),
    /// a × b
    Multiply(Cell, Cell),
    /// a ÷ b
    Divide(Cell, Cell),
    /// a ÷ b, or c where b is nothing.
    QuotientOr(Cell, Cell, Cell),
    /// 1 ÷ a
    Reciprocal(Cell),
    /// The smaller of a and b.
    Minimum(Cell, Cell),
    /// The larger of a and b.
    Maximum(Cell, Cell),
    /// What of a lies above zero.
    Positive(Cell),
    /// The smallest whole number that is not below, but for a tolerance.
    Ceil(Cell, f64),
    /// 1 if above a tolerance, 0 otherwise.
    Any(Cell, f64),
    /// To the power of a whole number.
    Power(Cell, u32),
    /// The root of a degree.
    Root(Cell, u8),
    /// What a query of a curve comes to at a scale.
    Course(Cell, Arc<Course>),
    /// Σ of weight × units over levels whose query moves.
    Units(Arc<[FloatLevel]>, Moved),
    /// The most units at any level.
    Most(Arc<[FloatLevel]>, Moved),
}

/// The operands of a query that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moved {
    pub scale: Cell,
    pub above: Option<Cell>,
    pub cap: Option<Cell>,
    pub step: Option<Cell>,
    pub reserved: Option<Cell>,
}

/// The cells that an operation reads.
pub(super) fn read(operation: &Operation) -> Vec<Cell> {
    match operation {
        Operation::Input => Vec::new(),
        Operation::Sum(_, terms) => terms.iter().map(|(cell, _)| *cell).collect(),
        Operation::Multiply(a, b) | Operation::Divide(a, b) | Operation::Minimum(a, b) | Operation::Maximum(a, b) => {
            vec![*a, *b]
        }
        Operation::QuotientOr(a, b, c) => vec![*a, *b, *c],
        Operation::Reciprocal(a)
        | Operation::Positive(a)
        | Operation::Ceil(a, _)
        | Operation::Any(a, _)
        | Operation::Power(a, _)
        | Operation::Root(a, _)
        | Operation::Course(a, _) => vec![*a],
        Operation::Units(_, moved) | Operation::Most(_, moved) => moved.cells().collect(),
    }
}

impl Moved {
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let optional = [self.above, self.cap, self.step, self.reserved];
        [self.scale].into_iter().chain(optional.into_iter().flatten())
    }

    fn placed(&self, place: &impl Fn(Cell) -> Cell) -> Moved {
        Moved {
            scale: place(self.scale),
            above: self.above.map(place),
            cap: self.cap.map(place),
            step: self.step.map(place),
            reserved: self.reserved.map(place),
        }
    }
}

/// The same operation on places.
pub(super) fn placed(operation: &Operation, place: &impl Fn(Cell) -> Cell) -> Operation {
    match operation {
        Operation::Input => Operation::Input,
        Operation::Sum(constant, terms) => {
            Operation::Sum(*constant, terms.iter().map(|(cell, factor)| (place(*cell), *factor)).collect())
        }
        Operation::Multiply(a, b) => Operation::Multiply(place(*a), place(*b)),
        Operation::Divide(a, b) => Operation::Divide(place(*a), place(*b)),
        Operation::QuotientOr(a, b, c) => Operation::QuotientOr(place(*a), place(*b), place(*c)),
        Operation::Minimum(a, b) => Operation::Minimum(place(*a), place(*b)),
        Operation::Maximum(a, b) => Operation::Maximum(place(*a), place(*b)),
        Operation::Reciprocal(a) => Operation::Reciprocal(place(*a)),
        Operation::Positive(a) => Operation::Positive(place(*a)),
        Operation::Ceil(a, tolerance) => Operation::Ceil(place(*a), *tolerance),
        Operation::Any(a, tolerance) => Operation::Any(place(*a), *tolerance),
        Operation::Power(a, exponent) => Operation::Power(place(*a), *exponent),
        Operation::Root(a, degree) => Operation::Root(place(*a), *degree),
        Operation::Course(a, course) => Operation::Course(place(*a), course.clone()),
        Operation::Units(levels, moved) => Operation::Units(levels.clone(), moved.placed(place)),
        Operation::Most(levels, moved) => Operation::Most(levels.clone(), moved.placed(place)),
    }
}

/// Between which values a cell lies, and how far rounding may put it from the number that it stands for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub low: f64,
    pub high: f64,
    pub error: f64,
}

/// By which an operation is known again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Sum(u64, Vec<(Cell, u64)>),
    Two(u8, Cell, Cell),
    Three(Cell, Cell, Cell),
    One(u8, Cell),
    Whole(u8, Cell, u32),
    Course(Cell, usize, [u64; 4]),
    Query(u8, usize, Moved),
}

/// A tape while it is written.
#[derive(Debug, Default)]
pub(super) struct Recording {
    operations: Vec<Operation>,
    extents: Vec<Extent>,
    known: HashMap<Key, Cell>,
    /// Levels that were asked, kept so that their addresses stay their own.
    levels: Vec<(Arc<Falling>, Arc<[FloatLevel]>)>,
}

impl Extent {
    fn of(low: f64, high: f64, error: f64) -> Extent {
        if low.is_nan() || high.is_nan() || error.is_nan() {
            Extent { low: f64::NEG_INFINITY, high: f64::INFINITY, error: f64::INFINITY }
        } else {
            Extent { low, high, error }
        }
    }

    fn most(self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Below which a value is what rounding leaves over of nothing.
    fn tolerance(self) -> f64 {
        (8.0 * self.error).clamp(1e-10, 1e-6)
    }
}

impl Recording {
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    pub fn extent(&self, cell: Cell) -> Extent {
        self.extents[cell as usize]
    }

    /// An input whose draws lie between two values.
    pub fn input(&mut self, low: f64, high: f64) -> Cell {
        self.put(Operation::Input, Extent::of(low, high, high.abs().max(low.abs()) * ROUNDING))
    }

    /// The extent of constant + Σ factor × cell.
    pub fn extent_of_sum(&self, constant: f64, terms: &[(Cell, f64)]) -> Extent {
        let (mut low, mut high, mut error) = (constant, constant, constant.abs() * ROUNDING);
        for (cell, factor) in terms {
            let extent = self.extent(*cell);
            let (a, b) = (factor * extent.low, factor * extent.high);
            low += a.min(b);
            high += a.max(b);
            error += factor.abs() * (extent.error + extent.most() * ROUNDING);
        }
        Extent::of(low, high, error)
    }

    pub fn sum(&mut self, constant: f64, terms: &[(Cell, f64)]) -> Cell {
        if let [(cell, factor)] = terms
            && constant == 0.0
            && factor.to_bits() == 1.0_f64.to_bits()
        {
            return *cell;
        }
        let key = Key::Sum(constant.to_bits(), terms.iter().map(|(cell, factor)| (*cell, factor.to_bits())).collect());
        let extent = self.extent_of_sum(constant, terms);
        self.keep(key, extent, || Operation::Sum(constant, terms.to_vec()))
    }

    pub fn multiply(&mut self, a: Cell, b: Cell) -> Cell {
        let (a, b) = (a.min(b), a.max(b));
        let (x, y) = (self.extent(a), self.extent(b));
        let corners = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
        let error = x.most() * y.error + y.most() * x.error + x.most() * y.most() * ROUNDING;
        self.keep(Key::Two(0, a, b), hull(&corners, error), || Operation::Multiply(a, b))
    }

    pub fn divide(&mut self, a: Cell, b: Cell) -> Cell {
        let (x, y) = (self.extent(a), self.extent(b));
        let corners = [x.low / y.low, x.low / y.high, x.high / y.low, x.high / y.high];
        let least = y.low.abs().min(y.high.abs());
        let error = (x.error + x.most() / least * y.error) / least + x.most() / least * ROUNDING;
        let extent = if y.low > 0.0 || y.high < 0.0 { hull(&corners, error) } else { unknown() };
        self.keep(Key::Two(1, a, b), extent, || Operation::Divide(a, b))
    }

    pub fn quotient_or(&mut self, a: Cell, b: Cell, c: Cell) -> Cell {
        if self.extent(b).low > 0.0 {
            return self.divide(a, b);
        }
        self.keep(Key::Three(a, b, c), unknown(), || Operation::QuotientOr(a, b, c))
    }

    pub fn reciprocal(&mut self, a: Cell) -> Cell {
        let x = self.extent(a);
        let least = x.low.abs().min(x.high.abs());
        let error = x.error / least / least + ROUNDING / least;
        let extent = if x.low > 0.0 || x.high < 0.0 { hull(&[1.0 / x.low, 1.0 / x.high], error) } else { unknown() };
        self.keep(Key::One(0, a), extent, || Operation::Reciprocal(a))
    }

    pub fn minimum(&mut self, a: Cell, b: Cell) -> Cell {
        let (x, y) = (self.extent(a), self.extent(b));
        let extent = Extent::of(x.low.min(y.low), x.high.min(y.high), x.error.max(y.error));
        self.keep(Key::Two(2, a.min(b), a.max(b)), extent, || Operation::Minimum(a, b))
    }

    pub fn maximum(&mut self, a: Cell, b: Cell) -> Cell {
        let (x, y) = (self.extent(a), self.extent(b));
        let extent = Extent::of(x.low.max(y.low), x.high.max(y.high), x.error.max(y.error));
        self.keep(Key::Two(3, a.min(b), a.max(b)), extent, || Operation::Maximum(a, b))
    }

    pub fn positive(&mut self, a: Cell) -> Cell {
        let x = self.extent(a);
        let extent = Extent::of(x.low.max(0.0), x.high.max(0.0), x.error);
        self.keep(Key::One(1, a), extent, || Operation::Positive(a))
    }

    /// The smallest whole number that is not below; the number, where it is always the same.
    pub fn ceil(&mut self, a: Cell) -> Result<Cell, f64> {
        let x = self.extent(a);
        let tolerance = x.tolerance();
        let (low, high) = ((x.low - tolerance).ceil(), (x.high + tolerance).ceil());
        if low.total_cmp(&high).is_eq() {
            return Err(low);
        }
        let extent = Extent::of(low, high, 0.0);
        Ok(self.keep(Key::One(2, a), extent, || Operation::Ceil(a, tolerance)))
    }

    /// 1 if above zero, 0 otherwise; the number, where it is always the same.
    pub fn any(&mut self, a: Cell) -> Result<Cell, f64> {
        let x = self.extent(a);
        let tolerance = x.tolerance();
        if x.low > 2.0 * tolerance {
            return Err(1.0);
        }
        if x.high <= 0.0 {
            return Err(0.0);
        }
        Ok(self.keep(Key::One(3, a), Extent::of(0.0, 1.0, 0.0), || Operation::Any(a, tolerance)))
    }

    pub fn power(&mut self, a: Cell, exponent: u32) -> Cell {
        if exponent == 1 {
            return a;
        }
        let x = self.extent(a);
        let power = |base: f64| libm::pow(base, f64::from(exponent));
        let error = power(x.most()) * (x.error / x.most().max(f64::MIN_POSITIVE) + ROUNDING) * f64::from(exponent);
        let extent = if x.low >= 0.0 { Extent::of(power(x.low), power(x.high), error) } else { unknown() };
        self.keep(Key::Whole(0, a, exponent), extent, || Operation::Power(a, exponent))
    }

    pub fn root(&mut self, a: Cell, degree: u8) -> Cell {
        let x = self.extent(a);
        let root = |base: f64| libm::pow(base.max(0.0), 1.0 / f64::from(degree));
        let extent = Extent::of(root(x.low), root(x.high), (x.error + x.most().max(1.0) * ROUNDING) * 8.0);
        self.keep(Key::Whole(1, a, u32::from(degree)), extent, || Operation::Root(a, degree))
    }

    /// What a query comes to whose scale alone moves; none where it has too many bounds.
    pub fn course(&mut self, scale: Cell, levels: &Arc<[FloatLevel]>, asked: &Asked) -> Option<Cell> {
        let bits = [asked.above, asked.cap, asked.step.unwrap_or(0.0), asked.reserved].map(f64::to_bits);
        let key = Key::Course(scale, address(levels), bits);
        if let Some(cell) = self.known.get(&key) {
            return Some(*cell);
        }
        let x = self.extent(scale);
        let course = Arc::new(Course::new(levels, asked, (x.low, x.high))?);
        let (low, high) = (course.at(x.low), course.at(x.high));
        // units never fall while the scale rises
        let extent = Extent::of(low, high, high.abs() * (64.0 * ROUNDING + x.error / x.low.max(1e-3)));
        Some(self.keep(key, extent, || Operation::Course(scale, course)))
    }

    pub fn units(&mut self, levels: &Arc<[FloatLevel]>, moved: Moved) -> Cell {
        let operation = || Operation::Units(Arc::clone(levels), moved);
        self.keep(Key::Query(0, address(levels), moved), unknown_above_zero(), operation)
    }

    pub fn most(&mut self, levels: &Arc<[FloatLevel]>, moved: Moved) -> Cell {
        let operation = || Operation::Most(Arc::clone(levels), moved);
        self.keep(Key::Query(1, address(levels), moved), unknown_above_zero(), operation)
    }

    /// The levels of a curve in binary floating point: of one curve always the same.
    pub fn levels(&mut self, of: &Arc<Falling>) -> Option<Arc<[FloatLevel]>> {
        if let Some((_, levels)) = self.levels.iter().find(|(known, _)| Arc::ptr_eq(known, of)) {
            return Some(Arc::clone(levels));
        }
        let made: Vec<FloatLevel> = FloatLevel::all(of)?;
        let alike = self.levels.iter().find(|(_, levels)| **levels == *made).map(|(_, levels)| Arc::clone(levels));
        let levels = alike.unwrap_or_else(|| made.into());
        self.levels.push((Arc::clone(of), Arc::clone(&levels)));
        Some(levels)
    }

    fn keep(&mut self, key: Key, extent: Extent, operation: impl FnOnce() -> Operation) -> Cell {
        if let Some(cell) = self.known.get(&key) {
            return *cell;
        }
        let cell = self.put(operation(), extent);
        self.known.insert(key, cell);
        cell
    }

    fn put(&mut self, operation: Operation, extent: Extent) -> Cell {
        let cell = Cell::try_from(self.operations.len()).expect("fewer cells than u32 counts");
        self.operations.push(operation);
        self.extents.push(extent);
        cell
    }
}

fn address(levels: &Arc<[FloatLevel]>) -> usize {
    levels.as_ptr() as usize
}

fn unknown() -> Extent {
    Extent { low: f64::NEG_INFINITY, high: f64::INFINITY, error: f64::INFINITY }
}

fn unknown_above_zero() -> Extent {
    Extent { low: 0.0, ..unknown() }
}

fn hull(corners: &[f64], error: f64) -> Extent {
    if corners.iter().any(|corner| corner.is_nan()) {
        return unknown();
    }
    let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
    let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    Extent::of(low, high, error)
}

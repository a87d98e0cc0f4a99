//! Many draws at a time: a tape played on lanes of binary floating point.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::course::{Asked, ceiling};
use super::levels::FloatLevel;
use super::symbol::Symbol;
use super::tape::{Cell, Moved, Operation, Recording};
use super::{Fault, FigureId, Sheet, Values};
use rust_decimal::Decimal;
use std::cell::RefCell;
use std::rc::Rc;

/// Draws that are computed at a time.
pub const LANES: usize = 128;

/// The numbers of one figure, one for each draw.
pub type Lanes = [f64; LANES];

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

type Place = u32;

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

/// The cells that an operation reads.
fn read(operation: &Operation) -> Vec<Cell> {
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
fn placed(operation: &Operation, place: &impl Fn(Cell) -> Place) -> Operation {
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

fn compute(operation: &Operation, lanes: &[Box<Lanes>], to: &mut Lanes) {
    let of = |place: Place| &*lanes[place as usize];
    match operation {
        Operation::Input => {}
        Operation::Sum(constant, terms) => sum(*constant, terms, lanes, to),
        Operation::Multiply(a, b) => two(to, of(*a), of(*b), |a, b| a * b),
        Operation::Divide(a, b) => two(to, of(*a), of(*b), divided),
        Operation::QuotientOr(a, b, c) => {
            two(to, of(*a), of(*b), divided);
            for ((to, b), c) in to.iter_mut().zip(of(*b)).zip(of(*c)) {
                *to = if *b == 0.0 { *c } else { *to };
            }
        }
        Operation::Minimum(a, b) => two(to, of(*a), of(*b), |a, b| if b < a || b.is_nan() { b } else { a }),
        Operation::Maximum(a, b) => two(to, of(*a), of(*b), |a, b| if b > a || b.is_nan() { b } else { a }),
        Operation::Reciprocal(a) => two(to, of(*a), of(*a), |a, _| divided(1.0, a)),
        Operation::Positive(a) => two(to, of(*a), of(*a), |a, _| if a < 0.0 { 0.0 } else { a }),
        Operation::Ceil(a, tolerance) => two(to, of(*a), of(*a), |a, _| ceiling(a, *tolerance)),
        Operation::Any(a, tolerance) => two(to, of(*a), of(*a), |a, _| any(a, *tolerance)),
        Operation::Power(a, exponent) => two(to, of(*a), of(*a), |a, _| power(a, *exponent)),
        Operation::Root(a, degree) => two(to, of(*a), of(*a), |a, _| root(a, *degree)),
        Operation::Course(a, course) => two(to, of(*a), of(*a), |a, _| course.at(a)),
        Operation::Units(levels, moved) => queried(moved, lanes, to, |asked, scale| sum_of_units(levels, asked, scale)),
        Operation::Most(levels, moved) => queried(moved, lanes, to, |asked, scale| {
            levels.iter().map(|level| asked.units(level, scale)).fold(0.0, f64::max)
        }),
    }
}

/// What divides by nothing is no number, and neither is what follows from it.
fn divided(a: f64, b: f64) -> f64 {
    if b == 0.0 { f64::NAN } else { a / b }
}

fn any(value: f64, tolerance: f64) -> f64 {
    if value.is_nan() {
        value
    } else if value > tolerance {
        1.0
    } else {
        0.0
    }
}

fn two(to: &mut Lanes, a: &Lanes, b: &Lanes, f: impl Fn(f64, f64) -> f64) {
    for ((to, a), b) in to.iter_mut().zip(a).zip(b) {
        *to = f(*a, *b);
    }
}

/// Four terms at a time, so that the sum is read and written less often.
fn sum(constant: f64, terms: &[(Place, f64)], lanes: &[Box<Lanes>], to: &mut Lanes) {
    to.fill(constant);
    let mut rest = terms;
    while let [(a, fa), (b, fb), (c, fc), (d, fd), after @ ..] = rest {
        let (a, b, c, d) = (&lanes[*a as usize], &lanes[*b as usize], &lanes[*c as usize], &lanes[*d as usize]);
        for i in 0..LANES {
            to[i] += a[i] * fa + b[i] * fb + (c[i] * fc + d[i] * fd);
        }
        rest = after;
    }
    for (place, factor) in rest {
        for (to, a) in to.iter_mut().zip(&*lanes[*place as usize]) {
            *to += a * factor;
        }
    }
}

fn power(base: f64, exponent: u32) -> f64 {
    let (mut result, mut base, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result *= base;
        }
        left >>= 1;
        base *= base;
    }
    result
}

/// Square roots while the degree is even, then Newton's method from above: nothing that differs between machines.
fn root(value: f64, degree: u8) -> f64 {
    let (mut value, mut degree) = (value, degree);
    while degree.is_multiple_of(2) && degree > 0 {
        (value, degree) = (libm::sqrt(value), degree / 2);
    }
    if degree <= 1 || value.is_nan() || value <= 0.0 {
        return value;
    }
    let n = f64::from(degree);
    let mut guess = if value > 1.0 { 1.0 + (value - 1.0) / n } else { 1.0 };
    loop {
        let next = guess - (guess - value / power(guess, u32::from(degree) - 1)) / n;
        if next.is_nan() || next >= guess {
            return guess;
        }
        guess = next;
    }
}

/// A query for each draw.
fn queried(moved: &Moved, lanes: &[Box<Lanes>], to: &mut Lanes, units: impl Fn(&Asked, f64) -> f64) {
    let of = |place: Option<Place>, lane: usize, absent: f64| place.map_or(absent, |place| lanes[place as usize][lane]);
    for (lane, to) in to.iter_mut().enumerate() {
        let asked = Asked {
            above: of(moved.above, lane, 0.0),
            cap: of(moved.cap, lane, f64::INFINITY).max(0.0),
            step: moved.step.map(|place| lanes[place as usize][lane]),
            reserved: of(moved.reserved, lane, 0.0),
        };
        let scale = lanes[moved.scale as usize][lane];
        let unknown = asked.above.is_nan() || asked.cap.is_nan() || asked.reserved.is_nan() || scale.is_nan();
        *to = if unknown { f64::NAN } else { units(&asked, scale) };
    }
}

fn sum_of_units(levels: &[FloatLevel], asked: &Asked, scale: f64) -> f64 {
    levels.iter().map(|level| level.weight * asked.units(level, scale)).sum()
}

//! A figure as a function of inputs that move: exact while none of them is in it, and a sum of cells of a tape where one is.
//! The interpreter walks the sheet with symbols once; what they write down is played for every draw.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::course::float;
use super::recording::{Cell, Extent, Recording};
use crate::arithmetic::{Number, Trouble};
use crate::formula::Binary;
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use std::cell::RefCell;
use std::rc::Rc;

/// Terms that a sum may have before it becomes a cell of its own.
const MOST_TERMS: usize = 12;

/// A number that moves with inputs, or does not.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Symbol {
    /// It does not move.
    Exact(Decimal),
    /// constant + Σ factor × cell.
    Moving(Sum),
}

/// constant + Σ factor × cell of a tape.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    constant: f64,
    /// Rising cells, none twice.
    terms: Vec<(Cell, f64)>,
    pub(super) tape: Rc<RefCell<Recording>>,
}

impl PartialEq for Sum {
    fn eq(&self, other: &Sum) -> bool {
        self.constant.to_bits() == other.constant.to_bits() && self.terms == other.terms
    }
}

impl Sum {
    pub(super) fn of(tape: &Rc<RefCell<Recording>>, cell: Cell) -> Sum {
        Sum { constant: 0.0, terms: vec![(cell, 1.0)], tape: Rc::clone(tape) }
    }

    /// The cell that holds it.
    pub(super) fn cell(&self) -> Cell {
        self.tape.borrow_mut().sum(self.constant, &self.terms)
    }

    /// A factor and the cell that it multiplies.
    pub(super) fn scaled(&self) -> (f64, Cell) {
        match self.terms.as_slice() {
            [(cell, factor)] if self.constant == 0.0 => (*factor, *cell),
            _ => (1.0, self.cell()),
        }
    }

    fn extent(&self) -> Extent {
        self.tape.borrow().extent_of_sum(self.constant, &self.terms)
    }

    fn times(&self, factor: f64) -> Symbol {
        let terms = self.terms.iter().map(|(cell, other)| (*cell, other * factor)).collect();
        Symbol::Moving(Sum { constant: self.constant * factor, terms, tape: Rc::clone(&self.tape) })
    }

    /// The sum with a multiple of another.
    fn plus(&self, other: &Sum, sign: f64) -> Symbol {
        if self.terms.len() + other.terms.len() > MOST_TERMS {
            let short = |of: &Sum| if of.terms.len() > 1 { Sum::of(&of.tape, of.cell()) } else { of.clone() };
            return short(self).added(&short(other), sign);
        }
        self.added(other, sign)
    }

    fn added(&self, other: &Sum, sign: f64) -> Symbol {
        let constant = self.constant + sign * other.constant;
        let mut terms = self.terms.clone();
        for (cell, factor) in &other.terms {
            match terms.binary_search_by_key(cell, |(known, _)| *known) {
                Ok(at) => terms[at].1 += sign * factor,
                Err(at) => terms.insert(at, (*cell, sign * factor)),
            }
        }
        terms.retain(|(_, factor)| *factor != 0.0);
        if terms.is_empty()
            && let Some(constant) = Decimal::from_f64(constant)
        {
            return Symbol::Exact(constant);
        }
        Symbol::Moving(Sum { constant, terms, tape: Rc::clone(&self.tape) })
    }
}

impl Symbol {
    /// An input that lies between two values.
    pub fn input(tape: &Rc<RefCell<Recording>>, low: f64, high: f64) -> Symbol {
        let cell = tape.borrow_mut().input(low, high);
        Symbol::Moving(Sum::of(tape, cell))
    }

    /// The cell that holds it; none if it does not move.
    pub fn cell(&self) -> Result<Cell, f64> {
        match self {
            Symbol::Exact(value) => Err(float(*value)),
            Symbol::Moving(moving) => Ok(moving.cell()),
        }
    }

    pub fn tape<'a>(numbers: &[Option<&'a Symbol>]) -> Option<&'a Rc<RefCell<Recording>>> {
        numbers.iter().flatten().find_map(|number| match number {
            Symbol::Moving(moving) => Some(&moving.tape),
            Symbol::Exact(_) => None,
        })
    }

    pub fn moving(&self, tape: &Rc<RefCell<Recording>>) -> Sum {
        match self {
            Symbol::Moving(moving) => moving.clone(),
            Symbol::Exact(value) => Sum { constant: float(*value), terms: Vec::new(), tape: Rc::clone(tape) },
        }
    }

    fn constant(value: f64) -> Symbol {
        Symbol::Exact(Decimal::from_f64(value).unwrap_or_default())
    }
}

/// A cell, or what it always is.
fn cell_or_constant(tape: &Rc<RefCell<Recording>>, found: Result<Cell, f64>) -> Symbol {
    match found {
        Ok(cell) => Symbol::Moving(Sum::of(tape, cell)),
        Err(value) => Symbol::constant(value),
    }
}

/// Arithmetic of two numbers of which one moves.
fn moved(binary: Binary, a: &Symbol, b: &Symbol, tape: &Rc<RefCell<Recording>>) -> Result<Symbol, Trouble> {
    Ok(match (binary, a, b) {
        (_, Symbol::Exact(a), Symbol::Exact(b)) => Symbol::Exact(Decimal::binary(binary, a, b)?),
        (Binary::Multiply, Symbol::Exact(factor), Symbol::Moving(moving))
        | (Binary::Multiply, Symbol::Moving(moving), Symbol::Exact(factor)) => {
            if factor.is_zero() {
                Symbol::Exact(Decimal::ZERO)
            } else {
                moving.times(float(*factor))
            }
        }
        (Binary::Divide, _, Symbol::Exact(divisor)) if divisor.is_zero() => return Err(Trouble::DivisionByZero),
        (Binary::Divide, Symbol::Moving(moving), Symbol::Exact(divisor)) => moving.times(1.0 / float(*divisor)),
        (Binary::Divide, Symbol::Exact(value), Symbol::Moving(moving)) => {
            let (factor, cell) = moving.scaled();
            let cell = tape.borrow_mut().reciprocal(cell);
            Sum::of(tape, cell).times(float(*value) / factor)
        }
        (Binary::Multiply, Symbol::Moving(a), Symbol::Moving(b)) => {
            let ((x, a), (y, b)) = (a.scaled(), b.scaled());
            let cell = tape.borrow_mut().multiply(a, b);
            Sum::of(tape, cell).times(x * y)
        }
        (Binary::Divide, Symbol::Moving(a), Symbol::Moving(b)) => {
            let ((x, a), (y, b)) = (a.scaled(), b.scaled());
            if a == b {
                return Ok(Symbol::constant(x / y));
            }
            let cell = tape.borrow_mut().divide(a, b);
            Sum::of(tape, cell).times(x / y)
        }
        (Binary::Add, a, b) => a.moving(tape).plus(&b.moving(tape), 1.0),
        (Binary::Subtract, a, b) => a.moving(tape).plus(&b.moving(tape), -1.0),
        (Binary::Minimum | Binary::Maximum | Binary::PositivePart, a, b) => compared(binary, a, b, tape),
    })
}

/// The smaller, the larger or the rest of two numbers of which one moves.
fn compared(binary: Binary, a: &Symbol, b: &Symbol, tape: &Rc<RefCell<Recording>>) -> Symbol {
    let (x, y) = (a.moving(tape), b.moving(tape));
    let difference = x.added(&y, -1.0);
    let (low, high) = match &difference {
        Symbol::Exact(value) => (float(*value), float(*value)),
        Symbol::Moving(moving) => (moving.extent().low, moving.extent().high),
    };
    match binary {
        Binary::Minimum if low >= 0.0 => b.clone(),
        Binary::Minimum if high <= 0.0 => a.clone(),
        Binary::Maximum if low >= 0.0 => a.clone(),
        Binary::Maximum if high <= 0.0 => b.clone(),
        Binary::PositivePart if low >= 0.0 => difference,
        Binary::PositivePart if high <= 0.0 => Symbol::Exact(Decimal::ZERO),
        Binary::Minimum | Binary::Maximum => {
            let (a, b) = (x.cell(), y.cell());
            let mut recording = tape.borrow_mut();
            let cell = if binary == Binary::Minimum { recording.minimum(a, b) } else { recording.maximum(a, b) };
            Sum::of(&x.tape, cell).times(1.0)
        }
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::PositivePart => match difference {
            Symbol::Exact(_) => difference,
            Symbol::Moving(moving) => {
                let (factor, cell) = if moving.scaled().0 > 0.0 { moving.scaled() } else { (1.0, moving.cell()) };
                let cell = tape.borrow_mut().positive(cell);
                Sum::of(tape, cell).times(factor)
            }
        },
    }
}

impl Number for Symbol {
    fn of(value: Decimal) -> Self {
        Symbol::Exact(value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, Trouble> {
        match (a, b) {
            (Symbol::Exact(a), Symbol::Exact(b)) => Decimal::binary(binary, a, b).map(Symbol::Exact),
            (Symbol::Moving(moving), _) | (_, Symbol::Moving(moving)) => moved(binary, a, b, &moving.tape),
        }
    }

    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, Trouble> {
        match b {
            Symbol::Exact(divisor) if divisor.is_zero() => Ok(otherwise.clone()),
            Symbol::Exact(_) => Symbol::binary(Binary::Divide, a, b),
            Symbol::Moving(divisor) => {
                let tape = &divisor.tape;
                let (a, c) = (a.moving(tape).cell(), otherwise.moving(tape).cell());
                let b = divisor.cell();
                let cell = tape.borrow_mut().quotient_or(a, b, c);
                Ok(Symbol::Moving(Sum::of(tape, cell)))
            }
        }
    }

    fn ceil(&self) -> Self {
        match self {
            Symbol::Exact(value) => Symbol::Exact(Number::ceil(value)),
            Symbol::Moving(moving) => {
                let cell = moving.cell();
                let found = moving.tape.borrow_mut().ceil(cell);
                cell_or_constant(&moving.tape, found)
            }
        }
    }

    fn any(&self) -> Self {
        match self {
            Symbol::Exact(value) => Symbol::Exact(Number::any(value)),
            Symbol::Moving(moving) => {
                let cell = moving.cell();
                let found = moving.tape.borrow_mut().any(cell);
                cell_or_constant(&moving.tape, found)
            }
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, Trouble> {
        match self {
            Symbol::Exact(value) => Number::power(value, exponent).map(Symbol::Exact),
            Symbol::Moving(_) if exponent == 0 => Ok(Symbol::Exact(Decimal::ONE)),
            Symbol::Moving(moving) => {
                let cell = moving.cell();
                let cell = moving.tape.borrow_mut().power(cell, exponent);
                Ok(Symbol::Moving(Sum::of(&moving.tape, cell)))
            }
        }
    }

    fn root(&self, degree: u8) -> Result<Self, Trouble> {
        match self {
            Symbol::Exact(value) => Number::root(value, degree).map(Symbol::Exact),
            Symbol::Moving(moving) => {
                let cell = moving.cell();
                let cell = moving.tape.borrow_mut().root(cell, degree);
                Ok(Symbol::Moving(Sum::of(&moving.tape, cell)))
            }
        }
    }

    fn exact(&self) -> Option<Decimal> {
        match self {
            Symbol::Exact(value) => Some(*value),
            Symbol::Moving(_) => None,
        }
    }
}

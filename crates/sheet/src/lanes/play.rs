//! Operations of a tape on lanes of floats: one number for each of many draws.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::piecewise::{FloatLevels, FloatQuery, PiecewiseLinear, ceiling, float};
use crate::formula::Binary;
use crate::linear::{CellId, Linear, Multiple};
use crate::tape::{Function, Operand, Operation, Queried};
use std::sync::Arc;

/// Number of draws that are computed at a time.
pub const LANES: usize = 128;

/// Numbers of a figure, one for each draw.
pub type Lanes = [f64; LANES];

/// Data that an operation needs in addition to its operands.
#[derive(Debug)]
pub(super) enum Prepared {
    /// None.
    Plain,
    /// Tolerance for rounding up or comparing with zero.
    Tolerance(f64),
    /// The value of a query as a function of its scale.
    Function(PiecewiseLinear),
    /// The levels of a query.
    Levels(Arc<FloatLevels>),
}

/// Computes an operation; `of` are the lanes of a cell.
pub(super) fn compute<'l>(
    operation: &Operation,
    prepared: &Prepared,
    of: &impl Fn(CellId) -> &'l Lanes,
    to: &mut Lanes,
) {
    let number = |operand: &Operand| match operand {
        Operand::Cell(cell) => *of(*cell),
        Operand::Exact(value) => [float(*value); LANES],
    };
    match (operation, prepared) {
        (Operation::Input, _) => {}
        (Operation::Linear(linear), _) => sum(linear, of, to),
        (Operation::Two(binary, Operand::Cell(a), Operand::Cell(b)), _) => arithmetic(*binary, to, of(*a), of(*b)),
        (Operation::Two(binary, a, b), _) => arithmetic(*binary, to, &number(a), &number(b)),
        (Operation::QuotientOr([a, b, otherwise]), _) => {
            let (b, otherwise) = (number(b), number(otherwise));
            two(to, &number(a), &b, divided);
            for ((to, b), otherwise) in to.iter_mut().zip(b).zip(otherwise) {
                *to = if b == 0.0 { otherwise } else { *to };
            }
        }
        (Operation::One(function, cell), prepared) => {
            let tolerance = if let Prepared::Tolerance(tolerance) = prepared { *tolerance } else { 0.0 };
            let of = of(*cell);
            match function {
                Function::Ceil => two(to, of, of, |value, _| ceiling(value, tolerance)),
                Function::Any => two(to, of, of, |value, _| any(value, tolerance)),
                Function::Power(exponent) => two(to, of, of, |value, _| power(value, *exponent)),
                Function::Root(degree) => two(to, of, of, |value, _| root(value, *degree)),
            }
        }
        (Operation::Units(_, query), Prepared::Function(function)) => {
            let scale = query.scale.as_ref().map_or([1.0; LANES], number);
            two(to, &scale, &scale, |scale, _| function.at(scale));
        }
        (Operation::Units(_, query), Prepared::Levels(levels)) => {
            queried(query, number, to, |query, scale| levels.units(query, scale));
        }
        (Operation::Most(_, query), Prepared::Levels(levels)) => {
            queried(query, number, to, |query, scale| levels.most(query, scale));
        }
        (Operation::Levels(_) | Operation::Units(..) | Operation::Most(..), _) => {
            unreachable!("for draws, varying levels are recorded one by one")
        }
    }
}

fn arithmetic(binary: Binary, to: &mut Lanes, a: &Lanes, b: &Lanes) {
    match binary {
        Binary::Add => two(to, a, b, |a, b| a + b),
        Binary::Subtract => two(to, a, b, |a, b| a - b),
        Binary::Multiply => two(to, a, b, |a, b| a * b),
        Binary::Divide => two(to, a, b, divided),
        Binary::Minimum => two(to, a, b, |a, b| if b < a || b.is_nan() { b } else { a }),
        Binary::Maximum => two(to, a, b, |a, b| if b > a || b.is_nan() { b } else { a }),
        Binary::PositivePart => two(to, a, b, |a, b| if a - b < 0.0 { 0.0 } else { a - b }),
    }
}

/// NaN for a division by zero.
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
fn sum<'l>(linear: &Linear, of: &impl Fn(CellId) -> &'l Lanes, to: &mut Lanes) {
    to.fill(linear.constant.middle());
    let term = |multiple: &Multiple| (of(multiple.cell), multiple.factor.middle());
    let (fours, rest) = linear.multiples.as_chunks::<4>();
    for four in fours {
        let [(a, fa), (b, fb), (c, fc), (d, fd)] = four.each_ref().map(term);
        for i in 0..LANES {
            to[i] += a[i] * fa + b[i] * fb + (c[i] * fc + d[i] * fd);
        }
    }
    for (a, factor) in rest.iter().map(term) {
        for (to, a) in to.iter_mut().zip(a) {
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

/// Square roots while the degree is even, then Newton's method from above: the same result on all machines.
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

/// Evaluates a query for each draw.
fn queried(
    query: &Queried,
    number: impl Fn(&Operand) -> Lanes,
    to: &mut Lanes,
    units: impl Fn(&FloatQuery, f64) -> f64,
) {
    let operand = |operand: Option<Operand>, absent: f64| operand.as_ref().map_or([absent; LANES], &number);
    let (scale, above) = (operand(query.scale, 1.0), operand(query.above, 0.0));
    let (cap, reserved) = (operand(query.cap, f64::INFINITY), operand(query.reserved, 0.0));
    let step = query.step.as_ref().map(&number);
    for (lane, to) in to.iter_mut().enumerate() {
        let at = FloatQuery {
            above: above[lane],
            cap: cap[lane].max(0.0),
            step: step.map(|step| step[lane]),
            reserved: reserved[lane],
        };
        let unknown = at.above.is_nan() || cap[lane].is_nan() || at.reserved.is_nan() || scale[lane].is_nan();
        *to = if unknown { f64::NAN } else { units(&at, scale[lane]) };
    }
}

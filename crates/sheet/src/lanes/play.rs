//! Many draws at a time: one operation on lanes of binary floating point.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::course::{Asked, FloatLevel, ceiling};
use super::recording::{Moved, Operation};

/// Draws that are computed at a time.
pub const LANES: usize = 128;

/// The numbers of one figure, one for each draw.
pub type Lanes = [f64; LANES];

/// Where lanes stand while a tape is played.
pub(super) type Place = u32;

/// One operation on lanes at places.
pub(super) fn compute(operation: &Operation, lanes: &[Box<Lanes>], to: &mut Lanes) {
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

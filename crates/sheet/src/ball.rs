//! Ball arithmetic: a number in binary floating point with a proven bound on its distance to the exact decimal that it
//! approximates. Results are the same on all machines: sums, products, quotients and square roots are rounded
//! identically everywhere.
//!
//! Every operation adds its own error: binary floating point rounds a result by 2^-53 of it, exact decimals by 10^-28
//! of it or by 10^-28. Both are increased by a reserve that also covers the rounding of the error bound.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]
#![allow(clippy::float_cmp, reason = "integers and zero errors are compared exactly")]

use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::float::float;
use crate::formula::Binary;
use rust_decimal::Decimal;

/// Error of one operation, relative to its result.
const ROUNDING: f64 = f64::EPSILON;
/// Absolute error of an exact decimal; also its error relative to the numbers that are added.
const LAST_DIGIT: f64 = 1e-27;
/// Factor on a radius for the rounding of the radius itself.
const RESERVE: f64 = 1.0 + 16.0 * f64::EPSILON;
/// Limit beyond which an exact figure may be out of range.
const LIMIT: f64 = 0.9e27;
/// Up to this share of a number its positive part is zero; see [`crate::arithmetic::negligible`].
const NEGLIGIBLE: f64 = 2e-20;
/// Integers up to this are exact.
const MOST_WHOLE: f64 = 1e15;

/// An exact decimal lies within `radius` of `middle`; only integers have a radius of zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    middle: f64,
    radius: f64,
}

impl Ball {
    /// Exactly zero.
    pub(crate) const NOTHING: Ball = Ball { middle: 0.0, radius: 0.0 };

    /// An exact decimal.
    pub(crate) fn exactly(value: Decimal) -> Ball {
        let middle = float(value);
        let is_whole = value.scale() == 0 && middle.abs() < MOST_WHOLE;
        Ball { middle, radius: if is_whole { 0.0 } else { middle.abs() * 2.0 * ROUNDING } }
    }

    /// Result of [`float()`] for an exact decimal, or an integer.
    pub(crate) fn near(middle: f64) -> Ball {
        Ball { middle, radius: middle.abs() * 2.0 * ROUNDING }
    }

    /// An integer.
    pub(crate) fn whole(value: f64) -> Ball {
        Ball { middle: value, radius: if value.abs() < MOST_WHOLE { 0.0 } else { value.abs() * ROUNDING } }
    }

    /// All numbers between two values.
    pub(crate) fn between(low: f64, high: f64) -> Ball {
        let middle = low / 2.0 + high / 2.0;
        let radius = (high - middle).max(middle - low);
        Ball::rounded(middle, radius)
    }

    /// All numbers within a distance of a value; the distance exceeds the rounding error of the value.
    pub(crate) fn within(middle: f64, radius: f64) -> Ball {
        Ball::rounded(middle, radius)
    }

    fn rounded(middle: f64, radius: f64) -> Ball {
        Ball { middle, radius: (radius + middle.abs() * ROUNDING + LAST_DIGIT) * RESERVE }
    }

    /// The ball, if it is in the range of exact figures.
    pub(crate) fn kept(self) -> Option<Ball> {
        (self.middle.abs() + self.radius < LIMIT).then_some(self)
    }

    /// The ball with its radius increased.
    pub(crate) fn blurred(self, by: f64) -> Ball {
        Ball::rounded(self.middle, self.radius + by)
    }

    /// The ball with its radius increased by as much as it and another that it may meet may lie beyond each other, in
    /// either direction.
    pub(crate) fn blurred_by_meeting(self, other: Ball) -> Ball {
        let apart = other.middle - self.middle;
        let may_meet = apart.abs() <= (self.radius + other.radius) * 2.0;
        if may_meet { self.blurred(apart.abs() + self.radius + other.radius) } else { self }
    }

    /// The ball with its radius doubled.
    pub(crate) fn blurred_by_itself(self) -> Ball {
        if self.is_nothing() { self } else { self.blurred(self.radius) }
    }

    pub(crate) fn middle(self) -> f64 {
        self.middle
    }

    pub(crate) fn radius(self) -> f64 {
        self.radius
    }

    /// Lower bound.
    pub(crate) fn least(self) -> f64 {
        if self.radius == 0.0 { self.middle } else { lower(self.middle - self.radius) }
    }

    /// Upper bound.
    pub(crate) fn most(self) -> f64 {
        -self.negated().least()
    }

    /// Lower and upper bound as decimals; none if one is too large.
    #[must_use]
    pub fn limits(self) -> Option<(Decimal, Decimal)> {
        if let Some(value) = self.decimal() {
            return Some((value, value));
        }
        let (least, most) = (Decimal::from_f64_retain(self.least())?, Decimal::from_f64_retain(self.most())?);
        // a decimal has fewer digits than a float may need
        let digits = |value: Decimal| value.abs() * Decimal::new(1, 20) + Decimal::new(1, 27);
        Some((least.checked_sub(digits(least))?, most.checked_add(digits(most))?))
    }

    pub(crate) fn negated(self) -> Ball {
        Ball { middle: -self.middle, radius: self.radius }
    }

    pub(crate) fn is_nothing(self) -> bool {
        self.radius == 0.0 && self.middle == 0.0
    }

    /// Whether it is certainly the same number as another.
    pub(crate) fn is_surely(self, other: Ball) -> bool {
        self.radius == 0.0 && other.radius == 0.0 && self.middle == other.middle
    }

    /// An exact ball, if the result of an operation on integers is an integer.
    fn of_whole(self, other: Ball, middle: f64) -> Option<Ball> {
        let is_whole = self.radius == 0.0 && other.radius == 0.0 && middle.abs() < MOST_WHOLE;
        is_whole.then_some(Ball { middle, radius: 0.0 })
    }

    pub(crate) fn is_surely_below(self, other: Ball) -> bool {
        self.most() < other.least()
    }

    pub(crate) fn is_surely_at_most(self, other: Ball) -> bool {
        self.most() <= other.least()
    }

    pub(crate) fn plus(self, other: Ball) -> Ball {
        if self.is_nothing() {
            return other;
        }
        if other.is_nothing() {
            return self;
        }
        let middle = self.middle + other.middle;
        self.of_whole(other, middle).unwrap_or_else(|| {
            let digits = (self.middle.abs() + other.middle.abs()) * LAST_DIGIT;
            Ball::rounded(middle, self.radius + other.radius + digits)
        })
    }

    pub(crate) fn minus(self, other: Ball) -> Ball {
        self.plus(other.negated())
    }

    pub(crate) fn times(self, other: Ball) -> Ball {
        if self.is_nothing() || other.is_nothing() {
            return Ball::NOTHING;
        }
        let middle = self.middle * other.middle;
        self.of_whole(other, middle).unwrap_or_else(|| {
            let radius = self.middle.abs() * other.radius + (other.middle.abs() + other.radius) * self.radius;
            Ball::rounded(middle, radius)
        })
    }

    /// Quotient; none if the divisor may be zero or its error exceeds half of it.
    pub(crate) fn over(self, divisor: Ball) -> Option<Ball> {
        if divisor.middle == 0.0 || divisor.radius > divisor.middle.abs() / 2.0 {
            return None;
        }
        if self.is_nothing() {
            return Some(Ball::NOTHING);
        }
        let quotient = self.middle / divisor.middle;
        let divides = quotient.floor() == quotient && quotient * divisor.middle == self.middle;
        if let Some(whole) = self.of_whole(divisor, quotient).filter(|_| divides) {
            return Some(whole);
        }
        let radius = (self.radius + quotient.abs() * divisor.radius) / (divisor.middle.abs() - divisor.radius);
        Some(Ball::rounded(quotient, radius))
    }

    pub(crate) fn smaller(self, other: Ball) -> Ball {
        if self.is_surely_at_most(other) {
            self
        } else if other.is_surely_at_most(self) {
            other
        } else {
            Ball { middle: self.middle.min(other.middle), radius: self.radius.max(other.radius) }
        }
    }

    pub(crate) fn larger(self, other: Ball) -> Ball {
        self.negated().smaller(other.negated()).negated()
    }

    /// The smaller and the larger one.
    pub(crate) fn ordered(self, other: Ball) -> (Ball, Ball) {
        if self.is_surely_at_most(other) { (self, other) } else { (self.smaller(other), self.larger(other)) }
    }

    /// Positive part of the difference to another.
    pub(crate) fn positive_part_over(self, above: Ball) -> Ball {
        let rest = self.minus(above);
        if rest.most() <= 0.0 {
            return Ball::NOTHING;
        }
        // up to this the result is zero
        let left_over = (self.middle.abs() + self.radius) * NEGLIGIBLE;
        if rest.least() > left_over {
            return rest;
        }
        Ball { middle: rest.middle.max(0.0), radius: (rest.radius + left_over) * RESERVE }.positive()
    }

    /// The ball of a number that is not below zero.
    pub(crate) fn positive(self) -> Ball {
        if self.least() >= 0.0 {
            return self;
        }
        let half = self.most().max(0.0) / 2.0;
        Ball { middle: half, radius: half }
    }

    /// Integer power, by the same products as with exact decimals.
    pub(crate) fn power(self, exponent: u32) -> Ball {
        let (mut result, mut base, mut left) = (Ball::whole(1.0), self, exponent);
        while left > 0 {
            if left & 1 == 1 {
                result = result.times(base);
            }
            left >>= 1;
            if left > 0 {
                base = base.times(base);
            }
        }
        result
    }

    /// Root, with an error bound from its power: the relative error of a root is at most that of its power. None if
    /// that error is not small.
    pub(crate) fn root(self, degree: u8) -> Option<Ball> {
        if self.most() <= 0.0 || degree == 0 {
            return Some(Ball::NOTHING);
        }
        if self.least() <= 0.0 {
            return None;
        }
        let root = libm::pow(self.middle, 1.0 / f64::from(degree));
        let power = Ball { middle: root, radius: 0.0 }.power(u32::from(degree));
        // the exact root divides the number repeatedly and loses digits of a small one
        let digits = LAST_DIGIT * 1e3 * self.least().max(1.0);
        let off = ((power.middle - self.middle).abs() + power.radius + self.radius + digits) / self.least();
        // (1 + x)^(1/n) lies between 1 - 2x and 1 + x for x up to a half
        (off < 0.25).then(|| Ball::rounded(root, root * 2.0 * off))
    }

    /// Bounds of the smallest integer that is not below.
    fn ceilings(self) -> (f64, f64) {
        if self.radius == 0.0 {
            return (self.middle, self.middle);
        }
        let settled = self.settling();
        ((self.least() - settled).ceil(), (self.most() + settled).ceil())
    }

    /// How much division residue is rounded away before integers are compared; see [`crate::number::ceil`].
    fn settling(self) -> f64 {
        (self.middle.abs() + self.radius) * 1e-22 + 1e-19
    }

    /// Smallest integer that is not below.
    pub(crate) fn ceil(self) -> Ball {
        let (low, high) = self.ceilings();
        if low == high { Ball::whole(low + 0.0) } else { Ball::between(low, high) }
    }

    /// Largest integer that is not above.
    pub(crate) fn floor(self) -> Ball {
        self.negated().ceil().negated()
    }

    /// Whether it exceeds the residue of divisions, if that is certain; see [`crate::number::is_something`].
    pub(crate) fn is_something(self) -> Option<bool> {
        const SOMETHING: f64 = 1e-18;
        if self.least() > 2.0 * SOMETHING {
            Some(true)
        } else if self.most() < SOMETHING / 2.0 {
            Some(false)
        } else {
            None
        }
    }

    /// The decimal, if it is known exactly.
    #[allow(clippy::cast_possible_truncation, reason = "an integer with less than sixteen digits")]
    pub(crate) fn decimal(self) -> Option<Decimal> {
        (self.radius == 0.0 && self.middle.abs() < MOST_WHOLE).then(|| Decimal::from(self.middle as i64))
    }

    pub(crate) fn binary(self, binary: Binary, other: Ball) -> Option<Ball> {
        let ball = match binary {
            Binary::Add => self.plus(other),
            Binary::Subtract => self.minus(other),
            Binary::Multiply => self.times(other),
            Binary::Divide => self.over(other)?,
            Binary::Minimum => self.smaller(other),
            Binary::Maximum => self.larger(other),
            Binary::PositivePart => self.positive_part_over(other),
        };
        ball.kept()
    }
}

/// A float that is not above any number that a rounded one may stand for.
fn lower(value: f64) -> f64 {
    value - value.abs() * ROUNDING
}

/// A number at one value of the input; results that are not known precisely enough are errors.
impl Number for Ball {
    fn of(value: Decimal) -> Self {
        Ball::exactly(value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        Ball::binary(*a, binary, *b).ok_or(EvaluationErrorKind::TooLarge)
    }

    fn ceil(&self) -> Self {
        Ball::ceil(*self)
    }

    fn any(&self) -> Self {
        match self.is_something() {
            Some(true) => Ball::whole(1.0),
            Some(false) => Ball::NOTHING,
            None => Ball::between(0.0, 1.0),
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind> {
        Ball::power(*self, exponent).kept().ok_or(EvaluationErrorKind::TooLarge)
    }

    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        Ball::root(*self, degree).ok_or(EvaluationErrorKind::TooLarge)
    }

    fn exact(&self) -> Option<Decimal> {
        None
    }

    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, EvaluationErrorKind> {
        if b.is_nothing() { Ok(*otherwise) } else { <Ball as Number>::binary(Binary::Divide, a, b) }
    }
}

//! Linear combinations of varying numbers: the result of any number of additions and of multiplications by constants.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]

use crate::ball::Ball;
use crate::formula::Binary;
use rust_decimal::Decimal;

/// Index of a varying number.
pub type CellId = u32;

/// Absolute error of an exact decimal; also its error relative to the numbers that it is computed from.
const LAST_DIGIT: f64 = 1e-27;
/// Relative error of rounding to the nearest float.
const HALF_A_DIGIT: f64 = f64::EPSILON / 2.0;
/// Factor on an error for the rounding of the error itself.
const RESERVE: f64 = 1.0 + 16.0 * f64::EPSILON;

/// A multiple of a varying number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multiple {
    pub(crate) cell: CellId,
    pub(crate) factor: Ball,
    /// Error of the exact decimals computed one operation after the other, relative to the cell.
    pub(crate) off: f64,
}

/// constant + Σ factor × cell, with the errors of exact decimals that are computed one operation after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    pub(crate) constant: Ball,
    /// In ascending order of cells, each cell once.
    pub(crate) multiples: Vec<Multiple>,
    /// Error that is independent of the cells.
    pub(crate) off: f64,
    /// Whether each cell is only added or only subtracted.
    is_monotone: bool,
}

fn size(of: Ball) -> f64 {
    of.middle().abs() + of.radius()
}

impl Linear {
    /// A cell alone.
    pub(crate) fn cell(cell: CellId) -> Linear {
        let multiple = Multiple { cell, factor: Ball::whole(1.0), off: 0.0 };
        Linear { constant: Ball::NOTHING, multiples: vec![multiple], off: 0.0, is_monotone: true }
    }

    /// A constant.
    pub(crate) fn still(value: Decimal) -> Linear {
        Linear { constant: Ball::exactly(value), multiples: Vec::new(), off: 0.0, is_monotone: true }
    }

    /// The cell, if the combination is only that cell.
    pub(crate) fn only_cell(&self) -> Option<CellId> {
        let [Multiple { cell, factor, off }] = self.multiples.as_slice() else { return None };
        let is_whole = self.constant.is_nothing() && self.off.max(*off) <= 0.0 && factor.is_surely(Ball::whole(1.0));
        is_whole.then_some(*cell)
    }

    /// The factor of its first cell.
    pub(crate) fn first_factor(&self) -> Option<f64> {
        self.multiples.first().map(|multiple| multiple.factor.middle())
    }

    /// The combination divided by the factor of its first cell.
    pub(crate) fn per_first_factor(&self) -> Option<Linear> {
        match self.multiples.as_slice() {
            [only] if self.constant.is_nothing() => Some(Linear::cell(only.cell)),
            _ => Some(self.times(Ball::whole(1.0).over(Ball::near(self.first_factor()?))?)),
        }
    }

    /// Whether it is a multiple of another combination, up to the rounding of floats.
    pub(crate) fn is_multiple_of(&self, other: &Linear) -> bool {
        let numbers = |of: &Linear| -> Vec<(Option<CellId>, f64)> {
            let multiples = of.multiples.iter().map(|multiple| (Some(multiple.cell), multiple.factor.middle()));
            multiples.chain([(None, of.constant.middle())]).collect()
        };
        let (mine, others) = (numbers(self), numbers(other));
        let Some(factor) = self.first_factor().zip(other.first_factor()).map(|(a, b)| a / b) else { return false };
        let is_scaled = |((cell, mine), (other_cell, other)): (&(_, f64), &(_, f64))| {
            cell == other_cell && (mine - other * factor).abs() <= 4.0 * f64::EPSILON * mine.abs()
        };
        mine.len() == others.len() && mine.iter().zip(&others).all(is_scaled)
    }

    /// Bits that identify it.
    pub(crate) fn digits(&self) -> Vec<u64> {
        let bits = |ball: Ball| [ball.middle().to_bits(), ball.radius().to_bits()];
        let of_multiple = |of: &Multiple| {
            let [middle, radius] = bits(of.factor);
            [u64::from(of.cell), middle, radius, of.off.to_bits()]
        };
        let constant = bits(self.constant).into_iter().chain([self.off.to_bits(), u64::from(self.is_monotone)]);
        constant.chain(self.multiples.iter().flat_map(of_multiple)).collect()
    }

    /// Whether it is an integer while all its cells are integers.
    #[allow(clippy::float_cmp, reason = "zero errors are compared exactly")]
    pub(crate) fn is_whole(&self) -> bool {
        let balls = self.multiples.iter().map(|multiple| multiple.factor).chain([self.constant]);
        balls.map(Ball::radius).all(|radius| radius == 0.0)
    }

    fn is_nothing(&self) -> bool {
        self.multiples.is_empty() && self.constant.is_nothing() && self.off <= 0.0
    }

    /// The sum with another, or the difference.
    pub(crate) fn plus(&self, other: &Linear, sign: Sign) -> Linear {
        if other.is_nothing() {
            return self.clone();
        }
        let signed = |ball: Ball| if sign == Sign::Minus { ball.negated() } else { ball };
        let rounded = |of: &Multiple| Multiple { off: (of.off + size(of.factor) * LAST_DIGIT) * RESERVE, ..*of };
        let mut is_monotone = self.is_monotone && other.is_monotone;
        let mut multiples = Vec::with_capacity(self.multiples.len() + other.multiples.len());
        let (mut mine, mut others) = (self.multiples.iter().peekable(), other.multiples.iter().peekable());
        loop {
            let next = match (mine.peek(), others.peek()) {
                (None, None) => break,
                (Some(_), None) => mine.next().map(rounded),
                (Some(a), Some(b)) if a.cell < b.cell => mine.next().map(rounded),
                (Some(a), Some(b)) if a.cell == b.cell => mine.next().zip(others.next()).map(|(a, b)| {
                    let (a, b) = (rounded(a), Multiple { factor: signed(b.factor), ..rounded(b) });
                    is_monotone &= a.sign().is_some() && a.sign() == b.sign();
                    Multiple { factor: a.factor.plus(b.factor), off: (a.off + b.off) * RESERVE, ..a }
                }),
                (_, Some(_)) => others.next().map(rounded).map(|b| Multiple { factor: signed(b.factor), ..b }),
            };
            multiples.extend(next);
        }
        let digits = (size(self.constant) + size(other.constant) + 1.0) * LAST_DIGIT;
        Linear {
            constant: self.constant.plus(signed(other.constant)),
            multiples,
            off: (self.off + other.off + digits) * RESERVE,
            is_monotone,
        }
    }

    /// A multiple by a nonzero factor.
    pub(crate) fn times(&self, by: Ball) -> Linear {
        let scaled = |of: &Multiple| {
            let factor = of.factor.times(by);
            Multiple { cell: of.cell, factor, off: (of.off * size(by) + size(factor) * LAST_DIGIT) * RESERVE }
        };
        let constant = self.constant.times(by);
        let digits = (size(constant) + 1.0) * LAST_DIGIT;
        Linear {
            constant,
            multiples: self.multiples.iter().map(scaled).collect(),
            off: (self.off * size(by) + digits) * RESERVE,
            is_monotone: self.is_monotone,
        }
    }

    /// Values from the value and the largest size of every cell.
    #[allow(clippy::float_cmp, reason = "zero errors are compared exactly")]
    fn at<const N: usize>(&self, exactness: Exactness, of: impl Fn(&Multiple) -> [(Ball, f64); N]) -> [Ball; N] {
        let (mut middles, mut radii) = ([self.constant.middle(); N], [self.constant.radius(); N]);
        let mut offs = [self.off; N];
        let mut are_whole = [exactness == Exactness::AtValues && self.constant.radius() == 0.0; N];
        for multiple in &self.multiples {
            let (factor, cells) = (multiple.factor, of(multiple));
            for value in 0..N {
                let (cell, largest) = cells[value];
                // zero times any factor is exactly zero
                are_whole[value] &= cell.is_nothing() || cell.radius() == 0.0 && factor.radius() == 0.0;
                let product = factor.middle() * cell.middle();
                middles[value] += product;
                // the product and the sum are each rounded to the nearest float
                radii[value] += (product.abs() + middles[value].abs()) * HALF_A_DIGIT;
                radii[value] += factor.middle().abs() * cell.radius() + size(cell) * factor.radius();
                offs[value] += multiple.off * largest;
            }
        }
        std::array::from_fn(|value| {
            if are_whole[value] {
                let whole = |sum: Ball, multiple: &Multiple| sum.plus(multiple.factor.times(of(multiple)[value].0));
                let sum = self.multiples.iter().fold(self.constant, whole);
                // results of exact integers have no error
                if sum.radius() == 0.0 {
                    return sum;
                }
            }
            Ball::within(middles[value], (radii[value] + offs[value]) * RESERVE)
        })
    }

    /// Value at one value of every cell.
    pub(crate) fn at_value(&self, of: impl Fn(CellId) -> Ball) -> Option<Ball> {
        let [value] = self.at(Exactness::AtValues, |multiple| {
            let cell = of(multiple.cell);
            [(cell, size(cell))]
        });
        value.kept()
    }

    /// Values at two values of every cell.
    pub(crate) fn at_both(&self, of: impl Fn(CellId) -> (Ball, Ball)) -> Option<(Ball, Ball)> {
        let [first, second] = self.at(Exactness::AtValues, |multiple| {
            let (first, second) = of(multiple.cell);
            [(first, size(first)), (second, size(second))]
        });
        Some((first.kept()?, second.kept()?))
    }

    /// Bounds from those of every cell.
    pub(crate) fn limits(&self, of: impl Fn(CellId) -> (Ball, Ball)) -> Option<(Ball, Ball)> {
        let ends = |multiple: &Multiple| {
            let (low, high) = of(multiple.cell);
            let ends = match multiple.sign() {
                Some(Sign::Plus) => [low, high],
                Some(Sign::Minus) => [high, low],
                None => [Ball::between(low.least(), high.most()); 2],
            };
            // exact decimals round monotonically, so only the error at each end counts
            ends.map(|end| (end, if self.is_monotone { size(end) } else { size(low).max(size(high)) }))
        };
        let exactness = if self.is_monotone { Exactness::AtValues } else { Exactness::Between };
        let [least, most] = self.at(exactness, ends);
        Some((least.kept()?, most.kept()?))
    }
}

impl Linear {
    /// Drops multiples that may be zero, if the size of their cell is known: they only increase the error and make
    /// linear results nonlinear.
    pub(crate) fn drop_nothing(&mut self, reach: &impl Fn(CellId) -> Option<f64>) {
        let constant = &mut self.constant;
        self.multiples.retain(|multiple| {
            let may_be_nothing = multiple.factor.least() <= 0.0 && multiple.factor.most() >= 0.0;
            let Some(reach) = may_be_nothing.then(|| reach(multiple.cell)).flatten() else { return true };
            *constant = constant.blurred((size(multiple.factor) + multiple.off) * reach);
            false
        });
    }
}

impl Multiple {
    /// Whether it rises or falls with its cell, if that is certain.
    fn sign(&self) -> Option<Sign> {
        if Ball::NOTHING.is_surely_at_most(self.factor) {
            Some(Sign::Plus)
        } else {
            self.factor.is_surely_at_most(Ball::NOTHING).then_some(Sign::Minus)
        }
    }
}

/// Whether cells are at values that they take, or at bounds between which they may take others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    AtValues,
    Between,
}

/// Sign with which a number is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

impl Sign {
    /// Sign of the second number of an operation, if it is an addition or a subtraction.
    pub(crate) fn of(binary: Binary) -> Option<Sign> {
        match binary {
            Binary::Add => Some(Sign::Plus),
            Binary::Subtract => Some(Sign::Minus),
            Binary::Multiply | Binary::Divide | Binary::Minimum | Binary::Maximum | Binary::PositivePart => None,
        }
    }
}

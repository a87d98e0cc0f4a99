//! Sums of multiples of numbers that move: what additions, and products with numbers that stay, come to however many there are.

#![allow(clippy::float_arithmetic, reason = "bounds look first in binary floating point, with a proven error")]

use crate::ball::Ball;
use crate::formula::Binary;
use rust_decimal::Decimal;

/// A number that moves, by its place among all of them.
pub type CellId = u32;

/// What an exact decimal may be off by, whatever its size; and as a share of the numbers that it comes of.
const LAST_DIGIT: f64 = 1e-27;
/// What rounding to the nearest float takes from a number, as a share of it.
const HALF_A_DIGIT: f64 = f64::EPSILON / 2.0;
/// By which what a number may be off by grows, for it is rounded too.
const RESERVE: f64 = 1.0 + 16.0 * f64::EPSILON;

/// A multiple of a number that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Multiple {
    pub(crate) cell: CellId,
    pub(crate) factor: Ball,
    /// By which share of the cell exact decimals may be off that are worked out one operation after the other.
    pub(crate) off: f64,
}

/// constant + Σ factor × cell, as exact decimals come to it that are worked out one operation after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    pub(crate) constant: Ball,
    /// Rising cells, none twice.
    pub(crate) multiples: Vec<Multiple>,
    /// What they may be off by whatever the cells are.
    pub(crate) off: f64,
    /// Whether each cell was added alone, or taken off alone.
    is_monotone: bool,
}

fn size(of: Ball) -> f64 {
    of.middle().abs() + of.radius()
}

impl Linear {
    /// A cell as it is.
    pub(crate) fn cell(cell: CellId) -> Linear {
        let multiple = Multiple { cell, factor: Ball::whole(1.0), off: 0.0 };
        Linear { constant: Ball::NOTHING, multiples: vec![multiple], off: 0.0, is_monotone: true }
    }

    /// A number that does not move.
    pub(crate) fn still(value: Decimal) -> Linear {
        Linear { constant: Ball::exactly(value), multiples: Vec::new(), off: 0.0, is_monotone: true }
    }

    /// The cell that it is, if it is no more than that.
    pub(crate) fn only_cell(&self) -> Option<CellId> {
        let [Multiple { cell, factor, off }] = self.multiples.as_slice() else { return None };
        let is_whole = self.constant.is_nothing() && self.off.max(*off) <= 0.0 && factor.is_surely(Ball::whole(1.0));
        is_whole.then_some(*cell)
    }

    /// By which it is known again.
    pub(crate) fn digits(&self) -> Vec<u64> {
        let bits = |ball: Ball| [ball.middle().to_bits(), ball.radius().to_bits()];
        let of_multiple = |of: &Multiple| {
            let [middle, radius] = bits(of.factor);
            [u64::from(of.cell), middle, radius, of.off.to_bits()]
        };
        let constant = bits(self.constant).into_iter().chain([self.off.to_bits(), u64::from(self.is_monotone)]);
        constant.chain(self.multiples.iter().flat_map(of_multiple)).collect()
    }

    fn is_nothing(&self) -> bool {
        self.multiples.is_empty() && self.constant.is_nothing() && self.off <= 0.0
    }

    /// Itself and a multiple of 1 or −1 of another.
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

    /// A multiple of it, which is not nothing.
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

    /// Its values, by those of every cell and how large it may be.
    #[allow(clippy::float_cmp, reason = "errors of nothing are told apart exactly")]
    fn at<const N: usize>(&self, exactness: Exactness, of: impl Fn(&Multiple) -> [(Ball, f64); N]) -> [Ball; N] {
        let (mut middles, mut radii) = ([self.constant.middle(); N], [self.constant.radius(); N]);
        let mut offs = [self.off; N];
        let mut are_whole = [exactness == Exactness::AtValues && self.constant.radius() == 0.0; N];
        for multiple in &self.multiples {
            let (factor, cells) = (multiple.factor, of(multiple));
            for value in 0..N {
                let (cell, largest) = cells[value];
                are_whole[value] &= cell.radius() == 0.0 && factor.radius() == 0.0;
                let product = factor.middle() * cell.middle();
                middles[value] += product;
                // a product and a sum are rounded to the nearest float
                radii[value] += (product.abs() + middles[value].abs()) * HALF_A_DIGIT;
                radii[value] += factor.middle().abs() * cell.radius() + size(cell) * factor.radius();
                offs[value] += multiple.off * largest;
            }
        }
        std::array::from_fn(|value| {
            if are_whole[value] {
                let whole = |sum: Ball, multiple: &Multiple| sum.plus(multiple.factor.times(of(multiple)[value].0));
                let sum = self.multiples.iter().fold(self.constant, whole);
                // what comes of whole numbers that are told apart is worked out to the last digit
                if sum.radius() == 0.0 {
                    return sum;
                }
            }
            Ball::within(middles[value], (radii[value] + offs[value]) * RESERVE)
        })
    }

    /// Its value at a value of every cell.
    pub(crate) fn at_value(&self, of: impl Fn(CellId) -> Ball) -> Option<Ball> {
        let [value] = self.at(Exactness::AtValues, |multiple| {
            let cell = of(multiple.cell);
            [(cell, size(cell))]
        });
        value.kept()
    }

    /// Its values at two values of every cell.
    pub(crate) fn at_both(&self, of: impl Fn(CellId) -> (Ball, Ball)) -> Option<(Ball, Ball)> {
        let [first, second] = self.at(Exactness::AtValues, |multiple| {
            let (first, second) = of(multiple.cell);
            [(first, size(first)), (second, size(second))]
        });
        Some((first.kept()?, second.kept()?))
    }

    /// The least and the most that it may be, by those of every cell.
    pub(crate) fn limits(&self, of: impl Fn(CellId) -> (Ball, Ball)) -> Option<(Ball, Ball)> {
        let ends = |multiple: &Multiple| {
            let (low, high) = of(multiple.cell);
            let ends = match multiple.sign() {
                Some(Sign::Plus) => [low, high],
                Some(Sign::Minus) => [high, low],
                None => [Ball::between(low.least(), high.most()); 2],
            };
            // decimals are rounded upwards or downwards alike, so that at an end only what the end is off by counts
            ends.map(|end| (end, if self.is_monotone { size(end) } else { size(low).max(size(high)) }))
        };
        let exactness = if self.is_monotone { Exactness::AtValues } else { Exactness::Between };
        let [least, most] = self.at(exactness, ends);
        Some((least.kept()?, most.kept()?))
    }
}

impl Linear {
    /// Leaves out multiples that may be nothing, of cells of which it is known how far they may be from zero: they only make it less
    /// known, and bend what is straight.
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
    /// Whether it rises or falls with its cell, where that is sure.
    fn sign(&self) -> Option<Sign> {
        if Ball::NOTHING.is_surely_at_most(self.factor) {
            Some(Sign::Plus)
        } else {
            self.factor.is_surely_at_most(Ball::NOTHING).then_some(Sign::Minus)
        }
    }
}

/// Whether cells stand at values that they take, or at ends between which they may take others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exactness {
    AtValues,
    Between,
}

/// With which sign a number is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

impl Sign {
    /// With which the second number of an operation is added, if it adds.
    pub(crate) fn of(binary: Binary) -> Option<Sign> {
        match binary {
            Binary::Add => Some(Sign::Plus),
            Binary::Subtract => Some(Sign::Minus),
            Binary::Multiply | Binary::Divide | Binary::Minimum | Binary::Maximum | Binary::PositivePart => None,
        }
    }
}

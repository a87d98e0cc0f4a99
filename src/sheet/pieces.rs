//! A figure while an input runs over an interval, and the search for the points where a difference changes sign.

use super::levels::{Rest, Steps, negligible};
use super::{Binary, Falling, FigureId, Number, Query, Sheet, Trouble, Values};
use crate::number;
use rust_decimal::Decimal;
use std::sync::Arc;

/// A figure while one input runs over the half-open interval (a, b].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Linear over the interval; `from` is the limit just after a, `to` the value at b.
    Linear {
        /// The limit just after the lower end.
        from: Decimal,
        /// The value at the upper end.
        to: Decimal,
    },
    /// Only known to lie within bounds.
    Within {
        /// Never below it.
        low: Decimal,
        /// Never above it.
        high: Decimal,
    },
    /// Not known: it may divide by zero or exceed all bounds somewhere in the interval.
    Unknown,
}

impl Piece {
    fn linear(from: Decimal, to: Decimal) -> Piece {
        Piece::Linear { from, to }
    }

    fn constant(&self) -> Option<Decimal> {
        match *self {
            Piece::Linear { from, to } if from == to => Some(from),
            Piece::Linear { .. } | Piece::Within { .. } | Piece::Unknown => None,
        }
    }

    /// The least and the most it is known to be.
    #[must_use]
    pub fn bounds(&self) -> Option<(Decimal, Decimal)> {
        match *self {
            Piece::Linear { from, to } => Some((from.min(to), from.max(to))),
            Piece::Within { low, high } => Some((low, high)),
            Piece::Unknown => None,
        }
    }

    /// Arithmetic of two linear pieces whose result is linear again.
    fn exact(binary: Binary, a: &Piece, b: &Piece) -> Option<Piece> {
        let (Piece::Linear { from: a0, to: a1 }, Piece::Linear { from: b0, to: b1 }) = (a, b) else {
            return None;
        };
        let stays_linear = match binary {
            Binary::Add | Binary::Subtract => true,
            Binary::Multiply => a0 == a1 || b0 == b1,
            Binary::Divide => b0 == b1,
            Binary::Minimum | Binary::Maximum => a0 <= b0 && a1 <= b1 || a0 >= b0 && a1 >= b1,
            Binary::Beyond => {
                let reaches = |a: &Decimal, b: &Decimal| *a >= *b - negligible(*a);
                reaches(a0, b0) && reaches(a1, b1) || reaches(b0, a0) && reaches(b1, a1)
            }
        };
        if !stays_linear {
            return None;
        }
        let end = |a: &Decimal, b: &Decimal| <Decimal as Number>::binary(binary, a, b).ok();
        Some(Piece::linear(end(a0, b0)?, end(a1, b1)?))
    }

    fn bounded(binary: Binary, a: &Piece, b: &Piece) -> Option<Piece> {
        let ((a0, a1), (b0, b1)) = (a.bounds()?, b.bounds()?);
        let end = |a, b| <Decimal as Number>::binary(binary, &a, &b).ok();
        let (low, high) = match binary {
            Binary::Add | Binary::Minimum | Binary::Maximum => (end(a0, b0)?, end(a1, b1)?),
            Binary::Subtract | Binary::Beyond => (end(a0, b1)?, end(a1, b0)?),
            Binary::Divide if b0 <= Decimal::ZERO && b1 >= Decimal::ZERO => return None,
            Binary::Multiply | Binary::Divide => {
                let corners = [end(a0, b0)?, end(a0, b1)?, end(a1, b0)?, end(a1, b1)?];
                (*corners.iter().min()?, *corners.iter().max()?)
            }
        };
        // a larger one hides what moves below it
        Some(if low == high { Piece::linear(low, high) } else { Piece::Within { low, high } })
    }

    /// A function that never falls, or does so only with its argument's bounds.
    fn monotone(&self, function: impl Fn(Decimal) -> Option<Decimal>) -> Piece {
        let known = || {
            if let Some(value) = self.constant() {
                let value = function(value)?;
                return Some(Piece::linear(value, value));
            }
            let (low, high) = self.bounds()?;
            Some(Piece::Within { low: function(low)?, high: function(high)? })
        };
        known().unwrap_or(Piece::Unknown)
    }
}

impl Number for Piece {
    fn of(value: Decimal) -> Self {
        Piece::linear(value, value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, Trouble> {
        Ok(Piece::exact(binary, a, b).or_else(|| Piece::bounded(binary, a, b)).unwrap_or(Piece::Unknown))
    }

    fn ceil(&self) -> Self {
        let (low, high) = match *self {
            Piece::Linear { from, to } if from == to => (number::ceil(from), number::ceil(to)),
            // just after the open end a rising line is above a whole number that it starts from
            Piece::Linear { from, to } if from < to => (number::floor(from) + Decimal::ONE, number::ceil(to)),
            Piece::Linear { from, to } => (number::ceil(to), number::ceil(from)),
            Piece::Within { low, high } => (number::ceil(low), number::ceil(high)),
            Piece::Unknown => return Piece::Unknown,
        };
        if low == high { Piece::linear(low, high) } else { Piece::Within { low, high } }
    }

    fn any(&self) -> Self {
        let something = number::is_something;
        let (always, never) = match *self {
            Piece::Linear { from, to } => (from >= Decimal::ZERO && something(to), !something(from) && !something(to)),
            Piece::Within { low, high } => (something(low), !something(high)),
            Piece::Unknown => (false, false),
        };
        if always {
            Piece::linear(Decimal::ONE, Decimal::ONE)
        } else if never {
            Piece::linear(Decimal::ZERO, Decimal::ZERO)
        } else {
            Piece::Within { low: Decimal::ZERO, high: Decimal::ONE }
        }
    }

    fn power(&self, exponent: u32) -> Result<Self, Trouble> {
        Ok(match exponent {
            0 => Piece::of(Decimal::ONE),
            1 => *self,
            // bases are 1 + growth, or a discount factor: never negative, so powers rise with them
            _ => self.monotone(|base| Number::power(&base, exponent).ok()),
        })
    }

    fn root(&self, degree: u8) -> Result<Self, Trouble> {
        Ok(self.monotone(|value| Number::root(&value, degree).ok()))
    }

    fn exact(&self) -> Option<Decimal> {
        self.constant()
    }

    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        rising_units(falling, query).map_or_else(|| falling.units_level_by_level(query), Ok)
    }
}

/// Units while nothing but the scale of a curve rises: they never fall, so the ends of the interval bound them, and where
/// no level passes a threshold within it they are linear.
fn rising_units(falling: &Falling, query: &Query<'_, Piece>) -> Option<Piece> {
    let constant = |operand: Option<&Piece>| match operand {
        None => Some(None),
        Some(piece) => piece.constant().map(Some),
    };
    let (above, step, cap) = (constant(query.above)?, constant(query.step)?, constant(query.cap)?);
    let reserved = constant(query.reserved)?.unwrap_or_default();
    let (from, to) = match query.scale {
        Some(Piece::Linear { from, to }) if from <= to => (*from, *to),
        None => (Decimal::ONE, Decimal::ONE),
        _ => return None,
    };
    let units = |scale: Decimal, rest| match step {
        // just after the lower end a level that fills its units needs one more
        Some(step) if !falling.is_gauged() && cap.is_none() => {
            let steps = Steps { scale, above: above.unwrap_or_default(), step, reserved, rest };
            falling.stepped(&steps).ok()
        }
        step => {
            let (above, cap, step) = (above.as_ref(), cap.as_ref(), step.as_ref());
            falling.units(&Query { scale: Some(&scale), above, cap, step, reserved: Some(&reserved) }).ok()
        }
    };
    let rest = if from < to { Rest::JustAbove } else { Rest::At };
    let (low, high) = (units(from, rest)?, units(to, Rest::At)?);
    if step.is_some() {
        return Some(if low == high { Piece::linear(low, high) } else { Piece::Within { low, high } });
    }
    let passed = |threshold: Decimal| falling.count_above(from, threshold) != falling.count_above(to, threshold);
    let bottom = above.unwrap_or_default();
    // at a scale of nothing no level lies above anything: just after it all do that are anything at all
    let kinked = !bottom.is_zero() && passed(bottom) || cap.is_some_and(|cap| passed(bottom + cap.max(Decimal::ZERO)));
    Some(if kinked { Piece::Within { low, high } } else { Piece::linear(low, high) })
}

/// On which side of zero a difference lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Below zero.
    Below,
    /// Above zero.
    Above,
}

impl Side {
    fn of(value: Decimal, negligible: Decimal) -> Option<Side> {
        if value.abs() <= negligible {
            None
        } else if value.is_sign_negative() {
            Some(Side::Below)
        } else {
            Some(Side::Above)
        }
    }
}

/// A point at which a difference changes sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The value of the input; at a jump the last one of the side below it.
    pub at: Decimal,
    /// Whether the difference jumps over zero here rather than passing through it.
    pub jump: bool,
}

/// Where a difference changes sign over an interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The points, rising.
    pub crossings: Vec<Crossing>,
    /// The sides between them, one more than there are crossings; none if the difference is zero everywhere.
    pub sides: Vec<Side>,
}

/// The walk along the pieces from the lower end to the upper.
#[derive(Default)]
struct Walk {
    solution: Solution,
    /// Where the difference became zero, if it is zero now.
    zero_since: Option<Decimal>,
    /// What counts as zero.
    negligible: Decimal,
}

impl Walk {
    /// The difference has this sign from `at` on; `jump` if it gets there without passing zero.
    fn step(&mut self, at: Decimal, value: Decimal, jump: bool) {
        let Some(side) = Side::of(value, self.negligible) else {
            self.zero_since.get_or_insert(at);
            return;
        };
        let crossing = Crossing { at: self.zero_since.unwrap_or(at), jump: jump && self.zero_since.is_none() };
        self.zero_since = None;
        match self.solution.sides.last() {
            Some(last) if *last == side => {}
            Some(_) => {
                self.solution.crossings.push(crossing);
                self.solution.sides.push(side);
            }
            None => self.solution.sides.push(side),
        }
    }

    fn linear(&mut self, (a, b): (Decimal, Decimal), from: Decimal, to: Decimal) {
        self.step(a, from, true);
        let side = |value| Side::of(value, self.negligible);
        let (Some(start), Some(end)) = (side(from), side(to)) else { return self.step(b, to, false) };
        if start != end {
            let share = from.abs() / (from.abs() + to.abs());
            self.step(a + (b - a) * share, to, false);
        }
    }
}

/// Where and how long a change of sign is sought.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// From after the first of these values to the second.
    pub range: (Decimal, Decimal),
    /// A difference up to this, in either direction, is none: digits are rounded away on the way to it.
    pub negligible: Decimal,
    /// So many numbers may be worked out on the way.
    pub most: usize,
}

/// A difference changes its sign, or comes near to it, at more points than a search may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPieces;

/// Every point of (from, to] at which `difference` changes sign while `input` runs over it: the interval is halved
/// until the difference is linear in it, which is solved by one division, or keeps its sign. A point that is not linear
/// is found to 10^-12 of the interval's unit. An equal stretch is a crossing at its beginning if the signs on its two
/// sides differ.
///
/// # Errors
/// If the search would work out more numbers than it may.
pub fn crossings(
    sheet: &Sheet,
    values: &Values<Decimal>,
    input: FigureId,
    difference: FigureId,
    scope: Scope,
) -> Result<Solution, TooManyPieces> {
    let Scope { range: (from, to), negligible, most } = scope;
    let moved = sheet.affected(&[input], &[difference]);
    let numbers: usize = moved.iter().map(|figure| sheet.width(*figure)).sum();
    let mut looks = most / numbers.max(1);
    let mut values: Values<Piece> = sheet.values_of(values);
    let narrow = Decimal::new(1, 12);
    let mut walk = Walk { negligible, ..Walk::default() };
    let mut open = vec![(from, to)];
    while let Some((a, b)) = open.pop() {
        looks = looks.checked_sub(1).ok_or(TooManyPieces)?;
        values[sheet.at(input, 0)] = Piece::linear(a, b);
        let evaluated = sheet.evaluate(&moved, &mut values);
        debug_assert!(evaluated.is_ok(), "a piece is unknown rather than at fault");
        match values[sheet.at(difference, 0)] {
            Piece::Linear { from, to } => walk.linear((a, b), from, to),
            Piece::Within { low, .. } if low > negligible => walk.step(a, low, true),
            Piece::Within { high, .. } if high < -negligible => walk.step(a, high, true),
            Piece::Within { .. } | Piece::Unknown if b - a <= narrow => {}
            Piece::Within { .. } | Piece::Unknown => {
                let middle = (a + b) / Decimal::TWO;
                open.push((middle, b));
                open.push((a, middle));
            }
        }
    }
    Ok(walk.solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Draft, Figure, Period};
    use crate::unit::Unit;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// Where a function of x changes sign over (0, 1].
    fn solve(function: impl for<'s> Fn(&'s Draft, Figure<'s>) -> Figure<'s>) -> (Vec<(Decimal, bool)>, Vec<Side>) {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let difference = function(&draft, x).id();
        let x = x.id();
        let sheet = draft.finish();
        let mut values = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut values).unwrap();
        let scope = Scope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
        let solution = crossings(&sheet, &values, x, difference, scope).unwrap();
        (solution.crossings.iter().map(|c| (c.at, c.jump)).collect(), solution.sides)
    }

    fn constant<'s>(draft: &'s Draft, value: &str) -> Figure<'s> {
        draft.constant(d(value), Unit::ONE, "a test's number")
    }

    #[test]
    fn a_line_crosses_once_and_exactly() {
        let found = solve(|draft, x| constant(draft, "10") - constant(draft, "30") * x);
        assert_eq!(found, (vec![(Decimal::ONE / d("3"), false)], vec![Side::Above, Side::Below]));
    }

    #[test]
    fn a_search_ends_that_would_look_at_too_many_points() {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        // a saw of a million teeth, each of which passes zero: ceil(10^6 x) − 10^6 x − 1/2
        let million = constant(&draft, "1000000");
        let difference = ((million * x).ceil() - million * x - constant(&draft, "0.5")).id();
        let x = x.id();
        let sheet = draft.finish();
        let mut values = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut values).unwrap();
        let scope = Scope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 10_000 };
        assert_eq!(crossings(&sheet, &values, x, difference, scope), Err(TooManyPieces));
        let narrow = Scope { range: (Decimal::ZERO, d("0.000001")), ..scope };
        assert_eq!(crossings(&sheet, &values, x, difference, narrow).unwrap().crossings.len(), 1);
    }

    #[test]
    fn a_jump_belongs_to_the_side_below_it() {
        // ceil(4x) is 1, 2, 3, 4 on the quarters: less 2.5 it jumps over zero just after 0.5
        let (found, sides) = solve(|draft, x| (constant(draft, "4") * x).ceil() - constant(draft, "2.5"));
        assert_eq!(sides, [Side::Below, Side::Above]);
        assert!(found.len() == 1 && found[0].1 && (found[0].0 - d("0.5")).abs() <= d("0.000000000001"), "{found:?}");
    }

    #[test]
    fn an_equal_stretch_is_a_crossing_at_its_beginning() {
        // below zero until 0.25, zero until 0.5, above it after
        let found = solve(|draft, x| x.beyond(constant(draft, "0.5")) - constant(draft, "0.25").beyond(x));
        assert_eq!(found, (vec![(d("0.25"), false)], vec![Side::Below, Side::Above]));
    }

    #[test]
    fn touching_zero_is_no_crossing() {
        let found = solve(|draft, x| (x - constant(draft, "0.5")).max(constant(draft, "0.5") - x));
        assert_eq!(found, (vec![], vec![Side::Above]));
        // zero at the upper end alone
        assert_eq!(solve(|draft, x| x - constant(draft, "1")), (vec![], vec![Side::Below]));
    }

    #[test]
    fn zero_everywhere_has_no_sides() {
        assert_eq!(solve(|_, x| x - x), (vec![], vec![]));
    }

    #[test]
    fn several_crossings_are_all_found() {
        // a tooth: above zero between 0.25 and 0.75
        let found = solve(|draft, x| (x - constant(draft, "0.25")).min(constant(draft, "0.75") - x));
        let expected = vec![(d("0.25"), false), (d("0.75"), false)];
        assert_eq!(found, (expected, vec![Side::Below, Side::Above, Side::Below]));
    }

    #[test]
    fn a_curved_difference_is_found_to_a_trillionth() {
        // x² − 0.09 crosses at 0.3
        let (found, sides) = solve(|draft, x| x * x - constant(draft, "0.09"));
        assert_eq!(sides, [Side::Below, Side::Above]);
        assert!(found.len() == 1 && (found[0].0 - d("0.3")).abs() <= d("0.000000000002"), "{found:?}");
    }

    #[test]
    fn dividing_by_an_interval_with_zero_is_unknown_and_not_a_number() {
        let through_zero = Piece::Linear { from: d("-1"), to: d("1") };
        let one = Piece::of(Decimal::ONE);
        assert_eq!(Piece::binary(Binary::Divide, &one, &through_zero), Ok(Piece::Unknown));
        let large = Piece::of(Decimal::MAX);
        assert_eq!(Piece::binary(Binary::Multiply, &large, &large), Ok(Piece::Unknown));
    }
}

//! Every point at which a difference changes sign while one input runs over an interval.

use crate::arithmetic::Number;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::formula::{Binary, FigureId};
use crate::interval::{Interval, Sure};
use crate::sheet::Sheet;
use rust_decimal::Decimal;

/// On which side of zero a difference lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroSide {
    /// Below zero.
    Below,
    /// Above zero.
    Above,
}

impl ZeroSide {
    fn of(value: Decimal, negligible: Decimal) -> Option<ZeroSide> {
        if value.abs() <= negligible {
            None
        } else if value.is_sign_negative() {
            Some(ZeroSide::Below)
        } else {
            Some(ZeroSide::Above)
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
    pub sides: Vec<ZeroSide>,
    /// How much was worked out to find them.
    pub worked: usize,
}

/// The walk along the intervals from the lower end to the upper.
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
        let Some(side) = ZeroSide::of(value, self.negligible) else {
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
        let side = |value| ZeroSide::of(value, self.negligible);
        let (Some(start), Some(end)) = (side(from), side(to)) else { return self.step(b, to, false) };
        if start != end {
            let share = from.abs() / (from.abs() + to.abs());
            self.step(a + (b - a) * share, to, false);
        }
    }
}

/// Where and how long a change of sign is sought.
#[derive(Clone, Copy, Debug)]
pub struct SearchScope {
    /// From after the first of these values to the second.
    pub range: (Decimal, Decimal),
    /// A difference up to this, in either direction, is none: digits are rounded away on the way to it.
    pub negligible: Decimal,
    /// So many numbers may be worked out on the way.
    pub most: usize,
}

/// What changes its sign: a figure, less another or a number.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// The figure.
    pub of: FigureId,
    /// What is taken off it.
    pub less: Less,
}

/// What is taken off a figure whose sign is sought.
#[derive(Clone, Copy, Debug)]
pub enum Less {
    /// Nothing: the figure is a difference.
    Nothing,
    /// Another figure, which the input may move as well.
    Figure(FigureId),
    /// A number, which stays as it is.
    Constant(Decimal),
}

impl From<FigureId> for Gap {
    fn from(of: FigureId) -> Gap {
        Gap { of, less: Less::Nothing }
    }
}

impl Gap {
    /// The figures that it follows from.
    fn figures(self) -> Vec<FigureId> {
        match self.less {
            Less::Nothing | Less::Constant(_) => vec![self.of],
            Less::Figure(less) => vec![self.of, less],
        }
    }

    /// Its value among those of a sheet; none where there is no such number.
    fn value<N: Number>(self, sheet: &Sheet, values: &Values<N>) -> Option<N> {
        let value = |figure: FigureId| &values[sheet.at(figure, 0)];
        let less = match self.less {
            Less::Nothing => return Some(value(self.of).clone()),
            Less::Figure(less) => value(less).clone(),
            Less::Constant(number) => N::of(number),
        };
        N::binary(Binary::Subtract, value(self.of), &less).ok()
    }
}

/// A difference changes its sign, or comes near to it, at more points than a search may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyIntervals {
    /// How much was worked out before the search was given up.
    pub worked: usize,
}

/// A difference while an input runs over one interval after another.
struct Looked<'s> {
    sheet: &'s Sheet,
    stated: &'s Values<Decimal>,
    input: FigureId,
    difference: Gap,
    /// What the input moves, in the order of evaluation.
    moved: Vec<FigureId>,
    bounds: Values<Bounds>,
    /// Exact ones, once floats could not tell.
    intervals: Option<Values<Interval>>,
}

impl Looked<'_> {
    /// How much was worked out so far.
    fn worked(&self) -> usize {
        self.bounds.worked() + self.intervals.as_ref().map_or(0, Values::worked)
    }

    /// What is sure of it over the interval (a, b] in binary floating point.
    fn sure(&mut self, (a, b): (Decimal, Decimal), negligible: Decimal) -> Option<Sure> {
        self.bounds[self.sheet.at(self.input, 0)] = Bounds::linear(a, b);
        self.sheet.evaluate(&self.moved, &mut self.bounds).ok()?;
        self.difference.value(self.sheet, &self.bounds)?.sure(negligible)
    }

    /// It over the interval (a, b].
    fn exactly(&mut self, (a, b): (Decimal, Decimal)) -> Interval {
        let (sheet, stated) = (self.sheet, self.stated);
        let values = self.intervals.get_or_insert_with(|| sheet.values_of(stated));
        values[sheet.at(self.input, 0)] = Interval::linear(a, b);
        let evaluated = sheet.evaluate(&self.moved, values);
        debug_assert!(evaluated.is_ok(), "an interval is unknown rather than at fault");
        self.difference.value(sheet, values).unwrap_or(Interval::Unknown)
    }
}

/// Every point of (from, to] at which `difference` changes sign while `input` runs over it: the interval is halved
/// until the difference is linear in it, which is solved by one division, or keeps its sign. Most intervals are decided in
/// binary floating point with a proven error; exact numbers decide where it cannot tell, and solve. A point that is not
/// linear is found to 10^-12 of the interval's unit. An equal stretch is a crossing at its beginning if the signs on its two
/// sides differ.
///
/// # Errors
/// If the search would work out more numbers than it may.
pub fn crossings(
    sheet: &Sheet,
    values: &Values<Decimal>,
    input: FigureId,
    difference: impl Into<Gap>,
    scope: SearchScope,
) -> Result<Solution, TooManyIntervals> {
    let SearchScope { range: (from, to), negligible, most } = scope;
    let difference = difference.into();
    let moved = sheet.affected(&[input], &difference.figures());
    let bounds = sheet.values_of(values);
    let mut looked = Looked { sheet, stated: values, input, difference, moved, bounds, intervals: None };
    let narrow = Decimal::new(1, 12);
    let mut walk = Walk { negligible, ..Walk::default() };
    let mut open = vec![(from, to)];
    while let Some((a, b)) = open.pop() {
        let worked = looked.worked();
        if worked >= most {
            return Err(TooManyIntervals { worked });
        }
        let halves = |open: &mut Vec<(Decimal, Decimal)>| {
            if b - a > narrow {
                let middle = (a + b) / Decimal::TWO;
                open.push((middle, b));
                open.push((a, middle));
            }
        };
        let mut sure = looked.sure((a, b), negligible);
        if sure.is_none() {
            let exactly = looked.exactly((a, b));
            if let Interval::Linear { from, to } = exactly {
                walk.linear((a, b), from, to);
                continue;
            }
            sure = exactly.sure(negligible);
        }
        match sure {
            Some(Sure::Above) => walk.step(a, Decimal::MAX, true),
            Some(Sure::Below) => walk.step(a, Decimal::MIN, true),
            Some(Sure::Open) | None => halves(&mut open),
        }
    }
    walk.solution.worked = looked.worked();
    Ok(walk.solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Unit;
    use crate::{Draft, Figure, Period};

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    /// Where a function of x changes sign over (0, 1].
    fn solve(function: impl for<'s> Fn(&'s Draft, Figure<'s>) -> Figure<'s>) -> (Vec<(Decimal, bool)>, Vec<ZeroSide>) {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let difference = function(&draft, x).id();
        let x = x.id();
        let sheet = draft.finish();
        let mut values = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut values).unwrap();
        let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
        let solution = crossings(&sheet, &values, x, difference, scope).unwrap();
        (solution.crossings.iter().map(|c| (c.at, c.jump)).collect(), solution.sides)
    }

    fn constant<'s>(draft: &'s Draft, value: &str) -> Figure<'s> {
        draft.constant(d(value), Unit::ONE, "a test's number")
    }

    #[test]
    fn a_line_crosses_once_and_exactly() {
        let found = solve(|draft, x| constant(draft, "10") - constant(draft, "30") * x);
        assert_eq!(found, (vec![(Decimal::ONE / d("3"), false)], vec![ZeroSide::Above, ZeroSide::Below]));
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
        let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 10_000 };
        let given_up = crossings(&sheet, &values, x, difference, scope).unwrap_err();
        // one look is beyond the most at the latest, and works out as much as there is to move
        assert!((10_000..10_010).contains(&given_up.worked), "{given_up:?}");
        let narrow = SearchScope { range: (Decimal::ZERO, d("0.000001")), ..scope };
        assert_eq!(crossings(&sheet, &values, x, difference, narrow).unwrap().crossings.len(), 1);
    }

    #[test]
    fn a_jump_belongs_to_the_side_below_it() {
        // ceil(4x) is 1, 2, 3, 4 on the quarters: less 2.5 it jumps over zero just after 0.5
        let (found, sides) = solve(|draft, x| (constant(draft, "4") * x).ceil() - constant(draft, "2.5"));
        assert_eq!(sides, [ZeroSide::Below, ZeroSide::Above]);
        assert!(found.len() == 1 && found[0].1 && (found[0].0 - d("0.5")).abs() <= d("0.000000000001"), "{found:?}");
    }

    #[test]
    fn an_equal_stretch_is_a_crossing_at_its_beginning() {
        // below zero until 0.25, zero until 0.5, above it after
        let found = solve(|draft, x| {
            x.positive_part_over(constant(draft, "0.5")) - constant(draft, "0.25").positive_part_over(x)
        });
        assert_eq!(found, (vec![(d("0.25"), false)], vec![ZeroSide::Below, ZeroSide::Above]));
    }

    #[test]
    fn touching_zero_is_no_crossing() {
        let found = solve(|draft, x| (x - constant(draft, "0.5")).max(constant(draft, "0.5") - x));
        assert_eq!(found, (vec![], vec![ZeroSide::Above]));
        // zero at the upper end alone
        assert_eq!(solve(|draft, x| x - constant(draft, "1")), (vec![], vec![ZeroSide::Below]));
    }

    #[test]
    fn a_figure_less_another_or_a_number_crosses_where_their_difference_would() {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let (rising, falling) = ((constant(&draft, "30") * x).id(), (constant(&draft, "10") - x).id());
        let x = x.id();
        let sheet = draft.finish();
        let mut values = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut values).unwrap();
        let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
        let at = |less| {
            let difference = Gap { of: rising, less };
            let found = crossings(&sheet, &values, x, difference, scope).unwrap();
            found.crossings.iter().map(|crossing| crossing.at).collect::<Vec<_>>()
        };
        // 30x = 10 − x at 10/31; 30x = 12 at 0.4; 30x never reaches 31 up to 1
        assert_eq!(at(Less::Figure(falling)), [d("10") / d("31")]);
        assert_eq!(at(Less::Constant(d("12"))), [d("0.4")]);
        assert_eq!(at(Less::Constant(d("31"))), []);
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
        assert_eq!(found, (expected, vec![ZeroSide::Below, ZeroSide::Above, ZeroSide::Below]));
    }

    #[test]
    fn a_curved_difference_is_found_to_a_trillionth() {
        // x² − 0.09 crosses at 0.3
        let (found, sides) = solve(|draft, x| x * x - constant(draft, "0.09"));
        assert_eq!(sides, [ZeroSide::Below, ZeroSide::Above]);
        assert!(found.len() == 1 && (found[0].0 - d("0.3")).abs() <= d("0.000000000002"), "{found:?}");
    }
}

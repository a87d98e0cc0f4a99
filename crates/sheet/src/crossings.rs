//! Every point at which a difference changes sign while one input runs over an interval.

use crate::evaluate::Values;
use crate::formula::FigureId;
use crate::gap::{Exactly, Gap, Looked, Seen, half};
use crate::sheet::Sheet;
use rust_decimal::Decimal;

/// An interval of this width is not divided any further.
const NARROW: Decimal = Decimal::from_parts(1, 0, 0, false, 12);

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

/// A difference changes its sign, or comes near to it, at more points than a search may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyIntervals {
    /// How much was worked out before the search was given up.
    pub worked: usize,
}

/// How often exact numbers are asked where floats do not know whether a difference is straight. Mostly it is not, and halves
/// of it will tell; but where it is, and floats can never know it, exact numbers say so at once.
#[derive(Clone, Copy)]
struct Patience {
    /// So many times an interval is halved before they are asked again.
    left: u32,
    /// After that so many times.
    next: u32,
}

impl Patience {
    /// That of the parts of an interval.
    fn after(self, seen: &Seen) -> Patience {
        match seen {
            Seen::Bent => Patience { left: self.next, next: self.next.saturating_mul(2) },
            Seen::Above | Seen::Below | Seen::Line(..) | Seen::Open => {
                Patience { left: self.left.saturating_sub(1), ..self }
            }
        }
    }

    fn asks(self) -> Exactly {
        if self.left == 0 { Exactly::Asked } else { Exactly::NotAsked }
    }
}

/// A part of the range that is still to be looked at. Parts are looked at from the lowest to the highest.
#[derive(Clone, Copy)]
enum Part {
    /// All of an interval.
    All((Decimal, Decimal)),
    /// An interval up to a point in it.
    Before((Decimal, Decimal), Decimal),
    /// An interval after a point in it.
    After((Decimal, Decimal), Decimal),
}

impl Part {
    fn interval(self) -> (Decimal, Decimal) {
        match self {
            Part::All(interval) => interval,
            Part::Before((a, _), end) => (a, end),
            Part::After((_, b), start) => (start, b),
        }
    }

    /// Its parts, the lowest last. All points at which intervals are divided are those that halving the range leads to, so
    /// that a jump is found in the same place whatever was guessed on the way.
    fn divided(self, turn: impl FnOnce((Decimal, Decimal)) -> Option<(Decimal, Decimal)>) -> Vec<Part> {
        match self {
            Part::All((a, b)) => match turn((a, b)) {
                // on both sides of where it seems to turn all is decided at once, if it turns nowhere else
                Some((p, q)) => vec![Part::After((a, b), q), Part::All((p, q)), Part::Before((a, b), p)],
                None => vec![Part::All((half(a, b), b)), Part::All((a, half(a, b)))],
            },
            Part::Before((a, mut b), end) => {
                let mut middle = half(a, b);
                while middle > end {
                    (b, middle) = (middle, half(a, middle));
                }
                vec![Part::Before((middle, b), end), Part::All((a, middle))]
            }
            Part::After((mut a, b), start) => {
                let mut middle = half(a, b);
                while middle < start {
                    (a, middle) = (middle, half(middle, b));
                }
                vec![Part::All((middle, b)), Part::After((a, middle), start)]
            }
        }
    }
}

/// Every point of (from, to] at which `difference` changes sign while `input` runs over it: the interval is halved
/// until the difference is linear in it, which is solved by one division, or keeps its sign. Most intervals are decided in
/// binary floating point with a proven error; exact numbers decide where it cannot tell, and solve. A point that is not
/// linear is found to 10^-12 of the interval's unit; where it seems to lie is tried first. An equal stretch is a crossing at
/// its beginning if the signs on its two sides differ.
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
    let mut looked = Looked::new(sheet, values, input, difference.into(), negligible);
    // wider ones are mostly made of few lines, which are found sooner by halving
    let jumps_within = (to - from) / Decimal::from(32);
    let mut walk = Walk { negligible, ..Walk::default() };
    let mut open = vec![(Part::All((from, to)), Patience { left: 0, next: 1 })];
    while let Some((part, patience)) = open.pop() {
        let worked = looked.worked();
        if worked >= most {
            return Err(TooManyIntervals { worked });
        }
        let (a, b) = part.interval();
        if a == b {
            continue;
        }
        let is_narrow = b - a <= NARROW;
        let seen = looked.over((a, b), if is_narrow { Exactly::Asked } else { patience.asks() });
        match seen {
            Seen::Above => walk.step(a, Decimal::MAX, true),
            Seen::Below => walk.step(a, Decimal::MIN, true),
            Seen::Line(from, to) => walk.linear((a, b), from, to),
            Seen::Open | Seen::Bent if is_narrow => {}
            Seen::Open | Seen::Bent => {
                let turn =
                    |interval| if b - a > jumps_within { None } else { looked.turn_within(interval, NARROW, most) };
                let patience = patience.after(&seen);
                open.extend(part.divided(turn).into_iter().map(|part| (part, patience)));
            }
        }
    }
    walk.solution.worked = looked.worked();
    Ok(walk.solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::Unit;
    use crate::{Draft, Figure, Less, Period};

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
    fn what_only_exact_numbers_know_to_be_straight_is_solved_at_once() {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let tenth = || constant(&draft, "0.1") * x;
        // nothing, which floats cannot tell from a little: a hundred for it, or none, on both sides of 1/3
        let nothing = (constant(&draft, "0.3") * x - tenth() - tenth() - tenth()).ceil();
        let difference = (constant(&draft, "10") - constant(&draft, "30") * x + constant(&draft, "100") * nothing).id();
        let x = x.id();
        let sheet = draft.finish();
        let mut values = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut values).unwrap();
        let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
        let solution = crossings(&sheet, &values, x, difference, scope).unwrap();
        assert_eq!(solution.crossings, [Crossing { at: Decimal::ONE / d("3"), jump: false }]);
        // two looks, in floats and exactly, at no more than what x moves
        assert!(solution.worked <= 2 * sheet.numbers(), "{}", solution.worked);
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

//! Every point at which a difference changes sign while one input runs over an interval.

use crate::gap::{Gap, Glance, Looked, MovingInput, Seen, half};
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

/// How often exact numbers are asked where floats do not know whether a difference is straight. Mostly it is not, and one of
/// its halves keeps its sign, so that the other is halved on; but where it is, and floats can never know it, exact numbers
/// say so at once.
#[derive(Clone, Copy)]
struct Patience {
    /// So many times an interval is halved before they are asked again.
    left: u32,
    /// After that so many times.
    next: u32,
}

impl Patience {
    /// They are asked.
    const NONE: Patience = Patience { left: 0, next: 1 };

    /// They are asked after another halving at the latest.
    fn at_most_one(self) -> Patience {
        Patience { left: self.left.min(1), ..self }
    }

    /// That of what is left of an interval.
    fn after(self, seen: &Seen) -> Patience {
        match seen {
            Seen::Bent => Patience { left: self.next, next: self.next.saturating_mul(2) },
            Seen::Above | Seen::Below | Seen::Line(..) | Seen::Open => {
                Patience { left: self.left.saturating_sub(1), ..self }
            }
        }
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

/// What is still to be looked at, with what floats say of it.
struct Piece {
    part: Part,
    glance: Glance,
    patience: Patience,
}

/// The search for changes of sign, from the lowest part to the highest.
struct Finder<'s> {
    looked: Looked<'s>,
    /// Wider intervals are mostly made of few lines, which are found sooner by halving than by a guess.
    jumps_within: Decimal,
    /// So many numbers may be worked out.
    most: usize,
    /// What is still to be looked at, the lowest last.
    open: Vec<Piece>,
}

impl Finder<'_> {
    /// Whether so much is worked out that nothing is guessed any more, and exact numbers are asked wherever floats cannot
    /// tell: what is left is then found by no more looks than it takes them.
    fn is_late(&self) -> bool {
        self.looked.worked() >= self.most / 4
    }

    /// Whether they are asked even of what surely is not straight, of which they may know that it does not pass zero.
    fn is_nearly_over(&self) -> bool {
        self.looked.worked() >= self.most / 4 * 3
    }

    fn seen(&mut self, piece: &Piece) -> Seen {
        let (a, b) = piece.part.interval();
        let is_narrow = b - a <= NARROW;
        let must_ask = is_narrow || piece.patience.left == 0;
        match piece.glance {
            Glance::Above => Seen::Above,
            Glance::Below => Seen::Below,
            Glance::Open => Seen::Open,
            Glance::Bent if !is_narrow && !self.is_nearly_over() => Seen::Open,
            Glance::MayBeLine if !must_ask && !self.is_late() => Seen::Open,
            Glance::Bent | Glance::MayBeLine | Glance::Line => self.looked.exactly((a, b)),
        }
    }

    /// Divides a piece whose sign was not told.
    fn divide(&mut self, piece: &Piece, seen: &Seen) {
        let (a, b) = piece.part.interval();
        let is_guessed = b - a <= self.jumps_within && !self.is_late();
        let Finder { looked, most, .. } = self;
        let parts =
            piece.part.divided(|interval| if is_guessed { looked.turn_within(interval, NARROW, *most) } else { None });
        let is_halved = parts.len() == 2;
        let parts = parts.into_iter().filter(|part| part.interval().0 < part.interval().1);
        let patience = piece.patience.after(seen);
        let pieces = parts.map(|part| Piece { part, glance: self.looked.glance(part.interval()), patience });
        let mut pieces: Vec<Piece> = pieces.collect();
        // where neither half keeps its sign floats may never tell, however often halves are halved
        if is_halved && pieces.iter().all(|piece| !piece.glance.is_told()) {
            for piece in &mut pieces {
                piece.patience = piece.patience.at_most_one();
            }
        }
        self.open.append(&mut pieces);
    }
}

/// Every point of (from, to] at which `difference` changes sign while the input runs over it, which is within its range: the interval is halved
/// until the difference is linear in it, which is solved by one division, or keeps its sign. Most intervals are decided in
/// binary floating point with a proven error; exact numbers decide where it cannot tell, and solve. A point that is not
/// linear is found to 10^-12 of the interval's unit; where it seems to lie is tried first. An equal stretch is a crossing at
/// its beginning if the signs on its two sides differ.
///
/// # Errors
/// If the search would work out more numbers than it may.
pub fn crossings(
    moving: &MovingInput<'_>,
    difference: impl Into<Gap>,
    scope: SearchScope,
) -> Result<Solution, TooManyIntervals> {
    let SearchScope { range: (from, to), negligible, most } = scope;
    let looked = Looked::new(moving, difference.into(), negligible);
    let mut finder = Finder { looked, jumps_within: (to - from) / Decimal::from(32), most, open: Vec::new() };
    let glance = finder.looked.glance((from, to));
    finder.open.push(Piece { part: Part::All((from, to)), glance, patience: Patience::NONE });
    let mut walk = Walk { negligible, ..Walk::default() };
    while let Some(piece) = finder.open.pop() {
        let worked = finder.looked.worked();
        if worked >= most {
            return Err(TooManyIntervals { worked });
        }
        let (a, b) = piece.part.interval();
        match finder.seen(&piece) {
            Seen::Above => walk.step(a, Decimal::MAX, true),
            Seen::Below => walk.step(a, Decimal::MIN, true),
            Seen::Line(from, to) => walk.linear((a, b), from, to),
            Seen::Open | Seen::Bent if b - a <= NARROW => {}
            seen @ (Seen::Open | Seen::Bent) => finder.divide(&piece, &seen),
        }
    }
    walk.solution.worked = finder.looked.worked();
    Ok(walk.solution)
}

#[cfg(test)]
mod tests;

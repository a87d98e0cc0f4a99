//! All points at which a difference changes sign while one input runs over an interval.

use crate::difference::{
    DifferenceEvaluator, DifferenceFigures, Evaluation, FloatEvaluation, MovingInput, NARROW, half, is_narrow,
};
use rust_decimal::Decimal;

/// Relative distance from the location of a jump at which the jump has certainly happened.
const JUST_AFTER: Decimal = Decimal::from_parts(2, 0, 0, false, 13);

/// Sign of a difference.
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
    /// Value of the input; at a jump the last one before it.
    pub at: Decimal,
    /// Whether the difference jumps over zero here rather than passing through it.
    pub jump: bool,
}

/// Changes of sign of a difference over an interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The points, ascending.
    pub crossings: Vec<Crossing>,
    /// The signs between the points, one more than there are points; none if the difference is zero everywhere.
    pub sides: Vec<ZeroSide>,
    /// Work of the search.
    pub work: usize,
}

/// Collects changes of sign along the intervals, from the lowest to the highest.
#[derive(Default)]
struct Walk {
    solution: Solution,
    /// Where the difference became zero, if it is zero now.
    zero_since: Option<Decimal>,
    /// A difference up to this counts as zero.
    negligible: Decimal,
    /// Location of the jump in the undecided interval before, if it is known.
    located: Option<Decimal>,
}

impl Walk {
    /// The difference has this sign from `at` on; `jump` if it gets there without passing through zero.
    fn step(&mut self, at: Decimal, value: Decimal, jump: bool) {
        let located = self.located.take();
        let Some(side) = ZeroSide::of(value, self.negligible) else {
            // at a jump onto zero the difference is zero only after it
            let after = |jump: Decimal| at.min(jump + jump * JUST_AFTER);
            self.zero_since.get_or_insert(located.map_or(at, after));
            return;
        };
        let crossing = match self.zero_since.take() {
            Some(zero) => Crossing { at: zero, jump: false },
            None => Crossing { at: located.unwrap_or(at), jump },
        };
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

/// Scope of a search for changes of sign.
#[derive(Clone, Copy, Debug)]
pub struct SearchScope {
    /// From just after the first of these values to the second.
    pub range: (Decimal, Decimal),
    /// A difference up to this, in either direction, counts as zero: it is within the rounding errors.
    pub negligible: Decimal,
    /// Work budget, in numbers.
    pub most: usize,
}

/// A difference changes sign, or comes close to zero, at more points than the work budget allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkBudgetExceeded {
    /// Work before the search was aborted.
    pub work: usize,
}

/// How often exact numbers are evaluated where floating point does not know whether a difference is linear. Mostly it
/// is nonlinear and one half keeps its sign, so that only the other is halved further; but where it is linear and
/// floating point can never prove it, exact numbers solve it at once.
#[derive(Clone, Copy)]
struct Backoff {
    /// Number of halvings before the next exact evaluation.
    left: u32,
    /// Number of halvings after that evaluation.
    next: u32,
}

impl Backoff {
    /// Exact evaluation now.
    const NONE: Backoff = Backoff { left: 0, next: 1 };

    /// Exact evaluation after at most one more halving.
    fn at_most_one(self) -> Backoff {
        Backoff { left: self.left.min(1), ..self }
    }

    /// The backoff for the parts of an interval.
    fn after(self, evaluation: &Evaluation) -> Backoff {
        match evaluation {
            Evaluation::Bent => Backoff { left: self.next, next: self.next.saturating_mul(2) },
            Evaluation::Above | Evaluation::Below | Evaluation::Line(..) | Evaluation::Open => {
                Backoff { left: self.left.saturating_sub(1), ..self }
            }
        }
    }
}

/// A part of the range that is still to be evaluated. Parts are evaluated from the lowest to the highest.
#[derive(Clone, Copy)]
enum Part {
    /// The whole interval.
    All((Decimal, Decimal)),
    /// The interval up to a point in it.
    Before((Decimal, Decimal), Decimal),
    /// The interval after a point in it.
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

    /// Its parts, the lowest last. Every point of division also results from halving the range, so that what is
    /// proven does not depend on estimates.
    fn divided(self, estimated: impl FnOnce((Decimal, Decimal)) -> Option<(Decimal, Decimal)>) -> Vec<Part> {
        match self {
            Part::All((a, b)) => match estimated((a, b)) {
                // if the sign changes, or the difference jumps, only there, the parts on both sides are decided at once
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

/// A part that is still to be evaluated, with its floating-point evaluation.
struct Piece {
    part: Part,
    in_floats: FloatEvaluation,
    backoff: Backoff,
}

/// Searches for changes of sign, from the lowest part to the highest.
struct Finder<'s> {
    evaluator: DifferenceEvaluator<'s>,
    /// Maximum width of intervals in which a change of sign is estimated: wider ones mostly consist of few lines, which
    /// halving finds sooner.
    jumps_within: Decimal,
    /// Work budget.
    most: usize,
    /// Parts that are still to be evaluated, the lowest last.
    open: Vec<Piece>,
}

impl Finder<'_> {
    /// Whether most of the budget is spent. From then on nothing is estimated, and exact numbers are evaluated wherever
    /// floating point does not decide, even for certainly nonlinear differences, as they may prove that there is no zero.
    /// The rest takes no more evaluations than exact numbers alone.
    fn is_late(&self) -> bool {
        self.evaluator.work() >= self.most / 4 * 3
    }

    fn evaluation(&mut self, piece: &Piece) -> Evaluation {
        let (a, b) = piece.part.interval();
        let is_narrow = b - a <= NARROW;
        let must_be_exact = is_narrow || piece.backoff.left == 0;
        match piece.in_floats {
            FloatEvaluation::Above => Evaluation::Above,
            FloatEvaluation::Below => Evaluation::Below,
            FloatEvaluation::Open => Evaluation::Open,
            FloatEvaluation::Zero => Evaluation::Line(Decimal::ZERO, Decimal::ZERO),
            FloatEvaluation::Bent if !is_narrow && !self.is_late() => Evaluation::Open,
            FloatEvaluation::MayBeLine if !must_be_exact && !self.is_late() => Evaluation::Open,
            FloatEvaluation::Bent | FloatEvaluation::MayBeLine | FloatEvaluation::Line => {
                self.evaluator.evaluate_exactly((a, b))
            }
        }
    }

    /// Divides a part whose sign is undecided.
    fn divide(&mut self, piece: &Piece, evaluation: &Evaluation) {
        let (a, b) = piece.part.interval();
        let is_estimated = b - a <= self.jumps_within && !is_narrow((a, b)) && !self.is_late();
        let Finder { evaluator, most, .. } = self;
        let parts =
            piece.part.divided(|interval| if is_estimated { evaluator.change_within(interval, *most) } else { None });
        let is_halved = parts.len() == 2;
        let parts = parts.into_iter().filter(|part| part.interval().0 < part.interval().1);
        let backoff = piece.backoff.after(evaluation);
        let pieces =
            parts.map(|part| Piece { part, in_floats: self.evaluator.evaluate_in_floats(part.interval()), backoff });
        let mut pieces: Vec<Piece> = pieces.collect();
        // if neither half keeps its sign, floating point may never decide, however often the halves are halved
        if is_halved && pieces.iter().all(|piece| !piece.in_floats.is_decided()) {
            for piece in &mut pieces {
                piece.backoff = piece.backoff.at_most_one();
            }
        }
        self.open.append(&mut pieces);
    }
}

/// All points of (from, to] at which `difference` changes sign while the input runs over it; (from, to] is within the
/// range of the input. The interval is halved until the difference keeps its sign in it or is linear in it, which is
/// solved by one division. Most intervals are decided in binary floating point with a proven error; exact numbers
/// decide the others and solve linear ones. A zero of a nonlinear difference is found to 10^-12 of the interval's unit;
/// its estimated location is tried first. A jump above one is proven to 10^-12 of its value. If the figures that take
/// whole units jump at one point there, its location is that point, to 14 digits. A range in which the difference is
/// zero is a crossing at its beginning if the signs on its two sides differ.
///
/// # Errors
/// If the search exceeds its work budget.
pub fn crossings(
    moving: &MovingInput<'_>,
    difference: impl Into<DifferenceFigures>,
    scope: SearchScope,
) -> Result<Solution, WorkBudgetExceeded> {
    search(moving, difference.into(), scope, usize::MAX)
}

/// The lowest of these points, with the signs on its two sides; the search ends there.
///
/// # Errors
/// If the search exceeds its work budget.
pub fn lowest_crossing(
    moving: &MovingInput<'_>,
    difference: impl Into<DifferenceFigures>,
    scope: SearchScope,
) -> Result<Solution, WorkBudgetExceeded> {
    search(moving, difference.into(), scope, 1)
}

/// The lowest points, at most as many as wanted.
fn search(
    moving: &MovingInput<'_>,
    difference: DifferenceFigures,
    scope: SearchScope,
    wanted: usize,
) -> Result<Solution, WorkBudgetExceeded> {
    let SearchScope { range: (from, to), negligible, most } = scope;
    let evaluator = DifferenceEvaluator::new(moving, difference, negligible);
    let mut finder = Finder { evaluator, jumps_within: (to - from) / Decimal::from(32), most, open: Vec::new() };
    let in_floats = finder.evaluator.evaluate_in_floats((from, to));
    finder.open.push(Piece { part: Part::All((from, to)), in_floats, backoff: Backoff::NONE });
    let mut walk = Walk { negligible, ..Walk::default() };
    while let Some(piece) = finder.open.pop().filter(|_| walk.solution.crossings.len() < wanted) {
        let work = finder.evaluator.work();
        if work >= most {
            return Err(WorkBudgetExceeded { work });
        }
        let (a, b) = piece.part.interval();
        match finder.evaluation(&piece) {
            Evaluation::Above => walk.step(a, Decimal::MAX, true),
            Evaluation::Below => walk.step(a, Decimal::MIN, true),
            Evaluation::Line(from, to) => walk.linear((a, b), from, to),
            evaluation @ (Evaluation::Open | Evaluation::Bent) => {
                let jump = if is_narrow((a, b)) { finder.evaluator.jump_within((a, b)) } else { None };
                if jump.is_some() || b - a <= NARROW {
                    walk.located = jump;
                } else {
                    finder.divide(&piece, &evaluation);
                }
            }
        }
    }
    let mut solution = walk.solution;
    // a line may add two: a jump at its lower end, and its zero
    solution.crossings.truncate(wanted);
    solution.sides.truncate(wanted.saturating_add(1));
    solution.work = finder.evaluator.work();
    Ok(solution)
}

#[cfg(test)]
mod tests;

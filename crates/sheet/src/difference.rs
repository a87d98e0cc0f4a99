//! A difference of figures while one input runs over an interval: evaluated in binary floating point first, and exactly
//! where that does not decide.

use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::formula::{Binary, FigureId};
use crate::interval::{Interval, ProvenSign};
use crate::number;
use crate::sheet::Sheet;
use crate::tape::{FloatFigures, MovingFigures, Step, TapeNumber};
use rust_decimal::{Decimal, RoundingStrategy};
use std::sync::Mutex;

/// Relative error of a few float operations.
const FLOAT_ERROR: Decimal = Decimal::from_parts(4, 0, 0, false, 15);
/// Number of consecutive halvings in which a difference looks linear before it is taken as linear.
const STRAIGHT: u32 = 3;

/// A difference whose sign changes: a figure minus another figure or a number.
#[derive(Clone, Copy, Debug)]
pub struct DifferenceFigures {
    /// The minuend.
    pub of: FigureId,
    /// The subtrahend.
    pub less: Subtrahend,
}

/// The subtrahend of a difference.
#[derive(Clone, Copy, Debug)]
pub enum Subtrahend {
    /// None: the figure is a difference itself.
    Nothing,
    /// Another figure, which the input may move as well.
    Figure(FigureId),
    /// A constant.
    Constant(Decimal),
}

impl From<FigureId> for DifferenceFigures {
    fn from(of: FigureId) -> DifferenceFigures {
        DifferenceFigures { of, less: Subtrahend::Nothing }
    }
}

impl DifferenceFigures {
    /// The figures that it is computed from.
    pub(crate) fn figures(self) -> Vec<FigureId> {
        match self.less {
            Subtrahend::Nothing | Subtrahend::Constant(_) => vec![self.of],
            Subtrahend::Figure(less) => vec![self.of, less],
        }
    }

    /// Value of the difference from those of the figures; none if it does not exist.
    fn value<N: Number>(self, value: impl Fn(FigureId) -> Option<N>) -> Option<N> {
        let less = match self.less {
            Subtrahend::Nothing => return value(self.of),
            Subtrahend::Figure(less) => value(less)?,
            Subtrahend::Constant(number) => N::of(number),
        };
        N::binary(Binary::Subtract, &value(self.of)?, &less).ok()
    }
}

/// Over a wide interval, a difference up to this multiple of the negligible one counts as zero, because floats prove no more.
pub(crate) const NEGLIGIBLE_THROUGHOUT: Decimal = Decimal::from_parts(100_000, 0, 0, false, 0);

/// Width from which an interval is wide.
pub(crate) const WIDE: Decimal = Decimal::from_parts(1, 0, 0, false, 6);

/// Intervals up to this width are not divided.
pub(crate) const NARROW: Decimal = Decimal::from_parts(1, 0, 0, false, 12);

/// Whether an interval is not divided further by estimates: floating point cannot tell on which side of a jump nearer
/// values lie, and exact numbers take much longer.
pub(crate) fn is_narrow((a, b): (Decimal, Decimal)) -> bool {
    b - a <= NARROW.max(a * NARROW)
}

/// A difference over an interval.
pub(crate) enum Evaluation {
    /// Above zero throughout.
    Above,
    /// Below zero throughout.
    Below,
    /// Linear, from just after the lower end to the upper end.
    Line(Decimal, Decimal),
    /// Undecided in floating point: the interval has to be divided.
    Open,
    /// Undecided in exact numbers, where floating point could not tell whether it is linear.
    Bent,
}

/// A difference over an interval, in floating point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatEvaluation {
    /// Above zero throughout.
    Above,
    /// Below zero throughout.
    Below,
    /// It may cross zero and is nonlinear.
    Open,
    /// It may cross zero and is nonlinear; exact numbers may show that it does not cross zero.
    Bent,
    /// It may cross zero and may be linear.
    MayBeLine,
    /// Linear, or not known precisely enough.
    Line,
    /// Negligible throughout.
    Zero,
}

impl FloatEvaluation {
    /// Whether its sign is the same throughout.
    pub(crate) fn is_decided(self) -> bool {
        matches!(self, FloatEvaluation::Above | FloatEvaluation::Below | FloatEvaluation::Zero)
    }
}

/// An input that runs over a range, and figures that depend on it, for searching their differences for zeros.
#[derive(Debug)]
pub struct MovingInput<'s> {
    figures: MovingFigures<'s>,
    /// Exact intervals that no evaluator uses at the moment. The next one reuses them: the figures that it needs are
    /// computed again.
    spare: Mutex<Vec<Values<Interval>>>,
}

impl<'s> MovingInput<'s> {
    /// An input that runs from just after the first value of a range to the second, and figures; all other inputs are
    /// as in the base case.
    #[must_use]
    pub fn new(
        sheet: &'s Sheet,
        base_values: &'s Values<Decimal>,
        input: FigureId,
        range: (Decimal, Decimal),
        figures: &[FigureId],
    ) -> MovingInput<'s> {
        let figures = figures.iter().map(|figure| (*figure, 0)).collect();
        let ranges = vec![Bounds::linear(range.0, range.1)];
        let figures = MovingFigures::new(sheet, base_values, vec![input], ranges, figures, 0);
        MovingInput { figures, spare: Mutex::default() }
    }
}

/// Evaluates a difference over one interval after another.
pub(crate) struct DifferenceEvaluator<'s> {
    moving: &'s MovingInput<'s>,
    difference: DifferenceFigures,
    /// A difference up to this counts as zero.
    negligible: Decimal,
    /// Floating-point values over an interval and at a value.
    bounds: FloatFigures<Bounds>,
    points: FloatFigures<Ball>,
    /// Exact values over an interval, once floating point did not decide.
    exact: Option<ExactIntervals<'s>>,
}

/// Estimates at a value.
struct Point {
    difference: f64,
    /// Figures that take whole units.
    steps: Vec<Step>,
}

impl Point {
    fn is_below(&self) -> bool {
        self.difference.is_sign_negative()
    }
}

/// Exact values over an interval.
struct ExactIntervals<'s> {
    moving: &'s MovingInput<'s>,
    /// Figures that the input changes, in the order of evaluation.
    moved: Vec<FigureId>,
    values: Values<Interval>,
    /// Work that earlier differences spent on these values.
    worked_before: usize,
}

impl<'s> ExactIntervals<'s> {
    fn of(moving: &'s MovingInput<'s>, difference: DifferenceFigures) -> ExactIntervals<'s> {
        let MovingFigures { sheet, base_values, inputs, .. } = &moving.figures;
        let spare = moving.spare.lock().expect("no panic while the lock is held").pop();
        let values = spare.unwrap_or_else(|| sheet.values_of(base_values));
        let moved = sheet.affected(inputs, &difference.figures());
        ExactIntervals { moving, moved, worked_before: values.work(), values }
    }

    fn work(&self) -> usize {
        self.values.work() - self.worked_before
    }
}

impl Drop for ExactIntervals<'_> {
    fn drop(&mut self) {
        let values = std::mem::take(&mut self.values);
        if let Ok(mut spare) = self.moving.spare.lock() {
            spare.push(values);
        }
    }
}

impl<'s> DifferenceEvaluator<'s> {
    pub(crate) fn new(
        moving: &'s MovingInput<'s>,
        difference: DifferenceFigures,
        negligible: Decimal,
    ) -> DifferenceEvaluator<'s> {
        let figures = difference.figures();
        let (bounds, points) = (moving.figures.values(&figures), moving.figures.values(&figures));
        DifferenceEvaluator { moving, difference, negligible, bounds, points, exact: None }
    }

    /// Work so far.
    pub(crate) fn work(&self) -> usize {
        self.bounds.work() + self.points.work() + self.exact.as_ref().map_or(0, ExactIntervals::work)
    }

    /// Floating-point evaluation over the interval (a, b].
    pub(crate) fn evaluate_in_floats(&mut self, (a, b): (Decimal, Decimal)) -> FloatEvaluation {
        let Some(bounds) = self.bounded((a, b)) else { return FloatEvaluation::Line };
        if b - a > WIDE && bounds.sure(self.negligible * NEGLIGIBLE_THROUGHOUT) == Some(ProvenSign::Zero) {
            return FloatEvaluation::Zero;
        }
        match bounds.sure(self.negligible) {
            Some(ProvenSign::Above) => FloatEvaluation::Above,
            Some(ProvenSign::Below) => FloatEvaluation::Below,
            Some(ProvenSign::Zero) => FloatEvaluation::Zero,
            Some(ProvenSign::Open) => FloatEvaluation::Open,
            None if bounds.is_bent() => FloatEvaluation::Bent,
            None if bounds.may_pass(self.negligible) => FloatEvaluation::MayBeLine,
            None => FloatEvaluation::Line,
        }
    }

    /// Exact evaluation over the interval (a, b].
    pub(crate) fn evaluate_exactly(&mut self, (a, b): (Decimal, Decimal)) -> Evaluation {
        let exact = self.exact_interval((a, b));
        match (exact, exact.sure(self.negligible)) {
            (Interval::Linear { from, to }, _) => Evaluation::Line(from, to),
            (_, Some(ProvenSign::Above)) => Evaluation::Above,
            (_, Some(ProvenSign::Below)) => Evaluation::Below,
            (_, Some(ProvenSign::Zero)) => Evaluation::Line(Decimal::ZERO, Decimal::ZERO),
            (_, Some(ProvenSign::Open) | None) => Evaluation::Bent,
        }
    }

    /// The part of an interval in which the difference probably changes sign, or else figures that take whole units jump.
    /// (The difference need not jump: both options may need one more instance at the same demand.) The interval is
    /// halved until it is narrow, or until the difference looks linear in it; if figures jump at only one point of it, the
    /// narrow part around that point is tried first. None if there is probably no change, if the sign stays the same and
    /// figures jump at several points, or if the work exceeds `most`. An estimate that shortens the search; it never
    /// decides the result.
    pub(crate) fn change_within(
        &mut self,
        (mut a, mut b): (Decimal, Decimal),
        most: usize,
    ) -> Option<(Decimal, Decimal)> {
        let (mut before, mut after) = (self.about(a)?, self.about(b)?);
        let changes_sign = before.is_below() != after.is_below();
        if !changes_sign && before.steps == after.steps {
            return None;
        }
        let is_like = |point: &Point, end: &Point| {
            if changes_sign { point.is_below() == end.is_below() } else { point.steps == end.steps }
        };
        let (mut straight, mut is_tried) = (0, false);
        while !is_narrow((a, b)) && straight < STRAIGHT {
            if self.work() >= most {
                return None;
            }
            let jump = if is_tried { None } else { self.only_jump((a, &before), (b, &after)) };
            if let Some((low, high)) = jump.map(|at| halved_around((a, b), at)) {
                is_tried = true;
                if is_like(&self.about(low)?, &before) && is_like(&self.about(high)?, &after) {
                    return Some((low, high));
                }
            }
            let middle = half(a, b);
            let between = self.about(middle)?;
            let is_line = changes_sign && is_straight(before.difference, between.difference, after.difference);
            straight = if is_line { straight + 1 } else { 0 };
            if is_like(&between, &before) {
                (a, before) = (middle, between);
            } else if is_like(&between, &after) {
                (b, after) = (middle, between);
            } else {
                return None;
            }
        }
        Some((a, b))
    }

    /// Where figures that take whole units jump in a narrow interval: the last number of 14 digits before the jump, or the
    /// number at which they jump, if it has no more. None if they may jump at several points.
    pub(crate) fn jump_within(&mut self, (a, b): (Decimal, Decimal)) -> Option<Decimal> {
        let (before, after) = (self.about(a)?, self.about(b)?);
        let at = self.only_jump((a, &before), (b, &after))?;
        // without the rounding of floats: figures often jump at a number of few digits
        let nearest = number::significant(at, 14, RoundingStrategy::MidpointNearestEven);
        let is_near = (nearest - at).abs() <= at.abs() * FLOAT_ERROR;
        let at = if is_near { nearest } else { number::significant(at, 14, RoundingStrategy::ToZero) };
        Some(at.clamp(a, b))
    }

    /// Where figures that take whole units jump between two values.
    fn only_jump(&self, (a, before): (Decimal, &Point), (b, after): (Decimal, &Point)) -> Option<Decimal> {
        let share = self.moving.figures.only_jump(&before.steps, &after.steps)?;
        Some(a + (b - a) * Decimal::try_from(share).ok()?)
    }

    /// Estimate at a value.
    fn about(&mut self, at: Decimal) -> Option<Point> {
        let difference = difference_at(self.moving, self.difference, &mut self.points, Ball::of(at))?.middle();
        Some(Point { difference, steps: self.moving.figures.steps(&self.points)? })
    }

    fn bounded(&mut self, (a, b): (Decimal, Decimal)) -> Option<Bounds> {
        difference_at(self.moving, self.difference, &mut self.bounds, Bounds::linear(a, b))
    }

    fn exact_interval(&mut self, (a, b): (Decimal, Decimal)) -> Interval {
        let (MovingFigures { sheet, inputs, .. }, difference) = (&self.moving.figures, self.difference);
        let ExactIntervals { moved, values, .. } =
            self.exact.get_or_insert_with(|| ExactIntervals::of(self.moving, difference));
        for input in inputs {
            values[sheet.at(*input, 0)] = Interval::linear(a, b);
        }
        // curves may have too many levels while one of them varies
        let evaluated = sheet.evaluate(moved, values).ok();
        let value = |()| difference.value(|figure| Some(values[sheet.at(figure, 0)]));
        evaluated.and_then(value).unwrap_or(Interval::Unknown)
    }
}

/// The difference for a value of the input.
fn difference_at<N: TapeNumber>(
    MovingInput { figures, .. }: &MovingInput<'_>,
    difference: DifferenceFigures,
    values: &mut FloatFigures<N>,
    input: N,
) -> Option<N> {
    figures.look(&[input], values)?;
    difference.value(|figure| figures.value(figure, 0, values))
}

/// Whether the middle value lies on the line between those at the ends, within 10^-9 of their difference.
#[allow(clippy::float_arithmetic, reason = "an estimate that never decides the result")]
fn is_straight(from: f64, middle: f64, to: f64) -> bool {
    (from - middle - (middle - to)).abs() <= (from - to).abs() * 1e-9
}

/// The part of an interval, halved until it is narrow, around a value.
fn halved_around((mut a, mut b): (Decimal, Decimal), at: Decimal) -> (Decimal, Decimal) {
    while !is_narrow((a, b)) {
        let middle = half(a, b);
        if middle <= at { a = middle } else { b = middle }
    }
    (a, b)
}

/// Midpoint of an interval.
pub(crate) fn half(a: Decimal, b: Decimal) -> Decimal {
    (a + b) / Decimal::TWO
}

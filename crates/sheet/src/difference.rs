//! A difference of figures while one input runs over an interval: evaluated in binary floating point first, and exactly
//! where that does not decide.

use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::formula::{Binary, FigureId};
use crate::interval::{Interval, ProvenSign};
use crate::sheet::Sheet;
use crate::tape::{FloatFigures, MovingFigures, TapeNumber};
use rust_decimal::Decimal;
use std::sync::Mutex;

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

    /// The part of an interval in which the difference probably changes sign: the interval is halved until it is as
    /// narrow as `narrow`, or until the difference looks linear in it. None if there is probably no change of sign, or
    /// if the work exceeds `most`. An estimate that shortens the search; it never decides the result.
    pub(crate) fn sign_change_within(
        &mut self,
        (mut a, mut b): (Decimal, Decimal),
        narrow: Decimal,
        most: usize,
    ) -> Option<(Decimal, Decimal)> {
        let (mut from, mut to) = (self.about(a)?, self.about(b)?);
        if is_below(from) == is_below(to) {
            return None;
        }
        let mut straight = 0;
        while b - a > narrow && straight < STRAIGHT {
            if self.work() >= most {
                return None;
            }
            let middle = half(a, b);
            let between = self.about(middle)?;
            straight = if is_straight(from, between, to) { straight + 1 } else { 0 };
            if is_below(between) == is_below(from) {
                (a, from) = (middle, between);
            } else {
                (b, to) = (middle, between);
            }
        }
        Some((a, b))
    }

    /// The part of an interval in which figures that take whole units jump; none if they probably jump nowhere, or at
    /// several points. The difference itself need not jump: both options may need one more instance at the same demand. An
    /// estimate that shortens the search; it never decides the result.
    pub(crate) fn jump_within(
        &mut self,
        (a, b): (Decimal, Decimal),
        narrow: Decimal,
        most: usize,
    ) -> Option<(Decimal, Decimal)> {
        let (mut low, mut high) = (a, b);
        let (before, after) = (self.steps(a)?, self.steps(b)?);
        if before == after {
            return None;
        }
        while high - low > narrow && self.work() < most {
            let middle = half(low, high);
            let between = self.steps(middle)?;
            if between == before {
                low = middle;
            } else if between == after {
                high = middle;
            } else {
                return None;
            }
        }
        Some((low, high))
    }

    /// Estimates of whole units at a value.
    fn steps(&mut self, at: Decimal) -> Option<Vec<f64>> {
        self.about(at)?;
        self.moving.figures.steps(&self.points)
    }

    /// Estimate at a value.
    fn about(&mut self, at: Decimal) -> Option<f64> {
        Some(difference_at(self.moving, self.difference, &mut self.points, Ball::of(at))?.middle())
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

fn is_below(value: f64) -> bool {
    value.is_sign_negative()
}

/// Midpoint of an interval.
pub(crate) fn half(a: Decimal, b: Decimal) -> Decimal {
    (a + b) / Decimal::TWO
}

//! A difference, and what is seen of it while one input runs over an interval: in binary floating point first, exactly where
//! that cannot tell.

use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::folded::{FirstLooks, FloatFigures, Foldable, MovingFigures, StatedInFloats};
use crate::formula::{Binary, FigureId};
use crate::interval::{Interval, Sure};
use crate::sheet::Sheet;
use rust_decimal::Decimal;
use std::sync::Mutex;

/// So often in turn an interval is halved in which a difference lies on a line before that is believed.
const STRAIGHT: u32 = 3;

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
    pub(crate) fn figures(self) -> Vec<FigureId> {
        match self.less {
            Less::Nothing | Less::Constant(_) => vec![self.of],
            Less::Figure(less) => vec![self.of, less],
        }
    }

    /// Its value by those of figures; none where there is no such number.
    fn value<N: Number>(self, value: impl Fn(FigureId) -> Option<N>) -> Option<N> {
        let less = match self.less {
            Less::Nothing => return value(self.of),
            Less::Figure(less) => value(less)?,
            Less::Constant(number) => N::of(number),
        };
        N::binary(Binary::Subtract, &value(self.of)?, &less).ok()
    }
}

/// What is seen of a difference over an interval.
pub(crate) enum Seen {
    /// It lies above zero throughout.
    Above,
    /// It lies below zero throughout.
    Below,
    /// It is a straight line, from just after the lower end to the upper end.
    Line(Decimal, Decimal),
    /// Neither, as far as floats know it: parts of the interval tell more.
    Open,
    /// Neither, as exact numbers say of what floats do not know to be straight or not.
    Bent,
}

/// What floats say of a difference over an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glance {
    /// It lies above zero throughout.
    Above,
    /// It lies below zero throughout.
    Below,
    /// It may pass zero, and is not straight.
    Open,
    /// The same, though exact numbers may know that it does not pass zero.
    Bent,
    /// It may pass zero, and may be straight or not.
    MayBeLine,
    /// It is straight, or they know too little of it.
    Line,
}

impl Glance {
    /// Whether it keeps a sign.
    pub(crate) fn is_told(self) -> bool {
        matches!(self, Glance::Above | Glance::Below)
    }
}

/// An input of a sheet that moves within a range, and figures that follow from it, of which differences are sought.
#[derive(Debug)]
pub struct MovingInput<'s> {
    figures: MovingFigures<'s>,
    kept: StatedInFloats,
    /// Exact intervals that no difference works with at the moment: another begins with them, as what it asks for is worked out anew.
    spare: Mutex<Vec<Values<Interval>>>,
}

impl<'s> MovingInput<'s> {
    /// An input that moves from after the first value of a range to the second, and some figures; all else is as it is stated.
    #[must_use]
    pub fn new(
        sheet: &'s Sheet,
        stated: &'s Values<Decimal>,
        input: FigureId,
        range: (Decimal, Decimal),
        figures: &[FigureId],
    ) -> MovingInput<'s> {
        // over the whole range one difference is often straight, and one value is followed by many
        let first_looks = FirstLooks { at_values: 0, over_intervals: usize::from(figures.len() == 1) };
        let figures = figures.iter().map(|figure| (*figure, 0)).collect();
        let figures = MovingFigures::new(sheet, stated, vec![input], Some(vec![range]), figures, first_looks);
        MovingInput { figures, kept: StatedInFloats::default(), spare: Mutex::default() }
    }
}

/// A difference while an input runs over one interval after another.
pub(crate) struct Looked<'s> {
    moving: &'s MovingInput<'s>,
    difference: Gap,
    /// A difference up to this is none.
    negligible: Decimal,
    /// In floats over an interval, and at a value.
    bounds: FloatFigures<Bounds>,
    points: FloatFigures<Ball>,
    /// Exact ones over an interval, once floats could not tell.
    exact: Option<Exactly<'s>>,
}

/// Exact numbers over an interval.
struct Exactly<'s> {
    moving: &'s MovingInput<'s>,
    /// What the input moves, in the order of evaluation.
    moved: Vec<FigureId>,
    values: Values<Interval>,
    /// How much had been worked out with them for other differences.
    worked_before: usize,
}

impl<'s> Exactly<'s> {
    fn of(moving: &'s MovingInput<'s>, difference: Gap) -> Exactly<'s> {
        let MovingFigures { sheet, stated, inputs, .. } = &moving.figures;
        let spare = moving.spare.lock().expect("nothing panics while it is held").pop();
        let values = spare.unwrap_or_else(|| sheet.values_of(stated));
        let moved = sheet.affected(inputs, &difference.figures());
        Exactly { moving, moved, worked_before: values.worked(), values }
    }

    fn worked(&self) -> usize {
        self.values.worked() - self.worked_before
    }
}

impl Drop for Exactly<'_> {
    fn drop(&mut self) {
        let values = std::mem::take(&mut self.values);
        if let Ok(mut spare) = self.moving.spare.lock() {
            spare.push(values);
        }
    }
}

impl<'s> Looked<'s> {
    pub(crate) fn new(moving: &'s MovingInput<'s>, difference: Gap, negligible: Decimal) -> Looked<'s> {
        let figures = difference.figures();
        let (bounds, points) = (moving.figures.values(&figures), moving.figures.values(&figures));
        Looked { moving, difference, negligible, bounds, points, exact: None }
    }

    /// How much was worked out so far.
    pub(crate) fn worked(&self) -> usize {
        self.bounds.worked() + self.points.worked() + self.exact.as_ref().map_or(0, Exactly::worked)
    }

    /// What floats say of it over the interval (a, b].
    pub(crate) fn glance(&mut self, (a, b): (Decimal, Decimal)) -> Glance {
        let Some(bounds) = self.bounded((a, b)) else { return Glance::Line };
        match bounds.sure(self.negligible) {
            Some(Sure::Above) => Glance::Above,
            Some(Sure::Below) => Glance::Below,
            Some(Sure::Open) => Glance::Open,
            None if bounds.is_bent() => Glance::Bent,
            None if bounds.may_pass(self.negligible) => Glance::MayBeLine,
            None => Glance::Line,
        }
    }

    /// What exact numbers say of it over the interval (a, b].
    pub(crate) fn exactly(&mut self, (a, b): (Decimal, Decimal)) -> Seen {
        let exactly = self.worked_out((a, b));
        match (exactly, exactly.sure(self.negligible)) {
            (Interval::Linear { from, to }, _) => Seen::Line(from, to),
            (_, Some(Sure::Above)) => Seen::Above,
            (_, Some(Sure::Below)) => Seen::Below,
            (_, Some(Sure::Open) | None) => Seen::Bent,
        }
    }

    /// The part of an interval in which it seems to change its sign: halved until it is `narrow`, or until it seems straight there;
    /// none if it does not seem to, or once more than `most` is worked out. A guess, which shortens the way to what is proven and
    /// decides nothing.
    pub(crate) fn turn_within(
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
            if self.worked() >= most {
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

    /// What it is at a value, as far as floats can tell.
    fn about(&mut self, at: Decimal) -> Option<f64> {
        Some(looked(self.moving, self.difference, &mut self.points, Ball::of(at))?.middle())
    }

    fn bounded(&mut self, (a, b): (Decimal, Decimal)) -> Option<Bounds> {
        looked(self.moving, self.difference, &mut self.bounds, Bounds::linear(a, b))
    }

    fn worked_out(&mut self, (a, b): (Decimal, Decimal)) -> Interval {
        let (MovingFigures { sheet, inputs, .. }, difference) = (&self.moving.figures, self.difference);
        let Exactly { moved, values, .. } = self.exact.get_or_insert_with(|| Exactly::of(self.moving, difference));
        for input in inputs {
            values[sheet.at(*input, 0)] = Interval::linear(a, b);
        }
        // curves may have too many levels while one of them moves
        let evaluated = sheet.evaluate(moved, values).ok();
        let value = |()| difference.value(|figure| Some(values[sheet.at(figure, 0)]));
        evaluated.and_then(value).unwrap_or(Interval::Unknown)
    }
}

/// A difference at a number for the input.
fn looked<N: Foldable>(
    MovingInput { figures, kept, .. }: &MovingInput<'_>,
    difference: Gap,
    values: &mut FloatFigures<N>,
    input: N,
) -> Option<N> {
    figures.look(&[input], values, kept)?;
    difference.value(|figure| figures.value(figure, 0, values))
}

/// Whether the value in the middle lies between those of the ends as on a line, as far as floats can tell.
#[allow(clippy::float_arithmetic, reason = "a guess, which decides nothing")]
fn is_straight(from: f64, middle: f64, to: f64) -> bool {
    (from - middle - (middle - to)).abs() <= (from - to).abs() * 1e-9
}

fn is_below(value: f64) -> bool {
    value.is_sign_negative()
}

/// Where an interval is halved.
pub(crate) fn half(a: Decimal, b: Decimal) -> Decimal {
    (a + b) / Decimal::TWO
}

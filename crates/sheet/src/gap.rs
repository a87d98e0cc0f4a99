//! A difference, and what is seen of it while one input runs over an interval: in binary floating point first, exactly where
//! that cannot tell.

use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::formula::{Binary, FigureId};
use crate::interval::{Interval, Sure};
use crate::sheet::Sheet;
use rust_decimal::Decimal;

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

/// A difference while an input runs over one interval after another.
pub(crate) struct Looked<'s> {
    sheet: &'s Sheet,
    stated: &'s Values<Decimal>,
    input: FigureId,
    difference: Gap,
    /// A difference up to this is none.
    negligible: Decimal,
    /// What the input moves, in the order of evaluation.
    moved: Vec<FigureId>,
    bounds: Values<Bounds>,
    /// At single values, once anybody asks.
    points: Option<Values<Ball>>,
    /// Exact ones, once floats could not tell.
    intervals: Option<Values<Interval>>,
}

impl<'s> Looked<'s> {
    pub(crate) fn new(
        sheet: &'s Sheet,
        stated: &'s Values<Decimal>,
        input: FigureId,
        difference: Gap,
        negligible: Decimal,
    ) -> Looked<'s> {
        let moved = sheet.affected(&[input], &difference.figures());
        let bounds = sheet.values_of(stated);
        Looked { sheet, stated, input, difference, negligible, moved, bounds, points: None, intervals: None }
    }

    /// How much was worked out so far.
    pub(crate) fn worked(&self) -> usize {
        let points = self.points.as_ref().map_or(0, Values::worked);
        self.bounds.worked() + points + self.intervals.as_ref().map_or(0, Values::worked)
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
        let (sheet, stated) = (self.sheet, self.stated);
        let points = self.points.get_or_insert_with(|| sheet.values_of(stated));
        points[sheet.at(self.input, 0)] = Ball::of(at);
        sheet.evaluate(&self.moved, points).ok()?;
        Some(self.difference.value(sheet, points)?.middle())
    }

    fn bounded(&mut self, (a, b): (Decimal, Decimal)) -> Option<Bounds> {
        self.bounds[self.sheet.at(self.input, 0)] = Bounds::linear(a, b);
        self.sheet.evaluate(&self.moved, &mut self.bounds).ok()?;
        self.difference.value(self.sheet, &self.bounds)
    }

    fn worked_out(&mut self, (a, b): (Decimal, Decimal)) -> Interval {
        let (sheet, stated) = (self.sheet, self.stated);
        let values = self.intervals.get_or_insert_with(|| sheet.values_of(stated));
        values[sheet.at(self.input, 0)] = Interval::linear(a, b);
        let evaluated = sheet.evaluate(&self.moved, values);
        debug_assert!(evaluated.is_ok(), "an interval is unknown rather than at fault");
        self.difference.value(sheet, values).unwrap_or(Interval::Unknown)
    }
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

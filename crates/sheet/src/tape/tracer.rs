//! The number with which the interpreter records a tape: exact while no input affects it, otherwise a linear
//! combination of cells.

use super::operation::{Operand, Queried, Value};
use super::recorder::{Function, PartedLevels, Recorder};
use crate::arithmetic::{EvaluationErrorKind, Number, negligible};
use crate::ball::Ball;
use crate::formula::Binary;
use crate::levels::{Counted, DescendingLevels, MovingLevels, Query};
use crate::linear::{Linear, Sign};
use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive, ToPrimitive};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A number of the sheet while a tape is recorded.
#[derive(Clone, Debug)]
pub(super) enum Traced {
    Exact(Decimal),
    Moving(Rc<Moving>),
}

/// A linear combination of cells.
#[derive(Debug)]
pub(super) struct Moving {
    linear: Linear,
    /// Its numerator and divisor, if it is a quotient of integers while all cells are integers.
    quotient: Option<Box<(Linear, Decimal)>>,
    /// The recorded combination, once it is an operand.
    operand: OnceCell<Operand>,
    recorder: Rc<RefCell<Recorder>>,
}

impl PartialEq for Traced {
    fn eq(&self, other: &Traced) -> bool {
        match (self, other) {
            (Traced::Exact(a), Traced::Exact(b)) => a == b,
            (Traced::Moving(a), Traced::Moving(b)) => Rc::ptr_eq(a, b) || a.linear == b.linear,
            (Traced::Exact(_), Traced::Moving(_)) | (Traced::Moving(_), Traced::Exact(_)) => false,
        }
    }
}

impl Moving {
    fn operand(&self) -> Operand {
        *self.operand.get_or_init(|| self.recorder.borrow_mut().linear(&self.linear))
    }

    /// A number of the same recorder with another linear combination.
    fn with(&self, linear: Linear) -> Traced {
        self.with_quotient(linear, None)
    }

    fn with_quotient(&self, linear: Linear, quotient: Option<(Linear, Decimal)>) -> Traced {
        Traced::moved(self.without_nothing(linear), quotient, &self.recorder)
    }

    /// The operand that is rounded up: of a quotient, the division itself and not the multiple. If 20 is divided by 20,
    /// floating point knows that the result is 1; a twentieth of 20 has an error, and may be rounded up to 2.
    fn rounded_operand(&self) -> Operand {
        let Some((numerator, divisor)) = self.quotient.as_deref() else { return self.operand() };
        let mut recorder = self.recorder.borrow_mut();
        let numerator = recorder.linear(numerator);
        recorder.two(Binary::Divide, numerator, Operand::Exact(*divisor))
    }

    /// A linear combination without the multiples that may be zero, which only increase its error.
    fn without_nothing(&self, mut linear: Linear) -> Linear {
        let recorder = self.recorder.borrow();
        linear.drop_nothing(&|cell| recorder.reach_of(cell));
        linear
    }

    fn of(&self, operand: Operand) -> Traced {
        Traced::of(&self.recorder, operand)
    }
}

impl Traced {
    pub(super) fn of(recorder: &Rc<RefCell<Recorder>>, operand: Operand) -> Traced {
        match operand {
            Operand::Exact(value) => Traced::Exact(value),
            Operand::Cell(cell) => Traced::moved(Linear::cell(cell), None, recorder),
        }
    }

    fn moved(linear: Linear, quotient: Option<(Linear, Decimal)>, recorder: &Rc<RefCell<Recorder>>) -> Traced {
        let (operand, recorder) = (OnceCell::new(), Rc::clone(recorder));
        Traced::Moving(Rc::new(Moving { linear, quotient: quotient.map(Box::new), operand, recorder }))
    }

    /// The number as an operand.
    pub(super) fn operand(&self) -> Operand {
        match self {
            Traced::Exact(value) => Operand::Exact(*value),
            Traced::Moving(moving) => moving.operand(),
        }
    }

    fn value(&self) -> Value {
        match self {
            Traced::Exact(value) => Value::Exact(*value),
            Traced::Moving(moving) => Value::Sum(moving.linear.clone()),
        }
    }

    fn linear(&self) -> Cow<'_, Linear> {
        match self {
            Traced::Exact(value) => Cow::Owned(Linear::still(*value)),
            Traced::Moving(moving) => Cow::Borrowed(&moving.linear),
        }
    }

    fn moving(&self) -> Option<&Rc<Moving>> {
        match self {
            Traced::Exact(_) => None,
            Traced::Moving(moving) => Some(moving),
        }
    }

    /// A function of the number.
    fn function(&self, function: Function) -> Result<Traced, EvaluationErrorKind> {
        let moving = match self {
            Traced::Exact(value) => return function.of(value).map(Traced::Exact),
            Traced::Moving(moving) => moving,
        };
        let operand = if function == Function::Ceil { moving.rounded_operand() } else { moving.operand() };
        match operand {
            Operand::Cell(cell) => {
                let operand = moving.recorder.borrow_mut().one(function, cell);
                Ok(moving.of(operand))
            }
            // constant over the ranges of the inputs
            Operand::Exact(value) => function.of(&value).map(Traced::Exact),
        }
    }
}

/// An operation on two numbers of which at least one varies.
fn moved(binary: Binary, a: &Traced, b: &Traced, moving: &Moving) -> Traced {
    match (binary, a, b) {
        (Binary::Multiply, Traced::Exact(factor), Traced::Moving(of))
        | (Binary::Multiply, Traced::Moving(of), Traced::Exact(factor)) => {
            if factor.is_zero() {
                Traced::Exact(Decimal::ZERO)
            } else if *factor == Decimal::ONE {
                Traced::Moving(Rc::clone(of))
            } else {
                of.with(of.linear.times(Ball::exactly(*factor)))
            }
        }
        (Binary::Divide, Traced::Moving(of), Traced::Exact(divisor)) if !divisor.is_zero() => {
            match Ball::whole(1.0).over(Ball::exactly(*divisor)) {
                Some(share) => of.with_quotient(of.linear.times(share), quotient(&of.linear, *divisor)),
                None => recorded(binary, a, b, moving),
            }
        }
        (Binary::Subtract, Traced::Exact(nothing), Traced::Moving(of)) if nothing.is_zero() => {
            let minus = |of: &Linear| of.times(Ball::whole(-1.0));
            let quotient = of.quotient.as_deref().map(|(numerator, divisor)| (minus(numerator), *divisor));
            of.with_quotient(minus(&of.linear), quotient)
        }
        (Binary::Add | Binary::Subtract, _, _) => {
            let sign = Sign::of(binary).expect("it is an addition or a subtraction");
            moving.with(a.linear().plus(&b.linear(), sign))
        }
        (Binary::Minimum | Binary::Maximum | Binary::PositivePart, _, _) => {
            ordered(binary, a, b, moving).unwrap_or_else(|| recorded(binary, a, b, moving))
        }
        (Binary::Multiply | Binary::Divide, _, _) => recorded(binary, a, b, moving),
    }
}

/// Numerator and divisor as integers, while all cells are integers.
fn quotient(of: &Linear, divisor: Decimal) -> Option<(Linear, Decimal)> {
    let divisor = divisor.normalize();
    let by = Decimal::from(10_i64.checked_pow(divisor.scale()).filter(|_| of.is_whole())?);
    Some((of.times(Ball::exactly(by)), divisor.checked_mul(by)?))
}

fn recorded(binary: Binary, a: &Traced, b: &Traced, moving: &Moving) -> Traced {
    let (first, second) = (a.operand(), b.operand());
    let mut recorder = moving.recorder.borrow_mut();
    // max(0, x - min(x, y)) is max(0, x - y)
    let rest = (binary == Binary::PositivePart).then(|| recorder.minimum_without(second, first)).flatten();
    if let Some(rest) = rest {
        drop(recorder);
        return moved(binary, a, &moving.of(rest), moving);
    }
    let operand = recorder.two(binary, first, second);
    drop(recorder);
    moving.of(operand)
}

/// Minimum, maximum or positive part, if one of the two decides it for all values of the inputs.
fn ordered(binary: Binary, a: &Traced, b: &Traced, moving: &Moving) -> Option<Traced> {
    if a == b {
        return Some(if binary == Binary::PositivePart { Traced::Exact(Decimal::ZERO) } else { a.clone() });
    }
    let difference = a.linear().plus(&b.linear(), Sign::Minus);
    let recorder = moving.recorder.borrow();
    let (low, high) = recorder.limits_of(&difference)?;
    let nothing = Ball::NOTHING;
    let (is_above, is_below) = (nothing.is_surely_at_most(low), high.is_surely_at_most(nothing));
    match binary {
        Binary::Minimum if is_above => Some(b.clone()),
        Binary::Minimum if is_below => Some(a.clone()),
        Binary::Maximum if is_above => Some(a.clone()),
        Binary::Maximum if is_below => Some(b.clone()),
        Binary::PositivePart if is_below => Some(Traced::Exact(Decimal::ZERO)),
        Binary::PositivePart => {
            let (least, most) = recorder.limits_of(&a.linear())?;
            // up to this share of the first, the residue of divisions, the result is zero
            let left_over = least.negated().larger(most).times(Ball::exactly(negligible(Decimal::TWO)));
            drop(recorder);
            left_over.is_surely_below(low).then(|| moving.with(difference))
        }
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Minimum | Binary::Maximum => None,
    }
}

impl Number for Traced {
    fn of(value: Decimal) -> Self {
        Traced::Exact(value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        Ok(match (a, b) {
            (Traced::Exact(a), Traced::Exact(b)) => match Decimal::binary(binary, a, b) {
                Ok(value) => Traced::Exact(value),
                Err(error) => return Err(error),
            },
            (Traced::Moving(moving), _) | (_, Traced::Moving(moving)) => moved(binary, a, b, moving),
        })
    }

    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, EvaluationErrorKind> {
        match b {
            Traced::Exact(divisor) if divisor.is_zero() => Ok(otherwise.clone()),
            Traced::Exact(_) => Traced::binary(Binary::Divide, a, b),
            Traced::Moving(moving) => {
                let operands = [a.operand(), b.operand(), otherwise.operand()];
                let operand = moving.recorder.borrow_mut().quotient_or(operands);
                Ok(moving.of(operand))
            }
        }
    }

    fn ceil(&self) -> Self {
        self.function(Function::Ceil).expect("defined for every number")
    }

    fn any(&self) -> Self {
        self.function(Function::Any).expect("defined for every number")
    }

    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind> {
        match exponent {
            0 => Ok(Traced::Exact(Decimal::ONE)),
            1 => Ok(self.clone()),
            _ => self.function(Function::Power(exponent)),
        }
    }

    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        self.function(Function::Root(degree))
    }

    fn exact(&self) -> Option<Decimal> {
        match self {
            Traced::Exact(value) => Some(*value),
            Traced::Moving(_) => None,
        }
    }
}

impl Queried {
    fn of(query: &Query<'_, Traced>) -> Queried {
        let operand = |number: Option<&Traced>| number.map(Traced::operand);
        Queried {
            scale: operand(query.scale),
            above: operand(query.above),
            cap: operand(query.cap),
            step: operand(query.step),
            reserved: operand(query.reserved),
        }
    }
}

fn moving_of<'v>(query: &Query<'v, Traced>) -> Option<&'v Rc<Moving>> {
    let operands = [query.scale, query.above, query.cap, query.step, query.reserved];
    operands.into_iter().flatten().find_map(Traced::moving)
}

impl Counted for Traced {
    fn most(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        match moving_of(query) {
            Some(moving) if moving.recorder.borrow().is_for_draws() => {
                let query = Queried::of(query);
                let operand = moving.recorder.borrow_mut().most(falling, query);
                Ok(moving.of(operand))
            }
            _ => falling.most_level_by_level(query),
        }
    }

    /// For draws only: the factors are floats.
    fn common_factor(numbers: &[&Self]) -> Option<(Self, Vec<Decimal>)> {
        let first = numbers.iter().find_map(|number| number.moving())?;
        let recorder = first.recorder.borrow();
        if !recorder.is_for_draws() {
            return None;
        }
        let common = first.linear.per_first_factor()?;
        // a common factor below zero would reverse the order of the levels
        let (low, _) = recorder.limits_of(&common)?;
        if low.least() < 0.0 {
            return None;
        }
        let factor = |number: &&Traced| match number {
            Traced::Exact(value) => value.is_zero().then_some(Decimal::ZERO),
            Traced::Moving(moving) if moving.linear.is_multiple_of(&first.linear) => {
                Decimal::from_f64(moving.linear.first_factor()?)
            }
            Traced::Moving(_) => None,
        };
        let factors: Vec<Decimal> = numbers.iter().map(factor).collect::<Option<_>>()?;
        drop(recorder);
        Some((first.with(common), factors))
    }

    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        let Some(moving) = moving_of(query) else {
            let units = query.exactly(|query| falling.units(query));
            return units.expect("a constant is exact").map(Traced::Exact);
        };
        let query = Queried::of(query);
        let operand = moving.recorder.borrow_mut().units(falling, query);
        Ok(moving.of(operand))
    }

    fn moving_units(levels: &MovingLevels<Self>, query: &Query<'_, Self>) -> Option<Self> {
        let mut of_levels = None;
        levels.each_number(&mut |number: &Traced| {
            if of_levels.is_none() {
                of_levels = number.moving().cloned();
            }
        });
        let moving = of_levels?;
        if moving.recorder.borrow().is_for_draws() {
            return None;
        }
        let part = || {
            let value = |levels: &MovingLevels<Self>| levels.with(|number| Some(number.value()));
            let (still, others) = match levels.parted() {
                Some((still, others)) => (Some(Arc::new(still)), value(&others)),
                None => (None, value(levels)),
            };
            (still, others.expect("every number has a value"))
        };
        let at = std::ptr::from_ref(levels) as usize;
        let PartedLevels { still, moving: cell } = moving.recorder.borrow_mut().parted(at, part);
        let queried = Queried::of(query);
        let operand = moving.recorder.borrow_mut().moving_units(cell, queried);
        let of_others = moving.of(operand);
        match still {
            None => Some(of_others),
            Some(still) => Traced::binary(Binary::Add, &Traced::units(&still, query).ok()?, &of_others).ok(),
        }
    }

    fn about_the_most(&self) -> Option<f64> {
        self.exact()?.to_f64()
    }
}

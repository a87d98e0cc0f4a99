//! A figure while it is followed through the sheet: exact while nothing of it moves, a sum of multiples of cells where something
//! does.

use super::operation::{Operand, Queried, Value};
use super::recording::{Function, PartedLevels, Recording};
use crate::arithmetic::{Number, Trouble, negligible};
use crate::ball::Ball;
use crate::formula::Binary;
use crate::levels::{Counted, Falling, MovingLevels, Query};
use crate::linear::{Linear, Sign};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A number that moves with inputs, or does not.
#[derive(Clone, Debug)]
pub(super) enum Traced {
    Exact(Decimal),
    Moving(Rc<Moving>),
}

/// A sum of multiples of cells.
#[derive(Debug)]
pub(super) struct Moving {
    linear: Linear,
    recording: Rc<RefCell<Recording>>,
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
        self.recording.borrow_mut().linear(&self.linear)
    }

    /// The same with another sum.
    fn with(&self, linear: Linear) -> Traced {
        Traced::Moving(Rc::new(Moving { linear: self.without_nothing(linear), recording: Rc::clone(&self.recording) }))
    }

    /// A sum without the multiples that may be nothing, which only make it less known.
    fn without_nothing(&self, mut linear: Linear) -> Linear {
        let recording = self.recording.borrow();
        linear.drop_nothing(&|cell| recording.reach_of(cell));
        linear
    }

    fn of(&self, operand: Operand) -> Traced {
        Traced::of(&self.recording, operand)
    }
}

impl Traced {
    pub(super) fn of(recording: &Rc<RefCell<Recording>>, operand: Operand) -> Traced {
        match operand {
            Operand::Exact(value) => Traced::Exact(value),
            Operand::Cell(cell) => {
                Traced::Moving(Rc::new(Moving { linear: Linear::cell(cell), recording: Rc::clone(recording) }))
            }
        }
    }

    /// It as one operand.
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

    fn linear(&self) -> Linear {
        match self {
            Traced::Exact(value) => Linear::still(*value),
            Traced::Moving(moving) => moving.linear.clone(),
        }
    }

    fn moving(&self) -> Option<&Rc<Moving>> {
        match self {
            Traced::Exact(_) => None,
            Traced::Moving(moving) => Some(moving),
        }
    }

    /// A function of a number.
    fn function(&self, function: Function) -> Result<Traced, Trouble> {
        let moving = match self {
            Traced::Exact(value) => return function.of(value).map(Traced::Exact),
            Traced::Moving(moving) => moving,
        };
        match moving.operand() {
            Operand::Cell(cell) => {
                let operand = moving.recording.borrow_mut().one(function, cell);
                Ok(moving.of(operand))
            }
            // it does not move, as far as the inputs do
            Operand::Exact(value) => function.of(&value).map(Traced::Exact),
        }
    }
}

/// Arithmetic of two numbers of which one moves.
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
                Some(share) => of.with(of.linear.times(share)),
                None => worked_out(binary, a, b, moving),
            }
        }
        (Binary::Add | Binary::Subtract, _, _) => {
            let sign = Sign::of(binary).expect("it adds");
            moving.with(a.linear().plus(&b.linear(), sign))
        }
        (Binary::Minimum | Binary::Maximum | Binary::PositivePart, _, _) => {
            ordered(binary, a, b, moving).unwrap_or_else(|| worked_out(binary, a, b, moving))
        }
        (Binary::Multiply | Binary::Divide, _, _) => worked_out(binary, a, b, moving),
    }
}

fn worked_out(binary: Binary, a: &Traced, b: &Traced, moving: &Moving) -> Traced {
    let (a, b) = (a.operand(), b.operand());
    let operand = moving.recording.borrow_mut().two(binary, a, b);
    moving.of(operand)
}

/// The smaller, the larger or the rest of two numbers, where one of them is so for all values of the inputs.
fn ordered(binary: Binary, a: &Traced, b: &Traced, moving: &Moving) -> Option<Traced> {
    let difference = a.linear().plus(&b.linear(), Sign::Minus);
    let recording = moving.recording.borrow();
    let (low, high) = recording.limits_of(&difference)?;
    let nothing = Ball::NOTHING;
    let (is_above, is_below) = (nothing.is_surely_at_most(low), high.is_surely_at_most(nothing));
    match binary {
        Binary::Minimum if is_above => Some(b.clone()),
        Binary::Minimum if is_below => Some(a.clone()),
        Binary::Maximum if is_above => Some(a.clone()),
        Binary::Maximum if is_below => Some(b.clone()),
        Binary::PositivePart if is_below => Some(Traced::Exact(Decimal::ZERO)),
        Binary::PositivePart => {
            let (least, most) = recording.limits_of(&a.linear())?;
            // what is left over of the first is nothing
            let left_over = least.negated().larger(most).times(Ball::exactly(negligible(Decimal::TWO)));
            drop(recording);
            left_over.is_surely_below(low).then(|| moving.with(difference))
        }
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide | Binary::Minimum | Binary::Maximum => None,
    }
}

impl Number for Traced {
    fn of(value: Decimal) -> Self {
        Traced::Exact(value)
    }

    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, Trouble> {
        Ok(match (a, b) {
            (Traced::Exact(a), Traced::Exact(b)) => match Decimal::binary(binary, a, b) {
                Ok(value) => Traced::Exact(value),
                Err(trouble) => return Err(trouble),
            },
            (Traced::Moving(moving), _) | (_, Traced::Moving(moving)) => moved(binary, a, b, moving),
        })
    }

    fn quotient_or(a: &Self, b: &Self, otherwise: &Self) -> Result<Self, Trouble> {
        match b {
            Traced::Exact(divisor) if divisor.is_zero() => Ok(otherwise.clone()),
            Traced::Exact(_) => Traced::binary(Binary::Divide, a, b),
            Traced::Moving(moving) => {
                let operands = [a.operand(), b.operand(), otherwise.operand()];
                let operand = moving.recording.borrow_mut().quotient_or(operands);
                Ok(moving.of(operand))
            }
        }
    }

    fn ceil(&self) -> Self {
        self.function(Function::Ceil).expect("every number has one")
    }

    fn any(&self) -> Self {
        self.function(Function::Any).expect("every number has one")
    }

    fn power(&self, exponent: u32) -> Result<Self, Trouble> {
        match exponent {
            0 => Ok(Traced::Exact(Decimal::ONE)),
            1 => Ok(self.clone()),
            _ => self.function(Function::Power(exponent)),
        }
    }

    fn root(&self, degree: u8) -> Result<Self, Trouble> {
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
    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        let Some(moving) = moving_of(query) else {
            let units = query.exactly(|query| falling.units(query));
            return units.expect("a number that does not move is exact").map(Traced::Exact);
        };
        let query = Queried::of(query);
        let operand = moving.recording.borrow_mut().units(falling, query);
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
        let part = || {
            let value = |levels: &MovingLevels<Self>| levels.with(|number| Some(number.value()));
            let (still, others) = match levels.parted() {
                Some((still, others)) => (Some(Arc::new(still)), value(&others)),
                None => (None, value(levels)),
            };
            (still, others.expect("every number has a value"))
        };
        let at = std::ptr::from_ref(levels) as usize;
        let PartedLevels { still, moving: cell } = moving.recording.borrow_mut().parted(at, part);
        let queried = Queried::of(query);
        let operand = moving.recording.borrow_mut().moving_units(cell, queried);
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

//! What is asked of a curve while inputs move: a course where only the scale does, level by level for each draw otherwise.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::course::{Asked, float};
use super::recording::{Cell, Moved, Recording};
use super::symbol::{Sum, Symbol};
use crate::arithmetic::Trouble;
use crate::levels::{Counted, Falling, Query};
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The operands of a query of a curve.
struct Operands<'v> {
    query: &'v Query<'v, Symbol>,
    tape: &'v Rc<RefCell<Recording>>,
}

impl Operands<'_> {
    /// What is asked, if nothing of it moves but the scale.
    fn asked(&self) -> Option<Asked> {
        let constant = |operand: Option<&Symbol>, absent: f64| match operand {
            None => Some(absent),
            Some(Symbol::Exact(value)) => Some(float(*value)),
            Some(Symbol::Moving(_)) => None,
        };
        let step = match self.query.step {
            None => None,
            Some(step) => Some(constant(Some(step), 1.0)?),
        };
        let above = constant(self.query.above, 0.0)?;
        let cap = constant(self.query.cap, f64::INFINITY)?.max(0.0);
        Some(Asked { above, cap, step, reserved: constant(self.query.reserved, 0.0)? })
    }

    fn moved(&self) -> Moved {
        let cell = |operand: Option<&Symbol>| operand.map(|operand| operand.moving(self.tape).cell());
        let one = Symbol::Exact(Decimal::ONE);
        let scale = self.query.scale.unwrap_or(&one).moving(self.tape).cell();
        Moved {
            scale,
            above: cell(self.query.above),
            cap: cell(self.query.cap),
            step: cell(self.query.step),
            reserved: cell(self.query.reserved),
        }
    }
}

fn tape_of<'v>(query: &Query<'v, Symbol>) -> Option<&'v Rc<RefCell<Recording>>> {
    Symbol::tape(&[query.scale, query.above, query.cap, query.step, query.reserved])
}

impl Counted for Symbol {
    fn units(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        let Some(tape) = tape_of(query) else {
            return still(query.exactly(|query| falling.units(query)));
        };
        let Some(levels) = tape.borrow_mut().levels(falling) else {
            return falling.units_level_by_level(query);
        };
        let operands = Operands { query, tape };
        if let (Some(Symbol::Moving(scale)), Some(asked)) = (query.scale, operands.asked()) {
            let scale = scale.cell();
            let course = tape.borrow_mut().course(scale, &levels, &asked);
            if let Some(cell) = course {
                return Ok(Symbol::Moving(Sum::of(tape, cell)));
            }
        }
        let moved = operands.moved();
        let cell = tape.borrow_mut().units(&levels, moved);
        Ok(Symbol::Moving(Sum::of(tape, cell)))
    }

    fn most(falling: &Arc<Falling>, query: &Query<'_, Self>) -> Result<Self, Trouble> {
        let Some(tape) = tape_of(query) else {
            return still(query.exactly(|query| falling.most_level_by_level(query)));
        };
        let Some(levels) = tape.borrow_mut().levels(falling) else {
            return falling.most_level_by_level(query);
        };
        let moved = Operands { query, tape }.moved();
        let cell = tape.borrow_mut().most(&levels, moved);
        Ok(Symbol::Moving(Sum::of(tape, cell)))
    }

    fn common_factor(numbers: &[&Self]) -> Option<(Self, Vec<Decimal>)> {
        let mut common: Option<(Cell, &Rc<RefCell<Recording>>)> = None;
        let mut factors = Vec::with_capacity(numbers.len());
        for number in numbers {
            match number {
                Symbol::Exact(value) if value.is_zero() => factors.push(Decimal::ZERO),
                Symbol::Exact(_) => return None,
                Symbol::Moving(moving) => {
                    let (factor, cell) = moving.scaled();
                    let (known, _) = *common.get_or_insert((cell, &moving.tape));
                    let factor = Decimal::from_f64(factor).filter(|_| known == cell)?;
                    factors.push(factor);
                }
            }
        }
        let (cell, tape) = common?;
        // below zero what is larger would be smaller
        let rises = tape.borrow().extent(cell).low >= 0.0;
        rises.then(|| (Symbol::Moving(Sum::of(tape, cell)), factors))
    }
}

/// What a query counts of which nothing moves.
fn still(counted: Option<Result<Decimal, Trouble>>) -> Result<Symbol, Trouble> {
    counted.expect("a number that does not move is exact").map(Symbol::Exact)
}

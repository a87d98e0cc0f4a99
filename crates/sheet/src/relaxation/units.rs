//! Units of a curve over a box of integers. The load above a level is a convex, decreasing function of the level, so a
//! tangent bounds it from below and the chord from above.

use super::Relaxation;
use super::plane::{Plane, Planes, wider};
use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::formula::Binary;
use crate::levels::{Counted, DescendingLevels, Quantum, Query, Tail};
use crate::number;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::Arc;

impl Counted for Relaxation {
    fn about_the_most(&self) -> Option<f64> {
        self.bounds().and_then(|(_, high)| high.to_f64())
    }

    fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Self>) -> Result<Self, EvaluationErrorKind> {
        match units(falling, query) {
            Some(units) => Ok(units),
            None => falling.units_level_by_level(query),
        }
    }
}

/// Units of a query with constant scale and step; none if they have to be counted level by level.
fn units(falling: &Arc<DescendingLevels>, query: &Query<'_, Relaxation>) -> Option<Relaxation> {
    let exact = |operand: Option<&Relaxation>| match operand {
        None => Some(None),
        Some(relaxation) => relaxation.exact().map(Some),
    };
    let scale = exact(query.scale)?.unwrap_or(Decimal::ONE);
    let step = exact(query.step)?;
    if let (Some(above), Some(cap), Some(reserved)) = (exact(query.above), exact(query.cap), exact(query.reserved)) {
        return at_point(
            falling,
            scale,
            &Query {
                scale: None,
                above: above.as_ref(),
                cap: cap.as_ref(),
                step: step.as_ref(),
                reserved: reserved.as_ref(),
            },
        );
    }
    match (query.cap, query.above, step) {
        (None, _, None) => above(falling, scale, &query.above?.moving()?),
        (Some(cap), None, None) => below(falling, scale, &cap.moving()?),
        (None, _, Some(step)) => {
            let nothing = Relaxation::Fixed(Decimal::ZERO);
            let above = query.above.unwrap_or(&nothing).moving()?;
            let reserved = query.reserved.unwrap_or(&nothing).moving()?;
            let stepped = Stepped { falling, scale, step, above, reserved };
            stepped.whole().or_else(|| stepped.relaxed())
        }
        (Some(_), _, _) => None,
    }
}

/// Units if no operand varies.
fn at_point(falling: &Arc<DescendingLevels>, scale: Decimal, query: &Query<'_, Decimal>) -> Option<Relaxation> {
    let (above, reserved) = (query.above.copied().unwrap_or_default(), query.reserved.copied().unwrap_or_default());
    match (query.step, query.cap) {
        (Some(step), None) if !falling.is_gauged() && reserved.fract().is_zero() => {
            falling.left(Quantum { scale, step: *step }, above, reserved).map(|left| Relaxation::Fixed(left.units))
        }
        (_, _) => {
            let query = Query { scale: Some(&scale), ..*query };
            <Decimal as Counted>::units(falling, &query).ok().map(Relaxation::Fixed)
        }
    }
}

/// Σ of weight × max(0, scale · level − above) while `above` varies.
fn above(falling: &Arc<DescendingLevels>, scale: Decimal, above: &Planes) -> Option<Relaxation> {
    let middle = (above.from.checked_add(above.to)?) / Decimal::TWO;
    let touching = falling.kink(scale, middle)?;
    // it decreases, and its slope is the total weight of the levels above
    let away = above.above.raised(-middle)?.times(-touching.weight)?;
    let tangent = away.raised(touching.area)?;
    let (first, last) = (falling.kink(scale, above.from)?.area, falling.kink(scale, above.to)?.area);
    let line = chord(above, (first, last))?;
    let aside = falling.aside(scale)?;
    Relaxation::between(tangent.raised(aside)?, line.raised(aside)?, (last + aside, first + aside), above.widths)
}

/// Chord of a convex, decreasing function while its argument runs from one bound to the other.
fn chord(argument: &Planes, (first, last): (Decimal, Decimal)) -> Option<Plane> {
    if argument.from == argument.to {
        return Some(Plane::flat(first.max(last)));
    }
    let slope = last.checked_sub(first)?.checked_div(argument.to.checked_sub(argument.from)?)?;
    argument.below.raised(-argument.from)?.times(slope)?.raised(first)
}

/// Σ of weight × min(cap, scale · level): the whole load minus the load above the cap.
fn below(falling: &Arc<DescendingLevels>, scale: Decimal, cap: &Planes) -> Option<Relaxation> {
    let all = <Decimal as Counted>::units(
        falling,
        &Query { scale: Some(&scale), above: None, cap: None, step: None, reserved: None },
    )
    .ok()?;
    let over = above(falling, scale, cap)?;
    let over = Relaxation::binary(Binary::Subtract, &over, &Relaxation::Fixed(falling.aside(scale)?)).ok()?;
    Relaxation::binary(Binary::Subtract, &Relaxation::Fixed(all), &over).ok()
}

/// Whole units above a level, beyond those that exist already.
struct Stepped<'f> {
    falling: &'f Arc<DescendingLevels>,
    scale: Decimal,
    step: Decimal,
    above: Planes,
    reserved: Planes,
}

impl Stepped<'_> {
    /// Units if every step of the box changes them by integers: the units of every level stay the same, and the units
    /// that are not needed are subtracted.
    fn whole(&self) -> Option<Relaxation> {
        let widths = wider(&self.above.widths, &self.reserved.widths);
        let (above, reserved) = (self.above.plane()?, self.reserved.plane()?);
        let keeps = above.keeps(self.step, &widths) && reserved.keeps(Decimal::ONE, &widths);
        if self.falling.is_gauged() || !keeps || !reserved.at.fract().is_zero() {
            return None;
        }
        // units that are subtracted from every level
        let least = above.least()?;
        let off = above.raised(-least)?.over(self.step)?.plus(reserved)?;
        let (from, to) = (off.least()?, off.greatest()?);
        let off = Planes { below: off, above: off, from, to, widths };
        let left = |off| self.falling.left(Quantum { scale: self.scale, step: self.step }, least, off);
        let middle = number::floor((from + to) / Decimal::TWO);
        let touching = left(middle)?;
        let tangent = off.above.raised(-middle)?.times(-touching.weight)?.raised(touching.units)?;
        let (first, last) = (left(from)?.units, left(to)?.units);
        Relaxation::between(tangent, chord(&off, (first, last))?, (last, first), widths)
    }

    /// Units if steps change fractions of units: at least as many as with divisible units, and less than one unit more.
    fn relaxed(&self) -> Option<Relaxation> {
        let widths = wider(&self.above.widths, &self.reserved.widths);
        let units = |above: Decimal, reserved: Decimal| {
            at_point(
                self.falling,
                self.scale,
                &Query {
                    scale: None,
                    above: Some(&above),
                    cap: None,
                    step: Some(&self.step),
                    reserved: Some(&reserved),
                },
            )?
            .exact()
        };
        let bounds = (units(self.above.to, self.reserved.to)?, units(self.above.from, self.reserved.from)?);
        let middle = |of: &Planes| Some(of.from.checked_add(of.to)? / Decimal::TWO);
        let (above, reserved) = (middle(&self.above)?, middle(&self.reserved)?);
        let touching = self.falling.parted(self.scale, self.step, above, reserved)?;
        let by_above = self.above.above.raised(-above)?.times(-touching.by_above)?;
        let by_reserved = self.reserved.above.raised(-reserved)?.times(-touching.weight)?;
        let tangent = by_above.plus(&by_reserved)?.raised(touching.units)?;
        Relaxation::between(tangent, Plane::flat(bounds.1), bounds, widths)
    }
}

/// Load above a level, and its slope.
#[derive(Clone, Copy, Debug)]
struct Kink {
    /// Σ of weight × load above the level.
    area: Decimal,
    /// Decrease of the area when the level rises by one.
    weight: Decimal,
}

/// Divisible units.
#[derive(Clone, Copy, Debug)]
struct Parted {
    /// Σ of weight × units beyond those that exist already.
    units: Decimal,
    /// Decrease with every unit that exists already.
    weight: Decimal,
    /// Decrease when the level above which units are needed rises by one.
    by_above: Decimal,
}

impl DescendingLevels {
    /// Load above a level, without states whose gauge is zero: see [`DescendingLevels::aside`].
    fn kink(&self, scale: Decimal, above: Decimal) -> Option<Kink> {
        if !self.is_gauged() {
            let above = above.max(Decimal::ZERO);
            let Tail { longer: weight, area, .. } = self.above(scale, above).ok()?;
            let area = scale.checked_mul(area)?.checked_sub(above.checked_mul(weight)?)?;
            return Some(Kink { area, weight });
        }
        let mut kink = Kink { area: Decimal::ZERO, weight: Decimal::ZERO };
        for (weight, level, gauge) in self.states() {
            let gauge = gauge.unwrap_or(level);
            let over = scale.checked_mul(gauge)?.checked_sub(above)?;
            if !gauge.is_zero() && over > Decimal::ZERO {
                let part = weight.checked_mul(level)?.checked_div(gauge)?;
                kink.area = kink.area.checked_add(part.checked_mul(over)?)?;
                kink.weight = kink.weight.checked_add(part)?;
            }
        }
        Some(kink)
    }

    /// Σ of weight × scale · level of states whose gauge is zero: they are never cut.
    fn aside(&self, scale: Decimal) -> Option<Decimal> {
        if !self.is_gauged() {
            return Some(Decimal::ZERO);
        }
        self.states()
            .filter(|(_, _, gauge)| gauge.is_some_and(|gauge| gauge.is_zero()))
            .try_fold(Decimal::ZERO, |sum, (weight, level, _)| {
                sum.checked_add(weight.checked_mul(level)?.checked_mul(scale)?)
            })
    }

    fn parted(&self, scale: Decimal, step: Decimal, above: Decimal, reserved: Decimal) -> Option<Parted> {
        if !self.is_gauged() {
            let Kink { area, weight } = self.kink(scale, above.checked_add(reserved.checked_mul(step)?)?)?;
            return Some(Parted { units: area.checked_div(step)?, weight, by_above: weight.checked_div(step)? });
        }
        let mut parted = Parted { units: Decimal::ZERO, weight: Decimal::ZERO, by_above: Decimal::ZERO };
        for (weight, level, gauge) in self.states() {
            let gauge = gauge.unwrap_or(level);
            let (cut, part) = if gauge.is_zero() {
                (scale.checked_mul(level)?, Decimal::ZERO)
            } else {
                let part = level.checked_div(gauge)?;
                let over = scale.checked_mul(gauge)?.checked_sub(above)?;
                (part.checked_mul(over.max(Decimal::ZERO))?, if over > Decimal::ZERO { part } else { Decimal::ZERO })
            };
            let over = cut.checked_div(step)?.checked_sub(reserved)?;
            if over > Decimal::ZERO {
                parted.units = parted.units.checked_add(weight.checked_mul(over)?)?;
                parted.weight = parted.weight.checked_add(weight)?;
                parted.by_above = parted.by_above.checked_add(weight.checked_mul(part)?.checked_div(step)?)?;
            }
        }
        Some(parted)
    }
}

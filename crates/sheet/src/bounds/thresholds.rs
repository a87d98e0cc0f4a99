//! Scales at which levels need one more unit, listed once: units at a scale then take two binary searches, however many
//! there are.

#![allow(clippy::float_arithmetic, reason = "bounds are computed in binary floating point, with a proven error")]

use super::in_floats::{LAST_DIGIT, LEFT_OVER, NEAR, Units};
use super::known::{Bounds, KnownValue};
use super::rising::bounded_by;
use crate::ball::Ball;
use crate::float::float;
use crate::levels::{DescendingLevels, ScaleSide};
use crate::number;
use rust_decimal::Decimal;

/// Maximum number of listed scales; with more of them, units are counted.
const MOST_LISTED: usize = 1 << 15;
/// Number of levels from which counting units by one search for all levels is faster than listing scales.
const MANY_LEVELS: usize = 256;
/// Relative error of a listed scale: the precision of levels and of the loads that they have to reach.
const OFF: f64 = 2.0 * NEAR;

/// A query of levels in which only the scale varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct WholeUnitsQuery {
    pub(crate) above: Decimal,
    pub(crate) cap: Option<Decimal>,
    pub(crate) step: Decimal,
    pub(crate) reserved: Decimal,
}

/// Scales at which levels need one more unit.
#[derive(Debug)]
pub struct Thresholds {
    /// Ascending scales; above each of them a level needs one more unit.
    scales: Vec<f64>,
    /// Σ of the weights of these levels up to each scale.
    longer: Vec<f64>,
    /// Weight and number of levels that need their first unit just above scale zero.
    first: (Ball, usize),
    /// Residue of divisions in a scale, as an absolute error.
    left_over: f64,
    /// Largest scale for which they are listed.
    most: f64,
}

/// A sum that keeps what is rounded away, so that only its final rounding remains as error.
#[derive(Default)]
struct Sum {
    sum: f64,
    rest: f64,
}

impl Sum {
    /// Adds a number; neither it nor the sum is below zero.
    fn with(&mut self, number: f64) -> f64 {
        let sum = self.sum + number;
        self.rest += if self.sum >= number { (self.sum - sum) + number } else { (number - sum) + self.sum };
        self.sum = sum;
        sum + self.rest
    }
}

/// A level, its gauge, its duration, and the maximum number of units it needs.
struct Step {
    level: f64,
    gauge: f64,
    weight: f64,
    most: f64,
}

impl Step {
    /// Levels that are not zero; none if one of them has a gauge of zero.
    fn all(falling: &DescendingLevels, query: WholeUnitsQuery) -> Option<Vec<Step>> {
        let something = falling.states().filter(|(_, level, _)| *level > Decimal::ZERO);
        // as for one level: cut in proportion to the gauge
        let most_units = |level: Decimal, gauge: Option<Decimal>, cap: Decimal| {
            let cut = match gauge {
                None => cap,
                Some(gauge) => level.checked_mul(cap)?.checked_div(gauge)?,
            };
            Some(float(number::ceil(cut.checked_div(query.step)?)))
        };
        let step = |(weight, level, gauge): (Decimal, Decimal, Option<Decimal>)| {
            let most = query.cap.map_or(Some(f64::INFINITY), |cap| most_units(level, gauge, cap))?;
            let gauge = gauge.unwrap_or(level);
            let step = Step { level: float(level), gauge: float(gauge), weight: float(weight), most };
            (gauge > Decimal::ZERO).then_some(step)
        };
        something.map(step).collect()
    }
}

/// A sum of weights with its error.
fn held(sum: f64) -> Ball {
    Ball::near(sum).blurred(sum * 4.0 * f64::EPSILON)
}

impl Thresholds {
    /// Lists scales up to `most`; none if counting the levels is faster, or there are too many scales.
    pub(crate) fn new(falling: &DescendingLevels, query: WholeUnitsQuery, most: Ball) -> Option<Thresholds> {
        let WholeUnitsQuery { above, cap, step, reserved } = query;
        let is_counted = step > Decimal::ZERO && above >= Decimal::ZERO && reserved >= Decimal::ZERO;
        if !is_counted || !reserved.fract().is_zero() || !most.most().is_finite() {
            return None;
        }
        let is_searched = !falling.is_gauged() && cap.is_none();
        if falling.len() > if is_searched { MANY_LEVELS } else { MOST_LISTED } {
            return None;
        }
        let steps = Step::all(falling, query)?;
        let (above, step, reserved) = (float(above), float(step), float(reserved));
        // with a gauge or a cap, so small a level may count as zero
        let is_first = is_searched && above <= 0.0 && reserved <= 0.0;
        let mut listed: Vec<(f64, f64)> = Vec::new();
        for Step { level, gauge, weight, most: most_units } in &steps {
            let (begins, rise) = (above / gauge, step / level);
            let mut before = reserved;
            while before < *most_units {
                let scale = begins + before * rise;
                if scale > most.most() {
                    break;
                }
                listed.push((scale, *weight));
                if listed.len() > MOST_LISTED {
                    return None;
                }
                before += 1.0;
            }
        }
        listed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let (mut sum, mut all) = (Sum::default(), Sum::default());
        let longer = listed.iter().map(|(_, weight)| sum.with(*weight)).collect();
        let all = steps.iter().map(|step| all.with(step.weight)).last().unwrap_or(0.0);
        let first = if is_first { (held(all), steps.len()) } else { (Ball::NOTHING, 0) };
        // a level is multiplied by the cut gauge and divided by the gauge again
        let left_over = |of: &Step| (step * LEFT_OVER + LAST_DIGIT + LAST_DIGIT / of.gauge) / of.level;
        Some(Thresholds {
            scales: listed.into_iter().map(|(scale, _)| scale).collect(),
            longer,
            first,
            left_over: steps.iter().map(left_over).fold(0.0, f64::max),
            most: most.most(),
        })
    }

    /// Number of listed scales.
    pub(crate) fn count(&self) -> usize {
        self.scales.len()
    }

    fn units(&self, scale: Ball, rest: ScaleSide) -> Option<Units> {
        if scale.is_nothing() {
            let units = if rest == ScaleSide::JustAbove { self.first } else { (Ball::NOTHING, 0) };
            return Some(Units::counted(units, units));
        }
        if scale.least() <= 0.0 || scale.most() > self.most {
            return None;
        }
        let reached = scale.least() * (1.0 - OFF) - self.left_over;
        let sure = self.scales.partition_point(|from| *from < reached);
        let possible = sure + self.scales[sure..].partition_point(|from| *from <= scale.most() * (1.0 + OFF));
        let counted = |count: usize| (held(count.checked_sub(1).map_or(0.0, |last| self.longer[last])), count);
        Some(Units::counted(counted(sure), counted(possible)))
    }

    /// The only scale between two scales at which levels need one more unit; scales within their error count as one.
    /// None if there is none or there are several.
    pub(crate) fn only_within(&self, (low, high): (f64, f64)) -> Option<f64> {
        let first = self.scales.partition_point(|scale| *scale < low);
        let beyond = first + self.scales[first..].partition_point(|scale| *scale < high);
        let (first, last) = (*self.scales[first..beyond].first()?, self.scales[beyond - 1]);
        (last - first <= first * OFF).then_some(first)
    }

    /// Σ of weight × units at a scale; none if it is outside the listed range.
    pub(crate) fn at(&self, scale: Ball) -> Option<Ball> {
        self.units(scale, ScaleSide::At)?.ball().kept()
    }

    /// Σ of weight × units over an interval in which the scale rises or is constant.
    pub(crate) fn over(&self, scale: &Bounds) -> Option<Bounds> {
        if let Some(scale) = scale.constant() {
            return self.at(scale).map(Bounds::from);
        }
        let KnownValue::Line { from, to } = scale.0 else { return None };
        let rises = from.is_surely_below(to);
        let known = rises.then(|| bounded_by(self.units(from, ScaleSide::JustAbove)?, self.units(to, ScaleSide::At)?));
        known.flatten().map(Bounds::from)
    }
}

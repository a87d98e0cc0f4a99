//! A curve query as a piecewise-linear function of its scale. It is built once; a lookup takes the same time for a dozen
//! levels and for a hundred thousand.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use crate::levels::{DescendingLevels, Floats};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::Arc;

/// Maximum number of breakpoints of a function; with more of them, every level is evaluated instead.
const MOST_BREAKPOINTS: usize = 1 << 18;
/// Number of buckets that fit into a cache.
const MOST_CACHED: usize = 1 << 16;
/// A unit filled up to this share of a level counts as filled: the tolerance for rounding.
pub(super) const FILLED: f64 = 1e-12;

/// A decimal as a float.
pub(super) fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// A level of a load in floating point: its weight (hours), its gauge, and its ratio to the gauge. Without a gauge, the
/// gauge is the level itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FloatLevel {
    pub weight: f64,
    pub gauge: f64,
    pub share: f64,
    /// Whether its gauge is zero; then the query does not cut it.
    is_uncut: bool,
}

impl FloatLevel {
    /// The levels in floating point, without those that are zero.
    fn all(falling: &DescendingLevels) -> Vec<FloatLevel> {
        let states = falling.states().filter(|(weight, level, _)| !weight.is_zero() && !level.is_zero());
        let float = |(weight, level, gauge): (Decimal, Decimal, Option<Decimal>)| {
            let uncut = FloatLevel::ungauged(float(level), float(weight));
            match gauge {
                None => uncut,
                Some(gauge) if gauge.is_zero() => FloatLevel { is_uncut: true, ..uncut },
                Some(gauge) => {
                    let share = level.checked_div(gauge).map_or_else(|| float(level) / float(gauge), float);
                    FloatLevel { gauge: float(gauge), share, ..uncut }
                }
            }
        };
        states.map(float).collect()
    }

    fn ungauged(level: f64, weight: f64) -> FloatLevel {
        FloatLevel { weight, gauge: level, share: 1.0, is_uncut: false }
    }

    /// The query of this level.
    fn query(&self, query: &FloatQuery) -> FloatQuery {
        if self.is_uncut { FloatQuery { above: 0.0, cap: f64::INFINITY, ..*query } } else { *query }
    }
}

/// The levels of a curve in floating point.
#[derive(Debug)]
pub(super) enum FloatLevels {
    /// All levels.
    Listed(Vec<FloatLevel>),
    /// The sum of two independent parts.
    Independent(Arc<DescendingLevels>),
}

impl FloatLevels {
    pub(super) fn of(falling: &Arc<DescendingLevels>) -> FloatLevels {
        match falling.parts() {
            (_, None) => FloatLevels::Listed(FloatLevel::all(falling)),
            (_, Some(_)) => FloatLevels::Independent(Arc::clone(falling)),
        }
    }

    /// Σ of weight × units at a scale.
    pub(super) fn units(&self, query: &FloatQuery, scale: f64) -> f64 {
        match self {
            FloatLevels::Listed(levels) => levels.iter().map(|level| level.weight * query.units(level, scale)).sum(),
            FloatLevels::Independent(falling) => query.units_of_sum(falling.floats(), scale),
        }
    }

    /// Maximum number of units of a level at a scale.
    pub(super) fn most(&self, query: &FloatQuery, scale: f64) -> f64 {
        match self {
            FloatLevels::Listed(levels) => levels.iter().map(|level| query.units(level, scale)).fold(0.0, f64::max),
            FloatLevels::Independent(falling) => {
                query.units(&FloatLevel::ungauged(float(falling.highest()), 1.0), scale)
            }
        }
    }
}

/// A query in floating point: units of size `step` above `above`, at most `cap`, minus `reserved` units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FloatQuery {
    pub above: f64,
    pub cap: f64,
    pub step: Option<f64>,
    pub reserved: f64,
}

impl FloatQuery {
    /// Units of a level at a scale.
    pub fn units(&self, level: &FloatLevel, scale: f64) -> f64 {
        let query = level.query(self);
        let reached = scale * level.gauge;
        let excess = reached - query.above;
        if excess <= reached.abs() * FILLED {
            return 0.0;
        }
        let units = level.share * excess.min(query.cap);
        match self.step {
            Some(step) => (ceiling(units / step, 0.0) - self.reserved).max(0.0),
            None => units,
        }
    }
}

impl FloatQuery {
    /// Σ of weight × units of a sum of independent parts.
    fn units_of_sum(&self, floats: &Floats, scale: f64) -> f64 {
        let load_above = |level: f64| {
            let (longer, area) = floats.area_above(level / scale);
            scale * area.middle() - level * longer.middle()
        };
        let highest = floats.highest().map_or(0.0, |highest| highest.middle() * scale);
        let Some(step) = self.step else {
            let capped = if self.cap.is_finite() { load_above(self.above + self.cap) } else { 0.0 };
            return if highest > self.above { load_above(self.above) - capped } else { 0.0 };
        };
        let most = ceiling((highest - self.above).min(self.cap) / step, 0.0) - self.reserved;
        if most.is_nan() || most <= 0.0 {
            return if most.is_nan() { most } else { 0.0 };
        }
        #[allow(clippy::cast_precision_loss, reason = "the number of levels is exact as a float")]
        let is_counted = most < floats.count() as f64 && self.reserved >= 0.0 && self.reserved.fract() == 0.0;
        if !is_counted {
            let levels = floats.each().map(|(level, weight)| FloatLevel::ungauged(level.middle(), weight.middle()));
            return levels.map(|level| level.weight * self.units(&level, scale)).sum();
        }
        let (mut sum, mut before) = (0.0, self.reserved);
        while before < self.reserved + most {
            let bound = (self.above + before * step) / scale * (1.0 + FILLED);
            sum += floats.passing((bound, bound)).0.longer.middle();
            before += 1.0;
        }
        sum
    }
}

/// 1.5 · 2^52: the sum with a float has no digits after the point, so it is rounded to the nearest integer. Not every x86-64
/// processor has an instruction for that (SSE4.1).
const ROUNDING_OFFSET: f64 = 6_755_399_441_055_744.0;
/// 2^51, the largest float that the offset rounds.
const MOST_ROUNDED: f64 = 2_251_799_813_685_248.0;

/// Smallest integer that is not below `value`, up to the tolerance for rounding.
pub(super) fn ceiling(value: f64, tolerance: f64) -> f64 {
    if value.abs() > MOST_ROUNDED {
        return value.ceil();
    }
    let whole = value + ROUNDING_OFFSET - ROUNDING_OFFSET;
    let is_near = (value - whole).abs() <= tolerance.max(FILLED * value.abs().max(1.0));
    if is_near || whole >= value { whole } else { whole + 1.0 }
}

/// Piecewise-linear function of the scale: constant + slope × scale on each segment, which includes its upper end.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PiecewiseLinear {
    low: f64,
    per_bucket: f64,
    /// For each of equal buckets of the range: the segment in which it begins.
    starts: Vec<u32>,
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Segment {
    upper: f64,
    constant: f64,
    slope: f64,
}

/// A change of constant and slope just above a scale.
#[derive(Clone, Copy)]
struct Breakpoint {
    at: f64,
    constant: f64,
    slope: f64,
}

impl PiecewiseLinear {
    /// Function of levels for scales from `low` to `high`; none if it has too many breakpoints.
    pub fn new(levels: &[FloatLevel], query: &FloatQuery, (low, high): (f64, f64)) -> Option<PiecewiseLinear> {
        if !(low.is_finite() && high.is_finite() && low >= 0.0 && low <= high) {
            return None;
        }
        let mut breakpoints = Vec::new();
        for level in levels {
            match query.step {
                None => breakpoints.extend(level.bends(&level.query(query))),
                Some(step) => level.jumps(&level.query(query), step, (low, high), &mut breakpoints),
            }
            if breakpoints.len() > MOST_BREAKPOINTS {
                return None;
            }
        }
        breakpoints.sort_by(|a, b| a.at.total_cmp(&b.at));
        Some(PiecewiseLinear::of(&breakpoints, low, high))
    }

    fn of(breakpoints: &[Breakpoint], low: f64, high: f64) -> PiecewiseLinear {
        let mut segments: Vec<Segment> = Vec::new();
        let (mut constant, mut slope) = (0.0, 0.0);
        for breakpoint in breakpoints {
            if breakpoint.at >= low {
                match segments.last_mut() {
                    // breakpoints at the same scale are merged
                    Some(last) if last.upper >= breakpoint.at => {}
                    _ => segments.push(Segment { upper: breakpoint.at, constant, slope }),
                }
            }
            constant += breakpoint.constant;
            slope += breakpoint.slope;
        }
        segments.push(Segment { upper: f64::INFINITY, constant, slope });
        // eight per segment while they fit into a cache, so that the first segment is mostly the right one
        let buckets = (segments.len() * 8).min(MOST_CACHED.max(segments.len() * 2)).next_power_of_two();
        let count = u32::try_from(buckets).unwrap_or(u32::MAX);
        let width = (high - low) / f64::from(count);
        let mut starts = Vec::with_capacity(buckets);
        let mut at = 0_u32;
        for bucket in 0..count {
            let begin = low + width * f64::from(bucket);
            // a little below, so that rounding cannot skip a segment: with at most 2^22 buckets it is less than a millionth
            // of the width
            let begin = begin - (width * 1e-6 + begin.abs() * f64::EPSILON * 4.0);
            while segments[at as usize].upper < begin {
                at += 1;
            }
            starts.push(at);
        }
        let per_bucket = if width > 0.0 { 1.0 / width } else { 0.0 };
        PiecewiseLinear { low, per_bucket, starts, segments }
    }

    /// Value at a scale in the range.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast from a float saturates")]
    pub fn at(&self, scale: f64) -> f64 {
        if scale.is_nan() {
            return f64::NAN;
        }
        let bucket = ((scale - self.low) * self.per_bucket) as usize;
        let mut at = self.starts[bucket.min(self.starts.len() - 1)] as usize;
        while self.segments[at].upper < scale {
            at += 1;
        }
        let segment = &self.segments[at];
        segment.constant + segment.slope * scale
    }
}

impl FloatLevel {
    /// Scales at which the fractional units of a level begin and stop to rise.
    fn bends(&self, query: &FloatQuery) -> impl Iterator<Item = Breakpoint> {
        let rise = self.weight * self.share;
        let rising = self.gauge > 0.0 && rise != 0.0;
        let begins =
            Breakpoint { at: query.above / self.gauge, constant: -rise * query.above, slope: rise * self.gauge };
        let top = query.above + query.cap;
        let ends = Breakpoint { at: top / self.gauge, constant: rise * top, slope: -rise * self.gauge };
        [Some(begins), top.is_finite().then_some(ends)].into_iter().flatten().filter(move |_| rising)
    }

    /// Adds the scales at which a level needs one more unit.
    fn jumps(&self, query: &FloatQuery, step: f64, (low, high): (f64, f64), breakpoints: &mut Vec<Breakpoint>) {
        if self.gauge <= 0.0 || self.share <= 0.0 || step <= 0.0 {
            return;
        }
        let beyond = |units: f64| (units - query.reserved).max(0.0);
        let mut units = query.whole_units(self, low, step);
        if units > 0.0 {
            breakpoints.push(Breakpoint { at: f64::NEG_INFINITY, constant: self.weight * beyond(units), slope: 0.0 });
        }
        let most = query.whole_units(self, high, step);
        while units < most && breakpoints.len() <= MOST_BREAKPOINTS {
            let reached = query.above + units * step / self.share;
            let at = reached / self.gauge * (1.0 + FILLED);
            units += 1.0;
            let constant = self.weight * (beyond(units) - beyond(units - 1.0));
            if constant != 0.0 {
                breakpoints.push(Breakpoint { at: at.max(low), constant, slope: 0.0 });
            }
        }
    }
}

impl FloatQuery {
    /// Whole units of a level, including reserved ones.
    fn whole_units(&self, level: &FloatLevel, scale: f64, step: f64) -> f64 {
        FloatQuery { step: Some(step), reserved: 0.0, ..*self }.units(level, scale)
    }
}

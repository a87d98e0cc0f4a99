//! What a query of a curve comes to while nothing but its scale moves: straight lines between jumps, listed once and looked
//! up ever after, so that asking costs the same for a dozen levels and for a hundred thousand.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use crate::levels::Falling;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Bounds that a course may have; with more of them, every level is looked at instead.
const MOST_BOUNDS: usize = 1 << 18;
/// Buckets that a cache holds.
const MOST_CACHED: usize = 1 << 16;
/// A unit that is filled but for this share of a level is filled: so much binary floating point leaves over.
pub(super) const FILLED: f64 = 1e-12;

/// An exact number in binary floating point.
pub(super) fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

/// A level in binary floating point: how long it is held, where it is on the gauge, and which share of that it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FloatLevel {
    pub weight: f64,
    pub gauge: f64,
    pub share: f64,
}

impl FloatLevel {
    /// The levels in binary floating point; none where something is demanded of which the gauge shows nothing.
    pub(super) fn all(falling: &Falling) -> Option<Vec<FloatLevel>> {
        let states = falling.states().filter(|(weight, level, _)| !weight.is_zero() && !level.is_zero());
        let float = |state: (Decimal, Decimal, Option<Decimal>)| {
            let (weight, level, gauge) = state;
            let share = match gauge {
                None => Some(Decimal::ONE),
                Some(gauge) => level.checked_div(gauge),
            };
            Some(FloatLevel { weight: float(weight), gauge: float(gauge.unwrap_or(level)), share: float(share?) })
        };
        states.map(float).collect()
    }
}

/// What is asked of every level: units of `step` of what lies above `above` and is at most `cap` of that, beyond `reserved`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    pub above: f64,
    pub cap: f64,
    pub step: Option<f64>,
    pub reserved: f64,
}

impl Asked {
    /// The units of one level at a scale.
    pub fn units(&self, level: &FloatLevel, scale: f64) -> f64 {
        let reached = scale * level.gauge;
        let excess = reached - self.above;
        if excess <= reached.abs() * FILLED {
            return 0.0;
        }
        let units = level.share * excess.min(self.cap);
        match self.step {
            Some(step) => (ceiling(units / step, 0.0) - self.reserved).max(0.0),
            None => units,
        }
    }
}

/// The smallest whole number that is not below, where what rounding leaves over does not decide.
pub(super) fn ceiling(value: f64, tolerance: f64) -> f64 {
    let whole = value.round();
    if (value - whole).abs() <= tolerance.max(FILLED * value.abs().max(1.0)) { whole } else { value.ceil() }
}

/// A function of the scale: constant + slope × scale on every stretch between two bounds, of which the upper belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Course {
    low: f64,
    per_bucket: f64,
    /// The stretch in which each of equal parts of the range begins.
    starts: Vec<u32>,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    upper: f64,
    constant: f64,
    slope: f64,
}

/// Where the function bends or jumps, just above a scale.
#[derive(Clone, Copy)]
struct Turn {
    at: f64,
    constant: f64,
    slope: f64,
}

impl Course {
    /// Of levels, while the scale runs from `low` to `high`; none where it would have too many bounds.
    pub fn new(levels: &[FloatLevel], asked: &Asked, (low, high): (f64, f64)) -> Option<Course> {
        if !(low.is_finite() && high.is_finite() && low >= 0.0 && low <= high) {
            return None;
        }
        let mut turns = Vec::new();
        for level in levels {
            match asked.step {
                None => turns.extend(level.bends(asked)),
                Some(step) => level.jumps(asked, step, (low, high), &mut turns),
            }
            if turns.len() > MOST_BOUNDS {
                return None;
            }
        }
        turns.sort_by(|a, b| a.at.total_cmp(&b.at));
        Some(Course::of(&turns, low, high))
    }

    fn of(turns: &[Turn], low: f64, high: f64) -> Course {
        let mut stretches: Vec<Stretch> = Vec::new();
        let (mut constant, mut slope) = (0.0, 0.0);
        for turn in turns {
            if turn.at >= low {
                match stretches.last_mut() {
                    // turns at one place are one bound
                    Some(last) if last.upper >= turn.at => {}
                    _ => stretches.push(Stretch { upper: turn.at, constant, slope }),
                }
            }
            constant += turn.constant;
            slope += turn.slope;
        }
        stretches.push(Stretch { upper: f64::INFINITY, constant, slope });
        // eight a stretch while they stay in a cache, so that most scales lie in the first that is looked at
        let buckets = (stretches.len() * 8).min(MOST_CACHED.max(stretches.len() * 2)).next_power_of_two();
        let count = u32::try_from(buckets).unwrap_or(u32::MAX);
        let width = (high - low) / f64::from(count);
        let mut starts = Vec::with_capacity(buckets);
        let mut at = 0_u32;
        for bucket in 0..count {
            let begin = low + width * f64::from(bucket);
            // a little before, so that rounding cannot put a scale behind its stretch: of at most 2^22 buckets it moves none by a
            // millionth of its width
            let begin = begin - (width * 1e-6 + begin.abs() * f64::EPSILON * 4.0);
            while stretches[at as usize].upper < begin {
                at += 1;
            }
            starts.push(at);
        }
        let per_bucket = if width > 0.0 { 1.0 / width } else { 0.0 };
        Course { low, per_bucket, starts, stretches }
    }

    /// The value at a scale of the range.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast from a float stops at the ends")]
    pub fn at(&self, scale: f64) -> f64 {
        if scale.is_nan() {
            return f64::NAN;
        }
        let bucket = ((scale - self.low) * self.per_bucket) as usize;
        let mut at = self.starts[bucket.min(self.starts.len() - 1)] as usize;
        while self.stretches[at].upper < scale {
            at += 1;
        }
        let stretch = &self.stretches[at];
        stretch.constant + stretch.slope * scale
    }
}

impl FloatLevel {
    /// Where the units of one level, not counted in whole ones, begin to rise and end to.
    fn bends(&self, asked: &Asked) -> impl Iterator<Item = Turn> {
        let rise = self.weight * self.share;
        let rising = self.gauge > 0.0 && rise != 0.0;
        let begins = Turn { at: asked.above / self.gauge, constant: -rise * asked.above, slope: rise * self.gauge };
        let top = asked.above + asked.cap;
        let ends = Turn { at: top / self.gauge, constant: rise * top, slope: -rise * self.gauge };
        [Some(begins), top.is_finite().then_some(ends)].into_iter().flatten().filter(move |_| rising)
    }

    /// Where one more unit is needed.
    fn jumps(&self, asked: &Asked, step: f64, (low, high): (f64, f64), turns: &mut Vec<Turn>) {
        if self.gauge <= 0.0 || self.share <= 0.0 || step <= 0.0 {
            return;
        }
        let beyond = |units: f64| (units - asked.reserved).max(0.0);
        let mut units = asked.units_whole(self, low, step);
        if units > 0.0 {
            turns.push(Turn { at: f64::NEG_INFINITY, constant: self.weight * beyond(units), slope: 0.0 });
        }
        let most = asked.units_whole(self, high, step);
        while units < most && turns.len() <= MOST_BOUNDS {
            let reached = asked.above + units * step / self.share;
            let at = reached / self.gauge * (1.0 + FILLED);
            units += 1.0;
            let constant = self.weight * (beyond(units) - beyond(units - 1.0));
            if constant != 0.0 {
                turns.push(Turn { at: at.max(low), constant, slope: 0.0 });
            }
        }
    }
}

impl Asked {
    /// Whole units of one level, whether or not they are reserved.
    fn units_whole(&self, level: &FloatLevel, scale: f64, step: f64) -> f64 {
        Asked { step: Some(step), reserved: 0.0, ..*self }.units(level, scale)
    }
}

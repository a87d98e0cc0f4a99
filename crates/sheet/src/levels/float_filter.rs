//! Float filter for exact levels: which of them lie above a bound, and how many units one of them needs. Cases that are
//! too close for floating point are left to exact numbers.

#![allow(clippy::float_arithmetic, reason = "close cases are left to exact numbers")]

use super::falling::DescendingLevels;
use super::whole_units::WholeUnits;
use crate::float::float;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::ops::{Range, RangeInclusive};

/// Relative distance up to which two numbers are too close: a thousand times the error of a few float operations, and
/// more than the residue of divisions that exact numbers ignore.
const NEAR: f64 = 1e-12;

/// Range of scales and steps whose quotients are known to that precision; the last digit of a decimal is its 28th
/// decimal place.
const KNOWN: RangeInclusive<f64> = 1e-9..=1e12;

/// Whole units above a level, in binary floating point.
#[derive(Clone, Copy)]
pub(super) struct FloatFilter {
    scale: f64,
    above: f64,
    step: f64,
    reserved: u64,
}

impl FloatFilter {
    /// The filter; none if the error of floats may exceed the distance that is too close.
    pub(super) fn of(units: &WholeUnits) -> Option<FloatFilter> {
        let (scale, above, step) = (float(units.scale), float(units.above), float(units.step));
        let is_known = are_known(above, scale) && KNOWN.contains(&step);
        let reserved = units.reserved.fract().is_zero().then(|| units.reserved.to_u64())??;
        is_known.then_some(FloatFilter { scale, above, step, reserved })
    }

    /// Approximate level from which on `units` units are needed.
    pub(super) fn threshold(&self, units: Decimal) -> f64 {
        ((float(units) - 1.0) * self.step + self.above) / self.scale
    }

    /// Units of a level beyond the reserved ones, if floating point decides.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an integer up to 10^15")]
    pub(super) fn units(&self, level: f64) -> Option<u64> {
        let reached = self.scale * level;
        let units = (reached - self.above) / self.step;
        let near = NEAR * ((reached + self.above) / self.step + 1.0);
        if units < -near {
            return Some(0);
        }
        let is_decided = units < 1e15 && (units - units.round()).abs() > near;
        is_decided.then(|| (units.ceil() as u64).saturating_sub(self.reserved))
    }
}

/// Approximate level that reaches `above` when scaled; none if the error of floats may exceed the distance that is too
/// close.
pub(super) fn about(above: Decimal, scale: Decimal) -> Option<f64> {
    let (above, scale) = (float(above), float(scale));
    are_known(above, scale).then(|| above / scale)
}

fn are_known(above: f64, scale: f64) -> bool {
    KNOWN.contains(&scale) && (0.0..=*KNOWN.end()).contains(&above)
}

impl DescendingLevels {
    /// Levels of the first part whose sum with an offset is so close to an approximate bound that only exact numbers
    /// decide whether it exceeds it: all before them lie above it, none after them. Without a bound, all levels.
    pub(super) fn near(&self, bound: Option<f64>, offset: Decimal) -> Range<usize> {
        let floats = self.floats();
        let Some(bound) = bound else { return 0..floats.count() };
        let near = NEAR * (bound + 1.0);
        let bound = bound - float(offset);
        floats.between((bound - near, bound + near))
    }
}

#[cfg(test)]
mod tests {
    use super::super::whole_units::ScaleSide;
    use super::*;
    use crate::arithmetic::Number;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn units_close_to_a_whole_number_are_undecided() {
        let units = WholeUnits {
            scale: d("0.5"),
            above: d("3"),
            step: d("8"),
            reserved: Decimal::ONE,
            rest: ScaleSide::JustAbove,
        };
        let filter = FloatFilter::of(&units).unwrap();
        // (0.5 × 100 − 3) ÷ 8 is 5.875, and one unit is reserved
        assert_eq!(filter.units(100.0), Some(5));
        assert_eq!(filter.units(7.0), Some(0));
        assert_eq!(filter.units(5.0), Some(0));
        // 0.5 × 22 − 3 is 8, one unit; just above it two are needed
        assert_eq!(filter.units(22.0), None);
        assert_eq!(filter.units(22.0 + 1e-12), None);
        assert_eq!(filter.units(22.0 + 1e-9), Some(1));
        assert_eq!(filter.units(6.0), None);
        assert!((filter.threshold(d("2")) - 22.0).abs() < 1e-12);
    }

    #[test]
    fn numbers_beyond_the_known_range_have_no_filter() {
        let units = WholeUnits {
            scale: Decimal::ONE,
            above: Decimal::ZERO,
            step: Decimal::ONE,
            reserved: Decimal::ZERO,
            rest: ScaleSide::At,
        };
        assert!(FloatFilter::of(&units).is_some());
        assert!(FloatFilter::of(&WholeUnits { scale: Decimal::ZERO, ..units }).is_none());
        assert!(FloatFilter::of(&WholeUnits { above: d("-1"), ..units }).is_none());
        assert!(FloatFilter::of(&WholeUnits { step: d("0.0000000000001"), ..units }).is_none());
        assert!(FloatFilter::of(&WholeUnits { reserved: d("0.5"), ..units }).is_none());
    }

    #[test]
    fn decided_units_equal_exact_units() {
        let offs = ["0", "1e-27", "1e-21", "1e-18", "1e-13", "1e-11", "1e-7", "0.3"]
            .map(|off| Decimal::from_scientific(off).or_else(|_| off.parse()).unwrap());
        let third = Decimal::ONE / d("3");
        let mut decided = [0, 0];
        for scale in [Decimal::ONE, third, d("0.7"), d("123456.789"), d("0.000001")] {
            for (above, step) in [("0", d("8")), ("4", d("1.3")), ("100.25", third), ("0.000003", d("24"))] {
                for (reserved, rest) in [
                    ("0", ScaleSide::At),
                    ("0", ScaleSide::JustAbove),
                    ("2", ScaleSide::At),
                    ("2", ScaleSide::JustAbove),
                ] {
                    let (above, reserved) = (d(above), d(reserved));
                    let units = WholeUnits { scale, above, step, reserved, rest };
                    let filter = FloatFilter::of(&units).unwrap();
                    for count in 0..7 {
                        let reached = (step * Decimal::from(count) + above) / scale;
                        for level in offs.iter().flat_map(|off| [reached + off, (reached - off).max(Decimal::ZERO)]) {
                            let found = filter.units(float(level)).map(Decimal::from);
                            let exact = units.units(level).unwrap().positive_part_over(&reserved).unwrap();
                            assert!(
                                found.is_none_or(|found| found == exact),
                                "{units:?} at {level}: {found:?}, not {exact}"
                            );
                            decided[usize::from(found.is_some())] += 1;
                        }
                    }
                }
            }
        }
        // larger differences are decided, smaller ones are not
        assert!(decided.iter().all(|&count| count > 1_000), "{decided:?}");
    }

    #[test]
    fn only_levels_close_to_a_threshold_need_exact_numbers() {
        let (scale, above, step) = (d("0.7"), d("4"), Decimal::ONE / d("3"));
        for rest in [ScaleSide::At, ScaleSide::JustAbove] {
            let units = WholeUnits { scale, above, step, reserved: Decimal::ZERO, rest };
            let filter = FloatFilter::of(&units).unwrap();
            for count in 1..9 {
                let needed = Decimal::from(count);
                let at = (step * (needed - Decimal::ONE) + above) / scale;
                let offs = ["2", "0.0000001", "0.000000000000000000001", "0"].map(d);
                let higher = offs.map(|off| (at + off, Decimal::ONE)).to_vec();
                let lower = offs[..3].iter().rev().map(|off| (at - off, Decimal::ONE)).collect();
                let falling = DescendingLevels::of_weighted([higher, lower].concat()).unwrap();
                let threshold = units.threshold(needed).unwrap().unwrap();
                let exact = falling.states().filter(|(_, level, _)| threshold.holds(*level)).count();
                let near = falling.near(Some(filter.threshold(needed)), Decimal::ZERO);
                assert_eq!(near, 2..5, "{count}");
                assert!((near.start..=near.end).contains(&exact), "{count}: {exact}");
            }
        }
    }
}

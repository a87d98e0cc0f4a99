//! What binary floating point tells of exact levels: which of them lie above a bound, and how many units one of them needs.
//! What lies so near that floats cannot tell is left to exact numbers.

#![allow(clippy::float_arithmetic, reason = "what is near is left to exact numbers")]

use super::falling::Falling;
use super::whole_units::WholeUnits;
use crate::float::float;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::ops::{Range, RangeInclusive};

/// By which share of itself a number counts as near to another: a thousand times what a few operations on floats are off by,
/// and what exact numbers take for what divisions left over is less still.
const NEAR: f64 = 1e-12;

/// What scales and steps have to be for their quotients to be known to so many digits, whose last is the 28th decimal.
const KNOWN: RangeInclusive<f64> = 1e-9..=1e12;

/// Whole units above a level, in binary floating point.
#[derive(Clone, Copy)]
pub(super) struct Told {
    scale: f64,
    above: f64,
    step: f64,
    reserved: u64,
}

impl Told {
    /// None where floats may be off by more than what is near.
    pub(super) fn of(units: &WholeUnits) -> Option<Told> {
        let (scale, above, step) = (float(units.scale), float(units.above), float(units.step));
        let is_known = are_known(above, scale) && KNOWN.contains(&step);
        let reserved = units.reserved.fract().is_zero().then(|| units.reserved.to_u64())??;
        is_known.then_some(Told { scale, above, step, reserved })
    }

    /// About the level from which on so many units are needed.
    pub(super) fn threshold(&self, units: Decimal) -> f64 {
        ((float(units) - 1.0) * self.step + self.above) / self.scale
    }

    /// Units of a level beyond those reserved, if floats can tell.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number up to 10^15")]
    pub(super) fn units(&self, level: f64) -> Option<u64> {
        let reached = self.scale * level;
        let units = (reached - self.above) / self.step;
        let near = NEAR * ((reached + self.above) / self.step + 1.0);
        if units < -near {
            return Some(0);
        }
        let is_told = units < 1e15 && (units - units.round()).abs() > near;
        is_told.then(|| (units.ceil() as u64).saturating_sub(self.reserved))
    }
}

/// About the level that lies at `above` once it is scaled; none where floats may be off by more than what is near.
pub(super) fn about(above: Decimal, scale: Decimal) -> Option<f64> {
    let (above, scale) = (float(above), float(scale));
    are_known(above, scale).then(|| above / scale)
}

fn are_known(above: f64, scale: f64) -> bool {
    KNOWN.contains(&scale) && (0.0..=*KNOWN.end()).contains(&above)
}

impl Falling {
    /// The levels that lie so near to about a bound that only exact numbers tell on which side: all before them lie above it,
    /// and none after them. Without a bound they are all.
    pub(super) fn near(&self, bound: Option<f64>) -> Range<usize> {
        let Some(bound) = bound else { return 0..self.len() };
        let near = NEAR * (bound + 1.0);
        let floats = self.floats();
        floats.above(bound + near)..floats.above(bound - near)
    }
}

#[cfg(test)]
mod tests {
    use super::super::whole_units::Rest;
    use super::*;
    use crate::arithmetic::Number;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn floats_tell_units_unless_they_are_near_a_whole_number() {
        let units =
            WholeUnits { scale: d("0.5"), above: d("3"), step: d("8"), reserved: Decimal::ONE, rest: Rest::JustAbove };
        let told = Told::of(&units).unwrap();
        // (0.5 × 100 − 3) ÷ 8 is 5.875, of which one is reserved
        assert_eq!(told.units(100.0), Some(5));
        assert_eq!(told.units(7.0), Some(0));
        assert_eq!(told.units(5.0), Some(0));
        // 0.5 × 22 − 3 is 8, one unit; just above it two are needed
        assert_eq!(told.units(22.0), None);
        assert_eq!(told.units(22.0 + 1e-12), None);
        assert_eq!(told.units(22.0 + 1e-9), Some(1));
        assert_eq!(told.units(6.0), None);
        assert!((told.threshold(d("2")) - 22.0).abs() < 1e-12);
    }

    #[test]
    fn floats_tell_nothing_of_what_they_do_not_know_to_their_digits() {
        let units = WholeUnits {
            scale: Decimal::ONE,
            above: Decimal::ZERO,
            step: Decimal::ONE,
            reserved: Decimal::ZERO,
            rest: Rest::At,
        };
        assert!(Told::of(&units).is_some());
        assert!(Told::of(&WholeUnits { scale: Decimal::ZERO, ..units }).is_none());
        assert!(Told::of(&WholeUnits { above: d("-1"), ..units }).is_none());
        assert!(Told::of(&WholeUnits { step: d("0.0000000000001"), ..units }).is_none());
        assert!(Told::of(&WholeUnits { reserved: d("0.5"), ..units }).is_none());
    }

    #[test]
    fn what_floats_tell_is_what_exact_numbers_say() {
        let offs = ["0", "1e-27", "1e-21", "1e-18", "1e-13", "1e-11", "1e-7", "0.3"]
            .map(|off| Decimal::from_scientific(off).or_else(|_| off.parse()).unwrap());
        let third = Decimal::ONE / d("3");
        let mut told = [0, 0];
        for scale in [Decimal::ONE, third, d("0.7"), d("123456.789"), d("0.000001")] {
            for (above, step) in [("0", d("8")), ("4", d("1.3")), ("100.25", third), ("0.000003", d("24"))] {
                for (reserved, rest) in
                    [("0", Rest::At), ("0", Rest::JustAbove), ("2", Rest::At), ("2", Rest::JustAbove)]
                {
                    let (above, reserved) = (d(above), d(reserved));
                    let units = WholeUnits { scale, above, step, reserved, rest };
                    let floats = Told::of(&units).unwrap();
                    for count in 0..7 {
                        let reached = (step * Decimal::from(count) + above) / scale;
                        for level in offs.iter().flat_map(|off| [reached + off, (reached - off).max(Decimal::ZERO)]) {
                            let found = floats.units(float(level)).map(Decimal::from);
                            let exact = units.units(level).unwrap().positive_part_over(&reserved).unwrap();
                            assert!(
                                found.is_none_or(|found| found == exact),
                                "{units:?} at {level}: {found:?}, not {exact}"
                            );
                            told[usize::from(found.is_some())] += 1;
                        }
                    }
                }
            }
        }
        // the larger differences are told, the smaller ones are not
        assert!(told.iter().all(|&count| count > 1_000), "{told:?}");
    }

    #[test]
    fn levels_near_a_threshold_are_all_that_exact_numbers_are_asked_for() {
        let (scale, above, step) = (d("0.7"), d("4"), Decimal::ONE / d("3"));
        for rest in [Rest::At, Rest::JustAbove] {
            let units = WholeUnits { scale, above, step, reserved: Decimal::ZERO, rest };
            let floats = Told::of(&units).unwrap();
            for count in 1..9 {
                let needed = Decimal::from(count);
                let at = (step * (needed - Decimal::ONE) + above) / scale;
                let offs = ["2", "0.0000001", "0.000000000000000000001", "0"].map(d);
                let higher = offs.map(|off| (at + off, Decimal::ONE)).to_vec();
                let lower = offs[..3].iter().rev().map(|off| (at - off, Decimal::ONE)).collect();
                let falling = Falling::of_weighted([higher, lower].concat()).unwrap();
                let threshold = units.threshold(needed).unwrap().unwrap();
                let exact = falling.shares().filter(|(level, _)| threshold.holds(*level)).count();
                let near = falling.near(Some(floats.threshold(needed)));
                assert_eq!(near, 2..5, "{count}");
                assert!((near.start..=near.end).contains(&exact), "{count}: {exact}");
            }
        }
    }
}

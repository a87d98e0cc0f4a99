//! Axes: map values to positions, with round tick values.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Converts a number to a float.
pub(super) fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or_default()
}

/// An axis of amounts with round ends.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Lowest and highest value.
    ends: [f64; 2],
    /// Positions of the ends.
    places: [f64; 2],
    /// Tick values.
    pub(super) ticks: Vec<f64>,
    /// Divisor of tick labels, and its name.
    unit: (f64, &'static str),
    /// Decimals of tick labels.
    decimals: usize,
}

impl Axis {
    /// An axis that contains zero and all values, with about `steps` steps.
    pub(super) fn of(values: impl Iterator<Item = f64>, steps: f64, places: [f64; 2]) -> Axis {
        let (least, most) = values.fold((0.0_f64, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)));
        let span = if most > least { most - least } else { 1.0 };
        let step = round_step(span / steps);
        let (first, last) = ((least / step).floor(), ((most / step).ceil()).max((least / step).floor() + 1.0));
        let mut ticks = Vec::new();
        let mut at = first;
        while at <= last {
            ticks.push(at * step);
            at += 1.0;
        }
        let unit = unit_of((first * step).abs().max((last * step).abs()));
        let decimals = decimals_of(step / unit.0);
        Axis { ends: [first * step, last * step], places, ticks, unit, decimals }
    }

    /// Position of a value.
    pub(super) fn place(&self, value: f64) -> f64 {
        let [least, most] = self.ends;
        let [from, to] = self.places;
        from + (value - least) / (most - least) * (to - from)
    }

    /// Label of a value in the unit of the axis.
    pub(super) fn text(&self, value: f64) -> String {
        let decimals = self.decimals;
        // zero has no sign on any platform
        let value = if value == 0.0 { 0.0 } else { value / self.unit.0 };
        format!("{value:.decimals$}").replace('-', "−")
    }

    /// Unit with currency: `million USD`.
    pub(super) fn measured_in(&self, currency: &str) -> String {
        [self.unit.1, currency].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// Smallest n such that every nth of `of` entries has the space it needs.
pub(super) fn every(needed: f64, each: f64, of: usize) -> usize {
    let most = of.max(1);
    (1..most).find(|every| count(*every) * each >= needed).unwrap_or(most)
}

/// A count as a float.
pub(super) fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}

/// Smallest 1, 2 or 5 times a power of ten that is at least `least`; 1 for zero.
pub(super) fn round_step(least: f64) -> f64 {
    if least <= f64::MIN_POSITIVE {
        return 1.0;
    }
    let mut power = 1.0;
    while power * 10.0 <= least {
        power *= 10.0;
    }
    while power > least {
        power /= 10.0;
    }
    [1.0, 2.0, 5.0].into_iter().map(|times| times * power).find(|step| *step >= least).unwrap_or(power * 10.0)
}

fn unit_of(most: f64) -> (f64, &'static str) {
    if most >= 1e9 {
        (1e9, "billion")
    } else if most >= 1e6 {
        (1e6, "million")
    } else if most >= 1e4 {
        (1e3, "thousand")
    } else {
        (1.0, "")
    }
}

/// Decimals of a step.
fn decimals_of(step: f64) -> usize {
    let mut decimals = 0;
    let mut scaled = step;
    while decimals < 6 && (scaled - scaled.round()).abs() > 1e-6 {
        scaled *= 10.0;
        decimals += 1;
    }
    decimals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_round_values_in_a_unit_that_is_read() {
        // 5.8 million in five steps is 1.16 million per step; the next round step is 2 million
        let axis = Axis::of([5.8e6, 1.2e6].into_iter(), 5.0, [300.0, 0.0]);
        let written: Vec<String> = axis.ticks.iter().map(|tick| axis.text(*tick)).collect();
        assert_eq!(written, ["0", "2", "4", "6"]);
        assert_eq!(axis.measured_in("USD"), "million USD");
        let place = axis.place(3e6);
        assert!((place - 150.0).abs() < 1e-9, "half of six million stands in the middle, not at {place}");
    }

    #[test]
    fn what_is_received_stands_below_nothing() {
        // −0.1 to 0.8 million in six steps is 0.15 million per step; the next round step is 0.2 million
        let axis = Axis::of([-1e5, 8e5].into_iter(), 6.0, [0.0, 600.0]);
        let written: Vec<String> = axis.ticks.iter().map(|tick| axis.text(*tick)).collect();
        assert_eq!(written, ["−200", "0", "200", "400", "600", "800"]);
        assert_eq!(axis.measured_in("EUR"), "thousand EUR");
    }

    #[test]
    fn nothing_at_all_has_an_axis_too() {
        let axis = Axis::of([].into_iter(), 5.0, [0.0, 100.0]);
        assert_eq!(axis.ticks.first().map(|tick| axis.text(*tick)), Some("0.0".to_owned()));
        assert!(axis.ticks.len() > 1);
    }
}

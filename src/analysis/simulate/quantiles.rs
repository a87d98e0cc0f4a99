//! Percentiles and means of draws.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use serde::{Serialize, Serializer};

/// The percentiles that are told.
pub const PERCENTS: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];
/// Of so many per cent of the draws, the worst, expected shortfall is the mean.
pub const WORST_PERCENT: u8 = 5;

/// Percentiles and the mean of some numbers, as such or as amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantiles<N> {
    /// Of each of [`PERCENTS`], the value below which so many of the numbers lie; between two of them, linearly.
    pub values: Vec<N>,
    /// Their mean.
    pub mean: N,
}

impl<N: Copy> Quantiles<N> {
    /// Of numbers in any order, which they have no longer afterwards, as they are told; none of none.
    #[must_use]
    pub fn of(numbers: &mut [f64], told: impl Fn(Decimal) -> N) -> Option<Quantiles<N>> {
        if numbers.is_empty() {
            return None;
        }
        let mean = told(decimal(numbers.iter().sum::<f64>() / numbers.len() as f64));
        let (mut values, mut before) = (Vec::with_capacity(PERCENTS.len()), 0);
        for percent in PERCENTS {
            // as spreadsheets do: the first number is the 0th percentile, the last the 100th
            let rank = (numbers.len() - 1) * usize::from(percent);
            let (whole, rest) = (rank / 100, (rank % 100) as f64 / 100.0);
            let (_, at, above) = numbers[before..].select_nth_unstable_by(whole - before, f64::total_cmp);
            let (at, next) = (*at, above.iter().copied().fold(f64::INFINITY, f64::min));
            values.push(told(decimal(if rest > 0.0 { at + (next - at) * rest } else { at })));
            before = whole;
        }
        Some(Quantiles { values, mean })
    }

    /// The value of one of [`PERCENTS`].
    #[must_use]
    pub fn at(&self, percent: u8) -> Option<N> {
        PERCENTS.iter().position(|known| *known == percent).map(|at| self.values[at])
    }
}

/// The mean and the percentiles of some numbers, none of none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WrittenQuantiles<N> {
    /// The mean of the draws.
    mean: Option<N>,
    /// The percentiles of the draws, by name.
    percentiles: Option<Percentiles<N>>,
}

/// Of each of [`PERCENTS`], the value below which so many of the numbers lie; between two of them, linearly.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Percentiles<N> {
    /// 1 % of the draws lie below.
    p1: N,
    /// 5 % of the draws lie below.
    p5: N,
    /// 10 % of the draws lie below.
    p10: N,
    /// 25 % of the draws lie below.
    p25: N,
    /// Half of the draws lie below.
    p50: N,
    /// 75 % of the draws lie below.
    p75: N,
    /// 90 % of the draws lie below.
    p90: N,
    /// 95 % of the draws lie below.
    p95: N,
    /// 99 % of the draws lie below.
    p99: N,
}

impl<N: Copy> Percentiles<N> {
    fn of(values: &[N]) -> Option<Percentiles<N>> {
        let [p1, p5, p10, p25, p50, p75, p90, p95, p99] = <[N; PERCENTS.len()]>::try_from(values).ok()?;
        Some(Percentiles { p1, p5, p10, p25, p50, p75, p90, p95, p99 })
    }
}

/// The mean, and one value for each percentile under its name: `p5`.
#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn quantiles<N: Copy + Serialize, S: Serializer>(
    quantiles: &Option<Quantiles<N>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mean = quantiles.as_ref().map(|quantiles| quantiles.mean);
    let percentiles = quantiles.as_ref().and_then(|quantiles| Percentiles::of(&quantiles.values));
    WrittenQuantiles { mean, percentiles }.serialize(serializer)
}

/// The mean of the largest 5 % of some numbers in any order, which they have no longer afterwards; none of none.
///
/// Of n numbers that fall, x₁ ≥ x₂ ≥ …, and k = 0.05 · n, it is (x₁ + … + x₍⌊k⌋₎ + (k − ⌊k⌋) · x₍⌊k⌋+1₎) / k: where 5 % of them
/// are no whole number, the last counts in part. This is the expected shortfall of C. Acerbi and D. Tasche, "On the coherence
/// of Expected Shortfall", Journal of Banking & Finance 26 (2002), 1487–1503, of the draws taken as the whole distribution,
/// for amounts that are the worse the larger they are.
#[must_use]
pub fn mean_of_worst(numbers: &mut [f64]) -> Option<Decimal> {
    // a hundredfold, so that it is exact
    let counted = numbers.len() * usize::from(WORST_PERCENT);
    let (whole, rest) = (counted / 100, (counted % 100) as f64 / 100.0);
    let next = numbers.len().checked_sub(whole + 1)?;
    let (_, next, larger) = numbers.select_nth_unstable_by(next, f64::total_cmp);
    // in one order whatever the order of selecting is
    larger.sort_unstable_by(f64::total_cmp);
    let sum = larger.iter().sum::<f64>() + *next * rest;
    // adding nothing takes away the sign of a zero
    Some(decimal(sum * 100.0 / counted as f64 + 0.0))
}

/// A float as it is told.
pub(super) fn decimal(value: f64) -> Decimal {
    Decimal::from_f64(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn percentiles_are_those_of_spreadsheets() {
        let of = |numbers: &mut [f64]| Quantiles::of(numbers, |value| value);
        // of 1, 2, … 11 the p-th percentile is 1 + p / 10
        let mut numbers: Vec<f64> = (1..=11).rev().map(f64::from).collect();
        let quantiles = of(&mut numbers).unwrap();
        let expected = ["1.1", "1.5", "2", "3.5", "6", "8.5", "10", "10.5", "10.9"].map(d);
        assert_eq!((quantiles.values.as_slice(), quantiles.mean), (expected.as_slice(), d("6")));
        assert_eq!(quantiles.at(90), Some(d("10")));
        let one = of(&mut [3.0]).unwrap();
        assert!(one.values.iter().all(|value| *value == d("3")));
        assert_eq!(of(&mut []), None);
    }

    #[test]
    fn the_mean_of_the_worst_counts_the_last_in_part() {
        let worst = |of: std::ops::RangeInclusive<i32>| mean_of_worst(&mut of.map(f64::from).collect::<Vec<f64>>());
        // 5 % of 20 is one number, of 100 are five: 96 to 100
        assert_eq!((worst(1..=20), worst(1..=100)), (Some(d("20")), Some(d("98"))));
        // 5 % of 30 are one and a half: (30 + 29 / 2) / 1.5 = 89 / 3; of 10 it is half of one: the largest
        let found = worst(1..=30).unwrap();
        assert!((found - d("89") / d("3")).abs() < d("0.000000000001"), "{found}");
        assert_eq!((worst(1..=10), worst(7..=7), mean_of_worst(&mut [])), (Some(d("10")), Some(d("7")), None));
        assert_eq!(mean_of_worst(&mut [2.0; 33]), Some(d("2")));
    }
}

//! Percentiles and means of draws.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use super::ranked::Ranked;
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use serde::{Serialize, Serializer};

/// Percentiles reported.
pub const PERCENTS: [u8; 9] = [1, 5, 10, 25, 50, 75, 90, 95, 99];
/// Percentage of the worst draws averaged for the expected shortfall.
pub const WORST_PERCENT: u8 = 5;

/// Percentiles and mean of numbers or amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantiles<N> {
    /// Value for each of [`PERCENTS`]: that percentage of the numbers is below it; interpolated linearly.
    pub values: Vec<N>,
    /// Mean of the numbers.
    pub mean: N,
}

impl<N: Copy> Quantiles<N> {
    /// Quantiles of numbers, converted by `told`.
    pub(in crate::analysis) fn of<I: Iterator<Item = f64> + Clone>(
        numbers: &Ranked<I>,
        convert: impl Fn(Decimal) -> N,
    ) -> Quantiles<N> {
        // as in spreadsheets: the first number is the 0th percentile, the last the 100th
        let last = numbers.count() - 1;
        let ranks = PERCENTS.map(|percent| last * usize::from(percent));
        let ends: Vec<usize> = ranks.iter().flat_map(|rank| [rank / 100, (rank / 100 + 1).min(last)]).collect();
        let found = numbers.at(&ends);
        let value = |(rank, ends): (&usize, &[f64])| match (rank % 100) as f64 / 100.0 {
            rest if rest > 0.0 => ends[0] + (ends[1] - ends[0]) * rest,
            _ => ends[0],
        };
        let values = ranks.iter().zip(found.chunks(2)).map(value).map(|value| convert(decimal(value)));
        Quantiles { values: values.collect(), mean: convert(decimal(numbers.mean())) }
    }

    /// The value of one of [`PERCENTS`].
    #[must_use]
    pub fn at(&self, percent: u8) -> Option<N> {
        PERCENTS.iter().position(|known| *known == percent).map(|at| self.values[at])
    }
}

/// Mean and percentiles of numbers; both null without numbers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct QuantilesJson<N> {
    /// Mean of the draws; null if there are none.
    mean: Option<N>,
    /// Percentiles of the draws, by name; null if there are none.
    percentiles: Option<Percentiles<N>>,
}

/// Value for each of [`PERCENTS`]: that percentage of the numbers is below it; interpolated linearly.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Percentiles<N> {
    /// 1 % of the draws are below.
    p1: N,
    /// 5 % of the draws are below.
    p5: N,
    /// 10 % of the draws are below.
    p10: N,
    /// 25 % of the draws are below.
    p25: N,
    /// Half of the draws are below.
    p50: N,
    /// 75 % of the draws are below.
    p75: N,
    /// 90 % of the draws are below.
    p90: N,
    /// 95 % of the draws are below.
    p95: N,
    /// 99 % of the draws are below.
    p99: N,
}

impl<N: Copy> Percentiles<N> {
    fn of(values: &[N]) -> Option<Percentiles<N>> {
        let [p1, p5, p10, p25, p50, p75, p90, p95, p99] = <[N; PERCENTS.len()]>::try_from(values).ok()?;
        Some(Percentiles { p1, p5, p10, p25, p50, p75, p90, p95, p99 })
    }
}

/// Serializes the mean, and the percentiles by name, such as `p5`.
#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn quantiles<N: Copy + Serialize, S: Serializer>(
    quantiles: &Option<Quantiles<N>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mean = quantiles.as_ref().map(|quantiles| quantiles.mean);
    let percentiles = quantiles.as_ref().and_then(|quantiles| Percentiles::of(&quantiles.values));
    QuantilesJson { mean, percentiles }.serialize(serializer)
}

/// Mean of the largest 5 % of numbers.
///
/// For n descending numbers, x₁ ≥ x₂ ≥ …, and k = 0.05 · n, it is (x₁ + … + x₍⌊k⌋₎ + (k − ⌊k⌋) · x₍⌊k⌋+1₎) / k: if 5 %
/// of them is not an integer, the last number counts in part. This is the expected shortfall of C. Acerbi and D.
/// Tasche, "On the coherence of Expected Shortfall", Journal of Banking & Finance 26 (2002), 1487–1503, with the draws
/// as the whole distribution, for amounts of which larger is worse.
pub(super) fn mean_of_worst<I: Iterator<Item = f64> + Clone>(numbers: &Ranked<I>) -> Decimal {
    // times 100, so it is exact
    let counted = numbers.count() * usize::from(WORST_PERCENT);
    let (whole, rest) = (counted / 100, (counted % 100) as f64 / 100.0);
    let largest = numbers.largest(whole + 1);
    // sorted, so the sum does not depend on the order of the draws
    let sum = largest[1..].iter().sum::<f64>() + largest[0] * rest;
    // adding zero removes the sign of a negative zero
    decimal(sum * 100.0 / counted as f64 + 0.0)
}

/// A float as a decimal.
pub(in crate::analysis) fn decimal(value: f64) -> Decimal {
    Decimal::from_f64(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn ranked(numbers: &[f64]) -> Ranked<impl Iterator<Item = f64> + Clone> {
        Ranked::of(numbers.iter().copied()).unwrap()
    }

    #[test]
    fn percentiles_are_those_of_spreadsheets() {
        let of = |numbers: &[f64]| Quantiles::of(&ranked(numbers), |value| value);
        // for 1, 2, … 11 the p-th percentile is 1 + p / 10
        let numbers: Vec<f64> = (1..=11).rev().map(f64::from).collect();
        let quantiles = of(&numbers);
        let expected = ["1.1", "1.5", "2", "3.5", "6", "8.5", "10", "10.5", "10.9"].map(d);
        assert_eq!((quantiles.values.as_slice(), quantiles.mean), (expected.as_slice(), d("6")));
        assert_eq!(quantiles.at(90), Some(d("10")));
        assert!(of(&[3.0]).values.iter().all(|value| *value == d("3")));
    }

    #[test]
    fn the_mean_of_the_worst_counts_the_last_in_part() {
        let mean = |numbers: &[f64]| mean_of_worst(&ranked(numbers));
        let worst = |of: std::ops::RangeInclusive<i32>| mean(&of.map(f64::from).collect::<Vec<f64>>());
        // 5 % of 20 is one number, 5 % of 100 is five: 96 to 100
        assert_eq!((worst(1..=20), worst(1..=100)), (d("20"), d("98")));
        // 5 % of 30 is one and a half: (30 + 29 / 2) / 1.5 = 89 / 3; 5 % of 10 is half of one: the largest
        let found = worst(1..=30);
        assert!((found - d("89") / d("3")).abs() < d("0.000000000001"), "{found}");
        assert_eq!((worst(1..=10), worst(7..=7), mean(&[2.0; 33])), (d("10"), d("7"), d("2")));
    }
}

//! Percentiles and means of draws.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

/// The percentiles that are told.
pub const PERCENTS: [u8; 7] = [5, 10, 25, 50, 75, 90, 95];

/// Percentiles and the mean of some numbers, as such or as amounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantiles<N> {
    /// Of each of [`PERCENTS`], the value below which so many of the numbers lie; between two of them, linearly.
    pub values: Vec<N>,
    /// Their mean.
    pub mean: N,
}

impl<N: Copy> Quantiles<N> {
    /// Of numbers in any order, as they are told; none of none.
    #[must_use]
    pub fn of(mut numbers: Vec<f64>, told: impl Fn(Decimal) -> N) -> Option<Quantiles<N>> {
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

/// The mean, and one value for each percentile under its name: `p5`.
pub(super) fn quantiles<N: Serialize, S: Serializer>(
    quantiles: &Option<Quantiles<N>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Quantiles", 2)?;
    fields.serialize_field("mean", &quantiles.as_ref().map(|quantiles| &quantiles.mean))?;
    fields.serialize_field("percentiles", &quantiles.as_ref().map(|quantiles| Percentiles(&quantiles.values)))?;
    fields.end()
}

struct Percentiles<'a, N>(&'a [N]);

impl<N: Serialize> Serialize for Percentiles<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (percent, value) in PERCENTS.iter().zip(self.0) {
            map.serialize_entry(&format!("p{percent}"), value)?;
        }
        map.end()
    }
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
        // of 1, 2, … 11 the p-th percentile is 1 + p / 10
        let quantiles = Quantiles::of((1..=11).rev().map(f64::from).collect(), |value| value).unwrap();
        let expected = ["1.5", "2", "3.5", "6", "8.5", "10", "10.5"].map(d);
        assert_eq!((quantiles.values.as_slice(), quantiles.mean), (expected.as_slice(), d("6")));
        assert_eq!(quantiles.at(90), Some(d("10")));
        let one = Quantiles::of(vec![3.0], |value| value).unwrap();
        assert!(one.values.iter().all(|value| *value == d("3")));
        assert_eq!(Quantiles::of(Vec::new(), |value| value), None);
    }
}

//! Random walks of rental prices.
//!
//! With the volatility σ per year, the logarithm of the price in month m differs from that of the stated price by
//! `σ / √12 · (z₂ + … + z_m)`, with independent standard normal z: a geometric Brownian motion observed every month (J. C. Hull,
//! "Options, Futures, and Other Derivatives", chapter on Wiener processes). The stated price is its median.

#![allow(clippy::float_arithmetic, reason = "percentiles of draws are statistical")]

use super::Scenario;
use super::document::NodeId;
use super::quantities::Change;
use super::quantity::{Quantity as _, ReadNumber};
use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive, ToPrimitive};

/// 90th percentile of the standard normal distribution.
const P90: f64 = 1.281_551_565_544_600_4;
/// Digits of a percentile: a hundredth of a percent.
const DIGITS: u32 = 4;

/// Random walk of a rental price around its stated change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomWalk {
    /// Node of the rented option.
    pub rent: NodeId,
    /// Standard deviation of the change of the logarithm in a year.
    pub volatility: Decimal,
    /// Stated change per `months`.
    pub change: Decimal,
    /// Months from one stated change to the next: 12 or 1.
    months: u32,
    /// Months from the first to the last of the comparison; at least 1.
    steps: u32,
}

impl RandomWalk {
    /// The walk around a number, if that is the change of a rental price.
    #[must_use]
    pub fn of(scenario: &Scenario, number: &ReadNumber, volatility: Decimal) -> Option<RandomWalk> {
        let steps = scenario.horizon_months.value.count().saturating_sub(1).max(1);
        scenario.rent.iter().find_map(|entry| {
            let by_month = entry.value.price_change_per_month.as_ref().is_some_and(|change| change.at == number.at);
            let is_change = by_month || entry.value.price_change_per_year.at == number.at;
            let months = if by_month { 1 } else { 12 };
            is_change.then_some(RandomWalk { rent: entry.at, volatility, change: number.value, months, steps })
        })
    }

    /// Number of months after the first.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Standard deviation of the change of the logarithm in a month: σ / √12.
    #[must_use]
    pub fn monthly(&self) -> f64 {
        self.volatility.to_f64().unwrap_or_default() / libm::sqrt(12.0)
    }

    /// Standard deviation of the logarithm of the average change, from the first to the last month: σ / √12 · √n · k / n over n
    /// months, for a change per k months.
    #[must_use]
    pub fn of_average(&self) -> f64 {
        self.monthly() * f64::from(self.months) / libm::sqrt(f64::from(self.steps))
    }

    /// 10th and 90th percentile of the average change, within the bounds of a change.
    #[must_use]
    pub fn ends(&self) -> (Decimal, Decimal) {
        let at = |score: f64| {
            let factor = Decimal::from_f64(libm::exp(score * self.of_average())).unwrap_or(Decimal::ONE);
            let change = (Decimal::ONE + self.change) * factor - Decimal::ONE;
            change.round_dp(DIGITS).clamp(Change::KIND.minimum(), Change::KIND.maximum())
        };
        (at(-P90), at(P90))
    }
}

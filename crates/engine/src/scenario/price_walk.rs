//! Random walks of rental prices.
//!
//! With the volatility σ per year, the logarithm of the price in month m differs from that of the stated price by
//! `σ / √12 · (z₂ + … + z_m)`, with independent standard normal z: a geometric Brownian motion observed every month (J. C. Hull,
//! "Options, Futures, and Other Derivatives", chapter on Wiener processes). The stated price is its median.

#![allow(clippy::float_arithmetic, reason = "percentiles of draws are statistical")]

use super::Scenario;
use super::document::NodeId;
use super::price::PriceMove;
use super::quantity::ReadNumber;
use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive, ToPrimitive};

/// 90th percentile of the standard normal distribution.
pub(crate) const P90: f64 = 1.281_551_565_544_600_4;
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
    /// The walk around a number, if that is the change of a rental price that is in force.
    #[must_use]
    pub fn of(scenario: &Scenario, number: &ReadNumber, volatility: Decimal) -> Option<RandomWalk> {
        let steps = scenario.horizon_months.value.count().saturating_sub(1).max(1);
        scenario.rent.iter().find_map(|entry| {
            let (at, months) = match entry.value.price_move() {
                PriceMove::EveryYear(change) => (change.at, 12),
                PriceMove::EveryMonth(change) => (change.at, 1),
                PriceMove::Path(_) => return None,
            };
            let walk = RandomWalk { rent: entry.at, volatility, change: number.value, months, steps };
            (at == number.at).then_some(walk)
        })
    }

    /// Number of months after the first.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Stated price some months after the first, relative to that of the first: (1 + change)^⌊months / k⌋.
    #[must_use]
    pub fn stated_after(&self, months: u32) -> f64 {
        let base = 1.0 + self.change.to_f64().unwrap_or_default();
        libm::pow(base, f64::from(months / self.months))
    }

    /// Price on a path some months after the first, relative to that of the first.
    #[must_use]
    pub fn price_after(&self, path: WalkPath, months: u32) -> Decimal {
        let factor = months.checked_sub(1).map_or(Decimal::ONE, |month| self.factor_at(path, month));
        decimal(self.stated_after(months)).saturating_mul(factor)
    }

    /// Whether the price of another option has the same distribution in every month, relative to today's.
    #[must_use]
    pub fn moves_like(&self, other: &RandomWalk) -> bool {
        RandomWalk { rent: self.rent, ..*other } == *self
    }

    /// Standard deviation of the change of the logarithm in a month: σ / √12.
    #[must_use]
    pub fn monthly_deviation(&self) -> f64 {
        self.volatility.to_f64().unwrap_or_default() / libm::sqrt(12.0)
    }

    /// Standard deviation of the logarithm of the average deviation per k months, over the n months after the first:
    /// σ / √12 · √n · k / n.
    #[must_use]
    pub fn deviation_of_average(&self) -> f64 {
        self.monthly_deviation() * f64::from(self.months) / libm::sqrt(f64::from(self.steps))
    }

    /// 10th and 90th percentile of the change per k months that the price of the last month amounts to: (1 + stated change) ·
    /// (price / stated price)^(k / n) − 1.
    #[must_use]
    pub fn ends(&self) -> (Decimal, Decimal) {
        let at = |score: f64| {
            let factor = decimal(libm::exp(score * self.deviation_of_average()));
            let change = (Decimal::ONE + self.change).checked_mul(factor).unwrap_or(Decimal::MAX) - Decimal::ONE;
            change.round_dp(DIGITS)
        };
        (at(-P90), at(P90))
    }

    /// Price of a month relative to the stated one, months counted from 0 for the second: exp(score · σ / √12 · √(month + 1)).
    #[must_use]
    pub fn factor_at(&self, path: WalkPath, month: u32) -> Decimal {
        let score = match path {
            WalkPath::P10 => -P90,
            WalkPath::Median => 0.0,
            WalkPath::P90 => P90,
        };
        decimal(libm::exp(score * self.monthly_deviation() * libm::sqrt(f64::from(month) + 1.0)))
    }
}

/// The price of every month at the same percentile of that month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkPath {
    /// Below it are 10 % of the prices.
    P10,
    /// The stated price.
    Median,
    /// Above it are 10 % of the prices.
    P90,
}

fn decimal(factor: f64) -> Decimal {
    Decimal::from_f64(factor).unwrap_or(Decimal::MAX)
}

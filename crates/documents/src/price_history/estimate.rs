//! Drift and volatility of prices: maximum likelihood for a Brownian motion of the log price with irregular spacing, where each
//! month of a provider counts once.
//!
//! With r the log change of a price over Δ years, and w its weight: T = Σ wΔ, n = Σ w, μ = Σ wr ÷ T, and
//! σ² = Σ w (r − μΔ)² ÷ Δ ÷ (n − 1). With weights of 1 these are the estimators of a single series.

#![allow(clippy::float_arithmetic, reason = "estimates are statistical: they are computed in binary floating point")]

use super::series::Observation;
use crate::scenario::CalendarMonth;
use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive, ToPrimitive};
use std::collections::{BTreeMap, BTreeSet};

/// Deviates of the standard normal distribution that include 95 %.
const WITHIN_95: f64 = 1.959_963_984_540_054;

/// Drift and volatility with their standard errors, per year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Number of pairs of consecutive observations.
    pub pairs: usize,
    /// Number of pairs with two different prices.
    pub changes: usize,
    /// Number of providers.
    pub providers: usize,
    /// Years observed, of each provider once.
    pub years: Decimal,
    /// Mean change of the log price per year.
    pub drift: Decimal,
    /// Change of the median price per year, e^drift − 1; `None` if it is too large for a number.
    pub change: Option<Decimal>,
    /// What depends on the spread of the changes; `None` if no price changed, or the observations are too few.
    pub spread: Option<Spread>,
}

/// Volatility, and the standard errors that follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Standard deviation of the log change in a year.
    pub volatility: Decimal,
    /// Its standard error.
    pub volatility_error: Decimal,
    /// Standard error of the drift: σ ÷ √T, or that of independent events if it is larger, as with jumps over long gaps.
    pub drift_error: Decimal,
    /// Whether the 95 % confidence interval of the drift excludes 0.
    pub is_drift_known: bool,
    /// Lower and upper end of the 95 % confidence interval of `change`; `None` if it is too large for a number.
    pub confidence_interval: Option<(Decimal, Decimal)>,
}

/// Log change of a price between two consecutive observed months.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogChange {
    provider: usize,
    start: CalendarMonth,
    end: CalendarMonth,
    years: f64,
    change: f64,
}

impl LogChange {
    /// Change between two observations; `None` if they are of the same month.
    pub(super) fn between(provider: usize, before: &Observation, after: &Observation) -> Option<LogChange> {
        let months = after.month.months_since(before.month).filter(|months| *months > 0)?;
        // equal prices have a change of exactly 0
        let change = if before.price == after.price {
            0.0
        } else {
            libm::log(after.price.to_f64()?) - libm::log(before.price.to_f64()?)
        };
        Some(LogChange { provider, start: before.month, end: after.month, years: f64::from(months) / 12.0, change })
    }
}

impl Estimate {
    /// Fewest pairs, of a provider once, for a spread: two, less what rounding of weights may take.
    const LEAST: f64 = 1.999_999;

    /// Estimate from changes; `None` without any.
    pub(super) fn of(changes: &[LogChange]) -> Option<Estimate> {
        let weighted: Vec<(&LogChange, f64)> = changes.iter().zip(weights(changes)).collect();
        let sum =
            |each: &dyn Fn(&LogChange) -> f64| weighted.iter().map(|(one, weight)| weight * each(one)).sum::<f64>();
        let (count, years) = (sum(&|_| 1.0), sum(&|one| one.years));
        let drift = sum(&|one| one.change) / years;
        let changed = changes.iter().filter(|one| one.change != 0.0).count();
        let has_spread = changed > 0 && count >= Self::LEAST;
        Some(Estimate {
            pairs: changes.len(),
            changes: changed,
            providers: changes.iter().map(|one| one.provider).collect::<BTreeSet<_>>().len(),
            years: decimal(years)?,
            drift: decimal(drift)?,
            change: change(drift),
            spread: if has_spread { Spread::of(&weighted, count, years, drift) } else { None },
        })
    }

    /// Whether at least one year was observed; rates per year from less are extrapolations.
    #[must_use]
    pub fn is_of_a_year(&self) -> bool {
        // sums of twelfths
        self.years.round_dp(6) >= Decimal::ONE
    }
}

impl Spread {
    fn of(weighted: &[(&LogChange, f64)], count: f64, years: f64, drift: f64) -> Option<Spread> {
        let square = |one: &LogChange| {
            let rest = one.change - drift * one.years;
            rest * rest / one.years
        };
        let variance = weighted.iter().map(|(one, weight)| weight * square(one)).sum::<f64>() / (count - 1.0);
        let of_variance = clustered(weighted, |one| square(one) - variance) / (count - 1.0);
        let of_drift = clustered(weighted, |one| one.change - drift * one.years) / years;
        let (volatility, drift_error) = (libm::sqrt(variance), libm::sqrt(variance / years).max(of_drift));
        let reach = WITHIN_95 * drift_error;
        let confidence_interval = change(drift - reach).zip(change(drift + reach));
        Some(Spread {
            volatility: decimal(volatility)?,
            // equal rates of change leave no deviation from the drift
            volatility_error: decimal(if volatility > 0.0 { of_variance / (2.0 * volatility) } else { 0.0 })?,
            drift_error: decimal(drift_error)?,
            is_drift_known: drift.abs() > reach,
            confidence_interval,
        })
    }
}

/// Standard deviation of a weighted sum: the changes of a provider that end in the same month are one event, however many series
/// have it, and events are independent.
fn clustered(weighted: &[(&LogChange, f64)], rest: impl Fn(&LogChange) -> f64) -> f64 {
    let mut events: BTreeMap<(usize, CalendarMonth), f64> = BTreeMap::new();
    for (one, weight) in weighted {
        *events.entry((one.provider, one.end)).or_default() += weight * rest(one);
    }
    libm::sqrt(events.values().map(|event| event * event).sum())
}

/// Weight of each change: the mean, over its months, of 1 ÷ the number of changes of its provider that cover the month. So the
/// weighted years of a provider are the years in which it was observed at all.
fn weights(changes: &[LogChange]) -> Vec<f64> {
    // how many more changes cover the time from a month on
    let mut more: BTreeMap<(usize, CalendarMonth), f64> = BTreeMap::new();
    for one in changes {
        *more.entry((one.provider, one.start)).or_default() += 1.0;
        *more.entry((one.provider, one.end)).or_default() -= 1.0;
    }
    // sum of the shares up to a month
    let mut shares: BTreeMap<(usize, CalendarMonth), f64> = BTreeMap::new();
    let (mut covering, mut share, mut last) = (0.0, 0.0, None);
    for (&(provider, month), change) in &more {
        let months = last.filter(|(of, _)| *of == provider).and_then(|(_, from)| month.months_since(from));
        if covering > 0.0 {
            share += f64::from(months.unwrap_or_default()) / covering;
        }
        shares.insert((provider, month), share);
        covering += change;
        last = Some((provider, month));
    }
    let until = |provider, month| shares.get(&(provider, month)).copied().unwrap_or_default();
    let weight = |one: &LogChange| (until(one.provider, one.end) - until(one.provider, one.start)) / (one.years * 12.0);
    changes.iter().map(weight).collect()
}

/// e^x − 1.
fn change(log: f64) -> Option<Decimal> {
    decimal(libm::expm1(log))
}

fn decimal(value: f64) -> Option<Decimal> {
    Decimal::from_f64(value)
}

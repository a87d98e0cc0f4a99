//! Sampling of uncertainty ranges: uniform, PERT and lognormal.
//!
//! Logarithms and exponentials are from `libm`, so they are the same on every machine.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

use super::beta::Beta;
use super::normal::{self, END, P90};
use super::stream::Stream;
use crate::scenario::quantity::QuantityKind;
use crate::scenario::uncertainty::Spread;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Distribution of an uncertain input, clipped to the bounds of its quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution {
    shape: Shape,
    least: f64,
    most: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Uniform {
        low: f64,
        high: f64,
    },
    /// low + (high − low) · Beta(1 + 4 (likely − low) / (high − low), 1 + 4 (high − likely) / (high − low)).
    Beta {
        low: f64,
        high: f64,
        beta: Beta,
    },
    /// exp(mean + deviation · normal).
    Lognormal {
        mean: f64,
        deviation: f64,
    },
}

fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or_default()
}

/// Interpolation between two values; never beyond the second.
fn between(low: f64, high: f64, share: f64) -> f64 {
    (low + (high - low) * share).min(high)
}

impl Distribution {
    /// Distribution of the spread of a quantity.
    #[must_use]
    pub fn of(spread: Spread, kind: &QuantityKind) -> Distribution {
        let shape = match spread {
            Spread::Uniform { low, high } => Shape::Uniform { low: float(low), high: float(high) },
            Spread::Pert { low, high, .. } if low == high => Shape::Uniform { low: float(low), high: float(high) },
            Spread::Pert { low, likely, high } => {
                let share = float((likely - low) / (high - low));
                let beta = Beta::new(1.0 + 4.0 * share, 5.0 - 4.0 * share);
                Shape::Beta { low: float(low), high: float(high), beta }
            }
            Spread::Lognormal { p10, p90 } => {
                let (p10, p90) = (libm::log(float(p10)), libm::log(float(p90)));
                Shape::Lognormal { mean: f64::midpoint(p10, p90), deviation: (p90 - p10) / (2.0 * P90) }
            }
        };
        Distribution { shape, least: float(kind.minimum()), most: float(kind.maximum()) }
    }

    /// One draw.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let value = match self.shape {
            Shape::Uniform { low, high } => low + (high - low) * stream.uniform(),
            Shape::Beta { low, high, beta } => low + (high - low) * beta.draw(stream),
            Shape::Lognormal { mean, deviation } => libm::exp(mean + deviation * normal::quantile(stream.uniform())),
        };
        value.clamp(self.least, self.most)
    }

    /// Value with the same cumulative probability as a score of the standard normal distribution.
    #[must_use]
    pub fn at(&self, score: f64) -> f64 {
        let score = score.clamp(-END, END);
        let value = match self.shape {
            Shape::Uniform { low, high } => between(low, high, normal::share_below(score)),
            Shape::Beta { low, high, beta } => between(low, high, beta.quantile(normal::share_below(score))),
            Shape::Lognormal { mean, deviation } => libm::exp(mean + deviation * score),
        };
        value.clamp(self.least, self.most)
    }

    /// Whether a draw was clipped: it lies at a bound of the quantity, and the spread extends beyond it.
    pub fn is_clipped(&self) -> impl Fn(&f64) -> bool {
        let ((low, high), (least, most)) = (self.ends(), (self.least, self.most));
        let (below, above) = (low < least, high > most);
        move |draw| (below && *draw <= least) || (above && *draw >= most)
    }

    /// Range of all draws.
    #[must_use]
    pub fn support(&self) -> (f64, f64) {
        let (low, high) = self.ends();
        (low.clamp(self.least, self.most), high.clamp(self.least, self.most))
    }

    /// Range of the spread.
    fn ends(&self) -> (f64, f64) {
        match self.shape {
            Shape::Uniform { low, high } | Shape::Beta { low, high, .. } => (low, high),
            Shape::Lognormal { mean, deviation } => {
                (libm::exp(mean - END * deviation), libm::exp(mean + END * deviation))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::quantities::KINDS;

    const DRAWS: u32 = 200_000;

    fn kind(name: &str) -> &'static QuantityKind {
        KINDS.iter().find(|kind| kind.name == name).unwrap()
    }

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn draws(spread: Spread, kind: &QuantityKind) -> Vec<f64> {
        let distribution = Distribution::of(spread, kind);
        let (low, high) = distribution.support();
        let mut stream = Stream::new(7, "a path", 3);
        let draws: Vec<f64> = (0..DRAWS).map(|_| distribution.draw(&mut stream)).collect();
        assert!(draws.iter().all(|draw| (low..=high).contains(draw)), "{distribution:?}");
        draws
    }

    /// Checks mean and variance within five standard errors of theory; the error of the variance follows from the
    /// fourth moment of the draws.
    fn has_moments(draws: &[f64], mean: f64, variance: f64) {
        let n = f64::from(DRAWS);
        let found = draws.iter().sum::<f64>() / n;
        let moment = |power: i32| draws.iter().map(|draw| (draw - mean).powi(power)).sum::<f64>() / n;
        assert!((found - mean).abs() <= 5.0 * (variance / n).sqrt(), "mean {found}, not {mean}");
        let error = ((moment(4) - variance * variance) / n).sqrt();
        assert!((moment(2) - variance).abs() <= 5.0 * error, "variance {}, not {variance}", moment(2));
    }

    /// Checks the share of draws below a value within five standard errors of theory.
    fn has_share_below(draws: &[f64], value: f64, share: f64) {
        let count = u32::try_from(draws.iter().filter(|draw| **draw < value).count()).unwrap();
        let (found, error) = (f64::from(count) / f64::from(DRAWS), (share * (1.0 - share) / f64::from(DRAWS)).sqrt());
        assert!((found - share).abs() <= 5.0 * error, "{found} below {value}, not {share}");
    }

    #[test]
    fn uniform_draws_have_the_moments_of_theory() {
        // mean (38 + 60) / 2, variance 22² / 12
        let draws = draws(Spread::Uniform { low: d("38"), high: d("60") }, kind("PricePerInstanceHour"));
        has_moments(&draws, 49.0, 484.0 / 12.0);
        has_share_below(&draws, 43.5, 0.25);
    }

    #[test]
    fn pert_draws_have_the_moments_of_theory() {
        // for low a, likely m, high b: mean μ = (a + 4m + b) / 6, variance (μ − a)(b − μ) / 7
        for (low, likely, high) in
            [("0", "0.2", "0.6"), ("0", "0", "0.6"), ("0.1", "0.6", "0.6"), ("0.2", "0.4", "0.6")]
        {
            let spread = Spread::Pert { low: d(low), likely: d(likely), high: d(high) };
            let (a, m, b) = (float(d(low)), float(d(likely)), float(d(high)));
            let mean = (a + 4.0 * m + b) / 6.0;
            has_moments(&draws(spread, kind("Change")), mean, (mean - a) * (b - mean) / 7.0);
        }
        // for low 0, likely 1, high 1 the density is 5 x⁴, so the share below x is x⁵; mirrored, 1 − (1 − x)⁵
        let rising = draws(Spread::Pert { low: d("0"), likely: d("1"), high: d("1") }, kind("Share"));
        has_share_below(&rising, 0.8, 0.8_f64.powi(5));
        let falling = draws(Spread::Pert { low: d("0"), likely: d("0"), high: d("1") }, kind("Share"));
        has_share_below(&falling, 0.1, 1.0 - 0.9_f64.powi(5));
        // with likely in the middle Beta(3, 3): the share below x is x³ (10 − 15 x + 6 x²)
        let middle = draws(Spread::Pert { low: d("0"), likely: d("0.5"), high: d("1") }, kind("Share"));
        has_share_below(&middle, 0.3, 0.027 * (10.0 - 4.5 + 0.54));
    }

    #[test]
    fn lognormal_draws_have_their_tenths_and_the_moments_of_theory() {
        let spread = Spread::Lognormal { p10: d("265000"), p90: d("340000") };
        let draws = draws(spread, kind("PricePerNode"));
        has_share_below(&draws, 265_000.0, 0.1);
        has_share_below(&draws, 340_000.0, 0.9);
        has_share_below(&draws, (265_000.0_f64 * 340_000.0).sqrt(), 0.5);
        let deviation = (340_000.0_f64 / 265_000.0).ln() / (2.0 * P90);
        let mean = (265_000.0_f64 * 340_000.0).sqrt() * (deviation * deviation / 2.0).exp();
        has_moments(&draws, mean, mean * mean * ((deviation * deviation).exp() - 1.0));
    }

    #[test]
    fn draws_are_clipped_to_the_bounds_of_the_quantity() {
        // half of the draws would be above 100 %
        let spread = Spread::Lognormal { p10: d("0.5"), p90: d("2") };
        let distribution = Distribution::of(spread, kind("Share"));
        assert_eq!(distribution.support().1.to_bits(), 1.0_f64.to_bits());
        let clipped = draws(spread, kind("Share"));
        has_share_below(&clipped, 1.0, 0.5);
        let count = clipped.iter().filter(|draw| distribution.is_clipped()(draw)).count();
        assert_eq!(count, clipped.iter().filter(|draw| **draw >= 1.0).count());
        // a spread that ends at the bound is not clipped there
        let whole = Distribution::of(Spread::Uniform { low: d("0"), high: d("1") }, kind("Share"));
        assert!(!whole.is_clipped()(&0.0) && !whole.is_clipped()(&1.0));
    }

    #[test]
    fn a_score_is_the_value_below_which_as_much_lies() {
        let share = |spread, kind_of| Distribution::of(spread, kind(kind_of));
        let close = |found: f64, expected: f64| {
            assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{found}, {expected}");
        };
        // P10 and P90 of the standard normal distribution
        let prices = share(Spread::Lognormal { p10: d("265000"), p90: d("340000") }, "PricePerNode");
        close(prices.at(-P90), 265_000.0);
        close(prices.at(P90), 340_000.0);
        close(prices.at(0.0), (265_000.0_f64 * 340_000.0).sqrt());
        let even = share(Spread::Uniform { low: d("38"), high: d("60") }, "PricePerInstanceHour");
        close(even.at(P90), 38.0 + 0.9 * 22.0);
        close(even.at(-P90), 38.0 + 0.1 * 22.0);
        // for low 0, likely 1, high 1 the share below x is x⁵
        let rising = share(Spread::Pert { low: d("0"), likely: d("1"), high: d("1") }, "Share");
        close(rising.at(P90), 0.9_f64.powf(0.2));
        close(rising.at(0.0), 0.5_f64.powf(0.2));
        // scores beyond a stream of 53 bits are within the support
        for distribution in [prices, even, rising] {
            let (low, high) = distribution.support();
            assert!([-40.0, -8.3, 8.3, 40.0].iter().all(|score| (low..=high).contains(&distribution.at(*score))));
        }
    }
}

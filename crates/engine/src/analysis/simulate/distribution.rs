//! Sampling of uncertainty ranges: uniform, PERT, lognormal, and of some values. A whole number is drawn in whole steps:
//! each of its values k with the probability of k − ½ to k + ½ in a range that reaches half a step further at both ends.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    shape: Shape,
    least: f64,
    most: f64,
}

#[derive(Clone, Debug, PartialEq)]
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
    /// scale · exp(deviation · normal) − 1: the average change of a price.
    Change {
        scale: f64,
        deviation: f64,
    },
    /// Values in ascending order, each with the probability of it and those below.
    Discrete(Vec<(f64, f64)>),
}

fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap_or_default()
}

/// Interpolation between two values; never beyond the second.
fn between(low: f64, high: f64, share: f64) -> f64 {
    (low + (high - low) * share).min(high)
}

impl Distribution {
    /// Distribution of the spread of a quantity, in whole steps for a whole number.
    #[must_use]
    pub fn of(spread: &Spread, kind: &QuantityKind, is_whole: bool) -> Distribution {
        let shape = match spread.whole_values().filter(|_| is_whole) {
            Some(steps) => Shape::in_steps(spread, &steps),
            None => Shape::of(spread),
        };
        let (least, most) = match shape {
            // no price is computed with the average
            Shape::Change { .. } => (-1.0, f64::INFINITY),
            Shape::Uniform { .. } | Shape::Beta { .. } | Shape::Lognormal { .. } | Shape::Discrete(_) => {
                (float(kind.minimum()), float(kind.maximum()))
            }
        };
        Distribution { shape, least, most }
    }

    /// One draw.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let value = match &self.shape {
            Shape::Uniform { low, high } => low + (high - low) * stream.uniform(),
            Shape::Beta { low, high, beta } => low + (high - low) * beta.draw(stream),
            Shape::Lognormal { mean, deviation } => libm::exp(mean + deviation * normal::quantile(stream.uniform())),
            Shape::Change { scale, deviation } => {
                scale * libm::exp(deviation * normal::quantile(stream.uniform())) - 1.0
            }
            Shape::Discrete(values) => at_share(values, stream.uniform()),
        };
        value.clamp(self.least, self.most)
    }

    /// Value with the same cumulative probability as a score of the standard normal distribution.
    #[must_use]
    pub fn at(&self, score: f64) -> f64 {
        let score = score.clamp(-END, END);
        let value = match &self.shape {
            Shape::Uniform { low, high } => between(*low, *high, normal::share_below(score)),
            Shape::Beta { low, high, beta } => between(*low, *high, beta.quantile(normal::share_below(score))),
            Shape::Lognormal { mean, deviation } => libm::exp(mean + deviation * score),
            Shape::Change { scale, deviation } => scale * libm::exp(deviation * score) - 1.0,
            Shape::Discrete(values) => at_share(values, normal::share_below(score)),
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
        match &self.shape {
            Shape::Uniform { low, high } | Shape::Beta { low, high, .. } => (*low, *high),
            Shape::Discrete(values) => {
                let value = |entry: Option<&(f64, f64)>| entry.map(|(value, _)| *value).unwrap_or_default();
                (value(values.first()), value(values.last()))
            }
            Shape::Lognormal { mean, deviation } => {
                (libm::exp(mean - END * deviation), libm::exp(mean + END * deviation))
            }
            Shape::Change { scale, deviation } => {
                (scale * libm::exp(-END * deviation) - 1.0, scale * libm::exp(END * deviation) - 1.0)
            }
        }
    }
}

impl Shape {
    fn of(spread: &Spread) -> Shape {
        match spread {
            Spread::Uniform { low, high } => Shape::Uniform { low: float(*low), high: float(*high) },
            Spread::Pert { low, high, .. } if low == high => Shape::Uniform { low: float(*low), high: float(*high) },
            Spread::Pert { low, likely, high } => {
                let beta = pert(float((likely - low) / (high - low)));
                Shape::Beta { low: float(*low), high: float(*high), beta }
            }
            Spread::Lognormal { p10, p90 } => {
                let (p10, p90) = (libm::log(float(*p10)), libm::log(float(*p90)));
                Shape::Lognormal { mean: f64::midpoint(p10, p90), deviation: (p90 - p10) / (2.0 * P90) }
            }
            Spread::Walk(walk) => {
                Shape::Change { scale: 1.0 + float(walk.change), deviation: walk.deviation_of_average() }
            }
            Spread::Discrete(values) => Shape::discrete(values.iter().map(|(value, weight)| (*value, float(*weight)))),
        }
    }

    /// Distribution of a whole number over its values, a step of 1 apart.
    fn in_steps(spread: &Spread, steps: &[Decimal]) -> Shape {
        let count = Decimal::from(steps.len());
        let equal = || Shape::discrete(steps.iter().map(|step| (*step, 1.0 / float(count))));
        match spread {
            Spread::Pert { low, likely, .. } => {
                // the range reaches half a step further at both ends
                let beta = pert(float((likely - low + Decimal::new(5, 1)) / count));
                let share_below = |steps: Decimal| beta.share_below(float(steps / count));
                let share = |step: Decimal| share_below(step - low + Decimal::ONE) - share_below(step - low);
                Shape::discrete(steps.iter().map(|step| (*step, share(*step))))
            }
            Spread::Discrete(_) | Spread::Walk(_) => Shape::of(spread),
            Spread::Uniform { .. } | Spread::Lognormal { .. } => equal(),
        }
    }

    /// Distribution over values in ascending order with their probabilities.
    fn discrete(weighted: impl Iterator<Item = (Decimal, f64)>) -> Shape {
        let mut sum = 0.0;
        let mut values: Vec<(f64, f64)> = Vec::new();
        for (value, probability) in weighted.filter(|(_, probability)| *probability > 0.0) {
            sum += probability;
            values.push((float(value), sum));
        }
        Shape::Discrete(values)
    }
}

/// Beta distribution of a PERT range whose most likely value is at a share of it.
fn pert(share: f64) -> Beta {
    Beta::new(1.0 + 4.0 * share, 5.0 - 4.0 * share)
}

/// The first of some values whose cumulative probability is above a share; the last if a sum is rounded down.
fn at_share(values: &[(f64, f64)], share: f64) -> f64 {
    let place = values.partition_point(|(_, sum)| *sum <= share).min(values.len().saturating_sub(1));
    values.get(place).map(|(value, _)| *value).unwrap_or_default()
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

    fn draws(spread: &Spread, kind: &QuantityKind) -> Vec<f64> {
        let distribution = Distribution::of(spread, kind, false);
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
        let draws = draws(&Spread::Uniform { low: d("38"), high: d("60") }, kind("PricePerInstanceHour"));
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
            has_moments(&draws(&spread, kind("Change")), mean, (mean - a) * (b - mean) / 7.0);
        }
        // for low 0, likely 1, high 1 the density is 5 x⁴, so the share below x is x⁵; mirrored, 1 − (1 − x)⁵
        let rising = draws(&Spread::Pert { low: d("0"), likely: d("1"), high: d("1") }, kind("Share"));
        has_share_below(&rising, 0.8, 0.8_f64.powi(5));
        let falling = draws(&Spread::Pert { low: d("0"), likely: d("0"), high: d("1") }, kind("Share"));
        has_share_below(&falling, 0.1, 1.0 - 0.9_f64.powi(5));
        // with likely in the middle Beta(3, 3): the share below x is x³ (10 − 15 x + 6 x²)
        let middle = draws(&Spread::Pert { low: d("0"), likely: d("0.5"), high: d("1") }, kind("Share"));
        has_share_below(&middle, 0.3, 0.027 * (10.0 - 4.5 + 0.54));
    }

    #[test]
    fn lognormal_draws_have_their_tenths_and_the_moments_of_theory() {
        let spread = Spread::Lognormal { p10: d("265000"), p90: d("340000") };
        let draws = draws(&spread, kind("PricePerNode"));
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
        let distribution = Distribution::of(&spread, kind("Share"), false);
        assert_eq!(distribution.support().1.to_bits(), 1.0_f64.to_bits());
        let clipped = draws(&spread, kind("Share"));
        has_share_below(&clipped, 1.0, 0.5);
        let count = clipped.iter().filter(|draw| distribution.is_clipped()(draw)).count();
        assert_eq!(count, clipped.iter().filter(|draw| **draw >= 1.0).count());
        // a spread that ends at the bound is not clipped there
        let whole = Distribution::of(&Spread::Uniform { low: d("0"), high: d("1") }, kind("Share"), false);
        assert!(!whole.is_clipped()(&0.0) && !whole.is_clipped()(&1.0));
    }

    #[test]
    fn whole_numbers_have_the_shares_of_theory() {
        let of = |spread: Spread, score: f64| Distribution::of(&spread, kind("Months"), true).at(score);
        let shares = |spread: Spread, expected: &[(f64, f64)]| {
            let distribution = Distribution::of(&spread, kind("Months"), true);
            let mut stream = Stream::new(7, "a path", 3);
            let draws: Vec<f64> = (0..DRAWS).map(|_| distribution.draw(&mut stream)).collect();
            let n = f64::from(DRAWS);
            for (value, share) in expected {
                let count = draws.iter().filter(|draw| draw.to_bits() == value.to_bits()).count();
                let found = f64::from(u32::try_from(count).unwrap()) / n;
                let error = (share * (1.0 - share) / n).sqrt();
                assert!((found - share).abs() <= 5.0 * error, "{found} of {value}, not {share}");
            }
        };
        shares(Spread::Uniform { low: d("3"), high: d("6") }, &[(3.0, 0.25), (4.0, 0.25), (5.0, 0.25), (6.0, 0.25)]);
        // Beta(3, 3) from -1/2 to 2 1/2: the share below a third of it is 1/27 (10 - 15/3 + 6/9) = 17/81
        let pert = Spread::Pert { low: d("0"), likely: d("1"), high: d("2") };
        shares(pert.clone(), &[(0.0, 17.0 / 81.0), (1.0, 47.0 / 81.0), (2.0, 17.0 / 81.0)]);
        let listed = Spread::Discrete(vec![(d("2"), d("0.2")), (d("6"), d("0")), (d("12"), d("0.8"))]);
        shares(listed.clone(), &[(2.0, 0.2), (6.0, 0.0), (12.0, 0.8)]);
        // the median of each, and the value at the 10th percentile
        for (spread, score, expected) in
            [(pert.clone(), 0.0, 1.0), (pert, -P90, 0.0), (listed.clone(), -P90, 2.0), (listed, 0.0, 12.0)]
        {
            assert_eq!(of(spread, score).to_bits(), f64::to_bits(expected));
        }
    }

    #[test]
    fn a_score_is_the_value_below_which_as_much_lies() {
        let share = |spread, kind_of| Distribution::of(&spread, kind(kind_of), false);
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

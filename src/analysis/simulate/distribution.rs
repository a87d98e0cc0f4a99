//! From a spread to draws: uniform, PERT and lognormal.
//!
//! Logarithms and exponentials are those of `libm`, which are the same on every machine.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

use super::stream::Stream;
use crate::scenario::quantity::Kind;
use crate::scenario::uncertainty::Spread;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Where the standard normal distribution ends for a stream of 53 bits.
const NORMAL_END: f64 = 8.3;
/// The P90 of the standard normal distribution.
const NORMAL_P90: f64 = 1.281_551_565_544_600_4;

/// Draws of an uncertain number, none outside the bounds of its quantity.
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

impl Distribution {
    /// Of a spread of a quantity.
    #[must_use]
    pub fn of(spread: Spread, kind: &Kind) -> Distribution {
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
                Shape::Lognormal { mean: f64::midpoint(p10, p90), deviation: (p90 - p10) / (2.0 * NORMAL_P90) }
            }
        };
        Distribution { shape, least: float(kind.minimum()), most: float(kind.maximum()) }
    }

    /// One draw.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let value = match self.shape {
            Shape::Uniform { low, high } => low + (high - low) * stream.uniform(),
            Shape::Beta { low, high, beta } => low + (high - low) * beta.draw(stream),
            Shape::Lognormal { mean, deviation } => libm::exp(mean + deviation * normal(stream.uniform())),
        };
        value.clamp(self.least, self.most)
    }

    /// Between which values all draws lie.
    #[must_use]
    pub fn support(&self) -> (f64, f64) {
        let (low, high) = match self.shape {
            Shape::Uniform { low, high } | Shape::Beta { low, high, .. } => (low, high),
            Shape::Lognormal { mean, deviation } => {
                (libm::exp(mean - NORMAL_END * deviation), libm::exp(mean + NORMAL_END * deviation))
            }
        };
        (low.clamp(self.least, self.most), high.clamp(self.least, self.most))
    }
}

/// A beta distribution both of whose parameters are at least 1, drawn by rejection: algorithm BB of R. C. H. Cheng,
/// "Generating beta variates with nonintegral shape parameters", Communications of the ACM 21 (1978), 317–322.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Beta {
    smaller: f64,
    larger: f64,
    scale: f64,
    gamma: f64,
    turned: Turned,
}

/// Whether the first parameter is the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turned {
    No,
    Yes,
}

impl Beta {
    fn new(first: f64, second: f64) -> Beta {
        let (smaller, larger) = (first.min(second), first.max(second));
        let scale = libm::sqrt((smaller + larger - 2.0) / (2.0 * smaller * larger - smaller - larger));
        let turned = if first <= second { Turned::No } else { Turned::Yes };
        Beta { smaller, larger, scale, gamma: smaller + 1.0 / scale, turned }
    }

    fn draw(&self, stream: &mut Stream) -> f64 {
        const LN_4: f64 = 2.0 * std::f64::consts::LN_2;
        const LN_5_AND_1: f64 = 2.609_437_912_434_100_3;
        let sum = self.smaller + self.larger;
        loop {
            let (first, second) = (stream.uniform(), stream.uniform());
            // V, W, Z, R, S and T of the publication
            let odds = self.scale * libm::log(first / (1.0 - first));
            let candidate = self.smaller * libm::exp(odds);
            let height = first * first * second;
            let ratio = self.gamma * odds - LN_4;
            let bound = self.smaller + ratio - candidate;
            let accepted = bound + LN_5_AND_1 >= 5.0 * height || {
                let log = libm::log(height);
                bound >= log || ratio + sum * libm::log(sum / (self.larger + candidate)) >= log
            };
            if accepted {
                return match self.turned {
                    Turned::No => candidate / (self.larger + candidate),
                    Turned::Yes => self.larger / (self.larger + candidate),
                };
            }
        }
    }
}

/// The value below which a share of the standard normal distribution lies: algorithm PPND16 of M. J. Wichura, "The
/// percentage points of the normal distribution", Applied Statistics 37 (1988), 477–484, AS 241; good to 16 digits.
fn normal(share: f64) -> f64 {
    let q = share - 0.5;
    if q.abs() <= 0.425 {
        return q * rational(0.180_625 - q * q, &MIDDLE);
    }
    let tail = if q < 0.0 { share } else { 1.0 - share };
    let r = libm::sqrt(-libm::log(tail));
    let value = if r <= 5.0 { rational(r - 1.6, &NEAR) } else { rational(r - 5.0, &FAR) };
    if q < 0.0 { -value } else { value }
}

/// The quotient of two polynomials, by Horner's rule.
fn rational(x: f64, (numerator, denominator): &([f64; 8], [f64; 8])) -> f64 {
    let polynomial = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c);
    polynomial(numerator) / polynomial(denominator)
}

const MIDDLE: ([f64; 8], [f64; 8]) = (
    [
        3.387_132_872_796_366_6,
        133.141_667_891_784_38,
        1_971.590_950_306_551_4,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        1.0,
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
);

const NEAR: ([f64; 8], [f64; 8]) = (
    [
        1.423_437_110_749_683_6,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        0.000_774_545_014_278_341_4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        0.000_547_593_808_499_534_5,
        1.050_750_071_644_416_8e-9,
    ],
);

const FAR: ([f64; 8], [f64; 8]) = (
    [
        6.657_904_643_501_104,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_9,
        0.026_532_189_526_576_124,
        0.001_242_660_947_388_078_4,
        0.000_027_115_555_687_434_876,
        0.000_000_201_033_439_929_228_8,
    ],
    [
        1.0,
        0.599_832_206_555_887_9,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        0.000_786_869_131_145_613_3,
        0.000_018_463_183_175_100_547,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_94e-15,
    ],
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::quantities::KINDS;

    const DRAWS: u32 = 200_000;

    fn kind(name: &str) -> &'static Kind {
        KINDS.iter().find(|kind| kind.name == name).unwrap()
    }

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn draws(spread: Spread, kind: &Kind) -> Vec<f64> {
        let distribution = Distribution::of(spread, kind);
        let (low, high) = distribution.support();
        let mut stream = Stream::new(7, "a path", 3);
        let draws: Vec<f64> = (0..DRAWS).map(|_| distribution.draw(&mut stream)).collect();
        assert!(draws.iter().all(|draw| (low..=high).contains(draw)), "{distribution:?}");
        draws
    }

    /// Mean and variance within five standard errors of those of theory; that of the variance follows from the fourth
    /// moment of the draws.
    fn has_moments(draws: &[f64], mean: f64, variance: f64) {
        let n = f64::from(DRAWS);
        let found = draws.iter().sum::<f64>() / n;
        let moment = |power: i32| draws.iter().map(|draw| (draw - mean).powi(power)).sum::<f64>() / n;
        assert!((found - mean).abs() <= 5.0 * (variance / n).sqrt(), "mean {found}, not {mean}");
        let error = ((moment(4) - variance * variance) / n).sqrt();
        assert!((moment(2) - variance).abs() <= 5.0 * error, "variance {}, not {variance}", moment(2));
    }

    /// The share of draws below a value within five standard errors of that of theory.
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
        // of low a, likely m, high b: mean μ = (a + 4m + b) / 6, variance (μ − a)(b − μ) / 7
        for (low, likely, high) in
            [("0", "0.2", "0.6"), ("0", "0", "0.6"), ("0.1", "0.6", "0.6"), ("0.2", "0.4", "0.6")]
        {
            let spread = Spread::Pert { low: d(low), likely: d(likely), high: d(high) };
            let (a, m, b) = (float(d(low)), float(d(likely)), float(d(high)));
            let mean = (a + 4.0 * m + b) / 6.0;
            has_moments(&draws(spread, kind("Change")), mean, (mean - a) * (b - mean) / 7.0);
        }
        // of low 0, likely 1, high 1 the density is 5 x⁴, so that x⁵ lie below x; mirrored, 1 − (1 − x)⁵
        let rising = draws(Spread::Pert { low: d("0"), likely: d("1"), high: d("1") }, kind("Share"));
        has_share_below(&rising, 0.8, 0.8_f64.powi(5));
        let falling = draws(Spread::Pert { low: d("0"), likely: d("0"), high: d("1") }, kind("Share"));
        has_share_below(&falling, 0.1, 1.0 - 0.9_f64.powi(5));
        // with likely in the middle Beta(3, 3): x³ (10 − 15 x + 6 x²) lie below x
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
        let deviation = (340_000.0_f64 / 265_000.0).ln() / (2.0 * NORMAL_P90);
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
    }

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        // from tables of the standard normal distribution; the last by mpmath, to 17 digits
        for (share, value) in [
            (0.5, 0.0),
            (0.9, NORMAL_P90),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-10, -6.361_340_902_404_056),
            (1e-15, -7.941_345_326_170_997),
        ] {
            assert!((normal(share) - value).abs() <= 1e-13 * value.abs().max(1.0), "{share}: {}", normal(share));
        }
    }
}

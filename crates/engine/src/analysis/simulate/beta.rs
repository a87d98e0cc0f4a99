//! Beta distribution of a PERT range, with both parameters at least 1: sampled by rejection for independent inputs, and
//! by its quantile function for correlated inputs.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

use super::stream::Stream;

/// A beta distribution with both parameters at least 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beta {
    first: f64,
    second: f64,
    /// Logarithm of the beta function of the parameters, which scales the density.
    scale_log: f64,
    /// Parameters for sampling by rejection.
    rejection: Rejection,
}

/// Parameters of algorithm BB of R. C. H. Cheng, "Generating beta variates with nonintegral shape parameters",
/// Communications of the ACM 21 (1978), 317–322.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rejection {
    smaller: f64,
    larger: f64,
    scale: f64,
    gamma: f64,
    turned: Orientation,
}

/// Whether the first parameter is the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Orientation {
    No,
    Yes,
}

impl Beta {
    pub(super) fn new(first: f64, second: f64) -> Beta {
        let scale_log = libm::lgamma(first) + libm::lgamma(second) - libm::lgamma(first + second);
        Beta { first, second, scale_log, rejection: Rejection::new(first, second) }
    }

    pub(super) fn draw(&self, stream: &mut Stream) -> f64 {
        self.rejection.draw(stream)
    }

    /// Cumulative distribution function between 0 and 1: the regularized incomplete beta function, by its continued
    /// fraction on the side where it converges fast (NIST Digital Library of Mathematical Functions, 8.17.22).
    pub(super) fn share_below(&self, x: f64) -> f64 {
        if x <= 0.0 || x >= 1.0 {
            return if x <= 0.0 { 0.0 } else { 1.0 };
        }
        let (a, b) = (self.first, self.second);
        let front = libm::exp(a * libm::log(x) + b * libm::log1p(-x) - self.scale_log);
        if x < (a + 1.0) / (a + b + 2.0) {
            front * fraction(a, b, x) / a
        } else {
            1.0 - front * fraction(b, a, 1.0 - x) / b
        }
    }

    /// Quantile function: by Newton's method, with bisection where that would leave the bracket.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        const MOST_STEPS: usize = 100;
        let (mut low, mut high) = (0.0, 1.0);
        let mut x = self.first / (self.first + self.second);
        for _ in 0..MOST_STEPS {
            let above = self.share_below(x) - share;
            if above > 0.0 {
                high = x;
            } else {
                low = x;
            }
            let next = x - above / self.density(x);
            // before the bracket check, as x is now an end of the bracket
            if (next - x).abs() <= 1e-16 + 4.0 * f64::EPSILON * x {
                break;
            }
            x = if next > low && next < high { next } else { f64::midpoint(low, high) };
        }
        x
    }

    fn density(&self, x: f64) -> f64 {
        libm::exp((self.first - 1.0) * libm::log(x) + (self.second - 1.0) * libm::log1p(-x) - self.scale_log)
    }
}

/// Continued fraction of the incomplete beta function, by Lentz's method: as the product of the quotients of successive
/// numerators and denominators.
fn fraction(first: f64, second: f64, x: f64) -> f64 {
    const LEAST: f64 = 1e-300;
    const MOST_TERMS: u32 = 500;
    let away_from_nothing = |value: f64| if value.abs() < LEAST { LEAST } else { value };
    let sum = first + second;
    let mut numerators = 1.0;
    let mut denominators = 1.0 / away_from_nothing(1.0 - sum * x / (first + 1.0));
    let mut value = denominators;
    for term in (1..MOST_TERMS).map(f64::from) {
        let twice = first + 2.0 * term;
        let even = term * (second - term) * x / ((twice - 1.0) * twice);
        let odd = -(first + term) * (sum + term) * x / (twice * (twice + 1.0));
        for coefficient in [even, odd] {
            denominators = 1.0 / away_from_nothing(1.0 + coefficient * denominators);
            numerators = away_from_nothing(1.0 + coefficient / numerators);
            value *= denominators * numerators;
        }
        if (denominators * numerators - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    value
}

impl Rejection {
    fn new(first: f64, second: f64) -> Rejection {
        let (smaller, larger) = (first.min(second), first.max(second));
        let scale = libm::sqrt((smaller + larger - 2.0) / (2.0 * smaller * larger - smaller - larger));
        let turned = if first <= second { Orientation::No } else { Orientation::Yes };
        Rejection { smaller, larger, scale, gamma: smaller + 1.0 / scale, turned }
    }

    fn draw(&self, stream: &mut Stream) -> f64 {
        const LN_4: f64 = 2.0 * std::f64::consts::LN_2;
        const LN_5_AND_1: f64 = 2.609_437_912_434_100_3;
        let sum = self.smaller + self.larger;
        loop {
            let (first, second) = (stream.uniform(), stream.uniform());
            // V, W, Z, R, S and T of the paper
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
                    Orientation::No => candidate / (self.larger + candidate),
                    Orientation::Yes => self.larger / (self.larger + candidate),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_quantiles_are_those_of_closed_forms() {
        // a share is accurate to about 1e-16, and so is the value where the density is 1
        let close = |beta: &Beta, share: f64, expected: f64| {
            let (found, error) = (beta.quantile(share), 1e-14 * expected + 2e-15 / beta.density(expected));
            assert!((found - expected).abs() <= error, "{found}, not {expected}");
        };
        for share in [1e-12, 1e-6, 0.001, 0.03, 0.3, 0.5, 0.77, 0.98, 0.999_999] {
            // the share below x is x⁵ for Beta(5, 1), 1 − (1 − x)⁵ for Beta(1, 5), x³ (10 − 15 x + 6 x²) for Beta(3, 3)
            let (rising, falling, middle) = (Beta::new(5.0, 1.0), Beta::new(1.0, 5.0), Beta::new(3.0, 3.0));
            close(&rising, share, libm::pow(share, 0.2));
            close(&falling, share, -libm::expm1(0.2 * libm::log1p(-share)));
            let below = |x: f64| x * x * x * (10.0 - 15.0 * x + 6.0 * x * x);
            assert!((middle.share_below(share) - below(share)).abs() <= 1e-14 * below(share), "{share}");
            close(&middle, below(share), share);
        }
    }

    #[test]
    fn the_share_below_a_quantile_is_that_of_the_quantile_for_any_pert() {
        for likely in [0.0, 0.1, 0.37, 0.5, 0.642, 0.999, 1.0] {
            let beta = Beta::new(1.0 + 4.0 * likely, 5.0 - 4.0 * likely);
            let mut before = 0.0;
            for hundredth in 1..100 {
                let share = f64::from(hundredth) / 100.0;
                let x = beta.quantile(share);
                assert!(x > before && (beta.share_below(x) - share).abs() <= 1e-13, "{likely} {share}: {x}");
                before = x;
            }
            assert!((beta.share_below(0.0), beta.share_below(1.0)) == (0.0, 1.0));
        }
    }
}

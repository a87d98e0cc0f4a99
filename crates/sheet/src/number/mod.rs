//! Exact decimals: roots, named rounding rules, and notation for people and for machines.

mod not_a_number;
mod read;
mod suggestion;

pub use not_a_number::NotANumber;
pub use read::decimal;
pub use suggestion::{is_ungrouped, magnitude, suggestion};

use rust_decimal::{Decimal, RoundingStrategy};

/// Root of a nonnegative number, by Newton's method from above; accurate to 10^-25 of its size.
///
/// ```
/// use sheet::number::root;
/// use rust_decimal::Decimal;
/// assert_eq!(root(Decimal::from(4096), 12), Decimal::TWO);
/// ```
#[must_use]
pub fn root(value: Decimal, degree: u8) -> Decimal {
    if value <= Decimal::ZERO || degree == 0 {
        return Decimal::ZERO;
    }
    let n = Decimal::from(degree);
    // for x ≥ 1 the root is at most 1 + (x − 1) / n, for x < 1 at most 1 (Bernoulli); from above every step decreases
    let mut guess = if value > Decimal::ONE { Decimal::ONE + (value - Decimal::ONE) / n } else { Decimal::ONE };
    loop {
        let mut quotient = value;
        for _ in 1..degree {
            quotient /= guess;
        }
        let next = (guess * (n - Decimal::ONE) + quotient) / n;
        if next >= guess {
            return guess;
        }
        guess = next;
    }
}

/// Rounds to the currency's minor unit, half away from zero. The last four digits of a number that uses all its digits
/// are a division residue and do not decide: a twelfth of a yearly amount, three times, must be a quarter of it.
#[must_use]
pub fn money(value: Decimal, minor_digits: u32) -> Decimal {
    let rounded = |value: Decimal, digits| value.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero);
    let sure = value.scale().saturating_sub(4);
    rounded(if sure >= minor_digits + 10 { rounded(value, sure) } else { value }, minor_digits)
}

/// Bounds of [`money`] of a number between two others.
#[must_use]
pub fn money_between(least: Decimal, most: Decimal, minor_digits: u32) -> (Decimal, Decimal) {
    // twice what is rounded away first, at most 10^-10: for the number, and for its bound
    let residue = Decimal::new(1, 9);
    (money(least - residue, minor_digits), money(most + residue, minor_digits))
}

/// Smallest integer that is not below `value`. The last four of 28 used digits do not decide, nor does less than
/// 10^-20: three times a third of 24 is 24, and the residue is insignificant relative to 24.
///
/// ```
/// use sheet::number::ceil;
/// use rust_decimal::Decimal;
/// let third = Decimal::TWO / Decimal::from(3);
/// assert_eq!(ceil(third + third + third), Decimal::TWO);
/// ```
#[must_use]
pub fn ceil(value: Decimal) -> Decimal {
    settled(value).ceil()
}

/// Largest integer that is not above `value`, with the same tolerance.
#[must_use]
pub fn floor(value: Decimal) -> Decimal {
    settled(value).floor()
}

fn settled(value: Decimal) -> Decimal {
    if value.scale() <= 18 { value } else { significant(value, 24, RoundingStrategy::MidpointNearestEven).round_dp(20) }
}

/// Whether a quantity exceeds the residue of divisions, 10^-18.
#[must_use]
pub fn is_something(value: Decimal) -> bool {
    value > Decimal::new(1, 18)
}

/// Rounds to 12 significant digits, half away from zero, for printing and comparing ratios.
#[must_use]
pub fn ratio(value: Decimal) -> Decimal {
    significant(value, 12, RoundingStrategy::MidpointAwayFromZero).normalize()
}

/// Rounds to this number of significant digits. A number is unchanged if it has no more digits, or if it would have
/// more than 28 before the point. `Decimal::round_sf` pads a short number with zeros, even beyond the available 28
/// decimals, and later arithmetic with the result then panics.
///
/// ```
/// use sheet::number::significant;
/// use rust_decimal::{Decimal, RoundingStrategy};
/// let small: Decimal = "0.000000001".parse().unwrap();
/// assert_eq!(significant(small, 24, RoundingStrategy::MidpointNearestEven).scale(), 9);
/// ```
#[must_use]
#[allow(clippy::disallowed_methods, reason = "the digits are counted before")]
pub fn significant(value: Decimal, digits: u32, strategy: RoundingStrategy) -> Decimal {
    let is_short = value.mantissa().unsigned_abs().checked_ilog10().is_none_or(|last| last < digits);
    if is_short { value } else { value.round_sf_with_strategy(digits, strategy).unwrap_or(value) }
}

/// An amount for machines: all minor digits, no grouping, never `-0`.
#[must_use]
pub fn plain(amount: Decimal, minor_digits: u32) -> String {
    let rounded = money(amount, minor_digits);
    let rounded = if rounded.is_zero() { Decimal::ZERO } else { rounded };
    format!("{rounded:.*}", minor_digits as usize)
}

/// An amount for people: thousands grouped with commas, a true minus sign, all minor digits.
///
/// ```
/// use sheet::number::grouped;
/// assert_eq!(grouped("-1234567.5".parse().unwrap(), 2), "−1,234,567.50");
/// assert_eq!(grouped("0.004".parse().unwrap(), 2), "0.00");
/// ```
#[must_use]
pub fn grouped(amount: Decimal, minor_digits: u32) -> String {
    group(&plain(amount, minor_digits))
}

/// A figure for people: at most this many significant digits, no trailing zeros, thousands grouped; digits before the
/// point are never rounded away.
#[must_use]
pub fn readable(value: Decimal, significant: u32) -> String {
    let whole = value.trunc().abs();
    let digits_before = if whole.is_zero() { 0 } else { u32::try_from(whole.to_string().len()).unwrap_or(28) };
    let rounded = if digits_before >= significant {
        value.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero)
    } else {
        self::significant(value, significant, RoundingStrategy::MidpointAwayFromZero)
    };
    let rounded = if rounded.is_zero() { Decimal::ZERO } else { rounded.normalize() };
    group(&rounded.to_string())
}

/// A number in the notation of scenarios: long ones grouped by underscores.
///
/// ```
/// use sheet::number::typed;
/// assert_eq!(typed("-1234567.50".parse().unwrap()), "-1_234_567.5");
/// ```
#[must_use]
pub fn typed(value: Decimal) -> String {
    let sign = if value.is_sign_negative() && !value.is_zero() { "-" } else { "" };
    format!("{sign}{}", read::underscored(&value.abs().normalize().to_string()))
}

/// A share as a percentage with this many decimals: `0.384` is `38 %`.
#[must_use]
pub fn percent(share: Decimal, decimals: u32) -> String {
    let hundredfold = share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share);
    format!("{} %", grouped(hundredfold, decimals))
}

/// A count with its noun: `1 month`, `36 months`.
///
/// ```
/// use sheet::number::counted;
/// assert_eq!((counted(1, "month"), counted(36, "month")), ("1 month".into(), "36 months".into()));
/// ```
#[must_use]
pub fn counted(count: impl TryInto<u32>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u32::MAX);
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn group(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("−", digits));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut grouped = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if let Some(fraction) = fraction {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_twelfth_root_of_1_08_has_25_digits() {
        // e^(ln 1.08 / 12) to 40 digits by bc
        let expected = d("1.0064340301100034548339171793");
        assert!((root(d("1.08"), 12) - expected).abs() < d("0.0000000000000000000000001"));
        assert_eq!(root(Decimal::ONE, 12), Decimal::ONE);
        assert_eq!(root(Decimal::ZERO, 2), Decimal::ZERO);
        assert_eq!(root(d("0.25"), 2), d("0.5"));
    }

    #[test]
    fn money_rounds_half_away_from_zero() {
        assert_eq!(money(d("0.125"), 2), d("0.13"));
        assert_eq!(money(d("-0.125"), 2), d("-0.13"));
        // 14,371.90 / 12 · 3 = 3,592.975
        assert_eq!(money(d("14371.9") / d("12") * d("3"), 2), d("3592.98"));
        assert_eq!(money(d("0.12499"), 2), d("0.12"));
        assert_eq!(money(d("0.124999999999"), 2), d("0.12"));
        assert_eq!(plain(d("-0.001"), 2), "0.00");
        assert_eq!(plain(d("5"), 0), "5");
    }

    #[test]
    fn bounds_of_money_contain_it() {
        let third = Decimal::ONE / d("3");
        let down = |value: Decimal, scale| value.round_dp_with_strategy(scale, RoundingStrategy::ToNegativeInfinity);
        let up = |value: Decimal, scale| value.round_dp_with_strategy(scale, RoundingStrategy::ToPositiveInfinity);
        for minor_digits in [0, 2, 3, 4] {
            for minor_units in [-2, -1, 0, 1, 12_345] {
                // on a midpoint, and off it by a residue or by more
                let midpoint = (Decimal::from(minor_units) + d("0.5")) / Decimal::from(10_i64.pow(minor_digits));
                for off in [
                    d("0"),
                    Decimal::new(1, 25),
                    Decimal::new(4, 14),
                    Decimal::new(4, 11),
                    Decimal::new(1, 10),
                    Decimal::new(2, 9),
                    d("0.01"),
                ] {
                    for value in [midpoint - off, midpoint + off, midpoint + off * third, midpoint - off * third] {
                        let printed = money(value, minor_digits);
                        for scale in [12, 16, 28] {
                            let (least, most) = (down(value, scale), up(value, scale));
                            let (least, most) = money_between(least, most, minor_digits);
                            assert!(
                                least <= printed && printed <= most,
                                "{value} of {minor_digits}: {least} to {most}"
                            );
                        }
                    }
                }
            }
        }
        assert_eq!(money_between(d("0.121"), d("0.124"), 2), (d("0.12"), d("0.12")));
        assert_eq!(money_between(d("0.124"), d("0.126"), 2), (d("0.12"), d("0.13")));
        assert_eq!(money_between(Decimal::MIN, Decimal::MAX, 2), (Decimal::MIN, Decimal::MAX));
    }

    #[test]
    fn readable_keeps_digits_before_the_point() {
        assert_eq!(readable(d("1234567.891"), 6), "1,234,568");
        assert_eq!(readable(d("7.08903"), 6), "7.08903");
        assert_eq!(readable(d("0.00173611"), 6), "0.00173611");
        assert_eq!(readable(d("0"), 6), "0");
    }
}

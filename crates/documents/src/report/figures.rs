//! Notation of figures other than amounts: the fewest decimals that are not misleading.

use crate::number;
use rust_decimal::Decimal;

/// Maximum number of decimals.
const MOST: u32 = 6;

/// A share as a percentage: `60 %`, `1.4 %`, `99.6 %`.
pub(super) fn share(value: Decimal) -> String {
    number::percent(value, share_decimals(&[value]))
}

/// Shares as percentages with the same number of decimals.
pub(super) fn shares(values: &[Decimal]) -> Vec<String> {
    let decimals = share_decimals(values);
    values.iter().map(|value| number::percent(*value, decimals)).collect()
}

/// Fewest decimals of percentages, the same for all, so that different shares look different, only 0 and 1 are written
/// as 0 % and 100 %, and small shares have two significant digits.
pub(super) fn share_decimals(values: &[Decimal]) -> u32 {
    let hundredfold: Vec<Decimal> = values.iter().map(|value| times_hundred(*value)).collect();
    decimals(&hundredfold, &[Decimal::ZERO, Decimal::ONE_HUNDRED], 0, 2)
}

/// Fewest decimals of costs per hour or unit, the same for all: at least two, with three significant digits, so that
/// different costs look different.
pub(super) fn rate_decimals(values: &[Decimal]) -> u32 {
    decimals(values, &[], 2, 3)
}

/// An amount rounded for a headline, with its currency: `USD 56 k`, `USD 1.16 m`. Exact amounts stand in the tables.
pub(super) fn headline(currency: &str, amount: Decimal) -> String {
    format!("{currency} {}", rounded(amount))
}

/// An amount with two or three digits: `56 k`, `1.16 m`.
pub(super) fn rounded(amount: Decimal) -> String {
    let scale = AmountScale::of(amount);
    let sign = if amount < Decimal::ZERO { "−" } else { "" };
    format!("{sign}{}{}", scale.text(amount.abs()), scale.unit())
}

/// A text with its grouped amounts of at least 1,000 rounded: `336,744.07` becomes `337 k`.
pub(super) fn with_rounded_amounts(text: &str) -> String {
    let round = |word: &str| {
        let amount = word.trim_matches(|c: char| !c.is_ascii_digit());
        let (whole, cents) = amount.split_once('.')?;
        let is_amount = whole.contains(',') && cents.len() == 2 && cents.bytes().all(|digit| digit.is_ascii_digit());
        let value = is_amount.then(|| amount.replace(',', "").parse().ok())??;
        Some(word.replacen(amount, &rounded(value), 1))
    };
    text.split(' ').map(|word| round(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
}

/// Rounding of amounts to ones, thousands, millions or billions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmountScale {
    /// Power of ten of the unit: 0, 3, 6 or 9.
    zeros: u32,
    /// Decimals in that unit.
    decimals: u32,
}

impl AmountScale {
    /// Maximum decimals.
    const MOST: u32 = 3;

    /// Scale of an amount with two or three significant digits.
    fn of(amount: Decimal) -> AmountScale {
        let scale = [9, 6, 3].into_iter().find_map(|zeros| {
            let scaled = amount.abs().checked_div(ten_to(zeros))?;
            let decimals = match (scaled < Decimal::TEN, scaled < Decimal::ONE_HUNDRED) {
                (true, _) if zeros > 3 => 2,
                (true, _) => 1,
                (false, true) if zeros > 3 => 1,
                (false, _) => 0,
            };
            // 999,600 is 1.00 m
            let least = Decimal::ONE - Decimal::new(5, 4);
            (scaled >= least).then_some(AmountScale { zeros, decimals })
        });
        let decimals = if amount.abs() < Decimal::TEN { 2 } else { 0 };
        scale.unwrap_or(AmountScale { zeros: 0, decimals })
    }

    /// Scale of several amounts: that of the largest, with more decimals if a nonzero amount would look like zero.
    pub(super) fn of_all(amounts: &[Decimal]) -> AmountScale {
        let largest = AmountScale::of(amounts.iter().map(Decimal::abs).max().unwrap_or_default());
        let is_shown = |decimals: &u32| {
            let scale = AmountScale { decimals: *decimals, ..largest };
            amounts.iter().all(|amount| amount.is_zero() || !number::money(scale.scaled(*amount), *decimals).is_zero())
        };
        let most = AmountScale::MOST.max(largest.decimals);
        AmountScale { decimals: (largest.decimals..most).find(is_shown).unwrap_or(most), ..largest }
    }

    /// The unit after a rounded amount, or after a currency: ` k`; empty for ones.
    pub(super) fn unit(self) -> &'static str {
        match self.zeros {
            9 => " bn",
            6 => " m",
            3 => " k",
            _ => "",
        }
    }

    /// An amount in this unit, grouped.
    pub(super) fn text(self, amount: Decimal) -> String {
        number::grouped(self.scaled(amount), self.decimals)
    }

    fn scaled(self, amount: Decimal) -> Decimal {
        amount.checked_div(ten_to(self.zeros)).unwrap_or(amount)
    }
}

/// A share with up to six digits, as the author would write it: `9 %`, `7.25 %`.
pub(super) fn rate(share: Decimal) -> String {
    format!("{} %", number::readable(times_hundred(share), 6))
}

fn times_hundred(share: Decimal) -> Decimal {
    share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share)
}

fn decimals(values: &[Decimal], marks: &[Decimal], least: u32, significant: u32) -> u32 {
    let all: Vec<Decimal> = values.iter().chain(marks).copied().collect();
    let fits = |decimals: &u32| {
        let told_apart = all.iter().enumerate().all(|(at, value)| {
            let alike = |other: &&Decimal| number::money(**other, *decimals) == number::money(*value, *decimals);
            all.iter().take(at).filter(alike).all(|other| other == value)
        });
        told_apart && values.iter().all(|value| has_digits(*value, *decimals, significant))
    };
    (least..MOST).find(fits).unwrap_or(MOST)
}

/// Whether the decimals show the exact value or enough significant digits.
fn has_digits(value: Decimal, decimals: u32, significant: u32) -> bool {
    let shown = number::money(value, decimals);
    shown == value || shown.abs() >= Decimal::new(1, decimals) * ten_to(significant - 1)
}

fn ten_to(power: u32) -> Decimal {
    (0..power).fold(Decimal::ONE, |product, _| product * Decimal::TEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn shares_have_the_decimals_that_tell_them_apart() {
        assert_eq!(shares(&[d("0.6"), d("1")]), ["60 %", "100 %"]);
        assert_eq!(shares(&[d("0.3696"), d("0.6")]), ["37 %", "60 %"]);
        assert_eq!(shares(&[d("0.3696"), d("0.3704")]), ["36.96 %", "37.04 %"]);
        assert_eq!(share(d("0.9996")), "99.96 %");
        assert_eq!(share(d("0.0141")), "1.4 %");
        assert_eq!(share(d("0.09")), "9 %");
        assert_eq!(share(d("0.00001")), "0.001 %");
        assert_eq!(share(Decimal::ZERO), "0 %");
    }

    #[test]
    fn a_headline_has_two_or_three_digits() {
        let said = |amount: &str| headline("USD", d(amount));
        assert_eq!(said("55834.26"), "USD 56 k");
        assert_eq!(said("619863.50"), "USD 620 k");
        assert_eq!(said("9113"), "USD 9.1 k");
        assert_eq!(said("1158668.57"), "USD 1.16 m");
        assert_eq!(said("12900000"), "USD 12.9 m");
        assert_eq!(said("999600"), "USD 1.00 m");
        assert_eq!(said("2400000000"), "USD 2.40 bn");
        assert_eq!(said("850.4"), "USD 850");
        assert_eq!(said("3.456"), "USD 3.46");
        assert_eq!(said("-67000"), "USD −67 k");
    }

    #[test]
    fn amounts_of_a_table_share_a_unit_and_none_looks_like_zero() {
        let said = |amounts: &[&str]| {
            let amounts: Vec<Decimal> = amounts.iter().map(|amount| d(amount)).collect();
            let scale = AmountScale::of_all(&amounts);
            (scale.unit(), amounts.iter().map(|amount| scale.text(*amount)).collect::<Vec<_>>())
        };
        let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(said(&["619863.50", "1234", "0"]), (" k", texts(&["620", "1", "0"])));
        // 4 m are 4,000 k; 12,345 are 0.01 m
        assert_eq!(said(&["4000000", "12345", "-500000"]), (" m", texts(&["4.00", "0.01", "−0.50"])));
        assert_eq!(said(&["619863.50", "320"]), (" k", texts(&["619.9", "0.3"])));
        // a cent among thousands stays zero
        assert_eq!(said(&["619863.50", "0.01"]), (" k", texts(&["619.864", "0.000"])));
        assert_eq!(said(&["250", "12.6"]), ("", texts(&["250", "13"])));
        assert_eq!(said(&[]), ("", texts(&[])));
    }

    #[test]
    fn only_amounts_with_cents_are_rounded_in_a_text() {
        let text =
            "while resale brings less than USD 336,744.07 (USD 257,929.46 is counted) (−1,234,567.00), 2,190 h, 28.67";
        let expected = "while resale brings less than USD 337 k (USD 258 k is counted) (−1.23 m), 2,190 h, 28.67";
        assert_eq!(with_rounded_amounts(text), expected);
    }

    #[test]
    fn rates_have_three_digits_and_differ() {
        let written = |values: &[&str]| -> Vec<String> {
            let values: Vec<Decimal> = values.iter().map(|value| d(value)).collect();
            let decimals = rate_decimals(&values);
            values.iter().map(|value| number::grouped(*value, decimals)).collect()
        };
        assert_eq!(written(&["4.2613", "6.88"]), ["4.26", "6.88"]);
        assert_eq!(written(&["0.004567", "1.5"]), ["0.00457", "1.50000"]);
        assert_eq!(written(&["4.2613", "4.2608"]), ["4.2613", "4.2608"]);
        assert_eq!(written(&["1"]), ["1.00"]);
    }
}

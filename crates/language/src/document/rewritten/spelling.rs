//! Notation of a number: a new value in the style of the existing one.

use crate::document::CurrencyCode;
use rust_decimal::Decimal;

/// Digits between two underscores.
const GROUP: usize = 3;

/// A number in the notation of the existing one: its quotes, percent sign, at least its decimals, and digit grouping. An
/// amount in a foreign currency gets its code, other amounts none.
#[must_use]
pub(super) fn spelled_as(written: &str, value: Decimal, own: Option<CurrencyCode>) -> String {
    let quote = written.chars().next().filter(|first| ['"', '\''].contains(first));
    let inner = quote.map_or(written, |quote| written.trim_matches(quote)).trim_end();
    let amount = inner.trim_end_matches(|c: char| c.is_ascii_uppercase()).trim_end();
    let digits = amount.trim_end_matches('%').trim_end();
    let percent = &amount[digits.len()..];
    let value = if percent.contains('%') { value * Decimal::ONE_HUNDRED } else { value };
    let spelled = grouped_as(digits, &with_decimals_of(digits, value));
    let code = own.map(|own| format!(" {}", own.code())).unwrap_or_default();
    let quote = quote.map(String::from).unwrap_or_default();
    format!("{quote}{spelled}{percent}{code}{quote}")
}

/// Digits of a value, with at least as many decimals as the existing number.
fn with_decimals_of(written: &str, value: Decimal) -> String {
    let mut value = value.normalize();
    let is_plain = written.chars().all(|c| c.is_ascii_digit() || "+-._".contains(c));
    let decimals = written.split_once('.').filter(|_| is_plain).map_or(0, |(_, decimals)| decimals.len());
    let decimals = u32::try_from(decimals).unwrap_or_default();
    if value.scale() < decimals {
        value.rescale(decimals);
    }
    value.to_string()
}

/// Digits grouped by three if the existing number is.
fn grouped_as(written: &str, digits: &str) -> String {
    if !written.contains('_') {
        return digits.to_owned();
    }
    let (whole, rest) = digits.find('.').map_or((digits, ""), |point| digits.split_at(point));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let first = whole.len() % GROUP;
    let groups = (first..whole.len()).step_by(GROUP).map(|at| &whole[at..at + GROUP]);
    let head = (first > 0).then_some(&whole[..first]);
    format!("{sign}{}{rest}", head.into_iter().chain(groups).collect::<Vec<_>>().join("_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_spelled_as_the_one_that_stood_there() {
        let cases = [
            ("255_237", "280760.7", "280_760.7"),
            ("255_237", "1000000", "1_000_000"),
            ("9_500", "950", "950"),
            ("289000", "310000", "310000"),
            ("65%", "0.7", "70%"),
            ("65 %", "0.725", "72.5 %"),
            ("8.5%", "0.09", "9.0%"),
            ("0.65", "0.7", "0.70"),
            ("2.50", "3", "3.00"),
            ("\"65%\"", "0.7", "\"70%\""),
            ("'289_000'", "1234567.25", "'1_234_567.25'"),
            ("-1_000", "-20000", "-20_000"),
            ("1e3", "2500", "2500"),
            ("1.5e3", "2500", "2500"),
            ("12", "0", "0"),
            ("12_000 USD", "13000", "13_000"),
        ];
        for (written, value, expected) in cases {
            assert_eq!(spelled_as(written, value.parse().unwrap(), None), expected, "{written} {value}");
        }
    }

    #[test]
    fn an_amount_in_another_currency_has_its_code() {
        let dollars = CurrencyCode::of("USD");
        for (written, expected) in [
            ("12_000 USD", "13_000 USD"),
            ("12_000", "13_000 USD"),
            ("'12000 EUR'", "'13000 USD'"),
            ("12.50  USD", "13000.00 USD"),
        ] {
            assert_eq!(spelled_as(written, 13_000.into(), dollars), expected, "{written}");
        }
    }
}

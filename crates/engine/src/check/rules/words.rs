//! Formatting of amounts, shares and prices in findings.

use super::Subject;
use crate::number;
use crate::scenario::CurrencyCode;
use rust_decimal::Decimal;

/// Significant digits of a percentage and of a price.
const DIGITS: u32 = 4;

/// An amount of money as reports print it.
pub(super) fn money(subject: &Subject<'_>, amount: Decimal) -> String {
    number::grouped(amount, subject.answer.comparison.header.minor_digits)
}

/// A share as a percentage: `2.5 %`.
pub(super) fn share(share: Decimal) -> String {
    let hundredfold = share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share);
    format!("{} %", number::readable(hundredfold, DIGITS))
}

/// A figure with few significant digits.
pub(super) fn few_digits(value: Decimal) -> String {
    number::readable(value, DIGITS)
}

/// A price with few significant digits; with its currency if the scenario has several.
pub(super) fn quoted_price(subject: &Subject<'_>, price: Decimal, currency: Option<CurrencyCode>) -> String {
    let scenario = &subject.answer.loaded.scenario;
    let code = currency.unwrap_or(scenario.currency.value).code();
    if scenario.exchange_rates.iter().next().is_none() {
        few_digits(price)
    } else {
        format!("{} {code}", few_digits(price))
    }
}

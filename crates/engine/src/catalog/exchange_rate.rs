//! Exchange rates by date: the reference rates of the European Central Bank. Currencies that lost a third of their value within
//! a few years are left out.

use super::{CatalogText, Grade, read};
use crate::amount;
#[cfg(feature = "schema")]
use crate::amount::Ratio;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/exchange_rates.csv");

static RATES: LazyLock<&[ReferenceRate]> = LazyLock::new(|| read::in_use!("exchange_rates", ReferenceRate));

/// Value of one euro in a currency.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReferenceRate {
    /// Currency code.
    pub currency: CatalogText,
    /// Units of the currency per euro.
    #[serde(deserialize_with = "read::decimal", serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub per_euro: Decimal,
    /// Date of the rate.
    pub as_of: CatalogText,
    /// Publisher.
    pub source: CatalogText,
    /// Quality of the source.
    pub grade: Grade,
}

/// All reference rates of the catalog.
#[must_use]
pub fn reference_rates() -> &'static [ReferenceRate] {
    &RATES
}

/// Exchange rate between two currencies with its date; `None` if the catalog lacks one of them.
#[must_use]
pub fn reference_rate(of: &str, currency: &str) -> Option<(Decimal, &'static str)> {
    let find = |code: &str| reference_rates().iter().find(|rate| rate.currency == code);
    let (of, into) = (find(of)?, find(currency)?);
    Some((into.per_euro.checked_div(of.per_euro)?, &of.as_of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_between_two_currencies_go_by_the_euro() {
        let rate = |of, currency| reference_rate(of, currency).map(|(rate, _)| rate.round_dp(4).to_string());
        // 1 / 1.1355; 0.85463 / 1.1355; 178.27
        assert_eq!(rate("USD", "EUR"), Some("0.8807".to_owned()));
        assert_eq!(rate("USD", "GBP"), Some("0.7526".to_owned()));
        assert_eq!(rate("EUR", "JPY"), Some("178.27".to_owned()));
        assert_eq!(rate("XOF", "EUR"), None);
    }
}

//! Prices of language models behind an API, per million tokens.

mod paste;

pub use paste::pasted_prices;

use super::{CatalogText, Grade, read};
use crate::amount;
#[cfg(feature = "schema")]
use crate::amount::Ratio;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("../data/api_prices.csv");

static ROWS: LazyLock<&[ApiPriceRow]> = LazyLock::new(|| read::in_use!("api_prices", ApiPriceRow));

/// Prices in USD of a model of a provider, for requests of some lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiPrice {
    /// Provider.
    pub provider: String,
    /// Name of the model at the provider.
    pub model: String,
    /// Name of the shipped model of `fit` that it is, in any revision. None for other models, for those that the provider will
    /// retire, and for a price list.
    pub open_model: Option<String>,
    /// Prices of a request that is answered at once.
    pub standard: PricesPerMillionTokens,
    /// Prices of a request that waits in a batch.
    pub batch: PricesPerMillionTokens,
    /// Whether it is known that the model writes no tokens, as one of embeddings.
    pub writes_nothing: bool,
    /// Requests to which the prices apply.
    pub requests: RequestLengths,
    /// Most tokens that a request can read.
    pub context_tokens: Option<u64>,
    /// Date of the prices: a day, a month, a year, or a range of days; `None` if unknown.
    pub as_of: Option<String>,
    /// Quality of the source; `None` for a price list.
    pub grade: Option<Grade>,
    /// Source of the row; `None` for a price list.
    pub source: Option<String>,
    /// Note.
    pub note: Option<String>,
    /// Index of the price list that contains it, from 0; `None` for the catalog.
    pub list: Option<usize>,
}

/// Prices per million tokens of text; an unknown price is `null`, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PricesPerMillionTokens {
    /// Of tokens read.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub input: Option<Decimal>,
    /// Of tokens read from the prefix cache.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub cached_input: Option<Decimal>,
    /// Of tokens read and written to the prefix cache, for the shortest time that the provider offers.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub cache_write: Option<Decimal>,
    /// Of tokens written; `null` also for a model that writes none, such as one of embeddings.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub output: Option<Decimal>,
}

/// Lengths of requests in tokens read, cached ones included. All tokens of a request have the prices of its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestLengths {
    /// Requests that read more than this many tokens; `null` if there is no lower limit.
    pub above: Option<u64>,
    /// Requests that read at most this many tokens; `null` if there is no upper limit.
    pub up_to: Option<u64>,
}

/// A row of the catalog.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApiPriceRow {
    provider: CatalogText,
    model: CatalogText,
    open_model: Option<CatalogText>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    input: Option<Decimal>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    cached_input: Option<Decimal>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    cache_write: Option<Decimal>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    output: Option<Decimal>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    batch_input: Option<Decimal>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    batch_cached_input: Option<Decimal>,
    #[serde(deserialize_with = "read::blank_or_decimal")]
    batch_output: Option<Decimal>,
    above: Option<u64>,
    up_to: Option<u64>,
    context_tokens: Option<u64>,
    as_of: CatalogText,
    grade: Grade,
    source: CatalogText,
    note: Option<CatalogText>,
}

/// All prices of APIs in the catalog.
pub fn catalog_api_prices() -> impl Iterator<Item = ApiPrice> {
    rows().iter().map(ApiPrice::of_row)
}

/// All rows of the catalog.
pub(super) fn rows() -> &'static [ApiPriceRow] {
    &ROWS
}

impl ApiPrice {
    fn of_row(row: &ApiPriceRow) -> ApiPrice {
        ApiPrice {
            provider: row.provider.to_string(),
            model: row.model.to_string(),
            open_model: row.open_model.as_deref().map(str::to_owned),
            standard: PricesPerMillionTokens {
                input: row.input,
                cached_input: row.cached_input,
                cache_write: row.cache_write,
                output: row.output,
            },
            batch: PricesPerMillionTokens {
                input: row.batch_input,
                cached_input: row.batch_cached_input,
                cache_write: None,
                output: row.batch_output,
            },
            // the catalog has the price of every model that writes
            writes_nothing: row.output.is_none(),
            requests: RequestLengths { above: row.above, up_to: row.up_to },
            context_tokens: row.context_tokens,
            as_of: Some(row.as_of.to_string()),
            grade: Some(row.grade),
            source: Some(row.source.to_string()),
            note: row.note.as_deref().map(str::to_owned),
            list: None,
        }
    }

    /// Texts in which search words may occur.
    pub(super) fn texts(&self) -> [&str; 2] {
        [&self.provider, &self.model]
    }
}

impl PricesPerMillionTokens {
    /// All prices, in field order.
    #[must_use]
    pub fn all(&self) -> [Option<Decimal>; 4] {
        [self.input, self.cached_input, self.cache_write, self.output]
    }

    /// These prices; where one is unknown, that of `others`.
    #[must_use]
    pub fn or(self, others: PricesPerMillionTokens) -> PricesPerMillionTokens {
        PricesPerMillionTokens {
            input: self.input.or(others.input),
            cached_input: self.cached_input.or(others.cached_input),
            cache_write: self.cache_write.or(others.cache_write),
            output: self.output.or(others.output),
        }
    }
}

impl RequestLengths {
    /// Consecutive ranges between thresholds, which ascend: up to the first, from each to the next, above the last.
    pub(super) fn between(thresholds: &[u64]) -> impl Iterator<Item = RequestLengths> {
        let above = std::iter::once(None).chain(thresholds.iter().copied().map(Some));
        let up_to = thresholds.iter().copied().map(Some).chain([None]);
        above.zip(up_to).map(|(above, up_to)| RequestLengths { above, up_to })
    }
}

/// `up to 200,000`, `above 200,000`, `32,000 to 128,000`; empty if there is no limit.
impl fmt::Display for RequestLengths {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tokens = |count: u64| crate::number::grouped(count.into(), 0);
        match (self.above, self.up_to) {
            (None, None) => Ok(()),
            (None, Some(most)) => write!(to, "up to {}", tokens(most)),
            (Some(above), None) => write!(to, "above {}", tokens(above)),
            (Some(above), Some(most)) => write!(to, "{} to {}", tokens(above), tokens(most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_separate_ranges() {
        let said = |thresholds: &[u64]| -> Vec<String> {
            RequestLengths::between(thresholds).map(|range| range.to_string()).collect()
        };
        assert_eq!(said(&[]), [""]);
        assert_eq!(said(&[200_000]), ["up to 200,000", "above 200,000"]);
        assert_eq!(said(&[32_000, 128_000]), ["up to 32,000", "32,000 to 128,000", "above 128,000"]);
    }
}

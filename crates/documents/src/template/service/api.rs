//! Prices of APIs per million tokens: those of the model, otherwise a guess from the nearest model that has some.

use super::rate::{billions, distance_of_parameters};
use super::{ServedModel, Service};
use crate::fit::{Parameters, shipped_models};
use crate::scenario::Date;
use rust_decimal::Decimal;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::sync::LazyLock;

/// List of the prices. An entry with a date of retirement was left out.
pub(super) const SOURCE: &str = "litellm 1.109.1, model_prices_and_context_window_backup.json (MIT)";
/// Date of the list.
const AS_OF: &str = "2026-11-21";

/// Price of a model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApiPrice {
    /// Name of the shipped model.
    pub(super) model: String,
    /// Provider.
    pub(super) provider: String,
    /// Entry of the list.
    pub(super) entry: String,
    /// USD per million tokens read.
    #[serde(deserialize_with = "decimal")]
    pub(super) input: Decimal,
    /// The same for tokens in a prefix cache; none if there is no such price.
    #[serde(deserialize_with = "blank_or_decimal")]
    pub(super) cached_input: Option<Decimal>,
    /// USD per million tokens written.
    #[serde(deserialize_with = "decimal")]
    pub(super) output: Decimal,
}

fn decimal<'de, D: Deserializer<'de>>(from: D) -> Result<Decimal, D::Error> {
    Decimal::from_str_exact(&String::deserialize(from)?).map_err(D::Error::custom)
}

fn blank_or_decimal<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Decimal>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.map(|text| Decimal::from_str_exact(&text)).transpose().map_err(D::Error::custom)
}

static PRICES: LazyLock<Vec<ApiPrice>> = LazyLock::new(|| {
    let rows: Result<Vec<ApiPrice>, csv::Error> =
        csv::Reader::from_reader(include_str!("../facts/api_prices.csv").as_bytes()).deserialize().collect();
    rows.expect("api_prices.csv is part of the program, and a test reads it")
});

/// Prices for a service: the lowest and the median for its requests. A guess names the model whose prices they are.
pub(super) struct ApiPrices {
    pub(super) prices: Vec<&'static ApiPrice>,
    /// Model of the prices and how it compares, if it is another one.
    pub(super) of_another: Option<String>,
}

impl ApiPrice {
    /// USD for one request.
    fn of_request(&self, service: &Service) -> Decimal {
        let cached = self.cached_input.unwrap_or(self.input);
        let read = self.input * (Decimal::ONE - service.cached) + cached * service.cached;
        service.input * read + service.output * self.output
    }
}

/// Date of the list.
pub(super) fn date() -> Option<Date> {
    crate::catalog::last_day(AS_OF)
}

/// Prices for a service.
pub(super) fn prices(service: &Service) -> ApiPrices {
    let of_model = of(&service.model);
    let (mut found, of_another) = if of_model.is_empty() { nearest(&service.model) } else { (of_model, None) };
    found.sort_by_key(|price| price.of_request(service));
    let median = found.len() / 2;
    let prices = found.into_iter().enumerate().filter(|(at, _)| *at == 0 || *at == median).map(|(_, price)| price);
    ApiPrices { prices: prices.collect(), of_another }
}

fn of(model: &ServedModel) -> Vec<&'static ApiPrice> {
    PRICES.iter().filter(|price| model.is_shipped_as(&price.model)).collect()
}

/// Prices of the shipped model with prices that is nearest by active and by all parameters.
fn nearest(model: &ServedModel) -> (Vec<&'static ApiPrice>, Option<String>) {
    let parameters = model.parameters();
    let priced = shipped_models().iter().filter(|one| PRICES.iter().any(|price| price.model == one.name));
    let priced = priced.map(|one| (one, Parameters::of(&one.model)));
    let Some((near, of_near)) = priced.min_by_key(|(_, of)| distance_of_parameters(&parameters, of)) else {
        return (Vec::new(), None);
    };
    let found = PRICES.iter().filter(|price| price.model == near.name).collect();
    let compared = format!(
        "{}, the nearest model with prices ({} and {} billion active parameters)",
        near.name,
        billions(of_near.active),
        billions(parameters.active)
    );
    (found, Some(compared))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_price_is_of_a_shipped_model_and_above_zero() {
        for price in PRICES.iter() {
            assert!(shipped_models().iter().any(|model| model.name == price.model), "{}", price.model);
            let cached = price.cached_input.unwrap_or(price.input);
            assert!(cached > Decimal::ZERO && cached <= price.input && price.output >= price.input, "{}", price.entry);
        }
        assert!(date().is_some());
    }
}

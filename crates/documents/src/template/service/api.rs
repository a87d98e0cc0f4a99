//! Prices of APIs per million tokens: those of the model, otherwise a guess from the nearest model that has some.

use super::rate::{billions, distance_of_parameters};
use super::{ServedModel, Service};
use crate::catalog::{ApiPrice, PricesPerMillionTokens, catalog_api_prices};
use crate::fit::{Parameters, ShippedModel, shipped_models};
use rust_decimal::Decimal;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Prices of open models in the catalog.
static PRICES: LazyLock<Vec<ApiPrice>> =
    LazyLock::new(|| catalog_api_prices().filter(|price| price.open_model.is_some()).collect());

/// Prices for a service: the lowest and the median of providers for its requests, of two the higher. A guess names the model whose
/// prices they are.
pub(super) struct ApiPrices {
    pub(super) prices: Vec<&'static ApiPrice>,
    /// Model of the prices and how it compares, if it is another one.
    pub(super) of_another: Option<String>,
}

/// Prices of its requests: without a latency target those of a batch, and the standard ones where these are unknown.
pub(super) fn prices_for(price: &ApiPrice, service: &Service) -> PricesPerMillionTokens {
    if service.is_batch() { price.batch.or(price.standard) } else { price.standard }
}

/// USD for a million requests; none if a price is unknown.
fn of_requests(price: &ApiPrice, service: &Service) -> Option<Decimal> {
    let PricesPerMillionTokens { input, cached_input, output, .. } = prices_for(price, service);
    let (input, output) = (input?, output?);
    let read = input * (Decimal::ONE - service.cached) + cached_input.unwrap_or(input) * service.cached;
    Some(service.input * read + service.output * output)
}

/// Prices for a service, the lowest of each provider.
pub(super) fn prices(service: &Service) -> ApiPrices {
    let long_enough: Vec<&ApiPrice> = PRICES.iter().filter(|price| is_long_enough(price, service)).collect();
    let of_model: Vec<&ApiPrice> = long_enough.iter().copied().filter(|price| is_of(price, &service.model)).collect();
    let (found, of_another) = if of_model.is_empty() { nearest(service, &long_enough) } else { (of_model, None) };
    let with_cost = found.into_iter().filter_map(|price| Some((of_requests(price, service)?, price)));
    let mut found: Vec<(Decimal, &ApiPrice)> = with_cost.collect();
    found.sort_by_key(|(cost, _)| *cost);
    let mut providers = BTreeSet::new();
    found.retain(|(_, price)| providers.insert(&price.provider));
    let median = found.len() / 2;
    let prices = found.into_iter().enumerate().filter(|(at, _)| *at == 0 || *at == median);
    ApiPrices { prices: prices.map(|(_, (_, price))| price).collect(), of_another }
}

/// Whether the context of a price has room for what a request reads and writes; an unknown one has.
fn is_long_enough(price: &ApiPrice, service: &Service) -> bool {
    price.context_tokens.is_none_or(|most| service.tokens() <= most.into())
}

fn is_of(price: &ApiPrice, model: &ServedModel) -> bool {
    price.open_model.as_ref().is_some_and(|name| model.is_shipped_as(name))
}

/// Of these prices, those of the shipped model that is nearest by active and by all parameters.
fn nearest(service: &Service, prices: &[&'static ApiPrice]) -> (Vec<&'static ApiPrice>, Option<String>) {
    let parameters = service.model.parameters();
    let of = |model: &ShippedModel| {
        let is_of_model = |price: &&&ApiPrice| price.open_model.as_ref() == Some(&model.name);
        prices.iter().filter(is_of_model).copied().collect::<Vec<&'static ApiPrice>>()
    };
    let priced = shipped_models().iter().map(|model| (model, of(model))).filter(|(_, found)| !found.is_empty());
    let priced = priced.map(|(model, found)| (model, Parameters::of(&model.model), found));
    let Some((near, of_near, found)) = priced.min_by_key(|(_, of, _)| distance_of_parameters(&parameters, of)) else {
        return (Vec::new(), None);
    };
    let has_shorter = PRICES.iter().any(|price| is_of(price, &service.model));
    let length = if has_shorter { " for requests of this length" } else { "" };
    let compared = format!(
        "{}, the nearest model with prices{length} ({} and {} billion active parameters)",
        near.name,
        billions(of_near.active),
        billions(parameters.active)
    );
    (found, Some(compared))
}

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

/// Prices for a service: the lowest and the median of providers for its requests. A guess names the model whose prices they are.
pub(super) struct ApiPrices {
    pub(super) prices: Vec<&'static ApiPrice>,
    /// Model of the prices and how it compares, if it is another one.
    pub(super) of_another: Option<String>,
}

/// USD for one request; none if a price is unknown.
fn of_request(price: &ApiPrice, service: &Service) -> Option<Decimal> {
    let PricesPerMillionTokens { input, cached_input, output, .. } = price.standard;
    let (input, output) = (input?, output?);
    let read = input * (Decimal::ONE - service.cached) + cached_input.unwrap_or(input) * service.cached;
    Some(service.input * read + service.output * output)
}

/// Prices for a service, the lowest of each provider.
pub(super) fn prices(service: &Service) -> ApiPrices {
    let of_model = of(&service.model);
    let (found, of_another) = if of_model.is_empty() { nearest(&service.model) } else { (of_model, None) };
    let with_cost = found.into_iter().filter_map(|price| Some((of_request(price, service)?, price)));
    let mut found: Vec<(Decimal, &ApiPrice)> = with_cost.collect();
    found.sort_by_key(|(cost, _)| *cost);
    let mut providers = BTreeSet::new();
    found.retain(|(_, price)| providers.insert(&price.provider));
    let median = found.len() / 2;
    let prices = found.into_iter().enumerate().filter(|(at, _)| *at == 0 || *at == median);
    ApiPrices { prices: prices.map(|(_, (_, price))| price).collect(), of_another }
}

fn of(model: &ServedModel) -> Vec<&'static ApiPrice> {
    PRICES.iter().filter(|price| price.open_model.as_ref().is_some_and(|name| model.is_shipped_as(name))).collect()
}

fn is_of(price: &ApiPrice, model: &ShippedModel) -> bool {
    price.open_model.as_ref() == Some(&model.name)
}

/// Prices of the shipped model with prices that is nearest by active and by all parameters.
fn nearest(model: &ServedModel) -> (Vec<&'static ApiPrice>, Option<String>) {
    let parameters = model.parameters();
    let priced = shipped_models().iter().filter(|one| PRICES.iter().any(|price| is_of(price, one)));
    let priced = priced.map(|one| (one, Parameters::of(&one.model)));
    let Some((near, of_near)) = priced.min_by_key(|(_, of)| distance_of_parameters(&parameters, of)) else {
        return (Vec::new(), None);
    };
    let found = PRICES.iter().filter(|price| is_of(price, near)).collect();
    let compared = format!(
        "{}, the nearest model with prices ({} and {} billion active parameters)",
        near.name,
        billions(of_near.active),
        billions(parameters.active)
    );
    (found, Some(compared))
}

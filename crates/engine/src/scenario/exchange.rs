//! What other currencies are worth in that of the scenario, and what amounts in them come to.

use super::Scenario;
use super::document::{CurrencyCode, Entry, Given, Named, ScalarOr};
use super::quantities::{Change, ExchangeRate};
use super::quantity::{Money, Quantity};
use language::declaration::Nature;
use language::part;
use rust_decimal::Decimal;

/// How entries of rates are named: by the codes of ISO 4217.
pub(super) const CODES: &str = "^([A-Z]{3}|<<)$";

/// What one of each other currency is worth, by its code.
pub type ExchangeRates = Named<ScalarOr<Given<ExchangeRate>, MovingRate>>;

part! {
    /// What one of another currency is worth, and how that moves.
    pub struct MovingRate {
        /// What one of it is worth at the decision, in the currency of the scenario.
        rate: Given<ExchangeRate>, price(""), called("exchange rate");
        /// How that changes a year, on the anniversaries of the decision.
        change_per_year: Given<Change> = "0%",
            also(&["growth_per_year", "price_change_per_year"]),
            nature(Nature::Negotiated),
            called("change of the exchange rate per year");
    }
}

/// A rate as it is stated.
#[derive(Clone, Copy, Debug)]
pub struct StatedRate<'a> {
    /// What one of the currency is worth at the decision.
    pub rate: &'a Given<ExchangeRate>,
    /// How that changes a year; none of a rate that stays.
    pub change: Option<&'a Given<Change>>,
}

impl<'a> StatedRate<'a> {
    /// Of an entry of rates.
    #[must_use]
    pub fn of(entry: &'a Entry<ScalarOr<Given<ExchangeRate>, MovingRate>>) -> StatedRate<'a> {
        match &entry.value {
            ScalarOr::Scalar(rate) => StatedRate { rate, change: None },
            ScalarOr::Part(moving) => StatedRate { rate: &moving.rate, change: Some(&moving.change_per_year) },
        }
    }

    /// That of a currency, if it is stated.
    #[must_use]
    pub fn of_currency(rates: &'a ExchangeRates, currency: CurrencyCode) -> Option<StatedRate<'a>> {
        rates.get(currency.code()).map(StatedRate::of)
    }
}

/// The rates that change, by their currencies.
pub fn moving(rates: &ExchangeRates) -> impl Iterator<Item = (CurrencyCode, &Given<Change>)> {
    rates.iter().filter_map(|entry| Some((CurrencyCode::of(&entry.name)?, StatedRate::of(entry).change?)))
}

/// What an amount is in some currency at the decision, by the rates of its scenario. None where these do not say it.
#[must_use]
pub fn in_currency(scenario: &Scenario, amount: &impl Money, to: &str) -> Option<Decimal> {
    let own = scenario.currency.value.code();
    if amount.currency().map_or(own, CurrencyCode::code) == to {
        return Some(amount.stated());
    }
    let reported = at_the_decision(&scenario.exchange_rates, amount)?;
    if to == own {
        return Some(reported);
    }
    let StatedRate { rate, .. } = scenario.exchange_rates.get(to).map(StatedRate::of)?;
    reported.checked_div(rate.value.decimal())
}

/// What an amount is in the currency of its scenario at the decision: amount · rate. None where no rate is stated, or beyond
/// all decimals.
#[must_use]
pub fn at_the_decision(rates: &ExchangeRates, amount: &impl Money) -> Option<Decimal> {
    match amount.currency() {
        None => Some(amount.stated()),
        Some(currency) => {
            let StatedRate { rate, .. } = StatedRate::of_currency(rates, currency)?;
            amount.stated().checked_mul(rate.value.decimal())
        }
    }
}

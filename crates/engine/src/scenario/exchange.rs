//! Exchange rates, and conversion of amounts at the decision.

use super::Scenario;
use super::document::{CurrencyCode, Entry, Located, Named, ScalarOr};
use super::quantities::{Change, ExchangeRate};
use super::quantity::{Money, Quantity};
use language::declaration::Nature;
use language::part;
use rust_decimal::Decimal;

/// Pattern of rate keys: ISO 4217 codes, or a YAML merge key.
pub(super) const CODES: &str = "^([A-Z]{3}|<<)$";

/// Exchange rates by currency code.
pub type ExchangeRates = Named<ScalarOr<Located<ExchangeRate>, ChangingRate>>;

part! {
    /// Exchange rate with its annual change.
    pub struct ChangingRate {
        /// Value of one unit of the foreign currency at the decision, in the reporting currency.
        rate: Located<ExchangeRate>, price(""), display_name("exchange rate");
        /// Annual change of the rate, on the anniversaries of the decision.
        change_per_year: Located<Change> = "0%",
            aliases(&["growth_per_year", "price_change_per_year"]),
            nature(Nature::Negotiated),
            display_name("exchange rate change per year");
    }
}

/// Exchange rate as given in the scenario.
#[derive(Clone, Copy, Debug)]
pub struct LocatedRate<'a> {
    /// Value of one unit at the decision.
    pub rate: &'a Located<ExchangeRate>,
    /// Annual change; none for a constant rate.
    pub change: Option<&'a Located<Change>>,
}

impl<'a> LocatedRate<'a> {
    /// Rate of an entry.
    #[must_use]
    pub fn of(entry: &'a Entry<ScalarOr<Located<ExchangeRate>, ChangingRate>>) -> LocatedRate<'a> {
        match &entry.value {
            ScalarOr::Scalar(rate) => LocatedRate { rate, change: None },
            ScalarOr::Part(moving) => LocatedRate { rate: &moving.rate, change: Some(&moving.change_per_year) },
        }
    }

    /// Rate of a currency, if given.
    #[must_use]
    pub fn of_currency(rates: &'a ExchangeRates, currency: CurrencyCode) -> Option<LocatedRate<'a>> {
        rates.get(currency.code()).map(LocatedRate::of)
    }
}

/// Changing rates by currency.
pub fn moving(rates: &ExchangeRates) -> impl Iterator<Item = (CurrencyCode, &Located<Change>)> {
    rates.iter().filter_map(|entry| Some((CurrencyCode::of(&entry.name)?, LocatedRate::of(entry).change?)))
}

/// Converts an amount to a currency at the decision, by the rates of its scenario. None without the necessary rate.
#[must_use]
pub fn in_currency(scenario: &Scenario, amount: &impl Money, to: &str) -> Option<Decimal> {
    let own = scenario.currency.value.code();
    if amount.currency().map_or(own, CurrencyCode::code) == to {
        return Some(amount.amount());
    }
    let reported = at_the_decision(&scenario.exchange_rates, amount)?;
    if to == own {
        return Some(reported);
    }
    let LocatedRate { rate, .. } = scenario.exchange_rates.get(to).map(LocatedRate::of)?;
    reported.checked_div(rate.value.decimal())
}

/// Converts an amount to the currency of its scenario at the decision: amount · rate. None without a rate, or on decimal
/// overflow.
#[must_use]
pub fn at_the_decision(rates: &ExchangeRates, amount: &impl Money) -> Option<Decimal> {
    match amount.currency() {
        None => Some(amount.amount()),
        Some(currency) => {
            let LocatedRate { rate, .. } = LocatedRate::of_currency(rates, currency)?;
            amount.amount().checked_mul(rate.value.decimal())
        }
    }
}

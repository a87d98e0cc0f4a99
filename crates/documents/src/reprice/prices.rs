//! Hourly prices of an option beside those of an offer.

use super::error::RepriceError;
use crate::amount::Ratio;
use crate::analysis::NoHourlyPrice;
use crate::catalog::{Offer, OfferCovers, recognized};
use crate::scenario::document::{CurrencyCode, NodeId};
use crate::scenario::hourly::{HourlyPrice, HourlyTariff, HourlyUnit};
use crate::scenario::price::PriceMove;
use crate::scenario::rent::{Commitment, Rent};
use crate::scenario::{Date, Loaded, OptionId};
use rust_decimal::Decimal;
use serde::Serialize;

/// Months of the terms for which lists have prices.
const ONE_YEAR: u32 = 12;
const THREE_YEARS: u32 = 36;

/// An hourly price that an option states.
#[derive(Clone, Debug)]
pub(super) struct StatedPrice<'a> {
    /// Its path in the scenario.
    pub path: String,
    pub at: NodeId,
    tariff: HourlyTariff<'a>,
    unit: HourlyUnit,
}

/// An hourly price with the one of an offer.
#[derive(Clone, Debug)]
pub(super) struct TakenPrice {
    pub path: String,
    pub at: NodeId,
    /// Price of the unit that the option prices.
    pub price: Decimal,
    pub currency: CurrencyCode,
}

/// An hourly price of an option, and that of its offer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepricedPrice {
    /// Path of the price.
    pub path: String,
    /// File that states it.
    pub file: String,
    /// Its line before the update.
    pub line: u32,
    /// Its column before the update.
    pub column: u32,
    /// Whether the offer has another price.
    #[serde(rename = "changed")]
    pub is_changed: bool,
    /// Price that the file states.
    pub before: Ratio,
    /// Its currency code.
    pub currency_before: String,
    /// Price of the offer.
    pub after: Ratio,
    /// Its currency code.
    pub currency_after: String,
    /// Change as a share of the price before; null between currencies, and from a price of 0.
    pub change: Option<Ratio>,
    /// Paths of other values for it, which stay: its range under `uncertainty`, and its values in `cases`.
    pub also_stated: Vec<String>,
}

/// A price that stays as it is.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptPrice {
    /// Path of the value.
    pub path: String,
    /// Reason.
    pub because: KeptBecause,
}

/// Reason why a price stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeptBecause {
    /// The offer has no such price.
    NotInList,
    /// The offer has a price of 0, which may mean that it is unknown.
    PriceOfZero,
    /// The term is neither one nor three years, the terms of lists.
    OtherTerm,
    /// The commitment ends on a date, as a contract does.
    UntilDate,
    /// It is a discount on another price.
    Discount,
    /// It is a path of later prices.
    PricePath,
    /// Its source is of a later day than the offer.
    NewerSource,
}

/// Hourly prices of an option.
///
/// # Errors
/// If it has none on demand: it is not rented by the hour.
pub(super) fn stated<'a>(id: &OptionId, rent: &'a Rent) -> Result<Vec<StatedPrice<'a>>, RepriceError> {
    let prices = rent.hourly_prices();
    if !prices.iter().any(|price| matches!(price.tariff, HourlyTariff::OnDemand)) {
        return Err(NoHourlyPrice::NotByTheHour { option: id.clone() }.into());
    }
    let stated = |HourlyPrice { path, at, tariff, unit }| StatedPrice { path: id.path(&path), at, tariff, unit };
    Ok(prices.into_iter().map(stated).collect())
}

/// Whether the accelerator of an option was compared with that of the offer; `false` if the option names none.
///
/// # Errors
/// If the offer is one of other accelerators, of another number of them, or of accelerators without their host.
pub(super) fn of_same_instance(id: &OptionId, rent: &Rent, offer: &Offer) -> Result<bool, RepriceError> {
    let differs =
        |of_option: String, of_offer: String| RepriceError::OtherInstance { option: id.clone(), of_option, of_offer };
    if offer.covers == OfferCovers::AcceleratorsAlone {
        return Err(RepriceError::AcceleratorsAlone { option: id.clone() });
    }
    let count = rent.accelerators().unwrap_or_default();
    if count != offer.accelerators {
        let accelerators = |count: Decimal| format!("{} in an instance", count.normalize());
        return Err(differs(accelerators(count), accelerators(offer.accelerators)));
    }
    let says = rent.accelerator.as_ref().map(|name| name.value.as_str());
    let is_same = match (recognized(says, id.name()), &offer.kinds, says) {
        (Some(own), Some(kinds), _) => own.overlap(kinds),
        (None, _, None) => return Ok(false),
        (_, _, Some(says)) => says.eq_ignore_ascii_case(&offer.accelerator),
        (Some(_), None, None) => false,
    };
    let own = || says.map_or_else(|| format!("the accelerators that `{id}` is named after"), str::to_owned);
    if is_same { Ok(true) } else { Err(differs(own(), offer.accelerator.clone())) }
}

impl StatedPrice<'_> {
    /// Price of the offer for an hour of the same unit and tariff; none of 0.
    pub(super) fn listed(&self, offer: &Offer) -> Option<Decimal> {
        self.of_list(offer).filter(|price| !price.is_zero())
    }

    fn of_list(&self, offer: &Offer) -> Option<Decimal> {
        let prices = match self.unit {
            HourlyUnit::Instance => offer.per_hour,
            HourlyUnit::Accelerator => offer.per_accelerator_hour(),
        };
        match self.tariff {
            HourlyTariff::OnDemand => prices.on_demand,
            HourlyTariff::Spot => prices.spot,
            HourlyTariff::Committed(commitment) => match term(commitment) {
                Some(ONE_YEAR) => prices.committed_1_year,
                Some(THREE_YEARS) => prices.committed_3_years,
                Some(_) | None => None,
            },
        }
    }

    /// Why the offer has no price for it; `None` if it has one.
    fn kept_because(&self, offer: &Offer) -> Option<KeptBecause> {
        match (self.of_list(offer), self.tariff) {
            (Some(price), _) => price.is_zero().then_some(KeptBecause::PriceOfZero),
            (None, HourlyTariff::Committed(commitment)) => Some(match term(commitment) {
                None => KeptBecause::UntilDate,
                Some(ONE_YEAR | THREE_YEARS) => KeptBecause::NotInList,
                Some(_) => KeptBecause::OtherTerm,
            }),
            (None, HourlyTariff::OnDemand | HourlyTariff::Spot) => Some(KeptBecause::NotInList),
        }
    }
}

/// Months of a term; `None` if it ends on a date.
fn term(commitment: &Commitment) -> Option<u32> {
    commitment.term_months.as_ref().map(|months| months.value.count())
}

impl TakenPrice {
    /// The price of an offer in place of a stated one; `None` if the offer has none.
    pub(super) fn of(stated: &StatedPrice<'_>, offer: &Offer) -> Option<TakenPrice> {
        let currency = CurrencyCode::of(&offer.currency)?;
        Some(TakenPrice {
            path: stated.path.clone(),
            at: stated.at,
            price: stated.listed(offer)?.normalize(),
            currency,
        })
    }

    /// Price and currency that the scenario states.
    fn before(&self, loaded: &Loaded) -> (Decimal, CurrencyCode) {
        let number = loaded.document.number(self.at);
        let currency = number.and_then(|number| number.currency).unwrap_or(loaded.scenario.currency.value);
        (number.map_or(Decimal::ZERO, |number| number.value), currency)
    }

    /// Whether the scenario states another price.
    pub(super) fn is_changed(&self, loaded: &Loaded) -> bool {
        self.before(loaded) != (self.price, self.currency)
    }

    /// Day of the stated source.
    pub(super) fn sourced(&self, loaded: &Loaded) -> Option<Date> {
        loaded.scenario.sources.get(&self.path)?.value.date.map(|date| date.value)
    }

    /// Paths of other values for it: its range, and its values in cases.
    fn also_stated(&self, loaded: &Loaded) -> Vec<String> {
        let document = &loaded.document;
        let cases =
            document.member(NodeId::ROOT, "cases").into_iter().flat_map(|cases| document.children(cases).to_vec());
        let parts = document.member(NodeId::ROOT, "uncertainty").into_iter().chain(cases);
        let stated = parts.filter_map(|part| document.member(part, &self.path));
        stated.map(|at| document.path(at)).collect()
    }

    pub(super) fn report(&self, loaded: &Loaded) -> RepricedPrice {
        let (before, currency) = self.before(loaded);
        let place = loaded.document.place(self.at).unwrap_or_default();
        let change = (currency == self.currency).then(|| (self.price - before).checked_div(before)).flatten();
        RepricedPrice {
            path: self.path.clone(),
            file: loaded.sources.file_of(place).map_or("", |file| file.name).to_owned(),
            line: place.line,
            column: place.column,
            is_changed: self.is_changed(loaded),
            before: Ratio::from(before),
            currency_before: currency.code().to_owned(),
            after: Ratio::from(self.price),
            currency_after: self.currency.code().to_owned(),
            change: change.map(Ratio::rounded),
            also_stated: self.also_stated(loaded),
        }
    }
}

/// Prices of an option that stay as they are.
pub(super) fn kept(id: &OptionId, rent: &Rent, stated: &[StatedPrice<'_>], offer: &Offer) -> Vec<KeptPrice> {
    let not_listed = stated
        .iter()
        .filter_map(|price| Some(KeptPrice { path: price.path.clone(), because: price.kept_because(offer)? }));
    let discounts = rent.commitments.iter().filter(|entry| entry.value.discount.is_some());
    let discounts = discounts.map(|entry| format!("commitments.{}.discount", entry.name));
    let spot = rent.spot.as_ref();
    let of_spot = spot.filter(|spot| spot.discount.is_some()).map(|_| "spot.discount".to_owned());
    let paths = [
        matches!(rent.price_move(), PriceMove::Path(_)).then_some("price_path"),
        spot.filter(|spot| spot.price_path.is_some()).map(|_| "spot.price_path"),
    ];
    let kept = |because| move |path: &str| KeptPrice { path: id.path(path), because };
    let discounts: Vec<String> = of_spot.into_iter().chain(discounts).collect();
    let discounts = discounts.iter().map(String::as_str).map(kept(KeptBecause::Discount)).collect::<Vec<_>>();
    not_listed.chain(discounts).chain(paths.into_iter().flatten().map(kept(KeptBecause::PricePath))).collect()
}

//! Merging of rows of one instance: some lists have separate rows for on-demand and spot prices.

use crate::catalog::{HourlyPrices, Offer, OfferCovers, OfferListed, last_day};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Grouping key of rows of one instance.
type Instance = (Option<usize>, [Option<String>; 3], String, [Option<Decimal>; 3], String);

/// Offers with rows of the same instance and place merged if their prices are of different kinds.
pub(super) fn merged(offers: Vec<Offer>) -> Vec<Offer> {
    let mut known: BTreeMap<Instance, usize> = BTreeMap::new();
    let mut merged: Vec<Offer> = Vec::with_capacity(offers.len());
    for offer in offers {
        let whole = offer.covers == OfferCovers::Instance;
        let place = whole.then(|| instance(&offer));
        let before = place.as_ref().and_then(|place| known.get(place)).and_then(|at| merged.get_mut(*at));
        let both = before.and_then(|before| Some((both(before.per_hour, offer.per_hour)?, before)));
        if let Some((prices, before)) = both {
            before.per_hour = prices;
            before.as_of = older(before.as_of.take(), offer.as_of);
            continue;
        }
        if let Some(place) = place {
            known.insert(place, merged.len());
        }
        merged.push(offer);
    }
    merged
}

/// The older of two dates; the other one if one is missing or not a date.
fn older(one: Option<String>, other: Option<String>) -> Option<String> {
    let day = |as_of: &Option<String>| as_of.as_deref().and_then(last_day);
    match (day(&one), day(&other)) {
        (Some(first), Some(second)) if second < first => other,
        (None, Some(_)) => other,
        (Some(_), _) | (None, None) => one.or(other),
    }
}

fn instance(offer: &Offer) -> Instance {
    let list = match offer.listed {
        OfferListed::Catalog => None,
        OfferListed::Read { list, .. } => Some(list),
    };
    let named = [offer.provider.clone(), offer.instance.clone(), offer.region.clone()];
    let sizes = [Some(offer.accelerators), offer.vcpus, offer.memory_gib];
    (list, named, offer.accelerator.clone(), sizes, offer.currency.clone())
}

/// Combined prices of two rows; `None` if both have a price of the same kind.
fn both(one: HourlyPrices, other: HourlyPrices) -> Option<HourlyPrices> {
    let are_apart = one.all().iter().zip(other.all()).all(|(one, other)| one.is_none() || other.is_none());
    are_apart.then(|| HourlyPrices {
        on_demand: one.on_demand.or(other.on_demand),
        spot: one.spot.or(other.spot),
        committed_1_year: one.committed_1_year.or(other.committed_1_year),
        committed_3_years: one.committed_3_years.or(other.committed_3_years),
    })
}

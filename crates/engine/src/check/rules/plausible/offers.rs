//! Prices that are list prices of another instance or region in the catalog.

use crate::catalog::{Rental, kinds, recognized, rentals};
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantities::PricePerInstanceHour;
use crate::scenario::quantity::{Money, Quantity};
use crate::scenario::rent::{Rent, Tariff};
use rust_decimal::Decimal;

/// Instances at exactly the list price of one with another accelerator, or of the same instance in another region.
pub(super) fn of_another(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.rent.iter().filter_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Rent>) -> Option<Diagnostic> {
    let rent = &option.value;
    let (at, price) = match rent.tariff() {
        Tariff::OnDemandInstance(price) => (price.at, list_price(subject, &price.value)?),
        Tariff::OnDemandAccelerator(_)
        | Tariff::DedicatedInstance(_)
        | Tariff::DedicatedAccelerator(_)
        | Tariff::PerUnit(_)
        | Tariff::PerTokens(_) => return None,
    };
    let accelerators = rent.accelerators_per_instance.as_ref()?.value.decimal();
    let kinds_of_option = recognized(rent.accelerator.as_ref().map(|text| text.value.as_str()), &option.name)?;
    // a price with few digits may be a coincidence
    let is_exact = price.normalize().scale() >= 2 && price > Decimal::TEN;
    let same = rentals().iter().filter(|row| is_exact && row.on_demand_per_hour == Some(price));
    let same: Vec<&Rental> = same.filter(|row| row.accelerators == accelerators).collect();
    let is_of = |row: &&Rental| kinds(&row.accelerator).is_none_or(|offered| offered.overlap(&kinds_of_option));
    let of_kind: Vec<&Rental> = same.iter().copied().filter(is_of).collect();
    if let Some(found) = elsewhere(subject, option, (at, price), &of_kind) {
        return Some(found);
    }
    let Some(other) = same.first().filter(|_| of_kind.is_empty()) else {
        return otherwise_sold(subject, option, (at, price)).filter(|_| is_exact && same.is_empty());
    };
    let message = format!(
        "an instance of rent.{} costs {price} an hour, the list price of {} {} with {} ({}, {})",
        option.name, other.provider, other.instance, other.accelerator, other.region, other.as_of
    );
    Some(subject.finding(Code::PriceOfAnother, at, message).label("write the price of the intended instance"))
}

/// An instance at exactly its price in other regions of a cloud, but not in the option's region.
fn elsewhere(
    subject: &Subject<'_>,
    option: &Entry<Rent>,
    (at, price): (NodeId, Decimal),
    same: &[&Rental],
) -> Option<Diagnostic> {
    let place = option.value.location.as_ref()?.value.trim();
    let here = |row: &Rental| {
        let is_here = |other: &&Rental| {
            let same_instance = (&other.provider, &other.instance) == (&row.provider, &row.instance);
            same_instance && other.region.eq_ignore_ascii_case(place)
        };
        rentals().iter().find(is_here).and_then(|row| row.on_demand_per_hour)
    };
    // no finding if any offer at this price is, or may be, in this region
    let asked_here = same.iter().map(|row| Some((*row, here(row)?))).collect::<Option<Vec<_>>>()?;
    let (row, list_price) =
        *asked_here.first().filter(|_| !same.iter().any(|row| row.region.eq_ignore_ascii_case(place)))?;
    let message = format!(
        "an instance of rent.{} in {place} costs {price} an hour, the list price of {} {} in {} ({})",
        option.name, row.provider, row.instance, row.region, row.as_of
    );
    let label = format!("write {list_price}, its list price in {place}, or correct `location`");
    Some(subject.finding(Code::PriceOfAnother, at, message).label(label))
}

/// A price in the currency of the catalog; `None` if converted, since it then matches no list price exactly.
fn list_price(subject: &Subject<'_>, price: &PricePerInstanceHour) -> Option<Decimal> {
    subject.in_catalog_currency(price).map(|converted| converted.value).filter(|value| *value == price.amount())
}

/// An on-demand instance at exactly a cloud's committed or spot price for it.
fn otherwise_sold(subject: &Subject<'_>, option: &Entry<Rent>, (at, price): (NodeId, Decimal)) -> Option<Diagnostic> {
    let accelerators = option.value.accelerators_per_instance.as_ref()?.value.decimal();
    let sold = |row: &Rental| {
        let prices = [
            (row.reserved_3_years_per_hour, "committed for three years"),
            (row.reserved_1_year_per_hour, "committed for a year"),
            (row.spot_per_hour, "on spot"),
        ];
        prices.into_iter().find(|(list_price, _)| *list_price == Some(price)).map(|(_, how)| how)
    };
    let mut rows = rentals().iter().filter(|row| row.accelerators == accelerators);
    let (row, how) = rows.find_map(|row| Some((row, sold(row)?)))?;
    let message = format!(
        "an instance of rent.{} costs {price} an hour on demand, the price of {} {} {how} ({}, {})",
        option.name, row.provider, row.instance, row.region, row.as_of
    );
    let label = "write the on-demand price, and this one under `commitments` or `spot`";
    Some(subject.finding(Code::PriceOfAnother, at, message).label(label))
}

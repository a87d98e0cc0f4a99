//! List prices that the catalog knows as those of another instance.

use crate::catalog::{Rental, kinds, recognized, rentals};
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::Entry;
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{Rent, Tariff};
use rust_decimal::Decimal;

/// Instances at exactly the list price of one with another accelerator.
pub(super) fn of_another(subject: &Subject<'_>) -> Vec<Diagnostic> {
    if !subject.in_catalog_currency() {
        return Vec::new();
    }
    subject.answer.loaded.scenario.rent.iter().filter_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Rent>) -> Option<Diagnostic> {
    let rent = &option.value;
    let (at, price) = match rent.tariff() {
        Tariff::OnDemandInstance(price) => (price.at, price.value.decimal()),
        Tariff::OnDemandAccelerator(_)
        | Tariff::DedicatedInstance(_)
        | Tariff::DedicatedAccelerator(_)
        | Tariff::PerUnit(_) => return None,
    };
    let accelerators = rent.accelerators_per_instance.as_ref()?.value.decimal();
    let meant = recognized(rent.accelerator.as_ref().map(|text| text.value.as_str()), &option.name)?;
    // a price of few digits may be anybody's
    let is_exact = price.normalize().scale() >= 2 && price > Decimal::TEN;
    let same = rentals().iter().filter(|row| is_exact && row.on_demand_per_hour == Some(price));
    let same: Vec<&Rental> = same.filter(|row| row.accelerators == accelerators).collect();
    let is_of = |row: &&Rental| kinds(&row.accelerator).is_none_or(|offered| offered.overlap(&meant));
    let other = same.first().filter(|_| !same.iter().any(is_of))?;
    let message = format!(
        "an instance of rent.{} costs {price} an hour, the list price of {} {} with {} ({}, {})",
        option.name, other.provider, other.instance, other.accelerator, other.region, other.as_of
    );
    Some(subject.finding(Code::PriceOfAnother, at, message).label("write the price of the instance that is meant"))
}

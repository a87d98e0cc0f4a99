//! Rental offers for a new scenario: few, and not only the cheapest or the best-known ones.

use super::{around, dollars, source_of};
use crate::catalog::{Accelerator, Precision, Rental};
use crate::template::answers::{Answers, offers};
use crate::template::fill::{PlaceholderValue, Record};
use crate::template::place::Site;
use crate::template::value::Value;
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Region of an offer that does not specify one.
const ANYWHERE: &str = "any";

/// Up to three on-demand offers of different providers, ranked by the hourly cost of as many accelerators as needed: the cheapest
/// and the median offer in the regions of the place, and the median of the offers without a region. If the place has none, also
/// the cheapest without a region, or else the cheapest offers of all regions.
pub(super) fn rentals(answers: &Answers) -> Vec<Record> {
    chosen(answers).into_iter().map(|row| record(row, answers.place)).collect()
}

fn chosen(answers: &Answers) -> Vec<&'static Rental> {
    let here = by_price(of_providers(answers, |row| answers.place.rank(&row.region)), answers);
    let anywhere = by_price(of_providers(answers, |row| (row.region == ANYWHERE).then_some(0)), answers);
    let mut chosen: Vec<&'static Rental> = Vec::new();
    let mut add = |row: Option<&&'static Rental>| {
        if let Some(row) = row.filter(|row| chosen.iter().all(|other| other.provider != row.provider)) {
            chosen.push(row);
        }
    };
    add(here.first());
    add(here.get(here.len() / 2));
    if here.is_empty() {
        add(anywhere.first());
    }
    add(anywhere.get(anywhere.len() / 2));
    if chosen.is_empty() {
        let elsewhere = by_price(of_providers(answers, |_| Some(0)), answers);
        chosen.extend(elsewhere.first());
        chosen.extend(elsewhere.get(1));
    }
    chosen
}

/// One offer per provider among those with a rank: of the latest date, then the cheapest for the accelerators needed in whole
/// instances, then the fewest instances, then the nearest.
fn of_providers(answers: &Answers, rank: impl Fn(&Rental) -> Option<usize>) -> Vec<&'static Rental> {
    type Order<'a> = (Reverse<&'a str>, Decimal, Decimal, usize);
    let mut best: BTreeMap<&str, (Order<'_>, &'static Rental)> = BTreeMap::new();
    for row in usable(answers) {
        let (Some(rank), Some(instances)) = (rank(row), instances(row, answers)) else { continue };
        let cost = row.on_demand_per_hour.unwrap_or_default() * instances;
        let order = (Reverse(&*row.as_of), cost, instances, rank);
        match best.get(&*row.provider) {
            Some((other, _)) if *other <= order => {}
            Some(_) | None => {
                best.insert(&row.provider, (order, row));
            }
        }
    }
    best.into_values().map(|(_, row)| row).collect()
}

/// Offers of the accelerator whose instances hold a replica.
fn usable(answers: &Answers) -> impl Iterator<Item = &'static Rental> {
    let replica = Decimal::from(answers.service.as_ref().map_or(1, |service| service.replica));
    offers(answers.accelerator).iter().copied().filter(move |row| row.accelerators >= replica)
}

/// Instances for the accelerators needed.
fn instances(row: &Rental, answers: &Answers) -> Option<Decimal> {
    Some(Decimal::from(answers.count).checked_div(row.accelerators)?.ceil())
}

/// Offer with the lowest price of a three-year commitment in the regions of the place, or everywhere if there is none.
pub(super) fn reserved(answers: &Answers) -> Option<Record> {
    let lowest = |near: &dyn Fn(&Rental) -> bool| {
        let rows = usable(answers).filter(|row| near(row) && row.reserved_3_years_per_hour.is_some());
        rows.min_by_key(|row| {
            let instances = instances(row, answers);
            (row.reserved_3_years_per_hour.zip(instances).map(|(price, instances)| price * instances), instances)
        })
    };
    let row = lowest(&|row| answers.place.rank(&row.region).is_some()).or_else(|| lowest(&|_| true))?;
    let (on_demand, committed) = (row.on_demand_per_hour?, row.reserved_3_years_per_hour?);
    let busy = Decimal::from(answers.count) * answers.utilization;
    let instances = busy.checked_div(row.accelerators)?.floor().max(Decimal::ONE);
    let sized = "ask the provider for today's price and the minimum size of a commitment";
    Some(Record::from([
        ("reserved", PlaceholderValue::known(Value::name(&format!("{} three years", row.provider)))),
        ("reserved.instance", PlaceholderValue::known(Value::Text(instance(row)))),
        ("reserved.location", PlaceholderValue::known(location(row))),
        ("reserved.accelerators", PlaceholderValue::known(Value::Number(row.accelerators))),
        ("reserved.instances", PlaceholderValue::guess(Value::Number(instances), sized)),
        ("reserved.price", PlaceholderValue::known(dollars(on_demand, answers.place))),
        ("reserved.committed", PlaceholderValue::known(dollars(committed, answers.place))),
        ("reserved.price.source", PlaceholderValue::known(source(row))),
    ]))
}

fn record(row: &Rental, place: &Site) -> Record {
    let price = row.on_demand_per_hour.unwrap_or_default();
    let mut record = Record::from([
        ("rental", PlaceholderValue::known(Value::name(&row.provider))),
        ("rental.instance", PlaceholderValue::known(Value::Text(instance(row)))),
        ("rental.location", PlaceholderValue::known(location(row))),
        ("rental.accelerators", PlaceholderValue::known(Value::Number(row.accelerators))),
        ("rental.price", PlaceholderValue::known(dollars(price, place))),
        ("rental.price.source", PlaceholderValue::known(source(row))),
    ]);
    around(&mut record, ["rental.price.low", "rental.price.high"], price, |value| dollars(value, place));
    record
}

/// Median on-demand price of an accelerator-hour over all offers.
pub(super) fn middle_price(one: &Accelerator) -> Option<Decimal> {
    let mut prices: Vec<Decimal> = offers(one).iter().copied().filter_map(per_accelerator).collect();
    prices.sort();
    prices.get(prices.len() / 2).copied()
}

fn per_accelerator(row: &Rental) -> Option<Decimal> {
    row.on_demand_per_hour?.checked_div(row.accelerators)
}

fn by_price(mut rows: Vec<&'static Rental>, answers: &Answers) -> Vec<&'static Rental> {
    rows.sort_by_key(|row| {
        row.on_demand_per_hour.zip(instances(row, answers)).map(|(price, instances)| price * instances)
    });
    rows
}

fn instance(row: &Rental) -> String {
    match &*row.region {
        ANYWHERE => format!("{}, region not in the price list", row.instance),
        region => format!("{}, {region}", row.instance),
    }
}

fn location(row: &Rental) -> Value {
    Value::Text(if row.region == ANYWHERE { "not specified".to_owned() } else { row.region.to_string() })
}

fn source(row: &Rental) -> Value {
    let estimated = match row.as_of_precision {
        Precision::Exact => "",
        Precision::Estimated => ", date estimated",
    };
    source_of(&format!("{}{estimated}", row.source), Some(&instance(row)), &row.as_of)
}

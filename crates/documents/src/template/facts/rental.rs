//! Which offers a scenario begins with: few enough to read, and not only the cheapest or those that everybody names.

use super::{around, dollars, source_of};
use crate::catalog::{Accelerator, Precision, Rental};
use crate::template::answers::{Answers, offers};
use crate::template::fill::{Filling, Record};
use crate::template::place::Site;
use crate::template::value::Value;
use rust_decimal::Decimal;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The region of an offer that does not say where it runs.
const ANYWHERE: &str = "any";

/// Up to three offers on demand, each of another provider, by what as many accelerators as are needed cost an hour: in the regions of the place the lowest price
/// and the middle one, and the middle one of those that do not say where they run. Where the place has none, the lowest of these
/// too, or else those of everywhere.
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

/// One row for each provider among those that have a rank: of the latest day; then the cheapest for so many accelerators, in
/// whole instances; then the fewest instances; then the nearest.
fn of_providers(answers: &Answers, rank: impl Fn(&Rental) -> Option<usize>) -> Vec<&'static Rental> {
    type Order<'a> = (Reverse<&'a str>, Decimal, Decimal, usize);
    let mut best: BTreeMap<&str, (Order<'_>, &'static Rental)> = BTreeMap::new();
    for row in offers(answers.accelerator) {
        let (Some(rank), Some(instances)) = (rank(row), instances(row, answers)) else { continue };
        let cost = row.on_demand_per_hour.unwrap_or_default() * instances;
        let order = (Reverse(row.as_of.as_str()), cost, instances, rank);
        match best.get(row.provider.as_str()) {
            Some((other, _)) if *other <= order => {}
            Some(_) | None => {
                best.insert(&row.provider, (order, row));
            }
        }
    }
    best.into_values().map(|(_, row)| row).collect()
}

/// Instances for so many accelerators.
fn instances(row: &Rental, answers: &Answers) -> Option<Decimal> {
    Some(Decimal::from(answers.count).checked_div(row.accelerators)?.ceil())
}

/// The offer with the lowest price for a commitment of three years in the regions of the place, or everywhere if none is there.
pub(super) fn reserved(answers: &Answers) -> Option<Record> {
    let lowest = |near: &dyn Fn(&Rental) -> bool| {
        let rows = offers(answers.accelerator).iter().copied();
        let rows = rows.filter(|row| near(row) && row.reserved_3_years_per_hour.is_some());
        rows.min_by_key(|row| {
            let instances = instances(row, answers);
            (row.reserved_3_years_per_hour.zip(instances).map(|(price, instances)| price * instances), instances)
        })
    };
    let row = lowest(&|row| answers.place.rank(&row.region).is_some()).or_else(|| lowest(&|_| true))?;
    let (on_demand, committed) = (row.on_demand_per_hour?, row.reserved_3_years_per_hour?);
    let busy = Decimal::from(answers.count) * answers.utilization;
    let instances = busy.checked_div(row.accelerators)?.floor().max(Decimal::ONE);
    let sized = "ask the provider what a commitment costs today, and for how few instances it is given";
    Some(Record::from([
        ("reserved", Filling::known(Value::name(&format!("{} three years", row.provider)))),
        ("reserved.instance", Filling::known(Value::Text(instance(row)))),
        ("reserved.location", Filling::known(location(row))),
        ("reserved.accelerators", Filling::known(Value::Number(row.accelerators))),
        ("reserved.instances", Filling::guess(Value::Number(instances), sized)),
        ("reserved.price", Filling::known(dollars(on_demand, answers.place))),
        ("reserved.committed", Filling::known(dollars(committed, answers.place))),
        ("reserved.price.source", Filling::known(source(row))),
    ]))
}

fn record(row: &Rental, place: &Site) -> Record {
    let price = row.on_demand_per_hour.unwrap_or_default();
    let mut record = Record::from([
        ("rental", Filling::known(Value::name(&row.provider))),
        ("rental.instance", Filling::known(Value::Text(instance(row)))),
        ("rental.location", Filling::known(location(row))),
        ("rental.accelerators", Filling::known(Value::Number(row.accelerators))),
        ("rental.price", Filling::known(dollars(price, place))),
        ("rental.price.source", Filling::known(source(row))),
    ]);
    around(&mut record, ["rental.price.low", "rental.price.high"], price, |value| dollars(value, place));
    record
}

/// The middle price of an accelerator-hour on demand, of all offers.
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
    match row.region.as_str() {
        ANYWHERE => format!("{}, in a region that the price list does not say", row.instance),
        region => format!("{}, {region}", row.instance),
    }
}

fn location(row: &Rental) -> Value {
    Value::Text(if row.region == ANYWHERE { "not said".to_owned() } else { row.region.clone() })
}

fn source(row: &Rental) -> Value {
    let estimated = match row.as_of_precision {
        Precision::Exact => "",
        Precision::Estimated => ", date estimated",
    };
    source_of(&format!("{}{estimated}", row.source), Some(&instance(row)), &row.as_of)
}

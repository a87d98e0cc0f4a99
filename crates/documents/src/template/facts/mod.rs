//! Values for the placeholders of a template: catalog values with their date and source, and guesses.

mod rental;
mod server;

pub(super) use server::{accelerators_of_server, is_only_rented};

use super::answers::{Answers, Terms};
use super::fill::{PlaceholderValue, PlaceholderValues, Record};
use super::hole::List;
use super::place::{Electricity, Site, newest};
use super::value::Value;
use crate::catalog::{FactMeasure, Grade, MeasuredFact, catalog_pack, last_day, reference_rate};
use crate::number;
use crate::scenario::Date;
use jiff::Span;
use rust_decimal::{Decimal, RoundingStrategy};

/// Hours of a month, the default of scenarios.
const HOURS_PER_MONTH: u32 = 730;

/// Sites, with one small server each, per full-time equivalent. A guess.
const SITES_PER_FTE: u32 = 100;

/// Rented accelerators per full-time equivalent. A guess.
const RENTED_PER_FTE: u32 = 640;

/// Currency of the catalog.
const USD: &str = "USD";

/// Million tokens that an accelerator with a memory bandwidth of 3,350 GB/s reads and writes in an hour: a 70B model in FP8 on
/// four H100s writes 3,400 tokens a second, and reads four times as many (generalcompute.com, June 2026).
const TOKENS_PER_HOUR: (Decimal, u32) = (Decimal::from_parts(153, 0, 0, false, 1), 3350);

/// Values of all placeholders.
pub(super) fn fillings(answers: &Answers, title: &str) -> PlaceholderValues {
    let mut fillings = PlaceholderValues { single: answer_facts(answers, title), ..PlaceholderValues::default() };
    fillings.single.extend(site(answers.place));
    let catalog =
        catalog_pack().map_or_else(|| "the catalog of rackrent".to_owned(), |pack| format!("catalog {}", pack.words()));
    fillings.single.insert("catalog", PlaceholderValue::known(Value::Words(catalog)));
    let servers: Vec<Record> = server::server(answers).into_iter().collect();
    fillings.single.extend(quote(answers, servers.first()));
    fillings.lists.insert(List::Server, servers);
    fillings.lists.insert(List::Card, server::card(answers).into_iter().collect());
    fillings.lists.insert(List::Rental, rental::rentals(answers));
    fillings.lists.insert(List::Reserved, rental::reserved(answers).into_iter().collect());
    fillings.lists.insert(List::Exchange, exchange(answers.place).into_iter().collect());
    fillings.lists.extend(terms(answers.terms));
    if let Some(service) = &answers.service {
        fillings.single.extend(service.values.single.clone());
        fillings.lists.extend(service.values.lists.clone());
    }
    if let Some(latest) = latest(&fillings) {
        fillings.single.insert("date", PlaceholderValue::known(Value::Day(latest)));
        let later = latest.0.checked_add(Span::new().months(6)).map_or(latest, Date);
        fillings.single.insert("review_by", PlaceholderValue::known(Value::Day(later)));
    }
    fillings
}

/// Values that follow from the answers alone.
fn answer_facts(answers: &Answers, title: &str) -> Record {
    let Answers { accelerator, count, utilization, place, name, .. } = answers;
    let count = Decimal::from(*count);
    let hours = |share: Decimal| Value::Number((count * share * Decimal::from(HOURS_PER_MONTH)).round_dp(2));
    let (less, more) = (utilization / Decimal::TWO, (utilization * Decimal::new(15, 1)).min(Decimal::ONE));
    let decision = title.split(':').next().unwrap_or_default();
    let decision = answers.service.as_ref().map_or(decision, |service| service.name.as_str());
    let display_name = format!("{decision}: {} × {}, {}", number::typed(count), accelerator.name, place.label);
    let mut record = Record::from([
        ("name", PlaceholderValue::known(Value::Text(name.clone().unwrap_or(display_name)))),
        ("count", PlaceholderValue::known(Value::Number(count))),
        ("utilization", PlaceholderValue::known(Value::Share(*utilization))),
        ("utilization.low", PlaceholderValue::known(Value::Share(less))),
        ("utilization.high", PlaceholderValue::known(Value::Share(more))),
        ("accelerator_hours", PlaceholderValue::known(hours(*utilization))),
        ("accelerator_hours.low", PlaceholderValue::known(hours(less))),
        ("accelerator_hours.high", PlaceholderValue::known(hours(more))),
        (
            "sites.spares",
            PlaceholderValue::guess(
                Value::Number((answers.count / 20).into()),
                "ask who delivers a spare server to a site, and how fast",
            ),
        ),
        (
            "sites.staff",
            PlaceholderValue::guess(Value::Number(staff(answers.count, SITES_PER_FTE)), "ask who travels to the sites"),
        ),
        (
            "staff.rented",
            PlaceholderValue::guess(Value::Number(staff(answers.count, RENTED_PER_FTE)), "ask who operates them"),
        ),
        (
            "sites.lines",
            PlaceholderValue::guess(
                dollars(count * Decimal::ONE_HUNDRED, place),
                "ask for network lines with the bandwidth of the sites",
            ),
        ),
        ("accelerator", PlaceholderValue::known(Value::words(&accelerator.name))),
        ("currency", PlaceholderValue::known(Value::Name(place.currency.clone()))),
        ("place", PlaceholderValue::known(Value::words(&place.label))),
        ("winner", PlaceholderValue::known(Value::Name("none".to_owned()))),
    ]);
    let (tokens, bandwidth) = TOKENS_PER_HOUR;
    let of_bandwidth = |gb: Decimal| (tokens * gb).checked_div(Decimal::from(bandwidth));
    if let Some(tokens) = accelerator.memory_bandwidth_gb_s.and_then(of_bandwidth) {
        let ask = "measure it with your model and your batch size";
        record.insert("accelerator.tokens", PlaceholderValue::guess(Value::Number(tokens.round_dp(1)), ask));
        let (less, more) = (tokens / Decimal::TWO, tokens * Decimal::TWO);
        record.insert("accelerator.tokens.low", PlaceholderValue::known(Value::Number(less.round_dp(1))));
        record.insert("accelerator.tokens.high", PlaceholderValue::known(Value::Number(more.round_dp(1))));
    }
    record
}

/// Keys of dates and taxes with their values, for those that are given.
fn terms(Terms { start, tax, vat }: Terms) -> impl Iterator<Item = (List, Vec<Record>)> {
    let of = |list, keys: [&'static str; 2], value: Option<Value>| {
        let [key, holds] = keys;
        let record = |value| {
            Record::from([
                (key, PlaceholderValue::known(Value::Name(key.to_owned()))),
                (holds, PlaceholderValue::known(value)),
            ])
        };
        (list, value.map(record).into_iter().collect())
    };
    [
        of(List::Start, ["start", "start.month"], start.map(|month| Value::Name(month.to_string()))),
        of(List::Tax, ["tax", "tax.rate"], tax.map(Value::Share)),
        of(List::Vat, ["indirect_tax", "indirect_tax.rate"], vat.map(Value::Share)),
    ]
    .into_iter()
}

/// Values of an own site.
fn site(place: &Site) -> Record {
    let mut record = Record::new();
    let mut stated = |name, source, row: &MeasuredFact, value| {
        record.insert(name, PlaceholderValue { value, guess: weak(row.grade) });
        record.insert(source, PlaceholderValue::known(source_of(&row.source, Some(&row.scope), &row.as_of)));
    };
    if let Some(row) = newest(FactMeasure::Pue) {
        stated("site.pue", "site.pue.source", row, Value::Number(row.value));
    }
    if let Some(row) = newest(FactMeasure::ColocationPerKwMonth) {
        stated("site.colocation", "site.colocation.source", row, dollars(row.value, place));
    }
    let per_kwh = match place.electricity() {
        Some(Electricity::Stated(row)) => {
            stated("place.electricity", "place.electricity.source", row, Value::Money(row.value, None));
            row.value
        }
        Some(Electricity::Between(middle, bounds)) => {
            let (low, high) = (number::typed(bounds.low.value), number::typed(bounds.high.value));
            let from = format!("a guess, the midpoint of {low} ({}) and {high} ({})", bounds.low.of, bounds.high.of);
            let ask = "ask the landlord, or check a bill";
            record.insert("place.electricity", PlaceholderValue::guess(Value::Money(middle, None), ask));
            record.insert("place.electricity.source", PlaceholderValue::known(Value::Source { from, date: None }));
            middle
        }
        None => return record,
    };
    around(&mut record, ["place.electricity.low", "place.electricity.high"], per_kwh, |value| {
        Value::Money(value, None)
    });
    record
}

/// Price of a quote, or an estimate until there is one.
fn quote(answers: &Answers, server: Option<&Record>) -> Record {
    let Some((amount, currency)) = &answers.price else {
        let price = server.and_then(|server| server.get("server.price")).map(|price| price.value.clone());
        let Some(price) = price else { return Record::new() };
        let from = "a guess from published prices, until there is a quote".to_owned();
        return Record::from([
            ("quote.price", PlaceholderValue::guess(price, "replace it with the quoted price of one server")),
            ("quote.source", PlaceholderValue::known(Value::Source { from, date: None })),
        ]);
    };
    let price = Value::Money(*amount, currency.clone());
    let from = "the quote; add its number and date".to_owned();
    Record::from([
        ("quote.price", PlaceholderValue::known(price)),
        ("quote.source", PlaceholderValue::known(Value::Source { from, date: None })),
    ])
}

/// Exchange rate of USD, if the place has another currency.
fn exchange(place: &Site) -> Option<Record> {
    if place.currency == USD {
        return None;
    }
    let (rate, day) = reference_rate(USD, &place.currency)?;
    let source = source_of("European Central Bank, euro reference rates", None, day);
    Some(Record::from([
        ("exchange", PlaceholderValue::known(Value::Name(USD.to_owned()))),
        ("exchange.rate", PlaceholderValue::known(Value::Number(rate.round_dp(4)))),
        ("exchange.source", PlaceholderValue::known(source)),
    ]))
}

/// Catalog amount in USD, with its currency code if the place has another currency.
pub(super) fn dollars(amount: Decimal, place: &Site) -> Value {
    Value::Money(amount, (place.currency != USD).then(|| USD.to_owned()))
}

/// Full-time equivalents for `many` units at `of_one` units each, rounded up to tenths.
fn staff(many: u32, of_one: u32) -> Decimal {
    (Decimal::from(many) * Decimal::TEN / Decimal::from(of_one)).ceil() / Decimal::TEN
}

/// Inserts 80 % and 125 % of a value as its range, for values without a published range.
pub(super) fn around(
    record: &mut Record,
    names: [&'static str; 2],
    value: Decimal,
    written: impl Fn(Decimal) -> Value,
) {
    for (name, bound) in names.into_iter().zip(range_around(value)) {
        record.insert(name, PlaceholderValue::known(written(bound)));
    }
}

/// 80 % and 125 % of a value.
pub(super) fn range_around(value: Decimal) -> [Decimal; 2] {
    [Decimal::new(8, 1), Decimal::new(125, 2)].map(|share| rounded(value * share))
}

/// Number rounded to three significant digits.
fn rounded(value: Decimal) -> Decimal {
    number::significant(value, 3, RoundingStrategy::MidpointNearestEven).normalize()
}

/// Note on a weak source.
fn weak(grade: Grade) -> Option<String> {
    match grade {
        Grade::A | Grade::B => None,
        Grade::C => Some("the published value is weak evidence; ask for your own".to_owned()),
    }
}

/// Source of a value with its date; a month or a year counts as its last day.
fn source_of(source: &str, what: Option<&str>, as_of: &str) -> Value {
    let from = what.map_or_else(|| source.to_owned(), |what| format!("{what} ({source})"));
    Value::Source { from, date: day_of(as_of) }
}

/// Last day of a catalog date. A period between two dates counts as its first, so that nothing is taken for newer than it is.
fn day_of(as_of: &str) -> Option<Date> {
    last_day(as_of.split("..").next().unwrap_or_default())
}

/// Latest date of all sources.
fn latest(fillings: &PlaceholderValues) -> Option<Date> {
    let records = fillings.lists.values().flatten().chain([&fillings.single]);
    let days = records.flat_map(|record| record.values()).filter_map(|filling| match &filling.value {
        Value::Source { date, .. } => *date,
        Value::Number(_)
        | Value::Share(_)
        | Value::Money(..)
        | Value::Day(_)
        | Value::Name(_)
        | Value::Words(_)
        | Value::Text(_) => None,
    });
    days.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_or_a_year_is_its_last_day() {
        let day = |text| day_of(text).map(|day| day.to_string());
        assert_eq!(day("2025-06-25").as_deref(), Some("2025-06-25"));
        assert_eq!(day("2026-06").as_deref(), Some("2026-06-30"));
        assert_eq!(day("2024").as_deref(), Some("2024-12-31"));
        assert_eq!(day("2025-01-31..mid-2026").as_deref(), Some("2025-01-31"));
        assert_eq!(day("2026-Q1..mid-2026"), None);
    }
}

//! What the catalog says for the holes of a template, with the day and the source of every number; and what has to be guessed.

mod rental;
mod server;

use super::answers::Answers;
use super::fill::{Filling, Fillings, Record};
use super::hole::List;
use super::place::{Electricity, Site, newest};
use super::value::Value;
use crate::catalog::{FactMeasure, Grade, MeasuredFact, last_day, reference_rate};
use crate::number;
use crate::scenario::Date;
use jiff::Span;
use rust_decimal::{Decimal, RoundingStrategy};

/// Hours of a month, as scenarios assume them.
const HOURS_PER_MONTH: u32 = 730;

/// Sites with one small server each that a full-time equivalent looks after, a guess.
const SITES_PER_FTE: u32 = 100;

/// Rented accelerators that a full-time equivalent looks after, a guess.
const RENTED_PER_FTE: u32 = 640;

/// The currency of the catalog.
const USD: &str = "USD";

/// What an accelerator that writes at 3,350 GB/s reads and writes in an hour, in million tokens: a 70B model in FP8 on four
/// H100s writes 3,400 tokens a second, and reads four times as many (generalcompute.com, June 2026).
const TOKENS_PER_HOUR: (Decimal, u32) = (Decimal::from_parts(153, 0, 0, false, 1), 3350);

/// What holes are filled with.
pub(super) fn fillings(answers: &Answers, title: &str) -> Fillings {
    let mut fillings = Fillings { single: asked(answers, title), ..Fillings::default() };
    fillings.single.extend(site(answers.place));
    let servers: Vec<Record> = server::server(answers).into_iter().collect();
    fillings.single.extend(quote(answers, servers.first()));
    fillings.lists.insert(List::Server, servers);
    fillings.lists.insert(List::Card, server::card(answers).into_iter().collect());
    fillings.lists.insert(List::Rental, rental::rentals(answers));
    fillings.lists.insert(List::Reserved, rental::reserved(answers).into_iter().collect());
    fillings.lists.insert(List::Exchange, exchange(answers.place).into_iter().collect());
    if let Some(latest) = latest(&fillings) {
        fillings.single.insert("date", Filling::known(Value::Day(latest)));
        let later = latest.0.checked_add(Span::new().months(6)).map_or(latest, Date);
        fillings.single.insert("review_by", Filling::known(Value::Day(later)));
    }
    fillings
}

/// What follows from the answers alone.
fn asked(answers: &Answers, title: &str) -> Record {
    let Answers { accelerator, count, utilization, place, name, .. } = answers;
    let count = Decimal::from(*count);
    let hours = |share: Decimal| Value::Number((count * share * Decimal::from(HOURS_PER_MONTH)).round_dp(2));
    let (less, more) = (utilization / Decimal::TWO, (utilization * Decimal::new(15, 1)).min(Decimal::ONE));
    let decision = title.split(':').next().unwrap_or_default();
    let called = format!("{decision}: {} × {}, {}", number::typed(count), accelerator.name, place.label);
    let mut record = Record::from([
        ("name", Filling::known(Value::Text(name.clone().unwrap_or(called)))),
        ("count", Filling::known(Value::Number(count))),
        ("utilization", Filling::known(Value::Share(*utilization))),
        ("utilization.low", Filling::known(Value::Share(less))),
        ("utilization.high", Filling::known(Value::Share(more))),
        ("accelerator_hours", Filling::known(hours(*utilization))),
        ("accelerator_hours.low", Filling::known(hours(less))),
        ("accelerator_hours.high", Filling::known(hours(more))),
        (
            "sites.spares",
            Filling::guess(
                Value::Number((answers.count / 20).into()),
                "ask who would bring one to a site, and how soon",
            ),
        ),
        (
            "sites.staff",
            Filling::guess(Value::Number(staff(answers.count, SITES_PER_FTE)), "ask who would drive there"),
        ),
        ("staff.rented", Filling::guess(Value::Number(staff(answers.count, RENTED_PER_FTE)), "ask who would run them")),
        (
            "sites.lines",
            Filling::guess(
                dollars(count * Decimal::ONE_HUNDRED, place),
                "ask for lines that carry what the sites send",
            ),
        ),
        ("accelerator", Filling::known(Value::words(&accelerator.name))),
        ("currency", Filling::known(Value::Name(place.currency.clone()))),
        ("place", Filling::known(Value::words(&place.label))),
        ("winner", Filling::known(Value::Name("none".to_owned()))),
    ]);
    let (tokens, bandwidth) = TOKENS_PER_HOUR;
    let of_bandwidth = |gb: Decimal| (tokens * gb).checked_div(Decimal::from(bandwidth));
    if let Some(tokens) = accelerator.memory_bandwidth_gb_s.and_then(of_bandwidth) {
        let ask = "measure it with your model, at the batch size that you serve";
        record.insert("accelerator.tokens", Filling::guess(Value::Number(tokens.round_dp(1)), ask));
        let (less, more) = (tokens / Decimal::TWO, tokens * Decimal::TWO);
        record.insert("accelerator.tokens.low", Filling::known(Value::Number(less.round_dp(1))));
        record.insert("accelerator.tokens.high", Filling::known(Value::Number(more.round_dp(1))));
    }
    record
}

/// What a site of one's own has.
fn site(place: &Site) -> Record {
    let mut record = Record::new();
    let mut stated = |name, source, row: &MeasuredFact, value| {
        record.insert(name, Filling { value, guess: weak(row.grade) });
        record.insert(source, Filling::known(source_of(&row.source, Some(&row.scope), &row.as_of)));
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
            let from = format!("a guess between {low} ({}) and {high} ({})", bounds.low.of, bounds.high.of);
            let ask = "ask the landlord, or look at a bill";
            record.insert("place.electricity", Filling::guess(Value::Money(middle, None), ask));
            record.insert("place.electricity.source", Filling::known(Value::Source { from, date: None }));
            middle
        }
        None => return record,
    };
    around(&mut record, ["place.electricity.low", "place.electricity.high"], per_kwh, |value| {
        Value::Money(value, None)
    });
    record
}

/// What a quote says, or what is taken in its place until there is one.
fn quote(answers: &Answers, server: Option<&Record>) -> Record {
    let Some((amount, currency)) = &answers.price else {
        let price = server.and_then(|server| server.get("server.price")).map(|price| price.value.clone());
        let Some(price) = price else { return Record::new() };
        let from = "a guess by published prices until there is a quote".to_owned();
        return Record::from([
            ("quote.price", Filling::guess(price, "write what the quote says for one server")),
            ("quote.source", Filling::known(Value::Source { from, date: None })),
        ]);
    };
    let price = Value::Money(*amount, currency.clone());
    let from = "the quote; its number and its day belong here".to_owned();
    Record::from([
        ("quote.price", Filling::known(price)),
        ("quote.source", Filling::known(Value::Source { from, date: None })),
    ])
}

/// The rate by which dollars are counted in the currency of a place, where that is another.
fn exchange(place: &Site) -> Option<Record> {
    if place.currency == USD {
        return None;
    }
    let (rate, day) = reference_rate(USD, &place.currency)?;
    let source = source_of("European Central Bank, euro reference rates", None, day);
    Some(Record::from([
        ("exchange", Filling::known(Value::Name(USD.to_owned()))),
        ("exchange.rate", Filling::known(Value::Number(rate.round_dp(4)))),
        ("exchange.source", Filling::known(source)),
    ]))
}

/// An amount of the catalog, in a scenario of a place.
fn dollars(amount: Decimal, place: &Site) -> Value {
    Value::Money(amount, (place.currency != USD).then(|| USD.to_owned()))
}

/// Full-time equivalents for so many of something, of which one runs so many, rounded up to tenths.
fn staff(many: u32, of_one: u32) -> Decimal {
    (Decimal::from(many) * Decimal::TEN / Decimal::from(of_one)).ceil() / Decimal::TEN
}

/// Four fifths and five fourths of a value, where nothing says how far it may be off.
fn around(record: &mut Record, names: [&'static str; 2], value: Decimal, written: impl Fn(Decimal) -> Value) {
    let [low, high] = names;
    record.insert(low, Filling::known(written(rounded(value * Decimal::new(8, 1)))));
    record.insert(high, Filling::known(written(rounded(value * Decimal::new(125, 2)))));
}

/// A number of which three digits mean something.
fn rounded(value: Decimal) -> Decimal {
    number::significant(value, 3, RoundingStrategy::MidpointNearestEven).normalize()
}

/// That a source is weak, and what to do about it.
fn weak(grade: Grade) -> Option<String> {
    match grade {
        Grade::A | Grade::B => None,
        Grade::C => Some("the published figure is weak evidence; ask for yours".to_owned()),
    }
}

/// Who said something of what, and when; a month or a year by its last day.
fn source_of(source: &str, what: Option<&str>, as_of: &str) -> Value {
    let from = what.map_or_else(|| source.to_owned(), |what| format!("{what} ({source})"));
    Value::Source { from, date: day_of(as_of) }
}

/// The last day that the date of a row of the catalog means; of a time between two days that of the first, so that nothing is taken
/// for newer than it is.
fn day_of(as_of: &str) -> Option<Date> {
    last_day(as_of.split("..").next().unwrap_or_default())
}

/// The latest day of all sources.
fn latest(fillings: &Fillings) -> Option<Date> {
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

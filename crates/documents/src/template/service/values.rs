//! Values of the placeholders of a service, and the steps from its requests to its size.

use super::api::{self, ApiPrices};
use super::rate::{Basis, Rate, billions, rounded};
use super::size::{HEADROOM, PROFILE, Size};
use super::{AmountOfWork, Service, SizedService};
use crate::catalog::{Accelerator, ApiPrice, BenchmarkScenario, PricesPerMillionTokens, last_day};
use crate::number;
use crate::template::facts::{accelerators_of_server, around, dollars, is_only_rented};
use crate::template::fill::{PlaceholderValue, PlaceholderValues, Record};
use crate::template::hole::List;
use crate::template::place::Site;
use crate::template::value::Value;
use rust_decimal::Decimal;

/// Digits of the numbers in a step.
const DIGITS: u32 = 4;

/// Values of a service of a size.
pub(super) fn of(
    service: &Service,
    accelerator: &'static Accelerator,
    place: &Site,
    rate: &Rate,
    size: &Size,
) -> SizedService {
    let apis = api::prices(service);
    let lists = [
        (List::Step, steps(service, accelerator, rate, size).iter().zip(1..).map(step).collect()),
        (List::Peak, peak(service).into_iter().collect()),
        (List::Latency, latency(rate).into_iter().collect()),
        (List::Api, apis.prices.iter().filter_map(|price| api_price(price, &apis, place)).collect()),
    ];
    let replica = u32::try_from(size.replica.accelerators).unwrap_or(u32::MAX);
    let busy = size.average * (service.input + service.output) / rate.tokens_per_second;
    SizedService {
        count: size.accelerators,
        replica,
        utilization: (busy / Decimal::from(size.accelerators)).min(Decimal::ONE),
        name: format!("Serve {}", service.model.name),
        values: PlaceholderValues { single: single(service, rate, size), lists: lists.into() },
    }
}

fn single(service: &Service, rate: &Rate, size: &Size) -> Record {
    let (key, amount) = match service.work {
        AmountOfWork::Requests(requests) => ("requests_per_month", requests),
        AmountOfWork::Millions(millions) => ("millions_per_month", millions),
    };
    let is_batch = service.target == BenchmarkScenario::Offline;
    let kind = if is_batch { "batch_inference" } else { "realtime_inference" };
    let grade = if rate.basis == Basis::Published { "published" } else { "estimated" };
    let ask = "measure it with your model and your requests";
    let number = |value: Decimal| PlaceholderValue::known(Value::Number(value.normalize()));
    let name = |text: &str| PlaceholderValue::known(Value::Name(text.to_owned()));
    let mut record = Record::from([
        ("model", PlaceholderValue::known(Value::words(&service.model.name))),
        ("workload.kind", name(kind)),
        ("tokens.amount", name(key)),
        ("tokens.per_month", number(amount)),
        ("tokens.per_month.low", number(amount / Decimal::TWO)),
        ("tokens.per_month.high", number((amount * Decimal::TWO).min(service.work.most()))),
        ("tokens.input", number(service.input)),
        ("tokens.output", number(service.output)),
        ("tokens.cached", PlaceholderValue::known(Value::Share(service.cached.normalize()))),
        ("replica", number(Decimal::from(size.replica.accelerators))),
        (
            "rate",
            PlaceholderValue {
                value: Value::Number(rate.tokens_per_second),
                guess: (rate.basis != Basis::Published).then(|| ask.to_owned()),
            },
        ),
        ("rate.input", number(rate.lengths.0)),
        ("rate.output", number(rate.lengths.1)),
        ("rate.grade", name(grade)),
        ("rate.source", PlaceholderValue::known(Value::Source { from: rate.source.clone(), date: rate.date })),
    ]);
    match rate.bounds {
        Some([low, high]) => record.extend([("rate.low", number(low)), ("rate.high", number(high))]),
        None => around(&mut record, ["rate.low", "rate.high"], rate.tokens_per_second, Value::Number),
    }
    record
}

/// A step with its number.
fn step((text, number): (&String, u32)) -> Record {
    Record::from([("step", PlaceholderValue::known(Value::Text(format!("{number}. {text}"))))])
}

/// Keys of a load with a peak; none for a batch.
fn peak(service: &Service) -> Option<Record> {
    let name = |text: &str| PlaceholderValue::known(Value::Name(text.to_owned()));
    (service.target != BenchmarkScenario::Offline).then(|| {
        Record::from([
            ("profile", name("profile")),
            (
                "profile.name",
                PlaceholderValue::guess(Value::Name(PROFILE.to_owned()), "measure requests by the hour of a week"),
            ),
            ("headroom", name("headroom")),
            (
                "headroom.share",
                PlaceholderValue::guess(Value::Share(HEADROOM), "ask how much the load jumps within minutes"),
            ),
            ("replicas", name("replica_accelerators")),
            ("replicas.least", name("min_replicas")),
        ])
    })
}

fn latency(rate: &Rate) -> Option<Record> {
    let limits = rate.latency?.to_string();
    Some(Record::from([
        ("latency", PlaceholderValue::known(Value::Name("latency".to_owned()))),
        ("latency.limits", PlaceholderValue::known(Value::Text(limits))),
    ]))
}

/// Values of a price; none if one of them is unknown.
fn api_price(price: &ApiPrice, prices: &ApiPrices, place: &Site) -> Option<Record> {
    let PricesPerMillionTokens { input, cached_input, output, .. } = price.standard;
    let (input, output) = (input?, output?);
    let ask = prices.of_another.as_ref().map(|_| "ask a provider for its price of this model".to_owned());
    let money = |amount| PlaceholderValue { value: dollars(amount, place), guess: ask.clone() };
    let guessed = prices.of_another.as_ref().map(|another| format!("a guess, the price of {another}: "));
    let from = format!(
        "{}{} {}: {}",
        guessed.unwrap_or_default(),
        price.provider,
        price.model,
        price.source.as_deref().unwrap_or_default()
    );
    let entry = format!("{}, {}", price.provider, price.model);
    let no_cache = cached_input.is_none().then_some("no price of cached input, so that of input");
    let notes = [Some(entry.as_str()), price.note.as_deref(), no_cache];
    let listed = notes.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let date = price.as_of.as_deref().and_then(last_day);
    let mut record = Record::from([
        ("api", PlaceholderValue::known(Value::name(&format!("{} api", price.provider)))),
        ("api.entry", PlaceholderValue::known(Value::Text(listed))),
        ("api.input", money(input)),
        ("api.cached_input", money(cached_input.unwrap_or(input))),
        ("api.output", money(output)),
        ("api.source", PlaceholderValue::known(Value::Source { from, date })),
    ]);
    around(&mut record, ["api.input.low", "api.input.high"], input, |value| dollars(value, place));
    around(&mut record, ["api.output.low", "api.output.high"], output, |value| dollars(value, place));
    Some(record)
}

/// Steps from the requests to the accelerators, each with its numbers.
fn steps(service: &Service, accelerator: &'static Accelerator, rate: &Rate, size: &Size) -> Vec<String> {
    let shown = |value: Decimal| number::typed(rounded(value, DIGITS));
    let typed = |value: Decimal| number::typed(value);
    let (name, tokens) = (&accelerator.name, service.input + service.output);
    let (fit, replica) = (&size.fit, &size.replica);
    let gigabytes = |bytes: u128| shown(Decimal::from(bytes) / Decimal::from(1_000_000_000));
    let weights = fit.weights.format.name.name();
    let stated = match (service.weights, rate.basis) {
        (Some(_), _) => "as requested",
        (None, Basis::Published) => "as in the published result",
        (None, Basis::AnotherModel | Basis::AnotherAccelerator) => "as the model states",
    };
    let memory = format!(
        "Memory (`rackrent fit`): {} has {} billion parameters. Weights in {weights}, {stated}, take {} GB; the KV cache of a \
         request of {} tokens in {} takes {} GB. A replica of {} × {name} with 90% of {} GB each holds {} requests.",
        service.model.name,
        billions(fit.parameters.total),
        gigabytes(fit.weights.bytes),
        typed(tokens),
        fit.kv_cache.format.name.name(),
        gigabytes(fit.kv_cache.bytes_per_sequence),
        replica.accelerators,
        typed(accelerator.memory_gb),
        typed(Decimal::from(replica.largest_concurrency)),
    );
    let (average, peak) = (shown(size.average), shown(size.peak));
    let requests = match service.work {
        AmountOfWork::Requests(requests) => format!("{} requests", typed(requests)),
        AmountOfWork::Millions(millions) => format!("{} million tokens / {} each", typed(millions), typed(tokens)),
    };
    let headroom = typed(Decimal::ONE + HEADROOM);
    let busiest = if size.mean_to_peak == Decimal::ONE {
        format!("with headroom {average} × {headroom} = {peak} a second")
    } else {
        let share = shown(size.mean_to_peak * Decimal::ONE_HUNDRED);
        format!("at the peak, with headroom, {average} / {share}% × {headroom} = {peak} a second")
    };
    let load =
        format!("Load: {requests} / 2_628_000 seconds of a month = {average} requests a second on average; {busiest}.");
    let limits = if rate.latency.is_some() { "the limits" } else { "the limits of Server, because a batch has none" };
    let in_progress = format!(
        "In progress: {peak} × {} s = {} requests. A guess: a request takes half of {limits}, (TTFT {} ms + {} × TPOT {} ms) / 2.",
        shown(size.seconds),
        typed(size.in_progress),
        typed(Decimal::from(rate.limits.ttft_ms)),
        typed(service.output),
        typed(Decimal::from(rate.limits.tpot_ms)),
    );
    let each = typed(Decimal::from(replica.accelerators));
    let by_memory = (size.in_progress / Decimal::from(replica.largest_concurrency)).ceil();
    let held = accelerators_of_server(accelerator);
    let servers = number::counted(size.accelerators.div_ceil(held), "server");
    let servers = if is_only_rented(accelerator) { String::new() } else { format!(", in {servers} of {held}") };
    let count = format!(
        "Size: {peak} × {} tokens / {} tokens/s = {} by rate; {} / {} = {} by memory; {} × {each} = {} × {name}{servers}.",
        typed(tokens),
        typed(rate.tokens_per_second),
        counted(size.by_rate, "accelerator"),
        typed(size.in_progress),
        typed(Decimal::from(replica.largest_concurrency)),
        counted(by_memory, "replica"),
        typed(size.replicas.into()),
        typed(size.accelerators.into()),
    );
    let rate_step = format!("Rate of an accelerator: {}.", rate.how);
    [memory, load, in_progress, rate_step].into_iter().chain(rate.note.clone()).chain([count]).collect()
}

/// A whole number with its noun.
fn counted(number: Decimal, noun: &str) -> String {
    let plural = if number == Decimal::ONE { "" } else { "s" };
    format!("{} {noun}{plural}", number::typed(number))
}

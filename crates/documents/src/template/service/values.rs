//! Values of the placeholders of a service, and the steps from its requests to its size.

use super::api::{self, ApiPrices};
use super::rate::{Basis, Rate, billions, rounded};
use super::size::{HEADROOM, MEMORY_UTILIZATION, PROFILE, Size};
use super::{AmountOfWork, Service, SizedService};
use crate::catalog::{Accelerator, ApiPrice, PricesPerMillionTokens, last_day};
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
        (List::Api, apis.prices.iter().filter_map(|price| api_price(price, &apis, service, place)).collect()),
    ];
    let replica = u32::try_from(size.replica.accelerators).unwrap_or(u32::MAX);
    let busy = size.average * service.tokens() / rate.tokens_per_second;
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
    let ([low, high], [rate_low, rate_high]) = (service.work.range(), rate.bounds);
    let kind = if service.is_batch() { "batch_inference" } else { "realtime_inference" };
    let grade = if rate.basis == Basis::Published { "published" } else { "estimated" };
    let ask = "measure it with your model and your requests";
    let number = |value: Decimal| PlaceholderValue::known(Value::Number(value.normalize()));
    let name = |text: &str| PlaceholderValue::known(Value::Name(text.to_owned()));
    Record::from([
        ("model", PlaceholderValue::known(Value::words(&service.model.name))),
        ("workload.kind", name(kind)),
        ("tokens.amount", name(key)),
        ("tokens.per_month", number(amount)),
        ("tokens.per_month.low", number(low)),
        ("tokens.per_month.high", number(high)),
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
        ("rate.low", number(rate_low)),
        ("rate.high", number(rate_high)),
        ("rate.input", number(rate.lengths.0)),
        ("rate.output", number(rate.lengths.1)),
        ("rate.grade", name(grade)),
        ("rate.source", PlaceholderValue::known(Value::Source { from: rate.source.clone(), date: rate.date })),
    ])
}

/// A step with its number.
fn step((text, number): (&String, u32)) -> Record {
    Record::from([("step", PlaceholderValue::known(Value::Text(format!("{number}. {text}"))))])
}

/// Keys of a load with a peak; none for a batch.
fn peak(service: &Service) -> Option<Record> {
    let name = |text: &str| PlaceholderValue::known(Value::Name(text.to_owned()));
    (!service.is_batch()).then(|| {
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
fn api_price(price: &ApiPrice, prices: &ApiPrices, service: &Service, place: &Site) -> Option<Record> {
    let of_requests = api::prices_for(price, service);
    let PricesPerMillionTokens { input, cached_input, output, .. } = of_requests;
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
    let in_a_batch = (of_requests != price.standard).then_some("prices in a batch");
    let no_cache = cached_input.is_none().then_some("no price of cached input, so that of input");
    let notes = [Some(entry.as_str()), in_a_batch, price.note.as_deref(), no_cache];
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
    let steps = [
        memory(service, accelerator, rate, size),
        load(service, size),
        in_progress(service, rate, size),
        format!("Rate of an accelerator: {}.", rate.how),
    ];
    let last = total(service, accelerator, rate, size);
    steps.into_iter().chain(rate.note.clone()).chain([last]).collect()
}

fn typed(number: impl Into<Decimal>) -> String {
    number::typed(number.into())
}

fn shown(value: Decimal) -> String {
    typed(rounded(value, DIGITS))
}

fn percent(share: Decimal) -> String {
    format!("{}%", shown(share * Decimal::ONE_HUNDRED))
}

fn gigabytes(bytes: u128) -> String {
    shown(Decimal::from(bytes) / Decimal::from(1_000_000_000))
}

/// A number, with enough digits, and the whole number to which it is rounded up: `9.827, so 10`.
fn rounded_up(value: Decimal) -> String {
    let whole = value.ceil();
    let is_enough = |shown: &Decimal| shown.ceil() == whole;
    let before = (DIGITS..).take(20).map(|digits| rounded(value, digits)).find(is_enough).unwrap_or(value);
    if before == whole { typed(whole) } else { format!("{}, so {}", typed(before), typed(whole)) }
}

fn memory(service: &Service, accelerator: &Accelerator, rate: &Rate, size: &Size) -> String {
    let (fit, replica) = (&size.fit, &size.replica);
    let stated = match (service.weights, rate.basis) {
        (Some(_), _) => "as requested",
        (None, Basis::Published) => "as in the published result",
        (None, Basis::AnotherModel | Basis::AnotherAccelerator) => "as the model states",
    };
    format!(
        "Memory (`rackrent fit`): {} has {} billion parameters. Weights in {}, {stated}, take {} GB; the KV cache of a request of {} \
         tokens in {} takes {} GB. Each accelerator of a replica of {} × {} may use {} GB ({} of {} GB): {} GB of weights, {} GB \
         for activations ({} tokens of a pass, an assumption), and {} GB for each of {} requests.",
        service.model.name,
        billions(fit.parameters.total),
        fit.weights.format.name.name(),
        gigabytes(fit.weights.bytes),
        typed(service.tokens()),
        fit.kv_cache.format.name.name(),
        gigabytes(fit.kv_cache.bytes_per_sequence),
        replica.accelerators,
        accelerator.name,
        typed((accelerator.memory_gb * MEMORY_UTILIZATION).normalize()),
        percent(MEMORY_UTILIZATION),
        typed(accelerator.memory_gb),
        gigabytes(replica.weight_bytes),
        gigabytes(fit.activation_bytes),
        typed(Decimal::from(fit.batched_tokens)),
        gigabytes(replica.kv_bytes_per_sequence),
        typed(Decimal::from(replica.largest_concurrency)),
    )
}

fn load(service: &Service, size: &Size) -> String {
    let requests = match service.work {
        AmountOfWork::Requests(requests) => format!("{} requests", typed(requests)),
        AmountOfWork::Millions(millions) => {
            format!("{} million tokens / {} each", typed(millions), typed(service.tokens()))
        }
    };
    let average = shown(size.average);
    let busiest = if service.is_batch() {
        "a batch fills all hours".to_owned()
    } else {
        let (share, with_headroom) = (percent(size.mean_to_peak), typed(Decimal::ONE + size.headroom));
        let peak = shown(size.peak);
        format!("at the peak, with headroom, {average} / {share} × {with_headroom} = {peak} a second")
    };
    format!("Load: {requests} / 2_628_000 seconds of a month = {average} requests a second on average; {busiest}.")
}

fn in_progress(service: &Service, rate: &Rate, size: &Size) -> String {
    let limits = if rate.latency.is_some() { "the limits" } else { "the limits of Server, because a batch has none" };
    format!(
        "In progress: {} × {} s = {} requests. A guess: a request takes half of {limits}, (TTFT {} ms + {} × TPOT {} ms) / 2.",
        shown(size.peak),
        shown(size.seconds),
        rounded_up(size.peak * size.seconds),
        typed(rate.limits.ttft_ms),
        typed(service.output),
        typed(rate.limits.tpot_ms),
    )
}

fn total(service: &Service, accelerator: &Accelerator, rate: &Rate, size: &Size) -> String {
    let (name, each) = (&accelerator.name, size.replica.accelerators);
    let held = accelerators_of_server(accelerator);
    let servers = number::counted(size.accelerators.div_ceil(held), "server");
    let servers = if is_only_rented(accelerator) { String::new() } else { format!(", in {servers} of {held}") };
    format!(
        "Size: {} × {} tokens / ({each} × {} tokens/s) = {} by rate; {} / {} = {} by memory; the larger of the two, in whole \
         replicas: {} × {each} = {} × {name}{servers}.",
        shown(size.peak),
        typed(service.tokens()),
        typed(rate.tokens_per_second),
        rounded_up(size.by_rate),
        typed(size.in_progress),
        typed(Decimal::from(size.replica.largest_concurrency)),
        rounded_up(size.by_memory),
        typed(size.replicas),
        typed(size.accelerators),
    )
}

//! The list of genai-prices, `data.json`: an array of providers with their models, and prices in USD per million tokens.
//!
//! The prices of a model are an object, or an array of prices with the day from which, or the hours at which, they apply: the
//! last one that applies counts, and the first if none does. `price_variants` has the prices of batches and other services;
//! prices that a variant lacks are the standard ones.

use super::json::{Fault, MILLION, Object, objects, wrong};
use super::{Entry, LeftOutReason, ModelPrices, Priced};
use crate::catalog::{PricesPerMillionTokens, RequestLengths};
use crate::scenario::Date;
use rust_decimal::Decimal;

/// Prices per million tokens, in the order of [`PricesPerMillionTokens`].
const PRICES: [&str; 4] = [INPUT, "cache_read_mtok", "cache_write_mtok", OUTPUT];
const INPUT: &str = "input_mtok";
const OUTPUT: &str = "output_mtok";
/// Words in the keys of prices for content other than text.
const OTHER_CONTENT: [&str; 5] = ["audio", "image", "video", "pixels", "document"];
/// Words in the keys of prices for services that a request may do without.
const OPTIONAL: [&str; 4] = ["searches", "executions", "write_5m", "write_1h"];
/// The charge of every request.
const PER_REQUEST: &str = "requests_kcount";

/// A price by the length of requests.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Price {
    base: Decimal,
    /// Tokens read above which a request has another price, ascending.
    tiers: Vec<(u64, Decimal)>,
}

/// Prices in the order of [`PRICES`].
type Prices = [Option<Price>; 4];

/// When prices apply.
enum Applies {
    Always,
    From(Date),
    AtHours,
}

/// Whether an object looks like a provider of this list.
pub(super) fn is_provider(provider: &Object<'_>) -> bool {
    provider.member("models").is_some() && provider.member("id").is_some()
}

/// Prices of a model of a provider on a day.
pub(super) fn model<'a>(provider: &str, model: &Object<'a>, day: Option<Date>) -> Result<Entry, Fault<'a>> {
    let stated = match in_force(model, day)? {
        Ok(stated) => stated,
        Err(reason) => return Ok(Entry::LeftOut(reason)),
    };
    let standard = prices(&stated)?;
    let priced = by_length(&standard, &batch(model, day)?);
    if let Some(reason) = LeftOutReason::of_prices(&priced) {
        return Ok(Entry::LeftOut(reason));
    }
    if let Some(reason) = other_charges(&stated, &standard)? {
        return Ok(Entry::LeftOut(reason));
    }
    let is_deprecated = model.member("deprecated").is_some_and(|at| at.get() == "true");
    Ok(Entry::Prices(ModelPrices {
        provider: provider.to_owned(),
        model: model.needed_text("id")?,
        context_tokens: model.tokens("context_window")?,
        note: is_deprecated.then(|| "deprecated".to_owned()),
        // the list does not state what a model is for
        writes_nothing: false,
        priced,
    }))
}

/// Standard prices that apply on a day, at every hour of it.
fn in_force<'a>(model: &Object<'a>, day: Option<Date>) -> Result<Result<Object<'a>, LeftOutReason>, Fault<'a>> {
    let at = model.needed("prices")?;
    if !at.get().starts_with('[') {
        return Object::of(at).map(Ok);
    }
    let all = objects("prices", at)?;
    let mut in_force = all.first();
    for one in &all {
        match (applies(one)?, day) {
            (Applies::Always, _) => in_force = Some(one),
            (Applies::From(first), Some(day)) if first.0 <= day.0 => in_force = Some(one),
            (Applies::From(_), Some(_)) => {}
            (Applies::From(_), None) => return Ok(Err(LeftOutReason::ByDay)),
            (Applies::AtHours, _) => return Ok(Err(LeftOutReason::ByHour)),
        }
    }
    let Some(in_force) = in_force else { return Ok(Err(LeftOutReason::NoPrice)) };
    Object::of(in_force.needed("prices")?).map(Ok)
}

fn applies<'a>(of: &Object<'a>) -> Result<Applies, Fault<'a>> {
    let Some(at) = of.member("constraint") else { return Ok(Applies::Always) };
    let constraint = Object::of(at)?;
    match constraint.day("start_date")? {
        Some(day) => Ok(Applies::From(day)),
        None if constraint.member("start_time").is_some() => Ok(Applies::AtHours),
        None => Err(wrong("constraint", at, "only `start_date`, or `start_time` with `end_time`, is known")),
    }
}

/// Prices of a batch that differ from the standard ones: of each, the first variant that applies.
fn batch<'a>(model: &Object<'a>, day: Option<Date>) -> Result<Prices, Fault<'a>> {
    let mut all: Prices = Default::default();
    for variant in model.objects("price_variants")? {
        let when = Object::of(variant.needed("when")?)?;
        let is_batch = when.all().count() == 1 && when.text("processing")?.as_deref() == Some("batch");
        let is_in_force = match applies(&variant)? {
            Applies::Always => true,
            Applies::From(first) => day.is_some_and(|day| first.0 <= day.0),
            Applies::AtHours => false,
        };
        if is_batch && is_in_force {
            let stated = prices(&Object::of(variant.needed("prices")?)?)?;
            all.iter_mut().zip(stated).for_each(|(known, price)| *known = known.take().or(price));
        }
    }
    Ok(all)
}

fn prices<'a>(stated: &Object<'a>) -> Result<Prices, Fault<'a>> {
    let [input, cached, write, output] = PRICES.map(|key| price(stated, key));
    Ok([input?, cached?, write?, output?])
}

/// A number, or an object with a `base` and `tiers`.
fn price<'a>(stated: &Object<'a>, key: &str) -> Result<Option<Price>, Fault<'a>> {
    let Some(at) = stated.member(key) else { return Ok(None) };
    if !at.get().starts_with('{') {
        return Ok(stated.price(key, MILLION)?.map(|base| Price { base, tiers: Vec::new() }));
    }
    let tiered = Object::of(at)?;
    tiered.needed("base")?;
    let tier = |tier: &Object<'a>| -> Result<(u64, Decimal), Fault<'a>> {
        tier.needed("start")?;
        tier.needed("price")?;
        let (start, price) = (tier.tokens("start")?, tier.price("price", MILLION)?);
        Ok((start.unwrap_or_default(), price.unwrap_or_default()))
    };
    let mut tiers = tiered.objects("tiers")?.iter().map(tier).collect::<Result<Vec<_>, _>>()?;
    tiers.sort_by_key(|(start, _)| *start);
    Ok(Some(Price { base: tiered.price("base", MILLION)?.unwrap_or_default(), tiers }))
}

impl Price {
    /// The price of requests that read more than `above` tokens, and no more than the next threshold.
    fn at(&self, above: u64) -> Decimal {
        self.tiers.iter().rev().find(|(start, _)| *start <= above).map_or(self.base, |(_, price)| *price)
    }
}

/// Prices in the ranges between all thresholds.
fn by_length(standard: &Prices, batch: &Prices) -> Vec<Priced> {
    let tiers = standard.iter().chain(batch).flatten().flat_map(|price| &price.tiers);
    let mut thresholds: Vec<u64> = tiers.map(|(start, _)| *start).filter(|start| *start > 0).collect();
    thresholds.sort_unstable();
    thresholds.dedup();
    let is_batch = batch.iter().any(Option::is_some);
    let ranges = RequestLengths::between(&thresholds);
    let priced = ranges.map(|requests| {
        let at = |price: Option<&Price>| price.map(|price| price.at(requests.above.unwrap_or_default()));
        let of = |prices: [Option<&Price>; 4]| {
            let [input, cached_input, cache_write, output] = prices.map(at);
            PricesPerMillionTokens { input, cached_input, cache_write, output }
        };
        let [input, cached, write, output] = standard;
        let [batch_input, batch_cached, batch_write, batch_output] = batch;
        let reduced = [
            batch_input.as_ref().or(input.as_ref()),
            batch_cached.as_ref().or(cached.as_ref()),
            batch_write.as_ref().or(write.as_ref()),
            batch_output.as_ref().or(output.as_ref()),
        ];
        Priced {
            requests,
            standard: of([input.as_ref(), cached.as_ref(), write.as_ref(), output.as_ref()]),
            batch: if is_batch { of(reduced) } else { PricesPerMillionTokens::default() },
        }
    });
    priced.collect()
}

/// Reason why prices of text do not state what a request costs.
fn other_charges<'a>(stated: &Object<'a>, standard: &Prices) -> Result<Option<LeftOutReason>, Fault<'a>> {
    let [.., output] = standard;
    let has = |key: &str, words: &[&str]| words.iter().any(|word| key.contains(word));
    for (key, _) in stated.all().filter(|(key, _)| !PRICES.contains(key) && !has(key, &OPTIONAL)) {
        let charge = price(stated, key)?.filter(|charge| !charge.base.is_zero() || !charge.tiers.is_empty());
        if charge.is_none() || (charge == *output && output.is_some()) {
            continue;
        }
        if key == PER_REQUEST {
            return Ok(Some(LeftOutReason::PerRequest));
        }
        if !has(key, &OTHER_CONTENT) {
            return Ok(Some(LeftOutReason::OtherTokens));
        }
        if key.starts_with("output_") && output.is_none() {
            return Ok(Some(LeftOutReason::OtherWork));
        }
    }
    Ok(None)
}

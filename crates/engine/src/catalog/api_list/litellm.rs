//! The list of LiteLLM, `model_prices_and_context_window.json`: an object with an entry per model, and prices in USD per token.
//!
//! An entry states other prices of longer requests in one of two ways: by keys such as
//! `input_cost_per_token_above_200k_tokens`, or by an array `tiered_pricing` of prices with their ranges.

use super::json::{Fault, Object};
use super::{Entry, LeftOutReason, ModelPrices, Priced};
use crate::catalog::{PricesPerMillionTokens, RequestLengths};
use rust_decimal::Decimal;

/// Kinds of work that are charged by tokens of text.
const TEXT: [&str; 4] = ["chat", "completion", "responses", EMBEDDING];
/// The kind that writes no tokens.
const EMBEDDING: &str = "embedding";
/// Prices per token, in the order of [`PricesPerMillionTokens`].
const PRICES: [&str; 4] =
    ["input_cost_per_token", "cache_read_input_token_cost", "cache_creation_input_token_cost", "output_cost_per_token"];
/// Charges of every request.
const PER_REQUEST: [&str; 2] = ["input_cost_per_request", "input_cost_per_query"];
/// Prices of tokens that count separately.
const OTHER_TOKENS: [&str; 2] = ["output_cost_per_reasoning_token", "citation_cost_per_token"];

/// Whether an object looks like an entry of this list.
pub(super) fn is_entry(entry: &Object<'_>) -> bool {
    entry.member("litellm_provider").is_some()
}

/// Prices of an entry.
pub(super) fn entry<'a>(name: &str, entry: &Object<'a>) -> Result<Entry, Fault<'a>> {
    if entry.member("alias_of").is_some() {
        return Ok(Entry::LeftOut(LeftOutReason::OtherName));
    }
    let mode = entry.text("mode")?.unwrap_or_default();
    if !TEXT.contains(&mode.as_str()) {
        return Ok(Entry::LeftOut(LeftOutReason::OtherWork));
    }
    let tiers = entry.objects("tiered_pricing")?;
    let mut priced = if tiers.is_empty() { by_threshold(entry)? } else { by_range(&tiers)? };
    let is_embedding = mode == EMBEDDING;
    if is_embedding {
        priced.iter_mut().for_each(Priced::writes_nothing);
    }
    if let Some(reason) = left_out(entry, &tiers, &priced)? {
        return Ok(Entry::LeftOut(reason));
    }
    let provider = entry.needed_text("litellm_provider")?;
    Ok(Entry::Prices(ModelPrices {
        model: model(name, &provider).to_owned(),
        provider,
        context_tokens: entry.tokens("max_input_tokens")?,
        note: entry.day("deprecation_date")?.map(|day| format!("deprecated on {day}")),
        writes_nothing: is_embedding && priced.iter().all(|of| of.standard.output.is_none()),
        priced,
    }))
}

/// Reason why prices per token do not state what a request costs.
fn left_out<'a>(
    entry: &Object<'a>,
    tiers: &[Object<'a>],
    priced: &[Priced],
) -> Result<Option<LeftOutReason>, Fault<'a>> {
    if let Some(reason) = LeftOutReason::of_prices(priced) {
        return Ok(Some(reason));
    }
    for key in PER_REQUEST {
        if entry.number(key)?.is_some_and(|charge| !charge.is_zero()) {
            return Ok(Some(LeftOutReason::PerRequest));
        }
    }
    for object in [entry].into_iter().chain(tiers) {
        let output = object.number("output_cost_per_token")?;
        for key in OTHER_TOKENS {
            if object.number(key)?.is_some_and(|price| Some(price) != output) {
                return Ok(Some(LeftOutReason::OtherTokens));
            }
        }
    }
    Ok(entry.member("off_peak_pricing").map(|_| LeftOutReason::ByHour))
}

/// Prices in ranges between the thresholds that keys name. A price without a key for a range is that of the range below.
fn by_threshold<'a>(entry: &Object<'a>) -> Result<Vec<Priced>, Fault<'a>> {
    let mut thousands: Vec<u64> = entry.all().filter_map(|(key, _)| threshold(key)).collect();
    thousands.sort_unstable();
    thousands.dedup();
    let thresholds: Vec<u64> = thousands.iter().map(|count| count * 1_000).collect();
    let suffixes = [String::new()].into_iter().chain(thousands.iter().map(|count| format!("_above_{count}k_tokens")));
    let ranges = suffixes.zip(RequestLengths::between(&thresholds));
    let mut all: Vec<Priced> = Vec::new();
    for (suffix, requests) in ranges {
        let mut of_range = priced(entry, &suffix, requests)?;
        if let Some(below) = all.last() {
            of_range.standard = of_range.standard.or(below.standard);
            of_range.batch = of_range.batch.or(below.batch);
        }
        all.push(of_range);
    }
    Ok(all)
}

/// Thousands of tokens above which the key of a price applies.
fn threshold(key: &str) -> Option<u64> {
    let above = |price: &str| key.strip_prefix(price)?.strip_prefix("_above_")?.strip_suffix("k_tokens");
    let count: u32 = PRICES.into_iter().find_map(above)?.parse().ok()?;
    Some(count.into())
}

/// Prices of `tiered_pricing`.
fn by_range<'a>(tiers: &[Object<'a>]) -> Result<Vec<Priced>, Fault<'a>> {
    tiers.iter().map(|tier| priced(tier, "", tier.range("range")?)).collect()
}

/// Prices whose keys have a suffix.
fn priced<'a>(of: &Object<'a>, suffix: &str, requests: RequestLengths) -> Result<Priced, Fault<'a>> {
    let prices = |after: &str| -> Result<PricesPerMillionTokens, Fault<'a>> {
        let price = |key: &str| of.price(&format!("{key}{suffix}{after}"), Decimal::ONE);
        let [input, cached_input, cache_write, output] = PRICES;
        Ok(PricesPerMillionTokens {
            input: price(input)?,
            cached_input: price(cached_input)?,
            cache_write: price(cache_write)?,
            output: price(output)?,
        })
    };
    Ok(Priced { requests, standard: prices("")?, batch: prices("_batches")? })
}

/// Name of a model without the provider before it: `azure_ai/gpt-oss-120b`, or `vertex_ai/…` of `vertex_ai-llama_models`.
fn model<'n>(name: &'n str, provider: &str) -> &'n str {
    let is_provider = |before: &str| {
        provider.strip_prefix(before).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
    };
    name.split_once('/').filter(|(before, _)| is_provider(before)).map_or(name, |(_, model)| model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_provider() {
        assert_eq!(model("azure_ai/gpt-oss-120b", "azure_ai"), "gpt-oss-120b");
        assert_eq!(model("vertex_ai/meta/llama-3.3-70b", "vertex_ai-llama_models"), "meta/llama-3.3-70b");
        assert_eq!(model("bedrock/us-east-1/x", "bedrock_converse"), "us-east-1/x");
        assert_eq!(model("meta-llama/x", "meta"), "meta-llama/x");
        assert_eq!(model("gpt-4o", "openai"), "gpt-4o");
    }

    #[test]
    fn thresholds_are_those_of_prices_per_token() {
        assert_eq!(threshold("input_cost_per_token_above_200k_tokens"), Some(200));
        assert_eq!(threshold("cache_read_input_token_cost_above_32k_tokens"), Some(32));
        for other in [
            "input_cost_per_token",
            "input_cost_per_token_above_200k_tokens_priority",
            "cache_creation_input_token_cost_above_1hr",
            "input_cost_per_audio_token_above_200k_tokens",
            "input_cost_per_token_above_99999999999k_tokens",
        ] {
            assert_eq!(threshold(other), None, "{other}");
        }
    }
}

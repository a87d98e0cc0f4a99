//! Reports of GuideLLM: `benchmarks.json` with a benchmark for each rate.

use super::error::BenchmarkError;
use super::fields::{latencies, model_of};
use super::point::Point;
use super::target::{Latency, Statistic};
use super::tree::Tree;
use crate::scenario::Date;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

pub(super) fn is_result(tree: &Tree) -> bool {
    tree.at("benchmarks").is_some()
}

pub(super) fn version(report: &Tree) -> Option<&str> {
    report.text("metadata.guidellm_version")
}

pub(super) fn benchmarks(report: &Tree) -> &[Tree] {
    report.list("benchmarks")
}

pub(super) fn point(benchmark: &Tree) -> Result<Point, BenchmarkError> {
    let count = |status: &str| benchmark.needed(&format!("metrics.request_totals.{status}"));
    let completed = |metric: &str| benchmark.needed(&format!("metrics.{metric}.successful.mean"));
    let phase = |name: &str| Ok(benchmark.number(name)?.unwrap_or_default());
    let left_out = phase("warmup_duration")?.saturating_add(phase("cooldown_duration")?);
    let strategy = |field: &str| benchmark.number(&format!("config.strategy.{field}"));
    // `constant` and `poisson` have a rate and an upper limit of requests at once; the others are limited only by requests at once
    let offered = strategy("rate")?;
    let is_synchronous = benchmark.text("config.strategy.type_") == Some("synchronous");
    let concurrency = if offered.is_some() { None } else { strategy("streams")? };
    let concurrency = concurrency.or(is_synchronous.then_some(Decimal::ONE));
    Ok(Point {
        date: benchmark.number("start_time")?.and_then(day),
        model: model_of(benchmark, &["config.backend.model"]),
        accelerators: None,
        offered_per_second: offered,
        concurrency,
        completed: count("successful")?,
        failed: Some(count("errored")?),
        unfinished: count("incomplete")?,
        requests_per_second: completed("requests_per_second")?,
        input: completed("prompt_token_count")?,
        output: completed("output_token_count")?,
        cached: None,
        tool_tokens_per_second: None,
        latencies_ms: latencies(Decimal::ONE, |latency, statistic| latency_ms(benchmark, latency, statistic))?,
        left_out_seconds: Some(left_out),
        is_cancelled: false,
    })
}

/// A latency in milliseconds. Without observations, as where answers are not streamed, GuideLLM writes zeros, which are none.
fn latency_ms(benchmark: &Tree, latency: Latency, statistic: Statistic) -> Result<Option<Decimal>, BenchmarkError> {
    let (metric, factor) = match latency {
        Latency::Ttft => ("time_to_first_token_ms", Decimal::ONE),
        Latency::Tpot => ("inter_token_latency_ms", Decimal::ONE),
        Latency::EndToEnd => ("request_latency", Decimal::ONE_THOUSAND),
    };
    let of = |field: &str| benchmark.number(&format!("metrics.{metric}.successful.{field}"));
    let value = match statistic {
        Statistic::Mean => of("mean")?,
        Statistic::P50 | Statistic::P90 | Statistic::P95 | Statistic::P99 => {
            of(&format!("percentiles.{}", statistic.name()))?
        }
    };
    Ok(value.filter(|value| !value.is_zero()).and_then(|value| value.checked_mul(factor)))
}

/// Day of a time in seconds since 1970, in UTC.
fn day(seconds: Decimal) -> Option<Date> {
    let moment = jiff::Timestamp::from_second(seconds.trunc().to_i64()?).ok()?;
    Some(Date(moment.to_zoned(jiff::tz::TimeZone::UTC).date()))
}

//! Reports of GuideLLM: `benchmarks.json` with a benchmark for each rate.

use super::error::BenchmarkError;
use super::fields::latencies;
use super::point::Point;
use super::target::{Latency, Statistic};
use super::tree::Tree;
use crate::scenario::Date;
use language::suggest::shown;
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
        model: benchmark.text("config.backend.model").map(shown),
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
        latencies_ms: latencies(factor, |latency, statistic| benchmark.number(&field(latency, statistic)))?,
        left_out_seconds: Some(left_out),
        is_cancelled: false,
    })
}

/// Milliseconds in the unit of a latency.
fn factor(latency: Latency) -> Decimal {
    if latency == Latency::EndToEnd { Decimal::ONE_THOUSAND } else { Decimal::ONE }
}

/// `metrics.time_to_first_token_ms.successful.percentiles.p99`.
fn field(latency: Latency, statistic: Statistic) -> String {
    let metric = match latency {
        Latency::Ttft => "time_to_first_token_ms",
        Latency::Tpot => "inter_token_latency_ms",
        Latency::EndToEnd => "request_latency",
    };
    let percentiles = if statistic == Statistic::Mean { "" } else { "percentiles." };
    format!("metrics.{metric}.successful.{percentiles}{}", statistic.name())
}

/// Day of a time in seconds since 1970, in UTC.
fn day(seconds: Decimal) -> Option<Date> {
    let moment = jiff::Timestamp::from_second(seconds.trunc().to_i64()?).ok()?;
    Some(Date(moment.to_zoned(jiff::tz::TimeZone::UTC).date()))
}

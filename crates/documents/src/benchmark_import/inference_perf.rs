//! Reports of inference-perf: `stage_0_lifecycle_metrics.json` for each stage.

use super::error::BenchmarkError;
use super::fields::{latencies, ratio};
use super::point::Point;
use super::target::{Latency, Statistic};
use super::tree::Tree;
use rust_decimal::Decimal;

pub(super) fn is_result(tree: &Tree) -> bool {
    tree.at("successes").is_some() && tree.at("load_summary").is_some()
}

pub(super) fn point(stage: &Tree) -> Result<Point, BenchmarkError> {
    if stage.at("load_summary.requested_rate").is_none() {
        let message = "it is a summary of all stages, which mixes their rates";
        return Err(BenchmarkError::new(
            message,
            "give the files of the stages, such as stage_0_lifecycle_metrics.json",
        ));
    }
    let completed = stage.needed("successes.count")?;
    let concurrency = stage.number("load_summary.concurrency")?;
    let offered = stage.number("load_summary.requested_rate")?.filter(|_| concurrency.is_none());
    let figures = |path: &str| if completed.is_zero() { Ok(Decimal::ZERO) } else { stage.needed(path) };
    let cached = stage.number("successes.prompt_tokens.cached")?.zip(stage.number("successes.prompt_tokens.total")?);
    let output = if stage.at("successes.output_tokens.mean").is_some() { "output_tokens" } else { "output_len" };
    let input = if stage.at("successes.prompt_tokens.mean").is_some() { "prompt_tokens" } else { "prompt_len" };
    Ok(Point {
        date: None,
        model: None,
        accelerators: None,
        offered_per_second: offered,
        concurrency,
        completed,
        failed: stage.number("failures.count")?,
        unfinished: Decimal::ZERO,
        requests_per_second: figures("successes.throughput.requests_per_sec")?,
        input: figures(&format!("successes.{input}.mean"))?,
        output: figures(&format!("successes.{output}.mean"))?,
        cached: cached.map(|(cached, total)| ratio(cached, total)),
        tool_tokens_per_second: stage.number("successes.throughput.total_tokens_per_sec")?,
        latencies_ms: latencies(
            |_| Decimal::ONE_THOUSAND,
            |latency, statistic| stage.number(&field(latency, statistic)),
        )?,
        left_out_seconds: None,
        is_cancelled: false,
    })
}

/// `successes.latency.time_to_first_token.p99`, in seconds.
fn field(latency: Latency, statistic: Statistic) -> String {
    let latency = match latency {
        Latency::Ttft => "time_to_first_token",
        Latency::Tpot => "time_per_output_token",
        Latency::EndToEnd => "request_latency",
    };
    let statistic = match statistic {
        Statistic::P50 => "median",
        Statistic::Mean | Statistic::P90 | Statistic::P95 | Statistic::P99 => statistic.name(),
    };
    format!("successes.latency.{latency}.{statistic}")
}

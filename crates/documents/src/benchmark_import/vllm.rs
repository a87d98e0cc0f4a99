//! Results of `vllm bench serve --save-result`: an object per run. `--append-result` writes several in a file.

use super::error::BenchmarkError;
use super::fields::{day_of_digits, latencies, ratio};
use super::point::Point;
use super::target::{Latency, Statistic};
use super::tree::Tree;
use language::suggest::shown;
use rust_decimal::Decimal;

pub(super) fn is_result(tree: &Tree) -> bool {
    tree.at("request_throughput").is_some() && tree.at("completed").is_some()
}

pub(super) fn point(run: &Tree) -> Result<Point, BenchmarkError> {
    let completed = run.needed("completed")?;
    let mean = |path: &str| Ok(ratio(run.needed(path)?, completed));
    // older versions do not write `failed`
    let failed = match run.number("failed")? {
        Some(failed) => Some(failed),
        None => run.number("num_prompts")?.map(|sent| (sent - completed).max(Decimal::ZERO)),
    };
    // `inf` sends all requests at once
    let offered = if run.text("request_rate").is_some() { None } else { run.number("request_rate")? };
    let is_ramp = run.at("ramp_up_strategy").is_some();
    Ok(Point {
        date: run.text("date").and_then(day_of_digits),
        model: run.text("model_id").map(shown),
        accelerators: accelerators(run)?,
        offered_per_second: offered.filter(|_| !is_ramp),
        concurrency: run.number("max_concurrency")?,
        completed,
        failed,
        unfinished: Decimal::ZERO,
        requests_per_second: run.needed("request_throughput")?,
        input: mean("total_input_tokens")?,
        output: mean("total_output_tokens")?,
        cached: None,
        tool_tokens_per_second: run.number("total_token_throughput")?,
        latencies_ms: latencies(|_| Decimal::ONE, |latency, statistic| run.number(&field(latency, statistic)))?,
        left_out_seconds: None,
        is_cancelled: false,
    })
}

/// `p99_ttft_ms`.
fn field(latency: Latency, statistic: Statistic) -> String {
    let latency = match latency {
        Latency::EndToEnd => "e2el",
        Latency::Ttft | Latency::Tpot => latency.name(),
    };
    let statistic = match statistic {
        Statistic::P50 => "median",
        Statistic::Mean | Statistic::P90 | Statistic::P95 | Statistic::P99 => statistic.name(),
    };
    format!("{statistic}_{latency}_ms")
}

/// The number that `--metadata accelerators=8` writes.
fn accelerators(run: &Tree) -> Result<Option<Decimal>, BenchmarkError> {
    let Some(text) = run.text("accelerators") else { return run.number("accelerators") };
    let number = text.parse();
    let wrong = |_| BenchmarkError::new("`accelerators` is not a number", "write --metadata accelerators=8");
    number.map(Some).map_err(wrong)
}

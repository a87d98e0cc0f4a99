//! Fields that several formats share.

use super::error::BenchmarkError;
use super::target::{Latency, LatencyFigure, Statistic};
use crate::scenario::Date;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Names of fields, by the first tool that reads them: a field of several tools is listed once. In alphabetical order for each.
const READ: [&[&str]; 4] = [
    // vLLM
    &[
        "accelerators",
        "completed",
        "date",
        "failed",
        "max_concurrency",
        "mean_e2el_ms",
        "mean_tpot_ms",
        "mean_ttft_ms",
        "median_e2el_ms",
        "median_tpot_ms",
        "median_ttft_ms",
        "model_id",
        "num_prompts",
        "p90_e2el_ms",
        "p90_tpot_ms",
        "p90_ttft_ms",
        "p95_e2el_ms",
        "p95_tpot_ms",
        "p95_ttft_ms",
        "p99_e2el_ms",
        "p99_tpot_ms",
        "p99_ttft_ms",
        "ramp_up_strategy",
        "request_rate",
        "request_throughput",
        "total_input_tokens",
        "total_output_tokens",
        "total_token_throughput",
    ],
    // GuideLLM
    &[
        "backend",
        "benchmarks",
        "config",
        "cooldown_duration",
        "errored",
        "guidellm_version",
        "incomplete",
        "inter_token_latency_ms",
        "mean",
        "metadata",
        "metrics",
        "model",
        "output_token_count",
        "p50",
        "p90",
        "p95",
        "p99",
        "percentiles",
        "prompt_token_count",
        "rate",
        "request_latency",
        "request_totals",
        "requests_per_second",
        "start_time",
        "strategy",
        "streams",
        "successful",
        "time_to_first_token_ms",
        "type_",
        "warmup_duration",
    ],
    // AIPerf and GenAI-Perf
    &[
        "aiperf_version",
        "avg",
        "concurrency",
        "error_request_count",
        "input_config",
        "input_sequence_length",
        "inter_token_latency",
        "is_complete",
        "items",
        "kind",
        "model_names",
        "models",
        "name",
        "output_sequence_length",
        "perf_analyzer",
        "phases",
        "request_count",
        "schema_version",
        "stimulus",
        "time_to_first_token",
        "total_usage_prompt_cache_read_tokens",
        "total_usage_prompt_tokens",
        "was_cancelled",
    ],
    // inference-perf
    &[
        "cached",
        "count",
        "failures",
        "latency",
        "load_summary",
        "median",
        "output_len",
        "output_tokens",
        "prompt_len",
        "prompt_tokens",
        "requested_rate",
        "requests_per_sec",
        "successes",
        "throughput",
        "time_per_output_token",
        "total",
        "total_tokens_per_sec",
    ],
];

/// Names of the fields that formats read, in any object of a file; all others are skipped.
pub(super) fn is_read(key: &str) -> bool {
    READ.iter().any(|names| names.contains(&key))
}

/// Every latency that a file has, in milliseconds; `factor` converts from its unit. vLLM and GuideLLM write 0 for a latency without
/// observations, as where answers are not streamed, so 0 is none.
pub(super) fn latencies(
    factor: impl Fn(Latency) -> Decimal,
    of: impl Fn(Latency, Statistic) -> Result<Option<Decimal>, BenchmarkError>,
) -> Result<BTreeMap<LatencyFigure, Decimal>, BenchmarkError> {
    let mut all = BTreeMap::new();
    for figure in LatencyFigure::all() {
        if let Some(value) = of(figure.latency, figure.statistic)?.filter(|value| !value.is_zero()) {
            let value = value.checked_mul(factor(figure.latency));
            let value = value.ok_or_else(|| BenchmarkError::content(format!("its {figure} is too large")))?;
            all.insert(figure, value);
        }
    }
    Ok(all)
}

/// A quotient; 0 if the divisor is 0.
pub(super) fn ratio(dividend: Decimal, divisor: Decimal) -> Decimal {
    dividend.checked_div(divisor).unwrap_or_default()
}

/// The day at the beginning of a time such as `20261127-190454` or `2026-11-27T19:04:54`.
pub(super) fn day_of_digits(text: &str) -> Option<Date> {
    let digits: String = text.chars().take(10).filter(char::is_ascii_digit).take(8).collect();
    let (year, month, day) = (digits.get(..4)?, digits.get(4..6)?, digits.get(6..8)?);
    format!("{year}-{month}-{day}").parse().ok().map(Date)
}

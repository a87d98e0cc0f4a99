//! Exports of AIPerf, `profile_export_aiperf.json`, and of GenAI-Perf, `profile_export_genai_perf.json`: a run each, in which a
//! metric is an object with `avg` and percentiles.

use super::error::BenchmarkError;
use super::fields::{day_of_digits, latencies, ratio};
use super::point::{BenchmarkTool, Point};
use super::target::{Latency, Statistic};
use super::tree::Tree;
use language::suggest::shown;
use rust_decimal::Decimal;

pub(super) fn tool(tree: &Tree) -> Option<BenchmarkTool> {
    tree.at("request_throughput.avg")?;
    let is_aiperf = version(tree).is_some() || tree.at("schema_version").is_some();
    Some(if is_aiperf { BenchmarkTool::AiPerf } else { BenchmarkTool::GenAiPerf })
}

pub(super) fn version(tree: &Tree) -> Option<&str> {
    tree.text("aiperf_version")
}

pub(super) fn point(run: &Tree) -> Result<Point, BenchmarkError> {
    let metric = |name: &str| run.number(&format!("{name}.avg"));
    let needed = |name: &str| run.needed(&format!("{name}.avg"));
    let is_cancelled = |field: &str, bad: bool| run.at(field) == Some(&Tree::Flag(bad));
    let cached = metric("total_usage_prompt_cache_read_tokens")?.zip(metric("total_usage_prompt_tokens")?);
    let load = Load::of(run)?;
    Ok(Point {
        date: run.text("start_time").and_then(day_of_digits),
        model: model(run).map(shown),
        accelerators: None,
        offered_per_second: load.rate,
        concurrency: load.concurrency,
        completed: needed("request_count")?,
        // AIPerf leaves a count of 0 out, GenAI-Perf counts none
        failed: metric("error_request_count")?.or((tool(run) == Some(BenchmarkTool::AiPerf)).then_some(Decimal::ZERO)),
        unfinished: Decimal::ZERO,
        requests_per_second: needed("request_throughput")?,
        input: needed("input_sequence_length")?,
        output: needed("output_sequence_length")?,
        cached: cached.map(|(cached, total)| ratio(cached, total)),
        tool_tokens_per_second: metric("total_token_throughput")?,
        latencies_ms: latencies(|_| Decimal::ONE, |latency, statistic| run.number(&field(latency, statistic)))?,
        left_out_seconds: None,
        is_cancelled: is_cancelled("was_cancelled", true) || is_cancelled("is_complete", false),
    })
}

/// Name of the first model: an object in AIPerf, a text in GenAI-Perf.
fn model(run: &Tree) -> Option<&str> {
    let [models, names] = ["models.items", "model_names"].map(|list| run.list(&format!("input_config.{list}")).first());
    match names {
        Some(Tree::Text(name)) => Some(name),
        _ => models?.text("name"),
    }
}

/// Load that the tool sent.
struct Load {
    rate: Option<Decimal>,
    concurrency: Option<Decimal>,
}

impl Load {
    /// That of the measured phase of AIPerf, or of the `stimulus` of GenAI-Perf.
    fn of(run: &Tree) -> Result<Load, BenchmarkError> {
        let phases = run.list("input_config.phases");
        let measured = phases.iter().find(|phase| phase.text("kind") != Some("warmup"));
        let stimulus = run.at("input_config.perf_analyzer.stimulus");
        let load = measured.or(stimulus);
        let number = |names: &[&str]| -> Result<Option<Decimal>, BenchmarkError> {
            for name in names {
                if let Some(number) = load.map(|load| load.number(name)).transpose()?.flatten() {
                    return Ok(Some(number));
                }
            }
            Ok(None)
        };
        Ok(Load { rate: number(&["rate", "request_rate"])?, concurrency: number(&["concurrency"])? })
    }
}

/// `time_to_first_token.p99`, in milliseconds.
fn field(latency: Latency, statistic: Statistic) -> String {
    let latency = match latency {
        Latency::Ttft => "time_to_first_token",
        Latency::Tpot => "inter_token_latency",
        Latency::EndToEnd => "request_latency",
    };
    let statistic = if statistic == Statistic::Mean { "avg" } else { statistic.name() };
    format!("{latency}.{statistic}")
}

//! Result files: points of a sweep, each measured at one request rate or concurrency.

use super::error::BenchmarkError;
use super::target::LatencyFigure;
use crate::scenario::Date;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Tool that wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchmarkTool {
    /// `vllm bench serve`.
    Vllm,
    /// GuideLLM.
    GuideLlm,
    /// AIPerf.
    AiPerf,
    /// GenAI-Perf, which AIPerf replaces.
    GenAiPerf,
    /// inference-perf.
    InferencePerf,
}

impl BenchmarkTool {
    /// All of them.
    pub const ALL: [BenchmarkTool; 5] = [
        BenchmarkTool::Vllm,
        BenchmarkTool::GuideLlm,
        BenchmarkTool::AiPerf,
        BenchmarkTool::GenAiPerf,
        BenchmarkTool::InferencePerf,
    ];

    /// Name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BenchmarkTool::Vllm => "vllm",
            BenchmarkTool::GuideLlm => "guidellm",
            BenchmarkTool::AiPerf => "aiperf",
            BenchmarkTool::GenAiPerf => "genai-perf",
            BenchmarkTool::InferencePerf => "inference-perf",
        }
    }

    /// Name for people.
    #[must_use]
    pub const fn display_name(self) -> &'static str {
        match self {
            BenchmarkTool::Vllm => "vLLM serving benchmark",
            BenchmarkTool::GuideLlm => "GuideLLM",
            BenchmarkTool::AiPerf => "AIPerf",
            BenchmarkTool::GenAiPerf => "GenAI-Perf",
            BenchmarkTool::InferencePerf => "inference-perf",
        }
    }

    /// How a file gets more latencies, if there is a way.
    pub(super) const fn more_latencies(self) -> Option<&'static str> {
        match self {
            BenchmarkTool::Vllm => {
                Some("run it with --percentile-metrics ttft,tpot,e2el --metric-percentiles 50,90,95,99")
            }
            BenchmarkTool::GuideLlm => None,
            BenchmarkTool::AiPerf | BenchmarkTool::GenAiPerf => Some("run it with --streaming"),
            BenchmarkTool::InferencePerf => Some("run it with `streaming` and these `percentiles` in its config"),
        }
    }
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchmarkFile {
    /// Path as given.
    pub name: String,
    /// Tool that wrote it.
    pub tool: BenchmarkTool,
    /// Version of the tool, if the file states it.
    pub version: Option<String>,
    /// Whether it is standard input without a name of its own.
    pub is_unnamed: bool,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Measurements, in the order of the file.
    pub points: Vec<Point>,
}

/// Measurement at one request rate or concurrency. Requests that failed or did not finish count only where a field says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Day of the measurement, if the file states it.
    pub date: Option<Date>,
    /// Model, as the file names it.
    pub model: Option<String>,
    /// Number of accelerators, if the file states it.
    pub accelerators: Option<Decimal>,
    /// Requests per second that the tool sent; `None` if it sent as many as were answered, all at once, or at a
    /// rising rate.
    pub offered_per_second: Option<Decimal>,
    /// Most requests at once, if the tool limits them.
    pub concurrency: Option<Decimal>,
    /// Number of requests with a complete answer.
    pub completed: Decimal,
    /// Number of requests with an error, if the tool reports it.
    pub failed: Option<Decimal>,
    /// Number of requests that were cut off when the measurement ended.
    pub unfinished: Decimal,
    /// Complete answers per second.
    pub requests_per_second: Decimal,
    /// Mean tokens read by a completed request.
    pub input: Decimal,
    /// Mean tokens written by a completed request.
    pub output: Decimal,
    /// Share of the tokens read that a prefix cache had, if the tool reports it.
    pub cached: Option<Decimal>,
    /// Tokens read and written per second, as the tool computes them.
    pub tool_tokens_per_second: Option<Decimal>,
    /// Latencies in milliseconds.
    pub latencies_ms: BTreeMap<LatencyFigure, Decimal>,
    /// Seconds of warm-up and cool-down that the tool left out, if it reports them.
    pub left_out_seconds: Option<Decimal>,
    /// Whether the tool marks the run as cancelled or incomplete.
    pub is_cancelled: bool,
}

impl Point {
    /// Tokens read and written per second by all accelerators: `requests_per_second × (input + output)`.
    ///
    /// # Errors
    /// If the numbers are absurd.
    pub fn tokens_per_second(&self) -> Result<Decimal, BenchmarkError> {
        let tokens = self.input.checked_add(self.output);
        let rate = tokens.and_then(|tokens| tokens.checked_mul(self.requests_per_second));
        rate.ok_or_else(|| BenchmarkError::content("its token rate is too large to be one".to_owned()))
    }

    /// Share of the requests that failed, of those that ended; 0 without requests.
    #[must_use]
    pub fn failed_share(&self) -> Decimal {
        let failed = self.failed.unwrap_or_default();
        failed.checked_div(self.completed.saturating_add(failed)).unwrap_or_default()
    }
}

//! Measured throughput as JSON, `rackrent.throughput/1`.

use super::words;
use crate::amount::Ratio;
#[cfg(feature = "schema")]
use crate::benchmark_import::BenchmarkTool;
use crate::benchmark_import::{BenchmarkFile, JudgedPoint, LeftOut, MeasuredThroughput, Point};
use serde::Serialize;
use std::collections::BTreeMap;

/// Measurements of a sweep, and the highest rate that keeps the target.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct ThroughputJson<'a> {
    /// Limits of the target in milliseconds, by latency, such as `ttft_p99`; empty without a target.
    target: BTreeMap<String, Ratio>,
    /// The number of accelerators that served.
    accelerators: u32,
    /// The files.
    files: Vec<FileJson<'a>>,
    /// The measurements, in the order of the files.
    measurements: Vec<MeasurementJson<'a>>,
    /// Index of the chosen measurement, from 0; null if none keeps the target.
    chosen: Option<usize>,
    /// What the figures do not count.
    left_out: Vec<String>,
    /// What to know before using the rate.
    notes: Vec<String>,
    /// YAML of the chosen rate, with its source; null if no measurement keeps the target.
    paste: Option<String>,
}

/// A file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FileJson<'a> {
    /// Path as given.
    path: &'a str,
    /// Tool that wrote it.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = BenchmarkTool::ALL.map(BenchmarkTool::name))))]
    tool: &'static str,
    /// Version of the tool; null if the file does not state it.
    version: Option<&'a str>,
    /// SHA-256 in hexadecimal.
    sha256: &'a str,
}

/// A measurement.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MeasurementJson<'a> {
    /// Path of its file.
    file: &'a str,
    /// Number in the file, from 1; null if it is the only one.
    benchmark: Option<usize>,
    /// Day of the measurement; null if the file does not state it.
    date: Option<String>,
    /// Model, as the file names it; null if it does not.
    model: Option<&'a str>,
    /// Requests per second that were sent; null if each waits for an answer, all are sent at once, or the rate rises.
    offered_per_second: Option<Ratio>,
    /// Most requests at once; null if they are not limited.
    concurrency: Option<Ratio>,
    /// Number of completed requests.
    completed: Ratio,
    /// Number of failed requests; null if the tool does not report it.
    failed: Option<Ratio>,
    /// Number of requests that were cut off at the end.
    unfinished: Ratio,
    /// Completed requests per second.
    requests_per_second: Ratio,
    /// Mean tokens read by a completed request.
    input: Ratio,
    /// Mean tokens written by a completed request.
    output: Ratio,
    /// Share of the tokens read that a prefix cache had; null if the tool does not report it.
    cached: Option<Ratio>,
    /// Tokens read and written per second: `requests_per_second × (input + output)`.
    tokens_per_second: Ratio,
    /// The same, divided by the number of accelerators.
    tokens_per_second_per_accelerator: Ratio,
    /// Latencies in milliseconds that the file has, such as `ttft_p99`.
    latencies_ms: BTreeMap<String, Ratio>,
    /// Whether answers fall clearly behind the rate at which requests were sent; false if `concurrency` holds requests back.
    saturated: bool,
    /// What became of it.
    outcome: Outcome,
    /// Latencies above the target.
    above_target: Vec<String>,
}

/// What became of a measurement.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// The highest rate that keeps the target.
    Chosen,
    /// It keeps the target.
    WithinTarget,
    /// A latency is above the target.
    AboveTarget,
    /// More than 1 % of its requests failed.
    Failures,
    /// The tool marks it as cancelled or incomplete.
    Cancelled,
    /// No request was answered, or no tokens were read or written.
    NoAnswers,
}

impl Outcome {
    pub(super) fn of(of: &MeasuredThroughput, index: usize, one: &JudgedPoint) -> Outcome {
        match one.left_out {
            Some(LeftOut::Failures) => Outcome::Failures,
            Some(LeftOut::Cancelled) => Outcome::Cancelled,
            Some(LeftOut::NoAnswers) => Outcome::NoAnswers,
            None if of.chosen == Some(index) => Outcome::Chosen,
            None if one.missed.is_empty() => Outcome::WithinTarget,
            None => Outcome::AboveTarget,
        }
    }

    /// Name in CSV, as in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Outcome::Chosen => "chosen",
            Outcome::WithinTarget => "within_target",
            Outcome::AboveTarget => "above_target",
            Outcome::Failures => "failures",
            Outcome::Cancelled => "cancelled",
            Outcome::NoAnswers => "no_answers",
        }
    }
}

impl<'a> ThroughputJson<'a> {
    pub(super) fn of(of: &'a MeasuredThroughput) -> ThroughputJson<'a> {
        let limits = of.request.target.0.iter().map(|limit| (limit.figure.name(), limit.most_ms.into()));
        let points = of.points.iter().enumerate();
        ThroughputJson {
            target: limits.collect(),
            accelerators: of.accelerators.get(),
            files: of.files.iter().map(FileJson::of).collect(),
            measurements: points.map(|(index, one)| MeasurementJson::of(of, index, one)).collect(),
            chosen: of.chosen,
            left_out: words::left_out(of),
            notes: words::notes(of),
            paste: of.paste().map(|lines| lines.join("\n")),
        }
    }
}

impl FileJson<'_> {
    fn of(file: &BenchmarkFile) -> FileJson<'_> {
        FileJson { path: &file.name, tool: file.tool.name(), version: file.version.as_deref(), sha256: &file.sha256 }
    }
}

impl<'a> MeasurementJson<'a> {
    fn of(of: &'a MeasuredThroughput, index: usize, one: &'a JudgedPoint) -> MeasurementJson<'a> {
        let point: &Point = &one.point;
        MeasurementJson {
            file: &of.file_of(one).name,
            benchmark: one.number,
            date: point.date.map(|day| day.to_string()),
            model: point.model.as_deref(),
            offered_per_second: point.offered_per_second.map(Ratio::from),
            concurrency: point.concurrency.map(Ratio::from),
            completed: point.completed.into(),
            failed: point.failed.map(Ratio::from),
            unfinished: point.unfinished.into(),
            requests_per_second: point.requests_per_second.into(),
            input: point.input.into(),
            output: point.output.into(),
            cached: point.cached.map(Ratio::from),
            tokens_per_second: one.tokens_per_second.into(),
            tokens_per_second_per_accelerator: one.per_accelerator.into(),
            latencies_ms: point.latencies_ms.iter().map(|(figure, value)| (figure.name(), (*value).into())).collect(),
            saturated: one.is_saturated,
            outcome: Outcome::of(of, index, one),
            above_target: one.missed.iter().map(|figure| figure.name()).collect(),
        }
    }
}

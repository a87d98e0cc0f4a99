//! `throughput`: the rate of an accelerator from results of serving benchmarks.

use super::Status;
use super::console::Console;
use super::input::{self, StandardInput};
use super::question::{OutputOptions, from_one};
use crate::benchmark_import::{BenchmarkFile, LatencyTarget, ThroughputRequest, best_rate, read_benchmarks};
use crate::scenario::{OptionId, OptionKind};
use anyhow::{Error, Result};
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

/// Find the highest token rate of a serving benchmark within a latency target.
///
/// Use it when you have measured a model on your accelerators. It reads the JSON of `vllm bench serve --save-result`, GuideLLM,
/// AIPerf, GenAI-Perf and inference-perf, and detects the tool by the content. Give the files of one sweep: the same model,
/// accelerators and lengths of requests at rising rates.
///
/// The rate of a measurement is `requests answered per second × (tokens read + tokens written per request) ÷ accelerators`.
/// Measurements in which more than 1 % of the requests failed, and cancelled ones, are left out. Of the others, the highest rate
/// that keeps all limits of --at is chosen; without --at the highest of all, as for batches.
///
/// If no measurement keeps them, or all are left out, `chosen` and `paste` are null in JSON, and the exit status is 0.
///
/// `Paste` is that rate as `token_throughput` of an option, with the file as its source.
///
/// Example: `rackrent throughput rate-*.json --accelerators 8 --at "ttft_p99<=2s,tpot_p99<=40ms"`
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Results of a benchmark; `-` reads standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Latency target: upper limits (`<=`) in `ms` or `s`, separated by commas, each of `ttft`, `tpot` or `e2e` with `_mean`, `_p50`,
    /// `_p90`, `_p95` or `_p99`. Quote it, since a shell reads `<`.
    #[arg(long, value_name = "TARGET", value_parser = LatencyTarget::parse)]
    at: Option<LatencyTarget>,
    /// Number of accelerators that served, of all replicas; needed unless the files state it.
    #[arg(long, value_name = "N", value_parser = from_one::<NonZeroU32>)]
    accelerators: Option<NonZeroU32>,
    /// Option of the scenario that has these accelerators.
    #[arg(long, value_name = "OPTION", default_value = ThroughputRequest::OPTION, value_parser = option)]
    option: OptionId,
    /// Workload of the scenario that was measured.
    #[arg(long, value_name = "NAME", default_value = ThroughputRequest::WORKLOAD, value_parser = workload)]
    workload: String,
    #[command(flatten)]
    written: OutputOptions,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Reads the results and prints the best rate.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let paths: Vec<&Path> = arguments.files.iter().map(PathBuf::as_path).collect();
    arguments.written.check(&paths, console)?;
    input::once(&arguments.files)?;
    let mut files = Vec::new();
    for path in &arguments.files {
        let read = input::open(path, &arguments.standard_input, &mut console.input).and_then(|mut file| {
            let read = read_benchmarks(&input::name(path, &arguments.standard_input), &mut *file)?;
            let is_unnamed = input::is_standard_input(path) && read.name == "stdin";
            Ok(BenchmarkFile { is_unnamed, ..read })
        });
        match read {
            Ok(file) => files.push(file),
            Err(error) => {
                console.unreadable(path, &arguments.standard_input, &error);
                return Ok(Status::NoAnswer);
            }
        }
    }
    let request = ThroughputRequest {
        target: arguments.at.clone().unwrap_or_default(),
        accelerators: arguments.accelerators,
        option: arguments.option.clone(),
        workload: arguments.workload.clone(),
    };
    let measured = best_rate(files, request).map_err(Error::new)?;
    arguments.written.write(&measured, console)?;
    Ok(Status::Fine)
}

/// Parses an owned or rented option: `own.NAME` or `rent.NAME`.
fn option(text: &str) -> Result<OptionId, &'static str> {
    let id = text.parse::<OptionId>().ok();
    let id = id.filter(|id| id.kind() != OptionKind::Hybrid && is_plain(id.name()));
    id.ok_or("write own.NAME or rent.NAME, such as rent.mine")
}

fn workload(text: &str) -> Result<String, &'static str> {
    if is_plain(text) { Ok(text.to_owned()) } else { Err("write letters, digits, - and _, beginning with a letter") }
}

/// Whether a name can be a key without quotes.
fn is_plain(name: &str) -> bool {
    let is_part = |part: char| part.is_ascii_alphanumeric() || part == '-' || part == '_';
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.chars().all(is_part)
}

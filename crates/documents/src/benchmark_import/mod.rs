//! Benchmark import: results of serving benchmarks (vLLM, GuideLLM, AIPerf, GenAI-Perf, inference-perf), and the highest rate of a
//! sweep that keeps a latency target. It knows no scenario and no price.
//!
//! Files are streams of JSON. Their content determines the format; requests, texts and histograms are skipped while reading, so
//! memory grows with the number of benchmarks only. Figures are exact decimals.

mod aiperf;
mod choice;
mod error;
mod fields;
mod guidellm;
mod inference_perf;
mod point;
mod target;
mod tree;
mod vllm;

pub use choice::{JudgedPoint, LeftOut, MeasuredThroughput, ThroughputRequest, best_rate};
pub use error::BenchmarkError;
pub use point::{BenchmarkFile, BenchmarkTool, Point};
pub use target::{Condition, Latency, LatencyFigure, LatencyTarget, Statistic, duration};

use crate::bounded::BoundedTexts;
use crate::diagnostic::hexadecimal;
use language::suggest::shown;
use serde::de::DeserializeSeed;
use sha2::{Digest, Sha256};
use std::io::{self, BufReader, Read};
use tree::{Tree, TreeSeed};

/// Longest text of a file in bytes: a prompt or an answer of several million tokens.
const MOST_TEXT: usize = 64 << 20;

/// Reads a file to its end.
///
/// # Errors
/// If it is not JSON, is not a result of a known tool, or lacks a figure.
pub fn read_benchmarks(name: &str, input: &mut dyn Read) -> Result<BenchmarkFile, BenchmarkError> {
    let mut source = Hashed { input, hash: Sha256::new(), has_begun: false };
    let trees = trees(&mut source).map_err(|error| error.at(name))?;
    let sha256 = hexadecimal(&source.hash.finalize());
    let mut of: Option<(BenchmarkTool, Option<String>)> = None;
    let mut points = Vec::new();
    for tree in &trees {
        let found = recognized(tree).filter(|(tool, _)| of.as_ref().is_none_or(|(first, _)| tool == first));
        let found = found.ok_or_else(|| unknown().at(place(name, points.len())))?;
        let tool = of.get_or_insert(found).0;
        let measurements =
            if tool == BenchmarkTool::GuideLlm { guidellm::benchmarks(tree) } else { std::slice::from_ref(tree) };
        for measured in measurements {
            let point = point(tool, measured).map_err(|error| error.at(place(name, points.len())))?;
            points.push(point);
        }
    }
    let Some((tool, version)) = of.filter(|_| !points.is_empty()) else {
        return Err(BenchmarkError::new("it has no completed benchmark", "check the log of the tool").at(name));
    };
    Ok(BenchmarkFile { name: name.to_owned(), tool, version, is_unnamed: false, sha256, points })
}

/// A file and the number of a benchmark in it: `sweep.json, benchmark 3`.
fn place(name: &str, index: usize) -> String {
    if index == 0 { name.to_owned() } else { format!("{name}, benchmark {}", index + 1) }
}

/// Tool that wrote an object, and its version if it is stated.
fn recognized(tree: &Tree) -> Option<(BenchmarkTool, Option<String>)> {
    let owned = |version: Option<&str>| version.map(str::to_owned);
    if guidellm::is_result(tree) {
        return Some((BenchmarkTool::GuideLlm, owned(guidellm::version(tree))));
    }
    if let Some(tool) = aiperf::tool(tree) {
        return Some((tool, owned(aiperf::version(tree))));
    }
    let is_one =
        [(vllm::is_result(tree), BenchmarkTool::Vllm), (inference_perf::is_result(tree), BenchmarkTool::InferencePerf)];
    is_one.into_iter().find_map(|(is_it, tool)| is_it.then_some((tool, None)))
}

fn point(tool: BenchmarkTool, tree: &Tree) -> Result<Point, BenchmarkError> {
    match tool {
        BenchmarkTool::Vllm => vllm::point(tree),
        BenchmarkTool::GuideLlm => guidellm::point(tree),
        BenchmarkTool::AiPerf | BenchmarkTool::GenAiPerf => aiperf::point(tree),
        BenchmarkTool::InferencePerf => inference_perf::point(tree),
    }
}

fn unknown() -> BenchmarkError {
    let instead = "give the JSON of `vllm bench serve --save-result`, GuideLLM (benchmarks.json), AIPerf \
                   (profile_export_aiperf.json), GenAI-Perf (profile_export_genai_perf.json) or inference-perf \
                   (stage_*_lifecycle_metrics.json)";
    BenchmarkError::new("unrecognised format", instead)
}

/// Values of a file, one after another: vLLM appends results to a file.
fn trees(source: &mut Hashed<'_>) -> Result<Vec<Tree>, BenchmarkError> {
    let reader = BufReader::with_capacity(1 << 16, BoundedTexts::new(source, MOST_TEXT));
    let mut json = serde_json::Deserializer::from_reader(reader);
    let mut values = 0;
    let mut all = Vec::new();
    // the end is looked for first, which also skips the space between values
    while all.is_empty() || json.end().is_err() {
        let seed = TreeSeed { kept: &fields::is_read, values: &mut values, is_list: false };
        all.push(seed.deserialize(&mut json).map_err(|error| wrong(&error))?);
    }
    Ok(all)
}

/// Error of a file that is not JSON.
fn wrong(error: &serde_json::Error) -> BenchmarkError {
    let at = format!("line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let said = text.rsplit_once(" at line ").map_or(text.as_str(), |(said, _)| said);
    if error.is_io() {
        return BenchmarkError::new(format!("it cannot be read: {said}"), "check that the file is complete");
    }
    if error.is_eof() {
        return BenchmarkError::new(format!("the JSON ends too early, at {at}"), "give the complete file");
    }
    let mut of = unknown();
    of.message = format!("it is not JSON of a benchmark: {} at {at}", shown(said));
    of
}

/// Reader that hashes what it reads, and skips a byte order mark.
struct Hashed<'a> {
    input: &'a mut dyn Read,
    hash: Sha256,
    has_begun: bool,
}

impl Read for Hashed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        if !std::mem::replace(&mut self.has_begun, true) && buffer.starts_with("\u{feff}".as_bytes()) {
            buffer.iter_mut().take(3).for_each(|byte| *byte = b' ');
        }
        Ok(read)
    }
}

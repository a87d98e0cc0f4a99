//! Results of measured throughput as JSON, `rackrent.catalog-throughput/1`.

use super::{FoundThroughput, words};
use crate::amount::Ratio;
use crate::catalog::{BenchmarkModel, BenchmarkScenario, FactSource, Grade, LatencyLimits, ThroughputResult};
use crate::report::json::{self, Contract};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(found: &FoundThroughput, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::CatalogThroughput, &ThroughputJson::of(found), out)
}

/// Published results of measured throughput.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct ThroughputJson<'a> {
    /// The search words.
    query: &'a str,
    /// The number of matching results.
    found: usize,
    /// The results shown, by model and scenario, the highest rate per accelerator first.
    results: Vec<ResultJson<'a>>,
    /// The models of these results.
    models: Vec<ModelJson<'a>>,
    /// The sources of the figures.
    sources: Vec<&'a FactSource>,
    /// The notice that goes with a quoted result.
    notice: Vec<String>,
    /// YAML of the highest rate, with its source; none if the results have several benchmarks, scenarios or accelerators.
    paste: Option<String>,
}

/// A result.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ResultJson<'a> {
    /// The identifier of the result.
    id: &'a str,
    /// The name and version of the benchmark.
    benchmark: &'a str,
    /// The division of the benchmark.
    division: &'a str,
    /// The model, with the accuracy that it must keep.
    model: &'a str,
    /// How the requests are sent.
    scenario: BenchmarkScenario,
    /// The latency limits at the 99th percentile; none if there are none.
    latency: Option<LatencyJson>,
    /// The organization that measured it.
    submitter: &'a str,
    /// The system.
    system: &'a str,
    /// Whether the system can be bought or rented: `available` or `preview`.
    availability: &'a str,
    /// The name of the accelerators in the catalog, or their own name.
    accelerator: &'a str,
    /// The number of accelerators of the system.
    accelerators: u32,
    /// The data type of the weights.
    weights: &'a str,
    /// Tokens written per second by the system.
    tokens_per_second: Ratio,
    /// Tokens written per second by each accelerator.
    tokens_per_second_per_accelerator: Ratio,
    /// Tokens read and written per second by each accelerator, with the lengths of the model's requests; none if one of them is
    /// unknown.
    read_and_written_per_second_per_accelerator: Option<Ratio>,
    /// The date of publication.
    as_of: &'a str,
    /// The source of the result.
    source: &'a str,
    /// The quality of the source.
    grade: Grade,
}

/// Latency limits.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LatencyJson {
    /// The time to the first token in milliseconds.
    ttft_p99_ms: u32,
    /// The time for each further token in milliseconds.
    tpot_p99_ms: u32,
}

/// A model of a benchmark with its requests.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ModelJson<'a> {
    /// The model, with the accuracy that it must keep.
    model: &'a str,
    /// The dataset of the requests.
    dataset: &'a str,
    /// Tokens read per request on average; none if unknown.
    input: Option<Ratio>,
    /// Tokens written per request on average; none if unknown.
    output: Option<Ratio>,
    /// The source of the lengths and of the latency limits.
    source: &'a str,
}

impl<'a> ThroughputJson<'a> {
    fn of(found: &'a FoundThroughput) -> ThroughputJson<'a> {
        ThroughputJson {
            query: &found.query,
            found: found.found,
            results: found.results.iter().map(|row| ResultJson::of(row)).collect(),
            models: found.models().map(ModelJson::of).collect(),
            sources: found.sources().collect(),
            notice: words::notice(found),
            paste: found.paste.as_ref().map(|lines| lines.join("\n")),
        }
    }
}

impl<'a> ResultJson<'a> {
    fn of(row: &'a ThroughputResult) -> ResultJson<'a> {
        let round = row.of_round();
        ResultJson {
            id: &row.id,
            benchmark: &round.benchmark,
            division: &round.division,
            model: &row.model,
            scenario: row.scenario,
            latency: row.latency().map(LatencyJson::of),
            submitter: &row.submitter,
            system: &row.system,
            availability: &row.availability,
            accelerator: &row.accelerator,
            accelerators: row.accelerators,
            weights: &row.weights,
            tokens_per_second: row.tokens_per_second.into(),
            tokens_per_second_per_accelerator: row.per_accelerator().into(),
            read_and_written_per_second_per_accelerator: row.read_and_written_per_accelerator().map(Ratio::from),
            as_of: &round.as_of,
            source: &round.source,
            grade: round.grade,
        }
    }
}

impl LatencyJson {
    fn of(limits: LatencyLimits) -> LatencyJson {
        LatencyJson { ttft_p99_ms: limits.ttft_ms, tpot_p99_ms: limits.tpot_ms }
    }
}

impl<'a> ModelJson<'a> {
    fn of(model: &'a BenchmarkModel) -> ModelJson<'a> {
        ModelJson {
            model: &model.model,
            dataset: &model.dataset,
            input: model.input.map(Ratio::from),
            output: model.output.map(Ratio::from),
            source: &model.source,
        }
    }
}

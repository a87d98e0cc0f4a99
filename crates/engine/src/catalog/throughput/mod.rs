//! Measured throughput of systems on language models: results of benchmarks, with their requests and latency limits.
//!
//! A result counts the tokens that a system writes per second while it reads the prompts of the benchmark's dataset. It holds
//! for that model, that dataset and that scenario.

mod paste;

pub use paste::{RatePiece, pasted_rate};

use super::{CatalogText, Grade, Kinds, kinds, read};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED_RESULTS: &str = include_str!("../data/throughput.csv");

static RESULTS: LazyLock<&[ThroughputResult]> = LazyLock::new(|| read::in_use!("throughput", ThroughputResult));
/// Text of the shipped file.
pub(super) const SHIPPED_MODELS: &str = include_str!("../data/throughput_models.csv");

static MODELS: LazyLock<&[BenchmarkModel]> = LazyLock::new(|| read::in_use!("throughput_models", BenchmarkModel));
/// Text of the shipped file.
pub(super) const SHIPPED_ROUNDS: &str = include_str!("../data/throughput_rounds.csv");

static ROUNDS: LazyLock<&[BenchmarkRound]> = LazyLock::new(|| read::in_use!("throughput_rounds", BenchmarkRound));

/// How a benchmark sends its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BenchmarkScenario {
    /// All at once, without a latency limit.
    Offline,
    /// At random times, within latency limits.
    Server,
    /// As `server`, with tighter limits.
    Interactive,
}

/// A published result of a system.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThroughputResult {
    /// Identifier: the round, and the number of the entry.
    pub id: CatalogText,
    /// Organization that measured it.
    pub submitter: CatalogText,
    /// Whether the system can be bought or rented: `available` or `preview`.
    pub availability: CatalogText,
    /// Name of the system.
    pub system: CatalogText,
    /// Catalog name of its accelerators, or their own name if the catalog has none.
    pub accelerator: CatalogText,
    /// Number of accelerators of the whole system.
    pub accelerators: u32,
    /// Name of the model in the benchmark, with the accuracy that it must keep.
    pub model: CatalogText,
    /// Scenario.
    pub scenario: BenchmarkScenario,
    /// Data type of the weights.
    pub weights: CatalogText,
    /// Tokens written per second by the whole system.
    #[serde(deserialize_with = "read::decimal")]
    pub tokens_per_second: Decimal,
}

/// Requests and latency limits of a model's benchmark.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchmarkModel {
    /// Name of the model in the benchmark, with the accuracy that it must keep.
    pub model: CatalogText,
    /// Name without the accuracy: the requests are the same.
    pub benchmark: CatalogText,
    /// Dataset of the requests.
    pub dataset: CatalogText,
    /// Tokens read per request, on average.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub input: Option<Decimal>,
    /// Tokens written per request by the reference model, on average; a valid result stays near it.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub output: Option<Decimal>,
    /// 99th percentile of the time to the first token, in milliseconds.
    pub server_ttft_ms: Option<u32>,
    /// 99th percentile of the time for each further token, in milliseconds.
    pub server_tpot_ms: Option<u32>,
    /// The same for `interactive`.
    pub interactive_ttft_ms: Option<u32>,
    /// The same for `interactive`.
    pub interactive_tpot_ms: Option<u32>,
    /// Source of lengths and limits.
    pub source: CatalogText,
}

/// A round of results that are published together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchmarkRound {
    /// Beginning of the identifiers of its results.
    pub round: CatalogText,
    /// Name and version of the benchmark.
    pub benchmark: CatalogText,
    /// Division: in the closed one, all run the same model.
    pub division: CatalogText,
    /// Date of publication.
    pub as_of: CatalogText,
    /// Publisher.
    pub source: CatalogText,
    /// Quality of the source.
    pub grade: Grade,
}

/// Latency limits that a result keeps at the 99th percentile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatencyLimits {
    /// Time to the first token (TTFT), in milliseconds.
    pub ttft_ms: u32,
    /// Time per output token after it (TPOT), in milliseconds.
    pub tpot_ms: u32,
}

/// All results of the catalog, by model, scenario and identifier.
#[must_use]
pub fn throughput_results() -> &'static [ThroughputResult] {
    &RESULTS
}

/// Models of the results.
#[must_use]
pub fn benchmark_models() -> &'static [BenchmarkModel] {
    &MODELS
}

/// Rounds of the results.
#[must_use]
pub fn benchmark_rounds() -> &'static [BenchmarkRound] {
    &ROUNDS
}

impl BenchmarkScenario {
    /// All scenarios.
    pub const ALL: [BenchmarkScenario; 3] =
        [BenchmarkScenario::Offline, BenchmarkScenario::Server, BenchmarkScenario::Interactive];

    /// Name for people.
    #[must_use]
    pub fn display_name(self) -> &'static str {
        match self {
            BenchmarkScenario::Offline => "Offline",
            BenchmarkScenario::Server => "Server",
            BenchmarkScenario::Interactive => "Interactive",
        }
    }
}

impl ThroughputResult {
    /// Tokens written per second by each accelerator: those of the system divided by its accelerators.
    #[must_use]
    pub fn per_accelerator(&self) -> Decimal {
        self.tokens_per_second / Decimal::from(self.accelerators)
    }

    /// Tokens read and written per second by each accelerator, with the lengths of the benchmark's requests:
    /// `per_accelerator × (input + output) / output`. `None` if a length is unknown.
    #[must_use]
    pub fn read_and_written_per_accelerator(&self) -> Option<Decimal> {
        let (input, output) = self.of_model().lengths()?;
        Some(self.per_accelerator() * (input + output) / output)
    }

    /// The model of its benchmark.
    ///
    /// # Panics
    /// If the catalog lacks it: a test looks up every result.
    #[must_use]
    pub fn of_model(&self) -> &'static BenchmarkModel {
        MODELS.iter().find(|model| model.model == self.model).expect("the catalog has the model of every result")
    }

    /// The round in which it was published.
    ///
    /// # Panics
    /// If the catalog lacks it: a test looks up every result.
    #[must_use]
    pub fn of_round(&self) -> &'static BenchmarkRound {
        let of = |round: &&BenchmarkRound| self.id.split_once('-').is_some_and(|(before, _)| round.round == before);
        ROUNDS.iter().find(of).expect("the catalog has the round of every result")
    }

    /// Its latency limits; `None` for `offline`.
    #[must_use]
    pub fn latency(&self) -> Option<LatencyLimits> {
        self.of_model().latency(self.scenario)
    }

    /// Accelerators of the catalog that it has; `None` if the catalog lacks them.
    pub(super) fn kinds(&self) -> Option<Kinds> {
        kinds(&self.accelerator)
    }
}

impl BenchmarkModel {
    /// Tokens that a request reads and writes on average; `None` if one is unknown.
    #[must_use]
    pub fn lengths(&self) -> Option<(Decimal, Decimal)> {
        self.input.zip(self.output)
    }

    /// Latency limits of a scenario; `None` for `offline`.
    #[must_use]
    pub fn latency(&self, scenario: BenchmarkScenario) -> Option<LatencyLimits> {
        let limits = match scenario {
            BenchmarkScenario::Offline => None,
            BenchmarkScenario::Server => self.server_ttft_ms.zip(self.server_tpot_ms),
            BenchmarkScenario::Interactive => self.interactive_ttft_ms.zip(self.interactive_tpot_ms),
        };
        limits.map(|(ttft_ms, tpot_ms)| LatencyLimits { ttft_ms, tpot_ms })
    }
}

/// `TTFT p99 2 s, TPOT p99 200 ms`.
impl fmt::Display for LatencyLimits {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "TTFT p99 {}, TPOT p99 {}", duration(self.ttft_ms), duration(self.tpot_ms))
    }
}

fn duration(milliseconds: u32) -> String {
    if milliseconds < 1_000 {
        return format!("{milliseconds} ms");
    }
    format!("{} s", (Decimal::from(milliseconds) / Decimal::ONE_THOUSAND).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_in_seconds_from_one_second_on() {
        let limits = |ttft_ms, tpot_ms| LatencyLimits { ttft_ms, tpot_ms }.to_string();
        assert_eq!(limits(2_000, 200), "TTFT p99 2 s, TPOT p99 200 ms");
        assert_eq!(limits(4_500, 80), "TTFT p99 4.5 s, TPOT p99 80 ms");
        assert_eq!(limits(450, 40), "TTFT p99 450 ms, TPOT p99 40 ms");
    }
}

//! Sentences about results of measured throughput.

use super::FoundThroughput;
use crate::catalog::{BenchmarkModel, BenchmarkScenario, ThroughputResult};
use crate::number::{self, counted};
use rust_decimal::Decimal;

/// Heading of the page.
pub(super) const CONVENTIONS: &str = "published results; measure your own load before deciding";

/// Why there is nothing to paste.
pub(super) const NOTHING_TO_PASTE: &str = "a rate as YAML, if QUERY names one model, scenario and accelerator";

/// Significant digits of a length.
const DIGITS: u32 = 6;

/// The number of results: `12 results, 6 shown`.
pub(super) fn found(of: &FoundThroughput) -> String {
    let results = counted(of.found, "result");
    if of.results.len() == of.found { results } else { format!("{results}, {} shown", of.results.len()) }
}

/// Title of the results of a model in a scenario: `llama2-70b-99, Server`.
pub(super) fn group(of: &ThroughputResult) -> String {
    format!("{}, {}", of.model, of.scenario.display_name())
}

/// Identifier, submitter and system: `5.1-0024 Dell: PowerEdge XE9680L`.
pub(super) fn named(of: &ThroughputResult) -> String {
    let preview = if of.availability == "available" { String::new() } else { format!(" ({})", of.availability) };
    format!("{} {}: {}{preview}", of.id, of.submitter.replace('_', " "), of.system)
}

/// Meaning of the rates.
pub(super) fn counts(of: &FoundThroughput) -> Vec<String> {
    let mut all = vec![
        "tokens written per second while the prompts are read; a rate holds for its model, requests and latency limits only"
            .to_owned(),
        "each: the rate of the system divided by its accelerators".to_owned(),
    ];
    if of.results.iter().any(|row| row.latency().is_some()) {
        all.push("TTFT is the time to the first token, TPOT the time for each further token".to_owned());
    }
    all
}

/// Mean requests and latency limits of each benchmark: `llama2-70b: OpenOrca, 222.33 tokens read and 294.45 written on average;
/// Server: TTFT p99 2 s, TPOT p99 200 ms`.
pub(super) fn requests(of: &FoundThroughput) -> Vec<String> {
    let mut all: Vec<String> = of.models().map(|model| request(model, of)).collect();
    all.dedup();
    all
}

fn request(model: &BenchmarkModel, of: &FoundThroughput) -> String {
    let known = |tokens: Option<Decimal>| {
        tokens.map_or_else(|| "an unknown number".to_owned(), |tokens| number::readable(tokens, DIGITS))
    };
    let (input, output) = (known(model.input), known(model.output));
    let lengths =
        format!("{}: {}, {input} tokens read and {output} written on average", model.benchmark, model.dataset);
    let limits = BenchmarkScenario::ALL.into_iter().filter_map(|scenario| {
        let is_shown =
            of.results.iter().any(|row| row.scenario == scenario && row.of_model().benchmark == model.benchmark);
        let limits = model.latency(scenario).filter(|_| is_shown)?;
        Some(format!("{}: {limits}", scenario.display_name()))
    });
    [lengths].into_iter().chain(limits).collect::<Vec<_>>().join("; ")
}

/// The notice that the benchmark's owner asks for.
pub(super) fn notice(of: &FoundThroughput) -> Vec<String> {
    let results = of.rounds().map(|round| {
        format!(
            "{} {}, published on {}; model, scenario, submitter, system and result ID as listed. Rates per accelerator and \
             rates of tokens read and written are derived; they are not official, and not verified by MLCommons \
             Association.",
            round.benchmark, round.division, round.as_of
        )
    });
    let trademark = "The MLPerf™ name and logo are trademarks of MLCommons Association in the United States and other \
                     countries. All rights reserved. Unauthorized use strictly prohibited. See www.mlcommons.org for more \
                     information.";
    results.chain([trademark.to_owned()]).collect()
}

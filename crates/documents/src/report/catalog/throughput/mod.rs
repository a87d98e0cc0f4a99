//! Results of measured throughput: a table by model and scenario, JSON (`rackrent.catalog-throughput/1`), and CSV with a row
//! per result.

mod json;
mod words;

#[cfg(feature = "schema")]
pub(in crate::report) use json::ThroughputJson;

use super::{page, tables};
use crate::catalog::{
    BenchmarkModel, BenchmarkRound, FactSource, ThroughputResult, benchmark_models, benchmark_rounds, fact_sources,
    pasted_rate, sources_named,
};
use crate::number;
use crate::report::Report;
use crate::report::header;
use crate::report::page::{Block, Cell, Data, Meaning, Notation, Page, Section, Snippet, Table};
use rust_decimal::Decimal;
use std::io::{self, Write};
use std::num::NonZeroUsize;

/// Significant digits of a rate.
const DIGITS: u32 = 4;

const COLUMNS: [&str; 14] = [
    "model",
    "scenario",
    "accelerator",
    "accelerators",
    "tokens_per_second",
    "tokens_per_second_per_accelerator",
    "weights",
    "submitter",
    "system",
    "availability",
    "id",
    "benchmark",
    "as_of",
    "source",
];

/// Results of measured throughput that match a query.
#[derive(Debug)]
pub struct FoundThroughput {
    /// The search words.
    query: String,
    /// The number of matching results.
    found: usize,
    /// Those to show, by model and scenario, the highest rate per accelerator first.
    results: Vec<&'static ThroughputResult>,
    /// Lines of a scenario with the highest rate; `None` if the results cannot stand for each other.
    paste: Option<Vec<String>>,
}

impl FoundThroughput {
    /// Results by model and scenario, of each the first `top`, or all of them.
    #[must_use]
    pub fn new(query: String, results: &[&'static ThroughputResult], top: Option<NonZeroUsize>) -> FoundThroughput {
        let same = |one: &&ThroughputResult, other: &&ThroughputResult| {
            one.model == other.model && one.scenario == other.scenario
        };
        let most = top.map_or(usize::MAX, NonZeroUsize::get);
        let shown = results.chunk_by(same).flat_map(|group| group.iter().take(most).copied());
        FoundThroughput { query, found: results.len(), results: shown.collect(), paste: pasted_rate(results) }
    }

    /// Models of the results shown.
    fn models(&self) -> impl Iterator<Item = &'static BenchmarkModel> {
        benchmark_models().iter().filter(|model| self.results.iter().any(|row| row.model == model.model))
    }

    /// Rounds of the results shown.
    fn rounds(&self) -> impl Iterator<Item = &'static BenchmarkRound> {
        benchmark_rounds().iter().filter(|round| self.results.iter().any(|row| row.of_round().round == round.round))
    }

    /// Sources of the results and of their models, by name.
    fn sources(&self) -> impl Iterator<Item = &'static FactSource> {
        let named = self.rounds().map(|round| &round.source).chain(self.models().map(|model| &model.source));
        let named: Vec<&str> = named.flat_map(|text| sources_named(text)).map(|source| &*source.name).collect();
        fact_sources().iter().filter(move |source| named.contains(&&*source.name))
    }
}

impl Report for FoundThroughput {
    fn page(&self) -> Page {
        let details = [
            Section::detail("Counts", words::counts(self)),
            Section::detail("Requests", words::requests(self)),
            Section::detail("Sources", page::sources(self.sources())),
            Section::detail("Notice", words::notice(self)),
        ];
        let answer = Section::answer("Found", Meaning::Winner, vec![words::found(self)]);
        let snippet = Snippet {
            heading: "Paste",
            language: "yaml",
            lines: self.paste.clone().unwrap_or_default(),
            nothing: words::NOTHING_TO_PASTE.to_owned(),
        };
        let blocks = vec![
            Block::Sections(vec![answer]),
            Block::Table(table(self)),
            Block::Sections(details.into_iter().flatten().collect()),
            Block::Snippet(snippet),
        ];
        let name = page::titled("Measured throughput", &self.query);
        header::page_alone(name, words::CONVENTIONS, page::MARGIN, blocks, data(self))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }
}

fn rate(value: Decimal) -> Cell {
    Cell::Number(value, Notation::Readable(DIGITS))
}

fn table(found: &FoundThroughput) -> Table {
    let rows = found.results.iter().map(|row| {
        let cells = vec![
            format!("{} × {}", row.accelerators, row.accelerator).into(),
            rate(row.tokens_per_second),
            rate(row.per_accelerator()),
            (&*row.weights).into(),
        ];
        (Some(words::group(row)), words::named(row).into(), cells)
    });
    let columns =
        vec![tables::left("accelerators"), tables::right("tokens/s"), tables::right("each"), tables::left("weights")];
    let title = "tokens written per second by the system, and by each accelerator";
    tables::table(title, "result, submitter: system", columns, rows.collect())
}

/// One row per result.
fn data(found: &FoundThroughput) -> Data {
    let rows = found.results.iter().map(|row| {
        let round = row.of_round();
        vec![
            (&*row.model).into(),
            row.scenario.display_name().to_lowercase().into(),
            (&*row.accelerator).into(),
            Cell::exact(row.accelerators),
            Cell::exact(row.tokens_per_second),
            Cell::exact(number::ratio(row.per_accelerator())),
            (&*row.weights).into(),
            (&*row.submitter).into(),
            (&*row.system).into(),
            (&*row.availability).into(),
            (&*row.id).into(),
            (&*round.benchmark).into(),
            (&*round.as_of).into(),
            (&*round.source).into(),
        ]
    });
    Data::new(COLUMNS, rows)
}

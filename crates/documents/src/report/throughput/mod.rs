//! Measured throughput: a table of the measurements of a sweep, the best of them with its arithmetic, JSON
//! (`rackrent.throughput/1`), and CSV with a row per measurement.

mod json;
mod words;

#[cfg(feature = "schema")]
pub(in crate::report) use json::ThroughputJson;

use super::json::{self as json_of, Contract};
use super::page::{Align, Block, Cell, Column, Data, Meaning, Notation, Page, Section, Snippet, Table};
use super::{Report, header};
use crate::benchmark_import::{JudgedPoint, Latency, LatencyFigure, MeasuredThroughput, Statistic};
use crate::number;
use crate::report::page::TableRow;
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;
/// Significant digits of a figure.
const DIGITS: u32 = 5;

impl Report for MeasuredThroughput {
    fn page(&self) -> Page {
        let meaning = if self.best().is_some() { Meaning::Winner } else { Meaning::Warning };
        let details = [
            Section::detail("Arithmetic", words::arithmetic(self)),
            Section::detail("Left out", words::left_out(self)),
            Section::detail("Note", words::notes(self)),
            Section::detail("Files", words::files(self)),
        ];
        let snippet = Snippet {
            heading: "Paste",
            language: "yaml",
            lines: self.paste().unwrap_or_default(),
            nothing: words::NOTHING_TO_PASTE.to_owned(),
        };
        let blocks = vec![
            Block::Sections(vec![Section::answer("Rate", meaning, words::answer(self))]),
            Block::Table(table(self)),
            Block::Sections(details.into_iter().flatten().collect()),
            Block::Snippet(snippet),
        ];
        header::page_alone(words::title(self), words::conventions(self), MARGIN, blocks, data(self))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json_of::write(Contract::Throughput, &json::ThroughputJson::of(self), out)
    }
}

/// Latencies of the table: those of the target, or the 99th percentiles.
fn shown(of: &MeasuredThroughput) -> Vec<LatencyFigure> {
    if !of.request.target.0.is_empty() {
        return of.request.target.0.iter().map(|condition| condition.figure).collect();
    }
    let p99 = [Latency::Ttft, Latency::Tpot].map(|latency| LatencyFigure { latency, statistic: Statistic::P99 });
    let is_measured = |figure: &LatencyFigure| of.points.iter().any(|one| one.point.latencies_ms.contains_key(figure));
    p99.into_iter().filter(is_measured).collect()
}

fn table(of: &MeasuredThroughput) -> Table {
    let latencies = shown(of);
    let figure =
        |value: Option<Decimal>| -> Cell { value.map(|value| Cell::Number(value, Notation::Readable(DIGITS))).into() };
    let columns: Vec<(String, Vec<Cell>)> = [
        ("sent/s".to_owned(), column(of, |one| figure(one.point.offered_per_second))),
        ("concurrency".to_owned(), column(of, |one| figure(one.point.concurrency))),
        ("answered/s".to_owned(), column(of, |one| figure(Some(one.point.requests_per_second)))),
        ("tokens".to_owned(), column(of, |one| words::mix(&one.point).into())),
        ("each".to_owned(), column(of, |one| figure(Some(one.per_accelerator)))),
    ]
    .into_iter()
    .chain(latencies.into_iter().map(|latency| {
        (latency.to_string(), column(of, move |one| figure(one.point.latencies_ms.get(&latency).copied())))
    }))
    .filter(|(_, cells)| cells.iter().any(|cell| !cell.is_absent()))
    .collect();
    let rows = of.points.iter().enumerate().map(|(index, one)| {
        let cells = columns.iter().filter_map(|(_, cells)| cells.get(index).cloned());
        let outcome = words::outcome(of, index, one);
        TableRow::plain(words::named(of, one), cells.chain([outcome.into()]))
    });
    let heads = columns.iter().map(|(name, _)| name.clone()).chain(["outcome".to_owned()]);
    let columns = heads.map(|name| Column::new(name, Align::Right)).collect();
    Table { columns, corner: "measurement".to_owned(), ..Table::new(<[&str; 0]>::default(), rows.collect()) }.titled(
        "requests sent and answered per second, tokens read + written per request, tokens per second of each accelerator, and \
         latencies in ms",
    )
}

/// A cell of each measurement.
fn column(of: &MeasuredThroughput, cell: impl Fn(&JudgedPoint) -> Cell) -> Vec<Cell> {
    of.points.iter().map(cell).collect()
}

const COLUMNS: [&str; 15] = [
    "file",
    "benchmark",
    "tool",
    "offered_per_second",
    "concurrency",
    "completed",
    "failed",
    "unfinished",
    "requests_per_second",
    "input",
    "output",
    "tokens_per_second",
    "tokens_per_second_per_accelerator",
    "saturated",
    "outcome",
];

/// One row per measurement, with every latency that a file has.
fn data(of: &MeasuredThroughput) -> Data {
    let has = |figure: &LatencyFigure| of.points.iter().any(|one| one.point.latencies_ms.contains_key(figure));
    let latencies: Vec<LatencyFigure> = LatencyFigure::all().filter(has).collect();
    let columns =
        COLUMNS.map(str::to_owned).into_iter().chain(latencies.iter().map(|figure| format!("{}_ms", figure.name())));
    let exact = |value: Decimal| Cell::exact(number::ratio(value));
    let rows = of.points.iter().enumerate().map(|(index, one)| {
        let JudgedPoint { point, .. } = one;
        let file = of.file_of(one);
        let mut cells: Vec<Cell> = vec![
            (&file.name).into(),
            one.number.map(|number| Cell::exact(Decimal::from(number))).into(),
            file.tool.name().into(),
            point.offered_per_second.map(exact).into(),
            point.concurrency.map(exact).into(),
            exact(point.completed),
            point.failed.map(exact).into(),
            exact(point.unfinished),
            exact(point.requests_per_second),
            exact(point.input),
            exact(point.output),
            exact(one.tokens_per_second),
            exact(one.per_accelerator),
            if one.is_saturated { "yes" } else { "no" }.into(),
            json::Outcome::of(of, index, one).name().into(),
        ];
        cells.extend(
            latencies.iter().map(|figure| Cell::from(point.latencies_ms.get(figure).map(|value| exact(*value)))),
        );
        cells
    });
    Data::new(columns, rows)
}

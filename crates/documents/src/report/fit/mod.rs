//! Memory of a model: figures with their formulas, a table of accelerators, JSON (`rackrent.fit/1`), and CSV with a row per
//! accelerator.

mod words;

use super::json::{self, Contract};
use super::page::{Align, Block, Cell, Column, Data, Page, Table, TableRow};
use super::{Report, header};
use crate::fit::{Fit, Placement, Replica};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;
/// Decimals of an amount of memory.
const OF_MEMORY: u32 = 2;

impl Report for Fit {
    fn page(&self) -> Page {
        let blocks = vec![
            Block::Sections(vec![words::answer(self)]),
            Block::Table(table(self)),
            Block::Sections(words::formulas(self)),
        ];
        let name = format!("Fit: {}", self.model.name);
        header::page_alone(name, words::conventions(self), MARGIN, blocks, data(self))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Fit, self, out)
    }
}

/// GB of 10^9 bytes.
fn gigabytes(bytes: u128) -> Decimal {
    Decimal::from(bytes) / Decimal::from(1_000_000_000_u32)
}

/// Table of accelerators: the smallest replica, and the memory of its fullest accelerator.
fn table(fit: &Fit) -> Table {
    let columns = ["replica", "weights", "KV cache", "needed", "available", "most sequences"];
    let rows = fit.accelerators.iter().map(|placement| TableRow::plain(&placement.name, cells(placement)));
    Table {
        columns: columns.map(|name| Column::new(name, Align::Right)).into(),
        corner: "accelerator".to_owned(),
        ..Table::new(<[&str; 0]>::default(), rows.collect())
    }
    .titled(format!(
        "smallest replica for {} of {} tokens; GB on each of its accelerators",
        words::sequences(fit.concurrency),
        words::grouped(fit.context)
    ))
}

fn cells(placement: &Placement) -> Vec<Cell> {
    let memory = |bytes| Cell::fixed(gigabytes(bytes), OF_MEMORY);
    let of = |value: &dyn Fn(&Replica) -> Cell| Cell::from(placement.replica.as_ref().map(value));
    let replica = placement.replica.map_or_else(|| format!("above {}", placement.tried), |of| words::size(&of));
    vec![
        replica.into(),
        of(&|replica| memory(replica.weight_bytes)),
        of(&|replica| memory(replica.kv_bytes)),
        of(&|replica| memory(replica.needed_bytes)),
        memory(placement.available_bytes),
        of(&|replica| Cell::fixed(Decimal::from(replica.largest_concurrency), 0)),
    ]
}

const COLUMNS: [&str; 21] = [
    "model",
    "parameters",
    "active_parameters",
    "weights",
    "weight_bytes",
    "kv_cache",
    "kv_bytes_per_token",
    "kv_bytes_per_sequence",
    "context",
    "concurrency",
    "accelerator",
    "memory_gb",
    "available_bytes",
    "accelerators",
    "tensor_parallel",
    "pipeline_parallel",
    "weight_bytes_each",
    "kv_bytes_each",
    "activation_bytes_each",
    "needed_bytes_each",
    "largest_concurrency",
];

/// One row per accelerator.
fn data(fit: &Fit) -> Data {
    let exact = |value: u128| Cell::exact(Decimal::from(value));
    let rows = fit.accelerators.iter().map(|placement| {
        let of =
            |value: fn(&Replica) -> u128| Cell::from(placement.replica.as_ref().map(|replica| exact(value(replica))));
        vec![
            (&fit.model.name).into(),
            exact(fit.parameters.total),
            exact(fit.parameters.active),
            fit.weights.format.name.name().into(),
            exact(fit.weights.bytes),
            fit.kv_cache.format.name.name().into(),
            exact(fit.kv_cache.bytes_per_token),
            exact(fit.kv_cache.bytes_per_sequence),
            exact(fit.context),
            exact(fit.concurrency),
            (&placement.name).into(),
            Cell::exact(placement.memory_gb),
            exact(placement.available_bytes),
            of(|replica| replica.accelerators),
            of(|replica| replica.tensor_parallel),
            of(|replica| replica.pipeline_parallel),
            of(|replica| replica.weight_bytes),
            of(|replica| replica.kv_bytes),
            exact(fit.activation_bytes),
            of(|replica| replica.needed_bytes),
            of(|replica| replica.largest_concurrency),
        ]
    });
    Data::new(COLUMNS, rows)
}

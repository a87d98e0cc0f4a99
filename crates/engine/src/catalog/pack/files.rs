//! Files of a pack: their rows, and what rows of one file need in another.

use super::finding;
use super::rows::checked;
use crate::catalog::accelerator::{self, Accelerator};
use crate::catalog::api_price::{self, ApiPriceRow};
use crate::catalog::exchange_rate::{self, ReferenceRate};
use crate::catalog::marketplace::{self, Marketplace};
use crate::catalog::measure::{self, MeasuredFact};
use crate::catalog::rental::{self, Rental};
use crate::catalog::server::{self, Server};
use crate::catalog::source::{self, FactSource};
use crate::catalog::throughput::{self, BenchmarkModel, BenchmarkRound, ThroughputResult};
use crate::diagnostic::{Diagnostic, Sources};
use crate::scenario::{Date, Rejected};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};

/// Files of the shipped catalog with their texts, which are also those of a pack.
pub const SHIPPED_FILES: [(&str, &str); 11] = [
    ("accelerators.csv", accelerator::SHIPPED),
    ("api_prices.csv", api_price::SHIPPED),
    ("exchange_rates.csv", exchange_rate::SHIPPED),
    ("marketplaces.csv", marketplace::SHIPPED),
    ("measures.csv", measure::SHIPPED),
    ("rentals.csv", rental::SHIPPED),
    ("servers.csv", server::SHIPPED),
    ("sources.csv", source::SHIPPED),
    ("throughput.csv", throughput::SHIPPED_RESULTS),
    ("throughput_models.csv", throughput::SHIPPED_MODELS),
    ("throughput_rounds.csv", throughput::SHIPPED_ROUNDS),
];

/// Version of the shipped catalog: the latest day of its facts.
#[must_use]
pub fn shipped_version() -> Date {
    let days = SHIPPED_FILES.into_iter().flat_map(|(_, text)| days(text));
    days.max().unwrap_or(Date(jiff::civil::Date::ZERO))
}

/// Days in the columns of dates.
fn days(text: &str) -> Vec<Date> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().cloned().unwrap_or_default();
    let is_dated: Vec<bool> = header.iter().map(|column| column.ends_with("as_of")).collect();
    let rows = reader.records().flatten();
    rows.flat_map(|row| {
        let dated = row.iter().zip(&is_dated).filter(|(_, is_dated)| **is_dated);
        dated.filter_map(|(cell, _)| Date::parse(cell).ok()).collect::<Vec<Date>>()
    })
    .collect()
}

/// Checks the rows of a file on their own.
pub(super) fn check(file: &str, name: &str, text: &str) -> Result<(), Rejected> {
    found(file, text).map_err(|diagnostics| Rejected { diagnostics, sources: Sources::new(name, text, Vec::new()) })
}

fn found(file: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
    let positive = |column: &'static str, is_zero: bool| is_zero.then(|| (column, "write a number above 0".to_owned()));
    let any = |decimal: Decimal| decimal.is_zero();
    match file {
        "accelerators.csv" => accelerators(text).map(drop),
        "api_prices.csv" => checked(text, api_price::SHIPPED, |_: &ApiPriceRow| None).map(drop),
        "exchange_rates.csv" => {
            checked(text, exchange_rate::SHIPPED, |row: &ReferenceRate| positive("per_euro", any(row.per_euro)))
                .map(drop)
        }
        "marketplaces.csv" => checked(text, marketplace::SHIPPED, |_: &Marketplace| None).map(drop),
        "measures.csv" => {
            checked(text, measure::SHIPPED, |row: &MeasuredFact| positive("value", any(row.value))).map(drop)
        }
        "rentals.csv" => {
            checked(text, rental::SHIPPED, |row: &Rental| positive("accelerators", any(row.accelerators))).map(drop)
        }
        "servers.csv" => {
            checked(text, server::SHIPPED, |row: &Server| positive("accelerators", row.accelerators == 0)).map(drop)
        }
        "sources.csv" => checked(text, source::SHIPPED, |_: &FactSource| None).map(drop),
        "throughput.csv" => results(text, &BTreeSet::new(), &BTreeSet::new(), false).map(drop),
        "throughput_models.csv" => models(text).map(drop),
        "throughput_rounds.csv" => rounds(text).map(drop),
        _ => Ok(()),
    }
}

fn accelerators(text: &str) -> Result<Vec<Accelerator>, Vec<Diagnostic>> {
    checked(text, accelerator::SHIPPED, |row: &Accelerator| {
        row.memory_gb.is_zero().then(|| ("memory_gb", "write a number above 0".to_owned()))
    })
}

fn models(text: &str) -> Result<Vec<BenchmarkModel>, Vec<Diagnostic>> {
    checked(text, throughput::SHIPPED_MODELS, |row: &BenchmarkModel| {
        row.output
            .is_some_and(|output| output.is_zero())
            .then(|| ("output", "write a number above 0, or leave it blank".to_owned()))
    })
}

fn rounds(text: &str) -> Result<Vec<BenchmarkRound>, Vec<Diagnostic>> {
    checked(text, throughput::SHIPPED_ROUNDS, |_: &BenchmarkRound| None)
}

/// Results, each with its model and its round if `is_known` says that these are known.
fn results(
    text: &str,
    models: &BTreeSet<String>,
    rounds: &BTreeSet<String>,
    are_known: bool,
) -> Result<Vec<ThroughputResult>, Vec<Diagnostic>> {
    checked(text, throughput::SHIPPED_RESULTS, |row: &ThroughputResult| {
        let round = row.id.split_once('-').map_or("", |(round, _)| round);
        if row.accelerators == 0 {
            Some(("accelerators", "write a number above 0".to_owned()))
        } else if are_known && !models.contains(&row.model) {
            Some(("model", "add this model to throughput_models.csv".to_owned()))
        } else if are_known && !rounds.contains(round) {
            Some(("id", "add the round before the `-` to throughput_rounds.csv".to_owned()))
        } else {
            None
        }
    })
}

/// Checks what rows of a file need in another, when each is valid on its own: the accelerator of a server, the model and the round
/// of a result; and that the accelerators have names of their own.
pub(super) fn check_together(
    texts: &BTreeMap<&'static str, String>,
    shown: &dyn Fn(&str) -> String,
) -> Result<(), Rejected> {
    let text = |file: &str| texts.get(file).map_or("", String::as_str);
    let refused = |file: &str, diagnostics: Vec<Diagnostic>| Rejected {
        diagnostics,
        sources: Sources::new(shown(file), text(file), Vec::new()),
    };
    let mut names: BTreeSet<String> = BTreeSet::new();
    for row in accelerators(text("accelerators.csv")).unwrap_or_default() {
        if !names.insert(row.name.clone()) {
            let twice = finding(None, format!("`{}` has two rows; remove one of them", row.name), "");
            return Err(refused("accelerators.csv", vec![twice]));
        }
    }
    checked(text("servers.csv"), server::SHIPPED, |row: &Server| {
        let is_known = names.contains(&row.accelerator);
        (!is_known).then(|| ("accelerator", "write the name of a row of accelerators.csv".to_owned()))
    })
    .map_err(|found| refused("servers.csv", found))?;
    let of_models = models(text("throughput_models.csv")).unwrap_or_default();
    let of_models = of_models.into_iter().map(|row| row.model).collect();
    let of_rounds = rounds(text("throughput_rounds.csv")).unwrap_or_default();
    let of_rounds = of_rounds.into_iter().map(|row| row.round).collect();
    results(text("throughput.csv"), &of_models, &of_rounds, true).map_err(|found| refused("throughput.csv", found))?;
    Ok(())
}

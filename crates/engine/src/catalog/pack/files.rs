//! Files of a pack: the keys of their rows, and references from one file to another.

use super::finding;
use super::rows::{Key, checked};
use crate::catalog::accelerator::{self, Accelerator};
use crate::catalog::api_price::{self, ApiPriceRow};
use crate::catalog::exchange_rate::{self, ReferenceRate};
use crate::catalog::marketplace::{self, Marketplace};
use crate::catalog::measure::{self, MeasuredFact};
use crate::catalog::rental::{self, Rental};
use crate::catalog::server::{self, Server};
use crate::catalog::source::{self, FactSource};
use crate::catalog::throughput::{self, BenchmarkModel, BenchmarkRound, ThroughputResult};
use crate::diagnostic::{Diagnostic, Place, SourceId};
use crate::scenario::Date;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Files of the shipped catalog with their texts, which are also those of a pack; each after the files that its rows refer to.
pub const SHIPPED_FILES: [(&str, &str); 11] = [
    ("accelerators.csv", accelerator::SHIPPED),
    ("api_prices.csv", api_price::SHIPPED),
    ("exchange_rates.csv", exchange_rate::SHIPPED),
    ("marketplaces.csv", marketplace::SHIPPED),
    ("measures.csv", measure::SHIPPED),
    ("rentals.csv", rental::SHIPPED),
    ("servers.csv", server::SHIPPED),
    ("sources.csv", source::SHIPPED),
    ("throughput_models.csv", throughput::SHIPPED_MODELS),
    ("throughput_rounds.csv", throughput::SHIPPED_ROUNDS),
    ("throughput.csv", throughput::SHIPPED_RESULTS),
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

/// Check of the files, in the order of [`SHIPPED_FILES`], with the names that rows of later files refer to; `None` if the file that
/// has them is invalid.
#[derive(Debug, Default)]
pub(super) struct FileCheck {
    accelerators: Option<BTreeSet<String>>,
    models: Option<BTreeSet<String>>,
    rounds: Option<BTreeSet<String>>,
}

impl FileCheck {
    /// Checks the rows of a file.
    ///
    /// # Errors
    /// Its errors, each at its place.
    pub(super) fn check(&mut self, file: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
        match file {
            "accelerators.csv" => self.accelerators = Some(accelerators(text)?),
            "api_prices.csv" => {
                let key = Key { required: &["provider", "model"], others: &["above"] };
                checked(text, api_price::SHIPPED, &key, |_: &ApiPriceRow| None)?;
            }
            "exchange_rates.csv" => {
                let is_zero = |row: &ReferenceRate| positive("per_euro", row.per_euro);
                checked(text, exchange_rate::SHIPPED, &only(&["currency"]), is_zero)?;
            }
            "marketplaces.csv" => {
                checked(text, marketplace::SHIPPED, &only(&["provider"]), |_: &Marketplace| None)?;
            }
            "measures.csv" => {
                let key = only(&["measure", "scope", "as_of", "value"]);
                checked(text, measure::SHIPPED, &key, |row: &MeasuredFact| positive("value", row.value))?;
            }
            "rentals.csv" => {
                let is_zero = |row: &Rental| positive("accelerators", row.accelerators);
                checked(text, rental::SHIPPED, &RENTAL, is_zero)?;
            }
            "servers.csv" => self.servers(text)?,
            "sources.csv" => {
                checked(text, source::SHIPPED, &only(&["name"]), |_: &FactSource| None)?;
            }
            "throughput.csv" => self.results(text)?,
            "throughput_models.csv" => self.models = Some(models(text)?),
            "throughput_rounds.csv" => {
                let key = only(&["round"]);
                let rounds = checked(text, throughput::SHIPPED_ROUNDS, &key, |_: &BenchmarkRound| None)?;
                self.rounds = Some(rounds.into_iter().map(|row| row.round.to_string()).collect());
            }
            _ => {}
        }
        Ok(())
    }

    /// Servers, each of an accelerator of the catalog.
    fn servers(&self, text: &str) -> Result<(), Vec<Diagnostic>> {
        let is_wrong = |row: &Server| {
            let label = || "write the name of a row of accelerators.csv".to_owned();
            let is_unknown = lacks(self.accelerators.as_ref(), &row.accelerator);
            positive("accelerators", row.accelerators.into()).or_else(|| is_unknown.then(|| ("accelerator", label())))
        };
        checked(text, server::SHIPPED, &only(&["name"]), is_wrong).map(drop)
    }

    /// Results, each of a model and of a round of the catalog.
    fn results(&self, text: &str) -> Result<(), Vec<Diagnostic>> {
        let key = only(&["id", "model", "scenario"]);
        let is_wrong = |row: &ThroughputResult| {
            let round = row.id.split_once('-').map_or("", |(round, _)| round);
            if row.accelerators == 0 {
                positive("accelerators", Decimal::ZERO)
            } else if lacks(self.models.as_ref(), &row.model) {
                Some(("model", "add this model to throughput_models.csv".to_owned()))
            } else if lacks(self.rounds.as_ref(), round) {
                Some(("id", "add the round before the `-` to throughput_rounds.csv".to_owned()))
            } else {
                None
            }
        };
        checked(text, throughput::SHIPPED_RESULTS, &key, is_wrong).map(drop)
    }
}

/// Two offers for the same instance differ in their date, their source or a price.
const RENTAL: Key = Key {
    required: &["provider", "instance", "region", "accelerator"],
    others: &[
        "as_of",
        "source",
        "on_demand_per_hour",
        "spot_per_hour",
        "reserved_1_year_per_hour",
        "reserved_3_years_per_hour",
    ],
};

/// Names of the accelerators, of which there is at least one.
fn accelerators(text: &str) -> Result<BTreeSet<String>, Vec<Diagnostic>> {
    let is_wrong = |row: &Accelerator| positive("memory_gb", row.memory_gb);
    let rows = checked(text, accelerator::SHIPPED, &only(&["name"]), is_wrong)?;
    if rows.is_empty() {
        let place = Place::of(SourceId::FILE, text, 0..text.trim_end().len());
        let label = "add a row; other files name accelerators of this one";
        return Err(vec![finding(Some(place), "the catalog has no accelerators".to_owned(), label)]);
    }
    Ok(rows.into_iter().map(|row| row.name.to_string()).collect())
}

/// Names of the models.
fn models(text: &str) -> Result<BTreeSet<String>, Vec<Diagnostic>> {
    let is_wrong = |row: &BenchmarkModel| {
        let is_zero = row.output.is_some_and(|output| output.is_zero());
        is_zero.then(|| ("output", "write a number above 0, or leave it blank".to_owned()))
    };
    let rows = checked(text, throughput::SHIPPED_MODELS, &only(&["model"]), is_wrong)?;
    Ok(rows.into_iter().map(|row| row.model.to_string()).collect())
}

/// Key without optional columns.
const fn only(required: &'static [&'static str]) -> Key {
    Key { required, others: &[] }
}

/// What is wrong with a column whose numbers are above zero.
fn positive(column: &'static str, number: Decimal) -> Option<(&'static str, String)> {
    number.is_zero().then(|| (column, "write a number above 0".to_owned()))
}

/// Whether a name is known to be missing.
fn lacks(names: Option<&BTreeSet<String>>, name: &str) -> bool {
    names.is_some_and(|names| !names.contains(name))
}

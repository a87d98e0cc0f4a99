//! What clouds ask for accelerators by the hour.

use super::{Grade, read};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

static RENTALS: LazyLock<Vec<Rental>> = LazyLock::new(|| read::rows(include_str!("data/rentals.csv")));

/// An instance of a cloud in a region, and its prices in USD an hour for the whole instance. TPUs are priced by the chip.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rental {
    /// The cloud.
    pub provider: String,
    /// What it calls the instance.
    pub instance: String,
    /// Where it runs; `any` where the price list does not say.
    pub region: String,
    /// What the price list calls the accelerators.
    pub accelerator: String,
    /// How many there are; a share of one where an instance has a slice.
    #[serde(deserialize_with = "read::decimal")]
    pub accelerators: Decimal,
    /// Virtual processors.
    pub vcpus: Option<u32>,
    /// Memory of the instance in GiB.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub memory_gib: Option<Decimal>,
    /// On demand.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub on_demand_per_hour: Option<Decimal>,
    /// On spot, in one snapshot.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub spot_per_hour: Option<Decimal>,
    /// Committed for a year.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub reserved_1_year_per_hour: Option<Decimal>,
    /// Committed for three years.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub reserved_3_years_per_hour: Option<Decimal>,
    /// When these were prices.
    pub as_of: String,
    /// Whether the source says so.
    pub as_of_precision: Precision,
    /// How good the source is.
    pub grade: Grade,
    /// Where the row was read.
    pub source: String,
    /// What else to know of the row.
    pub note: Option<String>,
}

/// How a row came by its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// Its source states it.
    Exact,
    /// Its source carries none; it follows from the edition.
    Estimated,
}

/// Every instance of the catalog.
#[must_use]
pub fn rentals() -> &'static [Rental] {
    &RENTALS
}

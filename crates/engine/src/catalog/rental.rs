//! Hourly prices of cloud instances.

use super::{CatalogText, Grade, read};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/rentals.csv");

static RENTALS: LazyLock<&[Rental]> = LazyLock::new(|| read::in_use!("rentals", Rental));

/// A cloud instance in a region with hourly prices in USD for the whole instance. TPUs are priced per chip.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rental {
    /// Cloud.
    pub provider: CatalogText,
    /// Name of the instance.
    pub instance: CatalogText,
    /// Region; `any` if the price list does not give one.
    pub region: CatalogText,
    /// Name of the accelerators in the price list.
    pub accelerator: CatalogText,
    /// Number of accelerators; a fraction if an instance has a slice of one.
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
    /// Spot, at one point in time.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub spot_per_hour: Option<Decimal>,
    /// Committed for one year.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub reserved_1_year_per_hour: Option<Decimal>,
    /// Committed for three years.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub reserved_3_years_per_hour: Option<Decimal>,
    /// Date of the prices.
    pub as_of: CatalogText,
    /// Whether the source gives the date.
    pub as_of_precision: Precision,
    /// Quality of the source.
    pub grade: Grade,
    /// Source of the row.
    pub source: CatalogText,
    /// Note.
    pub note: Option<CatalogText>,
}

/// Origin of the date of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// Given by the source.
    Exact,
    /// Not given by the source; estimated from the edition.
    Estimated,
}

/// All instances of the catalog.
#[must_use]
pub fn rentals() -> &'static [Rental] {
    &RENTALS
}

//! Accelerators: memory, bandwidth, arithmetic, power, and price.

use super::{CatalogText, Grade, read};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/accelerators.csv");

static ACCELERATORS: LazyLock<&[Accelerator]> = LazyLock::new(|| read::in_use!("accelerators", Accelerator));

/// An accelerator that is sold or rented.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accelerator {
    /// Name in this catalog: model, memory, form factor.
    pub name: CatalogText,
    /// Other names, separated by bars.
    aliases: CatalogText,
    /// Vendor.
    pub vendor: CatalogText,
    /// Form factor: socket or board, or a note that it can only be rented.
    pub form_factor: CatalogText,
    /// Memory in GB, as specified by the vendor.
    #[serde(deserialize_with = "read::decimal")]
    pub memory_gb: Decimal,
    /// Memory bandwidth in GB/s.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub memory_bandwidth_gb_s: Option<Decimal>,
    /// Dense BF16 arithmetic in TFLOPS.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub bf16_dense_tflops: Option<Decimal>,
    /// Rated board power in watts, without the server around it.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub board_power_w: Option<Decimal>,
    /// Source of the specification.
    pub spec_source: CatalogText,
    /// Date of the specification.
    pub spec_as_of: CatalogText,
    /// Lowest price in USD.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_low: Option<Decimal>,
    /// Highest price in USD.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_high: Option<Decimal>,
    /// Date of the prices.
    pub price_as_of: Option<CatalogText>,
    /// Source of the prices.
    pub price_source: Option<CatalogText>,
    /// Quality of the sources, mainly of that of the price.
    pub grade: Grade,
    /// Note.
    pub note: Option<CatalogText>,
}

/// All accelerators of the catalog.
#[must_use]
pub fn accelerators() -> &'static [Accelerator] {
    &ACCELERATORS
}

impl Accelerator {
    /// Other names, each of which identifies it.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.aliases.split('|').filter(|alias| !alias.is_empty())
    }

    /// Its name in the catalog, and its other names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.name).chain(self.aliases())
    }
}

//! What accelerators are: memory, bandwidth, arithmetic, power, and what one is sold for.

use super::{Grade, read};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

static ACCELERATORS: LazyLock<Vec<Accelerator>> = LazyLock::new(|| read::rows(include_str!("data/accelerators.csv")));

/// An accelerator that is sold or rented.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Accelerator {
    /// Its name in this catalog: model, memory, form.
    pub name: String,
    /// Other names, each of which means this one.
    #[serde(deserialize_with = "read::words")]
    pub aliases: Vec<String>,
    /// Who makes it.
    pub vendor: String,
    /// The socket or board, or that it is only rented.
    pub form_factor: String,
    /// Memory, as its vendor states it, in GB.
    #[serde(deserialize_with = "read::decimal")]
    pub memory_gb: Decimal,
    /// Memory bandwidth in GB a second.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub memory_bandwidth_gb_s: Option<Decimal>,
    /// Dense arithmetic in BF16, in TFLOPS.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub bf16_dense_tflops: Option<Decimal>,
    /// Rated power of the board in watts; the server around it comes on top.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub board_power_w: Option<Decimal>,
    /// Where the specification was read.
    pub spec_source: String,
    /// When.
    pub spec_as_of: String,
    /// The least that one was sold for, in USD.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_low: Option<Decimal>,
    /// The most, in USD.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_high: Option<Decimal>,
    /// When these were prices.
    pub price_as_of: Option<String>,
    /// Whose prices they were.
    pub price_source: Option<String>,
    /// How good the sources are, the price's above all.
    pub grade: Grade,
    /// What else to know of the row.
    pub note: Option<String>,
}

/// Every accelerator of the catalog.
#[must_use]
pub fn accelerators() -> &'static [Accelerator] {
    &ACCELERATORS
}

//! What whole servers are sold for.

use super::{Grade, read};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

static SERVERS: LazyLock<Vec<Server>> = LazyLock::new(|| read::rows(include_str!("data/servers.csv")));

/// A server with its accelerators.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// What it is called.
    pub name: String,
    /// The name of its accelerators in this catalog.
    pub accelerator: String,
    /// How many it holds.
    pub accelerators: u32,
    /// The least that one was sold for, in USD.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_low: Option<Decimal>,
    /// The most, in USD; blank where there is one price.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_high: Option<Decimal>,
    /// When these were prices.
    pub price_as_of: Option<String>,
    /// Whose prices they were.
    pub price_source: Option<String>,
    /// The most power that it draws, in kW.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub power_kw: Option<Decimal>,
    /// Its height in rack units.
    pub rack_units: Option<u32>,
    /// Where power and height were read.
    pub spec_source: Option<String>,
    /// How good the sources are.
    pub grade: Grade,
    /// What else to know of the row.
    pub note: Option<String>,
}

/// Every server of the catalog.
#[must_use]
pub fn servers() -> &'static [Server] {
    &SERVERS
}

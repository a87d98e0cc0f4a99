//! Prices of whole servers.

use super::{CatalogText, Grade, read};
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/servers.csv");

static SERVERS: LazyLock<&[Server]> = LazyLock::new(|| read::in_use!("servers", Server));

/// A server with accelerators.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Name.
    pub name: CatalogText,
    /// Catalog name of its accelerators.
    pub accelerator: CatalogText,
    /// Number of accelerators.
    pub accelerators: u32,
    /// Lowest price in USD.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_low: Option<Decimal>,
    /// Highest price in USD; blank if there is only one.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub price_high: Option<Decimal>,
    /// Date of the prices.
    pub price_as_of: Option<CatalogText>,
    /// Source of the prices.
    pub price_source: Option<CatalogText>,
    /// Maximum power draw in kW.
    #[serde(deserialize_with = "read::blank_or_decimal")]
    pub power_kw: Option<Decimal>,
    /// Height in rack units.
    pub rack_units: Option<u32>,
    /// Source of power and height.
    pub spec_source: Option<CatalogText>,
    /// Quality of the sources.
    pub grade: Grade,
    /// Note.
    pub note: Option<CatalogText>,
}

/// All servers of the catalog.
#[must_use]
pub fn servers() -> &'static [Server] {
    &SERVERS
}

impl Server {
    /// Name for an option with such servers: `hgx-h100` for `HGX/DGX H100 8-GPU`.
    #[must_use]
    pub fn option_name(&self) -> String {
        let name = self.name.split('(').next().unwrap_or_default();
        let is_count = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('-');
        let words = name.split_whitespace().filter(|word| !is_count(word));
        let first = words.map(|word| word.split('/').next().unwrap_or_default().to_ascii_lowercase());
        first.collect::<Vec<String>>().join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_called_after_its_servers() {
        let names: Vec<String> = servers().iter().map(Server::option_name).collect();
        for expected in ["dgx-a100-320gb", "hgx-a100-80gb", "hgx-h100", "mi300x", "gb200-nvl72-rack"] {
            assert!(names.iter().any(|name| name == expected), "{expected}: {names:?}");
        }
        let is_name = |name: &String| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(names.iter().all(is_name), "{names:?}");
    }
}

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

impl Server {
    /// What an option with such servers may be called: `hgx-h100` of `HGX/DGX H100 8-GPU`.
    #[must_use]
    pub fn option_name(&self) -> String {
        let said = self.name.split('(').next().unwrap_or_default();
        let is_count = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('-');
        let words = said.split_whitespace().filter(|word| !is_count(word));
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

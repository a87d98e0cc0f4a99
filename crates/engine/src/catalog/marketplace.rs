//! Marketplaces: providers that pass on offers of other hosts.

use super::pack::text_in_use;
use super::read;
use serde::Deserialize;
use std::sync::LazyLock;

/// Rows of the shipped catalog.
pub(super) const SHIPPED: &str = include_str!("data/marketplaces.csv");

static MARKETPLACES: LazyLock<Vec<Marketplace>> =
    LazyLock::new(|| read::rows(text_in_use("marketplaces.csv", SHIPPED)));

/// A provider whose hosts list their own hardware and set their own prices: a price is what a host asks at that moment, not the
/// firm offer of a provider.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marketplace {
    /// Its name in a price list; case and signs do not count.
    pub provider: String,
    /// Its own name.
    pub marketplace: String,
    /// Date of the source.
    pub as_of: String,
    /// Source of the fact that hosts set the prices.
    pub source: String,
}

/// All marketplaces, one row for each name in price lists.
#[must_use]
pub fn marketplaces() -> &'static [Marketplace] {
    &MARKETPLACES
}

/// Whether a provider of a price list is a marketplace.
///
/// ```
/// use engine::catalog::is_marketplace;
/// assert!(is_marketplace("vast-ai") && is_marketplace("VastAI") && is_marketplace("Vast.ai"));
/// // the catalog has the prices of RunPod's own cloud, not those of its community cloud
/// assert!(!is_marketplace("runpod"));
/// ```
#[must_use]
pub fn is_marketplace(provider: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let name = letters(provider);
    marketplaces().iter().any(|row| letters(&row.provider) == name)
}

//! Marketplaces: providers that pass on offers of other hosts.

use super::{CatalogText, read};
use serde::Deserialize;
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/marketplaces.csv");

static MARKETPLACES: LazyLock<&[Marketplace]> = LazyLock::new(|| read::in_use!("marketplaces", Marketplace));

/// A provider whose hosts list their own hardware and set their own prices: a price is what a host asks at that moment, not the
/// firm offer of a provider.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marketplace {
    /// Its name in a price list; case and signs do not count.
    pub provider: CatalogText,
    /// Its own name.
    pub marketplace: CatalogText,
    /// Date of the source.
    pub as_of: CatalogText,
    /// Source of the fact that hosts set the prices.
    pub source: CatalogText,
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

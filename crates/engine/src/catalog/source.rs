//! Sources of the catalog, and the terms under which their facts may be redistributed.
//!
//! Every row of the catalog names its sources by the words listed here. A price is a fact, which cannot be owned; the list it
//! was taken from may have a licence.

use super::{CatalogText, read};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/sources.csv");

static SOURCES: LazyLock<&[FactSource]> = LazyLock::new(|| read::in_use!("sources", FactSource));

/// A source of facts.
#[derive(Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FactSource {
    /// Name in the rows of the catalog.
    pub name: CatalogText,
    /// Publisher.
    pub publisher: Option<CatalogText>,
    /// Legal basis for shipping its figures.
    pub status: SourceStatus,
    /// SPDX licence of the list, if it has one.
    pub licence: Option<CatalogText>,
    /// Further terms.
    pub terms: Option<CatalogText>,
}

/// Legal basis for shipping figures of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SourceStatus {
    /// The list has a licence that allows it.
    Licensed,
    /// Statistics of a public body, which may be used with attribution.
    Public,
    /// Single figures from a page: facts, which cannot be licensed.
    Page,
    /// Derived from a definition, or from another row.
    Definition,
}

/// All sources named by rows of the catalog.
#[must_use]
pub fn fact_sources() -> &'static [FactSource] {
    &SOURCES
}

/// Sources named by a row, in order of name.
///
/// ```
/// use engine::catalog::sources_named;
/// let named = sources_named("stas00/ml-engineering; Epoch AI");
/// let licences: Vec<_> = named.map(|source| source.licence.as_deref()).collect();
/// assert_eq!(licences, [Some("CC-BY-4.0"), Some("CC-BY-SA-4.0")]);
/// ```
pub fn sources_named(text: &str) -> impl Iterator<Item = &'static FactSource> {
    SOURCES.iter().filter(move |source| text.contains(&*source.name))
}

//! Who published the facts of the catalog, and under which terms they may be handed on.
//!
//! Every row of the catalog names its sources; each of these is known here by the words that name it. A price is a fact, and
//! facts belong to nobody; what may bear a licence is the list that they were taken from.

use super::read;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

static SOURCES: LazyLock<Vec<FactSource>> = LazyLock::new(|| read::rows(include_str!("data/sources.csv")));

/// A source of facts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactSource {
    /// The words by which rows name it.
    pub name: String,
    /// Who published it.
    pub publisher: Option<String>,
    /// On what ground its figures are shipped.
    pub status: SourceStatus,
    /// The licence of the list that the figures stand in, as SPDX writes it; of lists that have one.
    pub licence: Option<String>,
    /// What else there is to say of that.
    pub terms: Option<String>,
}

/// On what ground figures of a source are shipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SourceStatus {
    /// They stand in a list with a licence that allows it.
    Licensed,
    /// They are statistics of a public body, which may be used where it is named.
    Public,
    /// Single figures that a page states: facts, of which nobody can license the use.
    Page,
    /// They follow from a definition, or from another row.
    Definition,
}

/// Every source that rows of the catalog name.
#[must_use]
pub fn fact_sources() -> &'static [FactSource] {
    &SOURCES
}

/// The sources that a row names, in the order of their names.
///
/// ```
/// use engine::catalog::sources_named;
/// let named = sources_named("stas00/ml-engineering; Epoch AI");
/// let licences: Vec<_> = named.map(|source| source.licence.as_deref()).collect();
/// assert_eq!(licences, [Some("CC-BY-4.0"), Some("CC-BY-SA-4.0")]);
/// ```
pub fn sources_named(text: &str) -> impl Iterator<Item = &'static FactSource> {
    SOURCES.iter().filter(move |source| text.contains(&source.name))
}

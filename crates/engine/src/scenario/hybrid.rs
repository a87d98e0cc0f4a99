//! An option that is made of others.

use super::document::{Entry, Given, Label, Named};
use super::option::LABEL;
use language::reading::{Cursor, FromDocument};
use language::wanted::Wanted;

/// An option that is made of others.
#[derive(Clone, Debug, Default)]
pub struct HybridParts {
    /// What reports call it.
    pub label: Option<Given<Label>>,
    /// The path of the option that serves each workload.
    pub parts: Named<Given<String>>,
}

impl FromDocument for HybridParts {
    const WANTED: &'static Wanted = <Named<Given<String>> as FromDocument>::WANTED;

    fn read(cursor: Cursor<'_>) -> HybridParts {
        let mut hybrid = HybridParts::default();
        let mut parts: Vec<Entry<Given<String>>> = Vec::new();
        for (name, entry) in cursor.entries(Self::WANTED) {
            if name == LABEL.name {
                hybrid.label = Some(Given::read(entry));
            } else {
                parts.push(Entry { name, at: entry.node(), value: Given::read(entry) });
            }
        }
        HybridParts { parts: parts.into_iter().collect(), ..hybrid }
    }
}

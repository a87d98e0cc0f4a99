//! Hybrid option: a combination of other options.

use super::document::{Entry, Label, Located, Named};
use super::option::LABEL;
use language::expected_type::ExpectedType;
use language::reading::{Cursor, FromDocument};

/// A hybrid option: the option that serves each workload.
#[derive(Clone, Debug, Default)]
pub struct HybridParts {
    /// Display name in reports.
    pub label: Option<Located<Label>>,
    /// Path of the option that serves each workload.
    pub parts: Named<Located<String>>,
}

impl FromDocument for HybridParts {
    const EXPECTED: &'static ExpectedType = <Named<Located<String>> as FromDocument>::EXPECTED;

    fn read(cursor: Cursor<'_>) -> HybridParts {
        let mut hybrid = HybridParts::default();
        let mut parts: Vec<Entry<Located<String>>> = Vec::new();
        for (name, entry) in cursor.entries(Self::EXPECTED) {
            if name == LABEL.name {
                hybrid.label = Some(Located::read(entry));
            } else {
                parts.push(Entry { name, at: entry.node(), value: Located::read(entry) });
            }
        }
        HybridParts { parts: parts.into_iter().collect(), ..hybrid }
    }
}

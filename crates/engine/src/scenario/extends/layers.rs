//! Merging of files, and removal of path entries whose values a later file removes or replaces.

use super::super::Scenario;
use super::super::document::{Document, NodeId, OverlayChanges};
use super::currency::{self, ReplacedCurrency};
use crate::diagnostic::SourceId;
use language::declaration::{KeyRole, Keyed};
use std::collections::BTreeSet;

/// Maximum number of values in all files.
const MOST_VALUES: usize = 250_000;

/// Files to merge, the lowest first.
#[derive(Debug, Default)]
pub(super) struct Layers {
    layers: Vec<(SourceId, Document)>,
}

impl Layers {
    /// Adds a file on top.
    pub(super) fn add(&mut self, source: SourceId, document: Document) {
        self.layers.push((source, document));
    }

    /// Merges all files into one tree, with the last replaced currency; none if they have too many values in total.
    pub(super) fn laid(self) -> Option<(Document, Option<ReplacedCurrency>)> {
        let values: usize = self.layers.iter().map(|(_, document)| document.size()).sum();
        if values > MOST_VALUES {
            return None;
        }
        let mut layers = self.layers.into_iter();
        let (lowest, mut document) = layers.next()?;
        let (mut below, mut replaced) = (BTreeSet::from([lowest]), None);
        for (source, layer) in layers {
            let before = currency::reporting_currency(&document);
            let overlaid = document.lay_over(layer);
            forget(&mut document, source, &overlaid);
            replaced = ReplacedCurrency::by_file(&document, before, &below).or(replaced);
            below.insert(source);
        }
        Some((document, replaced))
    }
}

/// Removes path entries of lower files for values that a higher file removes, and sources of values that it replaces.
fn forget(document: &mut Document, over: SourceId, overlaid: &OverlayChanges) {
    let removed: BTreeSet<&str> = overlaid.removed.iter().map(String::as_str).collect();
    let replaced: BTreeSet<&str> = overlaid.replaced.iter().map(String::as_str).collect();
    if removed.is_empty() && replaced.is_empty() {
        return;
    }
    let is_gone = |path: &str| {
        let points = path.match_indices('.').map(|(point, _)| &path[..point]);
        points.chain([path]).any(|part| removed.contains(part))
    };
    for (entry, role) in by_path(document) {
        let path = document.key(entry);
        let is_lower = document.key_place(entry).is_some_and(|place| place.source != over);
        let is_of_another = role == KeyRole::Describes && replaced.contains(path);
        if is_lower && (is_gone(path) || is_of_another) {
            document.remove(entry);
        }
    }
}

/// All entries keyed by path, with the role of their part.
fn by_path(document: &Document) -> Vec<(NodeId, KeyRole)> {
    let keys = Scenario::PART.keys.iter().filter_map(|key| {
        let part = document.member(NodeId::ROOT, key.name)?;
        let entries = document.children(part).to_vec();
        match key.keyed {
            Keyed::ByPath => Some(entries.into_iter().map(|entry| (entry, key.role)).collect::<Vec<_>>()),
            // a value of a case is not a source
            Keyed::ByNameThenPath => {
                let of_cases = entries.into_iter().flat_map(|case| document.children(case).to_vec());
                Some(of_cases.map(|entry| (entry, KeyRole::Input)).collect())
            }
            Keyed::ByName | Keyed::ByPattern(_) => None,
        }
    });
    keys.flatten().collect()
}

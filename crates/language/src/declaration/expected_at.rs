//! Expected types by path, and the keys that fit next to others.

use super::{DeclaredPart, Key, Step};
use crate::expected_type::ExpectedType;

/// Expected type at a path.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedAt {
    /// The key there, or the key whose entry or item is there; `None` for the whole document.
    pub key: Option<&'static Key>,
    /// Expected type.
    pub expected: ExpectedType,
    /// Number of entry names and item indexes between the key and the end of the path.
    pub below_key: usize,
}

impl ExpectedAt {
    /// The expected types, with alternatives split.
    #[must_use]
    pub fn kinds(&self) -> Vec<ExpectedType> {
        fn split(expected: ExpectedType, into: &mut Vec<ExpectedType>) {
            match expected {
                ExpectedType::Either(one, other) => {
                    split(*one, into);
                    split(*other, into);
                }
                single => into.push(single),
            }
        }
        let mut kinds = Vec::new();
        split(self.expected, &mut kinds);
        kinds
    }
}

impl DeclaredPart {
    /// Expected type at a path from here; `None` where the path is not declared.
    pub fn expected_at<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Option<ExpectedAt> {
        let (steps, expected) = self.walked(path);
        let below_key = steps.iter().rev().take_while(|step| !matches!(step, Step::Key(_))).count();
        Some(ExpectedAt { key: steps.last().map(Step::key), expected: expected?, below_key })
    }

    /// Keys that fit next to the given ones, in the order in which they are shown: without those given already and those that a
    /// choice excludes. Keys that require a missing key are included, since either may be written first.
    #[must_use]
    pub fn fitting(&self, sibling: &[&str]) -> Vec<&'static Key> {
        let is_excluded = |name: &str| {
            self.choices.iter().any(|choice| {
                let keys = choice.keys();
                let chosen: Vec<&&str> = sibling.iter().filter(|key| keys.contains(key)).collect();
                let allows = |set: &&[&str]| set.contains(&name) && chosen.iter().all(|key| set.contains(key));
                keys.contains(&name) && !choice.alternatives.iter().any(allows)
            })
        };
        self.keys.iter().filter(|key| !sibling.contains(&key.name) && !is_excluded(key.name)).collect()
    }
}

//! What is asked for at a path, and which keys fit there beside others.

use super::{DeclaredPart, Key, Step};
use crate::wanted::Wanted;

/// What is asked for at a path.
#[derive(Clone, Copy, Debug)]
pub struct WantedAt {
    /// The key that stands there, or of which an entry or an item does; none of the whole document.
    pub key: Option<&'static Key>,
    /// What may stand there.
    pub wanted: Wanted,
    /// How many names of entries and numbers of items stand between the key and the end of the path.
    pub below_key: usize,
}

impl WantedAt {
    /// What may stand there, each kind of value or part by itself.
    #[must_use]
    pub fn kinds(&self) -> Vec<Wanted> {
        fn split(wanted: Wanted, into: &mut Vec<Wanted>) {
            match wanted {
                Wanted::Either(one, other) => {
                    split(*one, into);
                    split(*other, into);
                }
                single => into.push(single),
            }
        }
        let mut kinds = Vec::new();
        split(self.wanted, &mut kinds);
        kinds
    }
}

impl DeclaredPart {
    /// What is asked for at a path from here; none where it is not declared.
    pub fn wanted_at<'p>(&'static self, path: impl IntoIterator<Item = &'p str>) -> Option<WantedAt> {
        let (steps, wanted) = self.walked(path);
        let below_key = steps.iter().rev().take_while(|step| !matches!(step, Step::Key(_))).count();
        Some(WantedAt { key: steps.last().map(Step::key), wanted: wanted?, below_key })
    }

    /// The keys that may stand beside others, in the order in which they are shown: none that is there already, and none that
    /// a choice excludes. What goes together with a key that is not there yet is among them: either may be written first.
    #[must_use]
    pub fn fitting(&self, beside: &[&str]) -> Vec<&'static Key> {
        let is_excluded = |name: &str| {
            self.choices.iter().any(|choice| {
                let keys = choice.keys();
                let chosen: Vec<&&str> = beside.iter().filter(|key| keys.contains(key)).collect();
                let allows = |set: &&[&str]| set.contains(&name) && chosen.iter().all(|key| set.contains(key));
                keys.contains(&name) && !choice.alternatives.iter().any(allows)
            })
        };
        self.keys.iter().filter(|key| !beside.contains(&key.name) && !is_excluded(key.name)).collect()
    }
}

//! What a plan changes in a scenario, and the same as a piece of it.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A change of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedChange {
    /// The path of a value.
    pub path: String,
    /// What stands there in the plan.
    pub value: Planned,
}

/// What a plan puts in the place of a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Planned {
    /// A count.
    Count(u32),
    /// A name.
    Name(String),
    /// A rented option with instances of its commitments.
    Burst {
        /// Its name.
        option: String,
        /// The instances.
        #[serde(serialize_with = "by_name")]
        commitments: Vec<(String, u32)>,
    },
    /// Nothing: the key goes.
    Removed,
}

/// Counts by name, as an object.
pub(super) fn by_name<S: Serializer>(counts: &[(String, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(name, count)| (name, count)))
}

/// The changes, and the same as a piece of the scenario.
pub(super) fn changes<S: Serializer>(changes: &[PlannedChange], serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("Changes", 2)?;
    fields.serialize_field("changes", changes)?;
    fields.serialize_field("yaml", &yaml(changes).join("\n"))?;
    fields.end()
}

/// The changes as YAML, one line each below the parts they stand in; what is to be taken out is said in comments.
#[must_use]
pub fn yaml(changes: &[PlannedChange]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for change in changes {
        let mut keys: Vec<&str> = change.path.split('.').collect();
        let Some(key) = keys.pop() else { continue };
        let shared = open.iter().zip(&keys).take_while(|(a, b)| a == b).count();
        for (depth, part) in keys.iter().enumerate().skip(shared) {
            lines.push(format!("{}{part}:", "  ".repeat(depth)));
        }
        let indent = "  ".repeat(keys.len());
        lines.push(match &change.value {
            Planned::Removed => format!("{indent}# without `{key}`"),
            Planned::Count(count) => format!("{indent}{key}: {count}"),
            Planned::Name(name) => format!("{indent}{key}: {name}"),
            Planned::Burst { option, commitments } => format!("{indent}{key}: {}", burst(option, commitments)),
        });
        open = keys;
    }
    lines
}

fn burst(option: &str, commitments: &[(String, u32)]) -> String {
    if commitments.is_empty() {
        return option.to_owned();
    }
    let instances: Vec<String> = commitments.iter().map(|(name, count)| format!("{name}: {count}")).collect();
    format!("{{ option: {option}, commitments: {{ {} }} }}", instances.join(", "))
}

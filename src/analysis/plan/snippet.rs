//! The plan as a piece of a scenario.

use super::{Change, Planned};

/// The changes as YAML, one line each below the parts they stand in; what is to be taken out is said in comments.
#[must_use]
pub fn yaml(changes: &[Change]) -> Vec<String> {
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

//! Reference tables, generated from the declarations.

use super::choice::Cardinality;
use super::declaration::{DeclaredPart, Key};
use super::expected_type::ExpectedType;
use super::quantity::{NumberForm, QuantityKind};
use super::suggest::together;
use std::fmt::Write as _;

/// Tables of all parts, the whole document first.
#[must_use]
pub fn tables(root: &'static DeclaredPart, title: &str) -> String {
    let mut text = String::new();
    table(&mut text, root, title);
    for (path, part) in parts(root).iter().skip(1) {
        table(&mut text, part, &format!("`{path}`"));
    }
    text
}

/// Every part reachable from a root, with the first path at which it occurs, depth first.
#[must_use]
pub fn parts(root: &'static DeclaredPart) -> Vec<(String, &'static DeclaredPart)> {
    let mut parts = vec![(String::new(), root)];
    below(root, "", &mut parts);
    parts
}

fn below(within: &'static DeclaredPart, path: &str, parts: &mut Vec<(String, &'static DeclaredPart)>) {
    for key in within.keys {
        let path = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        for (path, part) in held(key.expected, path) {
            if parts.iter().all(|(_, known)| known.name != part.name) {
                parts.push((path.clone(), part));
                below(part, &path, parts);
            }
        }
    }
}

/// Parts under a key, with their paths.
fn held(expected: &'static ExpectedType, path: String) -> Vec<(String, &'static DeclaredPart)> {
    match expected {
        ExpectedType::Part(part) => vec![(path, part)],
        ExpectedType::Entries(entry) => held(entry, format!("{path}.NAME")),
        ExpectedType::List(item) => held(item, format!("{path}[]")),
        ExpectedType::Either(one, other) => [held(one, path.clone()), held(other, path)].concat(),
        ExpectedType::Quantity(_)
        | ExpectedType::Scalar(_)
        | ExpectedType::Text
        | ExpectedType::Boolean
        | ExpectedType::Word(_) => Vec::new(),
    }
}

fn table(text: &mut String, part: &DeclaredPart, title: &str) {
    let _ = writeln!(text, "### {title}\n\n{}\n", cell(&part.meaning()));
    for choice in part.choices {
        let how = match choice.needed {
            Cardinality::One => "Exactly one",
            Cardinality::AtMostOne => "At most one",
        };
        let sets: Vec<String> = choice.alternatives.iter().map(|set| together(set)).collect();
        let _ = writeln!(text, "{how} of {}.\n", sets.join(", "));
    }
    text.push_str("| key | meaning | name in reports | unit | bounds | default |\n|---|---|---|---|---|---|\n");
    for key in part.keys {
        let absent = key.default.unwrap_or(if key.is_required() { "required" } else { "" });
        let (unit, bounds) = limits(key.expected, key);
        let (name, meaning, display_text) = (key.name, cell(&key.meaning()), display_text(key));
        let _ = writeln!(text, "| `{name}` | {meaning} | {display_text} | {unit} | {bounds} | {absent} |");
    }
    text.push('\n');
}

/// Display name of a key and of its entries or items; empty where it is the key itself.
fn display_text(key: &Key) -> String {
    let each = key.each.map(|each| format!("{each} …"));
    key.display_name.map(str::to_owned).into_iter().chain(each).collect::<Vec<_>>().join("; ")
}

/// Text on one line, escaped for a table cell.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

/// Unit and bounds of the value of a key; for a value that is not a quantity, the allowed values.
fn limits(expected: &ExpectedType, key: &Key) -> (String, String) {
    let written = |words: String| (String::new(), words);
    match expected {
        ExpectedType::Quantity(kind) => (kind.unit_text("money"), bounds(kind)),
        ExpectedType::Entries(entry) => {
            let (unit, bounds) = limits(entry, key);
            (unit, format!("by name: {bounds}"))
        }
        ExpectedType::List(item) => {
            let (unit, bounds) = limits(item, key);
            (unit, format!("list: {bounds}"))
        }
        ExpectedType::Either(one, other) => {
            let ((unit, bounds), (unit_of_other, of_other)) = (limits(one, key), limits(other, key));
            (if unit.is_empty() { unit_of_other } else { unit }, format!("{bounds}, or {of_other}"))
        }
        ExpectedType::Part(_) => written("a part".to_owned()),
        ExpectedType::Word(words) => {
            let words: Vec<String> = words.names().iter().map(|word| format!("`{word}`")).collect();
            written(words.join(", "))
        }
        ExpectedType::Boolean => written("`true`, `false`".to_owned()),
        ExpectedType::Scalar(scalar) => written(cell(scalar.meaning.trim_end_matches('.'))),
        ExpectedType::Text => written(key.text.map_or_else(|| "text".to_owned(), |text| (text.reference)())),
    }
}

fn bounds(kind: &QuantityKind) -> String {
    let whole = if kind.form == NumberForm::Count { ", whole" } else { "" };
    format!("{}{whole}", kind.bounds())
}

//! A language as tables for people, from its declarations.

use super::choice::NeededKey;
use super::declaration::{DeclaredPart, Key};
use super::quantity::{NumberForm, QuantityKind};
use super::suggest::together;
use super::wanted::Wanted;
use std::fmt::Write as _;

/// A table for every part, the whole document first.
#[must_use]
pub fn tables(root: &'static DeclaredPart, title: &str) -> String {
    let mut text = String::new();
    table(&mut text, root, title);
    for (path, part) in parts(root).iter().skip(1) {
        table(&mut text, part, &format!("`{path}`"));
    }
    text
}

/// Every part that can be reached from one, with the path at which it stands first, what is in a part right after it.
#[must_use]
pub fn parts(root: &'static DeclaredPart) -> Vec<(String, &'static DeclaredPart)> {
    let mut parts = vec![(String::new(), root)];
    below(root, "", &mut parts);
    parts
}

fn below(within: &'static DeclaredPart, path: &str, parts: &mut Vec<(String, &'static DeclaredPart)>) {
    for key in within.keys {
        let path = if path.is_empty() { key.name.to_owned() } else { format!("{path}.{}", key.name) };
        for (path, part) in held(key.wanted, path) {
            if parts.iter().all(|(_, known)| known.name != part.name) {
                parts.push((path.clone(), part));
                below(part, &path, parts);
            }
        }
    }
}

/// The parts that stand under a key, with the path they then have.
fn held(wanted: &'static Wanted, path: String) -> Vec<(String, &'static DeclaredPart)> {
    match wanted {
        Wanted::Part(part) => vec![(path, part)],
        Wanted::Entries(entry) => held(entry, format!("{path}.NAME")),
        Wanted::List(item) => held(item, format!("{path}[]")),
        Wanted::Either(one, other) => [held(one, path.clone()), held(other, path)].concat(),
        Wanted::Quantity(_) | Wanted::Scalar(_) | Wanted::Text | Wanted::Truth | Wanted::Word(_) => Vec::new(),
    }
}

fn table(text: &mut String, part: &DeclaredPart, title: &str) {
    let _ = writeln!(text, "### {title}\n\n{}\n", cell(&part.meaning()));
    for choice in part.choices {
        let how = match choice.needed {
            NeededKey::One => "Exactly one",
            NeededKey::AtMostOne => "At most one",
        };
        let sets: Vec<String> = choice.alternatives.iter().map(|set| together(set)).collect();
        let _ = writeln!(text, "{how} of {}.\n", sets.join(", "));
    }
    text.push_str("| key | meaning | in reports | unit | bounds | when absent |\n|---|---|---|---|---|---|\n");
    for key in part.keys {
        let absent = key.default.unwrap_or(if key.is_required() { "required" } else { "" });
        let (unit, bounds) = limits(key.wanted, key);
        let (name, meaning, spoken) = (key.name, cell(&key.meaning()), spoken(key));
        let _ = writeln!(text, "| `{name}` | {meaning} | {spoken} | {unit} | {bounds} | {absent} |");
    }
    text.push('\n');
}

/// What a key is called in reports, and one of its entries or items; nothing where its name alone is.
fn spoken(key: &Key) -> String {
    let each = key.each.map(|each| format!("{each} …"));
    key.called.map(str::to_owned).into_iter().chain(each).collect::<Vec<_>>().join("; ")
}

/// A text on one line, fit for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

/// The unit and the bounds of what stands under a key; for what is no quantity, what may be written.
fn limits(wanted: &Wanted, key: &Key) -> (String, String) {
    let written = |words: String| (String::new(), words);
    match wanted {
        Wanted::Quantity(kind) => (kind.unit_text("money"), bounds(kind)),
        Wanted::Entries(entry) => {
            let (unit, bounds) = limits(entry, key);
            (unit, format!("by name: {bounds}"))
        }
        Wanted::List(item) => {
            let (unit, bounds) = limits(item, key);
            (unit, format!("list: {bounds}"))
        }
        Wanted::Either(one, other) => {
            let ((unit, bounds), (unit_of_other, of_other)) = (limits(one, key), limits(other, key));
            (if unit.is_empty() { unit_of_other } else { unit }, format!("{bounds}, or {of_other}"))
        }
        Wanted::Part(_) => written("a part".to_owned()),
        Wanted::Word(words) => {
            let words: Vec<String> = words.names().iter().map(|word| format!("`{word}`")).collect();
            written(words.join(", "))
        }
        Wanted::Truth => written("`true`, `false`".to_owned()),
        Wanted::Scalar(scalar) => written(cell(scalar.meaning.trim_end_matches('.'))),
        Wanted::Text => written(key.text.map_or_else(|| "text".to_owned(), |text| (text.reference)())),
    }
}

fn bounds(kind: &QuantityKind) -> String {
    let whole = if kind.form == NumberForm::Count { ", whole" } else { "" };
    format!("{}{whole}", kind.bounds())
}

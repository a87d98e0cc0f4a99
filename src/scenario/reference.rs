//! The language as tables for people, written from its schema.

use super::choices::{self, Needed};
use super::quantities::KINDS;
use super::quantity::{Form, Kind};
use super::suggest::together;
use serde_json::Value;
use std::fmt::Write as _;

/// A part of the language: where it stands, and what its schema is called; nothing for the scenario itself.
struct Part {
    path: String,
    name: Option<String>,
}

/// A table for every part, the scenario first.
pub(super) fn tables(schema: &Value) -> String {
    let mut text = String::new();
    for part in parts(schema) {
        table(&mut text, schema, &part);
    }
    text
}

/// Every part that can be reached from the scenario, each where it stands first, what is in a part right after it.
fn parts(schema: &Value) -> Vec<Part> {
    let mut parts = vec![Part { path: String::new(), name: None }];
    below(schema, schema, "", &mut parts);
    parts
}

fn below(schema: &Value, within: &Value, path: &str, parts: &mut Vec<Part>) {
    for (key, property) in properties(within) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        for (path, name) in held(property, path) {
            let part = definition(schema, Some(&name));
            let seen = parts.iter().any(|part| part.name.as_ref() == Some(&name));
            if part.get("properties").is_some() && !seen {
                parts.push(Part { path: path.clone(), name: Some(name) });
                below(schema, part, &path, parts);
            }
        }
    }
}

fn definition<'a>(schema: &'a Value, name: Option<&str>) -> &'a Value {
    match name {
        Some(name) => schema.get("$defs").and_then(|defs| defs.get(name)).unwrap_or(&Value::Null),
        None => schema,
    }
}

fn properties(definition: &Value) -> impl Iterator<Item = (&String, &Value)> {
    definition.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// The definitions that a property refers to, with the path they then have.
fn held(property: &Value, path: String) -> Vec<(String, String)> {
    if let Some(name) = referred(property) {
        return vec![(path, name.to_owned())];
    }
    if let Some(entry) = property.get("additionalProperties").filter(|entry| entry.is_object()) {
        return held(entry, format!("{path}.NAME"));
    }
    if let Some(item) = property.get("items") {
        return held(item, format!("{path}[]"));
    }
    let either = property.get("anyOf").and_then(Value::as_array);
    either.into_iter().flatten().flat_map(|one| held(one, path.clone())).collect()
}

fn referred(property: &Value) -> Option<&str> {
    property.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

fn table(text: &mut String, schema: &Value, part: &Part) {
    let definition = definition(schema, part.name.as_deref());
    let title = if part.path.is_empty() { "The scenario".to_owned() } else { format!("`{}`", part.path) };
    let _ = writeln!(text, "### {title}\n\n{}\n", described(definition));
    for choice in choices::of(part.name.as_deref().unwrap_or("Scenario")) {
        let how = match choice.needed {
            Needed::One => "Exactly one",
            Needed::AtMostOne => "At most one",
        };
        let sets: Vec<String> = choice.alternatives.iter().map(|set| together(set)).collect();
        let _ = writeln!(text, "{how} of {}.\n", sets.join(", "));
    }
    text.push_str("| key | meaning | unit | bounds | when absent |\n|---|---|---|---|---|\n");
    let required = definition.get("required").and_then(Value::as_array);
    for (key, property) in properties(definition) {
        let is_required = required.is_some_and(|required| required.iter().any(|name| name == key));
        let absent = match property.get("default") {
            Some(Value::String(default)) => default.clone(),
            Some(default) => default.to_string(),
            None if is_required => "required".to_owned(),
            None => String::new(),
        };
        let (unit, bounds) = limits(schema, property);
        let _ = writeln!(text, "| `{key}` | {} | {unit} | {bounds} | {absent} |", described(property));
    }
    text.push('\n');
}

/// The description of a schema, on one line, fit for a cell of a table.
fn described(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.replace('\n', " ").replace('|', "\\|")
}

/// The unit and the bounds of a property's values; for what is no quantity, what may be written.
fn limits(schema: &Value, property: &Value) -> (String, String) {
    if let Some(entry) = property.get("additionalProperties").filter(|entry| entry.is_object()) {
        let (unit, bounds) = limits(schema, entry);
        return (unit, format!("by name: {bounds}"));
    }
    if let Some(item) = property.get("items") {
        let (unit, bounds) = limits(schema, item);
        return (unit, format!("list: {bounds}"));
    }
    if let Some(either) = property.get("anyOf").and_then(Value::as_array) {
        let both: Vec<(String, String)> = either.iter().map(|one| limits(schema, one)).collect();
        let bounds: Vec<String> = both.iter().map(|(_, bounds)| bounds.clone()).collect();
        let unit = both.into_iter().map(|(unit, _)| unit).find(|unit| !unit.is_empty());
        return (unit.unwrap_or_default(), bounds.join(", or "));
    }
    if let Some(name) = referred(property) {
        return match KINDS.iter().find(|kind| kind.name == name) {
            Some(kind) => (unit(kind), bounds(kind)),
            None => (String::new(), written(definition(schema, Some(name)))),
        };
    }
    if let Some(Value::Array(names)) = property.get("enum") {
        let names: Vec<String> = names.iter().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
        return (String::new(), names.join(", "));
    }
    let is_truth = |kinds: &Value| kinds.get(0).is_some_and(|kind| kind == "boolean");
    let is_option = property.get("pattern").and_then(Value::as_str).is_some_and(|text| text.contains("own|rent"));
    let what = match property.get("type") {
        Some(kinds) if is_truth(kinds) => "`true`, `false`",
        Some(_) if is_option => "the path of an option",
        Some(_) => "text",
        None => "the name of a rule",
    };
    (String::new(), what.to_owned())
}

fn unit(kind: &Kind) -> String {
    kind.unit_text("money")
}

fn bounds(kind: &Kind) -> String {
    let whole = if kind.form == Form::Count { ", whole" } else { "" };
    format!("{}{whole}", kind.bounds())
}

/// What is written for a definition that is no quantity.
fn written(definition: &Value) -> String {
    let words = |list: &Value| -> Vec<String> {
        let word = |one: &Value| one.get("const").unwrap_or(one).as_str().map(|word| format!("`{word}`"));
        list.as_array().into_iter().flatten().filter_map(word).collect()
    };
    if definition.get("description").and_then(Value::as_str).is_some_and(|words| words.contains("ISO 4217")) {
        return described(definition).trim_end_matches('.').to_owned();
    }
    let choices = definition.get("oneOf").or(definition.get("enum")).map(words).unwrap_or_default();
    if !choices.is_empty() {
        return choices.join(", ");
    }
    if definition.get("properties").is_some() {
        return "a part".to_owned();
    }
    let described = described(definition);
    described.trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use crate::scenario::schema::reference;

    #[test]
    fn every_part_has_a_table_and_every_key_a_row() {
        let text = reference();
        for part in
            ["The scenario", "`own.NAME.node`", "`rent.NAME.commitments.NAME`", "`own.NAME.operating.NAME.tiers[]`"]
        {
            assert!(text.contains(&format!("### {part}\n")), "{part}");
        }
        let row = "| `price_per_accelerator` | List price of one server divided by its accelerators. | money/accelerator | 0 to 1,000,000,000,000 |  |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("| `date` | The day of its prices. |  | A day, `2026-11-01` |  |"));
        assert!(
            text.contains("| `availability` | Share of the hours in which the fleet is up. |  | 0% to 100% | 100% |")
        );
        assert!(text.contains("Exactly one of `price`, `price_per_accelerator`."));
        assert!(text.lines().filter(|line| line.starts_with('|')).all(|line| line.matches('|').count() == 6));
    }
}

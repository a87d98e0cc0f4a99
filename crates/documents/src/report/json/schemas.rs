//! The schemas that follow from the types that are written. `src/cli/schema.rs` holds the files of `schema/` to them.

use super::Contract;
use crate::analysis::difference::Difference;
use crate::analysis::flip::Flips;
use crate::analysis::plan::Plans;
use crate::analysis::rate::Rates;
use crate::analysis::sensitivity::Sensitivity;
use crate::analysis::simulate::Simulation;
use crate::analysis::sweep::Sweep;
use crate::diagnostic::Severity;
use crate::report::Errors;
use crate::report::catalog::WrittenFacts;
use crate::report::check::WrittenCheck;
use crate::report::check::rules::WrittenRules;
use crate::report::compare::WrittenComparison;
use crate::report::dossier::WrittenDossier;
use crate::report::explain::WrittenExplanations;
use crate::report::measured::WrittenTrace;
use crate::report::portfolio::WrittenPortfolio;
use crate::report::profiles::WrittenProfiles;
use crate::report::review::WrittenReview;
use crate::report::weighed::WithWarnings;
use crate::scan::Scan;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// How much a finding weighs, by name.
pub(in crate::report) struct SeverityName;

impl JsonSchema for SeverityName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Severity".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all = [Severity::Error, Severity::Warning, Severity::Information].map(Severity::text);
        json_schema!({ "enum": all })
    }
}

/// The schema of a kind of JSON, from the type that is written.
#[must_use]
pub fn derived(contract: Contract) -> Value {
    let of = match contract {
        Contract::Errors => of::<Errors>,
        Contract::Compare => of::<WrittenComparison<'static>>,
        Contract::Explain => of::<WrittenExplanations<'static>>,
        Contract::Sensitivity => of::<WithWarnings<'static, Sensitivity>>,
        Contract::Simulate => of::<WithWarnings<'static, Simulation>>,
        Contract::Flip => of::<WithWarnings<'static, Flips>>,
        Contract::Plan => of::<Plans>,
        Contract::Portfolio => of::<WrittenPortfolio<'static>>,
        Contract::Rate => of::<Rates>,
        Contract::Report => of::<WrittenDossier<'static>>,
        Contract::Scan => of::<Scan>,
        Contract::Sweep => of::<Sweep>,
        Contract::Diff => of::<Difference>,
        Contract::Diffs => of::<WrittenReview<'static>>,
        Contract::Catalog => of::<WrittenFacts<'static>>,
        Contract::Check => of::<WrittenCheck<'static>>,
        Contract::Rules => of::<WrittenRules>,
        Contract::Profiles => of::<WrittenProfiles<'static>>,
        Contract::Trace => of::<WrittenTrace<'static>>,
    };
    of(contract)
}

/// The schema of a type as the whole of a document: closed, with the name of its schema before its own fields.
fn of<T: JsonSchema>(contract: Contract) -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    close(&mut schema);
    let id = contract.id();
    let name = json!({ "description": "The name and the version of this schema.", "const": id });
    let mut properties = Map::from_iter([("schema".to_owned(), name)]);
    properties.extend(schema["properties"].as_object().expect("a result has fields").clone());
    let required =
        [&[Value::from("schema")], schema["required"].as_array().expect("some always have a value").as_slice()]
            .concat();
    json!({
        "$schema": schema["$schema"],
        "$id": format!("urn:rackrent:{}:1", contract.name()),
        "title": id,
        "description": schema["description"],
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "required": required,
        "$defs": schema["$defs"],
    })
}

/// Says of every object that it has no other fields, and takes out the widths of machine numbers.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") && !fields.contains_key("additionalProperties") {
                fields.insert("additionalProperties".to_owned(), false.into());
            }
            if fields.get("format").is_some_and(Value::is_string) {
                fields.shift_remove("format");
            }
            fields.iter_mut().for_each(|(_, value)| close(value));
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_property_is_described_and_every_object_is_closed() {
    let mut seen = 0;
    for contract in Contract::ALL {
        look(&derived(contract), contract.name(), &mut seen);
    }
    assert!(seen > 400, "{seen}");
}

/// Looks at a schema and at all within it.
#[cfg(test)]
fn look(schema: &Value, path: &str, seen: &mut usize) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        assert_eq!(schema["additionalProperties"], false, "{path} is open");
        for (name, property) in properties.iter().filter(|(_, property)| property.get("const").is_none()) {
            let described = property.get("description").and_then(Value::as_str).unwrap_or_default();
            assert!(described.ends_with(['.', '!', '?']), "{path}.{name} is not described: {property}");
            *seen += 1;
        }
    }
    match schema {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| look(value, &format!("{path}.{key}"), seen)),
        Value::Array(items) => items.iter().for_each(|item| look(item, path, seen)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

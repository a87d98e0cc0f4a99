//! JSON Schema of all results, derived from their types. A test in `src/cli/schema.rs` compares `schema/results.schema.json` with it.

use super::json::Contract;
use crate::analysis::backtest::Backtest;
use crate::analysis::difference::Difference;
use crate::analysis::flip::Flips;
use crate::analysis::plan::Plans;
use crate::analysis::rate::Rates;
use crate::analysis::sensitivity::Sensitivity;
use crate::analysis::simulate::Simulation;
use crate::analysis::sweep::Sweep;
use crate::analysis::timing::{Replacement, Timing};
use crate::catalog::PackIdentity;
use crate::fit::Fit;
use crate::report::Errors;
use crate::report::cash_plan::CashPlanJson;
use crate::report::catalog::{FactsJson, ThroughputJson as CatalogThroughputJson};
use crate::report::caveats::WithWarnings;
use crate::report::check::CheckJson;
use crate::report::check::rules::RulesJson;
use crate::report::compare::ComparisonJson;
use crate::report::explain::ExplanationsJson;
use crate::report::full_report::FullReportJson;
use crate::report::history::HistoryJson;
use crate::report::portfolio::PortfolioJson;
use crate::report::profiles::ProfilesJson;
use crate::report::review::ReviewJson;
use crate::report::telemetry::TraceJson;
use crate::report::throughput::ThroughputJson;
use crate::reprice::Repricing;
use crate::scan::Scan;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Schema of every result: a definition for each [`Contract`], under its name, and those that they share.
#[must_use]
pub fn derived() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let results: Vec<(String, Value)> = Contract::ALL
        .into_iter()
        .map(|contract| (contract.name().to_owned(), result(contract, &mut generator)))
        .collect();
    let names = results.iter().map(|(name, _)| json!({ "$ref": format!("#/$defs/{name}") })).collect::<Vec<Value>>();
    let mut shared = Value::Object(generator.take_definitions(true));
    close(&mut shared);
    let Value::Object(shared) = shared else { unreachable!("definitions are an object") };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:rackrent:results:1",
        "title": "Results of rackrent",
        "description": "JSON output of every command; each definition in lower case is the schema of one kind of result.",
        "anyOf": names,
        "$defs": results.into_iter().chain(shared).collect::<Map<String, Value>>(),
    })
}

fn result(contract: Contract, generator: &mut SchemaGenerator) -> Value {
    let of = match contract {
        Contract::Errors => of::<Errors>,
        Contract::Compare => of::<ComparisonJson<'static>>,
        Contract::Explain => of::<ExplanationsJson<'static>>,
        Contract::Sensitivity => of::<WithWarnings<'static, Sensitivity>>,
        Contract::Simulate => of::<WithWarnings<'static, Simulation>>,
        Contract::Flip => of::<WithWarnings<'static, Flips>>,
        Contract::Plan => of::<Plans>,
        Contract::Portfolio => of::<PortfolioJson<'static>>,
        Contract::CashPlan => of::<CashPlanJson<'static>>,
        Contract::Rate => of::<Rates>,
        Contract::Report => of::<FullReportJson<'static>>,
        Contract::Scan => of::<Scan>,
        Contract::Sweep => of::<Sweep>,
        Contract::Timing => of::<Timing>,
        Contract::Replacement => of::<Replacement>,
        Contract::Backtest => of::<Backtest>,
        Contract::Diff => of::<Difference>,
        Contract::Diffs => of::<ReviewJson<'static>>,
        Contract::Catalog => of::<FactsJson<'static>>,
        Contract::Fit => of::<Fit>,
        Contract::CatalogThroughput => of::<CatalogThroughputJson<'static>>,
        Contract::Throughput => of::<ThroughputJson<'static>>,
        Contract::History => of::<HistoryJson<'static>>,
        Contract::Check => of::<CheckJson<'static>>,
        Contract::Rules => of::<RulesJson>,
        Contract::Reprice => of::<Repricing>,
        Contract::Profiles => of::<ProfilesJson<'static>>,
        Contract::Trace => of::<TraceJson<'static>>,
    };
    of(contract, generator)
}

/// Schema of a document with a result of type `T`: closed, with the schema's name as its first field.
fn of<T: JsonSchema>(contract: Contract, generator: &mut SchemaGenerator) -> Value {
    let mut schema = generator.root_schema_for::<T>().to_value();
    close(&mut schema);
    let name = json!({ "description": "Name and version of this schema.", "const": contract.id() });
    let mut catalog = generator.subschema_for::<PackIdentity>().to_value();
    catalog["description"] = "The catalog, if it is a pack; absent for the shipped catalog.".into();
    let mut properties = Map::from_iter([("schema".to_owned(), name), ("catalog".to_owned(), catalog)]);
    properties.extend(schema["properties"].as_object().expect("a result has fields").clone());
    let required =
        [&[Value::from("schema")], schema["required"].as_array().expect("some always have a value").as_slice()]
            .concat();
    json!({
        "title": contract.id(),
        "description": schema["description"],
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "required": required,
    })
}

/// Closes every object, and removes the widths of machine numbers.
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
    look(&derived(), "", &mut seen);
    assert!(seen > 400, "{seen}");
}

/// Checks a schema and those in it.
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

//! `schema`: the JSON Schema of scenarios and of command output.

use super::console::Console;
use super::{Status, unwritten};
use crate::report::Contract;
use crate::scenario::schema;
use anyhow::{Result, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::io;

/// Print the JSON Schema of scenarios or of command output.
///
/// Use it for completion and validation in an editor, to look up a key, or to read the JSON of a command with types. `--format
/// markdown` prints a reference of the keys of scenarios; `--of` selects the JSON of a command.
///
/// Example: rackrent schema > rackrent.schema.json
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Subject of the schema: `scenario`, or the JSON that a command writes.
    #[arg(long, value_name = "SUBJECT", default_value = "scenario")]
    of: SchemaOf,
    /// JSON Schema for editors, Markdown for people.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: SchemaFormat,
}

/// Subject of a schema.
#[derive(Clone, Copy, Debug)]
enum SchemaOf {
    /// Scenarios.
    Scenario,
    /// JSON that a command writes.
    Json(Contract),
}

impl ValueEnum for SchemaOf {
    fn value_variants<'a>() -> &'a [SchemaOf] {
        const ALL: [SchemaOf; 1 + Contract::ALL.len()] = {
            let mut all = [SchemaOf::Scenario; 1 + Contract::ALL.len()];
            let mut at = 0;
            while at < Contract::ALL.len() {
                all[at + 1] = SchemaOf::Json(Contract::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            SchemaOf::Scenario => "scenario",
            SchemaOf::Json(contract) => contract.name(),
        }))
    }
}

/// Output format of `schema`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemaFormat {
    /// JSON Schema, draft 2020-12.
    Json,
    /// Tables of all keys with their meaning, unit, bounds and default.
    Markdown,
}

/// Writes the schema or the reference.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let written = match (arguments.of, arguments.format) {
        (SchemaOf::Scenario, SchemaFormat::Json) => pretty(&schema::schema(), console),
        (SchemaOf::Scenario, SchemaFormat::Markdown) => write!(console.output, "{}", schema::reference()),
        (SchemaOf::Json(contract), SchemaFormat::Json) => pretty(&result_schema(contract), console),
        (SchemaOf::Json(_), SchemaFormat::Markdown) => {
            bail!("--format markdown is available only for scenarios; omit it for the JSON Schema")
        }
    };
    written.map_err(unwritten)?;
    Ok(Status::Fine)
}

fn pretty(schema: &impl Serialize, console: &mut Console<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut console.output, schema)?;
    writeln!(console.output)
}

/// JSON Schemas of all results.
const RESULTS: &str = include_str!("../../schema/results.schema.json");

/// Self-contained JSON Schema of a result: its definition with the shared definitions that it uses.
fn result_schema(contract: Contract) -> Value {
    let all: Value = serde_json::from_str(RESULTS).expect("the schema is JSON");
    let definitions = &all["$defs"];
    let root = &definitions[contract.name()];
    let (mut used, mut rest) = (BTreeSet::new(), vec![root]);
    while let Some(schema) = rest.pop() {
        match schema {
            Value::Object(fields) => {
                let reference = fields.get("$ref").and_then(Value::as_str);
                let name = reference.and_then(|reference| reference.strip_prefix("#/$defs/"));
                if let Some(name) = name.filter(|name| used.insert(*name)) {
                    rest.push(&definitions[name]);
                }
                rest.extend(fields.values());
            }
            Value::Array(items) => rest.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), all["$schema"].clone());
    schema.insert("$id".to_owned(), format!("urn:rackrent:{}:1", contract.name()).into());
    schema.extend(root.as_object().expect("a definition is an object").clone());
    let used = used.into_iter().map(|name| (name.to_owned(), definitions[name].clone()));
    schema.insert("$defs".to_owned(), used.collect::<Map<String, Value>>().into());
    schema.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::derived;

    /// `RACKRENT_BLESS=1` regenerates the file.
    #[test]
    fn the_schema_of_results_follows_from_their_types() {
        let text = serde_json::to_string_pretty(&derived()).unwrap() + "\n";
        if std::env::var_os("RACKRENT_BLESS").is_some() {
            std::fs::write("schema/results.schema.json", text).unwrap();
        } else {
            assert!(text == RESULTS, "schema/results.schema.json is outdated; .ci/regenerate writes it");
        }
    }

    #[test]
    fn a_printed_schema_has_the_definitions_that_it_uses() {
        let schema = result_schema(Contract::Rate);
        let text = schema.to_string();
        assert_eq!(schema["title"], "rackrent.rate/1");
        assert!(schema["$defs"].get("FleetRate").is_some() && schema["$defs"].get("Comparison").is_none());
        for reference in text.split("#/$defs/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(schema["$defs"].get(name).is_some(), "{name}");
        }
    }
}

//! `schema`: what a scenario may say, and what the JSON of a command says.

use super::console::Console;
use super::{Status, unwritten};
use crate::report::Contract;
use crate::scenario::schema;
use anyhow::{Result, bail};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::io;

/// What a scenario may say: its JSON Schema, or a reference to read. With `--of` what the JSON of a command says.
///
/// Use it to have an editor complete and check scenarios as they are written, to look a key up, or to read the JSON of a
/// command by types.
///
/// Example: rackrent schema > rackrent.schema.json
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What the schema is of: `scenario`, or the JSON that a command writes.
    #[arg(long, value_name = "JSON", default_value = "scenario")]
    of: SchemaOf,
    /// JSON Schema for editors, Markdown for people.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: SchemaFormat,
}

/// What a schema is of.
#[derive(Clone, Copy, Debug)]
enum SchemaOf {
    /// What authors write.
    Scenario,
    /// What a command writes.
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

/// A description of the language.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemaFormat {
    /// JSON Schema, draft 2020-12.
    Json,
    /// Tables of every key with its meaning, unit, bounds and default.
    Markdown,
}

/// Writes the description.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let written = match (arguments.of, arguments.format) {
        (SchemaOf::Scenario, SchemaFormat::Json) => {
            serde_json::to_writer_pretty(&mut console.output, &schema::schema())
                .map_err(io::Error::from)
                .and_then(|()| writeln!(console.output))
        }
        (SchemaOf::Scenario, SchemaFormat::Markdown) => write!(console.output, "{}", schema::reference()),
        (SchemaOf::Json(contract), SchemaFormat::Json) => write!(console.output, "{}", text_of(contract)),
        (SchemaOf::Json(_), SchemaFormat::Markdown) => {
            bail!("only the keys of scenarios have tables; leave `--format markdown` out for the JSON Schema")
        }
    };
    written.map_err(unwritten)?;
    Ok(Status::Fine)
}

/// The JSON Schema of what a command writes, draft 2020-12.
fn text_of(contract: Contract) -> &'static str {
    match contract {
        Contract::Errors => include_str!("../../schema/errors.schema.json"),
        Contract::Compare => include_str!("../../schema/compare.schema.json"),
        Contract::Explain => include_str!("../../schema/explain.schema.json"),
        Contract::Sensitivity => include_str!("../../schema/sensitivity.schema.json"),
        Contract::Simulate => include_str!("../../schema/simulate.schema.json"),
        Contract::Flip => include_str!("../../schema/flip.schema.json"),
        Contract::Plan => include_str!("../../schema/plan.schema.json"),
        Contract::Portfolio => include_str!("../../schema/portfolio.schema.json"),
        Contract::Rate => include_str!("../../schema/rate.schema.json"),
        Contract::Report => include_str!("../../schema/report.schema.json"),
        Contract::Scan => include_str!("../../schema/scan.schema.json"),
        Contract::Sweep => include_str!("../../schema/sweep.schema.json"),
        Contract::Diff => include_str!("../../schema/diff.schema.json"),
        Contract::Diffs => include_str!("../../schema/diffs.schema.json"),
        Contract::Catalog => include_str!("../../schema/catalog.schema.json"),
        Contract::Check => include_str!("../../schema/check.schema.json"),
        Contract::Rules => include_str!("../../schema/rules.schema.json"),
        Contract::Profiles => include_str!("../../schema/profiles.schema.json"),
        Contract::Trace => include_str!("../../schema/trace.schema.json"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::derived;

    /// `RACKRENT_BLESS=1` writes the files anew.
    #[test]
    fn the_files_follow_from_the_types() {
        for contract in Contract::ALL {
            let text = serde_json::to_string_pretty(&derived(contract)).unwrap() + "\n";
            let path = format!("schema/{}.schema.json", contract.name());
            if std::env::var_os("RACKRENT_BLESS").is_some() {
                std::fs::write(&path, text).unwrap();
            } else {
                assert!(text == text_of(contract), "{path} does not follow from the types; RACKRENT_BLESS=1 writes it");
            }
        }
    }
}

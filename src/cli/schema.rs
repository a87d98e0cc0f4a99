//! `schema`: what a scenario may say.

use super::console::Console;
use super::{Status, unwritten};
use crate::scenario::schema;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io;

/// What a scenario may say: its JSON Schema, or a reference to read.
///
/// Use it to have an editor complete and check scenarios as they are written, or to look a key up.
///
/// Example: rackrent schema > rackrent.schema.json
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// JSON Schema for editors, Markdown for people.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    format: SchemaFormat,
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
    let written = match arguments.format {
        SchemaFormat::Json => serde_json::to_writer_pretty(&mut console.output, &schema::schema())
            .map_err(io::Error::from)
            .and_then(|()| writeln!(console.output)),
        SchemaFormat::Markdown => write!(console.output, "{}", schema::reference()),
    };
    written.map_err(unwritten)?;
    Ok(Status::Fine)
}

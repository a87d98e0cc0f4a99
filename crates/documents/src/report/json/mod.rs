//! Results as JSON: each is what it serializes to, under a schema with a name and a version. `docs/reference/json.md`
//! documents them, `schema/` has the JSON Schema of each; fields are only ever added.

mod contract;
#[cfg(feature = "schema")]
mod schemas;
mod visible;

pub use contract::Contract;
#[cfg(feature = "schema")]
pub(super) use schemas::SeverityName;
#[cfg(feature = "schema")]
pub use schemas::derived;

use crate::diagnostic::{CommandEscape, NoCommands};
use serde::Serialize;
use std::io::{self, Write};
use visible::Visible;

/// A result under its schema.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Document<T> {
    /// The name and the version of the schema.
    schema: String,
    #[serde(flatten)]
    result: T,
}

impl<T> Document<T> {
    /// A result of a kind.
    pub(super) fn of(contract: Contract, result: T) -> Document<T> {
        Document { schema: contract.id(), result }
    }
}

/// A result under its schema, as an object.
pub(super) fn write(contract: Contract, result: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    pretty(&Document::of(contract, result), out)
}

pub(super) fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut out = NoCommands::to(out, CommandEscape::Json);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Visible::default()))?;
    writeln!(out)
}

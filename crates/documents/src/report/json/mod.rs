//! JSON output of results, each under a schema with name and version. `docs/reference/json.md` documents them,
//! `schema/` has their JSON Schemas; fields are only ever added.

mod contract;
#[cfg(feature = "schema")]
mod severity_name;
mod visible;

pub use contract::Contract;
#[cfg(feature = "schema")]
pub(super) use severity_name::SeverityName;

use crate::catalog::{PackIdentity, catalog_pack};
use crate::diagnostic::{CommandEscape, CommandFilter};
use serde::Serialize;
use std::io::{self, Write};
use visible::Visible;

/// A result with its schema name.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Document<T> {
    /// Name and version of the schema.
    schema: String,
    /// The catalog, if it is a pack; absent for the shipped catalog.
    #[serde(skip_serializing_if = "Option::is_none")]
    catalog: Option<&'static PackIdentity>,
    #[serde(flatten)]
    result: T,
}

impl<T> Document<T> {
    /// Adds the schema name to a result.
    pub(super) fn of(contract: Contract, result: T) -> Document<T> {
        Document { schema: contract.id(), catalog: catalog_pack(), result }
    }
}

/// Writes a result with its schema name as an object.
pub(super) fn write(contract: Contract, result: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    pretty(&Document::of(contract, result), out)
}

pub(super) fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut out = CommandFilter::to(out, CommandEscape::Json);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Visible::default()))?;
    writeln!(out)
}

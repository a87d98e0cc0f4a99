//! Results as JSON: each is what it serializes to, under a schema with a name and a version. `docs/reference/json.md`
//! documents them; fields are only ever added.

mod visible;

use serde::Serialize;
use std::io::{self, Write};
use visible::Visible;

/// A result under its schema.
#[derive(Serialize)]
pub(super) struct Document<T> {
    pub(super) schema: &'static str,
    #[serde(flatten)]
    pub(super) result: T,
}

/// A result under its schema, as an object.
pub(super) fn write(schema: &'static str, result: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    pretty(&Document { schema, result }, out)
}

pub(super) fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Visible::default()))?;
    writeln!(out)
}

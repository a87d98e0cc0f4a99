//! Schema of a severity.

use crate::diagnostic::Severity;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// Schema of a severity.
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

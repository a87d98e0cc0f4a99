//! Position of an input in JSON.

use crate::diagnostic::{Place, SourceId};
use serde::{Serialize, Serializer};

/// Line and column of a value in its file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct LineAndColumn {
    /// Its line, from 1; null if it is not in a file.
    line: Option<u32>,
    /// Its column in characters, from 1; null if it is not in a file.
    column: Option<u32>,
}

impl LineAndColumn {
    /// Of a position; both are null for a `--set`, whose line is not a line of a file.
    pub(crate) fn of(place: Option<Place>) -> LineAndColumn {
        let place = place.filter(|place| matches!(place.source, SourceId::File(_)));
        LineAndColumn { line: place.map(|place| place.line), column: place.map(|place| place.column) }
    }
}

/// Serializes a position as line and column.
#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(crate) fn line_and_column<S: Serializer>(place: &Option<Place>, serializer: S) -> Result<S::Ok, S::Error> {
    LineAndColumn::of(*place).serialize(serializer)
}

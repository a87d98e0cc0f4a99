//! Errors of measured load: files that are rejected, and rows that are skipped and reported.

pub(super) use language::suggest::shown;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// File, and position in it, if the error is in one.
    pub at: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub instead: String,
}

impl TraceError {
    pub(super) fn new(message: impl Into<String>, instead: impl Into<String>) -> TraceError {
        TraceError { at: None, message: message.into(), instead: instead.into() }
    }

    /// The same error at a position.
    pub(super) fn at(self, place: impl fmt::Display) -> TraceError {
        TraceError { at: Some(place.to_string()), ..self }
    }
}

/// `PLACE: what is wrong; what to do`.
impl fmt::Display for TraceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(formatter, "{at}: ")?;
        }
        write!(formatter, "{}; {}", self.message, self.instead)
    }
}

impl std::error::Error for TraceError {}

/// Why a row is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// Its number of cells differs from the header's.
    Cells,
    /// It is not UTF-8.
    Encoding,
    /// A time is invalid.
    Time,
    /// It ends before it begins.
    Reversed,
    /// Its job has ended but has no end time.
    Endless,
    /// Its number of accelerators is invalid.
    Accelerators,
    /// It is not after the sample before it.
    Unordered,
}

/// Error in a row: the rest of a sentence that begins with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowFlaw {
    pub(super) flaw: SkipReason,
    pub(super) message: String,
}

impl RowFlaw {
    pub(super) fn new(flaw: SkipReason, message: impl Into<String>) -> RowFlaw {
        RowFlaw { flaw, message: message.into() }
    }

    /// Invalid time.
    pub(super) fn time(column: &str, text: &str) -> RowFlaw {
        RowFlaw::new(
            SkipReason::Time,
            format!("has `{}` for {column}, which is not a time between 2000 and 2200", shown(text)),
        )
    }
}

/// Rows skipped for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SkippedRows {
    /// Reason.
    pub reason: SkipReason,
    /// Number of rows.
    pub rows: u64,
    /// Position of the first row: `FILE:LINE`; in JSON, the file with the numbers of series and sample, or of the window.
    pub first: String,
    /// Error in the first row.
    pub message: String,
}

/// All skipped rows: first row and count by reason.
#[derive(Debug, Default)]
pub(super) struct AllSkipped(BTreeMap<SkipReason, SkippedRows>);

impl AllSkipped {
    pub(super) fn add(&mut self, found: RowFlaw, place: impl FnOnce() -> String) {
        let RowFlaw { flaw, message } = found;
        let known =
            self.0.entry(flaw).or_insert_with(|| SkippedRows { reason: flaw, rows: 0, first: place(), message });
        known.rows += 1;
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> u64 {
        self.0.values().map(|skipped| skipped.rows).sum()
    }

    /// First row of the first reason.
    pub(super) fn first(&self) -> Option<&SkippedRows> {
        self.0.values().next()
    }

    pub(super) fn into_list(self) -> Vec<SkippedRows> {
        self.0.into_values().collect()
    }
}

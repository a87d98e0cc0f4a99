//! What is wrong with files of measured load: what refuses them, and what is skipped in them and told.

pub(super) use language::suggest::shown;
use std::collections::BTreeMap;
use std::fmt;

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTrace {
    /// The file and the place in it, if it is one.
    pub at: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub instead: String,
}

impl NoTrace {
    pub(super) fn new(message: impl Into<String>, instead: impl Into<String>) -> NoTrace {
        NoTrace { at: None, message: message.into(), instead: instead.into() }
    }

    /// The same at a place.
    pub(super) fn at(self, place: impl fmt::Display) -> NoTrace {
        NoTrace { at: Some(place.to_string()), ..self }
    }
}

/// `PLACE: what is wrong; what to do`.
impl fmt::Display for NoTrace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(formatter, "{at}: ")?;
        }
        write!(formatter, "{}; {}", self.message, self.instead)
    }
}

impl std::error::Error for NoTrace {}

/// Why a row is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flaw {
    /// It has not as many cells as the header.
    Cells,
    /// It is not UTF-8.
    Encoding,
    /// A time is none.
    Time,
    /// It ends before it begins.
    Reversed,
    /// Its job is over, and has no end.
    Endless,
    /// Its accelerators are no number that they can be.
    Accelerators,
    /// It comes before the sample above it.
    Unordered,
}

impl Flaw {
    /// Its lasting name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Flaw::Cells => "cells",
            Flaw::Encoding => "encoding",
            Flaw::Time => "time",
            Flaw::Reversed => "reversed",
            Flaw::Endless => "endless",
            Flaw::Accelerators => "accelerators",
            Flaw::Unordered => "unordered",
        }
    }
}

/// What is wrong with a row: the rest of a sentence that begins with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowFlaw {
    pub(super) flaw: Flaw,
    pub(super) message: String,
}

impl RowFlaw {
    pub(super) fn new(flaw: Flaw, message: impl Into<String>) -> RowFlaw {
        RowFlaw { flaw, message: message.into() }
    }

    /// A time that is none.
    pub(super) fn time(column: &str, text: &str) -> RowFlaw {
        RowFlaw::new(Flaw::Time, format!("has `{}` for {column}, no time between 2000 and 2200", shown(text)))
    }
}

/// Rows that were skipped for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRows {
    /// Why.
    pub flaw: Flaw,
    /// The place of the first of them.
    pub first: String,
    /// What is wrong with that.
    pub message: String,
    /// How many.
    pub rows: u64,
}

/// All that is skipped: of each reason the first row, and how many there are.
#[derive(Debug, Default)]
pub(super) struct AllSkipped(BTreeMap<Flaw, SkippedRows>);

impl AllSkipped {
    pub(super) fn add(&mut self, found: RowFlaw, place: impl FnOnce() -> String) {
        let RowFlaw { flaw, message } = found;
        let known = self.0.entry(flaw).or_insert_with(|| SkippedRows { flaw, first: place(), message, rows: 0 });
        known.rows += 1;
    }

    /// How many rows.
    pub(super) fn rows(&self) -> u64 {
        self.0.values().map(|skipped| skipped.rows).sum()
    }

    /// The first row of one of the reasons.
    pub(super) fn first(&self) -> Option<&SkippedRows> {
        self.0.values().next()
    }

    pub(super) fn into_list(self) -> Vec<SkippedRows> {
        self.0.into_values().collect()
    }
}

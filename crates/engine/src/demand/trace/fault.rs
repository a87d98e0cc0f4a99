//! Errors of traces.

use crate::diagnostic::Code;
use std::io;

/// Maximum number of bytes of a row shown in an error.
const SHOWN: usize = 400;

/// Error of reading a trace.
#[derive(Debug)]
pub(super) enum TraceError {
    /// The file cannot be opened or read.
    Unreadable(io::Error),
    /// Problem of the whole file: `has no rows`.
    File(Problem),
    /// Problem of one row.
    Row(Row),
}

/// Problem of a trace.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// Code of the finding.
    pub(super) code: Code,
    /// Predicate of a sentence about the line or the file: `has three cells`.
    pub(super) message: String,
    /// Suggestion.
    pub(super) instead: String,
    /// Position in the row.
    pub(super) cell: Cell,
}

/// Part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Whole row.
    Whole,
    /// Cell before the comma.
    First,
    /// Cell after the comma.
    Second,
}

/// Row with a problem.
#[derive(Debug)]
pub(super) struct Row {
    /// Problem.
    pub(super) problem: Problem,
    /// Line number, from 1.
    pub(super) number: u64,
    /// Bytes of the row.
    pub(super) bytes: Vec<u8>,
}

impl Problem {
    /// Problem of a whole row or file.
    pub(super) fn new(code: Code, message: impl Into<String>, instead: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), instead: instead.into(), cell: Cell::Whole }
    }

    /// The same problem in a part of the row.
    pub(super) fn cell(mut self, cell: Cell) -> Problem {
        self.cell = cell;
        self
    }

    /// Too many different values.
    pub(super) fn too_varied(of: &str) -> Problem {
        let message = format!("exceeds the limit of 100,000 different {of}");
        Problem::new(Code::TraceTooVaried, message, "round them, or use a ready-made curve `accelerators,hours`")
    }
}

impl Row {
    /// Row with a problem; a very long row is truncated.
    pub(super) fn new(problem: Problem, number: u64, bytes: &[u8]) -> Row {
        Row { problem, number, bytes: bytes.get(..SHOWN).unwrap_or(bytes).to_vec() }
    }

    /// Text of the row.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

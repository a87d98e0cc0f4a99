//! What can be wrong with a trace.

use crate::diagnostic::Code;
use std::io;

/// Most bytes of a row that an error shows.
const SHOWN: usize = 400;

/// Why a trace was not read to its end.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file cannot be opened or read.
    Unreadable(io::Error),
    /// Something about the file as a whole: `has no rows`.
    File(Problem),
    /// Something about one row.
    Row(Row),
}

/// What is wrong.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    /// What kind of finding it is.
    pub(super) code: Code,
    /// The rest of a sentence that begins with the line or the file: `has three cells`.
    pub(super) message: String,
    /// What to write instead.
    pub(super) instead: String,
    /// Where in its row.
    pub(super) cell: Cell,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// All of it.
    Whole,
    /// What stands before the comma.
    First,
    /// What stands behind it.
    Second,
}

/// A row with what is wrong with it.
#[derive(Debug)]
pub(super) struct Row {
    /// What is wrong.
    pub(super) problem: Problem,
    /// Its line, from 1.
    pub(super) number: u64,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

impl Problem {
    /// Something wrong with a whole row or file.
    pub(super) fn new(code: Code, message: impl Into<String>, instead: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), instead: instead.into(), cell: Cell::Whole }
    }

    /// The same, in a part of its row.
    pub(super) fn cell(mut self, cell: Cell) -> Problem {
        self.cell = cell;
        self
    }

    /// More different values than are kept.
    pub(super) fn too_varied(of: &str) -> Problem {
        let message = format!("brings more than 100,000 different {of}");
        Problem::new(Code::TraceTooVaried, message, "round them, or give a ready-made curve `accelerators,hours`")
    }
}

impl Row {
    /// A row with what is wrong with it; of a very long one the beginning.
    pub(super) fn new(problem: Problem, number: u64, bytes: &[u8]) -> Row {
        Row { problem, number, bytes: bytes.get(..SHOWN).unwrap_or(bytes).to_vec() }
    }

    /// The row as text.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

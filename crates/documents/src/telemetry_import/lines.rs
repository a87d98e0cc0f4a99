//! Lines of a file, of bounded length.

use super::fault::TraceError;
use std::io::{self, BufRead, Read};

/// Maximum number of bytes of a line.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// Lines of a file.
pub(super) struct Lines<'a> {
    input: &'a mut dyn BufRead,
    name: &'a str,
    bytes: Vec<u8>,
    /// Number of the current line, from 1.
    pub(super) number: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(name: &'a str, input: &'a mut dyn BufRead) -> Lines<'a> {
        Lines { input, name, bytes: Vec::new(), number: 0 }
    }

    /// Reads the next line; none at the end of the file.
    pub(super) fn advance(&mut self) -> Result<Option<()>, TraceError> {
        self.bytes.clear();
        let read = (&mut *self.input).take(MOST_BYTES + 1).read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|error| unreadable(&error).at(self.name))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.last() != Some(&b'\n') && self.bytes.len() as u64 > MOST_BYTES {
            let refused = TraceError::new("the line is longer than 1 MiB", "give a file with one row per line");
            return Err(refused.at(self.place()));
        }
        Ok(Some(()))
    }

    /// Current line without its line end, and without a byte order mark in the first line.
    pub(super) fn line(&self) -> &[u8] {
        let line = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mark = "\u{feff}".as_bytes();
        if self.number == 1 { line.strip_prefix(mark).unwrap_or(line) } else { line }
    }

    /// Position of the current line.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.name, self.number)
    }
}

/// Error of a file that cannot be read.
pub(super) fn unreadable(error: &io::Error) -> TraceError {
    TraceError::new(format!("it cannot be read: {error}"), "check that the file is complete")
}

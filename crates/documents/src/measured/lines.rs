//! Lines of text, one after another, each of bounded length.

use super::fault::NoTrace;
use std::io::{self, BufRead, Read};

/// Bytes that a line may have.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// The lines of a file.
pub(super) struct Lines<'a> {
    input: &'a mut dyn BufRead,
    name: &'a str,
    bytes: Vec<u8>,
    /// The line that was read last, from 1.
    pub(super) number: u64,
}

impl<'a> Lines<'a> {
    pub(super) fn new(name: &'a str, input: &'a mut dyn BufRead) -> Lines<'a> {
        Lines { input, name, bytes: Vec::new(), number: 0 }
    }

    /// Goes on to the next line; none at the end of the file.
    pub(super) fn advance(&mut self) -> Result<Option<()>, NoTrace> {
        self.bytes.clear();
        let read = (&mut *self.input).take(MOST_BYTES + 1).read_until(b'\n', &mut self.bytes);
        let read = read.map_err(|error| unreadable(&error).at(self.name))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.last() != Some(&b'\n') && self.bytes.len() as u64 > MOST_BYTES {
            let refused = NoTrace::new("the line is longer than 1 MiB", "give a file with a line for each row");
            return Err(refused.at(self.place()));
        }
        Ok(Some(()))
    }

    /// The line without its end; a byte order mark at the beginning of the file is no part of it.
    pub(super) fn line(&self) -> &[u8] {
        let line = self.bytes.strip_suffix(b"\n").unwrap_or(&self.bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mark = "\u{feff}".as_bytes();
        if self.number == 1 { line.strip_prefix(mark).unwrap_or(line) } else { line }
    }

    /// The place of the line that was read last.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.name, self.number)
    }
}

/// The error of a file that ends in an error of the system.
pub(super) fn unreadable(error: &io::Error) -> NoTrace {
    NoTrace::new(format!("it cannot be read: {error}"), "look whether it is whole")
}

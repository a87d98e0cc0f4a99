//! Streaming reader: file chunks, lines and header. The SHA-256 is computed in parallel with the rows.

use super::Trace;
use super::curve::Curve;
use super::fault::{Problem, Row, TraceError};
use super::samples::Samples;
use crate::diagnostic::{Code, hexadecimal};
use memchr::{memchr_iter, memrchr};
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Chunk size in bytes, and maximum length of a row.
const PIECE: usize = 1 << 20;
/// Prefix of comment lines, which are allowed only above the header.
const COMMENT: &[u8] = b"#";
/// Headers of the two tables.
const SAMPLES: &str = "timestamp,accelerators";
const CURVE: &str = "accelerators,hours";

/// Reads a whole table.
///
/// # Errors
/// The first problem of a row or of the whole file.
pub(super) fn read(input: &mut dyn Read) -> Result<Trace, TraceError> {
    let mut fingerprint = Sha256::new();
    let mut table = Table::default();
    let mut piece = vec![0; PIECE];
    let mut kept = 0;
    loop {
        let fresh = read_some(input, &mut piece[kept..]).map_err(TraceError::Unreadable)?;
        if fresh == 0 {
            break;
        }
        let filled = kept + fresh;
        let whole = memrchr(b'\n', &piece[..filled]).map_or(0, |last| last + 1);
        if whole == 0 && filled == PIECE {
            return Err(table.too_long(&piece));
        }
        let ((), rows) = rayon::join(|| fingerprint.update(&piece[kept..filled]), || table.lines(&piece[..whole]));
        rows?;
        piece.copy_within(whole..filled, 0);
        kept = filled - whole;
    }
    if kept > 0 {
        table.line(&piece[..kept])?;
    }
    table.end(hexadecimal(&fingerprint.finalize()))
}

fn read_some(input: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

/// State of reading.
#[derive(Debug, Default)]
struct Table {
    /// Number of the last line read, from 1.
    line: u64,
    /// Rows after the header.
    rows: u64,
    /// Whether an empty line was read; only the end of the file may follow.
    ended: Ended,
    content: Content,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ended {
    #[default]
    No,
    ByEmptyLine,
}

/// Content of a table, by its header.
#[derive(Debug, Default)]
enum Content {
    #[default]
    Unknown,
    Samples(Box<Samples>),
    Curve(Curve),
}

impl Table {
    fn lines(&mut self, text: &[u8]) -> Result<(), TraceError> {
        let mut start = 0;
        for end in memchr_iter(b'\n', text) {
            self.line(&text[start..end])?;
            start = end + 1;
        }
        Ok(())
    }

    fn line(&mut self, bytes: &[u8]) -> Result<(), TraceError> {
        self.line += 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        self.row(bytes).map_err(|problem| TraceError::Row(Row::new(problem, self.line, bytes)))
    }

    fn row(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        if bytes.trim_ascii().is_empty() && !matches!(self.content, Content::Unknown) {
            self.ended = Ended::ByEmptyLine;
            return Ok(());
        }
        if self.ended == Ended::ByEmptyLine {
            let message = "follows an empty line";
            return Err(Problem::new(Code::TraceFormat, message, "remove empty lines between rows"));
        }
        match &mut self.content {
            Content::Unknown if bytes.starts_with(COMMENT) => return Ok(()),
            Content::Unknown => {
                self.content = header(bytes)?;
                return Ok(());
            }
            Content::Samples(samples) => samples.row(bytes, self.line)?,
            Content::Curve(curve) => curve.row(bytes)?,
        }
        self.rows += 1;
        Ok(())
    }

    fn too_long(&self, bytes: &[u8]) -> TraceError {
        let problem = Problem::new(Code::TraceFormat, "is longer than 1 MiB", "end every row with a line break");
        TraceError::Row(Row::new(problem, self.line + 1, bytes))
    }

    fn end(self, sha256: String) -> Result<Trace, TraceError> {
        let is_sampled = matches!(self.content, Content::Samples(_));
        let (levels, none_held) = match self.content {
            Content::Unknown => return Err(TraceError::File(nothing("is empty"))),
            Content::Samples(_) | Content::Curve(_) if self.rows == 0 => {
                return Err(TraceError::File(nothing("has no rows below its header")));
            }
            Content::Samples(samples) => (samples.levels()?, "has no duration"),
            Content::Curve(curve) => (curve.levels(), "has no hours: all of them are 0"),
        };
        let trace = Trace::of(levels, sha256, self.rows).ok_or_else(|| TraceError::File(nothing(none_held)))?;
        Ok(Trace { seconds: is_sampled.then_some(trace.weight), ..trace })
    }
}

fn nothing(message: &str) -> Problem {
    Problem::new(Code::TraceFormat, message, format!("name a file with the header `{SAMPLES}` or `{CURVE}`, and rows"))
}

/// Content of a table, from its header without a byte order mark.
fn header(bytes: &[u8]) -> Result<Content, Problem> {
    let text = String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
    let columns: Vec<&str> = text.split(',').map(|cell| cell.trim().trim_matches('"')).collect();
    match columns.join(",").as_str() {
        SAMPLES => Ok(Content::Samples(Box::default())),
        CURVE => Ok(Content::Curve(Curve::default())),
        _ => {
            let message = format!("is not the header of a trace, `{SAMPLES}` or `{CURVE}`");
            let other = [';', '\t'].into_iter().find(|separator| text.contains(*separator) && !text.contains(','));
            let instead = match other {
                Some(_) => "separate the columns with a comma".to_owned(),
                None => format!("name the columns `{SAMPLES}` or `{CURVE}`"),
            };
            Err(Problem::new(Code::TraceFormat, message, instead))
        }
    }
}

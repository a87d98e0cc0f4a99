//! From bytes to rows: the file in pieces, its lines, its header. Fingerprint and rows are made side by side.

use super::Trace;
use super::curve::Curve;
use super::fault::{Fault, Problem, Row};
use super::samples::Samples;
use crate::diagnostic::{Code, hexadecimal};
use memchr::{memchr_iter, memrchr};
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// Bytes that are read at once; a row may not be longer.
const PIECE: usize = 1 << 20;
/// How a line begins that says something to people; such lines stand above the header alone.
const COMMENT: &[u8] = b"#";
/// The headers that tell what a table holds.
const SAMPLES: &str = "timestamp,accelerators";
const CURVE: &str = "accelerators,hours";

/// Reads a table to its end.
///
/// # Errors
/// At the first row that is wrong, or at what is wrong with all of them together.
pub(super) fn read(input: &mut dyn Read) -> Result<Trace, Fault> {
    let mut fingerprint = Sha256::new();
    let mut table = Table::default();
    let mut piece = vec![0; PIECE];
    let mut kept = 0;
    loop {
        let fresh = read_some(input, &mut piece[kept..]).map_err(Fault::Unreadable)?;
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

/// What was read so far.
#[derive(Debug, Default)]
struct Table {
    /// The line that was read last, from 1.
    line: u64,
    /// Rows behind the header.
    rows: u64,
    /// Whether the line before was empty: only the end of the file may follow.
    ended: Ended,
    content: Content,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ended {
    #[default]
    No,
    ByEmptyLine,
}

/// What a table holds, by its header.
#[derive(Debug, Default)]
enum Content {
    #[default]
    Unknown,
    Samples(Box<Samples>),
    Curve(Curve),
}

impl Table {
    fn lines(&mut self, text: &[u8]) -> Result<(), Fault> {
        let mut start = 0;
        for end in memchr_iter(b'\n', text) {
            self.line(&text[start..end])?;
            start = end + 1;
        }
        Ok(())
    }

    fn line(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.line += 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        self.row(bytes).map_err(|problem| Fault::Row(Row::new(problem, self.line, bytes)))
    }

    fn row(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        if bytes.trim_ascii().is_empty() && !matches!(self.content, Content::Unknown) {
            self.ended = Ended::ByEmptyLine;
            return Ok(());
        }
        if self.ended == Ended::ByEmptyLine {
            let message = "stands behind an empty line";
            return Err(Problem::new(Code::TraceFormat, message, "leave no line empty between rows"));
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

    fn too_long(&self, bytes: &[u8]) -> Fault {
        let problem = Problem::new(Code::TraceFormat, "is longer than 1 MiB", "end every row with a line break");
        Fault::Row(Row::new(problem, self.line + 1, bytes))
    }

    fn end(self, sha256: String) -> Result<Trace, Fault> {
        let is_sampled = matches!(self.content, Content::Samples(_));
        let (levels, none_held) = match self.content {
            Content::Unknown => return Err(Fault::File(nothing("is empty"))),
            Content::Samples(_) | Content::Curve(_) if self.rows == 0 => {
                return Err(Fault::File(nothing("has no rows below its header")));
            }
            Content::Samples(samples) => (samples.levels()?, "holds no time"),
            Content::Curve(curve) => (curve.levels(), "has no hours: all of them are 0"),
        };
        let trace = Trace::of(levels, sha256, self.rows).ok_or_else(|| Fault::File(nothing(none_held)))?;
        Ok(Trace { seconds: is_sampled.then_some(trace.weight), ..trace })
    }
}

fn nothing(message: &str) -> Problem {
    Problem::new(Code::TraceFormat, message, format!("name a file with `{SAMPLES}` or `{CURVE}` and rows"))
}

/// What a table holds. A byte order mark before the header is no part of it.
fn header(bytes: &[u8]) -> Result<Content, Problem> {
    let text = String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
    let columns: Vec<&str> = text.split(',').map(|cell| cell.trim().trim_matches('"')).collect();
    match columns.join(",").as_str() {
        SAMPLES => Ok(Content::Samples(Box::default())),
        CURVE => Ok(Content::Curve(Curve::default())),
        _ => {
            let message = format!("is no header of a trace; one begins with `{SAMPLES}` or `{CURVE}`");
            let other = [';', '\t'].into_iter().find(|separator| text.contains(*separator) && !text.contains(','));
            let instead = match other {
                Some(_) => "separate the columns by a comma".to_owned(),
                None => format!("name the columns `{SAMPLES}` or `{CURVE}`"),
            };
            Err(Problem::new(Code::TraceFormat, message, instead))
        }
    }
}

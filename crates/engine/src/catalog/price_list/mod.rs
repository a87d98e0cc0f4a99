//! Price lists that others keep, read and never shipped: SkyPilot's catalogs, gpuhunt's, and lists of one's own. Which of them a
//! file is follows from its header. Rows are read in a stream; each is checked, and what is wrong is said at its line.

mod gpuhunt;
mod layout;
mod own;
mod row;
mod skypilot;
mod tpu;

pub use row::RowFault;

use super::{Kinds, Offer, kinds};
use crate::diagnostic::hexadecimal;
use crate::scenario::Date;
use csv::{ByteRecord, ReaderBuilder, StringRecord};
use layout::Layout;
use row::Row;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{self, Read};

/// Bytes that a list may have.
pub const MOST_BYTES: u64 = 256 << 20;
/// As many rows with faults are kept; the others are counted.
const MOST_FAULTS: usize = 20;

/// A list that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct ListAsked<'a> {
    /// Its number among those that are read, from 0.
    pub number: usize,
    /// What it is called in messages.
    pub name: &'a str,
    /// Its path, which names the provider where the rows don't: `aws/vms.csv` of SkyPilot, `aws.csv` of gpuhunt.
    pub path: &'a str,
    /// The day of its prices, where whoever asks knows it.
    pub as_of: Option<Date>,
}

/// A list that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceList {
    /// What it is called.
    pub name: String,
    /// Whose layout it has.
    pub keeper: ListKeeper,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// The day of its prices, as whoever asked for it said.
    pub as_of: Option<String>,
    /// Rows behind its header.
    pub rows: u64,
    /// Those of them that are offers of accelerators.
    pub offers: u64,
    /// Those that are hosts without accelerators, which are left out.
    pub hosts: u64,
}

/// Whose layout a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ListKeeper {
    /// A `vms.csv` of SkyPilot's catalogs.
    Skypilot,
    /// A catalog of gpuhunt.
    Gpuhunt,
    /// A list of one's own.
    Own,
}

/// Why a list is not read.
#[derive(Debug)]
pub enum ListFault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is larger than [`MOST_BYTES`].
    TooLarge,
    /// Its header is that of no list that is known, in words.
    Header(String),
    /// Rows are wrong: the first of them, and how many more there are.
    Rows(Vec<RowFault>, u64),
}

/// Reads a list to its end, and hands over each offer.
///
/// # Errors
/// If it cannot be read, is no list that is known, or has a row that is wrong; all rows are looked at.
pub fn read_list(
    input: &mut dyn Read,
    asked: ListAsked<'_>,
    take: &mut dyn FnMut(Offer),
) -> Result<PriceList, ListFault> {
    let mut source = Fingerprinted { input, hash: Sha256::new(), bytes: 0 };
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&mut source);
    let mut bytes = ByteRecord::new();
    if !next(&mut reader, &mut bytes)? {
        return Err(ListFault::Header("it is empty".to_owned()));
    }
    let header = StringRecord::from_byte_record(bytes.clone());
    let header = header.map_err(|_| ListFault::Header("its first line is not UTF-8 text".to_owned()))?;
    let layout = Layout::of(&header).map_err(ListFault::Header)?;
    let (mut rows, mut offers, mut faults, mut more) = (0, 0, Vec::new(), 0);
    let mut known: HashMap<String, Option<Kinds>> = HashMap::new();
    while next(&mut reader, &mut bytes)? {
        rows += 1;
        match Row::of(&header, &bytes).and_then(|row| layout.offer(&row, asked)) {
            Ok(Some(offer)) => {
                offers += 1;
                // many rows have the same accelerators, whose name is understood once
                let understood = || kinds(&offer.accelerator);
                let kinds = known.entry(offer.accelerator.clone()).or_insert_with(understood).clone();
                take(Offer { kinds, ..offer });
            }
            Ok(None) => {}
            Err(fault) if faults.len() < MOST_FAULTS => faults.push(fault),
            Err(_) => more += 1,
        }
    }
    drop(reader);
    if !faults.is_empty() {
        return Err(ListFault::Rows(faults, more));
    }
    Ok(PriceList {
        name: asked.name.to_owned(),
        keeper: layout.keeper(),
        sha256: hexadecimal(&source.hash.finalize()),
        as_of: asked.as_of.map(|day| day.to_string()),
        rows,
        offers,
        hosts: rows - offers,
    })
}

/// Reads the next record; whether there was one.
fn next<R: Read>(reader: &mut csv::Reader<R>, record: &mut ByteRecord) -> Result<bool, ListFault> {
    reader.read_byte_record(record).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => ListFault::TooLarge,
        csv::ErrorKind::Io(error) => ListFault::Unreadable(error),
        other => ListFault::Unreadable(io::Error::other(format!("{other:?}"))),
    })
}

/// A file whose bytes are counted, up to as many as a list may have, and hashed. Returns of the carriage are left out: lines are
/// counted by their ends, which are two characters in files of Windows and of Python.
struct Fingerprinted<'a> {
    input: &'a mut dyn Read,
    hash: Sha256,
    bytes: u64,
}

impl Read for Fingerprinted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.input.read(buffer)?;
            let fresh = buffer.get(..read).unwrap_or_default();
            self.hash.update(fresh);
            self.bytes += read as u64;
            if self.bytes > MOST_BYTES {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            let kept: Vec<u8> = fresh.iter().copied().filter(|byte| *byte != b'\r').collect();
            // a piece of which nothing is left is not the end
            if read == 0 || !kept.is_empty() {
                buffer.iter_mut().zip(&kept).for_each(|(place, byte)| *place = *byte);
                return Ok(kept.len());
            }
        }
    }
}

impl ListKeeper {
    /// What a file of this layout is called in a sentence.
    #[must_use]
    pub fn called(self) -> &'static str {
        match self {
            ListKeeper::Skypilot => "a catalog of SkyPilot",
            ListKeeper::Gpuhunt => "a catalog of gpuhunt",
            ListKeeper::Own => "a list of one's own",
        }
    }
}

//! External price lists, which are read but not shipped: catalogs of SkyPilot and gpuhunt, custom lists, and price histories. The
//! kind of list is recognized by its header. Rows are streamed and checked, and errors are reported with their line.

mod gpuhunt;
mod history;
mod layout;
mod own;
mod row;
mod skypilot;
mod tpu;

pub use row::RowError;

use super::{Kinds, Offer, kinds};
use crate::diagnostic::hexadecimal;
use crate::scenario::Date;
use csv::{ByteRecord, ReaderBuilder, StringRecord};
use layout::Layout;
use row::Row;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{self, Read};

/// Largest size of a list in bytes.
pub const MOST_BYTES: u64 = 256 << 20;
/// Most row errors that are kept; the others are counted.
pub(super) const MOST_FAULTS: usize = 20;

/// Request to read a list.
#[derive(Clone, Copy, Debug)]
pub struct ListRequest<'a> {
    /// Index of the list, from 0.
    pub number: usize,
    /// Name in messages.
    pub name: &'a str,
    /// Path, which gives the provider if rows do not: `aws/vms.csv` for SkyPilot, `aws.csv` for gpuhunt.
    pub path: &'a str,
    /// Day of its prices, if given.
    pub as_of: Option<Date>,
}

/// A price list that was read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PriceList {
    /// Path of the file as given.
    pub name: String,
    /// Tool whose format it has.
    pub keeper: ListKeeper,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// Day of its prices as given with the file; null if not given.
    pub as_of: Option<String>,
    /// Number of rows after the header.
    pub rows: u64,
    /// Number of rows that are offers of accelerators, whether or not they match a query.
    pub offers: u64,
    /// Number of rows that are hosts without accelerators, which are ignored.
    pub hosts: u64,
}

/// Kind of list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ListKeeper {
    /// A `vms.csv` of a SkyPilot catalog.
    Skypilot,
    /// A gpuhunt catalog.
    Gpuhunt,
    /// A custom list.
    Own,
    /// A price history: a row per instance, date and kind of price.
    History,
}

/// Reason why a list cannot be read.
#[derive(Debug)]
pub enum PriceListError {
    /// I/O error.
    Unreadable(io::Error),
    /// Larger than [`MOST_BYTES`].
    TooLarge,
    /// Unknown header, in words.
    Header(String),
    /// Invalid rows: the first errors, and the number of others.
    Rows(Vec<RowError>, u64),
}

/// Reads a list of current prices to its end and passes each offer to `take`.
///
/// # Errors
/// If it cannot be read, has an unknown header or that of a history, or has invalid rows; all rows are checked.
pub fn read_list(
    input: &mut dyn Read,
    request: ListRequest<'_>,
    take: &mut dyn FnMut(Offer),
) -> Result<PriceList, PriceListError> {
    let why = "it is a price history, most of whose prices are no longer offered; read it with `rackrent history`";
    read_any(input, request, take, Err(why))
}

/// Reads any list to its end, also a history, and passes each offer to `take`. A row of a history is an offer with one price.
///
/// # Errors
/// If it cannot be read, has an unknown header, has invalid rows, or is a history with a date in the request; all rows are checked.
pub fn read_dated_list(
    input: &mut dyn Read,
    request: ListRequest<'_>,
    take: &mut dyn FnMut(Offer),
) -> Result<PriceList, PriceListError> {
    let why = "it is a price history, whose rows have their own dates; give it without a date";
    read_any(input, request, take, if request.as_of.is_some() { Err(why) } else { Ok(()) })
}

/// Reads a list; `history` is why a history is refused.
fn read_any(
    input: &mut dyn Read,
    request: ListRequest<'_>,
    take: &mut dyn FnMut(Offer),
    history: Result<(), &str>,
) -> Result<PriceList, PriceListError> {
    let mut source = Fingerprinted { input, hash: Sha256::new(), bytes: 0 };
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&mut source);
    let mut bytes = ByteRecord::new();
    if !next(&mut reader, &mut bytes)? {
        return Err(PriceListError::Header("it is empty".to_owned()));
    }
    let header = StringRecord::from_byte_record(bytes.clone());
    let header = header.map_err(|_| PriceListError::Header("its first line is not UTF-8 text".to_owned()))?;
    let layout = Layout::of(&header, history.is_ok()).map_err(PriceListError::Header)?;
    if layout.keeper() == ListKeeper::History {
        history.map_err(|why| PriceListError::Header(why.to_owned()))?;
    }
    let (mut rows, mut offers, mut faults, mut more) = (0, 0, Vec::new(), 0);
    let mut known: HashMap<String, Option<Kinds>> = HashMap::new();
    while next(&mut reader, &mut bytes)? {
        rows += 1;
        match Row::of(&header, &bytes).and_then(|row| layout.offer(&row, request)) {
            Ok(Some(offer)) => {
                offers += 1;
                // many rows have the same accelerators: recognize each name once
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
        return Err(PriceListError::Rows(faults, more));
    }
    Ok(PriceList {
        name: request.name.to_owned(),
        keeper: layout.keeper(),
        sha256: hexadecimal(&source.hash.finalize()),
        as_of: request.as_of.map(|day| day.to_string()),
        rows,
        offers,
        hosts: rows - offers,
    })
}

/// Reads the next record; whether there is one.
fn next<R: Read>(reader: &mut csv::Reader<R>, record: &mut ByteRecord) -> Result<bool, PriceListError> {
    reader.read_byte_record(record).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => PriceListError::TooLarge,
        csv::ErrorKind::Io(error) => PriceListError::Unreadable(error),
        other => PriceListError::Unreadable(io::Error::other(format!("{other:?}"))),
    })
}

/// Reader that hashes a file and limits its size. Carriage returns are removed, since lines are counted by their endings, which
/// have two characters in files from Windows and Python.
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
            // an empty result would mean the end of the file
            if read == 0 || !kept.is_empty() {
                buffer.iter_mut().zip(&kept).for_each(|(place, byte)| *place = *byte);
                return Ok(kept.len());
            }
        }
    }
}

impl ListKeeper {
    /// Name in a sentence.
    #[must_use]
    pub fn display_name(self) -> &'static str {
        match self {
            ListKeeper::Skypilot => "a SkyPilot catalog",
            ListKeeper::Gpuhunt => "a gpuhunt catalog",
            ListKeeper::Own => "a custom list",
            ListKeeper::History => "a price history",
        }
    }
}

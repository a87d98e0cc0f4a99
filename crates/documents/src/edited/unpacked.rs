//! Whether bytes are a workbook that may be read: packed as one, and of a size that whoever reads it has room for.

use std::io::{Cursor, Read, copy, sink};
use zip::ZipArchive;

/// How a file of ZIP begins, as workbooks are.
const ZIP: &[u8] = b"PK";
/// How a file begins that is a workbook of before 2007, or an encrypted one.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The part of an encrypted workbook, as its directory names it.
const ENCRYPTED: &str = "EncryptedPackage";
/// The part by which a document of `OpenDocument` says what it is.
const MIMETYPE: &str = "mimetype";
/// Where a workbook has its sheets.
const SHEETS: &str = "xl/worksheets/";

/// Bytes that a sheet may have, which is read one cell after another: all of it may be one cell.
const MOST_OF_A_SHEET: u64 = 48 << 20;
/// Sheets of that size that there may be.
const MOST_SHEETS: u64 = 8;
/// Bytes that all other parts may have together, which are kept.
const MOST_OF_THE_REST: u64 = 16 << 20;

/// Whether a file says by its first bytes that it is no text but a workbook, or packed as one.
#[must_use]
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP) && bytes.get(2..4).is_some_and(|kind| kind == [3, 4] || kind == [5, 6])
        || bytes.starts_with(COMPOUND)
}

/// Looks whether a workbook may be read.
///
/// # Errors
/// In words, if it is not one, or is larger than it says.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    if bytes.starts_with(COMPOUND) {
        let name: Vec<u8> = ENCRYPTED.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let is_encrypted = bytes.windows(name.len()).any(|window| window == name);
        return Err(if is_encrypted {
            "it is encrypted; save it without a password".to_owned()
        } else {
            "it is a workbook of another format; save it as .xlsx".to_owned()
        });
    }
    let mut parts = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    if parts.index_for_name(MIMETYPE).is_some() {
        return Err("it is a document of another format; save it as .xlsx".to_owned());
    }
    let (mut sheets, mut rest) = (MOST_SHEETS * MOST_OF_A_SHEET, MOST_OF_THE_REST);
    for at in 0..parts.len() {
        let part = parts.by_index(at).map_err(|error| broken(&error))?;
        let is_sheet = part.name().map_err(|error| broken(&error))?.starts_with(SHEETS);
        let left = if is_sheet { &mut sheets } else { &mut rest };
        let most = if is_sheet { MOST_OF_A_SHEET.min(*left) } else { *left };
        // what a part says of its size need not be true
        let size = copy(&mut part.take(most + 1), &mut sink()).map_err(|error| broken(&error))?;
        if size > most {
            return Err("it is larger than any workbook of a scenario".to_owned());
        }
        *left -= size;
    }
    Ok(())
}

/// That a file cannot be read.
pub(super) fn broken(why: &dyn std::fmt::Display) -> String {
    format!("it is no workbook, or a broken one: {why}")
}

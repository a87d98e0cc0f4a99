//! Checks that bytes are a readable workbook: a ZIP archive of bounded size.

use std::io::{Cursor, Read, copy, sink};
use zip::ZipArchive;

/// First bytes of a ZIP archive, and of .xlsx workbooks.
const ZIP: &[u8] = b"PK";
/// First bytes of a workbook before Excel 2007, or of an encrypted one.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// Directory entry of an encrypted workbook.
const ENCRYPTED: &str = "EncryptedPackage";
/// Part with the type of an `OpenDocument` file.
const MIMETYPE: &str = "mimetype";
/// Folder of the sheets.
const SHEETS: &str = "xl/worksheets/";

/// Maximum number of bytes of a sheet. Sheets are read cell by cell, but one cell may be the whole sheet.
const MOST_OF_A_SHEET: u64 = 48 << 20;
/// Maximum number of sheets of that size.
const MOST_SHEETS: u64 = 8;
/// Maximum number of bytes of all other parts together, which stay in memory.
const MOST_OF_THE_REST: u64 = 16 << 20;

/// Whether the first bytes of a file are those of a workbook or an archive.
#[must_use]
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP) && bytes.get(2..4).is_some_and(|kind| kind == [3, 4] || kind == [5, 6])
        || bytes.starts_with(COMPOUND)
}

/// Checks that a workbook is readable.
///
/// # Errors
/// A sentence if it is not a workbook, or is too large.
pub(super) fn check(bytes: &[u8]) -> Result<(), String> {
    if bytes.starts_with(COMPOUND) {
        let name: Vec<u8> = ENCRYPTED.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let is_encrypted = bytes.windows(name.len()).any(|window| window == name);
        return Err(if is_encrypted {
            "it is encrypted; save it without a password".to_owned()
        } else {
            "it is a workbook in another format; save it as .xlsx".to_owned()
        });
    }
    let mut parts = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    if parts.index_for_name(MIMETYPE).is_some() {
        return Err("it is a document in another format; save it as .xlsx".to_owned());
    }
    let (mut sheets, mut rest) = (MOST_SHEETS * MOST_OF_A_SHEET, MOST_OF_THE_REST);
    for at in 0..parts.len() {
        let part = parts.by_index(at).map_err(|error| broken(&error))?;
        let is_sheet = part.name().map_err(|error| broken(&error))?.starts_with(SHEETS);
        let left = if is_sheet { &mut sheets } else { &mut rest };
        let most = if is_sheet { MOST_OF_A_SHEET.min(*left) } else { *left };
        // the size in the archive's directory may be wrong
        let size = copy(&mut part.take(most + 1), &mut sink()).map_err(|error| broken(&error))?;
        if size > most {
            return Err("it is larger than a workbook of a scenario can be".to_owned());
        }
        *left -= size;
    }
    Ok(())
}

/// Error message of an unreadable file.
pub(super) fn broken(why: &dyn std::fmt::Display) -> String {
    format!("it is not a workbook, or it is damaged: {why}")
}

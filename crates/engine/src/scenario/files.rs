//! Access to the files that a scenario refers to.

use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

/// Files that a scenario refers to: in a folder for the program, in memory for library users.
pub trait Files {
    /// Opens a regular file by its path relative to the scenario's folder.
    ///
    /// # Errors
    /// If it cannot be read, is not a regular file, or is outside that folder, also through a link.
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>>;

    /// Opens a regular file that several scenarios share, by its path relative to the scenario's folder. It can be anywhere in
    /// the repository, so the path can begin with `..`; without a repository only in that folder.
    ///
    /// # Errors
    /// If it cannot be read, is not a regular file, or is outside the repository, also through a link.
    fn open_shared(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        self.open(path)
    }

    /// Whether a file named by a source is available for checks; false if such files were never provided.
    fn has_source(&self, _path: &str) -> bool {
        true
    }

    /// Metadata of the original trace file, if only its levels are available; none if the file itself is opened.
    fn origin(&self, _path: &str) -> Option<TraceOrigin> {
        None
    }
}

/// Metadata of the file from which a trace was read before it was reduced to levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceOrigin {
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Rows of the file, without the header.
    pub rows: u64,
    /// Measured duration in seconds; none for a ready-made curve.
    pub seconds: Option<Decimal>,
}

/// Message for a file that cannot be opened or read, without operating system error codes.
#[must_use]
pub fn why_unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied if error.raw_os_error().is_some() => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Files in memory, by the paths that the scenario uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesInMemory {
    by_path: BTreeMap<String, Vec<u8>>,
}

impl FilesInMemory {
    /// No files, for a scenario without references.
    #[must_use]
    pub fn none() -> FilesInMemory {
        FilesInMemory::default()
    }

    /// Adds a file, replacing an earlier one with the same path.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, content: impl Into<Vec<u8>>) -> FilesInMemory {
        self.by_path.insert(path.into(), content.into());
        self
    }
}

impl Files for FilesInMemory {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let content = self.by_path.get(path).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(content)))
    }
}

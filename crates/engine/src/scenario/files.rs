//! The files beside a scenario, wherever they lie.

use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

/// The files beside a scenario: on a folder for the program, in memory for others.
pub trait Files {
    /// Opens a regular file by its path relative to the scenario's folder.
    ///
    /// # Errors
    /// If it cannot be read, is no regular file, or is not in that folder, also by way of a link.
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>>;

    /// Opens a regular file that the scenario shares with others, by its path relative to the scenario's folder. It may lie
    /// anywhere in the repository, so that the path may begin with `..`; where there is no repository, in that folder alone.
    ///
    /// # Errors
    /// If it cannot be read, is no regular file, or is not in the repository, also by way of a link.
    fn open_shared(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        self.open(path)
    }

    /// Whether a file that a source names can be looked at: false where such files were never handed over, and nothing is
    /// said of them.
    fn has_source(&self, _path: &str) -> bool {
        true
    }

    /// What the file of a trace was, where only its levels are still at hand; none where the file itself is opened.
    fn origin(&self, _path: &str) -> Option<TraceOrigin> {
        None
    }
}

/// The file that a trace was read from before it was merged into its levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceOrigin {
    /// The SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Rows of the file, without its header.
    pub rows: u64,
    /// For how long it was measured, in seconds; a ready-made curve does not say.
    pub seconds: Option<Decimal>,
}

/// Why a file cannot be opened or read, without the numbers of the system.
#[must_use]
pub fn why_unread(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied if error.raw_os_error().is_some() => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Files in memory, by the paths that a scenario names them with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilesInMemory {
    by_path: BTreeMap<String, Vec<u8>>,
}

impl FilesInMemory {
    /// Those of a scenario that stands alone.
    #[must_use]
    pub fn none() -> FilesInMemory {
        FilesInMemory::default()
    }

    /// These and one more; an earlier one of the same path is replaced.
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

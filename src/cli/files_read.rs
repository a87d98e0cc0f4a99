//! The files that were read for an answer beside those of the command line: what scenarios extend, and traces. No result is written
//! over one of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files that were read, by their paths without links; copies share them.
#[derive(Clone, Debug, Default)]
pub(super) struct FilesRead(Arc<Mutex<BTreeSet<PathBuf>>>);

impl FilesRead {
    /// Notes a file.
    pub(super) fn note(&self, path: PathBuf) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }

    /// Whether a file was read.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(path)
    }
}

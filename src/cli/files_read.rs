//! Files read in addition to those of the command line: extended files and traces. Results never overwrite them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Files that were read, by canonical path; clones share the set.
#[derive(Clone, Debug, Default)]
pub(super) struct FilesRead(Arc<Mutex<BTreeSet<PathBuf>>>);

impl FilesRead {
    /// Records a file.
    pub(super) fn note(&self, path: PathBuf) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }

    /// Whether a file was read.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(path)
    }
}

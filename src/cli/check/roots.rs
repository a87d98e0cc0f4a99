//! Repository root of a file and its path below that root.

use super::super::git::has_git;
use super::files::{File, RequestedPaths};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Location of a file in its repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InRepository {
    /// Root folder of the repository, as an absolute path.
    pub(super) root: PathBuf,
    /// Path below the root, with forward slashes.
    pub(super) path: String,
}

impl InRepository {
    /// Full path.
    pub(super) fn whole(&self) -> PathBuf {
        self.root.join(&self.path)
    }

    /// Location of another file of the same repository, by the path that opens it.
    pub(super) fn of_path(&self, path: &str) -> Option<InRepository> {
        let real = fs::canonicalize(path).ok()?;
        let path = with_slashes(real.strip_prefix(&self.root).ok()?);
        Some(InRepository { path, root: self.root.clone() })
    }
}

/// Location of each file. Its root is the nearest folder above it that has `.git`; without one, the topmost folder of the command
/// line in which it was found; otherwise its own folder.
pub(super) fn of(requested: &RequestedPaths) -> Vec<InRepository> {
    let mut known = BTreeMap::new();
    let of_file = |file: &File| {
        let root = with_git(&file.folder, &mut known).or_else(|| requested_root(file, requested));
        let root = root.unwrap_or_else(|| file.folder.clone());
        let below = file.folder.strip_prefix(&root).unwrap_or(Path::new(""));
        let path = below.join(file.path.file_name().unwrap_or_default());
        InRepository { path: with_slashes(&path), root }
    };
    requested.files.iter().map(of_file).collect()
}

/// Nearest folder with `.git`, at a folder or above it.
fn with_git(folder: &Path, known: &mut BTreeMap<PathBuf, Option<PathBuf>>) -> Option<PathBuf> {
    if let Some(known) = known.get(folder) {
        return known.clone();
    }
    let found = if has_git(folder) {
        Some(folder.to_path_buf())
    } else {
        folder.parent().and_then(|above| with_git(above, known))
    };
    known.insert(folder.to_path_buf(), found.clone());
    found
}

/// Topmost folder of the command line in which the file was found.
fn requested_root(file: &File, requested: &RequestedPaths) -> Option<PathBuf> {
    let folders = file.met_in.iter().filter_map(|at| requested.folders.get(*at));
    let around = folders.filter(|folder| file.folder.starts_with(&folder.path));
    around.map(|folder| folder.path.clone()).min_by_key(|path| path.components().count())
}

/// Relative path with forward slashes.
pub(super) fn with_slashes(path: &Path) -> String {
    let names = path.components().map(|name| name.as_os_str().to_string_lossy().into_owned());
    names.collect::<Vec<String>>().join("/")
}

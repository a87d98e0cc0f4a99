//! What git tracks below a folder, whatever ignore rules hide: asked of the `git` program, which knows every form of its index.
//! Where there is none, files that are hidden stay hidden.

use super::git;
use std::path::{Path, PathBuf};

/// What git says of a folder.
pub(in super::super) enum Tracked {
    /// These files.
    Files(Vec<PathBuf>),
    /// Nothing: it is not there, or the folder is in no repository of its.
    Unknown,
    /// Nothing, because the folder belongs to somebody else.
    Refused,
}

impl Tracked {
    /// The files below a folder that git tracks.
    pub(in super::super) fn below(folder: &Path) -> Tracked {
        match git(folder).args(["ls-files", "-z", "--cached"]).output() {
            Ok(ran) if ran.status.success() => {
                let names = ran.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
                Tracked::Files(names.map(|name| folder.join(path(name))).collect())
            }
            Ok(ran) if String::from_utf8_lossy(&ran.stderr).contains("dubious ownership") => Tracked::Refused,
            Ok(_) | Err(_) => Tracked::Unknown,
        }
    }
}

#[cfg(unix)]
fn path(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(name))
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}

//! What git tracks below a folder, whatever ignore rules hide: asked of the `git` program, which knows every form of its index.
//! Where there is none, files that are hidden stay hidden.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What hooks of git set for the programs that they run: a repository is found from the folder that is asked about.
const OF_HOOKS: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// What git says of a folder.
pub(super) enum Tracked {
    /// These files.
    Files(Vec<PathBuf>),
    /// Nothing: it is not there, or the folder is in no repository of its.
    Unknown,
    /// Nothing, because the folder belongs to somebody else.
    Refused,
}

/// The files below a folder that git tracks.
pub(super) fn below(folder: &Path) -> Tracked {
    let mut git = Command::new("git");
    // what a repository says is not run
    git.arg("-C").arg(folder).args(["-c", "core.fsmonitor=false", "ls-files", "-z", "--cached"]);
    for name in OF_HOOKS {
        git.env_remove(name);
    }
    git.env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0").stdin(Stdio::null());
    match git.output() {
        Ok(ran) if ran.status.success() => {
            let names = ran.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
            Tracked::Files(names.map(|name| folder.join(path(name))).collect())
        }
        Ok(ran) if String::from_utf8_lossy(&ran.stderr).contains("dubious ownership") => Tracked::Refused,
        Ok(_) | Err(_) => Tracked::Unknown,
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

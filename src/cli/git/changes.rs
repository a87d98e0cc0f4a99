//! Files of a checkout that differ from a commit. Their bytes are compared with those of the commit: no filter that a repository
//! names is run, and the index is not trusted.
//!
//! The usual effects of filters are not changes: line ends that are CRLF only in the checkout, and the content of a file that Git
//! LFS stores elsewhere.

use super::revision::{KEPT_ELSEWHERE, Kind, MOST, Revision, TreeEntry};
use super::{Repository, texts};
use crate::scenario::Fingerprint;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Files of a checkout and of a commit, by path from the root.
#[derive(Debug)]
pub(in super::super) struct Changes<'a> {
    root: PathBuf,
    revision: &'a Revision,
    files: BTreeMap<String, CheckedOut>,
}

/// File of a checkout, or of the commit only.
#[derive(Debug, Default)]
struct CheckedOut {
    place: CheckedOutAs,
    /// Whether it differs from the commit, once this was computed.
    has_changed: OnceLock<bool>,
}

/// Location of the content of a file.
#[derive(Debug, Default, PartialEq, Eq)]
enum CheckedOutAs {
    /// Nowhere: git does not list it any more.
    #[default]
    Gone,
    /// On disk, unless it was deleted there.
    Written,
    /// In the repository, by object name: a sparse checkout excludes it.
    LeftOut(String),
}

impl<'a> Changes<'a> {
    /// Files of a checkout, tracked and untracked, together with those of a commit. Files that only the git settings of the
    /// machine ignore are included, as in `check`.
    pub(in super::super) fn since(repository: &Repository, revision: &'a Revision) -> Result<Changes<'a>> {
        let mut files: BTreeMap<String, CheckedOut> = BTreeMap::new();
        files.extend(revision.entries().keys().map(|path| (path.clone(), CheckedOut::default())));
        let kept = repository.listed(&["ls-files", "-z", "-t", "--stage"])?;
        for (path, place) in texts(&kept).filter_map(|line| CheckedOutAs::read(line, &repository.root)) {
            files.insert(path, CheckedOut { place, has_changed: OnceLock::new() });
        }
        let others = repository.listed(&["ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"])?;
        for path in texts(&others) {
            files.insert(path.to_owned(), CheckedOut { place: CheckedOutAs::Written, has_changed: OnceLock::new() });
        }
        Ok(Changes { root: repository.root.clone(), revision, files })
    }

    /// Paths of the files of the checkout; some may have been deleted.
    pub(in super::super) fn present(&self) -> impl Iterator<Item = &str> {
        let present = self.files.iter().filter(|(_, file)| file.place != CheckedOutAs::Gone);
        present.map(|(path, _)| path.as_str())
    }

    /// Whether a sparse checkout excludes a file.
    pub(in super::super) fn is_left_out(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(|file| matches!(file.place, CheckedOutAs::LeftOut(_)))
    }

    /// Whether a file was added, removed or changed.
    pub(in super::super) fn has_changed(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(|file| self.is_changed(path, file))
    }

    /// Paths that fulfil a condition and whose files were added, removed or changed.
    pub(in super::super) fn changed<'s>(&'s self, of: impl Fn(&str) -> bool + 's) -> impl Iterator<Item = &'s str> {
        let requested = self.files.iter().filter(move |(path, _)| of(path));
        requested.filter(|(path, file)| self.is_changed(path, file)).map(|(path, _)| path.as_str())
    }

    fn is_changed(&self, path: &str, file: &CheckedOut) -> bool {
        *file.has_changed.get_or_init(|| {
            let (then, on_disk) = (self.revision.entries().get(path), self.root.join(path));
            match (then, &file.place) {
                (None, CheckedOutAs::Gone) => false,
                (None, CheckedOutAs::Written) => fs::symlink_metadata(&on_disk).is_ok(),
                (None, CheckedOutAs::LeftOut(_)) | (Some(_), CheckedOutAs::Gone) => true,
                (Some(then), CheckedOutAs::LeftOut(now)) => then.object != *now,
                (Some(then), CheckedOutAs::Written) => !self.is_as_written(then, &on_disk),
            }
        })
    }

    /// Whether a file on disk is the one of a commit; submodules are not compared. An unreadable file differs.
    fn is_as_written(&self, then: &TreeEntry, on_disk: &Path) -> bool {
        let Ok(kind) = fs::symlink_metadata(on_disk) else { return false };
        let stored = || self.revision.stored(then).ok();
        match then.kind {
            Kind::Module => true,
            Kind::Link if kind.is_symlink() => {
                let target = fs::read_link(on_disk).ok();
                stored().zip(target).is_some_and(|(then, now)| then == now.as_os_str().as_encoded_bytes())
            }
            Kind::Link | Kind::File if kind.is_file() => {
                stored().zip(content(on_disk)).is_some_and(|(then, now)| is_same(&then, &now))
            }
            Kind::Link | Kind::File => false,
        }
    }
}

impl CheckedOutAs {
    /// Parses `TAG MODE OBJECT STAGE<tab>PATH`.
    fn read(line: &str, root: &Path) -> Option<(String, CheckedOutAs)> {
        let (head, path) = line.split_once('\t')?;
        let mut words = head.split(' ');
        let is_left_out = words.next()? == "S" && fs::symlink_metadata(root.join(path)).is_err();
        let object = words.nth(1)?.to_owned();
        Some((path.to_owned(), if is_left_out { CheckedOutAs::LeftOut(object) } else { CheckedOutAs::Written }))
    }
}

/// Bytes of a regular file, up to the size limit.
fn content(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MOST).then_some(bytes)
}

/// Whether the bytes of a file match the stored ones: identical, with other line ends, or stored in Git LFS.
fn is_same(stored: &[u8], on_disk: &[u8]) -> bool {
    stored == on_disk
        || stored.starts_with(KEPT_ELSEWHERE) && is_kept_as(stored, on_disk)
        || on_disk.contains(&b'\r') && with_line_feeds(stored).eq(with_line_feeds(on_disk))
}

/// Bytes with every CRLF replaced by a line feed.
fn with_line_feeds(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let is_before_line_feed = |at: usize| bytes.get(at + 1) == Some(&b'\n');
    bytes
        .iter()
        .enumerate()
        .filter(move |(at, byte)| **byte != b'\r' || !is_before_line_feed(*at))
        .map(|(_, byte)| *byte)
}

/// Whether bytes are those that a Git LFS pointer refers to, by its SHA-256.
fn is_kept_as(pointer: &[u8], bytes: &[u8]) -> bool {
    let lines = str::from_utf8(pointer).unwrap_or_default().lines();
    let kept = lines.filter_map(|line| line.strip_prefix("oid sha256:")).find_map(|oid| Fingerprint::read(oid).ok());
    let mut read = bytes;
    kept.is_some_and(|kept| Fingerprint::of(&mut read, MOST).is_ok_and(|now| now == kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_filters_usually_do_is_no_change() {
        assert!(is_same(b"a\nb\n", b"a\r\nb\r\n") && is_same(b"a\r\nb\n", b"a\r\nb\r\n"));
        assert!(!is_same(b"a\nb\n", b"a\rb\n") && !is_same(b"a\n", b"a\r\r\n") && !is_same(b"ab", b"a\r\nb"));
        // FIPS 180-4: the SHA-256 of `abc`
        let pointer = b"version https://git-lfs.github.com/spec/v1\n\
            oid sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\nsize 3\n";
        assert!(is_same(pointer, b"abc") && is_same(pointer, pointer) && !is_same(pointer, b"abd"));
    }
}

//! Files of a commit, read without a checkout.

use super::super::folder;
use super::objects::Objects;
use super::{Commit, Repository, texts};
use crate::scenario::Files;
use anyhow::Result;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Error, ErrorKind, Read};
use std::path::{Component, Path};

/// Maximum size of a trace of a commit in bytes; it is read into memory.
pub(super) const MOST: u64 = 1 << 28;
/// Maximum number of links to follow one after another.
const MOST_LINKS: usize = 40;
/// Start of a Git LFS pointer.
pub(super) const KEPT_ELSEWHERE: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Files of a commit.
#[derive(Debug)]
pub(in super::super) struct Revision {
    entries: BTreeMap<String, TreeEntry>,
    objects: Objects,
}

/// Entry at a path of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeEntry {
    pub(super) kind: Kind,
    pub(super) object: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Link,
    /// Submodule: a commit of another repository.
    Module,
}

impl Revision {
    /// Lists the files of a commit of a repository.
    pub(in super::super) fn of(repository: &Repository, commit: &Commit) -> Result<Revision> {
        let listed = repository.listed(&["ls-tree", "-r", "-z", "--full-tree", commit.name()])?;
        let entries = texts(&listed).filter_map(TreeEntry::read).collect();
        Ok(Revision { entries, objects: Objects::of(repository)? })
    }

    /// Paths of its files from the root of the repository, without links.
    pub(in super::super) fn files(&self) -> impl Iterator<Item = &str> {
        let files = self.entries.iter().filter(|(_, entry)| entry.kind == Kind::File);
        files.map(|(path, _)| path.as_str())
    }

    /// All entries by path.
    pub(super) fn entries(&self) -> &BTreeMap<String, TreeEntry> {
        &self.entries
    }

    /// Bytes of an entry in the repository, at most [`MOST`].
    pub(super) fn stored(&self, entry: &TreeEntry) -> io::Result<Vec<u8>> {
        self.objects.content(&entry.object, MOST)
    }

    /// Content of one of its files, up to a size limit.
    ///
    /// # Errors
    /// If there is no such file, or only a Git LFS pointer.
    pub(in super::super) fn content(&self, path: &str, most: u64) -> io::Result<Vec<u8>> {
        let entry = self.entries.get(path).ok_or(ErrorKind::NotFound)?;
        let content = self.objects.content(&entry.object, most)?;
        if content.starts_with(KEPT_ELSEWHERE) {
            return Err(Error::other("it is stored in Git LFS, and the revision contains only a pointer"));
        }
        Ok(content)
    }

    /// Folder of one of its files, with everything below it.
    pub(in super::super) fn folder_of(&self, path: &str) -> RevisionFolder<'_> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        RevisionFolder { revision: self, folder: steps(folder).unwrap_or_default() }
    }

    /// Resolves the links of a path; an error if they lead nowhere.
    fn followed(&self, mut path: Vec<String>) -> io::Result<Vec<String>> {
        for _ in 0..MOST_LINKS {
            let link = (1..=path.len()).find_map(|length| {
                let entry = self.entries.get(&path[..length].join("/"))?;
                (entry.kind == Kind::Link).then_some((length, entry))
            });
            let Some((length, entry)) = link else { return Ok(path) };
            let target = self.stored(entry)?;
            let target = String::from_utf8(target).map_err(|_| ErrorKind::NotFound)?;
            if target.starts_with('/') {
                return Err(folder::outside());
            }
            let rest = path[length..].join("/");
            let joined = format!("{}/{target}/{rest}", path[..length - 1].join("/"));
            path = steps(&joined).ok_or_else(folder::outside)?;
        }
        Err(Error::other("its links form a loop"))
    }
}

impl TreeEntry {
    /// Parses `MODE TYPE OBJECT<tab>PATH`.
    pub(super) fn read(line: &str) -> Option<(String, TreeEntry)> {
        let (head, path) = line.split_once('\t')?;
        let mut words = head.split(' ');
        let kind = match (words.next()?, words.next()?) {
            ("120000", _) => Kind::Link,
            (_, "blob") => Kind::File,
            _ => Kind::Module,
        };
        Some((path.to_owned(), TreeEntry { kind, object: words.next()?.to_owned() }))
    }
}

/// Files in a folder of a commit and below it; never files outside, not even through a link.
#[derive(Debug)]
pub(in super::super) struct RevisionFolder<'a> {
    revision: &'a Revision,
    folder: Vec<String>,
}

impl Files for RevisionFolder<'_> {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        if !folder::stays_within(Path::new(path)) {
            return Err(folder::outside());
        }
        let target = steps(&format!("{}/{path}", self.folder.join("/"))).ok_or_else(folder::outside)?;
        let found = self.revision.followed(target)?;
        if !found.starts_with(&self.folder) {
            return Err(folder::outside());
        }
        self.opened(&found)
    }

    fn open_shared(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let outside = || Error::new(ErrorKind::InvalidInput, "it is not in the repository");
        if path.starts_with('/') {
            return Err(outside());
        }
        let target = steps(&format!("{}/{path}", self.folder.join("/"))).ok_or_else(outside)?;
        self.opened(&self.revision.followed(target)?)
    }
}

impl RevisionFolder<'_> {
    /// Opens a file by its path components from the root of the repository.
    fn opened(&self, found: &[String]) -> io::Result<Box<dyn Read + '_>> {
        let found = found.join("/");
        match self.revision.entries.get(&found) {
            Some(TreeEntry { kind: Kind::File, .. }) => Ok(Box::new(Cursor::new(self.revision.content(&found, MOST)?))),
            Some(_) => Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file")),
            None => Err(ErrorKind::NotFound.into()),
        }
    }
}

/// Components of a path from the root of a repository, with `.` and `..` resolved; `None` if it leaves the repository.
fn steps(path: &str) -> Option<Vec<String>> {
    let mut steps = Vec::new();
    for component in Path::new(path).components() {
        match component {
            Component::Normal(name) => steps.push(name.to_str()?.to_owned()),
            Component::ParentDir => {
                steps.pop()?;
            }
            Component::CurDir | Component::RootDir => {}
            Component::Prefix(_) => return None,
        }
    }
    Some(steps)
}

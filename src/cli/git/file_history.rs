//! Revisions of a file: its content at the end of each month.

use super::objects::Objects;
use super::revision::{KEPT_ELSEWHERE, Kind, TreeEntry};
use super::{Repository, root_of, texts};
use crate::scenario::Date;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A file of the commits that lead to `HEAD`.
#[derive(Debug)]
pub(in super::super) struct FileHistory {
    repository: Repository,
    /// Path from the root of the repository.
    path: String,
    objects: Objects,
    /// The last commit of each month that changed the file, by date.
    commits: Vec<DatedCommit>,
}

/// A commit with its date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct DatedCommit {
    /// Full name in hexadecimal.
    pub(in super::super) name: String,
    /// Day of the commit, in the time zone of its committer.
    pub(in super::super) date: Date,
}

impl FileHistory {
    /// Commits that changed a file, which need not be in the checkout any more.
    ///
    /// # Errors
    /// If it is in no repository, or no commit has it.
    pub(in super::super) fn of(file: &Path) -> Result<FileHistory> {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(parent).with_context(|| format!("cannot read {}", parent.display()))?;
        let root = root_of(&folder);
        let root = root.ok_or_else(|| anyhow!("{} is in no git repository", file.display()))?;
        let repository = Repository::at(root)?;
        let (Some(name), Ok(below)) = (file.file_name(), folder.strip_prefix(root)) else {
            bail!("{} is not the name of a file", file.display())
        };
        let parts = below.components().map(Component::as_os_str).chain([name]);
        let parts: Option<Vec<&str>> = parts.map(|part| part.to_str()).collect();
        let path = parts.with_context(|| format!("{} is not UTF-8", file.display()))?.join("/");
        let listed = repository.listed(&["rev-list", "--format=%H %cs%x00", "HEAD", "--", &path])?;
        let mut commits: Vec<DatedCommit> = texts(&listed).filter_map(DatedCommit::read).collect();
        // the newest first: the first of a month is its last
        commits.sort_by_key(|commit| std::cmp::Reverse(commit.date));
        commits.dedup_by_key(|commit| commit.date.0.first_of_month());
        commits.reverse();
        let shallow = if repository.is_shallow() { "; this clone is shallow, fetch its history" } else { "" };
        ensure!(!commits.is_empty(), "no commit has {}{shallow}", file.display());
        let objects = Objects::of(&repository)?;
        Ok(FileHistory { repository, path, objects, commits })
    }

    /// Absolute path of the file in the checkout.
    pub(in super::super) fn path(&self) -> PathBuf {
        self.repository.root().join(&self.path)
    }

    /// Whether this clone lacks earlier commits.
    pub(in super::super) fn is_cut_off(&self) -> bool {
        self.repository.is_shallow()
    }

    /// Commits by date, the last of each month.
    pub(in super::super) fn commits(&self) -> &[DatedCommit] {
        &self.commits
    }

    /// Content of the file in a commit, up to a size limit; none if the commit removed it.
    ///
    /// # Errors
    /// If it is a link or only a Git LFS pointer, or this clone lacks it.
    pub(in super::super) fn content(&self, commit: &DatedCommit, most: u64) -> Result<Option<Vec<u8>>> {
        let listed = self.repository.listed(&["ls-tree", "-z", "--full-tree", &commit.name, "--", &self.path])?;
        let Some((_, entry)) = texts(&listed).find_map(TreeEntry::read) else { return Ok(None) };
        ensure!(entry.kind == Kind::File, "it is not a regular file");
        let content = self.objects.content(&entry.object, most)?;
        ensure!(
            !content.starts_with(KEPT_ELSEWHERE),
            "it is stored in Git LFS, and the commit contains only a pointer"
        );
        Ok(Some(content))
    }
}

impl DatedCommit {
    /// Parses the last line of an entry, `HASH DATE`; earlier lines are the heading that git prints above a format.
    fn read(entry: &str) -> Option<DatedCommit> {
        let (name, date) = entry.lines().last()?.split_once(' ')?;
        Some(DatedCommit { name: name.to_owned(), date: Date::parse(date).ok()? })
    }
}

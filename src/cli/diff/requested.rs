//! Selects the files of a repository that a review reads, and the shared ones among them.

use super::super::folder::is_yaml;
use super::super::git::{Changes, Repository, Revision};
use super::super::input;
use crate::check;
use crate::scenario::{is_only_shared, may_be_shared};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Text of a version of a file, or why it cannot be read.
pub(super) type FileText = Result<String, String>;

/// Selection of the files to read.
pub(super) struct FileSelection<'a> {
    /// Requested files and folders, from the root of the repository; empty means all.
    pub(super) requested: &'a [String],
    /// Files that changed.
    pub(super) changes: Changes<'a>,
    /// Other files to read.
    pub(super) additional: AdditionalFiles,
}

/// Files to read in addition to the requested ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdditionalFiles {
    /// Changed files: they may be renamed to or from a requested path.
    Changed,
    /// All files: scenarios anywhere may extend a requested file.
    Everything,
}

impl FileSelection<'_> {
    pub(super) fn is_requested(&self, path: &str) -> bool {
        self.requested.is_empty() || self.requested.iter().any(|requested| is_below(path, requested))
    }

    /// Whether a file is named explicitly: it is compared whatever it contains.
    pub(super) fn is_named(&self, path: &str) -> bool {
        self.requested.iter().any(|requested| requested == path)
    }

    /// Whether a file must be read.
    fn may_be(&self, path: &str) -> bool {
        let is_near = || match self.additional {
            AdditionalFiles::Changed => self.is_requested(path) || self.changes.has_changed(path),
            AdditionalFiles::Everything => true,
        };
        (is_yaml(Path::new(path)) || self.is_named(path)) && is_near()
    }

    fn is_scenario(&self, path: &str, text: &FileText) -> bool {
        self.is_named(path) || text.as_ref().map_or(true, |text| check::is_scenario(text))
    }

    /// Scenarios of a revision.
    pub(super) fn then(&self, revision: &Revision) -> BTreeMap<String, FileText> {
        let files = revision.files().filter(|path| self.may_be(path)).map(|path| {
            let content = revision.content(path, input::MOST).map_err(|error| error.to_string());
            (path.to_owned(), content.and_then(|bytes| input::utf8(bytes).map_err(|error| error.to_string())))
        });
        files.filter(|(path, text)| self.is_scenario(path, text)).collect()
    }

    /// Scenarios of the working tree, including the current state of the old ones.
    pub(super) fn now(&self, repository: &Repository, then: &BTreeMap<String, FileText>) -> BTreeMap<String, FileText> {
        let mut now = BTreeMap::new();
        for path in self.changes.present().filter(|path| self.may_be(path)) {
            let file = repository.root().join(path);
            let was = then.get(path);
            let same = was.filter(|_| !self.changes.has_changed(path)).cloned();
            let text = match fs::symlink_metadata(&file) {
                Ok(kind) if kind.is_symlink() && was.is_none() => continue,
                Ok(kind) if kind.is_symlink() => Err("it is a link now, and --base does not follow links".to_owned()),
                Ok(_) => same.unwrap_or_else(|| input::read_regular(&file).map_err(|error| format!("{error:#}"))),
                Err(_) if self.changes.is_left_out(path) => {
                    same.unwrap_or_else(|| Err("it is excluded from this sparse checkout".to_owned()))
                }
                // tracked by git but not on disk: deleted
                Err(_) => continue,
            };
            if self.is_scenario(path, &text) || was.is_some() {
                now.insert(path.to_owned(), text);
            }
        }
        now
    }
}

/// Files that each scenario extends.
pub(super) fn shared(
    scenarios: &BTreeMap<String, FileText>,
    files_of: impl Fn(&str, &str) -> Vec<String>,
) -> BTreeMap<String, Vec<String>> {
    let texts = scenarios.iter().filter(|(_, text)| !is_alone(text));
    texts.filter_map(|(path, text)| Some((path.clone(), files_of(path, text.as_ref().ok()?)))).collect()
}

/// Whether a file may be extended.
pub(super) fn is_shared(text: &FileText) -> bool {
    text.as_ref().is_ok_and(|text| may_be_shared(text))
}

/// Whether a file is a shared file, even if no scenario extends it.
pub(super) fn is_alone(text: &FileText) -> bool {
    text.as_ref().is_ok_and(|text| is_only_shared(text))
}

/// Whether a path equals another or lies below it.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

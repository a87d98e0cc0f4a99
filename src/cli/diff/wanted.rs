//! Which files of a repository a review reads, and which of them are there to be extended.

use super::super::folder::is_yaml;
use super::super::git::{Changes, Repository, Revision};
use super::super::input;
use crate::check;
use crate::scenario::{is_only_shared, may_be_shared};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What is a version of a file: its text, or why it cannot be read.
pub(super) type FileText = Result<String, String>;

/// Which files are read.
pub(super) struct Wanted<'a> {
    /// The files and folders that were asked for, from the top of the repository; without any all of it.
    pub(super) asked: &'a [String],
    /// Which files are not what they were.
    pub(super) changes: Changes<'a>,
    /// What else is looked at.
    pub(super) beside: Beside,
}

/// What is looked at beside what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// What changed: it may be what was renamed into, or out of, what is asked for.
    Changed,
    /// Everything: scenarios anywhere may extend a file that is asked for.
    Everything,
}

impl Wanted<'_> {
    pub(super) fn is_asked(&self, path: &str) -> bool {
        self.asked.is_empty() || self.asked.iter().any(|asked| is_below(path, asked))
    }

    /// Whether a file was named itself: it is compared whatever it is.
    pub(super) fn is_named(&self, path: &str) -> bool {
        self.asked.iter().any(|asked| asked == path)
    }

    /// Whether a file has to be looked at.
    fn may_be(&self, path: &str) -> bool {
        let is_near = || match self.beside {
            Beside::Changed => self.is_asked(path) || self.changes.has_changed(path),
            Beside::Everything => true,
        };
        (is_yaml(Path::new(path)) || self.is_named(path)) && is_near()
    }

    fn is_scenario(&self, path: &str, text: &FileText) -> bool {
        self.is_named(path) || text.as_ref().map_or(true, |text| check::is_scenario(text))
    }

    /// The scenarios of a revision.
    pub(super) fn then(&self, revision: &Revision) -> BTreeMap<String, FileText> {
        let files = revision.files().filter(|path| self.may_be(path)).map(|path| {
            let content = revision.content(path, input::MOST).map_err(|error| error.to_string());
            (path.to_owned(), content.and_then(|bytes| input::utf8(bytes).map_err(|error| error.to_string())))
        });
        files.filter(|(path, text)| self.is_scenario(path, text)).collect()
    }

    /// The scenarios of the working tree, and what became of those of then.
    pub(super) fn now(&self, repository: &Repository, then: &BTreeMap<String, FileText>) -> BTreeMap<String, FileText> {
        let mut now = BTreeMap::new();
        for path in self.changes.present().filter(|path| self.may_be(path)) {
            let file = repository.root().join(path);
            let was = then.get(path);
            let same = was.filter(|_| !self.changes.has_changed(path)).cloned();
            let text = match fs::symlink_metadata(&file) {
                Ok(kind) if kind.is_symlink() && was.is_none() => continue,
                Ok(kind) if kind.is_symlink() => Err("it is a link now, and a review reads none".to_owned()),
                Ok(_) => same.unwrap_or_else(|| input::read_regular(&file).map_err(|error| format!("{error:#}"))),
                Err(_) if self.changes.is_left_out(path) => {
                    same.unwrap_or_else(|| Err("it is left out of this sparse checkout".to_owned()))
                }
                // what git keeps and nobody finds is gone
                Err(_) => continue,
            };
            if self.is_scenario(path, &text) || was.is_some() {
                now.insert(path.to_owned(), text);
            }
        }
        now
    }
}

/// What each scenario extends.
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

/// Whether a file is there to be extended, even where no scenario does.
pub(super) fn is_alone(text: &FileText) -> bool {
    text.as_ref().is_ok_and(|text| is_only_shared(text))
}

/// Whether a path is another, or lies below it.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

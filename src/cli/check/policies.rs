//! Which `rackrent.toml` a scenario is judged by: the nearest in its folder or above, up to the root of its repository.

use super::super::input;
use super::files::{self, File};
use crate::check::Policy;
use crate::scenario::{Date, Rejected};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What the file is called.
const NAME: &str = "rackrent.toml";

/// The policies of files, each read once.
#[derive(Debug)]
pub(super) struct Policies {
    all: Vec<Policy>,
    /// Which of them is that of each file.
    of_files: Vec<usize>,
    paths: Vec<PathBuf>,
}

impl Policies {
    /// The policies for files on a day: the one of `config`, or the nearest to each file. The inner error is every file
    /// that cannot be used.
    ///
    /// # Errors
    /// If `config` cannot be read.
    pub(super) fn of(
        files: &[File],
        config: Option<&Path>,
        today: Option<Date>,
    ) -> Result<Result<Policies, Vec<Rejected>>> {
        let mut search = Search { nearest: BTreeMap::new(), found: Vec::new() };
        let of_files: Vec<Option<usize>> = match config {
            Some(config) => {
                search.add_named(config)?;
                vec![Some(0); files.len()]
            }
            None => files.iter().map(|file| search.nearest(&file.folder)).collect(),
        };
        let Search { found, .. } = search;
        let none = found.len();
        let paths = found.iter().map(|(path, _)| path.clone()).collect();
        let (mut policies, mut rejected) = (Vec::new(), Vec::new());
        for (_, read) in found {
            match read {
                Ok(policy) => policies.push(Policy { today, ..policy }),
                Err(reasons) => rejected.push(*reasons),
            }
        }
        if !rejected.is_empty() {
            return Ok(Err(rejected));
        }
        policies.push(Policy { today, ..Policy::default() });
        let of_files = of_files.into_iter().map(|at| at.unwrap_or(none)).collect();
        Ok(Ok(Policies { all: policies, of_files, paths }))
    }

    /// The policy of the file at a position.
    pub(super) fn of_file(&self, at: usize) -> &Policy {
        &self.all[self.of_files[at]]
    }

    /// The files that policies were read from.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }
}

/// Files of policies that were found so far, and for which folders.
struct Search {
    nearest: BTreeMap<PathBuf, Option<usize>>,
    found: Vec<(PathBuf, Result<Policy, Box<Rejected>>)>,
}

impl Search {
    fn add_named(&mut self, path: &Path) -> Result<()> {
        let name = path.display().to_string();
        let text = input::read_regular(path).with_context(|| format!("cannot read {name}"))?;
        self.found.push((path.to_path_buf(), Policy::read(&name, &text).map_err(Box::new)));
        Ok(())
    }

    /// The file for a folder, an absolute path.
    fn nearest(&mut self, folder: &Path) -> Option<usize> {
        if let Some(known) = self.nearest.get(folder) {
            return *known;
        }
        let here = folder.join(NAME);
        // a link to nothing is there, and cannot be read
        let nearest = if fs::symlink_metadata(&here).is_ok() {
            self.add(here);
            Some(self.found.len() - 1)
        } else if fs::symlink_metadata(folder.join(".git")).is_ok() {
            None
        } else {
            folder.parent().and_then(|above| self.nearest(above))
        };
        self.nearest.insert(folder.to_path_buf(), nearest);
        nearest
    }

    fn add(&mut self, path: PathBuf) {
        let name = files::shown(&path);
        let read = match input::read_regular(&path) {
            Ok(text) => Policy::read(&name, &text),
            Err(error) => Err(Policy::unreadable(&name, &format!("this cannot be read: {error:#}"))),
        };
        self.found.push((path, read.map_err(Box::new)));
    }
}

//! Which `rackrent.toml` files a scenario is judged by: that at the root of its repository, and those on the way down to it.

use super::super::folder::Folder;
use super::super::input;
use super::files::{self, Asked, Meant};
use super::roots::InRepository;
use crate::check::{FolderPolicy, Policies, Policy};
use crate::diagnostic::Sources;
use crate::report::check::Skipped;
use crate::scenario::{Files, FilesInMemory, Rejected};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a file of a policy is called at the root of a repository.
const NAME: &str = "rackrent.toml";

/// The policies of files, by their positions.
#[derive(Debug, Default)]
pub(super) struct FilePolicies {
    of_files: Vec<FolderPolicy>,
    paths: Vec<PathBuf>,
}

impl FilePolicies {
    /// The policies for files, on top of one that holds before any is read: those of their repositories, or the one of `config`. Files that are excluded, and that
    /// nobody named, are taken out. The inner error is every file that cannot be used.
    ///
    /// # Errors
    /// If `config` cannot be read.
    pub(super) fn of(
        meant: &mut Meant,
        places: &mut Vec<InRepository>,
        config: Option<&Path>,
        before: &Policy,
    ) -> Result<Result<FilePolicies, Vec<Rejected>>> {
        let config = config.map(Named::read).transpose()?;
        let mut all = FilePolicies::default();
        let (mut judged, mut rejected) = (vec![None; places.len()], Vec::new());
        for root in by_root(places) {
            let folder = Folder::repository(root.path);
            let files: &dyn Files = config.as_ref().map_or(&folder, |config| &config.files);
            let shown = |name: &str| match &config {
                Some(config) => config.name.clone(),
                None => files::shown(&root.path.join(name)),
            };
            let mut policies = Policies::of(files, before.clone());
            policies.hold_folders(|folder| root.path.join(folder).is_dir());
            for at in root.files {
                let is_met = meant.files.get(at).is_some_and(|file| match file.asked {
                    Asked::Folder => true,
                    Asked::Shared => !file.is_named,
                    Asked::File | Asked::Extended => false,
                });
                judged[at] = Some(match policies.excluded(&places[at].path).filter(|_| is_met) {
                    Some(by) => Err(format!("excluded by {}", shown(by))),
                    None => Ok(all.taken_over(policies.of_folder(above(&places[at].path)), &shown)),
                });
            }
            rejected.extend(policies.rejected().into_iter().map(|one| renamed(one, &shown)));
        }
        if !rejected.is_empty() {
            return Ok(Err(rejected));
        }
        all.keep(judged.into_iter().flatten().collect(), meant, places);
        Ok(Ok(all))
    }

    /// A policy whose files bear the names that reports give them.
    fn taken_over(&mut self, judged: FolderPolicy, shown: &dyn Fn(&str) -> String) -> FolderPolicy {
        let files: Vec<String> = judged.files.iter().map(|name| shown(name)).collect();
        self.paths.extend(files.iter().map(PathBuf::from));
        FolderPolicy { files, ..judged }
    }

    /// Takes what is excluded out of the files, to those that are passed over.
    fn keep(&mut self, judged: Vec<Result<FolderPolicy, String>>, meant: &mut Meant, places: &mut Vec<InRepository>) {
        let (files, all_places) = (std::mem::take(&mut meant.files), std::mem::take(places));
        for ((file, place), judged) in files.into_iter().zip(all_places).zip(judged) {
            match judged {
                Ok(policy) => {
                    self.of_files.push(policy);
                    meant.files.push(file);
                    places.push(place);
                }
                Err(because) => meant.skipped.push(Skipped { path: file.name, because }),
            }
        }
        self.paths.sort();
        self.paths.dedup();
    }

    /// The policy of the file at a position.
    pub(super) fn of_file(&self, at: usize) -> &Policy {
        &self.of_files[at].policy
    }

    /// The files that say it, as reports call them.
    pub(super) fn said_by(&self, at: usize) -> &[String] {
        &self.of_files[at].files
    }

    /// The files that policies were read from.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }
}

/// A policy that is named on the command line: it stands in the place of that of every root, and nothing is further down.
struct Named {
    name: String,
    files: FilesInMemory,
}

impl Named {
    fn read(path: &Path) -> Result<Named> {
        let name = path.display().to_string();
        let text = input::read_regular(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Named { name, files: FilesInMemory::none().with(NAME, text) })
    }
}

/// The root of a repository, with the positions of the files in it.
struct Root<'a> {
    path: &'a Path,
    files: Vec<usize>,
}

fn by_root(places: &[InRepository]) -> Vec<Root<'_>> {
    let mut by_root: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
    for (at, place) in places.iter().enumerate() {
        by_root.entry(&place.root).or_default().push(at);
    }
    by_root.into_iter().map(|(path, files)| Root { path, files }).collect()
}

/// The folder of a path below a root.
fn above(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// What is wrong with a file, by the name that reports give it.
fn renamed(rejected: Rejected, shown: &dyn Fn(&str) -> String) -> Rejected {
    let sources = Sources::new(shown(rejected.sources.name()), rejected.sources.text(), Vec::new());
    Rejected { sources, ..rejected }
}

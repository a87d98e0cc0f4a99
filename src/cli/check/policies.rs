//! Policies of scenarios: the `rackrent.toml` at the root of the repository and those in the folders down to a scenario.

use super::super::console::Console;
use super::super::folder::Folder;
use super::super::git::root_of;
use super::super::input;
use super::super::packs;
use super::files::{self, InclusionReason, RequestedPaths};
use super::roots::{self, InRepository};
use crate::check::{FolderPolicy, Policies, Policy};
use crate::diagnostic::Sources;
use crate::report::check::Skipped;
use crate::scenario::{Files, FilesInMemory, Rejected};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// File name of a policy.
const NAME: &str = "rackrent.toml";

/// Policies of the checked files, by index.
#[derive(Debug, Default)]
pub(super) struct FilePolicies {
    of_files: Vec<FolderPolicy>,
    paths: Vec<PathBuf>,
}

impl FilePolicies {
    /// Reads the policies of files on top of a base policy: those of their repositories, or the one of `config`. Excluded files
    /// that are not named explicitly are removed. The inner error holds every invalid policy file.
    ///
    /// # Errors
    /// If `config` cannot be read.
    pub(super) fn of(
        requested: &mut RequestedPaths,
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
                let is_met = requested.files.get(at).is_some_and(|file| match file.inclusion {
                    InclusionReason::Folder => true,
                    InclusionReason::Shared => !file.is_named,
                    InclusionReason::File | InclusionReason::Extended => false,
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
        all.keep(judged.into_iter().flatten().collect(), requested, places);
        Ok(Ok(all))
    }

    /// Policy with its file names as reports show them; records these files.
    fn taken_over(&mut self, judged: FolderPolicy, shown: &dyn Fn(&str) -> String) -> FolderPolicy {
        let files: Vec<String> = judged.files.iter().map(|name| shown(name)).collect();
        self.paths.extend(files.iter().map(PathBuf::from));
        FolderPolicy { files, ..judged }
    }

    /// Moves excluded files to the skipped ones.
    fn keep(
        &mut self,
        judged: Vec<Result<FolderPolicy, String>>,
        requested: &mut RequestedPaths,
        places: &mut Vec<InRepository>,
    ) {
        let (files, all_places) = (std::mem::take(&mut requested.files), std::mem::take(places));
        for ((file, place), judged) in files.into_iter().zip(all_places).zip(judged) {
            match judged {
                Ok(policy) => {
                    self.of_files.push(policy);
                    requested.files.push(file);
                    places.push(place);
                }
                Err(because) => requested.skipped.push(Skipped { path: file.name, because }),
            }
        }
        self.paths.sort();
        self.paths.dedup();
    }

    /// Policy of the file at an index.
    pub(super) fn of_file(&self, at: usize) -> &Policy {
        &self.of_files[at].policy
    }

    /// Policy files that apply to it, as reports show them.
    pub(super) fn policy_files(&self, at: usize) -> &[String] {
        &self.of_files[at].files
    }

    /// Files that policies were read from.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }
}

/// Policy of the only folder on the command line, with its file names as reports show them; without one, the default policy. The
/// root is that of its first file.
///
/// # Errors
/// Every invalid policy file.
pub(in crate::cli) fn of_folder(meant: &RequestedPaths) -> std::result::Result<FolderPolicy, Vec<Rejected>> {
    let places = roots::of(meant);
    let ([folder], Some(place)) = (meant.folders.as_slice(), places.first()) else {
        return Ok(FolderPolicy::default());
    };
    let below = folder.path.strip_prefix(&place.root).unwrap_or(Path::new(""));
    let repository = Folder::repository(&place.root);
    let shown = |name: &str| files::shown(&place.root.join(name));
    let mut policies = Policies::of(&repository, Policy::default());
    let judged = policies.of_folder(&roots::with_slashes(below));
    let rejected = policies.rejected();
    if !rejected.is_empty() {
        return Err(rejected.into_iter().map(|one| renamed(one, &shown)).collect());
    }
    Ok(FolderPolicy { files: judged.files.iter().map(|name| shown(name)).collect(), ..judged })
}

/// Policy around a folder, for commands that check nothing; `None` if one of its files is invalid (already reported). Without a
/// repository, it is that of the folder itself.
pub(in crate::cli) fn around(folder: &Path, console: &mut Console<'_>) -> Option<Policy> {
    let Ok(folder) = std::fs::canonicalize(folder) else { return Some(Policy::default()) };
    let root = root_of(&folder).unwrap_or(&folder);
    let below = folder.strip_prefix(root).unwrap_or(Path::new(""));
    let repository = Folder::repository(root);
    let mut policies = Policies::of(&repository, Policy::default());
    let judged = policies.of_folder(&roots::with_slashes(below));
    let rejected = policies.rejected();
    let is_valid = rejected.is_empty();
    for one in rejected {
        let one = renamed(one, &|name| files::shown(&root.join(name)));
        console.refuse(&one.diagnostics, &one.sources);
    }
    let packs = BTreeSet::from([packs::of_policy(root, &judged.policy)]);
    // the catalog of the repository is that of the command
    let is_installed =
        is_valid && packs::install_of_policies(packs, console).map_err(|error| console.complain(&error)).ok()?;
    is_installed.then_some(judged.policy)
}

/// Policy named on the command line: it replaces the policies of all roots and their subfolders.
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

/// Repository root with the indices of its files.
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

/// Folder of a path below a root.
fn above(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Rejection with the file name as reports show it.
fn renamed(rejected: Rejected, shown: &dyn Fn(&str) -> String) -> Rejected {
    let sources = Sources::new(shown(rejected.sources.name()), rejected.sources.text(), Vec::new());
    Rejected { sources, ..rejected }
}

//! `diff --base`: compares every scenario of a repository with its version at a revision.

use super::super::Status;
use super::super::console::Console;
use super::super::files_read::FilesRead;
use super::super::folder::Folder;
use super::super::git::{Changes, Commit, Repository, Revision};
use super::Arguments;
use super::fail_on::Gone;
use super::judged::{Judged, RepositoryPolicies, TwoPolicies};
use super::output::Moved;
use super::renames::renames;
use super::requested::{AdditionalFiles, FileSelection, FileText, is_alone, is_below, is_shared, shared};
use crate::analysis::difference::{CurrenciesDiffer, Difference, decided, difference_in_one_currency};
use crate::api::ScenarioText;
use crate::check;
use crate::demand::trace::Traces;
use crate::report::review::{BaseCommit, FileChange, FileVersion, PolicyChange, PolicyEffect, Review, ReviewedFile};
use crate::report::{ErrorKind, Errors};
use crate::scenario::{Files, Loaded, shared_files};
use anyhow::{Context, Result, ensure};
use engine::parallel::on_all_cores;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Files that determine how scenarios are checked: policies and the baseline.
const POLICIES: [&str; 2] = ["rackrent.toml", check::BASELINE];

/// Compares the scenarios of a repository with their versions at a revision.
pub(super) fn run(arguments: &Arguments, base: &str, console: &mut Console<'_>) -> Result<Status> {
    let repository = Repository::around(Path::new("."))?;
    let requested = arguments.paths().map(|path| within(&repository, path)).collect::<Result<Vec<String>>>()?;
    let commit = repository.merge_base(base)?;
    let revision = Revision::of(&repository, &commit)?;
    let versions = Versions::of(&repository, &revision, &commit, &requested, console.files_read.clone())?;
    let read = versions.read_here();
    ensure!(
        !arguments.written.requests_yaml(),
        "format `yaml` requires a scenario and its edited workbook, not --base"
    );
    arguments.written.check(&read.iter().map(PathBuf::as_path).collect::<Vec<_>>(), None, console)?;
    let base = BaseCommit { revision: base.to_owned(), commit: commit.name().to_owned() };
    let (policies, judged) = versions.judged();
    let (files, unchanged) = versions.compared(&judged, arguments, console);
    let links = arguments.link_base.clone().unwrap_or_default();
    let review = Review::new(base, files, unchanged, policies, links);
    arguments.written.write(Moved { report: &review, moved: review.matters() }, None, console)?;
    if review.files().iter().any(ReviewedFile::is_unanswered) {
        return Ok(Status::NoAnswer);
    }
    let gone = if arguments.allow_gone { Gone::Passes } else { Gone::Fails };
    Ok(super::status(arguments.fail_on.iter().any(|what| what.is_found_among(&review, gone))))
}

/// Path of the command line, relative to the root of the repository; empty for the root itself. It need not exist any more.
fn within(repository: &Repository, path: &Path) -> Result<String> {
    let shown = path.display();
    let absolute = std::path::absolute(path).with_context(|| format!("there is no path {shown}"))?;
    // links are resolved in the part of the path that exists
    let there = absolute.ancestors().find_map(|above| Some((above, fs::canonicalize(above).ok()?)));
    let real = there.and_then(|(above, real)| Some(real.join(absolute.strip_prefix(above).ok()?)));
    let mut below = PathBuf::new();
    for component in real.unwrap_or(absolute).components() {
        match component {
            Component::ParentDir => {
                below.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => below.push(component),
        }
    }
    let below = below.strip_prefix(repository.root());
    let below = below.with_context(|| format!("{shown} is not in the repository {}", repository.root().display()))?;
    Ok(below.components().map(|step| step.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/"))
}

/// Scenarios to compare, in their old and new versions.
struct Versions<'a> {
    repository: &'a Repository,
    revision: &'a Revision,
    /// All scenarios, by their current path if they have one.
    pairs: Vec<Pair>,
    selection: FileSelection<'a>,
    /// Records the files that are read in the working tree.
    read: FilesRead,
}

/// Old and new version of a scenario; `None` for a version that does not exist.
struct Pair {
    then: Option<(String, FileText)>,
    now: Option<(String, FileText)>,
    /// Files that either version extends.
    shared: BTreeSet<String>,
}

impl<'a> Versions<'a> {
    fn of(
        repository: &'a Repository,
        revision: &'a Revision,
        commit: &Commit,
        requested: &'a [String],
        read: FilesRead,
    ) -> Result<Versions<'a>> {
        let changes = Changes::since(repository, revision)?;
        let mut selection = FileSelection { requested, changes, additional: AdditionalFiles::Changed };
        let mut then = selection.then(revision);
        let mut now = selection.now(repository, &then);
        let is_asked_and_shared = |(path, text): (&String, &FileText)| selection.is_requested(path) && is_shared(text);
        if !requested.is_empty() && then.iter().chain(&now).any(is_asked_and_shared) {
            selection.additional = AdditionalFiles::Everything;
            then = selection.then(revision);
            now = selection.now(repository, &then);
        }
        for path in requested.iter().filter(|path| !path.is_empty()) {
            let met = then.keys().chain(now.keys()).any(|met| is_below(met, path));
            ensure!(met, "there is no scenario in {path}, neither now nor at {}", commit.name());
        }
        let of_revision = |path: &str, text: &str| shared_files(path, text, &revision.folder_of(path));
        let folder = |path: &str| Folder::of_file(&repository.root().join(path)).noted_in(&read);
        let here = |path: &str, text: &str| shared_files(path, text, &folder(path));
        let shared = [shared(&then, of_revision), shared(&now, here)];
        // a file that an old scenario extends is a shared file now
        let extended: BTreeSet<&String> = shared.iter().flat_map(BTreeMap::values).flatten().collect();
        // a file that is a scenario in one version is treated as one in both
        let versions = then.iter().chain(&now);
        let known: BTreeSet<String> =
            versions.filter(|(_, text)| !is_alone(text)).map(|(path, _)| path.clone()).collect();
        for scenarios in [&mut then, &mut now] {
            scenarios.retain(|path, text| !is_shared(text) || (known.contains(path) && !extended.contains(path)));
        }
        let mut pairs = pairs(then, now);
        for pair in &mut pairs {
            let versions = [&pair.then, &pair.now].into_iter().zip(&shared);
            let named = versions.filter_map(|(version, shared)| shared.get(&version.as_ref()?.0));
            pair.shared = named.flatten().cloned().collect();
        }
        pairs.retain(|pair| {
            let paths = [&pair.then, &pair.now].into_iter().flatten().map(|(path, _)| path);
            paths.chain(&pair.shared).any(|path| selection.is_requested(path))
        });
        Ok(Versions { repository, revision, pairs, selection, read })
    }

    /// Folder of a current file.
    fn folder_of(&self, path: &str) -> Folder {
        Folder::of_file(&self.repository.root().join(path)).noted_in(&self.read)
    }

    /// Current files that are read.
    fn read_here(&self) -> Vec<PathBuf> {
        let now = self.pairs.iter().filter_map(|pair| pair.now.as_ref());
        now.map(|(path, _)| self.repository.root().join(path)).collect()
    }

    /// Changed policies and baselines that affect the requested paths.
    fn policies(&self) -> Vec<String> {
        let is_policy = |path: &str| {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            // a baseline applies at the root only
            POLICIES.contains(&name) && (name != check::BASELINE || folder.is_empty())
        };
        let concerns = |path: &str| {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            self.selection.is_requested(path)
                || self.selection.requested.iter().any(|requested| is_below(requested, folder))
        };
        self.selection.changes.changed(|path| is_policy(path) && concerns(path)).map(str::to_owned).collect()
    }

    /// Changes of the policies, and the two policies of each scenario where they differ and are valid.
    fn judged(&self) -> (PolicyChange, Vec<Option<TwoPolicies>>) {
        let paths = self.policies();
        let none = || self.pairs.iter().map(|_| None).collect();
        if paths.is_empty() {
            return (PolicyChange::default(), none());
        }
        let (then, now) =
            (self.revision.folder_of(""), Folder::repository(self.repository.root()).noted_in(&self.read));
        let mut policies = RepositoryPolicies::of(&then, &now);
        policies.hold_folders(self.repository, self.revision);
        let of_pair = |pair: &Pair| {
            let now = pair.now.as_ref()?;
            // a new scenario is compared with the old policy of its path
            let then = pair.then.as_ref().unwrap_or(now);
            policies.of_scenario((&then.0, &now.0), &pair.shared, |path| self.selection.is_named(path))
        };
        let judged: Vec<Option<TwoPolicies>> = self.pairs.iter().map(of_pair).collect();
        let unusable = policies.unusable();
        let judged = if unusable.is_empty() { judged } else { none() };
        (PolicyChange { paths, unusable }, judged)
    }

    /// Changed scenarios, and the number of unchanged ones.
    fn compared(
        &self,
        judged: &[Option<TwoPolicies>],
        arguments: &Arguments,
        console: &Console<'_>,
    ) -> (Vec<ReviewedFile>, usize) {
        let bar = console.progress(self.pairs.len() as u64, "scenarios");
        let compared = on_all_cores(self.pairs.iter().zip(judged), |(pair, judged)| {
            let compared = self.pair(pair, judged.as_ref(), arguments);
            bar.inc(1);
            compared
        });
        bar.finish_and_clear();
        let unchanged = compared.iter().filter(|files| files.is_empty()).count();
        (compared.into_iter().flatten().collect(), unchanged)
    }

    /// Changes of a scenario: none if it is unchanged, and two if another scenario replaced it.
    fn pair(&self, pair: &Pair, judged: Option<&TwoPolicies>, arguments: &Arguments) -> Vec<ReviewedFile> {
        let paths = [&pair.then, &pair.now].map(|version| version.as_ref().map(|(path, _)| path.as_str()));
        let policy = judged.and_then(|judged| self.effect(pair, judged, arguments));
        if let (Some((was, Ok(then))), Some((is, Ok(now)))) = (&pair.then, &pair.now)
            && (was, then) == (is, now)
            && policy.is_none()
            && !self.is_around(is)
            && !pair.shared.iter().any(|shared| self.is_around(shared))
        {
            return Vec::new();
        }
        let then = pair.then.as_ref().map(|(path, text)| self.then(path, text, arguments));
        let now = pair.now.as_ref().map(|(path, text)| self.now(path, text, arguments));
        let same_text = pair.then == pair.now;
        let is_shared_changed = || pair.shared.iter().any(|shared| self.selection.changes.has_changed(shared));
        let change = match (then, now) {
            // the same texts with the same traces, or with the same errors
            (Some(Ok(then)), Some(Ok(now))) if same_text && is_same(&then, &now) && policy.is_none() => {
                return Vec::new();
            }
            (Some(Err(_)), Some(Err(_))) if same_text && !is_shared_changed() => return Vec::new(),
            (Some(Ok(then)), Some(Ok(now))) => between(then, now),
            (then, now) => FileChange::Apart { then: version(then), now: version(now), currencies: None },
        };
        let path = paths[1].or(paths[0]).unwrap_or_default().to_owned();
        let was = paths[0].filter(|was| *was != path).map(str::to_owned);
        match change {
            FileChange::Compared(difference) if is_another(&difference) => {
                let [then, now] = [difference.old, difference.new].map(|side| FileVersion::Stands(Box::new(side)));
                let gone = FileChange::Apart { then, now: FileVersion::Absent, currencies: None };
                let new = FileChange::Apart { then: FileVersion::Absent, now, currencies: None };
                let gone =
                    ReviewedFile { path: was.unwrap_or_else(|| path.clone()), was: None, change: gone, policy: None };
                vec![gone, ReviewedFile { path, was: None, change: new, policy }]
            }
            change => vec![ReviewedFile { path, was, change, policy }],
        }
    }

    /// Effect of changed policies on a scenario that can be read now.
    fn effect(&self, pair: &Pair, judged: &TwoPolicies, arguments: &Arguments) -> Option<PolicyEffect> {
        let (is, now) = pair.now.as_ref()?;
        let files_now = self.folder_of(is);
        let now = Judged { path: is, text: now.as_ref().ok()?, files: &files_now };
        let Some((was, Ok(then))) = &pair.then else { return judged.effect(None, now, &arguments.values.set) };
        let files_then = self.revision.folder_of(was);
        let then = Judged { path: was, text: then, files: &files_then };
        judged.effect(Some(then), now, &arguments.values.set)
    }

    /// Whether any file changed that a scenario could read; it reads none outside its folder.
    fn is_around(&self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.selection.changes.changed(|path| is_below(path, folder)).next().is_some()
    }

    fn then(&self, path: &str, text: &FileText, arguments: &Arguments) -> Read {
        read(path, text, &self.revision.folder_of(path), arguments)
    }

    fn now(&self, path: &str, text: &FileText, arguments: &Arguments) -> Read {
        read(path, text, &self.folder_of(path), arguments)
    }
}

/// Scenario that was read, or its errors.
type Read = Result<(Loaded, Traces), Errors>;

fn read(path: &str, text: &FileText, files: &dyn Files, arguments: &Arguments) -> Read {
    match text {
        Ok(text) => arguments.values.of(ScenarioText::new(text, files).named(path)).read().map_err(|rejected| {
            let mut errors = Errors::default();
            errors.found(&rejected.diagnostics, &rejected.sources);
            errors
        }),
        Err(reason) => {
            let mut errors = Errors::default();
            errors.wrong(ErrorKind::File, format!("cannot read this file: {reason}"), Some(path.to_owned()), None);
            Err(errors)
        }
    }
}

fn between(then: (Loaded, Traces), now: (Loaded, Traces)) -> FileChange {
    let currencies = CurrenciesDiffer::between(&then.0, &now.0);
    match (currencies, then, now) {
        (None, then, now) => FileChange::Compared(Box::new(difference_in_one_currency(then, now))),
        (Some(_), then, now) => {
            let [then, now] = [then, now].map(|read| FileVersion::Stands(Box::new(decided(read))));
            FileChange::Apart { then, now, currencies }
        }
    }
}

/// Whether a different scenario replaced the old one: its name and its demand changed.
fn is_another(difference: &Difference) -> bool {
    let is_of = |part: &str| difference.changes.iter().any(|change| change.path.split('.').next() == Some(part));
    is_of("name") && is_of("demand")
}

fn version(read: Option<Read>) -> FileVersion {
    match read {
        None => FileVersion::Absent,
        Some(Ok(read)) => FileVersion::Stands(Box::new(decided(read))),
        Some(Err(errors)) => FileVersion::Refused(errors),
    }
}

/// Pairs the versions of each scenario, including renamed ones.
fn pairs(mut then: BTreeMap<String, FileText>, now: BTreeMap<String, FileText>) -> Vec<Pair> {
    let only = |those: &BTreeMap<String, FileText>, others: &BTreeMap<String, FileText>| {
        let only = those.iter().filter(|(path, _)| !others.contains_key(*path));
        only.filter_map(|(path, text)| Some((path.clone(), text.clone().ok()?))).collect::<BTreeMap<_, _>>()
    };
    let renamed = renames(&only(&then, &now), &only(&now, &then));
    let mut pairs = Vec::new();
    for (path, text) in now {
        let was = renamed.get(&path).unwrap_or(&path);
        pairs.push(Pair { then: then.remove_entry(was), now: Some((path, text)), shared: BTreeSet::new() });
    }
    pairs.extend(then.into_iter().map(|gone| Pair { then: Some(gone), now: None, shared: BTreeSet::new() }));
    pairs
}

/// Whether two versions have the same texts and traces.
fn is_same(then: &(Loaded, Traces), now: &(Loaded, Traces)) -> bool {
    then.0.sources.sha256() == now.0.sources.sha256() && then.1 == now.1
}

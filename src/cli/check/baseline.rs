//! `check --write-baseline` and what is known by it: an old repository adopts a check, and only new findings fail.

use super::super::console::Console;
use super::super::{input, replace};
use super::policies::FilePolicies;
use super::roots::InRepository;
use super::shared;
use crate::check::{BASELINE, Baseline, Completeness, KnownFindings, RuleLevel};
use crate::diagnostic::{Code, Severity};
use crate::report::check::CheckedFile;
use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which findings are known.
#[derive(Debug, Default, Args)]
pub(super) struct Baselining {
    /// Takes findings for known that stand in a file, and that fail no check; otherwise `rackrent-baseline.toml` at the
    /// root of the repository, if there is one.
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    baseline: Option<PathBuf>,
    /// Writes what fails into that file, so that it is known from now on; what is mended leaves it.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "", value_parser = BaselinePlace::parse)]
    #[arg(conflicts_with_all = ["explain", "fix", "set", "baseline"])]
    write_baseline: Option<BaselinePlace>,
}

/// Where a baseline is written.
#[derive(Clone, Debug)]
enum BaselinePlace {
    /// At the root of the repository.
    AtRoot,
    /// Where somebody says.
    At(PathBuf),
}

impl BaselinePlace {
    /// Nothing is the root.
    #[expect(clippy::unnecessary_wraps, reason = "what reads an argument may refuse it")]
    fn parse(text: &str) -> Result<BaselinePlace, String> {
        Ok(if text.is_empty() { BaselinePlace::AtRoot } else { BaselinePlace::At(PathBuf::from(text)) })
    }

    /// The file of a repository.
    fn of(&self, root: &Path) -> PathBuf {
        match self {
            BaselinePlace::AtRoot => root.join(BASELINE),
            BaselinePlace::At(path) => path.clone(),
        }
    }
}

/// Files that were checked, with where each is in its repository and its position among those that were looked at.
pub(super) struct Looked<'a> {
    /// What was found in it.
    pub(super) file: &'a mut CheckedFile,
    /// Where it is.
    pub(super) place: &'a InRepository,
    /// Its position.
    pub(super) at: usize,
}

/// The baselines that hold, by the roots of their repositories.
#[derive(Debug, Default)]
pub(super) struct Baselines {
    by_root: BTreeMap<PathBuf, (PathBuf, Baseline)>,
}

impl Baselining {
    /// Reads the baselines of some files, or writes a new one.
    ///
    /// # Errors
    /// If one cannot be read, is none, or cannot be written.
    pub(super) fn read(&self, places: &[InRepository]) -> Result<Baselines> {
        let roots: BTreeSet<&Path> = places.iter().map(|place| place.root.as_path()).collect();
        let mut by_root = BTreeMap::new();
        if let Some(written) = &self.write_baseline {
            ensure!(
                roots.len() <= 1,
                "the files are of {} repositories; a baseline is of one: check one at a time",
                roots.len()
            );
            for root in roots {
                let path = written.of(root);
                // nothing that is no baseline is written over
                let before = if fs::symlink_metadata(&path).is_ok() { read(&path)? } else { Baseline::default() };
                by_root.insert(root.to_path_buf(), (path, before));
            }
            return Ok(Baselines { by_root });
        }
        for root in roots {
            let beside = root.join(BASELINE);
            let path = match &self.baseline {
                Some(named) => named.clone(),
                None if fs::symlink_metadata(&beside).is_ok() => beside,
                None => continue,
            };
            let baseline = read(&path)?;
            by_root.insert(root.to_path_buf(), (path, baseline));
        }
        Ok(Baselines { by_root })
    }

    /// Whether a baseline is to be written.
    pub(super) fn writes(&self) -> bool {
        self.write_baseline.is_some()
    }
}

fn read(path: &Path) -> Result<Baseline> {
    let name = super::files::shown(path);
    let text = input::read_regular(path).with_context(|| format!("cannot read {name}"))?;
    Baseline::parse(&text).map_err(|reason| anyhow!("{name} is no baseline: {reason}"))
}

impl Baselines {
    /// The files that they stand in.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.by_root.values().map(|(path, _)| path.as_path())
    }

    /// What is known of a file.
    pub(super) fn known(&self, place: &InRepository) -> KnownFindings {
        self.by_root.get(&place.root).map(|(_, baseline)| baseline.of_file(&place.path)).unwrap_or_default()
    }

    /// Notes of what else than all scenarios that extend a shared file was looked at: what is known of it may be found with the
    /// others.
    pub(super) fn hold_shared(&self, looked: Vec<Looked<'_>>) {
        for Looked { file, place, .. } in looked {
            let is_known = self.known(place) != KnownFindings::default();
            if is_known && !file.shared_by.is_empty() && !shared::are_all(&place.whole(), &file.shared_by) {
                file.extent = Completeness::Part;
            }
        }
    }

    /// Takes known findings out of those that stand. What a baseline knows and is not found any more is a finding itself; what
    /// is found only on a day is not missed where none is given.
    pub(super) fn hold(&self, looked: Vec<Looked<'_>>, policies: &FilePolicies, console: &mut Console<'_>) {
        for one in looked {
            self.hold_one(one, policies);
        }
        for (root, (path, baseline)) in &self.by_root {
            let gone: Vec<&str> = baseline.files().filter(|file| !root.join(file).exists()).collect();
            if !gone.is_empty() {
                let name = super::files::shown(path);
                let files = gone.join(", ");
                console.note(&format!(
                    "{name} knows findings of files that are gone: {files}; --write-baseline forgets them"
                ));
            }
        }
    }

    /// The same of a scenario that is checked alone, and of what is found in files that it extends.
    pub(super) fn hold_alone(&self, one: Looked<'_>, policies: &FilePolicies) {
        one.file.know_of_shared(|name| one.place.beside(name).map(|place| self.known(&place)).unwrap_or_default());
        self.hold_one(one, policies);
    }

    /// The same of one file.
    pub(super) fn hold_one(&self, one: Looked<'_>, policies: &FilePolicies) {
        let Looked { file, place, at } = one;
        let Some((path, baseline)) = self.by_root.get(&place.root) else { return };
        let known = baseline.of_file(&place.path);
        let policy = policies.of_file(at);
        let stale = match policy.level(Code::StaleBaseline) {
            RuleLevel::Off => None,
            RuleLevel::At(severity) => Some(severity),
        };
        let awaits_a_day = policy.today.is_none();
        file.know(known, &super::files::shown(path), stale, awaits_a_day);
    }

    /// Writes what fails in some files into the baseline of their repository, beside what it knows of others that there are. It
    /// is written whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn write(
        &mut self,
        looked: &[Looked<'_>],
        fails_on: Severity,
        policies: &FilePolicies,
        console: &mut Console<'_>,
    ) -> Result<()> {
        for (root, (path, baseline)) in &mut self.by_root {
            let before = baseline.clone();
            for file in before.files().filter(|file| !root.join(file).exists()) {
                baseline.forget(file);
            }
            for one in looked.iter().filter(|one| one.place.root == *root && !one.file.is_unread()) {
                let awaits_a_day = policies.of_file(one.at).today.is_none();
                one.file.become_known(&one.place.path, fails_on, awaits_a_day, &before, baseline);
            }
            replace::replace(path, |out| out.write_all(baseline.text().as_bytes()))?;
            let name = super::files::shown(path);
            let (known, was) = (baseline.count(), before.count());
            let findings = if known == 1 { "finding is" } else { "findings are" };
            console.note(&format!("{name}: {known} {findings} known now, {was} before"));
        }
        Ok(())
    }
}

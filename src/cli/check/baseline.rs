//! `check --write-baseline` and `--baseline`: known findings do not fail a check, only new ones do.

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

/// Options for known findings.
#[derive(Debug, Default, Args)]
pub(super) struct Baselining {
    /// Read known findings, which never fail the check, from this file; default: `rackrent-baseline.toml` at the root of the
    /// repository, if present.
    #[arg(long, value_name = "FILE", conflicts_with = "explain")]
    baseline: Option<PathBuf>,
    /// Write the failing findings to the baseline, so that they become known; default: `rackrent-baseline.toml` at the root of
    /// the repository. Fixed findings are removed from it.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "", value_parser = BaselinePlace::parse)]
    #[arg(conflicts_with_all = ["explain", "fix", "set", "baseline"])]
    write_baseline: Option<BaselinePlace>,
}

/// Location of the baseline to write.
#[derive(Clone, Debug)]
enum BaselinePlace {
    /// Root of the repository.
    AtRoot,
    /// Path from the command line.
    At(PathBuf),
}

impl BaselinePlace {
    /// Parses the path; an empty text means the root.
    #[expect(clippy::unnecessary_wraps, reason = "argument parsers return a result")]
    fn parse(text: &str) -> Result<BaselinePlace, String> {
        Ok(if text.is_empty() { BaselinePlace::AtRoot } else { BaselinePlace::At(PathBuf::from(text)) })
    }

    /// Path of the baseline of a repository.
    fn of(&self, root: &Path) -> PathBuf {
        match self {
            BaselinePlace::AtRoot => root.join(BASELINE),
            BaselinePlace::At(path) => path.clone(),
        }
    }
}

/// Checked file with its location in the repository and its index.
pub(super) struct Looked<'a> {
    /// Findings of the file.
    pub(super) file: &'a mut CheckedFile,
    /// Location in the repository.
    pub(super) place: &'a InRepository,
    /// Index among the files of the check.
    pub(super) at: usize,
}

/// Baselines in use, by repository root.
#[derive(Debug, Default)]
pub(super) struct Baselines {
    by_root: BTreeMap<PathBuf, (PathBuf, Baseline)>,
}

impl Baselining {
    /// Reads the baselines of the repositories, including the one to be written.
    ///
    /// # Errors
    /// If a baseline cannot be read or is invalid, or if one is to be written for several repositories.
    pub(super) fn read(&self, places: &[InRepository]) -> Result<Baselines> {
        let roots: BTreeSet<&Path> = places.iter().map(|place| place.root.as_path()).collect();
        let mut by_root = BTreeMap::new();
        if let Some(written) = &self.write_baseline {
            ensure!(
                roots.len() <= 1,
                "the files belong to {} repositories, but a baseline covers one; check one at a time",
                roots.len()
            );
            for root in roots {
                let path = written.of(root);
                // never overwrite a file that is not a baseline
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
    Baseline::parse(&text).map_err(|reason| anyhow!("{name} is not a valid baseline: {reason}"))
}

impl Baselines {
    /// Paths of the baselines.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.by_root.values().map(|(path, _)| path.as_path())
    }

    /// Known findings of a file.
    pub(super) fn known(&self, place: &InRepository) -> KnownFindings {
        self.by_root.get(&place.root).map(|(_, baseline)| baseline.of_file(&place.path)).unwrap_or_default()
    }

    /// Marks shared files that were not checked with all scenarios that extend them: known findings may occur in the others.
    pub(super) fn hold_shared(&self, looked: Vec<Looked<'_>>) {
        for Looked { file, place, .. } in looked {
            let is_known = self.known(place) != KnownFindings::default();
            if is_known && !file.shared_by.is_empty() && !shared::are_all(&place.whole(), &file.shared_by) {
                file.extent = Completeness::Part;
            }
        }
    }

    /// Removes known findings from the open ones. A known finding that no longer occurs is itself a finding, unless it depends on
    /// a date and none is given.
    pub(super) fn hold(&self, looked: Vec<Looked<'_>>, policies: &FilePolicies, console: &mut Console<'_>) {
        for one in looked {
            self.hold_one(one, policies);
        }
        for (root, (path, baseline)) in &self.by_root {
            let gone: Vec<&str> = baseline.files().filter(|file| !root.join(file).exists()).collect();
            if !gone.is_empty() {
                let name = super::files::shown(path);
                let files = gone.join(", ");
                console
                    .note(&format!("{name} lists findings of deleted files: {files}; --write-baseline removes them"));
            }
        }
    }

    /// Same for a scenario that is checked alone, including findings in the files that it extends.
    pub(super) fn hold_alone(&self, one: Looked<'_>, policies: &FilePolicies) {
        one.file.know_of_shared(|name| one.place.of_path(name).map(|place| self.known(&place)).unwrap_or_default());
        self.hold_one(one, policies);
    }

    /// Same for one file.
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

    /// Writes the failing findings of the checked files to the baseline of their repository, and keeps the entries of other
    /// existing files. The file is written atomically.
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
            let findings = if known == 1 { "finding" } else { "findings" };
            console.note(&format!("{name}: {known} known {findings} (previously {was})"));
        }
        Ok(())
    }
}

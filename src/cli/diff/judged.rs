//! Findings of `check` under the old and the new policies and baselines.

use super::super::git::{Repository, Revision};
use super::super::input;
use crate::check::{self, BASELINE, Baseline, Checked, FolderPolicy, KnownFindings, Policies, Policy};
use crate::diagnostic::{Diagnostic, Sources};
use crate::report::review::{FoundIn, PolicyEffect};
use crate::scenario::{Files, Rejected, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Read};

/// Version of a scenario to check.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    /// Path from the root of the repository.
    pub(super) path: &'a str,
    /// Text.
    pub(super) text: &'a str,
    /// Files that it may read.
    pub(super) files: &'a dyn Files,
}

/// Known findings of a scenario and of the files that it extends, by path.
type KnownByPath = BTreeMap<String, KnownFindings>;

/// Old and new policy of a scenario, where they differ.
pub(super) struct TwoPolicies {
    then: Judgement,
    now: Judgement,
}

/// How a scenario is checked.
#[derive(PartialEq, Eq)]
enum Judgement {
    /// With a policy and known findings.
    By(Box<Policy>, KnownByPath),
    /// Not at all: a policy excludes it.
    Excluded,
}

/// Policies of a repository at a revision and now.
pub(super) struct RepositoryPolicies<'a> {
    then: Policies<'a>,
    now: Policies<'a>,
    /// Old baseline, or why it is invalid.
    known_then: Result<Baseline, String>,
    /// Current baseline, or why it is invalid.
    known_now: Result<Baseline, String>,
}

/// Reads the baseline at the root of a repository; empty if there is none.
fn baseline(files: &dyn Files) -> Result<Baseline, String> {
    let mut text = String::new();
    let read = files.open(BASELINE).and_then(|file| file.take(input::MOST).read_to_string(&mut text));
    match read {
        Ok(_) => Baseline::parse(&text),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Baseline::default()),
        Err(error) => Err(error.to_string()),
    }
}

impl<'a> RepositoryPolicies<'a> {
    /// Policies of the old and of the current files, by path from the root of the repository.
    pub(super) fn of(then: &'a dyn Files, now: &'a dyn Files) -> RepositoryPolicies<'a> {
        RepositoryPolicies {
            then: Policies::of(then, Policy::default()),
            now: Policies::of(now, Policy::default()),
            known_then: baseline(then),
            known_now: baseline(now),
        }
    }

    /// Reports folders named in each policy that do not exist.
    pub(super) fn hold_folders(&mut self, repository: &Repository, revision: &Revision) {
        self.then.hold_folders(|folder| {
            let is_in = |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
            revision.files().any(is_in)
        });
        self.now.hold_folders(|folder| repository.root().join(folder).is_dir());
    }

    /// Old and new policy of a scenario by its paths, with the known findings of it and of the files that it extends; `None` if
    /// both are the same. A scenario that is named explicitly is never excluded.
    pub(super) fn of_scenario(
        &mut self,
        (then, now): (&str, &str),
        shared: &BTreeSet<String>,
        is_named: impl Fn(&str) -> bool,
    ) -> Option<TwoPolicies> {
        let judgement = |policies: &mut Policies<'_>, known: &Result<Baseline, String>, path: &str| {
            if policies.excluded(path).is_some() && !is_named(path) {
                return Judgement::Excluded;
            }
            let FolderPolicy { policy, .. } =
                policies.of_folder(path.rsplit_once('/').map_or("", |(folder, _)| folder));
            let files = shared.iter().map(String::as_str).chain([path]);
            let of_file = |known: &Baseline| files.map(|file| (file.to_owned(), known.of_file(file))).collect();
            let known = known.as_ref().map(of_file).unwrap_or_default();
            Judgement::By(Box::new(policy), known)
        };
        let then = judgement(&mut self.then, &self.known_then, then);
        let now = judgement(&mut self.now, &self.known_now, now);
        (then != now).then_some(TwoPolicies { then, now })
    }

    /// Errors of the policies and baselines that are invalid.
    pub(super) fn unusable(self) -> Vec<String> {
        let said = |rejected: Vec<Rejected>, when: &str| {
            let of_one = |one: &Rejected| {
                let first = one.diagnostics.first()?;
                let line = first.place.map_or(String::new(), |place| format!(", line {}", place.line));
                Some(format!("{}{line} {when}: {}", one.sources.name(), first.message))
            };
            rejected.iter().filter_map(of_one).collect::<Vec<String>>()
        };
        let of_baseline =
            |known: Result<Baseline, String>, when: &str| known.err().map(|why| format!("{BASELINE} {when}: {why}"));
        let (then, now) = (said(self.then.rejected(), "(old)"), said(self.now.rejected(), "(new)"));
        let known = [of_baseline(self.known_then, "(old)"), of_baseline(self.known_now, "(new)")];
        then.into_iter().chain(now).chain(known.into_iter().flatten()).collect()
    }
}

impl TwoPolicies {
    /// Findings of the new policy in the current scenario, compared with those of the old policy in the old one; for a new
    /// scenario, only findings that become known with it.
    pub(super) fn effect(
        &self,
        then: Option<Judged<'_>>,
        now: Judged<'_>,
        settings: &[Setting],
    ) -> Option<PolicyEffect> {
        let found = |judgement: &Judgement, judged: Judged<'_>| match judgement {
            Judgement::By(policy, known) => Some(findings(judged, settings, policy, known.clone())),
            Judgement::Excluded => None,
        };
        let mut found_now = found(&self.now, now);
        if let (Some(found), Judgement::By(_, known)) = (&mut found_now, &self.then) {
            let (mut known, was) = (known.clone(), then.map_or(now.path, |then| then.path));
            let path = |name: &str| if name == now.path { was.to_owned() } else { name.to_owned() };
            let FoundIn { known: becomes_known, sources, .. } = found;
            becomes_known.retain(|finding| !meets(&mut known, finding, &path(file_of(finding, sources, now.path))));
        }
        match then {
            Some(then) => PolicyEffect::between(found(&self.then, then).as_ref(), found_now.as_ref()),
            None => PolicyEffect::of_new(&found_now?),
        }
    }
}

/// Checks a scenario and separates known findings from the others.
fn findings(judged: Judged<'_>, settings: &[Setting], policy: &Policy, mut known: KnownByPath) -> FoundIn {
    let Checked { findings, sources, .. } = check::check(judged.path, judged.text, settings, judged.files, policy);
    let mut is_known = |finding: &Diagnostic| {
        let file = file_of(finding, &sources, judged.path).to_owned();
        meets(&mut known, finding, &file)
    };
    let (known, findings) = findings.into_iter().partition(|finding| is_known(finding));
    FoundIn { findings, known, sources }
}

/// File of a finding: the scenario, or one that it extends.
fn file_of<'a>(finding: &Diagnostic, sources: &'a Sources, scenario: &'a str) -> &'a str {
    finding.place.and_then(|place| sources.file_of(place)).map_or(scenario, |file| file.name)
}

/// Whether a finding of a file is known; a match uses up the known entry.
fn meets(known: &mut KnownByPath, finding: &Diagnostic, file: &str) -> bool {
    known.get_mut(file).is_some_and(|known| known.meets(finding.code, &finding.path))
}

//! What `check` finds in scenarios by the policies of then and of now, beside what their baselines know.

use super::super::git::{Repository, Revision};
use super::super::input;
use crate::check::{self, BASELINE, Baseline, Checked, FolderPolicy, KnownFindings, Policies, Policy};
use crate::diagnostic::{Diagnostic, Sources};
use crate::report::review::{FoundIn, PolicyEffect};
use crate::scenario::{Files, Rejected, Setting};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Read};

/// A version of a scenario that is to be judged.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    /// Its path from the top of the repository.
    pub(super) path: &'a str,
    /// Its text.
    pub(super) text: &'a str,
    /// What lies beside it.
    pub(super) files: &'a dyn Files,
}

/// What is known of a scenario and of the files that it extends, by their paths.
type Known = BTreeMap<String, KnownFindings>;

/// The policy of a scenario then and now, where these are two.
pub(super) struct TwoPolicies {
    then: Judgement,
    now: Judgement,
}

/// How a scenario is judged.
#[derive(PartialEq, Eq)]
enum Judgement {
    /// By a policy, beside what is known from before.
    By(Box<Policy>, Known),
    /// Not at all: one excludes it.
    Excluded,
}

/// The policies of a repository at a revision and now.
pub(super) struct RepositoryPolicies<'a> {
    then: Policies<'a>,
    now: Policies<'a>,
    /// What is known then, or why that cannot be used.
    known_then: Result<Baseline, String>,
    /// What is known now.
    known_now: Result<Baseline, String>,
}

/// The baseline at the root of a repository; an empty one where there is none.
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
    /// Those of the files of then and of now, by their paths from the top of the repository.
    pub(super) fn of(then: &'a dyn Files, now: &'a dyn Files) -> RepositoryPolicies<'a> {
        RepositoryPolicies {
            then: Policies::of(then, Policy::default()),
            now: Policies::of(now, Policy::default()),
            known_then: baseline(then),
            known_now: baseline(now),
        }
    }

    /// Holds each to the folders that there are.
    pub(super) fn hold_folders(&mut self, repository: &Repository, revision: &Revision) {
        self.then.hold_folders(|folder| {
            let is_in = |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
            revision.files().any(is_in)
        });
        self.now.hold_folders(|folder| repository.root().join(folder).is_dir());
    }

    /// The policies of a scenario by its paths, with what is known of it and of files that it extends; none where both are the
    /// same. One that is named is never excluded.
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

    /// Why they judge nothing, of those that cannot be used.
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
        let (then, now) = (said(self.then.rejected(), "as it was"), said(self.now.rejected(), "as it is"));
        let known = [of_baseline(self.known_then, "as it was"), of_baseline(self.known_now, "as it is")];
        then.into_iter().chain(now).chain(known.into_iter().flatten()).collect()
    }
}

impl TwoPolicies {
    /// What the policy of now finds in a scenario as it is, beside what that of then found in it as it was; of one that was not
    /// there only what becomes known with it.
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

/// What is found, what of it is known apart.
fn findings(judged: Judged<'_>, settings: &[Setting], policy: &Policy, mut known: Known) -> FoundIn {
    let Checked { findings, sources, .. } = check::check(judged.path, judged.text, settings, judged.files, policy);
    let mut is_known = |finding: &Diagnostic| {
        let file = file_of(finding, &sources, judged.path).to_owned();
        meets(&mut known, finding, &file)
    };
    let (known, findings) = findings.into_iter().partition(|finding| is_known(finding));
    FoundIn { findings, known, sources }
}

/// The file that a finding stands in: the scenario, or one that it extends.
fn file_of<'a>(finding: &Diagnostic, sources: &'a Sources, scenario: &'a str) -> &'a str {
    finding.place.and_then(|place| sources.file_of(place)).map_or(scenario, |file| file.name)
}

/// Whether a finding of a file is known; it is then met.
fn meets(known: &mut Known, finding: &Diagnostic, file: &str) -> bool {
    known.get_mut(file).is_some_and(|known| known.meets(finding.code, &finding.path))
}

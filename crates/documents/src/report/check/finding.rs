//! A checked file as reports see it: findings with the lines and columns where they begin and end.

use super::super::fix::WrittenFix;
use super::span::{TextSpan, Where};
use crate::check::{AllowedFinding, Checked, Completeness, Decided, NotApplicable};
use crate::diagnostic::{Code, Diagnostic, Severity, Sources, hexadecimal};
use crate::scenario::path_beside;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A file that was checked.
#[derive(Debug)]
pub struct CheckedFile {
    /// Its path, with forward slashes.
    pub path: String,
    /// Its path from the top of its repository, wherever the program runs; the same as `path` where it lies in none.
    pub from_root: String,
    /// The SHA-256 of its text, in hexadecimal; none of a file that could not be read.
    pub sha256: Option<String>,
    /// The version of the rules that were applied.
    pub rules: u32,
    /// The `rackrent.toml` files that it is judged by, that of its repository first; without any the rules hold as they are.
    pub policies: Vec<String>,
    /// What it decides; nothing if it is not valid.
    pub decided: Option<Decided>,
    /// Whether everything was asked of it.
    pub extent: Completeness,
    /// Findings that stand, errors first, then by place.
    pub findings: Vec<Finding>,
    /// Findings that its author allows.
    pub allowed: Vec<AllowedFinding<Finding>>,
    /// Findings that a baseline knows.
    pub known: Vec<Finding>,
    /// The baseline that it is held against, as reports call it; without one nothing is known.
    pub baseline: Option<String>,
    /// Costs that its author says do not arise.
    pub not_applicable: Vec<NotApplicable<Option<TextSpan>>>,
    /// The scenarios that extend it, where it is a file that they share.
    pub shared_by: Vec<String>,
    /// The texts that places refer to, where lines of them are shown.
    sources: Option<Sources>,
}

/// Whether lines of the author's text are shown; without them it need not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excerpts {
    /// They are, of errors and warnings.
    OfFindings,
    /// They are, of information too.
    OfEverything,
    /// They are not.
    None,
}

/// A finding with its place in lines and columns.
#[derive(Debug)]
pub struct Finding {
    /// The finding.
    pub diagnostic: Diagnostic,
    /// Where it is; none for a whole file.
    pub spot: Option<TextSpan>,
    /// The edits that settle it, where what to type is exact.
    pub fix: Option<WrittenFix>,
    /// Other places that belong to it, with what is said of them.
    pub related: Vec<(TextSpan, String)>,
    /// What stays the same when lines move and amounts change: a SHA-256 of the path of the file, the rule, and the path of
    /// the value.
    pub fingerprint: String,
}

impl CheckedFile {
    /// What reports need of a file that was checked by the rules of a version, and by files of a policy.
    #[must_use]
    pub fn of(checked: Checked, rules: u32, policies: &[String], excerpts: Excerpts) -> CheckedFile {
        let Checked { sources, decided, extent, findings, allowed, not_applicable } = checked;
        let path = sources.name().to_owned();
        let unread = findings.iter().any(|finding| finding.code == Code::UnreadableFile);
        let mut fingerprints = Fingerprints { path: &path, met: BTreeMap::new() };
        let findings: Vec<Finding> =
            findings.into_iter().map(|diagnostic| Finding::of(diagnostic, &sources, &mut fingerprints)).collect();
        let of = |one: AllowedFinding, fingerprints: &mut Fingerprints<'_>| AllowedFinding {
            finding: Finding::of(one.finding, &sources, fingerprints),
            reason: one.reason,
            until: one.until,
        };
        let allowed = allowed.into_iter().map(|one| of(one, &mut fingerprints)).collect();
        let placed = |one: NotApplicable| NotApplicable {
            option: one.option,
            cost: one.cost,
            reason: one.reason,
            place: one.place.map(|place| TextSpan::of(place, &sources)),
        };
        let not_applicable = not_applicable.into_iter().map(placed).collect();
        let policies = policies.to_vec();
        let sha256 = (!unread).then(|| sources.sha256());
        let least = match excerpts {
            Excerpts::OfFindings => Some(Severity::Warning),
            Excerpts::OfEverything => Some(Severity::Information),
            Excerpts::None => None,
        };
        let is_quoted = findings.iter().any(|finding| Some(finding.diagnostic.severity) <= least);
        let sources = (least.is_some() && is_quoted).then_some(sources);
        CheckedFile {
            from_root: path.clone(),
            path,
            sha256,
            rules,
            policies,
            decided,
            extent,
            findings,
            allowed,
            known: Vec::new(),
            baseline: None,
            not_applicable,
            shared_by: Vec::new(),
            sources,
        }
    }

    /// The same of a file that scenarios share, by their names.
    #[must_use]
    pub fn shared_by(self, scenarios: &[String]) -> CheckedFile {
        CheckedFile { shared_by: scenarios.to_vec(), ..self }
    }

    /// The same with its path from the top of its repository: services know it by that, and fingerprints are made of it.
    #[must_use]
    pub fn in_repository(mut self, from_root: String) -> CheckedFile {
        let mut fingerprints = Fingerprints { path: &from_root, met: BTreeMap::new() };
        let allowed = self.allowed.iter_mut().map(|one| &mut one.finding);
        for finding in self.findings.iter_mut().chain(allowed) {
            finding.fingerprint = fingerprints.next(&finding.diagnostic);
        }
        self.from_root = from_root;
        self
    }

    /// The path from the top of the repository of another file, by the path that reports give it.
    pub(super) fn rooted(&self, path: &str) -> String {
        let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
        if let Some(below) = path.strip_prefix(&self.path[..folder(&self.path)]) {
            return format!("{}{below}", &self.from_root[..folder(&self.from_root)]);
        }
        // beside what both names of this file begin with, or end with
        match (self.path.strip_suffix(&self.from_root), self.from_root.strip_suffix(&self.path)) {
            (Some(above), _) => path.strip_prefix(above).unwrap_or(path).to_owned(),
            (None, Some(below)) => path_beside(below, path),
            (None, None) => path.to_owned(),
        }
    }

    /// Whether it has an answer; of a file that scenarios share, whether no error stands in it.
    #[must_use]
    pub(super) fn is_valid(&self) -> bool {
        let is_error = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
        self.decided.is_some() || (!self.shared_by.is_empty() && !self.findings.iter().any(is_error))
    }

    /// Whether the file could not be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.sha256.is_none()
    }

    /// The texts that places refer to, if they were kept.
    pub(super) fn sources(&self) -> Option<&Sources> {
        self.sources.as_ref()
    }
}

impl Finding {
    fn of(diagnostic: Diagnostic, sources: &Sources, fingerprints: &mut Fingerprints<'_>) -> Finding {
        let spot = diagnostic.place.map(|place| TextSpan::of(place, sources));
        let related = diagnostic.related.iter().map(|(place, label)| (TextSpan::of(*place, sources), label.clone()));
        let related = related.collect();
        let fingerprint = fingerprints.next(&diagnostic);
        let fix = diagnostic.fix.as_ref().map(|fix| WrittenFix::of(fix, sources));
        Finding { diagnostic, spot, fix, related, fingerprint }
    }

    /// A finding about a whole file.
    pub(super) fn of_file(diagnostic: Diagnostic, path: &str) -> Finding {
        let fingerprint = Fingerprints { path, met: BTreeMap::new() }.next(&diagnostic);
        Finding { diagnostic, spot: None, fix: None, related: Vec::new(), fingerprint }
    }

    /// Its place in the scenario; none if it is about the whole file, or about a `--set`.
    pub(super) fn in_file(&self) -> Option<&TextSpan> {
        self.spot.as_ref().filter(|spot| spot.place == Where::Scenario)
    }

    /// The `--set` that it is about, if it is about one.
    pub(super) fn setting(&self) -> Option<&str> {
        match &self.spot.as_ref()?.place {
            Where::Setting(text) => Some(text),
            Where::Scenario | Where::Shared(_) | Where::Trace(_) => None,
        }
    }

    /// What is found and what to type, on one line.
    pub(super) fn sentence(&self) -> String {
        let diagnostic = &self.diagnostic;
        let setting = self.setting().map_or(String::new(), |text| format!("--set {text}: "));
        let label = if diagnostic.label.is_empty() { String::new() } else { format!("; {}", diagnostic.label) };
        format!("{setting}{}{label}", diagnostic.message)
    }
}

impl Where {
    /// Its path, in a file.
    #[must_use]
    pub fn path<'a>(&'a self, file: &'a CheckedFile) -> &'a str {
        match self {
            Where::Scenario => &file.path,
            Where::Setting(_) => "--set",
            Where::Shared(path) | Where::Trace(path) => path,
        }
    }
}

/// Fingerprints of the findings of a file: those of one rule at one path are told apart by their order.
struct Fingerprints<'a> {
    path: &'a str,
    met: BTreeMap<(Code, String), usize>,
}

impl Fingerprints<'_> {
    fn next(&mut self, diagnostic: &Diagnostic) -> String {
        let met = self.met.entry((diagnostic.code, diagnostic.path.clone())).or_default();
        *met += 1;
        let text = format!("{}\n{}\n{}\n{met}", self.path, diagnostic.code.text(), diagnostic.path);
        hexadecimal(&Sha256::digest(text.as_bytes()))
    }
}

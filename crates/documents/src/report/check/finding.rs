//! A checked file as reports see it: findings with line and column ranges.

use super::super::fix::LocatedFix;
use crate::check::{AllowedFinding, Checked, Completeness, Decided, NotApplicable};
use crate::diagnostic::{Code, Diagnostic, Severity, Sources, hexadecimal};
use crate::report::span::{SpanSource, TextSpan};
use crate::scenario::path_relative_to;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A checked file.
#[derive(Debug)]
pub struct CheckedFile {
    /// Path, with forward slashes.
    pub path: String,
    /// Path from the repository root; same as `path` outside a repository.
    pub from_root: String,
    /// SHA-256 of the text in hexadecimal; none if the file can't be read.
    pub sha256: Option<String>,
    /// Version of the applied rules.
    pub rules: u32,
    /// Applied `rackrent.toml` files, that of the repository root first; empty if the default rules apply.
    pub policies: Vec<String>,
    /// Verdict; none for an invalid file.
    pub decided: Option<Decided>,
    /// Completeness of the check.
    pub extent: Completeness,
    /// Open findings, errors first, then by position.
    pub findings: Vec<Finding>,
    /// Number of information findings that were not kept.
    pub(super) counted_information: usize,
    /// Findings allowed by the author.
    pub allowed: Vec<AllowedFinding<Finding>>,
    /// Findings in the baseline.
    pub known: Vec<Finding>,
    /// Path of the baseline; none without a baseline.
    pub baseline: Option<String>,
    /// Costs declared as not applicable by the author.
    pub not_applicable: Vec<NotApplicable<Option<TextSpan>>>,
    /// Scenarios that extend this file, if it is a shared file.
    pub shared_by: Vec<String>,
    /// Source texts, if lines are quoted.
    sources: Option<Sources>,
}

/// Findings whose source lines are quoted; without quotes the text isn't kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excerpts {
    /// Errors and warnings.
    OfFindings,
    /// Errors, warnings and information.
    OfEverything,
    /// None.
    None,
}

/// A finding with its line and column range.
#[derive(Debug)]
pub struct Finding {
    /// The diagnostic.
    pub diagnostic: Diagnostic,
    /// Position; none for a whole file.
    pub spot: Option<TextSpan>,
    /// Edits that fix it, if they are unambiguous.
    pub fix: Option<LocatedFix>,
    /// Related positions, each with a label.
    pub related: Vec<(TextSpan, String)>,
    /// SHA-256 of file path, rule and value path. It is stable when lines move or amounts change.
    pub fingerprint: String,
}

impl CheckedFile {
    /// Report data of a checked file. `rules` is the version of the rules, `policies` the applied policy files.
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
            counted_information: 0,
            allowed,
            known: Vec::new(),
            baseline: None,
            not_applicable,
            shared_by: Vec::new(),
            sources,
        }
    }

    /// Counts its information instead of keeping it, for output that shows only the number.
    #[must_use]
    pub fn counting_information(mut self) -> CheckedFile {
        let before = self.findings.len();
        self.findings.retain(|finding| finding.diagnostic.severity < Severity::Information);
        self.counted_information += before - self.findings.len();
        self.findings.shrink_to_fit();
        self
    }

    /// Marks the file as shared by these scenarios.
    #[must_use]
    pub fn shared_by(self, scenarios: &[String]) -> CheckedFile {
        CheckedFile { shared_by: scenarios.to_vec(), ..self }
    }

    /// Sets the path from the repository root. CI services identify files by it, and fingerprints include it.
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

    /// Path from the repository root of another file, given its path in reports.
    pub(super) fn rooted(&self, path: &str) -> String {
        let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
        if let Some(below) = path.strip_prefix(&self.path[..folder(&self.path)]) {
            return format!("{}{below}", &self.from_root[..folder(&self.from_root)]);
        }
        // compare with the prefix or suffix that both paths of this file share
        match (self.path.strip_suffix(&self.from_root), self.from_root.strip_suffix(&self.path)) {
            (Some(above), _) => path.strip_prefix(above).unwrap_or(path).to_owned(),
            (None, Some(below)) => path_relative_to(below, path),
            (None, None) => path.to_owned(),
        }
    }

    /// Whether the file is valid: a scenario has a result, a shared file has no errors.
    #[must_use]
    pub(super) fn is_valid(&self) -> bool {
        let is_error = |finding: &Finding| finding.diagnostic.severity == Severity::Error;
        self.decided.is_some() || (!self.shared_by.is_empty() && !self.findings.iter().any(is_error))
    }

    /// Whether the file can't be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.sha256.is_none()
    }

    /// Source texts, if they were kept.
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
        let fix = diagnostic.fix.as_ref().and_then(|fix| LocatedFix::of(fix, sources));
        Finding { diagnostic, spot, fix, related, fingerprint }
    }

    /// A finding about a whole file.
    pub(super) fn of_file(diagnostic: Diagnostic, path: &str) -> Finding {
        let fingerprint = Fingerprints { path, met: BTreeMap::new() }.next(&diagnostic);
        Finding { diagnostic, spot: None, fix: None, related: Vec::new(), fingerprint }
    }

    /// Position in the scenario; none for a whole file or a `--set`.
    pub(super) fn in_file(&self) -> Option<&TextSpan> {
        self.spot.as_ref().filter(|spot| spot.place == SpanSource::Scenario)
    }

    /// Text of the `--set` that the finding is about.
    pub(super) fn setting(&self) -> Option<&str> {
        match &self.spot.as_ref()?.place {
            SpanSource::Setting(text) => Some(text),
            SpanSource::Scenario | SpanSource::Shared(_) | SpanSource::Trace(_) => None,
        }
    }

    /// Message and label on one line.
    pub(super) fn sentence(&self) -> String {
        let diagnostic = &self.diagnostic;
        let setting = self.setting().map_or(String::new(), |text| format!("--set {text}: "));
        let label = if diagnostic.label.is_empty() { String::new() } else { format!("; {}", diagnostic.label) };
        format!("{setting}{}{label}", diagnostic.message)
    }
}

impl SpanSource {
    /// Path for display.
    #[must_use]
    pub fn path<'a>(&'a self, file: &'a CheckedFile) -> &'a str {
        match self {
            SpanSource::Scenario => &file.path,
            SpanSource::Setting(_) => "--set",
            SpanSource::Shared(path) | SpanSource::Trace(path) => path,
        }
    }
}

/// Fingerprints of the findings of a file. Findings of the same rule at the same path are numbered.
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

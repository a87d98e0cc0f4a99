//! Check output as SARIF 2.1.0 (OASIS, 2020) for code scanning.
//!
//! The structs are written by hand: crates that generate them from the schema have many dependencies. Findings allowed
//! by the author are results with a suppression, so that services show them as dismissed, with the reason. Findings in
//! a baseline are suppressed as well and have the baseline state `unchanged`; if they were left out, a service would
//! consider them fixed. With a baseline, all other findings are `new`. Information is left out unless requested,
//! because services ask for a review of each result. Every result has a region, because services don't show results
//! without one: a finding about a whole file has its first line.

mod rule;
mod standing;

use super::super::address;
use super::super::fix::{LocatedEdit, LocatedFix};
use super::super::json::pretty;
use super::{CheckOutcome, CheckedFile, Checks, Finding, RulePages, SpanSource, TextSpan, concise};
use crate::catalog::{PackIdentity, catalog_pack};
use crate::diagnostic::{Code, Severity, clean};
use rule::Rule;
use serde::Serialize;
use standing::{ReviewState, Suppression};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Base of relative URIs: the repository root.
const ROOT: &str = "%SRCROOT%";
/// Name of the fingerprints, with the version of their algorithm.
const FINGERPRINT: &str = "rackrentFinding/v1";

pub(super) fn write(checks: &Checks, out: &mut dyn Write) -> io::Result<()> {
    let codes = codes(checks);
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run {
            tool: Tool { driver: Driver::of(&codes, &checks.pages) },
            invocations: [Invocation { execution_successful: checks.ended() != CheckOutcome::Unread }],
            artifacts: checks.files.iter().map(Artifact::of).collect(),
            results: results(checks, &codes),
            column_kind: "unicodeCodePoints",
            properties: catalog_pack().map(|catalog| RunProperties { catalog }),
        }],
    };
    pretty(&log, out)
}

/// Codes of all displayed findings, sorted by name.
fn codes(checks: &Checks) -> Vec<Code> {
    let found = checks.files.iter().flat_map(|file| file.findings.iter());
    let allowed = checks.files.iter().flat_map(|file| file.allowed.iter().map(|one| &one.finding));
    let known = checks.files.iter().flat_map(|file| file.known.iter());
    let shown = found.chain(allowed).chain(known).filter(|finding| checks.is_shown(finding));
    let codes: BTreeSet<(&str, Code)> =
        shown.map(|finding| (finding.diagnostic.code.text(), finding.diagnostic.code)).collect();
    codes.into_iter().map(|(_, code)| code).collect()
}

fn results<'a>(checks: &'a Checks, codes: &[Code]) -> Vec<SarifResult<'a>> {
    let is_compared = checks.files.iter().any(|file| file.baseline.is_some());
    let of_file = |(at, file): (usize, &'a CheckedFile)| {
        let outcome = move |finding: &'a Finding, standing: ReviewState<'a>| {
            let state = is_compared.then(|| standing.against_baseline());
            let suppressions = standing.suppression().into_iter().collect();
            SarifResult { baseline_state: state, suppressions, ..SarifResult::of(at, file, finding, codes) }
        };
        let found = file.findings.iter().filter(|finding| checks.is_shown(finding));
        let found = found.map(move |finding| outcome(finding, ReviewState::Open));
        let allowed = file.allowed.iter().filter(|one| checks.is_shown(&one.finding));
        let allowed = allowed.map(move |one| outcome(&one.finding, ReviewState::Allowed(one)));
        let known = file.known.iter().filter(|finding| checks.is_shown(finding));
        let baseline = file.baseline.as_deref().unwrap_or_default();
        let known = known.map(move |finding| outcome(finding, ReviewState::Known(baseline)));
        found.chain(allowed).chain(known).collect::<Vec<_>>()
    };
    checks.files.iter().enumerate().flat_map(of_file).collect()
}

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    invocations: [Invocation; 1],
    artifacts: Vec<Artifact<'a>>,
    results: Vec<SarifResult<'a>>,
    column_kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<RunProperties>,
}

/// Property bag of a run.
#[derive(Serialize)]
struct RunProperties {
    /// The catalog, if it is a pack.
    catalog: &'static PackIdentity,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    information_uri: String,
    rules: Vec<Rule>,
}

impl Driver {
    fn of(codes: &[Code], pages: &RulePages) -> Driver {
        let version = env!("CARGO_PKG_VERSION");
        let rules = codes.iter().map(|code| Rule::of(*code, pages)).collect();
        let information_uri = pages.program();
        Driver { name: "rackrent", version, semantic_version: version, information_uri, rules }
    }
}

#[derive(Serialize)]
struct Text {
    text: String,
}

impl Text {
    /// A message: braces are doubled, and nothing in it is a link.
    fn of(text: &str) -> Text {
        Text { text: braced(&clean(text)).replace("](", "] (") }
    }
}

/// Doubles braces, because SARIF reads single ones as placeholders.
fn braced(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "note",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
}

#[derive(Serialize)]
struct Artifact<'a> {
    location: Address,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hashes: BTreeMap<&'static str, &'a str>,
}

impl<'a> Artifact<'a> {
    fn of(file: &'a CheckedFile) -> Artifact<'a> {
        let hash = file.sha256.as_deref().map(|hash| ("sha-256", hash));
        Artifact { location: Address::of(&file.from_root, None), hashes: hash.into_iter().collect() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<SarifLocation>,
    partial_fingerprints: BTreeMap<&'static str, &'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    suppressions: Vec<Suppression>,
}

impl<'a> SarifResult<'a> {
    /// A finding without baseline state and suppression.
    fn of(at: usize, file: &'a CheckedFile, finding: &'a Finding, codes: &[Code]) -> SarifResult<'a> {
        let diagnostic = &finding.diagnostic;
        let text = concise::advised(finding, &[]);
        // a `--set` is in no file: a finding in it is about the whole scenario
        let related = finding.related.iter().filter(|(spot, _)| !matches!(spot.place, SpanSource::Setting(_)));
        SarifResult {
            rule_id: diagnostic.code.text(),
            rule_index: codes.iter().position(|code| *code == diagnostic.code).unwrap_or_default(),
            level: level(diagnostic.severity),
            message: Text::of(&text),
            locations: vec![SarifLocation::of_finding(at, file, finding)],
            related_locations: related.map(|(spot, label)| SarifLocation::with_label(file, spot, label)).collect(),
            partial_fingerprints: BTreeMap::from([(FINGERPRINT, finding.fingerprint.as_str())]),
            fixes: finding.fix.iter().map(|fix| SarifFix::of(at, file, fix, &diagnostic.label)).collect(),
            baseline_state: None,
            suppressions: Vec::new(),
        }
    }
}

/// Edits that fix a result.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: Text,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Address,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Content<'a>,
}

#[derive(Serialize)]
struct Content<'a> {
    text: &'a str,
}

impl<'a> SarifFix<'a> {
    fn of(at: usize, file: &CheckedFile, fix: &'a LocatedFix, label: &str) -> SarifFix<'a> {
        let path = fix.edits.first().map_or(String::new(), |edit| file.rooted(&edit.file));
        SarifFix {
            description: Text::of(label),
            artifact_changes: [Change {
                artifact_location: Address::of(&path, Some(at)),
                replacements: fix.edits.iter().map(Replacement::of).collect(),
            }],
        }
    }
}

impl<'a> Replacement<'a> {
    fn of(edit: &'a LocatedEdit) -> Replacement<'a> {
        let LocatedEdit { line, column, end_line, end_column, .. } = *edit;
        Replacement {
            deleted_region: Region {
                start_line: line,
                start_column: Some(column),
                end_line: Some(end_line),
                end_column: Some(end_column),
            },
            inserted_content: Content { text: &edit.text },
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

impl SarifLocation {
    fn of_finding(at: usize, file: &CheckedFile, finding: &Finding) -> SarifLocation {
        let path = &finding.diagnostic.path;
        let logical = Logical { fully_qualified_name: clean(path), kind: "member" };
        let shared = finding.spot.as_ref().filter(|spot| matches!(spot.place, SpanSource::Shared(_)));
        let artifact_location = match shared {
            Some(spot) => Address::of(&file.rooted(spot.place.path(file)), None),
            None => Address::of(&file.from_root, Some(at)),
        };
        SarifLocation {
            physical_location: Physical {
                artifact_location,
                region: shared.or(finding.in_file()).map_or(Region::FIRST_LINE, Region::of),
            },
            logical_locations: if path.is_empty() { Vec::new() } else { vec![logical] },
            message: None,
        }
    }

    fn with_label(file: &CheckedFile, spot: &TextSpan, label: &str) -> SarifLocation {
        let artifact_location = Address::of(&file.rooted(spot.place.path(file)), None);
        SarifLocation {
            physical_location: Physical { artifact_location, region: Region::of(spot) },
            logical_locations: Vec::new(),
            message: Some(Text::of(label)),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Address,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_column: Option<u32>,
}

impl Region {
    /// Region of a finding about a whole file.
    const FIRST_LINE: Region = Region { start_line: 1, start_column: None, end_line: None, end_column: None };

    fn of(spot: &TextSpan) -> Region {
        Region {
            start_line: spot.line,
            start_column: Some(spot.column),
            end_line: Some(spot.end_line),
            end_column: Some(spot.end_column),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Address {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
}

impl Address {
    /// URI of a path.
    fn of(path: &str, index: Option<usize>) -> Address {
        let uri = address::encoded(path);
        if path.starts_with('/') {
            return Address { uri: format!("file://{uri}"), uri_base_id: None, index };
        }
        Address { uri, uri_base_id: Some(ROOT), index }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_addresses() {
        let uri = |path: &str| Address::of(path, None).uri;
        assert_eq!(uri("a b/ü:%#?.yaml"), "a%20b/%C3%BC%3A%25%23%3F.yaml");
        assert_eq!(uri("/tmp/a.yaml"), "file:///tmp/a.yaml");
    }

    #[test]
    fn messages_hold_neither_arguments_nor_links() {
        assert_eq!(Text::of("write {0} or [x](1)\u{1b}").text, "write {{0}} or [x] (1)\u{fffd}");
    }
}

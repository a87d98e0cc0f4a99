//! Schema of scenarios, tested with an independent validator and two independent YAML readers: the schema accepts everything
//! that the program reads, and rejects the same errors, as far as a schema can express them.
//!
//! `.ci/install-test-tools` installs the validators; without them the tests that need them report that they are skipped,
//! unless `RACKRENT_TEST_TOOLS=required`, as on CI.

use crate::support::program::tool;
use crate::support::rolls::Rolls;
use crate::support::{scenarios_in, text_of};
use rackrent::diagnostic::{Code, Diagnostic, Place, Severity, SourceId};
use rackrent::scenario::document::{Content, Document, NodeId, Origin};
use rackrent::scenario::quantities::KINDS;
use rackrent::scenario::quantity::{NumberForm, QuantityKind};
use rackrent::scenario::{load, schema};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Results of the two readers with the validator for a scenario: none, or an error.
type Judged = [Option<String>; 2];

const NOT_TESTED: &str = "the schema is not judged without its validator";

/// Validates scenarios against the schema, in order.
fn judged(python: &Path, texts: &[String]) -> Vec<Judged> {
    judged_by(&schema::schema(), python, texts)
}

/// Validates texts against a schema, and the schema against its meta-schema.
fn judged_by(schema: &Value, python: &Path, texts: &[String]) -> Vec<Judged> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("schema.json");
    fs::write(&path, schema.to_string()).unwrap();
    let mut child = Command::new(python)
        .args([Path::new("tests/schema/validate.py"), &path])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: Vec<String> = texts.iter().map(|text| Value::from(text.as_str()).to_string() + "\n").collect();
    let mut input = child.stdin.take().unwrap();
    // a separate thread writes, so that neither side waits for the other
    let writer = std::thread::spawn(move || input.write_all(lines.concat().as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let judged: Vec<Judged> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(judged.len(), texts.len());
    judged
}

/// The scenarios of a folder, with their paths.
fn scenarios(folder: &str) -> Vec<(String, String)> {
    scenarios_in(folder).iter().map(|path| (path.display().to_string(), text_of(path))).collect()
}

/// All scenarios that the program accepts, of every folder that has some.
fn accepted() -> Vec<(String, String)> {
    let folders = [
        "scenarios",
        "tests/hand",
        "tests/conformance",
        "tests/inputs",
        "tests/plan",
        "tests/diff",
        "tests/published",
        "tests/transcripts/scenarios",
    ];
    let all = folders.into_iter().flat_map(scenarios);
    all.filter(|(name, text)| load(name, text, &[]).is_ok()).collect()
}

#[test]
fn the_schema_accepts_every_scenario_that_the_program_reads() {
    let Some(python) = tool("python", NOT_TESTED) else { return };
    let scenarios = accepted();
    assert!(scenarios.len() > 120, "{}", scenarios.len());
    let texts: Vec<String> = scenarios.iter().map(|(_, text)| text.clone()).collect();
    for ((name, _), judged) in scenarios.iter().zip(judged(&python, &texts)) {
        assert_eq!(judged, [None, None], "{name}");
    }
}

/// Findings about the shape of a file, which a schema can express.
const SHAPES: &[Code] = &[
    Code::UnknownKey,
    Code::MissingKey,
    Code::NoValue,
    Code::WrongKind,
    Code::UnknownChoice,
    Code::ExclusiveKeys,
    Code::MissingChoice,
    Code::IncompleteChoice,
    Code::NotANumber,
    Code::ShareAboveOne,
    Code::OutOfBounds,
    Code::NotWhole,
    Code::UnknownCurrency,
    Code::InvalidDate,
    Code::InvalidName,
    Code::TooMany,
    Code::NoOption,
    Code::UnknownProfile,
    Code::EmptyList,
    Code::DuplicateEntry,
    Code::ProfileLength,
    Code::UnknownRule,
];

/// Files with a wrong shape that a schema cannot express, with the reason.
const UNSAID: &[(&str, &str)] = &[
    ("duplicate-entry--correlation.yaml", "a pair of paths is the same whichever is named first"),
    ("duplicate-entry--extends.yaml", "one file has several paths"),
    ("exclusive-keys--case.yaml", "one path is a part of another"),
    ("missing-key--power.yaml", "a line by the kilowatt needs `power_kw` in another part, `node`"),
    ("missing-key--replicas.yaml", "a limit of replicas needs their size in the workload or in every option"),
    ("missing-key--start.yaml", "dates need a `start` of the whole scenario"),
    ("missing-key--unit.yaml", "output needs a `unit` in the workload or in `demand`, around it"),
    ("missing-key--worth.yaml", "only servers with a negative `month` need a `worth`"),
    ("out-of-bounds--job.yaml", "only jobs that can wait take whole accelerators"),
    ("out-of-bounds--quota.yaml", "a commitment is part of the quota around it"),
    ("out-of-bounds--replicas.yaml", "replicas fill the servers of an option"),
    ("out-of-bounds--until.yaml", "a date has to lie after what it ends has begun"),
];

fn found(name: &str, text: &str) -> Vec<Diagnostic> {
    load(name, text, &[]).map_or_else(|rejected| rejected.diagnostics, |loaded| loaded.warnings)
}

#[test]
fn the_schema_refuses_every_file_of_the_wrong_shape() {
    let Some(python) = tool("python", NOT_TESTED) else { return };
    let is_wrong = |(name, text): &(String, String)| found(name, text).iter().any(|one| SHAPES.contains(&one.code));
    let (files, texts): (Vec<String>, Vec<String>) = scenarios("tests/bad").into_iter().filter(is_wrong).unzip();
    assert!(files.len() >= 60, "{}", files.len());
    let accepted = files.iter().zip(judged(&python, &texts)).filter(|(_, judged)| judged.contains(&None));
    let accepted: Vec<&str> = accepted.map(|(name, _)| name.trim_start_matches("tests/bad/")).collect();
    let unsaid: Vec<&str> = UNSAID.iter().map(|(name, _)| *name).collect();
    assert_eq!(accepted, unsaid);
}

/// Numbers at the bounds of a kind and around them, in the notations that the program reads, and a few that it does not.
fn spellings(kind: &QuantityKind) -> Vec<String> {
    let (least, most) = (kind.minimum(), kind.maximum());
    let hundredth = Decimal::new(1, 2);
    let steps = [Decimal::ZERO, Decimal::ONE, hundredth, Decimal::new(1, 6), Decimal::new(37, 1)];
    let around = [least, most, Decimal::ZERO, Decimal::ONE, (most - least) / Decimal::from(3)]
        .into_iter()
        .flat_map(|at| steps.into_iter().flat_map(move |step| [at + step, at - step]));
    let spelt = |value: Decimal| {
        let plain = value.round_dp(12).normalize().to_string();
        let percent = (value.round_dp(12) * Decimal::ONE_HUNDRED).normalize().to_string();
        let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, "0"));
        let signs = whole.starts_with('-');
        let digits = whole.trim_start_matches('-');
        let grouped: Vec<String> = digits.chars().map(String::from).collect();
        let sign = if signs { "-" } else { "+" };
        [
            plain.clone(),
            format!("{percent}%"),
            format!("{percent} %"),
            format!("{sign}{}.{decimals}", grouped.join("_")),
            format!("{plain}e0"),
            format!("{sign}0{digits}"),
            format!("{sign}{digits}.{decimals}0_0"),
            format!("{whole}__0"),
            format!(" {plain}"),
        ]
    };
    around
        .flat_map(spelt)
        .chain(["-0", "-0.0", "0.0e-5", "-0e3", "1e-3", "0.001e3", "5.", ".5", "1e30"].map(String::from))
        .collect()
}

#[test]
fn the_schema_pattern_of_quoted_numbers_matches_the_program() {
    let Some(python) = tool("python", NOT_TESTED) else { return };
    let properties: Map<String, Value> =
        KINDS.iter().map(|kind| (kind.name.to_owned(), serde_json::to_value(kind.schema()).unwrap())).collect();
    let cases: Vec<(&QuantityKind, String)> =
        KINDS.iter().flat_map(|kind| spellings(kind).into_iter().map(|text| (*kind, text))).collect();
    let texts: Vec<String> = cases.iter().map(|(kind, text)| format!("{}: {text:?}", kind.name)).collect();
    let (mut read, mut refused) = (0, 0);
    for ((kind, text), judged) in cases.iter().zip(judged_by(&json!({ "properties": properties }), &python, &texts)) {
        let reads = kind.read(text, "USD").is_ok();
        let accepts = judged == [None, None];
        // a pattern limits numbers with an exponent only roughly
        let is_rough = text.contains('e');
        assert!(accepts == reads || accepts && is_rough, "{} {text}: read {reads}, {judged:?}", kind.name);
        (read, refused) = if reads { (read + 1, refused) } else { (read, refused + 1) };
    }
    assert!(read > 5_000 && refused > 5_000, "{read} {refused}");
    assert!(KINDS.iter().any(|kind| kind.form == NumberForm::Share));
}

/// Replacements of values, as typed.
const JUNK: &[&str] = &[
    "~",
    "null",
    "",
    "-1",
    "-0",
    "0",
    "1",
    "1.0",
    "1.5",
    "2.5",
    "65",
    "65%",
    "100.1%",
    "-5 %",
    "1e13",
    "1e3",
    "1_000",
    "1__0",
    "0.0001",
    "0.9995",
    "12:30",
    ".5",
    "5.",
    "010",
    "0x1f",
    "yes",
    "true",
    "\"true\"",
    "\"65%\"",
    "'1_000'",
    "\"-0\"",
    "abc",
    "never",
    "wait",
    "2026-11-01",
    "2026-02-30",
    "\"2026-02-30\"",
    "[]",
    "{}",
    "[1]",
    "{ a: 1 }",
    "EUR",
    "business_hours",
    "\"\"",
    ".inf",
    "own.hgx",
    "99999999999999999999999999999",
];

/// Replacements of keys.
const KEYS: &[&str] = &[
    "nodes",
    "price",
    "per_month",
    "discount",
    "amount",
    "accelerators",
    "utilization",
    "trace",
    "profile",
    "min",
    "max",
    "per_year",
    "Name",
    "wat",
    "serves",
    "spot",
    "residual_value",
];

/// A text with one range replaced.
fn replaced(text: &str, place: Place, by: &str) -> String {
    format!("{}{by}{}", &text[..place.start as usize], &text[place.end()..])
}

/// A text without a line and all lines below it with deeper indentation.
fn without_lines(text: &str, place: Place) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = place.line as usize - 1;
    let rest = &lines[at + 1..];
    let below = rest.iter().take_while(|line| indent(line) > indent(lines[at])).count();
    [&lines[..at], &rest[below..]].concat().concat()
}

/// A scenario with one edit: another value, another key, or lines removed.
fn edited(text: &str, sequence: &mut Rolls) -> String {
    let document = Document::parse(text).unwrap();
    let is_there = |at: &NodeId| document.origin(*at) == Origin::File && *at != NodeId::ROOT;
    let nodes: Vec<NodeId> = document.all().into_iter().filter(is_there).collect();
    let node = document.node(nodes[sequence.below(nodes.len())]);
    let in_file = |place: Option<Place>| place.filter(|place| place.source == SourceId::FILE && place.len > 0);
    let is_single = matches!(node.content, Content::Scalar(_));
    match (sequence.below(4), in_file(node.value_place), in_file(node.key_place)) {
        (0 | 1, Some(value), _) if is_single => replaced(text, value, JUNK[sequence.below(JUNK.len())]),
        (0..=2, _, Some(key)) => replaced(text, key, KEYS[sequence.below(KEYS.len())]),
        (_, Some(place), _) | (_, None, Some(place)) => without_lines(text, place),
        (_, None, None) => text.to_owned(),
    }
}

/// Notations that a YAML reader converts to a number or a boolean that the schema accepts, while the program rejects the
/// original text: the schema never sees it.
const SPELT_OTHERWISE: &[&str] = &[".5", "5.", "010", "0x1f", "12:30", "1__0", "yes", "99999999999999999999999999999"];

/// Whether the program rejects an edit only for its shape, in a way that the schema sees.
fn is_of_shape(findings: &[Diagnostic], text: &str) -> bool {
    let seen = |one: &&Diagnostic| SHAPES.contains(&one.code) && one.severity == Severity::Error;
    let typed = |place: Place| &text[place.start as usize..place.end()];
    let spelt = |one: &Diagnostic| one.place.is_some_and(|place| SPELT_OTHERWISE.contains(&typed(place)));
    findings.iter().filter(seen).any(|one| !spelt(one) && !is_between_keys(one))
}

/// Whether a finding with the code of a shape is a rule between parts of a file.
fn is_between_keys(finding: &Diagnostic) -> bool {
    let of_another_part = finding.code == Code::MissingKey
        && [" goes together with ", " requires "].iter().any(|word| finding.message.contains(word));
    // whether accelerators belong to a job depends on the kind of the workload
    let of_the_kind = finding.message.contains("a job needs a whole number of them");
    // whether a rate is missing depends on the workloads that are served
    let of_the_work = finding.message.contains("whose work is in tokens");
    of_another_part || of_the_kind || of_the_work || finding.message.contains("no accelerators can produce")
}

#[test]
fn the_schema_refuses_an_edit_exactly_if_the_program_does() {
    let Some(python) = tool("python", NOT_TESTED) else { return };
    let examples = accepted();
    let mut sequence = Rolls(2026);
    let texts: Vec<String> = (0..600)
        .map(|_| {
            let text = &examples[sequence.below(examples.len())].1;
            edited(text, &mut sequence)
        })
        .collect();
    let (mut too_strict, mut too_lax) = (Vec::new(), BTreeMap::new());
    let mut refused = 0;
    for (text, judged) in texts.iter().zip(judged(&python, &texts)) {
        let findings = found("edited.yaml", text);
        let rejected = findings.iter().any(|one| one.severity == Severity::Error);
        refused += usize::from(rejected);
        // an impossible date stops the readers before the schema sees it, even where any text is allowed
        let wrong = judged.iter().flatten().find(|wrong| !wrong.starts_with("not read: "));
        if let Some(wrong) = wrong.filter(|_| !rejected) {
            too_strict.push(format!("{wrong}\n{text}"));
        }
        if judged.contains(&None) && is_of_shape(&findings, text) {
            let all: Vec<&str> = findings.iter().map(|one| one.message.as_str()).collect();
            too_lax.insert(all.join(" / "), text.clone());
        }
    }
    assert!(refused > 300, "{refused}");
    assert!(too_strict.is_empty(), "the schema refuses what the program reads:\n{}", too_strict.join("\n---\n"));
    assert!(too_lax.is_empty(), "the schema accepts what the program refuses: {:#?}", too_lax.keys());
}

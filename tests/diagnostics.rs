//! Diagnostics: at least one file for every kind of finding, with exact text and position.
//!
//! `tests/bad/CODE.yaml`, or `CODE--VARIANT.yaml`, is compared; `tests/rules/CODE.yaml` is checked with the default rules,
//! on the day of its line `# --today DATE`. Both use the settings of lines `# --set PATH=VALUE`, and the first the case of
//! its line `# --case NAME`. The output must equal `CODE.stderr`, byte by byte; a rule's file has only the findings of its
//! rule, so a new rule changes only its own file. After a change of wording, `RACKRENT_BLESS=1 cargo test --test tests
//! diagnostics` updates these files for review; it refuses to run on CI.

use crate::support::scenario_file::ScenarioFile;
use rackrent::ScenarioText;
use rackrent::analysis::Answer;
use rackrent::check::rules::{self, Found};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Code, Diagnostic, Severity, Sources, Style, render};
use rackrent::scenario::{Files, Rejected};
use std::collections::BTreeSet;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// How the files of a folder are run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TestCommand {
    /// Findings of every command.
    Compared,
    /// Findings of `check` only.
    Checked,
}

impl TestCommand {
    const ALL: [TestCommand; 2] = [TestCommand::Compared, TestCommand::Checked];

    fn folder(self) -> &'static str {
        match self {
            TestCommand::Compared => "tests/bad",
            TestCommand::Checked => "tests/rules",
        }
    }

    fn files(self) -> Vec<ScenarioFile> {
        ScenarioFile::all_in(self.folder())
    }

    /// Codes that must have a file there.
    fn codes(self) -> BTreeSet<&'static str> {
        // codes of `check` only are at the end of the table
        let is_compared = |code: &&Code| **code < Code::UnreadableFile || **code == Code::UnknownRule;
        let is_looked_for = |found: Found| !matches!(found, Found::EveryCommand | Found::Baseline);
        match self {
            TestCommand::Compared => Code::ALL.iter().filter(is_compared).map(|code| code.text()).collect(),
            TestCommand::Checked => {
                let rules = rules::all().filter(|rule| is_looked_for(rule.found)).map(|rule| rule.code);
                // these reject nothing and are no rules, but have a file
                let errors = [Code::UnmetExpectation, Code::UnmetRequirement, Code::NoEligibleOption];
                rules.chain(errors).map(Code::text).collect()
            }
        }
    }

    /// Findings of a file.
    fn of(self, file: &ScenarioFile) -> Findings {
        match self {
            TestCommand::Compared => match compared(file) {
                Ok(answer) => Findings { all: answer.warnings(), sources: answer.loaded.sources, answers: true },
                Err(rejected) => Findings { all: rejected.diagnostics, sources: rejected.sources, answers: false },
            },
            TestCommand::Checked => {
                let checked = file.checked(&file.policy());
                Findings { answers: checked.decided.is_some(), all: checked.findings, sources: checked.sources }
            }
        }
    }

    /// Findings that the recorded file must contain.
    fn held(self, file: &ScenarioFile, findings: &Findings) -> Vec<Diagnostic> {
        let of_the_file = |finding: &&Diagnostic| self == TestCommand::Compared || finding.code == file.code();
        findings.all.iter().filter(of_the_file).cloned().collect()
    }
}

struct Findings {
    all: Vec<Diagnostic>,
    sources: Sources,
    /// Whether the scenario still has an answer.
    answers: bool,
}

impl Findings {
    fn printed(&self) -> String {
        render(&self.all, &self.sources, Style::default())
    }
}

/// Every file with its findings.
fn every_file() -> impl Iterator<Item = (TestCommand, ScenarioFile, Findings)> {
    let files =
        TestCommand::ALL.into_iter().flat_map(|request| request.files().into_iter().map(move |file| (request, file)));
    files.map(|(request, file)| {
        let findings = request.of(&file);
        (request, file, findings)
    })
}

/// Traces next to the bad files, and generated ones that are too large for the repository.
struct BadTraces(Folder);

/// Levels of one hour each.
fn held_for_an_hour(levels: impl Iterator<Item = String>) -> Box<dyn Read> {
    let rows = levels.map(|level| format!("{level},1"));
    let lines: Vec<String> = std::iter::once("accelerators,hours".to_owned()).chain(rows).collect();
    Box::new(Cursor::new(lines.join("\n")))
}

impl Files for BadTraces {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        match path {
            "traces/too-varied.csv" => {
                let steps = (1..=100_001).map(|at| format!("{}.{:05}", at / 100_000, at % 100_000));
                Ok(held_for_an_hour(steps))
            }
            "traces/whole.csv" => Ok(held_for_an_hour((1..=500).map(|level| level.to_string()))),
            "traces/thousandths.csv" => Ok(held_for_an_hour((1..=500).map(|level| format!("0.{level:03}")))),
            beside => self.0.open(beside),
        }
    }
}

/// Result of a comparison of a file.
fn compared(file: &ScenarioFile) -> Result<Answer, Rejected> {
    let files = BadTraces(Folder::of(file.path.to_str().unwrap()));
    let scenario = ScenarioText::new(&file.text, &files).named(file.name()).set(&file.settings());
    match file.case() {
        Some(case) => scenario.case(case).compare(),
        None => scenario.compare(),
    }
}

#[test]
fn every_file_has_exactly_its_recorded_findings() {
    let bless = std::env::var_os("RACKRENT_BLESS").is_some();
    assert!(!bless || std::env::var_os("CI").is_none(), "expectations are not written on CI");
    for (request, file, findings) in every_file() {
        let (path, code) = (file.path.display(), file.code());
        let held = request.held(&file, &findings);
        assert!(held.iter().any(|found| found.code == code), "{path} has no {}:\n{}", code.text(), findings.printed());
        let printed = render(&held, &findings.sources, Style::default());
        let expected = file.path.with_extension("stderr");
        if bless {
            std::fs::write(&expected, &printed).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(printed, expected, "{path}");
    }
}

#[test]
fn every_code_has_a_file_and_every_expectation_its_file() {
    for request in TestCommand::ALL {
        let codes: BTreeSet<&str> = request.files().iter().map(|file| file.code().text()).collect();
        assert_eq!(codes, request.codes(), "{}", request.folder());
        for entry in std::fs::read_dir(request.folder()).unwrap() {
            let path = entry.unwrap().path();
            assert!(path.is_dir() || path.with_extension("yaml").exists(), "{} belongs to no file", path.display());
        }
    }
}

#[test]
fn every_warning_of_all_commands_has_a_bad_file() {
    for rule in rules::all().filter(|rule| matches!(rule.found, Found::EveryCommand)) {
        let file = format!("tests/bad/{}.yaml", rule.code.text());
        assert!(Path::new(&file).exists(), "{file} is missing");
    }
}

#[test]
fn every_finding_has_a_place_a_sentence_and_a_suggestion() {
    for (_, file, findings) in every_file() {
        for finding in &findings.all {
            let what = format!("{}: {finding:?}", file.path.display());
            assert!(finding.place.is_some() && !finding.label.is_empty(), "{what}");
            for printed in [&finding.message, &finding.label] {
                assert!(!printed.ends_with('.') && !printed.contains('\n'), "{what}");
            }
            assert_eq!(finding.severity, finding.code.severity(), "{what}");
        }
    }
}

#[test]
fn only_visible_characters_are_printed() {
    for (_, file, findings) in every_file() {
        let is_visible = findings.printed().chars().all(|c| c == '\n' || !c.is_control());
        assert!(is_visible, "{}", file.path.display());
    }
}

#[test]
fn a_file_with_findings_of_rules_only_has_an_answer() {
    for (request, file, findings) in every_file() {
        let only_judgements = findings.all.iter().all(|finding| finding.severity != Severity::Error);
        let expected = request == TestCommand::Checked || only_judgements;
        assert_eq!(findings.answers, expected, "{}:\n{}", file.path.display(), findings.printed());
    }
}

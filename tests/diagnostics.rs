//! One bad file, at least, for every kind of finding that a comparison can have: the exact message at the exact place.
//!
//! `tests/bad/CODE.yaml`, or `CODE--VARIANT.yaml`, is compared with the settings named in its lines `# --set PATH=VALUE`;
//! what is said must be `CODE.stderr`, byte by byte. After a change of wording, `RACKRENT_BLESS=1 cargo test --test
//! diagnostics` writes these files anew, to be read in review; it refuses to on CI.

#![allow(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use rackrent::analysis::{Answer, answer};
use rackrent::cli::Folder;
use rackrent::demand::trace::{Files, Traces};
use rackrent::diagnostic::{Code, Diagnostic, Severity, Style, render};
use rackrent::scenario::{Rejected, Setting, load};
use std::collections::BTreeSet;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

fn bad_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect();
    files.sort();
    files
}

fn code_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap().to_str().unwrap();
    stem.split("--").next().unwrap().to_owned()
}

/// The traces beside the bad files, and some that are too large to lie there.
struct BadTraces(Folder);

/// Levels that are each held for an hour.
fn held_for_an_hour(levels: impl Iterator<Item = String>) -> Box<dyn Read> {
    let rows = levels.map(|level| format!("{level},1"));
    let lines: Vec<String> = std::iter::once("accelerators,hours".to_owned()).chain(rows).collect();
    Box::new(Cursor::new(lines.join("\n")))
}

impl Files for BadTraces {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read>> {
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

/// What the program says of a scenario among the bad files.
fn ask(name: &str, text: &str, settings: &[Setting]) -> Result<Answer, Rejected> {
    let loaded = load(name, text, settings)?;
    let traces = Traces::read(&loaded, &BadTraces(Folder::of("tests/bad/scenario.yaml")))?;
    Ok(answer(loaded, traces)?)
}

/// What is found in a file, and how it is said.
fn findings(file: &Path) -> (Vec<Diagnostic>, String) {
    let text = std::fs::read_to_string(file).unwrap();
    let settings: Vec<Setting> =
        text.lines().filter_map(|line| line.strip_prefix("# --set ")).map(|set| Setting::parse(set).unwrap()).collect();
    let name = file.file_name().unwrap().to_str().unwrap();
    let (diagnostics, sources) = match ask(name, &text, &settings) {
        Ok(answer) => (answer.comparison.warnings, answer.loaded.sources),
        Err(rejected) => (rejected.diagnostics, rejected.sources),
    };
    let said = render(&diagnostics, &sources, Style::default());
    (diagnostics, said)
}

#[test]
fn every_bad_file_is_told_exactly_what_is_wrong() {
    let bless = std::env::var_os("RACKRENT_BLESS").is_some();
    assert!(!bless || std::env::var_os("CI").is_none(), "expectations are not written on CI");
    for file in bad_files() {
        let (diagnostics, said) = findings(&file);
        let code = code_of(&file);
        assert!(diagnostics.iter().any(|d| d.code.text() == code), "{} has no {code}:\n{said}", file.display());
        let expected = file.with_extension("stderr");
        if bless {
            std::fs::write(&expected, &said).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(said, expected, "{}", file.display());
    }
}

#[test]
fn every_code_has_a_bad_file_and_every_expectation_its_file() {
    // what a check alone finds is at the end of the table of codes, and has its files in `tests/rules`
    let compared = |code: &&Code| **code < Code::UnreadableFile || **code == Code::UnknownRule;
    let codes: BTreeSet<String> = bad_files().iter().map(|file| code_of(file)).collect();
    let known: BTreeSet<String> = Code::ALL.iter().filter(compared).map(|code| code.text().to_owned()).collect();
    assert_eq!(codes, known);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.is_dir() || path.with_extension("yaml").exists(), "{} belongs to no file", path.display());
    }
}

#[test]
fn every_finding_has_a_place_a_sentence_and_something_to_type() {
    for file in bad_files() {
        for finding in findings(&file).0 {
            let what = format!("{}: {finding:?}", file.display());
            assert!(finding.place.is_some() && !finding.label.is_empty(), "{what}");
            assert!(!finding.message.ends_with('.') && !finding.message.contains('\n'), "{what}");
            assert_eq!(finding.severity, finding.code.severity(), "{what}");
        }
    }
}

#[test]
fn nothing_but_visible_characters_is_printed() {
    for file in bad_files() {
        let said = findings(&file).1;
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{}", file.display());
    }
}

#[test]
fn a_file_with_nothing_but_warnings_is_loaded() {
    for file in bad_files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let found = findings(&file).0;
        let only_warnings = found.iter().all(|finding| finding.severity == Severity::Warning);
        let has_settings = text.contains("# --set ");
        assert!(has_settings || ask("x", &text, &[]).is_ok() == only_warnings, "{}", file.display());
    }
}

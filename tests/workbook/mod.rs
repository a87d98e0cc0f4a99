//! The workbook: every formula carries the value that the program computed, and a spreadsheet that computes it anew agrees to
//! ten significant digits, as written and after its inputs were changed.
//!
//! `RACKRENT_WORKBOOKS=50 cargo test --test tests workbook` changes the inputs of each example fifty times: a thousand in all.

use crate::support::program::{Ran, ended, run, system_tool, tool};
use crate::support::scenarios_in;
use calamine::{Data, Reader, Xlsx, open_workbook};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A cell: the name of its sheet, its row and its column.
type At = (String, u32, u32);

/// What a workbook has in its cells.
struct Book {
    values: BTreeMap<At, Data>,
    formulas: BTreeMap<At, String>,
}

fn book(path: &Path) -> Book {
    let mut xlsx: Xlsx<_> = open_workbook(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut values, mut formulas) = (BTreeMap::new(), BTreeMap::new());
    for sheet in xlsx.sheet_names() {
        let range = xlsx.worksheet_range(&sheet).unwrap();
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let at = (sheet.clone(), top + u32::try_from(row).unwrap(), left + u32::try_from(column).unwrap());
            values.insert(at, value.clone());
        }
        let range = xlsx.worksheet_formula(&sheet).unwrap();
        let (top, left) = range.start().unwrap_or_default();
        for (row, column, formula) in range.used_cells() {
            let at = (sheet.clone(), top + u32::try_from(row).unwrap(), left + u32::try_from(column).unwrap());
            formulas.insert(at, formula.clone());
        }
    }
    Book { values, formulas }
}

fn number(data: &Data) -> Option<f64> {
    match data {
        Data::Float(value) => Some(*value),
        #[allow(clippy::cast_precision_loss, reason = "whole numbers of a test")]
        Data::Int(value) => Some(*value as f64),
        _ => None,
    }
}

/// Whether two values are the same to ten significant digits; what is left over of nothing is nothing.
#[allow(clippy::float_arithmetic, reason = "a spreadsheet has nothing else")]
fn agree(a: Option<&Data>, b: Option<&Data>) -> bool {
    match (a.and_then(number), b.and_then(number)) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-10 * a.abs().max(b.abs()) || (a - b).abs() < 1e-9,
        (None, None) => a.map(Data::to_string) == b.map(Data::to_string),
        _ => false,
    }
}

/// Where formulas of a workbook come to another value than expected, of the sheets that are `compared`.
fn differences(expected: &Book, found: &Book, is_compared: impl Fn(&str) -> bool) -> Vec<String> {
    let compared = expected.formulas.iter().filter(|((sheet, _, _), _)| is_compared(sheet));
    let differing = compared.filter_map(|(at, formula)| {
        let (expected, found) = (expected.values.get(at), found.values.get(at));
        (!agree(expected, found)).then(|| format!("{at:?}: {expected:?}, {found:?}: ={formula}"))
    });
    differing.collect()
}

fn name_of(scenario: &Path) -> String {
    scenario.file_stem().unwrap().to_str().unwrap().to_owned()
}

fn written(scenario: &Path, settings: &[String], to: &Path) -> Ran {
    let (output, path) = (format!("xlsx={}", to.display()), scenario.display().to_string());
    let mut arguments = vec!["compare", &path, "--output", &output];
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    run(Path::new(env!("CARGO_MANIFEST_DIR")), &arguments)
}

fn examples() -> Vec<PathBuf> {
    let found = scenarios_in("scenarios");
    assert!(found.len() > 15);
    found
}

#[test]
fn every_formula_carries_what_the_program_says() {
    let folder = tempfile::tempdir().unwrap();
    for scenario in examples() {
        let path = folder.path().join(format!("{}.xlsx", name_of(&scenario)));
        let ran = written(&scenario, &[], &path);
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let book = book(&path);
        assert!(book.formulas.len() > 100, "{}", scenario.display());
        for (at, formula) in &book.formulas {
            assert!(book.values.contains_key(at), "{at:?} has no value: ={formula}");
            assert!(!matches!(book.values[at], Data::Error(_)), "{at:?}: ={formula}");
        }
        let scenario = scenario.display().to_string();
        let json = run(Path::new(env!("CARGO_MANIFEST_DIR")), &["compare", &scenario, "--format", "json"]).report();
        for (option, column) in json["options"].as_array().unwrap().iter().zip(1..) {
            for (field, row) in [("total", 5), ("present_value", 6), ("per_month", 7), ("per_useful_hour", 8)] {
                let stated: Option<f64> = match &option[field] {
                    Value::String(amount) => Some(amount.parse().unwrap()),
                    other => other.as_f64(),
                };
                let cell = book.values.get(&("Comparison".to_owned(), row, column));
                assert!(
                    agree(stated.map(Data::Float).as_ref(), cell.filter(|cell| number(cell).is_some())),
                    "{scenario} {field}"
                );
            }
        }
        let winner = book.values[&("Comparison".to_owned(), 26, 1)].to_string();
        let stated =
            json["options"].as_array().unwrap().iter().find(|option| option["name"] == json["verdict"]["winner"]);
        let stated = stated.map_or("no option", |option| option["label"].as_str().or(option["name"].as_str()).unwrap());
        assert_eq!(winner, stated, "{scenario}");
    }
}

#[test]
fn the_break_even_of_a_workbook_is_that_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut points = 0;
    for scenario in examples() {
        let path = folder.path().join("book.xlsx");
        written(&scenario, &[], &path);
        let book = book(&path);
        let at = |row, column| book.values.get(&("Break-even".to_owned(), row, column));
        let Some(Data::String(title)) = at(0, 0) else { continue };
        let json = run(root, &["compare", &scenario.display().to_string(), "--format", "json"]).report();
        let called = |name: &Value| {
            let option = json["options"].as_array().unwrap().iter().find(|option| option["name"] == *name).unwrap();
            option["label"].as_str().or(option["name"].as_str()).unwrap().to_owned()
        };
        let is_meant = |pair: &&Value| {
            format!("Break-even of {} against {}", called(&pair["own"]), called(&pair["rent"])) == *title
        };
        let break_even = &json["pairs"].as_array().unwrap().iter().find(is_meant).unwrap()["break_even"];
        let first = break_even["demand_factor"].get(0).and_then(Value::as_f64);
        let found = at(3, 1).and_then(number);
        assert_eq!(first.is_some(), found.is_some(), "{title}");
        let (Some(first), Some(found)) = (first, found) else { continue };
        let (low, high) = (at(4, 1).and_then(number).unwrap(), at(5, 1).and_then(number).unwrap());
        assert!((low..=high).contains(&first), "{title}: {low} {first} {high}");
        if break_even["kinds"][0] == "point" {
            assert!(agree(Some(&Data::Float(first)), Some(&Data::Float(found))), "{title}: {first} {found}");
            points += 1;
        }
    }
    assert!(points > 5, "{points}");
}

#[test]
fn the_same_scenario_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = Path::new("scenarios/serving-8xh100.yaml");
    let [first, second] = ["a.xlsx", "b.xlsx"].map(|name| {
        let path = folder.path().join(name);
        written(scenario, &[], &path);
        fs::read(path).unwrap()
    });
    assert!(first == second);
}

#[test]
fn texts_of_a_scenario_are_no_formulas() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "=HYPERLINK(\"http://example.com\";\"x\")";
    let text = fs::read_to_string("scenarios/serving-8xh100.yaml").unwrap();
    let text = text.replace("name: Eight H100s for serving", &format!("name: '{evil}'\nnotes: '{evil}'"));
    assert!(text.contains(evil));
    let path = folder.path().join("evil.yaml");
    fs::write(&path, text.replacen("  hgx-h100:\n", &format!("  hgx-h100:\n    label: '{evil}'\n"), 1)).unwrap();
    let output = folder.path().join("evil.xlsx");
    let ran = written(&path, &[], &output);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let book = book(&output);
    assert!(book.values.values().any(|value| matches!(value, Data::String(text) if text == evil)));
    // the name of an option stands in formulas only within quotes, as text
    let calls = book.formulas.values().filter(|formula| formula.contains("HYPERLINK"));
    assert!(calls.into_iter().all(|formula| formula.contains("\"=HYPERLINK(\"\"http")), "a text became a formula");
}

#[test]
fn what_has_no_figures_is_written_as_its_page_and_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for command in ["flip", "plan", "sensitivity"] {
        let path = folder.path().join("page.xlsx");
        let scenario = "scenarios/doubted-utilization.yaml";
        let ran = run(root, &[command, scenario, "--output", &path.display().to_string()]);
        assert_eq!(ran.status, 0, "{command}: {}", ran.errors);
        let book = book(&path);
        let has = |sheet: &str| book.values.keys().any(|(name, _, _)| name == sheet);
        assert!(has("Report") && has("Data") && book.formulas.is_empty(), "{command}");
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// A change of inputs: what `--set` is told, and what is written into the cells of that name.
#[derive(Clone, Default)]
struct Change {
    settings: Vec<String>,
    inputs: BTreeMap<String, f64>,
}

/// One to three inputs at other values within their bounds.
fn change(book: &Book, dice: &mut Dice) -> Change {
    let at = |row: u32, column: u32| book.values.get(&("Inputs".to_owned(), row, column));
    let last = book.values.keys().filter(|(sheet, _, _)| sheet == "Inputs").map(|(_, row, _)| *row).max().unwrap();
    // what is fixed has a note
    let live: Vec<u32> = (9..=last).filter(|row| at(*row, 10).is_none() && at(*row, 2).is_some()).collect();
    let mut change = Change::default();
    for _ in 0..=dice.below(3) {
        let row = live[dice.below(live.len())];
        let [value, least, most] = [2, 5, 6].map(|column| at(row, column).and_then(number).unwrap());
        let (path, name) = (at(row, 1).unwrap().to_string(), at(row, 9).unwrap().to_string());
        // half as much to half as much again, in per cent; of nothing a tenth
        let percent = f64::from(u32::try_from(50 + dice.below(101)).unwrap());
        #[allow(clippy::float_arithmetic, reason = "an input of a spreadsheet")]
        let moved = if value == 0.0 { 0.1 } else { value * percent / 100.0 };
        let whole = most >= 1e6 && value.fract() == 0.0 && value > 0.0 && value < 1000.0;
        let moved = if whole { moved.round().max(1.0) } else { moved };
        let moved: f64 = format!("{:.8}", moved.clamp(least, most)).parse().unwrap();
        if !change.inputs.contains_key(&name) {
            change.settings.push(format!("{path}={moved}"));
            change.inputs.insert(name, moved);
        }
    }
    change
}

/// A workbook that is computed anew, beside what the program says of the same values.
struct Case {
    scenario: String,
    change: Change,
    /// What the program says at these values.
    expected: Expected,
    edited: PathBuf,
    recalculated: PathBuf,
}

/// What the program says at some values.
enum Expected {
    /// This workbook.
    Answer(PathBuf),
    /// That an option is not possible.
    Impossible,
    /// That a value is none: half a server, or what another key excludes. A workbook knows the bounds of each number alone.
    Refused,
}

#[test]
fn a_spreadsheet_that_computes_anew_agrees_with_the_program() {
    let skipped = "workbooks are not computed anew";
    let (Some(office), Some(python)) = (system_tool("soffice", skipped), tool("python", skipped)) else { return };
    let times = std::env::var("RACKRENT_WORKBOOKS").map_or(1, |times| times.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let (mut dice, mut cases, mut jobs) = (Dice(2026), Vec::new(), Vec::new());
    fs::create_dir(folder.path().join("computed")).unwrap();
    for scenario in examples() {
        let name = name_of(&scenario);
        let stated = folder.path().join(format!("{name}.xlsx"));
        assert_eq!(written(&scenario, &[], &stated).status, 0);
        let read = book(&stated);
        for time in 0..=times {
            let change = if time == 0 { Change::default() } else { change(&read, &mut dice) };
            let file = if time == 0 { format!("{name}.xlsx") } else { format!("{name}-{time}-expected.xlsx") };
            let expected = folder.path().join(file);
            let ran = written(&scenario, &change.settings, &expected);
            let impossible =
                ["demand-exceeds-fleet", "spot-cannot-finish"].iter().any(|code| ran.errors.contains(code));
            let expected = match ran.status {
                0 => Expected::Answer(expected),
                _ if impossible => Expected::Impossible,
                _ => Expected::Refused,
            };
            let file = format!("{name}-{time}.xlsx");
            let (edited, recalculated) = (folder.path().join(&file), folder.path().join("computed").join(&file));
            jobs.push(json!({ "from": &stated, "to": &edited, "inputs": &change.inputs }));
            cases.push(Case { scenario: name.clone(), change, expected, edited, recalculated });
        }
    }
    edit(&python, &jobs);
    recalculate(&office, folder.path(), &cases);
    let mut compared = 0;
    for case in &cases {
        let found = book(&case.recalculated);
        let what = format!("{} {:?}", case.scenario, case.change.settings);
        let expected = match &case.expected {
            Expected::Answer(expected) => expected,
            Expected::Refused => continue,
            Expected::Impossible => {
                assert!(says_that_it_is_impossible(&found), "{what}: no answer, and the workbook has one");
                continue;
            }
        };
        let expected = book(expected);
        // another pair may be the one whose break-even is looked for
        let title = |book: &Book| book.values.get(&("Break-even".to_owned(), 0, 0)).map(Data::to_string);
        let same_pair = title(&expected) == title(&found);
        let of_pair = |sheet: &str| matches!(sheet, "Break-even" | "Break-even workings" | "Table of demand");
        let differing = differences(&expected, &found, |sheet| same_pair || !of_pair(sheet));
        assert!(
            differing.is_empty(),
            "{what}: {} differ:\n{}",
            differing.len(),
            differing[..differing.len().min(8)].join("\n")
        );
        compared += 1;
    }
    assert!(compared > cases.len() / 2, "{compared} of {}", cases.len());
}

/// Writes workbooks with changed inputs and without the values that formulas carry.
fn edit(python: &Path, jobs: &[Value]) {
    let ran = ended(Command::new(python).arg("tests/workbook/edit.py"), &Value::from(jobs).to_string());
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

fn recalculate(office: &Path, folder: &Path, cases: &[Case]) {
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    for some in cases.chunks(50) {
        let mut command = Command::new(office);
        command.args([&profile, "--headless", "--convert-to", "xlsx", "--outdir"]).arg(folder.join("computed"));
        command.args(some.iter().map(|case| &case.edited));
        let ran = ended(&mut command, "");
        assert!(some.iter().all(|case| case.recalculated.exists()), "{}{}", ran.output, ran.errors);
    }
}

/// Whether an option is not possible, or has no number.
fn says_that_it_is_impossible(book: &Book) -> bool {
    let row = |row: u32| {
        book.values.iter().filter(move |((sheet, at, column), _)| sheet == "Comparison" && *at == row && *column > 0)
    };
    row(18).any(|(_, value)| number(value) == Some(0.0)) || row(6).any(|(_, value)| number(value).is_none())
}

#[test]
fn a_second_engine_agrees_where_it_knows_every_function() {
    let Some(python) = tool("python", "workbooks are not computed by a second engine") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut books = Vec::new();
    for scenario in examples() {
        let path = folder.path().join(format!("{}.xlsx", name_of(&scenario)));
        written(&scenario, &[], &path);
        let book = book(&path);
        // it rounds no ranges
        let rounds_ranges = |formula: &String| formula.contains("SUMPRODUCT") && formula.contains("ROUNDUP(");
        if !book.formulas.values().any(rounds_ranges) {
            let computed = path.with_extension("computed.xlsx");
            books.push((path, computed, book));
        }
    }
    assert!(books.len() > 8, "{}", books.len());
    let jobs: Vec<Value> = books.iter().map(|(from, to, _)| json!([from, to])).collect();
    let ran = ended(Command::new(&python).arg("tests/workbook/second_engine.py"), &Value::from(jobs).to_string());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    for (from, to, expected) in &books {
        let differing = differences(expected, &book(to), |_| true);
        assert!(differing.is_empty(), "{}: {}", from.display(), differing[..differing.len().min(8)].join("\n"));
    }
}

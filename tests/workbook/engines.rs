//! Workbooks in other programs: `LibreOffice` and a second engine recalculate them, with the original and with changed inputs;
//! openpyxl reads the cached values without recalculation.

use super::{At, Book, agree, book, differences, examples, name_of, number, written};
use crate::support::program::{ended, system_tool, tool};
use calamine::Data;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Pseudo-random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// Change of inputs: arguments of `--set`, and the values of cells by their defined names.
#[derive(Clone, Default)]
struct Change {
    settings: Vec<String>,
    inputs: BTreeMap<String, f64>,
}

/// Random change of one to three inputs within their bounds.
fn change(book: &Book, dice: &mut Dice) -> Change {
    let at = |row: u32, column: u32| book.values.get(&("Inputs".to_owned(), row, column));
    let last = book.values.keys().filter(|(sheet, _, _)| sheet == "Inputs").map(|(_, row, _)| *row).max().unwrap();
    // inputs that cannot change have a note
    let has_note = |row: u32| at(row, 4).is_some_and(|note| !note.to_string().is_empty());
    let live: Vec<u32> = (9..=last).filter(|row| !has_note(*row) && at(*row, 2).is_some()).collect();
    let mut change = Change::default();
    for _ in 0..=dice.below(3) {
        let row = live[dice.below(live.len())];
        let [value, least, most] = [2, 6, 7].map(|column| at(row, column).and_then(number).unwrap());
        let (path, name) = (at(row, 1).unwrap().to_string(), at(row, 10).unwrap().to_string());
        // 50 % to 150 % of the value; 0.1 instead of 0
        let percent = f64::from(u32::try_from(50 + dice.below(101)).unwrap());
        #[allow(clippy::float_arithmetic, reason = "an input of a spreadsheet")]
        let moved = if value == 0.0 { 0.1 } else { value * percent / 100.0 };
        let whole = most >= 1e6 && value.fract() == 0.0 && value > 0.0 && value < 1000.0;
        let moved = if whole { moved.round().max(1.0) } else { moved };
        let moved: f64 = format!("{:.8}", moved.clamp(least, most)).parse().unwrap();
        if !change.inputs.contains_key(&name) {
            let unit = at(row, 5).map(Data::to_string).unwrap_or_default();
            change.settings.push(format!("{path}={moved}{}", currency_of(&unit)));
            change.inputs.insert(name, moved);
        }
    }
    change
}

/// Currency code with a space, to write after an amount: ` USD` for `USD/node`. Empty if the unit is not that of an amount, or if
/// it is an exchange rate.
fn currency_of(unit: &str) -> String {
    let is_code = |text: &str| text.len() == 3 && text.chars().all(|c| c.is_ascii_uppercase());
    let (amount, each) = unit.split_once('/').unwrap_or((unit, ""));
    if is_code(amount) && !is_code(each) { format!(" {amount}") } else { String::new() }
}

/// Workbook to recalculate, with the result of the program for the same inputs.
struct Case {
    scenario: String,
    change: Change,
    /// Result of the program for these inputs.
    expected: Expected,
    edited: PathBuf,
    recalculated: PathBuf,
}

/// Result of the program for changed inputs.
enum Expected {
    /// Path of the workbook with the result.
    Answer(PathBuf),
    /// An option is infeasible.
    Impossible,
    /// A value is invalid, such as half a server, or excluded by another key. A workbook only has the bounds of each number.
    Refused,
}

/// Workbooks of the examples whose formulas an engine supports, with the original and with changed inputs, and without cached
/// values. The engine writes the recalculated workbooks to the folder `computed`.
fn changed(python: &Path, folder: &Path, is_known: impl Fn(&Book) -> bool) -> Vec<Case> {
    let times = std::env::var("RACKRENT_WORKBOOKS").map_or(1, |times| times.parse().unwrap());
    let (mut dice, mut cases, mut jobs) = (Dice(2026), Vec::new(), Vec::new());
    fs::create_dir(folder.join("computed")).unwrap();
    for scenario in examples() {
        let name = name_of(&scenario);
        let stated = folder.join(format!("{name}.xlsx"));
        assert_eq!(written(&scenario, &[], &stated).status, 0);
        let read = book(&stated);
        if !is_known(&read) {
            continue;
        }
        for time in 0..=times {
            let change = if time == 0 { Change::default() } else { change(&read, &mut dice) };
            let file = if time == 0 { format!("{name}.xlsx") } else { format!("{name}-{time}-expected.xlsx") };
            let expected = folder.join(file);
            let ran = written(&scenario, &change.settings, &expected);
            let impossible =
                ["demand-exceeds-fleet", "spot-cannot-finish"].iter().any(|code| ran.errors.contains(code));
            let expected = match ran.status {
                0 => Expected::Answer(expected),
                _ if impossible => Expected::Impossible,
                _ => Expected::Refused,
            };
            let file = format!("{name}-{time}.xlsx");
            let (edited, recalculated) = (folder.join(&file), folder.join("computed").join(&file));
            jobs.push(json!({ "from": &stated, "to": &edited, "inputs": &change.inputs }));
            cases.push(Case { scenario: name.clone(), change, expected, edited, recalculated });
        }
    }
    edit(python, &jobs);
    cases
}

/// Asserts that recalculated workbooks agree with the program.
#[track_caller]
fn agree_with_the_program(cases: &[Case]) {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for case in cases {
        let found = book(&case.recalculated);
        let what = format!("{} {:?}", case.scenario, case.change.settings);
        let expected = match &case.expected {
            Expected::Answer(expected) => expected,
            Expected::Refused => continue,
            Expected::Impossible => {
                if !has_infeasible_option(&found) {
                    wrong.push(format!("{what}: no result, but the workbook has one"));
                }
                continue;
            }
        };
        // a default that was set has another row in the program's workbook
        let differing = differences(&book(expected), &found, |sheet| sheet != "Inputs");
        if !differing.is_empty() {
            let first = differing[..differing.len().min(4)].join("\n");
            wrong.push(format!("{what}: {} differ:\n{first}", differing.len()));
        }
        compared += 1;
    }
    assert!(wrong.is_empty(), "{} of {} workbooks:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(compared > cases.len() / 2, "{compared} of {}", cases.len());
}

#[test]
fn a_recalculated_workbook_agrees_with_the_program() {
    let skipped = "workbooks are not computed anew";
    let (Some(office), Some(python)) = (system_tool("soffice", skipped), tool("python", skipped)) else { return };
    let folder = tempfile::tempdir().unwrap();
    let cases = changed(&python, folder.path(), |_| true);
    recalculate(&office, folder.path(), &edited(&cases));
    agree_with_the_program(&cases);
}

fn edited(cases: &[Case]) -> Vec<PathBuf> {
    cases.iter().map(|case| case.edited.clone()).collect()
}

/// Writes workbooks with changed inputs and without cached values.
pub(super) fn edit(python: &Path, jobs: &[Value]) {
    let ran = ended(Command::new(python).arg("tests/workbook/edit.py"), &Value::from(jobs).to_string());
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

/// Recalculates workbooks with `LibreOffice`, in two parallel processes with at most fifty workbooks each: this test is one of the
/// last, when a core would be idle.
pub(super) fn recalculate(office: &Path, folder: &Path, edited: &[PathBuf]) {
    edited.par_chunks(edited.len().div_ceil(2).min(50)).enumerate().for_each(|(part, some)| {
        let profile = format!("-env:UserInstallation=file://{}/profile-{part}", folder.display());
        let mut command = Command::new(office);
        command.args([&profile, "--headless", "--convert-to", "xlsx", "--outdir"]).arg(folder.join("computed"));
        let ran = ended(command.args(some), "");
        let is_written = |edited: &PathBuf| folder.join("computed").join(edited.file_name().unwrap()).exists();
        assert!(some.iter().all(is_written), "{}{}", ran.output, ran.errors);
    });
}

/// Whether a workbook shows an infeasible option, or an option without a number.
fn has_infeasible_option(book: &Book) -> bool {
    let row = |row: u32| {
        book.values.iter().filter(move |((sheet, at, column), _)| sheet == "Comparison" && *at == row && *column > 0)
    };
    row(18).any(|(_, value)| number(value) == Some(0.0)) || row(6).any(|(_, value)| number(value).is_none())
}

#[test]
fn a_second_engine_agrees_if_it_supports_every_function() {
    let Some(python) = tool("python", "workbooks are not computed by a second engine") else { return };
    let folder = tempfile::tempdir().unwrap();
    // the engine does not support rounding of ranges
    let rounds_ranges = |formula: &String| formula.contains("SUMPRODUCT") && formula.contains("ROUNDUP(");
    let cases = changed(&python, folder.path(), |book| !book.formulas.values().any(rounds_ranges));
    let examples = cases.iter().filter(|case| case.change.settings.is_empty()).count();
    assert!(examples > 8, "{examples}");
    let jobs: Vec<Value> = cases.iter().map(|case| json!([case.edited, case.recalculated])).collect();
    let ran = ended(Command::new(&python).arg("tests/workbook/second_engine.py"), &Value::from(jobs).to_string());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    agree_with_the_program(&cases);
}

/// Input by its path, and its value.
type Setting<'p> = (&'p str, f64);

/// Scenario with a fleet for all work, a fleet for half of it, two clouds, and a hybrid of the second fleet and the second cloud.
pub(super) const FIVE_OPTIONS: &str = "\
name: Five
currency: USD
horizon_months: 10
hours_per_month: 100
discount_rate: 0%
demand: { workloads: { chat: { kind: training, flexible: false, accelerators: 4, utilization: 100% }, batch: { kind: training, flexible: false, accelerators: 4, utilization: 100% } } }
own:
  lab: { node: { price: 10_000, accelerators: 8 }, nodes: 1, useful_life_months: 10, value_at_horizon: none }
  hall: { node: { price: 12_000, accelerators: 4 }, nodes: 1, useful_life_months: 10, value_at_horizon: none, serves: [chat] }
rent:
  near: { accelerators_per_instance: 1, on_demand_per_instance_hour: 2 }
  far: { accelerators_per_instance: 1, on_demand_per_instance_hour: 3 }
hybrid:
  mix: { chat: own.hall, batch: rent.far }
";

/// 8 accelerators for 1,000 hours: lab costs 10,000, near 16,000, far 24,000, and mix 12,000 + 4,000 · 3 = 24,000. lab wins, and near is
/// the best of the other side. With far at 1, far costs 8,000 and wins; lab is the best of the other side. With hall at 500 and lab at
/// 90,000, mix costs 12,500 and wins against near. With far at 0.25, far costs 2,000 and mix 500 + 1,000; mix wins against far. With near
/// at 0.10, near costs 800 and wins; mix is the best of the other side. hall never does all the work, and comes last. With lab at 15,500
/// it is 500 below near, which is 3.1 %: too close for a winner's colour.
#[test]
fn the_cover_and_the_break_even_follow_the_verdict() {
    let skipped = "workbooks are not computed anew";
    let (Some(office), Some(python)) = (system_tool("soffice", skipped), tool("python", skipped)) else { return };
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("five.yaml");
    fs::write(&scenario, FIVE_OPTIONS).unwrap();
    let stated = folder.path().join("five.xlsx");
    let ran = written(&scenario, &[], &stated);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let (near, far) = ("rent.near.on_demand_per_instance_hour", "rent.far.on_demand_per_instance_hour");
    let (lab, hall) = (("own.lab.node.price", 90_000.0), ("own.hall.node.price", 500.0));
    let close = ("own.lab.node.price", 15_500.0);
    let changes: [(&str, &str, Option<f64>, &[Setting<'_>]); 6] = [
        ("own.lab against rent.near", "own.lab rent.near rent.far hybrid.mix own.hall", Some(10_000.0), &[]),
        ("own.lab against rent.far", "rent.far own.lab rent.near hybrid.mix own.hall", Some(8_000.0), &[(far, 1.0)]),
        (
            "hybrid.mix against rent.near",
            "hybrid.mix rent.near rent.far own.lab own.hall",
            Some(12_500.0),
            &[lab, hall],
        ),
        (
            "hybrid.mix against rent.far",
            "hybrid.mix rent.far own.lab rent.near own.hall",
            Some(1_500.0),
            &[hall, (far, 0.25)],
        ),
        (
            "hybrid.mix against rent.near",
            "rent.near hybrid.mix rent.far own.lab own.hall",
            Some(800.0),
            &[lab, hall, (near, 0.1)],
        ),
        ("own.lab against rent.near", "own.lab rent.near rent.far hybrid.mix own.hall", None, &[close]),
    ];
    fs::create_dir(folder.path().join("computed")).unwrap();
    let (mut cases, mut jobs) = (Vec::new(), Vec::new());
    for (at, (_, _, _, change)) in changes.iter().enumerate() {
        let settings: Vec<String> = change.iter().map(|(path, value)| format!("{path}={value}")).collect();
        let expected = folder.path().join(format!("expected-{at}.xlsx"));
        let ran = written(&scenario, &settings, &expected);
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let inputs: BTreeMap<String, f64> =
            change.iter().map(|(path, value)| (path.replace(['.', '-'], "_"), *value)).collect();
        let file = format!("five-{at}.xlsx");
        let (edited, recalculated) = (folder.path().join(&file), folder.path().join("computed").join(&file));
        jobs.push(json!({ "from": &stated, "to": &edited, "inputs": &inputs }));
        let change = Change { settings, inputs };
        cases.push(Case {
            scenario: "five".to_owned(),
            change,
            expected: Expected::Answer(expected),
            edited,
            recalculated,
        });
    }
    edit(&python, &jobs);
    recalculate(&office, folder.path(), &edited(&cases));
    agree_with_the_program(&cases);
    for ((pair, order, winner, change), case) in changes.iter().zip(&cases) {
        let book = book(&case.recalculated);
        let text = |sheet: &str, row, column| book.values[&(sheet.to_owned(), row, column)].to_string();
        assert_eq!(text("Break-even", 0, 0), format!("Break-even of {pair}"), "{change:?}");
        let order: Vec<&str> = order.split(' ').collect();
        let shown = (11..16).map(|row| text("Cover", row, 0)).collect::<Vec<_>>();
        assert_eq!(shown, [&order[..4], &["own.hall (not comparable)"]].concat(), "{change:?}");
        // bars of the winner, of the others, and of the option that cannot win, in this order
        let bar = |row, column| book.values.get(&("Comparison".to_owned(), row, column)).and_then(number);
        let bars = [39, 40, 41].map(|row| [1, 2, 3, 4, 5].map(|column| bar(row, column) != Some(0.0)));
        let wins = winner.is_some();
        let expected =
            [[wins, false, false, false, false], [!wins, true, true, true, false], [false, false, false, false, true]];
        assert_eq!(bars, expected, "{change:?}");
        let first = bar(if wins { 39 } else { 40 }, 1);
        assert_eq!(first, winner.or(Some(15_500.0)), "{change:?}");
    }
}

/// Checks that a spreadsheet shows typed inputs with all their digits: a whole number, 80, a number with two decimals, 0.35, a share
/// of 7 %, and an unchanged number. A number with digit groups, the price of 9,000, has a conditional format for decimals, which
/// an HTML export does not apply; the test reads it from the flat XML of the spreadsheet.
#[test]
fn a_spreadsheet_shows_typed_inputs_with_all_digits() {
    let skipped = "no spreadsheet shows what was typed";
    let (Some(office), Some(python)) = (system_tool("soffice", skipped), tool("python", skipped)) else { return };
    let folder = tempfile::tempdir().unwrap();
    let (stated, edited) = (folder.path().join("stated.xlsx"), folder.path().join("edited.xlsx"));
    assert_eq!(written(Path::new("scenarios/edge-fleet.yaml"), &[], &stated).status, 0);
    let typed = [
        ("demand.accelerators", 12.4, "12.4"),
        ("own.edge-l4.node.power_kw", 0.3512, "0.3512"),
        ("discount_rate", 0.123_45, "12.345%"),
        ("own.edge-l4.nodes", 40.0, "40"),
    ];
    let inputs: BTreeMap<String, f64> =
        typed.iter().map(|(path, value, _)| (path.replace(['.', '-'], "_"), *value)).collect();
    edit(&python, &[json!({ "from": &stated, "to": &edited, "inputs": inputs })]);
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.path().display());
    let mut command = Command::new(&office);
    command.args([&profile, "--headless", "--convert-to", "html", "--outdir"]).args([folder.path(), &edited]);
    let ran = ended(&mut command, "");
    let page = fs::read_to_string(folder.path().join("edited.html")).unwrap_or_else(|_| panic!("{}", ran.errors));
    // texts between the elements of the page
    let texts: Vec<&str> =
        page.split('<').filter_map(|rest| rest.split_once('>')).map(|(_, text)| text.trim()).collect();
    for (path, _, shown) in typed {
        let at = texts.iter().position(|text| *text == path).unwrap();
        let value = texts[at + 1..].iter().find(|text| !text.is_empty()).unwrap();
        assert_eq!(*value, shown, "{path}");
    }
    let mut command = Command::new(office);
    command.args([&profile, "--headless", "--convert-to", "fods", "--outdir"]).args([folder.path(), &edited]);
    let ran = ended(&mut command, "");
    let read = fs::read_to_string(folder.path().join("edited.fods")).unwrap_or_else(|_| panic!("{}", ran.errors));
    let within = |text: &str, from: &str, to: &str| {
        text.split_once(from).map(|(_, rest)| rest.split(to).next().unwrap().to_owned())
    };
    // the price is in row 16
    let (before, _) = read.split_once("calcext:value=\"formula-is([.$C16]&lt;&gt;TRUNC([.$C16]))\"").unwrap();
    let rule = within(before.rsplit_once("<calcext:condition").unwrap().1, "apply-style-name=\"", "\"").unwrap();
    let style = within(&read, &format!("style:display-name=\"{rule}\""), ">").unwrap();
    let format = within(&style, "data-style-name=\"", "\"").unwrap();
    let number =
        within(&read, &format!("<number:number-style style:name=\"{format}\""), "</number:number-style>").unwrap();
    assert!(
        number.contains("number:decimal-places=\"10\"") && number.contains("number:min-decimal-places=\"1\""),
        "{number}"
    );
}

#[test]
fn cached_values_are_readable_without_recalculation() {
    let Some(python) = tool("python", "workbooks are not read by openpyxl") else { return };
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = examples()
        .iter()
        .map(|scenario| {
            let path = folder.path().join(format!("{}.xlsx", name_of(scenario)));
            assert_eq!(written(scenario, &[], &path).status, 0);
            path
        })
        .collect();
    let ran = ended(Command::new(&python).arg("tests/workbook/cached.py"), &json!(paths).to_string());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(ran.output.lines().count(), paths.len());
    for (path, line) in paths.iter().zip(ran.output.lines()) {
        let cells: Vec<(String, u32, u32, Value)> = serde_json::from_str(line).unwrap();
        let read: BTreeMap<At, Data> = cells
            .into_iter()
            .map(|(sheet, row, column, value)| {
                let value = match value {
                    Value::String(text) => Data::String(text),
                    other => Data::Float(other.as_f64().unwrap_or_default()),
                };
                ((sheet, row, column), value)
            })
            .collect();
        let book = book(path);
        for (at, formula) in &book.formulas {
            let carried = book.values.get(at).filter(|value| number(value).is_some() || !value.to_string().is_empty());
            assert!(
                agree(carried, read.get(at)),
                "{} {at:?}: {carried:?}, {:?}: ={formula}",
                path.display(),
                read.get(at)
            );
        }
    }
}

//! Workbooks: the cached value of every formula is the value that the program computed. A spreadsheet that recalculates the
//! workbook agrees to ten significant digits, with the original inputs and with changed ones.
//!
//! `RACKRENT_WORKBOOKS=50 cargo test --test tests workbook` changes the inputs of each example fifty times: a thousand workbooks.

mod cover;
mod engines;
mod rows;
mod unusable;

use crate::support::program::{Ran, run};
use crate::support::scenarios_in;
use calamine::{Data, Reader, Xlsx, open_workbook};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A cell: the name of its sheet, its row and its column.
type At = (String, u32, u32);

/// Values and formulas of the cells of a workbook.
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

/// Whether two values agree to ten significant digits; a remainder below 1e-9 counts as zero.
#[allow(clippy::float_arithmetic, reason = "spreadsheets compute with floats")]
fn agree(a: Option<&Data>, b: Option<&Data>) -> bool {
    match (a.and_then(number), b.and_then(number)) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-10 * a.abs().max(b.abs()) || (a - b).abs() < 1e-9,
        (None, None) => a.map(Data::to_string) == b.map(Data::to_string),
        _ => false,
    }
}

/// Formulas whose values differ from the expected ones, on the sheets that `is_compared` selects.
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
fn every_formula_has_the_value_that_the_program_computed() {
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
fn a_workbook_has_the_same_break_even_as_the_program() {
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
        let display_name = |name: &Value| {
            let option = json["options"].as_array().unwrap().iter().find(|option| option["name"] == *name).unwrap();
            option["label"].as_str().or(option["name"].as_str()).unwrap().to_owned()
        };
        let is_in_title = |pair: &&Value| {
            format!("Break-even of {} against {}", display_name(&pair["own"]), display_name(&pair["rent"])) == *title
        };
        let break_even = &json["pairs"].as_array().unwrap().iter().find(is_in_title).unwrap()["break_even"];
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

/// A purchase of 1,200 with 30 % at the order, delivered and paid in month 2; 10 a month of colocation, in service from month 3 on; and
/// 0.1 per hour, 100 hours a month, from a cloud. Month 1 is February 2027 and fiscal years begin in April, so that months 1 and 2 are the
/// fourth quarter of 2026/27, months 3 to 5 the first of 2027/28, and months 6 and 7 the second.
#[test]
fn months_add_up_to_the_quarters_and_years_of_the_calendar() {
    const SCENARIO: &str = "\
name: Seven months
currency: USD
horizon_months: 7
hours_per_month: 100
discount_rate: 0%
start: 2027-02
fiscal_year_starts: 4
demand: { accelerators: 1, utilization: 100% }
own:
  lab:
    node: { price: 1_200, accelerators: 1 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    lead_time_months: 2
    payment: { order: 30%, delivery: 70% }
    until_delivery: cloud
    operating: { colocation: { per_node_month: 10 } }
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 0.1 }
";
    let folder = tempfile::tempdir().unwrap();
    let (scenario, path) = (folder.path().join("seven.yaml"), folder.path().join("seven.xlsx"));
    fs::write(&scenario, SCENARIO).unwrap();
    let ran = written(&scenario, &[], &path);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let book = book(&path);
    let text = |sheet: &str, row, column| book.values.get(&(sheet.to_owned(), row, column)).map(Data::to_string);
    let row = |sheet: &str, name: &str| {
        (0..100).find(|row| text(sheet, *row, 0).as_deref() == Some(name)).unwrap_or_else(|| panic!("{sheet}: {name}"))
    };
    // the cash of the lab, in total and by column, and its cumulative cash two rows of options and two others below
    let amounts = |sheet: &str, below: u32| -> Vec<Option<f64>> {
        let row = row(sheet, "own.lab") + below;
        (2..11).map(|column| book.values.get(&(sheet.to_owned(), row, column)).and_then(number)).collect()
    };
    let some = |amounts: &[f64]| amounts.iter().map(|amount| Some(*amount)).collect::<Vec<_>>();
    // month 2: 840 and the last month of rent; from month 3 on colocation
    let months = some(&[1_270.0, 360.0, 10.0, 850.0, 10.0, 10.0, 10.0, 10.0, 10.0]);
    assert_eq!(amounts("Monthly", 0), months);
    let mut cumulative = some(&[360.0, 370.0, 1_220.0, 1_230.0, 1_240.0, 1_250.0, 1_260.0, 1_270.0]);
    cumulative.insert(0, None);
    assert_eq!(amounts("Monthly", 4), cumulative);
    assert_eq!(amounts("Quarterly", 0)[..4], some(&[1_270.0, 1_220.0, 30.0, 20.0]));
    assert_eq!(amounts("Yearly", 0)[..3], some(&[1_270.0, 1_220.0, 50.0]));
    let heads = |sheet: &str, row| (3..6).map(|column| text(sheet, row, column)).collect::<Vec<_>>();
    let named = |names: [&str; 3]| names.map(|name| Some(name.to_owned())).to_vec();
    assert_eq!(heads("Quarterly", 3), named(["2026/27 Q4", "2027/28 Q1", "2027/28 Q2"]));
    assert_eq!(heads("Quarterly", 4), named(["months 0–2", "months 3–5", "months 6–7"]));
    assert_eq!(heads("Yearly", 3)[..2], named(["2026/27", "2027/28", ""])[..2]);
    // capital and operating payments of the lab
    let of = |name: &str| {
        let row = row("Yearly", name);
        [2, 3, 4].map(|column| book.values.get(&("Yearly".to_owned(), row, column)).and_then(number).unwrap())
    };
    assert_eq!((of("capital"), of("operating")), ([1_200.0, 1_200.0, 0.0], [70.0, 20.0, 50.0]));
    let formula = |sheet: &str, row, column| book.formulas[&(sheet.to_owned(), row, column)].clone();
    assert_eq!(
        formula("Quarterly", row("Quarterly", "capital"), 3),
        format!("SUM('Monthly'!D{0}:F{0})", row("Monthly", "capital") + 1)
    );
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
fn texts_of_a_scenario_never_become_formulas() {
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
    // formulas contain the name of an option only as quoted text
    let calls = book.formulas.values().filter(|formula| formula.contains("HYPERLINK"));
    assert!(calls.into_iter().all(|formula| formula.contains("\"=HYPERLINK(\"\"http")), "a text became a formula");
}

#[test]
fn a_result_without_formulas_has_its_report_and_data_as_sheets() {
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

//! Import of an edited workbook: its changes are read, attributed, and written into the scenario.

mod sheet;

use crate::support::program::{Ran, ended, run, system_tool, tool};
use crate::support::scenarios_in;
use rackrent::cli::Folder;
use rackrent::scenario::quantity::NumberForm;
use rackrent::scenario::{CellValue, CellValues};
use rackrent::workbook_import::rewritten;
use rackrent::{Decimal, ScenarioText, Setting};
use serde_json::{Value, json};
use sheet::{Inputs, Typed};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const PRICE: &str = "own.hgx-h100.node.price";
const UTILIZATION: &str = "demand.utilization";

/// Temporary folder with a scenario and its workbook.
struct Desk {
    folder: TempDir,
    text: String,
}

impl Desk {
    fn new() -> Desk {
        Desk::of(fs::read_to_string("scenarios/serving-8xh100.yaml").unwrap())
    }

    fn of(text: String) -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap(), text };
        fs::write(desk.path("s.yaml"), &desk.text).unwrap();
        assert_eq!(desk.run(&["compare", "s.yaml", "--output", "book.xlsx"]).status, 0);
        desk
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        run(self.folder.path(), arguments)
    }

    fn inputs(&self) -> Inputs {
        Inputs::of(&self.path("book.xlsx"))
    }

    /// Runs `diff` on the scenario and a workbook with changed inputs.
    fn diff(&self, inputs: &Inputs, more: &[&str]) -> Ran {
        inputs.write(&self.path("edited.xlsx"));
        self.run(&[&["diff", "s.yaml", "edited.xlsx"], more].concat())
    }
}

/// Lines of `after` that differ from those of `before`; both have the same number of lines.
fn changed_lines(before: &str, after: &str) -> Vec<String> {
    assert_eq!(before.lines().count(), after.lines().count());
    before.lines().zip(after.lines()).filter(|(a, b)| a != b).map(|(_, b)| b.to_owned()).collect()
}

#[test]
fn changes_are_attributed_and_written_into_the_scenario() {
    let desk = Desk::new();
    let inputs = desk.inputs().set(PRICE, Typed::Number(280_760.7)).set(UTILIZATION, Typed::Number(0.7));
    let report = desk.diff(&inputs, &["--format", "json", "--output", "new.yaml", "--output", "report.md"]).report();
    let changes: Vec<(&str, f64, &str)> = report["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            let new = &change["new"];
            (change["path"].as_str().unwrap(), new["number"].as_f64().unwrap(), new["cell"].as_str().unwrap())
        })
        .collect();
    assert_eq!(changes, [(UTILIZATION, 0.7, "My inputs!C13"), (PRICE, 280_760.7, "My inputs!C15")]);
    assert_eq!(report["new"]["scenario"]["workbook"], "edited.xlsx");
    assert_eq!(report["new"]["scenario"]["set"], json!([]));
    assert!(fs::read_to_string(desk.path("report.md")).unwrap().contains("280,760.7"));
    // the new scenario has these values, and no other byte changed
    let new = fs::read_to_string(desk.path("new.yaml")).unwrap();
    let lines = changed_lines(&desk.text, &new);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0], "demand: { accelerators: 8, utilization: 70% }");
    assert!(lines[1].contains("node: { price: 280_760.7, accelerators: 8,") && lines[1].contains(" # idle power"));
    assert_eq!(desk.run(&["check", "new.yaml"]).status, desk.run(&["check", "s.yaml"]).status);
    // its costs are those of the diff
    let compared = desk.run(&["compare", "new.yaml", "--format", "json"]).report();
    let costs = |options: &Value, field: &str| -> Vec<Value> {
        options.as_array().unwrap().iter().map(|option| option.pointer(field).unwrap().clone()).collect()
    };
    let expected = costs(&compared["options"], "/present_value");
    assert_eq!(costs(&report["options"], "/new/present_value"), expected);
    // a diff of the two scenarios has the same effects
    let of_files = desk.run(&["diff", "s.yaml", "new.yaml", "--format", "json"]).report();
    assert_eq!(report["effects"], of_files["effects"]);
}

#[test]
fn an_amount_stays_in_the_currency_of_its_row() {
    // 12,000 USD at 0.90 EUR are 10,800 EUR; there is no resale
    let text = "\
name: Quoted in dollars
currency: EUR
exchange_rates: { USD: 0.90 }
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 8, utilization: 50% }
own:
  box:
    node: { price: 12_000 USD, accelerators: 8 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 3 }
uncertainty:
  own.box.node.price: { low: 10_000 USD, high: 14_000 USD }
";
    let desk = Desk::of(text.to_owned());
    // 13,000 USD are 11,700 EUR
    let cases = [
        (Typed::Number(13_000.0), "13_000 USD", "900.00"),
        (Typed::Text("13,000".to_owned()), "", ""),
        (Typed::Text("13_000".to_owned()), "13_000 USD", "900.00"),
        (Typed::Text("13000 USD".to_owned()), "13_000 USD", "900.00"),
    ];
    for (typed, written, more) in cases {
        let inputs = desk.inputs().set("own.box.node.price", typed.clone());
        let ran = desk.diff(&inputs, &["--format", "json", "--output", "new.yaml"]);
        if written.is_empty() {
            assert_eq!(ran.status, 2, "{}", ran.output);
            continue;
        }
        assert_eq!(ran.status, 0, "{}", ran.errors);
        assert_eq!(ran.report()["effects"][0]["amounts"][0]["change"], more, "{written}");
        let new = fs::read_to_string(desk.path("new.yaml")).unwrap();
        let line = format!("    node: {{ price: {written}, accelerators: 8 }}");
        assert_eq!(changed_lines(&desk.text, &new), [line]);
    }
}

#[test]
fn a_workbook_without_changes_is_reported_as_unchanged() {
    let desk = Desk::new();
    for inputs in [desk.inputs(), desk.inputs().sorted()] {
        let ran = desk.diff(&inputs, &["--fail-on", "any"]);
        assert_eq!(ran.status, 0);
        assert!(ran.output.contains("Nothing changed: own.hgx-h100 still wins"), "{}", ran.output);
        let ran = desk.diff(&inputs, &["--format", "yaml"]);
        assert_eq!((ran.output.as_str(), ran.errors.as_str()), (&*desk.text, "edited.xlsx: no input was changed\n"));
    }
    let ran = desk.run(&["diff", "s.yaml", "book.xlsx", "--format", "yaml"]);
    assert_eq!(ran.output, desk.text);
}

#[test]
fn sorted_rows_and_numbers_as_text_or_formulas_are_read() {
    let desk = Desk::new();
    let inputs = desk.inputs().set(UTILIZATION, Typed::Text(" 70 % ".to_owned()));
    let inputs = inputs.set(PRICE, Typed::Formula("=255237*1.1", "280760.70000000001")).sorted();
    let ran = desk.diff(&inputs, &["--format", "yaml"]);
    assert_eq!(changed_lines(&desk.text, &ran.output).len(), 2, "{}", ran.errors);
    assert!(ran.output.contains("utilization: 70% }") && ran.output.contains("price: 280_760.7,"), "{}", ran.output);
    let message = "edited.xlsx: formulas replace inputs; their values are used: own.hgx-h100.node.price (My inputs!C";
    assert!(ran.errors.starts_with(message), "{}", ran.errors);
}

#[test]
fn the_scenario_can_be_overwritten() {
    let desk = Desk::new();
    let inputs = desk.inputs().set(PRICE, Typed::Number(300_000.0));
    assert_eq!(desk.diff(&inputs, &["--output", "s.yaml"]).status, 0);
    let now = fs::read_to_string(desk.path("s.yaml")).unwrap();
    assert!(now.contains("price: 300_000,"), "{now}");
    // the scenario now equals the workbook, so a second diff is empty
    let ran = desk.run(&["diff", "s.yaml", "edited.xlsx"]);
    assert!(ran.output.contains("Nothing changed"), "{}{}", ran.output, ran.errors);
    // a report cannot overwrite it
    let ran = desk.run(&["diff", "s.yaml", "edited.xlsx", "--output", "csv=s.yaml"]);
    assert!(ran.errors.contains("s.yaml is an input of this command; write to another file"), "{}", ran.errors);
}

#[test]
fn a_cell_without_a_number_is_refused_with_its_place() {
    let desk = Desk::new();
    let text = |text: &str| Typed::Text(text.to_owned());
    let cases = [
        (PRICE, Typed::Nothing, "edited-cell", "`own.hgx-h100.node.price` is empty, not a number"),
        (PRICE, Typed::Date, "edited-cell", "`own.hgx-h100.node.price` is a date, not a number"),
        (PRICE, Typed::Truth, "edited-cell", "`own.hgx-h100.node.price` is a boolean, not a number"),
        (PRICE, Typed::Formula("=1/0", "#DIV/0!"), "edited-cell", "is an error, not a number"),
        (PRICE, text("call Ada"), "not-a-number", "is `call Ada`"),
        (PRICE, Typed::Number(-1.0), "out-of-bounds", "`price` is -1"),
        (UTILIZATION, Typed::Number(65.0), "share-above-one", "`utilization` is 65"),
        ("horizon_months", Typed::Number(36.5), "not-whole", "`horizon_months` is 36.5"),
        (
            "demand_factor",
            Typed::Number(1.2),
            "edited-cell",
            "`demand_factor` is 1.2, and a scenario has no demand factor",
        ),
    ];
    for (input, typed, code, message) in cases {
        let ran = desk.diff(&desk.inputs().set(input, typed.clone()), &[]);
        assert_eq!(ran.status, 2, "{input} {typed:?}");
        assert!(ran.errors.contains(&format!("error[{code}]")), "{typed:?}: {}", ran.errors);
        assert!(ran.errors.contains(message), "{typed:?}: {}", ran.errors);
        assert!(ran.errors.contains("--> edited.xlsx My inputs!C"), "{}", ran.errors);
    }
    // also without the column of defined names
    let inputs = desk.inputs().set("demand_factor", Typed::Number(1.2)).without_column("name in formulas");
    let ran = desk.diff(&inputs, &[]);
    assert!(ran.status == 2 && ran.errors.contains("`demand_factor` is 1.2"), "{}", ran.errors);
    let ran = desk.diff(&desk.inputs().without_column("name in formulas"), &[]);
    assert!(ran.output.contains("Nothing changed"), "{}{}", ran.output, ran.errors);
    let ran = desk.diff(&desk.inputs().set(PRICE, Typed::Nothing), &["--format", "json"]);
    let error = &ran.report()["errors"][0];
    assert_eq!((&error["path"], &error["file"]), (&json!(PRICE), &json!("edited.xlsx My inputs!C15")));
    assert!(error["line"].is_null());
}

#[test]
fn conflicting_changes_are_refused_and_changes_of_the_scenario_stay() {
    let desk = Desk::new();
    fs::write(desk.path("s.yaml"), desk.text.replace("255_237", "260_000")).unwrap();
    let ran = desk.diff(&desk.inputs().set(PRICE, Typed::Number(280_000.0)), &[]);
    assert_eq!(ran.status, 2);
    let message = "`own.hgx-h100.node.price` was 255237 when the workbook was written; now it is 280000 in the workbook and 260000 in the scenario";
    assert!(ran.errors.contains(message) && ran.errors.contains("s.yaml:10:20"), "{}", ran.errors);
    // the same change on both sides is no change; changes of the scenario alone stay
    assert!(desk.diff(&desk.inputs().set(PRICE, Typed::Number(260_000.0)), &[]).output.contains("Nothing changed"));
    let ran = desk.diff(&desk.inputs().set(UTILIZATION, Typed::Number(0.7)), &["--format", "yaml"]);
    assert!(ran.output.contains("price: 260_000,") && ran.output.contains("utilization: 70%"), "{}", ran.output);
    assert!(ran.errors.contains("changed in s.yaml since the workbook was written"), "{}", ran.errors);
    // so does the same change typed in the scenario's notation
    fs::write(desk.path("s.yaml"), desk.text.replace("utilization: 65%", "utilization: 70%")).unwrap();
    let ran = desk.diff(&desk.inputs().set(UTILIZATION, Typed::Text("70 %".to_owned())), &[]);
    assert!(ran.output.contains("Nothing changed"), "{}{}", ran.output, ran.errors);
    // an input that is no longer in the scenario
    fs::write(desk.path("s.yaml"), desk.text.replace(", idle_power_kw: 2.4", "")).unwrap();
    let idle = "own.hgx-h100.node.idle_power_kw";
    let ran = desk.diff(&desk.inputs().set(idle, Typed::Number(3.0)), &[]);
    assert!(
        ran.errors.contains(&format!("`{idle}` was changed from 2.4 to 3, but the scenario has no such number")),
        "{}",
        ran.errors
    );
}

#[test]
fn missing_and_duplicate_rows_are_reported() {
    let desk = Desk::new();
    let ran = desk.diff(&desk.inputs().without(PRICE), &[]);
    assert!(ran.output.contains("Nothing changed"));
    assert!(
        ran.errors.contains("without a row in the workbook; values of s.yaml kept: own.hgx-h100.node.price"),
        "{}",
        ran.errors
    );
    assert_eq!(desk.diff(&desk.inputs().twice(PRICE), &[]).status, 0);
    let ran = desk.diff(&desk.inputs().twice(PRICE).set(PRICE, Typed::Number(1.0)), &[]);
    assert!(
        ran.errors.contains("`own.hgx-h100.node.price` has two rows: 1 in My inputs!C15, and 255237 here"),
        "{}",
        ran.errors
    );
    // a workbook without the name of its scenario, whose inputs do not conflict
    let department = format!("{}/scenarios/department.yaml", env!("CARGO_MANIFEST_DIR"));
    let nameless = desk.inputs().with_header("scenario", Typed::Nothing);
    nameless.write(&desk.path("nameless.xlsx"));
    assert_eq!(desk.run(&["diff", &department, "nameless.xlsx"]).status, 0);
    // a workbook without the fingerprint of its scenario
    let unknown =
        desk.inputs().with_header("sha256 of the scenario", Typed::Nothing).set(PRICE, Typed::Number(300_000.0));
    assert_eq!(desk.diff(&unknown, &[]).status, 0);
}

#[test]
fn the_workbook_of_another_scenario_or_of_another_case_is_refused() {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/department.yaml");
    let ran = desk.run(&["diff", root.to_str().unwrap(), "book.xlsx"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.errors.contains("book.xlsx: it is a workbook of the scenario `Eight H100s for serving`, but "),
        "{}",
        ran.errors
    );
    let set = ["--set", "discount_rate=8%"];
    assert_eq!(desk.run(&[&["compare", "s.yaml", "--output", "set.xlsx"], &set[..]].concat()).status, 0);
    let ran = desk.run(&["diff", "s.yaml", "set.xlsx"]);
    assert!(
        ran.errors.contains(
            "it was written with --set discount_rate=8%, and the scenario is now read with no --case or --set"
        ),
        "{}",
        ran.errors
    );
    assert!(desk.run(&[&["diff", "s.yaml", "set.xlsx"], &set[..]].concat()).output.contains("Nothing changed"));
}

#[test]
fn the_workbook_of_a_case_is_written_into_that_case() {
    let mut desk = Desk::new();
    desk.text += "cases:\n  down: { own.hgx-h100.node.price: 250_000 }\n";
    fs::write(desk.path("s.yaml"), &desk.text).unwrap();
    assert_eq!(desk.run(&["compare", "s.yaml", "--case", "down", "--output", "book.xlsx"]).status, 0);
    let changed = desk.inputs().set(PRICE, Typed::Number(240_000.0)).set(UTILIZATION, Typed::Number(0.5));
    let ran = desk.diff(&changed, &["--case", "down", "--format", "yaml"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert_eq!(
        changed_lines(&desk.text, &ran.output),
        ["demand: { accelerators: 8, utilization: 50% }", "  down: { own.hgx-h100.node.price: 240_000 }"]
    );
}

#[test]
fn a_file_that_is_not_a_workbook_is_refused() {
    let desk = Desk::new();
    let packed = |parts: &[(&str, &[u8])]| {
        let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, bytes) in parts {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let compound = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    let name: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let whole = fs::read(desk.path("book.xlsx")).unwrap();
    let cases: Vec<(Vec<u8>, &str)> = vec![
        ([compound.clone(), vec![0; 600], name].concat(), "it is encrypted; save it without a password"),
        (compound, "it is a workbook in another format; save it as .xlsx"),
        (
            packed(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet")]),
            "it is a document in another format",
        ),
        (packed(&[("word/document.xml", b"<x/>")]), "it is not a workbook, or it is damaged"),
        (
            packed(&[("xl/sharedStrings.xml", &vec![b' '; 17 << 20])]),
            "it is larger than a workbook of a scenario can be",
        ),
        (whole[..whole.len() / 2].to_vec(), "it is not a workbook, or it is damaged"),
    ];
    for (bytes, message) in cases {
        fs::write(desk.path("odd.xlsx"), bytes).unwrap();
        let ran = desk.run(&["diff", "s.yaml", "odd.xlsx"]);
        assert_eq!(ran.status, 2);
        assert!(ran.errors.contains(&format!("cannot read odd.xlsx: {message}")), "{}", ran.errors);
    }
    // a workbook without a sheet of inputs
    assert_eq!(desk.run(&["flip", "s.yaml", "--output", "flip.xlsx"]).status, 0);
    let ran = desk.run(&["diff", "s.yaml", "flip.xlsx"]);
    assert!(ran.errors.contains("it has no inputs sheet"), "{}", ran.errors);
    // a workbook in place of a scenario
    for arguments in [&["compare", "book.xlsx"][..], &["diff", "book.xlsx", "s.yaml"], &["check", "book.xlsx"]] {
        let ran = desk.run(arguments);
        assert_ne!(ran.status, 0);
        assert!(
            format!("{}{}", ran.output, ran.errors).contains("it is a workbook; `rackrent diff SCENARIO WORKBOOK`"),
            "{}{}",
            ran.output,
            ran.errors
        );
    }
    let ran = desk.run(&["diff", "s.yaml", "s.yaml", "--format", "yaml"]);
    assert!(ran.errors.contains("pass the workbook as NEW"), "{}", ran.errors);
}

#[test]
fn a_damaged_workbook_never_crashes_the_program() {
    let desk = Desk::new();
    let whole = fs::read(desk.path("book.xlsx")).unwrap();
    let mut at = 7;
    for _ in 0..60 {
        let mut bytes = whole.clone();
        at = (at * 7919 + 104_729) % bytes.len();
        let end = (at + 4).min(bytes.len());
        bytes[at..end].fill(0xff);
        fs::write(desk.path("odd.xlsx"), bytes).unwrap();
        let ran = desk.run(&["diff", "s.yaml", "odd.xlsx"]);
        assert!(matches!(ran.status, 0 | 2), "{at}: {}", ran.errors);
    }
}

#[test]
fn every_number_of_every_example_can_be_rewritten() {
    let (mut written, mut refused) = (0, Vec::new());
    for path in scenarios_in("scenarios") {
        let text = fs::read_to_string(&path).unwrap();
        let files = Folder::of(path.to_str().unwrap());
        // values of extended files are not written into the scenario, so flatten it
        let text = ScenarioText::new(&text, &files).flattened().unwrap();
        let scenario = ScenarioText::new(&text, &files);
        let stated = rackrent::scenario::load("s.yaml", &text, &[]).unwrap();
        for at in rackrent::workbook_import::columns::inputs(&stated.document).into_iter().step_by(7) {
            let (number, path) = (stated.document.number(at).unwrap(), stated.document.path(at));
            let half = (number.value / Decimal::TWO).max(number.kind.minimum());
            let half = if number.kind.form == NumberForm::Count { half.ceil() } else { half };
            let cells = CellValues {
                workbook: "edited.xlsx".to_owned(),
                values: vec![CellValue {
                    setting: Setting { path: path.clone(), value: number.kind.written_in(number.currency, half) },
                    cell: "edited.xlsx Inputs!C9".to_owned(),
                }],
            };
            let Ok((edited, _)) = scenario.clone().named("s.yaml").edited(&cells).read() else { continue };
            match rewritten(&stated, &edited, &cells) {
                Ok(new) => {
                    let is_added = new.lines().count() > text.lines().count();
                    let common = new.lines().filter(|line| text.lines().any(|other| other == *line)).count();
                    let all = new.lines().count();
                    assert!(all - common <= 1, "{path}: {is_added} {new}");
                    written += 1;
                }
                Err(paths) => {
                    assert!(text.contains(": *") || text.contains("<<: *"), "{path}: {paths:?}");
                    refused.push(path);
                }
            }
        }
    }
    assert!(written > 150, "{written}");
    assert!(refused.len() < written / 5, "{written} numbers were rewritten, these were refused: {refused:#?}");
}

#[test]
fn a_value_shared_by_an_anchor_is_not_rewritten() {
    let desk = Desk::new();
    let text = desk.text.replace("price: 255_237", "price: &price 255_237");
    let text = text.replace("rent:\n", "  spare:\n    node: { price: *price, accelerators: 8, power_kw: 10 }\n    nodes: 2\n    useful_life_months: 60\n    value_at_horizon: none\nrent:\n");
    fs::write(desk.path("s.yaml"), &text).unwrap();
    assert_eq!(desk.run(&["compare", "s.yaml", "--output", "book.xlsx"]).status, 0);
    // the alias sets one value and can be rewritten
    let ran = desk.diff(&desk.inputs().set("own.spare.node.price", Typed::Number(9.0)), &["--format", "yaml"]);
    assert_eq!(
        changed_lines(&text, &ran.output),
        ["    node: { price: 9, accelerators: 8, power_kw: 10 }"],
        "{}",
        ran.errors
    );
    // the anchor sets both values
    let ran = desk.diff(&desk.inputs().set(PRICE, Typed::Number(9.0)), &["--format", "yaml"]);
    assert_eq!(ran.status, 2);
    assert!(
        ran.errors.contains("in an anchor or a merge, or were set by an option: own.spare.node.price; change"),
        "{}",
        ran.errors
    );
    assert_eq!(desk.diff(&desk.inputs().set(PRICE, Typed::Number(9.0)), &[]).status, 0);
}

#[test]
fn workbooks_saved_by_other_programs_are_read() {
    let Some(python) = tool("python", "no other program edits a workbook") else { return };
    let desk = Desk::new();
    let job = json!([{
        "from": desk.path("book.xlsx"), "to": desk.path("edited.xlsx"),
        "inputs": { "own_hgx_h100_node_price": 280_760.7, "demand_utilization": 0.7 },
    }]);
    let ran = ended(Command::new(python).arg("tests/workbook/edit.py"), &job.to_string());
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let expected = desk.run(&["diff", "s.yaml", "edited.xlsx", "--format", "yaml"]);
    assert_eq!(changed_lines(&desk.text, &expected.output).len(), 2, "{}", expected.errors);
    // a formula without a cached value, because openpyxl does not recalculate
    let mut job = job;
    job[0]["to"] = json!(desk.path("formula.xlsx"));
    job[0]["inputs"] = json!({ "own_hgx_h100_node_price": "=255237*1.1" });
    let python = tool("python", "no other program edits a workbook").unwrap();
    assert_eq!(ended(Command::new(python).arg("tests/workbook/edit.py"), &job.to_string()).status, 0);
    let ran = desk.run(&["diff", "s.yaml", "formula.xlsx"]);
    assert!(ran.errors.contains("`own.hgx-h100.node.price` is a formula without a computed value"), "{}", ran.errors);
    let Some(office) = system_tool("soffice", "LibreOffice saves no edited workbook") else { return };
    let profile = format!("-env:UserInstallation=file://{}/profile", desk.folder.path().display());
    for (format, name) in [("xlsx", "saved/edited.xlsx"), ("ods", "saved/edited.ods")] {
        let mut command = Command::new(&office);
        command.args([&profile, "--headless", "--convert-to", format, "--outdir"]).arg(desk.path("saved"));
        let ran = ended(command.arg(desk.path("edited.xlsx")), "");
        assert!(desk.path(name).exists(), "{}{}", ran.output, ran.errors);
    }
    let saved = desk.run(&["diff", "s.yaml", "saved/edited.xlsx", "--format", "yaml"]);
    assert_eq!((saved.output, saved.errors), (expected.output, expected.errors));
    let saved = desk.run(&["diff", "s.yaml", "saved/edited.ods"]);
    assert!(saved.errors.contains("it is a document in another format; save it as .xlsx"), "{}", saved.errors);
}

//! Report of a scenario in one document: each part equals the output of its own command, and every command appears.

use crate::support::program::{ended, run, system_tool};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// With uncertainty and cases, without either, with flexible load, and one with labels.
const EXAMPLES: [&str; 4] = ["doubted-utilization", "serving-8xh100", "baseline-and-bursts", "vendor-quote"];

fn written(arguments: &[&str]) -> String {
    let ran = run(Path::new("."), arguments);
    assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.errors);
    ran.output
}

fn file(name: &str) -> String {
    format!("scenarios/{name}.yaml")
}

fn printed(arguments: &[&str]) -> Value {
    serde_json::from_str(&written(arguments)).unwrap()
}

#[test]
fn each_part_agrees_with_its_command() {
    for name in EXAMPLES {
        let file = file(name);
        let report = printed(&["report", &file, "--format", "json"]);
        assert_eq!(report["schema"], "rackrent.report/1");
        let part = |arguments: &[&str]| printed(&[arguments, &[file.as_str(), "--format", "json"]].concat());
        assert_eq!(report["compare"], part(&["compare", "--by", "year"]), "{name}");
        assert_eq!(report["flip"], part(&["flip"]), "{name}");
        assert_eq!(report["plan"], part(&["plan"]), "{name}");
        if name == "doubted-utilization" {
            assert_eq!(report["sensitivity"], part(&["sensitivity"]));
            assert_eq!(report["simulate"], part(&["simulate"]));
        } else {
            assert_eq!([&report["sensitivity"], &report["simulate"]], [&Value::Null; 2], "{name}");
        }
        let checked = part(&["check"]);
        let codes = |findings: &Value| -> Vec<String> {
            findings.as_array().unwrap().iter().map(|finding| finding["code"].to_string()).collect()
        };
        let found = [codes(&checked["files"][0]["findings"]), codes(&checked["files"][0]["allowed"])].concat();
        assert_eq!(codes(&report["findings"]), found, "{name}");
    }
}

/// Owning costs 600,000 and 36 months · 730 h · 20 kW · 1.3 · 0.20 = 136,656 of electricity; renting on demand 874,598.40
/// for 80 % of the hours; two committed instances 36 · 730 · 16 · 1.30 = 546,624, which is 190,032 less than owning.
#[test]
fn a_plan_cheaper_than_the_winner_is_shown_with_the_verdict() {
    let text = written(&["report", "tests/report/commitment.yaml", "--format", "text"]);
    let verdict = text.split("Holds:").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let printed = "Other numbers of nodes and commitments cost less than own.fleet. Rent everything from rent.cloud: \
                commit to 2 three instances, and rent the rest on demand. Present value 546,624.00, 190,032.00 (26 %) less.";
    assert!(verdict.contains(printed), "{verdict}");
    // a comparison does not search for it
    assert!(!written(&["compare", "tests/report/commitment.yaml"]).contains("Other numbers of nodes"));
}

#[test]
fn a_report_has_everything_that_its_commands_print_in_reading_order() {
    let file = file("doubted-utilization");
    let markdown = written(&["report", &file, "--format", "markdown"]);
    let headings: Vec<&str> = markdown.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let wanted =
        ["What would change the decision", "Uncertainty", "How many to own", "Costs by year", "Findings", "Inputs"];
    assert_eq!(headings, wanted);
    // the tables of every command are in it unchanged
    for command in ["compare", "flip", "sensitivity", "simulate", "plan"] {
        let own = written(&[command, &file, "--format", "markdown"]);
        let rows: Vec<&str> = own.lines().filter(|line| line.starts_with('|')).collect();
        assert!(rows.len() > 3, "{command}");
        for row in rows {
            assert!(markdown.contains(row), "{command}: {row}");
        }
    }
}

#[test]
fn a_page_has_a_chapter_for_each_question_and_adjustable_inputs() {
    let page = written(&["report", &file("doubted-utilization"), "--format", "html"]);
    let headings: Vec<&str> = page
        .split("<h2 id=\"chapter")
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split("</h2>").next())
        .collect();
    let wanted = [
        "Cases",
        "What would change the decision",
        "Uncertainty",
        "How many to own",
        "All costs",
        "Costs by year",
        "Details",
        "Basis",
        "Findings",
        "Inputs",
    ];
    assert_eq!(headings, wanted);
    let scenario = page.split("id=\"scenario\">").nth(1).unwrap().split("</script>").next().unwrap();
    let scenario: Value = serde_json::from_str(scenario).unwrap();
    assert_eq!((&scenario["page"], &scenario["name"]), (&"report".into(), &file("doubted-utilization").into()));
}

#[test]
fn the_largest_reports_are_small_enough_for_mail() {
    for name in ["department", "endpoint-or-own"] {
        let bytes = written(&["report", &file(name), "--format", "html", "--static"]).len();
        assert!(bytes <= 1_500_000, "{name}: {bytes} bytes");
    }
}

#[test]
fn several_scenarios_are_one_document_below_a_table_of_all() {
    let bad = "tests/bad/unknown-key.yaml";
    let files = ["scenarios/edge-fleet.yaml", bad, "scenarios/serving-8xh100.yaml"];
    let ran = run(Path::new("."), &[&["report"], files.as_slice(), &["--format", "json"]].concat());
    assert_eq!(ran.status, 2);
    let all: Vec<Value> = serde_json::from_str(&ran.output).unwrap();
    let schemas: Vec<&str> = all.iter().filter_map(|one| one["schema"].as_str()).collect();
    assert_eq!(schemas, ["rackrent.report/1", "rackrent.errors/1", "rackrent.report/1"]);
    let page = run(Path::new("."), &[&["report"], files.as_slice(), &["--format", "html"]].concat()).output;
    assert_eq!(page.matches("<h1 ").count(), 3, "a table of all, and two parts");
    for part in ["s1-part", "s2-part", "s3-part"] {
        assert!(page.contains(&format!("<a href=\"#{part}\">")) && page.contains(&format!(" id=\"{part}\"")), "{part}");
    }
    let rows = run(Path::new("."), &[&["report"], files.as_slice(), &["--format", "csv"]].concat()).output;
    assert_eq!(rows, run(Path::new("."), &[&["compare"], files.as_slice(), &["--format", "csv"]].concat()).output);
}

#[test]
fn a_folder_stands_for_its_scenarios() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["edge-fleet", "serving-8xh100"] {
        std::fs::copy(file(name), folder.path().join(format!("{name}.yaml"))).unwrap();
    }
    std::fs::write(folder.path().join("notes.yaml"), "meeting: tuesday\n").unwrap();
    let reported = |files: &[&str]| run(folder.path(), &[&["report", "--board", "--format", "html"], files].concat());
    let (of_folder, of_files) = (reported(&["."]), reported(&["./edge-fleet.yaml", "./serving-8xh100.yaml"]));
    assert_eq!((of_folder.status, of_folder.output.as_str()), (0, of_files.output.as_str()));
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let refused = reported(&["empty"]);
    assert_eq!((refused.status, refused.output.as_str()), (2, ""));
    assert!(refused.errors.contains("there is no scenario in empty"), "{}", refused.errors);
}

#[test]
fn a_scenario_without_an_answer_has_no_report() {
    let folder = tempfile::tempdir().unwrap();
    let none = folder.path().join("none.html");
    let ran = run(Path::new("."), &["report", "tests/bad/share-above-one.yaml", "--output", none.to_str().unwrap()]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert!(!none.exists());
}

/// The calculation stands in the file.
#[test]
fn a_board_page_answers_in_thousands() {
    let text = written(&["report", "tests/report/board.yaml", "--board", "--format", "markdown"]);
    for expected in [
        "What costs the least over 24 months: owning fleet or renting cloud? Order in time for October.",
        "**Owning fleet costs USD 96 k (40 %) less than renting cloud, for the same work.**",
        "| fleet | **144 k** | 7.50 |",
        "| cloud | 240 k | 12.50 |",
        "- the on-demand price falls below USD 60.00 per instance-hour (today 100.00, −40 %)",
        "Cash by fiscal year, USD k",
        "| | 2027/28 | 2028/29 | 2029/30 | total |",
        "| fleet | 126 | 12 | 6 | 144 |",
        "| cloud | 60 | 120 | 60 | 240 |",
        "- the on-demand price of cloud, 50 to 110: changes the difference by USD 144 k; at 50 cloud wins",
        "- treasury; review by 2027-12-31; prices of 2027-06-01",
        "- In the base case choose owning fleet: it costs USD 96 k (40 %) less than renting cloud. fleet wins in 83.",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert!(!text.contains("board.yaml:"), "{text}");
    // what nobody stated is said
    let text = written(&["report", "scenarios/serving-8xh100.yaml", "--board", "--format", "markdown"]);
    for expected in ["no owner is stated", "no review date is stated", "No uncertainty was tested."] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}

#[test]
fn several_boards_are_one_document() {
    let page = written(&["report", "tests/report/board.yaml", &file("vendor-quote"), "--board", "--format", "html"]);
    assert_eq!(page.matches("<article class=\"board\">").count(), 2);
    assert!(!page.contains("winner and margin of each scenario"));
}

#[test]
fn a_board_page_is_one_side_of_paper() {
    let not_tested = "board pages on paper";
    let Some(chromium) = system_tool("chromium", not_tested) else { return };
    let folder = tempfile::tempdir().unwrap();
    // with the longest text, a hybrid, a tax, dates, uncertainty, and many options
    let examples = ["department", "train-in-cloud-serve-at-home", "german-company", "contracts-by-date"];
    for name in examples.into_iter().chain(EXAMPLES) {
        let [page, paper] = ["html", "pdf"].map(|ending| folder.path().join(format!("{name}.{ending}")));
        written(&["report", &file(name), "--board", "--output", page.to_str().unwrap(), "--format", "text"]);
        let mut printer = Command::new(&chromium);
        printer.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]);
        printer.arg(format!("--print-to-pdf={}", paper.display())).arg(format!("file://{}", page.display()));
        let printed = ended(&mut printer, "");
        assert_eq!(printed.status, 0, "{name}: {}", printed.errors);
        let pdf = std::fs::read(&paper).unwrap();
        // each side is an object of its own: /Type /Page
        let sides = pdf.windows(11).filter(|bytes| *bytes == b"/Type /Page").count();
        let sides = sides - pdf.windows(12).filter(|bytes| *bytes == b"/Type /Pages").count();
        assert_eq!(sides, 1, "{name}");
    }
}

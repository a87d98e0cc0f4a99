//! Adoption of `check` in an old repository: old findings are known, new ones fail, and fixed ones are removed.

use crate::support::program::{self, Ran};
use crate::support::repository::Repository;
use crate::support::two_prices;
use serde_json::Value;
use std::fs;

/// Two options that both exceed the budget, without other warnings.
const OVER_BUDGET: &str =
    concat!("name: Two prices of the same work\ndate: 2026-11-01\ncurrency: USD\nbudget: 10\n", two_prices!());
/// Policy that turns off every rule that finds something in `OVER_BUDGET`, except the budget.
const POLICY: &str = "[severity]\nuneven-costs = \"off\"\nmetrics-disagree = \"off\"\nclose-call = \"off\"\nunsourced-flip = \"off\"\nunsourced-price = \"off\"\n";

fn adopted() -> Repository {
    let repository = Repository::with(&[
        ("rackrent.toml", POLICY),
        ("quotes/a.yaml", OVER_BUDGET),
        ("quotes/b.yaml", "name: x\nown: 1\n"),
    ]);
    let written = run(&repository, &["check", ".", "--write-baseline"]);
    assert_eq!(written.status, 0, "{}{}", written.output, written.errors);
    repository
}

#[track_caller]
fn run(repository: &Repository, arguments: &[&str]) -> Ran {
    program::run(repository.path(), arguments)
}

/// Findings of a file of a report under a key, as `rule at path`.
fn rules_found(report: &Value, file: usize, key: &str) -> Vec<String> {
    let all = report["files"][file][key].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    all.map(|one| format!("{} {}", text(&one["code"]), text(&one["path"]))).collect()
}

fn baseline(repository: &Repository) -> String {
    fs::read_to_string(repository.path().join("rackrent-baseline.toml")).unwrap()
}

#[test]
fn findings_of_the_baseline_fail_no_check() {
    let repository = adopted();
    let ran = run(&repository, &["check", "."]);
    assert_eq!(ran.status, 0, "{}", ran.output);
    let printed = ran.output.lines().find(|line| line.starts_with("2 files checked")).unwrap();
    assert!(printed.contains(" in baseline"), "{printed}");
    let report = run(&repository, &["check", ".", "--format", "json"]).report();
    assert_eq!(rules_found(&report, 0, "known"), ["over-budget budget", "over-budget budget"]);
    assert!(rules_found(&report, 1, "known").contains(&"missing-key currency".to_owned()), "{report}");
    assert_eq!(report["summary"]["errors"], 0);
    let people = run(&repository, &["check", "quotes/a.yaml", "--verbose"]).output;
    assert!(people.contains("\n  in baseline: over-budget, line 4: rent.dear costs "), "{people}");
    // from any folder of the repository, with moved lines
    let moved = format!("# a comment\n\n{OVER_BUDGET}");
    repository.with_file("quotes/a.yaml", &moved);
    let within = program::run(&repository.path().join("quotes"), &["check", "a.yaml"]);
    assert_eq!(within.status, 0, "{}", within.output);
}

#[test]
fn new_findings_fail_the_check() {
    let repository = adopted();
    repository.with_file("quotes/a.yaml", &OVER_BUDGET.replace("9%", "9"));
    let report = run(&repository, &["check", "quotes/a.yaml", "--format", "json"]).report();
    assert_eq!(rules_found(&report, 0, "findings")[0], "share-above-one discount_rate");
    assert_eq!(report["summary"]["ended"], "failed");
    // the same finding in another file is not known
    repository.with_file("quotes/c.yaml", OVER_BUDGET);
    assert_eq!(run(&repository, &["check", "quotes/c.yaml"]).status, 1);
    // nor is another one like it in the same file
    let third = OVER_BUDGET
        .replace("  dear:", "  third: { accelerators_per_instance: 8, on_demand_per_instance_hour: 60 }\n  dear:");
    repository.with_file("quotes/a.yaml", &third);
    let report = run(&repository, &["check", "quotes/a.yaml", "--format", "json"]).report();
    assert_eq!(rules_found(&report, 0, "known").len(), 2);
    assert!(rules_found(&report, 0, "findings").contains(&"over-budget budget".to_owned()), "{report}");
}

#[test]
fn fixed_findings_are_reported_and_leave_a_rewritten_baseline() {
    let repository = adopted();
    let (before, other) = (baseline(&repository), "[files.\"quotes/b.yaml\"]");
    repository.with_file("quotes/a.yaml", &OVER_BUDGET.replace("budget: 10\n", ""));
    let ran = run(&repository, &["check", "quotes/a.yaml", "--format", "json"]);
    let report = ran.report();
    let stale: Vec<String> =
        rules_found(&report, 0, "findings").into_iter().filter(|one| one.starts_with("stale")).collect();
    assert_eq!((ran.status, stale), (0, vec!["stale-baseline budget".to_owned(); 2]));
    repository.with_file("rackrent.toml", &format!("{POLICY}stale-baseline = \"error\"\n"));
    assert_eq!(run(&repository, &["check", "quotes/a.yaml"]).status, 1);
    // findings of unchecked files stay
    assert_eq!(run(&repository, &["check", "quotes/a.yaml", "--write-baseline"]).status, 0);
    let now = baseline(&repository);
    assert!(before.contains("over-budget") && !now.contains("over-budget") && now.contains(other), "{now}");
    assert_eq!(run(&repository, &["check", "."]).status, 0);
    // a deleted file is reported and removed
    fs::remove_file(repository.path().join("quotes/b.yaml")).unwrap();
    let ran = run(&repository, &["check", "."]);
    assert!(ran.status == 0 && ran.errors.contains("deleted files: quotes/b.yaml"), "{}", ran.errors);
    run(&repository, &["check", ".", "--write-baseline"]);
    assert!(!baseline(&repository).contains("quotes/b.yaml"));
}

#[test]
fn known_findings_of_dated_rules_stay_without_a_date() {
    let overdue = format!("review_by: 2026-12-01\n{}", OVER_BUDGET.replace("budget: 10\n", ""));
    let repository = Repository::with(&[("rackrent.toml", POLICY), ("a.yaml", &overdue)]);
    let later = ["--today", "2027-01-01"];
    assert_eq!(run(&repository, &[&["check", "."] as &[&str], &later].concat()).status, 1);
    assert_eq!(run(&repository, &[&["check", ".", "--write-baseline"] as &[&str], &later].concat()).status, 0);
    let report = run(&repository, &["check", ".", "--format", "json"]).report();
    assert!(!rules_found(&report, 0, "findings").contains(&"stale-baseline review_by".to_owned()), "{report}");
    run(&repository, &["check", ".", "--write-baseline"]);
    assert_eq!(run(&repository, &[&["check", "."] as &[&str], &later].concat()).status, 0);
}

#[test]
fn an_invalid_file_keeps_its_known_findings() {
    let repository = adopted();
    let known = baseline(&repository);
    repository.with_file("quotes/a.yaml", &OVER_BUDGET.replace("9%", "9"));
    let report = run(&repository, &["check", ".", "--format", "json"]).report();
    assert_eq!(rules_found(&report, 0, "findings"), ["share-above-one discount_rate"]);
    run(&repository, &["check", ".", "--write-baseline"]);
    // its one error is known now too, and no rule checked its budget
    let lines: Vec<&str> = known.lines().filter(|line| line.contains("over-budget")).collect();
    assert!(lines.len() == 1 && baseline(&repository).contains(lines[0]), "{}", baseline(&repository));
    repository.with_file("quotes/a.yaml", OVER_BUDGET);
    let report = run(&repository, &["check", "quotes/a.yaml", "--format", "json"]).report();
    assert_eq!(rules_found(&report, 0, "known"), ["over-budget budget", "over-budget budget"]);
}

#[test]
fn a_baseline_is_written_to_its_path_and_overwrites_no_other_file() {
    let repository = Repository::with(&[("rackrent.toml", POLICY), ("a.yaml", OVER_BUDGET)]);
    assert_eq!(run(&repository, &["check", "a.yaml", "--write-baseline", "ci/known.toml"]).status, 2);
    fs::create_dir(repository.path().join("ci")).unwrap();
    assert_eq!(run(&repository, &["check", "a.yaml", "--write-baseline", "ci/known.toml"]).status, 0);
    assert_eq!(run(&repository, &["check", "a.yaml"]).status, 1);
    assert_eq!(run(&repository, &["check", "a.yaml", "--baseline", "ci/known.toml"]).status, 0);
    assert_eq!(run(&repository, &["check", "a.yaml", "--baseline", "nowhere.toml"]).status, 2);
    for (path, printed) in [
        ("a.yaml", "a.yaml is not a valid baseline: line 1"),
        ("rackrent.toml", "rackrent.toml is not a valid baseline"),
    ] {
        let ran = run(&repository, &["check", ".", "--write-baseline", path]);
        assert!(ran.status == 2 && ran.errors.contains(printed), "{}", ran.errors);
    }
    assert_eq!(fs::read_to_string(repository.path().join("a.yaml")).unwrap(), OVER_BUDGET);
    let ran = run(&repository, &["check", "a.yaml", "--baseline", "ci/known.toml", "--output", "json=ci/known.toml"]);
    assert!(ran.status == 2 && ran.errors.contains("is an input of this command"), "{}", ran.errors);
    repository.with_file("rackrent-baseline.toml", "version = 1\nfiles = 3\n");
    let ran = run(&repository, &["check", "a.yaml"]);
    assert!(
        ran.status == 2 && ran.errors.contains("rackrent-baseline.toml is not a valid baseline: line 2"),
        "{}",
        ran.errors
    );
}

#[test]
fn unreadable_files_are_never_known_findings() {
    let repository = Repository::with(&[("a.yaml", OVER_BUDGET)]);
    fs::write(repository.path().join("latin.yaml"), b"own: \xfc\n").unwrap();
    assert_eq!(run(&repository, &["check", ".", "--write-baseline"]).status, 2);
    assert!(!baseline(&repository).contains("latin"));
    assert_eq!(run(&repository, &["check", "."]).status, 2);
}

/// Services treat findings missing from a report as fixed, so known findings stay in it, marked as known.
#[test]
fn reports_for_services_mark_known_findings() {
    let repository = adopted();
    repository.with_file(
        "quotes/a.yaml",
        &OVER_BUDGET.replace("date: 2026-11-01", "date: 2026-11-01\nreview_by: 2026-10-01"),
    );
    let ran = run(&repository, &["check", ".", "--format", "sarif"]);
    let log: Value = serde_json::from_str(&ran.output).unwrap();
    let rules_found = |result: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
        let [kind, because] = ["kind", "justification"].map(|key| text(&result["suppressions"][0][key]));
        [text(&result["ruleId"]), text(&result["baselineState"]), kind, because]
    };
    let mut results: Vec<[String; 4]> = log["runs"][0]["results"].as_array().unwrap().iter().map(rules_found).collect();
    results.dedup();
    let known = |rule: &str| [rule, "unchanged", "external", "in baseline rackrent-baseline.toml"].map(str::to_owned);
    assert_eq!(results[0], ["review-before-date", "new", "none", "none"]);
    assert_eq!(results[1], known("over-budget"));
    assert!(results[2..].contains(&known("missing-key")), "{results:?}");
    assert!(results[1..].iter().all(|result| result[1..] == known("x")[1..]), "{results:?}");
    let cases = run(&repository, &["check", ".", "--format", "junit"]).output;
    let skipped = |case: &str| {
        let case = cases.split_once(case).unwrap_or_else(|| panic!("{case}: {cases}")).1.trim_start();
        case.starts_with("<skipped message=\"in baseline rackrent-baseline.toml\"")
    };
    assert!(skipped("<testcase name=\"over-budget\" classname=\"quotes/a.yaml\">"), "{cases}");
    assert!(skipped("<testcase name=\"valid\" classname=\"quotes/b.yaml\">"), "{cases}");
    assert!(!skipped("<testcase name=\"review-before-date\" classname=\"quotes/a.yaml\">"), "{cases}");
    // without a baseline nothing is compared
    fs::remove_file(repository.path().join("rackrent-baseline.toml")).unwrap();
    let ran = run(&repository, &["check", ".", "--format", "sarif"]);
    assert!(!ran.output.contains("baselineState") && !ran.output.contains("external"), "{}", ran.output);
}

/// Two scenarios that share a file; both price files omit keys that rules require.
const SHARED: [(&str, &str); 4] = [
    ("rackrent.toml", POLICY),
    (
        "shared/prices.yaml",
        "own: { lab: { nodes: 1, useful_life_months: 12, value_at_horizon: none, node: { accelerators: 1, price: 600 } } }\n\
         rent: { cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 } }\n",
    ),
    (
        "teams/a.yaml",
        "extends: [../shared/prices.yaml]\nname: A\ncurrency: USD\nhorizon_months: 1\nhours_per_month: 700\n\
         discount_rate: 0%\ndemand: { accelerators: 1, utilization: 50% }\n",
    ),
    (
        "teams/b.yaml",
        "extends: [../shared/prices.yaml]\nname: B\ncurrency: USD\nhorizon_months: 2\nhours_per_month: 700\n\
         discount_rate: 0%\ndemand: { accelerators: 1, utilization: 60% }\n",
    ),
];

#[test]
fn rewriting_the_same_baseline_changes_nothing() {
    for files in [&SHARED[..], &[("rackrent.toml", POLICY), ("b.yaml", "name: x\nown: 1\n")]] {
        let repository = Repository::with(files);
        run(&repository, &["check", ".", "--write-baseline"]);
        let once = baseline(&repository);
        run(&repository, &["check", ".", "--write-baseline"]);
        assert_eq!(baseline(&repository), once);
        assert_eq!(run(&repository, &["check", "."]).status, 0);
    }
}

#[test]
fn fixed_findings_of_a_shared_file_are_reported_and_removed() {
    let repository = Repository::with(&SHARED);
    run(&repository, &["check", ".", "--write-baseline"]);
    let before = baseline(&repository);
    let of_shared = before.split("[files.\"shared/prices.yaml\"]").nth(1).unwrap();
    assert!(of_shared.contains("\"no-electricity\""), "{before}");
    repository.with_file(
        "shared/prices.yaml",
        &SHARED[1]
            .1
            .replace("nodes: 1,", "nodes: 1, electricity_per_kwh: 0.1, pue: 1.2,")
            .replace("accelerators: 1, price: 600", "accelerators: 1, price: 600, power_kw: 1, idle_power_kw: 0.2"),
    );
    let stale = |paths: &[&str]| {
        let ran = run(&repository, &[&["check", "--format", "json"], paths].concat());
        let report = ran.report();
        let files = report["files"].as_array().unwrap();
        let of_shared = files.iter().find(|file| file["path"] == "shared/prices.yaml").unwrap();
        let findings = of_shared["findings"].as_array().unwrap();
        findings.iter().filter(|one| one["code"] == "stale-baseline").count()
    };
    assert!(stale(&["."]) > 0);
    // one of the two scenarios does not show what the other still finds
    assert_eq!(stale(&["teams/a.yaml"]), 0);
    run(&repository, &["check", "teams/a.yaml", "--write-baseline"]);
    assert!(baseline(&repository).contains("\"no-electricity\""));
    run(&repository, &["check", ".", "--write-baseline"]);
    assert!(!baseline(&repository).contains("\"no-electricity\""), "{}", baseline(&repository));
}

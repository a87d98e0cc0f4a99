//! Cash plans of folders, `compare FOLDER --by fiscal-year`: hand-added capital and operating cash by calendar period, the budget
//! of the policy, and the workbook.

use crate::support::ONE_SERVER;
use crate::support::program::{Ran, run};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A copy of `tests/cash_plan`.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["owned.yaml", "rented.yaml", "berlin.yaml", "rackrent.toml"] {
        fs::copy(Path::new("tests/cash_plan").join(name), folder.path().join(name)).unwrap();
    }
    folder
}

fn planned(folder: &TempDir, by: &str) -> Ran {
    run(folder.path(), &["compare", ".", "--by", by, "--format", "json"])
}

/// Period, capital, operating, other and total of each period of a currency.
fn periods(report: &Value, currency: usize) -> Vec<Vec<&str>> {
    let periods = report["currencies"][currency]["periods"].as_array().unwrap().iter();
    periods
        .map(|period| {
            ["period", "capital", "operating", "other", "total"].map(|key| period[key].as_str().unwrap()).into()
        })
        .collect()
}

#[test]
fn cash_is_added_by_fiscal_year_and_compared_with_the_budget() {
    let ran = planned(&folder(), "fiscal-year");
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    let report = ran.report();
    assert_eq!((&report["schema"], &report["by"]), (&json!("rackrent.cash-plan/1"), &json!("fiscal-year")));
    assert_eq!(periods(&report, 0), [["2028/29", "0.00", "500.00", "0.00", "500.00"]]);
    // 600 for the server, 5 · 5 of network and 10 · 40 of renting; then 7 · 5 and 2 · 40, less 300 of resale
    let dollars =
        [["2027/28", "600.00", "425.00", "0.00", "1025.00"], ["2028/29", "0.00", "115.00", "-300.00", "-185.00"]];
    assert_eq!(periods(&report, 1), dollars);
    let total =
        json!({ "capital": "600.00", "operating": "540.00", "other": "-300.00", "tax": "0.00", "total": "840.00" });
    assert_eq!(report["currencies"][1]["total"], total);
    // 500 − 600 and 1,500 − 1,025; the budget is in dollars
    let used = json!([
        { "budget": "capital_per_year", "limit": "500.00", "headroom": "-100.00" },
        { "budget": "per_year", "limit": "1500.00", "headroom": "475.00" },
    ]);
    assert_eq!(report["currencies"][1]["periods"][0]["budgets"], used);
    assert_eq!(report["currencies"][0]["periods"][0]["budgets"], json!([]));
    assert_eq!(report["budget"]["policies"], json!(["rackrent.toml"]));
    let text = run(folder().path(), &["compare", ".", "--by", "fiscal-year"]).output;
    assert!(text.contains("Over the annual budget in rackrent.toml: capital in 2027/28 by USD 100."), "{text}");
}

#[test]
fn cash_is_added_by_calendar_year_and_quarter() {
    let report = planned(&folder(), "year").report();
    // 600, 2 · 5 and 7 · 40 until December; then 10 · 5 and 5 · 40
    let dollars = [["2027", "600.00", "290.00", "0.00", "890.00"], ["2028", "0.00", "250.00", "-300.00", "-50.00"]];
    assert_eq!(periods(&report, 1), dollars);
    let report = planned(&folder(), "quarter").report();
    let dollars = [
        ["2027-Q2", "0.00", "40.00", "0.00", "40.00"],
        ["2027-Q3", "0.00", "120.00", "0.00", "120.00"],
        ["2027-Q4", "600.00", "130.00", "0.00", "730.00"],
        ["2028-Q1", "0.00", "135.00", "0.00", "135.00"],
        ["2028-Q2", "0.00", "95.00", "0.00", "95.00"],
        ["2028-Q3", "0.00", "15.00", "0.00", "15.00"],
        ["2028-Q4", "0.00", "5.00", "-300.00", "-295.00"],
    ];
    assert_eq!(periods(&report, 1), dollars);
    assert_eq!(report["currencies"][1]["periods"][2]["budgets"], json!([]));
}

#[test]
fn saved_tax_is_part_of_the_rest() {
    let folder = folder();
    for other in ["owned.yaml", "berlin.yaml", "rackrent.toml"] {
        fs::remove_file(folder.path().join(other)).unwrap();
    }
    let rented = fs::read_to_string("tests/cash_plan/rented.yaml").unwrap();
    let taxed = rented.replace("discount_rate: 0%", "discount_rate: 0%\ntax: { rate: 30%, settled: month }");
    fs::write(folder.path().join("rented.yaml"), taxed).unwrap();
    let report = planned(&folder, "fiscal-year").report();
    // 30 % of ten and of two months at 40
    let periods = report["currencies"][0]["periods"].as_array().unwrap().iter();
    let taxes: Vec<[&str; 3]> =
        periods.map(|period| ["other", "tax", "total"].map(|key| period[key].as_str().unwrap())).collect();
    assert_eq!(taxes, [["-120.00", "-120.00", "280.00"], ["-24.00", "-24.00", "56.00"]]);
    let text = run(folder.path(), &["compare", ".", "--by", "fiscal-year"]).output;
    assert!(text.contains("of which tax") && text.contains("rent.cloud"), "{text}");
}

#[test]
fn the_nearest_budget_above_the_folder_applies() {
    let folder = folder();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::create_dir(folder.path().join("quotes")).unwrap();
    fs::rename(folder.path().join("owned.yaml"), folder.path().join("quotes/owned.yaml")).unwrap();
    let limit = || {
        let ran = run(folder.path(), &["compare", "quotes", "--by", "year", "--format", "json"]);
        ran.report()["currencies"][0]["periods"][0]["budgets"][0]["limit"].clone()
    };
    assert_eq!(limit(), json!("500.00"));
    let below = "[budget]\ncurrency = \"USD\"\ncapital_per_year = 700.5\n";
    fs::write(folder.path().join("quotes/rackrent.toml"), below).unwrap();
    assert_eq!(limit(), json!("700.50"));
}

#[test]
fn what_is_not_in_the_plan_is_said() {
    let folder = folder();
    fs::write(folder.path().join("undated.yaml"), ONE_SERVER).unwrap();
    let ran = planned(&folder, "year");
    assert_eq!(ran.status, 2);
    assert!(
        ran.errors.contains("cannot place undated.yaml in the calendar: add its first month, such as `start: 2027-04`"),
        "{}",
        ran.errors
    );
    let report = ran.report();
    assert_eq!(report["unanswered"][0]["file"], "undated.yaml");
    assert_eq!(report["currencies"][1]["total"]["total"], "840.00");
    let refused = |arguments: &[&str]| {
        let ran = run(folder.path(), &[&["compare"], arguments].concat());
        assert_eq!((ran.status, ran.output.as_str()), (2, ""));
        ran.errors
    };
    assert!(refused(&[".", "--by", "year", "--basis", "amortized"]).contains("is in cash"));
    fs::remove_file(folder.path().join("undated.yaml")).unwrap();
    let rented = fs::read_to_string("tests/cash_plan/rented.yaml").unwrap();
    fs::write(folder.path().join("rented.yaml"), rented.replace("starts: 4", "starts: 1")).unwrap();
    let unlike = "fiscal years begin in month 4 in berlin.yaml and in month 1 in rented.yaml";
    assert!(refused(&[".", "--by", "fiscal-year"]).contains(unlike));
    fs::write(folder.path().join("rackrent.toml"), "[budget]\ncurrency = \"USD\"\n").unwrap();
    let errors = refused(&[".", "--by", "year"]);
    assert!(errors.contains("`budget` needs a currency and at least one annual amount"), "{errors}");
}

#[test]
fn every_plan_adds_up_to_the_cash_of_the_winning_options() {
    let parsed = |by: &str| run(Path::new("."), &["compare", "scenarios", "--by", by, "--format", "json"]).report();
    let (plan, portfolio) = (parsed("year"), parsed("owner"));
    let cents = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let totals = portfolio["scenarios"].as_array().unwrap();
    let mut compared = 0;
    for scenario in plan["scenarios"].as_array().unwrap() {
        let file = &scenario["scenario"]["file"];
        let known = totals.iter().find(|known| known["scenario"]["file"] == *file).unwrap();
        // what is owned already is not spent
        let text = fs::read_to_string(file.as_str().unwrap()).unwrap();
        if text.contains("worth:") || known["winner"].is_null() {
            continue;
        }
        let sum: i64 = scenario["winner"]["periods"].as_array().unwrap().iter().map(|one| cents(&one["total"])).sum();
        assert_eq!(sum, cents(&known["winner"]["total"]), "{file}");
        compared += 1;
    }
    assert!(compared > 0);
}

//! The page for agents and scripts: every JSON field that it names exists, and the skill has the same text.

use crate::support::program::run;
use crate::support::text_of;
use serde_json::Value;
use std::path::Path;

const EXAMPLE: &str = "scenarios/serving-8xh100.yaml";
/// Price list used in place of any other.
const LIST: &str = "docs/questions/offers.csv";
const SKILL: &str = "skills/rackrent/SKILL.md";
/// Front matter of the skill: its name, and when to use it.
const HEAD: &str = "---
name: rackrent
description: Decides own or rent for AI accelerators (GPU servers against cloud) from a scenario in YAML, with rackrent, a calculator \
on the command line. Use it to compare costs, break-even utilization, payback, what would turn a decision, or to check a procurement \
proposal, a cloud quote or a scenario file.
---

";

/// The page without its link to the skill.
fn page() -> String {
    text_of("docs/agents.md")
}

/// The page as a skill, without links to the repository, which do not work elsewhere.
fn skill() -> String {
    let page = page();
    let (before, after) = page.split_once("The same text is a skill:").expect("the page names the skill");
    let (_, after) = after.split_once("\n\n").expect("a paragraph ends");
    format!("{HEAD}{}\n\n{after}", before.trim_end())
}

/// Rows of the table of JSON fields: a command and its fields.
fn rows(page: &str) -> Vec<(String, Vec<String>)> {
    let (_, below) = page.split_once("## JSON fields of the answers").expect("the page has this heading");
    let (table, _) = below.split_once("\n## ").expect("another heading follows");
    let in_code = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<String>>();
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let [_, command, fields] = cells.as_slice() else { return None };
        Some((in_code(command).pop()?, in_code(fields)))
    };
    table.lines().filter(|line| line.starts_with('|')).filter_map(row).collect()
}

/// Whether a field exists in every item of a non-empty list.
fn has(value: &Value, field: &str) -> bool {
    let (step, rest) = field.split_once('.').unwrap_or((field, ""));
    let (name, items) = step.strip_suffix("[]").map_or((step, false), |name| (name, true));
    let Some(found) = value.get(name) else { return false };
    if rest.is_empty() {
        return !items || found.is_array();
    }
    match found {
        Value::Array(all) if items => !all.is_empty() && all.iter().all(|item| has(item, rest)),
        found => !items && has(found, rest),
    }
}

#[test]
fn every_documented_json_field_exists() {
    let rows = rows(&page());
    assert!(rows.len() >= 10, "{rows:?}");
    for (command, fields) in rows {
        let words = command.split(' ').map(|word| if word == "CSV" { LIST } else { word });
        let arguments: Vec<&str> = words.chain([EXAMPLE, "--format", "json"]).collect();
        let ran = run(Path::new("."), &arguments);
        let answer: Value = serde_json::from_str(&ran.output).unwrap_or_else(|why| panic!("{command}: {why}"));
        assert!(!fields.is_empty(), "{command}");
        for field in fields {
            assert!(has(&answer, &field), "{command} has no `{field}`");
        }
    }
    assert!(!has(&serde_json::json!({ "a": [{ "b": 1 }, {}] }), "a[].b"));
}

#[test]
fn the_scenario_of_the_page_compares_and_its_fixes_apply() {
    let page = page();
    let (_, below) = page.split_once("```yaml\n").expect("the page has a scenario");
    let (scenario, _) = below.split_once("```").expect("which ends");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scenario.yaml");
    // an edit that keeps the meaning, and one that needs confirmation
    let with = |rate: &str| scenario.replace("discount_rate: 9%", &format!("discount_rate: {rate}"));
    for (written, status) in [("9%", 0), ("9", 2), ("much", 2)] {
        std::fs::write(&file, with(written)).unwrap();
        let ran = run(folder.path(), &["compare", "scenario.yaml", "--format", "json"]);
        assert_eq!(ran.status, status, "{}", ran.errors);
        let answer: Value = serde_json::from_str(&ran.output).unwrap();
        let keeps = &answer["errors"][0]["fix"]["keeps_meaning"];
        assert_eq!(keeps, &if written == "9" { Value::Bool(true) } else { Value::Null }, "{answer:#}");
    }
    std::fs::write(&file, with("9")).unwrap();
    run(folder.path(), &["check", "scenario.yaml", "--fix"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), scenario);
}

#[test]
fn the_skill_has_the_text_of_the_page() {
    if std::env::var_os("RACKRENT_BLESS").is_some() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(SKILL), skill()).unwrap();
    }
    assert!(text_of(SKILL) == skill(), "write it anew: RACKRENT_BLESS=1 cargo test --test tests agents");
}

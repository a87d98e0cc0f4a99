//! The README and the guide, besides their transcripts (`tests/transcripts.rs` runs those): commands, scenarios, the list of
//! examples.

use crate::support::program::run;
use crate::support::text_of;
use rackrent::scenario::{load, schema};
use std::path::Path;

/// Code blocks in a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    text.split(&opening).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn every_command_for_a_checkout_works() {
    let text = text_of("README.md");
    let mut ran = 0;
    for command in blocks(&text, "sh").iter().flat_map(|block| block.lines()) {
        let Some(arguments) = command.strip_prefix("cargo run -- ") else { continue };
        let ended = run(Path::new("."), &arguments.split(' ').collect::<Vec<_>>());
        assert!(ended.status == 0 && !ended.output.is_empty(), "{command}: {}", ended.errors);
        ran += 1;
    }
    assert!(ran > 0, "the README shows no command");
}

#[test]
fn the_scenario_of_the_readme_is_the_example() {
    let text = text_of("README.md");
    let shown = blocks(&text, "yaml").into_iter().find(|block| block.starts_with("name:")).unwrap();
    let example = text_of("scenarios/serving-8xh100.yaml");
    let bare: Vec<&str> = example
        .lines()
        .filter(|line| !line.starts_with('#'))
        .take_while(|line| !line.starts_with("sources:"))
        .map(|line| line.split(" #").next().unwrap().trim_end())
        .collect();
    assert_eq!(shown.lines().collect::<Vec<_>>(), bare);
    assert!(load("README.md", &shown, &[]).is_ok());
}

#[test]
fn the_workloads_of_the_guide_are_those_of_its_scenario() {
    let text = text_of("docs/guide/workloads.md");
    let shown = blocks(&text, "yaml").into_iter().find(|block| block.contains("workloads:")).unwrap();
    let whole = text_of("tests/readme/workloads.yaml");
    assert!(whole.contains(&shown));
    for quoted in [
        "burst_to: aws-p5",
        "spot: { discount: 60%, interruptions_per_month: 0.2, checkpoint_minutes: 5, restart_minutes: 15 }",
    ] {
        assert!(whole.contains(quoted) && text.contains(&format!("`{quoted}`")), "{quoted}");
    }
}

#[test]
fn the_committed_schema_is_current() {
    let committed = text_of("schema/scenario.schema.json");
    let committed: serde_json::Value = serde_json::from_str(&committed).unwrap();
    assert!(committed == schema::schema(), "write what `rackrent schema` prints to schema/scenario.schema.json");
}

#[test]
fn every_example_is_listed() {
    let text = text_of("docs/examples.md");
    for entry in std::fs::read_dir("scenarios").unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            continue;
        }
        let name = entry.file_name().into_string().unwrap();
        assert!(text.contains(&format!("(../scenarios/{name})")), "{name} is not among the examples");
    }
}

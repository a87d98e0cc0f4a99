//! A repository of fifty scenarios that share three files: checks and diffs of a file that many scenarios extend.

use crate::support::git_repository::TemporaryRepository;
use crate::support::program::run;
use serde_json::Value;

fn priced(price: u32) -> String {
    format!("own: {{ lab: {{ node: {{ price: {price} }} }} }}\n")
}

/// A repository of fifty scenarios that share three files; each has a server for 600 and its own utilization.
fn fifty() -> Option<TemporaryRepository> {
    let repository = TemporaryRepository::new()?;
    repository.write(
        "shared/prices.yaml",
        &format!("{}rent: {{ cloud: {{ on_demand_per_instance_hour: 10 }} }}\n", priced(600)),
    );
    repository.write(
        "shared/site.yaml",
        "extends: finance.yaml\nown: { lab: { nodes: 1, useful_life_months: 12, value_at_horizon: none } }\n",
    );
    repository
        .write("shared/finance.yaml", "currency: USD\nhorizon_months: 1\nhours_per_month: 100\ndiscount_rate: 0%\n");
    for at in 1..=50 {
        let text = format!(
            "extends: [../../shared/prices.yaml, ../../shared/site.yaml]
name: Team {at}
demand: {{ accelerators: 1, utilization: {at}% }}
own: {{ lab: {{ node: {{ accelerators: 1 }} }} }}
rent: {{ cloud: {{ accelerators_per_instance: 1 }} }}
"
        );
        repository.write(&format!("teams/t{at:02}/scenario.yaml"), &text);
    }
    repository.commit();
    Some(repository)
}

#[test]
fn an_error_in_a_shared_file_is_reported_once_with_its_scenarios() {
    let Some(repository) = fifty() else { return };
    let sound = repository.rackrent(&["check", ".", "--format", "json", "--fail-on", "error"]);
    assert_eq!((sound.status, &sound.report()["summary"]["files"]), (0, &53.into()), "{}", sound.output);
    repository
        .write("shared/finance.yaml", "currency: USD\nhorizon_months: 1\nhours_per_month: 100\ndiscount_rate: 8\n");
    let ran = repository.rackrent(&["check", ".", "--format", "json"]);
    let report = ran.report();
    assert_eq!((ran.status, &report["summary"]["errors"]), (1, &1.into()));
    let file = report["files"].as_array().unwrap().iter().find(|file| file["path"] == "shared/finance.yaml").unwrap();
    assert_eq!(file["shared_by"].as_array().unwrap().len(), 50);
    let found = &file["findings"][0];
    assert_eq!(
        (&found["code"], &found["file"], &found["line"]),
        (&"share-above-one".into(), &"shared/finance.yaml".into(), &4.into())
    );
    // by its own name: with the scenarios that extend it
    let named = repository.rackrent(&["check", "shared/finance.yaml", "--format", "json"]);
    let summary = &named.report()["summary"];
    assert_eq!((named.status, &summary["errors"]), (1, &1.into()), "{}", named.output);
    assert!(summary["files"].as_u64() >= Some(51), "{summary}");
    // from a subfolder, and for one scenario
    for (folder, arguments) in [("teams", "t01"), ("teams/t07", "scenario.yaml")] {
        let ran = run(&repository.path().join(folder), &["check", arguments, "--format", "sarif"]);
        let results = &ran.report()["runs"][0]["results"];
        let errors: Vec<&Value> = results.as_array().unwrap().iter().filter(|one| one["level"] == "error").collect();
        let place = &errors[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!((errors.len(), place), (1, &"shared/finance.yaml".into()), "{folder}");
    }
    for (format, printed) in [
        ("github", "file=shared/finance.yaml,line=4"),
        ("junit", "shared/finance.yaml"),
        ("gitlab", "\"shared/finance.yaml\""),
    ] {
        let output = repository.rackrent(&["check", ".", "--format", format]).output;
        assert!(output.contains(printed), "{format}: {output}");
        assert!(
            !output.contains("share-above-one") || output.matches("is 8; a share").count() <= 2,
            "{format}: {output}"
        );
    }
    // the edit applies to the file that has the value
    let mended = repository.rackrent(&["check", ".", "--fix", "--unsafe", "--fail-on", "error"]);
    let now = std::fs::read_to_string(repository.path().join("shared/finance.yaml")).unwrap();
    assert_eq!(now.lines().last(), Some("discount_rate: 8%"), "{}", mended.errors);
    assert_eq!(repository.git(&["status", "--porcelain"]).trim(), "M shared/finance.yaml");
}

#[test]
fn a_change_of_a_shared_file_is_a_change_of_each_scenario_that_extends_it() {
    let Some(repository) = fifty() else { return };
    let difference = |arguments: &[&str]| {
        let ran = repository.rackrent(&[&["diff", "--base", "HEAD", "--format", "json"], arguments].concat());
        ran.report()
    };
    assert_eq!(difference(&[])["files"].as_array().unwrap().len(), 0);
    // a team above 40 % of 100 hours at 10 pays more than 405
    let text = format!("{}rent: {{ cloud: {{ on_demand_per_instance_hour: 10 }} }}\n", priced(405));
    repository.write("shared/prices.yaml", &text);
    let report = difference(&[]);
    assert_eq!(report["files"].as_array().unwrap().len(), 50);
    assert_eq!((&report["flipped"], &report["unchanged"]), (&10.into(), &0.into()), "41 to 50 % now own");
    let comment = repository.rackrent(&["diff", "--base", "HEAD", "--format", "markdown"]).output;
    assert!(comment.contains("[shared/prices.yaml:1](shared/prices.yaml#L1)"), "{comment}");
    assert_eq!(difference(&["teams/t50"])["files"].as_array().unwrap().len(), 1);
    // finance's value is two files away
    repository.git(&["checkout", "--quiet", "."]);
    repository
        .write("shared/finance.yaml", "currency: USD\nhorizon_months: 1\nhours_per_month: 110\ndiscount_rate: 0%\n");
    assert_eq!(difference(&[])["files"].as_array().unwrap().len(), 50);
    // a change without effect on any value is no change
    repository.git(&["checkout", "--quiet", "."]);
    repository.write("shared/other.yaml", "currency: EUR\n");
    assert_eq!(difference(&[])["files"].as_array().unwrap().len(), 0);
}

#[test]
fn known_findings_of_a_shared_file_are_known_in_reviews() {
    let Some(repository) = fifty() else { return };
    repository.rackrent(&["check", ".", "--write-baseline", "--fail-on", "warning"]);
    repository.write("rackrent.toml", "[severity]\nno-electricity = \"error\"\n");
    repository.git(&["add", "."]);
    repository.commit();
    // another policy, and everything is known
    repository.write("rackrent.toml", "[severity]\nno-electricity = \"warning\"\n");
    let effects = |report: &Value| {
        let files = report["files"].as_array().unwrap();
        let new = files.iter().flat_map(|file| file["policy"]["new"].as_array().cloned().unwrap_or_default());
        new.filter(|one| one["file"].as_str().unwrap().starts_with("shared/")).collect::<Vec<Value>>()
    };
    let known = repository.rackrent(&["diff", "--base", "HEAD", "--format", "json"]).report();
    assert_eq!(effects(&known), Vec::<Value>::new());
    // without the baseline it is new in each of the scenarios
    repository.remove("rackrent-baseline.toml");
    let found = repository.rackrent(&["diff", "--base", "HEAD", "--format", "json"]).report();
    let found = effects(&found);
    assert!(found.len() >= 50, "{}", found.len());
    let comment = repository.rackrent(&["diff", "--base", "HEAD", "--format", "markdown"]).output;
    assert!(comment.contains("](shared/prices.yaml#L1)"), "{comment}");
}

#[test]
fn a_review_names_the_file_of_an_error() {
    let Some(repository) = fifty() else { return };
    repository
        .write("shared/finance.yaml", "currency: USD\nhorizon_months: 1\nhours_per_month: 100\ndiscount_rate: 8\n");
    let printed = repository.rackrent(&["diff", "--base", "HEAD", "teams/t01"]).output;
    assert!(printed.contains("teams/t01/scenario.yaml, now: shared/finance.yaml, line 4: "), "{printed}");
    repository.git(&["checkout", "--quiet", "."]);
    let own = "extends: [../../shared/prices.yaml, ../../shared/site.yaml]\nname: x\ndemand: { accelerators: 0 }\n";
    repository.write("teams/t01/scenario.yaml", own);
    let printed = repository.rackrent(&["diff", "--base", "HEAD", "teams/t01"]).output;
    assert!(printed.contains("teams/t01/scenario.yaml, now: line "), "{printed}");
}

#[test]
fn a_shared_file_is_never_a_scenario() {
    let Some(repository) = fifty() else { return };
    let errors = |arguments: &[&str]| {
        let ran = repository.rackrent(&[&["check", "--format", "json", "--fail-on", "error"], arguments].concat());
        ran.report()["summary"]["errors"].as_u64().unwrap()
    };
    assert_eq!(errors(&["shared"]), 0);
    assert_eq!(errors(&["shared/prices.yaml"]), 0);
    // the only scenario that extends it cannot be read, or has no name
    for at in 2..=50 {
        repository.remove(&format!("teams/t{at:02}/scenario.yaml"));
    }
    let sound = std::fs::read_to_string(repository.path().join("teams/t01/scenario.yaml")).unwrap();
    repository.write("teams/t01/scenario.yaml", &sound.replace("1% }", "1%"));
    assert_eq!(errors(&["."]), 1);
    repository.write("teams/t01/scenario.yaml", &sound.replace("name: Team 1\n", ""));
    assert_eq!(errors(&["."]), 1);
    // no scenario extends it: nothing was checked, which is a failure
    repository.remove("teams/t01/scenario.yaml");
    repository.write("teams/other.yaml", &sound.replace("shared/prices.yaml, ../../", "").replace("../../", "../"));
    let ran = repository.rackrent(&["check", "shared/prices.yaml"]);
    assert!(ran.errors.contains("shared/prices.yaml: no scenario extends it"), "{}", ran.errors);
    assert!(ran.errors.contains("nothing was checked") && ran.output.is_empty(), "{}{}", ran.errors, ran.output);
    assert_eq!(ran.status, 2);
    // next to a valid scenario
    let ran = repository.rackrent(&["check", "shared/prices.yaml", "teams/other.yaml", "--format", "json"]);
    assert!(ran.errors.contains("shared/prices.yaml: no scenario extends it"), "{}", ran.errors);
    assert_eq!(ran.report()["skipped"][0]["path"], "shared/prices.yaml");
    assert_ne!(ran.status, 2, "{}", ran.errors);
}

#[test]
fn a_review_by_name_covers_changes_of_a_shared_file() {
    let Some(repository) = fifty() else { return };
    repository.write(
        "shared/prices.yaml",
        &format!("{}rent: {{ cloud: {{ on_demand_per_instance_hour: 10 }} }}\n", priced(405)),
    );
    for arguments in ["shared", "shared/prices.yaml"] {
        let ran = repository.rackrent(&["diff", "--base", "HEAD", "--format", "json", arguments]);
        assert_eq!(
            (ran.status, ran.report()["files"].as_array().unwrap().len()),
            (0, 50),
            "{arguments}: {}",
            ran.errors
        );
    }
    // the last scenario that extends it is deleted
    repository.git(&["checkout", "--quiet", "."]);
    for at in 1..=50 {
        repository.remove(&format!("teams/t{at:02}/scenario.yaml"));
    }
    let report = repository.rackrent(&["diff", "--base", "HEAD", "--format", "json"]).report();
    let what = |file: &Value| file["what"].as_str().unwrap().to_owned();
    let all: Vec<String> = report["files"].as_array().unwrap().iter().map(what).collect();
    assert_eq!(all, vec!["gone"; 50]);
}

#[test]
fn a_shared_file_with_invalid_yaml_is_reported_once() {
    let Some(repository) = fifty() else { return };
    for (text, code) in [("currency: [USD\nhorizon_months: 1\n", "invalid-yaml"), ("", "empty-file")] {
        repository.write("shared/finance.yaml", text);
        let report = repository.rackrent(&["check", ".", "--format", "json"]).report();
        let errors: Vec<&Value> = report["files"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|file| file["findings"].as_array().unwrap())
            .filter(|one| one["severity"] == "error")
            .collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert_eq!((&errors[0]["code"], &errors[0]["file"]), (&code.into(), &"shared/finance.yaml".into()));
        assert!(!errors[0].to_string().contains("begin with"), "{}", errors[0]);
    }
}

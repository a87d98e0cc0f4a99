//! A repository of fifty scenarios that share three files: what checks and differences say of a file that many extend.

use crate::support::git_repository::TemporaryRepository;
use crate::support::program::run;
use serde_json::Value;

fn priced(price: u32) -> String {
    format!("own: {{ lab: {{ node: {{ price: {price} }} }} }}\n")
}

/// A repository of fifty scenarios that share three files; each has a server for 600 and another utilization.
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
fn a_mistake_in_a_shared_file_is_said_once_with_the_scenarios_that_extend_it() {
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
    // from below, and of one scenario
    for (folder, asked) in [("teams", "t01"), ("teams/t07", "scenario.yaml")] {
        let ran = run(&repository.path().join(folder), &["check", asked, "--format", "sarif"]);
        let results = &ran.report()["runs"][0]["results"];
        let errors: Vec<&Value> = results.as_array().unwrap().iter().filter(|one| one["level"] == "error").collect();
        let place = &errors[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!((errors.len(), place), (1, &"shared/finance.yaml".into()), "{folder}");
    }
    for (format, said) in [
        ("github", "file=shared/finance.yaml,line=4"),
        ("junit", "shared/finance.yaml"),
        ("gitlab", "\"shared/finance.yaml\""),
    ] {
        let output = repository.rackrent(&["check", ".", "--format", format]).output;
        assert!(output.contains(said), "{format}: {output}");
        assert!(
            !output.contains("share-above-one") || output.matches("is 8; a share").count() <= 2,
            "{format}: {output}"
        );
    }
    // the edit goes to the file in which the value stands
    let mended = repository.rackrent(&["check", ".", "--fix", "--unsafe", "--fail-on", "error"]);
    let now = std::fs::read_to_string(repository.path().join("shared/finance.yaml")).unwrap();
    assert_eq!(now.lines().last(), Some("discount_rate: 8%"), "{}", mended.errors);
    assert_eq!(repository.git(&["status", "--porcelain"]).trim(), "M shared/finance.yaml");
}

#[test]
fn a_change_of_a_shared_file_is_a_change_of_each_scenario_that_extends_it() {
    let Some(repository) = fifty() else { return };
    let difference = |asked: &[&str]| {
        let ran = repository.rackrent(&[&["diff", "--base", "HEAD", "--format", "json"], asked].concat());
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
    // what finance says stands two files away
    repository.git(&["checkout", "--quiet", "."]);
    repository
        .write("shared/finance.yaml", "currency: USD\nhorizon_months: 1\nhours_per_month: 110\ndiscount_rate: 0%\n");
    assert_eq!(difference(&[])["files"].as_array().unwrap().len(), 50);
    // what nobody reads differently is no change
    repository.git(&["checkout", "--quiet", "."]);
    repository.write("shared/other.yaml", "currency: EUR\n");
    assert_eq!(difference(&[])["files"].as_array().unwrap().len(), 0);
}

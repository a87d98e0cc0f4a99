//! Output files of commands: no file that was read is overwritten, and no file is written twice.

use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{self, Ran};
use crate::support::repository::Repository;
use crate::support::text_of;
use std::fs;

const PRICES: &str = "\
own: { lab: { nodes: 1, useful_life_months: 12, value_at_horizon: none, node: { accelerators: 1, price: 600 } } }
rent: { cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 } }
";
const FINANCE: &str = "currency: USD\nhorizon_months: 1\nhours_per_month: 100\ndiscount_rate: 0%\n";
const SCENARIO: &str = "extends: [P.yaml, F.yaml]\nname: One server\ndemand: { accelerators: 1, utilization: 50% }\n";

fn three_files() -> Repository {
    Repository::with(&[("X.yaml", SCENARIO), ("P.yaml", PRICES), ("F.yaml", FINANCE)])
}

#[track_caller]
fn run(repository: &Repository, arguments: &[&str]) -> Ran {
    program::run(repository.path(), arguments)
}

#[track_caller]
fn text(repository: &Repository, path: &str) -> String {
    fs::read_to_string(repository.path().join(path)).unwrap()
}

/// Every command that writes files, without the files.
const COMMANDS: [&[&str]; 10] = [
    &["compare", "X.yaml"],
    &["compare", "X.yaml", "X.yaml"],
    &["compare", ".", "--by", "owner"],
    &["explain", "X.yaml"],
    &["flip", "X.yaml"],
    &["report", "X.yaml"],
    &["sweep", "X.yaml", "--vary", "demand.utilization=40%,60%"],
    &["sensitivity", "X.yaml"],
    &["timing", "X.yaml", "own.lab"],
    &["diff", "X.yaml", "X.yaml"],
];

#[test]
fn no_command_overwrites_an_extended_file() {
    let repository = three_files();
    for command in COMMANDS {
        for output in ["json=P.yaml", "json=./F.yaml"] {
            let ran = run(&repository, &[command, &["--output", "markdown=new.md", "--output", output]].concat());
            let refused = ran.errors.contains("is an input of this command; write to another file");
            assert!(ran.status == 2 && refused, "{command:?} {output}: {}{}", ran.output, ran.errors);
        }
        // and no other file is written
        assert!(!repository.path().join("new.md").exists(), "{command:?}");
    }
    assert_eq!((text(&repository, "P.yaml").as_str(), text(&repository, "F.yaml").as_str()), (PRICES, FINANCE));
    let ran = run(&repository, &["compare", "X.yaml", "--output", "json=other.yaml"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
}

#[test]
fn no_command_overwrites_a_trace() {
    let (scenario, trace) = ("philly-cluster.yaml", "traces/philly_jobs.hourly.csv");
    let load = text_of(format!("scenarios/{trace}"));
    let repository = Repository::with(&[(scenario, &text_of(format!("scenarios/{scenario}"))), (trace, &load)]);
    let output = format!("json={trace}");
    for command in ["compare", "explain", "check"] {
        let ran = run(&repository, &[command, scenario, "--output", &output]);
        assert!(
            ran.status == 2 && ran.errors.contains("is an input of this command"),
            "{command}: {}{}",
            ran.output,
            ran.errors
        );
    }
    assert!(text(&repository, trace) == load);
}

#[test]
fn a_review_overwrites_no_shared_file() {
    let Some(repository) = TemporaryRepository::new() else { return };
    for (path, text) in [("X.yaml", SCENARIO), ("P.yaml", PRICES), ("F.yaml", FINANCE)] {
        repository.write(path, text);
    }
    repository.commit();
    repository.write("X.yaml", &SCENARIO.replace("50%", "55%"));
    let ran = repository.rackrent(&["diff", "--base", "HEAD", "--output", "json=P.yaml"]);
    assert!(ran.status == 2 && ran.errors.contains("is an input of this command"), "{}{}", ran.output, ran.errors);
    assert_eq!(fs::read_to_string(repository.path().join("P.yaml")).unwrap(), PRICES);
}

#[test]
fn two_outputs_to_one_new_file_are_refused_in_any_notation() {
    let repository = three_files();
    fs::create_dir(repository.path().join("out")).unwrap();
    for other in ["./z", "out/../z"] {
        let output = format!("csv={other}");
        let ran = run(&repository, &["compare", "X.yaml", "--output", "json=z", "--output", &output]);
        assert!(ran.status == 2 && ran.errors.contains("would be written twice"), "{other}: {}", ran.errors);
        assert!(!repository.path().join("z").exists());
    }
}

#[test]
fn standard_output_is_not_an_output_file() {
    let repository = three_files();
    let ran = run(&repository, &["compare", "X.yaml", "--output", "json=-"]);
    assert!(
        ran.status == 2 && ran.errors.contains("`-` is not a file; use --format for standard output"),
        "{}",
        ran.errors
    );
    assert!(!repository.path().join("-").exists());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_that_is_not_there_yet_stays_a_link() {
    let repository = three_files();
    fs::create_dir(repository.path().join("out")).unwrap();
    let link = repository.path().join("link.json");
    std::os::unix::fs::symlink("out/new.json", &link).unwrap();
    let both = ["compare", "X.yaml", "--output", "link.json", "--output", "out/new.json"];
    let ran = run(&repository, &both);
    assert!(ran.status == 2 && ran.errors.contains("would be written twice"), "{}", ran.errors);
    assert_eq!(run(&repository, &both[..4]).status, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(text(&repository, "out/new.json").contains("rackrent.compare/1"));
}

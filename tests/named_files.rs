//! Files that sources name with their SHA-256: the folder in which they are found, and whether a list contains the price of
//! a source.

use crate::support::program::run;
use rackrent::FilesInMemory;
use rackrent::check::{Policy, check};
use rackrent::diagnostic::Code;
use std::fs;

/// `printf abc | sha256sum`, an example of FIPS 180-4.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// A scenario with a key of a rented option, and the lines of a source of that key.
fn scenario(option: &str, path: &str, source: &str) -> String {
    format!(
        "name: Listed\ncurrency: USD\nhorizon_months: 12\ndiscount_rate: 0%\ndemand: {{ accelerators: 8, utilization: 50% }}\n\
         rent:\n  cloud:\n    accelerators_per_instance: 8\n{option}\nsources:\n  {path}: {{ {source} }}\n"
    )
}

/// Findings about the file of the source, in memory.
fn found(option: &str, path: &str, list: &str) -> Vec<String> {
    let text = scenario(option, path, &format!("from: list.csv, sha256: {ABC}"));
    let files = FilesInMemory::none().with("list.csv", list);
    let checked = check("a.yaml", &text, &[], &files, &Policy::default());
    assert!(checked.decided.is_some(), "{:?}", checked.findings);
    let ours = checked.findings.into_iter().filter(|finding| finding.code == Code::SourceDiffers);
    ours.map(|finding| [Some(finding.message), finding.help].into_iter().flatten().collect::<Vec<_>>().join("; "))
        .collect()
}

const DIFFERS: &str = "`list.csv` has changed since";

/// The finding about the price: the line that has it, that no line has it, or none.
fn of_price(option: &str, key: &str, list: &str) -> String {
    let path = format!("rent.cloud.{key}");
    let (of_file, of_price): (Vec<String>, Vec<String>) =
        found(option, &path, list).into_iter().partition(|printed| printed.starts_with(DIFFERS));
    let [of_file] = &of_file[..] else { panic!("{of_file:?}") };
    assert!(of_file.starts_with(&format!("{DIFFERS} `{path}` was read from it; ")), "{of_file}");
    let line = of_file.split(", and ").nth(1).unwrap_or_default().to_owned();
    [line, of_price.concat()].concat()
}

const OWN: &str = "provider,instance,accelerator,accelerators,currency,on_demand_per_accelerator_hour,\
                   spot_per_accelerator_hour,committed_1_year_per_accelerator_hour\n\
                   a,x,H100,8,EUR,3,,\n\
                   a,x,H100,8,USD,2,0.5,1.25\n";

#[test]
fn an_hourly_price_is_searched_in_every_column_of_its_currency() {
    // 8 · 2 = 16 for an instance, and 8 · 1.25 = 10
    let on_demand = |price: &str| format!("    on_demand_per_instance_hour: {price}");
    let at_line_3 = "the price is at line 3";
    assert_eq!(of_price(&on_demand("16"), "on_demand_per_instance_hour", OWN), at_line_3);
    assert_eq!(of_price(&on_demand("10.00"), "on_demand_per_instance_hour", OWN), at_line_3);
    // 24 is in euros
    let nowhere = |price: &str| format!("no row of `list.csv` has {price}, although it is the source of that price");
    assert_eq!(of_price(&on_demand("24"), "on_demand_per_instance_hour", OWN), nowhere("24"));
    assert_eq!(of_price(&on_demand("16.01"), "on_demand_per_instance_hour", OWN), nowhere("16.01"));
    let spot =
        "    on_demand_per_accelerator_hour: 2\n    spot: { per_accelerator_hour: 0.50, interruptions_per_month: 1 }";
    assert_eq!(of_price(spot, "spot.per_accelerator_hour", OWN), at_line_3);
    let committed = "    on_demand_per_accelerator_hour: 2\n    commitments:\n      \
                     year: { instances: 1, per_instance_hour: 10.5, term_months: 12 }";
    assert_eq!(of_price(committed, "commitments.year.per_instance_hour", OWN), nowhere("10.5"));
}

#[test]
fn unknown_prices_have_no_finding() {
    let option = "    on_demand_per_instance_hour: 24 CHF\nexchange_rates: { CHF: 1.2 }";
    assert_eq!(of_price(option, "on_demand_per_instance_hour", OWN), "", "the list has no francs");
    let option = "    on_demand_per_instance_hour: 24";
    let wrong_row = format!("{OWN}a,x,H100,8,USD,two,,\n");
    for file in ["a quote, as text", "", &wrong_row] {
        assert_eq!(of_price(option, "on_demand_per_instance_hour", file), "", "{file}");
    }
    let monthly = "    dedicated_per_instance_month: 24";
    assert_eq!(of_price(monthly, "dedicated_per_instance_month", OWN), "");
    // in SkyPilot's list, accelerators of Google Cloud have no price of an instance
    let alone = "InstanceType,AcceleratorName,AcceleratorCount,Price,Region\n,H100,8,24,us\n";
    assert_eq!(of_price(option, "on_demand_per_instance_hour", alone), "");
    let each = "    on_demand_per_accelerator_hour: 3";
    assert_eq!(of_price(each, "on_demand_per_accelerator_hour", alone), "the price is at line 2");
}

#[test]
fn a_matching_file_has_no_finding() {
    let files = FilesInMemory::none().with("quotes/a.pdf", "abc");
    let source = format!("from: quotes/a.pdf, sha256: {ABC}");
    let text = scenario("    on_demand_per_instance_hour: 24", "rent.cloud", &source);
    let checked = check("a.yaml", &text, &[], &files, &Policy::default());
    assert!(checked.findings.iter().all(|finding| finding.code != Code::SourceDiffers), "{:?}", checked.findings);
}

/// A repository with a list next to a shared file, and a scenario in another folder.
fn repository() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for folder in [".git", "shared", "teams/a"] {
        fs::create_dir_all(root.path().join(folder)).unwrap();
    }
    fs::write(root.path().join("shared/list.csv"), "abc").unwrap();
    let shared = format!("sources:\n  rent.cloud: {{ from: list.csv, sha256: {ABC} }}\n");
    fs::write(root.path().join("shared/prices.yaml"), shared).unwrap();
    let text = scenario("    on_demand_per_instance_hour: 24", "demand", "from: somebody");
    fs::write(root.path().join("teams/a/a.yaml"), format!("extends: ../../shared/prices.yaml\n{text}")).unwrap();
    root
}

#[test]
fn the_file_of_a_shared_source_is_in_the_folder_of_the_shared_file() {
    let root = repository();
    let found = || {
        let ran = run(root.path(), &["check", "teams", "--format", "concise"]);
        ran.output.lines().filter(|line| line.contains("source-differs")).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(found(), Vec::<String>::new());
    fs::write(root.path().join("shared/list.csv"), "abcd").unwrap();
    let [only] = &found()[..] else { panic!("{:?}", found()) };
    assert!(only.starts_with("shared/prices.yaml:2:"), "{only}");
    // it is fixed in that file, as a guess
    run(root.path(), &["check", "teams", "--fix", "--unsafe"]);
    assert_eq!(found(), Vec::<String>::new());
    // printf abcd | sha256sum
    let mended = fs::read_to_string(root.path().join("shared/prices.yaml")).unwrap();
    assert!(mended.contains("88d4266fd4e6338d13b845fcf289579d209c897823b9217da3e161936f031589"), "{mended}");
}

#[test]
fn a_flattened_scenario_names_the_same_file() {
    let root = repository();
    let flat = run(root.path(), &["flatten", "teams/a/a.yaml"]).output;
    assert!(flat.contains("from: ../../shared/list.csv"), "{flat}");
    fs::write(root.path().join("teams/a/flat.yaml"), flat).unwrap();
    let ran = run(root.path(), &["check", "teams/a/flat.yaml", "--format", "concise"]);
    assert!(!ran.output.contains("source-differs"), "{}", ran.output);
}

#[test]
fn no_report_overwrites_the_file_of_a_source() {
    let root = repository();
    let ran = run(root.path(), &["check", "teams", "--output", "json=shared/list.csv"]);
    assert_eq!(ran.status, 2, "{}", ran.errors);
    assert_eq!(fs::read_to_string(root.path().join("shared/list.csv")).unwrap(), "abc");
}

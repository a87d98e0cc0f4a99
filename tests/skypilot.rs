//! SkyPilot itself, run next to the program: what it charges with the generated rates, and what it reads in a catalog. It
//! takes more than three hundred megabytes and is therefore optional: `.ci/install-test-tools skypilot` installs it.

use crate::rate::BY_HAND;
use crate::support::program::{ended, run, system_tool};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Output of SkyPilot with a temporary home; none if it is not installed.
fn skypilot_says(arguments: &[&str], not_tested: &str) -> Option<Value> {
    let python = system_tool("skypilot-python", not_tested)?;
    let home = tempfile::tempdir().unwrap();
    let mut reads = Command::new(python);
    reads
        .arg("tests/skypilot/reads.py")
        .args(arguments)
        .env_clear()
        .env("HOME", home.path())
        .env("PATH", "/usr/bin:/bin");
    Some(ended(&mut reads, "").report())
}

#[allow(clippy::float_arithmetic, reason = "SkyPilot computes in floats")]
fn is_near(one: &Value, other: f64) -> bool {
    one.as_f64().is_some_and(|one| (one - other).abs() < 1e-9)
}

/// Eight accelerators cost 8 · 2.45 an hour, by either name that it has for them, and 8 · 0.25 at the margin.
#[test]
fn skypilot_charges_the_configured_price() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), BY_HAND).unwrap();
    let config = folder.path().join("config.yaml");
    for (cost, format, of, expected) in [
        ("levelized", "skypilot", "kubernetes", 19.6),
        ("marginal", "skypilot", "kubernetes", 2.0),
        ("levelized", "skypilot-slurm", "slurm", 19.6),
    ] {
        let rates = run(folder.path(), &["rate", "a.yaml", "--format", format, "--cost", cost]);
        fs::write(&config, rates.output).unwrap();
        for name in ["H100", "H100-80GB"] {
            let request = ["config", config.to_str().unwrap(), of, name, "8"];
            let Some(charged) = skypilot_says(&request, "SkyPilot is not asked what it charges by our rates") else {
                return;
            };
            assert!(is_near(&charged, expected), "{cost} {name}: {charged}");
        }
    }
}

/// Rows as in its AWS catalog: an instance in two zones, another instance, and a host.
#[test]
fn skypilot_and_the_program_read_the_same_prices() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("aws")).unwrap();
    let list = folder.path().join("aws/vms.csv");
    let text = "\
InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone
c5.large,,,2.0,4.0,,0.085,0.03,us-east-1,use1-az1
p5.48xlarge,H100,8.0,192.0,2048.0,\"{'Gpus': [{'Name': 'H100', 'Count': 8}]}\",55.04,20.8,us-east-1,use1-az2
p5.48xlarge,H100,8.0,192.0,2048.0,,55.04,,us-east-1,use1-az6
p4d.24xlarge,A100,8.0,96.0,1152.0,,21.957642,,us-east-1,use1-az6
";
    fs::write(&list, text).unwrap();
    let request = ["catalog", list.to_str().unwrap(), "aws", "p5.48xlarge", "p4d.24xlarge"];
    let Some(theirs) = skypilot_says(&request, "no catalog is read by SkyPilot") else { return };
    let read =
        ["catalog", "aws", "us-east-1", "--kind", "rentals", "--format", "json", "--read", list.to_str().unwrap()];
    let report = run(Path::new("."), &read).report();
    let ours = report["rentals"].as_array().unwrap().iter().filter(|row| !row["list"].is_null());
    let mut seen = 0;
    for offer in ours {
        let instance = offer["instance"].as_str().unwrap();
        let price = &offer["per_hour"]["on_demand"];
        assert!(is_near(&theirs[instance], price.as_f64().unwrap()), "{instance}: {price} and {theirs}");
        seen += 1;
    }
    assert_eq!((seen, theirs), (3, json!({ "p5.48xlarge": 55.04, "p4d.24xlarge": 21.957_642 })));
}

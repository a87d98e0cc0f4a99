//! The Spark job of `examples/spark`, run in local mode: the decision for each cluster is the program's decision for the
//! cluster's samples.
//!
//! `.ci/install-test-tools` installs `PySpark`; without it the test reports that it is skipped.

use crate::support::program::{RACKRENT, ended, run, system_tool};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

const SCENARIO: &str = "\
name: A cluster
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { workloads: { jobs: { kind: training, flexible: false, trace: curve.csv } } }
own:
  lab:
    node: { price: 40_000, accelerators: 1 }
    nodes: 24
    lead_time_months: 0
    useful_life_months: 36
    value_at_horizon: none
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 3 }
";

/// Accelerators in use at an hour of a cluster: two weeks with a daily pattern; owning suits the busy clusters.
fn level(cluster: u32, hour: u32) -> u32 {
    (hour * 7 + cluster) % (cluster + 2) + cluster
}

#[test]
fn each_cluster_has_the_same_decision_as_in_the_program() {
    let Some(python) = system_tool("spark-python", "the Spark job is not run without PySpark") else { return };
    let script = std::env::current_dir().unwrap().join("examples/spark/compare_clusters.py");
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let mut telemetry = "cluster,timestamp,accelerators\n".to_owned();
    for cluster in 0..12_u32 {
        for hour in 0..336_u32 {
            let time = format!("2026-11-{:02}T{:02}:00:00Z", 1 + hour / 24, hour % 24);
            writeln!(telemetry, "site-{cluster:02},{time},{}", level(cluster, hour)).unwrap();
        }
    }
    // a cluster without samples for days
    telemetry += "torn,2026-11-01T00:00:00Z,1\ntorn,2026-11-01T01:00:00Z,1\ntorn,2026-11-09T00:00:00Z,1\ntorn,2026-11-09T01:00:00Z,1\n";
    write("telemetry.csv", &telemetry);
    write("template.yaml", SCENARIO);
    let mut spark = Command::new(&python);
    spark.arg(script).args(["--telemetry", "telemetry.csv", "--scenario", "template.yaml", "--rackrent", RACKRENT]);
    spark.env("SPARK_LOCAL_IP", "127.0.0.1").env("PYSPARK_PYTHON", &python).current_dir(folder.path());
    let ran = ended(&mut spark, "");
    // one cluster has no answer
    assert_eq!(ran.status, 1, "{}", ran.errors);
    let decisions: Vec<Value> = ran.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(decisions.len(), 13, "{}", ran.output);
    assert!(
        decisions[12]["error"].as_str().is_some_and(|printed| printed.starts_with("samples are missing")),
        "{}",
        decisions[12]
    );
    let mut winners = Vec::new();
    for (cluster, decision) in (0..12_u32).zip(&decisions) {
        assert_eq!(decision["cluster"], format!("site-{cluster:02}"));
        let mut samples = "timestamp,accelerators\n".to_owned();
        for hour in 0..336 {
            writeln!(samples, "{},{}", u64::from(hour) * 3_600, level(cluster, hour)).unwrap();
        }
        write("curve.csv", &samples);
        let alone = run(folder.path(), &["compare", "template.yaml", "--format", "json"]).report();
        for option in alone["options"].as_array().unwrap() {
            assert_eq!(
                decision["present_value"][option["name"].as_str().unwrap()],
                option["present_value"],
                "{cluster}"
            );
        }
        assert_eq!(decision["verdict"], alone["verdict"], "{cluster}");
        winners.push(alone["verdict"]["winner"].to_string());
    }
    winners.dedup();
    assert_eq!(winners.len(), 2, "owning and renting both win somewhere: {winners:?}");
}

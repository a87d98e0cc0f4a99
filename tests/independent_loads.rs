//! Independent loads that are not combined: costs against a sum over all combinations in whole numbers.

use crate::support::decimal;
use crate::support::program::run;
use rust_decimal::Decimal;
use std::fs;

/// Levels of the trace: 1 to 400, in any order.
const LEVELS: u32 = 400;

/// Level of a service in an hour of the day: 4, 8, … 92, and then 100.
fn service(hour: u32) -> u32 {
    if hour == 23 { 100 } else { 4 * (hour + 1) }
}

/// Hours of a month, on average over all combinations of a level of the trace and an hour of the day.
fn cost(of_load: impl Fn(u32) -> u32) -> Decimal {
    let sum: u32 = (1..=LEVELS).flat_map(|level| (0..24).map(move |hour| level + service(hour))).map(of_load).sum();
    (Decimal::from(730 * u64::from(sum)) / Decimal::from(LEVELS * 24)).round_dp(2)
}

/// A folder with a trace and a scenario, which has more keys at its end.
fn scenario(more: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    // 7 has no divisor in common with 400, so every level occurs once
    let rows: Vec<String> = (0..LEVELS).map(|at| format!("{},1\n", at * 7 % LEVELS + 1)).collect();
    fs::write(folder.path().join("trace.csv"), format!("accelerators,hours\n{}", rows.concat())).unwrap();
    let profile: Vec<String> = (0..24).map(|hour| format!("{}%", service(hour))).collect();
    let scenario = format!(
        "name: Independent loads
currency: USD
horizon_months: 1
discount_rate: 0%
demand:
  workloads:
    simulation: {{ kind: training, flexible: false, trace: trace.csv }}
    chat: {{ kind: realtime_inference, peak_accelerators: 100, profile: [{}] }}
own:
  fleet: {{ node: {{ price: 0.01, accelerators: 8, power_kw: 1 }}, nodes: 30, useful_life_months: 1, pue: 1, electricity_per_kwh: 0, burst_to: dear }}
rent:
  all: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 1 }}
  quota: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 1, max_instances: 20, burst_to: dear }}
  dear: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 3 }}
{more}",
        profile.join(", ")
    );
    fs::write(folder.path().join("scenario.yaml"), scenario).unwrap();
    folder
}

#[test]
fn costs_are_those_of_all_combinations() {
    let folder = scenario("");
    let report = run(folder.path(), &["compare", "scenario.yaml", "--format", "json"]).report();
    let total = |name: &str| {
        let option = report["options"].as_array().unwrap().iter().find(|option| option["name"] == name).unwrap();
        decimal(option["total"].as_str().unwrap())
    };
    let instances = |load: u32| load.div_ceil(8);
    assert_eq!(total("rent.all"), cost(instances));
    // what is above 20 instances, 160 accelerators, costs three times as much
    let above = |load: u32, most: u32| load.saturating_sub(8 * most).div_ceil(8);
    assert_eq!(total("rent.quota"), cost(|load| instances(load).min(20)) + cost(|load| 3 * above(load, 20)));
    // 30 nodes at a cent, without value after a month
    assert_eq!(total("own.fleet"), decimal("0.30") + cost(|load| 3 * above(load, 30)));
}

/// Every draw would search 24 levels of the service for each of 400 levels or 500 instances, in three options.
#[test]
fn draws_of_too_many_searches_are_refused_and_the_comparison_says_so() {
    let options = ["own.fleet", "rent.all", "rent.quota"];
    let ranges = options.map(|option| format!("  {option}.relative_throughput: {{ low: 0.8, high: 1.2 }}\n"));
    let folder = scenario(&format!("uncertainty:\n{}", ranges.concat()));
    let path = folder.path().join("scenario.yaml");
    let text = fs::read_to_string(&path).unwrap().replace("nodes: 30,", "nodes: 30, relative_throughput: 1,");
    let text = text.replace("accelerators: 8, power", "accelerators: 1, power");
    fs::write(&path, text.replace("instance: 8", "instance: 1, relative_throughput: 1")).unwrap();
    let compared = run(folder.path(), &["compare", "scenario.yaml"]);
    assert!(compared.output.contains("Sure      not simulated; `rackrent simulate` says why"), "{}", compared.output);
    let simulated = run(folder.path(), &["simulate", "scenario.yaml"]);
    assert!(simulated.status == 2 && simulated.errors.contains("error[too-many-levels]"), "{}", simulated.errors);
}

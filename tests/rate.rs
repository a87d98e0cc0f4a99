//! Cost of an owned accelerator-hour: hand calculations, comparison with `compare`, and output files for other tools.

use crate::support::program::run;
use crate::support::{answer_of, scenarios_in};
use rackrent::model::OptionModel;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A year of months of 100 hours, no discounting. One server for 2,400 with two accelerators, busy half of the time.
///
/// In service: 2 · 100 · 12 = 2,400 accelerator-hours, useful 1,200 of them. Energy of the idle server: 0.4 kW · 1,200 h =
/// 480 kWh; above that (1 − 0.4) kW · 600 busy node-hours = 360 kWh; at 0.50 that is 240 and 180. A licence costs 0.10 for
/// each useful hour, 120. So the total is 2,400 + 240 + 180 + 120 = 2,940; 300 of it depend on use: 2,940 / 1,200 = 2.45 for
/// a useful hour, 2,940 / 2,400 = 1.225 for one in service, twice that for a node; 300 / 1,200 = 0.25 marginal.
pub const BY_HAND: &str = "
name: One server
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 2, utilization: 50% }
own:
  lab:
    accelerator: H100 SXM
    node: { price: 2_400, accelerators: 2, power_kw: 1, idle_power_kw: 0.4 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    pue: 1
    electricity_per_kwh: 0.50
    operating:
      licence: { per_useful_hour: 0.10 }
rent:
  cloud: { accelerators_per_instance: 2, on_demand_per_instance_hour: 10 }
";

/// Result of `rate` for a scenario.
fn rated(text: &str, arguments: &[&str]) -> crate::support::program::Ran {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), text).unwrap();
    run(folder.path(), &[&["rate", "a.yaml"], arguments].concat())
}

fn fleet_of(text: &str) -> Value {
    rated(text, &["--format", "json"]).report()["fleets"][0].clone()
}

#[test]
fn the_cost_of_an_hour_agrees_with_a_hand_calculation() {
    let fleet = fleet_of(BY_HAND);
    let hours = json!([fleet["hours_in_service"], fleet["useful_hours"], fleet["utilization"]]);
    assert_eq!(hours, json!([2400, 1200, 0.5]));
    assert_eq!(json!([fleet["present_value"], fleet["follows_use"]]), json!(["2940.00", "300.00"]));
    let levelized =
        json!({ "per_useful_accelerator_hour": 2.45, "per_accelerator_hour": 1.225, "per_node_hour": 2.45 });
    assert_eq!(fleet["levelized"], levelized);
    // 300 / 2,400 = 0.125, and as much again for a node
    let marginal = json!({ "per_useful_accelerator_hour": 0.25, "per_accelerator_hour": 0.125, "per_node_hour": 0.25 });
    assert_eq!(fleet["marginal"], marginal);
    let line = |line: &Value| json!([line["name"], line["per_useful_accelerator_hour"], line["marginal"]]);
    // no resale, which is a line of 0
    let of_worth = fleet["lines"].as_array().unwrap().iter().filter(|line| line["group"] != "resale");
    let lines: Vec<Value> = of_worth.map(line).collect();
    // 2,400, 420 and 120 over 1,200 hours; 180 of electricity depend on use
    assert_eq!(lines, [json!(["nodes", 2, 0]), json!(["electricity", 0.35, 0.15]), json!(["licence", 0.1, 0.1])]);
}

/// Lines by hand: 2,400 of the server; 240 + 180 for energy; 120 of licences. 1,200 and 2,400 hours, no discounting.
#[test]
fn a_rate_is_explained_by_its_lines_and_hours() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), BY_HAND).unwrap();
    let explain = |name: &str| run(folder.path(), &["explain", "a.yaml", name, "--format", "json"]).report();
    let explained = explain("own.lab.rate");
    assert_eq!(explained["explained"], explain("rate")["explained"], "there is one fleet");
    let [sums, hours] = &explained["explained"].as_array().unwrap()[..] else { panic!("{explained}") };
    let rows: Vec<Value> = sums["rows"].as_array().unwrap().iter().map(|row| row["amounts"].clone()).collect();
    let of_worth = rows.iter().filter(|amounts| amounts[0] != "0.00");
    let expected = [["2400.00", "0.00"], ["420.00", "180.00"], ["120.00", "120.00"]];
    assert!(of_worth.eq(expected.map(|row| json!(row)).iter()), "{sums}");
    assert_eq!(sums["totals"]["amounts"], json!(["2940.00", "300.00"]), "{sums}");
    let printed = sums["sentences"].to_string();
    for quotient in
        ["2,940.00 ÷ 1,200.00 = 2.45 USD", "2,940.00 ÷ 2,400.00 = 1.225 USD", "300.00 ÷ 1,200.00 = 0.25 USD"]
    {
        assert!(printed.contains(quotient), "{printed}");
    }
    let worked = hours["steps"].to_string();
    assert!(worked.contains("1,200") && worked.contains("2,400"), "{worked}");
    let listed = run(folder.path(), &["explain", "a.yaml"]).output;
    assert!(listed.contains("own.lab.rate"), "{listed}");
}

/// Without work it costs 2,640: at 10 % 2,640 + 0.25 · 240 = 2,700, at 100 % 2,640 + 0.25 · 2,400 = 3,240.
#[test]
fn a_busier_fleet_costs_less_per_hour() {
    let fleet = fleet_of(BY_HAND);
    let at = fleet["at"].as_array().unwrap();
    let printed = |at: &Value| {
        json!([at["utilization"], at["demand_factor"], at["per_useful_accelerator_hour"], at["per_accelerator_hour"]])
    };
    assert_eq!(at.len(), 10);
    assert_eq!(printed(&at[0]), json!([0.1, 0.2, 11.25, 1.125]));
    assert_eq!(printed(&at[9]), json!([1, 2, 1.35, 1.35]));
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

#[allow(clippy::float_arithmetic, reason = "figures of JSON, to nine digits")]
fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
}

/// Every example: levelized cost times hours is the sum of the lines; for a fleet without other cost it equals `compare`;
/// and one more hour costs the same between any two utilizations.
#[test]
#[allow(clippy::float_arithmetic, reason = "figures of JSON, to nine digits")]
fn rates_of_the_examples_agree_with_compare_and_with_each_other() {
    let (mut compared, mut sloped) = (0, 0);
    for path in scenarios_in("scenarios") {
        let path = path.display().to_string();
        let of = |command: &str| run(Path::new("."), &[command, &path, "--format", "json"]);
        let (rates, comparison) = (of("rate"), of("compare"));
        if rates.status != 0 {
            assert_eq!(rates.status, comparison.status, "{path}");
            continue;
        }
        let comparison = comparison.report();
        let answer = answer_of(&path, &[]);
        let with_jobs = |option: &&OptionModel| option.parts.iter().any(|part| !part.jobs.is_empty());
        let options_with_jobs: Vec<&str> =
            answer.evaluated.model.options.iter().filter(with_jobs).map(|option| option.id.as_str()).collect();
        for fleet in rates.report()["fleets"].as_array().unwrap() {
            let name = format!("{path} {} {}", fleet["option"], fleet["fleet"]);
            let levelized = number(&fleet["levelized"]["per_useful_accelerator_hour"]).unwrap();
            let lines = fleet["lines"].as_array().unwrap();
            let sum = |field: &str| lines.iter().filter_map(|line| number(&line[field])).sum::<f64>();
            assert!(is_near(sum("per_useful_accelerator_hour"), levelized), "{name}");
            assert!((sum("present_value") - number(&fleet["present_value"]).unwrap()).abs() < 0.2, "{name}");
            let options = comparison["options"].as_array().unwrap();
            let option = options.iter().find(|option| option["name"] == fleet["option"]).unwrap();
            if fleet["beside"].as_array().unwrap().is_empty() && option["useful_hours"] == fleet["useful_hours"] {
                assert_eq!(option["per_useful_hour"], fleet["levelized"]["per_useful_accelerator_hour"], "{name}");
                assert_eq!(option["utilization"], fleet["utilization"], "{name}");
                compared += 1;
            }
            let Some(marginal) = number(&fleet["marginal"]["per_useful_accelerator_hour"]) else { continue };
            assert!(is_near(sum("marginal"), marginal) && marginal >= 0.0, "{name}");
            let costs: Vec<(f64, f64)> = fleet["at"].as_array().unwrap().iter().map(hours_and_cost).collect();
            // if work goes elsewhere, more of it is done in other months, at other prices, and whole jobs fit in steps
            let has_jobs = options_with_jobs.iter().any(|option| fleet["option"] == **option);
            let off = match (fleet["beside"].as_array().unwrap().is_empty(), has_jobs) {
                (true, _) => 1e-6,
                (false, false) => 0.05 * marginal + 1e-6,
                (false, true) => marginal + 1e-6,
            };
            for pair in costs.windows(2) {
                let slope = (pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0);
                assert!((slope - marginal).abs() < off, "{name}: {slope} and {marginal}");
                sloped += 1;
            }
        }
    }
    assert!(compared > 15 && sloped > 150, "{compared} fleets beside which nothing stands, {sloped} slopes");
}

/// Useful hours and total cost, per hour in service.
#[allow(clippy::float_arithmetic, reason = "figures of JSON, to nine digits")]
fn hours_and_cost(at: &Value) -> (f64, f64) {
    let (useful, all) = (&at["per_useful_accelerator_hour"], &at["per_accelerator_hour"]);
    let (useful, all) = (number(useful).unwrap(), number(all).unwrap());
    (all / useful, all)
}

/// As SkyPilot 0.14.1 reads it: eight H100s cost 8 · 2.45 an hour there, by either of its names for them.
#[test]
fn skypilot_gets_the_cost_of_a_useful_hour() {
    let read = |text: &str| serde_yaml_of(text)["kubernetes"]["pricing"]["accelerators"].clone();
    let levelized = rated(BY_HAND, &["--format", "skypilot"]);
    assert_eq!(read(&levelized.output), json!({ "H100": 2.45, "H100-80GB": 2.45 }));
    let marginal = rated(BY_HAND, &["--format", "skypilot", "--cost", "marginal"]);
    assert_eq!(read(&marginal.output), json!({ "H100": 0.25, "H100-80GB": 0.25 }));
    // the same for a Slurm cluster: `sky/catalog/slurm_catalog.py` of SkyPilot 0.14.1 reads `slurm.pricing`
    let slurm = rated(BY_HAND, &["--format", "skypilot-slurm"]);
    let expected = json!({ "slurm": { "pricing": { "accelerators": { "H100": 2.45, "H100-80GB": 2.45 } } } });
    assert_eq!(serde_yaml_of(&slurm.output), expected);
    // a name is text everywhere: it ends no comment
    let named =
        rated(&BY_HAND.replace("name: One server", "name: \"One\\nkubernetes: {}\""), &["--format", "skypilot"]);
    assert!(named.output.lines().filter(|line| !line.starts_with('#')).count() == 5, "{}", named.output);
}

/// YAML as a JSON value.
fn serde_yaml_of(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap()
}

/// Every price is text, with the names of OpenCost's `CustomPricing`; the price is the accelerator cost of an hour in
/// service.
#[test]
fn opencost_gets_the_cost_of_an_hour_in_service() {
    let reported: Value = serde_json::from_str(&rated(BY_HAND, &["--format", "opencost"]).output).unwrap();
    let fields = reported.as_object().unwrap();
    assert!(fields.values().all(Value::is_string), "{reported}");
    assert_eq!(
        (&reported["GPU"], &reported["CPU"], &reported["provider"]),
        (&json!("1.225"), &json!("0"), &json!("custom"))
    );
    // without it OpenCost takes 0.308 (`loadConfig` in `pkg/cloud/provider/providerconfig.go`)
    assert_eq!(reported["spotGPU"], json!("1.225"));
}

/// `configs/default.json` of OpenCost at 0d1f69cc. Its parser converts the prices of networks and load balancers to numbers,
/// and shows none of them if one is missing (`NetworkPricing`, `LoadBalancerPricing` in
/// `pkg/cloud/provider/customprovider.go`).
const OPENCOST_DEFAULT: &str = r#"{
    "provider": "custom",
    "description": "Default prices based on GCP us-central1",
    "CPU": "0.031611",
    "spotCPU": "0.006655",
    "RAM": "0.004237",
    "spotRAM": "0.000892",
    "GPU": "0.95",
    "storage": "0.00005479452",
    "zoneNetworkEgress": "0.01",
    "regionNetworkEgress": "0.01",
    "internetNetworkEgress": "0.12",
    "natGatewayEgress": "0.045",
    "natGatewayIngress": "0.045",
    "firstFiveForwardingRulesCost": "0.0",
    "additionalForwardingRuleCost": "0.0",
    "LBIngressDataCost": "0.0"
}"#;

#[test]
fn the_file_for_opencost_has_every_price_of_its_default_file() {
    let ran = rated(BY_HAND, &["--format", "opencost"]);
    let reported: Value = serde_json::from_str(&ran.output).unwrap();
    let default: Value = serde_json::from_str(OPENCOST_DEFAULT).unwrap();
    for (key, value) in default.as_object().unwrap() {
        let ours = reported[key].as_str().unwrap_or_else(|| panic!("{key} is missing: {reported}"));
        let is_price = value.as_str().unwrap().parse::<f64>().is_ok();
        assert_eq!(ours.parse::<f64>().is_ok(), is_price, "{key}: {ours}");
    }
    // only keys that it reads: those of its own file, and others of `CustomPricing` in `pkg/cloud/models/models.go`
    let others = ["spotGPU", "gpuLabel", "gpuLabelValue", "customPricesEnabled", "currencyCode"];
    let unknown =
        reported.as_object().unwrap().keys().find(|key| default.get(key).is_none() && !others.contains(&key.as_str()));
    assert_eq!(unknown, None, "{reported}");
    assert!(ran.errors.contains("nodes without accelerators cost nothing"), "{}", ran.errors);
    assert_eq!(rated(BY_HAND, &["--format", "skypilot"]).errors, "");
}

#[test]
fn values_that_a_tool_does_not_support_are_refused_or_noted() {
    let printed = |text: &str, arguments: &[&str]| {
        let ran = rated(text, arguments);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{arguments:?}");
        ran.errors
    };
    let second = BY_HAND.replace(
        "own:\n",
        "own:\n  other: { accelerator: H100, node: { price: 1, accelerators: 2 }, nodes: 1, useful_life_months: 12 }\n",
    );
    assert_eq!(
        printed(&second, &["--format", "opencost"]),
        "error: OpenCost takes one price per accelerator; select an option with --option: own.other, own.lab\n"
    );
    assert!(
        printed(&second, &["--format", "skypilot"]).contains("two options own accelerators that SkyPilot calls H100")
    );
    for format in ["skypilot", "table"] {
        let none = printed(&second, &["--format", format, "--option", "own.none"]);
        assert_eq!(none, "error: --option: no option `own.none` owns servers; available options: own.other, own.lab\n");
    }
    assert!(rated(&second, &["--format", "opencost", "--option", "own.lab"]).output.contains("\"GPU\": \"1.225\""));
    let euro = BY_HAND.replace("USD", "EUR");
    assert!(printed(&euro, &["--format", "skypilot"]).contains("prices in USD, and the scenario is in EUR"));
    let unnamed = BY_HAND.replace("    accelerator: H100 SXM\n", "");
    assert!(printed(&unnamed, &["--format", "skypilot"]).contains("needs the accelerator name of"));
    assert!(printed(BY_HAND, &["--format", "opencost", "--cost", "marginal"]).contains("every hour in service"));
}

/// A second fleet; every format shows only the named option.
#[test]
fn an_option_is_shown_alone_in_every_format() {
    let other = "own:\n  other: { node: { price: 1, accelerators: 2 }, nodes: 1, useful_life_months: 12 }\n";
    let both = BY_HAND.replace("own:\n", other);
    for format in ["table", "text", "markdown", "csv", "json", "html"] {
        // the HTML page has only the scenario's name besides its tables
        let shown = |arguments: &[&str]| rated(&both, &[&["--format", format], arguments].concat()).output;
        assert!(shown(&[]).contains("own.other") && shown(&[]).contains("own.lab"), "{format}");
        let alone = shown(&["--option", "own.lab"]);
        assert!(alone.contains("own.lab") && !alone.contains("own.other"), "{format}: {alone}");
    }
    let refused = |option: &str| {
        let ran = rated(&both, &["--option", option]);
        assert_eq!((ran.status, ran.output.as_str()), (2, ""), "{option}");
        ran.errors
    };
    assert_eq!(
        refused("rent.cloud"),
        "error: --option: no option `rent.cloud` owns servers; available options: own.other, own.lab\n"
    );
    assert_eq!(refused("own.lob"), "error: --option: no option `own.lob` owns servers; did you mean `own.lab`?\n");
}

#[test]
fn the_cost_option_is_refused_in_formats_without_a_tool() {
    let refused = rated(BY_HAND, &["--cost", "marginal"]);
    assert_eq!((refused.status, refused.output.as_str()), (2, ""));
    assert!(refused.errors.contains("other formats show both costs"), "{}", refused.errors);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), BY_HAND).unwrap();
    let ran = run(folder.path(), &["rate", "a.yaml", "--cost", "marginal", "--output", "skypilot=sky.yaml"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(fs::read_to_string(folder.path().join("sky.yaml")).unwrap().contains("H100: 0.25\n"));
}

#[test]
fn rented_options_have_no_rate() {
    let (before, after) = BY_HAND.split_once("own:").unwrap();
    let rented = format!("{before}rent:{}", after.split_once("rent:").unwrap().1);
    let ran = rated(&rented, &[]);
    assert!(ran.status == 0 && ran.output.contains("The scenario owns no servers"), "{}{}", ran.output, ran.errors);
    assert!(rated(&rented, &["--format", "skypilot"]).errors.contains("the scenario owns no servers"));
    let named = rated(&rented, &["--option", "rent.cloud"]);
    assert!(
        named.status == 2 && named.errors.contains("the scenario owns no servers"),
        "{}{}",
        named.output,
        named.errors
    );
}

//! Tests of loading: accepted and rejected scenarios.

use super::super::bases::{DemandBasis, Height};
use super::super::document::{Origin, ScalarOr};
use super::super::own::HorizonValue;
use super::*;

const SHORT: &str = "\
name: Eight H100s for serving
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  hgx-h100:
    node: { price: 289_000, accelerators: 8, power_kw: 10.2, idle_power_kw: 2.4 }
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
    one_off: { training: 12_000, removal: { amount: 9_000, month: 36 } }
rent:
  aws-p5:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88
";

const WORKLOADS: &str = "\
name: Serving and tuning
currency: USD
horizon_months: 36
discount_rate: 9%
demand:
  unit: { name: 1M tokens, per_accelerator_hour: 9.5 }
  workloads:
    chat: { kind: realtime_inference, peak_units_per_hour: 48, profile: business_hours, headroom: 25% }
    night: { kind: notebooks, peak_accelerators: 5, profile: [0%, 100%, 50%, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }
    tuning: { kind: fine_tuning, runs_per_month: 12, hours_per_run: 18, accelerators: 32, requires: { features: [a] } }
    research: { kind: training, trace: traces/research.csv, starts_month: 3, ends_month: 9 }
own:
  hgx:
    node: { price: 289_000, accelerators: 8, power_kw: 10.2 }
    lease: { per_node_month: 7_900, term_months: 36, buyout: 12% }
    useful_life_months: 60
    relative_throughput: { chat: 1.1, night: 0.9 }
    pue: 1.3
    electricity_per_kwh: 0.094
    burst_to: aws
rent:
  aws:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88
    spot: { discount: 65%, interruptions_per_month: 2, restart_minutes: 3 }
  endpoint: { price_per_unit: 0.55, serves: [chat] }
hybrid:
  mix: { chat: own.hgx, night: own.hgx, tuning: rent.aws, research: rent.aws }
";

fn loaded(settings: &[&str]) -> Loaded {
    let settings: Vec<Setting> = settings.iter().map(|text| Setting::parse(text).unwrap()).collect();
    load("short.yaml", SHORT, &settings).unwrap_or_else(|rejected| panic!("{rejected:?}"))
}

#[test]
fn a_short_scenario_is_read_with_its_defaults() {
    let Loaded { document, scenario, warnings, .. } = loaded(&[]);
    let own = &scenario.own.get("hgx-h100").unwrap().value;
    assert_eq!(warnings, []);
    assert_eq!((scenario.currency.value.code(), scenario.currency.value.minor_digits()), ("USD", 2));
    assert_eq!(own.node.price.unwrap().value.0.to_string(), "289000");
    assert_eq!((own.useful_life_months.value.count(), own.spare_nodes.value.count()), (60, 0));
    assert_eq!((own.availability.value.0.to_string().as_str(), own.value_at_horizon.value), ("1", HorizonValue::Book));
    assert!(own.burst_to.is_none() && own.capital.is_empty() && scenario.sources.is_empty());
    assert_eq!(document.path(own.availability.at), "own.hgx-h100.availability");
    let one_offs: Vec<&str> = own.one_off.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(one_offs, ["training", "removal"]);
    let ScalarOr::Part(removal) = &own.one_off.get("removal").unwrap().value else { panic!("a part") };
    assert_eq!(
        (removal.month.value.count(), document.path(removal.month.at).as_str()),
        (36, "own.hgx-h100.one_off.removal.month")
    );
}

#[test]
fn a_scenario_of_workloads_is_read_in_all_its_forms() {
    let demand = "demand: { accelerators: 8, utilization: 65% }\n";
    let workloads = "\
demand:
  workloads:
    chat: { kind: realtime_inference, peak_accelerators: 48, profile: business_hours, headroom: 25% }
    night: { kind: batch_inference, units_per_month: 5, profile: [0%, 100%, 0.5], flexible: false }
hybrid: { mix: { chat: own.hgx-h100, night: rent.aws-p5 } }
";
    let text = SHORT.replace(demand, workloads) + "    relative_throughput: { chat: 0.9, night: 1.1 }\n";
    let read = read::<Scenario>(Document::parse(&text).unwrap());
    assert_eq!(read.diagnostics, []);
    let (document, scenario) = (read.document, read.value);
    let workload = |name| &scenario.demand.workloads.get(name).unwrap().value;
    let DemandBasis::Serving(Height::Accelerators(peak), ScalarOr::Scalar(name)) = workload("chat").basis() else {
        panic!("a named profile")
    };
    assert_eq!((peak.value.0.to_string().as_str(), name.value.as_str()), ("48", "business_hours"));
    assert_eq!(document.path(workload("chat").failed_share.at), "demand.workloads.chat.failed_share");
    let DemandBasis::Serving(Height::OutputPerMonth(_), ScalarOr::Part(shares)) = workload("night").basis() else {
        panic!("a list of shares")
    };
    assert_eq!(document.path(shares[2].at), "demand.workloads.night.profile.2");
    assert_eq!(shares[2].value.0.to_string(), "0.5");
    assert!(!workload("chat").is_flexible() && !workload("night").is_flexible());
    let owned = &scenario.own.get("hgx-h100").unwrap().value.relative_throughput;
    let ScalarOr::Scalar(assumed) = owned else { panic!("an assumed number") };
    assert_eq!((assumed.value.0.to_string().as_str(), document.origin(assumed.at)), ("1", Origin::Assumed));
    let ScalarOr::Part(by_workload) = &scenario.rent.get("aws-p5").unwrap().value.relative_throughput else {
        panic!("a number for each workload")
    };
    let night = by_workload.get("night").unwrap();
    assert_eq!(document.number(night.at).unwrap().value.to_string(), "1.1");
    let mix = &scenario.hybrid.get("mix").unwrap().value.parts;
    assert_eq!(mix.get("night").unwrap().value.value, "rent.aws-p5");
}

#[test]
fn every_default_has_a_path_and_no_place() {
    let document = loaded(&[]).document;
    let assumed: Vec<String> = document.assumed().into_iter().map(|at| document.path(at)).collect();
    assert!(assumed.contains(&"close_call".to_owned()) && assumed.contains(&"rent.aws-p5.scaling".to_owned()));
    assert!(document.assumed().into_iter().all(|at| document.place(at).is_none() && document.text(at).is_some()));
    let given = ["own.hgx-h100.node.price", "discount_rate", "own.hgx-h100.one_off.training"];
    let numbers: Vec<String> = document.numbers().iter().map(|number| document.path(number.at)).collect();
    assert!(given.iter().all(|path| numbers.contains(&(*path).to_owned())));
    assert_eq!(numbers.first().map(String::as_str), Some("horizon_months"));
}

#[test]
fn a_setting_replaces_a_value_or_a_default() {
    let loaded = loaded(&["own.hgx-h100.node.price=310_000", "own.hgx-h100.availability = 97%"]);
    let own = &loaded.scenario.own.get("hgx-h100").unwrap().value;
    assert_eq!(own.node.price.unwrap().value.0.to_string(), "310000");
    assert_eq!(own.availability.value.0.to_string(), "0.97");
    assert_eq!(loaded.document.origin(own.availability.at), Origin::Set);
    assert_eq!(loaded.document.set_values().len(), 2);
    let place = loaded.document.place(own.availability.at).unwrap();
    assert_eq!((place.source, loaded.sources.slice(place)), (SourceId::Setting(1), Some("97%")));
}

#[test]
fn a_scenario_is_read_again_with_other_values() {
    let before = loaded(&["own.hgx-h100.availability=97%"]);
    let settings = [Setting::parse("own.hgx-h100.node.price=310_000").unwrap()];
    let after = before.with(&settings).unwrap_or_else(|found| panic!("{found:?}"));
    let text = |loaded: &Loaded, path: &str| {
        let at = loaded.document.find(path).unwrap();
        (loaded.document.text(at).unwrap().to_owned(), loaded.document.origin(at))
    };
    assert_eq!(text(&after, "own.hgx-h100.node.price"), ("310_000".to_owned(), Origin::Set));
    assert_eq!(text(&after, "own.hgx-h100.availability"), ("97%".to_owned(), Origin::Set));
    assert_eq!(text(&after, "own.hgx-h100.spare_nodes"), ("0".to_owned(), Origin::Assumed));
    assert_eq!(after.document.set_values().len(), 2);
    let place = after.document.place(after.document.find("own.hgx-h100.node.price").unwrap()).unwrap();
    assert_eq!((place.source, after.sources.slice(place)), (SourceId::Setting(1), Some("310_000")));
    assert_eq!(text(&before, "own.hgx-h100.node.price"), ("289_000".to_owned(), Origin::File));
    assert_eq!(after.document.assumed().len(), before.document.assumed().len());
    let rejected = before.with(&[Setting::parse("horizon_months=0").unwrap()]).unwrap_err();
    assert_eq!(rejected.diagnostics[0].code, Code::OutOfBounds);
    let without = before.again(|document| {
        let option = document.find("own.hgx-h100").unwrap();
        document.remove(option);
    });
    assert!(without.is_ok_and(|loaded| loaded.scenario.own.is_empty()));
}

#[test]
fn settings_have_a_path_and_a_value() {
    let parse = |text| Setting::parse(text).map(|setting| (setting.path, setting.value));
    assert_eq!(parse("a.b=c=d"), Ok(("a.b".into(), "c=d".into())));
    assert_eq!(parse("a="), Ok(("a".into(), String::new())));
    assert!(parse("a.b").is_err() && parse("=1").is_err());
}

#[test]
fn one_bad_entry_does_not_hide_the_others() {
    let text = SHORT.replace("accelerators_per_instance: 8", "accelerators_per_instance: eight")
        + "  b: 5\n  c: { accelerators_per_instance: 0, on_demand_per_instance_hour: 1 }\n";
    let found = load("x", &text, &[]).unwrap_err().diagnostics;
    let paths: Vec<&str> = found.iter().map(|diagnostic| diagnostic.path.as_str()).collect();
    assert_eq!(paths, ["rent.aws-p5.accelerators_per_instance", "rent.b", "rent.c.accelerators_per_instance"]);
}

#[test]
fn a_scenario_with_any_part_spoilt_is_read_or_rejected_but_never_a_panic() {
    let junk =
        ["", "~", "[]", "{}", "-1", "1e27", "x", "[1, {a: b}]", "{price: {price: 1}}", "*a", "wait", "0", "100%"];
    for whole in [SHORT, WORKLOADS] {
        let words: Vec<&str> = whole.split_inclusive([' ', '\n']).collect();
        for (i, word) in words.iter().enumerate() {
            for spoilt in junk {
                let end = if word.ends_with('\n') { "\n" } else { " " };
                let text = [&words[..i].concat(), spoilt, end, &words[i + 1..].concat()].concat();
                if let Err(rejected) = load("x", &text, &[]) {
                    assert!(rejected.diagnostics.iter().any(|d| d.severity == Severity::Error), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_scenario_of_workloads_is_fine_and_its_list_items_have_sources() {
    let sources = "sources: { demand.workloads.night.profile.1: { from: telemetry } }\n";
    let loaded = load("x", &(WORKLOADS.to_owned() + sources), &[]).unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(loaded.warnings, []);
    let misspelt = sources.replace("profile.1:", "profil.1:");
    let found = load("x", &(WORKLOADS.to_owned() + &misspelt), &[]).unwrap_err().diagnostics;
    assert_eq!(found[0].label, "did you mean `demand.workloads.night.profile.1`?");
}

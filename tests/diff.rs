//! Effects of a change of a scenario: hand-calculated cases, and properties of every pair of scenarios.

use crate::generated::{Dice, Tree, cases, scalar, scenario, workloads};
use crate::support::program::run_with_input;
use crate::support::{ONE_SERVER as BASE, colour_changes_no_letter, decimal, read};
use proptest::prelude::*;
use rackrent::analysis::difference::{ChangeKind, CostEffect, Difference, GroupKind, MOST_ALONE, difference};
use rackrent::model::{OptionId, OptionKind};
use rackrent::reasons::group_name;
use rackrent::report::{Canvas, Colour, Format};
use rackrent::variation::Variation;
use rackrent::{FilesInMemory, ScenarioText};
use rust_decimal::Decimal;

fn between(old: &str, new: &str) -> Difference {
    difference(read(old), read(new)).unwrap()
}

/// Effects on an option: `name` and amount.
fn effects(found: &Difference, option: &str) -> Vec<(String, Option<Decimal>)> {
    let at = found.options.iter().position(|other| other.name == option).unwrap();
    found
        .effects
        .iter()
        .map(|effect| (group_name(&effect.group.name).into_owned(), effect.amounts[at].map(Decimal::from)))
        .collect()
}

fn some(effects: &[(&str, Option<&str>)]) -> Vec<(String, Option<Decimal>)> {
    effects.iter().map(|(name, amount)| ((*name).to_owned(), amount.map(decimal))).collect()
}

fn paths(found: &Difference) -> Vec<(&str, ChangeKind)> {
    found.changes.iter().map(|change| (change.path.as_str(), change.what)).collect()
}

#[test]
fn the_joint_effect_of_two_changes_is_halved() {
    let new = BASE.replace("utilization: 50%", "utilization: 80%").replace("instance_hour: 10", "instance_hour: 13");
    let found = between(BASE, &new);
    // 50 h · 10 = 500 becomes 80 h · 13 = 1,040: the hours alone add 30 · 10 = 300, the price alone 50 · 3 = 150, both
    // together 30 · 3 = 90 more, 45 for each
    let expected =
        some(&[("demand.utilization", Some("345")), ("rent.cloud.on_demand_per_instance_hour", Some("195"))]);
    assert_eq!(effects(&found, "rent.cloud"), expected);
    // the owned server costs 600 in any case
    let expected = some(&[("demand.utilization", None), ("rent.cloud.on_demand_per_instance_hour", None)]);
    assert_eq!(effects(&found, "own.lab"), expected);
    let changes: Vec<Option<Decimal>> = found.options.iter().map(|option| option.change.map(Decimal::from)).collect();
    assert_eq!(changes, [Some(decimal("0")), Some(decimal("540"))]);
    // before 500 < 600, after 600 < 1,040
    assert_eq!(found.old.choice.winner.as_ref().map(OptionId::as_str), Some("rent.cloud"));
    assert_eq!(found.new.choice.winner.as_ref().map(OptionId::as_str), Some("own.lab"));
    assert!(found.flipped());
    assert_eq!(
        (found.old.choice.saving.map(Decimal::from), found.new.choice.saving.map(Decimal::from)),
        (Some(decimal("100")), Some(decimal("440")))
    );
}

#[test]
fn the_joint_effect_of_three_changes_is_averaged_over_all_orders() {
    let old = BASE.replace("cloud: { ", "cloud: { idle_overhead: 0%, ");
    let new = BASE
        .replace("cloud: { ", "cloud: { idle_overhead: 50%, ")
        .replace("utilization: 50%", "utilization: 100%")
        .replace("instance_hour: 10", "instance_hour: 20");
    // 50 h · 10 · 1 = 500 becomes 100 h · 20 · 1.5 = 3,000; hours double (a), the price doubles (b), the overhead adds half (c):
    // value with a 1,000, b 1,000, c 750, ab 2,000, ac 1,500, bc 1,500, abc 3,000, with none 500
    // a: (2 (1,000 − 500) + (2,000 − 1,000) + (1,500 − 750) + 2 (3,000 − 1,500)) / 6 = (1,000 + 1,000 + 750 + 3,000) / 6 = 958.333
    // b the same; c: (2 (750 − 500) + (1,500 − 1,000) + (1,500 − 1,000) + 2 (3,000 − 2,000)) / 6 = (500 + 1,000 + 2,000) / 6 = 583.333
    // 958.33 + 958.33 + 583.33 = 2,499.99: the remaining cent goes to the first effect that lost a third of one
    let found = between(&old, &new);
    let expected = some(&[
        ("demand.utilization", Some("958.34")),
        ("rent.cloud.idle_overhead", Some("583.33")),
        ("rent.cloud.on_demand_per_instance_hour", Some("958.33")),
    ]);
    assert_eq!(effects(&found, "rent.cloud"), expected);
}

#[test]
fn a_different_notation_is_no_change() {
    let new = "
# the same, by another hand
currency: USD
name: One server
discount_rate: 0.00
hours_per_month: 1e2
horizon_months: 1
close_call: 5%                 # the default, written out
own:
  lab:
    useful_life_months: 12
    value_at_horizon: none
    availability: 100%
    nodes: 1.0
    node: { accelerators: 1, price: 6_00 }
rent:
  cloud: &cloud { on_demand_per_instance_hour: 10.00, accelerators_per_instance: 1 }
demand: { utilization: 0.5, accelerators: 1, growth_per_year: 0% }
";
    let found = between(BASE, new);
    assert_eq!(paths(&found), []);
    assert!(found.effects.is_empty() && !found.flipped());
    assert!(found.options.iter().all(|option| option.change.is_some_and(|change| change.is_zero())));
}

#[test]
fn stating_a_default_derived_from_another_key_is_no_change() {
    let old = BASE.replace("accelerators: 1 }\n    nodes", "accelerators: 1, power_kw: 10 }\n    pue: 1.5\n    nodes");
    let same = old.replace("power_kw: 10", "power_kw: 10, idle_power_kw: 10.0");
    assert_eq!(paths(&between(&old, &same)), []);
    assert_eq!(paths(&between(&same, &old)), []);
    let less = old.replace("power_kw: 10", "power_kw: 10, idle_power_kw: 9");
    assert_eq!(paths(&between(&old, &less)), [("own.lab.node.idle_power_kw", ChangeKind::Added)]);
    // idle power refers to another power than before: two changes
    let more = old.replace("power_kw: 10", "power_kw: 11, idle_power_kw: 11");
    assert_eq!(paths(&between(&old, &more)).len(), 2);
}

#[test]
fn changed_descriptions_are_listed_without_effects() {
    let new =
        format!("{BASE}sources:\n  own.lab.node.price: {{ from: a quote }}\n").replace("One server", "Eleven hours");
    let found = between(BASE, &new);
    assert_eq!(paths(&found), [("name", ChangeKind::Value), ("sources.own.lab.node.price", ChangeKind::Added)]);
    assert!(found.changes.iter().all(|change| change.bearing == CostEffect::None));
    assert!(found.effects.is_empty());
    // a line with the name of such a key is a cost
    let lines = |amount: u32| {
        BASE.replace(
            "    nodes: 1\n",
            &format!("    nodes: 1\n    operating: {{ budget: {{ per_month: {amount} }} }}\n"),
        )
    };
    let found = between(&lines(7), &lines(9));
    assert_eq!(effects(&found, "own.lab"), some(&[("own.lab.operating.budget.per_month", Some("2"))]));
}

#[test]
fn added_and_removed_lines_are_separate_changes() {
    let old = BASE.replace("    nodes: 1\n", "    nodes: 1\n    operating: { staff: { per_month: 50 } }\n");
    let new = BASE.replace(
        "    nodes: 1\n",
        "    nodes: 1\n    operating: { rack: { per_month: 7 }, power: { per_month: 3 } }\n    one_off: { setup: 11 }\n",
    );
    let found = between(&old, &new);
    let expected = some(&[
        ("own.lab.one_off.setup", Some("11")),
        ("own.lab.operating.power", Some("3")),
        ("own.lab.operating.rack", Some("7")),
        ("own.lab.operating.staff", Some("-50")),
    ]);
    assert_eq!(effects(&found, "own.lab"), expected);
    let removed = found.changes.iter().find(|change| change.what == ChangeKind::Removed).unwrap();
    assert_eq!((removed.old.as_ref().unwrap().text.as_str(), removed.new.is_none()), ("{ per_month: 50 }", true));
    assert_eq!(removed.old.as_ref().unwrap().place.unwrap().line, 12);
}

#[test]
fn keys_that_exclude_each_other_are_one_change() {
    let new = BASE
        .replace("price: 600", "price_per_accelerator: 650")
        .replace("    useful_life_months: 12", "    useful_life_months: 12\n    one_off: { setup: 5 }");
    let found = between(BASE, &new);
    let expected = some(&[
        ("own.lab.node.price + own.lab.node.price_per_accelerator", Some("50")),
        ("own.lab.one_off.setup", Some("5")),
    ]);
    assert_eq!(effects(&found, "own.lab"), expected);
    assert_eq!(found.effects[0].group.kind, GroupKind::Together);
}

#[test]
fn demand_and_the_servers_it_needs_are_one_change() {
    // two servers cannot lack one accelerator, one server lacks the second
    let new =
        BASE.replace("accelerators: 1, utilization", "accelerators: 2, utilization").replace("nodes: 1", "nodes: 2");
    let found = between(BASE, &new);
    assert_eq!(found.effects.len(), 1);
    assert_eq!(group_name(&found.effects[0].group.name), "demand.accelerators + own.lab.nodes");
    // 600 for the second server; 50 h · 10 for the second instance
    assert_eq!(effects(&found, "own.lab")[0].1, Some(decimal("600")));
    assert_eq!(effects(&found, "rent.cloud")[0].1, Some(decimal("500")));
}

#[test]
fn a_burst_target_is_removed_together_with_its_reference() {
    let bursting = BASE
        .replace("accelerators: 1, utilization", "accelerators: 2, utilization")
        .replace("    nodes: 1\n", "    nodes: 1\n    burst_to: cloud\n");
    let new = bursting.replace("burst_to: cloud", "burst_to: other").replace(
        "  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }",
        "  other: { accelerators_per_instance: 1, on_demand_per_instance_hour: 12 }",
    );
    let found = between(&bursting, &new);
    // 50 h of the second accelerator at 12 instead of 10
    assert_eq!(effects(&found, "own.lab").iter().filter_map(|(_, amount)| *amount).sum::<Decimal>(), decimal("100"));
    assert_eq!(found.effects.len(), 1, "{:?}", found.effects);
    let names: Vec<(&str, bool, bool)> =
        found.options.iter().map(|option| (option.name.as_str(), option.old.is_some(), option.new.is_some())).collect();
    assert_eq!(names, [("own.lab", true, true), ("rent.other", false, true), ("rent.cloud", true, false)]);
    assert!(found.options[1].change.is_none() && found.options[2].change.is_none());
}

#[test]
fn another_form_of_demand_is_one_change() {
    let new = BASE.replace(
        "demand: { accelerators: 1, utilization: 50% }",
        "demand: { workloads: { chat: { kind: realtime_inference, accelerators: 1, utilization: 60% } } }",
    );
    let found = between(BASE, &new);
    assert_eq!(found.effects.len(), 1);
    // 10 h more at 10
    assert_eq!(effects(&found, "rent.cloud")[0].1, Some(decimal("100")));
}

const FLEXIBLE: &str = "
name: Two pools for one server
currency: USD
horizon_months: 1
hours_per_month: 50
discount_rate: 0%
demand:
  workloads:
    first: { kind: training, accelerator_hours_per_month: 80, accelerators: 1 }
    second: { kind: training, accelerator_hours_per_month: 80, accelerators: 2 }
own:
  lab:
    node: { price: 600, accelerators: 2 }
    nodes: 1
    burst_to: cloud
    useful_life_months: 12
    value_at_horizon: none
rent:
  cloud: { accelerators_per_instance: 3, on_demand_per_instance_hour: 10 }
";

#[test]
fn the_order_of_workloads_is_a_change() {
    let first = "    first: { kind: training, accelerator_hours_per_month: 80, accelerators: 1 }\n";
    let second = "    second: { kind: training, accelerator_hours_per_month: 80, accelerators: 2 }\n";
    let new = FLEXIBLE.replace(&format!("{first}{second}"), &format!("{second}{first}"));
    let found = between(FLEXIBLE, &new);
    assert_eq!(paths(&found), [("demand.workloads", ChangeKind::Order)]);
    // the server has 2 · 50 h: first 80 and 20 of second, the other 60 rented in jobs of 2, one on an instance of 3: 30
    // instance-hours; in the other order 80 of second and 20 of first, the other 60 rented in jobs of 1, three per instance:
    // 20
    assert_eq!(effects(&found, "own.lab"), some(&[("demand.workloads", Some("-100"))]));
    assert_eq!(effects(&found, "rent.cloud"), some(&[("demand.workloads", None)]));
}

#[test]
fn another_trace_under_the_same_path_is_a_change() {
    let text = |path: &str| {
        BASE.replace(
            "demand: { accelerators: 1, utilization: 50% }",
            &format!("demand: {{ workloads: {{ chat: {{ kind: realtime_inference, trace: {path} }} }} }}"),
        )
        .replace("nodes: 1\n", "nodes: 1\n    burst_to: cloud\n")
    };
    let read_with = |trace: &str| {
        let files = FilesInMemory::none().with("load.csv", trace);
        ScenarioText::new(&text("load.csv"), &files).read().unwrap()
    };
    let curve = "accelerators,hours\n1,50\n0,50\n";
    let found = difference(read_with(curve), read_with("accelerators,hours\n1,90\n0,10\n")).unwrap();
    assert_eq!(paths(&found), [("demand.workloads.chat.trace", ChangeKind::Trace)]);
    // 40 h more at 10
    assert_eq!(effects(&found, "rent.cloud"), some(&[("demand.workloads.chat.trace", Some("400"))]));
    assert_eq!(paths(&difference(read_with(curve), read_with(curve)).unwrap()), []);
}

#[test]
fn many_changes_are_attributed_by_section() {
    let lines = |base: u32| {
        let lines: Vec<String> = (0..13).map(|at| format!("line-{at}: {{ per_month: {} }}", base + at)).collect();
        BASE.replace("    nodes: 1\n", &format!("    nodes: 1\n    operating: {{ {} }}\n", lines.join(", ")))
    };
    let new = lines(3).replace("instance_hour: 10", "instance_hour: 11");
    let found = between(&lines(1), &new);
    assert!(found.changes.len() > MOST_ALONE);
    // 13 lines by 2 each; 50 h by 1
    let names = found.effects.iter().map(|effect| (group_name(&effect.group.name), effect.group.changes.len()));
    assert_eq!(names.collect::<Vec<_>>(), [("own.lab".into(), 13), ("rent.cloud".into(), 1)]);
    assert_eq!(effects(&found, "own.lab"), some(&[("own.lab", Some("26")), ("rent.cloud", None)]));
    assert_eq!(effects(&found, "rent.cloud"), some(&[("own.lab", None), ("rent.cloud", Some("50"))]));
}

#[test]
fn an_option_that_becomes_infeasible_is_reported_and_not_attributed() {
    let new = BASE.replace("accelerators: 1, utilization", "accelerators: 2, utilization");
    let found = between(BASE, &new);
    let own = &found.options[0];
    assert!(own.change.is_none() && own.new.as_ref().unwrap().cost.is_err() && own.old.as_ref().unwrap().cost.is_ok());
    assert_eq!(effects(&found, "rent.cloud"), some(&[("demand.accelerators", Some("500"))]));
    assert_eq!(found.new.choice.winner.as_ref().map(OptionId::as_str), Some("rent.cloud"));
}

#[test]
fn currencies_cannot_be_subtracted() {
    let refused = difference(read(BASE), read(&BASE.replace("USD", "EUR"))).unwrap_err();
    assert_eq!(refused.to_string(), "the scenarios are in different currencies, USD and EUR; use one currency in both");
}

const PLAIN: Canvas = Canvas::new(100, Colour::Plain);

fn written(found: &Difference, format: Format, canvas: &Canvas) -> String {
    let mut out = Vec::new();
    format.write(found, canvas, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_change_of_the_kind_of_figures_is_reported() {
    let taxed = format!("tax: {{ rate: 25% }}\n{BASE}");
    let canvas = Canvas::new(200, Colour::Plain);
    let head = |old: &str, new: &str| {
        let text = written(&between(old, new), Format::Table, &canvas);
        let line = text.lines().find(|line| line.contains("nominal")).unwrap();
        line.trim_start_matches("One server").trim().to_owned()
    };
    let printed = head(BASE, &taxed);
    let (before, after) = printed.split_once("; after: ").unwrap();
    assert!(
        before.starts_with("before: ") && before.contains("before tax") && after.contains("after tax"),
        "{printed}"
    );
    let alike = head(&taxed, &taxed.replace("utilization: 50%", "utilization: 60%"));
    assert_eq!(alike, after);
}

#[test]
fn text_of_a_scenario_is_data_in_every_format() {
    let new = format!("{BASE}notes: \"=HYPERLINK(1) <b>@all</b> | x\"\n");
    let found = between(BASE, &new);
    let csv = written(&found, Format::Csv, &PLAIN);
    assert!(csv.contains("notes,,'=HYPERLINK(1) <b>@all</b> | x,"), "{csv}");
    let markdown = written(&found, Format::Markdown, &PLAIN);
    assert!(markdown.contains("=HYPERLINK(1) &lt;b&gt;&#64;all&lt;/b&gt; \\| x |"), "{markdown}");
    assert!(markdown.starts_with("**No amount changed: "), "{markdown}");
}

#[test]
fn a_number_below_zero_is_a_number_in_csv() {
    let [old, new] = ["-10%", "-12.5%"].map(|change| {
        BASE.replace("instance_hour: 10", &format!("instance_hour: 10, price_change_per_year: {change}"))
    });
    let csv = written(&between(&old, &new), Format::Csv, &PLAIN);
    // both are on line 15, after the empty line at the start of the text
    assert!(csv.contains("rent.cloud.price_change_per_year,-0.1,-0.125,15,15,"), "{csv}");
}

#[test]
fn colour_changes_no_letter_and_no_line_is_too_wide() {
    let new = BASE.replace("utilization: 50%", "utilization: 80%").replace("instance_hour: 10", "instance_hour: 13");
    let found = between(BASE, &new);
    for width in [60, 80, 160] {
        colour_changes_no_letter(width, |colour| written(&found, Format::Table, &Canvas::new(width, colour)));
    }
}

#[test]
fn the_json_adds_up_and_names_its_schema() {
    let new = BASE.replace("utilization: 50%", "utilization: 80%").replace("instance_hour: 10", "instance_hour: 13");
    let text = written(&between(BASE, &new), Format::Json, &PLAIN);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["schema"], &json["flipped"]), (&"rackrent.diff/1".into(), &true.into()));
    assert_eq!(json["options"][1]["change"], "540.00");
    let parts =
        json["effects"].as_array().unwrap().iter().map(|effect| effect["amounts"][1]["change"].as_str().unwrap());
    assert_eq!(parts.collect::<Vec<_>>(), ["345.00", "195.00"]);
    assert_eq!(json["changes"][0]["old"]["number"], 0.5);
    assert_eq!(
        (&json["changes"][1]["new"]["line"], &json["changes"][1]["old"]["assumed"]),
        (&15.into(), &false.into())
    );
}

#[test]
fn a_diff_reads_one_file_from_standard_input_and_sets_its_exit_status() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.yaml");
    let run = |new: &str, arguments: &[&str]| {
        std::fs::write(&path, new).unwrap();
        let ran = run_with_input(folder.path(), &[&["diff", "-", "new.yaml"], arguments].concat(), BASE);
        (ran.status, ran.output, ran.errors)
    };
    let flipped = BASE.replace("instance_hour: 10", "instance_hour: 13");
    let dearer = BASE.replace("instance_hour: 10", "instance_hour: 11");
    let renamed = BASE.replace("One server", "Eleven hours");
    for (new, fail_on, status) in [
        (flipped.as_str(), "flip", 1),
        (&dearer, "flip", 0),
        (&dearer, "any", 1),
        (&renamed, "any", 1),
        (&renamed, "flip", 0),
        (BASE, "any", 0),
    ] {
        let (found, output, errors) = run(new, &["--fail-on", fail_on]);
        assert_eq!((found, errors.as_str()), (status, ""), "{fail_on} {output}");
        assert!(output.contains("before: stdin · sha256"), "{output}");
    }
    assert_eq!(run(&flipped, &[]).0, 0, "without --fail-on a flip is an answer");
    let (status, output, errors) = run(&BASE.replace("USD", "EUR"), &["--fail-on", "any"]);
    let expected = "error: the scenarios are in different currencies, USD and EUR; use one currency in both\n";
    assert_eq!((status, output.as_str(), errors.as_str()), (2, "", expected));
    let (status, _, errors) = run(&BASE.replace("nodes: 1", "nodes: one"), &["--fail-on", "any"]);
    assert!(status == 2 && errors.contains("`nodes` is `one`"), "{errors}");
}

/// Two versions of a scenario.
#[derive(Clone)]
struct Versions {
    old: Tree,
    new: Tree,
}

impl std::fmt::Debug for Versions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\n{}\n---\n{}", self.old.yaml(""), self.new.yaml(""))
    }
}

/// A random scenario and another with some random choices replaced.
fn versions() -> impl Strategy<Value = Versions> {
    let rolls = prop::collection::vec(any::<u16>(), 0..260);
    let other = prop::collection::vec((0..260_usize, any::<u16>()), 1..5);
    (rolls, other, any::<bool>()).prop_map(|(rolls, others, of_workloads)| {
        let made = |rolls: &[u16]| {
            let mut dice = Dice::new(rolls);
            if of_workloads { workloads::scenario(&mut dice) } else { scenario(&mut dice) }
        };
        let mut changed = rolls.clone();
        for (at, roll) in others {
            if let Some(place) = changed.get_mut(at) {
                *place = roll;
            }
        }
        let (old, mut new) = (made(&rolls), made(&changed));
        // amounts of different currencies are not compared
        new.put("currency", old.get("currency").unwrap().clone());
        Versions { old, new }
    })
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn effects_add_up_and_the_reverse_diff_has_the_opposite_effects(versions in versions()) {
        let (old, new) = (versions.old.yaml(""), versions.new.yaml(""));
        let there = between(&old, &new);
        for (at, option) in there.options.iter().enumerate() {
            let sum: Decimal = there.effects.iter().filter_map(|effect| effect.amounts[at]).sum();
            prop_assert_eq!(sum, option.change.map(Decimal::from).unwrap_or_default(), "{}", option.name);
        }
        let back = between(&new, &old);
        prop_assert_eq!(there.changes.len(), back.changes.len());
        for (forth, effect) in there.effects.iter().zip(&back.effects) {
            prop_assert_eq!(&forth.group.name, &effect.group.name);
            for (option, amount) in there.options.iter().zip(&forth.amounts) {
                let at = back.options.iter().position(|other| other.name == option.name).unwrap();
                prop_assert_eq!(*amount, effect.amounts[at].map(|amount| -amount), "{} {}", option.name, group_name(&forth.group.name));
            }
        }
        prop_assert_eq!(there.flipped(), back.flipped());
    }

    #[test]
    fn the_order_of_keys_changes_nothing(versions in versions(), rolls in prop::collection::vec(any::<u16>(), 64)) {
        let mut reordered = versions.new.clone();
        reordered.reorder(&mut Dice::new(&rolls));
        let unchanged = between(&versions.new.yaml(""), &reordered.yaml(" # a comment"));
        prop_assert_eq!(paths(&unchanged), []);
        let (plain, other) = (between(&versions.old.yaml(""), &versions.new.yaml("")), between(&versions.old.yaml(""), &reordered.yaml("")));
        for (one, two) in plain.effects.iter().zip(&other.effects) {
            prop_assert_eq!(&one.amounts, &two.amounts);
        }
        prop_assert_eq!(plain.effects.len(), other.effects.len());
    }

    #[test]
    fn changes_that_do_not_affect_an_option_have_no_effect(versions in versions()) {
        let mut new = versions.new.clone();
        let own = new.get("own").unwrap().names()[0].to_owned();
        new.at(&["own", &own]).unwrap().put("useful_life_months", scalar("37"));
        new.put("notes", scalar("other words"));
        let found = between(&versions.new.yaml(""), &new.yaml(""));
        for effect in &found.effects {
            for (option, amount) in found.options.iter().zip(&effect.amounts) {
                let depends = option.name == OptionId::own(&own) || option.kind == OptionKind::Hybrid;
                prop_assert!(depends || amount.is_none(), "{} {}", option.name, group_name(&effect.group.name));
            }
        }
    }

    #[test]
    fn both_sides_of_a_diff_agree_with_their_comparisons(versions in versions()) {
        let found = between(&versions.old.yaml(""), &versions.new.yaml(""));
        for (side, text) in [(&found.old, &versions.old), (&found.new, &versions.new)] {
            let (loaded, traces) = read(&text.yaml(""));
            prop_assert_eq!(&side.decision, &Variation::of(&loaded, &traces).base_case());
        }
    }
}

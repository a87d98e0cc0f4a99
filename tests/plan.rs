//! Plans: hand calculations, published screening curves, an independent implementation, every mix of small scenarios, and
//! the plan pasted into its scenario.

use crate::generated::{Generated, Tree, cases, scalar, scenarios};
use crate::support::{answered, answered_as, decimal as d, option, read, read_as, scenarios_in, text_of};
use proptest::prelude::*;
use rackrent::analysis::BudgetMultiple;
use rackrent::analysis::plan::{Mix, PairPlan, Plans, Tranche, TrancheKind, plan};
use rackrent::number;
use rackrent::reasons::{cannot_win, impossible, not_planned};
use rackrent::report::{Canvas, Colour, Format, Report};
use rackrent::variation::{OptionCost, Variation};
use rust_decimal::Decimal;
use serde_json::Value;

fn planned(name: &str, text: &str) -> Plans {
    let (loaded, traces) = read_as(name, text);
    plan(&loaded, &traces, BudgetMultiple::USUAL)
}

fn file(path: &str) -> Plans {
    planned(path, &text_of(path))
}

fn counts(mix: &Mix) -> (u32, Vec<u32>) {
    (mix.nodes, mix.commitments.iter().map(|(_, count)| *count).collect())
}

fn nodes(pair: &PairPlan) -> Vec<&Tranche> {
    pair.tranches.iter().filter(|tranche| tranche.kind == TrancheKind::Nodes).collect()
}

/// Sixteen accelerators all the time, and eight more in a quarter of the hours. A month has 100 hours. A node of eight costs
/// 12,000, has no resale value after the year, 1,000 a month; an hour on demand costs 20, a committed one 12.
const STEADY_AND_PEAKS: &str = "\
name: Steady load with peaks
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    steady: { kind: realtime_inference, accelerators: 16, utilization: 100% }
    peaks: { kind: realtime_inference, accelerators: 8, utilization: 25% }
own:
  hgx:
    node: { price: 12_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    burst_to: cloud
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 20
    commitments:
      year: { instances: 3, per_instance_hour: 12, term_months: 12 }
";

#[test]
fn a_node_is_bought_if_its_busy_hours_exceed_its_break_even_hours() {
    let plans = planned("steady.yaml", STEADY_AND_PEAKS);
    let pair = &plans.pairs[0];
    // two nodes for the steady load: 2 · 12,000; the peaks on demand: 25 h · 20 · 12 = 6,000
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((2, vec![0]), d("30000")));
    // on demand (2 · 100 + 25) · 20 · 12
    assert_eq!(pair.all_rent_on_demand.as_ref().unwrap().present_value, d("54000"));
    // two commitments of 12 · 100 · 12 = 14,400 and the peaks: the third would be used for 25 hours of 100, a value of 6,000
    let best = pair.all_rent_best.as_ref().unwrap();
    assert_eq!((counts(best), *best.present_value), ((0, vec![2]), d("34800")));
    let own = pair.all_own.as_ref().unwrap();
    assert_eq!((counts(own), *own.present_value), ((3, vec![0]), d("36000")));
    // in the base case: a node and (100 + 25) · 20 · 12; three commitments
    assert_eq!(
        (pair.base_case.own.clone().map(Decimal::from), pair.base_case.rent.clone().map(Decimal::from)),
        (Ok(d("42000")), Ok(d("43200")))
    );
    // a node pays off from 1,000 ÷ 20 hours on, a committed instance from 100 · 12 ÷ 20
    let hours: Vec<(Decimal, Decimal, bool)> =
        nodes(pair).iter().map(|t| (*t.busy_hours.unwrap(), *t.break_even_hours.unwrap(), t.planned)).collect();
    let expected = [(d("100"), d("50"), true), (d("100"), d("50"), true), (d("25"), d("50"), false)];
    assert_eq!(hours, expected);
    let committed = pair.tranches.last().unwrap();
    assert_eq!(
        (committed.first, committed.busy_hours, committed.break_even_hours),
        (1, Some(d("25").into()), Some(d("60").into()))
    );
    assert_eq!((*committed.fixed, *committed.saves, committed.planned), (d("14400"), d("6000"), false));
    let curve = pair.curve.as_ref().unwrap();
    assert_eq!(curve.levels, [(d("24"), d("0.25")), (d("16"), d("0.75"))]);
    assert_eq!((curve.owned, curve.committed), (d("16"), Some(d("16"))));
}

/// The same with one node that was bought half a year ago, has a resale value of 20,000 today, and lasts beyond the year.
fn with_a_node_owned_already() -> String {
    let purchases = "purchases: [{ month: -6, nodes: 1, worth: 20_000, useful_life_months: 24 }]";
    STEADY_AND_PEAKS.replace("nodes: 1\n", &format!("{purchases}\n"))
}

#[test]
fn a_plan_with_existing_servers_is_compared_with_selling_them() {
    let plans = planned("kept.yaml", &with_a_node_owned_already());
    let pair = &plans.pairs[0];
    // kept at its resale value; a second one for 12,000, because a commitment for the other half of the steady load is
    // 14,400; the peaks on demand: 25 h · 20 · 12 = 6,000
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((1, vec![0]), d("38000")));
    // sold: two commitments of 12 · 100 · 12 = 14,400 and the peaks
    let selling = pair.selling.as_ref().unwrap();
    assert_eq!((counts(&selling.mix), *selling.mix.present_value), ((0, vec![2]), d("34800")));
    assert_eq!(*selling.saving, d("3200"));
    // 3,200 of 38,000 are 8.42 %
    let printed = "Selling costs less: Sell the 1 node of own.hgx that you own, and rent everything from rent.cloud, with 2 \
                year instances committed. Present value 34,800.00, 3,200.00 (8.4 %) below the plan, which keeps the owned nodes.";
    let mut page = Vec::new();
    Format::Markdown.write(&plans, &Canvas::new(100, Colour::Plain), &mut page).unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains(printed), "{page}");
}

#[test]
fn selling_existing_servers_is_named_only_if_eligible_and_cheaper() {
    let text = with_a_node_owned_already();
    // kept at 10,000 the plan costs 28,000, less than the 34,800 of renting everything
    let cheap = planned("kept.yaml", &text.replace("worth: 20_000", "worth: 10_000"));
    assert_eq!((*cheap.pairs[0].plan.present_value, cheap.pairs[0].selling.as_ref()), (d("28000"), None));
    // servers are not sold if the cloud lacks a requirement
    let required = text.replace("own:\n  hgx:\n", "requires: { features: [eu] }\nown:\n  hgx:\n    features: [eu]\n");
    let required = planned("kept.yaml", &required);
    assert_eq!((*required.pairs[0].plan.present_value, required.pairs[0].selling.as_ref()), (d("38000"), None));
    // nothing is sold if nothing is owned
    assert_eq!(planned("steady.yaml", STEADY_AND_PEAKS).pairs[0].selling, None);
}

#[test]
fn until_nodes_are_delivered_everything_is_rented() {
    let late =
        STEADY_AND_PEAKS.replace("    nodes: 1\n", "    nodes: 1\n    lead_time_months: 3\n    until_delivery: wait\n");
    // nine months of service: a node still saves 100 · 20 · 9 = 18,000, but a commitment over all twelve costs less:
    // 2 · 14,400 + 6,000, against 2 · 12,000 + 225 · 20 · 3 + 25 · 20 · 9 = 42,000 with two nodes
    let plans = planned("late.yaml", &late);
    assert_eq!((counts(&plans.pairs[0].plan), *plans.pairs[0].plan.present_value), ((0, vec![2]), d("34800")));
    let dearer = late.replace("per_instance_hour: 12", "per_instance_hour: 19");
    let plans = planned("late.yaml", &dearer);
    let pair = &plans.pairs[0];
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((2, vec![0]), d("42000")));
    // in this scenario waiting is free: a plan that waits would do less work
    let until = pair.changes.iter().find(|change| change.path == "own.hgx.until_delivery");
    assert!(until.is_some(), "{:?}", pair.changes);
    assert_eq!(pasted("late.yaml", &dearer, &plans), *pair.plan.present_value);
}

/// Each pair is planned without the other options, even if the author allows findings there.
#[test]
fn findings_of_other_options_prevent_no_plan() {
    let other = "  other: { accelerators_per_instance: 8, on_demand_per_instance_hour: 90 }\n";
    let allow = "allow: [{ rule: outside-published, path: rent.other, reason: a quote that holds for us }]\n";
    let alone = planned("alone.yaml", STEADY_AND_PEAKS);
    let beside = planned("beside.yaml", &format!("{STEADY_AND_PEAKS}{other}{allow}"));
    let pair = beside.pairs.iter().find(|pair| pair.rent == "rent.cloud").unwrap();
    assert_eq!(
        (counts(&pair.plan), pair.plan.present_value),
        (counts(&alone.pairs[0].plan), alone.pairs[0].plan.present_value)
    );
}

#[test]
fn among_equal_mixes_the_one_with_fewer_nodes_is_the_plan() {
    // a node costs as much as 50 hours on demand a month: for a load of half the hours both cost the same
    let tie = STEADY_AND_PEAKS
        .replace("utilization: 25%", "utilization: 50%")
        .replace("per_instance_hour: 12", "per_instance_hour: 20");
    let pair = &planned("tie.yaml", &tie).pairs[0];
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((2, vec![0]), d("36000")));
    // and if nothing has a cost, nothing is bought or committed to
    let free = tie.replace("price: 12_000", "price: 0").replace("hour: 20", "hour: 0");
    let pair = &planned("free.yaml", &free).pairs[0];
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((0, vec![0]), Decimal::ZERO));
}

#[test]
fn a_fleet_that_is_too_small_in_the_base_case_is_planned_anyway() {
    let small = STEADY_AND_PEAKS.replace("    burst_to: cloud\n", "");
    let pair = &planned("small.yaml", &small).pairs[0];
    assert_eq!(pair.plan.present_value, d("30000"));
    assert!(
        pair.base_case.own.as_ref().is_err_and(|why| impossible(why).contains("short of the demand")),
        "{:?}",
        pair.base_case
    );
}

/// Eight accelerators all the time, and jobs of 32 for 1,600 accelerator-hours a month of 100 hours. A node of eight costs 1,000
/// a month, an hour of an instance of eight 20.
const A_LARGE_JOB: &str = "\
name: A job of four nodes
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    steady: { kind: realtime_inference, accelerators: 8, utilization: 100% }
    job: { kind: training, accelerator_hours_per_month: 1_600, accelerators: 32 }
own:
  hgx:
    node: { price: 11_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    burst_to: cloud
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 20 }
";

#[test]
fn a_job_of_several_nodes_gives_the_cost_a_second_minimum() {
    // cost of n nodes: n · 11,000, and for the job, which does not fit next to the steady 8 on fewer than five, 50 h · 4 ·
    // 20 · 12 = 48,000
    let (loaded, traces) = read(A_LARGE_JOB);
    for (nodes, expected) in
        [("1", "59000"), ("2", "70000"), ("3", "81000"), ("4", "92000"), ("5", "55000"), ("6", "66000")]
    {
        let text = A_LARGE_JOB.replace("nodes: 1", &format!("nodes: {nodes}"));
        assert_eq!(answered(&text).comparison.options[0].present_value, d(expected));
    }
    // without nodes 24,000 more for the steady load: a search that continues while the cost falls would end at one
    let plans = plan(&loaded, &traces, BudgetMultiple::USUAL);
    let pair = &plans.pairs[0];
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((5, vec![]), d("55000")));
    assert_eq!((pair.nodes_max, *pair.all_own.as_ref().unwrap().present_value), (5, d("55000")));
    assert_eq!(pair.all_rent_on_demand.as_ref().unwrap().present_value, d("72000"));
    let jobs: Vec<(&str, u32)> = pair.large_jobs.iter().map(|job| (job.workload.as_str(), job.nodes)).collect();
    assert_eq!(jobs, [("job", 4)]);
    assert_eq!(pasted("large.yaml", A_LARGE_JOB, &plans), d("55000"));
}

#[test]
fn an_elastic_job_needs_only_the_nodes_for_its_hours() {
    // (800 + 1,600) ÷ 100 hours of 24 accelerators: three nodes serve everything
    let elastic = A_LARGE_JOB.replace("accelerators: 32", "accelerators: 32, elastic: true");
    let pair = &planned("elastic.yaml", &elastic).pairs[0];
    assert_eq!((counts(&pair.plan), *pair.plan.present_value), ((3, vec![]), d("33000")));
    assert_eq!((pair.nodes_max, pair.large_jobs.len()), (3, 0));
}

#[test]
fn a_plan_without_enough_power_is_shown_with_a_feasible_one() {
    // 30 kW power two nodes of 10 kW at a PUE of 1.2
    let pair = &file("tests/plan/small-site.yaml").pairs[0];
    assert_eq!(pair.plan.nodes, 3);
    assert!(
        pair.cannot_win_because.iter().any(|why| cannot_win(why).contains("36 kW")),
        "{:?}",
        pair.cannot_win_because
    );
    let within = pair.within_power.as_ref().unwrap();
    assert_eq!(within.nodes, 2);
    assert!(within.present_value > pair.plan.present_value);
    let powered = text_of("tests/plan/small-site.yaml").replace("power_kw: 30", "power_kw: 36");
    let pair = &planned("powered.yaml", &powered).pairs[0];
    assert_eq!((pair.plan.nodes, pair.within_power.is_none(), pair.cannot_win_because.len()), (3, true, 0));
}

#[test]
fn pairs_without_a_plan_have_a_reason() {
    let commitment = "      year: { instances: 3, per_instance_hour: 12, term_months: 12 }\n";
    let five: String = (0..5).map(|at| commitment.replace("year", &format!("year-{at}"))).collect();
    let plans = planned("five.yaml", &STEADY_AND_PEAKS.replace(commitment, &five));
    assert!(
        plans.pairs.is_empty() && not_planned(&plans.left_out[0].because).contains("5 commitments"),
        "{:?}",
        plans.left_out
    );
    let some = STEADY_AND_PEAKS.replace("    burst_to: cloud\n", "    burst_to: cloud\n    serves: [steady]\n");
    let plans = planned("some.yaml", &some);
    assert_eq!(not_planned(&plans.left_out[0].because), "own.hgx does not serve peaks");
}

#[test]
fn the_optimal_mix_of_the_screening_curves_is_found() {
    // PyPSA, generation-investment-screening-curve.ipynb at commit 64d3eb46: 500 MW of coal and 490 MW of gas, the rest shed;
    // 8,249.750250 + 6,400.839161 + 55.604396, here in millionths
    let pair = &file("tests/published/screening-curve.yaml").pairs[0];
    assert_eq!(counts(&pair.plan), (500, vec![490]));
    let published = (d("8249.750250") + d("6400.839161") + d("55.604396")) * d("1000000");
    assert!((pair.plan.present_value - published).abs() <= d("2"), "{}", pair.plan.present_value);
    // the last MW of coal is busy from half of the hours on: gas breaks even with it at (15 − 10) ÷ (12 − 2)
    let last = nodes(pair).into_iter().find(|tranche| (tranche.first, tranche.last) == (500, 500)).unwrap();
    assert!((last.busy_hours.unwrap() - d("0.5")).abs() <= d("0.001"), "{last:?}");
    // of gas that would be 10 ÷ (1,012 − 12) = 0.01 hours against shedding
    let capacity: Vec<&Tranche> = pair.tranches.iter().filter(|t| t.kind != TrancheKind::Nodes).collect();
    for tranche in &capacity {
        let pays = tranche.break_even_hours.unwrap();
        assert!((pays - d("0.01")).abs() <= d("0.0000000001"), "{tranche:?}");
        assert_eq!(tranche.planned, tranche.busy_hours.unwrap() > pays, "{tranche:?}");
    }
}

#[test]
fn plans_of_an_independent_implementation_are_found() {
    for name in ["05-short-growth-delivery-burst", "07-spot-checkpointing"] {
        let expected = text_of(format!("tests/conformance/{name}.plan.json"));
        let expected: Vec<Value> = serde_json::from_str(&expected).unwrap();
        let plans = file(&format!("tests/conformance/{name}.yaml"));
        assert_eq!(plans.pairs.len(), expected.len());
        for (pair, expected) in plans.pairs.iter().zip(&expected) {
            assert_eq!(Some(pair.own.as_str()), expected["own"].as_str());
            assert_eq!(Some(pair.rent.as_str()), expected["rent"].as_str());
            assert_eq!(Some(u64::from(pair.plan.nodes)), expected["nodes"].as_u64());
            let commitments: Vec<(String, u64)> = expected["commitments"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(k, v)| (k.clone(), v.as_u64().unwrap()))
                .collect();
            let found: Vec<(String, u64)> =
                pair.plan.commitments.iter().map(|(name, count)| (name.clone(), u64::from(*count))).collect();
            assert_eq!(found, commitments);
            let amount = |key: &str| d(expected[key].as_str().unwrap());
            assert_eq!(pair.plan.present_value, amount("present_value"));
            assert_eq!(pair.all_rent_on_demand.as_ref().unwrap().present_value, amount("all_rent_on_demand"));
            assert_eq!(pair.all_rent_best.as_ref().unwrap().present_value, amount("all_rent_best"));
            assert_eq!(pair.all_own.as_ref().unwrap().present_value, amount("all_own"));
            assert_eq!(Some(u64::from(pair.nodes_max)), expected["nodes_max"].as_u64());
        }
    }
}

/// The accelerators in running jobs of Microsoft's Philly cluster, 1,752 hours (scenarios/traces/README.md): an owned one at
/// 1.30 for every hour, one on demand at 4.00 for every hour in which it is needed. 3 · 584 hours are the whole trace, and
/// 1.30 · 584 h = 759.20 a month.
fn philly(accelerators: u32) -> String {
    format!(
        "\
name: Philly at 1.30 and 4.00
currency: USD
horizon_months: 3
hours_per_month: 584
discount_rate: 0%
demand:
  workloads:
    jobs: {{ kind: training, flexible: false, trace: traces/philly_jobs.hourly.csv }}
own:
  owned:
    node: {{ price: 0, accelerators: {accelerators} }}
    nodes: 1
    useful_life_months: 48
    burst_to: cloud
    operating: {{ everything: {{ per_accelerator_month: 759.20 }} }}
rent:
  cloud: {{ accelerators_per_instance: 1, on_demand_per_accelerator_hour: 4.00 }}
"
    )
}

#[test]
fn the_plan_for_a_measured_load_agrees_with_a_count_of_its_hours() {
    // the least of 1.30 · n · 1,752 + 4.00 · Σ over the hours of max(0, level − n), over all n: counted over the rows of the file
    for (accelerators, nodes, cost) in [(1, 561, "1535093.60"), (8, 70, "1535100.00")] {
        let pair = &planned("scenarios/philly.yaml", &philly(accelerators)).pairs[0];
        assert_eq!((pair.plan.nodes, *pair.plan.present_value), (nodes, d(cost)));
        // 1.30 ÷ 4.00 of the 584 hours of a month
        let near: Vec<Decimal> =
            self::nodes(pair).iter().filter_map(|tranche| tranche.break_even_hours.map(Decimal::from)).collect();
        assert!(near.iter().all(|hours| (*hours - d("189.8")).abs() < d("0.000001")), "{near:?}");
    }
}

/// The scenario with the plan of its first pair pasted in, as a reader would; both are parsed as YAML.
fn with_plan(text: &str, plans: &Plans) -> String {
    let mut out = Vec::new();
    plans.json(&mut out).unwrap();
    let answer: Value = serde_json::from_slice(&out).unwrap();
    let at = plans.pairs.iter().position(|pair| std::ptr::eq(pair, plans.foremost().unwrap())).unwrap();
    let snippet = answer["pairs"][at]["yaml"].as_str().unwrap();
    let mut scenario: Value = serde_yaml::from_str(text).unwrap();
    if let Some(option) = snippet.contains("# without `purchases`").then_some(&plans.pairs[at].own) {
        scenario["own"][option.name()].as_object_mut().unwrap().remove("purchases");
    }
    if !snippet.is_empty() {
        let part: Value = serde_yaml::from_str(snippet).unwrap();
        paste(&mut scenario, part);
    }
    serde_json::to_string(&scenario).unwrap()
}

fn paste(into: &mut Value, part: Value) {
    match (into, part) {
        (Value::Object(into), Value::Object(part)) => {
            for (key, value) in part {
                // the target of a burst is replaced as a whole
                if key == "burst_to" {
                    into.insert(key, value);
                } else {
                    paste(into.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        (into, part) => *into = part,
    }
}

/// Printed cost of the planned option with the plan pasted in.
fn pasted(name: &str, text: &str, plans: &Plans) -> Decimal {
    let pair = plans.foremost().unwrap();
    let scenario = with_plan(text, plans);
    let answer = answered_as(name, &scenario, &[]);
    let planned = if pair.plan.nodes + pair.nodes_owned_already > 0 { &pair.own } else { &pair.rent };
    *option(&answer, planned.as_str()).present_value
}

#[test]
fn a_pasted_plan_costs_the_same_to_the_cent() {
    let paths = scenarios_in("scenarios");
    let mut names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.extend(
        ["05-short-growth-delivery-burst", "07-spot-checkpointing", "14-everything"]
            .map(|name| format!("tests/conformance/{name}.yaml")),
    );
    names.sort();
    let mut tried = 0;
    for name in names {
        let text = text_of(&name);
        let plans = planned(&name, &text);
        let Some(pair) = plans.foremost() else { continue };
        assert_eq!(pasted(&name, &text, &plans), *pair.plan.present_value, "{name}");
        let costs: Decimal = pair.costs.iter().map(|cost| cost.present_value).sum();
        assert_eq!(costs, *pair.plan.present_value, "{name}");
        tried += 1;
    }
    assert!(tried > 10, "{tried} examples have a plan");
}

/// Cost of an option of a scenario, if it is possible.
fn cost(tree: &Tree, option: &str) -> Option<OptionCost> {
    let (loaded, traces) = read(&tree.yaml(""));
    let decision = Variation::of(&loaded, &traces).base_case();
    decision.options.into_iter().find(|o| o.name == option).unwrap().cost.ok()
}

/// The scenario with a mix, as its author would write it.
fn mixed(tree: &Tree, pair: &PairPlan, nodes: u32, commitments: &[(String, u32)], until_rented: Option<()>) -> Tree {
    let mut tree = tree.clone();
    tree.remove("hybrid");
    let (own, rent) = (pair.own.name(), pair.rent.name());
    let already = owned_already(&tree, own);
    if nodes == 0 && already.is_empty() {
        for (name, count) in commitments {
            tree.at(&["rent", rent, "commitments", name]).unwrap().put("instances", scalar(count));
        }
        tree.remove("own");
        return tree;
    }
    let taken: Vec<(String, Tree)> = commitments.iter().map(|(name, count)| (name.clone(), scalar(count))).collect();
    let mut burst = vec![("option".to_owned(), scalar(rent))];
    if !taken.is_empty() {
        burst.push(("commitments".to_owned(), Tree::Named(taken)));
    }
    let option = tree.at(&["own", own]).unwrap();
    option.remove("purchases");
    if already.is_empty() {
        option.put("nodes", scalar(nodes));
    } else {
        let bought = Tree::Part(vec![("month".to_owned(), scalar(0)), ("nodes".to_owned(), scalar(nodes))]);
        option.put("purchases", Tree::List(already.into_iter().chain((nodes > 0).then_some(bought)).collect()));
    }
    option.put("burst_to", Tree::Part(burst));
    if until_rented.is_some() {
        option.put("until_delivery", scalar(rent));
    }
    tree
}

/// Purchases of an option before the decision, which a plan does not change.
fn owned_already(tree: &Tree, own: &str) -> Vec<Tree> {
    let purchases = tree.get("own").unwrap().get(own).unwrap().get("purchases");
    purchases.map_or_else(Vec::new, |purchases| purchases.owned_already().into_iter().cloned().collect())
}

/// Whether work before the first delivery has to be rented: no other option is named for it, or waiting would be free.
fn until_rented(tree: &Tree, own: &str) -> Option<()> {
    let option = tree.get("own").unwrap().get(own).unwrap();
    let lead: i32 = option.get("lead_time_months").and_then(Tree::text).map_or(0, |months| months.parse().unwrap());
    let month = |purchase: &Tree| purchase.get("month").and_then(Tree::text).unwrap().parse::<i32>().unwrap();
    let late = lead > 0 && owned_already(tree, own).iter().all(|purchase| month(purchase) + lead > 0);
    let waits = match option.get("until_delivery").and_then(Tree::text) {
        None => true,
        Some("wait") => tree.get("cost_of_delay_per_month").is_none(),
        Some(_) => false,
    };
    (late && waits).then_some(())
}

/// Every combination of counts up to these.
fn all_counts(most: &[u32]) -> Vec<Vec<u32>> {
    most.iter().fold(vec![Vec::new()], |before, most| {
        let with = |counts: &Vec<u32>| {
            (0..=*most).map(|count| counts.iter().copied().chain([count]).collect()).collect::<Vec<Vec<u32>>>()
        };
        before.iter().flat_map(with).collect()
    })
}

proptest! {
    #![proptest_config(cases(80))]

    #[test]
    fn no_mix_costs_less_than_the_plan(generated in scenarios()) {
        let Generated(tree) = generated;
        let plans = planned("generated", &tree.yaml(""));
        let digits = plans.header.minor_digits;
        for pair in &plans.pairs {
            // one more than the plan tests
            let most: Vec<u32> = std::iter::once(pair.nodes_max + 1).chain(pair.plan.commitments.iter().map(|_| pair.commitments_max + 1)).collect();
            if most.iter().map(|most| u64::from(*most) + 1).product::<u64>() > 250 {
                continue;
            }
            let until = until_rented(&tree, pair.own.name());
            let mut least: Option<(Decimal, u32, u32, Vec<u32>)> = None;
            for counts in all_counts(&most) {
                let (nodes, committed) = (counts[0], &counts[1..]);
                // nodes that earn money while idle, through resale, are bought only as far as there is work for them
                if nodes > pair.nodes_max && pair.plan.nodes == pair.nodes_max {
                    continue;
                }
                let names = pair.plan.commitments.iter().map(|(name, _)| name.clone());
                let commitments: Vec<(String, u32)> = names.zip(committed.iter().copied()).collect();
                let option = if nodes + pair.nodes_owned_already == 0 { &pair.rent } else { &pair.own };
                let Some(cost) = cost(&mixed(&tree, pair, nodes, &commitments, until), option.as_str()) else { continue };
                let rank = (number::money(cost.unrounded, digits), nodes, committed.iter().sum(), committed.to_vec());
                least = Some(least.map_or(rank.clone(), |least| least.min(rank)));
                if (nodes, commitments) == (pair.plan.nodes, pair.plan.commitments.clone()) {
                    prop_assert_eq!(cost.present_value, pair.plan.present_value);
                    prop_assert_eq!(cost.total, pair.plan.total);
                }
            }
            let (_, nodes, _, committed) = least.unwrap();
            prop_assert_eq!((nodes, committed), counts(&pair.plan), "{} + {}", pair.own, pair.rent);
        }
    }
}

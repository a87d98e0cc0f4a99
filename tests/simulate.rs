//! Simulations and sensitivities: hand-calculated results, exact decisions on the same draws, and general properties.

#![allow(clippy::float_arithmetic, reason = "draws are statistical")]

use crate::support::{answered, decimal as d, text_of};
use rackrent::analysis::Answer;
use rackrent::analysis::sensitivity::{EndBreakEvens, Moved, Sensitivity, sensitivity};
use rackrent::analysis::simulate::{Distribution, DrawnOption, MovesWith, Sampling, Simulation, Stream, simulate};
use rackrent::analysis::statement::CrossingOutcome;
use rackrent::diagnostic::Code;
use rackrent::model::OptionId;
use rackrent::reasons::impossible;
use rackrent::report::{Compared, Extent, Report, WithCaveats};
use rackrent::scenario::Setting;
use rackrent::scenario::uncertainty::{Uncertain, uncertain};
use rackrent::variation::Variation;
use rust_decimal::Decimal;
use rust_decimal::prelude::{FromPrimitive, ToPrimitive};

/// One month of 100 hours without discounting: owning costs 1,000, renting ten accelerators for half of the hours costs 10 ·
/// 100 · 50 % · price.
const FLAT: &str = "
name: By hand
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 10, utilization: 50% }
own:
  box:
    node: { price: 1_000, accelerators: 10 }
    nodes: 1
    useful_life_months: 1
rent:
  cloud: { accelerators_per_instance: 10, on_demand_per_accelerator_hour: 2.2 }
";

fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap()
}

fn simulated(answer: &Answer, draws: usize, seed: u64) -> Simulation {
    simulate(answer, Sampling { draws, seed }, &|_| ()).unwrap().unwrap()
}

fn option<'a>(simulation: &'a Simulation, name: &str) -> &'a DrawnOption {
    simulation.options.iter().find(|option| option.name == name).unwrap()
}

/// Asserts that a value is within five standard errors of the mean of `draws` values with standard deviation `deviation`.
#[track_caller]
fn near(what: &str, found: Decimal, expected: f64, deviation: f64, draws: usize) {
    let error = deviation / Decimal::from(draws).to_f64().unwrap().sqrt();
    assert!((float(found) - expected).abs() <= 5.0 * error, "{what}: {found}, not {expected} ± {error}");
}

#[test]
fn chances_percentiles_and_regret_agree_with_theory() {
    // rent costs 500 · price; with a price between 1.5 and 2.5 between 750 and 1,250, all alike; owning costs 1,000 always
    let text =
        format!("{FLAT}uncertainty: {{ rent.cloud.on_demand_per_accelerator_hour: {{ low: 1.5, high: 2.5 }} }}\n");
    let draws = 200_000;
    let simulation = simulated(&answered(&text), draws, 3);
    let (own, rent) = (option(&simulation, "own.box"), option(&simulation, "rent.cloud"));
    assert_eq!(
        (own.base_value.map(Decimal::from), rent.base_value.map(Decimal::from)),
        (Some(d("1000.00")), Some(d("1100.00")))
    );
    // owning wins above a price of 2: in half of the draws
    near("own wins", *own.wins, 0.5, 0.5, draws);
    assert_eq!(own.wins + *rent.wins, Decimal::ONE);
    // owning is regretted by max(0, 1,000 − rent): 250 / 2 in half of the draws; so is renting by max(0, rent − 1,000)
    // E = 62.5, E of the square = 250² / 6, deviation √(10,416.67 − 3,906.25) = 80.7
    near("regret of own", *own.regret.unwrap(), 62.5, 80.7, draws);
    near("regret of rent", *rent.regret.unwrap(), 62.5, 80.7, draws);
    // percentiles of a uniform: p % of the way; their error is about √(p (1 − p)) · range
    let quantiles = rent.present_value.as_ref().unwrap();
    for (percent, expected) in [(5, 775.0), (25, 875.0), (50, 1000.0), (90, 1200.0), (95, 1225.0)] {
        near("percentile", *quantiles.at(percent).unwrap(), expected, 250.0, draws);
    }
    near("mean", *quantiles.mean, 1000.0, 144.4, draws);
    // the dearest 5 % lie between 1,225 and 1,250, with a deviation of 25 / √12 = 7.2 around 1,237.5, which is 12.5 above
    // where they begin: √((7.2² + 0.95 · 12.5²) / 0.05) = 63.3 for each draw
    near("mean of the worst", *rent.shortfall.unwrap(), 1237.5, 63.3, draws);
    assert_eq!(own.shortfall.unwrap().round_dp(6), d("1000"));
    let fixed = own.present_value.as_ref().unwrap();
    assert!(fixed.values.iter().chain([&fixed.mean]).all(|value| (*value - d("1000")).abs() < d("0.000001")));
    let difference = simulation.difference.unwrap();
    assert_eq!(
        (difference.own.as_str(), difference.rent.as_str(), *difference.base_value),
        ("own.box", "rent.cloud", d("-100"))
    );
    near("own costs less", *difference.own_costs_less.unwrap(), 0.5, 0.5, draws);
    // own minus rent lies between −250 and 250: each costs 237.5 more than the other in its worst cases
    let worst = difference.shortfalls.unwrap();
    near("worst of own", *worst.own, 237.5, 63.3, draws);
    near("worst of rent", *worst.rent, 237.5, 63.3, draws);
    assert_eq!(simulation.nobody, Decimal::ZERO);
}

#[test]
fn a_fleet_over_capacity_is_infeasible_and_cannot_win() {
    // ten owned accelerators serve a demand between 8 and 12 in half of the draws; renting is always possible, and costs
    // more: 10 · 100 · 50 % · 2.2 in the base case
    let text = format!("{FLAT}uncertainty: {{ demand.accelerators: {{ low: 8, high: 12 }} }}\n")
        .replace("accelerators_per_instance: 10", "accelerators_per_instance: 1");
    let draws = 50_000;
    let simulation = simulated(&answered(&text), draws, 1);
    let (own, rent) = (option(&simulation, "own.box"), option(&simulation, "rent.cloud"));
    near("not possible", *own.not_possible, 0.5, 0.5, draws);
    assert_eq!(rent.not_possible, Decimal::ZERO);
    // owning wins whenever it is possible and renting costs more than 1,000: from ceil(accelerators) · 110 ≥ 1,100, above 9
    near("own wins", *own.wins, 0.25, 0.433, draws);
    assert_eq!(own.wins + *rent.wins, Decimal::ONE);
    let worst = own.present_value.as_ref().unwrap();
    assert!(worst.values.iter().all(|value| (*value - d("1000")).abs() < d("0.000001")));
}

#[test]
fn an_option_with_unserved_work_cannot_win_unless_delay_has_a_price() {
    let waiting = FLAT.replace("useful_life_months: 1", "useful_life_months: 1\n    burst_to: wait");
    let uncertain = "uncertainty: { demand.accelerators: { low: 8, high: 12 } }\n";
    let simulation = simulated(&answered(&format!("{waiting}{uncertain}")), 20_000, 1);
    let own = option(&simulation, "own.box");
    near("cannot win", *own.cannot_win, 0.5, 0.5, 20_000);
    assert_eq!(own.not_possible, Decimal::ZERO);
    let priced = format!("cost_of_delay_per_month: 10\n{}{uncertain}", waiting.trim_start());
    let simulation = simulated(&answered(&priced), 20_000, 1);
    assert_eq!(option(&simulation, "own.box").cannot_win, Decimal::ZERO);
}

#[test]
fn a_site_without_enough_power_cannot_win_in_draws_that_need_more() {
    // one server of 10 to 20 kW, without cooling overhead, at a site of 15 kW
    let text = FLAT.replace(
        "accelerators: 10 }\n    nodes",
        "accelerators: 10, power_kw: 12 }\n    available_power_kw: 15\n    nodes",
    );
    let text = format!("{text}uncertainty: {{ own.box.node.power_kw: {{ low: 10, high: 20 }} }}\n");
    let simulation = simulated(&answered(&text), 20_000, 1);
    near("cannot win", *option(&simulation, "own.box").cannot_win, 0.5, 0.5, 20_000);
}

const UNCERTAIN: &str = "
uncertainty:
  demand.growth_per_year: { low: 0%, likely: 20%, high: 60% }
  rent.cloud.on_demand_per_accelerator_hour: { p10: 1.6, p90: 4.4 }
  own.box.node.price: { low: 200_000, high: 420_000 }
  own.box.pue: { low: 1.1, likely: 1.3, high: 1.6 }
  discount_rate: { low: 5%, high: 12% }
";

/// Numbers of the structure of the figures: each draw is compared by a scenario read with its values.
const WHOLE: &str = "  own.box.nodes: { low: 2, likely: 2, high: 3 }
  own.box.lead_time_months: { values: [1, 3, 6], weights: [20%, 50%, 30%] }
  demand.workloads.tuning.accelerators: { low: 15, high: 16 }
";

/// Growing demand on a fleet that bursts, spot and a second option that is always on.
const GROWING: &str = "
name: Growing
currency: EUR
horizon_months: 36
discount_rate: 8%
demand:
  growth_per_year: 20%
  workloads:
    chat: { kind: realtime_inference, peak_accelerators: 20, profile: business_hours, headroom: 20%, warm_accelerators: 4 }
    tuning: { kind: fine_tuning, runs_per_month: 6, hours_per_run: 12, accelerators: 16, failed_share: 5% }
    notebooks: { kind: notebooks, accelerators: 3, utilization: 30% }
own:
  box:
    node: { price: 300_000, accelerators: 8, power_kw: 10 }
    nodes: 3
    useful_life_months: 48
    residual_value: 10%
    pue: 1.3
    electricity_per_kwh: 0.12
    burst_to: cloud
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 3
    spot: { discount: 60%, share: 50%, interruptions_per_month: 1, checkpoint_minutes: 5, restart_minutes: 10 }
  steady: { accelerators_per_instance: 8, on_demand_per_accelerator_hour: 2.4, scaling: always_on }
";

#[test]
fn draws_agree_with_comparisons_of_the_same_values() {
    agree_with_comparisons(UNCERTAIN);
}

#[test]
fn draws_of_whole_numbers_agree_with_comparisons_of_the_same_values() {
    agree_with_comparisons(&format!("{UNCERTAIN}{WHOLE}"));
}

#[track_caller]
fn agree_with_comparisons(uncertainty: &str) {
    let late = "burst_to: cloud, lead_time_months: 3, until_delivery: cloud".replace(", ", "\n    ");
    let growing = GROWING.replace("burst_to: cloud", &late);
    let answer = answered(&format!("{growing}{uncertainty}"));
    let draws = 48;
    let simulation = simulated(&answer, draws, 11);
    let inputs = uncertain(&answer.loaded.document, &answer.loaded.scenario);
    let mut streams: Vec<(Stream, Distribution)> = inputs
        .iter()
        .map(|input| (Stream::new(11, &input.path, 0), Distribution::of(&input.spread, input.kind, input.is_whole)))
        .collect();
    let mut wins = vec![0; simulation.options.len()];
    let mut sums = vec![Decimal::ZERO; simulation.options.len()];
    for _ in 0..draws {
        let setting = |(input, (stream, distribution)): (&Uncertain, &mut (Stream, Distribution))| Setting {
            path: input.path.clone(),
            value: Decimal::from_f64(distribution.draw(stream)).unwrap().to_string(),
        };
        let settings: Vec<Setting> = inputs.iter().zip(&mut streams).map(setting).collect();
        let decision = Variation::of(&answer.loaded, &answer.traces).with(&settings);
        wins[decision.winner.unwrap()] += 1;
        for (sum, option) in sums.iter_mut().zip(&decision.options) {
            *sum += option.cost.as_ref().unwrap().unrounded;
        }
    }
    for ((option, wins), sum) in simulation.options.iter().zip(wins).zip(sums) {
        assert_eq!(option.wins, Decimal::from(wins) / Decimal::from(draws), "{}", option.name);
        let mean = sum / Decimal::from(draws);
        let found = option.present_value.as_ref().unwrap().mean;
        assert!((found - mean).abs() <= mean.abs() * Decimal::new(1, 9), "{}: {found}, not {mean}", option.name);
    }
    assert!(simulation.options.iter().filter(|option| option.wins > Decimal::ZERO).count() > 1, "a draw decides");
}

fn json(report: &dyn Report) -> String {
    let mut out = Vec::new();
    report.json(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn results_depend_on_the_seed_and_not_on_the_threads() {
    let answer = answered(&format!("{GROWING}{UNCERTAIN}"));
    let on = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| json(&WithCaveats::of(&answer, &simulated(&answer, 10_000, seed))))
    };
    let one = on(1, 1);
    assert!(one == on(2, 1) && one == on(5, 1) && one != on(2, 2));
}

#[test]
fn an_input_has_the_same_draws_whatever_else_is_uncertain() {
    let drawn = |uncertain: &str| {
        let simulation = simulated(&answered(&format!("{GROWING}{uncertain}")), 5_000, 1);
        let input = simulation.inputs.into_iter().find(|input| input.path == "own.box.pue").unwrap();
        input.quantiles
    };
    assert_eq!(drawn(UNCERTAIN), drawn("uncertainty: { own.box.pue: { low: 1.1, likely: 1.3, high: 1.6 } }\n"));
}

#[test]
fn shares_add_up_and_the_lowest_mean_has_the_lowest_regret() {
    for seed in 1..6 {
        let simulation = simulated(&answered(&format!("{GROWING}{UNCERTAIN}")), 3_000, seed);
        let wins: Decimal = simulation.options.iter().map(|option| option.wins).sum();
        assert_eq!(wins + simulation.nobody, Decimal::ONE);
        let possible = simulation.options.iter().all(|option| option.not_possible.is_zero());
        assert!(possible, "every option is possible in every draw");
        let by =
            |of: fn(&DrawnOption) -> Decimal| simulation.options.iter().min_by_key(|o| of(o)).unwrap().name.clone();
        assert_eq!(by(|o| *o.regret.unwrap()), by(|o| *o.present_value.as_ref().unwrap().mean));
        for option in &simulation.options {
            let values = &option.present_value.as_ref().unwrap().values;
            assert!(values.is_sorted() && option.regret.unwrap() >= Decimal::ZERO);
        }
    }
}

#[test]
fn an_uncertainty_of_one_value_changes_nothing() {
    let text = format!("{GROWING}uncertainty: {{ own.box.pue: {{ low: 1.3, likely: 1.3, high: 1.3 }} }}\n");
    let answer = answered(&text);
    let simulation = simulated(&answer, 1_000, 1);
    for (option, statement) in simulation.options.iter().zip(&answer.comparison.options) {
        let quantiles = option.present_value.as_ref().unwrap();
        assert_eq!(option.base_value, Some(statement.present_value));
        assert!((quantiles.mean - statement.present_value).abs() <= d("0.05"), "{}", option.name);
        assert!(option.wins.is_zero() || option.wins == Decimal::ONE);
    }
}

fn moved(text: &str, moved: Moved) -> Sensitivity {
    sensitivity(&answered(text), moved, EndBreakEvens::All).unwrap()
}

#[test]
fn both_ends_agree_with_hand_calculations() {
    let text = format!(
        "{FLAT}uncertainty:
  rent.cloud.on_demand_per_accelerator_hour: {{ low: 1.5, high: 2.5 }}
  own.box.node.price: {{ p10: 900, p90: 1_200 }}
  demand.utilization: {{ low: 30%, likely: 50%, high: 90% }}
"
    );
    let found = moved(&text, Moved::Uncertain);
    assert_eq!((found.own.as_str(), found.rent.as_str(), *found.difference), ("own.box", "rent.cloud", d("-100")));
    // in the base case 1,000 / (10 · 100 · 2.2) = 5 / 11 of the hours
    let point = |outcome: &Option<rackrent::analysis::statement::BreakEven>| {
        let found = outcome.as_ref().unwrap();
        assert_eq!(found.outcome, CrossingOutcome::Crosses);
        found.points[0].demand_utilization.unwrap()
    };
    assert_eq!(point(&found.break_even), d("0.454545454545"));
    let rows: Vec<(&str, Decimal, Decimal, Decimal)> = found
        .swings
        .iter()
        .map(|s| (s.ranges[0].path.as_str(), *s.low.difference.unwrap(), *s.high.difference.unwrap(), *s.swing))
        .collect();
    // utilization: rent 10 · 100 · 2.2 · 30 % = 660, at 90 % 1,980; price: rent 750 and 1,250; hardware: 900 and 1,200 − 1,100
    let expected = [
        ("demand.utilization", d("340"), d("-980"), d("1320")),
        ("rent.cloud.on_demand_per_accelerator_hour", d("250"), d("-250"), d("500")),
        ("own.box.node.price", d("-200"), d("100"), d("300")),
    ];
    assert_eq!(rows, expected);
    let price = &found.swings[1];
    // 1,000 / (1,000 · 1.5) and 1,000 / (1,000 · 2.5) of the hours
    assert_eq!(
        (point(&price.low.break_even), point(&price.high.break_even)),
        (d("0.666666666667").into(), d("0.4").into())
    );
    assert_eq!(
        (price.low.winner.as_ref().map(OptionId::as_str), price.high.winner.as_ref().map(OptionId::as_str)),
        (Some("rent.cloud"), Some("own.box"))
    );
}

#[test]
fn sensitivity_covers_every_relevant_number_within_its_bounds() {
    let found = moved(FLAT, Moved::Every(d("0.1")));
    let of = |path: &str| found.swings.iter().find(|swing| swing.ranges[0].path == path);
    // rent 1,100 minus and plus a tenth
    let price = of("rent.cloud.on_demand_per_accelerator_hour").unwrap();
    assert_eq!((price.ranges[0].low, price.ranges[0].high), (d("1.98"), d("2.42")));
    assert_eq!(
        (price.low.difference.map(Decimal::from), price.high.difference.map(Decimal::from), *price.swing),
        (Some(d("10")), Some(d("-210")), d("220"))
    );
    // 100 % is the maximum of a share
    let busy = moved(&FLAT.replace("50%", "95%"), Moved::Every(d("0.1")));
    let busy = busy.swings.iter().find(|swing| swing.ranges[0].path == "demand.utilization").unwrap();
    assert_eq!((busy.ranges[0].low, busy.ranges[0].high), (d("0.855"), d("1")));
    // more than ten accelerators are needed, which the fleet does not have
    let demand = of("demand.accelerators").unwrap();
    assert!(
        demand.high.difference.is_none()
            && impossible(&demand.high.not_possible.as_ref().unwrap().why).contains("short of the demand")
    );
    // a count, a threshold, an input with nothing to vary, or one without effect
    for path in ["own.box.nodes", "horizon_months", "close_call", "discount_rate", "rent.cloud.idle_overhead"] {
        assert!(of(path).is_none(), "{path}");
    }
    assert!(found.swings.is_sorted_by(|a, b| a.swing >= b.swing));
}

#[test]
fn without_an_option_on_each_side_there_is_no_sensitivity() {
    let text = FLAT.split("rent:").next().unwrap();
    assert!(sensitivity(&answered(text), Moved::Every(d("0.1")), EndBreakEvens::All).is_none());
    let simulation = simulated(
        &answered(&format!("{text}uncertainty: {{ own.box.node.price: {{ low: 1, high: 2 }} }}\n")),
        1_000,
        1,
    );
    assert!(simulation.difference.is_none() && option(&simulation, "own.box").wins == Decimal::ONE);
}

#[test]
fn misplaced_ranges_are_reported_by_every_command_that_uses_them() {
    for (file, code, found) in [
        ("outside-uncertainty", Code::OutsideUncertainty, 2),
        ("uncertainty-without-effect", Code::UncertaintyWithoutEffect, 2),
        ("uncertainty-beyond-horizon", Code::UncertaintyBeyondHorizon, 2),
    ] {
        let text = text_of(format!("tests/rules/{file}.yaml"));
        let answer = answered(&text);
        let compared = Compared::of(&answer, Extent::Brief, None);
        let printed = compared.caveats.iter().filter(|caveat| caveat.finding.code == code);
        assert_eq!(printed.count(), found, "{file}: compare");
        let (simulation, moved) =
            (simulated(&answer, 100, 1), sensitivity(&answer, Moved::Uncertain, EndBreakEvens::All).unwrap());
        let simulation = json(&WithCaveats::of(&answer, &simulation));
        let sensitivity = json(&WithCaveats::of(&answer, &moved));
        for printed in [simulation, sensitivity] {
            assert_eq!(printed.matches(&format!("\"code\": \"{file}\"")).count(), found, "{printed}");
        }
        // an allowed finding is shown with its reason
        let allowed = format!("{text}allow: [{{ rule: {file}, reason: asked and answered }}]\n");
        let answer = answered(&allowed);
        let simulation = simulated(&answer, 100, 1);
        let with_caveats = WithCaveats::of(&answer, &simulation);
        assert_eq!((with_caveats.standing().count(), with_caveats.caveats.len()), (0, found), "{file}");
    }
}

#[test]
fn the_tail_mean_is_no_better_than_its_percentile_and_the_mean() {
    for seed in 1..6 {
        let simulation = simulated(&answered(&format!("{GROWING}{UNCERTAIN}")), 2_013, seed);
        for option in &simulation.options {
            let (quantiles, worst) = (option.present_value.as_ref().unwrap(), option.shortfall.unwrap());
            assert!(quantiles.mean <= worst && quantiles.at(95).unwrap() <= worst, "{}", option.name);
        }
        let difference = simulation.difference.unwrap();
        let (quantiles, worst) = (difference.quantiles.unwrap(), difference.shortfalls.unwrap());
        assert!(quantiles.at(95).unwrap() <= worst.own && quantiles.at(5).unwrap() >= -worst.rent);
    }
}

#[test]
fn clipped_draws_are_counted() {
    let text = format!("{FLAT}uncertainty: {{ demand.utilization: {{ p10: 50%, p90: 100% }} }}\n");
    let draws = 10_000;
    let input = &simulated(&answered(&text), draws, 1).inputs[0];
    // a tenth lies above P90, which is the maximum of a share
    near("clipped", Decimal::from(input.clipped) / Decimal::from(draws), 0.1, 0.3, draws);
    assert_eq!(input.quantiles.as_ref().unwrap().at(99).map(Decimal::from), Some(Decimal::ONE));
    let even = format!("{FLAT}uncertainty: {{ demand.utilization: {{ low: 0%, high: 100% }} }}\n");
    assert_eq!(simulated(&answered(&even), draws, 1).inputs[0].clipped, 0);
}

/// Two prices between 900 and 1,100, of owning and of renting 500 hours: 1.8 to 2.2 an hour.
fn correlated_inputs(how: [&str; 2]) -> String {
    format!(
        "{FLAT}uncertainty:
  own.box.node.price: {{ low: 900, high: 1_100{} }}
  rent.cloud.on_demand_per_accelerator_hour: {{ low: 1.8, high: 2.2{} }}
",
        how[0], how[1]
    )
}

#[test]
fn numbers_of_one_group_have_the_same_percentile_in_every_draw() {
    // 900 + 200 u against 500 · (1.8 + 0.4 u): the same in every draw
    let text = correlated_inputs([", with: market", ", with: market"]);
    let simulation = simulated(&answered(&text), 5_000, 1);
    let difference = simulation.difference.unwrap();
    let quantiles = difference.quantiles.unwrap();
    assert!(quantiles.values.iter().chain([&quantiles.mean]).all(|value| value.abs() < d("0.000001")), "{quantiles:?}");
    let shared = MovesWith::Shared("market".to_owned());
    assert!(simulation.inputs.iter().all(|input| input.moves_with == shared));
    // each alone has the same range as before: 5 % of the way at P5
    let price = simulation.inputs[0].quantiles.as_ref().unwrap();
    near("P5", *price.at(5).unwrap(), 910.0, 200.0, 5_000);
    near("P95", *price.at(95).unwrap(), 1090.0, 200.0, 5_000);
}

#[test]
fn correlated_prices_leave_a_difference_as_wide_as_theory_says() {
    // of two uniform prices with the same deviation σ = 200 / √12 and the correlation r the difference has the variance
    // 2 σ² (1 − r); r of a Gaussian copula is 6/π · asin(ρ / 2). The ratio of the expected values of the worst 5 % shrinks
    let wide = |how: &str| {
        let simulation = simulated(&answered(&correlated_inputs([how, ""])), 20_000, 1);
        let worst = simulation.difference.unwrap().shortfalls.unwrap();
        float(*worst.own)
    };
    let correlated = |by: &str| wide(&format!(", correlation: {{ rent.cloud.on_demand_per_accelerator_hour: {by} }}"));
    let (against, independent, together) = (correlated("-0.9"), wide(""), correlated("0.9"));
    assert!(against > independent && independent > together && together > 0.0);
    // independent, the difference is a triangle between −200 and 200, whose top 5 % begin at 200 (1 − √0.1) = 136.75 and
    // have the mean 200 − 2/3 · 63.25 = 157.8
    near("independent", d(&independent.to_string()), 157.8, 110.0, 20_000);
}

#[test]
fn a_correlation_of_zero_equals_independence_to_the_last_byte() {
    let printed = |how: &str| {
        let simulation = simulated(&answered(&correlated_inputs([how, ""])), 3_000, 4);
        format!("{:?} {:?} {:?}", simulation.inputs, simulation.options, simulation.difference)
    };
    assert_eq!(printed(", correlation: { rent.cloud.on_demand_per_accelerator_hour: 0 }"), printed(""));
}

#[test]
fn correlated_draws_do_not_depend_on_threads_and_do_not_affect_others() {
    let together = UNCERTAIN
        .replace("high: 420_000 }", "high: 420_000, with: market }")
        .replace("p90: 4.4 }", "p90: 4.4, with: market }")
        .replace("high: 1.6 }", "high: 1.6, correlation: { demand.growth_per_year: 0.4 } }");
    let answer = answered(&format!("{GROWING}{together}"));
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| simulated(&answer, 10_000, 1))
    };
    let (one, three) = (on(1), on(3));
    let printed = |simulation: &Simulation| json(&WithCaveats::of(&answer, simulation));
    assert_eq!(printed(&one), printed(&three));
    // an independent input has the same draws as without the others
    let alone = simulated(&answered(&format!("{GROWING}{UNCERTAIN}")), 10_000, 1);
    for (input, alone) in one.inputs.iter().zip(&alone.inputs) {
        let moves_alone = input.moves_with == MovesWith::Nothing;
        assert_eq!(moves_alone, input.path == "discount_rate");
        assert_eq!(input.quantiles == alone.quantiles, moves_alone, "{}", input.path);
        // a correlated input keeps its distribution: its mean within five errors of two means
        let (found, alone) = (input.quantiles.as_ref().unwrap(), alone.quantiles.as_ref().unwrap());
        let spread = float(*alone.at(95).unwrap()) - float(*alone.at(5).unwrap());
        near(&input.path, *found.mean, float(*alone.mean), spread, 10_000);
    }
}

#[test]
fn numbers_of_one_group_change_together_in_sensitivity() {
    // owning 900 and renting 500 · 1.5 = 750 at low: 150; base case −100; 1,200 and 1,250 at high: −50
    let text = format!(
        "{FLAT}uncertainty:
  rent.cloud.on_demand_per_accelerator_hour: {{ low: 1.5, high: 2.5, with: market }}
  own.box.node.price: {{ p10: 900, p90: 1_200, with: market }}
  demand.utilization: {{ low: 30%, likely: 50%, high: 90% }}
"
    );
    let answer = answered(&text);
    let found = sensitivity(&answer, Moved::Uncertain, EndBreakEvens::All).unwrap();
    let rows: Vec<(Option<&str>, usize, Decimal)> =
        found.swings.iter().map(|swing| (swing.with.as_deref(), swing.ranges.len(), *swing.swing)).collect();
    assert_eq!(rows, [(None, 1, d("1320")), (Some("market"), 2, d("250"))]);
    let together = &found.swings[1];
    let ends = [&together.low, &together.high].map(|end| end.difference.map(Decimal::from));
    assert_eq!(ends, [Some(d("150")), Some(d("-50"))]);
    // machine-readable formats have a row for each, with the figures of both
    assert_eq!(json(&WithCaveats::of(&answer, &found)).matches("\"with\": \"market\"").count(), 2);
}

#[test]
fn the_shares_of_a_profile_move_together() {
    // half of the hours at 20 %, half at the peak of 80 %: the mean is 50 %. At 45 % the quiet hours have 10 %, at 55 % 30 %
    let profile = ["20%"; 12].into_iter().chain(["80%"; 12]).collect::<Vec<_>>().join(", ");
    let chat = format!("{{ kind: realtime_inference, peak_accelerators: 10, profile: [{profile}] }}");
    let text = FLAT
        .replace(
            "{ accelerators: 10, utilization: 50% }",
            &format!("{{ workloads: {{ chat: {chat} }} }}\ncost_of_delay_per_month: 0"),
        )
        .replace("accelerators_per_instance: 10", "accelerators_per_instance: 1");
    let found = moved(&text, Moved::Every(d("0.1")));
    let path = "demand.workloads.chat.profile";
    let together: Vec<_> = found.swings.iter().filter(|swing| swing.ranges[0].path.starts_with(path)).collect();
    let [swing] = together.as_slice() else { panic!("{together:?}") };
    let range = &swing.ranges[0];
    assert_eq!((range.path.as_str(), range.low, range.base_value, range.high), (path, d("0.45"), d("0.5"), d("0.55")));
    // owning costs 1,000; renting 10 accelerators for 100 hours at 2.2 costs 2,200 times the mean
    let ends = [&swing.low, &swing.high].map(|end| end.difference.map(Decimal::from));
    assert_eq!(ends, [Some(d("10")), Some(d("-210"))]);
}

#[test]
fn a_profile_with_an_idle_hour_moves_within_its_bounds() {
    // the mean can only rise, since no share is below 0 %; a share computed from the rounded mean may be just below it
    for peak in 51..100 {
        let shares: Vec<String> = (0..24).map(|hour| format!("{}%", (hour * hour * 7) % peak)).collect();
        let chat = format!("{{ kind: batch_inference, units_per_month: 100, profile: [{}] }}", shares.join(", "));
        let demand = format!("{{ unit: {{ name: job, per_accelerator_hour: 1 }}, workloads: {{ chat: {chat} }} }}");
        let text = FLAT.replace("{ accelerators: 10, utilization: 50% }", &demand);
        let found = moved(&text, Moved::Every(d("0.1")));
        let swing = found.swings.iter().find(|swing| swing.ranges[0].path == "demand.workloads.chat.profile").unwrap();
        assert!(swing.low.difference.is_some() && swing.high.difference.is_some(), "{peak}: {swing:?}");
    }
}

#[test]
fn a_break_even_is_stated_in_the_number_of_the_author() {
    // ten accelerators in half of 100 hours at 2.2: 1,100; nine cost 990, less than 1,000 to own
    let text = FLAT
        .replace(
            "demand: { accelerators: 10, utilization: 50% }",
            "demand: { workloads: { chat: { kind: realtime_inference, accelerators: 10, utilization: 50% } } }",
        )
        .replace("accelerators_per_instance: 10", "accelerators_per_instance: 1");
    let uncertain = "uncertainty: { rent.cloud.on_demand_per_accelerator_hour: { low: 2.2, high: 4.4 } }\n";
    let answer = answered(&format!("{text}{uncertain}"));
    let found = sensitivity(&answer, Moved::Uncertain, EndBreakEvens::All).unwrap();
    // only the first points
    let lowest = sensitivity(&answer, Moved::Uncertain, EndBreakEvens::Lowest).unwrap();
    let first = |found: &Sensitivity| {
        let swing = &found.swings[0];
        let points = [&swing.low, &swing.high].map(|end| end.break_even.as_ref().unwrap());
        points.map(|found| (found.outcome, found.points.first().map(|point| point.factor)))
    };
    assert_eq!(first(&lowest), first(&found));
    let planned = found.planned_demand.as_ref().unwrap();
    assert_eq!((*planned.amount, found.break_even.as_ref().unwrap().points.len()), (Decimal::TEN, 1));
    let mut printed = Vec::new();
    WithCaveats::of(&answer, &found).markdown(&mut printed).unwrap();
    let printed = String::from_utf8(printed).unwrap();
    assert!(printed.contains("9 accelerators (90.0 % of plan) in the base case"), "{printed}");
    // at 4.4 nine cost 1,980, four 880 and five 1,100
    assert!(printed.contains("9 → 4"), "{printed}");
}

/// Two years of 100 hours a month at 1 an hour, without discounting, and a price that walks with 40 % a year.
fn walking(rent: &str, uncertainty: &str) -> String {
    format!(
        "
name: A walk
currency: USD
horizon_months: 24
hours_per_month: 100
discount_rate: 0%
demand: {{ accelerators: 2, utilization: 100% }}
own:
  half:
    node: {{ price: 5_000, accelerators: 1 }}
    nodes: 1
    useful_life_months: 24
    value_at_horizon: none
    burst_to: cloud
rent:
  cloud: {{ accelerators_per_instance: 1, on_demand_per_accelerator_hour: 1 }}
  {rent}
uncertainty:
  rent.cloud.price_change_per_year: {{ volatility_per_year: 40%{uncertainty} }}
"
    )
}

#[test]
fn a_walk_has_the_moments_of_theory() {
    let draws = 100_000;
    let simulation = simulated(&answered(&walking("", "")), draws, 4);
    // the factor of month k + 1 is lognormal with variance s = 0.4² k / 12 and median 1, so its mean is exp(s / 2); the product
    // of those of months j + 1 ≤ k + 1 has the mean exp((s_j + s_k) / 2 + s_j)
    let variance = |month: u32| 0.16 * f64::from(month) / 12.0;
    let means: Vec<f64> = (0..24).map(|month| (variance(month) / 2.0).exp()).collect();
    let mean: f64 = means.iter().sum();
    let products = (0..24).flat_map(|a| (0..24).map(move |b| (a, b)));
    let square: f64 = products.map(|(a, b)| (f64::midpoint(variance(a), variance(b)) + variance(a.min(b))).exp()).sum();
    let deviation = (square - mean * mean).sqrt();
    // 2 accelerators for 100 hours; the fleet rents one of them
    let rent = option(&simulation, "rent.cloud").present_value.as_ref().unwrap();
    near("mean", *rent.mean, 200.0 * mean, 200.0 * deviation, draws);
    let own = option(&simulation, "own.half").present_value.as_ref().unwrap();
    near("mean with bursts", *own.mean, 5_000.0 + 100.0 * mean, 100.0 * deviation, draws);
    // the average change from the first to the last month: median 0, deviation of the logarithm 0.4 / √(23 / 12)
    let change = simulation.inputs[0].quantiles.as_ref().unwrap();
    let spread = 0.4 / (23.0_f64 / 12.0).sqrt();
    for (percent, score) in [(10, -1.281_551_57), (50, 0.0), (90, 1.281_551_57)] {
        let expected = (spread * score).exp() - 1.0;
        // √(p (1 − p)) over the density of the distribution is below 2.2 deviations here
        near("percentile", *change.at(percent).unwrap(), expected, 2.2 * spread * (1.0 + expected), draws);
    }
    assert_eq!(simulation.inputs[0].clipped, 0);
}

#[test]
fn a_renewed_commitment_costs_what_its_month_does() {
    let committed = "fixed:
    accelerators_per_instance: 2
    on_demand_per_instance_hour: 9
    commitments: { year: { instances: 1, per_instance_hour: 2, term_months: 12, renew: true } }";
    let text = walking(committed, "").replace("rent.cloud.price", "rent.fixed.price");
    let draws = 100_000;
    let simulation = simulated(&answered(&text), draws, 4);
    // 1,200 hours at 2, and from month 13 on as many at 2 × the factor of month 13, with s = 0.16
    let (mean, square) = ((0.16_f64 / 2.0).exp(), (0.32_f64).exp());
    let found = option(&simulation, "rent.fixed").present_value.as_ref().unwrap();
    near("mean", *found.mean, 2_400.0 * (1.0 + mean), 2_400.0 * (square - mean * mean).sqrt(), draws);
}

#[test]
fn walks_of_one_name_are_the_same_and_others_are_not() {
    let second = "twin: { accelerators_per_instance: 1, on_demand_per_accelerator_hour: 1 }";
    let twin = |name: &str| format!(" }}\n  rent.twin.price_change_per_year: {{ volatility_per_year: 40%{name}");
    let means = |text: &str| {
        let simulation = simulated(&answered(text), 5_000, 4);
        ["rent.cloud", "rent.twin"].map(|name| *option(&simulation, name).present_value.as_ref().unwrap().mean)
    };
    let [cloud, other] = means(&walking(second, &format!(", with: market{}", twin(", with: market"))));
    assert_eq!(cloud, other);
    let [cloud, other] = means(&walking(second, &twin("")));
    assert_ne!(cloud, other);
}

#[test]
fn a_number_with_the_name_of_a_walk_follows_its_last_month() {
    // in two months there is one step: where the price is at its P90 the node is at 90 % of its range. So the costs of both are at
    // the same percentile in every draw, and the P90 of owning, node and a month's bursts, is the sum of their P90
    let text = walking("", ", with: market }\n  own.half.node.price: { low: 4_000, high: 6_000, with: market");
    let text = text.replace("horizon_months: 24", "horizon_months: 2");
    let draws = 100_000;
    let simulation = simulated(&answered(&text), draws, 4);
    let own = option(&simulation, "own.half").present_value.as_ref().unwrap();
    for (percent, score) in [(10, -1.281_551_57), (50, 0.0), (90, 1.281_551_57)] {
        let factor = (score * 0.4 / 12.0_f64.sqrt()).exp();
        let node = 4_000.0 + 2_000.0 * f64::from(percent) / 100.0;
        // the slope of the range, √(p (1 − p)) at most 0.5; bursts add a hundredth of it
        near(
            "percentile",
            *own.at(u8::try_from(percent).unwrap()).unwrap(),
            node + 100.0 + 100.0 * factor,
            1_020.0,
            draws,
        );
    }
}

#[test]
fn sensitivity_tests_paths_of_a_price() {
    // the price of month k + 1 is exp(±1.2816 · 0.4 · √(k / 12)); 200 hours a month rented, and 100 beyond the own accelerator
    let sum = |score: f64, months: u32| -> f64 {
        (0..months).map(|month| (score * 0.4 * (f64::from(month) / 12.0).sqrt()).exp()).sum()
    };
    for (horizon, months) in [("24", 24), ("12", 12)] {
        let text = walking("", "").replace("horizon_months: 24", &format!("horizon_months: {horizon}"));
        let sensitivity = moved(&text, Moved::Uncertain);
        let [swing] = &sensitivity.swings[..] else { panic!("{:?}", sensitivity.swings) };
        for (end, score) in [(&swing.low, -1.281_551_565_544_600_4), (&swing.high, 1.281_551_565_544_600_4)] {
            let expected = 5_000.0 - 100.0 * sum(score, months);
            let found = float(*end.difference.unwrap());
            assert!((found - expected).abs() < 0.02, "{horizon}: {found}, not {expected}");
        }
        let checked = rackrent::check::check(
            "walk.yaml",
            &text,
            &[],
            &rackrent::cli::Folder::of("walk.yaml"),
            &rackrent::check::Policy::default(),
        );
        let about = checked.findings.iter().filter(|finding| finding.path.starts_with("uncertainty"));
        assert_eq!(about.count(), 0, "{horizon}: {:?}", checked.findings);
    }
}

#[test]
fn a_walk_around_a_monthly_change_and_beside_whole_numbers_has_its_moments() {
    let monthly = "accelerators_per_instance: 1, price_change_per_month: 1%,";
    let text = walking("", " }\n  own.half.nodes: { values: [1, 2]")
        .replace("rent.cloud.price_change_per_year", "rent.cloud.price_change_per_month")
        .replace("accelerators_per_instance: 1,", monthly);
    let draws = 100_000;
    let simulation = simulated(&answered(&text), draws, 4);
    // month k + 1 costs 1.01^k on the stated path, times a mean of exp(0.16 k / 24)
    let mean: f64 = (0..24).map(|month| 1.01_f64.powi(month) * (0.16 * f64::from(month) / 24.0).exp()).sum();
    let found = option(&simulation, "rent.cloud").present_value.as_ref().unwrap();
    // with the growth of prices the deviation is below half of the mean
    near("mean", *found.mean, 200.0 * mean, 100.0 * mean, draws);
}

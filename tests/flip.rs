//! Flip values: hand calculations, and properties of the flips of any scenario.

use crate::generated::{cases, scenarios};
use crate::support::{answer_of, answered, decimal as d};
use proptest::prelude::*;
use rackrent::analysis::Answer;
use rackrent::analysis::flip::{
    FactorMeasure, Flip, FlipReason, Flips, Group, InRange, OutReason, Proof, RangeEnd, SameSideFlips, Scope, Steady,
    Undecided,
};
use rackrent::analysis::statement::Winner;
use rackrent::check;
use rackrent::diagnostic::Code;
use rackrent::model::OptionId;
use rackrent::number;
use rackrent::reasons::{cannot_win, impossible};
use rackrent::scenario::Setting;
use rackrent::sheet::{Direction, Grid};
use rackrent::variation::{Decision, Variation};
use rust_decimal::{Decimal, RoundingStrategy};

/// Own: 120,000 once and 1,000 a month, 132,000 over the year; no resale. Rent: 8,760 h · 50 % · 40 = 175,200.
const YEAR: &str = "\
name: A year
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 8, utilization: 50% }
own:
  box:
    node: { price: 120_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 60
    value_at_horizon: none
    operating: { hosting: { per_month: 1_000, includes_electricity: true } }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 40 }
";

/// Demand that ends in month 2 cannot start later: later months are rejected and not reported.
#[test]
fn tested_months_exclude_invalid_ones() {
    let late = "{ workloads: { job: { kind: notebooks, accelerators: 8, utilization: 50%, starts_month: 2, ends_month: 2 } } }";
    let flips = all(&YEAR.replace("{ accelerators: 8, utilization: 50% }", late));
    let path = "demand.workloads.job.starts_month";
    let steady = flips.steady.iter().find(|steady| steady.number.path == path).unwrap();
    assert_eq!((steady.least, steady.most, steady.proof), (d("1"), d("2"), Proof::Tried));
}

/// Instances that are always on cost 8,760 h · 40 = 350,400 for demand at any time, and nothing without demand.
#[test]
fn always_on_instances_cost_nothing_without_demand() {
    let flips = all(&YEAR.replace("instance_hour: 40", "instance_hour: 40, scaling: always_on"));
    flips_at(&flips, "demand.utilization", Decimal::ZERO, Direction::Down, &FlipReason::Jump);
    assert_eq!(find(&flips, "demand.utilization").wins.as_ref().map(OptionId::as_str), Some("rent.cloud"));
}

/// 132,000 / (8,760 h · 50 %) = 30.14 an hour is 25 % less than 40, and 163,200 for the server 36 % more than 120,000;
/// hosting would have to cost 4,600 a month.
#[test]
fn a_requested_price_is_ranked_among_all_prices() {
    let answer = answered(YEAR);
    let nearby = |within: &str, requested: &str| -> Vec<String> {
        let found = answer.flips_nearby(d(within), usize::MAX, |path| path == requested);
        found.result.into_iter().map(|flip| flip.number.path).collect()
    };
    let both = ["rent.cloud.on_demand_per_instance_hour", "own.box.node.price"];
    assert_eq!(nearby("0.5", both[0]), both);
    assert_eq!(nearby("0.5", both[1]), both);
    assert_eq!(nearby("0.3", both[0]), both[..1]);
    assert!(nearby("0.3", both[1]).is_empty());
    assert!(nearby("0.5", "own.box.operating.hosting.per_month").is_empty());
}

/// 2,000 accelerator-hours a month in jobs of A accelerators, ⌊8 / A⌋ per instance of 8: 2,000 · 12 · 40 = 960,000 over A ·
/// ⌊8 / A⌋. At 1 and 2 they cost 120,000, below the 132,000 of owning, and at 3 160,000. A job of 2.42 does not exist.
#[test]
fn the_size_of_a_job_is_a_whole_number() {
    let jobs = "{ workloads: { job: { kind: training, accelerator_hours_per_month: 2_000, accelerators: 1 } } }";
    let flips = all(&YEAR.replace("{ accelerators: 8, utilization: 50% }", jobs));
    let path = "demand.workloads.job.accelerators";
    let flip = find(&flips, path);
    assert_eq!(
        (flip.at, flip.direction, flip.end, flip.number.grid),
        (d("3"), Direction::Up, RangeEnd::With, Grid::Whole)
    );
    assert_eq!(flip.wins.as_ref().map(OptionId::as_str), Some("own.box"));
    // a level may be fractional
    let level = "{ workloads: { job: { kind: notebooks, accelerators: 8, utilization: 50% } } }";
    let flips = all(&YEAR.replace("{ accelerators: 8, utilization: 50% }", level));
    let is_level = |number: &&Flip| number.number.path == path && number.number.grid == Grid::Line;
    let steady = flips.steady.iter().any(|steady| steady.number.path == path && steady.number.grid == Grid::Line);
    assert!(steady || flips.found.iter().any(|flip| is_level(&flip)));
}

fn all(text: &str) -> Flips {
    answered(text).flips(&Scope::default())
}

fn find<'f>(flips: &'f Flips, path: &str) -> &'f Flip {
    flips.found.iter().find(|flip| flip.number.path == path).unwrap_or_else(|| panic!("{path} flips nothing"))
}

/// Asserts a flip of a line, to 10^-12 of the expected value.
#[track_caller]
fn flips_at(flips: &Flips, path: &str, at: Decimal, direction: Direction, because: &FlipReason) {
    let flip = find(flips, path);
    assert!((flip.at - at).abs() <= at.abs() * Decimal::new(1, 12), "{path}: {} is not {at}", flip.at);
    assert_eq!((flip.direction, &flip.because), (direction, because), "{path}");
}

/// An instance of 8 serves 8 accelerators at a throughput of 1 and no less: at 20 an hour it costs 87,600, two 175,200, and
/// the server 132,000. So the decision changes below 1, and from 1 on if today's throughput is less.
#[test]
fn a_flip_at_a_jump_names_the_side_of_its_value() {
    let cheap = YEAR.replace("on_demand_per_instance_hour: 40", "on_demand_per_instance_hour: 20");
    let path = "rent.cloud.relative_throughput";
    let (flips, slower) = (all(&cheap), all(&cheap.replace("_hour: 20", "_hour: 20, relative_throughput: 0.8")));
    let (below, from) = (find(&flips, path), find(&slower, path));
    assert_eq!((below.at, below.direction, below.end), (Decimal::ONE, Direction::Down, RangeEnd::Without));
    assert_eq!((from.at, from.direction, from.end), (Decimal::ONE, Direction::Up, RangeEnd::With));
    assert_eq!((&below.because, below.wins.as_ref().map(OptionId::as_str)), (&FlipReason::Jump, Some("own.box")));
    assert_eq!((&from.because, from.wins.as_ref().map(OptionId::as_str)), (&FlipReason::Jump, Some("rent.cloud")));
}

#[test]
fn linear_inputs_are_solved_exactly() {
    let flips = all(YEAR);
    assert_eq!(flips.today.as_ref().unwrap().winner, "own.box");
    // 120,000 + (175,200 − 132,000)
    flips_at(&flips, "own.box.node.price", d("163200"), Direction::Up, &FlipReason::Equal);
    assert_eq!(find(&flips, "own.box.node.price").at, d("163200"));
    assert_eq!(find(&flips, "own.box.node.price").distance_share(), Some(d("0.36")));
    // 1,000 + 43,200 / 12
    flips_at(&flips, "own.box.operating.hosting.per_month", d("4600"), Direction::Up, &FlipReason::Equal);
    // 132,000 / 4,380 h
    let on_demand = d("132000") / d("4380");
    flips_at(&flips, "rent.cloud.on_demand_per_instance_hour", on_demand, Direction::Down, &FlipReason::Equal);
    // 1 − 132,000 / 175,200: a default can be flipped too
    let discount = Decimal::ONE - d("132000") / d("175200");
    flips_at(&flips, "rent.cloud.discount", discount, Direction::Up, &FlipReason::Equal);
    // 132,000 / (12 · 50 % · 40)
    flips_at(&flips, "hours_per_month", d("550"), Direction::Down, &FlipReason::Equal);
    assert_eq!(find(&flips, "own.box.node.price").wins.as_ref().map(OptionId::as_str), Some("rent.cloud"));
}

#[test]
fn flips_are_grouped_by_terms_demand_limits_and_measures() {
    let flips = all(YEAR);
    for (path, group) in [
        ("own.box.node.price", Group::Terms),
        ("own.box.operating.hosting.per_month", Group::Terms),
        ("rent.cloud.discount", Group::Terms),
        ("demand.utilization", Group::Demand),
        ("own.box.lead_time_months", Group::Limit),
        ("hours_per_month", Group::Measure),
    ] {
        assert_eq!(find(&flips, path).group(), group, "{path}");
    }
    let price = find(&flips, "rent.cloud.on_demand_per_instance_hour");
    assert_eq!(flips.discount_of(price).map(|flip| flip.number.path.as_str()), Some("rent.cloud.discount"));
    assert!(flips.of_group(Group::Terms).all(|flip| flip.number.path != "rent.cloud.discount"));
}

/// The price of 120,000 flips at 163,200, 43,200 above it.
#[test]
fn the_distance_of_a_flip_is_relative_to_the_range_of_its_number() {
    let range = |range: &str| {
        let flips = all(&format!("{YEAR}uncertainty: {{ own.box.node.price: {range} }}\n"));
        find(&flips, "own.box.node.price").in_range()
    };
    assert_eq!(all(YEAR).found.iter().find_map(Flip::in_range), None);
    assert_eq!(range("{ low: 100_000, high: 206_400 }"), Some(InRange::Within(d("0.5"))));
    assert_eq!(range("{ low: 100_000, likely: 120_000, high: 147_000 }"), Some(InRange::Beyond(d("1.6"))));
    assert_eq!(range("{ low: 100_000, high: 120_000 }"), Some(InRange::OtherSide));
}

#[test]
fn utilization_flips_at_the_break_even() {
    let answer = answered(YEAR);
    let flips = answer.flips(&Scope::default());
    // 132,000 / (8,760 h · 40)
    let expected = d("132000") / d("350400");
    flips_at(&flips, "demand.utilization", expected, Direction::Down, &FlipReason::Equal);
    let points = &answer.comparison.pairs[0].break_even.points;
    let found = find(&flips, "demand.utilization").at;
    assert!((points[0].demand_utilization.unwrap() - found).abs() <= d("0.000000001"));
}

/// Σ v^m over twelve months, by its closed form, in binary: an independent calculation of the same number.
#[allow(clippy::float_arithmetic, reason = "an independent way to the same number")]
fn yearly_rate_at_which_a_year_of_months_is_worth(months: f64) -> f64 {
    let annuity = |yearly: f64| {
        let monthly = (1.0 + yearly).powf(1.0 / 12.0) - 1.0;
        (1.0 - 1.0 / (1.0 + yearly)) / monthly
    };
    let (mut low, mut high) = (0.001, 1.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if annuity(middle) > months { low = middle } else { high = middle }
    }
    low
}

#[test]
fn the_discount_rate_flips_at_equal_present_values() {
    // 120,000 + 1,000 · a = 14,600 · a; a, the present value of twelve payments of 1, is 120,000 / 13,600
    let expected = yearly_rate_at_which_a_year_of_months_is_worth(120_000.0 / 13_600.0);
    let expected = Decimal::from_f64_retain(expected).unwrap();
    let flips = all(YEAR);
    let flip = find(&flips, "discount_rate");
    assert!((flip.at - expected).abs() < d("0.00000000001"), "{} {expected}", flip.at);
    assert_eq!((flip.direction, &flip.because, flip.distance_share()), (Direction::Up, &FlipReason::Equal, None));
}

#[test]
fn integers_flip_at_the_first_value_with_another_winner() {
    let flips = all(YEAR);
    let whole = |path: &str| {
        let flip = find(&flips, path);
        assert_eq!(flip.number.grid, Grid::Whole);
        (flip.at, flip.direction)
    };
    // over H months 120,000 + 1,000 H against 14,600 H: at 9 months 129,000 < 131,400, at 8 months 128,000 > 116,800
    assert_eq!(whole("horizon_months"), (d("8"), Direction::Down));
    // a life of 11 months is bought twice: 252,000
    assert_eq!(whole("own.box.useful_life_months"), (d("11"), Direction::Down));
    // two nodes: 252,000; without nodes, at the same distance, demand is unserved
    assert_eq!(whole("own.box.nodes"), (d("2"), Direction::Up));
    // seven accelerators are one too few
    assert_eq!(whole("own.box.node.accelerators"), (d("7"), Direction::Down));
    assert_eq!(whole("own.box.lead_time_months"), (d("1"), Direction::Up));
    let FlipReason::Out(out) = &find(&flips, "own.box.lead_time_months").because else {
        panic!("nothing serves month 1")
    };
    let OutReason::NotPossible(why) = &out[0].why else { panic!("{out:?}") };
    assert!(out[0].option == "own.box" && impossible(why).contains("nothing serves the demand in month 1"), "{out:?}");
}

#[test]
fn an_infeasible_option_loses() {
    let flips = all(YEAR);
    for (path, at, direction) in
        [("demand.accelerators", "8", Direction::Up), ("own.box.relative_throughput", "1", Direction::Down)]
    {
        let flip = find(&flips, path);
        assert_eq!(
            (flip.at, flip.direction, flip.wins.as_ref().map(OptionId::as_str)),
            (d(at), direction, Some("rent.cloud")),
            "{path}"
        );
        let FlipReason::Out(out) = &flip.because else { panic!("{path}: {:?}", flip.because) };
        assert_eq!((out[0].option.as_str(), &out[0].why), ("own.box", &OutReason::Breaks(Code::DemandExceedsFleet)));
    }
}

#[test]
fn inputs_without_a_flip_are_counted_with_their_bounds() {
    let flips = all(YEAR);
    let steady = |path: &str| {
        let steady = flips.steady.iter().find(|steady| steady.number.path == path).unwrap();
        (steady.least, steady.most, steady.proof)
    };
    // a larger instance serves the same load, a smaller one only increases the cost
    let accelerators = steady("rent.cloud.accelerators_per_instance");
    assert_eq!(accelerators, (d("1"), d("1000000"), Proof::Bounded));
    assert_eq!(steady("own.box.node.discount"), (d("0"), d("1"), Proof::Bounded));
    // the availability of the rent option in other months has no effect
    assert_eq!(steady("rent.cloud.available_after_months").2, Proof::Tried);
}

#[test]
fn a_jump_of_whole_instances_is_a_flip() {
    // 87,600 an instance of four accelerators: two of them cost 175,200, one less than the 132,000 of owning
    let text = YEAR.replace(
        "accelerators_per_instance: 8, on_demand_per_instance_hour: 40",
        "accelerators_per_instance: 4, on_demand_per_instance_hour: 20",
    );
    let flips = all(&text);
    let flip = find(&flips, "demand.accelerators");
    assert_eq!((flip.at.round_dp(9), flip.direction), (d("8"), Direction::Up), "beyond 8 the fleet is too small");
    let flips = all(&text.replace("accelerators: 8 }\n    nodes: 1", "accelerators: 32 }\n    nodes: 1"));
    // one instance up to four accelerators
    let flip = find(&flips, "demand.accelerators");
    assert_eq!((flip.at.round_dp(9), flip.direction, &flip.because), (d("4"), Direction::Down, &FlipReason::Jump));
}

#[test]
fn a_lease_term_flips_at_the_first_month_that_costs_too_much() {
    // T payments of 5,000, then half of 120,000, and 24,000 of hosting: 84,000 + 5,000 T against 24 · 365 h · 20 = 175,200,
    // so 18 months (174,000) win and 19 (179,000) do not
    let text = YEAR
        .replace("horizon_months: 12", "horizon_months: 24")
        .replace("on_demand_per_instance_hour: 40", "on_demand_per_instance_hour: 20")
        .replace(
            "    nodes: 1\n",
            "    nodes: 1\n    lease: { per_node_month: 5_000, term_months: 12, buyout: 50%, in_advance: false }\n",
        );
    let flips = all(&text);
    let flip = find(&flips, "own.box.lease.term_months");
    assert_eq!((flip.at, flip.direction), (d("19"), Direction::Up));
    // 12 payments: (175,200 − 84,000) / 12
    flips_at(&flips, "own.box.lease.per_node_month", d("7600"), Direction::Up, &FlipReason::Equal);
}

#[test]
fn the_numbers_of_a_list_move_together() {
    // 120,000 − 48,000 + 12,000 = 84,000 against 4,380 h · 20 = 87,600: 3,600 less resale is 92.5 % of 48,000
    let text = YEAR
        .replace("    value_at_horizon: none\n", "    market_values: [40%]\n")
        .replace("on_demand_per_instance_hour: 40", "on_demand_per_instance_hour: 20");
    let flips = all(&text);
    flips_at(&flips, "own.box.market_values", d("0.925"), Direction::Down, &FlipReason::Equal);
    assert_eq!(find(&flips, "own.box.market_values").number.measure, FactorMeasure::Multiple);
}

#[test]
fn a_profile_flips_at_a_mean_value() {
    // half of the hours 100 %, half 50 %: a mean of 75 %. A unit is an accelerator-hour and costs 3, so renting costs
    // 10 · 8,760 h · 3 = 262,800 times the mean: 197,100, and 132,000 at 50.2… %
    let of = |shares: [&str; 2]| {
        let profile = format!("[{}]", shares.map(|share| [share; 12]).concat().join(", "));
        let demand = format!(
            "demand:\n  unit: {{ name: hour, per_accelerator_hour: 1 }}\n  workloads:\n    chat: {{ kind: realtime_inference, peak_accelerators: 10, profile: {profile} }}"
        );
        let text = YEAR
            .replace("demand: { accelerators: 8, utilization: 50% }", &demand)
            .replace("accelerators: 8 }\n    nodes: 1", "accelerators: 16 }\n    nodes: 1")
            .replace("accelerators_per_instance: 8, on_demand_per_instance_hour: 40", "price_per_unit: 3");
        all(&text)
    };
    let path = "demand.workloads.chat.profile";
    let flips = of(["100%", "50%"]);
    let flip = find(&flips, path);
    assert_eq!((flip.number.measure, flip.number.today), (FactorMeasure::Mean, d("0.75")));
    flips_at(&flips, path, d("132000") / d("262800"), Direction::Down, &FlipReason::Equal);
    // with the same share in every hour, all of them: 80 % of 262,800 are 210,240
    let flips = of(["80%", "80%"]);
    let flip = find(&flips, path);
    assert_eq!((flip.number.measure, flip.number.today), (FactorMeasure::Multiple, Decimal::ONE));
    flips_at(&flips, path, d("132000") / d("210240"), Direction::Down, &FlipReason::Equal);
}

#[test]
fn the_shares_of_a_payment_add_up() {
    let text = YEAR.replace("    nodes: 1\n", "    nodes: 1\n    lead_time_months: 2\n    until_delivery: cloud\n    payment: { order: 30%, delivery: 70% }\n");
    let text = text.replace("discount_rate: 0%", "discount_rate: 90%").replace("price: 120_000", "price: 95_000");
    let flips = all(&text);
    let (order, delivery) = (find(&flips, "own.box.payment.order"), find(&flips, "own.box.payment.delivery"));
    assert!((order.at + delivery.at - Decimal::ONE).abs() < d("0.000000000001"), "{order:?} {delivery:?}");
    assert_ne!(order.direction, delivery.direction);
}

#[test]
fn without_a_pair_the_reason_is_reported() {
    let rented = YEAR.split("own:\n").next().unwrap().to_owned() + "rent:\n" + YEAR.split("rent:\n").nth(1).unwrap();
    let flips = all(&rented);
    assert!(flips.today.is_none() && flips.found.is_empty());
    assert_eq!(flips.undecided_because, [Undecided::Nothing(Winner::Own)]);
    let required = YEAR.to_owned() + "requires: { features: [infiniband] }\n";
    let why = all(&required).undecided_because;
    let lacks = |why: &Undecided| match why {
        Undecided::CannotWin { option, because } => {
            option == "own.box" && cannot_win(&because[0]) == "it does not list the required feature infiniband"
        }
        Undecided::Nothing(_) => false,
    };
    assert!(why.len() == 2 && lacks(&why[0]), "{why:?}");
}

#[test]
fn a_scope_excludes_other_parts_and_larger_distances() {
    let answer = answered(YEAR);
    let paths = |only: &[&str], within: Option<&str>| {
        let only = only.iter().map(|path| (*path).to_owned()).collect();
        let flips = answer.flips(&Scope { only, within: within.map(d) });
        flips.found.into_iter().map(|flip| flip.number.path).collect::<Vec<String>>()
    };
    assert_eq!(paths(&["own.box.node.price", "discount_rate"], None), ["own.box.node.price", "discount_rate"]);
    assert_eq!(paths(&["own.box.node"], None), ["own.box.node.accelerators", "own.box.node.price"]);
    // 36 % away
    assert_eq!(paths(&["own.box.node.price"], Some("0.37")), ["own.box.node.price"]);
    assert_eq!(paths(&["own.box.node.price"], Some("0.35")), [""; 0]);
}

#[test]
fn a_tie_is_a_flip_at_no_distance() {
    // 163,200 for the node: both cost 175,200, and owning comes first in the file
    let flips = all(&YEAR.replace("price: 120_000", "price: 163_200"));
    assert_eq!(flips.today.as_ref().unwrap().winner, "own.box");
    let flip = find(&flips, "own.box.node.price");
    assert_eq!((flip.at, flip.direction), (d("163200"), Direction::Up));
}

/// The side with the lowest unrounded present value among eligible options, and its margin as a share; none without any.
fn leader(decision: &Decision) -> Option<(Winner, Decimal)> {
    let least = |side| {
        let of_side = decision.options.iter().filter(|option| Winner::of(option.kind) == side && option.can_win());
        of_side.map(|option| option.cost.as_ref().unwrap().unrounded).min()
    };
    match (least(Winner::Own), least(Winner::Rent)) {
        (None, None) => None,
        (Some(_), None) => Some((Winner::Own, Decimal::ONE)),
        (None, Some(_)) => Some((Winner::Rent, Decimal::ONE)),
        (Some(own), Some(rent)) => {
            let lead = (own - rent).abs().checked_div(own.abs().max(rent.abs())).unwrap_or_default();
            Some((if own <= rent { Winner::Own } else { Winner::Rent }, lead))
        }
    }
}

fn decided(answer: &Answer, path: &str, value: Decimal) -> Decision {
    let document = &answer.loaded.document;
    let value = number::significant(value, 20, RoundingStrategy::MidpointNearestEven).normalize();
    // an amount keeps its own currency
    let code = document.find(path).and_then(|at| document.number(at)).filter(|number| number.kind.is_money());
    let code = code.and_then(|number| number.currency).map(|currency| format!(" {}", currency.code()));
    let setting = Setting { path: path.to_owned(), value: format!("{value}{}", code.unwrap_or_default()) };
    Variation::of(&answer.loaded, &answer.traces).with(&[setting])
}

/// Decisions just below and just above a flip value; none if one is out of bounds.
fn beside(answer: &Answer, flip: &Flip) -> Option<(Decision, Decision)> {
    let hair = match flip.number.grid {
        Grid::Whole => Decimal::ONE,
        Grid::Line => flip.at.abs().max(flip.number.today.abs()).max(Decimal::new(1, 4)) * Decimal::new(1, 8),
    };
    let (near, beyond) = match (flip.number.grid, flip.direction) {
        (Grid::Whole, Direction::Up) => (flip.at - hair, flip.at),
        (Grid::Whole, Direction::Down) => (flip.at + hair, flip.at),
        (Grid::Line, Direction::Up) => ((flip.at - hair).max(flip.number.today), flip.at + hair),
        (Grid::Line, Direction::Down) => ((flip.at + hair).min(flip.number.today), flip.at - hair),
    };
    let kind = flip.number.kind;
    let bounds = kind.minimum()..=kind.maximum();
    (bounds.contains(&near) && bounds.contains(&beyond))
        .then(|| (decided(answer, &flip.number.path, near), decided(answer, &flip.number.path, beyond)))
}

/// Whether a number can change alone: shares of a payment can't, and lists have no single value.
fn on_its_own(flip: &Flip) -> bool {
    flip.number.measure == FactorMeasure::Number && !flip.number.path.contains(".payment.")
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn another_side_wins_beyond_a_flip(generated in scenarios()) {
        let text = generated.text();
        let answer = answered(&text);
        let flips = answer.flips(&Scope::default());
        let Some(today) = &flips.today else { return Ok(()) };
        for flip in flips.found.iter().filter(|flip| on_its_own(flip)) {
            let Some((near, beyond)) = beside(&answer, flip) else { continue };
            let tiny = Decimal::new(1, 12);
            let (near, beyond) = (leader(&near), leader(&beyond));
            let stays = near.is_some_and(|(side, lead)| side == today.side || lead < tiny);
            let turned = beyond.is_none_or(|(side, lead)| side != today.side || lead < tiny);
            prop_assert!(stays && turned, "{text}{flip:#?}\nnear {near:?}, beyond {beyond:?}");
            if flip.number.grid == Grid::Line && flip.because != FlipReason::Equal {
                let there = leader(&decided(&answer, &flip.number.path, flip.at));
                let is_another = there.is_none_or(|(side, _)| side != today.side);
                let level = there.is_some_and(|(_, lead)| lead < tiny);
                prop_assert!(level || is_another == (flip.end == RangeEnd::With), "{text}{flip:#?}\nat it {there:?}");
            }
        }
    }

    #[test]
    fn no_input_without_a_reported_flip_flips(generated in scenarios(), at in prop::collection::vec(0_u32..=1000, 3)) {
        let text = generated.text();
        let answer = answered(&text);
        let flips = answer.flips(&Scope { only: Vec::new(), within: Some(Decimal::ONE) });
        let Some(today) = &flips.today else { return Ok(()) };
        for steady in flips.steady.iter().filter(|steady| steady.proof != Proof::GivenUp) {
            let (number, path) = (&steady.number, &steady.number.path);
            if number.measure != FactorMeasure::Number || path.contains(".payment.") {
                continue;
            }
            for share in &at {
                let value = steady.least + (steady.most - steady.least) * Decimal::new(i64::from(*share), 3);
                let value = if number.grid == Grid::Whole { value.round() } else { value };
                let decided = decided(&answer, path, value);
                let leads = leader(&decided);
                let stays = leads.is_some_and(|(side, lead)| side == today.side || lead < Decimal::new(1, 12));
                prop_assert!(stays, "{text}{steady:#?}\nat {value}: {leads:?} {decided:#?}");
            }
        }
    }
}

/// Three rented options: near 4,380 h · 40 = 175,200; far 4,380 h · 30 + 12 · 5,000 = 191,400; dear 4,380 h · 60 = 262,800.
const CLOUDS: &str = "\
name: Clouds
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 8, utilization: 50% }
rent:
  near: { accelerators_per_instance: 8, on_demand_per_instance_hour: 40 }
  far:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 30
    operating: { staff: { per_month: 5_000 } }
  dear: { accelerators_per_instance: 8, on_demand_per_instance_hour: 60 }
";

#[track_caller]
fn of_same_side<'f>(flips: &'f Flips, rival: &str) -> &'f [Flip] {
    let found = flips.same_side.iter().find(|other| other.candidate == rival);
    &found.unwrap_or_else(|| panic!("{rival} is no rival")).found
}

#[test]
fn one_rented_option_flips_to_another() {
    let flips = all(CLOUDS);
    assert!(flips.today.is_none() && flips.found.is_empty(), "nothing is owned");
    let candidates: Vec<(&str, &str)> =
        flips.same_side.iter().map(|other| (other.winner.as_str(), other.candidate.as_str())).collect();
    assert_eq!(candidates, [("rent.near", "rent.far"), ("rent.near", "rent.dear")]);
    let far = of_same_side(&flips, "rent.far");
    let at = |flips: &[Flip], path: &str| {
        let flip = flips.iter().find(|flip| flip.number.path == path)?;
        Some((number::ratio(flip.at), flip.direction, flip.wins.clone()?))
    };
    let expected = |at: Decimal, direction| Some((number::ratio(at), direction, OptionId::rent("far")));
    // 191,400 / 4,380 h
    let near = expected(d("191400") / d("4380"), Direction::Up);
    assert_eq!(at(far, "rent.near.on_demand_per_instance_hour"), near);
    // (175,200 − 60,000) / 4,380 h
    let price = expected(d("115200") / d("4380"), Direction::Down);
    assert_eq!(at(far, "rent.far.on_demand_per_instance_hour"), price);
    // (175,200 − 131,400) / 12
    assert_eq!(at(far, "rent.far.operating.staff.per_month"), expected(d("3650"), Direction::Down));
    // 8,760 h · (40 − 30) · u = 60,000
    assert_eq!(at(far, "demand.utilization"), expected(d("60000") / d("87600"), Direction::Up));
    let dear = of_same_side(&flips, "rent.dear");
    let price = Some((d("40"), Direction::Down, OptionId::rent("dear")));
    assert_eq!(at(dear, "rent.dear.on_demand_per_instance_hour"), price);
    // beyond 60 an hour dear costs less than near, and far less than both
    assert_eq!(at(dear, "rent.near.on_demand_per_instance_hour"), None);
}

/// A server for 180,000 is between near and far: if near costs more, it wins before far does.
#[test]
fn a_candidate_of_the_winners_side_has_to_win_against_all_options() {
    let server = "own:\n  box:\n    node: { price: 180_000, accelerators: 8 }\n    nodes: 1\n    useful_life_months: 60\n    value_at_horizon: none\n";
    let flips = all(&format!("{CLOUDS}{server}"));
    let today = flips.today.as_ref().unwrap();
    assert_eq!((today.winner.as_str(), today.other_side.as_str()), ("rent.near", "own.box"));
    // 180,000 / 4,380 h
    let near = "rent.near.on_demand_per_instance_hour";
    flips_at(&flips, near, d("180000") / d("4380"), Direction::Up, &FlipReason::Equal);
    let far: Vec<&str> = of_same_side(&flips, "rent.far").iter().map(|flip| flip.number.path.as_str()).collect();
    assert!(far.contains(&"rent.far.on_demand_per_instance_hour") && !far.contains(&near), "{far:?}");
}

/// For an input named this way, the candidate is cheapest at an end of the range, and no value is reported.
#[test]
fn inputs_whose_search_was_stopped_are_named() {
    let mut named = 0;
    for example in ["contracts-by-date", "keep-extend-or-sell", "two-billion-parameter-training"] {
        let answer = answer_of(format!("scenarios/{example}.yaml"), &[]);
        for SameSideFlips { candidate: rival, found, given_up, .. } in answer.flips(&Scope::default()).same_side {
            for Steady { number, .. } in given_up {
                let path = number.path.as_str();
                assert!(found.iter().all(|flip| flip.number.path != path), "{example}: {path}");
                let wins_at = |value| {
                    let decision = decided(&answer, path, value);
                    let able = decision.options.iter().filter(|option| option.can_win());
                    let least = able.min_by_key(|option| option.cost.as_ref().unwrap().unrounded);
                    least.is_some_and(|option| option.name == rival)
                };
                let ends = [number.kind.minimum(), number.kind.maximum()];
                assert!(ends.into_iter().any(wins_at), "{example}: {rival} wins at no end of {path}");
                named += 1;
            }
        }
    }
    assert!(named > 0, "none is named");
}

/// Runs of 8 accelerators fill half of a server of 8 for 10,000 a year; rented, 100 hours of two instances of 4 at 5 an hour
/// for 12 months are 12,000. A larger run does not fit the server, which then is idle.
const RUNS: &str = "\
name: Runs
currency: USD
horizon_months: 12
hours_per_month: 200
discount_rate: 0%
demand:
  workloads:
    runs: { kind: training, accelerator_hours_per_month: 800, accelerators: 8 }
own:
  fleet:
    node: { price: 10_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 60
    value_at_horizon: none
    burst_to: cloud
rent:
  cloud: { accelerators_per_instance: 4, on_demand_per_instance_hour: 5 }
";

#[test]
fn a_flip_by_a_job_larger_than_the_fleet_names_the_reason() {
    let size = "demand.workloads.runs.accelerators";
    let flips = all(RUNS);
    let flip = find(&flips, size);
    assert_eq!(
        (flips.today.as_ref().unwrap().winner.as_str(), flip.wins.as_ref().map(OptionId::as_str)),
        ("own.fleet", Some("rent.cloud"))
    );
    // jobs of 8 fit, jobs of 9 do not
    assert_eq!((flip.at, flip.direction, flip.end), (d("9"), Direction::Up, RangeEnd::With));
    let over_capacity: Vec<(&str, &str)> =
        flip.over_capacity.iter().map(|job| (job.workload.as_str(), job.option.as_str())).collect();
    assert_eq!(over_capacity, [("runs", "own.fleet")]);
    // inputs that only affect cost flip without a job that is too large
    assert_eq!(find(&flips, "own.fleet.node.price").over_capacity, []);
}

#[test]
fn caveats_are_shown_at_the_inputs_that_they_concern() {
    let answer = answered(&RUNS.replace("accelerators: 8 }\nown", "accelerators: 12 }\nown"));
    let caveats = check::caveats(&answer);
    let flips = answer.flips(&Scope::default()).with_findings(check::standing(&caveats));
    let findings = |path: &str| find(&flips, path).findings.clone();
    assert_eq!(flips.today.as_ref().unwrap().winner, "rent.cloud");
    // with runs of 8 the server wins again
    assert_eq!(findings("demand.workloads.runs.accelerators"), [Code::JobLargerThanFleet]);
    // the electricity of the server is missing: this concerns the option, and so each of its inputs
    assert!(findings("own.fleet.relative_throughput").contains(&Code::NoElectricity), "{:?}", flips.found);
    assert!(answered(RUNS).flips(&Scope::default()).found.iter().all(|flip| flip.findings.is_empty()));
}

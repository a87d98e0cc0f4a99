//! Comparison with the results of an independent, month-by-month implementation of the cost model, figure by figure: every
//! line, total and ratio, the loan, and every break-even, payback and return. The payback months of `19-owned-already`,
//! which has a tax, were calculated month by month from its lines, because that implementation does not count accrued tax.

use crate::support::{answer_of, text_of};
use rackrent::analysis::Answer;
use rackrent::analysis::statement::{
    BreakEven, CrossingOutcome, Disagreement, LineResult, OptionResult, PairResult, Verdict, Winner,
};
use rackrent::model::{CostLine, OptionId, OptionModel};
use rackrent::sheet::FigureId;
use rackrent::variation::Evaluated;
use rust_decimal::Decimal;
use serde_json::Value;

fn answered(name: &str) -> (Answer, Value) {
    let path = |ending: &str| format!("tests/conformance/{name}.{ending}");
    (answer_of(path("yaml"), &[]), serde_json::from_str(&text_of(path("json"))).unwrap())
}

fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.parse().unwrap()),
        number => Some(number.to_string().parse().unwrap()),
    }
}

/// Asserts equality to 11 significant digits: the results print 24, the program 12.
#[track_caller]
fn near(what: &str, found: Option<Decimal>, expected: &Value) {
    let expected = decimal(expected);
    let close = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() <= expected.abs() * Decimal::new(1, 11),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    assert!(close, "{what}: found {found:?}, expected {expected:?}");
}

/// Asserts equality of a list of figures; empty if the results have `null` or an empty list.
#[track_caller]
fn near_all(what: &str, found: impl Iterator<Item = Option<Decimal>>, expected: &Value) {
    let found: Vec<Option<Decimal>> = found.collect();
    let Some(expected) = expected.as_array() else {
        assert!(found.iter().all(Option::is_none), "{what}: found {found:?}, expected none");
        return;
    };
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.into_iter().zip(expected) {
        near(what, found, expected);
    }
}

fn option_agrees(option: &OptionResult, expected: &Value) {
    let what = |figure: &str| format!("{} {figure}", option.name);
    assert_eq!(expected["name"], option.name.as_str());
    assert_eq!(option.kind.name(), expected["kind"]);
    // reasons have different wording
    let reasons = |key: &str| expected[key].as_array().map(|reasons| !reasons.is_empty());
    assert_eq!(Some(option.eligible()), expected["eligible"].as_bool(), "{}", what("eligible"));
    assert_eq!(Some(!option.eligible()), reasons("ineligible_because"), "{}", what("eligible"));
    assert_eq!(Some(option.comparable()), expected["comparable"].as_bool(), "{}", what("comparable"));
    assert_eq!(Some(!option.comparable()), reasons("not_comparable_because"), "{}", what("comparable"));
    near(&what("total"), Some(*option.total), &expected["total"]);
    near(&what("present_value"), Some(*option.present_value), &expected["present_value"]);
    near(&what("per_month"), Some(*option.per_month), &expected["per_month"]);
    near(&what("per_useful_hour"), option.per_useful_hour.map(Decimal::from), &expected["per_useful_hour"]);
    near(&what("per_unit"), option.per_unit.map(Decimal::from), &expected["per_unit"]);
    near(&what("work_done"), option.work_done.map(Decimal::from), &expected["work_done"]);
    near(&what("useful_hours"), Some(*option.useful_hours), &expected["useful_hours"]);
    near(&what("utilization"), option.utilization.map(Decimal::from), &expected["utilization"]);
    near(&what("energy"), option.energy_kwh_per_year.map(Decimal::from), &expected["energy_kwh_per_year"]);
    near(&what("nodes"), option.nodes.map(Decimal::from), &expected["nodes"]);
    near(&what("hours_lost_to_downtime"), Some(*option.hours_lost_to_downtime), &expected["hours_lost_to_downtime"]);
    let loan = &expected["loan"];
    assert_eq!(option.loan.is_some(), !loan.is_null(), "{}", what("loan"));
    if let Some(found) = &option.loan {
        near(&what("borrowed"), Some(*found.borrowed), &loan["borrowed"]);
        near(&what("payment"), Some(*found.payment), &loan["payment"]);
        near(&what("interest"), Some(*found.interest), &loan["interest"]);
        near(&what("present_value of the loan"), Some(*found.present_value), &loan["present_value"]);
    }
    lines_agree(option, expected["lines"].as_array().unwrap());
}

/// Asserts that both have the same lines, except lines of zero cost, which either side may omit.
fn lines_agree(option: &OptionResult, expected: &[Value]) {
    let is_named = |line: &LineResult, expected: &Value| {
        line.name == expected["name"] && line.group.name() == expected["group"].as_str().unwrap()
    };
    for expected in expected {
        let line = option.lines.iter().find(|line| is_named(line, expected));
        let what = format!("{} {} {}", option.name, expected["group"], expected["name"]);
        near(&what, Some(line.map_or(Decimal::ZERO, |line| *line.total)), &expected["total"]);
        near(&what, Some(line.map_or(Decimal::ZERO, |line| *line.present_value)), &expected["present_value"]);
    }
    for line in &option.lines {
        let times = expected.iter().filter(|expected| is_named(line, expected)).count();
        let is_nothing = line.total.is_zero() && line.present_value.is_zero();
        assert!(times == 1 || times == 0 && is_nothing, "{} {line:?} stands {times} times", option.name);
    }
}

/// Compares the unrounded figures of an option and of each of its lines.
fn unrounded_agrees(evaluated: &Evaluated, option: &OptionModel, expected: &Value) {
    let near = |what: &str, figure: FigureId, expected: &Value| {
        near(&format!("{} {what}, unrounded", option.id), Some(evaluated.value(figure)), expected);
    };
    near("total", option.total, &expected["unrounded"]["total"]);
    near("present_value", option.present_value, &expected["unrounded"]["present_value"]);
    for expected in expected["lines"].as_array().unwrap() {
        let is_named = |line: &&CostLine| line.name == expected["name"] && line.group.name() == expected["group"];
        let Some(line) = option.lines.iter().find(is_named) else { continue };
        near(&line.name, line.total, &expected["unrounded"]["total"]);
        near(&line.name, line.present_value, &expected["unrounded"]["present_value"]);
    }
}

fn pair_agrees(pair: &PairResult, expected: &Value) {
    let what = |figure: &str| format!("{} {} {figure}", pair.own, pair.rent);
    let month = |month: Option<u32>| month.map(u64::from);
    assert_eq!(month(pair.payback_month), expected["payback_month"].as_u64(), "{}", what("payback"));
    assert_eq!(
        month(pair.discounted_payback_month),
        expected["discounted_payback_month"].as_u64(),
        "{}",
        what("discounted payback")
    );
    near(&what("irr"), pair.irr.map(Decimal::from), &expected["irr"]);
    // without a return there is a reason; for a leased fleet it is known before any flow is computed
    assert_eq!(pair.no_return.is_some(), expected["irr"].is_null(), "{}", what("irr"));
    break_even_agrees(&what("break-even"), &pair.break_even, &expected["break_even"]);
}

fn break_even_agrees(what: &str, found: &BreakEven, expected: &Value) {
    let outcome = match &found.outcome {
        CrossingOutcome::Crosses => "crosses",
        CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => "always_own",
        CrossingOutcome::AlwaysRent => "always_rent",
        CrossingOutcome::None(reason) => panic!("{what}: none, {reason:?}"),
    };
    assert_eq!(outcome, expected["outcome"], "{what}");
    let wins = found.wins.iter().map(|winner| match winner {
        Winner::Own => "own",
        Winner::Rent => "rent",
    });
    assert_eq!(serde_json::json!(wins.collect::<Vec<_>>()), expected["wins"], "{what}");
    let kinds = found.points.iter().map(|point| if point.jump { "jump" } else { "point" });
    assert_eq!(serde_json::json!(kinds.collect::<Vec<_>>()), expected["kinds"], "{what}");
    near(what, found.factor_limit.map(Decimal::from), &expected["factor_limit"]);
    let points = || found.points.iter();
    near_all(what, points().map(|point| Some(*point.factor)), &expected["demand_factor"]);
    near_all(what, points().map(|point| point.utilization.map(Decimal::from)), &expected["utilization"]);
    near_all(what, points().map(|point| point.demand_utilization.map(Decimal::from)), &expected["demand_utilization"]);
    near_all(what, points().map(|point| point.hours_per_day.map(Decimal::from)), &expected["hours_per_day"]);
}

fn verdict_agrees(verdict: &Verdict, expected: &Value) {
    assert_eq!(verdict.winner.as_ref().map(OptionId::as_str), expected["winner"].as_str());
    assert_eq!(verdict.runner_up.as_ref().map(OptionId::as_str), expected["runner_up"].as_str());
    near("saving", verdict.saving.map(Decimal::from), &expected["saving"]);
    near("saving_share", verdict.saving_share.map(Decimal::from), &expected["saving_share"]);
    let disagreements: Vec<&str> = verdict.disagreements.iter().map(Disagreement::metric).collect();
    assert_eq!(serde_json::json!(disagreements), expected["disagreements"]);
}

fn agrees(name: &str) {
    let (answer, expected) = answered(name);
    agrees_with(&answer, &expected);
}

fn agrees_with(answer: &Answer, expected: &Value) {
    let comparison = &answer.comparison;
    let options = expected["options"].as_array().unwrap();
    assert_eq!(comparison.options.len(), options.len());
    for ((option, model), expected) in comparison.options.iter().zip(&answer.evaluated.model.options).zip(options) {
        option_agrees(option, expected);
        unrounded_agrees(&answer.evaluated, model, expected);
    }
    let pairs = expected["pairs"].as_array().unwrap();
    assert_eq!(comparison.pairs.len(), pairs.len());
    for expected in pairs {
        let pair = comparison
            .pairs
            .iter()
            .find(|pair| expected["own"] == pair.own.as_str() && expected["rent"] == pair.rent.as_str());
        pair_agrees(pair.unwrap_or_else(|| panic!("{expected} is missing")), expected);
    }
    verdict_agrees(&comparison.verdict, &expected["verdict"]);
}

#[test]
fn short_form_with_discounts_and_residual_value() {
    agrees("02-short-discount-residual");
}

#[test]
fn growth_two_purchases_until_delivery_and_burst() {
    agrees("05-short-growth-delivery-burst");
}

#[test]
fn pools_that_fill_idle_hours_and_spot_with_checkpoints() {
    let (answer, mut expected) = answered("07-spot-checkpointing");
    // the implementation treats jobs of 36 and of 64 as a load of 24 accelerators, which is full without them at 36 · 730 ·
    // 24 = 630,720 hours over 36 · (5,840 + 700) + 9,600 · (1 + 1.1 + 1.21) = 267,216; between that and the plan the winner
    // does not change
    for pair in expected["pairs"].as_array_mut().unwrap() {
        assert_eq!(pair["break_even"]["factor_limit"], "1");
        pair["break_even"]["factor_limit"] = "2.3603377043290820908927609".into();
    }
    agrees_with(&answer, &expected);
}

#[test]
fn nearly_every_key_of_the_language_at_once() {
    agrees("14-everything");
}

#[test]
fn quotes_in_three_currencies_with_a_changing_rate() {
    agrees("16-currencies");
}

#[test]
fn existing_servers_kept_or_extended_after_tax() {
    agrees("19-owned-already");
}

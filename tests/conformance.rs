//! Two scenarios against the results of an independent, month-by-month implementation of the cost model, figure by
//! figure: every line, total and ratio, and every break-even, payback and return.

#![allow(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use rackrent::analysis::statement::{Outcome, Winner};
use rackrent::analysis::{Answer, answer};
use rackrent::scenario::load;
use rust_decimal::Decimal;
use serde_json::Value;

fn answered(name: &str) -> (Answer, Value) {
    let read = |ending: &str| std::fs::read_to_string(format!("tests/conformance/{name}.{ending}")).unwrap();
    let loaded = load(name, &read("yaml"), &[]).unwrap();
    (answer(loaded).unwrap(), serde_json::from_str(&read("json")).unwrap())
}

fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.parse().unwrap()),
        number => Some(number.to_string().parse().unwrap()),
    }
}

/// Equal to 11 significant digits: the results print 24, the product 12.
#[track_caller]
fn near(what: &str, found: Option<Decimal>, expected: &Value) {
    let expected = decimal(expected);
    let close = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() <= expected.abs() * Decimal::new(1, 11),
        (found, expected) => found.is_none() && expected.is_none(),
    };
    assert!(close, "{what}: found {found:?}, expected {expected:?}");
}

fn agrees(name: &str) {
    let (answer, expected) = answered(name);
    let comparison = &answer.comparison;
    let options = expected["options"].as_array().unwrap();
    assert_eq!(comparison.options.len(), options.len());
    for (option, expected) in comparison.options.iter().zip(options) {
        let what = |figure: &str| format!("{} {figure}", option.name);
        assert_eq!(option.name, expected["name"]);
        assert_eq!((option.eligible(), option.comparable()), (true, true));
        near(&what("total"), Some(option.total), &expected["total"]);
        near(&what("present_value"), Some(option.present_value), &expected["present_value"]);
        near(&what("per_month"), Some(option.per_month), &expected["per_month"]);
        near(&what("per_useful_hour"), option.per_useful_hour, &expected["per_useful_hour"]);
        near(&what("per_unit"), option.per_unit, &expected["per_unit"]);
        near(&what("work_done"), option.work_done, &expected["work_done"]);
        near(&what("useful_hours"), Some(option.useful_hours), &expected["useful_hours"]);
        near(&what("utilization"), option.utilization, &expected["utilization"]);
        near(&what("energy"), option.energy_kwh_per_year, &expected["energy_kwh_per_year"]);
        near(&what("nodes"), option.nodes, &expected["nodes"]);
        let lines = expected["lines"].as_array().unwrap();
        assert_eq!(option.lines.len(), lines.len(), "{} lines", option.name);
        for expected in lines {
            let (name, group) = (expected["name"].as_str().unwrap(), expected["group"].as_str().unwrap());
            let line = option.lines.iter().find(|line| line.name == name && line.group.name() == group);
            let line = line.unwrap_or_else(|| panic!("{} has no {group} {name}", option.name));
            near(&what(name), Some(line.total), &expected["total"]);
            near(&what(name), Some(line.present_value), &expected["present_value"]);
        }
    }
    for expected in expected["pairs"].as_array().unwrap() {
        let (own, rent) = (expected["own"].as_str().unwrap(), expected["rent"].as_str().unwrap());
        let pair = comparison.pairs.iter().find(|pair| pair.own == own && pair.rent == rent).unwrap();
        assert_eq!(pair.payback_month.map(u64::from), expected["payback_month"].as_u64(), "{own} {rent}");
        let discounted = pair.discounted_payback_month.map(u64::from);
        assert_eq!(discounted, expected["discounted_payback_month"].as_u64(), "{own} {rent}");
        near("irr", pair.irr, &expected["irr"]);
        let crossing = &expected["break_even"];
        assert_eq!(pair.break_even.outcome == Outcome::Crosses, crossing["outcome"] == "crosses");
        assert_eq!(pair.break_even.wins, [Winner::Rent, Winner::Own]);
        assert_eq!(pair.break_even.points.len(), crossing["demand_factor"].as_array().unwrap().len());
        near("factor_limit", pair.break_even.factor_limit, &crossing["factor_limit"]);
        for (at, point) in pair.break_even.points.iter().enumerate() {
            near("factor", Some(point.factor), &crossing["demand_factor"][at]);
            near("utilization", point.utilization, &crossing["utilization"][at]);
            near("demand_utilization", point.demand_utilization, &crossing["demand_utilization"][at]);
            near("hours_per_day", point.hours_per_day, &crossing["hours_per_day"][at]);
        }
    }
    let (verdict, expected) = (&comparison.verdict, &expected["verdict"]);
    assert_eq!(verdict.winner.as_deref(), expected["winner"].as_str());
    assert_eq!(verdict.runner_up.as_deref(), expected["runner_up"].as_str());
    near("saving", verdict.saving, &expected["saving"]);
    near("saving_share", verdict.saving_share, &expected["saving_share"]);
    let disagreements: Vec<&str> = verdict.disagreements.iter().map(|d| d.metric).collect();
    assert_eq!(serde_json::json!(disagreements), expected["disagreements"]);
}

#[test]
fn short_form_with_discounts_and_residual_value() {
    agrees("02-short-discount-residual");
}

#[test]
fn growth_two_purchases_until_delivery_and_burst() {
    agrees("05-short-growth-delivery-burst");
}

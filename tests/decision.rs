//! Decision of a scenario at other values: the same as a comparison with these values; an option that is impossible there
//! does not affect the others.

use crate::generated::{Generated, cases, scenarios};
use crate::support::{answer_of, answered, ask, scenarios_in, settings};
use proptest::prelude::*;
use rackrent::amount::Amount;
use rackrent::analysis::Answer;
use rackrent::diagnostic::Code;
use rackrent::model::{OptionId, OptionKind};
use rackrent::reasons::impossible;
use rackrent::scenario::Setting;
use rackrent::scenario::quantity::{NumberForm, ReadNumber};
use rackrent::variation::{Decision, Impossible, OptionOutcome, Variation};
use rust_decimal::Decimal;

/// Asserts that a decision equals the printed comparison of the same values.
fn agrees(decision: &Decision, answer: &Answer) -> Result<(), TestCaseError> {
    let options = &answer.comparison.options;
    prop_assert_eq!(decision.options.len(), options.len());
    for (standing, option) in decision.options.iter().zip(options) {
        let cost = standing
            .cost
            .as_ref()
            .map_err(|why| TestCaseError::fail(format!("{}: {}", standing.name, impossible(why))))?;
        prop_assert_eq!(&standing.name, &option.name);
        prop_assert_eq!((cost.total, cost.present_value), (option.total, option.present_value));
        prop_assert_eq!(cost.per_useful_hour, option.per_useful_hour);
        prop_assert_eq!(standing.can_win(), option.eligible() && option.comparable());
    }
    prop_assert_eq!(decision.winning().map(|winner| &winner.name), answer.comparison.verdict.winner.as_ref());
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_decision_agrees_with_the_comparison(Generated(tree) in scenarios()) {
        let answer = answered(&tree.yaml(""));
        agrees(&Variation::of(&answer.loaded, &answer.traces).base_case(), &answer)?;
    }

    #[test]
    fn a_decision_with_other_values_agrees_with_a_scenario_that_states_them(Generated(tree) in scenarios(), horizon in 1..100_u32, rate in 0..40_u32) {
        let answer = answered(&tree.yaml(""));
        let (horizon, rate) = (format!("horizon_months={horizon}"), format!("discount_rate={rate}%"));
        let settings = settings(&[&horizon, &rate]);
        let decision = Variation::of(&answer.loaded, &answer.traces).with(&settings);
        if let Ok(stated) = ask("generated", &tree.yaml(""), &settings) {
            agrees(&decision, &stated)?;
        }
    }

    #[test]
    fn an_option_delivered_too_late_is_infeasible_and_affects_no_other(Generated(tree) in scenarios()) {
        let answer = answered(&tree.yaml(""));
        let stated = Variation::of(&answer.loaded, &answer.traces).base_case();
        let Some(first) = answer.loaded.scenario.own.iter().next() else { return Ok(()) };
        let late = if first.value.lead_time_weeks.is_some() { "lead_time_weeks=1560" } else { "lead_time_months=360" };
        let late = format!("own.{}.{late}", first.name);
        let decision = Variation::of(&answer.loaded, &answer.traces).with(&settings(&[&late]));
        prop_assert_eq!(decision.options.len(), stated.options.len());
        for (before, after) in stated.options.iter().zip(&decision.options) {
            let concerned = before.name == OptionId::own(&first.name) || before.kind == OptionKind::Hybrid;
            let printed = |standing: &OptionOutcome| (standing.name.clone(), standing.present_value(), standing.can_win());
            prop_assert!(concerned || printed(before) == printed(after), "{before:?} {after:?}");
        }
        let code = decision.options[0].cost.as_ref().map_err(Impossible::code);
        prop_assert_eq!(code.unwrap_err(), Code::DeliveryBeyondHorizon);
        prop_assert!(!decision.options[0].can_win());
    }
}

const WAITS_FOR_NOTHING: &str = "
name: One server and a cloud
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 8, utilization: 50% }
own:
  small: { node: { price: 12_000, accelerators: 8 }, nodes: 1, useful_life_months: 12 }
  large: { node: { price: 12_000, accelerators: 8 }, nodes: 2, useful_life_months: 12 }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10 }
";

/// At 16 accelerators one server lacks one and nothing serves the rest; two serve it for 24,000, and two instances for half
/// of 1,200 hours at 10 cost 12,000.
#[test]
fn a_fleet_over_capacity_is_infeasible() {
    let answer = answered(WAITS_FOR_NOTHING);
    let decision = Variation::of(&answer.loaded, &answer.traces).with(&settings(&["demand.accelerators=16"]));
    let cost: Vec<Option<Decimal>> =
        decision.options.iter().map(|option| option.present_value().map(Decimal::from)).collect();
    assert_eq!(cost, [None, Some(Decimal::from(24_000)), Some(Decimal::from(12_000))]);
    let why = decision.options[0].cost.as_ref().unwrap_err();
    assert_eq!(why.code(), Code::DemandExceedsFleet);
    assert!(impossible(why).contains("1 node short"), "{why:?}");
    assert_eq!(decision.winner, Some(2));
}

/// Of 24,000 over 12 months 6 are compared: book value leaves 12,000 for the large fleet, 6,000 for the small; the cloud
/// costs half of 600 hours at 10.
#[test]
fn a_shorter_horizon_has_only_its_own_payments() {
    let answer = answered(WAITS_FOR_NOTHING);
    let decision = Variation::of(&answer.loaded, &answer.traces).over(6);
    let cost: Vec<Option<Decimal>> =
        decision.options.iter().map(|option| option.present_value().map(Decimal::from)).collect();
    assert_eq!(cost, [6_000, 12_000, 3_000].map(|cost| Some(Decimal::from(cost))));
    assert_eq!(decision, Variation::of(&answer.loaded, &answer.traces).with(&settings(&["horizon_months=6"])));
}

/// A rule that concerns no option leaves none possible.
#[test]
fn an_invalid_demand_leaves_no_feasible_option() {
    let text = WAITS_FOR_NOTHING.replace(
        "{ accelerators: 8, utilization: 50% }",
        "{ workloads: { chat: { kind: notebooks, accelerators: 8, utilization: 50%, starts_month: 3, ends_month: 6 } } }",
    );
    let answer = answered(&text);
    let late = settings(&["demand.workloads.chat.starts_month=9"]);
    let decision = Variation::of(&answer.loaded, &answer.traces).with(&late);
    assert_eq!(decision.winner, None);
    let codes = decision.options.iter().map(|option| option.cost.as_ref().map_err(Impossible::code).unwrap_err());
    assert!(codes.eq([Code::MonthsReversed; 3]));
}

/// A number of a scenario slightly above or below its value, as its author would write it.
fn beside(number: &ReadNumber, up: bool) -> Option<String> {
    let by = match number.kind.form {
        NumberForm::Count => Decimal::ONE,
        NumberForm::Share | NumberForm::Number if number.value.is_zero() => Decimal::new(1, 2),
        NumberForm::Share | NumberForm::Number => number.value.abs() / Decimal::from(7),
    };
    let value = if up { number.value.checked_add(by)? } else { number.value.checked_sub(by)? };
    (number.kind.minimum()..=number.kind.maximum()).contains(&value).then(|| value.normalize().to_string())
}

/// Every number of every example, slightly higher and lower: an evaluation by figures alone equals that of a rebuilt
/// scenario, to the last digit and word.
#[test]
fn evaluation_by_figures_agrees_with_a_rebuild() {
    let mut tried = 0;
    for file in scenarios_in("scenarios") {
        let answer = answer_of(&file, &[]);
        let variation = Variation::of(&answer.loaded, &answer.traces);
        for number in answer.loaded.document.numbers() {
            for value in [false, true].into_iter().filter_map(|up| beside(&number, up)) {
                let settings = [Setting { path: answer.loaded.document.path(number.at), value }];
                let (short, long) = (variation.with(&settings), variation.with_rebuilt(&settings));
                assert_eq!(short, long, "{}: {settings:?}", answer.comparison.header.file);
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried} values were tried");
}

/// Values of an integer near and far from the current one.
fn around(number: &ReadNumber) -> Vec<Decimal> {
    let beside = [-12, -2, -1, 1, 2, 3, 12, 60].map(|by| number.value + Decimal::from(by));
    let mut values: Vec<Decimal> =
        beside.into_iter().chain([number.kind.minimum(), number.value * Decimal::TWO]).collect();
    values.retain(|value| (number.kind.minimum()..=number.kind.maximum()).contains(value) && *value != number.value);
    values.sort_unstable();
    values.dedup();
    values
}

/// Result of an option: its status, and its cost to the cent.
fn shown(standing: &OptionOutcome) -> (&str, Option<(Amount, Amount)>, String) {
    let amounts = standing.cost.as_ref().ok().map(|cost| (cost.total, cost.present_value));
    let why = match &standing.cost {
        Ok(cost) => format!("{:?}", cost.cannot_win_because),
        Err(why) => impossible(why),
    };
    (standing.name.as_str(), amounts, why)
}

/// Every integer of every example, near and far: the fast path, which reads a scenario once and rebuilds only dependent
/// options, equals a rebuild of the whole scenario; and a value is allowed unless a rule between keys rejects it.
#[test]
fn tested_integers_agree_with_scenarios_that_state_them() {
    let mut tried = 0;
    for file in scenarios_in("scenarios") {
        let answer = answer_of(&file, &[]);
        let variation = Variation::of(&answer.loaded, &answer.traces);
        let counts =
            answer.loaded.document.numbers().into_iter().filter(|number| number.kind.form == NumberForm::Count);
        for number in counts {
            let path = answer.loaded.document.path(number.at);
            let (near, along) = (variation.near(&path), variation.along(std::slice::from_ref(&path)));
            for value in around(&number).into_iter().map(|value| value.normalize().to_string()) {
                let settings = [Setting { path: path.clone(), value: value.clone() }];
                let long = variation.with_rebuilt(&settings);
                assert_eq!(
                    along.at(std::slice::from_ref(&value)),
                    long,
                    "{}: {settings:?}",
                    answer.comparison.header.file
                );
                let short = near.at(&value);
                assert!(
                    short.options.iter().map(shown).eq(long.options.iter().map(shown)) && short.winner == long.winner,
                    "{}: {settings:?} {short:?} {long:?}",
                    answer.comparison.header.file
                );
                let refused = |why: &Impossible| matches!(why, Impossible::Refused(_));
                let allowed =
                    long.options.iter().all(|option| option.cost.as_ref().err().is_none_or(|why| !refused(why)));
                assert_eq!(near.allows(&value), allowed, "{}: {settings:?}", answer.comparison.header.file);
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried} values were tried");
}

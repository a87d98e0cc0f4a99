//! Loans inside the result: they change totals and present values by exactly the amounts otherwise shown separately, and by
//! zero if they cost as much as the cost of capital. `tests/hand/financing-inside.yaml` has the detailed effects.

use crate::support::{answered, answered_as, scenarios_in, text_of};
use rackrent::Decimal;
use rackrent::analysis::Answer;
use rackrent::model::{CostGroup, OptionKind};
use std::path::PathBuf;

const INSIDE: &str = "financing: inside\n";

/// Every example and hand case with a loan and no dates, unchanged and with another tax or other dates of flows.
fn with_loans() -> Vec<(String, String)> {
    let hand = ["loan.yaml", "taxes.yaml", "taxes-by-month.yaml"].map(|name| PathBuf::from("tests/hand").join(name));
    let files = scenarios_in("scenarios").into_iter().chain(hand);
    let texts = files.map(|path| (path.to_str().unwrap().to_owned(), text_of(&path)));
    let texts: Vec<(String, String)> =
        texts.filter(|(_, text)| text.contains("loan:") && !text.contains("until:")).collect();
    assert!(texts.len() >= 4);
    let other = |tax: &str| -> Vec<(String, String)> {
        let keeps = |line: &&str| !["tax:", "flows:", "start:", "financing:"].iter().any(|key| line.starts_with(key));
        let stripped = |text: &str| text.lines().filter(keeps).collect::<Vec<_>>().join("\n");
        texts.iter().map(|(name, text)| (name.clone(), format!("{}\n{tax}", stripped(text)))).collect()
    };
    let taxes = [
        "",
        "tax: { rate: 25% }\n",
        "tax: { rate: 25%, settled: month }\n",
        "tax: { rate: 25% }\nstart: 2027-05\n",
        "tax: { rate: 25%, settled: month }\nflows: mid_year\n",
    ];
    taxes.iter().flat_map(|tax| other(tax)).collect()
}

fn apart(answer: &Answer, at: usize) -> Decimal {
    let option = &answer.comparison.options[at];
    Decimal::new(i64::try_from(option.lines.len()).unwrap(), option.total.scale())
}

#[test]
fn a_loan_inside_changes_the_result_by_the_separately_shown_amounts() {
    for (name, text) in with_loans() {
        let (beside, inside) = (answered_as(&name, &text, &[]), answered_as(&name, &format!("{text}\n{INSIDE}"), &[]));
        for (at, (before, after)) in beside.comparison.options.iter().zip(&inside.comparison.options).enumerate() {
            let Some(loan) = before.loan.as_ref().filter(|_| before.kind == OptionKind::Own) else { continue };
            let worth = *after.present_value - *before.present_value;
            assert!((worth - *loan.present_value).abs() <= apart(&inside, at), "{name} {}: {worth}", before.name);
            let line = after.lines.iter().find(|line| line.group == CostGroup::Financing).unwrap();
            assert!((*line.total - *loan.interest).abs() <= Decimal::new(1, 2), "{name} {}", before.name);
            assert_eq!(loan.present_value, after.loan.as_ref().unwrap().present_value, "{name} {}", before.name);
        }
    }
}

/// 1 % a month is 1.01^12 − 1 a year.
#[test]
fn a_loan_at_the_cost_of_capital_changes_no_present_value() {
    let scenario = |end: &str| {
        answered(&format!(
            "name: At cost\ncurrency: USD\nhorizon_months: 30\ndiscount_rate: 0.126825030131969720661201\n\
             demand: {{ accelerators: 8, utilization: 50% }}\nown:\n  lab:\n    node: {{ price: 200_000, accelerators: 8 }}\n    \
             nodes: 1\n    useful_life_months: 48\n    loan: {{ financed_share: 80%, rate: 12%, term_months: 40 }}\nrent:\n  \
             cloud: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 30 }}\n{end}"
        ))
    };
    let (beside, inside) = (scenario(""), scenario(INSIDE));
    for (before, after) in beside.comparison.options.iter().zip(&inside.comparison.options) {
        assert_eq!(before.present_value, after.present_value, "{}", before.name);
    }
    let lab = &inside.comparison.options[0];
    assert!(lab.lines.iter().any(|line| line.group == CostGroup::Financing && line.total > line.present_value));
    assert!(*lab.total > *beside.comparison.options[0].total, "interest is paid");
}

#[test]
fn the_heading_says_that_loans_are_inside() {
    let (name, text) = with_loans().swap_remove(0);
    let answer = answered_as(&name, &format!("{text}\n{INSIDE}"), &[]);
    let written = serde_json::to_value(&answer.comparison.header).unwrap();
    assert_eq!(written["financing"], "inside");
    let beside = serde_json::to_value(&answered_as(&name, &text, &[]).comparison.header).unwrap();
    assert!(beside.get("financing").is_none());
}

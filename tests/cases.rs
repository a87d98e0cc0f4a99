//! Cases: hand-calculated, and equal to settings of the same values.

use crate::generated::{Generated, cases, scenarios};
use crate::support::{ONE_SERVER, answered, decimal, document_without, settings};
use proptest::prelude::*;
use rackrent::analysis::cases::{CaseResult, SetValue};
use rackrent::diagnostic::{Code, Diagnostic, Severity, SourceId};
use rackrent::model::OptionId;
use rackrent::scenario::quantity::NumberForm;
use rackrent::{Answer, Decimal, FilesInMemory, Policy, Rejected, ScenarioText, reasons};
use serde_json::Value;

/// Results of all cases of a scenario.
fn all(text: &str) -> Vec<CaseResult> {
    let files = FilesInMemory::none();
    let scenario = ScenarioText::new(text, &files);
    let stated = scenario.compare().unwrap_or_else(|rejected| panic!("{rejected}"));
    scenario.cases(&stated.loaded)
}

fn with(cases: &str) -> String {
    format!("{ONE_SERVER}cases:\n{cases}")
}

fn in_case(text: &str, case: &str, set: &[&str]) -> Result<Answer, Rejected> {
    ScenarioText::new(text, &FilesInMemory::none()).case(case).set(&settings(set)).compare()
}

/// Winner and margin.
fn decided(answer: &Answer) -> (Option<&str>, Option<Decimal>) {
    let verdict = &answer.comparison.verdict;
    (verdict.winner.as_ref().map(OptionId::as_str), verdict.saving.map(Decimal::from))
}

#[test]
fn every_case_is_a_separate_comparison() {
    let text =
        with("  busy: { demand.utilization: 80% }\n  dear: { demand.utilization: 80%, own.lab.node.price: 900 }\n");
    let cases = all(&text);
    let printed: Vec<_> = cases
        .iter()
        .map(|case| {
            let comparison = case.comparison().unwrap();
            let values: Vec<_> = comparison.options.iter().map(|option| Decimal::from(option.present_value)).collect();
            (
                case.name.as_str(),
                comparison.verdict.winner.as_ref().map(OptionId::as_str),
                comparison.verdict.saving.map(Decimal::from),
                values,
            )
        })
        .collect();
    let amounts = |texts: [&str; 2]| texts.map(decimal).to_vec();
    // 80 h · 10 = 800 against a server for 600, and against one for 900
    assert_eq!(
        printed,
        [
            ("busy", Some("own.lab"), Some(decimal("200")), amounts(["600.00", "800.00"])),
            ("dear", Some("rent.cloud"), Some(decimal("100")), amounts(["900.00", "800.00"])),
        ]
    );
    // 600 = 100 h · 10 · 60 %, and 900 at 90 %
    let points: Vec<_> = cases
        .iter()
        .map(|case| case.comparison().unwrap().pairs[0].break_even.points[0].utilization.map(Decimal::from))
        .collect();
    assert_eq!(points, [Some(decimal("0.6")), Some(decimal("0.9"))]);
    let set = |path: &str, value: &str, stated: &str| SetValue {
        path: path.to_owned(),
        value: value.to_owned(),
        base_value: Some(stated.to_owned()),
    };
    let price = set("own.lab.node.price", "900", "600");
    assert_eq!(cases[1].values, [set("demand.utilization", "80%", "50%"), price]);
    // the base case is the same without cases
    assert_eq!(decided(&answered(&text)), (Some("rent.cloud"), Some(decimal("100"))));
}

#[test]
fn settings_override_the_values_of_a_case() {
    let text = with("  busy: { demand.utilization: 80% }\n");
    // 90 h · 10 − 600
    let answer = in_case(&text, "busy", &["demand.utilization=90%"]).unwrap();
    assert_eq!(decided(&answer), (Some("own.lab"), Some(decimal("300"))));
    assert_eq!(answer.comparison.header.case.as_deref(), Some("busy"));
    // and within a case before it is read: 70 h · 10 − 600
    let answer = in_case(&text, "busy", &["cases.busy.demand.utilization=70%"]).unwrap();
    assert_eq!(decided(&answer), (Some("own.lab"), Some(decimal("100"))));
    let stated = in_case(&text, "stated", &[]).unwrap();
    assert_eq!(
        (decided(&stated), stated.comparison.header.case.clone()),
        ((Some("rent.cloud"), Some(decimal("100"))), None)
    );
}

#[test]
fn a_case_may_add_a_key_and_name_a_default() {
    // 50 h · 10 · (1 − 20 %) = 400; a second server is idle: 2 · 600 − 500
    let text = with("  cheap: { rent.cloud.discount: 20% }\n  spare: { own.lab.spare_nodes: 1 }\n");
    let savings: Vec<_> =
        all(&text).iter().map(|case| case.comparison().unwrap().verdict.saving.map(Decimal::from)).collect();
    assert_eq!(savings, [Some(decimal("200.00")), Some(decimal("700.00"))]);
}

#[test]
fn an_invalid_case_is_reported_at_its_value_and_affects_no_other() {
    let text = with("  wrong: { demand.utilization: 80 }\n  busy: { demand.utilization: 80% }\n");
    let cases = all(&text);
    let findings = reasons::refused(cases[0].refusal().unwrap());
    let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.path.as_str())).collect();
    assert_eq!(found, [(Code::ShareAboveOne, "demand.utilization")]);
    let place = findings[0].place.unwrap();
    assert_eq!((place.source, &text[place.start as usize..place.end()]), (SourceId::FILE, "80"));
    assert!(text[..place.start as usize].ends_with("wrong: { demand.utilization: "));
    assert_eq!(cases[1].comparison().unwrap().verdict.winner.as_ref().map(OptionId::as_str), Some("own.lab"));
    let asked_for = in_case(&text, "wrong", &[]).unwrap_err().diagnostics;
    assert!(asked_for.contains(&findings[0]));
}

#[test]
fn a_case_does_not_inherit_the_source_of_a_value() {
    let sources = "  own.lab.node.price: { from: quote 1 }\n  cases.dear.own.lab.node.price: { from: quote 2 }\n";
    let text =
        with("  dear: { own.lab.node.price: 900 }\n  other: { own.lab.node.price: 700 }\n") + "sources:\n" + sources;
    let source = |answer: &Answer| {
        let explained = answer.explain("own.lab.nodes").unwrap();
        let shown = format!("{explained:?}");
        ["quote 1", "quote 2"].map(|source| shown.contains(source))
    };
    assert_eq!(source(&answered(&text)), [true, false]);
    assert_eq!(source(&in_case(&text, "dear", &[]).unwrap()), [false, true]);
    assert_eq!(source(&in_case(&text, "other", &[]).unwrap()), [false, false]);
    let set = answered_with(&text, &["own.lab.node.price=900"]);
    assert_eq!(source(&set), [false, false]);
}

fn answered_with(text: &str, set: &[&str]) -> Answer {
    crate::support::answered_as("scenario.yaml", text, &settings(set))
}

/// Findings of a check, with the marked places of the text.
fn found(text: &str) -> Vec<(Code, String, String)> {
    let checked = ScenarioText::new(text, &FilesInMemory::none()).check(&Policy::default());
    let errors = checked.findings.into_iter().filter(|finding| finding.severity == Severity::Error);
    let marked = |finding: &Diagnostic| finding.place.map(|place| text[place.start as usize..place.end()].to_owned());
    errors.map(|finding| (finding.code, marked(&finding).unwrap_or_default(), finding.message)).collect()
}

#[test]
fn a_check_applies_the_expectations_of_each_case() {
    let cases = "  busy: { demand.utilization: 80% }\n  idle: { demand.utilization: 10% }\n";
    // 80 h · 10 = 800 against 600: 25 %; 600 against 10 h · 10: 5 of 6 parts; the winner changes at 60 % in both
    let met = "expect:\n  winner: rent.cloud\n  cases:\n    busy: { winner: own.lab, margin: { min: 25%, max: 25% }, \
               break_even_utilization: { min: 60%, max: 60% }, pairs: [{ own: lab, rent: cloud, payback_month: 1 }] }\n    \
               idle: { winner: rent.cloud, margin: { min: 83% }, totals: { rent.cloud: { max: 100 } } }\n";
    let met = met.replace("payback_month: 1", "payback_month: { max: 1 }");
    assert_eq!(found(&(with(cases) + &met)), []);
    let missed = met.replace("min: 83%", "min: 84%").replace("winner: own.lab", "winner: rent.cloud");
    let in_busy = "in the case `busy`: own.lab wins, not rent.cloud: its present value is 200.00 lower";
    let in_idle =
        "in the case `idle`: the margin over the runner-up is 83.3 %, 0.7 points below the expected minimum of 84.0 %";
    assert_eq!(
        found(&(with(cases) + &missed)),
        [
            (Code::UnmetExpectation, "rent.cloud".to_owned(), in_busy.to_owned()),
            (Code::UnmetExpectation, "84%".to_owned(), in_idle.to_owned()),
        ]
    );
}

#[test]
fn a_check_reports_an_invalid_case() {
    let text =
        with("  wrong: { demand.utilization: 80 }\n  grown: { demand.growth_per_year: 90%, horizon_months: 36 }\n");
    let expected = "expect: { cases: { wrong: { winner: own.lab } } }\n";
    let found = found(&(text + expected));
    let printed: Vec<_> = found.iter().map(|(code, marked, _)| (*code, marked.as_str())).collect();
    // 1.9² = 3.61 accelerators in the third year need four servers, and there is one
    assert_eq!(printed, [(Code::DemandExceedsFleet, "1"), (Code::ShareAboveOne, "80")]);
    assert!(found[0].2.starts_with("in the case `grown`: `own.lab` is 3 nodes short"), "{}", found[0].2);
    assert_eq!(found[1].2, "in the case `wrong`: `utilization` is 80; a share is written as 80% or 0.8");
}

/// The comparison as JSON, without request and positions.
fn document(answer: &Answer) -> Value {
    document_without(answer, &["case", "set", "file", "line", "column", "sha256"])
}

/// The comparison as JSON, or the errors.
fn printed(answer: &Result<Answer, Rejected>) -> Value {
    match answer {
        Ok(answer) => document(answer),
        Err(rejected) => rejected
            .diagnostics
            .iter()
            .map(|finding| Value::from(format!("{}: {} {}", finding.code.text(), finding.message, finding.label)))
            .collect(),
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn a_case_equals_settings_of_its_values(
        Generated(tree) in scenarios(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 1..4),
    ) {
        let files = FilesInMemory::none();
        let yaml = tree.yaml("");
        let stated = ScenarioText::new(&yaml, &files).read();
        prop_assume!(stated.is_ok());
        let document = stated.unwrap().0.document;
        let numbers: Vec<_> = document.numbers().into_iter().filter(|number| number.kind.form != NumberForm::Count).collect();
        let mut values: Vec<(String, String)> = Vec::new();
        for (pick, how) in picks {
            let number = pick.get(&numbers);
            let path = document.path(number.at);
            let text = document.text(number.at).unwrap();
            let value = match how {
                0 => text.to_owned(),
                1 => (number.value / decimal("2")).normalize().to_string(),
                // rejected as a share
                _ => "7".to_owned(),
            };
            if values.iter().all(|(known, _)| *known != path) {
                values.push((path, value));
            }
        }
        let entries = |values: &[(String, String)]| -> String {
            values.iter().map(|(path, value)| ["    ", path, ": ", value, "\n"].concat()).collect()
        };
        let backwards: Vec<_> = values.iter().rev().cloned().collect();
        let text = format!("{yaml}cases:\n  one:\n{}  other:\n{}  none: {{}}\n", entries(&values), entries(&backwards));
        let set: Vec<String> = values.iter().map(|(path, value)| format!("{path}={value}")).collect();
        let set = settings(&set.iter().map(String::as_str).collect::<Vec<_>>());
        let scenario = ScenarioText::new(&text, &files);
        let by_hand = printed(&scenario.clone().set(&set).compare());
        let in_case = printed(&scenario.clone().case("one").compare());
        prop_assert_eq!(&in_case, &by_hand);
        if in_case.is_object() {
            prop_assert_eq!(&printed(&scenario.clone().case("other").compare()), &by_hand);
        }
        prop_assert_eq!(printed(&scenario.clone().case("none").compare()), printed(&scenario.compare()));
    }
}

//! Inputs: every number an author may write has an effect, and none breaks the program.

use crate::support::ask;
use rackrent::analysis::Answer;
use rackrent::diagnostic::{Code, Diagnostic};
use rackrent::scenario::quantities::KINDS;
use rackrent::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use rackrent::scenario::{Setting, load};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A scenario for tests of inputs, with the numbers that have no effect near their value, and the reasons.
struct Inputs {
    name: &'static str,
    text: &'static str,
    without_effect: &'static [(&'static str, &'static str)],
}

const EVERYTHING: Inputs = Inputs {
    name: "everything.yaml",
    text: include_str!("inputs/everything.yaml"),
    without_effect: &[
        ("close_call", "a threshold, which tests/hand/verdict-close.yaml and its neighbour hold from both sides"),
        ("own.rack.residual_value", "assumed; `market_values` stand in its place"),
        ("own.leased.lead_time_months", "assumed; weeks stand in their place"),
        ("own.leased.electricity_growth_per_year", "assumed; a path stands in its place"),
        ("rent.always.available_after_months", "assumed to be none; five months are required"),
        ("rent.dedicated.available_after_months", "as above"),
        ("rent.dedicated.price_change_per_year", "assumed; a path stands in its place"),
        ("rent.bare-metal.available_after_months", "none, as above"),
        ("rent.bare-metal.price_change_per_year", "a path, as above"),
        ("rent.endpoint.available_after_months", "none, as above"),
    ],
};

const WORKLOADS: Inputs = Inputs {
    name: "workloads.yaml",
    text: include_str!("inputs/workloads.yaml"),
    without_effect: &[
        ("demand.workloads.search.warm_accelerators", "assumed to be none; a little is below the least level"),
        ("own.hgx.replacement_price_change_per_year", "assumed; nothing is replaced within the horizon"),
        ("own.serving.replacement_price_change_per_year", "as above"),
        ("own.serving.electricity_growth_per_year", "assumed; a growth by the month stands in its place"),
        ("rent.plain.available_after_months", "assumed to be none; required of what serves `tuning` alone, within six"),
        ("rent.plain.price_change_per_year", "assumed; a path stands in its place"),
        ("rent.spare.available_after_months", "none, as above"),
        ("rent.spare.price_change_per_year", "a change by the month, as above"),
        ("rent.endpoint.available_after_months", "none, as above"),
        ("rent.endpoint.price_change_per_year", "a path, as above"),
        ("close_call", "a threshold, as above"),
    ],
};

const TAXED: Inputs = Inputs {
    name: "taxed.yaml",
    text: include_str!("inputs/taxed.yaml"),
    without_effect: &[
        ("own.leased.lead_time_months", "assumed to be none; another number is refused without `until_delivery`"),
        ("own.leased.replacement_price_change_per_year", "assumed; nothing is replaced within the horizon"),
        ("rent.cloud.available_after_months", "assumed to be none; nothing is required"),
        ("close_call", "a threshold, as above"),
    ],
};

const TOKENS: Inputs = Inputs {
    name: "tokens.yaml",
    text: include_str!("inputs/tokens.yaml"),
    without_effect: &[
        ("demand.workloads.chat.max_replicas", "a limit far above the load; tests/bad/limit-exceeded--replicas.yaml"),
        ("demand.workloads.chat.warm_accelerators", "assumed to be none; a little is below the least level"),
        ("demand.workloads.chat.headroom", "assumed to be none; a whole replica holds as much"),
        (
            "own.fleet.token_throughput.chat.at.input",
            "describes a measurement; tests/rules/rate-of-other-requests.yaml",
        ),
        ("own.fleet.token_throughput.chat.at.output", "as above"),
        ("own.fleet.relative_throughput", "assumed; token rates stand in its place"),
        ("own.fleet.lead_time_months", "assumed to be none; another number is refused without `until_delivery`"),
        ("own.fleet.replacement_price_change_per_year", "assumed; nothing is replaced within the horizon"),
        ("rent.cloud.max_instances", "a quota far above the load; tests/hand/quota.yaml"),
        (
            "rent.cloud.cold_start_minutes",
            "the least replica serves the load, so nothing starts; tests/hand/cold-starts.yaml",
        ),
        ("rent.cloud.available_after_months", "assumed to be none; nothing is required"),
        ("rent.cloud.relative_throughput", "assumed; token rates stand in its place"),
        ("rent.api.available_after_months", "none, as above"),
        ("close_call", "a threshold, as above"),
    ],
};

const ALL: [&Inputs; 4] = [&EVERYTHING, &WORKLOADS, &TAXED, &TOKENS];

/// Setting that replaces a number, in the same currency.
fn set(path: &str, number: &ReadNumber, value: Decimal) -> Setting {
    Setting { path: path.to_owned(), value: number.written(value) }
}

fn answered(inputs: &Inputs, settings: &[Setting]) -> Result<Answer, Vec<Diagnostic>> {
    ask(inputs.name, inputs.text, settings).map_err(|rejected| rejected.diagnostics)
}

fn stated(inputs: &Inputs) -> Answer {
    answered(inputs, &[]).unwrap_or_else(|diagnostics| panic!("{}: {diagnostics:#?}", inputs.name))
}

/// All numbers of the scenario, with their paths.
fn numbers(answer: &Answer) -> Vec<(String, ReadNumber)> {
    let document = &answer.loaded.document;
    document.numbers().into_iter().map(|number| (document.path(number.at), number)).collect()
}

/// Values slightly above and below the current one, within its bounds; a job takes a whole number of accelerators.
fn beside(answer: &Answer, number: &ReadNumber) -> impl Iterator<Item = Decimal> {
    let step = match number.kind.form {
        NumberForm::Number if answer.loaded.scenario.demand.is_job_size(number.at) => Decimal::ONE,
        NumberForm::Count => Decimal::ONE,
        NumberForm::Number | NumberForm::Share if number.value.is_zero() => Decimal::new(1, 2),
        NumberForm::Number | NumberForm::Share => number.value.abs() / Decimal::from(50),
    };
    let bounds = number.kind.minimum()..=number.kind.maximum();
    [number.value + step, number.value - step].into_iter().filter(move |value| bounds.contains(value))
}

/// All figures, eligibility and warnings of a report, without request and positions.
fn printed(answer: &Answer) -> String {
    let mut warnings = answer.warnings();
    for warning in &mut warnings {
        warning.place = None;
        warning.related.clear();
    }
    let comparison = &answer.comparison;
    format!("{:#?} {:#?} {:#?} {warnings:#?}", comparison.options, comparison.pairs, comparison.verdict)
}

/// Settings that change a number and others that depend on it: the shares of a payment add up to 100 %, and so do those of a
/// depreciation.
fn moved(numbers: &[(String, ReadNumber)], path: &str, value: Decimal) -> Vec<Setting> {
    let other = |end: &str, other: &str| Some(format!("{}{other}", path.strip_suffix(end)?));
    let other = other("payment.order", "payment.delivery")
        .or_else(|| other("payment.delivery", "payment.order"))
        .or_else(|| other("depreciation.0", "depreciation.1"))
        .or_else(|| path.rsplit_once("depreciation.").map(|(option, _)| format!("{option}depreciation.0")));
    let stated = |path: &str| numbers.iter().find(|(other, _)| other == path).map(|(_, number)| number);
    let Some(number) = stated(path) else { return Vec::new() };
    let other = other.and_then(|other| {
        let beside = stated(&other)?;
        Some(set(&other, beside, beside.value + number.value - value))
    });
    [set(path, number, value)].into_iter().chain(other).collect()
}

/// Whether anything in the report changes with a number near its value; a value that is not allowed has no effect.
fn moves(inputs: &Inputs, stated: &Answer, numbers: &[(String, ReadNumber)], at: usize, before: &str) -> bool {
    let (path, number) = &numbers[at];
    beside(stated, number).any(|value| {
        let said_then = answered(inputs, &moved(numbers, path, value)).map(|answer| printed(&answer));
        said_then.is_ok_and(|said_then| said_then != before)
    })
}

#[test]
fn every_number_affects_a_result() {
    for inputs in ALL {
        let stated = stated(inputs);
        let numbers = numbers(&stated);
        let before = printed(&stated);
        let is_idle = |at: &usize| !moves(inputs, &stated, &numbers, *at, &before);
        let idle: Vec<&str> = (0..numbers.len()).filter(is_idle).map(|at| numbers[at].0.as_str()).collect();
        let expected: Vec<&str> = inputs.without_effect.iter().map(|(path, _)| *path).collect();
        assert_eq!(idle, expected, "{}", inputs.name);
    }
}

/// Asserts that the answer is figures, or findings with advice; for a number out of range, the finding names it.
fn figures_or_findings(inputs: &Inputs, what: &str, settings: &[Setting]) {
    let Err(findings) = answered(inputs, settings) else { return };
    assert!(!findings.is_empty(), "{what}");
    for finding in findings {
        assert!(!finding.message.is_empty(), "{what}");
        if finding.code == Code::TooLarge {
            let named = finding.message.split(" would ").next().unwrap_or_default();
            assert!(!named.is_empty() && named != "a figure", "{what}: {}", finding.message);
        }
    }
}

#[test]
fn every_number_can_have_its_lower_bound() {
    for inputs in ALL {
        for (path, number) in numbers(&stated(inputs)) {
            figures_or_findings(inputs, &path, &[set(&path, &number, number.kind.minimum())]);
        }
    }
}

#[test]
fn every_number_can_have_its_upper_bound() {
    for inputs in ALL {
        for (path, number) in numbers(&stated(inputs)) {
            figures_or_findings(inputs, &path, &[set(&path, &number, number.kind.maximum())]);
        }
    }
}

#[test]
fn no_number_can_exceed_its_bounds() {
    let mut kinds = BTreeSet::new();
    for inputs in ALL {
        for (path, number) in numbers(&stated(inputs)) {
            let step = if number.kind.form == NumberForm::Count { Decimal::ONE } else { Decimal::new(1, 12) };
            for value in [number.kind.minimum() - step, number.kind.maximum() + step] {
                let found = load(inputs.name, inputs.text, &[set(&path, &number, value)])
                    .map(|_| ())
                    .map_err(|r| r.diagnostics);
                let refused = found.as_ref().is_err_and(|found| {
                    found
                        .iter()
                        .any(|one| one.path == path && [Code::OutOfBounds, Code::ShareAboveOne].contains(&one.code))
                });
                assert!(refused, "{path} = {value}: {found:#?}");
            }
            kinds.insert(number.kind.name);
        }
    }
    let missing: Vec<&str> = KINDS.iter().map(|kind| kind.name).filter(|name| !kinds.contains(name)).collect();
    // expectations and uncertainty are no inputs: tests/bad covers them
    assert_eq!(missing, ["Volatility", "Correlation", "Balance", "Return"], "kinds of which neither file has a number");
}

/// Settings of all numbers of some kinds at their upper bounds.
fn all_at_most(kinds: impl Fn(&QuantityKind) -> bool) -> Vec<Setting> {
    let numbers = numbers(&stated(&EVERYTHING));
    let chosen = numbers.iter().filter(|(_, number)| kinds(number.kind));
    chosen.map(|(path, number)| set(path, number, number.kind.maximum())).collect()
}

fn is_money(kind: &QuantityKind) -> bool {
    kind.form == NumberForm::Number && kind.is_money()
}

/// Whether numbers of a kind are counts, without months.
fn is_count(kind: &QuantityKind) -> bool {
    kind.form == NumberForm::Count && kind.maximum() >= Decimal::from(1_000_000)
}

#[test]
fn all_prices_can_be_a_trillion() {
    let settings = all_at_most(is_money);
    assert!(settings.len() > 40, "{}", settings.len());
    let answer = answered(&EVERYTHING, &settings).unwrap_or_else(|findings| panic!("{findings:#?}"));
    assert!(answer.comparison.options.iter().all(|option| option.total > Decimal::from(1_000_000_000_000_i64)));
}

#[test]
fn all_counts_can_be_a_million() {
    let settings = all_at_most(is_count);
    assert!(settings.len() > 15, "{}", settings.len());
    assert!(answered(&EVERYTHING, &settings).is_ok());
}

#[test]
fn all_maxima_together_are_refused_with_the_reason() {
    let settings = all_at_most(|kind| is_money(kind) || is_count(kind));
    let findings = answered(&EVERYTHING, &settings).unwrap_err();
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(findings[0].code, Code::TooLarge);
    assert!(
        findings[0].message.ends_with("would exceed 10^27, the largest number supported"),
        "{}",
        findings[0].message
    );
    figures_or_findings(&EVERYTHING, "everything", &settings);
}

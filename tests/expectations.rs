//! Expectations of a scenario against the printed results: which ones fail, by how much, and whether the suggested text
//! passes.
//!
//! The figures are from tests/hand: `break-even.yaml`, `returns.yaml`, `hybrid.yaml` and others.

use crate::generated::cases;
use crate::support::settings;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use rackrent::analysis::sweep::Vary;
use rackrent::check::{Checked, Policy, RuleLevel, check};
use rackrent::cli::Folder;
use rackrent::demand::trace::Traces;
use rackrent::diagnostic::{Code, Diagnostic, Severity};
use rackrent::scenario::load;
use rackrent::variation::Variation;

const BREAK_EVEN: &str = include_str!("hand/break-even.yaml");
const RETURNS: &str = include_str!("hand/returns.yaml");
const HYBRID: &str = include_str!("hand/hybrid.yaml");
const LEASE: &str = include_str!("hand/lease.yaml");
const CLOSE: &str = include_str!("hand/verdict-close.yaml");
const NO_WINNER: &str = include_str!("hand/verdict-no-winner.yaml");
const NO_DEMAND: &str = include_str!("hand/break-even-no-demand.yaml");

fn checked(text: &str, set: &[&str], policy: &Policy) -> Checked {
    check("x.yaml", text, &settings(set), &Folder::of("tests/hand/x.yaml"), policy)
}

/// Unmet expectations of a scenario.
fn unmet_with(text: &str, settings: &[&str]) -> Vec<Diagnostic> {
    let checked = checked(text, settings, &Policy::default());
    assert!(checked.decided.is_some(), "{:#?}\n{text}", checked.findings);
    checked.findings.into_iter().filter(|finding| finding.code == Code::UnmetExpectation).collect()
}

fn unmet(text: &str) -> Vec<Diagnostic> {
    unmet_with(text, &[])
}

fn with(scenario: &str, expect: &str) -> String {
    format!("{scenario}expect:\n{expect}")
}

/// The text after all suggestions of the findings are applied, the last first.
fn accepted(text: &str, findings: &[Diagnostic]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut last_first: Vec<&Diagnostic> = findings.iter().collect();
    last_first.sort_by_key(|finding| std::cmp::Reverse(finding.place));
    for finding in last_first {
        let place = finding.place.unwrap();
        let at = place.line as usize - 1;
        let marked = &text[place.start as usize..place.end()];
        let help = finding.help.as_deref().unwrap();
        let indent = " ".repeat(lines[at].len() - lines[at].trim_start().len());
        if let Some(line) = help.strip_prefix("to accept it, write this line: ") {
            lines[at] = format!("{indent}{line}");
        } else if let Some(key) = help.strip_prefix("to accept it, write ") {
            let (name, value) = key.trim_matches('`').split_once(": ").unwrap();
            // a key is marked if it has more than a single value
            let offered =
                if marked == name { format!("{indent}{name}: {value}") } else { lines[at].replace(marked, value) };
            lines[at] = offered;
        } else if let Some(entry) = help.strip_prefix("to accept it, add ") {
            let entry = entry.strip_suffix(" to the list").unwrap().trim_matches('`');
            lines.insert(at + 1, format!("{indent}{entry}"));
        } else {
            assert!(help.starts_with("to accept it, remove `"), "{help}");
            lines.remove(at);
        }
    }
    lines.join("\n") + "\n"
}

/// Checks message, label and help of one unmet expectation; applying the suggestion meets it.
#[track_caller]
fn misses(scenario: &str, expect: &str, message: &str, label: &str, help: &str) {
    let text = with(scenario, &format!("{expect}  close: false\n"));
    let findings = unmet(&text);
    let printed: Vec<_> = findings.iter().map(|found| (found.message.as_str(), found.label.as_str())).collect();
    assert_eq!(printed, [(message, label)], "{expect}");
    assert_eq!(findings[0].help.as_deref(), Some(help), "{expect}");
    assert_eq!((findings[0].severity, findings[0].place.is_some()), (Severity::Error, true));
    let text = accepted(&text, &findings);
    assert_eq!(unmet(&text), [], "{text}");
}

#[track_caller]
fn meets(scenario: &str, expect: &str) {
    let text = with(scenario, expect);
    assert_eq!(unmet(&text), [], "{expect}");
}

#[test]
fn hand_calculated_expectations_are_met_to_the_last_digit() {
    // own.free costs nothing, own.crosses 3,000 at once, own.equal and rent.cloud 5,000
    meets(BREAK_EVEN, "  winner: own.free\n  margin: { min: 100%, max: 1 }\n  close: false\n");
    meets(BREAK_EVEN, "  winner: [rent.cloud, own.free]\n  break_even_utilization: always_own\n");
    meets(BREAK_EVEN, "  totals: { own.crosses: { min: 3_000, max: 3e3 }, rent.cloud: { min: 4_999.99 } }\n");
    meets(BREAK_EVEN, "  present_values: { own.free: { min: 0, max: 0 }, rent.entry: { max: 8_000 } }\n");
    meets(
        BREAK_EVEN,
        "  pairs:
  - own: crosses
    rent: cloud
    break_even_utilization: { min: 30%, max: 0.3 }
    payback_month: { min: 6, max: 6 }
    discounted_payback_month: { max: 6 }
    break_even_horizon_months: { min: 6 }
    resale_needed: { max: 0 }
  - { own: dear, rent: cloud, payback_month: never, break_even_utilization: always_rent }
  - { own: equal, rent: cloud, break_even_utilization: always_own }
",
    );
    // the share of 299.99/6000 is printed as 0.0499983333333
    meets(CLOSE, "  close: true\n  margin: { min: 4.99983333333%, max: 4.99983333333% }\n");
    meets(
        RETURNS,
        "  pairs: [{ own: ten, rent: b, irr: { min: 10%, max: 10% } }, { own: ten, rent: c, irr: { max: -50% } }]\n",
    );
    meets(NO_WINNER, "  winner: none\n");
}

#[test]
fn another_winner_is_reported_with_its_margin() {
    misses(
        BREAK_EVEN,
        "  winner: rent.cloud\n",
        "own.free wins, not rent.cloud: its present value is 5,000.00 lower",
        "now own.free",
        "to accept it, write this line: winner: own.free",
    );
    misses(
        BREAK_EVEN,
        "  winner: [own.dear, own.crosses] # agreed\n",
        "own.free wins, not own.crosses: its present value is 3,000.00 lower",
        "now own.free",
        "to accept it, write this line: winner: [own.dear, own.crosses, own.free] # agreed",
    );
    misses(
        BREAK_EVEN,
        "  winner:\n  - own.dear\n  - own.crosses\n",
        "own.free wins, not own.crosses: its present value is 3,000.00 lower",
        "now own.free",
        "to accept it, add `- own.free` to the list",
    );
    misses(
        BREAK_EVEN,
        "  winner: none\n",
        "own.free wins; `winner: none` is expected",
        "now own.free",
        "to accept it, write this line: winner: own.free",
    );
    misses(
        HYBRID,
        "  winner: own.rack\n",
        "rent.cheap wins, not own.rack, which can't be chosen: it does not serve batch",
        "now rent.cheap",
        "to accept it, write this line: winner: rent.cheap",
    );
    let any = unmet(&with(NO_WINNER, "  winner: [own.a, rent.c]\n"));
    assert_eq!(any[0].message, "no option can be chosen; own.a or rent.c is expected to win");
    assert_eq!(any[0].help.as_deref(), Some("to accept it, write this line: winner: [own.a, rent.c, none]"));
}

#[test]
fn a_figure_beyond_its_bound_is_reported_with_its_distance() {
    misses(
        BREAK_EVEN,
        "  totals: { own.crosses: { max: 2_500.50 }, rent.cloud: { max: 5_000 } }\n",
        "the total of own.crosses is 3,000.00, 499.50 above the expected maximum of 2,500.50",
        "now 3,000.00",
        "to accept it, write this line: totals: { own.crosses: { max: 3_000 }, rent.cloud: { max: 5_000 } }",
    );
    // a saving of 299.99 of 6,000
    misses(
        &CLOSE.replace("discount_rate: 0%", "discount_rate: 0%\nclose_call: 1%"),
        "  margin: { min: 5% }\n",
        "the margin over the runner-up is 4.9998 %, 0.0002 points below the expected minimum of 5.0000 %",
        "now 4.9998 %",
        "to accept it, write this line: margin: { min: 4.999% }",
    );
    misses(
        BREAK_EVEN,
        "  pairs:\n  - own: crosses\n    rent: cloud\n    payback_month: { max: 5 }\n",
        "the payback month of own.crosses against rent.cloud is 6, 1 month above the expected maximum of 5",
        "now 6",
        "to accept it, write this line: payback_month: { max: 6 }",
    );
    misses(
        BREAK_EVEN,
        "  pairs: [{ own: crosses, rent: cloud, break_even_utilization: { max: 29.5% } }]\n",
        "the break-even utilization of own.crosses against rent.cloud is 30.0 %, 0.5 points above the expected maximum of 29.5 %",
        "now 30.0 %",
        "to accept it, write `max: 30%`",
    );
    misses(
        RETURNS,
        "  pairs:\n  - { own: ten, rent: c, irr: { min: -49% } }\n",
        "the IRR of own.ten against rent.c is −50.0 %, 1.0 points below the expected minimum of −49.0 %",
        "now −50.0 %",
        "to accept it, write this line: - { own: ten, rent: c, irr: { min: -50% } }",
    );
}

#[test]
fn missing_figures_are_reported_in_words() {
    misses(
        BREAK_EVEN,
        "  pairs:\n  - own: dear\n    rent: cloud\n    payback_month: { max: 30 }\n",
        "the payback month of own.dear against rent.cloud is not reached within 10 months",
        "now never",
        "to accept it, write `payback_month: never`",
    );
    misses(
        BREAK_EVEN,
        "  pairs:\n  - own: crosses\n    rent: cloud\n    break_even_horizon_months: never\n",
        "the break-even horizon in months of own.crosses against rent.cloud is 6; `never` is expected",
        "now 6",
        "to accept it, write this line: break_even_horizon_months: { min: 6, max: 6 }",
    );
    misses(
        BREAK_EVEN,
        "  break_even_utilization: { max: 60% }\n",
        "own.free costs less than rent.cloud at every demand tested (up to 200 % of plan): there is no break-even",
        "now always_own",
        "to accept it, write `break_even_utilization: always_own`",
    );
    misses(
        BREAK_EVEN,
        "  pairs:\n  - own: crosses\n    rent: cloud\n    break_even_utilization: always_own\n",
        "the break-even utilization of own.crosses against rent.cloud is 30.0 %; `always_own` is expected",
        "now 30.0 %",
        "to accept it, write this line: break_even_utilization: { min: 30%, max: 30% }",
    );
    misses(
        RETURNS,
        "  pairs:\n  - own: ten\n    rent: e\n    payback_month: never\n    irr: { min: 1% }\n",
        "own.ten has no IRR against rent.e: owning never recovers its initial outlay",
        "now none",
        "to accept it, remove `irr`",
    );
}

#[test]
fn a_verdict_is_close_or_not() {
    let findings = unmet(&with(CLOSE, "  close: false\n"));
    let message = "the verdict is too close to call: the saving is 299.99 (5.0 %), below the `close_call` of 5.0 %";
    assert_eq!((findings[0].message.as_str(), findings[0].label.as_str()), (message, "now true"));
    assert_eq!(findings[0].help.as_deref(), Some("to accept it, write this line: close: true"));
    let findings = unmet(&with(BREAK_EVEN, "  close: true\n"));
    let message = "the verdict is not a close call: the saving is 3,000.00 (100.0 %), and `close_call` is 5.0 %";
    assert_eq!(findings[0].message, message);
}

#[test]
fn unmet_expectations_of_one_line_are_accepted_by_one_line() {
    let text = with(BREAK_EVEN, "  totals: { own.crosses: { max: 1 }, own.dear: { max: 2 } }\n");
    let findings = unmet(&text);
    let line = "to accept it, write this line: totals: { own.crosses: { max: 3_000 }, own.dear: { max: 11_000 } }";
    let helps: Vec<Option<&str>> = findings.iter().map(|finding| finding.help.as_deref()).collect();
    assert_eq!(helps, [Some(line), Some(line)]);
    let columns: Vec<u32> = findings.iter().map(|finding| finding.place.unwrap().column).collect();
    assert_eq!(columns, [33, 55]);
}

#[test]
fn expectations_apply_to_results_with_settings() {
    let text = with(BREAK_EVEN, "  winner: own.free\n  totals: { own.crosses: { max: 3_000 } }\n");
    let findings = unmet_with(&text, &["own.crosses.node.price=3_100"]);
    assert_eq!(
        findings[0].message,
        "the total of own.crosses is 3,100.00, 100.00 above the expected maximum of 3,000.00"
    );
    let findings = unmet_with(&text, &["expect.totals.own.crosses.max=2_900"]);
    assert_eq!(findings[0].help.as_deref(), Some("to accept it, write `max: 3_000`"));
    assert_eq!(unmet_with(&text, &["own.crosses.node.price=3_100", "expect.totals.own.crosses.max=3_100"]), []);
    assert_eq!(unmet_with(BREAK_EVEN, &["hours_per_month=100"]), []);
}

#[test]
fn expectations_are_no_inputs() {
    let text = with(BREAK_EVEN, "  margin: { min: 5% }\n  totals: { own.crosses: { max: 3_000 } }\n");
    let loaded = load("x.yaml", &text, &[]).unwrap_or_else(|rejected| panic!("{rejected:?}"));
    let numbers = loaded.document.numbers();
    assert!(numbers.iter().all(|number| !loaded.document.path(number.at).starts_with("expect")));
    let traces = Traces::default();
    let variation = Variation::of(&loaded, &traces);
    let swept = Vary::parse("expect.margin.min=1%,2%").unwrap().resolve(&variation).unwrap_err();
    assert_eq!(swept.to_string(), "`expect.margin.min` is an expectation, not an input; sweep an input");
    // an option that is expected to win is removed, as sweeps and plans do
    let without = variation.read(|document| {
        let option = document.find("own.crosses").unwrap();
        document.remove(option);
    });
    assert!(without.is_ok_and(|loaded| loaded.scenario.expect.is_none()));
}

#[test]
fn an_expectation_behind_an_alias_is_reported_at_its_definition() {
    let text = with(BREAK_EVEN, "  totals: { own.crosses: { max: &most 3_000 }, own.dear: { max: *most } }\n");
    let findings = unmet(&text);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].help.as_deref(), Some("to accept it, write `max: 11_000`"));
    assert_eq!(findings[0].related.len(), 1);
}

#[test]
fn no_policy_turns_an_expectation_off() {
    let text = with(BREAK_EVEN, "  winner: rent.cloud\n");
    let mut policy = Policy::default();
    policy.levels.insert(Code::UnmetExpectation, RuleLevel::Off);
    let found = checked(&text, &[], &policy).findings;
    assert!(found.iter().any(|one| one.code == Code::UnmetExpectation && one.severity == Severity::Error));
    let text = format!("{text}allow: [{{ rule: unmet-expectation, reason: none }}]\n");
    let found = checked(&text, &[], &Policy::default());
    assert!(found.decided.is_none());
    assert_eq!(found.findings[0].message, "`unmet-expectation` is an error and cannot be allowed");
}

/// Renting costs 5,000 and 4,000 for the useful hours, times the demand x; the fleet 6,000, and above x = 1, where it is
/// full, 500 h of a server at 30 in addition. Renting then costs 10,000 + 4,000 x, at most 18,000. So owning wins from x =
/// 1/4, busy for 12.5 % of the time, to x = 1, busy for 50 %.
const TWO_POINTS: &str = "\
name: Between two points
currency: USD
horizon_months: 10
hours_per_month: 100
discount_rate: 0%
demand: { workloads: { chat: { kind: realtime_inference, accelerators: 8, utilization: 50% } } }
own:
  fleet:
    node: { price: 6_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 60
    value_at_horizon: none
    burst_to: dear
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 10
    operating: { egress: { per_useful_hour: 1 } }
  dear: { accelerators_per_instance: 8, on_demand_per_instance_hour: 30 }
";

#[test]
fn every_break_even_point_must_be_within_the_bounds() {
    meets(TWO_POINTS, "  break_even_utilization: { min: 12.5%, max: 50% }\n");
    let text = with(TWO_POINTS, "  break_even_utilization: { min: 20%, max: 40% }\n");
    let findings = unmet(&text);
    let subject = "the break-even utilization of own.fleet against rent.cloud is";
    let printed: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    let below = format!("{subject} 12.5 %, 7.5 points below the expected minimum of 20.0 %");
    let above = format!("{subject} 50.0 %, 10.0 points above the expected maximum of 40.0 %");
    assert_eq!(printed, [below, above]);
    let help = "to accept it, write this line: break_even_utilization: { min: 12.5%, max: 50% }";
    assert!(findings.iter().all(|finding| finding.help.as_deref() == Some(help)));
    assert_eq!(unmet(&accepted(&text, &findings)), []);
}

#[test]
fn without_demand_there_is_no_break_even() {
    misses(
        NO_DEMAND,
        "  break_even_utilization: { max: 60% }\n",
        "there is no break-even of own.a against rent.cloud: no useful hours are demanded",
        "now none",
        "to accept it, remove `break_even_utilization`",
    );
}

#[test]
fn leased_servers_have_no_payback() {
    for expected in ["never", "{ max: 30 }"] {
        let pair = format!(
            "  pairs:\n  - own: advance\n    rent: cloud\n    resale_needed: {{ max: 1e9 }}\n    payback_month: {expected}\n"
        );
        let findings = unmet(&with(LEASE, &pair));
        let printed: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(printed, ["own.advance is leased: there is nothing to pay back against rent.cloud"]);
        assert_eq!(findings[0].help.as_deref(), Some("to accept it, remove `payback_month`"));
    }
}

/// A scenario with random figures and random expectations.
fn scenario() -> impl Strategy<Value = String> {
    let owned = (0..400_000_u32, 1..60_u32, 0..3_usize, any::<bool>());
    let rented = (0..6_000_u32, 0..3_000_u32);
    let request = (1..100_u32, 3..48_u32, 0..15_u32);
    (owned, rented, request, expect()).prop_map(|((price, life, value, leased), (cloud, other), request, expect)| {
        let (utilization, horizon, rate) = request;
        let value = ["none", "book", "residual"][value];
        let lease = if leased { "    lease: { per_node_month: 4_000, term_months: 12 }\n" } else { "" };
        let life = if leased { 60 } else { life };
        format!(
            "name: Any\ncurrency: USD\nhorizon_months: {horizon}\ndiscount_rate: {rate}%\n\
             demand: {{ accelerators: 8, utilization: {utilization}% }}\n\
             own:\n  a:\n    node: {{ price: {price}.37, accelerators: 8 }}\n    nodes: 1\n    useful_life_months: {life}\n\
             \x20   value_at_horizon: {value}\n  b:\n    node: {{ price: 90_000, accelerators: 8 }}\n    nodes: 1\n\
             \x20   useful_life_months: 60\n{lease}\
             rent:\n  c: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: {}.{:02} }}\n\
             \x20 d: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: {}.{:02} }}\nexpect:\n{expect}",
            cloud / 100,
            cloud % 100,
            other / 100,
            other % 100,
        )
    })
}

/// Bounds of either kind, or both in order.
fn bounds(value: impl Strategy<Value = i64>, unit: &'static str) -> impl Strategy<Value = String> {
    (value, 0..20_i64, 0..3_u8).prop_map(move |(low, more, which)| match which {
        0 => format!("{{ min: {low}{unit} }}"),
        1 => format!("{{ max: {low}{unit} }}"),
        _ => format!("{{ min: {low}{unit}, max: {}{unit} }}", low + more),
    })
}

fn month() -> impl Strategy<Value = String> {
    prop_oneof![Just("never".to_owned()), bounds(0..60_i64, "")]
}

fn utilization() -> impl Strategy<Value = String> {
    prop_oneof![Just("always_own".to_owned()), Just("always_rent".to_owned()), bounds(0..80_i64, "%")]
}

fn expect() -> impl Strategy<Value = String> {
    let winner = prop_oneof![Just("own.a"), Just("none"), Just("[rent.c, own.b]"), Just("\n  - own.b\n  - rent.d")];
    let verdict = (winner, bounds(0..80_i64, "%"), any::<bool>(), utilization());
    let amounts = (bounds(-100_000..400_000_i64, ""), bounds(0..400_000_i64, ""));
    let pair = (utilization(), month(), month(), month(), bounds(-90..200_i64, "%"), bounds(0..200_000_i64, ""));
    (verdict, amounts, pair, prop_oneof![Just("a"), Just("b")]).prop_map(
        |((winner, margin, close, utilization), (total, value), pair, own)| {
            let (of_pair, payback, discounted, horizon, irr, resale) = pair;
            format!(
                "  winner: {winner}\n  margin: {margin}\n  close: {close}\n  break_even_utilization: {utilization}\n\
                 \x20 totals:\n    own.a: {total}\n    own.b: {value}\n  present_values:\n    rent.c: {value}\n    own.a: {total}\n\
                 \x20 pairs:\n  - own: {own}\n    rent: c\n    break_even_utilization: {of_pair}\n    payback_month: {payback}\n\
                 \x20   discounted_payback_month: {discounted}\n    break_even_horizon_months: {horizon}\n    irr: {irr}\n\
                 \x20   resale_needed: {resale}\n"
            )
        },
    )
}

proptest::proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn suggested_expectations_are_met(text in scenario()) {
        let findings = unmet(&text);
        let typed = accepted(&text, &findings);
        let left = unmet(&typed);
        proptest::prop_assert!(left.is_empty(), "{text}\n{findings:#?}\n{typed}\n{left:#?}");
    }
}

/// Two options without cost: the saving is 0.00, and there is no share of zero.
#[test]
fn a_share_of_zero_and_a_single_option_are_reported_in_words() {
    let head = "name: x\ncurrency: USD\nhorizon_months: 12\ndiscount_rate: 0%\n\
                demand: { accelerators: 8, utilization: 50% }\nrent:\n";
    let free = |name: &str| format!("  {name}: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 0 }}\n");
    let of = |options: &[&str], expect: &str| {
        let options: String = options.iter().map(|name| free(name)).collect();
        let found = unmet(&format!("{head}{options}expect: {{ {expect} }}\n"));
        found.into_iter().map(|finding| finding.message).collect::<Vec<_>>()
    };
    let [nothing] = &of(&["a", "b"], "margin: { min: 5% }")[..] else { panic!("one finding") };
    assert!(nothing.contains("the present value of the runner-up is zero"), "{nothing}");
    let [alone] = &of(&["a"], "margin: { min: 5% }")[..] else { panic!("one finding") };
    assert!(alone.contains("rent.a has no margin: there is no runner-up"), "{alone}");
    let [alone] = &of(&["a"], "close: true")[..] else { panic!("one finding") };
    assert!(alone.contains("the saving is undefined, because there are no two options to choose from"), "{alone}");
}

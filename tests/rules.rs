//! Properties of every rule of `check`, on files with findings for it (`tests/rules`; `tests/diagnostics.rs` tests their
//! exact text), and correct scenarios in which rules must find nothing.
//!
//! `tests/rules/silent/NAME.yaml` begins with `# not: CODE, CODE`: rules that find nothing there, and optionally the reason.

use crate::support::scenario_file::{ScenarioFile, day};
use crate::support::{scenarios_in, text_of};
use rackrent::analysis::BudgetMultiple;
use rackrent::check::rules;
use rackrent::check::{Checked, Policy, RuleLevel, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Code, Diagnostic, Severity, Style, render};
use rackrent::scenario::document::Document;
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::path::Path;

fn rule_files() -> Vec<ScenarioFile> {
    ScenarioFile::all_in("tests/rules")
}

fn checked(file: &ScenarioFile) -> Checked {
    file.checked(&file.policy())
}

fn has(checked: &Checked, code: Code) -> bool {
    checked.findings.iter().any(|finding| finding.code == code)
}

fn printed(checked: &Checked) -> String {
    render(&checked.findings, &checked.sources, Style::default())
}

/// A scenario with findings of several rules, with exceptions instead of its last line.
fn with(allowances: &str) -> String {
    let text = text_of("tests/rules/unused-allowance.yaml");
    let before = text.split("allow:").next().unwrap();
    format!("{before}{allowances}\n")
}

fn check_text(text: &str, policy: &Policy) -> Checked {
    let path = "tests/rules/allowances.yaml".into();
    ScenarioFile { path, text: text.to_owned() }.checked(policy)
}

#[test]
fn honest_scenarios_are_left_alone() {
    for file in ScenarioFile::all_in("tests/rules/silent") {
        let first = file.text.lines().next().unwrap();
        let codes = first.strip_prefix("# not: ").unwrap_or_else(|| panic!("{} names no rule", file.path.display()));
        let checked = checked(&file);
        assert!(checked.decided.is_some(), "{} has no answer:\n{}", file.path.display(), printed(&checked));
        for code in codes.split(", ") {
            let code = Code::named(code).unwrap_or_else(|| panic!("{}: {code} is no rule", file.path.display()));
            assert!(rules::rule(code).is_some() || rejects_nothing(code), "{}", code.text());
            assert!(!has(&checked, code), "{}:\n{}", file.path.display(), printed(&checked));
        }
    }
}

/// The rule, the templates of `new` and the guide state the same range.
#[test]
fn the_observed_range_of_price_changes_is_stated_once() {
    let [low, high] = rules::OBSERVED_CHANGE_PER_YEAR.map(|share| (share * Decimal::ONE_HUNDRED).normalize());
    let range = format!("  rent.<rental>.price_change_per_year: {{ low: {low}%, high: {high}% }}");
    let mut stated = 0;
    for entry in std::fs::read_dir("crates/documents/src/template/decisions").unwrap() {
        let template = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for line in template.lines().filter(|line| line.starts_with("  rent.<rental>.price_change_per_year:")) {
            assert_eq!(line, range);
            stated += 1;
        }
    }
    assert!(stated >= 5, "{stated}");
    let guide = format!("The range is −{} % to +{high} % a year", low.abs());
    assert!(text_of("docs/guide/new.md").contains(&guide), "{guide}");
}

#[test]
fn findings_are_sorted_by_severity_and_position() {
    for file in rule_files() {
        let findings = checked(&file).findings;
        let order: Vec<_> = findings.iter().map(|finding| (finding.severity, finding.place)).collect();
        assert!(order.is_sorted(), "{}: {order:?}", file.path.display());
    }
}

#[test]
fn every_rule_has_a_page_with_its_name_and_an_example() {
    for rule in rules::all() {
        let (code, page) = (rule.code.text(), &rules::page(rule.code));
        assert!(page.starts_with(&format!("# {code}\n\n")), "the page of {code} begins otherwise");
        assert!(page.contains("```yaml\n"), "the page of {code} has no example");
        assert!(page.ends_with('\n') && !page.ends_with("\n\n"), "the page of {code} ends otherwise");
        assert_eq!(page.matches("```").count() % 2, 0, "an example of {code} does not end");
        let is_short = |line: &str| line.chars().count() <= 100 || line.starts_with(['-', ' ', '|']);
        assert!(page.lines().all(is_short), "a line of the page of {code} is too long");
        assert!((8..=40).contains(&page.lines().count()), "the page of {code} has {} lines", page.lines().count());
        for example in page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            assert!(Document::parse(example).is_ok(), "an example of {code} is not YAML:\n{example}");
        }
    }
}

/// Whether a code is an error of `check` in scenarios that have an answer.
fn rejects_nothing(code: Code) -> bool {
    [Code::UnmetExpectation, Code::UnmetRequirement, Code::NoEligibleOption].contains(&code)
}

#[test]
fn every_page_is_that_of_a_rule() {
    let folder = Path::new("crates/engine/src/check/pages");
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let code = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if code == "refused" {
            continue; // a section for every error
        }
        let known = Code::named(&code).filter(|code| rejects_nothing(*code) || rules::rule(*code).is_some());
        let known = known.unwrap_or_else(|| panic!("{} is the page of no rule", path.display()));
        assert_eq!(rules::page(known), text_of(&path), "{code}");
    }
}

#[test]
fn every_rule_is_in_one_table_and_has_a_valid_version() {
    let mut seen = BTreeSet::new();
    for rule in rules::all() {
        assert!(seen.insert(rule.code), "{} stands in two tables", rule.code.text());
        assert!((1..=rules::VERSION).contains(&rule.since), "{}", rule.code.text());
        assert_ne!(rule.code.severity(), Severity::Error, "{} is a judgement", rule.code.text());
        assert!(std::ptr::eq(rules::rule(rule.code).unwrap(), rule));
    }
}

#[test]
fn a_pinned_version_leaves_out_rules_that_came_later() {
    for file in rule_files() {
        let checked = file.checked(&Policy { rules: 0, ..file.policy() });
        let later = checked.findings.iter().find(|f| rules::rule(f.code).is_some_and(|rule| rule.since > 0));
        assert!(later.is_none(), "{}: {later:?}", file.path.display());
    }
}

#[test]
fn a_policy_sets_the_severity_of_a_rule() {
    for file in rule_files() {
        let code = file.code();
        let levelled = |level| {
            let levels = BTreeMap::from([(code, level)]);
            file.checked(&Policy { levels, ..file.policy() })
        };
        if !code.may_be_set_aside() {
            assert!(has(&levelled(RuleLevel::Off), code), "{} is turned off", code.text());
            continue;
        }
        assert!(!has(&levelled(RuleLevel::Off), code), "{}", file.path.display());
        for severity in [Severity::Error, Severity::Warning, Severity::Information] {
            let findings = levelled(RuleLevel::At(severity)).findings;
            let own: Vec<Severity> = findings.iter().filter(|f| f.code == code).map(|f| f.severity).collect();
            assert!(!own.is_empty() && own.iter().all(|own| *own == severity), "{}: {own:?}", file.path.display());
            assert!(findings.is_sorted_by_key(|finding| (finding.severity, finding.place)), "{}", file.path.display());
        }
    }
}

#[test]
fn an_allowance_holds_through_its_last_day() {
    let text = with("allow: [{ rule: no-electricity, reason: the landlord pays it, until: 2026-12-31 }]");
    let on = |today: Option<&str>| check_text(&text, &Policy { today: today.map(day), ..Policy::default() });
    for held in [on(None), on(Some("2026-12-30")), on(Some("2026-12-31"))] {
        assert!(!has(&held, Code::NoElectricity) && !has(&held, Code::ExpiredAllowance), "{}", printed(&held));
        assert!(!has(&held, Code::UnusedAllowance), "{}", printed(&held));
        let [allowed] = &held.allowed[..] else { panic!("{:?}", held.allowed) };
        assert_eq!(allowed.finding.code, Code::NoElectricity);
        assert_eq!((allowed.reason.as_str(), allowed.until.as_deref()), ("the landlord pays it", Some("2026-12-31")));
    }
    let past = on(Some("2027-01-01"));
    assert!(has(&past, Code::NoElectricity) && has(&past, Code::ExpiredAllowance), "{}", printed(&past));
    assert!(past.allowed.is_empty() && !has(&past, Code::UnusedAllowance), "{}", printed(&past));
}

#[test]
fn an_allowance_without_a_day_holds_on_every_day() {
    let text = with("allow: [{ rule: no-electricity, reason: the landlord pays it }]");
    let checked = check_text(&text, &Policy { today: Some(day("9999-12-31")), ..Policy::default() });
    assert!(!has(&checked, Code::NoElectricity) && !has(&checked, Code::ExpiredAllowance), "{}", printed(&checked));
}

#[test]
fn a_rule_that_is_off_leaves_its_allowance_alone() {
    let text = with("allow: [{ rule: no-electricity, reason: the landlord pays it }]");
    let levels = BTreeMap::from([(Code::NoElectricity, RuleLevel::Off)]);
    let checked = check_text(&text, &Policy { levels, ..Policy::default() });
    assert!(!has(&checked, Code::UnusedAllowance), "{}", printed(&checked));
    assert!(checked.allowed.is_empty());
}

#[test]
fn errors_cannot_be_allowed() {
    for code in Code::ALL.iter().filter(|code| code.severity() == Severity::Error) {
        let text = with(&format!("allow: [{{ rule: {}, reason: it is late }}]", code.text()));
        let checked = check_text(&text, &Policy::default());
        assert!(has(&checked, Code::UnknownRule) && checked.decided.is_none(), "{}", printed(&checked));
    }
}

#[test]
fn every_rule_may_be_allowed() {
    let of_allowances =
        [Code::ExpiredAllowance, Code::UnusedAllowance, Code::OpenAllowance, Code::ReasonShort, Code::StaleBaseline];
    for rule in rules::all().filter(|rule| !of_allowances.contains(&rule.code)) {
        let text = with(&format!("allow: [{{ rule: {}, reason: it does not apply }}]", rule.code.text()));
        let checked = check_text(&text, &Policy::default());
        assert!(checked.decided.is_some(), "{}", printed(&checked));
        assert!(!has(&checked, rule.code), "{}", printed(&checked));
    }
}

#[test]
fn a_file_that_is_not_text_is_a_finding_of_the_file() {
    let checked = Checked::unreadable("scenario.yaml", "it is not UTF-8");
    let [finding] = &checked.findings[..] else { panic!("{:?}", checked.findings) };
    assert_eq!((finding.code, finding.message.as_str()), (Code::UnreadableFile, "it is not UTF-8"));
    assert_eq!(checked.gravest(), Some(Severity::Error));
}

/// Codes after the text of a scenario in the table are found by `check` only.
#[test]
fn every_finding_that_is_no_error_is_a_rule() {
    let of_a_check = Code::ALL.iter().filter(|code| **code > Code::UnreadableFile && code.may_be_set_aside());
    for code in of_a_check {
        assert!(rules::rule(*code).is_some(), "{} stands in no table", code.text());
    }
    let warnings = Code::ALL.iter().filter(|code| code.may_be_set_aside());
    assert_eq!(warnings.count(), rules::all().count());
}

/// The rules apply to the scenarios of the repository too.
#[test]
fn every_example_has_no_findings_or_allows_them_with_a_reason() {
    let mut found = String::new();
    for file in scenarios_in("scenarios") {
        let text = text_of(&file);
        let name = file.file_name().unwrap().to_str().unwrap();
        let checked = check(name, &text, &[], &Folder::of("scenarios/scenario.yaml"), &Policy::default());
        let (findings, sources) = (&checked.findings, &checked.sources);
        let warnings = findings.iter().filter(|finding| finding.severity < Severity::Information);
        let warnings: Vec<Diagnostic> = warnings.cloned().collect();
        found.push_str(&render(&warnings, sources, Style::default()));
    }
    assert!(found.is_empty(), "{found}");
}

/// Places not checked for a rule with a given effort, in a file of `tests/rules`.
fn given_up(effort: u32) -> Vec<String> {
    let file = rule_files().into_iter().find(|file| file.name() == "given-up.yaml").unwrap();
    let policy = Policy { effort: BudgetMultiple::times(NonZeroU32::new(effort).unwrap()), ..file.policy() };
    let findings = file.checked(&policy).findings.into_iter();
    findings.filter(|finding| finding.code == Code::GivenUp).map(|finding| finding.message).collect()
}

#[test]
fn more_effort_completes_a_stopped_check() {
    let file = rule_files().into_iter().find(|file| file.name() == "given-up.yaml").unwrap();
    let lines = |checked: &Checked| {
        checked.findings.iter().filter(|finding| finding.code == Code::MaintenanceInWarranty).count()
    };
    let usual = lines(&checked(&file));
    // each of the forty-five lines is found, or given up
    assert!((1..45).contains(&usual), "{usual}");
    let printed = given_up(1);
    let places = format!("`maintenance-in-warranty` was not checked at {} places", 45 - usual);
    assert!(printed.len() == 1 && printed[0].starts_with(&places), "{printed:?}");
    assert_eq!(given_up(10), Vec::<String>::new());
    let policy = Policy { effort: BudgetMultiple::times(NonZeroU32::new(10).unwrap()), ..file.policy() };
    assert_eq!(lines(&file.checked(&policy)), 45);
}

#[test]
fn a_stopped_search_can_be_allowed_and_its_allowance_counts_as_used() {
    let file = rule_files().into_iter().find(|file| file.name() == "given-up.yaml").unwrap();
    let allowed = "allow:
  - { rule: given-up, reason: a nightly job looks further, until: 2027-12-31 }
  - { rule: maintenance-in-warranty, path: own.lab.operating.maintenance-45, reason: it is paid beside, until: 2027-12-31 }
";
    let file = ScenarioFile { path: file.path, text: format!("{}{allowed}", file.text) };
    let checked = file.checked(&file.policy());
    assert!(!has(&checked, Code::GivenUp) && !has(&checked, Code::UnusedAllowance), "{}", printed(&checked));
}

//! Tests of the parser for `rackrent.toml`: settings and errors.

use super::super::Policy;
use super::*;

fn policy(text: &str) -> Policy {
    Policy::read("rackrent.toml", text).unwrap()
}

fn refused(text: &str) -> Vec<(&'static str, u32, u32, String)> {
    let found = policy_file(text).unwrap_err();
    let of = |finding: Diagnostic| {
        let place = finding.place.unwrap();
        (finding.code.text(), place.line, place.column, finding.label)
    };
    found.into_iter().map(of).collect()
}

#[test]
fn what_is_written_is_the_policy() {
    let read = policy("rules = 1 # pinned\n[severity]\nbook-resale = \"off\"\n'left-out' = \"warning\"\n");
    assert_eq!(read.rules, 1);
    assert_eq!(read.level(Code::BookResale), RuleLevel::Off);
    assert_eq!(read.level(Code::LeftOut), RuleLevel::At(Severity::Warning));
    assert_eq!(read.level(Code::OverBudget), RuleLevel::At(Severity::Warning));
    assert_eq!(policy(""), Policy::default());
}

#[test]
fn everything_wrong_is_told_at_its_place() {
    let text = "rule = 1\nrules = 0\n[severity]\nbook-resales = \"off\"\nmissing-key = \"off\"\nleft-out = \"warn\"\n";
    let label = |text: &str| text.to_owned();
    assert_eq!(
        refused(text),
        [
            ("unknown-key", 1, 1, label("did you mean `rules`?")),
            ("invalid-configuration", 2, 9, label("write 1")),
            ("unknown-rule", 4, 1, label("did you mean `book-resale`?")),
            ("unknown-rule", 5, 1, label("remove this line")),
            ("unknown-choice", 6, 12, label("did you mean \"warning\"?")),
        ]
    );
    assert_eq!(refused("severity = 3")[0].0, "invalid-configuration");
    assert_eq!(refused("rules = 1\nrules = 1\n")[0].1, 2);
    assert_eq!(refused("\u{feff}[severity\n").len(), 1);
}

#[test]
fn words_of_other_programs_are_understood() {
    for (word, suggestion) in [
        ("info", "did you mean \"information\"?"),
        ("ignore", "did you mean \"off\"?"),
        ("none", "did you mean \"off\"?"),
        ("allow", "did you mean \"off\"?"),
        ("Warning", "did you mean \"warning\"?"),
        ("loud", "write \"warning\" or \"off\""),
    ] {
        let found = refused(&format!("[severity]\nleft-out = \"{word}\"\n"));
        assert_eq!(found, [("unknown-choice", 2, 12, suggestion.to_owned())]);
    }
}

#[test]
fn rules_of_a_newer_program_are_asked_for_in_words() {
    let found = policy_file(&format!("rules = {}", rules::VERSION + 1)).unwrap_err();
    assert!(found[0].message.contains("rackrent ") && found[0].label.contains("newer rackrent"), "{found:?}");
    for wrong in ["1.0", "\"1\"", "-1", "0x1", "99999999999999", "true"] {
        assert_eq!(refused(&format!("rules = {wrong}")).len(), 1, "{wrong}");
    }
}

#[test]
fn expectations_and_what_rejects_cannot_be_turned_off() {
    for code in Code::ALL.iter().filter(|code| code.severity() == Severity::Error) {
        assert_eq!(refused(&format!("[severity]\n{} = \"off\"", code.text()))[0].0, "unknown-rule");
    }
}

#[test]
fn what_is_required_excluded_and_said_of_folders_is_read() {
    let text = "require = [\"owner\", \"reason-until\"]\nexclude = [\"drafts\"]\nmay_loosen = [\"rules\", \"left-out\"]\n\
                [folders.\"a/b/\"]\nwaive = [\"owner\"]\nseverity = { left-out = \"error\" }\n";
    let read = policy_file(text).unwrap();
    let required: Vec<Requirement> = read.section.require.iter().map(|one| one.value).collect();
    assert_eq!(required, [Requirement::Owner, Requirement::ReasonUntil]);
    let loosened: Vec<Loosened> = read.may_loosen.iter().map(|one| one.value).collect();
    assert_eq!(loosened, [Loosened::Rules, Loosened::Rule(Code::LeftOut)]);
    assert!(read.exclude[0].value.names("drafts/a.yaml"));
    let section = &read.folders["a/b"].value;
    assert_eq!(section.waive[0].value, Requirement::Owner);
    assert_eq!(section.levels[&Code::LeftOut].value, RuleLevel::At(Severity::Error));
}

#[test]
fn what_cannot_be_required_excluded_or_loosened_is_told_at_its_place() {
    for (text, code, column, label) in [
        ("require = [\"onwer\"]", "unknown-choice", 12, "did you mean `owner`?"),
        ("require = \"owner\"", "invalid-configuration", 11, "write require = [\"owner\"]"),
        ("require = [1]", "invalid-configuration", 12, "write require = [\"owner\"]"),
        ("may_loosen = [\"left-outt\"]", "unknown-choice", 15, "did you mean `left-out`?"),
        ("may_loosen = [\"missing-key\"]", "unknown-rule", 15, "remove this line"),
        ("exclude = [\"../a\"]", "invalid-configuration", 12, "write a path below the folder of this file"),
        ("[folders.\"a/*\"]", "invalid-configuration", 10, "write a path such as \"quotes/approved\""),
        ("[folders.a]\nexclude = []", "unknown-key", 1, "write one of `severity`, `require`, `waive`, `budget`"),
        ("[folders]\na = 1", "invalid-configuration", 5, "write [folders.\"a\"]"),
        ("budget = 5", "invalid-configuration", 10, "write [budget]"),
        ("[budget]\nper_year = 5", "invalid-configuration", 1, "write currency = \"USD\" and per_year = 5_000_000"),
        ("budget = { currency = \"USD\" }", "invalid-configuration", 10, "write currency = \"USD\" and per_year"),
        ("budget = { currency = \"USX\", per_year = 5 }", "invalid-configuration", 23, "write a code such as \"USD\""),
        (
            "budget = { currency = \"USD\", per_year = 0 }",
            "invalid-configuration",
            41,
            "write a number such as 5_000_000",
        ),
        ("budget = { currency = \"USD\", per_year = \"5\" }", "invalid-configuration", 41, "write a number such as"),
        ("budget = { currency = \"USD\", capital = 5 }", "unknown-key", 30, "write one of `currency`, `per_year`"),
        ("folders = 1", "invalid-configuration", 11, "write [folders.\"quotes/approved\"]"),
    ] {
        let found = refused(text);
        let [(found_code, _, found_column, found_label)] = &found[..] else { panic!("{text}: {found:?}") };
        assert_eq!((*found_code, *found_column), (code, column), "{text}");
        assert!(found_label.starts_with(label), "{text}: {found_label}");
    }
}

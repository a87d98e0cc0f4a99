//! The policy of a repository, in real folders: which `rackrent.toml` applies, what nested ones may set, required
//! information, exclusions, and the files checked.

use crate::support::program::{self, Ran};
use crate::support::repository::{Repository, git};
use crate::support::two_prices;
use serde_json::{Value, json};

/// Scenario with two eligible options and no findings except of a rule under test.
const PLAIN: &str = concat!(
    "name: Two prices of the same work\ndate: 2026-11-01\ncurrency: USD\n",
    two_prices!(),
    "\
sources:
  rent.dear.on_demand_per_instance_hour: { from: price list, date: 2026-11-01 }
  rent.cheap.dedicated_per_instance_month: { from: price list, date: 2026-11-01 }
"
);
/// A budget that both options exceed: `over-budget`, twice.
const OVER_BUDGET: &str = "budget: 10\n";

fn warned() -> String {
    format!("{OVER_BUDGET}{PLAIN}")
}

impl Repository {
    /// Result of a check in the repository, as JSON.
    #[track_caller]
    fn check(&self, arguments: &[&str]) -> Ran {
        program::run(self.path(), &[&["check", "--format", "json"], arguments].concat())
    }

    /// Severity of `over-budget` in each checked file.
    #[track_caller]
    fn weights(&self, arguments: &[&str]) -> Vec<(String, String)> {
        let report = self.check(arguments).report();
        let of_file = |file: &Value| {
            let found = list(file, "findings").into_iter().find(|one| one["code"] == "over-budget");
            (text(&file["path"]), found.map_or("none".to_owned(), |found| text(&found["severity"])))
        };
        list(&report, "files").iter().map(of_file).collect()
    }
}

fn list(value: &Value, key: &str) -> Vec<Value> {
    value[key].as_array().cloned().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn severity(rule: &str, level: &str) -> String {
    format!("[severity]\n{rule} = \"{level}\"\n")
}

#[test]
fn the_policy_at_the_root_decides_and_a_nested_one_can_be_stricter() {
    let repository = Repository::with(&[
        ("rackrent.toml", &severity("over-budget", "information")),
        ("a.yaml", &warned()),
        ("deep/rackrent.toml", &severity("over-budget", "warning")),
        ("deep/er/b.yaml", &warned()),
        ("deep/er/rackrent.toml", &severity("over-budget", "error")),
        ("deep/c.yaml", &warned()),
        ("other/.git/HEAD", ""),
        ("other/d.yaml", &warned()),
    ]);
    let weights = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).into(), (*b).into())).collect::<Vec<_>>();
    let all = weights(&[
        ("a.yaml", "information"),
        ("deep/c.yaml", "warning"),
        ("deep/er/b.yaml", "error"),
        ("other/d.yaml", "warning"),
    ]);
    assert_eq!(repository.weights(&["."]), all);
    // the same from a subfolder, and for a single file
    assert_eq!(repository.weights(&["deep/c.yaml"]), weights(&[("deep/c.yaml", "warning")]));
    let report = repository.check(&["."]).report();
    let policies: Vec<Value> = list(&report, "files").iter().map(|file| file["policies"].clone()).collect();
    let root = "rackrent.toml";
    assert_eq!(
        policies,
        [
            json!([root]),
            json!([root, "deep/rackrent.toml"]),
            json!([root, "deep/rackrent.toml", "deep/er/rackrent.toml"]),
            json!([]),
        ]
    );
    let people = program::run(repository.path(), &["check", "."]).output;
    let printed = "\nno policy for 1 scenario; policy rackrent.toml applied to 1 scenario; \
                policy rackrent.toml + deep/rackrent.toml applied to 1 scenario; \
                policy rackrent.toml + deep/rackrent.toml + deep/er/rackrent.toml applied to 1 scenario\n";
    assert!(people.ends_with(printed), "{people}");
    // a policy given on the command line applies everywhere, alone
    let named = repository.with_file("strict.toml", &severity("over-budget", "error"));
    assert!(named.weights(&[".", "--config", "strict.toml"]).iter().all(|(_, weight)| weight == "error"));
}

#[test]
fn a_nested_policy_that_loosens_ends_the_check() {
    let repository = Repository::with(&[
        ("a/rackrent.toml", &format!("waive = [\"owner\"]\nexclude = [\"b\"]\n{}", severity("over-budget", "off"))),
        ("a/a.yaml", &warned()),
    ]);
    let ran = program::run(repository.path(), &["check", "."]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    for printed in ["a/rackrent.toml:4:15", "`over-budget` is \"warning\" in this repository", "a/rackrent.toml:2:12"] {
        assert!(ran.errors.contains(printed), "{printed}: {}", ran.errors);
    }
    // waiving an item that is not required loosens nothing
    assert!(!ran.errors.contains("waive"), "{}", ran.errors);
    let may = repository.with_file("rackrent.toml", "may_loosen = [\"over-budget\", \"exclude\"]\n");
    assert_eq!(may.weights(&["."]), [("a/a.yaml".to_owned(), "none".to_owned())]);
}

/// A nested policy may lower the age from which a price is old, and raise it only if the root allows that.
#[test]
fn a_nested_policy_can_only_lower_the_age_of_old_prices() {
    let repository = Repository::with(&[
        ("rackrent.toml", "max_price_age_days = 30\n"),
        ("a/rackrent.toml", "max_price_age_days = 20\n"),
        ("a/a.yaml", PLAIN),
    ]);
    let scanned = || program::run(repository.path(), &["scan", "a/a.yaml", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&scanned().output).unwrap()["max_price_age_days"], json!(20));
    repository.with_file("a/rackrent.toml", "max_price_age_days = 31\n");
    let ran = program::run(repository.path(), &["scan", "a/a.yaml"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    for printed in ["a/rackrent.toml:1:22", "a price is old after 30 days in this repository, and 31 is more"] {
        assert!(ran.errors.contains(printed), "{printed}: {}", ran.errors);
    }
    repository.with_file("rackrent.toml", "max_price_age_days = 30\nmay_loosen = [\"max_price_age_days\"]\n");
    assert_eq!(serde_json::from_str::<Value>(&scanned().output).unwrap()["max_price_age_days"], json!(31));
}

#[test]
fn without_a_repository_the_folder_of_the_command_line_is_the_root() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("rackrent.toml", &severity("over-budget", "error"));
    write("quotes/rackrent.toml", &severity("over-budget", "information"));
    write("quotes/eu/a.yaml", &warned());
    let ended = |paths: &[&str]| program::run(folder.path(), &[&["check"], paths].concat()).status;
    assert_eq!(ended(&["."]), 2, "quotes loosens what the root says");
    assert_eq!(ended(&["quotes"]), 0, "asked for alone it decides");
    write("quotes/rackrent.toml", "[severity]\n");
    assert_eq!(ended(&["quotes", "--fail-on", "error"]), 0);
    assert_eq!(ended(&["quotes", ".", "--fail-on", "error"]), 1, "the topmost of them decides");
    assert_eq!(ended(&["quotes/eu/a.yaml", "--fail-on", "error"]), 0, "a file alone has its own folder");
}

#[test]
fn excluded_files_are_skipped_unless_named() {
    let repository = Repository::with(&[
        ("rackrent.toml", "exclude = [\"vendor\", \"**/*.draft.yaml\"]\n"),
        ("vendor/a.yaml", "own: 1\n"),
        ("vendor/rackrent.toml", "[["),
        ("quotes/b.draft.yaml", "own: 1\n"),
        ("quotes/c.yaml", PLAIN),
    ]);
    let report = repository.check(&["."]).report();
    assert_eq!(list(&report, "files").len(), 1);
    let because = "excluded by rackrent.toml";
    assert_eq!(
        report["skipped"],
        json!([{ "path": "quotes/b.draft.yaml", "because": because }, { "path": "vendor/a.yaml", "because": because }])
    );
    assert_eq!(repository.check(&["quotes/b.draft.yaml"]).status, 1);
    let all = repository.with_file("rackrent.toml", "exclude = [\"**\"]\n");
    let ran = program::run(all.path(), &["check", "."]);
    assert_eq!(ran.status, 2, "{}", ran.output);
    assert!(ran.errors.starts_with("error: there is no scenario in ."), "{}", ran.errors);
}

#[test]
fn required_information_depends_on_the_folder() {
    let repository = Repository::with(&[
        (
            "rackrent.toml",
            "require = [\"owner\"]\n[folders.\"quotes/approved\"]\nrequire = [\"expect\"]\n\
             [folders.drafts]\nwaive = [\"owner\"]\n",
        ),
        ("quotes/a.yaml", PLAIN),
        ("quotes/approved/eu/b.yaml", PLAIN),
        ("drafts/c.yaml", PLAIN),
    ]);
    let report = repository.check(&["."]).report();
    let unmet = |file: &Value| {
        let found = list(file, "findings").into_iter().filter(|one| one["code"] == "unmet-requirement");
        let all: Vec<String> = found.map(|one| text(&one["path"])).collect();
        format!("{}: {}", text(&file["path"]), all.join(", "))
    };
    let unmet: Vec<String> = list(&report, "files").iter().map(unmet).collect();
    assert_eq!(unmet, ["drafts/c.yaml: ", "quotes/a.yaml: owner", "quotes/approved/eu/b.yaml: owner, expect"]);
    // required information cannot be allowed as missing, and its finding replaces that of the corresponding rule
    let allowed = format!("{PLAIN}allow: [{{ rule: unmet-requirement, reason: it is late }}]\n");
    let ran = repository.with_file("quotes/a.yaml", &allowed).check(&["quotes/a.yaml"]);
    assert!(ran.output.contains("unknown-rule") && !ran.output.contains("no-owner"), "{}", ran.output);
    // a folder that does not exist would require nothing
    let gone = repository.with_file("rackrent.toml", "[folders.\"quotes/aproved\"]\nrequire = [\"owner\"]\n");
    let ran = program::run(gone.path(), &["check", "."]);
    assert!(ran.status == 2 && ran.errors.contains("there is no folder `quotes/aproved`"), "{}", ran.errors);
}

#[test]
fn an_allowance_at_a_path_is_for_that_finding_alone() {
    let priced = PLAIN.replace(
        "rent:\n",
        "own:\n  hgx: { node: { price: 289_000, accelerators: 8 }, useful_life_months: 60 }\nrent:\n",
    );
    let with = |allow: &str| format!("{priced}allow:\n{allow}\n");
    let at = |path: &str| format!("  - {{ rule: left-out, path: {path}, reason: it is agreed, until: 2027-01-31 }}");
    let counts = |text: &str, today: &str| {
        let repository = Repository::with(&[("a.yaml", text)]);
        let report = repository.check(&["a.yaml", "--today", today]).report();
        let file = report["files"][0].clone();
        let of = |key: &str, code: &str| {
            let code_of = |one: &&Value| one["code"] == code;
            list(&file, key).iter().filter(code_of).count()
        };
        [
            of("findings", "left-out"),
            of("allowed", "left-out"),
            of("findings", "unused-allowance"),
            of("findings", "expired-allowance"),
        ]
    };
    // each of the three options omits usual costs
    assert_eq!(counts(&priced, "2026-12-01"), [3, 0, 0, 0]);
    assert_eq!(counts(&with(&at("own.hgx")), "2026-12-01"), [2, 1, 0, 0]);
    assert_eq!(counts(&with(&at("rent")), "2026-12-01"), [1, 2, 0, 0], "and below the path");
    assert_eq!(counts(&with(&at("own.hgx.node")), "2026-12-01"), [3, 0, 1, 0]);
    assert_eq!(counts(&with(&at("own.hgx")), "2027-02-01"), [3, 0, 0, 1], "past its day it counts no more");
    let both = format!("{}\n  - {{ rule: left-out, reason: everywhere the same }}", at("rent.dear"));
    assert_eq!(counts(&with(&both), "2026-12-01"), [0, 3, 0, 0]);
}

#[test]
fn costs_that_do_not_apply_are_listed_with_allowed_findings() {
    let silent =
        PLAIN.replace("minimum_term_months: 12", "minimum_term_months: 12, not_applicable: { staff: they run it }");
    let repository = Repository::with(&[("a.yaml", &silent)]);
    let file = repository.check(&["a.yaml"]).report()["files"][0].clone();
    let listed = &file["not_applicable"][0];
    assert_eq!((text(&listed["option"]), text(&listed["cost"])), ("rent.cheap".to_owned(), "staff".to_owned()));
    assert_eq!((text(&listed["reason"]), listed["line"].as_u64()), ("they run it".to_owned(), Some(9)));
    for format in ["human", "concise", "markdown"] {
        let ran = program::run(repository.path(), &["check", "a.yaml", "--format", format, "--verbose"]);
        assert!(ran.output.contains("not applicable") && ran.output.contains("they run it"), "{}", ran.output);
    }
}

#[test]
fn tracked_files_are_checked_even_if_ignored() {
    let Some(git) = git("what an ignore rule hides of tracked files") else { return };
    let repository = Repository::with(&[
        (".gitignore", "quotes/old/\n*.local.yaml\n"),
        ("quotes/a.yaml", PLAIN),
        ("quotes/old/b.yaml", PLAIN),
        ("quotes/old/not-tracked.yaml", "own: 1\n"),
        ("c.local.yaml", PLAIN),
        ("gone.local.yaml", PLAIN),
    ]);
    git.init(repository.path());
    git.run(repository.path(), &["add", "--force", "quotes/old/b.yaml", "gone.local.yaml", "quotes/a.yaml"]);
    std::fs::remove_file(repository.path().join("gone.local.yaml")).unwrap();
    let paths = |arguments: &[&str]| {
        let report = repository.check(arguments).report();
        list(&report, "files").iter().map(|file| text(&file["path"])).collect::<Vec<_>>()
    };
    assert_eq!(paths(&["."]), ["quotes/a.yaml", "quotes/old/b.yaml"]);
    // a named folder is checked even if it is hidden
    assert_eq!(paths(&["quotes/old"]), ["quotes/old/b.yaml", "quotes/old/not-tracked.yaml"]);
    // from a folder of the repository
    let within = program::run(&repository.path().join("quotes"), &["check", ".", "--format", "json"]).report();
    assert_eq!(list(&within, "files").len(), 2);
}

#[test]
fn an_emptied_file_is_a_finding() {
    let commented: Vec<String> = PLAIN.lines().map(|line| format!("# {line}\n")).collect();
    let repository = Repository::with(&[
        ("a.yaml", PLAIN),
        ("empty.yaml", ""),
        ("blank.yaml", "\n---\n\n"),
        ("later.yaml", "# values of the chart\n"),
        ("commented.yaml", &commented.concat()),
        ("compose.yaml", "services: {}\n"),
    ]);
    let report = repository.check(&["."]).report();
    let emptied = |file: &&Value| list(file, "findings").iter().any(|one| one["code"] == "empty-file");
    let paths: Vec<String> = list(&report, "files").iter().filter(emptied).map(|file| text(&file["path"])).collect();
    assert_eq!(paths, ["blank.yaml", "commented.yaml", "empty.yaml"]);
    let skipped: Vec<String> = list(&report, "skipped").iter().map(|one| text(&one["path"])).collect();
    assert_eq!(skipped, ["compose.yaml", "later.yaml"]);
}

#[cfg(unix)]
#[test]
fn a_policy_that_is_a_broken_link_or_leads_outside_is_unreadable() {
    let outside = tempfile::tempdir().unwrap();
    let elsewhere = outside.path().join("elsewhere.toml");
    std::fs::write(&elsewhere, severity("over-budget", "off")).unwrap();
    for (target, printed) in [
        (elsewhere.as_path(), "cannot read this file: it is not in the repository"),
        (std::path::Path::new("nowhere.toml"), "cannot read this file: it is a broken link"),
    ] {
        let repository = Repository::with(&[("a.yaml", &warned())]);
        std::os::unix::fs::symlink(target, repository.path().join("rackrent.toml")).unwrap();
        let ran = program::run(repository.path(), &["check", "."]);
        assert!(ran.status == 2 && ran.output.is_empty() && ran.errors.contains(printed), "{}", ran.errors);
    }
}

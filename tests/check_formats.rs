//! Output formats of `check`, validated by independent rules: `JUnit` by the schema of Jenkins, SARIF by that of OASIS, Code
//! Quality by GitLab's documentation, annotations by reversing GitHub's escaping.
//!
//! `.ci/install-test-tools` installs the validators; without them the test reports that it is skipped, unless
//! `RACKRENT_TEST_TOOLS=required`, as on CI.

#![cfg(unix)]

use crate::support::program::{RACKRENT, ended, run, tool};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

const GOOD: &str = "\
name: Eight accelerators
currency: USD
horizon_months: 36
discount_rate: 9%
budget: 10
allow: [{ rule: over-budget, reason: \"]]> <b> \\e[31m & {0} [x](1) | @all\", until: 2027-01-31 }]
demand: { accelerators: 8, utilization: 60% }
own:
  hgx:
    node: { price: 298000, accelerators: 8, power_kw: 10.2 }
    nodes: 1
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
rent:
  neocloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }
";

/// Keys and values that would end an element, a command, a cell or a line if they were not escaped.
const HOSTILE: &str = "\
name: x
\"]]><b>\\e[31m\\u202e\\n::error::%0A|`@all` {0} [x](1)\": 1
\"a,line=9:b\": 2
\"\\0\": 3
currency: \"<\\uFFFF&'\\\"\\r\\n::stop-commands::x\"
own: {}
";

/// A folder of scenarios with hostile names and texts.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &[u8], text: &[u8]| {
        let path = folder.path().join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(b"good.yaml", GOOD.as_bytes());
    write(b"unallowed.yaml", GOOD.replace("allow:", "# allow:").as_bytes());
    write(b"below/h\xc3\xb6st <b>&\"'|@all {0}.yaml", HOSTILE.as_bytes());
    write(b"::error file=x,line=1::%0A.yaml", HOSTILE.as_bytes());
    write(b"two\nlines: 100%25.yml", GOOD.replace("60%", "65").as_bytes());
    write(b"\xff\x1b[31m.yaml", GOOD.replace("  hgx", "  HGX").as_bytes());
    write(b"latin.yaml", b"name: \xfc\n");
    write(b"empty.yml", b"own:\n\n");
    folder
}

/// Output and files of a check of a folder, run within it.
fn checked(folder: &Path, arguments: &[&str]) -> String {
    let ran = run(folder, &[&["check", "."], arguments].concat());
    assert!(matches!(ran.status, 1 | 2), "{}", ran.errors);
    ran.output
}

#[test]
fn independent_validators_accept_every_report() {
    let Some(python) = tool("python", "JUnit and SARIF are not judged without their judges") else { return };
    let folder = folder();
    let outputs = ["report.xml", "report.sarif", "report.json", "gitlab=quality.json"];
    let arguments: Vec<&str> = outputs.iter().flat_map(|output| ["--output", output]).collect();
    checked(folder.path(), &arguments);
    let judge = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/judge.py");
    let judged = || {
        let judged = ended(Command::new(&python).arg(&judge).arg(folder.path()), "");
        assert_eq!((judged.status, judged.output.as_str()), (0, "8 files\n"), "{}", judged.errors);
    };
    judged();
    // known findings next to new ones: one more rule in a valid file, one more error in an invalid one
    checked(folder.path(), &["--write-baseline"]);
    fs::write(folder.path().join("unallowed.yaml"), GOOD.replace("allow:", "review_by: 2026-01-01\nallow_:")).unwrap();
    fs::write(folder.path().join("good.yaml"), GOOD.replace("budget: 10\n", "")).unwrap();
    checked(folder.path(), &arguments);
    judged();
}

/// A workflow command as GitHub's runner reads it: name, properties and message.
fn command(line: &str) -> (String, Vec<(String, String)>, String) {
    let (head, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (name, properties) = head.split_once(' ').unwrap();
    let decoded = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n");
    let property = |text: &str| {
        let (key, value) = text.split_once('=').unwrap();
        (key.to_owned(), decoded(value).replace("%3A", ":").replace("%2C", ",").replace("%25", "%"))
    };
    (name.to_owned(), properties.split(',').map(property).collect(), decoded(message).replace("%25", "%"))
}

#[test]
fn annotations_contain_the_findings_and_nothing_else() {
    let folder = folder();
    let report: Value = serde_json::from_str(&checked(folder.path(), &["--format", "json"])).unwrap();
    let printed = checked(folder.path(), &["--format", "github"]);
    let commands: Vec<_> = printed.lines().map(command).collect();
    let names: Vec<&str> = commands.iter().map(|(name, _, _)| name.as_str()).collect();
    assert!(names.is_sorted() && names.first() == Some(&"error") && names.last() == Some(&"warning"), "{names:?}");
    let path = |file: &Value| file["path"].as_str().unwrap().replace('\u{1b}', "\u{fffd}");
    let files: Vec<String> = report["files"].as_array().unwrap().iter().map(path).collect();
    assert_eq!(files.len(), 8);
    let property = |properties: &[(String, String)], wanted: &str| {
        properties.iter().find(|(key, _)| key == wanted).map(|(_, value)| value.clone())
    };
    for (_, properties, message) in &commands {
        let keys: Vec<&str> = properties.iter().map(|(key, _)| key.as_str()).collect();
        assert!(
            [
                &["file", "title"] as &[&str],
                &["file", "line", "col", "endLine", "endColumn", "title"],
                &["file", "line", "endLine", "title"]
            ]
            .contains(&keys.as_slice()),
            "{keys:?}"
        );
        let file = property(properties, "file").unwrap();
        assert!(files.contains(&file), "{file:?}");
        assert!(message.chars().all(|c| c == '\n' || !c.is_control()), "{message:?}");
    }
    // a share of 65 in a file with a line end in its name
    let share = commands.iter().find(|(_, properties, _)| {
        property(properties, "file").unwrap() == "two\nlines: 100%25.yml"
            && property(properties, "title").unwrap() == "rackrent share-above-one"
    });
    let (_, properties, _) = share.unwrap();
    assert_eq!(property(properties, "line").as_deref(), Some("7"));
    assert_eq!(property(properties, "col").as_deref(), Some("41"));
    assert_eq!(property(properties, "endColumn").as_deref(), Some("43"));
}

#[test]
fn output_for_people_has_only_visible_characters() {
    let folder = folder();
    for format in ["human", "concise", "markdown", "github"] {
        let text = checked(folder.path(), &["--verbose", "--format", format]);
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{format}: {text:?}");
        assert!(!text.contains('\u{202e}'), "{format}: {text:?}");
        let begins_a_command = |line: &str| line.trim_start().starts_with("::") || line.starts_with("##");
        assert!(format == "github" || !text.lines().any(begins_a_command), "{format}: {text}");
    }
}

#[test]
fn a_table_keeps_its_cells_with_any_content() {
    let folder = folder();
    let text = checked(folder.path(), &["--verbose", "--format", "markdown"]);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 8, "{text}");
    for row in rows {
        let bars = row.match_indices('|').filter(|(at, _)| *at == 0 || row.as_bytes()[at - 1] != b'\\').count();
        assert_eq!(bars, 6, "{row}");
        assert!(!row.contains("<b>") && !row.contains('@'), "{row}");
    }
}

#[test]
fn fingerprints_stay_when_lines_move_and_amounts_change() {
    let folder = tempfile::tempdir().unwrap();
    let fingerprints = |text: &str| {
        fs::write(folder.path().join("a.yaml"), text).unwrap();
        let report: Value = serde_json::from_str(&checked(folder.path(), &["--format", "gitlab"])).unwrap();
        let of = |entry: &Value| (entry["fingerprint"].clone(), entry["location"]["lines"]["begin"].clone());
        report.as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    let text = GOOD.replace("allow:", "# allow:");
    let (before, after) =
        (fingerprints(&text), fingerprints(&format!("# moved\n{}", text.replace("298000", "299000"))));
    assert!(!before.is_empty() && before.len() == after.len());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.0, after.0);
        assert_eq!(before.1.as_u64().unwrap() + 1, after.1.as_u64().unwrap());
    }
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let folder = folder();
    for format in ["human", "concise", "json", "github", "gitlab", "junit", "sarif", "markdown"] {
        let run = |threads: &str| {
            let arguments = ["check", ".", "--verbose", "--format", format];
            let mut command = Command::new(RACKRENT);
            ended(command.args(arguments).current_dir(folder.path()).env("RAYON_NUM_THREADS", threads), "")
        };
        let (one, many) = (run("1"), run("7"));
        assert!(!one.output.is_empty() && one.output == many.output && one.errors == many.errors, "{format}");
    }
}

#[test]
fn reports_for_services_do_not_depend_on_the_working_folder() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("quotes/of 2027");
    fs::create_dir_all(&below).unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(below.join("a.yaml"), GOOD.replace("allow:", "# allow:")).unwrap();
    fs::write(below.join("b.yaml"), "own:\n").unwrap();
    for format in ["sarif", "gitlab", "github"] {
        let from = |folder: &Path, path: &str| run(folder, &["check", path, "--format", format]).output;
        let top = from(folder.path(), ".");
        assert!(
            top.contains(if format == "sarif" { "quotes/of%202027/a.yaml" } else { "quotes/of 2027/a.yaml" }),
            "{top}"
        );
        let absolute = below.display().to_string();
        for (folder, path) in [(below.as_path(), "."), (&below, "../of 2027"), (Path::new("/"), &absolute)] {
            assert_eq!(from(folder, path), top, "{format} in {}", folder.display());
        }
    }
}

#[test]
fn code_scanning_gets_information_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), GOOD.replace("allow:", "# allow:")).unwrap();
    let levels = |arguments: &[&str]| {
        let log = checked(folder.path(), &[&["--format", "sarif"], arguments].concat());
        let log: Value = serde_json::from_str(&log).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone();
        let level = |level: &str| results.iter().filter(|result| result["level"] == level).count();
        (level("warning"), level("note"), rules)
    };
    let (warnings, notes, rules) = levels(&[]);
    let (same, more, more_rules) = levels(&["--verbose"]);
    assert!(warnings > 0 && warnings == same && notes == 0 && more > 0 && more_rules.len() > rules.len());
    let (_, _, rules) = levels(&["--pages-at", "https://example.org/a/b/blob/v1/"]);
    let over_budget = rules.iter().find(|rule| rule["id"] == "over-budget").unwrap();
    assert_eq!(over_budget["helpUri"], "https://example.org/a/b/blob/v1/docs/reference/rules.md#over-budget");
}

#[test]
fn a_rule_is_explained_in_every_readable_format() {
    let explained = |format: &str| run(Path::new("."), &["check", "--explain", "book-resale", "--format", format]);
    let page = fs::read_to_string("crates/engine/src/check/pages/book-resale.md").unwrap();
    let json = explained("json").report();
    assert_eq!((&json["schema"], json["rules"].as_array().unwrap().len()), (&"rackrent.rules/1".into(), 1));
    assert_eq!((&json["rules"][0]["code"], &json["rules"][0]["page"]), (&"book-resale".into(), &page.as_str().into()));
    let address = json["rules"][0]["address"].as_str().unwrap().to_owned();
    assert!(address.starts_with("https://") && address.ends_with("/docs/reference/rules.md#book-resale"), "{address}");
    let markdown = explained("markdown").output;
    assert!(markdown.starts_with(page.trim_end()) && markdown.ends_with(&format!("<{address}>\n")), "{markdown}");
    assert!(explained("human").output.starts_with("# book-resale\n"));
    for format in ["concise", "github", "gitlab", "junit", "sarif"] {
        let ran = explained(format);
        assert!(ran.status == 2 && ran.errors.contains("human, json and markdown"), "{format}: {}", ran.errors);
    }
}

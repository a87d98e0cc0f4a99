//! `diff --base`: scenarios of git repositories, compared with their earlier versions.

use crate::support::ONE_SERVER as BASE;
use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{RACKRENT, ended, run};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// The base scenario with another price of an instance-hour: 50 hours cost 50 times the price, and the server 600.
fn at(price: &str) -> String {
    BASE.replace("instance_hour: 10", &format!("instance_hour: {price}"))
}

/// A scenario with a measured load.
fn measured() -> String {
    BASE.replace(
        "{ accelerators: 1, utilization: 50% }",
        "{ workloads: { chat: { kind: realtime_inference, trace: load.csv } } }",
    )
}

/// A repository with these files committed.
fn committed(files: &[(&str, &str)]) -> Option<TemporaryRepository> {
    let repository = TemporaryRepository::new()?;
    for (path, text) in files {
        repository.write(path, text);
    }
    repository.commit();
    Some(repository)
}

/// Changes of each scenario that differs: path, status, and former path.
fn printed(repository: &TemporaryRepository, arguments: &[&str]) -> Vec<(String, String, Option<String>)> {
    let report = repository.rackrent(&[&["diff", "--format", "json", "--base"], arguments].concat()).report();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let files = report["files"].as_array().unwrap().iter();
    files.map(|file| (text(&file["path"]).unwrap(), text(&file["what"]).unwrap(), text(&file["was"]))).collect()
}

fn of(path: &str, what: &str) -> (String, String, Option<String>) {
    (path.to_owned(), what.to_owned(), None)
}

#[test]
fn scenarios_are_compared_with_their_earlier_versions_by_importance() {
    let other = BASE.replace("One server", "Another").replace("lab", "rack").replace("600", "700");
    let files = [
        ("a.yaml", BASE),
        ("q/b.yaml", BASE),
        ("q/c.yaml", BASE),
        ("q/gone.yml", &other),
        ("q/named.yaml", &at("11")),
        ("q/same.yaml", BASE),
        ("q/broken.yaml", BASE),
        ("q/mended.yaml", "horizon_months: x\n"),
        ("ci.yaml", "on: push\n"),
    ];
    let Some(repository) = committed(&files) else { return };
    // 50 · 13 = 650 against 600; 50 · 11 = 550; 50 · 10.2 = 510
    repository.write("a.yaml", &at("13"));
    repository.write("q/b.yaml", &at("11"));
    repository.write("q/c.yaml", &at("10.2"));
    repository.write("q/broken.yaml", "horizon_months: x\n");
    repository.write("q/mended.yaml", BASE);
    repository.write("q/new.yaml", &at("40"));
    repository.write("ci.yaml", "on: pull_request\n");
    repository.remove("q/gone.yml");
    repository.remove("q/named.yaml");
    repository.write("q/below/name.yaml", &at("11").replace("One server", "Renamed"));
    let expected = vec![
        of("a.yaml", "flipped"),
        of("q/broken.yaml", "no answer"),
        of("q/b.yaml", "moved"),
        of("q/c.yaml", "moved"),
        of("q/gone.yml", "gone"),
        of("q/mended.yaml", "answered"),
        of("q/new.yaml", "new"),
        ("q/below/name.yaml".to_owned(), "no amount".to_owned(), Some("q/named.yaml".to_owned())),
    ];
    assert_eq!(printed(&repository, &["main"]), expected);
    // the same committed, and run from a subfolder
    repository.commit();
    let ran = run(&repository.path().join("q"), &["diff", "--base", "HEAD~1", "--format", "json"]);
    let report = ran.report();
    assert_eq!(ran.status, 2, "one has no answer now: {}", ran.errors);
    assert_eq!(report["files"].as_array().unwrap().len(), expected.len());
    assert_eq!((&report["unchanged"], &report["flipped"], &report["unanswered"]), (&1.into(), &1.into(), &1.into()));
    // (600 − 500) / 600 = 16.67 % becomes (600 − 550) / 600 = 8.33 %
    let moved = report["files"][2]["margin_moved"].as_f64().unwrap();
    assert!((moved - 1.0 / 12.0).abs() < 1e-9, "{moved}");
    let below = run(&repository.path().join("q"), &["diff", "--base", "HEAD~1", "--format", "json", "below", "b.yaml"]);
    let paths: Vec<Value> =
        below.report()["files"].as_array().unwrap().iter().map(|file| file["path"].clone()).collect();
    assert_eq!(paths, ["q/b.yaml", "q/below/name.yaml"]);
}

#[test]
fn a_review_fails_for_the_requested_reasons() {
    let Some(repository) = committed(&[("a.yaml", BASE)]) else { return };
    let status = |text: &str, fail_on: &[&str]| {
        repository.write("a.yaml", text);
        let options: Vec<&str> = fail_on.iter().flat_map(|what| ["--fail-on", what]).collect();
        let in_repository = repository.rackrent(&[&["diff", "--base", "main"], options.as_slice()].concat()).status;
        let before = tempfile::tempdir().unwrap();
        let before = before.path().join("before.yaml");
        fs::write(&before, BASE).unwrap();
        let two = ["diff", before.to_str().unwrap(), "a.yaml"];
        assert_eq!(repository.rackrent(&[&two, options.as_slice()].concat()).status, in_repository, "{fail_on:?}");
        in_repository
    };
    // the margin moves by 8.33 percentage points
    assert_eq!(status(&at("11"), &[]), 0);
    assert_eq!(status(&at("11"), &["flip"]), 0);
    assert_eq!(status(&at("11"), &["flip", "margin=9%"]), 0);
    assert_eq!(status(&at("11"), &["flip", "margin=8%"]), 1);
    assert_eq!(status(&at("11"), &["flip", "any"]), 1);
    assert_eq!(status(&at("13"), &["flip"]), 1);
    assert_eq!(status(&at("13"), &["margin=100%"]), 1);
    assert_eq!(status(&BASE.replace("One server", "One"), &["margin=1%"]), 0);
    assert_eq!(status(&BASE.replace("One server", "One"), &["any"]), 1);
    assert_eq!(status(&format!("# a remark\n{BASE}"), &["any", "flip", "margin=1%"]), 0);
}

#[test]
fn a_changed_trace_is_a_change() {
    let trace = "accelerators,hours\n1,50\n0,50\n";
    let text = measured();
    let files =
        [("q/a.yaml", text.as_str()), ("q/load.csv", trace), ("other/a.yaml", &text), ("other/load.csv", trace)];
    let Some(repository) = committed(&files) else { return };
    assert_eq!(printed(&repository, &["main"]), []);
    // 70 hours · 10 = 700 against 600
    repository.write("q/load.csv", "accelerators,hours\n1,70\n0,30\n");
    assert_eq!(printed(&repository, &["main"]), [of("q/a.yaml", "flipped")]);
    repository.write("q/load.csv", "nothing");
    assert_eq!(printed(&repository, &["main"]), [of("q/a.yaml", "no answer")]);
    repository.remove("q/load.csv");
    assert_eq!(printed(&repository, &["main"]), [of("q/a.yaml", "no answer")]);
    repository.write("q/load.csv", trace);
    repository.write("q/unread.csv", trace);
    assert_eq!(printed(&repository, &["main"]), []);
}

#[cfg(unix)]
#[test]
fn earlier_traces_are_read_through_their_links_within_the_folder() {
    use std::os::unix::fs::symlink;
    let trace = "accelerators,hours\n1,50\n0,50\n";
    let text = measured();
    let files = [("q/a.yaml", text.as_str()), ("q/loads/one.csv", trace), ("secret.csv", trace), ("r/a.yaml", &text)];
    let Some(repository) = committed(&files) else { return };
    symlink("loads/../loads/one.csv", repository.path().join("q/load.csv")).unwrap();
    symlink("../secret.csv", repository.path().join("r/load.csv")).unwrap();
    repository.commit();
    for folder in ["q", "r"] {
        repository.remove(&format!("{folder}/load.csv"));
        repository.write(&format!("{folder}/load.csv"), "accelerators,hours\n1,70\n0,30\n");
    }
    assert_eq!(printed(&repository, &["main"]), [of("q/a.yaml", "flipped"), of("r/a.yaml", "answered")]);
}

#[test]
fn only_changes_since_the_common_commit_are_reported() {
    let Some(repository) = committed(&[("a.yaml", BASE), ("b.yaml", BASE)]) else { return };
    repository.git(&["switch", "--quiet", "--create", "work"]);
    repository.write("a.yaml", &at("13"));
    repository.commit();
    repository.git(&["switch", "--quiet", "main"]);
    repository.write("b.yaml", &at("13"));
    repository.commit();
    repository.git(&["switch", "--quiet", "work"]);
    assert_eq!(printed(&repository, &["main"]), [of("a.yaml", "flipped")]);
    // in a separate worktree, and with hook variables that name another repository
    let beside = tempfile::tempdir().unwrap();
    let worktree = beside.path().join("worktree");
    repository.git(&["worktree", "add", "--quiet", "--detach", worktree.to_str().unwrap(), "work"]);
    let mut command = Command::new(RACKRENT);
    command.args(["diff", "--base", "main", "--format", "json"]).current_dir(&worktree).env("GIT_DIR", ".git/nowhere");
    let report = ended(&mut command, "").report();
    assert_eq!(report["files"][0]["what"], "flipped");
    assert_eq!(report["base"]["commit"], repository.git(&["merge-base", "main", "work"]));
}

#[test]
fn a_shallow_clone_is_refused_with_the_command_to_fetch() {
    let Some(repository) = committed(&[("a.yaml", BASE)]) else { return };
    repository.git(&["switch", "--quiet", "--create", "work"]);
    repository.write("a.yaml", &at("13"));
    repository.commit();
    let beside = tempfile::tempdir().unwrap();
    let clone = beside.path().join("clone");
    let address = format!("file://{}", repository.path().display());
    let shallow = ["clone", "--quiet", "--depth", "1", "--no-single-branch", &address, clone.to_str().unwrap()];
    repository.git(&shallow);
    let ran = run(&clone, &["diff", "--base", "origin/main"]);
    assert_eq!((ran.status, ran.output.as_str()), (2, ""));
    assert!(ran.errors.contains("fetch-depth: 0") && ran.errors.contains("GIT_DEPTH: 0"), "{}", ran.errors);
    let ran = run(&clone, &["diff", "--base", "HEAD~1"]);
    assert!(ran.status == 2 && ran.errors.contains("shallow"), "{}", ran.errors);
    let mut git = Command::new("git");
    ended(git.args(["fetch", "--quiet", "--unshallow"]).current_dir(&clone), "");
    let ran = run(&clone, &["diff", "--base", "origin/main", "--fail-on", "flip"]);
    assert_eq!(ran.status, 1, "{}", ran.errors);
}

#[test]
fn a_sparse_checkout_and_a_partial_clone_report_missing_files() {
    let trace = "accelerators,hours\n1,50\n0,50\n";
    let files = [("q/a.yaml", BASE), ("r/b.yaml", BASE), ("s/c.yaml", &measured()), ("s/load.csv", trace)];
    let Some(repository) = committed(&files) else { return };
    repository.git(&["sparse-checkout", "set", "--no-cone", "/q/"]);
    repository.write("q/a.yaml", &at("13"));
    assert!(!repository.path().join("r/b.yaml").exists());
    assert_eq!(printed(&repository, &["main"]), [of("q/a.yaml", "flipped")]);
    // a clone without objects of earlier commits
    repository.git(&["sparse-checkout", "disable"]);
    repository.write("s/load.csv", "accelerators,hours\n1,70\n0,30\n");
    repository.commit();
    repository.git(&["config", "uploadpack.allowFilter", "true"]);
    let beside = tempfile::tempdir().unwrap();
    let clone = beside.path().join("clone");
    let address = format!("file://{}", repository.path().display());
    repository.git(&["clone", "--quiet", "--filter=blob:none", &address, clone.to_str().unwrap()]);
    let ran = run(&clone, &["diff", "--base", "HEAD~1", "--format", "json"]);
    let because = "its content is not in this clone; fetch the complete repository";
    assert!(ran.status == 0 && ran.output.contains(because), "{}{}", ran.output, ran.errors);
}

#[test]
fn invalid_requests_are_refused() {
    let Some(repository) = committed(&[("a.yaml", BASE)]) else { return };
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a.yaml"), BASE).unwrap();
    let path = outside.path().join("a.yaml").display().to_string();
    for (arguments, says) in [
        (vec!["main", "nowhere"], "there is no scenario in nowhere"),
        (vec!["main", path.as_str()], "is not in the repository"),
        (vec!["never"], "there is no revision never here"),
        (vec!["--output=x"], "there is no revision --output=x here"),
        (vec!["main", "--stdin-name", "x"], "cannot be used with"),
        (vec!["main", "--output", "markdown=a.yaml"], "is an input of this command"),
    ] {
        let base = format!("--base={}", arguments[0]);
        let ran = repository.rackrent(&[&["diff", base.as_str()], &arguments[1..]].concat());
        assert!(ran.status == 2 && ran.errors.contains(says), "{arguments:?}: {}", ran.errors);
    }
    assert_eq!(fs::read_to_string(repository.path().join("a.yaml")).unwrap(), BASE);
    let ran = run(outside.path(), &["diff", "--base", "main"]);
    assert!(ran.status == 2 && ran.errors.contains("requires the checkout"), "{}", ran.errors);
    let mut without_git = Command::new(RACKRENT);
    without_git.args(["diff", "--base", "main"]).current_dir(repository.path()).env("PATH", outside.path());
    let ran = ended(&mut without_git, "");
    assert!(ran.status == 2 && ran.errors.contains("there is no `git` on this machine"), "{}", ran.errors);
}

#[test]
fn ignored_files_are_not_read_and_untracked_files_are() {
    let Some(repository) = committed(&[("a.yaml", BASE), (".gitignore", "drafts/\n")]) else { return };
    repository.write("drafts/b.yaml", &at("13"));
    repository.write("c.yaml", &BASE.replace("600", "900"));
    assert_eq!(printed(&repository, &["main"]), [of("c.yaml", "new")]);
    // an ignored file given by name is an error: git does not know it
    assert_eq!(repository.rackrent(&["diff", "--base", "main", "drafts/b.yaml"]).status, 2);
}

#[test]
fn a_review_without_relevant_changes_writes_nothing() {
    let Some(repository) = committed(&[("a.yaml", BASE)]) else { return };
    repository.write("a.yaml", &BASE.replace("One server", "One"));
    let quiet = ["diff", "--base", "main", "--quiet-unless-changed"];
    for format in ["table", "markdown", "csv", "text"] {
        let ran = repository.rackrent(&[&quiet, ["--format", format].as_slice()].concat());
        assert_eq!((ran.status, ran.output.as_str()), (0, ""), "{format}: {}", ran.errors);
    }
    let ran = repository.rackrent(&[&quiet, ["--format", "json"].as_slice()].concat());
    assert_eq!(ran.report()["matters"], false);
    // output of an earlier run is replaced
    repository.write("comment.md", "old");
    repository.rackrent(&[&quiet, ["--output", "comment.md"].as_slice()].concat());
    assert_eq!(fs::read_to_string(repository.path().join("comment.md")).unwrap(), "");
    repository.write("rackrent.toml", "rules = 1\n");
    let ran = repository.rackrent(&[&quiet, ["--format", "markdown"].as_slice()].concat());
    assert!(ran.output.contains("rackrent.toml changed"), "{}", ran.output);
    repository.remove("rackrent.toml");
    repository.write("a.yaml", &at("10.01"));
    let ran = repository.rackrent(&[&quiet, ["--format", "markdown"].as_slice()].concat());
    // 500 becomes 500.50, of 600 before: 16.67 % becomes 16.58 %
    assert!(ran.output.starts_with("**Not flipped: rent.cloud still wins, by 99.50 "), "{}", ran.output);
}

#[test]
fn a_comment_begins_with_the_verdict_and_links_to_lines() {
    let Some(repository) = committed(&[("q/a b.yaml", BASE)]) else { return };
    repository.write("q/a b.yaml", &at("13"));
    let base = "https://example.org/a/b/blob/0123abc";
    let comment = repository.rackrent(&["diff", "--base", "main", "--format", "markdown", "--link-base", base]).output;
    let mut lines = comment.lines().filter(|line| !line.is_empty());
    // (650 − 600) / 650 = 7.7 %
    let verdict = "**Flipped: from rent.cloud (by 100.00, 17 %) to own.lab (by 50.00, 7.7 %)**";
    assert_eq!(lines.next(), Some(verdict));
    assert_eq!(lines.next(), Some(&*format!("[q/a b.yaml]({base}/q/a%20b.yaml) · One server · USD · 1 month")));
    let cause = format!("| 10 | 13 | +150.00 | — | [15]({base}/q/a%20b.yaml#L15) |");
    assert!(lines.any(|line| line.ends_with(&cause)), "{comment}");
    let (open, folded) = comment.split_once("<details>").unwrap();
    assert!(open.contains("largest causes") && !open.contains("present value before"), "{open}");
    assert!(folded.contains("present value before") && folded.contains("</details>"), "{folded}");
    let relative = repository.rackrent(&["diff", "--base", "main", "--format", "markdown"]).output;
    assert!(relative.contains("[15](q/a%20b.yaml#L15)"), "{relative}");
}

#[test]
fn a_comment_shows_the_most_important_changes_and_counts_the_rest() {
    let Some(repository) = TemporaryRepository::new() else { return };
    let (flips, moves) = (150, 500);
    let folder = "a-folder-with-a-name-that-takes-some-room/and-another-one-of-the-same-kind/";
    for at in 0..flips + moves {
        repository.write(&format!("{folder}{at:03}.yaml"), BASE);
    }
    repository.commit();
    for file in 0..flips + moves {
        let price = if file % 13 < 3 && file / 13 < flips / 3 { "13" } else { "10.5" };
        repository.write(&format!("{folder}{file:03}.yaml"), &at(price));
    }
    let comment = repository.rackrent(&["diff", "--base", "main", "--format", "markdown"]).output;
    assert!(comment.len() <= 65_000 && comment.len() > 60_000, "{}", comment.len());
    let count = |start: &str| comment.lines().filter(|line| line.contains(start)).count();
    let (flipped, moved) = (count("Flipped: from"), count("Not flipped: "));
    assert_eq!(flipped, flips, "each flip is said before any other");
    assert!(comment.find("Not flipped").unwrap() > comment.rfind("Flipped: from").unwrap(), "{comment}");
    let left = flips + moves - flipped - moved;
    let counted = format!("{left} more scenarios not shown: {left} with other amounts.");
    assert!(left > 0 && comment.contains(&counted), "{left} are left: {comment}");
    assert_eq!(comment.matches("<details>").count(), comment.matches("</details>").count());
}

/// Any text of a scenario, or its file name, stays text in a comment.
#[cfg(unix)]
#[test]
fn texts_of_scenarios_are_escaped_in_comments() {
    let name = "q/@all <b> [x](y) |\n::error::z.yaml";
    let hostile = "\"@all <img src=x> | `a` [x](https://x) \\n# y\"";
    let Some(repository) = committed(&[(name, BASE), ("b.yaml", BASE)]) else { return };
    for path in [name, "b.yaml"] {
        let text = at("13").replace("One server", hostile).replace("lab:", "lab:\n    label: \"@team <i> | [l](m)\"");
        repository.write(path, &text.replace("name: \"", "notes: \"@x </details> |\"\nname: \""));
    }
    for format in ["markdown", "text", "table"] {
        let ran = repository.rackrent(&["diff", "--base", "main", "--format", format]);
        assert_eq!(ran.status, 0, "{}", ran.errors);
        assert!(ran.output.chars().all(|c| c == '\n' || !c.is_control()), "{format}: {}", ran.output);
        if format == "markdown" {
            assert!(
                !ran.output.contains('@') && !ran.output.contains("<b>") && !ran.output.contains("<i"),
                "{}",
                ran.output
            );
            assert_eq!(ran.output.matches("</details>").count(), 2, "{}", ran.output);
            assert!(!ran.output.contains("[x](") && !ran.output.contains("[l]("), "{}", ran.output);
            for row in ran.output.lines().filter(|line| line.starts_with("| ")) {
                let bars = row.match_indices('|').filter(|(at, _)| *at == 0 || row.as_bytes()[at - 1] != b'\\').count();
                assert!([4, 5, 7].contains(&bars), "{row}");
            }
        }
    }
}

/// Effects of a policy on each scenario of a review: path, status, new and gone findings as severity and rule, and whether
/// it is checked.
fn judged(repository: &TemporaryRepository, arguments: &[&str]) -> Vec<[String; 5]> {
    let report = repository.rackrent(&[&["diff", "--format", "json", "--base", "HEAD"], arguments].concat()).report();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rules_of = |findings: &Value| {
        let one = |one: &Value| format!("{} {}", text(&one["severity"]), text(&one["code"]));
        findings.as_array().map(|all| all.iter().map(one).collect::<Vec<_>>().join(", ")).unwrap_or_default()
    };
    let of_file = |file: &Value| {
        let policy = &file["policy"];
        [
            text(&file["path"]),
            text(&file["what"]),
            rules_of(&policy["new"]),
            rules_of(&policy["gone"]),
            text(&policy["becomes"]),
        ]
    };
    report["files"].as_array().unwrap().iter().map(of_file).collect()
}

#[test]
fn a_changed_policy_is_a_change() {
    let owner = |level: &str| format!("[severity]\nno-owner = \"{level}\"\n");
    let files = [("rackrent.toml", owner("off")), ("a.yaml", BASE.to_owned()), ("q/b.yaml", BASE.to_owned())];
    let Some(repository) = committed(&files.each_ref().map(|(path, text)| (*path, text.as_str()))) else { return };
    let status = |fail_on: &str| repository.rackrent(&["diff", "--base", "HEAD", "--fail-on", fail_on]).status;
    let row = |path: &str, what: &str, new: &str, gone: &str| [path, what, new, gone, ""].map(str::to_owned);
    // different text with the same meaning
    repository.write("rackrent.toml", &format!("# reviewed\n{}", owner("off")));
    assert_eq!(judged(&repository, &[]), Vec::<[String; 5]>::new());
    assert_eq!(status("any"), 1);
    let printed = repository.rackrent(&["diff", "--base", "HEAD"]).output;
    assert!(printed.contains("rackrent.toml changed: findings are the same"), "{printed}");
    // neither has an owner
    repository.write("rackrent.toml", &owner("error"));
    let both = ["a.yaml", "q/b.yaml"].map(|path| row(path, "judged", "error no-owner", ""));
    assert_eq!(judged(&repository, &[]), both);
    assert_eq!((status("any"), status("flip"), status("margin=1%")), (1, 0, 0));
    assert_eq!(judged(&repository, &["q"]), both[1..]);
    // a finding with another severity is another finding, and other changes come first
    repository.commit();
    repository.write("rackrent.toml", &owner("warning"));
    repository.write("q/b.yaml", &at("13"));
    let expected = [("q/b.yaml", "flipped"), ("a.yaml", "judged")]
        .map(|(path, what)| row(path, what, "warning no-owner", "error no-owner"));
    assert_eq!(judged(&repository, &[]), expected);
    let comment = repository.rackrent(&["diff", "--base", "HEAD", "--format", "markdown"]).output;
    for printed in [
        "\nFindings under its policy: 1 warning new, 1 error gone.\n",
        "\n**Other findings: 1 warning new, 1 error gone**\n",
        "\n- new: warning\\[no-owner\\] the scenario has no owner ([line 2](a.yaml#L2))\n",
        "\n- gone: error\\[no-owner\\] the scenario has no owner",
    ] {
        assert!(comment.contains(printed), "{printed}: {comment}");
    }
    // a nested policy applies to the files below it
    repository.write("rackrent.toml", &owner("error"));
    repository.write("q/b.yaml", BASE);
    repository.write("q/rackrent.toml", "require = [\"owner\"]\n");
    assert_eq!(judged(&repository, &[]), [row("q/b.yaml", "judged", "error unmet-requirement", "error no-owner")]);
    repository.remove("q/rackrent.toml");
    // an excluded file has no findings, unless it is named
    repository.write("rackrent.toml", &format!("exclude = [\"q\"]\n{}", owner("error")));
    let [path, what, new, gone, _] = row("q/b.yaml", "judged", "", "error no-owner");
    assert_eq!(judged(&repository, &[])[0][..3], [path.clone(), what, new]);
    assert_eq!(judged(&repository, &[])[0][4], "excluded");
    assert!(judged(&repository, &[])[0][3].contains(&gone));
    assert_eq!(judged(&repository, &["q/b.yaml"]), Vec::<[String; 5]>::new());
    // an invalid policy checks nothing
    repository.write("rackrent.toml", "severity = 3\n");
    let report = repository.rackrent(&["diff", "--format", "json", "--base", "HEAD"]).report();
    assert_eq!(report["unusable_policies"][0], "rackrent.toml, line 1 (new): `severity` must be a table of rules");
    assert_eq!(report["files"].as_array().unwrap().len(), 0);
}

#[test]
fn findings_of_the_baseline_are_not_new() {
    let owner = |level: &str| format!("[severity]\nno-owner = \"{level}\"\n");
    let files = [("rackrent.toml", owner("off")), ("a.yaml", BASE.to_owned()), ("b.yaml", BASE.to_owned())];
    let Some(repository) = committed(&files.each_ref().map(|(path, text)| (*path, text.as_str()))) else { return };
    let row = |path: &str, new: &str, gone: &str| [path, "judged", new, gone, ""].map(str::to_owned);
    // neither has an owner, and one of the findings is known: the other one is new
    repository.write("rackrent.toml", &owner("error"));
    let known = "version = 1\nfiles.\"a.yaml\".no-owner = [\"name\"]\n";
    repository.write("rackrent-baseline.toml", known);
    let becomes_known = |path: &str| row(path, "", "");
    assert_eq!(judged(&repository, &[]), [becomes_known("a.yaml"), row("b.yaml", "error no-owner", "")]);
    // a finding that becomes known no longer fails a check, and a forgotten one does
    repository.commit();
    repository.write("rackrent-baseline.toml", &known.replace("a.yaml", "b.yaml"));
    let both = [row("a.yaml", "error no-owner", ""), becomes_known("b.yaml")];
    assert_eq!(judged(&repository, &[]), both);
    let printed = repository.rackrent(&["diff", "--base", "HEAD"]).output;
    assert!(printed.contains("rackrent-baseline.toml changed: 1 finding added to the baseline;"), "{printed}");
    // an invalid baseline has no effect
    repository.write("rackrent-baseline.toml", "version = 9\n");
    let report = repository.rackrent(&["diff", "--format", "json", "--base", "HEAD"]).report();
    let printed = "rackrent-baseline.toml (new): its version is 9; this rackrent supports 1";
    assert_eq!((&report["unusable_policies"][0], report["files"].as_array().unwrap().len()), (&printed.into(), 0));
}

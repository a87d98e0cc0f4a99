//! Files for CI services: `action.yml`, `ci/gitlab-ci.yml` and `.pre-commit-hooks.yaml`. The schemas of check-jsonschema and
//! pre-commit validate them, and the tests run their commands.
//!
//! `.ci/install-test-tools` installs the validators; without them the test reports that it is skipped, unless
//! `RACKRENT_TEST_TOOLS=required`, as on CI.

#![cfg(unix)]

use crate::support::program::{RACKRENT, tool};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A file of the repository.
fn committed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn configuration_files_match_the_schemas_of_the_services() {
    for (tool_name, arguments, file) in [
        ("check-jsonschema", &["--builtin-schema", "vendor.github-actions"] as &[&str], "action.yml"),
        ("check-jsonschema", &["--builtin-schema", "vendor.gitlab-ci"], "ci/gitlab-ci.yml"),
        ("pre-commit", &["validate-manifest"], ".pre-commit-hooks.yaml"),
    ] {
        let not_tested = format!("nothing is judged by {tool_name}");
        let Some(tool) = tool(tool_name, &not_tested) else { return };
        let judged = Command::new(tool).args(arguments).arg(committed(file)).output().unwrap();
        assert!(judged.status.success(), "{file}: {}", printed(&judged));
    }
}

/// Third-party actions are pinned by commit, because a tag can move. The workflow in the documentation is copied as it is;
/// its reader chooses the revision of this repository.
#[test]
fn every_action_is_pinned_by_commit() {
    let mut named = 0;
    for file in ["action.yml", ".github/workflows/release.yml", "docs/check/services.md", "docs/check/fresh-prices.md"]
    {
        let text = fs::read_to_string(committed(file)).unwrap();
        let uses = text.lines().filter_map(|line| line.trim_start().trim_start_matches("- ").strip_prefix("uses: "));
        for line in uses.filter(|line| !line.starts_with("OWNER/rackrent@REVISION ")) {
            let (revision, version) = line.split_once('@').unwrap().1.split_once(" # v").unwrap();
            assert!(revision.len() == 40 && revision.bytes().all(|byte| byte.is_ascii_hexdigit()), "{file}: {line}");
            assert!(version.split_whitespace().next().unwrap().split('.').count() == 3, "{file}: {line}");
            named += 1;
        }
    }
    assert!(named > 10, "{named}");
    // and its content is valid
    let Some(zizmor) = tool("zizmor", "the action is not judged") else { return };
    let judged = Command::new(zizmor).args(["--offline", "--quiet"]).arg(committed("action.yml")).output().unwrap();
    assert!(judged.status.success(), "{}", printed(&judged));
}

fn printed(ran: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr))
}

/// A folder with a scenario that costs more than its budget, and one without findings.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(committed("scenarios/serving-8xh100.yaml")).unwrap();
    for below in ["over budget", "fine"] {
        fs::create_dir(folder.path().join(below)).unwrap();
    }
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(folder.path().join("over budget/a.yaml"), text.replace("currency:", "budget: 10\ncurrency:")).unwrap();
    fs::write(folder.path().join("fine/a.yaml"), text).unwrap();
    folder
}

#[derive(Deserialize)]
struct Action {
    inputs: BTreeMap<String, Input>,
    runs: Runs,
}

#[derive(Deserialize)]
struct Input {
    default: String,
}

#[derive(Deserialize)]
struct Runs {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    run: Option<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

/// Runs the check step of the action as GitHub does, with inputs that differ from the defaults.
fn action(folder: &Path, given: &[(&str, &str)]) -> (Output, String) {
    let action: Action = serde_yaml::from_str(&fs::read_to_string(committed("action.yml")).unwrap()).unwrap();
    let step = action.runs.steps.iter().find(|step| step.name == "Check").unwrap();
    assert!(given.iter().all(|(name, _)| action.inputs.contains_key(*name)), "{given:?}");
    let value = |expression: &str| {
        // if the action is used from its own repository, nothing else is set
        let Some(name) = expression.strip_prefix("${{ inputs.") else { return "https://github.com//blob/".to_owned() };
        let name = name.strip_suffix(" }}").unwrap();
        let given = given.iter().find(|(input, _)| *input == name).map(|(_, value)| (*value).to_owned());
        given.unwrap_or_else(|| action.inputs[name].default.clone())
    };
    let runner = tempfile::tempdir().unwrap();
    let summary = runner.path().join("step-summary.md");
    let mut bash = Command::new("bash");
    bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step.run.as_ref().unwrap()]).current_dir(folder);
    bash.env("RUNNER_TEMP", runner.path()).env("GITHUB_STEP_SUMMARY", &summary);
    bash.envs(step.env.iter().map(|(name, expression)| (name, value(expression))));
    let ran = bash.output().unwrap();
    (ran, fs::read_to_string(summary).unwrap_or_default())
}

#[test]
fn the_action_writes_annotations_and_a_summary() {
    let folder = folder();
    let (ran, summary) = action(folder.path(), &[("binary", RACKRENT), ("paths", "over budget\n")]);
    assert_eq!(ran.status.code(), Some(1), "{}", printed(&ran));
    let annotation = "::warning file=over budget/a.yaml,line=";
    assert!(
        printed(&ran).lines().any(|line| line.starts_with(annotation) && line.contains("over-budget")),
        "{}",
        printed(&ran)
    );
    assert!(summary.starts_with("**rackrent check** · 1 file checked: "), "{summary}");
    assert!(summary.contains("| warning | over budget/a.yaml | "), "{summary}");
    let given = [("binary", RACKRENT), ("paths", "fine\nover budget"), ("fail-on", "error"), ("today", "today")];
    let (ran, summary) = action(folder.path(), &given);
    assert_eq!(ran.status.code(), Some(0), "{}", printed(&ran));
    assert!(summary.contains("2 files checked"), "{summary}");
}

#[test]
fn inputs_of_the_action_are_never_run_as_code() {
    let folder = folder();
    let hostile = "$(touch pwned); `touch pwned`\n--config\nnowhere.toml";
    for input in ["paths", "args", "today", "fail-on"] {
        let (ran, _) = action(folder.path(), &[("binary", RACKRENT), (input, hostile)]);
        assert_eq!(ran.status.code(), Some(2), "{input}: {}", printed(&ran));
        assert!(!folder.path().join("pwned").exists(), "{input}");
    }
    let (ran, _) = action(folder.path(), &[("binary", RACKRENT), ("args", "--set\ndemand.utilization=30%\n--verbose")]);
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{}", printed(&ran));
}

#[derive(Deserialize)]
struct Pipeline {
    variables: BTreeMap<String, String>,
    rackrent: Job,
}

#[derive(Deserialize)]
struct Job {
    variables: BTreeMap<String, String>,
    before_script: Vec<String>,
    script: Vec<String>,
}

#[test]
fn the_job_of_gitlab_writes_its_reports() {
    let Pipeline { variables, rackrent: job } =
        serde_yaml::from_str(&fs::read_to_string(committed("ci/gitlab-ci.yml")).unwrap()).unwrap();
    let folder = folder();
    let programs = Path::new(RACKRENT).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let script = [job.before_script, job.script].concat().join("\n");
    for (source, fails_on, status) in [("merge_request_event", "warning", 1), ("schedule", "error", 0)] {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &script]).current_dir(folder.path()).envs(&variables).envs(&job.variables);
        let ran = shell.env("PATH", &path).env("CI_PIPELINE_SOURCE", source).env("RACKRENT_FAIL_ON", fails_on).output();
        let ran = ran.unwrap();
        assert_eq!(ran.status.code(), Some(status), "{}", printed(&ran));
        let report = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let quality: serde_json::Value = serde_json::from_str(&report("gl-code-quality-report.json")).unwrap();
        let found = quality.as_array().unwrap().iter().filter(|entry| entry["check_name"] == "over-budget");
        assert!(found.clone().count() > 0 && found.clone().all(|one| one["location"]["path"] == "over budget/a.yaml"));
        assert!(report("rackrent-junit.xml").contains("name=\"over budget/a.yaml\""));
    }
}

#[derive(Deserialize)]
struct Rule {
    #[serde(rename = "if")]
    condition: String,
    when: Option<String>,
}

/// Whether a job is in a pipeline with these variables: the first matching rule decides, as in GitLab.
fn runs(rules: &[Rule], variables: &[(&str, &str)]) -> bool {
    let value = |name: &str| {
        let name = name.strip_prefix('$').unwrap();
        variables.iter().find(|(variable, _)| *variable == name).map_or("", |(_, value)| value)
    };
    let holds = |condition: &str| match condition.split_once(" == ") {
        Some((name, text)) => value(name) == text.trim_matches('"'),
        None => !value(condition).is_empty(),
    };
    let first = rules.iter().find(|rule| rule.condition.split(" && ").all(holds));
    first.is_some_and(|rule| rule.when.as_deref() != Some("never"))
}

/// A merge request without checks can be merged whatever its errors.
#[test]
fn both_gitlab_jobs_run_once_for_a_merge_request() {
    let text = fs::read_to_string(committed("ci/gitlab-ci.yml")).unwrap();
    let jobs: serde_json::Value = serde_yaml::from_str(&text).unwrap();
    let rules = |job: &str| -> Vec<Rule> { serde_json::from_value(jobs[job]["rules"].clone()).unwrap() };
    let (check, review) = (rules("rackrent"), rules("rackrent-review"));
    let of_branch = [("CI_PIPELINE_SOURCE", "push"), ("CI_COMMIT_BRANCH", "work")];
    for (pipeline, checks, reviews) in [
        (
            &[("CI_PIPELINE_SOURCE", "merge_request_event"), ("CI_OPEN_MERGE_REQUESTS", "o/r!1")] as &[(&str, &str)],
            true,
            true,
        ),
        (&[("CI_PIPELINE_SOURCE", "schedule"), ("CI_COMMIT_BRANCH", "main")], true, false),
        (&of_branch, true, false),
        (&[&of_branch[..], &[("CI_OPEN_MERGE_REQUESTS", "o/r!1")]].concat(), false, false),
    ] {
        assert_eq!((runs(&check, pipeline), runs(&review, pipeline)), (checks, reviews), "{pipeline:?}");
    }
}

#[derive(Deserialize)]
struct Hook {
    id: String,
    entry: String,
    args: Vec<String>,
    files: String,
    pass_filenames: bool,
}

/// A trace does not name the scenarios that read it, so a change of any nearby file checks all.
#[test]
fn the_hook_of_pre_commit_checks_all_scenarios() {
    let hooks: Vec<Hook> =
        serde_yaml::from_str(&fs::read_to_string(committed(".pre-commit-hooks.yaml")).unwrap()).unwrap();
    let [hook] = hooks.as_slice() else { panic!("one hook") };
    let runs_with = r"(^|/)(scenarios/.+|rackrent(-baseline)?\.toml)$";
    assert_eq!((hook.id.as_str(), hook.files.as_str(), hook.pass_filenames), ("rackrent-check", runs_with, false));
    let folder = folder();
    let words: Vec<&str> = hook.entry.split(' ').chain(hook.args.iter().map(String::as_str)).collect();
    assert_eq!(words.first(), Some(&"rackrent"));
    let ran = Command::new(RACKRENT).args(&words[1..]).current_dir(folder.path()).output().unwrap();
    assert!(ran.status.code() == Some(1) && printed(&ran).contains("warning[over-budget]"), "{}", printed(&ran));
    assert!(printed(&ran).contains("2 files checked"), "{}", printed(&ran));
}

//! The jobs of `docs/check/fresh-prices.md`, which a reader copies: their scripts, run against a repository with a remote, a list of
//! SkyPilot, and stand-ins for the programs that talk to a service.

#![cfg(unix)]

use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{RACKRENT, tool};
use crate::support::text_of;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// The block of YAML on the page that begins with a line.
fn block(first: &str) -> String {
    let page = text_of("docs/check/fresh-prices.md");
    let begin = page.find(&format!("```yaml\n{first}\n")).unwrap() + "```yaml\n".len();
    page[begin..].split("```").next().unwrap().to_owned()
}

#[derive(Deserialize)]
struct Workflow {
    jobs: BTreeMap<String, WorkflowJob>,
}

#[derive(Deserialize)]
struct WorkflowJob {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    name: Option<String>,
    run: Option<String>,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Pipeline {
    #[serde(rename = "rackrent-prices")]
    prices: PipelineJob,
}

#[derive(Deserialize)]
struct PipelineJob {
    script: Vec<String>,
}

/// Stand-in for `gh`, which lists the open pull request and records every other call with its text.
const GH: &str = "#!/bin/sh
case \"$1 $2\" in
  'pr list') cat \"$SERVICE/open\" ;;
  'auth setup-git') ;;
  *)
    echo \"$*\" >> \"$SERVICE/calls\"
    while [ $# -gt 1 ]; do if [ \"$1\" = --body-file ]; then cat \"$2\" > \"$SERVICE/text\"; fi; shift; done ;;
esac
";
/// Stand-in for `curl`, as for `gh`.
const CURL: &str = "#!/bin/sh
for last; do :; done
case \"$last\" in
  *'?source_branch='*) cat \"$SERVICE/open\" ;;
  *)
    echo \"$*\" >> \"$SERVICE/calls\"
    for part; do case \"$part\" in description@*) cat \"${part#description@}\" > \"$SERVICE/text\" ;; esac; done ;;
esac
";
const DATE: &str = "#!/bin/sh\necho 2026-11-30\n";

/// A repository with a scenario and its shared files, a remote, and a service.
struct Job {
    repository: TemporaryRepository,
    around: tempfile::TempDir,
}

/// How the job of a service ends, and what it did.
struct Ended {
    output: Output,
    calls: String,
    text: String,
}

impl Ended {
    #[track_caller]
    fn with(self, status: i32) -> Ended {
        let (out, err) = (String::from_utf8_lossy(&self.output.stdout), String::from_utf8_lossy(&self.output.stderr));
        assert_eq!(self.output.status.code(), Some(status), "{out}{err}{}", self.calls);
        self
    }
}

impl Job {
    fn new() -> Option<Job> {
        let repository = TemporaryRepository::new()?;
        let around = tempfile::tempdir().unwrap();
        for file in
            ["search-team.yaml", "shared/prices.yaml", "shared/site.yaml", "shared/finance.yaml", "shared/offers.csv"]
        {
            repository.write(&format!("scenarios/{file}"), &text_of(format!("scenarios/{file}")));
        }
        repository.commit();
        let remote = around.path().join("remote");
        repository.git(&["init", "--quiet", "--bare", remote.to_str().unwrap()]);
        repository.git(&["remote", "add", "origin", remote.to_str().unwrap()]);
        for folder in ["bin", "service", "runner/lists/aws"] {
            fs::create_dir_all(around.path().join(folder)).unwrap();
        }
        for (name, text) in [("gh", GH), ("curl", CURL), ("date", DATE)] {
            let path = around.path().join("bin").join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let job = Job { repository, around };
        job.opens("");
        Some(job)
    }

    fn path(&self, below: &str) -> std::path::PathBuf {
        self.around.path().join(below)
    }

    /// The number of the open request, as the service states it.
    fn opens(&self, open: &str) {
        fs::write(self.path("service/open"), open).unwrap();
    }

    /// A list with the price of an instance with eight accelerators, and with a hostile row.
    fn lists(&self, price: &str) {
        let list = format!(
            "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n\
             p5.48xlarge,H100,8,{price},20.8,us-east-1,use1-az2\n\
             $(touch pwned),`touch pwned`,8,1,1,\"'; touch pwned; '\",use1-az2\n"
        );
        fs::write(self.path("runner/lists/aws/vms.csv"), list).unwrap();
    }

    /// Runs a script in the repository.
    fn run(&self, shell: &[&str], script: &str, set: &[(&str, &str)]) -> Ended {
        for name in ["calls", "text"] {
            fs::write(self.path("service").join(name), "").unwrap();
        }
        let head = self.repository.git(&["rev-parse", "HEAD"]);
        let programs = format!(
            "{}:{}:{}",
            self.path("bin").display(),
            Path::new(RACKRENT).parent().unwrap().display(),
            std::env::var("PATH").unwrap()
        );
        let mut command = Command::new(shell[0]);
        command.args(&shell[1..]).arg(script).current_dir(self.repository.path());
        command.env("PATH", programs).env("SERVICE", self.path("service")).env("RUNNER_TEMP", self.path("runner"));
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        command.env("GITHUB_SHA", &head).env("CI_COMMIT_SHA", &head).envs(set.iter().copied());
        let output = command.output().unwrap();
        let said = |name: &str| fs::read_to_string(self.path("service").join(name)).unwrap();
        assert!(!self.repository.path().join("pwned").exists());
        Ended { output, calls: said("calls"), text: said("text") }
    }

    /// Forgets the commit of the job, as the next checkout does.
    fn next_week(&self, head: &str) {
        self.repository.git(&["reset", "--quiet", "--hard", head]);
    }

    /// Content of a file on the branch of the job.
    fn pushed(&self, file: &str) -> String {
        let remote = self.path("remote");
        self.repository.git(&["--git-dir", remote.to_str().unwrap(), "show", &format!("rackrent-prices:{file}")])
    }
}

const OFFER: &str = "scenarios/search-team.yaml rent.aws-p5=p5.48xlarge us-east-1 use1-az2\n";

/// Runs the steps of the workflow after the lists, as GitHub does.
fn github(job: &Job, offers: &str) -> Ended {
    let workflow: Workflow = serde_yaml::from_str(&block("# .github/workflows/prices.yml")).unwrap();
    let steps = &workflow.jobs["prices"].steps;
    let step = |name: &str| steps.iter().find(|step| step.name.as_deref() == Some(name)).unwrap();
    let (take, open) = (step("Take the prices over"), step("Open the pull request"));
    // only the last step has the token
    let with_token = steps.iter().filter(|step| step.env.values().any(|value| value.contains("github.token")));
    assert_eq!(with_token.count(), 1);
    assert!(open.env["GH_TOKEN"] == "${{ github.token }}" && take.env.is_empty());
    let bash = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"];
    let outputs = job.path("runner/outputs");
    fs::write(&outputs, "").unwrap();
    let script = take.run.as_ref().unwrap().replace(OFFER, offers);
    let set = [
        ("GITHUB_OUTPUT", outputs.to_str().unwrap()),
        ("GITHUB_STEP_SUMMARY", "/dev/null"),
        ("GITHUB_SERVER_URL", "https://github.example"),
        ("GITHUB_REPOSITORY", "a/b"),
    ];
    job.run(&bash, &script, &set).with(0);
    let outputs = fs::read_to_string(outputs).unwrap();
    let output =
        |name: &str| outputs.lines().find_map(|line| line.strip_prefix(&format!("{name}="))).unwrap_or_default();
    job.run(&bash, open.run.as_ref().unwrap(), &[("TITLE", output("title")), ("MISSING", output("missing"))])
}

/// Runs the script of the job, as GitLab does.
fn gitlab(job: &Job, offers: &str) -> Ended {
    // the tag belongs to GitLab
    let text = block("# .gitlab-ci.yml").replace("!reference ", "");
    let pipeline: Pipeline = serde_yaml::from_str(&text).unwrap();
    let runner = job.path("runner");
    let script =
        pipeline.prices.script.join("\n").replace(OFFER, offers).replace("/tmp/", &format!("{}/", runner.display()));
    let remote = format!("url.{}.insteadOf", job.path("remote").display());
    let set = [
        ("CI_API_V4_URL", "https://gitlab.example/api/v4"),
        ("CI_PROJECT_ID", "7"),
        ("CI_PROJECT_URL", "https://gitlab.example/a/b"),
        ("CI_SERVER_HOST", "gitlab.example"),
        ("CI_PROJECT_PATH", "a/b"),
        ("CI_DEFAULT_BRANCH", "main"),
        ("RACKRENT_TOKEN", "secret"),
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", &remote),
        ("GIT_CONFIG_VALUE_0", "https://oauth2:secret@gitlab.example/a/b.git"),
    ];
    job.run(&["sh", "-e", "-c"], &script, &set)
}

/// Whether `jq` is there, which both jobs use.
fn has_jq() -> bool {
    let has = Command::new("jq").arg("--version").output().is_ok();
    if !has {
        // bypasses the test harness, which hides the output of passing tests
        std::io::stderr().write_all(b"skipped: the jobs of docs/check/fresh-prices.md; jq is not installed\n").unwrap();
    }
    has
}

#[test]
fn both_jobs_match_the_schemas_of_their_services() {
    let Some(tool) = tool("check-jsonschema", "the jobs of docs/check/fresh-prices.md are not judged") else { return };
    let folder = tempfile::tempdir().unwrap();
    let gitlab: &[&str] = &["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"];
    for (first, arguments) in [
        ("# .github/workflows/prices.yml", &["--builtin-schema", "vendor.github-workflows"] as &[&str]),
        ("# .gitlab-ci.yml", gitlab),
    ] {
        let file = folder.path().join("job.yml");
        fs::write(&file, block(first)).unwrap();
        let judged = Command::new(&tool).args(arguments).arg(&file).output().unwrap();
        assert!(judged.status.success(), "{first}: {}", String::from_utf8_lossy(&judged.stdout));
    }
}

/// 55.04 / 8 = 6.88 is the price of the scenario, at which renting costs 825,516.68 and owning 205,653.18. At 12 / 8 = 1.5, renting
/// costs 825,516.68 · 1.5 / 6.88 = 179,981.83; at 48 / 8 = 6, 719,927.34.
#[test]
fn the_job_of_github_keeps_one_pull_request() {
    let Some(job) = Job::new().filter(|_| has_jq()) else { return };
    let head = job.repository.git(&["rev-parse", "HEAD"]);
    job.lists("12");
    let ended = github(&job, OFFER).with(0);
    assert!(
        ended.calls.starts_with("pr create --head rackrent-prices --title Prices of 2026-11-30, flipped verdicts: 1 "),
        "{}",
        ended.calls
    );
    let flipped = "**Flipped: from own.hgx-h100 (by 619,863.50, 75 %) to rent.aws-p5 (by 25,671.35, 12 %)**\n";
    assert!(ended.text.starts_with(flipped), "{}", ended.text);
    let prices = job.pushed("scenarios/shared/prices.yaml");
    assert!(
        prices.contains("on_demand_per_accelerator_hour: 1.50\n") && prices.contains("date: 2026-11-30"),
        "{prices}"
    );
    // a week later, the same pull request has other prices
    job.next_week(&head);
    job.lists("48");
    job.opens("12\n");
    let ended = github(&job, OFFER).with(0);
    assert!(
        ended.calls.starts_with("pr edit 12 --title Prices of 2026-11-30, flipped verdicts: 0 "),
        "{}",
        ended.calls
    );
    assert!(job.pushed("scenarios/shared/prices.yaml").contains("on_demand_per_accelerator_hour: 6.00\n"));
    // and then those of the default branch
    job.next_week(&head);
    job.lists("55.04");
    let ended = github(&job, OFFER).with(0);
    assert!(ended.calls.starts_with("pr close 12 "), "{}", ended.calls);
    // an offer that is gone does not stop the others
    job.lists("48");
    let offers = format!("scenarios/search-team.yaml rent.aws-p5=p4d.24xlarge\n{OFFER}");
    let ended = github(&job, &offers).with(1);
    assert!(ended.calls.starts_with("pr edit 12 "), "{}", ended.calls);
    // and is no reason to close the pull request
    job.next_week(&head);
    job.lists("55.04");
    let ended = github(&job, "scenarios/search-team.yaml rent.aws-p5=p4d.24xlarge\n").with(1);
    assert_eq!(ended.calls, "");
}

#[test]
fn the_job_of_gitlab_keeps_one_merge_request() {
    let Some(job) = Job::new().filter(|_| has_jq()) else { return };
    let head = job.repository.git(&["rev-parse", "HEAD"]);
    job.lists("12");
    job.opens("[]");
    let ended = gitlab(&job, OFFER).with(0);
    let requests = "https://gitlab.example/api/v4/projects/7/merge_requests";
    assert!(
        ended.calls.contains("title=Prices of 2026-11-30, flipped verdicts: 1 ")
            && ended.calls.trim_end().ends_with(requests),
        "{}",
        ended.calls
    );
    assert!(
        ended.text.starts_with("**Flipped: from own.hgx-h100 (by 619,863.50, 75 %) to rent.aws-p5 "),
        "{}",
        ended.text
    );
    assert!(job.pushed("scenarios/shared/prices.yaml").contains("on_demand_per_accelerator_hour: 1.50\n"));
    job.next_week(&head);
    job.lists("48");
    job.opens("[{\"iid\": 3}]");
    let ended = gitlab(&job, OFFER).with(0);
    assert!(
        ended.calls.contains("--request PUT") && ended.calls.trim_end().ends_with(&format!("{requests}/3")),
        "{}",
        ended.calls
    );
    job.next_week(&head);
    job.lists("55.04");
    let ended = gitlab(&job, OFFER).with(0);
    assert!(ended.calls.contains("state_event=close"), "{}", ended.calls);
    job.lists("48");
    let ended = gitlab(&job, &format!("scenarios/search-team.yaml rent.aws-p5=p4d.24xlarge\n{OFFER}")).with(1);
    assert!(ended.calls.contains("--request PUT"), "{}", ended.calls);
    job.next_week(&head);
    job.lists("55.04");
    let ended = gitlab(&job, "scenarios/search-team.yaml rent.aws-p5=p4d.24xlarge\n").with(1);
    assert!(!ended.calls.contains("state_event=close"), "{}", ended.calls);
}

//! Comments of the GitHub action and the GitLab job on a change, against a local service: the tests run the shell code of
//! `action.yml` and `ci/gitlab-ci.yml`.

#![cfg(unix)]

use crate::support::ONE_SERVER as BASE;
use crate::support::git_repository::TemporaryRepository;
use crate::support::program::RACKRENT;
use crate::support::web::{Request, field, serve};
use serde_json::{Value, json};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

const MARKER: &str = "<!-- rackrent diff -->\n";

/// Whether the programs that the shell code needs are installed; otherwise prints what is not tested.
fn has(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| Command::new(program).arg("--version").output().is_err());
    if let Some(missing) = missing {
        std::io::stderr().write_all(format!("skipped: there is no {missing}\n").as_bytes()).unwrap();
    }
    missing.is_none()
}

fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    serde_yaml::from_str(&text).unwrap()
}

/// Shell code of a step of the action.
fn step(name: &str) -> String {
    let action = yaml("action.yml");
    let steps = action["runs"]["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).unwrap()["run"].as_str().unwrap().to_owned()
}

/// A repository with a branch that changes the price of an instance-hour so that owning wins.
fn flipped() -> Option<TemporaryRepository> {
    let repository = TemporaryRepository::new()?;
    repository.write("quotes/a.yaml", BASE);
    repository.commit();
    repository.write("quotes/a.yaml", &BASE.replace("instance_hour: 10", "instance_hour: 13"));
    Some(repository)
}

/// More comments than fit on one result page; the first begins like ours, but a person wrote it.
fn others() -> Vec<Value> {
    let other = |id: u64| json!({ "id": id, "user": { "type": "User" }, "author": { "id": 9 }, "body": "fine" });
    let mut others: Vec<Value> = (1..=130).map(other).collect();
    others[0]["body"] = format!("{MARKER}not ours").into();
    others
}

/// The part that both services share: comments of a result page, and single comments.
fn answered(
    comments: &mut Vec<Value>,
    request: &Request,
    new: Value,
    body: impl Fn(&str) -> String,
) -> Option<Vec<u8>> {
    match request.method.as_str() {
        "GET" => {
            let page: usize = request.path.rsplit("&page=").next().unwrap().parse().unwrap();
            let page: Vec<&Value> = comments.iter().skip((page - 1) * 100).take(100).collect();
            Some(serde_json::to_vec(&page).unwrap())
        }
        "POST" => {
            let mut comment = new;
            comment["id"] = (comments.len() + 1).into();
            comment["body"] = body(&request.body).into();
            comments.push(comment);
            Some(b"{}".to_vec())
        }
        _ => {
            let id: usize = request.path.rsplit('/').next().unwrap().parse().unwrap();
            comments.get_mut(id - 1)?["body"] = body(&request.body).into();
            Some(b"{}".to_vec())
        }
    }
}

/// Checks the comments while a change flips a verdict, is fixed differently, and is reverted.
fn kept_up_to_date(repository: &TemporaryRepository, comments: &Mutex<Vec<Value>>, run: impl Fn(&str) -> Output) {
    let ours = || {
        let comments = comments.lock().unwrap();
        assert_eq!(comments[..130], others()[..], "nobody else's comment was touched");
        let ours: Vec<String> =
            comments[130..].iter().map(|comment| comment["body"].as_str().unwrap().to_owned()).collect();
        ours
    };
    let status = |fail_on: &str| {
        let ran = run(fail_on);
        let printed = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert!(!printed.contains("could not be written"), "{printed}");
        ran.status.code()
    };
    // 13 · 50 hours is 650 against 600
    assert_eq!(status(""), Some(0));
    let first = ours();
    assert_eq!(first.len(), 1);
    assert!(
        first[0].starts_with(&format!("{MARKER}**Flipped: from rent.cloud (by 100.00, 17 %) to own.lab")),
        "{first:?}"
    );
    assert!(first[0].contains("/quotes/a.yaml#L15)"), "{first:?}");
    repository.write("quotes/a.yaml", &BASE.replace("instance_hour: 10", "instance_hour: 14"));
    assert_eq!(status("flip"), Some(1), "what fails the job is commented on all the same");
    let second = ours();
    assert!(second.len() == 1 && second[0].contains("to own.lab (by 100.00"), "{second:?}");
    repository.write("quotes/a.yaml", BASE);
    assert_eq!(status("flip"), Some(0));
    assert_eq!(ours(), [format!("{MARKER}No decision moves any more.\n")]);
}

#[test]
fn the_action_keeps_one_comment() {
    if !has(&["bash", "curl", "jq"]) {
        return;
    }
    let Some(repository) = flipped() else { return };
    let comments = Arc::new(Mutex::new(others()));
    let address = serve(Arc::clone(&comments), |comments, request| {
        assert!(request.path.starts_with("/repos/o/r/issues/"), "{}", request.path);
        let bot = json!({ "user": { "type": "Bot" } });
        answered(comments, request, bot, |body| {
            serde_json::from_str::<Value>(body).unwrap()["body"].as_str().unwrap().to_owned()
        })
    });
    let script = step("Comment");
    let runner = tempfile::tempdir().unwrap();
    let run = |address: &str, base: &str, fail_on: &str| {
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &script]).current_dir(repository.path());
        bash.env("RUNNER_TEMP", runner.path()).env("GITHUB_STEP_SUMMARY", runner.path().join("summary.md"));
        bash.env("GITHUB_API_URL", address).env("GITHUB_REPOSITORY", "o/r");
        bash.env("RACKRENT_PATHS", "quotes\n").env("RACKRENT_BASE", base).env("RACKRENT_FAIL_ON", fail_on);
        bash.env("RACKRENT_ALLOW_GONE", "false");
        bash.env("RACKRENT_BINARY", RACKRENT).env("RACKRENT_TOKEN", "secret").env("RACKRENT_NUMBER", "7");
        bash.env("RACKRENT_FILES", "https://example.org/o/r/blob/0123abc").output().unwrap()
    };
    kept_up_to_date(&repository, &comments, |fail_on| run(&address, "main", fail_on));
    let summary = fs::read_to_string(runner.path().join("summary.md")).unwrap();
    assert!(summary.starts_with("**Flipped"), "{summary}");
    // a service that rejects the request fails no job, a missing revision does
    repository.write("quotes/a.yaml", &BASE.replace("instance_hour: 10", "instance_hour: 13"));
    let refused = run("http://127.0.0.1:1", "main", "");
    let printed = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert!(
        refused.status.code() == Some(0) && printed.contains("::warning::the comment could not be written"),
        "{printed}"
    );
    assert_eq!(run(&address, "nowhere", "").status.code(), Some(2));
    let hostile = run(&address, "main", "$(touch pwned); `touch pwned`");
    assert!(hostile.status.code() == Some(2) && !repository.path().join("pwned").exists());
    assert_eq!(comments.lock().unwrap().len(), 131);
}

#[test]
fn the_job_of_gitlab_keeps_one_note() {
    if !has(&["sh", "curl", "jq"]) {
        return;
    }
    let Some(repository) = flipped() else { return };
    let notes = Arc::new(Mutex::new(others()));
    let address = serve(Arc::clone(&notes), |notes, request| {
        if request.path == "/user" {
            return Some(b"{ \"id\": 5 }".to_vec());
        }
        assert!(request.path.starts_with("/projects/3/merge_requests/7/notes"), "{}", request.path);
        answered(notes, request, json!({ "author": { "id": 5 } }), |body| field(body, "body"))
    });
    let jobs = yaml("ci/gitlab-ci.yml");
    let job = &jobs["rackrent-review"];
    let lines = ["before_script", "script"].into_iter().flat_map(|part| job[part].as_array().unwrap());
    let script: Vec<&str> = lines.map(|line| line.as_str().unwrap()).collect();
    let programs = Path::new(RACKRENT).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let run = |token: &str, fail_on: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &script.join("\n")]).current_dir(repository.path()).env("PATH", &path);
        shell.env("CI_API_V4_URL", &address).env("CI_PROJECT_ID", "3").env("CI_MERGE_REQUEST_IID", "7");
        shell.env("CI_MERGE_REQUEST_DIFF_BASE_SHA", "main").env("CI_COMMIT_SHA", "0123abc");
        shell.env("CI_PROJECT_URL", "https://example.org/o/r").env("RACKRENT_PATHS", ".");
        shell.env("RACKRENT_TOKEN", token).env("RACKRENT_DIFF_FAIL_ON", fail_on).output().unwrap()
    };
    let without = run("", "flip margin=5%");
    let printed = String::from_utf8_lossy(&without.stdout).into_owned();
    assert!(without.status.code() == Some(1) && printed.contains("without RACKRENT_TOKEN"), "{printed}");
    assert!(printed.contains("https://example.org/o/r/-/blob/0123abc/quotes/a.yaml#L15"), "{printed}");
    assert_eq!(notes.lock().unwrap().len(), 130);
    kept_up_to_date(&repository, &notes, |fail_on| run("secret", fail_on));
}

#[test]
fn the_action_installs_a_release_or_builds_from_source() {
    if !has(&["bash", "curl", "tar", "sha256sum"]) {
        return;
    }
    let release = tempfile::tempdir().unwrap();
    let shell = |script: &str, folder: &Path| {
        let ran = Command::new("bash").args(["-e", "-c", script]).current_dir(folder).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    fs::write(release.path().join("rackrent"), "#!/bin/sh\necho released\n").unwrap();
    shell("chmod +x rackrent && tar -czf archive rackrent && sha256sum archive", release.path());
    let folder = release.path().to_owned();
    let address = serve(Arc::new(Mutex::new(())), move |(), request| {
        let name = request.path.strip_prefix("/v1.2.3/").or_else(|| request.path.strip_prefix("/v6.6.6/"))?;
        let archive = fs::read(folder.join("archive")).unwrap();
        let Some(name) = name.strip_suffix(".sha256") else { return Some(archive) };
        let summed = Command::new("sha256sum").arg(folder.join("archive")).output().unwrap().stdout;
        let hash = String::from_utf8(summed).unwrap().split(' ').next().unwrap().to_owned();
        let hash = if request.path.starts_with("/v6.6.6/") { hash.replace(['0', '1', '2'], "3") } else { hash };
        Some(format!("{hash}  {name}\n").into_bytes())
    });
    let script = step("Install rackrent");
    // a checkout of the action, and a `cargo` that prints a version and records its arguments
    let source = tempfile::tempdir().unwrap();
    for (path, text) in
        [("Cargo.toml", "a"), ("Cargo.lock", "b"), ("src/main.rs", "c"), ("crates/sheet/src/lib.rs", "d")]
    {
        let path = source.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let run = |script: &str, release: &str, runner: &Path| {
        let cargo = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo cargo 1.89.0; exit; fi\necho \"$PWD $@\" > \"$RUNNER_TEMP/asked\"\n";
        fs::write(runner.join("cargo"), cargo).unwrap();
        shell("chmod +x cargo", runner);
        let path = format!("{}:{}", runner.display(), std::env::var("PATH").unwrap());
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]).env("PATH", path);
        bash.env("RUNNER_TEMP", runner).env("RACKRENT_RELEASES", &address).env("GITHUB_OUTPUT", runner.join("output"));
        bash.env("RACKRENT_RELEASE", release).env("RACKRENT_SOURCE", source.path());
        bash.output().unwrap().status.code()
    };
    let installed = |release: &str| {
        let runner = tempfile::tempdir().unwrap();
        let status = run(&script, release, runner.path());
        let program = Command::new(runner.path().join("rackrent/bin/rackrent")).output();
        let program = program.ok().map(|ran| String::from_utf8(ran.stdout).unwrap());
        (status, program, fs::read_to_string(runner.path().join("output")).unwrap_or_default())
    };
    assert_eq!(installed("v1.2.3"), (Some(0), Some("released\n".to_owned()), String::new()));
    // the build cache depends on the content, not on the name
    let build = installed("main").2;
    let hash = build.strip_prefix("build=").unwrap().trim_end();
    assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{build}");
    for without_release in ["v9.9.9", "main", "v0", "0123abc", ""] {
        assert_eq!(installed(without_release), (Some(0), None, build.clone()), "{without_release}");
    }
    fs::write(source.path().join("crates/sheet/src/lib.rs"), "e").unwrap();
    assert_ne!(installed("main").2, build);
    // the build runs where cargo reads no file of a pull request
    let runner = tempfile::tempdir().unwrap();
    fs::create_dir_all(runner.path().join("rackrent/bin")).unwrap();
    assert_eq!(run(&step("Build rackrent"), "main", runner.path()), Some(0));
    let request = fs::read_to_string(runner.path().join("asked")).unwrap();
    let (place, arguments) = request.split_once(' ').unwrap();
    assert!(Path::new(place).ends_with("rackrent/bin"), "{request}");
    let expected = format!("install --locked --path {} --root ", source.path().display());
    assert!(arguments.starts_with(&expected), "{request}");
    // an archive with the wrong checksum is neither used nor replaced
    assert_eq!(installed("v6.6.6"), (Some(1), None, String::new()));
}

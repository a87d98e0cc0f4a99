//! Attacks by a pull request, on checks and reviews or to run a command on the CI machine: nested repositories, filters and
//! hooks, links, scenarios that replace others, and names that are commands for a CI runner.

#![cfg(unix)]

use crate::support::ONE_SERVER as BASE;
use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{RACKRENT, Ran, ended, run};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

/// The base scenario with another price of an instance-hour: 50 hours cost 50 times the price, and the server 600. At 13
/// renting costs 650, and owning wins.
fn at(price: &str) -> String {
    BASE.replace("instance_hour: 10", &format!("instance_hour: {price}"))
}

/// A scenario with an error: 150 % of an accelerator in use.
fn wrong() -> String {
    BASE.replace("utilization: 50%", "utilization: 150%")
}

/// A policy without findings in the base scenario.
const QUIET: &str = "rules = 1\nexclude = []\n";

/// A repository with these files committed.
fn committed(files: &[(&str, &str)]) -> Option<TemporaryRepository> {
    let repository = TemporaryRepository::new()?;
    for (path, text) in files {
        repository.write(path, text);
    }
    repository.git(&["add", "--all", "--force"]);
    repository.git(&["commit", "--quiet", "--message", "as it stands"]);
    Some(repository)
}

/// Paths of the files with errors, and their rules.
fn errors(ran: &Ran) -> Vec<String> {
    let files = ran.report()["files"].as_array().unwrap().clone();
    let of_file = |file: &Value| {
        let found = file["findings"].as_array().unwrap().clone();
        let errors: Vec<String> = found
            .iter()
            .filter(|finding| finding["severity"] == "error")
            .map(|finding| format!("{} {}", file["path"].as_str().unwrap(), finding["code"].as_str().unwrap()))
            .collect();
        errors
    };
    files.iter().flat_map(of_file).collect()
}

/// Status of each scenario that differs, with its path.
fn reviewed(ran: &Ran) -> Vec<String> {
    let files = ran.report()["files"].as_array().unwrap().clone();
    files.iter().map(|file| format!("{} {}", file["path"].as_str().unwrap(), file["what"].as_str().unwrap())).collect()
}

/// A script that creates a file when it runs, to be configured wherever git starts a program.
fn marking(folder: &Path) -> (String, std::path::PathBuf) {
    let (script, mark) = (folder.join("run.sh"), folder.join("mark"));
    fs::write(&script, format!("#!/bin/sh\necho \"$0 $@\" >> '{}'\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    (script.display().to_string(), mark)
}

/// Configuration that names a program wherever git may start one.
fn hostile_settings(script: &str) -> String {
    let hooks = Path::new(script).parent().unwrap().join("hooks");
    fs::create_dir_all(&hooks).unwrap();
    for hook in ["post-index-change", "reference-transaction", "pre-auto-gc", "post-checkout", "fsmonitor-watchman"] {
        fs::copy(script, hooks.join(hook)).unwrap();
    }
    format!(
        "[core]\n\tfsmonitor = {script}\n\thooksPath = {}\n\tpager = {script}\n\tsshCommand = {script}\n\teditor = {script}\n\
         \talternateRefsCommand = {script}\n\tgitProxy = {script}\n\taskPass = {script}\n\
         [pager]\n\tls-files = true\n\tls-tree = true\n\trev-parse = true\n\tdiff = true\n\
         [filter \"x\"]\n\tclean = {script}\n\tsmudge = {script}\n\tprocess = {script}\n\trequired = true\n\
         [diff]\n\texternal = {script}\n[diff \"x\"]\n\ttextconv = {script}\n\tcommand = {script}\n\
         [alias]\n\tls-files = !{script}\n\tls-tree = !{script}\n\tcat-file = !{script}\n\trev-parse = !{script}\n\
         [gpg]\n\tprogram = {script}\n[log]\n\tshowSignature = true\n\
         [protocol \"ext\"]\n\tallow = always\n[protocol]\n\tallow = always\n\
         [extensions]\n\tpartialClone = evil\n\
         [remote \"evil\"]\n\tpromisor = true\n\turl = ext::{script} %S\n\tuploadpack = {script}\n",
        hooks.display()
    )
}

/// A bare repository in a folder, with its own work tree, index and attributes.
fn plant(folder: &Path, settings: &str) {
    for below in ["objects/info", "refs/heads", "info"] {
        fs::create_dir_all(folder.join(below)).unwrap();
    }
    let text = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    text("HEAD", "ref: refs/heads/main\n");
    // git keeps no empty folders
    text("objects/info/packs", "");
    text("refs/heads/.keep", "");
    text("info/attributes", "* filter=x diff=x\n");
    text("config", &format!("[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = .\n{settings}"));
}

#[test]
fn a_repository_planted_in_a_folder_is_not_accepted() {
    let attacker = tempfile::tempdir().unwrap();
    let (script, mark) = marking(attacker.path());
    let ignored =
        [("scenarios/.gitignore", "bad.yaml\n"), ("scenarios/a.yaml", BASE), ("scenarios/bad.yaml", &wrong())];
    let Some(repository) = committed(&ignored) else { return };
    let folder = repository.path().join("scenarios");
    let found = ["scenarios/bad.yaml out-of-bounds"];
    let check = ["check", "scenarios", "--format", "json"];
    assert_eq!(errors(&repository.rackrent(&check)), found, "an ignore rule hides nothing that is tracked");
    plant(&folder, &hostile_settings(&script));
    // its index and its only commit claim that the scenario was always this way
    repository.write("scenarios/a.yaml", &at("13"));
    let mut git = Command::new("git");
    git.current_dir(&folder).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_DIR", ".").env("GIT_WORK_TREE", ".");
    let harmless = [
        "core.fsmonitor=false",
        "core.hooksPath=/",
        "filter.x.clean=cat",
        "filter.x.process=",
        "filter.x.required=false",
    ];
    git.args(harmless.iter().flat_map(|setting| ["-c", setting]));
    ended(git.args(["add", "--force", "a.yaml"]), "");
    fs::remove_file(&mark).unwrap_or_default();
    let ran = repository.rackrent(&check);
    assert_eq!((ran.status, errors(&ran)), (1, found.map(str::to_owned).to_vec()), "{}", ran.errors);
    assert_eq!(errors(&run(&folder, &["check", ".", "--format", "json"])), ["bad.yaml out-of-bounds"]);
    for (place, path) in [(repository.path(), "scenarios"), (&folder, ".")] {
        let ran = run(place, &["diff", "--base", "main", path, "--fail-on", "flip", "--format", "json"]);
        assert_eq!(reviewed(&ran), ["scenarios/a.yaml flipped"], "{}", ran.errors);
        assert_eq!(ran.status, 1, "{}", ran.errors);
    }
    assert!(!mark.exists(), "{}", fs::read_to_string(&mark).unwrap());
    // committed as part of the pull request it is no repository either
    repository.git(&["-c", "core.fsmonitor=false", "add", "--all", "--force"]);
    repository.git(&["commit", "--quiet", "--message", "planted"]);
    assert_eq!(errors(&repository.rackrent(&check)), found);
    let ran = run(&folder, &["diff", "--base", "HEAD~1", "--format", "json"]);
    assert_eq!(reviewed(&ran), ["scenarios/a.yaml flipped"], "{}", ran.errors);
    assert!(!mark.exists());
    // without an outer repository there is none at all
    let alone = tempfile::tempdir().unwrap();
    plant(alone.path(), &hostile_settings(&script));
    fs::write(alone.path().join("a.yaml"), BASE).unwrap();
    let ran = run(alone.path(), &["diff", "--base", "HEAD"]);
    assert!(ran.status == 2 && ran.errors.contains("requires the checkout of a git repository"), "{}", ran.errors);
    assert!(!mark.exists());
}

/// A git without `safe.bareRepository` treats the folder as a repository if its `.git` is invalid.
#[test]
fn the_repository_that_git_reports_has_to_match_the_folder() {
    let attacker = tempfile::tempdir().unwrap();
    let (script, mark) = marking(attacker.path());
    let Some(repository) = committed(&[("scenarios/a.yaml", BASE)]) else { return };
    // a git before 2.38, without the setting
    let programs = attacker.path().join("programs");
    fs::create_dir_all(&programs).unwrap();
    let git = String::from_utf8(Command::new("sh").args(["-c", "command -v git"]).output().unwrap().stdout).unwrap();
    let older = format!(
        "#!/bin/bash\narguments=()\nfor argument; do\n  arguments+=(\"${{argument/safe.bareRepository=explicit/safe.bareRepository=all}}\")\n\
         done\nexec {} \"${{arguments[@]}}\"\n",
        git.trim()
    );
    fs::write(programs.join("git"), older).unwrap();
    fs::set_permissions(programs.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let older = |folder: &Path, arguments: &[&str]| {
        let mut rackrent = Command::new(RACKRENT);
        ended(rackrent.args(arguments).current_dir(folder).env("PATH", &path), "")
    };
    let folder = repository.path().join("scenarios");
    plant(&folder, &hostile_settings(&script));
    repository.write("scenarios/a.yaml", &at("13"));
    assert_eq!(
        reviewed(&older(&folder, &["diff", "--base", "main", "--format", "json"])),
        ["scenarios/a.yaml flipped"]
    );
    // its own `.git` is invalid, so git searches further up
    fs::create_dir(folder.join(".git")).unwrap();
    let ran = older(&folder, &["diff", "--base", "HEAD"]);
    assert!(ran.status == 2 && ran.errors.contains("as the git directory of"), "{}", ran.errors);
    fs::remove_file(folder.join("HEAD")).unwrap();
    let ran = older(&folder, &["diff", "--base", "HEAD"]);
    assert!(ran.status == 2 && ran.errors.contains("as the root of the repository at"), "{}", ran.errors);
    let ran = older(&folder, &["check", "."]);
    assert!(ran.errors.contains("cannot list the files of"), "{}", ran.errors);
    // a file `.git` points to another place, and that place to another work tree
    fs::remove_dir(folder.join(".git")).unwrap();
    let elsewhere = attacker.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    plant(&elsewhere, &hostile_settings(&script));
    fs::write(folder.join(".git"), format!("gitdir: {}\n", elsewhere.display())).unwrap();
    for ran in [older(&folder, &["diff", "--base", "HEAD"]), run(&folder, &["diff", "--base", "HEAD"])] {
        assert!(ran.status == 2 && ran.errors.contains("as the root of the repository at"), "{}", ran.errors);
    }
    assert!(!mark.exists(), "{}", fs::read_to_string(&mark).unwrap());
}

#[test]
fn no_command_named_by_a_repository_is_run() {
    let attacker = tempfile::tempdir().unwrap();
    let (script, mark) = marking(attacker.path());
    let files = [("a.yaml", BASE), ("b.yaml", &at("11")), (".gitattributes", "* filter=x diff=x text\n")];
    let Some(repository) = committed(&files) else { return };
    let lost = repository.git(&["rev-parse", "HEAD:b.yaml"]);
    let settings = repository.path().join(".git/config");
    let text =
        fs::read_to_string(&settings).unwrap().replace("repositoryformatversion = 0", "repositoryformatversion = 1");
    fs::write(&settings, format!("{text}{}", hostile_settings(&script))).unwrap();
    repository.write(".git/info/attributes", "* filter=x diff=x\n");
    // an object that only a remote has, whose address is a command
    fs::remove_file(repository.path().join(".git/objects").join(&lost[..2]).join(&lost[2..])).unwrap();
    repository.write("a.yaml", &at("13"));
    repository.write("b.yaml", &at("13"));
    let ran = repository.rackrent(&["diff", "--base", "main", "--format", "json"]);
    assert_eq!(reviewed(&ran), ["a.yaml flipped", "b.yaml answered"], "{}", ran.errors);
    let because = "its content is not in this clone";
    assert!(ran.output.contains(because), "{}", ran.output);
    let ran = repository.rackrent(&["check", ".", "--format", "json"]);
    assert_eq!(ran.report()["files"].as_array().unwrap().len(), 2, "{}", ran.errors);
    assert!(!mark.exists(), "{}", fs::read_to_string(&mark).unwrap());
}

/// Hooks run with variables that name a repository, and a pull request is still checked in its own.
#[test]
fn environment_variables_select_no_other_repository() {
    let Some(repository) = committed(&[("a.yaml", BASE), ("bad.yaml", &wrong()), (".gitignore", "bad.yaml\n")]) else {
        return;
    };
    let Some(other) = committed(&[("a.yaml", &at("13"))]) else { return };
    repository.write("a.yaml", &at("13"));
    for (name, value) in [
        ("GIT_DIR", other.path().join(".git")),
        ("GIT_WORK_TREE", other.path().to_path_buf()),
        ("GIT_INDEX_FILE", other.path().join(".git/index")),
        ("GIT_OBJECT_DIRECTORY", other.path().join(".git/objects")),
        ("GIT_COMMON_DIR", other.path().join(".git")),
        ("GIT_NAMESPACE", "other".into()),
    ] {
        let run = |arguments: &[&str]| {
            let mut rackrent = Command::new(RACKRENT);
            ended(rackrent.args(arguments).current_dir(repository.path()).env(name, &value), "")
        };
        assert_eq!(reviewed(&run(&["diff", "--base", "main", "--format", "json"])), ["a.yaml flipped"], "{name}");
        assert_eq!(errors(&run(&["check", ".", "--format", "json"])), ["bad.yaml out-of-bounds"], "{name}");
    }
    // a replaced commit does not have its original content
    let (was, is) = (repository.git(&["rev-parse", "HEAD:a.yaml"]), repository.git(&["hash-object", "-w", "a.yaml"]));
    repository.git(&["replace", &was, &is]);
    assert_eq!(reviewed(&repository.rackrent(&["diff", "--base", "main", "--format", "json"])), ["a.yaml flipped"]);
}

#[test]
fn a_submodule_has_its_own_index() {
    let Some(module) = committed(&[(".gitignore", "bad.yaml\n"), ("bad.yaml", &wrong())]) else { return };
    let Some(repository) = committed(&[("scenarios/a.yaml", BASE)]) else { return };
    let address = module.path().display().to_string();
    repository.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &address, "scenarios/module"]);
    let ran = repository.rackrent(&["check", "scenarios", "--format", "json"]);
    assert_eq!(errors(&ran), ["scenarios/module/bad.yaml out-of-bounds"], "{}", ran.errors);
}

/// Filters are usually for line endings and Git LFS: an untouched checkout is unchanged, and no filter runs.
#[test]
fn an_untouched_checkout_is_unchanged() {
    let trace = "accelerators,hours\n1,50\n0,50\n";
    let measured = BASE.replace(
        "{ accelerators: 1, utilization: 50% }",
        "{ workloads: { chat: { kind: realtime_inference, trace: load.csv } } }",
    );
    for format in ["sha1", "sha256"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let git = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.current_dir(path).args(["-c", "user.name=Test", "-c", "user.email=test@example.org"]);
            let ran = ended(git.args(arguments).env("GIT_CONFIG_GLOBAL", "/dev/null"), "");
            assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.errors);
        };
        git(&["init", "--quiet", "--initial-branch", "main", "--object-format", format]);
        let hash =
            Command::new("sh").args(["-c", &format!("printf '{}' | sha256sum", trace.replace('\n', "\\n"))]).output();
        let hash = String::from_utf8(hash.unwrap().stdout).unwrap();
        let (hash, _) = hash.split_once(' ').unwrap();
        let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{hash}\nsize {}\n", trace.len());
        fs::create_dir_all(path.join("kept")).unwrap();
        for (name, text) in [("a.yaml", BASE), ("kept/b.yaml", measured.as_str()), ("kept/load.csv", &pointer)] {
            fs::write(path.join(name), text).unwrap();
        }
        git(&["add", "--all"]);
        git(&["commit", "--quiet", "--message", "as it stands"]);
        // as a checkout with `core.autocrlf` and Git LFS leaves them
        fs::write(path.join("a.yaml"), BASE.replace('\n', "\r\n")).unwrap();
        fs::write(path.join("kept/load.csv"), trace).unwrap();
        let ran = run(path, &["diff", "--base", "main", "--format", "json"]);
        assert_eq!(reviewed(&ran), Vec::<String>::new(), "{format}: {}", ran.errors);
        fs::write(path.join("kept/load.csv"), trace.replace("50", "70")).unwrap();
        fs::write(path.join("a.yaml"), at("13").replace('\n', "\r\n")).unwrap();
        let ran = run(path, &["diff", "--base", "main", "--format", "json"]);
        assert_eq!(reviewed(&ran), ["a.yaml flipped", "kept/b.yaml answered"], "{format}: {}", ran.errors);
    }
}

#[test]
fn links_out_of_a_repository_are_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    let secret = "password-of-somebody: [ \n\u{7}";
    fs::write(outside.path().join("secret.yaml"), secret).unwrap();
    fs::create_dir(outside.path().join("scenarios")).unwrap();
    fs::write(outside.path().join("scenarios/a.yaml"), BASE.replace("own:", "owm:")).unwrap();
    let Some(repository) = committed(&[("q/a.yaml", BASE), ("plain/c.yaml", BASE)]) else { return };
    symlink(outside.path().join("secret.yaml"), repository.path().join("q/out.yaml")).unwrap();
    symlink(outside.path().join("scenarios"), repository.path().join("folder")).unwrap();
    symlink("../.git/config", repository.path().join("q/git.yaml")).unwrap();
    symlink("../plain/c.yaml", repository.path().join("q/beside.yaml")).unwrap();
    let refused = "it is a link that leads out of the repository";
    for path in ["q/out.yaml", "folder/a.yaml", "q/git.yaml", "folder"] {
        for arguments in [
            &["check"] as &[&str],
            &["check", "--verbose"],
            &["check", "--format", "json"],
            &["check", "--fix", "--unsafe"],
            &["check", "--fix", "--unsafe", "--dry-run"],
            &["compare"],
            &["flip"],
            &["trace"],
            &["scan", "plain/c.yaml", "--offers"],
            &["catalog", "--read"],
        ] {
            let ran = repository.rackrent(&[arguments, &[path]].concat());
            let printed = format!("{}{}", ran.output, ran.errors);
            assert_eq!(ran.status, 2, "{arguments:?} {path}: {printed}");
            let names_it = path != "folder" && !arguments.contains(&"--dry-run");
            assert!(printed.contains(refused) || !names_it, "{arguments:?} {path}: {printed}");
            for line in ["password", "repositoryformatversion", "[core]", "owm", "One server"] {
                assert!(!printed.contains(line), "{arguments:?} {path}: {printed}");
            }
        }
    }
    assert_eq!(fs::read_to_string(outside.path().join("secret.yaml")).unwrap(), secret);
    assert!(fs::read_to_string(outside.path().join("scenarios/a.yaml")).unwrap().contains("owm"));
    // a link that stays in the repository is followed if it is named
    assert_eq!(repository.rackrent(&["compare", "q/beside.yaml"]).status, 0);
    // no result is written through a link
    fs::write(outside.path().join("report.json"), "theirs").unwrap();
    symlink(outside.path().join("report.json"), repository.path().join("quality.json")).unwrap();
    symlink(outside.path().join("new.xml"), repository.path().join("junit.xml")).unwrap();
    for output in ["gitlab=quality.json", "junit=junit.xml"] {
        let ran = repository.rackrent(&["check", "plain", "--output", output]);
        assert!(ran.status == 2 && ran.errors.contains(refused), "{output}: {}", ran.errors);
    }
    assert_eq!(fs::read_to_string(outside.path().join("report.json")).unwrap(), "theirs");
    assert!(!outside.path().join("new.xml").exists());
    // and no baseline is read or written
    let known = "version = 1\n[files.\"plain/c.yaml\"]\nno-owner = [\"name\"]\n";
    fs::write(outside.path().join("known.toml"), known).unwrap();
    symlink(outside.path().join("known.toml"), repository.path().join("rackrent-baseline.toml")).unwrap();
    for arguments in [&["check", "plain"] as &[&str], &["check", "plain", "--write-baseline"]] {
        let ran = repository.rackrent(arguments);
        assert!(ran.status == 2 && ran.errors.contains(refused), "{arguments:?}: {}", ran.errors);
    }
    assert_eq!(fs::read_to_string(outside.path().join("known.toml")).unwrap(), known);
}

#[test]
fn a_tracked_link_instead_of_a_scenario_is_a_finding() {
    let Some(repository) = committed(&[("rackrent.toml", QUIET), ("q/a.yaml", &wrong()), ("q/b.yaml", BASE)]) else {
        return;
    };
    repository.write("elsewhere/fine.yaml", BASE);
    for target in ["../elsewhere/fine.yaml", "nowhere.yaml", "/dev/null"] {
        let link = repository.path().join("q/a.yaml");
        fs::remove_file(&link).unwrap();
        symlink(target, &link).unwrap();
        let before = repository.rackrent(&["check", "q", "--format", "json"]);
        // the link is not a regular file for git, but its index still has the path
        assert_eq!(errors(&before), ["q/a.yaml unreadable-file"], "{target}: {}", before.errors);
        assert_eq!(before.status, 2, "{target}");
        let printed = &before.report()["files"][0]["findings"][0]["message"];
        assert!(
            printed.as_str().unwrap().contains("it is a link that leads out of the folder or is broken"),
            "{printed}"
        );
        let ran = repository.rackrent(&["diff", "--base", "main", "--format", "json"]);
        assert_eq!((ran.status, reviewed(&ran)[0].as_str()), (2, "q/a.yaml no answer"), "{target}: {}", ran.errors);
    }
    repository.commit();
    assert_eq!(errors(&repository.rackrent(&["check", "q", "--format", "json"])), ["q/a.yaml unreadable-file"]);
    // an untracked link is not part of a pull request
    repository.git(&["rm", "--cached", "--quiet", "q/a.yaml"]);
    let ran = repository.rackrent(&["check", "q", "--format", "json"]);
    assert_eq!((errors(&ran), &ran.report()["skipped"][0]["path"]), (vec![], &Value::from("q/a.yaml")));
}

/// Exit status and output of a review that fails if a verdict flips.
fn flips(repository: &TemporaryRepository, arguments: &[&str]) -> (i32, Vec<String>) {
    let request = ["diff", "--base", "main", "--fail-on", "flip", "--format", "json"];
    let ran = repository.rackrent(&[&request, arguments].concat());
    (ran.status, reviewed(&ran))
}

#[test]
fn a_removed_scenario_fails_a_review_like_a_flip() {
    let Some(repository) = committed(&[("a.yaml", BASE), ("b.yaml", BASE)]) else { return };
    repository.remove("a.yaml");
    let gone = vec!["a.yaml gone".to_owned()];
    assert_eq!(flips(&repository, &[]), (1, gone.clone()));
    assert_eq!(flips(&repository, &["--allow-gone"]), (0, gone.clone()));
    let status = |arguments: &[&str]| repository.rackrent(&[&["diff", "--base", "main"], arguments].concat()).status;
    assert_eq!(status(&["--fail-on", "margin=100%"]), 1);
    assert_eq!(status(&["--fail-on", "margin=100%", "--allow-gone"]), 0);
    assert_eq!(status(&["--fail-on", "any", "--allow-gone"]), 1);
    assert_eq!(status(&[]), 0);
    // under another name that no scenario has, it is gone too
    repository.write("a.txt", &at("13"));
    assert_eq!(flips(&repository, &[]), (1, gone.clone()));
    // and if it is a part of another scenario now
    repository.write("a.yaml", &BASE.replace("name: One server\n", ""));
    repository.write("c.yaml", "name: Another\nextends: a.yaml\ndemand: { accelerators: 1, utilization: 80% }\n");
    let (status, files) = flips(&repository, &[]);
    assert!(status == 1 && files.contains(&gone[0]), "{files:?}");
}

/// Regressions: a scenario that replaced another counted as flipped, and one that flipped counted as a new one next to a
/// gone one.
#[test]
fn a_scenario_is_compared_only_with_its_own_earlier_version() {
    let another = at("13").replace("One server", "Another").replace("utilization: 50%", "utilization: 80%");
    let printed = |files: &[&str]| files.iter().map(|file| (*file).to_owned()).collect::<Vec<String>>();
    let Some(repository) = committed(&[("a.yaml", BASE)]) else { return };
    // in its place, with another name and another load
    repository.write("a.yaml", &another);
    assert_eq!(flips(&repository, &[]), (1, printed(&["a.yaml gone", "a.yaml new"])));
    assert_eq!(
        flips(&repository, &["--allow-gone"]),
        (1, printed(&["a.yaml gone", "a.yaml new"])),
        "it is not retired"
    );
    // next to it, although fewer than a quarter of its lines differ
    repository.remove("a.yaml");
    repository.write("b.yaml", &another);
    assert_eq!(flips(&repository, &[]), (1, printed(&["a.yaml gone", "b.yaml new"])));
    // with its old name or load it is the same
    for same in [another.replace("Another", "One server"), another.replace("80%", "50%")] {
        repository.write("b.yaml", &same);
        assert_eq!(flips(&repository, &[]), (1, printed(&["b.yaml flipped"])), "{same}");
    }
    repository.remove("b.yaml");
    // written differently at another place, it may be any scenario, and the removal still fails
    let other_lines = at("13").replace("own:\n", "own: # as it was\n").replace("    ", "        ");
    repository.write("d.yaml", &other_lines.replace('\n', " # by another hand\n"));
    assert_eq!(flips(&repository, &[]), (1, printed(&["a.yaml gone", "d.yaml new"])));
}

#[test]
fn a_flip_in_another_currency_is_a_flip() {
    let Some(repository) = committed(&[("a.yaml", BASE), ("b.yaml", BASE)]) else { return };
    repository.write("a.yaml", &BASE.replace("currency: USD", "currency: EUR"));
    assert_eq!(flips(&repository, &[]), (0, vec!["a.yaml not comparable".to_owned()]));
    repository.write("a.yaml", &at("13").replace("currency: USD", "currency: EUR"));
    assert_eq!(flips(&repository, &[]), (1, vec!["a.yaml not comparable".to_owned()]));
    // 600 against 500 is 16.7 % less, against 550 it is 8.3 %
    repository.write("a.yaml", &at("11").replace("currency: USD", "currency: EUR"));
    let status = |least: &str| {
        let least = format!("margin={least}");
        repository.rackrent(&["diff", "--base", "main", "--fail-on", &least]).status
    };
    assert_eq!((status("9%"), status("8%")), (0, 1));
}

#[test]
fn findings_added_to_the_baseline_are_named() {
    let policy = "[severity]\nno-owner = \"error\"\n";
    let owned = BASE.replace("currency:", "owner: platform\ncurrency:");
    let Some(repository) = committed(&[("rackrent.toml", policy), ("a.yaml", &owned), ("old.yaml", &owned)]) else {
        return;
    };
    // a finding that comes with the baseline that hides it, in an existing scenario and in a new one
    repository.write("a.yaml", BASE);
    repository.write("new.yaml", BASE);
    let knows = |files: &[&str]| {
        let of_file = |file: &&str| format!("[files.\"{file}\"]\nno-owner = [\"name\"]\n");
        format!("version = 1\n{}", files.iter().map(of_file).collect::<String>())
    };
    repository.write("rackrent-baseline.toml", &knows(&["a.yaml", "new.yaml"]));
    let known = |ran: &Ran| {
        let files = ran.report()["files"].as_array().unwrap().clone();
        let of_file = |file: &Value| {
            let known = file["policy"]["known"].as_array().cloned().unwrap_or_default();
            let codes: Vec<&str> = known.iter().map(|one| one["code"].as_str().unwrap()).collect();
            format!("{} {}", file["path"].as_str().unwrap(), codes.join(" "))
        };
        files.iter().map(of_file).collect::<Vec<String>>()
    };
    let ask = |format: &str| repository.rackrent(&["diff", "--base", "main", "--format", format]);
    assert_eq!(known(&ask("json")), ["new.yaml no-owner", "a.yaml no-owner"]);
    for format in ["table", "text", "markdown"] {
        let printed = ask(format).output.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            printed.contains("rackrent-baseline.toml changed: 2 findings added to the baseline"),
            "{format}: {printed}"
        );
    }
    let printed = ask("table").output.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(printed.contains("new.yaml: 1 finding added to the baseline (no-owner)"), "{printed}");
    let checked = repository.rackrent(&["check", ".", "--fail-on", "error"]);
    assert_eq!(checked.status, 0, "nothing else says it: {}", checked.output);
    // an existing finding that becomes known is not gone
    repository.commit();
    repository.write("rackrent-baseline.toml", &knows(&["a.yaml"]));
    repository.commit();
    repository.write("rackrent-baseline.toml", &knows(&["a.yaml", "new.yaml"]));
    let ran = repository.rackrent(&["diff", "--base", "HEAD", "--format", "json"]);
    assert_eq!(known(&ran), ["new.yaml no-owner"]);
    assert_eq!(ran.report()["files"][0]["policy"]["gone"].as_array().unwrap().len(), 0);
    // a finding known under another path is known as before
    repository.commit();
    fs::rename(repository.path().join("new.yaml"), repository.path().join("moved.yaml")).unwrap();
    repository.write("rackrent-baseline.toml", &knows(&["a.yaml", "moved.yaml"]));
    let ran = repository.rackrent(&["diff", "--base", "HEAD", "--format", "json"]);
    assert_eq!((reviewed(&ran), known(&ran)), (vec!["moved.yaml renamed".to_owned()], vec!["moved.yaml ".to_owned()]));
}

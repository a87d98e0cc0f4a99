//! Release artifacts: the scripts of `packaging/` with the program of these tests, hand-calculated manifests, and workflow
//! validators. `.ci/try-packages` builds the packages themselves and installs them.

#![cfg(unix)]

use crate::support::program::{RACKRENT, Ran, ended, tool};
use crate::support::text_of;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const WORKFLOW: &str = ".github/workflows/release.yml";

/// Output of a script of `packaging/`; none without Python.
fn packaging(script: &str, arguments: &[&str]) -> Option<Ran> {
    let python = tool("python", "nothing is packed")?;
    Some(ended(Command::new(python).arg(format!("packaging/{script}")).args(arguments), ""))
}

#[test]
fn an_archive_is_complete_and_reproducible() {
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().to_str().unwrap();
    // a shell wrapper of the program, because packing the program with its debug information takes long
    let program = folder.path().join("rackrent");
    fs::write(&program, format!("#!/bin/sh\nexec '{RACKRENT}' \"$@\"\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let pack = ["archive", program.to_str().unwrap(), "x86_64-unknown-linux-musl", packed];
    let Some(printed) = packaging("package.py", &pack) else { return };
    let name = concat!("rackrent-v", env!("CARGO_PKG_VERSION"), "-x86_64-unknown-linux-musl.tar.gz");
    let archive = folder.path().join(name);
    assert_eq!((printed.status, printed.output), (0, format!("{}\n", archive.display())));
    // in the format that `sha256sum --check`, the action and the GitLab job read
    let sums = text_of(folder.path().join(format!("{name}.sha256")));
    assert!(sums.len() == 64 + 2 + name.len() + 1 && sums.ends_with(&format!("  {name}\n")), "{sums}");
    let tried = packaging("try.py", &[archive.to_str().unwrap()]).unwrap();
    assert_eq!((tried.status, tried.errors), (0, String::new()));
    let [begun, version] = tried.output.lines().collect::<Vec<_>>()[..] else { panic!("{}", tried.output) };
    assert_eq!(version, format!("{name}: rackrent {}", env!("CARGO_PKG_VERSION")));
    // ten times Enter
    assert!(begun.starts_with(&format!("{name}: a first verdict of one's own ")), "{begun}");
    assert!(begun.ends_with(" seconds after the installation began, 10 keystrokes"), "{begun}");
    assert_eq!(packaging("package.py", &pack).unwrap().status, 0);
    assert_eq!(text_of(folder.path().join(format!("{name}.sha256"))), sums);
}

#[test]
fn other_files_are_not_accepted_as_packages() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("rackrent.tar.gz");
    let Some(printed) = packaging("try.py", &["README.md"]) else { return };
    assert_eq!((printed.status, printed.errors.starts_with("no package was tried")), (1, true));
    // an archive of a program without output
    let empty = folder.path().join("rackrent");
    fs::write(&empty, "").unwrap();
    let mut tar = Command::new("tar");
    let packed = ended(tar.arg("-czf").arg(&other).arg("-C").arg(folder.path()).arg("rackrent"), "");
    assert_eq!(packed.status, 0);
    assert_ne!(packaging("try.py", &[other.to_str().unwrap()]).unwrap().status, 0);
    let not_ours = ["archive", "/bin/echo", "x86_64-unknown-linux-gnu", folder.path().to_str().unwrap()];
    let printed = packaging("package.py", &not_ours).unwrap();
    assert_eq!((printed.status, printed.errors.contains("is not rackrent")), (1, true), "{}", printed.errors);
}

/// Systems with a release archive, and its file name extension.
fn systems() -> Vec<(String, &'static str)> {
    let workflow = text_of(WORKFLOW);
    let named = workflow.split("{ system: ").skip(1).map(|rest| rest.split(',').next().unwrap().to_owned());
    named.map(|system| (system.clone(), if system.contains("windows") { "zip" } else { "tar.gz" })).collect()
}

#[test]
fn manifests_name_each_archive_with_its_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let (archives, manifests) = (folder.path().join("archives"), folder.path().join("manifests"));
    fs::create_dir(&archives).unwrap();
    assert_eq!(systems().len(), 8);
    for (at, (system, ending)) in systems().iter().enumerate() {
        let name = format!("rackrent-v1.2.3-rc.1-{system}.{ending}");
        let digest = format!("{at}a").repeat(32);
        fs::write(archives.join(format!("{name}.sha256")), format!("{digest}  {name}\n")).unwrap();
    }
    let address = "https://git.example/someone/rackrent";
    let fill = ["manifests", archives.to_str().unwrap(), address, manifests.to_str().unwrap()];
    let Some(printed) = packaging("package.py", &fill) else { return };
    assert_eq!((printed.status, printed.errors.as_str()), (0, ""));
    let written: BTreeSet<PathBuf> = [
        "homebrew/rackrent.rb",
        "winget/someone.rackrent.yaml",
        "winget/someone.rackrent.installer.yaml",
        "winget/someone.rackrent.locale.en-US.yaml",
    ]
    .into_iter()
    .map(|name| manifests.join(name))
    .collect();
    for file in &written {
        let text = text_of(file);
        assert!(text.contains("1.2.3-rc.1") && !text.contains('@'), "{text}");
    }
    // only addresses of existing archives, each followed by the checksum of that archive
    let mut named = 0;
    for file in &written {
        let text = text_of(file);
        for rest in text.split(&format!("{address}/releases/download/v1.2.3-rc.1/rackrent-v1.2.3-rc.1-")).skip(1) {
            let (at, (system, ending)) = systems()
                .into_iter()
                .enumerate()
                .find(|(_, (system, _))| rest.starts_with(&format!("{system}.")))
                .unwrap();
            assert!(rest[system.len() + 1..].starts_with(ending), "{rest}");
            let sum = rest.lines().nth(1).unwrap().to_lowercase();
            assert!(sum.contains("sha256") && sum.contains(&format!("{at}a").repeat(32)), "{sum}");
            named += 1;
        }
    }
    // Homebrew: two systems on two architectures; winget: two architectures
    assert_eq!(named, 4 + 2);
    let installer: Value =
        serde_yaml::from_str(&text_of(manifests.join("winget/someone.rackrent.installer.yaml"))).unwrap();
    assert_eq!(installer["PackageIdentifier"], "someone.rackrent");
    assert_eq!(installer["PackageVersion"], "1.2.3-rc.1");
}

#[test]
fn a_manifest_of_missing_archives_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (archives, manifests) = (folder.path(), folder.path().join("manifests"));
    let fill = |address: &str| {
        packaging("package.py", &["manifests", archives.to_str().unwrap(), address, manifests.to_str().unwrap()])
    };
    let Some(printed) = fill("https://git.example/someone/rackrent") else { return };
    assert!(printed.status == 1 && printed.errors.contains("archives of 0 versions"), "{}", printed.errors);
    let printed = fill("git.example\"; system(\"true").unwrap();
    assert!(printed.status == 1 && printed.errors.contains("is no address of a repository"), "{}", printed.errors);
    for version in ["1.2.3", "1.2.4"] {
        let name = format!("rackrent-v{version}-aarch64-apple-darwin.tar.gz");
        fs::write(archives.join(format!("{name}.sha256")), format!("{}  {name}\n", "0".repeat(64))).unwrap();
    }
    let printed = fill("https://git.example/someone/rackrent").unwrap();
    assert!(printed.status == 1 && printed.errors.contains("archives of 2 versions"), "{}", printed.errors);
    fs::remove_file(archives.join("rackrent-v1.2.4-aarch64-apple-darwin.tar.gz.sha256")).unwrap();
    let printed = fill("https://git.example/someone/rackrent").unwrap();
    assert!(printed.status == 1 && printed.errors.contains("of which there is no archive"), "{}", printed.errors);
}

#[test]
fn the_workflow_is_valid_and_has_minimal_permissions() {
    let shape = ["--builtin-schema", "vendor.github-workflows", WORKFLOW];
    for (judge, arguments) in [("check-jsonschema", &shape as &[&str]), ("zizmor", &["--offline", "--quiet", WORKFLOW])]
    {
        let Some(judge) = tool(judge, &format!("no workflow is judged by {judge}")) else { return };
        let judged = ended(Command::new(judge).args(arguments), "");
        assert_eq!(judged.status, 0, "{}{}", judged.output, judged.errors);
    }
    // third-party actions are pinned by commit, because a tag can move
    for line in
        text_of(WORKFLOW).lines().filter_map(|line| line.trim_start().trim_start_matches("- ").strip_prefix("uses: "))
    {
        let (revision, version) = line.split_once('@').unwrap().1.split_once(" # v").unwrap();
        assert!(revision.len() == 40 && revision.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
        assert!(version.split('.').count() == 3, "{line}");
    }
}

#[test]
fn the_workflow_runs_the_scripts_of_the_repository() {
    let workflow = text_of(WORKFLOW);
    let scripts = workflow.split_whitespace().filter(|word| word.starts_with("packaging/"));
    let scripts: BTreeSet<&str> = scripts.collect();
    assert_eq!(scripts, BTreeSet::from(["packaging/package.py", "packaging/try.py"]));
    assert!(scripts.iter().all(|script| Path::new(script).exists()));
    // the same tool versions for tests and releases
    let tools = [
        (".ci/install-test-tools", "maturin==", "maturin=="),
        (".ci/try-packages", "cargo-deb --version ", "version="),
    ];
    for (script, tool, written) in tools {
        let version = workflow.split(tool).nth(1).unwrap().split_whitespace().next().unwrap();
        assert!(text_of(script).contains(&format!("{written}{version}")), "{tool}{version}");
    }
}

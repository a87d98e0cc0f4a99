//! Manual pages: they include every command and option, and manual readers report no error in them.

#![cfg(unix)]

use crate::support::program::{commands, ended, options, run, system_tool};
use crate::support::text_of;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands of commands.
const PARTS: [&str; 1] = ["catalog throughput"];

/// All pages in a new folder.
fn pages() -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let written = run(folder.path(), &["man", "--output", "share/man1"]);
    assert_eq!((written.status, written.output.as_str(), written.errors.as_str()), (0, "", ""));
    let mut pages: Vec<PathBuf> =
        fs::read_dir(folder.path().join("share/man1")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    (folder, pages)
}

/// A text as it is in a manual page, where a dash is no hyphen.
fn dashed(text: &str) -> String {
    text.replace('-', "\\-")
}

#[test]
fn every_command_has_a_page_with_its_options() {
    let (folder, pages) = pages();
    let file = |command: &str| folder.path().join(format!("share/man1/rackrent-{}.1", command.replace(' ', "-")));
    let all: Vec<String> = commands().into_iter().chain(PARTS.map(str::to_owned)).collect();
    let expected: Vec<PathBuf> = all.iter().map(|command| file(command)).collect();
    assert!(expected.iter().all(|page| pages.contains(page)), "{pages:?}");
    assert_eq!(pages.len(), expected.len() + 1, "{pages:?}");
    let of_the_program = run(Path::new("."), &["man"]).output;
    assert_eq!(text_of(folder.path().join("share/man1/rackrent.1")), of_the_program);
    for command in all {
        let above = command.rsplit_once(' ').map_or_else(|| of_the_program.clone(), |(above, _)| text_of(file(above)));
        assert!(above.contains(&dashed(&format!("rackrent-{}(1)", command.replace(' ', "-")))), "{command}");
        let page = text_of(file(&command));
        for option in options(&command) {
            assert!(page.contains(&format!("\\fB{}\\fR", dashed(&option))), "{command} {option}");
        }
    }
}

#[test]
fn manual_readers_report_no_error() {
    let (_folder, pages) = pages();
    let version = format!("rackrent {}", env!("CARGO_PKG_VERSION"));
    if let Some(man) = system_tool("man", "no page is shown by man") {
        for page in &pages {
            let mut man = Command::new(&man);
            man.args(["--warnings", "--local-file"]).arg(page).envs([("LC_ALL", "C.UTF-8"), ("MANPAGER", "cat")]);
            let shown = ended(man.env("MANWIDTH", "80"), "");
            let name = page.file_stem().unwrap().to_str().unwrap();
            assert!(shown.status == 0 && shown.errors.is_empty(), "{name}: {}", shown.errors);
            let (first, last) = (shown.output.lines().next().unwrap(), shown.output.lines().last().unwrap());
            assert!(first.starts_with(&format!("{name}(1)")), "{first}");
            assert!(last.starts_with(&version) && last.ends_with(&format!("{name}(1)")), "{last}");
        }
    }
    if let Some(mandoc) = system_tool("mandoc", "no page is judged by mandoc") {
        let judged = ended(Command::new(mandoc).args(["-T", "lint", "-W", "error"]).args(&pages), "");
        assert_eq!((judged.status, judged.output.as_str()), (0, ""));
    }
}

#[test]
fn pages_are_written_all_or_none() {
    let folder = tempfile::tempdir().unwrap();
    // the last page cannot be written
    let taken = folder.path().join("man1/rackrent.1");
    fs::create_dir_all(&taken).unwrap();
    let refused = run(folder.path(), &["man", "--output", "man1"]);
    let printed = "error: cannot write man1/rackrent.1: it is a directory\n";
    assert_eq!((refused.status, refused.errors.as_str()), (2, printed));
    assert_eq!(fs::read_dir(folder.path().join("man1")).unwrap().count(), 1);
    fs::write(folder.path().join("file"), "").unwrap();
    for (output, why) in [("file", "a file has this name"), ("file/man1", "its folder is a file")] {
        let refused = run(folder.path(), &["man", "--output", output]);
        let printed = format!("error: cannot create the folder {output}: {why}\n");
        assert_eq!((refused.status, refused.errors), (2, printed));
    }
}

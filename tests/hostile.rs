//! Hostile files: each is rejected, or answered, with a clear message, quickly and in little memory.
//!
//! The small files are `tests/hostile/CODE--VARIANT.yaml`; `tests/hostile/made.rs` generates the large ones. `CODE` is a
//! code found in the file; `fine` has an answer, and `unreadable` is not valid text. A table of time and memory is written
//! to the folder `RACKRENT_HOSTILE_TABLES`; `RACKRENT_PROGRAM` selects another program.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]
#![allow(clippy::unwrap_used, reason = "a test fails if it cannot read a file")]

#[path = "hostile/child.rs"]
mod child;
#[path = "hostile/dimensions.rs"]
mod dimensions;
#[path = "hostile/made.rs"]
mod made;
#[path = "hostile/places.rs"]
mod places;

use child::{Ended, run, run_through_shell};
use dimensions::{COMMANDS, DIMENSIONS};
use made::MADE;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// CPU time limit per file. The goal is a second on an idle machine with a release build; the test build takes fifteen times
/// as long, and a slow machine twice that. Superlinear cost would take minutes.
const MOST_TIME: Duration = Duration::from_secs(20);
/// Memory limit per file.
const MOST_MEMORY: u64 = 200 << 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

/// Names of the files in the repository.
fn small() -> Vec<String> {
    let paths = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let scenarios = paths.filter(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    let mut names: Vec<String> = scenarios.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// A command that runs on every file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    Compare,
    Check,
}

impl Command {
    const ALL: [Command; 2] = [Command::Compare, Command::Check];

    fn name(self) -> &'static str {
        match self {
            Command::Compare => "compare",
            Command::Check => "check",
        }
    }

    /// Exit status of a rejected file.
    fn refused(self) -> i32 {
        match self {
            Command::Compare => 2,
            Command::Check => 1,
        }
    }
}

/// A tested file.
struct Tried {
    name: String,
    command: Command,
    ended: Ended,
}

impl Tried {
    fn new(folder: &Path, name: &str, command: Command) -> Tried {
        Tried { name: name.to_owned(), command, ended: run(folder, &[command.name(), name]) }
    }

    /// Violations in the handling of the file.
    fn violations(&self) -> Vec<String> {
        let (ended, name) = (&self.ended, &self.name);
        let code = name.split("--").next().unwrap();
        let output = match self.command {
            Command::Compare => &ended.errors,
            Command::Check => &ended.output,
        };
        let mut violations = Vec::new();
        let mut expect = |holds: bool, violation: String| {
            if !holds {
                violations.push(violation);
            }
        };
        match (code, self.command) {
            ("fine", Command::Compare) => expect(ended.status == Some(0), "has no answer".to_owned()),
            // rules may have findings
            ("fine", Command::Check) => {
                expect(matches!(ended.status, Some(0 | 1)), "is not checked".to_owned());
                expect(!output.contains("error["), "is refused".to_owned());
            }
            ("unreadable", command) => {
                let refusal = match command {
                    Command::Compare => format!("error: cannot read {name}: "),
                    Command::Check => "error[unreadable-file]: ".to_owned(),
                };
                expect(ended.status == Some(2), "is not refused".to_owned());
                expect(output.starts_with(&refusal) && output.contains(name), "is not named".to_owned());
            }
            (code, command) => {
                expect(ended.status == Some(command.refused()), "is not refused".to_owned());
                expect(output.contains(&format!("error[{code}]: ")), format!("has no {code}"));
                expect(output.contains(&format!("--> {name}:")), "has no place".to_owned());
            }
        }
        expect(is_visible(&ended.errors) && is_visible(&ended.output), "prints invisible characters".to_owned());
        expect(output.len() < 200_000, format!("prints {} bytes", output.len()));
        expect(ended.processor < MOST_TIME, format!("takes {:?}", ended.processor));
        expect(ended.memory < MOST_MEMORY, format!("takes {} MiB", ended.memory >> 20));
        let ended = |violation: &String| {
            format!("{} {name} {violation}, {:?}: {}", self.command.name(), ended.status, beginning(output))
        };
        violations.iter().map(ended).collect()
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(1_000).collect()
}

/// Whether a text has no terminal control and no invisible characters.
fn is_visible(text: &str) -> bool {
    text.chars().all(|c| {
        let hides = matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        c == '\n' || !(c.is_control() || hides)
    })
}

#[test]
fn every_small_file_is_rejected_or_answered() {
    let names = small();
    assert!(names.len() >= 60, "only {} files", names.len());
    let tried = names.iter().flat_map(|name| Command::ALL.map(|command| Tried::new(&folder(), name, command)));
    judged("small", &tried.collect::<Vec<_>>());
}

#[test]
fn every_large_file_is_rejected_or_answered() {
    let folder = tempfile::tempdir().unwrap();
    let tried = MADE.iter().flat_map(|made| {
        let name = format!("{}.yaml", made.name);
        let path = folder.path().join(&name);
        let mut out = BufWriter::new(std::fs::File::create(&path).unwrap());
        (made.write)(&mut out).and_then(|()| out.flush()).unwrap();
        drop(out);
        let tried = Command::ALL.map(|command| Tried::new(folder.path(), &name, command));
        std::fs::remove_file(path).unwrap();
        tried
    });
    judged("large", &tried.collect::<Vec<_>>());
}

#[test]
fn every_command_handles_every_dimension() {
    let folder = tempfile::tempdir().unwrap();
    let (mut violations, mut rows) = (Vec::new(), String::new());
    for dimension in DIMENSIONS {
        let file = format!("{}.yaml", dimension.name);
        std::fs::write(folder.path().join(&file), (dimension.text)()).unwrap();
        if let Some((name, levels)) = dimension.trace {
            std::fs::write(folder.path().join(name), levels()).unwrap();
        }
        for command in COMMANDS {
            let ended = dimensions::run_command(folder.path(), &file, command);
            violations.extend(dimensions::violations(dimension.name, command, &ended));
            rows.push_str(&row_of(dimension.name, &command.join(" "), &ended));
        }
    }
    write_table("dimensions", &rows);
    assert!(violations.is_empty(), "{}", violations.join("\n\n"));
}

#[test]
fn small_files_that_once_blocked_a_search_are_answered_by_every_command() {
    let files = ["headroom-of-nearly-nothing", "price-of-a-billionth", "least-price"];
    let violations = files.iter().flat_map(|file| {
        let file = format!("fine--{file}.yaml");
        COMMANDS.iter().flat_map(move |command| {
            let ended = dimensions::run_command(&folder(), &file, command);
            let mut violations = dimensions::violations(&file, command, &ended);
            if ended.status == Some(2) {
                violations.push(format!("{} {file} has no answer: {}", command.join(" "), ended.errors));
            }
            violations
        })
    });
    let violations: Vec<String> = violations.collect();
    assert!(violations.is_empty(), "{}", violations.join("\n\n"));
}

#[test]
fn threads_that_cannot_start_are_an_error() {
    // twenty thousand stacks do not fit in a gigabyte of address space, even for the superuser
    let script = "ulimit -v 1000000 && RAYON_NUM_THREADS=20000 exec \"$0\" flip fine--smallest.yaml";
    let ended = run_through_shell(&folder(), script);
    assert_eq!(ended.status, Some(2), "{}", ended.errors);
    assert!(ended.errors.starts_with("error: can't start threads: "), "{}", ended.errors);
    assert!(ended.errors.contains("RAYON_NUM_THREADS") && !ended.errors.contains("panicked"), "{}", ended.errors);
}

/// Asserts that no file has violations, and writes the table of time and memory on request.
#[track_caller]
fn judged(group: &str, tried: &[Tried]) {
    let rows: Vec<String> = tried.iter().map(|tried| row_of(&tried.name, tried.command.name(), &tried.ended)).collect();
    write_table(group, &rows.concat());
    let violations: Vec<String> = tried.iter().flat_map(Tried::violations).collect();
    assert!(violations.is_empty(), "{}", violations.join("\n\n"));
}

fn write_table(group: &str, rows: &str) {
    if let Some(folder) = std::env::var_os("RACKRENT_HOSTILE_TABLES") {
        std::fs::write(Path::new(&folder).join(format!("{group}.md")), rows).unwrap();
    }
}

fn row_of(name: &str, command: &str, Ended { processor, wall, memory, .. }: &Ended) -> String {
    let seconds = |time: &Duration| format!("{:.2}", time.as_secs_f64());
    format!("| {name} | {command} | {} | {} | {} |\n", seconds(processor), seconds(wall), memory >> 20)
}

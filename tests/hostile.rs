//! Hostile files: each is rejected, or answered, with a clear message, quickly and in little memory.
//!
//! The small files are `tests/hostile/CODE--VARIANT.yaml`; `tests/hostile/made.rs` generates the large ones. `CODE` is a
//! code found in the file; `fine` has an answer, and `unreadable` is not valid text. A table of time and memory is written
//! to the folder `RACKRENT_HOSTILE_TABLES`; `RACKRENT_PROGRAM` selects another program.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]
#![allow(clippy::unwrap_used, reason = "what a test cannot read fails it")]

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
enum Asked {
    Compare,
    Check,
}

impl Asked {
    const ALL: [Asked; 2] = [Asked::Compare, Asked::Check];

    fn name(self) -> &'static str {
        match self {
            Asked::Compare => "compare",
            Asked::Check => "check",
        }
    }

    /// Exit status of a rejected file.
    fn refused(self) -> i32 {
        match self {
            Asked::Compare => 2,
            Asked::Check => 1,
        }
    }
}

/// A tested file.
struct Tried {
    name: String,
    asked: Asked,
    ended: Ended,
}

impl Tried {
    fn new(folder: &Path, name: &str, asked: Asked) -> Tried {
        Tried { name: name.to_owned(), asked, ended: run(folder, &[asked.name(), name]) }
    }

    /// Violations in the handling of the file.
    fn faults(&self) -> Vec<String> {
        let (ended, name) = (&self.ended, &self.name);
        let code = name.split("--").next().unwrap();
        let said = match self.asked {
            Asked::Compare => &ended.errors,
            Asked::Check => &ended.output,
        };
        let mut faults = Vec::new();
        let mut expect = |holds: bool, fault: String| {
            if !holds {
                faults.push(fault);
            }
        };
        match (code, self.asked) {
            ("fine", Asked::Compare) => expect(ended.status == Some(0), "has no answer".to_owned()),
            // rules may have findings
            ("fine", Asked::Check) => {
                expect(matches!(ended.status, Some(0 | 1)), "is not checked".to_owned());
                expect(!said.contains("error["), "is refused".to_owned());
            }
            ("unreadable", asked) => {
                let refusal = match asked {
                    Asked::Compare => format!("error: cannot read {name}: "),
                    Asked::Check => "error[unreadable-file]: ".to_owned(),
                };
                expect(ended.status == Some(2), "is not refused".to_owned());
                expect(said.starts_with(&refusal) && said.contains(name), "is not named".to_owned());
            }
            (code, asked) => {
                expect(ended.status == Some(asked.refused()), "is not refused".to_owned());
                expect(said.contains(&format!("error[{code}]: ")), format!("has no {code}"));
                expect(said.contains(&format!("--> {name}:")), "has no place".to_owned());
            }
        }
        expect(is_visible(&ended.errors) && is_visible(&ended.output), "something invisible is printed".to_owned());
        expect(said.len() < 200_000, format!("{} bytes are said", said.len()));
        expect(ended.processor < MOST_TIME, format!("takes {:?}", ended.processor));
        expect(ended.memory < MOST_MEMORY, format!("takes {} MiB", ended.memory >> 20));
        let ended =
            |fault: &String| format!("{} {name} {fault}, {:?}: {}", self.asked.name(), ended.status, beginning(said));
        faults.iter().map(ended).collect()
    }
}

fn beginning(said: &str) -> String {
    said.chars().take(1_000).collect()
}

/// Whether a text has no terminal control and no invisible characters.
fn is_visible(text: &str) -> bool {
    text.chars().all(|c| {
        let hides = matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        c == '\n' || !(c.is_control() || hides)
    })
}

#[test]
fn every_small_file_is_dealt_with() {
    let names = small();
    assert!(names.len() >= 60, "only {} files", names.len());
    let tried = names.iter().flat_map(|name| Asked::ALL.map(|asked| Tried::new(&folder(), name, asked)));
    judged("small", &tried.collect::<Vec<_>>());
}

#[test]
fn every_large_file_is_dealt_with() {
    let folder = tempfile::tempdir().unwrap();
    let tried = MADE.iter().flat_map(|made| {
        let name = format!("{}.yaml", made.name);
        let path = folder.path().join(&name);
        let mut out = BufWriter::new(std::fs::File::create(&path).unwrap());
        (made.write)(&mut out).and_then(|()| out.flush()).unwrap();
        drop(out);
        let tried = Asked::ALL.map(|asked| Tried::new(folder.path(), &name, asked));
        std::fs::remove_file(path).unwrap();
        tried
    });
    judged("large", &tried.collect::<Vec<_>>());
}

#[test]
fn every_dimension_is_dealt_with_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let (mut faults, mut rows) = (Vec::new(), String::new());
    for dimension in DIMENSIONS {
        let file = format!("{}.yaml", dimension.name);
        std::fs::write(folder.path().join(&file), (dimension.text)()).unwrap();
        if let Some((name, levels)) = dimension.trace {
            std::fs::write(folder.path().join(name), levels()).unwrap();
        }
        for command in COMMANDS {
            let ended = dimensions::asked(folder.path(), &file, command);
            faults.extend(dimensions::faults(dimension.name, command, &ended));
            rows.push_str(&row_of(dimension.name, &command.join(" "), &ended));
        }
    }
    write_table("dimensions", &rows);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn small_files_that_held_a_search_up_end_in_every_command() {
    let files = ["headroom-of-nearly-nothing", "price-of-a-billionth", "least-price"];
    let faults = files.iter().flat_map(|file| {
        let file = format!("fine--{file}.yaml");
        COMMANDS.iter().flat_map(move |command| {
            let ended = dimensions::asked(&folder(), &file, command);
            let mut faults = dimensions::faults(&file, command, &ended);
            if ended.status == Some(2) {
                faults.push(format!("{} {file} has no answer: {}", command.join(" "), ended.errors));
            }
            faults
        })
    });
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn threads_that_cannot_start_are_an_error() {
    // twenty thousand stacks do not fit in a gigabyte of address space, even for the superuser
    let asked = "ulimit -v 1000000 && RAYON_NUM_THREADS=20000 exec \"$0\" flip fine--smallest.yaml";
    let ended = run_through_shell(&folder(), asked);
    assert_eq!(ended.status, Some(2), "{}", ended.errors);
    assert!(ended.errors.starts_with("error: can't start threads: "), "{}", ended.errors);
    assert!(ended.errors.contains("RAYON_NUM_THREADS") && !ended.errors.contains("panicked"), "{}", ended.errors);
}

/// Asserts that no file has violations, and writes the table of time and memory on request.
#[track_caller]
fn judged(group: &str, tried: &[Tried]) {
    let rows: Vec<String> = tried.iter().map(|tried| row_of(&tried.name, tried.asked.name(), &tried.ended)).collect();
    write_table(group, &rows.concat());
    let faults: Vec<String> = tried.iter().flat_map(Tried::faults).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn write_table(group: &str, rows: &str) {
    if let Some(folder) = std::env::var_os("RACKRENT_HOSTILE_TABLES") {
        std::fs::write(Path::new(&folder).join(format!("{group}.md")), rows).unwrap();
    }
}

fn row_of(name: &str, asked: &str, Ended { processor, wall, memory, .. }: &Ended) -> String {
    let seconds = |time: &Duration| format!("{:.2}", time.as_secs_f64());
    format!("| {name} | {asked} | {} | {} | {} |\n", seconds(processor), seconds(wall), memory >> 20)
}

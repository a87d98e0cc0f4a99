//! Each room uses only rooms above it in the list of `src/lib.rs`: every `crate::room` in the sources is read. A crate can't use what
//! stands above it at all: the compiler sees to that.

use crate::support::files_below;
use crate::support::program::ended;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rooms in their order, as the table of `src/lib.rs` lists them.
fn rooms() -> Vec<String> {
    let map = fs::read_to_string("src/lib.rs").unwrap();
    let name = |line: &str| {
        let room = line.strip_prefix("//! | ")?.trim_start_matches('[').strip_prefix('`')?;
        Some(room.split('`').next()?.to_owned())
    };
    map.lines().filter_map(name).collect()
}

/// The sources of the package and of the crates that it stands on.
fn all_sources() -> Vec<PathBuf> {
    ["src", "crates"].map(|folder| files_below(folder, "rs")).concat()
}

/// The rooms that a source names as `crate::room` or within `use crate::{room, …}`.
fn used(text: &str) -> Vec<String> {
    let after = text.split("crate::").skip(1);
    after
        .flat_map(|rest| {
            let group = rest.strip_prefix('{').and_then(|group| group.split(';').next()).unwrap_or(rest);
            let names = if rest.starts_with('{') { group.split(',').collect() } else { vec![group] };
            names.into_iter().map(|name| {
                name.trim().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>()
            })
        })
        .collect()
}

#[test]
fn each_room_uses_only_rooms_above_it() {
    let rooms = rooms();
    let mut checked = 0;
    let of_rooms = ["src", "crates/engine/src", "crates/documents/src"];
    for (folder, path) in
        of_rooms.iter().flat_map(|folder| files_below(folder, "rs").into_iter().map(move |path| (folder, path)))
    {
        let within = path.strip_prefix(folder).unwrap();
        let room = within.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let Some(own) = rooms.iter().position(|name| *name == room) else {
            assert!(matches!(room.as_str(), "lib" | "main"), "{room} is not on the map in src/lib.rs");
            continue;
        };
        for name in used(&fs::read_to_string(&path).unwrap()) {
            if let Some(other) = rooms.iter().position(|room| *room == name) {
                assert!(other <= own, "{} uses {name}, which is below it", path.display());
                checked += 1;
            }
        }
    }
    assert!(rooms.len() > 20 && checked > 500, "{} rooms and {checked} uses were read", rooms.len());
}

#[test]
fn only_the_command_line_opens_files_and_prints() {
    for path in all_sources() {
        let text = fs::read_to_string(&path).unwrap();
        // `streams` looks whether a stream is open, and writes nothing
        let inside = ["src/cli", "src/main.rs", "crates/streams"].map(Path::new);
        let outside = !inside.iter().any(|inside| path.starts_with(inside));
        for word in ["std::fs", "std::env", "io::stdout", "io::stderr", "std::net", "SystemTime", "anyhow"] {
            assert!(!(outside && text.contains(word)), "{} names {word}", path.display());
        }
    }
}

#[test]
fn the_library_brings_nothing_that_only_a_terminal_needs() {
    let tree = |features: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--locked", "--offline", "--package", "rackrent", "--edges", "normal", "--prefix", "none"]);
        let ran = ended(cargo.args(features), "");
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let names = ran.output.lines().filter_map(|line| line.split(' ').next().map(str::to_owned));
        names.collect::<BTreeSet<String>>()
    };
    let (program, library) = (tree(&[]), tree(&["--no-default-features"]));
    for of_a_terminal in [
        "anyhow",
        "clap",
        "ignore",
        "indicatif",
        "inquire",
        "lsp-server",
        "lsp-types",
        "rackrent-streams",
        "tempfile",
        "terminal_size",
    ] {
        assert!(program.contains(of_a_terminal), "the program no longer needs {of_a_terminal}; take it from this list");
        assert!(!library.contains(of_a_terminal), "the library brings {of_a_terminal}");
    }
    assert!(library.contains("rust_decimal"), "{library:?}");
}

/// Words of a piece of text, without what is put into it: letters alone, and no key, which a colon follows.
fn words(literal: &str) -> impl Iterator<Item = &str> {
    let outside = literal.split('{').map(|piece| piece.rsplit('}').next().unwrap_or(piece));
    let words = outside.flat_map(|piece| piece.split_whitespace());
    words.filter(|word| word.len() > 1 && word.trim_end_matches([',', ';']).chars().all(char::is_alphabetic))
}

/// The pieces of text in a line of a source that somebody reads: not in comments, nor in what is said to programmers.
fn texts(line: &str) -> impl Iterator<Item = &str> {
    let code = line.trim_start();
    let to_programmers = ["//", "#[", "#![", "assert", "debug_assert"].iter().any(|start| code.starts_with(start));
    let read = !to_programmers && !code.contains("expect(");
    code.split('"').skip(1).step_by(2).filter(move |_| read)
}

#[test]
fn an_analysis_speaks_in_values() {
    let mut read = 0;
    for path in
        ["crates/engine/src/analysis", "crates/engine/src/variation"].iter().flat_map(|room| files_below(room, "rs"))
    {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for said in code.lines().flat_map(texts) {
            assert!(words(said).count() < 2, "{} says \u{201c}{said}\u{201d}", path.display());
            read += 1;
        }
    }
    assert!(read > 100, "{read} pieces of text were read");
    assert_eq!(
        words("{} costs {total:?}, {} above the budget").collect::<Vec<_>>(),
        ["costs", "above", "the", "budget"]
    );
}

#[test]
fn files_stay_small_enough_to_read() {
    for path in all_sources() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 400, "{} has {lines} lines", path.display());
    }
}

/// A test that fails in one run of thirty stops who changed something else.
#[test]
fn what_is_tried_at_random_is_the_same_in_every_run() {
    let of_tests = files_below("tests", "rs");
    let blocks = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let blocks = text.lines().zip(text.lines().skip(1)).filter(|(line, _)| line.trim() == "proptest! {");
        blocks.map(|(_, first)| first.trim().to_owned()).collect::<Vec<_>>()
    };
    let mut read = 0;
    for path in all_sources().iter().chain(&of_tests) {
        for first in blocks(path) {
            let is_fixed =
                first.starts_with("#![proptest_config(cases(") || first.contains("rng_seed: RngSeed::Fixed(");
            assert!(is_fixed, "{}: a property begins with {first}", path.display());
            read += 1;
        }
    }
    assert!(read > 10, "{read} properties were read");
}

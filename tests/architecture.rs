//! Layers: a module uses only modules above it in the table of `src/lib.rs`. Between crates the compiler checks this.

use crate::support::files_below;
use crate::support::program::ended;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules in the order of the table in `src/lib.rs`.
fn layers() -> Vec<String> {
    let text = fs::read_to_string("src/lib.rs").unwrap();
    let name = |line: &str| {
        let module = line.strip_prefix("//! | ")?.trim_start_matches('[').strip_prefix('`')?;
        Some(module.split('`').next()?.to_owned())
    };
    text.lines().filter_map(name).collect()
}

/// Sources of the package and of its crates.
fn all_sources() -> Vec<PathBuf> {
    ["src", "crates"].map(|folder| files_below(folder, "rs")).concat()
}

/// Modules used as `crate::module` or in `use crate::{module, …}`.
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
fn a_module_uses_only_the_layers_above_it() {
    let layers = layers();
    let mut checked = 0;
    for folder in ["src", "crates/engine/src", "crates/documents/src"] {
        for path in files_below(folder, "rs") {
            let within = path.strip_prefix(folder).unwrap();
            let first = within.components().next().unwrap().as_os_str().to_str().unwrap();
            let module = first.trim_end_matches(".rs");
            let Some(own) = layers.iter().position(|name| name == module) else {
                assert!(matches!(module, "lib" | "main"), "{module} is not in the table of src/lib.rs");
                continue;
            };
            for name in used(&fs::read_to_string(&path).unwrap()) {
                if let Some(other) = layers.iter().position(|module| *module == name) {
                    assert!(other <= own, "{} uses {name}, which is below it", path.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(layers.len() > 20 && checked > 500, "{} modules and {checked} uses were read", layers.len());
}

#[test]
fn only_the_command_line_opens_files_and_prints() {
    for path in all_sources() {
        let text = fs::read_to_string(&path).unwrap();
        // `streams` checks whether a stream is open, and writes nothing
        let inside = ["src/cli", "src/main.rs", "crates/streams"].map(Path::new);
        let outside = !inside.iter().any(|inside| path.starts_with(inside));
        for word in ["std::fs", "std::env", "io::stdout", "io::stderr", "std::net", "SystemTime", "anyhow"] {
            assert!(!(outside && text.contains(word)), "{} names {word}", path.display());
        }
    }
}

#[test]
fn the_library_has_no_dependency_of_the_command_line() {
    let tree = |features: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--locked", "--offline", "--package", "rackrent", "--edges", "normal", "--prefix", "none"]);
        let ran = ended(cargo.args(features), "");
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let names = ran.output.lines().filter_map(|line| line.split(' ').next().map(str::to_owned));
        names.collect::<BTreeSet<String>>()
    };
    let (program, library) = (tree(&[]), tree(&["--no-default-features"]));
    for dependency in [
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
        assert!(program.contains(dependency), "the program no longer needs {dependency}; remove it from this list");
        assert!(!library.contains(dependency), "the library depends on {dependency}");
    }
    assert!(library.contains("rust_decimal"), "{library:?}");
}

/// Words of a string literal, without placeholders and keys.
fn words(literal: &str) -> impl Iterator<Item = &str> {
    let outside = literal.split('{').map(|piece| piece.rsplit('}').next().unwrap_or(piece));
    let words = outside.flat_map(|piece| piece.split_whitespace());
    words.filter(|word| word.len() > 1 && word.trim_end_matches([',', ';']).chars().all(char::is_alphabetic))
}

/// String literals that users may read in a line of code; none in comments, attributes and assertions.
fn texts(line: &str) -> impl Iterator<Item = &str> {
    let code = line.trim_start();
    let to_programmers = ["//", "#[", "#![", "assert", "debug_assert"].iter().any(|start| code.starts_with(start));
    let read = !to_programmers && !code.contains("expect(");
    code.split('"').skip(1).step_by(2).filter(move |_| read)
}

#[test]
fn analysis_contains_no_sentences() {
    let mut read = 0;
    for path in ["crates/engine/src/analysis", "crates/engine/src/variation"]
        .iter()
        .flat_map(|folder| files_below(folder, "rs"))
    {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for printed in code.lines().flat_map(texts) {
            assert!(words(printed).count() < 2, "{} says \u{201c}{printed}\u{201d}", path.display());
            read += 1;
        }
    }
    assert!(read > 100, "{read} literals were read");
    assert_eq!(
        words("{} costs {total:?}, {} above the budget").collect::<Vec<_>>(),
        ["costs", "above", "the", "budget"]
    );
}

/// A test that fails in one of thirty runs blocks people who changed something else.
#[test]
fn random_tests_are_the_same_in_every_run() {
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

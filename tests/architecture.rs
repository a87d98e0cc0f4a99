//! Layers: a module uses only modules below it in the table of `src/lib.rs`; between crates the compiler checks this. Within a
//! folder, modules do not use each other in a circle.

use crate::support::files_below;
use crate::support::program::ended;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Modules in the order of the table in `src/lib.rs`: the highest layer first.
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

/// Names used directly below a path: `path::name`, or `path::{name, …}`.
fn used(text: &str, path: &str) -> Vec<String> {
    let after = text.split(path).skip(1);
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
fn a_module_uses_only_the_layers_below_it() {
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
            for name in used(&fs::read_to_string(&path).unwrap(), "crate::") {
                if let Some(other) = layers.iter().position(|module| *module == name) {
                    assert!(other >= own, "{} uses {name}, which is above it", path.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(layers.len() > 20 && checked > 500, "{} modules and {checked} uses were read", layers.len());
}

/// Folders whose modules do not use each other in a circle, with the path of the folder in the crate.
const WITHOUT_CIRCLES: [(&str, &str); 3] = [
    ("crates/sheet/src", "crate::"),
    ("crates/engine/src/scenario", "crate::scenario::"),
    ("crates/documents/src/report", "crate::report::"),
];

/// Modules that may use each other: the keys of each kind of option are refused in the other, with advice.
const MUTUAL: [(&str, &str); 1] = [("own", "rent")];

/// Code without comments and unit tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Module of each name that the file of a folder re-exports from its modules.
fn re_exported(folder: &Path) -> BTreeMap<String, String> {
    let file = ["mod.rs", "lib.rs"].map(|name| folder.join(name)).into_iter().find(|file| file.exists());
    let text = code(&fs::read_to_string(file.unwrap()).unwrap());
    let statements = text.split("use ").skip(1).filter_map(|rest| rest.split_once(';')?.0.split_once("::"));
    let names = statements.flat_map(|(module, names)| {
        let names = names.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|name| !name.is_empty());
        names.map(move |name| (name.to_owned(), module.to_owned()))
    });
    names.collect()
}

/// Pairs of modules of a folder: one, and another that it uses.
fn uses_between_modules(folder: &Path, path_in_crate: &str) -> BTreeSet<(String, String)> {
    let re_exported = re_exported(folder);
    let mut uses = BTreeSet::new();
    for path in files_below(folder.to_str().unwrap(), "rs") {
        let parts: Vec<&str> = path.strip_prefix(folder).unwrap().iter().map(|part| part.to_str().unwrap()).collect();
        let own = parts[0].trim_end_matches(".rs");
        if matches!(own, "mod" | "lib") || parts.last() == Some(&"tests.rs") {
            continue;
        }
        let depth = parts.len() - usize::from(parts.last() == Some(&"mod.rs"));
        let text = code(&fs::read_to_string(&path).unwrap());
        for name in [path_in_crate, &"super::".repeat(depth)].iter().flat_map(|before| used(&text, before)) {
            let is_module = [folder.join(format!("{name}.rs")), folder.join(&name).join("mod.rs")];
            let module = is_module.iter().any(|file| file.exists()).then_some(&name).or(re_exported.get(&name));
            uses.extend(module.filter(|module| *module != own).map(|module| (own.to_owned(), module.clone())));
        }
    }
    uses
}

/// The uses that are part of a circle, or between circles.
fn circles(mut uses: BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    loop {
        let (from, to): (BTreeSet<String>, BTreeSet<String>) = uses.iter().cloned().unzip();
        let before = uses.len();
        uses.retain(|(module, other)| to.contains(module) && from.contains(other));
        if uses.len() == before {
            return uses;
        }
    }
}

#[test]
fn modules_of_a_folder_do_not_use_each_other_in_a_circle() {
    for (folder, path_in_crate) in WITHOUT_CIRCLES {
        let mut uses = uses_between_modules(Path::new(folder), path_in_crate);
        assert!(uses.len() > 50, "{folder}: {} uses were read", uses.len());
        uses.retain(|(module, other)| !MUTUAL.contains(&(module, other)));
        let circles = circles(uses);
        assert!(circles.is_empty(), "{folder}: move what both use into a module below them: {circles:?}");
    }
    let uses = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")].map(|(from, to)| (from.to_owned(), to.to_owned()));
    assert_eq!(circles(uses.into()).len(), 2);
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

//! Corpus of the fuzz targets, without a fuzzer: earlier failures stay fixed.

#[path = "../fuzz/targets.rs"]
mod targets;

use crate::generated::cases;
use crate::support::{scenarios_in, text_of};
use proptest::prelude::*;
use rackrent::scenario;
use std::path::Path;

fn replays(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 10, "only {} files in {}", files.len(), folder.display());
    for file in files {
        run(&std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    }
}

#[test]
fn scenarios_of_the_corpus_are_loaded() {
    replays("load", targets::load);
}

#[test]
fn scenarios_of_the_corpus_are_answered() {
    replays("evaluate", targets::evaluate);
}

#[test]
fn settings_of_the_corpus_are_applied() {
    replays("set", targets::set);
}

#[test]
fn all_commands_run_on_the_corpus_with_settings() {
    replays("report", targets::report);
}

/// Limits of decimals, of quantities and of arithmetic precision.
const EXTREMES: [&str; 16] = [
    "0",
    "1e-28",
    "1e-26%",
    "1e-18",
    "1e-9",
    "0.1234567890123456789012345678",
    "1e-3",
    "1",
    "100%",
    "360",
    "1e6",
    "1e9",
    "1e12",
    "1234567890123456789012345678",
    "1e27",
    "79228162514264337593543950335",
];

/// Examples with some numbers at extreme values.
fn extremes() -> impl Strategy<Value = String> {
    let files = ["scenarios", "tests/inputs"].map(scenarios_in).concat();
    let of_file = (
        0..files.len(),
        prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(&EXTREMES[..])), 1..4),
    );
    of_file.prop_map(move |(file, moved)| {
        let text = text_of(&files[file]);
        let Ok(loaded) = scenario::load("fuzz.yaml", &text, &[]) else { return text };
        let numbers = loaded.document.numbers();
        let setting = |(at, value): &(prop::sample::Index, &str)| {
            format!("{}={value}", loaded.document.path(at.get(&numbers).at))
        };
        let settings: Vec<String> = moved.iter().map(setting).collect();
        format!("{text}\n---8<---\n{}", settings.join("\n"))
    })
}

proptest! {
    #![proptest_config(cases(12))]

    /// For any extreme values in an example, every command that computes gives an answer or an error.
    #[test]
    fn all_commands_run_on_examples_with_extreme_values(request in extremes()) {
        targets::report(request.as_bytes());
    }
}

//! The corpus of the fuzz targets, without a fuzzer: what it once found stays mended.

#[path = "../fuzz/targets.rs"]
mod targets;

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
fn settings_of_the_corpus_are_made() {
    replays("set", targets::set);
}

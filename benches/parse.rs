//! YAML parsing of files alone, the lower limit of every check: `parse events|document FOLDER`. `benches/check.py` runs it.

use rackrent::scenario::document::Document;
use rayon::prelude::*;
use serde_yaml::granit_parser::Parser;
use std::path::PathBuf;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let [how, folder] = arguments.as_slice() else {
        // `cargo bench` runs every benchmark, without a folder
        return Ok(());
    };
    let parse = match how.as_str() {
        "events" => events,
        "document" => document,
        other => return Err(format!("`{other}` is neither `events` nor `document`")),
    };
    let parsed: Result<Vec<usize>, String> = files(folder)?.par_iter().map(|path| parse(&text(path)?)).collect();
    // count the results, so that the compiler removes nothing
    if parsed?.contains(&0) { Err("a file holds nothing".to_owned()) } else { Ok(()) }
}

fn files(folder: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()).map_err(|error| error.to_string()));
    let mut paths = paths.collect::<Result<Vec<PathBuf>, String>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yaml"));
    Ok(paths)
}

fn text(path: &PathBuf) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Number of parser events in a text.
fn events(text: &str) -> Result<usize, String> {
    Parser::new_from_str(text).try_fold(0, |count, event| event.map(|_| count + 1).map_err(|error| error.to_string()))
}

/// Number of values in the document of a text.
fn document(text: &str) -> Result<usize, String> {
    Document::parse(text).map(|document| document.all().len()).map_err(|found| format!("{found:?}"))
}

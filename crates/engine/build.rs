//! Writes the rows of the shipped catalog as constants, and their texts into one file, so that commands need not parse them. A unit
//! test of `catalog/read.rs` reads the same files as a pack is read, and compares.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, error, fs};

/// Files of the catalog: name, type of the rows, and kinds of the columns, `?` if a cell may be blank. A kind that is none of
/// `text`, `number` and `count` is the type of an enum.
const FILES: [(&str, &str, &str); 11] = [
    (
        "accelerators",
        "Accelerator",
        "text text text text number number? number? number? text text number? number? text? text? Grade text?",
    ),
    (
        "api_prices",
        "ApiPriceRow",
        "text text text? number? number? number? number? number? number? number? count? count? count? text Grade text text?",
    ),
    ("exchange_rates", "ReferenceRate", "text number text text Grade"),
    ("marketplaces", "Marketplace", "text text text text"),
    ("measures", "MeasuredFact", "FactMeasure number text? text text text Grade"),
    (
        "rentals",
        "Rental",
        "text text text text number count? number? number? number? number? number? text Precision Grade text text?",
    ),
    ("servers", "Server", "text text count number? number? text? text? number? count? text? Grade text?"),
    ("sources", "FactSource", "text text? SourceStatus text? text?"),
    ("throughput", "ThroughputResult", "text text text text text count text BenchmarkScenario text number"),
    ("throughput_models", "BenchmarkModel", "text text text number? number? count? count? count? count? text"),
    ("throughput_rounds", "BenchmarkRound", "text text text text text Grade"),
];

fn main() -> Result<(), Box<dyn error::Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    let mut texts = Texts::default();
    for (file, row, kinds) in FILES {
        let path = format!("src/catalog/data/{file}.csv");
        println!("cargo::rerun-if-changed={path}");
        let rows = rows(&path, row, kinds, &mut texts).map_err(|error| format!("{path}: {error}"))?;
        fs::write(out.join(format!("{file}.rs")), rows)?;
    }
    fs::write(out.join("texts.txt"), texts.all)?;
    Ok(())
}

/// Distinct texts, concatenated, with the start of each.
#[derive(Default)]
struct Texts {
    all: String,
    starts: HashMap<String, usize>,
}

impl Texts {
    /// A constant expression for a text.
    fn expression(&mut self, text: &str) -> String {
        let all = &mut self.all;
        let start = *self.starts.entry(text.to_owned()).or_insert_with(|| {
            all.push_str(text);
            all.len() - text.len()
        });
        format!("CatalogText::shipped({start}, {})", text.len())
    }
}

/// An array of the rows of a file.
fn rows(path: &str, row: &str, kinds: &str, texts: &mut Texts) -> Result<String, Box<dyn error::Error>> {
    let mut reader = csv::Reader::from_path(path)?;
    let columns = reader.headers()?.clone();
    let kinds: Vec<&str> = kinds.split(' ').collect();
    if kinds.len() != columns.len() {
        return Err(format!("{} columns, and {} kinds", columns.len(), kinds.len()).into());
    }
    let mut text = "&[\n".to_owned();
    for record in reader.records() {
        let record = record?;
        let cells = columns
            .iter()
            .zip(&kinds)
            .zip(&record)
            .map(|((column, kind), cell)| Ok(format!("{column}: {}", expression(kind, cell, texts)?)));
        writeln!(text, "{row} {{ {} }},", cells.collect::<Result<Vec<String>, String>>()?.join(", "))?;
    }
    Ok(text + "]")
}

/// A constant expression for a cell.
fn expression(kind: &str, cell: &str, texts: &mut Texts) -> Result<String, String> {
    match kind.strip_suffix('?') {
        Some(_) if cell.is_empty() => return Ok("None".to_owned()),
        Some(kind) => return Ok(format!("Some({})", expression(kind, cell, texts)?)),
        None => {}
    }
    match kind {
        "text" => Ok(texts.expression(cell)),
        "count" => cell.parse().map(|count: u64| count.to_string()).map_err(|error| format!("`{cell}`: {error}")),
        "number" => number(cell),
        _ => Ok(format!("{kind}::{}", variant(cell))),
    }
}

/// A decimal number, without zeros at its end.
fn number(cell: &str) -> Result<String, String> {
    let (whole, decimals) = cell.split_once('.').unwrap_or((cell, ""));
    let decimals = decimals.trim_end_matches('0');
    let digits: u128 = format!("{whole}{decimals}").parse().map_err(|error| format!("`{cell}`: {error}"))?;
    let part = |shift: u32| digits >> shift & u128::from(u32::MAX);
    let (low, middle, high, scale) = (part(0), part(32), digits >> 64, decimals.len());
    Ok(format!("Decimal::from_parts({low}, {middle}, {high}, false, {scale})"))
}

/// Name of an enum's variant: `ElectricityPerKwh` for `electricity_per_kwh`.
fn variant(cell: &str) -> String {
    let word = |word: &str| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
    cell.split('_').map(word).collect::<Vec<String>>().concat()
}

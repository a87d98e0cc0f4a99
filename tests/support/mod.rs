//! Shared test code: helpers to read a scenario, to get its answer, to find values in it, and to run the program.

pub mod git_repository;
pub mod program;
pub mod repository;
pub mod rolls;
pub mod scenario_file;
pub mod web;

use rackrent::ScenarioText;
use rackrent::analysis::Answer;
use rackrent::analysis::statement::OptionResult;
use rackrent::cli::Folder;
use rackrent::demand::trace::Traces;
use rackrent::model::CostGroup;
use rackrent::report::{Canvas, Colour, Compared, Extent, Format};
use rackrent::scenario::{Loaded, Rejected, Setting};
use rust_decimal::Decimal;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A server for 600 without resale value, or an instance for 10 an hour; one month of 100 hours, half of them useful,
/// without discounting, so every result is a product of a few numbers.
pub const ONE_SERVER: &str = "
name: One server
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 1, utilization: 50% }
own:
  lab:
    node: { price: 600, accelerators: 1 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
";

/// Two rented options for the same eight accelerators for three years, the part of a scenario after its currency.
macro_rules! two_prices {
    () => {
        "\
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 60% }
rent:
  dear: { accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }
  cheap: { accelerators_per_instance: 8, dedicated_per_instance_month: 15_900, minimum_term_months: 12 }
"
    };
}
pub(crate) use two_prices;

/// The number of a text.
#[track_caller]
pub fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// Settings of some `--set` texts.
#[track_caller]
pub fn settings(texts: &[&str]) -> Vec<Setting> {
    texts.iter().map(|text| Setting::parse(text).unwrap()).collect()
}

/// Scenarios of a folder of the repository, without those of subfolders, sorted by name.
#[track_caller]
pub fn scenarios_in(folder: &str) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect();
    found.sort();
    found
}

/// Files of a folder of the repository and its subfolders with an ending, sorted by path.
#[track_caller]
pub fn files_below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![PathBuf::from(folder)]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Text of a file of the repository.
#[track_caller]
pub fn text_of(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A scenario without traces, loaded.
#[track_caller]
pub fn read(text: &str) -> (Loaded, Traces) {
    read_as("scenario.yaml", text)
}

/// A scenario loaded as the file `path`, with the traces of its folder.
#[track_caller]
pub fn read_as(path: &str, text: &str) -> (Loaded, Traces) {
    let read = ScenarioText::new(text, &Folder::of(path)).named(path).read();
    read.unwrap_or_else(|found| panic!("{path}: {text}{:#?}", found.diagnostics))
}

/// Answer of a scenario as the file `path`, with settings; or all its errors.
pub fn ask(path: &str, text: &str, settings: &[Setting]) -> Result<Answer, Rejected> {
    ScenarioText::new(text, &Folder::of(path)).named(path).set(settings).compare()
}

/// Answer of a scenario without traces.
#[track_caller]
pub fn answered(text: &str) -> Answer {
    answered_as("scenario.yaml", text, &[])
}

/// Answer of a scenario as the file `path`, with settings.
#[track_caller]
pub fn answered_as(path: &str, text: &str, settings: &[Setting]) -> Answer {
    ask(path, text, settings).unwrap_or_else(|found| panic!("{path}: {text}{:#?}", found.diagnostics))
}

/// Answer of a file of the repository, with settings.
#[track_caller]
pub fn answer_of(path: impl AsRef<Path>, set: &[&str]) -> Answer {
    answered_as(path.as_ref().to_str().unwrap(), &text_of(&path), &settings(set))
}

/// Printed results of an option.
#[track_caller]
pub fn option<'a>(answer: &'a Answer, name: &str) -> &'a OptionResult {
    let found = answer.comparison.options.iter().find(|option| option.name == name);
    found.unwrap_or_else(|| panic!("there is no option {name}"))
}

/// Printed total of a line of an option.
#[track_caller]
pub fn line(answer: &Answer, name: &str, group: CostGroup, line: &str) -> Decimal {
    let found = option(answer, name).lines.iter().find(|found| found.name == line && found.group == group);
    *found.unwrap_or_else(|| panic!("{name} has no {line} in {}", group.name())).total
}

/// Asserts that a terminal table is no wider than `width`, and that colour adds only colour.
#[track_caller]
pub fn colour_changes_no_letter(width: usize, shown: impl Fn(Colour) -> String) {
    let (plain, coloured) = (shown(Colour::Plain), shown(Colour::Ansi));
    assert!(plain.lines().all(|line| line.chars().count() <= width && line == line.trim_end()), "{plain}");
    let parts = coloured.split('\u{1b}').enumerate();
    let stripped: Vec<&str> =
        parts.map(|(at, part)| if at == 0 { part } else { part.split_once('m').unwrap().1 }).collect();
    assert!(stripped.len() > 1);
    assert_eq!(stripped.concat(), plain);
}

/// The comparison as JSON, without the given members at any depth. Warnings of equal severity have position order; here they
/// are sorted by text.
pub fn document_without(answer: &Answer, left_out: &[&str]) -> Value {
    let mut written = Vec::new();
    let compared = Compared::of(answer, Extent::Whole, None);
    Format::Json.write(&compared, &Canvas::new(100, Colour::Plain), &mut written).unwrap();
    let mut document = serde_json::from_slice(&written).unwrap();
    leave_out(&mut document, left_out);
    document
}

fn leave_out(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Array(warnings)) = members.get_mut("warnings") {
                warnings.sort_by_key(|warning| ["code", "message", "path"].map(|key| warning[key].to_string()));
            }
            members.retain(|key, _| !names.contains(&key.as_str()));
            members.values_mut().for_each(|member| leave_out(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| leave_out(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

//! The example scenarios: all have an answer without errors and sources for their prices, and together they use every key of
//! the language.

use crate::support::{answer_of, scenarios_in, text_of};
use language::declaration::Keyed;
use rackrent::analysis::Answer;
use rackrent::check::{Policy, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Code, Severity};
use rackrent::scenario::document::{Content, Document, NodeId, Origin};
use rackrent::scenario::{Setting, declared_at};
use rackrent::variation::Variation;
use rust_decimal::Decimal;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// All examples with their answers.
fn examples() -> Vec<(String, Answer)> {
    let paths = std::fs::read_dir("scenarios").unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(paths.filter(|path| path.is_file()).count(), scenarios_in("scenarios").len());
    scenarios_in("scenarios").iter().map(|path| (path.display().to_string(), answer_of(path, &[]))).collect()
}

#[test]
fn every_example_has_an_answer() {
    let examples = examples();
    assert!(examples.len() >= 16);
    for (name, answer) in &examples {
        let comparison = &answer.comparison;
        assert!(comparison.verdict.winner.is_some(), "{name} has no winner");
        assert!(comparison.verdict.runner_up.is_some(), "{name} compares nothing");
        assert!(!comparison.pairs.is_empty(), "{name} lacks a side");
        for option in &comparison.options {
            assert!(option.present_value > Decimal::ZERO, "{name}: {} costs nothing", option.name);
            let work = option.work_done.unwrap();
            assert!(work > Decimal::ZERO && work <= Decimal::ONE, "{name}: {} does {work}", option.name);
        }
    }
}

#[test]
fn every_example_begins_with_its_description_and_its_schema() {
    for (name, answer) in examples() {
        let text = text_of(answer.loaded.sources.name());
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        assert!(first.starts_with("# ") && first.ends_with('.'), "{name} does not say what it shows");
        let schema = "# yaml-language-server: $schema=../schema/scenario.schema.json";
        assert_eq!(lines.next(), Some(schema), "{name}");
    }
}

/// The display name of an input says what it is and to which option it belongs, so it is unambiguous.
#[test]
fn every_number_of_an_example_has_a_unique_display_name() {
    for (name, answer) in examples() {
        let (document, labels) = (&answer.loaded.document, &answer.comparison.header.labels);
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let about_figures =
            |path: &String| !declared_at(path).any(|key| key.speaks_of_others() || key.keyed != Keyed::ByName);
        for path in document.numbers().into_iter().map(|number| document.path(number.at)).filter(about_figures) {
            let words = labels.words(&path).heading();
            assert!(words != path && !words.contains('_'), "{name}: {path} is called {words}");
            let other = known.insert(words.clone(), path.clone());
            assert_eq!(other, None, "{name}: {path} is called {words} as well");
        }
        assert!(known.len() > 10, "{name}");
    }
}

/// A price is a monetary input of an option. Its source has the same path or that of an enclosing part, but not that of the
/// whole option.
#[test]
fn every_price_has_a_source() {
    for (name, answer) in examples() {
        let document = &answer.loaded.document;
        let sources = &answer.loaded.scenario.sources;
        let prices = document.numbers().into_iter().filter(|number| {
            number.kind.unit.text("MONEY", "unit").contains("MONEY") && document.origin(number.at) == Origin::File
        });
        let mut seen = 0;
        for price in prices {
            let path = document.path(price.at);
            let parts: Vec<&str> = path.split('.').collect();
            if !matches!(parts[0], "own" | "rent") {
                continue;
            }
            let backed = (3..=parts.len()).any(|length| sources.get(&parts[..length].join(".")).is_some());
            assert!(backed, "{name}: {path} has no source");
            seen += 1;
        }
        assert!(seen > 0, "{name} has no price");
    }
}

#[test]
fn every_source_belongs_to_a_value_and_has_no_future_date() {
    for (name, answer) in examples() {
        let scenario = &answer.loaded.scenario;
        for entry in &scenario.sources {
            assert!(answer.loaded.document.find(&entry.name).is_some(), "{name}: {} does not exist", entry.name);
            let assumed =
                entry.value.from.value.contains("assumption") || entry.value.from.value.starts_with("as for ");
            assert!(assumed || entry.value.date.is_some(), "{name}: {} has no date", entry.name);
            if let (Some(date), Some(today)) = (&entry.value.date, &scenario.date) {
                assert!(date.value.0 <= today.value.0, "{name}: {} is dated after the scenario", entry.name);
            }
        }
    }
}

/// Compares the keys of every part, from the types that parse them, with the keys that the examples use.
#[test]
fn the_examples_use_every_key() {
    let schema = rackrent::scenario::schema::schema();
    let mut known = BTreeSet::new();
    let parts = schema["$defs"].as_object().unwrap().iter().map(|(name, part)| (name.as_str(), part));
    for (name, part) in parts.chain([("Scenario", &schema)]) {
        let keys = part.get("properties").and_then(Value::as_object).into_iter().flat_map(serde_json::Map::keys);
        known.extend(keys.map(|key| format!("{name}.{key}")));
    }
    assert!(known.contains("own.NAME.operating.NAME.includes_electricity") && known.contains("Scenario.close_call"));
    let mut used = BTreeSet::new();
    for (name, answer) in examples() {
        use_keys(&schema, ("Scenario", &schema), &answer.loaded.document, NodeId::ROOT, &mut used);
        // `extends` is already resolved in the loaded document, so the raw text is used too
        use_keys(&schema, ("Scenario", &schema), &Document::parse(&text_of(name)).unwrap(), NodeId::ROOT, &mut used);
    }
    let unused: Vec<&String> = known.difference(&used).collect();
    assert!(unused.is_empty(), "no example uses {unused:#?}");
}

/// Collects the keys of a node and all below it, by the parts of the schema that describe them.
fn use_keys(schema: &Value, part: (&str, &Value), document: &Document, at: NodeId, used: &mut BTreeSet<String>) {
    let (name, part) = part;
    if let Some(target) = part.get("$ref").and_then(Value::as_str) {
        let name = target.rsplit('/').next().unwrap();
        return use_keys(schema, (name, &schema["$defs"][name]), document, at, used);
    }
    for alternatives in ["anyOf", "oneOf", "allOf"] {
        for alternative in part.get(alternatives).and_then(Value::as_array).into_iter().flatten() {
            use_keys(schema, (name, alternative), document, at, used);
        }
    }
    let within_list = matches!(document.node(at).content, Content::List(_));
    for &child in document.children(at).iter().filter(|&&child| document.origin(child) == Origin::File) {
        let key = document.key(child);
        let below = if within_list {
            part.get("items")
        } else if let Some(below) = part.get("properties").and_then(|keys| keys.get(key)) {
            used.insert(format!("{name}.{key}"));
            Some(below)
        } else {
            part.get("additionalProperties").filter(|below| below.is_object())
        };
        if let Some(below) = below {
            use_keys(schema, (name, below), document, child, used);
        }
    }
}

#[test]
fn costs_of_workloads_add_up_to_the_cost_of_the_option() {
    for (name, answer) in examples() {
        let comparison = &answer.comparison;
        for option in comparison.options.iter().filter(|_| !comparison.workloads.is_empty()) {
            let costs = || comparison.workloads.iter().flat_map(|w| &w.costs).filter(|cost| cost.option == option.name);
            let present_value: Option<Decimal> = costs().map(|cost| cost.cost).sum();
            let total: Option<Decimal> = costs().map(|cost| cost.total).sum();
            assert_eq!(
                (present_value, total),
                (Some(*option.present_value), Some(*option.total)),
                "{name} {}",
                option.name
            );
        }
    }
}

#[test]
fn every_example_passes_a_check_or_says_why_a_rule_does_not_apply() {
    for (name, answer) in examples() {
        let text = text_of(answer.loaded.sources.name());
        let checked = check(&name, &text, &[], &Folder::of(&name), &Policy::default());
        let grave: Vec<_> = checked.findings.iter().filter(|found| found.severity != Severity::Information).collect();
        assert!(grave.is_empty(), "{name}: {grave:#?}");
    }
}

/// Without a warning about book value, book value does not affect the decision.
#[test]
fn examples_without_a_warning_of_book_value_decide_the_same_without_it() {
    let mut seen = 0;
    for (name, answer) in examples() {
        let own = &answer.loaded.scenario.own;
        let counts = |option: &str| {
            let statement = answer.comparison.options.iter().find(|one| one.name == format!("own.{option}"));
            statement.is_some_and(|statement| statement.book_resale.is_some())
        };
        let booked = own.iter().filter(|option| option.value.market_values.is_none() && counts(&option.name));
        let worthless = |option: &str| Setting::parse(&format!("own.{option}.value_at_horizon=none")).unwrap();
        let settings: Vec<Setting> = booked.map(|option| worthless(&option.name)).collect();
        let is_warned_of = answer.warnings().iter().any(|warning| warning.code == Code::BookResale);
        if settings.is_empty() || is_warned_of {
            continue;
        }
        let decided = Variation::of(&answer.loaded, &answer.traces).with(&settings);
        let winner = decided.winning().map(|option| option.name.clone());
        assert_eq!(winner, answer.comparison.verdict.winner, "{name}");
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}

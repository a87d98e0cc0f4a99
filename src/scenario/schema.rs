//! The JSON Schema of scenarios, draft 2020-12: from the types that read them, with what the tables of defaults and
//! choices add. Editors complete and check with it; what it cannot say (rules between parts), reading says.

use super::choices::{CHOICES, Choice, Needed};
use super::defaults::DEFAULTS;
use super::rules::may_be_allowed;
use super::{Scenario, expect, profiles, reference};
use crate::diagnostic::Code;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Lists that are not written empty.
const NOT_EMPTY: &[(&str, &str)] = &[
    ("Own", "market_values"),
    ("Own", "purchases"),
    ("OwnedLine", "tiers"),
    ("RentedLine", "tiers"),
    ("Requires", "location"),
    ("Requires", "features"),
    ("Own", "serves"),
    ("Rent", "serves"),
    ("Expect", "pairs"),
];

/// Texts that say something, or entries of a part that do.
const SAYING: &[(&str, &str)] = &[
    ("Scenario", "owner"),
    ("Workload", "owner"),
    ("Provenance", "from"),
    ("Allowance", "reason"),
    ("Own", "not_applicable"),
    ("Rent", "not_applicable"),
];

/// Lists that name nothing twice.
const UNIQUE: &[(&str, &str)] = &[("Own", "serves"), ("Rent", "serves")];

/// Most entries of parts with named ones.
const AT_MOST: &[(&str, &str, usize)] = &[
    ("Scenario", "own", 64),
    ("Scenario", "rent", 64),
    ("Scenario", "hybrid", 64),
    ("Demand", "workloads", 64),
    ("Own", "capital", 256),
    ("Own", "operating", 256),
    ("Own", "one_off", 256),
    ("Rent", "operating", 256),
    ("Rent", "one_off", 256),
    ("Rent", "commitments", 256),
];

/// Parts of which some key is there, beside those that are required: how many at least.
const AT_LEAST: &[(&str, usize)] = &[("Expect", 1), ("ExpectedPair", 3)];

/// Keys under which stands one of some words, or else a part.
const WORDS: &[(&str, &str, &[&str])] = &[
    ("Expect", "break_even_utilization", BREAK_EVEN),
    ("ExpectedPair", "break_even_utilization", BREAK_EVEN),
    ("ExpectedPair", "payback_month", &[expect::NEVER]),
    ("ExpectedPair", "discounted_payback_month", &[expect::NEVER]),
    ("ExpectedPair", "break_even_horizon_months", &[expect::NEVER]),
];
const BREAK_EVEN: &[&str] = &[expect::ALWAYS_OWN, expect::ALWAYS_RENT];

/// Entries whose keys are paths, not names.
const BY_PATH: &[(&str, &str)] = &[("Scenario", "sources"), ("Scenario", "uncertainty")];

/// Entries whose keys are the paths of options.
const BY_OPTION: &[(&str, &str)] = &[("Expect", "totals"), ("Expect", "present_values")];

/// The path of an option, as a regular expression.
const OPTION: &str = "^(own|rent|hybrid)\\.[a-z0-9][a-z0-9_-]*$";

/// The schema.
#[must_use]
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Scenario>().to_value();
    without_null(&mut schema);
    as_written(&mut schema);
    for default in DEFAULTS {
        if let Some(part) = part_mut(&mut schema, default.part) {
            add_default(part, default.key, default.text);
        }
    }
    for choice in CHOICES {
        if let Some(part) = part_mut(&mut schema, choice.part) {
            add_choice(part, choice);
        }
    }
    counts(&mut schema);
    demand(&mut schema);
    options(&mut schema);
    expectations(&mut schema);
    names(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.insert("$id".into(), json!("urn:rackrent:scenario"));
        root.insert(
            "anyOf".into(),
            json!([
                { "required": ["own"], "properties": { "own": { "minProperties": 1 } } },
                { "required": ["rent"], "properties": { "rent": { "minProperties": 1 } } },
            ]),
        );
        root.insert("title".into(), json!("A rackrent scenario"));
    }
    schema
}

/// How many entries there are at least and at most.
fn counts(schema: &mut Value) {
    for (part, key) in NOT_EMPTY {
        if let Some(list) = key_mut(schema, part, key) {
            list.insert("minItems".into(), json!(1));
        }
    }
    for (part, key) in SAYING {
        if let Some(text) = key_mut(schema, part, key) {
            let each = text.get_mut("additionalProperties").and_then(Value::as_object_mut);
            match each {
                Some(each) => each.insert("pattern".into(), json!("\\S")),
                None => text.insert("pattern".into(), json!("\\S")),
            };
        }
    }
    for (part, key) in UNIQUE {
        if let Some(list) = key_mut(schema, part, key) {
            list.insert("uniqueItems".into(), json!(true));
        }
    }
    for (part, key, most) in AT_MOST {
        if let Some(entries) = key_mut(schema, part, key) {
            entries.insert("maxProperties".into(), json!(most));
        }
    }
    for (part, least) in AT_LEAST {
        if let Some(part) = part_mut(schema, part) {
            part.insert("minProperties".into(), json!(least));
        }
    }
}

fn demand(schema: &mut Value) {
    if let Some(workloads) = key_mut(schema, "Demand", "workloads") {
        workloads.insert("minProperties".into(), json!(1));
    }
    if let Some(profile) = key_mut(schema, "Workload", "profile") {
        name_profiles(profile);
    }
}

fn options(schema: &mut Value) {
    for option in ["Own", "Rent"] {
        if let Some(throughput) = key_mut(schema, option, "relative_throughput") {
            for by_workload in either_mut(throughput).filter(|one| one.contains_key("additionalProperties")) {
                by_workload.insert("minProperties".into(), json!(1));
            }
        }
    }
    if let Some(own) = part_mut(schema, "Own") {
        own.insert("dependentRequired".into(), json!({ "electricity_per_kwh": ["pue"] }));
    }
    if let Some(rent) = part_mut(schema, "Rent") {
        // output is not counted in accelerators
        let either = ["accelerators_per_instance", "price_per_unit"].map(|key| json!({ "required": [key] }));
        rent.insert("anyOf".into(), json!(either));
    }
}

fn expectations(schema: &mut Value) {
    for (part, key, words) in WORDS {
        if let Some(property) = key_mut(schema, part, key) {
            for word in either_mut(property).filter(|one| !one.contains_key("$ref")) {
                *word = Map::from_iter([("enum".to_owned(), json!(words))]);
            }
        }
    }
    if let Some(winner) = key_mut(schema, "Expect", "winner") {
        let option = json!({ "type": "string", "pattern": format!("{OPTION}|^{}$", expect::NO_WINNER) });
        let list = json!({ "type": "array", "items": option, "minItems": 1, "uniqueItems": true });
        winner.insert("anyOf".into(), json!([option, list]));
    }
    if let Some(rule) = key_mut(schema, "Allowance", "rule") {
        let allowed = Code::ALL.iter().filter(|code| may_be_allowed(**code));
        let named = allowed.map(|code| json!({ "const": code.text(), "description": code.description() }));
        rule.remove("type");
        rule.insert("oneOf".into(), Value::Array(named.collect()));
    }
}

/// What the keys of entries look like, and what names an option.
fn names(schema: &mut Value) {
    for (part, key) in BY_PATH {
        if let Some(entries) = key_mut(schema, part, key) {
            entries.remove("propertyNames");
        }
    }
    for (part, key) in BY_OPTION {
        if let Some(entries) = key_mut(schema, part, key) {
            entries.insert("propertyNames".into(), json!({ "pattern": OPTION.replace('$', "$|^<<$") }));
        }
    }
    let mix = key_mut(schema, "Scenario", "hybrid").and_then(|hybrid| hybrid.get_mut("additionalProperties"));
    if let Some(option) = mix.and_then(|mix| mix.get_mut("additionalProperties")) {
        *option = json!({ "type": "string", "pattern": OPTION.replace("|hybrid", "") });
    }
}

/// The language as tables in Markdown: for every part its keys, what they mean, their units, bounds and defaults.
#[must_use]
pub fn reference() -> String {
    reference::tables(&schema())
}

/// The part that a type reads; the scenario itself is the schema's root.
fn part_mut<'a>(schema: &'a mut Value, name: &str) -> Option<&'a mut Map<String, Value>> {
    if name == "Scenario" {
        return schema.as_object_mut();
    }
    schema.get_mut("$defs")?.get_mut(name)?.as_object_mut()
}

/// The schema of a key of a part.
fn key_mut<'a>(schema: &'a mut Value, part: &str, key: &str) -> Option<&'a mut Map<String, Value>> {
    property_mut(part_mut(schema, part)?, key)
}

fn property_mut<'a>(part: &'a mut Map<String, Value>, key: &str) -> Option<&'a mut Map<String, Value>> {
    part.get_mut("properties")?.get_mut(key)?.as_object_mut()
}

/// The alternatives of a property.
fn either_mut(property: &mut Map<String, Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let either = property.get_mut("anyOf").and_then(Value::as_array_mut);
    either.into_iter().flatten().filter_map(Value::as_object_mut)
}

/// A profile is one of the named ones, or has a share for every hour of a day or of a week.
fn name_profiles(profile: &mut Map<String, Value>) {
    let names: Vec<&str> = profiles::all().iter().map(|profile| profile.name.as_str()).collect();
    for one in either_mut(profile) {
        if one.contains_key("items") {
            let lengths = [24, 168].map(|hours| json!({ "minItems": hours, "maxItems": hours }));
            one.insert("oneOf".into(), json!(lengths));
        } else {
            one.insert("enum".into(), json!(names));
        }
    }
}

fn add_default(part: &mut Map<String, Value>, key: &str, text: &str) {
    if let Some(Value::Array(required)) = part.get_mut("required") {
        required.retain(|name| name != key);
    }
    if let Some(property) = property_mut(part, key) {
        property.insert("default".into(), serde_json::from_str(text).unwrap_or_else(|_| json!(text)));
    }
}

fn add_choice(part: &mut Map<String, Value>, choice: &Choice) {
    let keys = choice.keys();
    let branch = |set: &[&str]| {
        let others = keys.iter().filter(|key| !set.contains(key)).map(|key| ((*key).to_owned(), json!(false)));
        json!({ "required": set, "properties": others.collect::<Map<String, Value>>() })
    };
    let mut branches: Vec<Value> = choice.alternatives.iter().map(|set| branch(set)).collect();
    if choice.needed == Needed::AtMostOne {
        branches.push(branch(&[]));
    }
    let all = part.entry("allOf").or_insert_with(|| json!([]));
    if let Value::Array(all) = all {
        all.push(json!({ "oneOf": branches }));
    }
}

/// Single values as they may be written: readers of YAML take an unquoted text for a number or a truth where it looks like
/// one, and a truth in quotes for a text.
fn as_written(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(as_written),
        Value::Object(map) => {
            let is_free = !["enum", "const", "pattern", "format"].iter().any(|key| map.contains_key(*key));
            if is_free && map.get("type") == Some(&json!("string")) {
                map.insert("type".into(), json!(["string", "number", "boolean"]));
            }
            if map.get("type") == Some(&json!("boolean")) {
                map.insert("type".into(), json!(["boolean", "string"]));
                map.insert("pattern".into(), json!("^(true|false)$"));
            }
            map.values_mut().for_each(as_written);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A key that may be left out may not be null: it has a value or is not there.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(map) => {
            if let Some(Value::Array(types)) = map.get_mut("type") {
                types.retain(|name| name != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    map.insert("type".into(), one);
                }
            }
            if let Some(Value::Array(either)) = map.get_mut("anyOf") {
                either.retain(|one| one.get("type") != Some(&json!("null")));
                if let [Value::Object(one)] = either.as_slice() {
                    let one = one.clone();
                    map.remove("anyOf");
                    for (key, value) in one {
                        map.entry(key).or_insert(value);
                    }
                }
            }
            if map.get("default") == Some(&Value::Null) || map.get("default") == Some(&json!({})) {
                map.remove("default");
            }
            map.values_mut().for_each(without_null);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::defaults;

    fn part<'a>(schema: &'a Value, name: &str) -> &'a Value {
        if name == "Scenario" { schema } else { &schema["$defs"][name] }
    }

    #[test]
    fn every_row_of_the_tables_names_a_part_and_a_key() {
        let schema = schema();
        for default in DEFAULTS {
            assert!(part(&schema, default.part)["properties"][default.key]["default"] != Value::Null, "{default:?}");
        }
        for choice in CHOICES {
            for key in choice.keys() {
                assert!(part(&schema, choice.part)["properties"][key].is_object(), "{} {key}", choice.part);
            }
        }
        for (name, key) in NOT_EMPTY {
            assert_eq!(part(&schema, name)["properties"][key]["minItems"], 1, "{name} {key}");
        }
        for (name, key) in SAYING {
            let text = &part(&schema, name)["properties"][key];
            let each = text.get("additionalProperties").unwrap_or(text);
            assert_eq!(each["pattern"], "\\S", "{name} {key}");
        }
        for (name, key) in UNIQUE {
            assert_eq!(part(&schema, name)["properties"][key]["uniqueItems"], true, "{name} {key}");
        }
        for (name, key, most) in AT_MOST {
            assert_eq!(part(&schema, name)["properties"][key]["maxProperties"], *most, "{name} {key}");
        }
    }

    #[test]
    fn a_profile_is_named_or_has_a_share_for_every_hour() {
        let profile = &schema()["$defs"]["Workload"]["properties"]["profile"]["anyOf"];
        assert!(profile[0]["enum"].as_array().unwrap().contains(&json!("business_hours")), "{profile:#}");
        assert_eq!(profile[1]["oneOf"][1], json!({ "minItems": 168, "maxItems": 168 }));
        for side in ["Own", "Rent"] {
            let throughput = &schema()["$defs"][side]["properties"]["relative_throughput"];
            assert_eq!(throughput["anyOf"][1]["minProperties"], 1, "{throughput:#}");
            assert_eq!(throughput["default"], 1);
        }
        let workloads = &schema()["$defs"]["Demand"]["properties"]["workloads"];
        assert_eq!((&workloads["minProperties"], &workloads["maxProperties"]), (&json!(1), &json!(64)));
    }

    #[test]
    fn a_demand_is_stated_in_one_of_two_ways() {
        let choice = &schema()["$defs"]["Demand"]["allOf"][0]["oneOf"];
        let short = json!({ "required": ["accelerators", "utilization"], "properties": { "workloads": false } });
        let workloads =
            json!({ "required": ["workloads"], "properties": { "accelerators": false, "utilization": false } });
        assert_eq!(choice, &json!([short, workloads]));
    }

    #[test]
    fn what_is_required_has_no_default_and_nothing_is_null() {
        let schema = schema();
        let required = |name| part(&schema, name)["required"].as_array().unwrap().clone();
        assert_eq!(required("Scenario"), ["name", "currency", "horizon_months", "discount_rate", "demand"]);
        assert_eq!(required("Own"), ["node", "useful_life_months"]);
        assert!(defaults::of("Own", "node").is_none());
        assert!(!schema.to_string().contains("null"), "{schema:#}");
        assert!(
            schema["$defs"]
                .as_object()
                .unwrap()
                .values()
                .all(|def| { def.get("properties").is_none() || def["additionalProperties"] == false })
        );
    }

    #[test]
    fn shares_are_numbers_within_bounds_or_texts() {
        let share = &schema()["$defs"]["Change"];
        assert_eq!(share["anyOf"][0], json!({ "type": "number", "minimum": -0.9, "maximum": 1 }));
        assert_eq!(share["anyOf"][1]["type"], "string");
    }
}

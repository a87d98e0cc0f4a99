//! The JSON Schema of scenarios, draft 2020-12: from the types that read them, with what the tables of defaults and
//! choices add. Editors complete and check with it; what it cannot say (rules between parts), reading says.

use super::choices::{CHOICES, Choice, Needed};
use super::defaults::DEFAULTS;
use super::{Scenario, profiles, reference};
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
];

/// Lists that name nothing twice.
const UNIQUE: &[(&str, &str)] = &[("Own", "serves"), ("Rent", "serves")];

/// Most entries of parts with named ones.
const AT_MOST: &[(&str, &str, usize)] =
    &[("Scenario", "own", 64), ("Scenario", "rent", 64), ("Scenario", "hybrid", 64), ("Demand", "workloads", 64)];

/// The schema.
#[must_use]
pub fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Scenario>().to_value();
    without_null(&mut schema);
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
    for (part, key) in NOT_EMPTY {
        if let Some(list) = part_mut(&mut schema, part).and_then(|part| property_mut(part, key)) {
            list.insert("minItems".into(), json!(1));
        }
    }
    for (part, key) in UNIQUE {
        if let Some(list) = part_mut(&mut schema, part).and_then(|part| property_mut(part, key)) {
            list.insert("uniqueItems".into(), json!(true));
        }
    }
    for (part, key, most) in AT_MOST {
        if let Some(entries) = part_mut(&mut schema, part).and_then(|part| property_mut(part, key)) {
            entries.insert("maxProperties".into(), json!(most));
        }
    }
    if let Some(demand) = part_mut(&mut schema, "Demand")
        && let Some(workloads) = property_mut(demand, "workloads")
    {
        workloads.insert("minProperties".into(), json!(1));
    }
    if let Some(profile) = part_mut(&mut schema, "Workload").and_then(|part| property_mut(part, "profile")) {
        name_profiles(profile);
    }
    for option in ["Own", "Rent"] {
        if let Some(throughput) =
            part_mut(&mut schema, option).and_then(|part| property_mut(part, "relative_throughput"))
        {
            for by_workload in either_mut(throughput).filter(|one| one.contains_key("additionalProperties")) {
                by_workload.insert("minProperties".into(), json!(1));
            }
        }
    }
    if let Some(own) = part_mut(&mut schema, "Own") {
        own.insert("dependentRequired".into(), json!({ "electricity_per_kwh": ["pue"] }));
    }
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
        for by_path in ["sources", "uncertainty"] {
            if let Some(entries) = property_mut(root, by_path) {
                // their keys are paths, not names
                entries.remove("propertyNames");
            }
        }
    }
    schema
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

//! JSON Schema of scenarios and tables of their keys, generated from the declarations.

use super::Scenario;
use language::{reference, schema as declared};
use serde_json::{Value, json};

/// JSON Schema, draft 2020-12.
#[must_use]
pub fn schema() -> Value {
    let mut schema = serde_json::Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("$id".into(), json!("urn:rackrent:scenario"));
    schema.extend(declared::schema(Scenario::PART));
    schema.insert("title".into(), json!("A rackrent scenario"));
    Value::Object(schema)
}

/// Markdown tables of the language: for every part its keys with meaning, unit, bounds and default.
#[must_use]
pub fn reference() -> String {
    reference::tables(Scenario::PART, "The scenario")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::demand::Demand;
    use crate::scenario::own::Own;
    use crate::scenario::rent::Rent;
    use language::choice::Choice;
    use language::declaration::{Bare, Bound, DeclaredPart, DefaultFrom, Key};
    use language::expected_type::ExpectedType;

    fn parts() -> Vec<&'static DeclaredPart> {
        reference::parts(Scenario::PART).into_iter().map(|(_, part)| part).collect()
    }

    /// Keys named in the declaration of a key.
    fn named(key: &Key) -> Vec<&'static str> {
        let bound = key.bound.and_then(|bound| match bound {
            Bound::AtMost(other) | Bound::AtLeast(other) => Some(other),
            Bound::Rising => None,
        });
        let default_from = key.default_from.and_then(|default_from| match default_from {
            DefaultFrom::Key(other) => Some(other),
            DefaultFrom::Around => None,
        });
        [key.with, bound, default_from].into_iter().flatten().collect()
    }

    #[test]
    fn every_key_that_a_declaration_names_is_one() {
        assert!(parts().len() > 20);
        for part in parts() {
            let chosen = part.choices.iter().flat_map(Choice::keys);
            let bare = part.bare.map(|bare| match bare {
                Bare::Amount(key) | Bare::Written(key) => key,
            });
            let names = chosen.chain(part.keys.iter().flat_map(named)).chain(bare).chain(part.some_of.iter().copied());
            for name in names {
                assert!(part.key(name).is_some(), "{} {name}", part.name);
            }
        }
    }

    #[test]
    fn what_people_write_is_no_key_and_is_meant_once() {
        for part in parts() {
            let aliases: Vec<&str> = part.keys.iter().flat_map(|key| key.aliases.iter().copied()).collect();
            for (number, written) in aliases.iter().enumerate() {
                assert!(part.key(written).is_none(), "{} {written}", part.name);
                assert!(!aliases[number + 1..].contains(written), "{} {written}", part.name);
            }
        }
    }

    #[test]
    fn a_key_of_another_part_is_known_as_one() {
        let demand = "belongs in a workload, `workloads: { chat: { … } }`";
        assert_eq!(Demand::PART.elsewhere("profile").map(|advice| advice.words), Some(demand));
        assert_eq!(
            Rent::PART.elsewhere("headroom").map(|advice| advice.words),
            Some("belongs in a workload of `demand`")
        );
        assert_eq!(
            Own::PART.elsewhere("term_months").map(|advice| advice.words),
            Some("belongs in `lease` or in `loan`")
        );
        assert_eq!(Rent::PART.elsewhere("per_instance_hour"), None);
        assert_eq!(Rent::PART.suggestion("per_instance_hour"), Some("on_demand_per_instance_hour"));
    }

    #[test]
    fn a_profile_is_named_or_has_a_share_for_every_hour() {
        let schema = schema();
        let profile = &schema["$defs"]["demand.workloads.NAME"]["properties"]["profile"]["anyOf"];
        assert!(profile[0]["enum"].as_array().unwrap().contains(&json!("business_hours")), "{profile:#}");
        assert_eq!(profile[1]["oneOf"][1], json!({ "minItems": 168, "maxItems": 168 }));
        for side in ["own.NAME", "rent.NAME"] {
            let throughput = &schema["$defs"][side]["properties"]["relative_throughput"];
            assert_eq!(throughput["anyOf"][1]["minProperties"], 1, "{throughput:#}");
            assert_eq!(throughput["default"], 1);
        }
        let workloads = &schema["$defs"]["demand"]["properties"]["workloads"];
        assert_eq!((&workloads["minProperties"], &workloads["maxProperties"]), (&json!(1), &json!(64)));
    }

    #[test]
    fn a_demand_is_stated_in_one_of_two_ways() {
        let choice = &schema()["$defs"]["demand"]["allOf"][0]["oneOf"];
        let short = json!({ "type": "object", "required": ["accelerators", "utilization"], "properties": { "workloads": false } });
        let without = json!({ "accelerators": false, "utilization": false });
        let workloads = json!({ "type": "object", "required": ["workloads"], "properties": without });
        assert_eq!(choice, &json!([short, workloads]));
    }

    #[test]
    fn what_is_required_has_no_default_and_nothing_is_null() {
        let schema = schema();
        assert_eq!(schema["required"], json!(["name", "currency", "horizon_months", "discount_rate", "demand"]));
        assert_eq!(schema["$defs"]["own.NAME"]["required"], json!(["node", "useful_life_months"]));
        // except for texts, whose schema excludes null
        let text = schema.to_string().replace(r#"{"not":{"type":["string","object","array","null"]}}"#, "");
        assert!([r#""null""#, ":null", "[null", ",null"].iter().all(|nothing| !text.contains(nothing)));
        let definitions = schema["$defs"].as_object().unwrap().values();
        let mut parts = definitions.filter(|definition| definition.get("properties").is_some());
        assert!(parts.all(|part| part["additionalProperties"] == false));
    }

    #[test]
    fn shares_are_numbers_within_bounds_or_texts() {
        let share = &schema()["$defs"]["change"];
        assert_eq!(share["anyOf"][0], json!({ "type": "number", "minimum": -0.9, "maximum": 1 }));
        assert_eq!(share["anyOf"][1]["type"], "string");
    }

    /// All parts of a schema at any depth.
    fn within<'s>(schema: &'s Value, found: &mut Vec<&'s Value>) {
        found.push(schema);
        match schema {
            Value::Object(parts) => parts.values().for_each(|part| within(part, found)),
            Value::Array(parts) => parts.iter().for_each(|part| within(part, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn editors_show_words_and_no_names_of_types() {
        let schema = schema();
        let definitions = schema["$defs"].as_object().unwrap();
        for (name, definition) in definitions {
            let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let words = || name.split('.').filter(|word| !matches!(*word, "NAME" | "ITEM"));
            assert!(words().all(|word| word.chars().all(is_word)), "{name}");
            let title = definition["title"].as_str().unwrap();
            assert!(title.len() > 3 && !title.ends_with('.'), "{name}: {title}");
        }
        // every part has its own definition under its path
        let paths = reference::parts(Scenario::PART).len() - 1;
        let parts = definitions.values().filter(|definition| definition.get("properties").is_some()).count();
        assert_eq!(parts, paths);
        let described = within_all(&schema).into_iter().filter_map(|part| part.get("description")?.as_str());
        let internal: Vec<&str> = described.filter(|said| said.contains("$defs")).collect();
        assert!(internal.is_empty(), "{internal:?}");
    }

    fn within_all(schema: &Value) -> Vec<&Value> {
        let mut found = Vec::new();
        within(schema, &mut found);
        found
    }

    #[test]
    fn a_number_says_its_unit_and_its_bounds_where_it_stands() {
        let schema = schema();
        let said = |part: &str, key: &str| {
            let of = &schema["$defs"][part]["properties"][key];
            (of["title"].as_str().unwrap().to_owned(), of["description"].as_str().unwrap().to_owned())
        };
        let (title, price) = said("own.NAME.node", "price");
        assert_eq!(title, "price of a node");
        assert!(price.ends_with("\n\nA number in money/node, 0 to 1,000,000,000,000."), "{price}");
        let (_, availability) = said("own.NAME", "availability");
        let expected = "Share of hours in which the fleet is up.\n\n\
                        A share, 0% to 100%, such as 65%. Default: `100%`.";
        assert_eq!(availability, expected);
        let (_, life) = said("own.NAME", "useful_life_months");
        assert!(life.ends_with("A whole number of months, 1 to 360. Required."), "{life}");
        let (_, scaling) = said("rent.NAME", "scaling");
        assert!(scaling.ends_with("`autoscale` or `always_on`. Default: `autoscale`."), "{scaling}");
        for part in parts() {
            let numbers = part.keys.iter().filter(|key| matches!(key.expected, ExpectedType::Quantity(_)));
            for key in numbers {
                let facts = language::facts::facts(key, "money").join(" ");
                assert!(facts.contains(" to "), "{} {}: {facts}", part.name, key.name);
            }
        }
    }

    #[test]
    fn a_truth_is_named_only_where_one_is_asked_for() {
        let schema = schema();
        let names_truth = |part: &&Value| part["type"].to_string().contains("boolean");
        for part in within_all(&schema).into_iter().filter(names_truth) {
            assert_eq!(part["pattern"], "^(true|false)$", "{part}");
        }
    }

    #[test]
    fn every_part_has_a_table_and_every_key_a_row() {
        let text = reference();
        for part in
            ["The scenario", "`own.NAME.node`", "`rent.NAME.commitments.NAME`", "`own.NAME.operating.NAME.tiers[]`"]
        {
            assert!(text.contains(&format!("### {part}\n")), "{part}");
        }
        let row = "| `price_per_accelerator` | List price of one server per accelerator. | price of an accelerator | money/accelerator | 0 to 1,000,000,000,000 |  |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("| `date` | Date of the prices. |  |  | A day, such as `2026-11-01` |  |"));
        assert!(text.contains(
            "| `availability` | Share of hours in which the fleet is up. | availability |  | 0% to 100% | 100% |"
        ));
        assert!(text.contains("Exactly one of `price`, `price_per_accelerator`."));
        assert!(text.lines().filter(|line| line.starts_with('|')).all(|line| line.matches('|').count() == 7));
    }

    #[test]
    fn a_path_has_the_declarations_on_its_way() {
        let names =
            |path: &str| -> Vec<&str> { crate::scenario::declared_at(path).keys.iter().map(|key| key.name).collect() };
        assert_eq!(names("own.hgx.node.price"), ["own", "node", "price"]);
        assert_eq!(names("demand.workloads.chat.profile.3"), ["demand", "workloads", "profile"]);
        assert_eq!(names("rent.aws.operating.egress.tiers.0.per_tb"), ["rent", "operating", "tiers", "per_tb"]);
        assert_eq!(names("own.hgx.burst_to.option"), ["own", "burst_to", "option"]);
        assert_eq!(names("rent.aws.nothing.else"), ["rent"]);
        // an entry can have the name of a key
        assert!(crate::scenario::declared_at("hybrid.mix.owner").key().is_none());
        assert!(crate::scenario::declared_at("own.hgx.node").key().is_some());
    }
}

//! The JSON Schema of scenarios and the tables of their keys, from the declarations.

use super::Scenario;
use language::{reference, schema as declared};
use serde_json::{Value, json};

/// The schema, draft 2020-12.
#[must_use]
pub fn schema() -> Value {
    let mut schema = serde_json::Map::new();
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("$id".into(), json!("urn:rackrent:scenario"));
    schema.insert("title".into(), json!("A rackrent scenario"));
    schema.extend(declared::schema(Scenario::PART));
    Value::Object(schema)
}

/// The language as tables in Markdown: for every part its keys, what they mean, their units, bounds and defaults.
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
    use language::declaration::{Bare, Bound, DeclaredPart, Follows, Key};

    fn parts() -> Vec<&'static DeclaredPart> {
        reference::parts(Scenario::PART).into_iter().map(|(_, part)| part).collect()
    }

    /// The keys that the declaration of one names.
    fn named(key: &Key) -> Vec<&'static str> {
        let bound = key.bound.and_then(|bound| match bound {
            Bound::AtMost(other) | Bound::AtLeast(other) => Some(other),
            Bound::Rising => None,
        });
        let follows = key.follows.and_then(|follows| match follows {
            Follows::Key(other) => Some(other),
            Follows::Around => None,
        });
        [key.with, bound, follows].into_iter().flatten().collect()
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
            let also: Vec<&str> = part.keys.iter().flat_map(|key| key.also.iter().copied()).collect();
            for (number, written) in also.iter().enumerate() {
                assert!(part.key(written).is_none(), "{} {written}", part.name);
                assert!(!also[number + 1..].contains(written), "{} {written}", part.name);
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
        assert_eq!(Rent::PART.meant("per_instance_hour"), Some("on_demand_per_instance_hour"));
    }

    #[test]
    fn a_profile_is_named_or_has_a_share_for_every_hour() {
        let schema = schema();
        let profile = &schema["$defs"]["Workload"]["properties"]["profile"]["anyOf"];
        assert!(profile[0]["enum"].as_array().unwrap().contains(&json!("business_hours")), "{profile:#}");
        assert_eq!(profile[1]["oneOf"][1], json!({ "minItems": 168, "maxItems": 168 }));
        for side in ["Own", "Rent"] {
            let throughput = &schema["$defs"][side]["properties"]["relative_throughput"];
            assert_eq!(throughput["anyOf"][1]["minProperties"], 1, "{throughput:#}");
            assert_eq!(throughput["default"], 1);
        }
        let workloads = &schema["$defs"]["Demand"]["properties"]["workloads"];
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
        assert_eq!(schema["required"], json!(["name", "currency", "horizon_months", "discount_rate", "demand"]));
        assert_eq!(schema["$defs"]["Own"]["required"], json!(["node", "useful_life_months"]));
        assert!(!schema.to_string().contains("null"), "{schema:#}");
        let definitions = schema["$defs"].as_object().unwrap().values();
        let mut parts = definitions.filter(|definition| definition.get("properties").is_some());
        assert!(parts.all(|part| part["additionalProperties"] == false));
    }

    #[test]
    fn shares_are_numbers_within_bounds_or_texts() {
        let share = &schema()["$defs"]["Change"];
        assert_eq!(share["anyOf"][0], json!({ "type": "number", "minimum": -0.9, "maximum": 1 }));
        assert_eq!(share["anyOf"][1]["type"], "string");
    }

    #[test]
    fn every_part_has_a_table_and_every_key_a_row() {
        let text = reference();
        for part in
            ["The scenario", "`own.NAME.node`", "`rent.NAME.commitments.NAME`", "`own.NAME.operating.NAME.tiers[]`"]
        {
            assert!(text.contains(&format!("### {part}\n")), "{part}");
        }
        let row = "| `price_per_accelerator` | List price of one server divided by its accelerators. | price of an accelerator | money/accelerator | 0 to 1,000,000,000,000 |  |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("| `date` | The day of its prices. |  |  | A day, `2026-11-01` |  |"));
        assert!(text.contains(
            "| `availability` | Share of the hours in which the fleet is up. | availability |  | 0% to 100% | 100% |"
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
        // a name that is that of a key is an entry's
        assert!(crate::scenario::declared_at("hybrid.mix.owner").key().is_none());
        assert!(crate::scenario::declared_at("own.hgx.node").key().is_some());
    }
}

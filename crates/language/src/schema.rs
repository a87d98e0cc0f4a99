//! JSON Schema of a language, draft 2020-12, generated from its declarations, for completion and validation in editors. Rules
//! between parts are checked when reading.

use super::choice::{Cardinality, Choice};
use super::declaration::{DeclaredPart, Key, Keyed, Scalar, Words, any_text};
use super::expected_type::ExpectedType;
use super::facts::facts;
use super::quantity::QuantityKind;
use super::reference;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Pattern for names of entries. Editors match the merge key against it as well.
const NAMES: &str = "^([a-z0-9][a-z0-9_-]*|<<)$";
/// Unit of amounts: each document has its own currency.
const CURRENCY: &str = "money";

/// Schema of a document whose root is a part.
#[must_use]
pub fn schema(root: &'static DeclaredPart) -> Map<String, Value> {
    let named = |(path, part): (String, &DeclaredPart)| (part.name, path.replace("[]", ".ITEM"));
    let paths = reference::parts(root).into_iter().map(named).collect();
    let mut definitions = Definitions { parts: Map::new(), paths };
    let mut schema = definitions.part(root);
    schema.insert("$defs".into(), Value::Object(definitions.parts));
    schema
}

/// Shared definitions. Editors show their names: a part is named by the first path at which it occurs, a single value by its
/// type name in words.
struct Definitions {
    parts: Map<String, Value>,
    /// Paths of parts by type name.
    paths: BTreeMap<&'static str, String>,
}

impl Definitions {
    /// Reference to a definition, which is created on first use.
    fn refer(&mut self, type_name: &'static str, make: impl FnOnce(&mut Definitions) -> Value) -> Map<String, Value> {
        let name = self.paths.get(type_name).cloned().unwrap_or_else(|| in_words(type_name));
        if !self.parts.contains_key(&name) {
            // reserve its position before the definitions it refers to
            self.parts.insert(name.clone(), Value::Null);
            let definition = make(self);
            self.parts.insert(name.clone(), definition);
        }
        object(json!({ "$ref": format!("#/$defs/{name}") }))
    }

    fn part(&mut self, part: &'static DeclaredPart) -> Map<String, Value> {
        let properties: Map<String, Value> =
            part.keys.iter().map(|key| (key.name.to_owned(), Value::Object(self.property(key)))).collect();
        let required: Vec<&str> = part.keys.iter().filter(|key| key.is_required()).map(|key| key.name).collect();
        let meaning = part.meaning();
        let mut schema = object(json!({
            "title": title(&meaning),
            "description": meaning,
            "type": "object",
            "additionalProperties": false,
            "properties": properties,
        }));
        if !required.is_empty() {
            schema.insert("required".into(), json!(required));
        }
        if !part.choices.is_empty() {
            schema.insert("allOf".into(), part.choices.iter().map(choice).collect());
        }
        let with = part.keys.iter().filter_map(|key| Some((key.name.to_owned(), json!([key.with?]))));
        let with: Map<String, Value> = with.collect();
        if !with.is_empty() {
            schema.insert("dependentRequired".into(), Value::Object(with));
        }
        if !part.some_of.is_empty() {
            schema.insert("anyOf".into(), part.some_of.iter().map(|name| some(part, name)).collect());
        }
        if let Some(least) = part.at_least {
            schema.insert("minProperties".into(), json!(least));
        }
        schema
    }

    /// Schema of the value of a key: meaning, expected type, default.
    fn property(&mut self, key: &'static Key) -> Map<String, Value> {
        // editors show this description instead of that of the definition, so it repeats unit and bounds
        let said =
            [key.meaning()].into_iter().chain(Some(facts(key, CURRENCY).join(" ")).filter(|said| !said.is_empty()));
        let mut schema =
            object(json!({ "title": key.display_text(), "description": said.collect::<Vec<_>>().join("\n\n") }));
        schema.extend(self.expected(key.expected, key));
        limited(&mut schema, key);
        if let Some(text) = key.default {
            schema.insert("default".into(), serde_json::from_str(text).unwrap_or_else(|_| json!(text)));
        }
        schema
    }

    fn expected(&mut self, expected: &'static ExpectedType, key: &Key) -> Map<String, Value> {
        match expected {
            ExpectedType::Quantity(kind) => self.refer(kind.name, |_| QuantityKind::schema(kind)),
            ExpectedType::Scalar(scalar) => self.refer(scalar.name, |_| single(scalar)),
            ExpectedType::Word(words) => self.refer(words.name, |_| choice_of_words(words)),
            ExpectedType::Part(part) => self.refer(part.name, |definitions| Value::Object(definitions.part(part))),
            ExpectedType::Text => text(key),
            // YAML readers take a quoted boolean for a string
            ExpectedType::Boolean => object(json!({ "type": ["boolean", "string"], "pattern": "^(true|false)$" })),
            ExpectedType::Entries(entry) => {
                let mut schema = object(json!({
                    "type": "object",
                    "propertyNames": { "pattern": NAMES },
                    "additionalProperties": self.expected(entry, key),
                }));
                // for the entry, not for the map of entries
                if let Some(sibling) = key.sibling_key.filter(|_| !matches!(entry, ExpectedType::Entries(_))) {
                    let property = Value::Object(self.property(sibling));
                    schema.insert("properties".into(), json!({ sibling.name: property }));
                }
                schema
            }
            ExpectedType::List(item) => object(json!({ "type": "array", "items": self.expected(item, key) })),
            ExpectedType::Either(one, other) => {
                object(json!({ "anyOf": [self.expected(one, key), self.expected(other, key)] }))
            }
        }
    }
}

/// Schema of a text: that declared for the key, otherwise any text.
fn text(key: &Key) -> Map<String, Value> {
    match key.text {
        Some(text) => object((text.schema)()),
        None if key.says_something => object(any_text(json!({ "pattern": "\\S" }))),
        None => object(any_text(json!({}))),
    }
}

/// Title from a description: up to the first punctuation mark, exclusive.
fn title(meaning: &str) -> String {
    let end = meaning.find([':', ';', '.', ',']).unwrap_or(meaning.len());
    meaning[..end].replace('\n', " ")
}

/// Type name in snake case: `price_per_node`.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// Adds limits on the number of entries or items, and the pattern of entry names.
fn limited(schema: &mut Map<String, Value>, key: &Key) {
    if let Some(Value::Array(either)) = schema.get_mut("anyOf") {
        either.iter_mut().filter_map(Value::as_object_mut).for_each(|one| limited(one, key));
    } else if schema.contains_key("additionalProperties") {
        match key.keyed {
            Keyed::ByName => {}
            Keyed::ByPath => drop(schema.remove("propertyNames")),
            Keyed::ByNameThenPath => {
                let entry = schema.get_mut("additionalProperties").and_then(Value::as_object_mut);
                drop(entry.and_then(|entry| entry.remove("propertyNames")));
            }
            Keyed::ByPattern(pattern) => drop(schema.insert("propertyNames".into(), json!({ "pattern": pattern }))),
        }
        if key.some_entries {
            schema.insert("minProperties".into(), json!(1));
        }
        if let Some(most) = key.at_most {
            schema.insert("maxProperties".into(), json!(most));
        }
    } else if schema.contains_key("items") {
        if key.not_empty.is_some() {
            schema.insert("minItems".into(), json!(1));
        }
        if key.unique {
            schema.insert("uniqueItems".into(), json!(true));
        }
        if !key.lengths.is_empty() {
            let lengths = key.lengths.iter().map(|length| json!({ "minItems": length, "maxItems": length }));
            schema.insert("oneOf".into(), lengths.collect());
        }
    }
}

fn single(scalar: &Scalar) -> Value {
    let mut schema = object(json!({ "title": title(scalar.meaning), "description": scalar.meaning }));
    schema.extend(object((scalar.schema)()));
    Value::Object(schema)
}

fn choice_of_words(words: &Words) -> Value {
    let each =
        words.all.iter().map(|word| json!({ "type": "string", "const": word.name, "description": word.meaning() }));
    let meaning = words.meaning();
    json!({ "title": title(&meaning), "description": meaning, "oneOf": each.collect::<Vec<Value>>() })
}

/// Exactly one of the sets of keys, without the others.
fn choice(choice: &Choice) -> Value {
    let keys = choice.keys();
    let branch = |set: &[&str]| {
        let others = keys.iter().filter(|key| !set.contains(key)).map(|key| ((*key).to_owned(), json!(false)));
        // without the type, a value that is not an object would match every branch
        json!({ "type": "object", "required": set, "properties": others.collect::<Map<String, Value>>() })
    };
    let mut branches: Vec<Value> = choice.alternatives.iter().map(|set| branch(set)).collect();
    if choice.needed == Cardinality::AtMostOne {
        branches.push(branch(&[]));
    }
    json!({ "oneOf": branches })
}

/// The key is required, with at least one entry if it has entries.
fn some(part: &DeclaredPart, name: &str) -> Value {
    match part.key(name).map(|key| key.expected) {
        Some(ExpectedType::Entries(_)) => json!({ "required": [name], "properties": { name: { "minProperties": 1 } } }),
        _ => json!({ "required": [name] }),
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
    }
}

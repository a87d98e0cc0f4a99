//! What typed values are made of: a value with its node, named entries in order, a value or a part, currencies, dates.
//!
//! They are read through a document alone, which recognises them by the names they ask for.

use super::{NodeId, quoted};
use crate::diagnostic::Code;
use crate::scenario::quantity::Problem;
use crate::scenario::suggest;
use iso_currency::{Currency, IntoEnumIterator};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserializer;
use serde::de::{self, Deserialize, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The names by which a document recognises what it is asked for.
pub(in crate::scenario) const GIVEN: &str = "rackrent::Given";
pub(in crate::scenario) const NAMED: &str = "rackrent::Named";
pub(in crate::scenario) const SCALAR_OR: &str = "rackrent::ScalarOr";
pub(in crate::scenario) const CURRENCY: &str = "rackrent::CurrencyCode";
pub(in crate::scenario) const DATE: &str = "rackrent::Date";
pub(in crate::scenario) const WRITTEN: &str = "rackrent::Written";

/// A value with the node of the document it was given at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given<T> {
    /// The value.
    pub value: T,
    /// Its node.
    pub at: NodeId,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pair<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pair<T> {
            type Value = Given<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value of a document")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Given<T>, A::Error> {
                let at = pair.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
                let value = pair.next_element()?.ok_or_else(|| de::Error::invalid_length(1, &self))?;
                Ok(Given { value, at: NodeId(at) })
            }
        }
        deserializer.deserialize_newtype_struct(GIVEN, Pair(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Given<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Named entries, in the order of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    entries: Vec<Entry<T>>,
}

/// One of several named entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<T> {
    /// Its name.
    pub name: String,
    /// Its node.
    pub at: NodeId,
    /// What is named.
    pub value: T,
}

impl<T> Default for Named<T> {
    fn default() -> Named<T> {
        Named { entries: Vec::new() }
    }
}

impl<T> Named<T> {
    /// The entries, in the order of the file.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry<T>> {
        self.entries.iter()
    }

    /// The entry with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Entry<T>> {
        self.iter().find(|entry| entry.name == name)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

impl<'a, T> IntoIterator for &'a Named<T> {
    type Item = &'a Entry<T>;
    type IntoIter = std::slice::Iter<'a, Entry<T>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("named entries of a document")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(name) = map.next_key()? {
                    let Given { value, at } = map.next_value()?;
                    entries.push(Entry { name, at, value });
                }
                Ok(Named { entries })
            }
        }
        deserializer.deserialize_newtype_struct(NAMED, Entries(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            // editors look at the key of a merge as at any other
            "propertyNames": { "pattern": "^([a-z0-9][a-z0-9_-]*|<<)$" },
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}

/// A single value, or a part with keys.
#[derive(Clone, Debug, PartialEq)]
pub enum ScalarOr<A, B> {
    /// A single value.
    Scalar(A),
    /// A part.
    Part(B),
}

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Deserialize<'de> for ScalarOr<A, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<A, B>(PhantomData<(A, B)>);
        impl<'de, A: Deserialize<'de>, B: Deserialize<'de>> Visitor<'de> for Either<A, B> {
            type Value = ScalarOr<A, B>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a single value or a part of a document")
            }
            // the document says which of the two it has
            fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
                A::deserialize(value).map(ScalarOr::Scalar)
            }
            fn visit_some<D: Deserializer<'de>>(self, part: D) -> Result<Self::Value, D::Error> {
                B::deserialize(part).map(ScalarOr::Part)
            }
        }
        deserializer.deserialize_newtype_struct(SCALAR_OR, Either(PhantomData))
    }
}

impl<A: JsonSchema, B: JsonSchema> JsonSchema for ScalarOr<A, B> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("{}Or{}", A::schema_name(), B::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<A>(), generator.subschema_for::<B>()] })
    }
}

/// A currency of ISO 4217 with a minor unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrencyCode(Currency);

impl CurrencyCode {
    /// Its code, `USD`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// Digits after the point of an amount: 2 for dollars, 0 for yen.
    #[must_use]
    pub fn minor_digits(self) -> u32 {
        self.0.exponent().map_or(0, u32::from)
    }

    pub(in crate::scenario) fn read(text: &str) -> Result<CurrencyCode, Problem> {
        match Currency::from_code(text).filter(|currency| currency.exponent().is_some()) {
            Some(currency) => Ok(CurrencyCode(currency)),
            None => Err(unknown_currency(text)),
        }
    }
}

fn unknown_currency(text: &str) -> Problem {
    if Currency::from_code(text).is_some() {
        let message = format!("is `{text}`, which nobody is paid in: it has no minor unit in ISO 4217");
        let label = "write the code of a currency, such as USD or EUR".to_owned();
        return Problem { code: Code::UnknownCurrency, message, label };
    }
    let codes: Vec<&str> = Currency::iter().filter(|c| c.exponent().is_some()).map(|c| c.code()).collect();
    let label = match currency_meant(text).or_else(|| suggest::nearest(text, codes)) {
        Some(near) => format!("did you mean {near}?"),
        None => "write a code of three letters, such as USD or EUR".to_owned(),
    };
    let message = format!("is {}, which is not a currency code of ISO 4217", quoted(text));
    Problem { code: Code::UnknownCurrency, message, label }
}

/// The code for what people write in its place.
fn currency_meant(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    match lower.as_str() {
        "$" | "us$" | "us" | "dollar" | "dollars" => Some("USD"),
        "€" | "euro" | "euros" => Some("EUR"),
        "£" | "pound" | "pounds" => Some("GBP"),
        "¥" | "yen" => Some("JPY"),
        "rmb" => Some("CNY"),
        "sfr" | "franken" => Some("CHF"),
        _ => Currency::from_code(&lower.to_uppercase()).map(|currency| currency.code()),
    }
}

impl<'de> Deserialize<'de> for CurrencyCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = read_text(deserializer, CURRENCY)?;
        CurrencyCode::read(&text).map_err(|problem| de::Error::custom(problem.message))
    }
}

impl JsonSchema for CurrencyCode {
    fn schema_name() -> Cow<'static, str> {
        "CurrencyCode".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let codes: Vec<&str> =
            Currency::iter().map(|currency| currency.code()).filter(|code| CurrencyCode::read(code).is_ok()).collect();
        json_schema!({ "type": "string", "enum": codes, "description": "A currency code of ISO 4217, `USD`." })
    }
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(pub jiff::civil::Date);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Date {
    /// Reads `YEAR-MONTH-DAY`.
    ///
    /// # Errors
    /// In words, if it is none or is not in the calendar.
    pub fn parse(text: &str) -> Result<Date, String> {
        Date::read(text).map_err(|problem| problem.label)
    }

    pub(in crate::scenario) fn read(text: &str) -> Result<Date, Problem> {
        let shape = text.len() == 10
            && text.char_indices().all(|(i, c)| if i == 4 || i == 7 { c == '-' } else { c.is_ascii_digit() });
        let date = if shape { text.parse::<jiff::civil::Date>().ok() } else { None };
        date.map(Date).ok_or_else(|| {
            let why = if shape { "which is not in the calendar" } else { "which is not a date" };
            let message = format!("is {}, {why}", quoted(text));
            Problem { code: Code::InvalidDate, message, label: "write year-month-day, such as 2026-11-01".into() }
        })
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = read_text(deserializer, DATE)?;
        Date::read(&text).map_err(|problem| de::Error::custom(problem.message))
    }
}

impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": "date",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "description": "A day, `2026-11-01`.",
        })
    }
}

/// A text that the document has checked under a name.
pub(in crate::scenario) fn read_text<'de, D: Deserializer<'de>>(
    deserializer: D,
    name: &'static str,
) -> Result<String, D::Error> {
    struct Text;
    impl<'de> Visitor<'de> for Text {
        type Value = String;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text of a document")
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
            String::deserialize(deserializer)
        }
    }
    deserializer.deserialize_newtype_struct(name, Text)
}

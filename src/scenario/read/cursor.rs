//! The deserializer itself: what the types ask for, answered from a node, from an absent key, or with a stand-in.

use super::Reader;
use super::access::{Entries, Items, Members, Pair};
use crate::diagnostic::Code;
use crate::scenario::choices::{self, Unknown};
use crate::scenario::document::{
    CURRENCY, Content, CurrencyCode, DATE, Date, GIVEN, NAMED, NodeId, SCALAR_OR, WRITTEN, quoted,
};
use crate::scenario::quantities;
use crate::scenario::quantity::{self, Kind, Problem};
use crate::scenario::suggest::{listed, nearest, spoken};
use crate::scenario::wanted::{Shape, Wanted};
use serde::Deserializer;
use serde::de::value::{StrDeserializer, StringDeserializer};
use serde::de::{self, Visitor};
use std::fmt;

/// Most entries that are read under one key, whatever they are; what each part may have is less.
const MOST_ENTRIES: usize = 2_000;

/// What a cursor stands on.
#[derive(Clone, Copy)]
pub(super) enum Holds {
    /// A node of the document.
    Node,
    /// A key that is not there, of the part at the cursor.
    Absent(&'static str),
    /// Something that was reported; whatever is asked for, a stand-in is handed out.
    StandIn,
}

#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub(super) reader: &'a Reader,
    pub(super) at: NodeId,
    pub(super) holds: Holds,
}

/// Only said when the types ask for what the language does not have.
#[derive(Debug)]
pub(super) struct Fault(pub(super) String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Fault {
        Fault(message.to_string())
    }
}

impl<'a> Cursor<'a> {
    pub(super) fn to(self, at: NodeId, holds: Holds) -> Cursor<'a> {
        Cursor { at, holds, ..self }
    }

    /// What there is, if it has the shape that is asked for; else it is reported, once, that it has not.
    fn look(self, wanted: Wanted) -> Option<Content> {
        match self.holds {
            Holds::StandIn => None,
            Holds::Absent(key) => {
                self.reader.missing_key(self.at, key, wanted);
                None
            }
            Holds::Node => {
                let content = self.reader.document.borrow().node(self.at).content.clone();
                match (&content, wanted.shape()) {
                    (Content::Scalar(_), Shape::Scalar)
                    | (Content::Map(_), Shape::Map)
                    | (Content::List(_), Shape::List) => Some(content),
                    (Content::Nothing, _) => {
                        self.no_value(wanted);
                        None
                    }
                    (Content::Scalar(_) | Content::Map(_) | Content::List(_), _) => {
                        self.wrong_kind(&content, wanted);
                        None
                    }
                }
            }
        }
    }

    fn scalar(self, wanted: Wanted) -> Option<String> {
        match self.look(wanted)? {
            Content::Scalar(text) => Some(text),
            Content::Map(_) | Content::List(_) | Content::Nothing => None,
        }
    }

    fn children(self, wanted: Wanted) -> Option<Vec<NodeId>> {
        match self.look(wanted)? {
            Content::Map(children) | Content::List(children) => Some(children),
            Content::Scalar(_) | Content::Nothing => None,
        }
    }

    /// Named entries, of which there are none where their key is left out.
    fn entries(self) -> Vec<NodeId> {
        if matches!(self.holds, Holds::Absent(_)) {
            return Vec::new();
        }
        let mut entries = self.children(Wanted::Entries).unwrap_or_default();
        if let Some(&first_over) = entries.get(MOST_ENTRIES) {
            let message = format!("is one too many: at most {MOST_ENTRIES} entries are read");
            let label = "remove what is not needed".to_owned();
            self.reader.problem(first_over, Problem { code: Code::TooMany, message, label });
            entries.truncate(MOST_ENTRIES);
        }
        entries
    }

    fn no_value(self, wanted: Wanted) {
        let document = self.reader.document.borrow();
        let key = document.node(self.at).key.clone();
        let around = document.node(self.at).parent.map(|parent| document.path(parent));
        drop(document);
        let label = if is_hybrid(around.as_deref()) {
            format!("write `{key}: own.hgx-h100`, or another option that serves it")
        } else {
            format!("write {}, or remove the key", wanted.example(&key))
        };
        let message = format!("has no value; it must be {}", wanted.words_for(&key, self.reader.currency));
        self.reader.problem(self.at, Problem { code: Code::NoValue, message, label });
    }

    fn wrong_kind(self, content: &Content, wanted: Wanted) {
        let found = match content {
            Content::Scalar(text) => quoted(text),
            Content::Map(_) => "a part with keys".to_owned(),
            Content::List(_) => "a list".to_owned(),
            Content::Nothing => "nothing".to_owned(),
        };
        let document = self.reader.document.borrow();
        let key = document.node(self.at).key.clone();
        let around = document.node(self.at).parent.map(|parent| document.path(parent));
        drop(document);
        let is_item = key.chars().all(|c| c.is_ascii_digit());
        let example = if is_item { wanted.item() } else { wanted.example(&key) };
        let message = format!("is {found}; it must be {}", wanted.words_for(&key, self.reader.currency));
        let example = match (content, wanted) {
            (Content::Scalar(text), Wanted::Part(keys)) if keys.contains(&"per_month") => {
                let amount = crate::number::meant(text).map(|amount| format!("`{key}: {{ per_month: {amount} }}`"));
                amount.unwrap_or(example)
            }
            // a bare value where the least or the most is stated
            (Content::Scalar(text), Wanted::Part(["min", "max"])) => {
                let end = if matches!(key.as_str(), "margin" | "irr") { "min" } else { "max" };
                format!("`{key}: {{ {end}: {text} }}`")
            }
            (Content::Scalar(text), Wanted::List)
                if key == "serves" && matches!(text.as_str(), "all" | "*" | "any") =>
            {
                return self.serves_all(message);
            }
            // one entry, written without the brackets of a list
            (Content::Scalar(text), Wanted::List) => format!("`{key}: [{text}]`"),
            (_, Wanted::Entries) if around.as_deref() == Some("hybrid") => {
                "the option of each workload below it, such as `chat: own.hgx-h100`".to_owned()
            }
            (Content::List(_), Wanted::Entries) if example.starts_with("its entries") => {
                "its entries below it without dashes, each under its name".to_owned()
            }
            (_, Wanted::Text) if is_hybrid(around.as_deref()) => format!("`{key}: own.hgx-h100`"),
            _ => example,
        };
        let problem = Problem { code: Code::WrongKind, message, label: format!("write {example}") };
        self.reader.problem(self.at, problem);
    }

    /// `serves: all` is what the key's absence says.
    fn serves_all(self, message: String) {
        let label = "remove the key: the option then serves every workload".to_owned();
        self.reader.problem(self.at, Problem { code: Code::WrongKind, message, label });
    }

    fn quantity(self, kind: &'static Kind) -> rust_decimal::Decimal {
        let Some(text) = self.scalar(Wanted::Quantity(kind)) else {
            return kind.minimum();
        };
        match kind.read(&text, self.reader.currency) {
            Ok(value) => {
                self.reader.document.borrow_mut().note_number(self.at, kind, value);
                value
            }
            Err(problem) => {
                self.reader.problem(self.at, problem);
                kind.minimum()
            }
        }
    }

    /// A text that passes a check, or a stand-in that does.
    fn checked<T>(self, wanted: Wanted, read: impl Fn(&str) -> Result<T, Problem>, stand_in: &str) -> String {
        let Some(text) = self.scalar(wanted) else {
            return stand_in.to_owned();
        };
        match read(&text) {
            Ok(_) => text,
            Err(problem) => {
                self.reader.problem(self.at, problem);
                stand_in.to_owned()
            }
        }
    }

    fn word(self, wanted: Wanted, words: &'static [&'static str]) -> &'static str {
        let stand_in = words.first().copied().unwrap_or_default();
        let Some(text) = self.scalar(wanted) else {
            return stand_in;
        };
        if let Some(word) = words.iter().find(|word| **word == text) {
            return word;
        }
        let likely = match meant(&text, words).or_else(|| nearest(&text, words.iter().copied())) {
            Some(near) => vec![near.to_owned()],
            None => within(&text, words),
        };
        let label = match likely.as_slice() {
            [] => format!("write {}", spoken(&words.iter().map(ToString::to_string).collect::<Vec<_>>(), "or")),
            likely => format!("did you mean {}?", spoken(likely, "or")),
        };
        let message = format!("is {}; it must be {}", quoted(&text), listed(words, "or"));
        self.reader.problem(self.at, Problem { code: Code::UnknownChoice, message, label });
        stand_in
    }

    /// Keys of the part that exclude each other or belong together.
    fn check_choices(self, part_type: &str, children: &[NodeId], known: &[&str]) {
        let document = self.reader.document.borrow();
        let is_unknown = |child: &NodeId| !known.contains(&document.node(*child).key.as_str());
        let unknown = if children.iter().any(is_unknown) { Unknown::Some } else { Unknown::None };
        for choice in choices::of(part_type) {
            choice.check(&document, self.at, unknown).into_iter().for_each(|wrong| self.reader.report(wrong));
        }
    }

    /// Whether a single value stands here, rather than a part.
    fn is_scalar(self) -> bool {
        match self.holds {
            Holds::Node => {
                matches!(self.reader.document.borrow().node(self.at).content, Content::Scalar(_) | Content::Nothing)
            }
            Holds::Absent(_) | Holds::StandIn => true,
        }
    }
}

/// Whether a path is that of one hybrid, whose entries are options.
fn is_hybrid(path: Option<&str>) -> bool {
    path.is_some_and(|path| path.starts_with("hybrid."))
}

/// What other languages, or other people, call one of the words.
fn meant(text: &str, words: &'static [&'static str]) -> Option<&'static str> {
    let word = match text.to_lowercase().as_str() {
        "yes" | "y" | "on" | "1" => "true",
        "no" | "n" | "off" | "0" => "false",
        "serving" | "online" | "chat" | "api" => "realtime_inference",
        "offline" | "batch" => "batch_inference",
        "tuning" | "sft" | "lora" => "fine_tuning",
        "notebook" | "interactive" | "development" | "dev" | "research" => "notebooks",
        _ => return None,
    };
    words.iter().find(|known| **known == word).copied()
}

/// The words that hold a text, or that a text holds: `pretraining` is training, `inference` one of two.
fn within(text: &str, words: &[&str]) -> Vec<String> {
    let lower = text.to_lowercase();
    let is_part = |word: &&&str| lower.len() > 3 && (word.contains(lower.as_str()) || lower.contains(**word));
    words.iter().filter(is_part).map(ToString::to_string).collect()
}

impl<'de> Deserializer<'de> for Cursor<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        Err(de::Error::custom(format_args!("{} cannot be read from a scenario", Expected(&visitor))))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.holds {
            Holds::Node => visitor.visit_some(self),
            Holds::Absent(_) | Holds::StandIn => visitor.visit_none(),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bool(self.word(Wanted::Truth, &["true", "false"]) == "true")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_string(self.scalar(Wanted::Text).unwrap_or_default())
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_enum(StrDeserializer::new(self.word(Wanted::Choice(words), words)))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let items = self.children(Wanted::List).unwrap_or_default();
        visitor.visit_seq(Items { cursor: self, rest: items.into_iter() })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        part_type: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let children = self.children(Wanted::Part(known));
        let cursor = if children.is_some() { self } else { self.to(self.at, Holds::StandIn) };
        if let Some(children) = &children {
            self.check_choices(part_type, children, known);
        }
        let given = children.unwrap_or_default().into_iter();
        visitor.visit_map(Members {
            cursor,
            part_type,
            known,
            given,
            absent: known.iter(),
            value: None,
            after_number: false,
        })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        match name {
            GIVEN => visitor.visit_seq(Pair { cursor: self, asked: 0 }),
            NAMED => visitor.visit_map(Entries { cursor: self, rest: self.entries().into_iter(), value: None }),
            SCALAR_OR if self.is_scalar() => visitor.visit_newtype_struct(self),
            SCALAR_OR => visitor.visit_some(self),
            CURRENCY => {
                let text = self.checked(Wanted::Currency, CurrencyCode::read, "USD");
                visitor.visit_newtype_struct(StringDeserializer::new(text))
            }
            DATE => {
                let text = self.checked(Wanted::Date, Date::read, "2000-01-01");
                visitor.visit_newtype_struct(StringDeserializer::new(text))
            }
            WRITTEN => {
                let text = self.scalar(Wanted::Value).unwrap_or_default();
                visitor.visit_newtype_struct(StringDeserializer::new(text))
            }
            _ => match quantities::KINDS.iter().find(|kind| kind.name == name) {
                Some(kind) => visitor.visit_newtype_struct(quantity::bits::<Fault>(self.quantity(kind))),
                None => self.deserialize_any(visitor),
            },
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str bytes byte_buf unit unit_struct tuple tuple_struct map
        identifier ignored_any
    }
}

struct Expected<'a, V>(&'a V);

impl<'de, V: Visitor<'de>> fmt::Display for Expected<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

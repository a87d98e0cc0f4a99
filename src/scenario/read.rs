//! From tree to types: a deserializer over the document. It knows places, finds every unknown key, checks quantities
//! itself, assumes defaults, and always goes on: what is missing or wrong is reported and a stand-in is handed out, so
//! that one run finds everything. Whoever reads must not use the typed scenario if there was an error.

use super::document::{CURRENCY, Content, CurrencyCode, DATE, Date, Document, GIVEN, NAMED, NodeId, SCALAR_OR};
use super::quantity::{self, Kind, Problem};
use super::suggest::{listed, nearest};
use super::wanted::{Shape, Wanted};
use super::{Scenario, choices, defaults, keys, quantities};
use crate::diagnostic::{Code, Diagnostic, Place};
use serde::Deserializer;
use serde::de::value::{StrDeserializer, StringDeserializer, U32Deserializer};
use serde::de::{self, Deserialize, DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

/// Most findings that are kept.
const MOST_FOUND: usize = 256;

/// What reading gives.
pub(super) struct Read {
    /// The document, with the numbers that were read and the defaults that were assumed.
    pub document: Document,
    /// The typed scenario; where something was found it holds stand-ins.
    pub scenario: Option<Scenario>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// The nodes whose typed values are stand-ins; for a missing key that of its part.
    pub stand_ins: BTreeSet<NodeId>,
}

/// Reads the typed scenario.
pub(super) fn read(document: Document) -> Read {
    let currency = document
        .find("currency")
        .and_then(|at| document.text(at))
        .map(CurrencyCode::read);
    let reader = Reader {
        currency: currency.and_then(Result::ok).map_or("money", CurrencyCode::code),
        document: RefCell::new(document),
        found: RefCell::default(),
        stand_ins: RefCell::default(),
    };
    let scenario = Scenario::deserialize(Cursor {
        reader: &reader,
        at: NodeId::ROOT,
        holds: Holds::Node,
    });
    if let Err(Fault(words)) = &scenario {
        reader.report(Diagnostic::new(Code::WrongKind, String::new(), None, words.clone()));
    }
    Read {
        document: reader.document.into_inner(),
        scenario: scenario.ok(),
        diagnostics: reader.found.into_inner(),
        stand_ins: reader.stand_ins.into_inner(),
    }
}

struct Reader {
    document: RefCell<Document>,
    found: RefCell<Vec<Diagnostic>>,
    stand_ins: RefCell<BTreeSet<NodeId>>,
    currency: &'static str,
}

impl Reader {
    fn report(&self, diagnostic: Diagnostic) {
        let mut found = self.found.borrow_mut();
        let same = |other: &Diagnostic| {
            other.code == diagnostic.code && other.place == diagnostic.place && other.message == diagnostic.message
        };
        // what is wrong behind an anchor is said once, however often it is used
        if found.len() < MOST_FOUND && (diagnostic.place.is_none() || !found.iter().any(same)) {
            found.push(diagnostic);
        }
    }

    /// A finding about a value, `` `price` is …``, at its place.
    fn report_at(&self, at: NodeId, place: Option<Place>, problem: Problem) {
        let document = self.document.borrow();
        let node = document.node(at);
        let message = format!("{} {}", subject(&document, at), problem.message);
        self.stand_ins.borrow_mut().insert(at);
        self.report(
            Diagnostic::new(problem.code, document.path(at), place, message)
                .label(problem.label)
                .related(node.used_place, "used here"),
        );
    }

    fn problem(&self, at: NodeId, problem: Problem) {
        let place = self.document.borrow().place(at);
        self.report_at(at, place, problem);
    }

    fn unknown_key(&self, part: NodeId, part_type: &str, child: NodeId, known: &[&str]) {
        let document = self.document.borrow();
        let key = document.node(child).key.as_str();
        let path = document.path(part);
        let whose = if path.is_empty() {
            "a scenario".to_owned()
        } else {
            format!("`{path}`")
        };
        let (message, label, help) = match (keys::elsewhere(part_type, key), nearest(key, known.iter().copied())) {
            (Some(words), _) => (format!("`{key}` {words}"), "remove it here".to_owned(), None),
            (None, Some(near)) => (
                format!("`{key}` is not a key of {whose}"),
                format!("did you mean `{near}`?"),
                None,
            ),
            (None, None) => {
                let help = format!("its keys are {}", listed(known, "and"));
                (
                    format!("`{key}` is not a key of {whose}"),
                    "not known here".to_owned(),
                    Some(help),
                )
            }
        };
        let mut diagnostic = Diagnostic::new(
            Code::UnknownKey,
            document.path(child),
            document.key_place(child),
            message,
        )
        .label(label)
        .related(document.node(child).used_place, "used here");
        diagnostic.help = help;
        self.report(diagnostic);
    }

    fn missing_key(&self, part: NodeId, key: &str, wanted: Wanted) {
        let document = self.document.borrow();
        let path = document.path(part);
        self.stand_ins.borrow_mut().insert(part);
        let (whose, place, path) = if path.is_empty() {
            let first = document
                .children(part)
                .first()
                .and_then(|&first| document.key_place(first));
            (
                "the scenario".to_owned(),
                first.or_else(|| document.place(part)),
                key.to_owned(),
            )
        } else {
            (subject(&document, part), document.place(part), format!("{path}.{key}"))
        };
        let mut diagnostic = Diagnostic::new(Code::MissingKey, path, place, format!("{whose} has no `{key}`"))
            .label(format!("add {}", wanted.example(key)));
        if key == "discount_rate" {
            diagnostic = diagnostic.help("the yearly cost of capital; `discount_rate: 0%` may be written");
        }
        self.report(diagnostic);
    }
}

/// How a sentence names a node: by its key, by its path if others may have the same, by its number in a list.
fn subject(document: &Document, at: NodeId) -> String {
    let node = document.node(at);
    match node.parent.map(|parent| document.node(parent)) {
        Some(parent) if matches!(parent.content, Content::List(_)) => {
            let number = node.key.parse::<usize>().unwrap_or_default() + 1;
            format!("number {number} of `{}`", parent.key)
        }
        _ if document.children(at).is_empty() => format!("`{}`", node.key),
        _ => format!("`{}`", document.path(at)),
    }
}

/// What a cursor stands on.
#[derive(Clone, Copy)]
enum Holds {
    /// A node of the document.
    Node,
    /// A key that is not there, of the part at the cursor.
    Absent(&'static str),
    /// Something that was reported; whatever is asked for, a stand-in is handed out.
    StandIn,
}

#[derive(Clone, Copy)]
struct Cursor<'a> {
    reader: &'a Reader,
    at: NodeId,
    holds: Holds,
}

/// Only said when the types ask for what the language does not have.
#[derive(Debug)]
struct Fault(String);

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
    fn to(self, at: NodeId, holds: Holds) -> Cursor<'a> {
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

    fn no_value(self, wanted: Wanted) {
        let key = self.reader.document.borrow().node(self.at).key.clone();
        let label = format!("write {}, or remove the key", wanted.example(&key));
        let message = format!("has no value; it must be {}", wanted.words(self.reader.currency));
        self.reader.problem(
            self.at,
            Problem {
                code: Code::NoValue,
                message,
                label,
            },
        );
    }

    fn wrong_kind(self, content: &Content, wanted: Wanted) {
        let found = match content {
            Content::Scalar(text) => super::document::quoted(text),
            Content::Map(_) => "a part with keys".to_owned(),
            Content::List(_) => "a list".to_owned(),
            Content::Nothing => "nothing".to_owned(),
        };
        let key = self.reader.document.borrow().node(self.at).key.clone();
        let item = key.chars().all(|c| c.is_ascii_digit());
        let example = if item {
            wanted.words(self.reader.currency)
        } else {
            wanted.example(&key)
        };
        let message = format!("is {found}; it must be {}", wanted.words(self.reader.currency));
        let problem = Problem {
            code: Code::WrongKind,
            message,
            label: format!("write {example}"),
        };
        self.reader.problem(self.at, problem);
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
        let label = match nearest(&text, words.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("write {}", words.join(" or ")),
        };
        let message = format!(
            "is {}; it must be {}",
            super::document::quoted(&text),
            listed(words, "or")
        );
        self.reader.problem(
            self.at,
            Problem {
                code: Code::UnknownChoice,
                message,
                label,
            },
        );
        stand_in
    }

    /// Whether a single value stands here, rather than a part.
    fn is_scalar(self) -> bool {
        match self.holds {
            Holds::Node => matches!(
                self.reader.document.borrow().node(self.at).content,
                Content::Scalar(_) | Content::Nothing
            ),
            Holds::Absent(_) | Holds::StandIn => true,
        }
    }
}

impl<'de> Deserializer<'de> for Cursor<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        Err(de::Error::custom(format_args!(
            "{} cannot be read from a scenario",
            Expected(&visitor)
        )))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.holds {
            Holds::Node => visitor.visit_some(self),
            Holds::Absent(_) | Holds::StandIn => visitor.visit_none(),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bool(self.word(Wanted::Truth, &["false", "true"]) == "true")
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
        visitor.visit_seq(Items {
            cursor: self,
            rest: items.into_iter(),
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        part_type: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let children = self.children(Wanted::Part(known));
        let cursor = if children.is_some() {
            self
        } else {
            self.to(self.at, Holds::StandIn)
        };
        if children.is_some() {
            let document = self.reader.document.borrow();
            let wrong: Vec<_> = choices::of(part_type)
                .filter_map(|choice| choice.check(&document, self.at))
                .collect();
            drop(document);
            wrong.into_iter().for_each(|diagnostic| self.reader.report(diagnostic));
        }
        let given = children.unwrap_or_default().into_iter();
        visitor.visit_map(Members {
            cursor,
            part_type,
            known,
            given,
            absent: known.iter(),
            value: None,
        })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        match name {
            GIVEN => visitor.visit_seq(Pair { cursor: self, asked: 0 }),
            NAMED => {
                let entries = match self.holds {
                    Holds::Absent(_) => None,
                    Holds::Node | Holds::StandIn => self.children(Wanted::Entries),
                };
                visitor.visit_map(Entries {
                    cursor: self,
                    rest: entries.unwrap_or_default().into_iter(),
                    value: None,
                })
            }
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

/// The keys of a part: those given, then those left out.
struct Members<'a> {
    cursor: Cursor<'a>,
    part_type: &'static str,
    known: &'static [&'static str],
    given: std::vec::IntoIter<NodeId>,
    absent: std::slice::Iter<'static, &'static str>,
    value: Option<Cursor<'a>>,
}

impl<'a> Members<'a> {
    /// The next key of the language that is given; the others are reported.
    fn next_given(&mut self) -> Option<&'static str> {
        let Cursor { reader, at: part, .. } = self.cursor;
        for child in self.given.by_ref() {
            let key = reader.document.borrow().node(child).key.clone();
            if let Some(known) = self.known.iter().find(|known| **known == key) {
                self.value = Some(self.cursor.to(child, Holds::Node));
                return Some(known);
            }
            reader.unknown_key(part, self.part_type, child, self.known);
        }
        None
    }

    /// The next key that is left out; what is to be assumed for it becomes a node.
    fn next_absent(&mut self) -> Option<&'static str> {
        let (cursor, part) = (self.cursor, self.cursor.at);
        let key = self.absent.by_ref().find(|key| {
            matches!(cursor.holds, Holds::StandIn) || cursor.reader.document.borrow().member(part, key).is_none()
        })?;
        self.value = Some(match (cursor.holds, defaults::of(self.part_type, key)) {
            (Holds::StandIn, _) => cursor,
            (Holds::Node | Holds::Absent(_), None) => cursor.to(part, Holds::Absent(key)),
            (Holds::Node | Holds::Absent(_), Some(text)) => {
                let assumed = cursor.reader.document.borrow_mut().assume(part, key, text);
                cursor.to(assumed, Holds::Node)
            }
        });
        Some(key)
    }
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some(key) = self.next_given().or_else(|| self.next_absent()) else {
            return Ok(None);
        };
        seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(key))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        seed.deserialize(
            self.value
                .take()
                .ok_or_else(|| Fault("a value before its key".into()))?,
        )
    }
}

/// Named entries in the order of the file.
struct Entries<'a> {
    cursor: Cursor<'a>,
    rest: std::vec::IntoIter<NodeId>,
    value: Option<NodeId>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.value = self.rest.next();
        let Some(at) = self.value else { return Ok(None) };
        let name = self.cursor.reader.document.borrow().node(at).key.clone();
        seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(name))
            .map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let at = self
            .value
            .take()
            .ok_or_else(|| Fault("a value before its name".into()))?;
        seed.deserialize(self.cursor.to(at, Holds::Node))
    }
}

/// The items of a list.
struct Items<'a> {
    cursor: Cursor<'a>,
    rest: std::vec::IntoIter<NodeId>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.rest
            .next()
            .map(|at| seed.deserialize(self.cursor.to(at, Holds::Node)))
            .transpose()
    }
}

/// A node's id, then its value.
struct Pair<'a> {
    cursor: Cursor<'a>,
    asked: u8,
}

impl<'de> SeqAccess<'de> for Pair<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.asked += 1;
        match self.asked {
            1 => seed.deserialize(U32Deserializer::new(self.cursor.at.0)).map(Some),
            2 => seed.deserialize(self.cursor).map(Some),
            _ => Ok(None),
        }
    }
}

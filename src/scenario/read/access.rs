//! What is within a node, handed out one by one: the keys of a part, named entries, items of a list.

use super::cursor::{Cursor, Fault, Holds};
use crate::scenario::defaults;
use crate::scenario::document::NodeId;
use serde::de::value::U32Deserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess};

/// The keys of a part: those given, then those left out.
pub(super) struct Members<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) part_type: &'static str,
    pub(super) known: &'static [&'static str],
    pub(super) given: std::vec::IntoIter<NodeId>,
    pub(super) absent: std::slice::Iter<'static, &'static str>,
    pub(super) value: Option<Cursor<'a>>,
    /// Whether the value before ends with a digit, of those that are no digits alone.
    pub(super) after_number: bool,
}

impl Members<'_> {
    /// The next key of the language that is given; the others are reported.
    fn next_given(&mut self) -> Option<&'static str> {
        let Cursor { reader, at: part, .. } = self.cursor;
        for child in self.given.by_ref() {
            // what a comma cut off the number before it: every key is looked at once, however many there are
            if reader.is_digits_alone(child) {
                if self.after_number {
                    continue;
                }
            } else {
                self.after_number = reader.ends_with_digit(child);
            }
            let key = reader.document.borrow().node(child).key.clone();
            if let Some(known) = self.known.iter().find(|known| **known == key) {
                let holds = if reader.split_number(part, child) { Holds::StandIn } else { Holds::Node };
                self.value = Some(self.cursor.to(child, holds));
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
        seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        seed.deserialize(self.value.take().ok_or_else(|| Fault("a value before its key".into()))?)
    }
}

/// Named entries in the order of the file.
pub(super) struct Entries<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) rest: std::vec::IntoIter<NodeId>,
    pub(super) value: Option<NodeId>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Cursor { reader, at: part, .. } = self.cursor;
        self.value = self.rest.by_ref().find(|entry| !reader.is_rest_of_number(part, *entry));
        let Some(at) = self.value else { return Ok(None) };
        let name = self.cursor.reader.document.borrow().node(at).key.clone();
        seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let at = self.value.take().ok_or_else(|| Fault("a value before its name".into()))?;
        let split = self.cursor.reader.split_number(self.cursor.at, at);
        seed.deserialize(self.cursor.to(at, if split { Holds::StandIn } else { Holds::Node }))
    }
}

/// The items of a list.
pub(super) struct Items<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) rest: std::vec::IntoIter<NodeId>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.rest.next().map(|at| seed.deserialize(self.cursor.to(at, Holds::Node))).transpose()
    }
}

/// A node's id, then its value.
pub(super) struct Pair<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) asked: u8,
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

//! What is within a node, handed out one by one: the keys of a part, those given and then those left out.

use super::cursor::{Cursor, Holds};
use crate::declaration::{DeclaredPart, Key};
use crate::document::NodeId;

/// The keys of a part, each once, with what stands under it: those given, then those left out.
#[derive(Debug)]
pub struct Members<'a> {
    cursor: Cursor<'a>,
    part: &'static DeclaredPart,
    given: std::vec::IntoIter<NodeId>,
    absent: std::slice::Iter<'static, Key>,
    /// Whether the value before ends with a digit, of those that are no digits alone.
    after_number: bool,
}

impl<'a> Members<'a> {
    pub(super) fn new(cursor: Cursor<'a>, part: &'static DeclaredPart, given: Vec<NodeId>) -> Members<'a> {
        Members { cursor, part, given: given.into_iter(), absent: part.keys.iter(), after_number: false }
    }

    /// The next key, and a cursor on what stands under it.
    pub fn next_member(&mut self) -> Option<(&'static Key, Cursor<'a>)> {
        self.next_given().or_else(|| self.next_absent())
    }

    /// The next key of the language that is given; the others are reported.
    fn next_given(&mut self) -> Option<(&'static Key, Cursor<'a>)> {
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
            let name = reader.document.borrow().key(child).to_owned();
            if let Some(key) = self.part.key(&name) {
                let holds = if reader.split_number(part, child, key.wanted) { Holds::StandIn } else { Holds::Node };
                return Some((key, self.cursor.under(key, child, holds)));
            }
            reader.unknown_key(part, self.part, child);
        }
        None
    }

    /// The next key that is left out; what is to be assumed for it becomes a node.
    fn next_absent(&mut self) -> Option<(&'static Key, Cursor<'a>)> {
        let (cursor, part) = (self.cursor, self.cursor.at);
        let key = self.absent.by_ref().find(|key| {
            matches!(cursor.holds, Holds::StandIn) || cursor.reader.document.borrow().member(part, key.name).is_none()
        })?;
        let value = match (cursor.holds, key.default) {
            (Holds::StandIn, _) => cursor,
            (Holds::Node | Holds::Absent(_), None) => cursor.under(key, part, Holds::Absent(key)),
            (Holds::Node | Holds::Absent(_), Some(text)) => {
                let assumed = cursor.reader.document.borrow_mut().assume(part, key.name, text);
                cursor.under(key, assumed, Holds::Node)
            }
        };
        Some((key, value))
    }
}

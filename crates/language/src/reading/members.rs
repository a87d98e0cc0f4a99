//! Iteration over the keys of a part: those given, then those left out.

use super::cursor::{Cursor, CursorTarget};
use crate::declaration::{DeclaredPart, Key};
use crate::document::NodeId;

/// Keys of a part, each once, with their values: those given, then those left out.
#[derive(Debug)]
pub struct Members<'a> {
    cursor: Cursor<'a>,
    part: &'static DeclaredPart,
    given: std::vec::IntoIter<NodeId>,
    absent: std::slice::Iter<'static, Key>,
    /// Whether the previous value, ignoring split digits, ends with a digit.
    after_number: bool,
}

impl<'a> Members<'a> {
    pub(super) fn new(cursor: Cursor<'a>, part: &'static DeclaredPart, given: Vec<NodeId>) -> Members<'a> {
        Members { cursor, part, given: given.into_iter(), absent: part.keys.iter(), after_number: false }
    }

    /// The next key, and a cursor on its value.
    pub fn next_member(&mut self) -> Option<(&'static Key, Cursor<'a>)> {
        self.next_given().or_else(|| self.next_absent())
    }

    /// The next given key; unknown keys are reported.
    fn next_given(&mut self) -> Option<(&'static Key, Cursor<'a>)> {
        let Cursor { reader, at: part, .. } = self.cursor;
        for child in self.given.by_ref() {
            // second part of a split number: every key is visited once, however many there are
            if reader.is_digits_alone(child) {
                if self.after_number {
                    continue;
                }
            } else {
                self.after_number = reader.ends_with_digit(child);
            }
            let name = reader.document.borrow().key(child).to_owned();
            if let Some(key) = self.part.key(&name) {
                let holds = if reader.split_number(part, child, key.expected) {
                    CursorTarget::Placeholder
                } else {
                    CursorTarget::Node
                };
                return Some((key, self.cursor.under(key, child, holds)));
            }
            reader.unknown_key(part, self.part, child);
        }
        None
    }

    /// The next key that is left out; its default becomes a node.
    fn next_absent(&mut self) -> Option<(&'static Key, Cursor<'a>)> {
        let (cursor, part) = (self.cursor, self.cursor.at);
        let key = self.absent.by_ref().find(|key| {
            matches!(cursor.holds, CursorTarget::Placeholder)
                || cursor.reader.document.borrow().member(part, key.name).is_none()
        })?;
        let value = match (cursor.holds, key.default) {
            (CursorTarget::Placeholder, _) => cursor,
            (CursorTarget::Node | CursorTarget::Absent(_), None) => cursor.under(key, part, CursorTarget::Absent(key)),
            (CursorTarget::Node | CursorTarget::Absent(_), Some(text)) => {
                let assumed = cursor.reader.document.borrow_mut().assume(part, key.name, text);
                cursor.under(key, assumed, CursorTarget::Node)
            }
        };
        Some((key, value))
    }
}

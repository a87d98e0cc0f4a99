//! Entries of a map in the author's text: adding one at its end, and removing one.

use super::{indent, line_end, slice};
use crate::diagnostic::{Place, SourceId, TextEdit};
use crate::document::{Content, Document, NodeId, Origin};

impl Document {
    /// Edit that adds an entry after the last one of a map, at the same indentation: `block` are its lines in block style, `flow` is
    /// the same entry on one line for a map in braces. `None` if the map has no entry of its own, or is shared by several parts.
    #[must_use]
    pub fn appended_to(&self, text: &str, map: NodeId, block: &[String], flow: &str) -> Option<TextEdit> {
        if let Some(braces) = self.braces(text, map) {
            return match self.children(map).last() {
                Some(last) => insertion(self.end_of(text, *last)?, braces, format!(", {flow}")),
                None => insertion(braces.start as usize + 1, braces, format!(" {flow} ")),
            };
        }
        let is_own = |at: &&NodeId| self.is_written_once(**at) && self.node(**at).key_place.is_some();
        let last = self.children(map).iter().rev().find(is_own)?;
        let key = self.node(*last).key_place?;
        // the place of a text of several lines includes the end of its last line
        let below = text.get(..self.end_of(text, *last)?)?.trim_end().len();
        let rest = text.get(below..)?;
        let stop = below + rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (newline, indent) = (line_end(text, key), indent(text, key)?);
        let lines: String = block.iter().flat_map(|line| [newline, &indent, line]).collect();
        insertion(stop, key, lines)
    }

    /// Edit that removes an entry of a map, with its comment at the end of the line. `None` if it is the only entry in braces, is
    /// shared by several parts, or is not alone on its lines.
    #[must_use]
    pub fn removed_from(&self, text: &str, at: NodeId) -> Option<TextEdit> {
        let map = self.node(at).parent?;
        let key = self.node(at).key_place.filter(|_| self.is_written_once(at))?;
        let last = text.get(..self.end_of(text, at)?)?.trim_end().len();
        let edit = |start: usize, stop: usize| {
            let (start, len) = (u32::try_from(start).ok()?, u32::try_from(stop.checked_sub(start)?).ok()?);
            Some(TextEdit::new(Place { start, len, ..key }, String::new()))
        };
        if self.braces(text, map).is_some() {
            let siblings = self.children(map);
            let position = siblings.iter().position(|sibling| *sibling == at)?;
            let before = position.checked_sub(1).and_then(|before| self.end_of(text, siblings[before]));
            return match (siblings.get(position + 1), before) {
                (Some(next), _) => edit(key.start as usize, self.node(*next).key_place?.start as usize),
                (None, Some(before)) => edit(before, last),
                (None, None) => None,
            };
        }
        let line = text.get(..key.start as usize)?.rfind('\n').map_or(0, |newline| newline + 1);
        let is_alone = text.get(line..key.start as usize)?.chars().all(|c| c == ' ');
        let rest = text.get(last..)?;
        let stop = last + rest.find('\n').map_or(rest.len(), |newline| newline + 1);
        if is_alone { edit(line, stop) } else { None }
    }

    /// Braces of a map in flow style.
    fn braces(&self, text: &str, map: NodeId) -> Option<Place> {
        let place = self.node(map).value_place.filter(|_| self.node(map).used_place.is_none())?;
        slice(text, place).filter(|written| written.starts_with('{')).map(|_| place)
    }

    /// Whether the text of a node is its own: neither an alias nor merged.
    fn is_written_once(&self, at: NodeId) -> bool {
        let node = self.node(at);
        let places = [node.key_place, node.value_place];
        let is_here = places.into_iter().flatten().all(|place| place.source == SourceId::FILE);
        node.origin == Origin::File && node.used_place.is_none() && is_here
    }

    /// Byte after a node and everything below it.
    fn end_of(&self, text: &str, at: NodeId) -> Option<usize> {
        let node = self.node(at);
        if let Some(used) = node.used_place {
            return (used.source == SourceId::FILE).then(|| used.end());
        }
        let places = [node.value_place, node.key_place].into_iter().flatten();
        let own = places.filter(|place| place.source == SourceId::FILE).map(Place::end).max();
        let below = self.children(at).iter().filter_map(|child| self.end_of(text, *child)).max();
        let written = node.value_place.and_then(|place| text.get(place.start as usize..));
        match written
            .and_then(|written| written.chars().next())
            .filter(|_| matches!(node.content, Content::Map(_) | Content::List(_)))
        {
            // the place of a map or a list in flow style may end before its bracket
            Some('{') => closed(text, below.or(own)?, '}'),
            Some('[') => closed(text, below.or(own)?, ']'),
            Some(_) | None => below.max(own),
        }
    }
}

/// Byte after the bracket that closes a map or a list whose last entry ends at a byte.
fn closed(text: &str, from: usize, bracket: char) -> Option<usize> {
    let mut in_comment = false;
    for (at, c) in text.get(from..)?.char_indices() {
        match c {
            '\n' => in_comment = false,
            _ if in_comment => {}
            '#' => in_comment = true,
            c if c == bracket => return Some(from + at + c.len_utf8()),
            c if c == ',' || c.is_whitespace() => {}
            _ => return None,
        }
    }
    None
}

/// Edit that inserts a text at a byte; `near` is a place of the same file.
fn insertion(at: usize, near: Place, text: String) -> Option<TextEdit> {
    Some(TextEdit::new(Place { start: u32::try_from(at).ok()?, len: 0, ..near }, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::edited;

    fn changed(text: &str, edit: impl Fn(&Document) -> Option<TextEdit>) -> Option<String> {
        let edit = edit(&Document::parse(text).unwrap())?;
        edited(text, 0..text.len(), &[edit])
    }

    #[test]
    fn an_entry_is_added_after_the_last_one() {
        let cases = [
            ("s:\n  a: { x: 1 } # one\nt: 2\n", Some("s:\n  a: { x: 1 } # one\n  b:\n    y: 2\nt: 2\n")),
            ("s:\r\n  a:\r\n    x: 1\r\n", Some("s:\r\n  a:\r\n    x: 1\r\n  b:\r\n    y: 2\r\n")),
            ("s:\n  a:\n    x: 1", Some("s:\n  a:\n    x: 1\n  b:\n    y: 2")),
            ("s: { a: { x: 1 } }\n", Some("s: { a: { x: 1 }, b: { y: 2 } }\n")),
            ("s: { a: [1, [2] # two\n] }\n", Some("s: { a: [1, [2] # two\n], b: { y: 2 } }\n")),
            ("s: {}\n", Some("s: { b: { y: 2 } }\n")),
            ("s:\n  a: |\n    long\n    text\n", Some("s:\n  a: |\n    long\n    text\n  b:\n    y: 2\n")),
            ("r: &r\n  a: 1\ns: *r\n", None),
        ];
        for (text, expected) in cases {
            let block = ["b:".to_owned(), "  y: 2".to_owned()];
            let found =
                changed(text, |document| document.appended_to(text, document.find("s")?, &block, "b: { y: 2 }"));
            assert_eq!(found.as_deref(), expected, "{text}");
            let read = found.map(|text| Document::parse(&text).unwrap());
            assert!(read.is_none_or(|document| document.find("s.b.y").is_some()), "{text}");
        }
    }

    #[test]
    fn an_entry_is_removed_with_its_line_or_its_comma() {
        let cases = [
            ("s:\n  a: 1\n  b: 2 # two\n  c: 3\n", Some("s:\n  a: 1\n  c: 3\n")),
            ("s:\r\n  a: 1\r\n  b: 2", Some("s:\r\n  a: 1\r\n")),
            ("s: { a: 1, b: 2, c: 3 }\n", Some("s: { a: 1, c: 3 }\n")),
            ("s: { a: 1, b: 2 }\n", Some("s: { a: 1 }\n")),
            ("s: { b: 2, c: 3 }\n", Some("s: { c: 3 }\n")),
            ("s: { b: 2 }\n", None),
            ("r: &r { b: 2 }\ns: *r\n", None),
        ];
        for (text, expected) in cases {
            let found = changed(text, |document| document.removed_from(text, document.find("s.b")?));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}

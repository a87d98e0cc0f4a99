//! Rewriting of values in the author's text; all other bytes stay unchanged.

mod entries;
mod spelling;

use super::{Content, CurrencyCode, Document, NodeId, Origin};
use crate::diagnostic::{Place, SourceId, TextEdit};
use rust_decimal::Decimal;
use spelling::spelled_as;

impl Document {
    /// Edit of the author's text that changes the number at a node, in the notation of the existing number; `own` is the currency
    /// of an amount in a foreign currency. A default becomes a new key of its part. `None` where the text has no place for this
    /// number alone: if it is shared by several parts, or was set on the command line.
    ///
    /// An anchor with several uses changes all of them: the caller must parse the edited text again and check the result.
    #[must_use]
    pub fn replaced_in(&self, text: &str, at: NodeId, value: Decimal, own: Option<CurrencyCode>) -> Option<TextEdit> {
        self.respelled_in(text, at, |written| spelled_as(written, value, own))
    }

    /// Edit of the author's text that writes another single value at a node, as YAML. `None` as for [`Document::replaced_in`].
    #[must_use]
    pub fn restated_in(&self, text: &str, at: NodeId, value: &str) -> Option<TextEdit> {
        self.respelled_in(text, at, |_| value.to_owned())
    }

    fn respelled_in(&self, text: &str, at: NodeId, spelled: impl Fn(&str) -> String) -> Option<TextEdit> {
        let node = self.node(at);
        match (node.origin, node.used_place) {
            (Origin::File | Origin::Set, Some(used)) if self.is_alias_of_its_own(text, at, used) => {
                Some(TextEdit::new(used, spelled(self.text(at)?)))
            }
            (Origin::Assumed, _) | (Origin::File | Origin::Set, Some(_)) => {
                let entry = format!("{}: {}", self.key(at), spelled(self.text(at)?));
                self.added_to(text, node.parent?, &entry)
            }
            (Origin::File | Origin::Set, None) => {
                let place = self.node(at).value_place.filter(|place| place.source == SourceId::FILE)?;
                let written = slice(text, place)?;
                let bare = without_anchor(written);
                let (before, bare) = (&written[..written.len() - bare.len()], bare.trim_end());
                let after = written.get(before.len() + bare.len()..)?;
                (!bare.is_empty() && !bare.contains('\n'))
                    .then(|| TextEdit::new(place, format!("{before}{}{after}", spelled(bare))))
            }
        }
    }

    /// Whether a value is itself an alias, `price: *list`, rather than part of an aliased or merged value.
    fn is_alias_of_its_own(&self, text: &str, at: NodeId, used: Place) -> bool {
        let is_name = slice(text, used).is_some_and(|alias| alias.starts_with('*'));
        let between = self.node(at).key_place.and_then(|key| text.get(key.end()..used.start as usize));
        is_name && between.is_some_and(|between| between.trim_matches(['"', '\'', ' ']) == ":")
    }

    /// Edit that adds an entry, `key: value`, to a part: on a new line below the last single value, or before the closing brace.
    /// `None` if the part is shared by several, or has no text of its own.
    #[must_use]
    pub fn added_to(&self, text: &str, part: NodeId, entry: &str) -> Option<TextEdit> {
        let is_elsewhere = |place: Place| place.source != SourceId::FILE;
        let is_here = |at: &NodeId| {
            let node = self.node(*at);
            let is_shared = [node.key_place, node.value_place].into_iter().flatten().any(is_elsewhere);
            node.origin == Origin::File && node.used_place.is_none() && !is_shared
        };
        if !is_here(&part) {
            return None;
        }
        let has_key = |at: &NodeId| self.node(*at).key_place.is_some();
        let written: Vec<NodeId> =
            self.children(part).iter().copied().filter(|at| is_here(at) && has_key(at)).collect();
        let begins_with = |place: &Place, brace| slice(text, *place).is_some_and(|it| it.starts_with(brace));
        if let Some(braces) = self.node(part).value_place.filter(|place| begins_with(place, '{')) {
            return Some(match written.last() {
                Some(last) => TextEdit::new(end(self.node(*last).value_place?), format!(", {entry}")),
                None => TextEdit::new(within(braces, 1), format!(" {entry} ")),
            });
        }
        if let Some(sibling) = written.iter().rev().find(|at| self.is_on_one_line(text, **at)) {
            return self.line_below(text, *sibling, entry);
        }
        let first = self.node(*written.first()?).key_place?;
        let edit = format!("{entry}{}{}", line_end(text, first), indent(text, first)?);
        Some(TextEdit::new(Place { len: 0, ..first }, edit))
    }

    /// Whether a value is a single value on one line.
    fn is_on_one_line(&self, text: &str, at: NodeId) -> bool {
        let written = self.node(at).value_place.and_then(|place| slice(text, place));
        let is_short = |written: &str| !written.contains('\n') && !written.starts_with(['|', '>']);
        matches!(self.node(at).content, Content::Scalar(_)) && written.is_some_and(is_short)
    }

    /// Edit that adds a key on a new line below that of another one.
    fn line_below(&self, text: &str, sibling: NodeId, entry: &str) -> Option<TextEdit> {
        let node = self.node(sibling);
        let (key, value) = (node.key_place?, node.value_place?);
        let rest = text.get(value.end()..)?;
        let stop = value.end() + rest.find(['\r', '\n']).unwrap_or(rest.len());
        let start = u32::try_from(stop).ok()?;
        let line = format!("{}{}{entry}", line_end(text, key), indent(text, key)?);
        Some(TextEdit::new(Place { start, len: 0, ..value }, line))
    }
}

/// Text of a place.
fn slice(text: &str, place: Place) -> Option<&str> {
    text.get(place.start as usize..place.end())
}

/// A value without its anchor, `&list 255_237`.
fn without_anchor(written: &str) -> &str {
    match written.strip_prefix('&').and_then(|rest| rest.find(char::is_whitespace)) {
        Some(name) => written[name + 1..].trim_start(),
        None => written,
    }
}

/// Empty place a number of bytes after the start of a place.
fn within(place: Place, bytes: u32) -> Place {
    Place { start: place.start + bytes, len: 0, column: place.column + bytes, ..place }
}

/// Empty place at the end of a place.
fn end(place: Place) -> Place {
    Place { start: place.start + place.len, len: 0, ..place }
}

/// Line ending at a place; the last line has that of the others.
fn line_end(text: &str, near: Place) -> &'static str {
    let rest = text.get(near.start as usize..).unwrap_or_default();
    let is_of_two = match rest.find('\n') {
        Some(at) => rest[..at].ends_with('\r'),
        None => text.contains("\r\n"),
    };
    if is_of_two { "\r\n" } else { "\n" }
}

/// Indentation of a key, with the dash of a list replaced by a space; `None` if something else precedes the key.
fn indent(text: &str, key: Place) -> Option<String> {
    let before = text.get(..key.start as usize)?;
    let line = before.rfind('\n').map_or(before, |newline| &before[newline + 1..]);
    let is_blank = line.trim_start_matches('\u{feff}').chars().all(|c| c == ' ' || c == '-');
    is_blank.then(|| line.chars().filter(|c| *c != '\u{feff}').map(|_| ' ').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text with another number at a path.
    fn restated(text: &str, path: &str, value: &str) -> Option<String> {
        let mut document = Document::parse(text).unwrap();
        let at = document.find(path).unwrap_or_else(|| {
            let (part, key) = path.rsplit_once('.').unwrap_or(("", path));
            document.assume(document.find(part).unwrap(), key, "5%")
        });
        let edit = document.replaced_in(text, at, value.parse().unwrap(), None)?;
        let (before, after) = (&text[..edit.place.start as usize], &text[edit.place.end()..]);
        Some(format!("{before}{}{after}", edit.text))
    }

    #[test]
    fn a_number_is_replaced_and_every_other_byte_stays() {
        let text = "a: 1_000   # größer\r\nb: {c: '65%', d: [1, 2.50]}\r\n";
        let cases = [
            ("a", "2000", "a: 2_000   # größer\r\nb: {c: '65%', d: [1, 2.50]}\r\n"),
            ("b.c", "0.7", "a: 1_000   # größer\r\nb: {c: '70%', d: [1, 2.50]}\r\n"),
            ("b.d.1", "3", "a: 1_000   # größer\r\nb: {c: '65%', d: [1, 3.00]}\r\n"),
        ];
        for (path, value, expected) in cases {
            assert_eq!(restated(text, path, value).as_deref(), Some(expected), "{path}");
        }
    }

    #[test]
    fn what_was_assumed_becomes_a_key_of_its_part() {
        let cases = [
            ("a: 1 # one\nb:\n  c: 2\n", "x", "0.07", "a: 1 # one\nx: 7%\nb:\n  c: 2\n"),
            ("a: 1\r\nb:\r\n  c: 2", "b.x", "0.07", "a: 1\r\nb:\r\n  c: 2\r\n  x: 7%"),
            ("b:\n  c: {d: 2}\n", "b.x", "0.07", "b:\n  x: 7%\n  c: {d: 2}\n"),
            ("b: { c: 2 }\n", "b.x", "0.07", "b: { c: 2, x: 7% }\n"),
            ("b: {}\n", "b.x", "0.07", "b: { x: 7% }\n"),
            ("b:\n  - c: 2\n    d: 3\n", "b.0.x", "0.07", "b:\n  - c: 2\n    d: 3\n    x: 7%\n"),
            ("b:\n  - c: {d: 2}\n", "b.0.x", "0.07", "b:\n  - x: 7%\n    c: {d: 2}\n"),
            ("\u{feff}b:\n  c: {d: 2}\n", "x", "0.07", "\u{feff}x: 7%\nb:\n  c: {d: 2}\n"),
        ];
        for (text, path, value, expected) in cases {
            assert_eq!(restated(text, path, value).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn an_alias_is_replaced_where_it_is_the_value_and_a_merge_is_added_to() {
        let cases = [
            ("a: &x 1_000\nb: *x\n", "b", "2000", Some("a: &x 1_000\nb: 2_000\n")),
            ("a: &x 1_000\nb: *x\n", "a", "2000", Some("a: &x 2_000\nb: *x\n")),
            ("a: &x {c: 1}\nb:\n  <<: *x\n  d: 2\n", "b.c", "3", Some("a: &x {c: 1}\nb:\n  <<: *x\n  d: 2\n  c: 3\n")),
            ("a: &x {c: 1}\nb: *x\n", "b.c", "3", None),
            (
                "a: {c: &x 1_000, d: 1}\nb: {c: *x, d: 1}\n",
                "b.c",
                "3",
                Some("a: {c: &x 1_000, d: 1}\nb: {c: 3, d: 1}\n"),
            ),
            ("a:\n  c: &x {d: 1, e: 2}\nb:\n  c: *x\n", "b.c.d", "3", None),
        ];
        for (text, path, value, expected) in cases {
            assert_eq!(restated(text, path, value).as_deref(), expected, "{text}");
        }
    }
}

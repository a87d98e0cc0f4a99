//! What an author is about to write: the word under a cursor, and where it stands in the tree, though the text is no YAML as
//! long as the line is not finished.
//!
//! The word is exchanged for one that nobody writes, as a key or as a value, and the text is read as any other; where that
//! gives a tree, the tree says where the word stands. Where none of it does, since something else is wrong in the file, the
//! lines around it and their indentation say so.

mod outline;

use crate::document::{Document, Node, NodeId};
use outline::Outline;
use std::ops::Range;

/// Bytes up to which a text is read anew at every key: what is longer takes longer than a key press.
const LONGEST: usize = 1 << 20;
/// What stands in the place of the word.
const STAND_IN: &str = "the_word_that_is_being_typed";

/// The word under a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The keys around it, the outermost first: of a key those of its map, of a value with its own key.
    pub path: Vec<String>,
    /// What it is.
    pub side: BegunSide,
    /// Its bytes; none before anything is typed.
    pub word: Range<usize>,
}

/// What a word is that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BegunSide {
    /// A key, with those beside it.
    Key {
        /// The keys that are there already.
        beside: Vec<String>,
        /// Whether its colon is there already.
        colon: Colon,
    },
    /// A single value.
    Value,
}

/// Whether a colon follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colon {
    /// It does.
    There,
    /// It has to be written.
    Missing,
}

/// The word at a byte of a text, with the tree if there is one; nothing in a comment, within a text, or where the byte is none.
#[must_use]
pub fn begun(text: &str, cursor: usize) -> Option<(Begun, Option<Document>)> {
    let (before, _) = text.split_at_checked(cursor)?;
    if text.len() > LONGEST {
        return None;
    }
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = &before[line_start..];
    if is_comment(line) {
        return None;
    }
    let end = cursor + word_end(&text[cursor..]);
    for start in starts(line).into_iter().map(|start| line_start + start) {
        let tried = Tried { text, word: start..end, line_start };
        if let Some((begun, document)) = tried.forms().into_iter().find_map(|form| tried.read_with(&form)) {
            return Some((begun, Some(document)));
        }
    }
    let start = line_start + starts(line).first().copied()?;
    Some((by_indentation(text, line_start, start..end)?, None))
}

/// A word that is exchanged for one that nobody writes.
struct Tried<'a> {
    text: &'a str,
    word: Range<usize>,
    line_start: usize,
}

impl Tried<'_> {
    fn before(&self) -> &str {
        &self.text[self.line_start..self.word.start]
    }

    fn colon(&self) -> Colon {
        let after = self.text[self.word.end..].trim_start_matches(['"', '\'']);
        if after.starts_with(':') { Colon::There } else { Colon::Missing }
    }

    /// What the word may be: a key unless a colon stands before it or behind it, and then a value. Braces that are open in the
    /// line are closed too, since not every editor does.
    fn forms(&self) -> Vec<String> {
        let is_value = self.before().trim_end().trim_end_matches(['"', '\'']).ends_with(':');
        let words = match self.colon() {
            Colon::There => vec![STAND_IN.to_owned()],
            Colon::Missing if is_value => vec![STAND_IN.to_owned()],
            Colon::Missing => vec![format!("{STAND_IN}:"), format!("{STAND_IN}: ~"), STAND_IN.to_owned()],
        };
        let closed = closing(self.before());
        let open = words.iter().filter(|_| !closed.is_empty()).map(|word| format!("{word} {closed}"));
        words.iter().cloned().chain(open).collect()
    }

    fn read_with(&self, form: &str) -> Option<(Begun, Document)> {
        let text = [&self.text[..self.word.start], form, &self.text[self.word.end..]].concat();
        let mut document = Document::parse(&text).ok()?;
        let is_key = |at: &NodeId| document.key(*at) == STAND_IN;
        let is_value = |at: &NodeId| document.text(*at) == Some(STAND_IN);
        let all = document.all();
        let owned = |path: Vec<&str>| path.into_iter().map(str::to_owned).collect();
        let (at, begun) = if let Some(at) = all.iter().copied().find(is_key) {
            let map = document.node(at).parent?;
            // what comes of a merge may be written again
            let is_written = |child: &NodeId| !is_key(child) && !is_merged(document.node(*child));
            let beside = document.children(map).iter().filter(|child| is_written(child));
            let beside = beside.map(|child| document.key(*child).to_owned()).collect();
            let side = BegunSide::Key { beside, colon: self.colon() };
            (at, Begun { path: owned(document.keys(map)), side, word: self.word.clone() })
        } else {
            let at = all.into_iter().find(is_value)?;
            (at, Begun { path: owned(document.keys(at)), side: BegunSide::Value, word: self.word.clone() })
        };
        // a name in a list of names stays: the list is what it is, but for the word
        document.remove(at);
        Some((begun, document))
    }
}

/// Whether a key comes of a merge, `<<: *defaults`: it stands before its value, in the part that is merged, which is used
/// elsewhere. The value of `key: *alias` stands before its key.
fn is_merged(node: &Node) -> bool {
    let Some((key, value)) = node.key_place.zip(node.value_place) else { return false };
    node.used_place.is_some() && key.start < value.start
}

/// Where the word may begin in the part of its line before the cursor: behind the last mark that can stand before a word, or,
/// where a comma is part of a text, behind the colon or the dash.
fn starts(line: &str) -> Vec<usize> {
    let from = |at: usize| at + (line[at..].len() - line[at..].trim_start().len());
    let unquoted = |at: usize| {
        let at = from(at);
        at + usize::from(line[at..].starts_with(['"', '\'']))
    };
    let behind = |mark: &str| line.rfind(mark).map(|at| at + mark.len());
    let indent = from(0);
    let dash = line[indent..].starts_with("- ").then(|| indent + 2);
    let outer = [behind(": "), dash].into_iter().flatten().max().unwrap_or_default();
    let inner = [behind("{"), behind("["), behind(",")].into_iter().flatten().max().unwrap_or_default().max(outer);
    let mut starts = vec![unquoted(inner)];
    if inner != outer {
        starts.push(unquoted(outer));
    }
    starts
}

/// How many bytes of a text still belong to a word.
fn word_end(after: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '}' | ']' | ':' | '#' | '"' | '\'');
    after.find(ends).unwrap_or(after.len())
}

/// Whether the end of a line is in a comment.
fn is_comment(line: &str) -> bool {
    let mut quote = None;
    let mut before = ' ';
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') if before.is_whitespace() || matches!(before, '{' | '[' | ',') => quote = Some(c),
            (None, '#') if before.is_whitespace() => return true,
            _ => {}
        }
        before = c;
    }
    false
}

/// What closes the braces and brackets that are open at the end of a line.
fn closing(line: &str) -> String {
    let mut open = Vec::new();
    for c in line.chars() {
        match c {
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter().rev().collect()
}

/// What the lines around a word say of it.
fn by_indentation(text: &str, line_start: usize, word: Range<usize>) -> Option<Begun> {
    let before = text.get(line_start..word.start)?;
    let outline = Outline::at(text, line_start, before)?;
    let own = before.trim_start().trim_start_matches("- ");
    if let Some((key, rest)) = own.split_once(':') {
        let path = outline.path.into_iter().chain([key.trim_matches(['"', '\'', ' ']).to_owned()]).collect();
        let is_plain = rest.trim().trim_matches(['"', '\'']).is_empty();
        return is_plain.then_some(Begun { path, side: BegunSide::Value, word });
    }
    let tried = Tried { text, word: word.clone(), line_start };
    let side = BegunSide::Key { beside: outline.beside, colon: tried.colon() };
    own.trim().is_empty().then_some(Begun { path: outline.path, side, word })
}

/// The keys around and of a line, as its indentation says: for a text that is no YAML.
#[must_use]
pub fn keys_of_line(text: &str, cursor: usize) -> Option<Vec<String>> {
    let line_start = text.get(..cursor)?.rfind('\n').map_or(0, |newline| newline + 1);
    let line = text.get(line_start..)?.lines().next()?;
    let key = outline::key(line)?;
    let outline = Outline::at(text, line_start, &line[..outline::indent(line)])?;
    Some(outline.path.into_iter().chain([key]).collect())
}

#[cfg(test)]
mod tests;

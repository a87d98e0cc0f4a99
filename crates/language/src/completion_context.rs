//! Completion context: the word under the cursor and its place in the tree, even while the unfinished line is not valid YAML.
//!
//! The word is replaced by a placeholder, as a key or as a value, and the text is parsed as usual; where that succeeds, the
//! tree gives the place of the word. Where no form parses, because something else in the file is invalid, the place is
//! inferred from the surrounding lines and their indentation.

mod outline;

use crate::document::{Document, Node, NodeId};
use outline::Outline;
use std::ops::Range;

/// Largest text in bytes that is parsed at every key press; a longer text would take too long.
const LONGEST: usize = 1 << 20;
/// Placeholder for the word.
const PLACEHOLDER: &str = "the_word_that_is_being_typed";

/// Word under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionContext {
    /// Keys around it, the outermost first: for a key those of its map, for a value including its own key.
    pub path: Vec<String>,
    /// Whether it is a key or a value.
    pub side: CompletionSide,
    /// Byte range of the word; empty before anything is typed.
    pub word: Range<usize>,
}

/// Whether the word being typed is a key or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompletionSide {
    /// A key.
    Key {
        /// Keys that the map already has.
        siblings: Vec<String>,
        /// Whether its colon is already there.
        colon: Colon,
    },
    /// A single value.
    Value,
}

/// Whether a colon follows the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colon {
    /// A colon follows.
    There,
    /// The colon is missing.
    Missing,
}

/// The word at a byte offset, with the tree if the text parses. `None` in a comment, within a string, or for an invalid offset.
#[must_use]
pub fn completion_context(text: &str, cursor: usize) -> Option<(CompletionContext, Option<Document>)> {
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
        let tried = PlaceholderAttempt { text, word: start..end, line_start };
        if let Some((begun, document)) = tried.forms().into_iter().find_map(|form| tried.read_with(&form)) {
            return Some((begun, Some(document)));
        }
    }
    let start = line_start + starts(line).first().copied()?;
    Some((by_indentation(text, line_start, start..end)?, None))
}

/// A word that is replaced by a placeholder.
struct PlaceholderAttempt<'a> {
    text: &'a str,
    word: Range<usize>,
    line_start: usize,
}

impl PlaceholderAttempt<'_> {
    fn before(&self) -> &str {
        &self.text[self.line_start..self.word.start]
    }

    fn colon(&self) -> Colon {
        let after = self.text[self.word.end..].trim_start_matches(['"', '\'']);
        if after.starts_with(':') { Colon::There } else { Colon::Missing }
    }

    /// Forms to try: a key unless a colon stands before or after the word, otherwise a value. Open braces of the line are closed
    /// as well, since not every editor closes them.
    fn forms(&self) -> Vec<String> {
        let is_value = self.before().trim_end().trim_end_matches(['"', '\'']).ends_with(':');
        let words = match self.colon() {
            Colon::There => vec![PLACEHOLDER.to_owned()],
            Colon::Missing if is_value => vec![PLACEHOLDER.to_owned()],
            Colon::Missing => vec![format!("{PLACEHOLDER}:"), format!("{PLACEHOLDER}: ~"), PLACEHOLDER.to_owned()],
        };
        let closed = closing(self.before());
        let open = words.iter().filter(|_| !closed.is_empty()).map(|word| format!("{word} {closed}"));
        words.iter().cloned().chain(open).collect()
    }

    fn read_with(&self, form: &str) -> Option<(CompletionContext, Document)> {
        let text = [&self.text[..self.word.start], form, &self.text[self.word.end..]].concat();
        let mut document = Document::parse(&text).ok()?;
        let is_key = |at: &NodeId| document.key(*at) == PLACEHOLDER;
        let is_value = |at: &NodeId| document.text(*at) == Some(PLACEHOLDER);
        let all = document.all();
        let owned = |path: Vec<&str>| path.into_iter().map(str::to_owned).collect();
        let (at, begun) = if let Some(at) = all.iter().copied().find(is_key) {
            let map = document.node(at).parent?;
            // keys that come from a merge may be written again
            let is_written = |child: &NodeId| !is_key(child) && !is_merged(document.node(*child));
            let siblings = document.children(map).iter().filter(|child| is_written(child));
            let siblings = siblings.map(|child| document.key(*child).to_owned()).collect();
            let side = CompletionSide::Key { siblings, colon: self.colon() };
            (at, CompletionContext { path: owned(document.keys(map)), side, word: self.word.clone() })
        } else {
            let at = all.into_iter().find(is_value)?;
            (
                at,
                CompletionContext {
                    path: owned(document.keys(at)),
                    side: CompletionSide::Value,
                    word: self.word.clone(),
                },
            )
        };
        // a name in a list of names stays: only the placeholder is removed from the list
        document.remove(at);
        Some((begun, document))
    }
}

/// Whether a key comes from a merge, `<<: *defaults`: its key stands before its value, in the merged part, which is used
/// elsewhere. With `key: *alias` the value stands before the key.
fn is_merged(node: &Node) -> bool {
    let Some((key, value)) = node.key_place.zip(node.value_place) else { return false };
    node.used_place.is_some() && key.start < value.start
}

/// Possible starts of the word in its line before the cursor: after the last separator, and, since a comma may be part of a
/// string, after the colon or dash.
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

/// Number of bytes after the cursor that belong to the word.
fn word_end(after: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '}' | ']' | ':' | '#' | '"' | '\'');
    after.find(ends).unwrap_or(after.len())
}

/// Whether the end of the line is in a comment.
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

/// Closing characters for the open braces and brackets of a line.
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

/// Completion context inferred from the indentation of the surrounding lines.
fn by_indentation(text: &str, line_start: usize, word: Range<usize>) -> Option<CompletionContext> {
    let before = text.get(line_start..word.start)?;
    let outline = Outline::at(text, line_start, before)?;
    let own = before.trim_start().trim_start_matches("- ");
    if let Some((key, rest)) = own.split_once(':') {
        let path = outline.path.into_iter().chain([key.trim_matches(['"', '\'', ' ']).to_owned()]).collect();
        let is_plain = rest.trim().trim_matches(['"', '\'']).is_empty();
        return is_plain.then_some(CompletionContext { path, side: CompletionSide::Value, word });
    }
    let tried = PlaceholderAttempt { text, word: word.clone(), line_start };
    let side = CompletionSide::Key { siblings: outline.siblings, colon: tried.colon() };
    own.trim().is_empty().then_some(CompletionContext { path: outline.path, side, word })
}

/// Keys around a line and its own key, inferred from indentation; for text that is not valid YAML.
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

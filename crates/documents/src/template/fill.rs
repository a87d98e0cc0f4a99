//! Filling the placeholders of a template: line by line, so that comments stay, and typed, so that no value breaks the YAML.

use super::hole::{self, List, PlaceholderSpan};
use super::value::{Value, ValuePosition};
use crate::scenario::nearest;
use std::collections::BTreeMap;
use std::fmt;

/// Longest line with a source.
const WIDTH: usize = 110;
/// Column of a guess mark on a line without a comment, as in the comments of templates.
const COMMENTS: usize = 40;

/// Value of a placeholder, and whom to ask if it is a guess.
#[derive(Clone, Debug)]
pub(super) struct PlaceholderValue {
    /// Value.
    pub(super) value: Value,
    /// How to confirm a guess; written next to the value.
    pub(super) guess: Option<String>,
}

impl PlaceholderValue {
    /// Known value.
    pub(super) fn known(value: Value) -> PlaceholderValue {
        PlaceholderValue { value, guess: None }
    }

    /// Guess, with how to confirm it: `ask the vendor`.
    pub(super) fn guess(value: Value, ask: impl Into<String>) -> PlaceholderValue {
        PlaceholderValue { value, guess: Some(ask.into()) }
    }
}

/// Values of placeholders by name.
pub(super) type Record = BTreeMap<&'static str, PlaceholderValue>;

/// Values for all placeholders.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceholderValues {
    /// Single placeholders.
    pub(super) single: Record,
    /// List placeholders.
    pub(super) lists: BTreeMap<List, Vec<Record>>,
}

/// Error in a template, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// Template.
    pub template: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// Message.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.template, self.line, self.column, self.message)
    }
}

impl std::error::Error for TemplateError {}

/// Line of a template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Line number in the file, from 1.
    pub(super) number: usize,
    /// Text.
    pub(super) text: &'a str,
}

impl Line<'_> {
    fn is_blank(self) -> bool {
        self.text.trim().is_empty()
    }

    fn is_comment(self) -> bool {
        self.text.trim_start().starts_with('#')
    }

    fn indent(self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    /// Start of its comment, or its end.
    fn comment(self) -> usize {
        let mut quote = None;
        let mut before = ' ';
        for (at, c) in self.text.char_indices() {
            match (quote, c) {
                (None, '#') if before.is_whitespace() => return at,
                (None, '"' | '\'') if !before.is_alphanumeric() => quote = Some(c),
                (Some(open), _) if open == c => quote = None,
                (None | Some(_), _) => {}
            }
            before = c;
        }
        self.text.len()
    }

    /// End of the key at its start; 0 without a key.
    fn key(self) -> usize {
        let text = self.text.get(..self.comment()).unwrap_or_default();
        text.find(": ").or_else(|| text.trim_end().strip_suffix(':').map(str::len)).unwrap_or_default()
    }

    /// Whether it is a key without a value, so that the lines below are its value.
    fn is_parent(self) -> bool {
        !self.is_comment() && self.text.get(..self.comment()).is_some_and(|text| text.trim_end().ends_with(':'))
    }
}

/// Fills the placeholders of lines of a template.
pub(super) struct Filler<'a> {
    template: &'a str,
    fillings: &'a PlaceholderValues,
    /// Item of each list in the lines that are repeated.
    chosen: BTreeMap<List, &'a Record>,
}

impl<'a> Filler<'a> {
    pub(super) fn new(template: &'a str, fillings: &'a PlaceholderValues) -> Filler<'a> {
        Filler { template, fillings, chosen: BTreeMap::new() }
    }

    /// Lines with their placeholders filled.
    ///
    /// # Errors
    /// If a placeholder has no value, or one that is invalid at its position.
    pub(super) fn filled(&self, lines: &[Line<'_>]) -> Result<Vec<String>, TemplateError> {
        let mut filled = Vec::new();
        let mut rest = lines;
        while let Some((first, _)) = rest.split_first() {
            let below = rest.iter().skip(1).position(|line| !line.is_blank() && line.indent() <= first.indent());
            let end = if first.is_comment() || first.is_blank() { 1 } else { below.map_or(rest.len(), |at| at + 1) };
            // blank lines at its end separate it from the next block
            let blank = rest.iter().take(end).skip(1).rev().take_while(|line| line.is_blank()).count();
            let (block, after) = rest.split_at(end - blank);
            match self.repeated(*first)? {
                Some(list) => {
                    for item in self.fillings.lists.get(&list).into_iter().flatten() {
                        let chosen = self.chosen.iter().map(|(list, item)| (*list, *item));
                        let chosen = chosen.chain([(list, item)]).collect();
                        let filler = Filler { template: self.template, fillings: self.fillings, chosen };
                        filled.extend(filler.block(block)?);
                    }
                }
                None => filled.extend(self.block(block)?),
            }
            rest = after;
        }
        Ok(filled)
    }

    /// A line with the lines below it; nothing if all lines below it are omitted.
    fn block(&self, block: &[Line<'_>]) -> Result<Vec<String>, TemplateError> {
        let Some((first, below)) = block.split_first() else { return Ok(Vec::new()) };
        let mut filled = self.line(*first)?;
        let children = self.filled(below)?;
        let is_entry = |line: &String| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if first.is_parent() && !below.is_empty() && !children.iter().any(is_entry) {
            return Ok(Vec::new());
        }
        filled.extend(children);
        Ok(filled)
    }

    /// List whose items the line is repeated for: the first in its key, or in a comment line, that has no item yet.
    fn repeated(&self, line: Line<'_>) -> Result<Option<List>, TemplateError> {
        let end = if line.is_comment() { line.text.len() } else { line.key() };
        for hole in hole::written(line.text).iter().filter(|hole| hole.at.end <= end) {
            let list = self.known(line, hole)?.list;
            if let Some(list) = list.filter(|list| !self.chosen.contains_key(list)) {
                return Ok(Some(list));
            }
        }
        Ok(None)
    }

    fn known(&self, line: Line<'_>, hole: &PlaceholderSpan<'_>) -> Result<&'static hole::Placeholder, TemplateError> {
        hole::named(hole.name).ok_or_else(|| {
            let known = hole::HOLES.iter().map(|hole| hole.name);
            let suggestion =
                nearest(hole.name, known).map(|near| format!("; did you mean `<{near}>`?")).unwrap_or_default();
            self.error(line, hole.at.start, format!("there is no placeholder `<{}>`{suggestion}", hole.name))
        })
    }

    /// A line with its placeholders filled. Guesses are marked at its end, its comment keeps its column, and a source that makes
    /// it too long moves to the next lines.
    fn line(&self, line: Line<'_>) -> Result<Vec<String>, TemplateError> {
        let comment = line.comment();
        let (mut value_part, mut comment_part) = (String::new(), String::new());
        let mut guesses: Vec<&str> = Vec::new();
        let mut from = 0;
        for hole in hole::written(line.text) {
            let PlaceholderValue { value, guess } = self.filling(line, &hole)?;
            let standing = standing(line, &hole);
            let between = line.text.get(from..hole.at.start).unwrap_or_default();
            let before = value_part.len() + between.len();
            if from < comment {
                let (of_value, of_comment) = between.split_at(between.len().min(comment - from));
                value_part.push_str(of_value);
                comment_part.push_str(of_comment);
            } else {
                comment_part.push_str(between);
            }
            let written = value.written(standing).ok_or_else(|| {
                let expected = if standing == ValuePosition::Key {
                    "is not a name, and a key must be one"
                } else {
                    "must be the whole value"
                };
                self.error(line, hole.at.start, format!("`<{}>` {expected}", hole.name))
            })?;
            from = hole.at.end;
            if standing == ValuePosition::Comment {
                comment_part.push_str(&written);
                continue;
            }
            let is_last = line.text.get(from..).is_some_and(|after| after.trim().is_empty());
            if let Some(below) = value.below(line.indent() + 2).filter(|_| is_last && before + written.len() > WIDTH) {
                return Ok([value_part.trim_end().to_owned()].into_iter().chain(below).collect());
            }
            value_part.push_str(&written);
            guesses.extend(guess.as_deref().filter(|ask| !guesses.contains(ask)));
        }
        if from < comment {
            value_part.push_str(line.text.get(from..comment).unwrap_or_default());
        }
        comment_part.push_str(line.text.get(from.max(comment)..).unwrap_or_default());
        if !guesses.is_empty() {
            let mark = if comment_part.is_empty() { "# " } else { "; " };
            comment_part = format!("{}{mark}guess: {}", comment_part.trim_end(), guesses.join("; "));
        }
        let column = if comment < line.text.len() { column(line.text, comment) } else { COMMENTS };
        Ok(vec![joined(&value_part, &comment_part, column)])
    }

    fn filling(&self, line: Line<'_>, hole: &PlaceholderSpan<'_>) -> Result<&'a PlaceholderValue, TemplateError> {
        let known = self.known(line, hole)?;
        let record = match known.list {
            None => Some(&self.fillings.single),
            Some(list) => match self.chosen.get(&list) {
                Some(chosen) => Some(*chosen),
                None => self.fillings.lists.get(&list).and_then(|items| items.first()),
            },
        };
        let filling = record.and_then(|record| record.get(known.name));
        filling.ok_or_else(|| {
            let nothing = format!("the catalog has no value for `<{}>`: {}", known.name, known.about);
            self.error(line, hole.at.start, nothing)
        })
    }

    fn error(&self, line: Line<'_>, at: usize, message: String) -> TemplateError {
        let column = column(line.text, at) + 1;
        TemplateError { template: self.template.to_owned(), line: line.number, column, message }
    }
}

/// Position of a placeholder in its line.
fn standing(line: Line<'_>, hole: &PlaceholderSpan<'_>) -> ValuePosition {
    if hole.at.start >= line.comment() {
        return ValuePosition::Comment;
    }
    if hole.at.end <= line.key() {
        return ValuePosition::Key;
    }
    let before = line.text.get(..hole.at.start).unwrap_or_default();
    let after = line.text.get(hole.at.end..line.comment()).unwrap_or_default().trim_start();
    let begins = before.trim_end().ends_with([':', ',', '[', '-']);
    let ends = after.is_empty() || after.starts_with([',', '}', ']']);
    if begins && ends { ValuePosition::Alone } else { ValuePosition::Within }
}

fn column(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or_default().chars().count()
}

/// A value and its comment, which begins at a column or after the value.
fn joined(value: &str, comment: &str, column: usize) -> String {
    if comment.is_empty() || value.trim().is_empty() {
        return format!("{value}{comment}");
    }
    let value = value.trim_end();
    let space = column.saturating_sub(value.chars().count()).max(2);
    format!("{value}{}{comment}", " ".repeat(space))
}

//! Cursor on a node while it is read. It answers from the node, from an absent key, or with a placeholder.

use super::Reader;
use super::members::Members;
use super::typing_errors::{in_other_marks, set_below};
use crate::choice::Unknown;
use crate::declaration::{Bare, DeclaredPart, Key, KeyRole, TRUTH, Text, Words};
use crate::diagnostic::{Diagnostic, DocumentCode, FixSafety};
use crate::document::{Content, NodeId, Origin, quoted};
use crate::expected_type::{ExpectedType, Shape};
use crate::quantity::QuantityProblem;
use crate::suggest::{display_text, is_slip, listed, nearest};
use sheet::number;

/// Most entries that are read under one key; the limits of parts are lower.
const MOST_ENTRIES: usize = 2_000;

/// What a cursor points to.
#[derive(Clone, Copy, Debug)]
pub(super) enum CursorTarget {
    /// A node of the document.
    Node,
    /// A missing key of the part at the cursor.
    Absent(&'static Key),
    /// A value with a reported error; every read returns a placeholder.
    Placeholder,
}

/// Position in a document while it is read.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    pub(super) reader: &'a Reader,
    pub(super) at: NodeId,
    pub(super) holds: CursorTarget,
    /// Key of the value, and the number of entry or item levels below it.
    key: Option<&'static Key>,
    depth: usize,
    /// Whether its numbers are inputs, rather than expectations or uncertainties.
    pub(super) of_inputs: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn root(reader: &'a Reader) -> Cursor<'a> {
        Cursor { reader, at: NodeId::ROOT, holds: CursorTarget::Node, key: None, depth: 0, of_inputs: true }
    }

    /// Cursor on the value of a key.
    pub(super) fn under(self, key: &'static Key, at: NodeId, holds: CursorTarget) -> Cursor<'a> {
        let of_inputs = self.of_inputs && !matches!(key.role, KeyRole::Expectation | KeyRole::Uncertainty);
        Cursor { at, holds, key: Some(key), depth: 0, of_inputs, ..self }
    }

    /// Cursor on an entry or an item.
    fn within(self, at: NodeId, holds: CursorTarget) -> Cursor<'a> {
        Cursor { at, holds, depth: self.depth + 1, ..self }
    }

    /// Cursor on a placeholder at the same place.
    #[must_use]
    pub fn placeholder(self) -> Cursor<'a> {
        Cursor { holds: CursorTarget::Placeholder, ..self }
    }

    /// The node; for a missing key that of its part.
    #[must_use]
    pub fn node(self) -> NodeId {
        self.at
    }

    /// Whether a value is given or has a default.
    #[must_use]
    pub fn is_there(self) -> bool {
        match self.holds {
            CursorTarget::Node => true,
            CursorTarget::Absent(_) | CursorTarget::Placeholder => false,
        }
    }

    /// Whether the value is a single value, rather than a part or a list.
    #[must_use]
    pub fn is_single(self) -> bool {
        match self.holds {
            CursorTarget::Node => {
                matches!(self.reader.document.borrow().node(self.at).content, Content::Scalar(_) | Content::Nothing)
            }
            CursorTarget::Absent(_) | CursorTarget::Placeholder => true,
        }
    }

    /// The content, if it has the expected shape; otherwise the error is reported.
    fn look(self, expected: &ExpectedType) -> Option<Content> {
        match self.holds {
            CursorTarget::Placeholder => None,
            CursorTarget::Absent(key) => {
                self.reader.missing_key(self.at, key, expected);
                None
            }
            CursorTarget::Node => {
                let content = self.reader.document.borrow().node(self.at).content.clone();
                match (&content, expected.shape()) {
                    (Content::Scalar(_), Shape::Scalar)
                    | (Content::Map(_), Shape::Map)
                    | (Content::List(_), Shape::List) => Some(content),
                    (Content::Nothing, _) => {
                        self.no_value(expected);
                        None
                    }
                    (Content::Scalar(_) | Content::Map(_) | Content::List(_), _) => {
                        self.wrong_kind(&content, expected);
                        None
                    }
                }
            }
        }
    }

    fn single(self, expected: &ExpectedType) -> Option<String> {
        match self.look(expected)? {
            Content::Scalar(text) => Some(text),
            Content::Map(_) | Content::List(_) | Content::Nothing => None,
        }
    }

    fn children(self, expected: &ExpectedType) -> Option<Vec<NodeId>> {
        match self.look(expected)? {
            Content::Map(children) | Content::List(children) => Some(children),
            Content::Scalar(_) | Content::Nothing => None,
        }
    }

    /// A text; empty if there is none.
    #[must_use]
    pub fn text(self) -> String {
        let text = self.single(&ExpectedType::Text);
        if let Some(text) = &text
            && text.trim().is_empty()
            && self.key.is_some_and(|key| key.says_something)
        {
            self.reader.says_nothing(self.at);
        }
        text.unwrap_or_default()
    }

    /// A parsed single value; `None` if it is invalid, which is reported.
    #[must_use]
    pub fn parsed<T>(self, expected: &ExpectedType, read: impl Fn(&str) -> Result<T, QuantityProblem>) -> Option<T> {
        let text = self.single(expected)?;
        let with_hint = |problem| in_other_marks(&text, problem, &read);
        read(&text).map_err(|problem| self.reader.problem(self.at, with_hint(problem))).ok()
    }

    /// A boolean; false if it is invalid.
    #[must_use]
    pub fn truth(self) -> bool {
        self.chosen(&ExpectedType::Boolean, &TRUTH) == "true"
    }

    /// One of several words; the first if it is invalid.
    #[must_use]
    pub fn word(self, words: &'static Words) -> &'static str {
        self.chosen(&ExpectedType::Word(words), words)
    }

    fn chosen(self, expected: &ExpectedType, words: &'static Words) -> &'static str {
        let placeholder = words.all.first().map_or("", |word| word.name);
        let Some(text) = self.single(expected) else {
            return placeholder;
        };
        let names = words.names();
        if let Some(word) = names.iter().find(|word| **word == text) {
            return word;
        }
        let lower = text.to_lowercase();
        let suggestion = words.all.iter().find(|word| word.aliases.contains(&lower.as_str())).map(|word| word.name);
        let likely = match suggestion.or_else(|| nearest(&text, names.iter().copied())) {
            Some(near) => vec![near.to_owned()],
            None => within(&lower, &names),
        };
        let label = match likely.as_slice() {
            [] => format!("write {}", display_text(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), "or")),
            likely => format!("did you mean {}?", display_text(likely, "or")),
        };
        let message = format!("is {}; it must be {}", quoted(&text), listed(&names, "or"));
        let mut problem = QuantityProblem::new(DocumentCode::UnknownChoice, message, label);
        if let [likely] = likely.as_slice() {
            let is_truth = matches!(expected, ExpectedType::Boolean);
            let meaning = FixSafety::safe_if(is_truth || is_slip(&text, likely, names.iter().copied()));
            problem = problem.instead(meaning, likely);
        }
        self.reader.problem(self.at, problem);
        placeholder
    }

    /// Cursors on named entries, with their names; empty if the key is missing.
    #[must_use]
    pub fn entries(self, expected: &ExpectedType) -> Vec<(String, Cursor<'a>)> {
        if matches!(self.holds, CursorTarget::Absent(_)) {
            return Vec::new();
        }
        let mut entries = self.children(expected).unwrap_or_default();
        if let Some(&first_over) = entries.get(MOST_ENTRIES) {
            let message = format!("exceeds the limit of {MOST_ENTRIES} entries");
            let label = "remove entries that are not needed".to_owned();
            self.reader.problem(first_over, QuantityProblem::new(DocumentCode::TooMany, message, label));
            entries.truncate(MOST_ENTRIES);
        }
        if let ExpectedType::Entries(entry) = expected {
            self.reader.under_indented_entries(entry, &entries);
        }
        let is_told = |entry: NodeId| self.reader.under_indented.borrow().contains(&entry);
        entries.retain(|entry| !self.reader.is_rest_of_number(self.at, *entry) && !is_told(*entry));
        let on = |entry: NodeId| {
            let expected = if let ExpectedType::Entries(entry) = expected { entry } else { expected };
            let split = self.reader.split_number(self.at, entry, expected);
            let name = self.reader.document.borrow().key(entry).to_owned();
            (name, self.within(entry, if split { CursorTarget::Placeholder } else { CursorTarget::Node }))
        };
        entries.into_iter().map(on).collect()
    }

    /// Cursors on the items of a list.
    #[must_use]
    pub fn items(self, expected: &ExpectedType) -> Vec<Cursor<'a>> {
        let items = self.children(expected);
        if let Some(label) = self.key.and_then(|key| key.not_empty).filter(|_| self.depth == 0)
            && items.as_ref().is_some_and(Vec::is_empty)
        {
            self.reader.empty_list(self.at, label);
        }
        items.unwrap_or_default().into_iter().map(|item| self.within(item, CursorTarget::Node)).collect()
    }

    /// Keys of a part.
    #[must_use]
    pub fn members(self, part: &'static DeclaredPart) -> Members<'a> {
        let children = self.children(&ExpectedType::Part(part));
        let cursor = if children.is_some() { self } else { self.placeholder() };
        if let Some(children) = &children {
            self.reader.under_indented_parts(part, children);
            self.check_keys(part, children);
        }
        let mut given = children.unwrap_or_default();
        given.retain(|child| !self.reader.under_indented.borrow().contains(child));
        Members::new(cursor, part, given)
    }

    /// Checks keys that exclude each other or belong together.
    fn check_keys(self, part: &'static DeclaredPart, children: &[NodeId]) {
        let document = self.reader.document.borrow();
        let is_unknown = |child: &NodeId| part.key(document.key(*child)).is_none();
        let unknown = if children.iter().any(is_unknown) { Unknown::Some } else { Unknown::None };
        for choice in part.choices {
            choice.check(&document, (part, self.at), unknown).into_iter().for_each(|wrong| self.reader.report(wrong));
        }
        for key in part.keys {
            let Some(other) = key.with.and_then(|other| part.key(other)) else { continue };
            let Some(at) = document.member(self.at, key.name) else { continue };
            if document.member(self.at, other.name).is_none() {
                let message = format!("`{}` requires `{}`, which is missing", key.name, other.name);
                let place = document.key_place(at);
                let diagnostic = Diagnostic::new(DocumentCode::MissingKey, document.path(at), place, message);
                self.reader.report(diagnostic.label(format!("add `{}: {}`", other.name, other.companion())));
            }
        }
    }

    /// Declared kind of the text.
    fn declared_text(self, expected: &ExpectedType) -> Option<&'static Text> {
        self.key.and_then(|key| key.text).filter(|_| matches!(expected, ExpectedType::Text))
    }

    /// Expected type in words.
    fn words(self, expected: &ExpectedType) -> String {
        let words = self.key.filter(|_| self.depth == 0).and_then(|key| key.words);
        words.map_or_else(|| expected.words(self.reader.currency), str::to_owned)
    }

    /// What to type.
    fn example(self, expected: &ExpectedType, name: &str) -> String {
        match self.key.filter(|_| self.depth == 0).and_then(|key| key.example) {
            Some(value) => format!("`{name}: {value}`"),
            None => expected.example(name),
        }
    }

    /// What to type for an item of a list: taken from the key's example where items are parts and it shows one.
    fn example_of_item(self, expected: &ExpectedType) -> String {
        let list = self
            .key
            .filter(|_| self.depth == 1 && matches!(expected, ExpectedType::Part(_)))
            .and_then(|key| key.example);
        let item = list.and_then(|list| list.strip_prefix('[')?.strip_suffix(']'));
        item.filter(|item| item.matches('{').count() == 1).map_or_else(|| expected.value(), str::to_owned)
    }

    fn no_value(self, expected: &ExpectedType) {
        let name = self.reader.document.borrow().key(self.at).to_owned();
        let label = match self.declared_text(expected) {
            Some(Text { example: Some(value), or, .. }) => format!("write `{name}: {value}`, {or}"),
            Some(_) | None => format!("write {}, or remove the key", self.example(expected, &name)),
        };
        let message = format!("has no value; it must be {}", self.words(expected));
        self.reader.problem(self.at, QuantityProblem::new(DocumentCode::NoValue, message, label));
    }

    fn wrong_kind(self, content: &Content, expected: &ExpectedType) {
        let message = format!("is {}; it must be {}", found(content), self.words(expected));
        let label = match self.instead(content, expected) {
            Instead::Written(example) => format!("write {example}"),
            Instead::Done(label) => label.to_owned(),
            Instead::Set(label) => label,
        };
        let mut problem = QuantityProblem::new(DocumentCode::WrongKind, message, label);
        problem.instead = self.in_brackets(content, expected);
        self.reader.problem(self.at, problem);
    }

    /// A single item without the brackets of a list, in brackets; `None` unless it is one word.
    fn in_brackets(self, content: &Content, expected: &ExpectedType) -> Option<(FixSafety, String)> {
        let (Content::Scalar(written), ExpectedType::List(item)) = (content, expected) else { return None };
        let is_word =
            !written.is_empty() && written.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '%'));
        let is_all = self.key.is_some_and(|key| key.all.is_some()) && ["all", "any"].contains(&written.as_str());
        (is_word && !is_all && !matches!(item, ExpectedType::Part(_)))
            .then(|| (FixSafety::Safe, format!("[{written}]")))
    }

    /// Suggestion in place of a value of the wrong type.
    fn instead(self, content: &Content, expected: &ExpectedType) -> Instead {
        let (name, is_item) = {
            let document = self.reader.document.borrow();
            (document.key(self.at).to_owned(), document.is_item(self.at))
        };
        let example =
            if is_item { format!("`{}`", self.example_of_item(expected)) } else { self.example(expected, &name) };
        if self.reader.document.borrow().origin(self.at) == Origin::Set {
            let path = self.reader.document.borrow().path(self.at);
            return Instead::Set(set_below(&path, expected));
        }
        let all = self.key.and_then(|key| key.all);
        let entry = self.key.filter(|_| self.depth == 1).and_then(|key| key.entry);
        let text = self.declared_text(expected).and_then(|text| text.example);
        Instead::Written(match (content, expected) {
            (Content::Scalar(written), ExpectedType::Part(part)) => {
                let bare = self.key.filter(|_| self.depth == 0).and_then(|key| key.bare).or(part.bare);
                match bare {
                    Some(Bare::Amount(key)) => {
                        number::suggestion(written).map_or(example, |amount| format!("`{name}: {{ {key}: {amount} }}`"))
                    }
                    Some(Bare::Written(key)) => format!("`{name}: {{ {key}: {written} }}`"),
                    None => example,
                }
            }
            (Content::Scalar(written), ExpectedType::List(item)) if !matches!(item, ExpectedType::Part(_)) => match all
            {
                Some(label) if matches!(written.as_str(), "all" | "*" | "any") => return Instead::Done(label),
                // one item without the brackets of a list
                Some(_) | None => format!("`{name}: [{written}]`"),
            },
            (_, ExpectedType::Entries(_)) if entry.is_some() => entry.unwrap_or_default().to_owned(),
            (Content::List(_), ExpectedType::Entries(_)) if example.starts_with("its entries") => {
                "its entries below it without dashes, each under its name".to_owned()
            }
            (_, ExpectedType::Text) => text.map_or(example, |value| format!("`{name}: {value}`")),
            _ => example,
        })
    }
}

/// Suggestion in place of a value of the wrong type.
enum Instead {
    /// What to write.
    Written(String),
    /// What to do.
    Done(&'static str),
    /// What to set.
    Set(String),
}

/// Found type, in the middle of a sentence.
fn found(content: &Content) -> String {
    match content {
        Content::Scalar(text) => quoted(text),
        Content::Map(_) => "a part with keys".to_owned(),
        Content::List(_) => "a list".to_owned(),
        Content::Nothing => "nothing".to_owned(),
    }
}

/// Words that contain a text, or that it contains: `pretraining` suggests training, `inference` two words.
fn within(lower: &str, words: &[&str]) -> Vec<String> {
    let is_part = |word: &&&str| lower.len() > 3 && (word.contains(lower) || lower.contains(**word));
    words.iter().filter(is_part).map(ToString::to_string).collect()
}

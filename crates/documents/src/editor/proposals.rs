//! Completions in a scenario: keys that are absent and not excluded, words of the language, and names from the scenario and the
//! catalog.

use super::may_become_scenario;
use super::names::{NamedThing, names, paths};
use crate::scenario::Scenario;
use crate::scenario::document::{Document, NodeId};
use language::completion_context::{Colon, CompletionContext, CompletionSide, completion_context};
use language::declaration::{ExpectedAt, Key, KeyRole, Keyed, ReferenceKind};
use language::expected_type::ExpectedType;
use language::facts::facts;
use serde_json::Value;
use std::ops::Range;

/// Completions at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposals {
    /// Bytes that a completion replaces.
    pub word: Range<usize>,
    /// Completions, most likely first.
    pub all: Vec<Proposal>,
}

/// Completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Label.
    pub name: String,
    /// Text to insert.
    pub text: String,
    /// Kind.
    pub kind: ProposalKind,
    /// Description in a few words.
    pub about: String,
    /// Meaning and allowed values, in Markdown.
    pub meaning: String,
}

/// Kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalKind {
    /// Key of the language.
    Key,
    /// Word of the language, or a default.
    Word,
    /// Name from the scenario or the catalog.
    Name,
}

/// Last valid version of a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastRead<'a> {
    /// Tree of the text.
    pub own: Option<&'a Document>,
    /// Tree with all files that it extends, if any.
    pub with_shared: Option<&'a Document>,
}

/// Completions at a byte of a text. Names come from the text and the files that it extends, or from the last valid version if the
/// text is not valid YAML even without the word at that byte.
#[must_use]
pub fn proposals(text: &str, cursor: usize, last: LastRead<'_>) -> Option<Proposals> {
    let (context, read) = completion_context(text, cursor).filter(|_| may_become_scenario(text))?;
    let path: Vec<&str> = context.path.iter().map(String::as_str).collect();
    let expected = Scenario::PART.expected_at(path.iter().copied())?;
    let place = CompletionPosition {
        path: &path,
        expected: &expected,
        document: read.as_ref().or(last.own),
        with_shared: last.with_shared,
    };
    let mut all = match &context.side {
        CompletionSide::Key { siblings, colon } => {
            let siblings: Vec<&str> = siblings.iter().map(String::as_str).collect();
            let keys = place.keys(&siblings, *colon);
            // an indented word below a key may be the value of the key
            if keys.is_empty() && siblings.is_empty() && *colon == Colon::Missing { place.values() } else { keys }
        }
        CompletionSide::Value => place.values(),
    };
    let mut seen: Vec<String> = Vec::new();
    all.retain(|one| {
        !seen.contains(&one.name) && {
            seen.push(one.name.clone());
            true
        }
    });
    let CompletionContext { word, .. } = context;
    Some(Proposals { word, all })
}

/// Position that is completed.
struct CompletionPosition<'a> {
    path: &'a [&'a str],
    expected: &'a ExpectedAt,
    document: Option<&'a Document>,
    with_shared: Option<&'a Document>,
}

impl CompletionPosition<'_> {
    /// Names of a kind.
    fn names(&self, of: ReferenceKind) -> Vec<NamedThing> {
        let documents: Vec<&Document> = self.document.into_iter().chain(self.with_shared).collect();
        names(of, &documents, self.path)
    }

    /// Keys that fit next to the keys `siblings`.
    fn keys(&self, siblings: &[&str], colon: Colon) -> Vec<Proposal> {
        let currency = self.currency();
        let mut all = Vec::new();
        for kind in self.expected.kinds() {
            match kind {
                ExpectedType::Part(part) => {
                    let mut fitting = part.fitting(siblings);
                    fitting.sort_by_key(|key| !key.is_required());
                    all.extend(fitting.into_iter().map(|key| of_key(key, &currency, colon)));
                }
                ExpectedType::Entries(entry) => {
                    let named = self.entries(entry).into_iter().filter(|one| !siblings.contains(&one.name.as_str()));
                    all.extend(named.map(|one| of_name(one, if colon == Colon::There { "" } else { ":" })));
                    let own = self.expected.key.and_then(|key| key.sibling_key);
                    let own = own.filter(|own| self.expected.below_key > 0 && !siblings.contains(&own.name));
                    all.extend(own.map(|key| of_key(key, &currency, colon)));
                }
                ExpectedType::Quantity(_)
                | ExpectedType::Scalar(_)
                | ExpectedType::Text
                | ExpectedType::Boolean
                | ExpectedType::Word(_)
                | ExpectedType::List(_)
                | ExpectedType::Either(..) => {}
            }
        }
        all
    }

    /// Names for entries.
    fn entries(&self, entry: &ExpectedType) -> Vec<NamedThing> {
        let Some((key, document)) = self.expected.key.zip(self.document) else { return Vec::new() };
        let is_innermost = !matches!(entry, ExpectedType::Entries(_));
        match key.keyed {
            Keyed::ByPath | Keyed::ByNameThenPath if is_innermost => paths(document),
            Keyed::ByName | Keyed::ByPattern(_) | Keyed::ByPath | Keyed::ByNameThenPath => {
                let of = key.named_after.filter(|_| is_innermost);
                of.map(|of| self.names(of)).unwrap_or_default()
            }
        }
    }

    /// Scalar values that fit.
    fn values(&self) -> Vec<Proposal> {
        let mut all: Vec<Proposal> = Vec::new();
        for kind in self.expected.kinds() {
            match kind {
                ExpectedType::Word(words) => {
                    all.extend(words.all.iter().map(|word| of_word(word.name, &word.meaning())));
                }
                ExpectedType::Boolean => all.extend(["true", "false"].map(|word| of_word(word, ""))),
                ExpectedType::Scalar(scalar) => all.extend(listed(&(scalar.schema)())),
                ExpectedType::Text => all.extend(self.texts()),
                ExpectedType::Quantity(_)
                | ExpectedType::Part(_)
                | ExpectedType::Entries(_)
                | ExpectedType::List(_)
                | ExpectedType::Either(..) => {}
            }
        }
        let default = self.expected.key.filter(|_| self.expected.below_key == 0).and_then(|key| key.default);
        if let Some(default) = default {
            match all.iter_mut().find(|one| one.name == default) {
                Some(one) => "default".clone_into(&mut one.about),
                None => all.push(Proposal { about: "default".into(), ..of_word(default, "") }),
            }
        }
        all
    }

    /// Texts that fit, if only some do.
    fn texts(&self) -> Vec<Proposal> {
        let Some(key) = self.expected.key else { return Vec::new() };
        let words = key.text.map(|text| listed(&(text.schema)())).unwrap_or_default();
        let named = key.stands_for.map(|of| self.names(of));
        let named = named.into_iter().flatten().map(|one| of_name(one, ""));
        let waits = key.stands_for == Some(ReferenceKind::RentOption)
            && !Scenario::PART.along(self.path.iter().copied()).any(|key| key.role == KeyRole::Expectation);
        let wait = waits.then(|| of_word("wait", "The work waits."));
        named.chain(words).chain(wait).collect()
    }

    /// Currency of the scenario; `money` if unknown.
    fn currency(&self) -> String {
        self.document.map_or_else(|| UNKNOWN_CURRENCY.to_owned(), currency)
    }
}

/// Word for an unknown currency.
pub(super) const UNKNOWN_CURRENCY: &str = "money";

/// Currency of a document; `money` if unknown.
pub(super) fn currency(document: &Document) -> String {
    let said = document.member(NodeId::ROOT, "currency").and_then(|at| document.text(at));
    let is_one = |text: &&str| text.len() == 3 && text.chars().all(|letter| letter.is_ascii_uppercase());
    said.filter(is_one).unwrap_or(UNKNOWN_CURRENCY).to_owned()
}

fn of_key(key: &'static Key, currency: &str, colon: Colon) -> Proposal {
    let is_single = matches!(
        key.expected,
        ExpectedType::Quantity(_)
            | ExpectedType::Scalar(_)
            | ExpectedType::Text
            | ExpectedType::Boolean
            | ExpectedType::Word(_)
            | ExpectedType::Either(..)
    );
    let behind = match (colon, is_single) {
        (Colon::There, _) => "",
        (Colon::Missing, true) => ": ",
        (Colon::Missing, false) => ":",
    };
    Proposal {
        name: key.name.to_owned(),
        text: format!("{}{behind}", key.name),
        kind: ProposalKind::Key,
        about: if key.is_required() { "required".to_owned() } else { String::new() },
        meaning: meaning(key, currency),
    }
}

/// Meaning and allowed values of a key, in Markdown.
pub(super) fn meaning(key: &Key, currency: &str) -> String {
    let meaning = key.meaning().replace('\n', " ");
    std::iter::once(meaning)
        .chain(Some(facts(key, currency).join(" ")).filter(|said| !said.is_empty()))
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn of_word(word: &str, meaning: &str) -> Proposal {
    let text = word.to_owned();
    Proposal {
        name: text.clone(),
        text,
        kind: ProposalKind::Word,
        about: String::new(),
        meaning: meaning.replace('\n', " "),
    }
}

fn of_name(one: NamedThing, behind: &str) -> Proposal {
    let text = format!("{}{behind}", one.name);
    Proposal { name: one.name, text, kind: ProposalKind::Name, about: one.about, meaning: String::new() }
}

/// Words of a schema with their meanings.
fn listed(schema: &Value) -> Vec<Proposal> {
    let plain = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let said = schema["oneOf"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| Some(of_word(one["const"].as_str()?, one["description"].as_str().unwrap_or_default())));
    plain.map(|word| of_word(word, "")).chain(said).collect()
}

//! What fits at a place in a scenario that is being written: keys that are not there yet and that nothing excludes, words of the
//! language, and names of what the file and the catalog have.

use super::may_become_scenario;
use super::names::{NamedThing, names, paths};
use crate::scenario::Scenario;
use crate::scenario::document::{Document, NodeId};
use language::begun::{Begun, BegunSide, Colon, begun};
use language::declaration::{Key, KeyRole, Keyed, StandsFor, WantedAt};
use language::facts::facts;
use language::wanted::Wanted;
use serde_json::Value;
use std::ops::Range;

/// What is offered at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposals {
    /// The bytes that it takes the place of.
    pub word: Range<usize>,
    /// The proposals, the likeliest first.
    pub all: Vec<Proposal>,
}

/// Something that fits at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// How it is written.
    pub name: String,
    /// What is typed for it.
    pub text: String,
    /// What it is.
    pub kind: ProposalKind,
    /// What there is to know of it, in a few words.
    pub about: String,
    /// What it means and may be, in Markdown.
    pub meaning: String,
}

/// What a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalKind {
    /// A key of the language.
    Key,
    /// A word of the language, or what is assumed.
    Word,
    /// A name of something in the file or in the catalog.
    Name,
}

/// What was read of a text before it is as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastRead<'a> {
    /// Its tree.
    pub own: Option<&'a Document>,
    /// Its tree with all that it extends, if it extends anything.
    pub with_shared: Option<&'a Document>,
}

/// What fits at a byte of a text. Names are those of the text, or, where it is no YAML even without the word at that byte, of
/// the tree that was read from it last; and those of the files that it extends.
#[must_use]
pub fn proposals(text: &str, cursor: usize, last: LastRead<'_>) -> Option<Proposals> {
    let (begun, read) = begun(text, cursor).filter(|_| may_become_scenario(text))?;
    let path: Vec<&str> = begun.path.iter().map(String::as_str).collect();
    let expected = Scenario::PART.wanted_at(path.iter().copied())?;
    let place =
        Asked { path: &path, expected: &expected, document: read.as_ref().or(last.own), with_shared: last.with_shared };
    let mut all = match &begun.side {
        BegunSide::Key { beside, colon } => {
            let beside: Vec<&str> = beside.iter().map(String::as_str).collect();
            let keys = place.keys(&beside, *colon);
            // what stands alone in the lines below a key may be its value
            if keys.is_empty() && beside.is_empty() && *colon == Colon::Missing { place.values() } else { keys }
        }
        BegunSide::Value => place.values(),
    };
    let mut seen: Vec<String> = Vec::new();
    all.retain(|one| {
        !seen.contains(&one.name) && {
            seen.push(one.name.clone());
            true
        }
    });
    let Begun { word, .. } = begun;
    Some(Proposals { word, all })
}

/// A place that something is asked of.
struct Asked<'a> {
    path: &'a [&'a str],
    expected: &'a WantedAt,
    document: Option<&'a Document>,
    with_shared: Option<&'a Document>,
}

impl Asked<'_> {
    /// The names of things of a kind.
    fn names(&self, of: StandsFor) -> Vec<NamedThing> {
        let documents: Vec<&Document> = self.document.into_iter().chain(self.with_shared).collect();
        names(of, &documents, self.path)
    }

    /// The keys that fit beside others.
    fn keys(&self, beside: &[&str], colon: Colon) -> Vec<Proposal> {
        let currency = self.currency();
        let mut all = Vec::new();
        for kind in self.expected.kinds() {
            match kind {
                Wanted::Part(part) => {
                    let mut fitting = part.fitting(beside);
                    fitting.sort_by_key(|key| !key.is_required());
                    all.extend(fitting.into_iter().map(|key| of_key(key, &currency, colon)));
                }
                Wanted::Entries(entry) => {
                    let named = self.entries(entry).into_iter().filter(|one| !beside.contains(&one.name.as_str()));
                    all.extend(named.map(|one| of_name(one, if colon == Colon::There { "" } else { ":" })));
                    let own = self.expected.key.and_then(|key| key.beside_entries);
                    let own = own.filter(|own| self.expected.below_key > 0 && !beside.contains(&own.name));
                    all.extend(own.map(|key| of_key(key, &currency, colon)));
                }
                Wanted::Quantity(_)
                | Wanted::Scalar(_)
                | Wanted::Text
                | Wanted::Truth
                | Wanted::Word(_)
                | Wanted::List(_)
                | Wanted::Either(..) => {}
            }
        }
        all
    }

    /// What entries may be called.
    fn entries(&self, entry: &Wanted) -> Vec<NamedThing> {
        let Some((key, document)) = self.expected.key.zip(self.document) else { return Vec::new() };
        let is_innermost = !matches!(entry, Wanted::Entries(_));
        match key.keyed {
            Keyed::ByPath | Keyed::ByNameThenPath if is_innermost => paths(document),
            Keyed::ByName | Keyed::ByPattern(_) | Keyed::ByPath | Keyed::ByNameThenPath => {
                let of = key.named_after.filter(|_| is_innermost);
                of.map(|of| self.names(of)).unwrap_or_default()
            }
        }
    }

    /// The single values that may stand there.
    fn values(&self) -> Vec<Proposal> {
        let mut all: Vec<Proposal> = Vec::new();
        for kind in self.expected.kinds() {
            match kind {
                Wanted::Word(words) => {
                    all.extend(words.all.iter().map(|word| of_word(word.name, &word.meaning())));
                }
                Wanted::Truth => all.extend(["true", "false"].map(|word| of_word(word, ""))),
                Wanted::Scalar(scalar) => all.extend(listed(&(scalar.schema)())),
                Wanted::Text => all.extend(self.texts()),
                Wanted::Quantity(_) | Wanted::Part(_) | Wanted::Entries(_) | Wanted::List(_) | Wanted::Either(..) => {}
            }
        }
        let default = self.expected.key.filter(|_| self.expected.below_key == 0).and_then(|key| key.default);
        if let Some(default) = default {
            match all.iter_mut().find(|one| one.name == default) {
                Some(one) => "assumed where nothing is written".clone_into(&mut one.about),
                None => all.push(Proposal { about: "assumed where nothing is written".into(), ..of_word(default, "") }),
            }
        }
        all
    }

    /// The texts that are asked for, if they are not any.
    fn texts(&self) -> Vec<Proposal> {
        let Some(key) = self.expected.key else { return Vec::new() };
        let words = key.text.map(|text| listed(&(text.schema)())).unwrap_or_default();
        let named = key.stands_for.map(|of| self.names(of));
        let named = named.into_iter().flatten().map(|one| of_name(one, ""));
        let waits = key.stands_for == Some(StandsFor::RentOption)
            && !Scenario::PART.along(self.path.iter().copied()).any(|key| key.role == KeyRole::Expectation);
        let wait = waits.then(|| of_word("wait", "The work waits."));
        named.chain(words).chain(wait).collect()
    }

    /// The currency of the file; `money` where it says none.
    fn currency(&self) -> String {
        self.document.map_or_else(|| UNKNOWN_CURRENCY.to_owned(), currency)
    }
}

/// What amounts are in where no currency is known.
pub(super) const UNKNOWN_CURRENCY: &str = "money";

/// The currency of a document; `money` where it says none.
pub(super) fn currency(document: &Document) -> String {
    let said = document.member(NodeId::ROOT, "currency").and_then(|at| document.text(at));
    let is_one = |text: &&str| text.len() == 3 && text.chars().all(|letter| letter.is_ascii_uppercase());
    said.filter(is_one).unwrap_or(UNKNOWN_CURRENCY).to_owned()
}

fn of_key(key: &'static Key, currency: &str, colon: Colon) -> Proposal {
    let is_single = matches!(
        key.wanted,
        Wanted::Quantity(_) | Wanted::Scalar(_) | Wanted::Text | Wanted::Truth | Wanted::Word(_) | Wanted::Either(..)
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

/// What a key means and what may be written under it, in Markdown.
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

/// The words that a schema lists, with what each of them means.
fn listed(schema: &Value) -> Vec<Proposal> {
    let plain = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let said = schema["oneOf"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| Some(of_word(one["const"].as_str()?, one["description"].as_str().unwrap_or_default())));
    plain.map(|word| of_word(word, "")).chain(said).collect()
}

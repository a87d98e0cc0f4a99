//! From tree to types: a deserializer over the document. It knows places, finds every unknown key, checks quantities
//! itself, assumes defaults, and always goes on: what is missing or wrong is reported and a stand-in is handed out, so
//! that one run finds everything. Whoever reads must not use the typed scenario if there was an error.

mod access;
mod cursor;

use super::document::{Content, CurrencyCode, Document, NodeId, Origin, quoted};
use super::own::quoted_with_age;
use super::quantity::Problem;
use super::suggest::{listed, longer, nearest};
use super::wanted::Wanted;
use super::{Scenario, keys};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::number;
use cursor::{Cursor, Fault, Holds};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Most findings that are kept.
const MOST_FOUND: usize = 256;

/// What reading gives.
pub(super) struct Read {
    /// The document, with the numbers that were read and the defaults that were assumed.
    pub document: Document,
    /// The typed scenario; where something was found it holds stand-ins.
    pub scenario: Option<Scenario>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// The nodes whose typed values are stand-ins; for a missing key that of its part.
    pub stand_ins: BTreeSet<NodeId>,
}

/// Reads the typed scenario.
pub(super) fn read(document: Document) -> Read {
    let currency = document.find("currency").and_then(|at| document.text(at)).map(CurrencyCode::read);
    let reader = Reader {
        currency: currency.and_then(Result::ok).map_or("", CurrencyCode::code),
        document: RefCell::new(document),
        found: RefCell::default(),
        stand_ins: RefCell::default(),
        misspelt: RefCell::default(),
        percents: RefCell::default(),
    };
    let scenario = Scenario::deserialize(Cursor { reader: &reader, at: NodeId::ROOT, holds: Holds::Node });
    if let Err(Fault(words)) = &scenario {
        reader.report(Diagnostic::new(Code::WrongKind, String::new(), None, words.clone()));
    }
    Read {
        document: reader.document.into_inner(),
        scenario: scenario.ok(),
        diagnostics: reader.found.into_inner(),
        stand_ins: reader.stand_ins.into_inner(),
    }
}

struct Reader {
    document: RefCell<Document>,
    found: RefCell<Vec<Diagnostic>>,
    stand_ins: RefCell<BTreeSet<NodeId>>,
    /// Keys that were misspelt, with their part: they are not missing.
    misspelt: RefCell<BTreeSet<(NodeId, &'static str)>>,
    /// Lists of shares of which one is known to be a percentage without its sign: it is said once.
    percents: RefCell<BTreeSet<NodeId>>,
    /// For the words of errors; empty where it is not known.
    currency: &'static str,
}

impl Reader {
    fn report(&self, diagnostic: Diagnostic) {
        let mut found = self.found.borrow_mut();
        let same = |other: &Diagnostic| {
            other.code == diagnostic.code
                && other.place == diagnostic.place
                && (other.message == diagnostic.message || !diagnostic.related.is_empty())
        };
        // what is wrong behind an anchor is said once, however often it is used
        if found.len() < MOST_FOUND && (diagnostic.place.is_none() || !found.iter().any(same)) {
            found.push(diagnostic);
        }
    }

    /// A finding about a value, `` `price` is …``, at its place.
    fn report_at(&self, at: NodeId, place: Option<Place>, problem: Problem) {
        let document = self.document.borrow();
        let node = document.node(at);
        let message = format!("{} {}", subject(&document, at), problem.message);
        self.stand_ins.borrow_mut().insert(at);
        let mut diagnostic = Diagnostic::new(problem.code, document.path(at), place, message)
            .label(problem.label)
            .related(node.used_place, "used here");
        if problem.code == Code::ShareAboveOne
            && let Some(list) = node.parent.filter(|list| matches!(document.node(*list).content, Content::List(_)))
        {
            if !self.percents.borrow_mut().insert(list) {
                return;
            }
            diagnostic.help = Some("write every share of the list with its `%`, as in `[10%, 65%]`".to_owned());
        }
        self.report(diagnostic);
    }

    fn problem(&self, at: NodeId, problem: Problem) {
        let place = self.document.borrow().place(at);
        self.report_at(at, place, problem);
    }

    /// Whether a key is what a comma cut off a number in braces: `{ price: 289,000 }` has a key `000` without a value,
    /// `{ power_kw: 10,2 }` a key `2`.
    fn is_rest_of_number(&self, part: NodeId, child: NodeId) -> bool {
        let document = self.document.borrow();
        if rests(&document, &[child]) == 0 {
            return false;
        }
        let siblings = document.children(part);
        let Some(at) = siblings.iter().position(|sibling| *sibling == child) else { return false };
        let before = siblings[..at].iter().rev().find(|before| rests(&document, &[**before]) == 0);
        before.and_then(|before| document.text(*before)).is_some_and(|text| text.ends_with(is_digit))
    }

    /// Whether a key is digits without a value.
    fn is_digits_alone(&self, child: NodeId) -> bool {
        rests(&self.document.borrow(), &[child]) > 0
    }

    /// Whether a value ends with a digit.
    fn ends_with_digit(&self, child: NodeId) -> bool {
        self.document.borrow().text(child).is_some_and(|text| text.ends_with(is_digit))
    }

    /// Reports a number that a comma cut in two, if this is the first half of one.
    fn split_number(&self, part: NodeId, child: NodeId) -> bool {
        let document = self.document.borrow();
        let siblings = document.children(part);
        let Some(at) = siblings.iter().position(|sibling| *sibling == child) else { return false };
        let rest = &siblings[at + 1..];
        let rest = &rest[..rests(&document, rest)];
        let Some(text) = document.text(child).filter(|text| text.ends_with(is_digit) && !rest.is_empty()) else {
            return false;
        };
        let all = rest.iter().fold(text.to_owned(), |all, rest| format!("{all},{}", document.key(*rest)));
        let meant = number::meant(&all).unwrap_or_else(|| "289_000".to_owned());
        let groups = rest.iter().all(|rest| document.key(*rest).len() == 3);
        let rule = if groups { "digits are grouped by underscores" } else { "the decimal sign is a point" };
        let message = format!("is {}; {rule}", quoted(&all));
        let problem = Problem { code: Code::NotANumber, message, label: format!("write {meant}") };
        self.problem(child, problem);
        true
    }

    fn unknown_key(&self, part: NodeId, part_type: &str, child: NodeId, known: &[&'static str]) {
        if self.found.borrow().len() >= MOST_FOUND {
            return;
        }
        let document = self.document.borrow();
        let key = document.node(child).key.as_str();
        let path = document.path(part);
        let whose = if path.is_empty() { "a scenario".to_owned() } else { format!("`{path}`") };
        let not_known = format!("`{key}` is not a key of {whose}");
        self.stand_ins.borrow_mut().insert(child);
        // what is there already was not meant, except on the command line, which replaces what is there
        let set = document.origin(child) == Origin::Set;
        let is_free = |known: &&'static str| set || document.member(part, known).is_none();
        // of few words it is asked whether they are free: a part may have very many keys
        let like = known.iter().copied().filter(|word| nearest(key, [*word]).is_some()).filter(is_free);
        let begun: Vec<&'static str> =
            known.iter().copied().filter(|word| longer(key, &[*word]).is_some()).filter(is_free).collect();
        let near = keys::meant(part_type, key).filter(|meant| known.contains(meant) && is_free(meant));
        let near = near.or_else(|| nearest(key, like)).or_else(|| longer(key, &begun));
        let there = nearest(key, known.iter().copied());
        let (message, label, help) = match (keys::elsewhere(part_type, key), near, there) {
            (Some(words), _, _) => {
                let instead = if words.starts_with("belongs") { "move it there" } else { "remove it here" };
                (format!("`{key}` {words}"), instead.to_owned(), None)
            }
            (None, Some(near), _) => (not_known, format!("did you mean `{near}`?"), None),
            (None, None, Some(there)) => (not_known, format!("remove it; `{there}` is there already"), None),
            (None, None, None) if is_rest_of_text(&document, part, child) => {
                let label = "a comma ends a text within braces: put the whole text in quotes";
                (not_known, label.to_owned(), None)
            }
            (None, None, None) => {
                let help = format!("its keys are {}", listed(known, "and"));
                (not_known, "not known here".to_owned(), Some(help))
            }
        };
        self.misspelt.borrow_mut().extend(near.map(|near| (part, near)));
        let mut diagnostic =
            Diagnostic::new(Code::UnknownKey, document.path(child), document.key_place(child), message)
                .label(label)
                .related(document.node(child).used_place, "used here");
        diagnostic.help = help;
        self.report(diagnostic);
    }

    fn missing_key(&self, part: NodeId, key: &'static str, wanted: Wanted) {
        let document = self.document.borrow();
        let path = document.path(part);
        self.stand_ins.borrow_mut().insert(part);
        if self.misspelt.borrow().contains(&(part, key)) {
            return;
        }
        let (whose, place, path) = if path.is_empty() {
            let first = document.children(part).first().and_then(|&first| document.key_place(first));
            ("the scenario".to_owned(), first.or_else(|| document.place(part)), key.to_owned())
        } else {
            (subject(&document, part), document.place(part), format!("{path}.{key}"))
        };
        let mut diagnostic = Diagnostic::new(Code::MissingKey, path, place, format!("{whose} has no `{key}`"))
            .label(format!("add {}", wanted.example(key)));
        if key == "discount_rate" {
            diagnostic = diagnostic.help("the yearly cost of capital; `discount_rate: 0%` may be written");
        }
        if let Wanted::Choice(words) = wanted {
            diagnostic = diagnostic.help(format!("it is one of {}", listed(words, "and")));
        }
        self.report(diagnostic);
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether a key is what a comma cut off a text in braces: `{ reason: known, and accepted }` has a key `and accepted`.
fn is_rest_of_text(document: &Document, part: NodeId, child: NodeId) -> bool {
    let siblings = document.children(part);
    let at = siblings.iter().position(|sibling| *sibling == child).unwrap_or_default();
    let before = at.checked_sub(1).map(|before| siblings[before]);
    let follows_text = before.is_some_and(|before| document.text(before).is_some_and(|text| !text.ends_with(is_digit)));
    follows_text && document.node(child).content == Content::Nothing
}

/// How many of the first nodes are keys of digits without a value.
fn rests(document: &Document, nodes: &[NodeId]) -> usize {
    let is_rest = |at: &&NodeId| {
        let node = document.node(**at);
        node.content == Content::Nothing && !node.key.is_empty() && node.key.chars().all(is_digit)
    };
    nodes.iter().take_while(is_rest).count()
}

/// How a sentence names a node: by its key, by its path if others may have the same, by its place in a list.
fn subject(document: &Document, at: NodeId) -> String {
    let node = document.node(at);
    match node.parent.map(|parent| document.node(parent)) {
        Some(parent) if matches!(parent.content, Content::List(_)) => {
            quoted_with_age(&format!("{}.{}", parent.key, node.key))
        }
        _ if document.children(at).is_empty() => format!("`{}`", node.key),
        _ => format!("`{}`", document.path(at)),
    }
}
